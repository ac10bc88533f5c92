"""How igraph, NetworKit, rustworkx and NetworkX answer the questions of benchmarks/searches.py."""

from functools import cache, partial
from itertools import islice
from typing import Any

import numpy as np
from search_inputs import ANYWHERE, Given, K, Matrix
from search_programs import (
    Program,
    Programs,
    balls,
    changed_degrees,
    counted,
    filled,
    in_order,
    once,
    pairs_sorted,
    straight,
)


def of_igraph(given: Given) -> Programs:
    import igraph

    count, length = given.num_vertices, Matrix(given).length
    graph = igraph.Graph(count, memoryview(given.ends))
    weights, pair, near = given.weights.tolist(), given.pairs.tolist(), given.near.tolist()
    sources, sample = given.sources.tolist(), given.sample.tolist()
    search = partial(graph.distances, given.source, weights=weights, algorithm="dijkstra")

    @cache
    def upward() -> Any:
        return igraph.Graph(count, memoryview(given.ends), directed=True)

    def toward(i: int, _: float) -> Any:
        estimate = straight(given, pair[i][1])
        return graph.get_shortest_path_astar(
            *pair[i], heuristics=lambda _, vertex, __: estimate(vertex), weights=weights
        )

    def filtered() -> Any:
        inner = graph.subgraph(np.flatnonzero(given.kept))
        return inner.distances(int(given.kept[: given.source].sum()))

    def changed() -> Any:
        made = graph.copy()
        made.delete_edges(given.removed.tolist())
        made.add_edges(given.added.tolist())
        return made

    def fresh(run: Any) -> Any:
        graph.__invalidate_cache()  # otherwise igraph may remember what it found
        return run()

    return {
        "sssp": once(search, lambda found: found[0]),
        "sssp, one target": once(lambda: search(int(given.target)), lambda found: found[0][0]),
        "multi_source_sssp, 16 sources": once(
            lambda: graph.distances(sources, weights=weights, algorithm="dijkstra")
        ),
        "bellman_ford": once(
            lambda: graph.distances(given.source, weights=weights, algorithm="bellman_ford"),
            lambda found: found[0],
        ),
        "shortest_path, edges": Program(
            lambda i, _: graph.get_shortest_path(*pair[i]), lambda path: len(path) - 1
        ),
        "shortest_path, weights": Program(
            lambda i, _: graph.get_shortest_path(*pair[i], weights=weights), length
        ),
        "shortest_path, A*": Program(toward, length),
        "within, 2 edges": once(lambda: graph.neighborhood(given.centers.tolist(), order=2), balls),
        "all_shortest_paths": Program(lambda i, _: graph.get_all_shortest_paths(*near[i]), sorted),
        f"k_shortest_paths, k = {K}": Program(
            lambda i, _: graph.get_k_shortest_paths(*near[i], k=K, weights=weights),
            lambda paths: [length(path) for path in paths],
        ),
        ANYWHERE: Program(
            lambda i, _: graph.get_k_shortest_paths(*pair[i], k=K, weights=weights),
            lambda paths: [length(path) for path in paths],
        ),
        "bfs, vertex filter": once(filtered, lambda found: np.where(np.isinf(found[0]), -1, found[0])),
        "closeness, 64 vertices": once(lambda: graph.closeness(sample)),
        "harmonic, 64 vertices": once(
            lambda: graph.harmonic_centrality(sample), lambda found: np.array(found) * (count - 1)
        ),
        "eccentricity, 64 vertices": once(lambda: graph.eccentricity(sample)),
        "diameter": once(graph.diameter),
        "betweenness, 4 sources": once(lambda: graph.betweenness(sources=sources[:4])),
        "betweenness, weighted, 2 sources": once(
            lambda: graph.betweenness(weights=weights, sources=sources[:2])
        ),
        "betweenness of edges, 4 sources": once(lambda: graph.edge_betweenness(sources=sources[:4])),
        "biconnected_components": once(lambda: fresh(graph.biconnected_components), partial(counted, count)),
        "bridges": once(lambda: fresh(graph.bridges), lambda found: pairs_sorted(given.ends[found])),
        "articulation_points": once(lambda: fresh(graph.articulation_points), sorted),
        "spanning_forest, weighted": once(
            lambda: graph.spanning_tree(weights, return_tree=False),
            lambda found: given.weights[found].sum(),
        ),
        "topological order": Program(lambda *_: upward().topological_sorting(), partial(in_order, given)),
        "with_edges, 0.1 %": once(changed, lambda made: made.degree()),
    }


