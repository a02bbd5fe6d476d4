"""Paints the screen of a terminal. Box lines and blocks are drawn, so that they join."""

import functools
import subprocess

from PIL import Image, ImageDraw, ImageFont

CELL = (9, 18)
FONT_SIZE = 15
FOREGROUND, BACKGROUND = "d8d8d8", "121212"
SIXTEEN = {
    "black": "1c1c1c", "red": "e06c75", "green": "98c379", "brown": "e5c07b",
    "blue": "61afef", "magenta": "c678dd", "cyan": "56b6c2", "white": "d8d8d8",
    "brightblack": "808080", "brightred": "ff8a93", "brightgreen": "b5e08f",
    "brightbrown": "ffd98f", "brightblue": "8fc8ff", "brightmagenta": "dfa0f0",
    "brightcyan": "7fd6e0", "brightwhite": "ffffff",
}
# Which sides of its cell a box character reaches: left, up, right, down.
BOX = {
    "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "├": "urd", "┤": "uld",
    "┬": "lrd", "┴": "lru", "┼": "lurd", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu",
}


@functools.cache
def fonts_with(character):
    """The font files that have the character, as fontconfig knows them."""
    listed = subprocess.run(
        ["fc-list", f":charset={ord(character):x}", "file"], capture_output=True, text=True, check=True)
    return sorted(line.partition(":")[0] for line in listed.stdout.splitlines())


@functools.cache
def font_for(character, bold):
    files = fonts_with(character)
    style = "-Bold" if bold else ""
    for ending in [f"/DejaVuSansMono{style}.ttf", f"/DejaVuSans{style}.ttf",
                   f"/NotoSansCJK-{'Bold' if bold else 'Regular'}.ttc"]:
        for file in files:
            if file.endswith(ending):
                return ImageFont.truetype(file, FONT_SIZE)
    raise SystemExit(f"no font for {character!r} (U+{ord(character):04X}); "
                     "install fonts-dejavu and fonts-noto-cjk")


def color(name, otherwise):
    value = SIXTEEN.get(name, otherwise if name == "default" else name)
    return tuple(bytes.fromhex(value))


def mix(one, other, share):
    return tuple(round(a * share + b * (1 - share)) for a, b in zip(one, other))


def paint_box(draw, left, top, character, fill):
    middle, half = left + CELL[0] // 2, top + CELL[1] // 2
    ends = {"l": (left, half), "r": (left + CELL[0] - 1, half),
            "u": (middle, top), "d": (middle, top + CELL[1] - 1)}
    for side in BOX[character]:
        draw.line([(middle, half), ends[side]], fill=fill)


def paint_block(draw, left, top, character, fill):
    """Eighths of a cell: from below (▁ to █), and from the left (▉ to ▏)."""
    eighths = ord(character) - 0x2580
    right, bottom = left + CELL[0] - 1, top + CELL[1] - 1
    if eighths <= 8:
        draw.rectangle([left, bottom + 1 - CELL[1] * eighths // 8, right, bottom], fill=fill)
    else:
        draw.rectangle([left, top, left + CELL[0] * (16 - eighths) // 8 - 1, bottom], fill=fill)


def paint_cell(draw, column, row, cell, is_wide):
    foreground, background = color(cell.fg, FOREGROUND), color(cell.bg, BACKGROUND)
    if cell.reverse:
        foreground, background = background, foreground
    left, top = column * CELL[0], row * CELL[1]
    width = CELL[0] * (2 if is_wide else 1)
    draw.rectangle([left, top, left + width - 1, top + CELL[1] - 1], fill=background)
    if cell.data in BOX:
        paint_box(draw, left, top, cell.data, foreground)
    elif "▁" <= cell.data <= "▏":
        paint_block(draw, left, top, cell.data, foreground)
    elif cell.data.strip():
        font = font_for(cell.data[0], cell.bold)
        draw.text((left, top + 14), cell.data, font=font, fill=foreground, anchor="ls")
    if cell.underscore:
        draw.line([left, top + 16, left + width - 1, top + 16], fill=foreground)


def paint_screen(screen, caption=None):
    """The screen as a picture; with a caption (keys, text), a line below it."""
    extra = CELL[1] * 2 if caption else 0
    size = (screen.columns * CELL[0], screen.lines * CELL[1] + extra)
    picture = Image.new("RGB", size, color("default", BACKGROUND))
    draw = ImageDraw.Draw(picture)
    for row in range(screen.lines):
        cells = screen.buffer[row]
        for column in range(screen.columns):
            if cells[column].data:
                is_wide = column + 1 < screen.columns and not cells[column + 1].data
                paint_cell(draw, column, row, cells[column], is_wide)
    if not screen.cursor.hidden:
        left, top = screen.cursor.x * CELL[0], screen.cursor.y * CELL[1]
        draw.rectangle([left, top, left + 1, top + CELL[1] - 1], fill=color("default", FOREGROUND))
    if caption:
        paint_caption(draw, size, *caption)
    return picture


def paint_caption(draw, size, keys, text):
    top = size[1] - CELL[1] * 2
    draw.rectangle([0, top, *size], fill=color("2b2b2b", ""))
    left, baseline = CELL[0], top + 23
    if keys:
        width = len(keys) * CELL[0] + 12
        draw.rounded_rectangle([left, top + 7, left + width, top + 29], radius=4, fill=color("61afef", ""))
        draw.text((left + 6, baseline), keys, font=font_for("a", True), fill=color(BACKGROUND, ""), anchor="ls")
        left += width + CELL[0]
    draw.text((left, baseline), text, font=font_for("a", False), fill=color(FOREGROUND, ""), anchor="ls")


def quantize(pictures, colors):
    """The same palette for all pictures: those of a film share it."""
    distinct = {}
    for picture in pictures:
        for count, value in picture.getcolors(1 << 24):
            distinct[value] = distinct.get(value, 0) + count
    # A picture with each color once or, for common ones, a few times more.
    samples = [value for value, count in distinct.items() for _ in range(count.bit_length())]
    palette = Image.new("RGB", (len(samples), 1))
    palette.putdata(samples)
    palette = palette.quantize(colors, method=Image.Quantize.MEDIANCUT, kmeans=4)
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
