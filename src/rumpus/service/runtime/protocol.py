"""The protocol between client and server. docs/host/protocol.md explains it."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from rumpus.core.options import Value
from rumpus.core.position import Json
from rumpus.table.entries import Clock
from rumpus.table.seat_view import WhyNot

PROTOCOL = 3

Id = Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9_\-.:]*$")]
TableId = Annotated[str, Meta(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9_\-]+$")]
Secret = Annotated[str, Meta(min_length=22, max_length=80, pattern=r"^[A-Za-z0-9_\-]+$")]
Name = Annotated[str, Meta(max_length=200)]
Short = Annotated[str, Meta(max_length=60)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
Look = Annotated[str, Meta(max_length=20, pattern=r"^[a-z0-9_\-]*$")]
"""Name of an avatar or of a colour. Pages draw a default for names they do not know."""
Url = Annotated[str, Meta(max_length=1000)]
LinkToken = Annotated[str, Meta(max_length=200)]


# --- from a client ---


class ClientMessage(Struct, tag_field="do", rename={"id_": "id"}, kw_only=True):
    """Base of client messages. The reply repeats `id`."""

    id_: Id = ""


class Ping(ClientMessage, tag="ping"):
    pass


class Lobby(ClientMessage, tag="lobby"):
    """Subscribes to the list of tables."""


class SeatRequest(Struct):
    kind: Literal["me", "open", "bot", "closed"]
    bot: Short = ""


class MakeClock(Struct):
    kind: Literal["move", "game"]
    seconds: Annotated[int, Meta(ge=0, le=10**12)]
    plus: Annotated[int, Meta(ge=0, le=3_600)] = 0


class Make(ClientMessage, tag="make"):
    """Makes a table. `token` is the maker's secret: it opens the seat and the host's rights."""

    game: Short
    token: Secret
    seats: Annotated[list[SeatRequest], Meta(max_length=64)] = msgspec.field(name="chairs")
    name: Name = ""
    options: Annotated[dict[Short, bool | int | str | list[str]], Meta(max_length=200)] = {}
    listed: bool = False
    clock: MakeClock | None = None
    coach: bool = True
    undo: bool = True
    grace: Annotated[int, Meta(ge=10, le=3_600)] = 60
    free_text: bool = False
    """Lets seated people send each other texts. Unlisted tables only."""


class Learn(ClientMessage, tag="learn"):
    """Makes a table for the game's lesson."""

    game: Short
    token: Secret
    name: Name = ""


class Solve(ClientMessage, tag="puzzle"):
    """Makes a table for a puzzle: the named one, or today's."""

    game: Short
    token: Secret
    name: Name = ""
    puzzle: Short = ""


class Key(Struct, forbid_unknown_fields=True):
    """A seat's secret and its table."""

    table: TableId
    token: Secret


class Mine(ClientMessage, tag="mine"):
    """Asks for the state of one's own tables."""

    keys: Annotated[list[Key], Meta(max_length=12)]


class Attach(ClientMessage, tag="attach"):
    """Subscribes to a table: with its token as a seat, else as spectator."""

    table: TableId
    token: Secret | None = None
    epoch: Count = 0
    lines: Count = 0


class Detach(ClientMessage, tag="detach"):
    pass


class Sit(ClientMessage, tag="sit"):
    token: Secret
    name: Name = ""
    seat: SeatNumber | None = None


class Leave(ClientMessage, tag="leave"):
    """Leaves the seat. During the game a bot plays on."""


class Rename(ClientMessage, tag="name"):
    name: Name


class Fill(ClientMessage, tag="fill"):
    """Puts a bot on a seat or frees it. Host only."""

    seat: SeatNumber
    bot: Short = ""


class Start(ClientMessage, tag="start"):
    """Begins the game with this bot on free seats. Host only."""

    bot: Short = ""


class Drop(ClientMessage, tag="drop"):
    pass


class Decide(ClientMessage, tag="move"):
    """Makes a move: a number from the offers, or `words` in the game's notation. `at` is the decision meant."""

    at: Id
    move: Count | None = None
    words: Annotated[str, Meta(max_length=400)] | None = None