def of_networkit(given: Given) -> Programs:
    import networkit
    from networkit import centrality, components, distance, graphtools

    import wavefront as wf

    networkit.setNumberOfThreads(wf.Cpu().threads)
    count, ends = given.num_vertices, (given.src.astype(np.uint64), given.dst.astype(np.uint64))
    graph = networkit.GraphFromCoo(ends, n=count)
    weighted = networkit.GraphFromCoo((given.weights, ends), n=count, weighted=True)
    pair, removed, added = given.pairs.tolist(), given.ends[given.removed].tolist(), given.added.tolist()

    @cache
    def upward() -> Any:
        return networkit.GraphFromCoo(ends, n=count, directed=True)

    def far(run: Any) -> np.ndarray:
        found = np.array(run.getDistances())
        return np.where(found > 1e300, np.inf, found)

    def toward(i: int, _: float) -> Any:
        places = given.coordinates
        estimate = np.hypot(*(places - places[pair[i][1]]).T)
        return distance.AStar(weighted, estimate, *pair[i], storePred=False).run()

    def filtered() -> Any:
        inner = graphtools.subgraphFromNodes(graph, np.flatnonzero(given.kept), compact=False)
        return distance.BFS(inner, given.source, storePaths=False).run()

    def kept_levels(run: Any) -> np.ndarray:
        levels = far(run)[given.kept]
        return np.where(np.isinf(levels), -1, levels)

    def changed() -> Any:
        made = networkit.Graph(graph)
        for end in removed:
            made.removeEdge(*end)
        for end in added:
            made.addEdge(*end)
        return made

    def levels() -> Any:
        for vertex in given.sample.tolist():
            yield np.array(distance.BFS(graph, vertex, storePaths=False).run().getDistances())

    def forest() -> Any:
        return networkit.graph.KruskalMSF(weighted).run()

    return {
        "sssp": once(lambda: distance.Dijkstra(weighted, given.source, storePaths=False).run(), far),
        "sssp, one target": once(
            lambda: distance.Dijkstra(weighted, given.source, False, False, int(given.target)).run(),
            lambda run: run.distance(int(given.target)),
        ),
        "multi_source_sssp, 16 sources": once(
            lambda: distance.SPSP(weighted, given.sources.tolist()).run(), lambda run: run.getDistances()
        ),
        "shortest_path, edges": Program(
            lambda i, _: distance.BidirectionalBFS(graph, *pair[i]).run(),
            lambda run: run.getDistance(),
        ),
        "shortest_path, weights": Program(
            lambda i, _: distance.BidirectionalDijkstra(weighted, *pair[i]).run(),
            lambda run: run.getDistance(),
        ),
        "shortest_path, A*": Program(toward, lambda run: run.getDistance()),
        "bfs, vertex filter": once(filtered, kept_levels),
        "closeness, 64 vertices": once(lambda: [(count - 1) / found.sum() for found in levels()]),
        "harmonic, 64 vertices": once(lambda: [(1 / np.maximum(found, 1)).sum() - 1 for found in levels()]),
        "eccentricity, 64 vertices": once(
            lambda: [distance.Eccentricity.getValue(graph, vertex)[1] for vertex in given.sample.tolist()]
        ),
        "diameter": once(
            lambda: distance.Diameter(graph, distance.DiameterAlgo.EXACT).run().getDiameter()[0]
        ),
        "biconnected_components": once(
            lambda: components.BiconnectedComponents(graph).run(),
            lambda run: counted(count, run.getComponents()),
        ),
        "spanning_forest, weighted": once(forest, lambda run: run.getTotalWeight()),
        "topological order": Program(
            lambda *_: graphtools.topologicalSort(upward()), partial(in_order, given)
        ),
        "with_edges, 0.1 %": once(
            changed, lambda made: centrality.DegreeCentrality(made, normalized=False).run().scores()
        ),
    }


