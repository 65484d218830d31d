"""Pictures of cards as SVG, drawn by the project: Spanish and French packs, jokers, a plain face for other cards.

All shapes are paths of whole numbers and few colours; nothing depends on a font, so that a card looks the same
wherever it is printed. Shapes that come again are defined once and used by name.
"""

from referee.booklet.pictures.hand import Face, Row, drawing, placed, shapes

__all__ = ["Face", "Row", "drawing", "placed", "shapes"]
