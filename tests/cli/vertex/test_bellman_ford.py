"""``wavefront bellman-ford``: what it prints, and a negative cycle in one line."""


def test_negative_weights(command, command_json, file_of):
    path = file_of("costs.csv", "src,dst,weight\na,b,4\na,c,2\nc,b,-3\nb,d,1\n")
    found = command_json("bellman-ford", path, "--source", "a", "--target", "d", "--validate")
    assert (found["distance"], found["path"], found["validated"]) == (0, ["a", "c", "b", "d"], True)
    assert found["top"][0] == {"vertex": "c", "distance": 2}
    assert "a -> c -> b -> d" in command("bellman-ford", path, "--source", "a", "--target", "d").out
    first, *_ = command_json("bellman-ford", path, "--source", "a", "--trace")["trace"]
    assert (first["frontier"], first["edges"], first["vertices"]) == (1, 2, 2)


def test_a_negative_cycle_is_named(command, file_of):
    path = file_of("costs.csv", "src,dst,weight\na,b,4\nb,c,2\nc,b,-3\n")
    assert "'b' (id 1) -> 'c' (id 2) -> 'b'" in command("bellman-ford", path, "--source", "a", status=2).err
