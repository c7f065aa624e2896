"""Reads arrays from .npz files of unknown origin. Refuses what `numpy.savez` does not write for weights."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import RumpusError
from rumpus.core.words import shortened

MAX_PACKED_BYTES: Final = 50_000_000
MAX_UNPACKED_BYTES: Final = 100_000_000
"""Most bytes of all arrays together."""
MAX_ARRAYS: Final = 1000

_ENTRY = b"PK\x01\x02"
"""Mark of an entry in the archive's directory."""
_SUFFIX = ".npy"
_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER_START = len(_MAGIC) + 2
# numpy's own reader evaluates the header as Python, which takes long or fails for malformed text.
_HEADER = re.compile(
    rb"\{'descr': '([^']{1,20})', 'fortran_order': (True|False), "
    rb"'shape': \(((?:[0-9]{1,9}, ?)?(?:[0-9]{1,9},?)?)\), \} *\n"
)


class BadArrays(RumpusError):
    """Data that is no archive of these arrays. The message follows "because"."""


def unpack_arrays(packed: bytes, dtype_of: Callable[[str], str | None]) -> dict[str, NDArray[Any]]:
    """Unpacks all arrays by name. `dtype_of` gives an array's type, as in "<f2"; None refuses its name."""
    if packed.count(_ENTRY) > MAX_ARRAYS:
        raise BadArrays(f"it holds more than {MAX_ARRAYS:,} arrays")
    try:
        archive = zipfile.ZipFile(io.BytesIO(packed))
    except Exception:  # zipfile documents few of the exceptions that damaged archives cause
        raise BadArrays("it is no .npz archive, or it is cut off") from None
    with archive:
        entries = archive.infolist()
        if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
            raise BadArrays(f"it unpacks to more than {MAX_UNPACKED_BYTES / 1_000_000:g} MB")
        found: dict[str, NDArray[Any]] = {}
        for entry in entries:
            name = entry.filename.removesuffix(_SUFFIX)
            dtype = dtype_of(name)
            if dtype is None or not entry.filename.endswith(_SUFFIX):
                raise BadArrays(f"{shortened(entry.filename)!r} in it belongs to no network")
            if name in found:
                raise BadArrays(f"it holds the array {name!r} twice")
            found[name] = _array(name, _content(archive, entry, name), dtype)
        return found


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> bytes:
    """Unpacks an entry, at most to the size that it states."""
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # other methods unpack without a bound
        raise BadArrays(f"its array {name!r} is packed by an unknown method")
    try:
        with archive.open(entry) as file:
            # With a number, zipfile unpacks no more than that. Without one, a small entry can fill the memory.
            data = file.read(entry.file_size)
    except Exception:  # as above
        raise BadArrays(f"its array {name!r} is damaged or encrypted") from None
    if len(data) < entry.file_size:
        raise BadArrays(f"its array {name!r} is cut off")
    return data


def _array(name: str, data: bytes, dtype: str) -> NDArray[Any]:
    start = _HEADER_START + int.from_bytes(data[len(_MAGIC) : _HEADER_START], "little")
    header = _HEADER.fullmatch(data, _HEADER_START, start)
    if not data.startswith(_MAGIC) or header is None:
        raise BadArrays(f"the header of its array {name!r} is damaged")
    if header[1] != dtype.encode():
        said = "Python objects" if header[1] == b"|O" else shortened(header[1].decode(errors="replace"))
        raise BadArrays(f"its array {name!r} holds {said} instead of {dtype}")
    shape = tuple(int(size) for size in header[3].split(b",") if size.strip())
    if prod(shape) * np.dtype(dtype).itemsize != len(data) - start:
        raise BadArrays(f"its array {name!r} has another size than the shape {shape} says")
    found = np.frombuffer(data, dtype=dtype, offset=start).reshape(shape, order="F" if header[2] == b"True" else "C")
    if found.dtype.kind == "f" and not np.isfinite(found).all():
        raise BadArrays(f"its array {name!r} holds numbers that are not finite")
    return found
