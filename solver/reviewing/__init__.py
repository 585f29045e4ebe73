"""A played hand reviewed: what each bid and each card cost, in tricks, points and plain words.

``analysis`` is the way in, for one hand; ``game`` adds hands up.  ``record`` is a play as people write it down,
``replay`` plays it card by card and ``irregularity`` tells what is illegal in it.  ``bids``, ``lead``, ``card_play``
and ``claim`` value what was done, by the ``payoff`` of the contracts; ``accuracy``, ``account`` and ``expected`` add
up.  ``result`` is the review as values; ``words`` say it, ``render`` shows it.
"""
