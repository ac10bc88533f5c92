"""Graph algorithms, one file each, on the traversal strategies."""