class Why(ClientMessage, tag="why"):
    """Asks for the reason against a move, or for all reasons."""

    move: Count | None = None
    words: Annotated[str, Meta(max_length=400)] | None = None


class Stand(ClientMessage, tag="stand_in"):
    """Lets a bot play for a seat: one's own, or that of a person away beyond the grace time."""

    seat: SeatNumber
    bot: Short = ""


class ComeBack(ClientMessage, tag="back"):
    pass


class Replace(ClientMessage, tag="replace"):
    """Replaces a bot that has failed. Seated people and the host may do it."""

    seat: SeatNumber
    bot: Short = ""


class Undo(ClientMessage, tag="undo"):
    pass


class Agree(ClientMessage, tag="agree"):
    yes: bool


class Rematch(ClientMessage, tag="rematch"):
    """Asks for a rematch, agrees, or declines. The asker's no withdraws it."""

    yes: bool = True


class Hint(ClientMessage, tag="hint"):
    pass


class Replay(ClientMessage, tag="replay"):
    """Asks for frames: of a seat, of a spectator, or, after the end, with all cards open."""

    seat: SeatNumber | None = None
    everything: bool = False
    start: Count = 0
    count: Annotated[int, Meta(ge=1, le=200)] = 50


class Reviewing(ClientMessage, tag="review"):
    """Asks for a review of a finished match, or for its progress.

    It uses one seat's information: by default one's own, else the first person's. `everything` adds one with all cards.
    """

    seat: SeatNumber | None = None
    everything: bool = False
    stronger: bool = False
    """Ten times as many rollouts."""


class PlayOn(ClientMessage, tag="play_on"):
    """Makes a table that continues a finished match: me on one seat, bots on the others."""

    token: Secret
    number: Count
    seat: SeatNumber
    name: Name = ""
    bot: Short = ""


# --- profiles ---


class ProfileNew(ClientMessage, tag="profile_new"):
    """Makes a profile and signs in. `secret` is this device's, made by the client; the server stores its hash.

    Repeated with the same secret, it signs in.
    """

    secret: Secret
    name: Name = ""
    avatar: Look = ""
    colour: Look = ""
    device: Short = ""
    """Label of this device, such as "Firefox on Linux"."""
    bot: bool = False
    """True for the account of a bot. Its name then ends with "(bot)" everywhere."""


class SignIn(ClientMessage, tag="sign_in"):
    """Signs this connection in. Seats of the profile then need no token."""

    profile: Id
    secret: Secret


class ProfileChange(ClientMessage, tag="profile_change"):
    name: Name | None = None
    avatar: Look | None = None
    colour: Look | None = None


class ProfileDelete(ClientMessage, tag="profile_delete"):
    """Deletes the profile. Its seats stay, as those of a deleted player."""


class ProfileExport(ClientMessage, tag="profile_export"):
    pass


class DeviceOut(ClientMessage, tag="device_out"):
    """Signs a device out: a number from the list, or `others` for all but this one."""

    device: Id


class LinkNew(ClientMessage, tag="link_new"):
    """Makes a link that signs another device in, once."""


class LinkLook(ClientMessage, tag="link_look"):
    """Asks whose profile a link opens."""

    token: LinkToken


class LinkUse(ClientMessage, tag="link_use"):
    """Signs this device in by a link, with a new secret of its own."""

    token: LinkToken
    secret: Secret
    device: Short = ""


class PasskeyOptions(ClientMessage, tag="passkey_options"):
    """Asks for the options of `navigator.credentials.create`."""


class PasskeyAdd(ClientMessage, tag="passkey_add"):
    """Adds the created credential, as its `toJSON` gives it."""

    response: Raw
    label: Short = ""


class PasskeyOut(ClientMessage, tag="passkey_out"):
    """Removes a passkey of the list."""

    passkey: Annotated[str, Meta(max_length=1400)]


class PasskeyAsk(ClientMessage, tag="passkey_ask"):
    """Asks for the options of `navigator.credentials.get`."""


class PasskeyUse(ClientMessage, tag="passkey_use"):
    """Signs this device in by a passkey, with a new secret of its own."""

    response: Raw
    secret: Secret
    device: Short = ""