def of_rustworkx(given: Given) -> Programs:
    import rustworkx

    count, length = given.num_vertices, Matrix(given).length
    rows = list(zip(given.src.tolist(), given.dst.tolist(), given.weights.tolist(), strict=True))
    pair, near, ends = given.pairs.tolist(), given.near.tolist(), given.ends

    def made_of(kind: Any) -> Any:
        made = kind(multigraph=False) if kind is rustworkx.PyGraph else kind()
        made.add_nodes_from(range(count))
        made.add_edges_from(rows)
        return made

    graph, upward = made_of(rustworkx.PyGraph), cache(partial(made_of, rustworkx.PyDiGraph))

    def toward(i: int, _: float) -> Any:
        source, target = pair[i]
        return rustworkx.astar_shortest_path(graph, source, target.__eq__, float, straight(given, target))

    def filtered() -> Any:
        inner = graph.subgraph(np.flatnonzero(given.kept).tolist())
        return rustworkx.dijkstra_shortest_path_lengths(
            inner, int(given.kept[: given.source].sum()), lambda _: 1.0
        )

    def kept_levels(found: Any) -> np.ndarray:
        levels = filled(int(given.kept.sum()), found)
        levels[given.kept[: given.source].sum()] = 0
        return np.where(np.isinf(levels), -1, levels)

    def changed() -> Any:
        made = graph.copy()
        made.remove_edges_from([tuple(end) for end in ends[given.removed].tolist()])
        made.add_edges_from([(*end, 1.0) for end in given.added.tolist()])
        return made

    def from_source(found: Any) -> np.ndarray:
        distances = filled(count, found)
        distances[given.source] = 0
        return distances

    def memberships(found: Any) -> np.ndarray:
        keys = np.array([(*end, component) for end, component in found.items()])
        both = np.concatenate([keys[:, [0, 2]], keys[:, [1, 2]]])
        return np.bincount(np.unique(both, axis=0)[:, 0], minlength=count)

    source, target = given.source, int(given.target)
    return {
        "sssp": once(lambda: rustworkx.dijkstra_shortest_path_lengths(graph, source, float), from_source),
        "sssp, one target": once(
            lambda: rustworkx.dijkstra_shortest_path_lengths(graph, source, float, target),
            lambda found: found[target],
        ),
        "bellman_ford": once(
            lambda: rustworkx.bellman_ford_shortest_path_lengths(graph, source, float), from_source
        ),
        "shortest_path, edges": Program(
            lambda i, _: rustworkx.dijkstra_shortest_paths(graph, pair[i][0], pair[i][1]),
            lambda paths: len(next(iter(paths.values()))) - 1,
        ),
        "shortest_path, weights": Program(
            lambda i, _: rustworkx.dijkstra_shortest_paths(graph, pair[i][0], pair[i][1], float),
            lambda paths: length(next(iter(paths.values()))),
        ),
        "shortest_path, A*": Program(toward, length),
        "all_shortest_paths": Program(
            lambda i, _: rustworkx.all_shortest_paths(graph, *near[i]),
            lambda paths: sorted(list(path) for path in paths),
        ),
        "bfs, vertex filter": once(filtered, kept_levels),
        "biconnected_components": once(lambda: rustworkx.biconnected_components(graph), memberships),
        "bridges": once(lambda: rustworkx.bridges(graph), lambda found: pairs_sorted(list(found))),
        "articulation_points": once(lambda: rustworkx.articulation_points(graph), sorted),
        "spanning_forest, weighted": once(
            lambda: rustworkx.minimum_spanning_edges(graph, float),
            lambda edges: sum(weight for *_, weight in edges),
        ),
        "topological order": Program(
            lambda *_: rustworkx.topological_sort(upward()), partial(in_order, given)
        ),
        "with_edges, 0.1 %": once(changed, lambda made: changed_degrees(given, made.edge_list())),
    }


