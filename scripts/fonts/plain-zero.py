"""Writes app/_ui/plain-zero.woff2: the digit 0 of Atkinson Hyperlegible Next without its slash.

Slashed zeros help to compare addresses, which are set in the monospaced face. In amounts and prose
they look like an 8, and the face has no other zero. Its two half counters are mirrored into a whole
one, for every weight; widths and the other digits stay as they are.

    pip install 'fonttools[woff]' && python3 scripts/fonts/plain-zero.py
"""

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.ttLib.tables.TupleVariation import TupleVariation

SOURCE = (
    "node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/"
    "atkinson-hyperlegible-next-latin-wght-normal.woff2"
)
TARGET = "app/_ui/plain-zero.woff2"

OUTER = range(0, 16)


def main() -> None:
    font = TTFont(SOURCE)
    options = subset.Options()
    options.layout_features = ["tnum", "pnum"]
    options.hinting = False
    options.flavor = "woff2"
    options.name_IDs = [0, 5]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[ord("0")])
    subsetter.subset(font)

    glyph = font["glyf"]["zero"]
    before = list(glyph.coordinates)
    assert glyph.endPtsOfContours == [15, 26, 38], "the glyph was drawn anew: look at its contours"
    quarter = before[23:27]  # on the curve at the left, then three off it
    bottom = before[16]
    left_y, center_x = quarter[0][1], bottom[0]
    counter = whole(quarter, bottom, lambda x: 2 * center_x - x, lambda y: 2 * left_y - y)
    glyph.coordinates = GlyphCoordinates([before[at] for at in OUTER] + counter)
    on, off = 1, 0
    glyph.flags = bytearray(list(glyph.flags[:16]) + [on, off, off, off] * 4)
    glyph.endPtsOfContours = [15, 31]
    glyph.numberOfContours = 2

    variations = font["gvar"].variations["zero"]
    font["gvar"].variations["zero"] = [
        TupleVariation(one.axes, moved(one.coordinates)) for one in variations
    ]
    font.save(TARGET)


def moved(deltas: list) -> list:
    """The deltas of the outline, of its whole counter, and of its four phantom points."""
    quarter, bottom = deltas[23:27], deltas[16]
    center_dx = bottom[0]
    counter = whole(quarter, bottom, lambda dx: 2 * center_dx - dx, lambda dy: -dy)
    return [deltas[at] for at in OUTER] + counter + deltas[-4:]


def whole(quarter: list, bottom: tuple, mirror_x, mirror_y) -> list:
    """A closed curve against the direction of the outline: left, bottom, right, top."""
    left, *off = quarter
    flip_x = lambda points: [(mirror_x(x), y) for x, y in points]
    flip_y = lambda points: [(x, mirror_y(y)) for x, y in points]
    lower_right = flip_x(off[::-1])
    upper_right = flip_y(flip_x(off))
    upper_left = flip_y(off[::-1])
    right, top = flip_x([left])[0], flip_y([bottom])[0]
    return [left, *off, bottom, *lower_right, right, *upper_right, top, *upper_left]


if __name__ == "__main__":
    main()
