"""Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi).

Playwright drives only a Firefox of its own, which is a download; Debian's
listens to this protocol by itself.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from websocket import WebSocket, create_connection

LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
AS_JSON = "(value) => JSON.stringify(value ?? null)"
KEYS = {"Tab": "\ue004"}  # as WebDriver names them
EVENTS = "log.entryAdded", "network.beforeRequestSent"


class Firefox:
    """A tab, and what it has logged and asked the network for."""

    def __init__(self, socket: WebSocket):
        self.socket, self.number = socket, 0
        self.logged: list[str] = []
        self.requests: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=EVENTS)
        (tab,) = self.ask("browsingContext.getTree")["contexts"]
        self.tab = tab["context"]

    def ask(self, method: str, **parameters) -> dict:
        """Send a command; return its result, noting events before it.

        Raises RuntimeError if the browser refuses it.
        """
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        self.socket.send(json.dumps(command))
        while (answer := json.loads(self.socket.recv()))["type"] == "event":
            self.note(answer)
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def note(self, event: dict) -> None:
        """Remember what an event tells."""
        told = event["params"]
        if event["method"] == "log.entryAdded":
            self.logged.append(f"{told['level']}: {told['text']}")
        else:
            self.requests.append(told["request"]["url"])

    def resize(self, width: int, height: int = 850) -> None:
        """Give the page a window of this size."""
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self.tab, viewport=size)

    def goto(self, url: str) -> None:
        """Open a page; return once all of it has been loaded."""
        self.ask(
            "browsingContext.navigate",
            context=self.tab,
            url=url,
            wait="complete",
        )

    def evaluate(self, function: str) -> object:
        """Return what a function of JavaScript gives, as JSON has it.

        Raises RuntimeError if it throws.
        """
        answer = self.ask(
            "script.evaluate",
            expression=f"Promise.resolve(({function})()).then({AS_JSON})",
            target={"context": self.tab},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def press(self, key: str) -> None:
        """Press and release a key, by its name in KEYS."""
        both = [{"type": t, "value": KEYS[key]} for t in ("keyDown", "keyUp")]
        keys = {"type": "key", "id": "keys", "actions": both}
        self.ask("input.performActions", context=self.tab, actions=[keys])


@contextmanager
def started(program: str, profile: Path, seconds: float) -> Iterator[Firefox]:
    """Start Firefox without a window, and end it; wait for it so long.

    Raises RuntimeError if it ends without listening.
    """
    command = [program, "--headless", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(
        [*command, "--remote-debugging-port", "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            lines = map(LISTENING.search, process.stderr)
            found = next(filter(None, lines), None)
            if found is None:
                raise RuntimeError(f"{program} does not listen")
            address = f"{found[1]}/session"
            connection = create_connection(
                address, seconds, suppress_origin=True
            )
            with closing(connection) as socket:
                yield Firefox(socket)
        finally:
            process.kill()
