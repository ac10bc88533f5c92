"""Commands that find a number for every vertex: each follows from a row of the table of algorithms.

Start with run.py. A command with options or facts of its own has a function here, in a file of its name.
From here comes BODIES, the table of those functions.
"""

from .bellman_ford import bellman_ford
from .betweenness import betweenness
from .closeness import closeness
from .communities import communities
from .components import components
from .core import core
from .distances import distances
from .eccentricity import eccentricity
from .forest import forest
from .levels import levels
from .pagerank import pagerank
from .run import Body
from .sssp import sssp
from .topological import topological
from .triangles import triangles
from .within import within

# By the command's name; all other commands are `plain`.
BODIES: dict[str, Body] = {
    "bellman-ford": bellman_ford,
    "betweenness": betweenness,
    "closeness": closeness,
    "communities": communities,
    "components": components,
    "core": core,
    "distances": distances,
    "eccentricity": eccentricity,
    "forest": forest,
    "harmonic": closeness,
    "levels": levels,
    "pagerank": pagerank,
    "sssp": sssp,
    "topological": topological,
    "triangles": triangles,
    "within": within,
}
