"""The picture of the game on the home page: the city at the end of the caravan's way, 400 by 260."""

from __future__ import annotations

from serai.games.yspahan.page.shapes import linear, octagon, star


def cover() -> str:
    """A standalone drawing: its ids begin with "yc-", and its colours are fixed."""
    return "".join((_paints(), _sky(), _city(), _dunes(), _caravan(), _frame()))


def _paints() -> str:
    return "".join(
        (
            "<defs>",
            linear("yc-sky", (0, "#8fd0d2"), (0.6, "#fbe6bd"), (1, "#f6cf92")),
            linear("yc-dome", (0, "#0d5c62"), (0.4, "#6fd0c6"), (1, "#0f6d70"), x2=1, y2=0),
            linear("yc-wall", (0, "#f9ecd2"), (1, "#d9b27a")),
            '<pattern id="yc-tile" width="16" height="16" patternUnits="userSpaceOnUse">'
            '<path d="M0 0H16V16H0Z" fill="#0d5c62"/>'
            f'<polygon points="{star(8, 8, 8)}" fill="#17908b" stroke="#d8a23a" stroke-width=".7"/>'
            f'<polygon points="{star(8, 8, 4.2)}" fill="#1d4f82"/><circle cx="8" cy="8" r="1.6"'
            f' fill="#f6d98a"/></pattern>'
            '<g id="yc-camel"><path d="M9 25C10 20.5 13.5 18.5 18 18.2C20.5 17 22 10.5 27 10.5C32 10.5'
            " 33 16.8 36"
            " 18.6C39 20 41.2 18.5 43 15.5C44.2 13 44 9.5 45 6.8C45.7 4.4 48 3.3 50 3.8L50.7 2.2 52.2"
            " 4.4C55 5.2"
            " 57.3 6.8 58.2 9C58.7 10.6 57.6 11.7 56 11.5C53.6 11.3 51.6 11 50.2 12.2C49.4 16.5 48.8"
            " 21.5 45.6"
            " 25.4C44.2 27 43.2 28.5 42.7 30.2L43.2 39 42.9 48.6H40.2L39.4 39.5 37.6 32C31 34 25 34 20"
            " 31.6L18"
            " 34 13.8 38.8 12.8 48.6H10.2L9.6 39C9.4 35 8.6 31 8.6 28C7.2 30 6.6 33 6.2 36.4L4.8 36C4.8"
            " 31 6.4"
            ' 27.2 9 25Z" fill="#7d4e26"/><path d="M16.4 19.5C19 18.2 21.6 10.2 27 10.2C32.4 10.2 34.6'
            " 17 37.4"
            ' 19.2L38.4 28.5C31 31 23 31 15.8 28.8Z" fill="#b5532b"/></g></defs>',
        )
    )


def _sky() -> str:
    return (
        '<path d="M0 0H400V260H0Z" fill="url(#yc-sky)"/><g fill="#fff1bf"><circle cx="318" cy="58" r="26"/>'
        '<circle cx="318" cy="58" r="40" opacity=".35"/></g>'
        '<path d="M0 138L46 104 84 124 130 92 176 128 232 100 284 132 336 108 400 134V200H0Z" fill="#2aa39d"'
        ' opacity=".28"/>'
    )


def _dome(x: float, base: float, half: float) -> str:
    d = f"M{x - half} {base}C{x - half * 1.25} {base - half} {x - half * 0.5} {base - half * 1.25} {x}"
    right = f"{x + half * 0.5} {base - half * 1.25} {x + half * 1.25} {base - half} {x + half}"
    d += f" {base - half * 2.1}C{right}"
    return (
        f'<path d="{d} {base}Z" fill="url(#yc-dome)" stroke="#d8a23a" stroke-width="1.4"/>'
        f'<path d="M{x} {base - half * 2.1}v-10" stroke="#d8a23a" stroke-width="2"/>'
    )


