"""Who may be connected at a time."""

from __future__ import annotations

from api.server.crowd import Crowd, Room


class Guest:
    def __init__(self, crowd: Crowd, client: str, waits_since: float | None) -> None:
        self.crowd = crowd
        self.client = client
        self.waits_since = waits_since
        self.thrown_out = False

    def throw_out(self) -> None:
        self.thrown_out = True
        self.crowd.leave(self)


def test_an_address_has_its_share_and_the_longest_waiting_of_the_greediest_makes_room() -> None:
    crowd = Crowd(4, 3)
    guests = [Guest(crowd, "a", since) for since in (None, 7.0, 5.0)]
    for guest in guests:
        assert crowd.admits("a")
        crowd.enter(guest)
    assert not crowd.admits("a")
    crowd.enter(Guest(crowd, "b", 1.0))
    assert crowd.admits("c")
    assert [guest.thrown_out for guest in guests] == [False, False, True]
    crowd.enter(Guest(crowd, "c", 2.0))
    assert crowd.admits("d")  # "a" has two, of which one waits
    crowd.enter(Guest(crowd, "d", 3.0))
    assert not crowd.admits("b")  # all have one each
    crowd.leave(guests[0])
    crowd.leave(guests[0])
    assert (len(crowd), len(list(crowd))) == (3, 3)


def test_bodies_have_so_many_bytes_in_all_and_of_one_client() -> None:
    room = Room(100, 60)
    assert room.take("a", 60)
    assert not room.take("a", 1)
    assert room.take("b", 40)
    assert not room.take("c", 1)
    room.give_back("a", 60)
    assert room.take("c", 60)