def of_networkx(given: Given) -> Programs:
    import networkx

    count, length = given.num_vertices, Matrix(given).length
    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from(
        zip(given.src.tolist(), given.dst.tolist(), given.weights.tolist(), strict=True)
    )
    source, target, sample = given.source, int(given.target), given.sample.tolist()
    pair, near, sources = given.pairs.tolist(), given.near.tolist(), given.sources.tolist()
    fill = partial(filled, count)

    @cache
    def upward() -> Any:
        made = networkx.DiGraph()
        made.add_edges_from(given.ends.tolist())
        return made

    def toward(i: int, _: float) -> Any:
        estimate = straight(given, pair[i][1])
        return networkx.astar_path(graph, *pair[i], lambda vertex, _: estimate(vertex))

    def filtered() -> Any:
        kept = networkx.subgraph_view(graph, filter_node=given.kept.__getitem__)
        return networkx.single_source_shortest_path_length(kept, source)

    def kept_levels(found: Any) -> np.ndarray:
        levels = fill(found)[given.kept]
        return np.where(np.isinf(levels), -1, levels)

    def changed() -> Any:
        made = graph.copy()
        made.remove_edges_from(given.ends[given.removed].tolist())
        made.add_edges_from(given.added.tolist())
        return made

    def scores(function: Any, some: list[int], weight: str | None) -> Any:
        return function(graph, some, list(graph), weight=weight)

    def by_edge(found: Any) -> np.ndarray:
        return np.array(
            [found[end] if end in found else found[end[::-1]] for end in map(tuple, given.ends.tolist())]
        )

    def by_vertex(found: Any) -> np.ndarray:
        return np.array([found[vertex] for vertex in range(count)])

    single, vertices = networkx.single_source_dijkstra_path_length, networkx.betweenness_centrality_subset
    return {
        "sssp": once(lambda: single(graph, source), fill),
        "sssp, nearest of 16 sources": once(
            lambda: networkx.multi_source_dijkstra_path_length(graph, set(sources)), fill
        ),
        "sssp, one target": once(lambda: networkx.dijkstra_path_length(graph, source, target)),
        "sssp, cutoff": once(lambda: single(graph, source, float(given.cutoff)), fill),
        "multi_source_sssp, 16 sources": once(
            lambda: [single(graph, each) for each in sources], lambda found: [fill(each) for each in found]
        ),
        "bellman_ford": once(lambda: networkx.single_source_bellman_ford_path_length(graph, source), fill),
        "shortest_path, edges": Program(
            lambda i, _: networkx.bidirectional_shortest_path(graph, *pair[i]), lambda path: len(path) - 1
        ),
        "shortest_path, weights": Program(
            lambda i, _: networkx.bidirectional_dijkstra(graph, *pair[i]), lambda found: found[0]
        ),
        "shortest_path, A*": Program(toward, length),
        "within, 2 edges": once(
            lambda: [
                networkx.single_source_shortest_path_length(graph, center, 2)
                for center in given.centers.tolist()
            ],
            balls,
        ),
        "all_shortest_paths": Program(
            lambda i, _: list(networkx.all_shortest_paths(graph, *near[i])), sorted
        ),
        f"k_shortest_paths, k = {K}": Program(
            lambda i, _: list(islice(networkx.shortest_simple_paths(graph, *near[i], "weight"), K)),
            lambda paths: [length(path) for path in paths],
        ),
        "bfs, vertex filter": once(filtered, kept_levels),
        "closeness, 64 vertices": once(
            lambda: [networkx.closeness_centrality(graph, vertex) for vertex in sample]
        ),
        "harmonic, 64 vertices": once(
            lambda: networkx.harmonic_centrality(graph, sample),
            lambda found: [found[each] for each in sample],
        ),
        "eccentricity, 64 vertices": once(
            lambda: networkx.eccentricity(graph, sample), lambda found: [found[each] for each in sample]
        ),
        "diameter": once(lambda: networkx.diameter(graph, usebounds=True)),
        "betweenness, 4 sources": once(lambda: scores(vertices, sources[:4], None), by_vertex),
        "betweenness, weighted, 2 sources": once(lambda: scores(vertices, sources[:2], "weight"), by_vertex),
        "betweenness of edges, 4 sources": once(
            lambda: scores(networkx.edge_betweenness_centrality_subset, sources[:4], None), by_edge
        ),
        "biconnected_components": once(
            lambda: list(networkx.biconnected_components(graph)), partial(counted, count)
        ),
        "bridges": once(lambda: list(networkx.bridges(graph)), pairs_sorted),
        "articulation_points": once(lambda: list(networkx.articulation_points(graph)), sorted),
        "spanning_forest, weighted": once(
            lambda: list(networkx.minimum_spanning_edges(graph, data=True)),
            lambda edges: sum(data["weight"] for *_, data in edges),
        ),
        "topological order": Program(
            lambda *_: list(networkx.topological_sort(upward())), partial(in_order, given)
        ),
        "with_edges, 0.1 %": once(changed, lambda made: [made.degree(vertex) for vertex in range(count)]),
    }