def _arch(x: float, base: float, half: float, high: float, fill: str) -> str:
    top = base - high
    return (
        f'<path d="M{x - half} {base}V{top + half}C{x - half} {top + half * 0.3} {x - half * 0.4} {top}'
        f" {x} {top - half * 0.5}C{x + half * 0.4} {top} {x + half} {top + half * 0.3} {x + half}"
        f' {top + half}V{base}Z" fill="{fill}"/>'
    )


def _minaret(x: float) -> str:
    return (
        f'<path d="M{x - 6} 176V84H{x + 6}V176Z" fill="url(#yc-wall)"/><path d="M{x - 9}'
        f' 84H{x + 9}V92H{x - 9}Z"'
        f' fill="#17908b"/><path d="M{x - 9} 118H{x + 9}V123H{x - 9}Z" fill="#17908b"/>{_dome(x, 84, 7)}'
    )


def _city() -> str:
    shops = "".join(
        f'<path d="M{x} 138H{x + 34}V178H{x}Z" fill="{hue}"/>{_arch(x + 17, 178, 11, 26, "#fff6e1")}'
        f"{_arch(x + 17, 178, 8.5, 23, '#8a6437')}"
        for x, hue in zip(
            (36, 72, 108, 262, 298, 334),
            ("#e9b840", "#74a6d8", "#e592a8", "#68b9ac", "#eda56c", "#b596cc"),
            strict=True,
        )
    )
    hall = (
        '<path d="M150 112H254V178H150Z" fill="url(#yc-wall)"/>'
        '<path d="M146 108H258V116H146Z" fill="#17908b"/>'
    )
    gate = (
        _arch(202, 178, 26, 50, "#17908b")
        + _arch(202, 178, 22, 46, "#fff6e1")
        + _arch(202, 178, 18, 41, "#5a3413")
    )
    return f"{_minaret(142)}{_minaret(262)}{_dome(202, 110, 40)}{shops}{hall}{gate}"


def _dunes() -> str:
    return (
        '<path d="M0 176C80 160 150 186 230 172C300 160 360 172 400 166V260H0Z" fill="#f0cf90"/>'
        '<path d="M0 204C90 184 170 214 260 196C320 186 370 196 400 190V260H0Z" fill="#e4b870"/>'
        '<path d="M0 236C80 220 180 244 280 228C330 220 370 228 400 224V260H0Z" fill="#d29d55"/>'
    )


def _caravan() -> str:
    hues = ("#c8432b", "#2463a6", "#1f8a5b", "#e0a21b")
    drawn = []
    for i, hue in enumerate(hues):
        x = 52 + i * 78
        y = 184 + (4 if i % 2 else 0)
        drawn.append(
            f'<use href="#yc-camel" transform="translate({x} {y})"/>'
            f'<g transform="translate({x + 17} {y - 8})"><path d="M0 5L5 0H20L15 5Z" fill="#fff"'
            f' opacity=".55"/>'
            f'<path d="M0 5L5 0H20L15 5Z" fill="{hue}" opacity=".6"/><path d="M0 5H15V20H0Z" fill="{hue}"/>'
            f'<path d="M15 5L20 0V15L15 20Z" fill="{hue}"/><path d="M15 5L20 0V15L15 20Z" opacity=".35"/></g>'
        )
    return "".join(drawn)


def _frame() -> str:
    return (
        '<path d="M0 246H400V260H0Z" fill="url(#yc-tile)"/><path d="M0 246H400" stroke="#d8a23a"'
        ' stroke-width="1.4"/>'
        f'<polygon points="{octagon(28, 30, 17, 5)}" fill="#fffdf3" stroke="#0d5c62" stroke-width="2.4"/>'
        '<g fill="#33241a"><circle cx="22" cy="24" r="3"/><circle cx="34" cy="24" r="3"/><circle'
        ' cx="28" cy="30"'
        ' r="3"/><circle cx="22" cy="36" r="3"/><circle cx="34" cy="36" r="3"/></g>'
    )
