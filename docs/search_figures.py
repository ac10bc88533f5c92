"""Draws the figures of the guide's pages on searches: calls on one small road map, and what they returned.

python docs/search_figures.py
"""

from pathlib import Path
from typing import Any

import numpy as np
from road_map import (
    COLUMNS,
    IDS,
    ON_PATH,
    PATH,
    ROADS,
    SLOW,
    SOURCE,
    TARGET,
    Panel,
    along,
    edges_of,
    figure,
    length,
    path_panel,
    scored,
    states,
    tree,
    weight_of,
    weights,
)

import wavefront as wf
from wavefront.measure.drawing.svg import MARGIN, element, moved, page, text

MOST_USED = 5  # edges
FOLDER = Path(__file__).parent / "guide/figures"


def within() -> str:
    """Two balls around the same vertex, as `within` finds them."""
    panels = []
    for options, title in (
        ({"radius": 2}, "wf.within(graph, 8, 2)"),
        ({"radius": 7, "weighted": True}, "wf.within(graph, 8, 7, weighted=True)"),
    ):
        found = wf.within(ROADS, 8, **options, device="cpu")
        names = dict(zip(found.vertices.tolist(), (f"{far:g}" for far in found.distances), strict=True))
        shown = states({"frontier": [8], "before": names})
        said = f"{found.vertices.size} vertices; their distances, and the tree"
        on = tree(found.vertices.tolist(), found.predecessors.tolist())
        lengths = weights() if "weighted" in options else {}
        panels.append(Panel(title, said, [names.get(vertex, "") for vertex in IDS], shown, on, lengths))
    words = {"frontier": "center", "before": "in the ball", "unvisited": "not looked for"}
    return figure(
        "Balls by edges and by weights", panels, words, {"on": "edge of the tree", "off": "other edge"}
    )


def shortest_path() -> str:
    """The shortest path by edges, and that by weights."""
    panels = []
    for weighted in (False, True):
        path = wf.shortest_path(ROADS, SOURCE, TARGET, weighted=weighted, device="cpu")
        assert path is not None
        said = f"{len(path) - 1} edges, length {length(path):g}"
        call = f"wf.shortest_path(graph, {SOURCE}, {TARGET}{', weighted=True' if weighted else ''})"
        panels.append(path_panel(path, call, said, weights()))
    return figure("Shortest paths by edges and by weights", panels, PATH, ON_PATH)


def k_shortest_paths() -> str:
    """The first four paths, each on a map."""
    found = list(wf.k_shortest_paths(ROADS, SOURCE, TARGET, 4, weighted=True))
    panels = [
        path_panel(path, f"path {number} of 4", f"length {length(path):g}", weights())
        for number, path in enumerate(found, 1)
    ]
    return figure("The four shortest paths between two vertices", panels, PATH, ON_PATH)


def all_shortest_paths() -> str:
    """A search's tree, and all predecessors with the number of paths."""
    search = wf.bfs(ROADS, SOURCE, device="cpu")
    found = wf.all_predecessors(search)
    dag = {
        (before, vertex)
        for vertex in IDS
        for before in found.vertices[found.offsets[vertex] : found.offsets[vertex + 1]].tolist()
    }
    panels = [
        Panel(
            "search = wf.bfs(graph, 6)",
            "the level of each vertex, and the search's tree",
            search.levels.tolist(),
            states({"frontier": [SOURCE]}, "before"),
            tree(list(IDS), search.predecessors.tolist()),
        ),
        Panel(
            "wf.all_predecessors(search)",
            "every predecessor, and how many shortest paths lead here",
            [found.count(vertex) for vertex in IDS],
            states({"frontier": [SOURCE]}, "before"),
            dag,
        ),
    ]
    words = {"on": "to a predecessor", "off": "other edge"}
    return figure("One predecessor, and all", panels, {"frontier": "source", "before": "reached"}, words)


