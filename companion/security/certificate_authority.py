"""The companion's own certificate authority, for browsers allow a camera only over HTTPS.

It is made at the first start and lies in the data directory; a phone that trusts it once trusts the
companion for two years, wherever it is reached. A month before its end another takes its place. So
that nothing else can ever be vouched for with it, it is limited to servers, to addresses of private
networks, and to names ending in ``.local`` and this machine's own (RFC 5280, sections 4.2.1.10 and
4.2.1.12).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.security.private_files import read_or_make, write_private
from companion.storage.database import DataError

AUTHORITY_LASTS = timedelta(days=730)
SERVER_LASTS = timedelta(days=397)
"""Apple's systems refuse server certificates that last longer than 398 days."""
_RENEWED = timedelta(days=30)
_CLOCKS_DIFFER = timedelta(days=1)
_PRIVATE_NETWORKS = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
Network = IPv4Network | IPv6Network
_LOCAL_NAMES = ("localhost", "local")
_AUTHORITY_FILE, _SERVER_FILE = "authority.pem", "server.pem"


@dataclass(frozen=True)
class Identity:
    """A certificate and its private key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def to_pem(self) -> bytes:
        """Return both in one text."""
        return self.certificate_pem() + self.key.private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
        )

    def certificate_pem(self) -> bytes:
        """Return what may be shown to everybody."""
        return self.certificate.public_bytes(Encoding.PEM)


class Authority:
    """Makes certificates for this machine, in a directory of its own."""

    def __init__(
        self, directory: Path, names: Sequence[str] = (), addresses: Sequence[str] = ()
    ) -> None:
        """Take the authority in a directory, or make one for a machine of these names.

        ``addresses`` are those that it has now; they count as its own even if they are public.

        Raises
        ------
        DataError
            If the files cannot be read or written, or are none of ours.
        """
        self._directory = directory
        path = directory / _AUTHORITY_FILE
        make = partial(_new_authority, names, addresses)
        self._own = _identity(read_or_make(path, lambda: make().to_pem()), path)
        self.is_renewed = not _is_good_authority(self._own.certificate)
        """Whether another one took the place of one that phones trust: they must trust this one."""
        if self.is_renewed:
            self._own = make()
            _write(path, self._own)

    @property
    def certificate(self) -> bytes:
        """The authority's certificate (PEM), for phones to trust."""
        return self._own.certificate_pem()

    def vouches_for(self, address: str) -> bool:
        """Tell whether the authority may vouch for an address of a machine."""
        number = ipaddress.ip_address(address)
        networks = (_network(permitted) for permitted in self._permitted)
        return any(network is not None and number in network for network in networks)

    def server_file(self, names: Sequence[str], addresses: Sequence[str]) -> Path:
        """Return a file with a certificate and key for a server under these names and addresses.

        What the authority may not vouch for is left out: a public address for instance.

        Raises
        ------
        DataError
            If it cannot be written.
        """
        path = self._directory / _SERVER_FILE
        wanted = self._alternatives(names, addresses)
        make = partial(self._new_server, wanted)
        served = _identity(read_or_make(path, lambda: make().to_pem()), path)
        if not self._is_good(served.certificate, wanted):
            _write(path, make())
        return path

    def _is_good(self, certificate: x509.Certificate, wanted: Sequence[x509.GeneralName]) -> bool:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        try:
            certificate.verify_directly_issued_by(self._own.certificate)
        except (ValueError, InvalidSignature):
            return False
        lasts = certificate.not_valid_after_utc - _now() > _RENEWED
        return lasts and set(found) == set(wanted)

    def _alternatives(
        self, names: Sequence[str], addresses: Sequence[str]
    ) -> list[x509.GeneralName]:
        """Return what a server's certificate names: all of these that the authority may."""
        domains = [p.value for p in self._permitted if isinstance(p, x509.DNSName)]
        return [
            *(
                x509.DNSName(name)
                for name in dict.fromkeys(["localhost", *names])
                if any(name == domain or name.endswith(f".{domain}") for domain in domains)
            ),
            *(
                x509.IPAddress(ipaddress.ip_address(address))
                for address in dict.fromkeys(["127.0.0.1", *addresses])
                if self.vouches_for(address)
            ),
        ]

    @property
    def _permitted(self) -> list[x509.GeneralName]:
        extensions = self._own.certificate.extensions
        return (
            extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
        )

    def _new_server(self, wanted: Sequence[x509.GeneralName]) -> Identity:
        key = ec.generate_private_key(ec.SECP256R1())
        now = _now()
        builder = (
            _builder("Palago companion", self._own.certificate.subject, key, now, SERVER_LASTS)
            .add_extension(x509.SubjectAlternativeName(wanted), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._own.key.public_key()),
                critical=False,
            )
        )
        return Identity(builder.sign(self._own.key, hashes.SHA256()), key)


def _write(path: Path, identity: Identity) -> None:
    try:
        write_private(path, identity.to_pem())
    except OSError as error:
        raise DataError(
            f"{path} cannot be written ({error.strerror}): let yourself write it."
        ) from error


def _is_good_authority(certificate: x509.Certificate) -> bool:
    """Tell whether an authority lasts, not for too long, and vouches for servers alone."""
    left = certificate.not_valid_after_utc - _now()
    try:
        found = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except x509.ExtensionNotFound:
        return False
    return _RENEWED < left <= AUTHORITY_LASTS and list(found) == [ExtendedKeyUsageOID.SERVER_AUTH]


def _new_authority(names: Sequence[str], addresses: Sequence[str]) -> Identity:
    key = ec.generate_private_key(ec.SECP256R1())
    label = f"Palago companion on {names[0]}"[:64] if names else "Palago companion"
    subject = _name(label)
    domains = dict.fromkeys([*_LOCAL_NAMES, *names])
    permitted: list[x509.GeneralName] = [x509.DNSName(domain) for domain in domains]
    networks = dict.fromkeys([*_PRIVATE_NETWORKS, *addresses])
    permitted += [x509.IPAddress(ipaddress.ip_network(text)) for text in networks]
    builder = (
        _builder(label, subject, key, _now(), AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    return Identity(builder.sign(key, hashes.SHA256()), key)


def _network(permitted: x509.GeneralName) -> Network | None:
    if not isinstance(permitted, x509.IPAddress):
        return None
    value = permitted.value
    return value if isinstance(value, (IPv4Network, IPv6Network)) else None


def _builder(
    label: str,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    lasts: timedelta,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(_name(label))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(now - _CLOCKS_DIFFER + lasts)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _name(label: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, label)])


def _identity(pem: bytes, path: Path) -> Identity:
    try:
        certificate = x509.load_pem_x509_certificate(pem)
        key = load_pem_private_key(pem, password=None)
    except ValueError as error:
        raise DataError(
            f"{path} is no certificate with its key: move it away, and another one is made."
        ) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise DataError(f"{path} was not made by the companion: move it away.")
    return Identity(certificate, key)


def _now() -> datetime:
    return datetime.now(UTC)