class MyGamesAsk(ClientMessage, tag="my_games"):
    """Asks for the profile's tables, newest first. `before` is the last page's `next`."""

    state: Literal["playing", "over"] = "playing"
    before: Id = ""


# --- notifications ---


class Looking(ClientMessage, tag="looking"):
    """Says whether this page is shown or hidden. A hidden page counts as nobody looking at its table."""

    looking: bool


class NotificationsAsk(ClientMessage, tag="notifications"):
    """Asks for the profile's notifications."""


class PushOn(ClientMessage, tag="push_on"):
    """Sends notifications to this device: a push subscription, as its `toJSON` gives it."""

    endpoint: Url
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class PushOff(ClientMessage, tag="push_off"):
    pass


class WebhookSet(ClientMessage, tag="webhook"):
    """Posts notifications to this URL too. Empty: no longer."""

    url: Url


class QuietHours(Struct):
    """Minutes of the day between which nothing is sent, in a time zone such as Europe/Berlin. Equal ones: none."""

    begin: Annotated[int, Meta(ge=0, lt=1440)]
    end: Annotated[int, Meta(ge=0, lt=1440)]
    zone: Short


class NotificationsChange(ClientMessage, tag="notifications_change"):
    turn: bool | None = None
    rematch: bool | None = None
    opponent: bool | None = None
    round: bool | None = None
    quiet: QuietHours | None = None


class Mute(ClientMessage, tag="mute"):
    """Mutes the profile's notifications about a table, or no longer."""

    table: TableId
    muted: bool


class VacationSet(ClientMessage, tag="vacation"):
    """Stops the profile's clocks of a day and more for so many days from now; 0 ends that."""

    days: Annotated[int, Meta(ge=0, le=365)]


class NotificationTest(ClientMessage, tag="notification_test"):
    """Sends a notification to all devices and the webhook of the profile."""


AnyNotificationMessage = (
    NotificationsAsk | PushOn | PushOff | WebhookSet | NotificationsChange | Mute | VacationSet | NotificationTest
)
# --- opponents ---


class Seek(ClientMessage, tag="seek"):
    """Waits for opponents at a listed table. `token` opens the seat.

    Repeated with the same token, it keeps the place in the queue.
    """

    game: Short
    token: Secret
    preset: Short = ""
    seats: Annotated[int, Meta(ge=2, le=64)] = 2
    clock: MakeClock | None = None
    bot_after: Annotated[int, Meta(ge=0, le=3_600)] = 0
    """Seconds after which bots take the free seats. 0: never."""
    name: Name = ""


class SeekEnd(ClientMessage, tag="seek_end"):
    """Stops waiting for opponents."""


class ChallengeNew(ClientMessage, tag="challenge_new"):
    """Offers a game for two to everybody. Repeated with the same token, it offers nothing more."""

    game: Short
    token: Secret
    options: Annotated[dict[Short, bool | int | str | list[str]], Meta(max_length=200)] = {}
    clock: MakeClock | None = None
    low: Annotated[int, Meta(ge=-10_000, le=10_000)] = -10_000
    high: Annotated[int, Meta(ge=-10_000, le=10_000)] = 10_000
    """Ratings of those who may accept, both included."""
    hours: Annotated[int, Meta(ge=1, le=168)] = 24
    """Hours until it expires."""
    name: Name = ""


class ChallengesAsk(ClientMessage, tag="challenges"):
    """Asks for the open challenges, newest first."""


class ChallengeAccept(ClientMessage, tag="challenge_accept"):
    challenge: Id
    token: Secret
    name: Name = ""


class ChallengeOut(ClientMessage, tag="challenge_out"):
    """Withdraws one's own challenge."""

    challenge: Id


class RatingsAsk(ClientMessage, tag="ratings"):
    """Asks for ratings in a game with a number of seats: of profiles by their ids, of bots as `bot:hard`."""

    game: Short
    seats: Annotated[int, Meta(ge=2, le=64)]
    players: Annotated[list[Short], Meta(max_length=64)]


class LeadersAsk(ClientMessage, tag="leaders"):
    """Asks for the best-rated players of a game with a number of seats."""

    game: Short
    seats: Annotated[int, Meta(ge=2, le=64)] = 2


