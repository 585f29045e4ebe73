"""A played hand reviewed: what each bid and each card cost, in tricks, points and plain words.

``hand`` is the way in.  ``record`` reads a play as people write it down and ``steps`` finds what is illegal in
it; ``plays``, ``bidding`` and ``claims`` judge cards, bids and claims; ``judged`` adds up players, sides and the
account, ``story`` and ``sentences`` put it into words; ``text``, ``markdown`` and ``page`` show it.
"""
