"""Graph algorithms, one file each, on the operators and the traversal strategies."""