# --- tournaments ---

TournamentFormat = Literal["round_robin", "swiss", "knockout"]


class TournamentNew(ClientMessage, tag="tournament_new"):
    """Makes a tournament of games for two. Repeated with the same token, it makes nothing more.

    It starts when its creator says so, at `start_at` (milliseconds since 1970), or with `start_with` players.
    """

    game: Short
    token: Secret
    clock: MakeClock
    title: Name = ""
    format: TournamentFormat = "swiss"
    options: Annotated[dict[Short, bool | int | str | list[str]], Meta(max_length=200)] = {}
    best_of: Annotated[int, Meta(ge=1, le=9)] = 1
    """Games per pairing, at most, with seats swapped."""
    rounds: Annotated[int, Meta(ge=0, le=31)] = 0
    """Rounds of a Swiss tournament. 0: by the number of players."""
    late: Annotated[int, Meta(ge=0, le=31)] = 0
    """The last round of a Swiss tournament during which players may still join. 0: only before the start."""
    no_show: Annotated[int, Meta(ge=10, le=86_400)] = 300
    """Seconds after which whoever is not at its table loses the game."""
    listed: bool = False
    start_at: Annotated[int, Meta(ge=0, le=10**14)] = 0
    start_with: Annotated[int, Meta(ge=0, le=64)] = 0
    bots: Annotated[list[Short], Meta(max_length=16)] = []
    join: bool = True
    """True if the creator plays too."""


class TournamentAsk(ClientMessage, tag="tournament"):
    """Asks for a tournament, and for every change of it from now on. An empty id ends that."""

    tournament: Id


class TournamentsAsk(ClientMessage, tag="tournaments"):
    """Asks for the listed tournaments, and those of the profile."""


class TournamentJoin(ClientMessage, tag="tournament_join"):
    tournament: Id


class TournamentLeave(ClientMessage, tag="tournament_leave"):
    """Leaves a tournament, or withdraws after its start. `player`: the creator takes out that one."""

    tournament: Id
    player: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class TournamentBot(ClientMessage, tag="tournament_bot"):
    """Adds a bot before the start. Creator only."""

    tournament: Id
    bot: Short


class TournamentStart(ClientMessage, tag="tournament_start"):
    """Starts the tournament. Creator only."""

    tournament: Id


class TournamentCancel(ClientMessage, tag="tournament_cancel"):
    """Cancels the tournament. Creator only."""

    tournament: Id


AnyTournamentMessage = (
    TournamentNew | TournamentAsk | TournamentsAsk | TournamentJoin | TournamentLeave | TournamentBot
    | TournamentStart | TournamentCancel
)  # fmt: skip


# --- bots ---


class WorldAsk(ClientMessage, tag="world"):
    """Asks for a position that agrees with all the seat knows: a determinization. For accounts of bots only."""


# --- chat ---


class Say(ClientMessage, tag="say"):
    """Sends a chat message: an emote or phrase by its id, or a text where the table allows that."""

    phrase: Short = ""
    text: Annotated[str, Meta(max_length=2_000)] = ""


class ReportSeat(ClientMessage, tag="report"):
    """Reports a person at the table to the host of the server, with the last chat messages."""

    seat: SeatNumber
    reason: Short


AnyProfileMessage = (
    ProfileNew | SignIn | ProfileChange | ProfileDelete | ProfileExport | DeviceOut | LinkNew | LinkLook | LinkUse
    | PasskeyOptions | PasskeyAdd | PasskeyOut | PasskeyAsk | PasskeyUse | MyGamesAsk
)  # fmt: skip
AnyClientMessage = (
    Ping | Lobby | Make | Learn | Solve | Mine | Attach | Detach | Sit | Leave | Rename | Fill | Start | Drop | Decide
    | Why | Stand | ComeBack | Replace | Undo | Agree | Rematch | Hint | Replay | Reviewing | PlayOn | ProfileNew
    | SignIn | ProfileChange | ProfileDelete | ProfileExport | DeviceOut | LinkNew | LinkLook | LinkUse | PasskeyOptions
    | PasskeyAdd | PasskeyOut | PasskeyAsk | PasskeyUse | MyGamesAsk | Looking | NotificationsAsk | PushOn | PushOff
    | WebhookSet | NotificationsChange | Mute | VacationSet | NotificationTest
    | Seek | SeekEnd | ChallengeNew | ChallengesAsk | ChallengeAccept | ChallengeOut | RatingsAsk | LeadersAsk
    | WorldAsk | TournamentNew | TournamentAsk | TournamentsAsk | TournamentJoin | TournamentLeave | TournamentBot
    | TournamentStart | TournamentCancel | Say | ReportSeat
)  # fmt: skip


