"""Atomic writes, bounded reads, checks of destinations, and the user's data folder."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeVar

from rumpus.core.display_names import shortened
from rumpus.core.errors import BadRecord, RumpusError

Kind = TypeVar("Kind")

SMALL_FILE: Final = 1_000_000
"""Largest file of options, a map, a rules patch or a manifest, in bytes."""
GZIP: Final = 16 + zlib.MAX_WBITS
"""Window size by which zlib reads gzip data."""
NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)
"""Flag that opens a pipe without waiting for its writer. Windows has none."""


class CannotWrite(RumpusError):
    """A destination that cannot be written."""


class CannotRead(BadRecord):
    """A file that is missing, unreadable, too large or no regular file."""


class DamagedFile(BadRecord):
    """A file with another content than its name promises."""


def data_folder() -> Path:
    """Returns the default folder for this user's tables and lessons."""
    return _user_folder("XDG_DATA_HOME", ".local/share")


def cache_folder() -> Path:
    """Returns the folder for downloads, which may be deleted at any time."""
    return _user_folder("XDG_CACHE_HOME", ".cache")


def _user_folder(variable: str, default: str) -> Path:
    base = os.environ.get(variable)
    try:
        return (Path(base) if base else Path.home() / default) / "rumpus"
    except RuntimeError:
        raise CannotWrite(f"This user has no home folder. Set {variable} to a folder.") from None


def write_whole(path: Path, data: str | bytes) -> None:
    """Writes a file atomically: after a crash it has the old content or the new one."""
    part = _part_of(path)
    try:
        with open(part, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _part_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.{os.getpid()}.part")


# --- destinations, before long work ---


def check_file(path: Path, *, create_folder: bool = False) -> None:
    """Refuses a file that cannot be written; leaves nothing behind.

    `create_folder`: the caller creates missing folders.
    """
    with errors_named(path):
        if path.is_dir():
            raise CannotWrite(f"{path} is a folder. Name a file.")
        if path.exists() and not path.is_file():
            raise CannotWrite(f"{path} is not a regular file. Name another file.")
        with _folder_for_now(path.parent, create_folder):
            part = _part_of(path)
            part.open("wb").close()
            part.unlink()


def check_folder(path: Path, *, create: bool = False) -> None:
    """Refuses a folder that cannot be written to; leaves nothing behind. `create`: the caller creates it."""
    with errors_named(path), _folder_for_now(path, create), tempfile.TemporaryFile(dir=path):
        pass


def data_file(name: str) -> Path:
    """Returns a file in the data folder after checking that it can be written. Creates its folder."""
    path = data_folder() / name
    check_file(path, create_folder=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextlib.contextmanager
def errors_named(path: Path | str) -> Iterator[None]:
    """Turns an OSError into a sentence with this path."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"Cannot write {path}: {error.strerror or error}.") from None


@contextlib.contextmanager
def _folder_for_now(path: Path, create: bool) -> Iterator[None]:
    """Creates missing folders if it may, and removes them at the end."""
    for folder in (path, *path.parents):
        if folder.exists() and not folder.is_dir():
            raise CannotWrite(f"{folder} is not a folder.")
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    if missing and not create:
        raise CannotWrite(f"There is no folder {path} to save to. Create it, or name another.")
    made: list[Path] = []
    try:
        for folder in reversed(missing):
            folder.mkdir()
            made.append(folder)
        yield
    finally:
        for folder in reversed(made):
            folder.rmdir()


# --- reading files of unknown origin ---


def read_bounded(path: Path, max_bytes: int, what: str) -> bytes:
    """Reads a regular file of at most this size. `what` names its kind in errors.

    Devices and pipes are refused: they may never end, or wait for a writer.
    """
    name = shortened(str(path), 200)
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise CannotRead(f"{name} is a device or a pipe and cannot be read as a {what}. Name a regular file.")
            if found.st_size > max_bytes:
                raise CannotRead(f"{name} is larger than any {what} ({max_bytes / 1_000_000:g} MB).")
            data = file.read(found.st_size + 1)
    except FileNotFoundError:
        raise CannotRead(f"There is no file {name}.") from None
    except IsADirectoryError:
        raise CannotRead(f"{name} is a folder and cannot be read as a {what}. Name a file.") from None
    except OSError as error:
        raise CannotRead(f"{name} cannot be read as a {what}: {error.strerror or error}.") from None
    except ValueError:
        raise CannotRead(f"{name!r} cannot be read as a {what}: it is no path.") from None
    if len(data) > found.st_size:
        raise CannotRead(f"{name} cannot be read as a {what}: it grows, or does not know its size.")
    return data


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | NO_WAIT)


def read_text(path: Path, max_bytes: int, what: str) -> str:
    """Reads UTF-8 text by `read_bounded`."""
    try:
        return read_bounded(path, max_bytes, what).decode()
    except UnicodeDecodeError:
        raise CannotRead(f"{path} cannot be read as a {what}: it is not UTF-8 text.") from None


def read_json(path: Path, max_bytes: int, what: str, kind: type[Kind], *, strict: bool = True) -> Kind:
    """Reads JSON of this type by `read_bounded`. `strict` as in msgspec."""
    return decode_json(read_bounded(path, max_bytes, what), f"{path} cannot be read as a {what}", kind, strict=strict)


def decode_json(data: bytes | str, trouble: str, kind: type[Kind], *, strict: bool = True) -> Kind:
    """Decodes JSON of this type. Errors begin with `trouble`."""
    import msgspec  # Rules import this module and need no library.

    try:
        return msgspec.json.decode(data, type=kind, strict=strict)
    except msgspec.MsgspecError as error:
        raise DamagedFile(f"{trouble}: {error}.") from None
    except RecursionError:
        raise DamagedFile(f"{trouble}: It is nested too deeply.") from None
    except UnicodeDecodeError:
        raise DamagedFile(f"{trouble}: It is no UTF-8 text.") from None


def unpack_gzip(packed: bytes, max_bytes: int, trouble: str) -> bytes:
    """Unpacks gzip data, up to a size. Errors begin with `trouble`."""
    unpacking = zlib.decompressobj(GZIP)
    try:
        data = unpacking.decompress(packed, max_bytes + 1)
    except zlib.error as error:
        raise DamagedFile(f"{trouble}: {error}.") from None
    if len(data) > max_bytes:
        raise DamagedFile(f"{trouble}: it unpacks to more than {max_bytes / 1_000_000:g} MB.")
    if not unpacking.eof or unpacking.unused_data:
        raise DamagedFile(f"{trouble}: it is cut off, or other data follows.")
    return data
