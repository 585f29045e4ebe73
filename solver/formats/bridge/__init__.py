"""Records of bridge: contracts and auctions as people write them, LIN, and what PBN tags tell of them."""