def nearest_source() -> str:
    """The distances from the nearest of two sources, and those within a cutoff."""
    sources, panels = [SOURCE, TARGET], []
    for options in ({}, {"cutoff": 6}):
        found = wf.sssp(ROADS, sources, device="cpu", **options)
        reached = np.flatnonzero(found.distances < np.inf).tolist()
        names = [f"{far:g}" if far < np.inf else "" for far in found.distances]
        call = f"wf.sssp(graph, {sources}{''.join(f', {name}={far}' for name, far in options.items())})"
        said = f"{len(reached)} vertices reached; their distances, and the tree"
        shown = states({"frontier": sources, "before": reached})
        panels.append(
            Panel(call, said, names, shown, tree(list(IDS), found.predecessors.tolist()), weights())
        )
    words = {"frontier": "source", "before": "reached", "unvisited": "not reached"}
    lines = {"on": "edge of the tree", "off": "other edge"}
    return figure("Distances from the nearest of two sources", panels, words, lines)


def levels_from_two() -> str:
    """The two rows of levels from two sources."""
    found = wf.multi_source_bfs(ROADS, [SOURCE, TARGET], device="cpu")
    return figure("A row of levels for each source", rows(found.levels, {}), {"frontier": "source"}, {})


def distances_from_two() -> str:
    """The two rows of distances from two sources."""
    found = wf.multi_source_sssp(ROADS, [SOURCE, TARGET], device="cpu")
    return figure(
        "A row of distances for each source", rows(found.distances, weights()), {"frontier": "source"}, {}
    )


def rows(values: np.ndarray, lengths: dict[Any, Any]) -> list[Panel]:
    """A panel for each row of what was found from SOURCE and TARGET, with these lengths of edges."""
    panels = []
    for row, source in enumerate((SOURCE, TARGET)):
        far = values[row].argmax()
        said = f"from vertex {source}; the farthest is vertex {far}"
        names = [f"{value:g}" for value in values[row]]
        shown = states({"frontier": [source], "before": list(IDS)})
        panels.append(Panel(f"row {row}", said, names, shown, set(), lengths))
    return panels


def a_star() -> str:
    """The vertices no further than the target, and those of which distance and estimate add up to no more."""
    target = 8
    row, column = np.divmod(np.array(IDS), COLUMNS)
    estimate = min(SLOW.values()) * (abs(row - row[target]) + abs(column - column[target]))
    far = wf.sssp(ROADS, SOURCE, device="cpu").distances
    path = wf.shortest_path(ROADS, SOURCE, target, weighted=True, device="cpu")
    assert path is not None
    panels = []
    for title, some in (
        ("by distance alone", far <= far[target]),
        ("by distance + estimate", far + estimate <= far[target]),
    ):
        shown = states({"frontier": [SOURCE], "now": [target], "before": np.flatnonzero(some).tolist()})
        panels.append(Panel(title, f"{some.sum()} vertices to look at", IDS, shown, along(path), weights()))
    words = PATH | {"before": "looked at"}
    return figure("A search towards its target", panels, words, ON_PATH)


def filters() -> str:
    """A search of all vertices, and one of those that are kept."""
    kept = np.ones(len(IDS), bool)
    kept[[5, 13, 19]] = False
    panels = []
    for options, title in (
        ({}, "wf.bfs(graph, 6)"),
        ({"vertex_filter": kept}, "wf.bfs(graph, 6, vertex_filter=kept)"),
    ):
        search = wf.bfs(ROADS, SOURCE, device="cpu", **options)
        reached = search.levels >= 0
        shown = states({"frontier": [SOURCE], "before": np.flatnonzero(reached).tolist()})
        names = [level if level >= 0 else "" for level in search.levels.tolist()]
        on = tree(list(IDS), search.predecessors.tolist())
        panels.append(Panel(title, f"{reached.sum()} vertices reached; their levels", names, shown, on))
    words = {"frontier": "source", "before": "reached", "unvisited": "not reached"}
    return figure(
        "A search with and without a filter", panels, words, {"on": "edge of the tree", "off": "other edge"}
    )


