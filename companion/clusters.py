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
"""Dask's, which has types for a part of itself only."""


class ClusterError(OSError):
    """There are no workers; says what to do."""


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


def spread(client: Client, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
    """Yield what becomes of each job, in order; few more are given away than are worked at."""
    out: deque[Any] = deque()
    for job in jobs:
        out.append(client.submit(work, job, pure=False))
        if len(out) >= _JOBS_OF_A_WORKER * workers_of(client):
            yield out.popleft().result()
    while out:
        yield out.popleft().result()
