import networkx as nx


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("diameter", path, "--undirected", "--validate")
    assert found["diameter"] == nx.diameter(graph)
    assert nx.shortest_path_length(graph, *found["ends"]) == found["diameter"]
    assert found["validated"]
    assert 1 <= found["num_searches"] <= 50
    assert set(found["milliseconds"]) == {"compile", "read", "search"}


def test_text_names_the_ends(command, cities):
    text = command("diameter", cities, "--undirected", "--validate").out
    assert "all rules hold" in text
    rows = [line.split() for line in text.splitlines()]
    assert ["diameter", "3"] in rows
    assert ["from", "oslo"] in rows or ["to", "oslo"] in rows


def test_a_graph_that_is_not_connected_is_the_callers_error(command, cities):
    assert "strongly connected" in command("diameter", cities, status=2).err
