"""Chromium, driven through its own debugging pipe: JSON messages with a zero byte after each."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from itertools import count
from pathlib import Path
from typing import Any

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
)
"""The first is Chromium without its windows, menus and tabs: a page costs a third less there."""
PATIENCE_S = 30
KEYS = {"ArrowDown": 40, "ArrowUp": 38, "Delete": 46, "Enter": 13, "Tab": 9, "z": 90}
CONTROL = 2


def chromium() -> str | None:
    """Return the path of a Chromium, if there is one and it can be driven here."""
    return next(filter(None, map(shutil.which, BROWSERS)), None) if os.name == "posix" else None


class Browser:
    """One page of a headless Chromium, as wide and high as a phone or a laptop."""

    def __init__(self, program: str, profile: Path, width: int, height: int, *, touch: bool):
        read_here, write_there = os.pipe()
        read_there, write_here = os.pipe()

        def connect() -> None:
            # Chromium reads at 3 and writes at 4, whatever stood there before.
            ends = os.dup(read_there), os.dup(write_there)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        self._process = subprocess.Popen(
            [
                program,
                "--headless",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-pipe",
                f"--user-data-dir={profile}",
                *root,
            ],
            preexec_fn=connect,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_there)
        os.close(write_there)
        self._read, self._write = read_here, write_here
        self._numbers, self._unread = count(1), b""
        self._session: str | None = None
        self.problems: list[str] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        attached = self._call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._call(f"{domain}.enable")
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=touch,
        )
        self._call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def open(self, address: str) -> None:
        """Go to a page and wait until it is there."""
        self._call("Page.navigate", url=address)
        self.wait_for(f"location.href == {address!r} && document.readyState == 'complete'")

    def run(self, script: str) -> Any:
        """Return what an expression gives on the page."""
        answer = self._call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait_for(self, script: str) -> None:
        """Wait until an expression holds."""
        end = time.monotonic() + PATIENCE_S
        while not self.run(script):
            assert time.monotonic() < end, f"it never came to {script}"
            time.sleep(0.05)

    def middle(self, selector: str) -> tuple[float, float]:
        """Scroll to an element and return the middle of it."""
        x, y = self.run(
            f"""(() => {{
                const found = document.querySelector({selector!r});
                found.scrollIntoView({{block: "center", behavior: "instant"}});
                const box = found.getBoundingClientRect();
                return [box.left + box.width / 2, box.top + box.height / 2];
            }})()"""
        )
        return x, y

    def click(self, selector: str) -> None:
        """Click on the middle of an element."""
        x, y = self.middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, selector: str) -> None:
        """Tap on the middle of an element with a finger."""
        x, y = self.middle(selector)
        self._call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self._call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key: str, modifiers: int = 0) -> None:
        """Press a key and let it go."""
        code = {"key": key, "windowsVirtualKeyCode": KEYS[key], "modifiers": modifiers}
        self._call("Input.dispatchKeyEvent", type="rawKeyDown", **code)
        self._call("Input.dispatchKeyEvent", type="keyUp", **code)

    def picture(self, target: Path) -> None:
        """Take a picture of what is in sight."""
        target.write_bytes(base64.b64decode(self._call("Page.captureScreenshot")["data"]))

    def close(self) -> None:
        """End the browser."""
        self._process.terminate()
        self._process.wait(20)
        os.close(self._read)
        os.close(self._write)

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            if answer.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.problems.append(json.dumps(answer["params"]))

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._unread:
            received = os.read(self._read, 1 << 16)
            assert received, "Chromium has ended"
            self._unread += received
        first, _zero, self._unread = self._unread.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        return message