# --- from the server ---


class ServerMessage(Struct, tag_field="is", rename={"id_": "id"}, omit_defaults=True, kw_only=True):
    id_: str = ""


class Hello(ServerMessage, tag="hello"):
    protocol: int
    now: int
    """Server time in milliseconds since 1970, for clocks."""
    server: str
    passkeys: bool = False
    """True if this page may offer passkeys: the server knows them, and the page's origin is secure."""


class Pong(ServerMessage, tag="pong"):
    now: int


class Tables(ServerMessage, tag="lobby"):
    tables: list[Raw]


class LobbyNews(ServerMessage, tag="lobby_news"):
    """Changes of the lobby since the last message: new, changed and removed tables."""

    tables: list[Raw]
    gone: list[str]


class TableMade(ServerMessage, tag="made"):
    table: str
    seat: int | None = None


class MyTable(Struct, omit_defaults=True):
    """A visitor's own table, in the lobby."""

    table: str
    game: str
    title: str
    state: str
    others: list[str]
    """Names on the other seats."""
    turn: bool = False
    """True if the visitor has a decision to make."""
    fared: str = ""
    """Result after the end: "won", "drew", "2nd" …, "lost"."""


class MyTables(ServerMessage, tag="mine"):
    tables: list[MyTable]


class Log(Struct):
    """Log lines from number `start` on. After a change of epoch, older lines are void."""

    start: int
    lines: list[Raw]


class TableUpdate(ServerMessage, tag="table"):
    sheet: Raw
    log: Log


class Done(ServerMessage, tag="done"):
    pass


class Refused(ServerMessage, tag="refused"):
    """The request was refused and nothing has changed. `stale`: its decision is no longer open."""

    why: str
    stale: bool = False
    about: str = ""
    """The wrong part of the request: the name of an option, or `chair 2` for the second seat.

    `profile` or `device`: this device is no longer signed in, so its secret is of no more use.
    """
    clause: str = ""
    """Clause of the rules behind the refusal."""


class Reasons(ServerMessage, tag="why"):
    reasons: list[WhyNot]


class HintReply(ServerMessage, tag="hint"):
    sentence: str
    details: dict[str, Json] = {}


class Frames(ServerMessage, tag="frames"):
    start: int
    total: int
    frames: list[Raw]
    """Each a `ReplayFrame`."""
    seat: int | None = None
    everything: bool = False


class Reviewed(ServerMessage, tag="reviewed"):
    """Progress of a review, or the review."""

    done: float
    first: int = 0
    """Number of the replay's first frame."""
    own: Raw | None = None
    open: Raw | None = None
    """Review with all cards open, if requested."""
    moments: list[str] = []
    """Where the match is after every number of moves, as its table counts: `round 3`. Empty in the setup."""


class DeviceInfo(Struct):
    """A signed-in device. Times are milliseconds since 1970."""

    device: str
    label: str
    added: int
    seen: int


class PasskeyInfo(Struct):
    passkey: str
    label: str
    added: int


class ProfileReply(ServerMessage, tag="profile"):
    """The profile that this connection is signed in to."""

    profile: str
    name: str
    avatar: str
    colour: str
    device: str
    """Number of this device in the list."""
    devices: list[DeviceInfo]
    passkeys: list[PasskeyInfo]
    bot: bool = False
    """True for the account of a bot."""


class LinkReply(ServerMessage, tag="link"):
    """Token of `/#/link/TOKEN`, and the time at which it expires, in milliseconds since 1970."""

    token: str
    expires: int


