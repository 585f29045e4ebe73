"""Reviews in plain words, for people who never heard of double dummy: a module for bids, cards, the claim, the account.

Every sentence that names a card is made in a ``CardStyle``, with suit letters or symbols.  What is smaller than a
sentence is in ``phrases``; a bid's word, a card's text, a count and a list are in ``solver.formats.words``.
"""
