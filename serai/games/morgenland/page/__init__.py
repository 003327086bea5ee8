"""How Morgenland looks: the drawing of the board, its pieces, and all words about them."""
