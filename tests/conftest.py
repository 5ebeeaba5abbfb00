"""What all tests share."""

import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, groupby
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from onnxruntime import SessionOptions

from companion.coaching.compiled import sources_digest
from tests.drawn_once import DrawnOnce
from tests.exported_games import Watch
from tests.read_once import ReadOnce
from training.synthesis.staging import Table
from vision.readers.reader import Reader

_HERE = Path(__file__).resolve().parent
ROOT = _HERE.parent

# What the search compiles takes a quarter of a minute; all tests and their processes share it.
os.environ["NUMBA_CACHE_DIR"] = str(ROOT / "build" / "compiled" / sources_digest())

_COMPILE = """
from rules.engine.analysing import analyse_position
from tests.rules.engine.positions import FALLS_TO_A_FORK
analyse_position(FALLS_TO_A_FORK, "blue")
"""

# These need nothing that is compiled, or come when it is.
_FIRST = ("calibration", "vision", "training")

# No test may fail because the machine is busy.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Have the search compiled beside the first tests, so that not every process has to.

    Nor does each process compile all tests: it begins with a part of its own. What is collected
    stays to the end, so that nothing is to be looked for among it meanwhile.
    """
    gc.disable()
    told = getattr(config, "workerinput", None)
    if told is not None:
        if [Path(one).resolve() for one in config.args] == [_HERE]:
            files = sorted(map(str, _HERE.rglob("test_*.py")))
            first = len(files) * int(told["workerid"].removeprefix("gw")) // told["workercount"]
            config.args[:] = files[first:] + files[:first]
    elif getattr(config.option, "numprocesses", None):
        compiling = subprocess.Popen([sys.executable, "-c", _COMPILE], cwd=ROOT)
        config.add_cleanup(compiling.wait)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the files of tests that wait for a browser evenly among those that compute.

    Several processes that all wait would leave the cores idle. Each kind stays in order, but that
    what needs the search comes later: that is compiled meanwhile. They tell tests apart by name,
    and would run one of those that share it.
    """
    alike = [name for name, count in Counter(item.nodeid for item in items).items() if count > 1]
    if alike:
        raise pytest.UsageError(f"Several tests have the same name; give each its own: {alike}")
    files = [list(file) for _, file in groupby(items, key=lambda item: item.path)]
    files.sort(key=_place)
    waits = [file[0].path.is_relative_to(_HERE / "browser") for file in files]
    places: list[tuple[float, list[pytest.Item]]] = []
    for kind in (False, True):
        of_kind = [file for file, waiting in zip(files, waits, strict=True) if waiting is kind]
        ends = list(accumulate(map(len, of_kind)))
        places += [
            ((end - len(file)) / ends[-1], file) for file, end in zip(of_kind, ends, strict=True)
        ]
    items[:] = [item for _, file in sorted(places, key=lambda at: at[0]) for item in file]


def _place(file: list[pytest.Item]) -> tuple[int, Path]:
    """Return where a file's tests come among those of its kind."""
    path = file[0].path
    folder = path.relative_to(_HERE).parts[0]
    if folder == "browser":
        return int(path.name == "test_coaching.py"), path
    return _FIRST.index(folder) if folder in _FIRST else len(_FIRST), path


def pytest_collection_finish() -> None:
    """Look less often for what can be thrown away, and never among what stays to the end.

    Python would go through thousands of tests and all modules again and again, hundreds of times:
    a fifth of what the tests of the rules and of the referee took.
    """
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.fixture(scope="session")
def export_watch() -> Watch:
    """Look at each game that is exported."""
    watch = Watch()
    watch.install()
    return watch


@pytest.fixture(autouse=True)
def exported_games_fit_the_schema(
    request: pytest.FixtureRequest, export_watch: Watch
) -> Iterator[None]:
    """Others read games by the schema; only the record's own tests keep what no referee says."""
    nonsense = (_HERE / "companion" / "record", _HERE / "fuzzing")
    export_watch.is_on = not any(request.path.is_relative_to(folder) for folder in nonsense)
    export_watch.unfit.clear()
    yield
    assert not export_watch.unfit


class OneThread(SessionOptions):
    """Options of a network that is computed by one thread."""

    def __init__(self) -> None:
        super().__init__()
        self.intra_op_num_threads = 1


@pytest.fixture(scope="session", autouse=True)
def networks_of_one_thread() -> Iterator[None]:
    """Let each process compute its networks by itself.

    There are more processes than cores, and threads of several of them wait for each other: it
    takes a tenth less.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("onnxruntime.SessionOptions", OneThread)
        yield


@pytest.fixture(scope="session", autouse=True)
def drawn_once() -> Iterator[DrawnOnce]:
    """Draw each picture of a made-up table once: most films begin with the same few."""
    once = DrawnOnce()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Table, "picture", once.method())
        yield once


class InMemory(BytecodeCache):
    """Keeps what the templates of pages were compiled to."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once() -> Iterator[None]:
    """Compile the template of a page once: tests make hundreds of applications."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Flask, "jinja_options", {"bytecode_cache": InMemory()})
        yield


@pytest.fixture(scope="session")
def sample_images() -> Path:
    """The folder of sample photos, each a JPEG with its truth beside it."""
    return ROOT / "sample_images"


@pytest.fixture(scope="session")
def reader() -> Reader:
    """The reader with its networks, which hold some memory: one for all tests."""
    return Reader()


@pytest.fixture(scope="session")
def read_once() -> ReadOnce:
    """A reader for what is tested of readings, not of reading: one for all tests."""
    return ReadOnce()
