"""Under which names and addresses this machine is reached from its network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

import ifaddr

# An address set aside for documentation: asking the way there sends nothing.
_ELSEWHERE = ("192.0.2.1", 9)


def is_loopback(host: str) -> bool:
    """Tell whether an address is this machine's own, unreachable for others."""
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return address.is_loopback or (mapped is not None and mapped.is_loopback)


def is_number(host: str) -> bool:
    """Tell whether a host is one address by its number, neither a name nor all addresses."""
    try:
        return not ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses at which others reach this machine, the likeliest first."""
    found = [*_way_out(), *_of_interfaces()]
    return tuple(dict.fromkeys(a for a in found if not is_loopback(a) and a != "0.0.0.0"))


def names() -> tuple[str, ...]:
    """Return the names of this machine in its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    if not short or short == "localhost":
        return ()
    return tuple(dict.fromkeys([name, short, f"{short}.local"]))


def _way_out() -> Iterable[str]:
    """Return the address from which this machine would send to the network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_ELSEWHERE)
            yield str(asking.getsockname()[0])
        except OSError:
            return


def _of_interfaces() -> Iterable[str]:
    """Return what the network interfaces have; unlike the machine's name, nobody is asked."""
    for interface in ifaddr.get_adapters():
        yield from (str(address.ip) for address in interface.ips if address.is_IPv4)
