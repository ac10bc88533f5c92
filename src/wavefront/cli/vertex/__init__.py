"""Commands that find a number for every vertex: each follows from a row of the table of algorithms.

Start with run.py. A command with options or facts of its own has a function here, in a file of its name.
From here comes BODIES, the table of those functions.
"""

from .betweenness import betweenness
from .closeness import closeness
from .communities import communities
from .components import components
from .core import core
from .eccentricity import eccentricity
from .pagerank import pagerank
from .run import Body
from .sssp import sssp
from .topological import topological
from .triangles import triangles
from .within import within

# By the command's name; all other commands are `plain`.
BODIES: dict[str, Body] = {
    "betweenness": betweenness,
    "closeness": closeness,
    "communities": communities,
    "components": components,
    "core": core,
    "eccentricity": eccentricity,
    "harmonic": closeness,
    "pagerank": pagerank,
    "sssp": sssp,
    "topological": topological,
    "triangles": triangles,
    "within": within,
}
