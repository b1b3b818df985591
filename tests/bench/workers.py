"""A page's workers, spoken to past Playwright, which would wait for one that hangs."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import CDPSession, Page


class Workers:
    """`addresses` by target; `heard` are the results that came, as (address, result)."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self.session = session
        self.addresses: dict[str, str] = {}
        self.heard: list[tuple[str, dict[str, Any]]] = []
        session.on("Target.attachedToTarget", self._meet)
        session.on("Target.receivedMessageFromTarget", self._hear)
        session.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})

    def _meet(self, event: dict[str, Any]) -> None:
        if event["targetInfo"]["type"] == "worker":
            self.addresses[event["sessionId"]] = event["targetInfo"]["url"]

    def _hear(self, event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        if "result" in message:
            self.heard.append((self.addresses[event["sessionId"]], message["result"]))

    def tell(self, target: str, method: str, **parameters: Any) -> None:
        message = json.dumps({"id": 1, "method": method, "params": parameters})
        self.session.send("Target.sendMessageToTarget", {"sessionId": target, "message": message})

    def wait(self, milliseconds: int) -> None:
        self.page.wait_for_timeout(milliseconds)


@contextmanager
def workers_of(page: Page) -> Iterator[Workers]:
    session = page.context.new_cdp_session(page)
    yield Workers(page, session)
    session.detach()
