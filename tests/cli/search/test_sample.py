"""`wavefront sample`: what is drawn, and that it can be checked."""


def test_what_is_drawn_is_validated(command, command_json, karate):
    asked = "sample", karate[0], "--undirected", "--source", 1, "--fanout", 3, "--seed", 2
    found = command_json(*asked, "--validate")
    assert (found["validated"], found["num_found"], len(found["layers"])) == (True, 4, 1)
    assert not command_json(*asked)["validated"]
    assert "all rules hold" in command(*asked, "--validate").out
