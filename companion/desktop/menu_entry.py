"""The companion's entry in the menu of a Linux desktop, put there and taken away again.

Source: Desktop Entry Specification and Icon Theme Specification, freedesktop.org.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.desktop.window import WINDOW_CLASS

_ENTRY: Final = Path("applications") / f"{WINDOW_CLASS}.desktop"
_ICON: Final = Path("icons") / "hicolor" / "scalable" / "apps" / f"{WINDOW_CLASS}.svg"
_DRAWING: Final = Path(__file__).resolve().parents[1] / "web" / "static" / "icon.svg"
_TEXT: Final = """[Desktop Entry]
Type=Application
Version=1.4
Name=Palago companion
Comment=A referee for Palago, Palagem and Palagonia
Comment[de]=Schiedsrichter für Palago, Palagem und Palagonia
Comment[es]=Árbitro para Palago, Palagem y Palagonia
Comment[fr]=Un arbitre pour Palago, Palagem et Palagonia
Comment[nl]=Scheidsrechter voor Palago, Palagem en Palagonia
Exec={command}
Icon={icon}
Terminal=false
Categories=Game;BoardGame;
StartupWMClass={name}
Actions=stop;

[Desktop Action stop]
Name=Stop
Name[de]=Beenden
Name[es]=Detener
Name[fr]=Arrêter
Name[nl]=Stoppen
Exec={command} --stop
"""


def add_menu_entry(data_home: Path, command: list[str]) -> tuple[Path, ...]:
    """Put the companion into the menu; return the files that were written.

    Parameters
    ----------
    data_home
        The user's ``$XDG_DATA_HOME``.
    command
        What starts it.

    Raises
    ------
    OSError
        If a file cannot be written.
    """
    icon, entry = data_home / _ICON, data_home / _ENTRY
    for path in (icon, entry):
        path.parent.mkdir(parents=True, exist_ok=True)
    icon.write_bytes(_DRAWING.read_bytes())
    quoted = " ".join(map(_quoted, command))
    text = _TEXT.format(command=quoted, icon=icon, name=WINDOW_CLASS)
    entry.write_text(text, encoding="utf-8")
    return entry, icon


def remove_menu_entry(data_home: Path) -> tuple[Path, ...]:
    """Take the companion out of the menu again; return the files that were removed.

    Raises
    ------
    OSError
        If a file cannot be removed.
    """
    there = tuple(path for path in (data_home / _ENTRY, data_home / _ICON) if path.exists())
    for path in there:
        path.unlink()
    return there


def _quoted(argument: str) -> str:
    """Quote an argument of ``Exec``: the specification's reserved characters, and field codes."""
    for sign in ("\\", '"', "`", "$"):
        argument = argument.replace(sign, f"\\{sign}")
    # what is quoted is once more a string value, in which a backslash is written as two
    return '"' + argument.replace("\\", "\\\\").replace("%", "%%") + '"'
