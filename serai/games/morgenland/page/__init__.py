"""The look of Morgenland: the drawing of the board, its pieces, and all texts about them."""