class LinkOwner(ServerMessage, tag="linked"):
    """The profile that a link opens."""

    profile: str
    name: str
    avatar: str
    colour: str


class PasskeyReply(ServerMessage, tag="passkey"):
    """Options for the browser's passkeys, in the JSON of Web Authentication."""

    options: Raw


class Exported(ServerMessage, tag="exported"):
    """All that the server stores about the profile, without secrets."""

    data: Raw


class MyGame(Struct, omit_defaults=True):
    """A table of the profile."""

    table: str
    game: str
    title: str
    state: str
    seat: int
    started: int
    """Time at which the seat was taken, in milliseconds since 1970."""
    others: list[str]
    """Names on the other seats."""
    turn: bool = False
    """True if the profile's seat has a decision to make."""
    waiting: list[str] = []
    """Names of the others who have a decision to make, as far as this seat knows."""
    left: int | None = None
    """Milliseconds on this seat's clock at the start of its decision. None without a clock."""
    until: int = 0
    """Time at which this seat's clock runs out, in milliseconds since 1970; 0 if it stands."""
    fared: str = ""
    """Result after the end: "won", "drew", "2nd" …, "lost"."""


class MyGames(ServerMessage, tag="my_games"):
    games: list[MyGame]
    next: str = ""
    """`before` of the next page. Empty: this is the last one."""


class PushDevice(Struct):
    """A device that gets notifications."""

    label: str
    added: int
    """Milliseconds since 1970."""
    own: bool
    """True for the device that asks."""


class Notifications(ServerMessage, tag="notifications"):
    push_key: str
    """The server's key for `pushManager.subscribe`. Empty: this server sends no notifications."""
    turn: bool
    rematch: bool
    opponent: bool
    round: bool
    quiet: QuietHours | None
    devices: list[PushDevice]
    webhook: str
    muted: list[str]
    """Tables about which nothing is sent."""
    vacation: int = 0
    """End of the running vacation, in milliseconds since 1970; 0: none."""
    vacation_days: int = 0
    """Days of vacation left in this year."""


class Seeking(ServerMessage, tag="seeking"):
    """The profile waits in a queue. Times are milliseconds since 1970."""

    since: int
    bot_at: int = 0
    """Time from which bots may take the free seats; 0: never."""


class Found(ServerMessage, tag="found"):
    """The table of a seek or challenge. Also sent without a request."""

    table: str
    seat: int | None = None


class SeekOver(ServerMessage, tag="seek_over"):
    """The profile waits no more. Sent without a request."""

    why: str


class Rating(Struct, omit_defaults=True):
    """A player's rating in a game with a number of seats."""

    rating: int
    deviation: int
    """Standard deviation of the rating."""
    games: int
    provisional: bool = False
    """True while the deviation is large."""


class ChallengeInfo(Struct, omit_defaults=True):
    """An open challenge."""

    challenge: str
    game: str
    title: str
    name: str
    profile: str
    options: dict[str, Value]
    """Changed options."""
    low: int
    high: int
    created: int
    expires: int
    clock: Clock | None = None
    avatar: str = ""
    colour: str = ""
    rating: Rating | None = None
    yours: bool = False
    open_to_you: bool = True
    """False if the visitor's rating is out of range."""
    table: str = ""
    """The table, once the challenge is accepted."""


class Challenges(ServerMessage, tag="challenges"):
    challenges: list[ChallengeInfo]


class RatingsReply(ServerMessage, tag="ratings"):
    """Ratings of the players asked for who have one."""

    ratings: dict[str, Rating]


class Leader(Struct, omit_defaults=True):
    """A row of a leaderboard."""

    player: str
    name: str
    rating: Rating
    avatar: str = ""
    colour: str = ""
    bot: str = ""
    """Name of the bot; empty for people."""


class Leaders(ServerMessage, tag="leaders"):
    leaders: list[Leader]
    counts: list[int]
    """Numbers of seats of this game that have ratings."""


