"""Two linked devices play one match."""

from linked import Pair


def test_a_match_is_joined_and_played(tmp_path):
    pair = Pair(tmp_path)
    pair.begin("tic-tac-toe")
    one, two = pair.people
    for mover, point in ((0, "a1"), (1, "b2"), (0, "a2"), (1, "b1"), (0, "a3")):
        person = pair.people[mover]
        pair.wait_for(lambda person=person: not person.app.match.engine_to_move())
        pair.wait(600)
        person.play(point)
    pair.wait_for(lambda: two.position.is_over())
    assert one.position.winner == two.position.winner == 1
    assert pair.moves()[0] == pair.moves()[1]
