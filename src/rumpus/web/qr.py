"""QR codes of links, as SVG."""

from __future__ import annotations

import io

QUIET_ZONE = 4
"""Modules of margin. ISO/IEC 18004 demands four."""


def qr_svg(link: str) -> bytes:
    """Returns the QR code of a link, dark on white. It has no size of its own: the page sets it."""
    import segno  # only this picture needs it

    image = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(image, kind="svg", border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return image.getvalue()
