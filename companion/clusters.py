"""Work for many cores or machines, which Dask gives to its workers.

Dask is an optional extra. What a worker was given and did not finish because it died is given to
another one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, TypeVar

from companion.words.language import gettext as _

LOCAL: Final = "local"
"""Instead of a scheduler's address: all cores of this machine."""
_JOBS_OF_A_WORKER: Final = 3
_CONNECT_S: Final = 5

Job = TypeVar("Job")
Result = TypeVar("Result")
Client = Any
Future = Any
"""Dask's, which has types for a part of itself only."""


class ClusterError(OSError):
    """There are no workers, or what they were given fails on them; says what to do."""


@contextmanager
def cluster(address: str, workers: int | None = None) -> Iterator[Client]:
    """Yield a client of the scheduler at an address, or of workers started here for as long.

    Parameters
    ----------
    address
        As Dask has it, ``tcp://192.168.1.20:8786``, or ``LOCAL``.
    workers
        How many to start where they are local; by default as many as there are cores.

    Raises
    ------
    ClusterError
        If Dask is not installed, or no scheduler answers at the address.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise ClusterError(
            _("Working on several cores or machines needs Dask; install palago[scale].")
        ) from error
    if address == LOCAL:
        with (
            distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=None,
            ) as local,
            distributed.Client(local) as client,
        ):
            yield client
        return
    try:
        client = distributed.Client(address, timeout=_CONNECT_S)
    except (OSError, ValueError) as error:
        raise ClusterError(
            _("No Dask scheduler answers at {address}; look whether it runs.", address=address)
        ) from error
    with client:
        yield client


def workers_of(client: Client) -> int:
    """Return how many workers there are now, at least one."""
    return max(1, len(client.scheduler_info(n_workers=-1)["workers"]))


def result_of(future: Future) -> Any:
    """Return what became of a job that was given away, once it is done.

    Raises
    ------
    ClusterError
        If it failed: it would fail wherever it is given next.
    """
    try:
        return future.result()
    except Exception as error:  # whatever the job raised, or Dask did of its own
        raise ClusterError(
            _(
                "A worker failed at what it was given ({error}); look whether all machines have "
                "this version of the companion.",
                error=str(error) or type(error).__name__,
            )
        ) from error


def spread(client: Client, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
    """Yield what becomes of each job, in order; few more are given away than are worked at.

    Raises
    ------
    ClusterError
        If a job fails; jobs of workers that died do not, they are given to others.
    """
    out: deque[Any] = deque()
    for job in jobs:
        out.append(client.submit(work, job, pure=False))
        if len(out) >= _JOBS_OF_A_WORKER * workers_of(client):
            yield result_of(out.popleft())
    while out:
        yield result_of(out.popleft())