def closeness() -> str:
    """Two scores of every vertex."""
    panels = []
    for function in (wf.closeness, wf.harmonic):
        scores = function(ROADS, device="cpu").scores
        said = f"highest at vertex {scores.argmax()}, lowest at vertex {scores.argmin()}"
        names = [f"{score:.2f}" if scores.max() < 1 else f"{score:.1f}" for score in scores]
        panels.append(
            scored(f"wf.{function.__name__}(graph)", said, names, [scores.argmax()], [scores.argmin()])
        )
    words = {"now": "highest", "frontier": "lowest", "before": "other"}
    return figure("Closeness and harmonic centrality", panels, words, {})


def eccentricity() -> str:
    """The eccentricities, and a path as long as the diameter."""
    found, far = wf.eccentricity(ROADS, device="cpu"), wf.diameter(ROADS, device="cpu")
    path = wf.shortest_path(ROADS, *(int(end) for end in far.ends), device="cpu")
    assert path is not None
    said = f"radius {found.radius}, diameter {found.diameter}"
    first = scored(
        "wf.eccentricity(graph)",
        said,
        found.eccentricities.tolist(),
        found.center.tolist(),
        found.periphery.tolist(),
    )
    said = f"diameter {far.diameter}, by {far.num_searches} searches"
    second = Panel(
        "wf.diameter(graph)", said, IDS, states({"frontier": far.ends, "before": path}), along(path)
    )
    words = {"now": "center", "frontier": "farthest", "before": "other"}
    return figure("Eccentricities and the diameter", [first, second], words, ON_PATH)


def betweenness() -> str:
    """The scores of vertices by edges, and by weights; the edges with the most paths."""
    panels = []
    for weighted in (False, True):
        found = wf.betweenness_centrality(ROADS, weighted=weighted, edges=True, device="cpu")
        ends, most = edges_of(ROADS), np.sort(found.edge_scores)[-2 * MOST_USED :].min()
        on = {end for end, score in zip(ends, found.edge_scores, strict=True) if score >= most}
        call = f"betweenness by {'weights' if weighted else 'edges'}"
        said = f"scores in percent; the {len(on) // 2} edges of the highest scores"
        names = [f"{100 * score:.0f}" for score in found.scores]
        best, least = [found.scores.argmax()], np.flatnonzero(found.scores == 0).tolist()
        shown = states({"now": best, "unvisited": least}, "before")
        lengths = weights() if weighted else {}
        panels.append(Panel(call, said, names, shown, on, lengths, has_arrows=False))
    words = {"now": "highest", "before": "other", "unvisited": "on no path"}
    return figure("Betweenness by edges and by weights", panels, words, {"on": "most paths", "off": "fewer"})


def sampling() -> str:
    """What two seeds draw."""
    panels = []
    for seed in (1, 2):
        found = wf.sample_neighbors(ROADS, [14], [2, 2], seed=seed, device="cpu")
        layers = np.split(found.vertices, [1, int(found.layers[0].num_vertices)])
        neighbors, drew = found.vertices[found.edge_index]
        on = set(zip(drew.tolist(), neighbors.tolist(), strict=True))
        kinds = dict(zip(("frontier", "now", "before"), (layer.tolist() for layer in layers), strict=True))
        title = f"wf.sample_neighbors(graph, [14], [2, 2], seed={seed})"
        said = f"{found.vertices.size} vertices, {found.edge_index.shape[1]} edges drawn"
        panels.append(Panel(title, said, IDS, states(kinds), on))
    words = {"frontier": "seed", "now": "first layer", "before": "second layer", "unvisited": "not drawn"}
    return figure("Neighbors drawn at random", panels, words, {"on": "edge drawn", "off": "other edge"})


