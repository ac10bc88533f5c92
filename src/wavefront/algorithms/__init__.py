"""The algorithms: one file or package each, one row each in ALGORITHMS.

Start with bfs.py, then sssp/api.py; algorithm.py explains a row. The exports, the command line, the tests of
every algorithm, the benchmark and the guide's index follow from the table. A new algorithm is a file, a
validator in wavefront/validate, a row here and a page in docs/guide/algorithms; docs/tables.py writes the
rest. From here comes the table; import each function from its own file.
"""

from .algorithm import Algorithm, Command

_ROWS = (
    Algorithm(
        "bfs",
        module="bfs",
        result="BfsResult",
        summary="Search breadth first from one or more vertices.",
        start="source",
    ),
    Algorithm(
        "multi_source_bfs",
        module="multi_source_bfs",
        result="MultiSourceBfsResult",
        summary="Find the levels from each of many sources; their closeness and eccentricity.",
        start="sources",
    ),
    Algorithm(
        "sssp",
        module="sssp",
        result="SsspResult",
        summary="Find shortest paths from one or more vertices; the length of an edge is its weight, or 1.",
        start="source",
        command=Command(
            "sssp",
            step="search",
            values="distances",
            value_name="distance",
            example="roads.gr --source 0 --target 99",
        ),
    ),
    Algorithm(
        "within",
        module="within",
        result="WithinResult",
        summary="Find the vertices within a radius of a vertex, in time and memory for these alone.",
        start="source",
        command=Command(
            "within",
            step="search",
            values="distances",
            value_name="distance",
            example="roads.gr --source 0 --radius 250 --weighted",
        ),
    ),
    Algorithm(
        "closeness",
        module="closeness",
        result="ClosenessResult",
        summary="Score each vertex by how near it is to the others.",
        command=Command(
            "closeness",
            step="search",
            values="scores",
            value_name="score",
            example="karate.mtx --samples 20",
        ),
    ),
    Algorithm(
        "harmonic",
        module="harmonic",
        result="HarmonicResult",
        summary="Score each vertex by the sum of one over its distances from the others.",
        command=Command(
            "harmonic",
            step="search",
            values="scores",
            value_name="score",
            example="karate.mtx --direction out",
        ),
    ),
    Algorithm(
        "eccentricity",
        module="eccentricity",
        result="EccentricityResult",
        summary="Find how far the farthest vertex is from each; the radius and the center.",
        command=Command(
            "eccentricity",
            step="search",
            values="eccentricities",
            value_name="eccentricity",
            example="karate.mtx --undirected",
        ),
    ),
    Algorithm(
        "connected_components",
        module="components",
        result="Components",
        summary="Find the weakly or strongly connected components.",
        command=Command(
            "components",
            step="connect",
            values="components",
            value_name="component",
            facts=("kind", "num_components"),
            example="karate.mtx --kind strong --output components.csv",
            summary="Find the connected components; the table shows the largest, each by its first vertex.",
        ),
    ),
    Algorithm(
        "core_number",
        module="core_number",
        result="CoreResult",
        summary="Find the core number of each vertex of an undirected graph.",
        needs="undirected",
        command=Command(
            "core",
            step="peel",
            values="cores",
            value_name="core",
            facts=("degeneracy",),
            example="karate.mtx --undirected",
        ),
    ),
    Algorithm(
        "triangles",
        module="triangles",
        result="TrianglesResult",
        summary="Count the triangles of an undirected graph, and those at each vertex.",
        needs="undirected",
        command=Command(
            "triangles",
            step="count",
            values="counts",
            value_name="triangles",
            facts=("total",),
            example="karate.mtx --undirected --strategy hybrid --account",
        ),
    ),
    Algorithm(
        "betweenness_centrality",
        module="betweenness",
        result="BetweennessResult",
        summary="Score each vertex by the share of shortest paths through it.",
        start="sources",
        command=Command(
            "betweenness",
            step="score",
            values="scores",
            value_name="score",
            example="karate.mtx --samples 20",
        ),
    ),
    Algorithm(
        "pagerank",
        module="pagerank",
        result="PageRankResult",
        summary="Rank the vertices by how often a random walk visits them.",
        command=Command(
            "pagerank",
            step="rank",
            values="ranks",
            value_name="rank",
            facts=("iterations", "converged"),
            example="karate.mtx --output ranks.csv",
        ),
    ),
    Algorithm(
        "label_propagation",
        module="label_propagation",
        result="LabelPropagationResult",
        summary="Find communities: each vertex takes the label most frequent around it.",
        needs="undirected",
        command=Command(
            "communities",
            step="propagate",
            values="communities",
            value_name="community",
            facts=("num_communities", "iterations", "converged"),
            example="karate.mtx --undirected --output communities.csv",
            summary="Find the communities of an undirected graph; the table shows the largest, "
            "each by its first vertex.",
        ),
    ),
    Algorithm(
        "topological_levels",
        module="topological_levels",
        result="TopologicalLevelsResult",
        summary="Find the longest path, in edges, to each vertex of a directed graph without cycles.",
        needs="acyclic",
        command=Command(
            "topological",
            step="order",
            values="levels",
            value_name="level",
            facts=("num_levels",),
            example="tasks.txt --output levels.csv",
        ),
    ),
)
ALGORITHMS = {row.name: row for row in _ROWS}
