"""The real companion, started as a process of its own through the installed command."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PALAGO = Path(sys.executable).with_name("palago")
ANSWER_S = 120


@dataclass
class Companion:
    """A running companion, its address and its data."""

    process: subprocess.Popen[str]
    address: str
    data: Path

    def request(
        self, method: str, path: str, body: bytes | None = None, content_type: str = ""
    ) -> tuple[HTTPResponse, bytes]:
        connection = HTTPConnection(urlsplit(self.address).netloc, timeout=ANSWER_S)
        try:
            connection.request(method, path, body, {"Content-Type": content_type} if body else {})
            response = connection.getresponse()
            return response, response.read()
        finally:
            connection.close()

    def read(self, photo: Path) -> dict[str, Any]:
        """Upload a photo as a browser does, to the API; return its answer."""
        form, content_type = multipart(photo.name, photo.read_bytes())
        response, data = self.request("POST", "/api/readings", form, content_type)
        assert response.status == 201, data
        answer: dict[str, Any] = json.loads(data)
        return answer

    def stop(self) -> int:
        """Ask the process to end; return its exit status."""
        self.process.terminate()
        with self.process:
            try:
                return self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise

    def kill(self) -> None:
        """End the process without a warning, as a power cut would."""
        self.process.kill()
        with self.process:
            self.process.wait(20)


def multipart(name: str, data: bytes) -> tuple[bytes, str]:
    """Return a form with one file, and its content type."""
    boundary = "a-line-that-no-picture-holds"
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="photo"; filename="{name}"\r\n'
        "Content-Type: image/jpeg\r\n\r\n"
    )
    body = head.encode() + data + f"\r\n--{boundary}--\r\n".encode()
    return body, f"multipart/form-data; boundary={boundary}"


def start(data: Path) -> Companion:
    """Start the companion on a free port of loopback; returns when it answers."""
    process = subprocess.Popen(
        [PALAGO, "serve", "--port", "0", "--data", data],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://127.0.0.1:" in line, f"the companion did not start: {line!r}"
    address = next(word for word in line.split() if word.startswith("http://"))
    return Companion(process, address, data)
