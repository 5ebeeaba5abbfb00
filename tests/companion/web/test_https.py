"""HTTPS by a certificate authority of our own, which can vouch for nothing else."""

from __future__ import annotations

import asyncio.sslproto
import gc
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import timedelta
from http.client import HTTPSConnection
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from flask import Flask

from companion.security import certificate_authority
from companion.security.certificate_authority import Authority
from companion.storage.database import DataError
from companion.web.server import CompanionServer

NAMES, ADDRESSES = ("table", "table.local"), ("192.168.0.5",)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path, NAMES, ADDRESSES)


@pytest.fixture
def server(authority: Authority) -> Iterator[CompanionServer]:
    app = Flask("a page")
    app.add_url_rule("/", view_func=lambda: "hello")
    server = CompanionServer(app, "127.0.0.1", 0, authority.server_file(NAMES, ADDRESSES))
    server.serve_beside()
    yield server
    server.stop()


def trusting(certificate: bytes) -> ssl.SSLContext:
    """Return what a phone checks by that trusts this authority alone."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=certificate.decode())
    return context


def get(server: CompanionServer, context: ssl.SSLContext, timeout: float = 10) -> bytes:
    connection = HTTPSConnection("127.0.0.1", server.port, context=context, timeout=timeout)
    with closing(connection):
        connection.request("GET", "/")
        with closing(connection.getresponse()) as response:
            return response.read()


def test_who_trusts_the_authority_trusts_the_server(
    server: CompanionServer, authority: Authority
) -> None:
    assert get(server, trusting(authority.certificate)) == b"hello"


def test_who_trusts_another_authority_breaks_off_without_an_outcry(
    server: CompanionServer,
    authority: Authority,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    other = Authority(tmp_path / "other", NAMES, ADDRESSES)
    with pytest.raises(ssl.SSLCertVerificationError):
        get(server, trusting(other.certificate))
    with closing(socket.create_connection(("127.0.0.1", server.port))) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
        plain.settimeout(10)
        with suppress(ConnectionError):
            plain.recv(100)
    assert get(server, trusting(authority.certificate)) == b"hello"
    assert capfd.readouterr().err == ""


def test_who_says_nothing_keeps_nobody_waiting(
    server: CompanionServer, authority: Authority
) -> None:
    with closing(socket.create_connection(("127.0.0.1", server.port))):
        assert get(server, trusting(authority.certificate), timeout=4) == b"hello"


def test_the_authority_may_vouch_for_private_addresses_alone(authority: Authority) -> None:
    assert authority.vouches_for("192.168.7.7")
    assert authority.vouches_for("10.1.2.3")
    assert not authority.vouches_for("203.0.113.9")
    certificate = x509.load_pem_x509_certificate(authority.certificate)
    limits = certificate.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    domains = {
        d.value for d in limits.value.permitted_subtrees or () if isinstance(d, x509.DNSName)
    }
    assert domains == {"localhost", "local", *NAMES}


def test_a_certificate_it_may_not_give_is_not_trusted(tmp_path: Path) -> None:
    authority = Authority(tmp_path, NAMES, ADDRESSES)
    served = served_certificate(authority, ("bank.example",), ("203.0.113.9",))
    names = served.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost"]
    assert names.get_values_for_type(x509.IPAddress) == [IPv4Address("127.0.0.1")]


def served_certificate(
    authority: Authority, names: tuple[str, ...], addresses: tuple[str, ...]
) -> x509.Certificate:
    return x509.load_pem_x509_certificate(authority.server_file(names, addresses).read_bytes())


def test_the_authority_stays_and_the_server_s_certificate_follows_the_address(
    tmp_path: Path,
) -> None:
    first = Authority(tmp_path, NAMES, ADDRESSES)
    served = served_certificate(first, NAMES, ADDRESSES)
    again = Authority(tmp_path, NAMES, ("192.168.0.77",))
    assert again.certificate == first.certificate
    assert served_certificate(again, NAMES, ADDRESSES) == served
    moved = served_certificate(again, NAMES, ("192.168.0.77",))
    assert moved != served
    names = moved.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert IPv4Address("192.168.0.77") in names.get_values_for_type(x509.IPAddress)


def test_keys_are_for_their_owner_alone(authority: Authority, tmp_path: Path) -> None:
    file = authority.server_file(NAMES, ADDRESSES)
    assert {path.stat().st_mode & 0o077 for path in (file, tmp_path / "authority.pem")} == {0}
    assert b"PRIVATE" not in authority.certificate


def test_the_authority_vouches_for_servers_alone_and_for_two_years(authority: Authority) -> None:
    certificate = x509.load_pem_x509_certificate(authority.certificate)
    usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    lasts = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert lasts <= timedelta(days=730)
    assert not authority.is_renewed


@pytest.mark.parametrize("lasts", [timedelta(days=3650), timedelta(days=25)])
def test_an_authority_that_lasts_too_long_or_is_near_its_end_is_renewed(
    tmp_path: Path, lasts: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(certificate_authority, "AUTHORITY_LASTS", lasts)
        earlier.setattr(certificate_authority, "_is_good_authority", lambda _: True)
        first = Authority(tmp_path, NAMES, ADDRESSES)
        first.server_file(NAMES, ADDRESSES)
    second = Authority(tmp_path, NAMES, ADDRESSES)
    assert second.is_renewed
    assert second.certificate != first.certificate
    served = served_certificate(second, NAMES, ADDRESSES)
    served.verify_directly_issued_by(x509.load_pem_x509_certificate(second.certificate))
    assert not Authority(tmp_path, NAMES, ADDRESSES).is_renewed


def test_another_file_in_its_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "authority.pem").write_text("nothing of the kind")
    with pytest.raises(DataError, match="move it away"):
        Authority(tmp_path, NAMES)


def test_the_small_buffers_of_its_connections_are_nobody_elses(
    server: CompanionServer, authority: Authority
) -> None:
    usual = asyncio.sslproto.SSLProtocol.max_size
    assert get(server, trusting(authority.certificate)) == b"hello"
    assert asyncio.sslproto.SSLProtocol.max_size == usual == 256 * 1024
    context = trusting(authority.certificate)
    with (
        socket.create_connection(("127.0.0.1", server.port)) as plain,
        context.wrap_socket(plain, server_hostname="127.0.0.1") as connection,
    ):
        connection.sendall(b"GET / HTTP/1.1\r\n")
        protocols = (o for o in gc.get_objects() if isinstance(o, asyncio.sslproto.SSLProtocol))
        found = [protocol for protocol in protocols if protocol.max_size != usual]
        assert found
        assert {len(one._ssl_buffer) for one in found} == {one.max_size for one in found}