class TournamentRow(Struct, omit_defaults=True):
    """A tournament in a list."""

    tournament: str
    title: str
    game: str
    game_title: str
    format: TournamentFormat
    state: Literal["open", "running", "over", "cancelled"]
    players: int
    round: int = 0
    """Number of the current round, from 1; 0 before the start."""
    rounds: int = 0
    """Rounds planned."""
    start_at: int = 0
    start_with: int = 0
    clock: Clock | None = None
    best_of: int = 1


class Tournaments(ServerMessage, tag="tournaments"):
    listed: list[TournamentRow]
    own: list[TournamentRow]
    """Those that the profile has made or joined."""


class TournamentPlayer(Struct, omit_defaults=True):
    """A row of the standings. Points of pairings: 1 for a win, 0.5 for a draw."""

    player: int
    name: str
    points: float = 0
    buchholz: float = 0
    sonneborn: float = 0
    """Sonneborn-Berger."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    profile: str = ""
    avatar: str = ""
    colour: str = ""
    bot: str = ""
    """Strength of a built-in bot."""
    bot_account: bool = False
    left: bool = False
    """True if it has withdrawn."""


class TournamentGame(Struct, omit_defaults=True):
    table: str
    points: list[float] | None = None
    """For the first and the second player. None: it is not over."""
    reason: Literal["", "missed", "void"] = ""
    """`missed`: somebody did not come. `void`: the table was closed, which counts as a draw."""


class TournamentPairing(Struct, omit_defaults=True):
    first: int
    second: int = -1
    """-1: the first player has a bye."""
    points: list[float] | None = None
    """The result. None: it is being played."""
    games: list[TournamentGame] = []
    withdrawn: bool = False
    """True if a withdrawal decided it."""


class TournamentReply(ServerMessage, tag="tournament"):
    """A tournament. Also sent without a request, whenever it changes. It tells of finished games only."""

    tournament: str
    title: str
    game: str
    game_title: str
    format: TournamentFormat
    state: Literal["open", "running", "over", "cancelled"]
    owner: str
    """Profile of its creator."""
    options: dict[str, Value]
    """Changed options."""
    clock: Clock
    best_of: int
    no_show: int
    late: int
    listed: bool
    created: int
    start_at: int
    start_with: int
    most: int
    """Largest number of players."""
    rounds: int
    """Rounds planned."""
    may_join: bool
    players: list[TournamentPlayer]
    """From first to last."""
    pairings: list[list[TournamentPairing]]
    """By round, in the order of the boards."""
    why: str = ""
    """Why it was cancelled."""


class WorldReply(ServerMessage, tag="world"):
    """A sampled position, as `Game.load` reads it. Hidden parts are drawn anew for each request."""

    at: str
    """The decision that it is for."""
    position: Raw


class ChatMessage(ServerMessage, tag="chat"):
    """A chat message of a seat. Spectators get phrases only. It is never sent again."""

    seat: int
    phrase: str = ""
    text: str = ""


AnyServerMessage = (
    Hello | Pong | Tables | LobbyNews | TableMade | MyTables | TableUpdate | Done | Refused | Reasons | HintReply
    | Frames | Reviewed | ProfileReply | LinkReply | LinkOwner | PasskeyReply | Exported | MyGames | Notifications
    | Seeking | Found | SeekOver | Challenges | RatingsReply | Leaders | WorldReply | TournamentReply | Tournaments
    | ChatMessage
)  # fmt: skip

_decoder: msgspec.json.Decoder[AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage)
_encoder = msgspec.json.Encoder()


def decode(text: str | bytes) -> AnyClientMessage:
    """Decodes a client's message. Raises msgspec.MsgspecError if it is malformed."""
    return _decoder.decode(text)


class _Named(Struct, rename={"id_": "id"}):
    id_: Id = ""


_only_id = msgspec.json.Decoder(_Named)
_looks_like_id = re.compile(r'"id"\s*:\s*"([A-Za-z0-9_\-.:]{1,40})"')


def id_in(text: str) -> str:
    """The id of a malformed message, or an empty string."""
    try:
        return _only_id.decode(text).id_
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        found = _looks_like_id.search(text)
        return found[1] if found else ""


def encode(message: ServerMessage) -> bytes:
    return _encoder.encode(message)


def to_json(value: object) -> bytes:
    return _encoder.encode(value)
