"""What is known of the other hands in words: one sentence for each seat, and one for what the deal itself says."""

from __future__ import annotations

from solver.formats.words import count, joined
from solver.game.cards import Seat
from solver.game.rules import JokerUpcard
from solver.players.knowledge import Holder, Knowledge

__all__ = ["known_of", "sentences"]


def known_of(knowledge: Knowledge, seat: Seat) -> str:
    """What the rules tell of a hidden hand, in one sentence, each part with its rule."""
    held = knowledge.left[seat]
    parts = [f"{fact.what} ({fact.why}, {fact.rule})" for fact in knowledge.facts if fact.seat is seat]
    if knowledge.seen.exchanged is seat:
        parts.append("showed the other blooper and drew a card for it (R4)")
    if not held:
        return f"{seat.full_name} has no cards left."
    if not parts:
        return f"{seat.full_name} has {count(held, 'card')} of which nothing is known."
    return f"{seat.full_name}, with {count(held, 'card')} left, {joined(parts, 'and')}."


def sentences(knowledge: Knowledge) -> tuple[str, ...]:
    """Of each hidden seat, clockwise from the left, then of the bloopers in no-trump, the upcard and the stock."""
    seen = knowledge.seen
    told = [known_of(knowledge, seat) for seat in knowledge.hidden]
    if seen.trump is None and seen.rules.bloopers and seen.rules.joker_upcard is not JokerUpcard.NO_TRUMP_LIVE:
        told.append("No hand has a blooper in a no-trump deal (R4).")
    if knowledge.left[Holder.UPCARD]:
        which = "a blooper" if seen.trump is None else f"a card of the trump suit, {seen.trump}"
        told.append(f"The upcard is not known: it is {which} (R3).")
    if stock := knowledge.left[Holder.STOCK]:
        told.append(f"{count(stock, 'unseen card')} {'was' if stock == 1 else 'were'} not dealt.")
    return tuple(told)