def biconnected() -> str:
    """Bridges and articulation points, and the components."""
    found = wf.biconnected_components(ROADS, device="cpu")
    numbers = dict(zip(edges_of(ROADS), found.edge_components.tolist(), strict=True))
    marks = {(u, v): number for (u, v), number in numbers.items() if u < v}
    cuts, bridges = found.articulation_points.tolist(), set(map(tuple, found.bridges.tolist()))
    panels = [
        Panel(
            "wf.bridges(graph), wf.articulation_points(graph)",
            f"{len(bridges)} bridges, {len(cuts)} articulation points",
            IDS,
            states({"now": cuts}, "before"),
            bridges,
            has_arrows=False,
        ),
        Panel(
            "wf.biconnected_components(graph)",
            f"{found.num_components} components: the number of each edge",
            IDS,
            states({"now": cuts}, "before"),
            bridges,
            marks,
            has_arrows=False,
        ),
    ]
    words = {"now": "articulation", "before": "other"}
    return figure("Bridges and biconnected components", panels, words, {"on": "bridge", "off": "other edge"})


def spanning_forest() -> str:
    """Any forest, and one of the least weight."""
    panels = []
    for weighted in (False, True):
        found = wf.spanning_forest(ROADS, weighted=weighted, device="cpu")
        edges = set(map(tuple, found.edges.tolist()))
        call = f"wf.spanning_forest(graph{', weighted=True' if weighted else ''})"
        said = f"{len(edges)} edges of weight {weight_of(edges):g}"
        panels.append(Panel(call, said, IDS, states({}, "before"), edges, weights(), None, False))
    return figure("Spanning forests", panels, {}, {"on": "in the forest", "off": "left out"})


def with_edges() -> str:
    """Levels before and after edges change."""
    plain = wf.Graph.from_edges(*np.transpose(edges_of(ROADS)), len(IDS)).to_undirected()
    added, removed = ([8, 10], [9, 16]), ([6, 13], [12, 14])
    changed = plain.with_edges(added, removed)
    before, after = (wf.bfs(graph, SOURCE, device="cpu").levels for graph in (plain, changed))
    new = set(zip(*added, strict=True))
    gone = set(zip(*removed, strict=True))
    other = np.flatnonzero(before != after).tolist()
    panels = [
        Panel(
            "graph",
            "levels from vertex 6; two edges will go",
            before.tolist(),
            states({"frontier": [SOURCE]}, "before"),
            gone,
            graph=plain,
            has_arrows=False,
        ),
        Panel(
            "graph.with_edges(added, removed)",
            f"{len(other)} levels are others",
            after.tolist(),
            states({"frontier": [SOURCE], "now": other}, "before"),
            new,
            graph=changed,
            has_arrows=False,
        ),
    ]
    words = {"frontier": "source", "now": "other level", "before": "same level"}
    return figure("Edges added and removed", panels, words, {"on": "removed, added", "off": "kept"})


def small_levels() -> str:
    """Bytes of the rows of 64 searches by their type, as `memory_needed` tells them."""
    graph, scale = wf.generators.grid(100, 100), 1 / 8_000
    marks = [text(0, 12, "levels of 64 searches, 10,000 vertices", anchor="start", size=13, bold=True)]
    for place, kind in enumerate(("int32", "int16", "int8")):
        needed = wf.memory_needed(
            graph, "multi_source_bfs", sources=range(64), level_dtype=kind, device="cpu"
        )
        size, top = needed.parts["levels"], 26 + 34 * place
        deepest = np.iinfo(kind).max
        marks.append(text(0, top + 16, kind, anchor="start", bold=True))
        marks.append(element("rect", "frontier", x=52, y=top, width=size * scale, height=24))
        words = f"{size:,} bytes, levels to {deepest:,}"
        marks.append(text(60 + size * scale, top + 16, words, anchor="start"))
    return page("Levels of smaller types", 640, 26 + 3 * 34 + 2 * MARGIN, moved(MARGIN, MARGIN, marks))


FIGURES = (
    within,
    shortest_path,
    nearest_source,
    levels_from_two,
    distances_from_two,
    a_star,
    all_shortest_paths,
    k_shortest_paths,
    filters,
    closeness,
    eccentricity,
    betweenness,
    sampling,
    biconnected,
    spanning_forest,
    small_levels,
    with_edges,
)


def files() -> dict[Path, str]:
    """Every figure, and what is to be in it."""
    return {FOLDER / f"{function.__name__}.svg": function() for function in FIGURES}


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content)
