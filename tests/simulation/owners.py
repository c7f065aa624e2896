"""People with profiles: they sign in, open seats by profile, sign devices in and out, and delete their profiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.simulation.environment import derived

if TYPE_CHECKING:
    from tests.simulation.clients import Line
    from tests.simulation.people import Person


class Owner:
    """What a person knows of its profile. Unanswered requests may have been carried out or not."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.rng = derived(person.world.seed, person.name, "profile")
        self.profile = ""
        """Id of the profile, once the server has told it."""
        self.secret = self._new_secret()
        """Secret of this device."""
        self.line: Line | None = None
        """The line that is signed in."""
        self.tables: dict[str, None] = {}
        """Tables with a seat of the profile."""
        self.others: list[str] = []
        """Secrets of devices that were signed in before."""
        self.signed_out: list[str] = []
        """Secrets of devices that were signed out, acknowledged."""
        self.link: tuple[str, str] | None = None
        """A link that waits to be used, and the secret to use it with."""
        self.webhook = f"https://{person.name}.example/"
        self.target_since: float | None = None
        """Virtual time since which the webhook is set."""
        self.hidden_since: float | None = None
        """Virtual time since which this line's page is hidden."""
        self._hidden: list[tuple[float, float]] = []
        self.deleting = False
        """True after a deletion without an answer."""

    def _new_secret(self) -> str:
        return f"{self.rng.getrandbits(128):032x}"

    @property
    def is_in(self) -> bool:
        return self.line is not None and self.line is self.person.line

    async def sign_in(self) -> None:
        """Makes the profile, signs in, or uses a link."""
        ask, secret = self.person.ask, self.secret
        if self.link is not None:
            token, secret = self.link
            reply = await ask("link_use", token=token, secret=secret)
        elif self.profile:
            reply = await ask("sign_in", profile=self.profile, secret=secret)
        else:
            reply = await ask("profile_new", secret=secret, name=self.person.name)
        if reply is None:
            return
        if reply["is"] == "profile":
            if self.link is not None:
                self.others.append(self.secret)
                self.secret, self.link = secret, None
            self._require(not self.profile or reply["profile"] == self.profile, "is signed in to another profile")
            self.profile, self.line = reply["profile"], self.person.line
            if self.target_since is None:
                await self._set_webhook()
        elif self.link is not None:
            self.link = None  # it may have expired: clocks jump
        elif reply.get("about") in ("profile", "device"):
            self._require(self.deleting, f"cannot sign in: {reply['why']}")
            self._start_again()

    def _require(self, condition: bool, text: str) -> None:
        self.person.world.checker.require(condition, f"profile: {self.person.name} {text}")

    def on_sheet(self, sheet: dict[str, Any]) -> None:
        seat = sheet["you"]
        if self.profile and seat is not None and sheet["seats"][seat].get("profile") == self.profile:
            self.tables[sheet["table"]] = None

    def opens(self, table: str) -> bool:
        """True if the profile opens a seat of this table at this moment, and shall."""
        return self.is_in and not self.deleting and table in self.tables and self.rng.random() < 0.5

    # --- looking ---

    @property
    def looks_away(self) -> bool:
        return self.hidden_since is not None

    def is_hidden(self, start: float, end: float) -> bool:
        """True if the page was hidden all this time."""
        times = [*self._hidden]
        if self.hidden_since is not None:
            times.append((self.hidden_since, self.person.world.loop.now))
        return any(a <= start and end <= b for a, b in times)

    def line_lost(self) -> None:
        self._look_again()

    def _look_again(self) -> None:
        if self.hidden_since is not None:
            self._hidden.append((self.hidden_since, self.person.world.loop.now))
            self.hidden_since = None

    async def look_away(self) -> None:
        line = self.person.line
        reply = await self.person.ask("looking", looking=False)
        if reply is not None and reply["is"] == "done" and line is not None and self.person.line is line:
            self.hidden_since = self.person.world.loop.now

    async def look_back(self) -> None:
        self._look_again()
        await self.person.ask("looking", looking=True)

    # --- requests ---

    async def act(self) -> None:
        kind = self.rng.random()
        if not self.is_in:
            await self.sign_in()
        elif kind < 0.12:
            await self.person.ask("notification_test")
        elif kind < 0.25:
            await self._list_games()
        elif kind < 0.35:
            await self.person.ask("profile_change", name=f"{self.person.name}-{self.person.numbers}")
        elif kind < 0.55:
            await self._change_device()
        elif kind < 0.75 and self.others:
            await self._sign_others_out()
        elif kind < 0.85 and self.signed_out:
            await self._try_signed_out_device()
        elif kind < 0.9:
            await self.person.ask("profile_export")
        elif kind > 0.96:
            await self._delete()

    async def _list_games(self) -> None:
        reply = await self.person.ask("my_games", state=self.rng.choice(["playing", "over"]))
        if reply is not None and reply["is"] == "my_games" and self.is_in:
            found = [(game["table"], game["seat"]) for game in reply["games"]]
            self.person.world.checker.profiles.listed.update(dict.fromkeys((self.profile, *one) for one in found))

    async def _set_webhook(self) -> None:
        reply = await self.person.ask("webhook", url=self.webhook)
        if reply is not None and reply["is"] == "notifications" and self.is_in:
            self.target_since = self.person.world.loop.now

    async def _change_device(self) -> None:
        """Makes a link, hangs up, and uses it from another device, at any server."""
        reply = await self.person.ask("link_new")
        if reply is not None and reply["is"] == "link" and self.person.line is not None:
            self.link = reply["token"], self._new_secret()
            self.person.line.cut()

    async def _sign_others_out(self) -> None:
        others, self.others = self.others, []
        reply = await self.person.ask("device_out", device="others")
        if reply is not None and reply["is"] != "refused":
            self.signed_out += others

    async def _try_signed_out_device(self) -> None:
        secret = self.rng.choice(self.signed_out)
        reply = await self.person.ask("sign_in", profile=self.profile, secret=secret)
        self._require(reply is None or reply["is"] != "profile", "signs in by a device that was signed out")

    async def _delete(self) -> None:
        self.deleting = True
        self.person.world.checker.profiles.deletions[self.profile] = False
        reply = await self.person.ask("profile_delete")
        if reply is not None and reply["is"] == "done":
            self.person.world.checker.profiles.deletions[self.profile] = True
            self._start_again()

    def _start_again(self) -> None:
        """The profile is gone. The next one has a new secret."""
        self.profile, self.secret, self.deleting = "", self._new_secret(), False
        self.others, self.signed_out, self.line, self.target_since = [], [], None, None
        self.tables.clear()
