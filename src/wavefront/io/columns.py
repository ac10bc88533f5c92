"""Known names of the columns of edge tables, in lower case."""

SOURCE = {"source", "src", "from", "fromnodeid", "tail", "node1", "node_1", "id_1"}
TARGET = {"target", "dst", "dest", "destination", "to", "tonodeid", "head", "node2", "node_2", "id_2"}
WEIGHT = {"weight", "w", "value", "cost", "distance", "length", "capacity"}
