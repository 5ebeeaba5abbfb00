"""Every page there is, each with what it takes to show something."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import cache
from itertools import islice
from time import monotonic, sleep
from urllib.request import Request, urlopen

import cv2

from companion.coaching.review import Kind, Moment, Review, Standing, digest_of
from companion.coaching.reviews import keep
from companion.live.demos import all_demos
from companion.showing.coaching.review_view import played_moves
from companion.sources.video_file import VideoFile
from companion.storage.database import connect
from companion.web import reach
from rules import Move
from rules.move import Tile
from tests.browser.conftest import Companion
from tests.browser.test_disputes import with_an_island
from vision.arrays import Image

WAIT_S = 120
CLOSING_GAME = (
    ((0, 0, 0), (1, -1, 4)),
    ((1, 0, 2), (2, -1, 0)),
    ((0, -1, 2), (0, -2, 0)),
    ((0, 1, 4),),
)
BEFORE_THE_FIRST_MOVE_S, AFTER_IT_S = 0.4, 3.8


def start(_companion: Companion) -> str:
    return ""


def photos(_companion: Companion) -> str:
    return "photos"


def reading(companion: Companion) -> str:
    answer = companion.read("p001087_small")
    return str(answer["url"]).removeprefix(companion.address)


def by_hand(companion: Companion) -> str:
    return f"games/{with_an_island(companion)}"


def illegal(companion: Companion) -> str:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    companion.lay(game, (1, -1, 1), (1, 0, 1))
    return f"games/{game}"


def palagem(companion: Companion) -> str:
    game = companion.start("palagem", ["Ann", "Bob"])
    build_palagems(companion, game)
    return f"games/{game}"


def build_palagems(companion: Companion, game: int) -> None:
    cells = ((0, 0), (1, -1), (1, 0), (2, -1))
    for player, ways in (("Ann", (2, 4, 0, 2)), ("Bob", (0, 4, 0, 2))):
        tiles = [{"q": q, "r": r, "orientation": k} for (q, r), k in zip(cells, ways, strict=True)]
        decision = {"kind": "set-palagem", "data": {"player": player, "tiles": tiles}}
        companion.ask(f"games/{game}/decisions", decision)


def claiming(companion: Companion) -> str:
    game = companion.start("palagem", ["Ann", "Bob"], mode="claim")
    build_palagems(companion, game)
    companion.lay(game, (0, 0, 2))
    return f"games/{game}"


@cache
def table_at(second: float) -> Image:
    """Return the picture of the table at a second of the sample film."""
    film = VideoFile(all_demos()[0].path, paced=False)
    frame = next(islice(film, int(second * film.fps), None))
    film.close()
    return frame.image


def show_table(companion: Companion, second: float, address: str = "games/1") -> None:
    """Send a game a photo of the table at a second of the sample film."""
    show_picture(companion, table_at(second), address)


def show_picture(companion: Companion, picture: Image, address: str) -> None:
    """Send a game a picture of the table, as a phone does."""
    photo = cv2.imencode(".jpg", picture)[1].tobytes()
    frames = f"{companion.address}api/{address}/frames?hold=yes"
    urlopen(Request(frames, photo, {"Content-Type": "image/jpeg"}), timeout=WAIT_S).close()


def watched(companion: Companion) -> str:
    """A game that a phone sends photos of: of the table before the first move and after it."""
    for number in companion.tables.followed():
        state = companion.state(number)
        if state["source"]["kind"] == "phone" and state["moves"]:
            return f"games/{number}"
    address = code(companion).removesuffix("/camera")
    for second, part in ((BEFORE_THE_FIRST_MOVE_S, "ready"), (AFTER_IT_S, "moves")):
        show_table(companion, second, address)
        deadline = monotonic() + WAIT_S
        while not (state := companion.state(int(address.removeprefix("games/"))))[part]:
            assert monotonic() < deadline, state["said"]
            sleep(0.2)
    return address


def seen_move(companion: Companion) -> str:
    return f"{watched(companion)}/moves/1"


def why_illegal(companion: Companion) -> str:
    address = illegal(companion)
    (event,) = [e for e in companion.state(int(address[6:]))["said"] if e["event"] == "illegal"]
    return f"{address}/rulings/{event['id']}"


def not_followed(companion: Companion) -> str:
    game = with_an_island(companion)
    companion.tables.stop(game)
    return f"games/{game}"


def move(companion: Companion) -> str:
    return f"{by_hand(companion)}/moves/2"


def correcting(companion: Companion) -> str:
    return f"{by_hand(companion)}/table"


def telling(companion: Companion) -> str:
    return f"{by_hand(companion)}/told/2"


def record(companion: Companion) -> str:
    return f"{by_hand(companion)}/record"


def review(companion: Companion) -> str:
    return f"{by_hand(companion)}/review"


def code(companion: Companion) -> str:
    wanted = {
        "game": "palago",
        "players": [{"name": "Ann"}, {"name": "Bob"}],
        "source": {"kind": "phone"},
    }
    return f"games/{companion.ask('games', wanted)['id']}/camera"


def phone(companion: Companion) -> str:
    number = code(companion).removeprefix("games/").removesuffix("/camera")
    return f"phone/{number}"


def correcting_a_photo(companion: Companion) -> str:
    return f"{reading(companion)}#correcting"


def trust(_companion: Companion) -> str:
    return "trust"


def calibrating(_companion: Companion) -> str:
    return "calibrate"


def coached(companion: Companion) -> str:
    """A game whose review found a win that was missed; nothing is searched for."""
    game = companion.start("palago", ["Ann", "Bob"])
    for tiles in CLOSING_GAME:
        companion.lay(game, *tiles)
    moves = played_moves(companion.tables.find(game).news.state.snapshot)  # type: ignore[union-attr]
    win = moves[-1].after.without(*moves[-1].before)
    line = (Move(placed=tuple(Tile(*one) for one in win.items()), ordered=True),)
    standings = (*[Standing(None, 0, 0.2)] * (len(moves) - 1), Standing("blue", 1, -1.0))
    missed = Moment(len(moves) - 1, Kind.ALLOWED, 1, line, line[0])
    with closing(connect(companion.data)) as connection:
        keep(connection, game, digest_of(moves), Review((*standings, standings[-1]), (missed,)))
    return f"games/{game}/review"


def better_move(companion: Companion) -> str:
    return f"{coached(companion)}/moves/3"


def puzzles(_companion: Companion) -> str:
    return "puzzles"


def rules(_companion: Companion) -> str:
    return "rules/palagonia"


def lesson(_companion: Companion) -> str:
    return "learn/palagonia/4"


def to_print(_companion: Companion) -> str:
    return "print"


def hinted(companion: Companion) -> str:
    game = companion.start("palago", ["Ann", "Bob"], hints=True)
    for tiles in CLOSING_GAME[:-1]:
        companion.lay(game, *tiles)
    return f"games/{game}"


def overview(companion: Companion) -> str:
    by_hand(companion)
    illegal(companion)
    return "tables"


def players(companion: Companion) -> str:
    review(companion)
    return "players"


def tournament(companion: Companion) -> str:
    """One of five in its second round: with a bye, a draw, a late and a longwinded player."""
    names = ["Ann", "Bob", "Cem", "Dora", "Élodie Marchand-Beauregard"]
    wanted = {"name": "Club evening", "rounds": 3, "players": names}
    address = f"tournaments/{companion.ask('tournaments', wanted)['id']}"
    companion.ask(f"{address}/rounds", {"round": 1})
    for table, result in ((1, "first"), (2, "draw")):
        told = {"result": result}
        companion.ask(f"{address}/rounds/1/tables/{table}/result", told, method="PUT")
    companion.ask(f"{address}/players", {"name": "Fay"})
    companion.ask(f"{address}/players/2", {"here": False}, method="PUT")
    companion.ask(f"{address}/rounds", {"round": 2})
    return address


def tournaments(companion: Companion) -> str:
    tournament(companion)
    return "tournaments"


def standings(companion: Companion) -> str:
    return f"{tournament(companion)}/standings"


def pairings(companion: Companion) -> str:
    return f"{tournament(companion)}/rounds/1"


def at_a_table(companion: Companion) -> str:
    return f"?pairing={tournament(companion).removeprefix('tournaments/')}.2.1"


def open_to_spectators(companion: Companion) -> str:
    """All tables with the code that spectators scan."""
    let_spectators_in(companion)
    return overview(companion)


def let_spectators_in(companion: Companion) -> str:
    """Let spectators in, over an HTTPS that nobody uses; return the token of their code."""
    home = ("127.0.0.1",)
    reach.install(companion.app, reach.Reach(home, home, 8000, 8443, b"the tests need none"))
    code = companion.ask("spectators", {"spectators": True}, method="PUT")
    return str(code["url"]).partition("=")[2]


PAGES = (
    start,
    overview,
    open_to_spectators,
    players,
    tournaments,
    tournament,
    standings,
    pairings,
    at_a_table,
    photos,
    reading,
    by_hand,
    illegal,
    palagem,
    claiming,
    watched,
    seen_move,
    why_illegal,
    not_followed,
    move,
    correcting,
    correcting_a_photo,
    telling,
    record,
    review,
    coached,
    better_move,
    puzzles,
    hinted,
    rules,
    lesson,
    to_print,
    code,
    phone,
    trust,
    calibrating,
)
PageOf = Callable[[Companion], str]
