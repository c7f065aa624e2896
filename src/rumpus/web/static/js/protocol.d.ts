// Made from the messages of the server by `python -m tools.browser_types`; not to be edited.

/** Whatever a client may say. */
export type AnyClientMessage =
  | Ping
  | Lobby
  | Make
  | Learn
  | Solve
  | Mine
  | Attach
  | Detach
  | Sit
  | Leave
  | Rename
  | Fill
  | Start
  | Drop
  | Decide
  | Why
  | Stand
  | ComeBack
  | Replace
  | Undo
  | Agree
  | Rematch
  | Hint
  | Replay
  | Reviewing
  | PlayOn
  | ProfileNew
  | SignIn
  | ProfileChange
  | ProfileDelete
  | ProfileExport
  | DeviceOut
  | LinkNew
  | LinkLook
  | LinkUse
  | PasskeyOptions
  | PasskeyAdd
  | PasskeyOut
  | PasskeyAsk
  | PasskeyUse
  | MyGamesAsk
  | Looking
  | NotificationsAsk
  | PushOn
  | PushOff
  | WebhookSet
  | NotificationsChange
  | Mute
  | VacationSet
  | NotificationTest
  | Seek
  | SeekEnd
  | ChallengeNew
  | ChallengesAsk
  | ChallengeAccept
  | ChallengeOut
  | RatingsAsk
  | LeadersAsk
  | WorldAsk
  | TournamentNew
  | TournamentAsk
  | TournamentsAsk
  | TournamentJoin
  | TournamentLeave
  | TournamentBot
  | TournamentStart
  | TournamentCancel
  | Say
  | ReportSeat;

/** Whatever the server may say. */
export type AnyServerMessage =
  | Hello
  | Pong
  | Tables
  | LobbyNews
  | TableMade
  | MyTables
  | TableUpdate
  | Done
  | Refused
  | Reasons
  | HintReply
  | Frames
  | Reviewed
  | ProfileReply
  | LinkReply
  | LinkOwner
  | PasskeyReply
  | Exported
  | MyGames
  | Notifications
  | Seeking
  | Found
  | SeekOver
  | Challenges
  | RatingsReply
  | Leaders
  | WorldReply
  | TournamentReply
  | Tournaments
  | ChatMessage;

export interface Ping {
  do: "ping";
  id?: string;
}

/** Subscribes to the list of tables. */
export interface Lobby {
  do: "lobby";
  id?: string;
}

/** Makes a table. `token` is the maker's secret: it opens the seat and the host's rights. */
export interface Make {
  do: "make";
  game: string;
  token: string;
  chairs: SeatRequest[];
  name?: string;
  options?: Record<string, boolean | number | string | string[]>;
  listed?: boolean;
  clock?: MakeClock | null;
  coach?: boolean;
  undo?: boolean;
  grace?: number;
  free_text?: boolean;
  id?: string;
}

export interface SeatRequest {
  kind: "me" | "open" | "bot" | "closed";
  bot?: string;
}

export interface MakeClock {
  kind: "move" | "game";
  seconds: number;
  plus?: number;
}

/** Makes a table for the game's lesson. */
export interface Learn {
  do: "learn";
  game: string;
  token: string;
  name?: string;
  id?: string;
}

/** Makes a table for a puzzle: the named one, or today's. */
export interface Solve {
  do: "puzzle";
  game: string;
  token: string;
  name?: string;
  puzzle?: string;
  id?: string;
}

/** Asks for the state of one's own tables. */
export interface Mine {
  do: "mine";
  keys: Key[];
  id?: string;
}

/** A seat's secret and its table. */
export interface Key {
  table: string;
  token: string;
}

/** Subscribes to a table: with its token as a seat, else as spectator. */
export interface Attach {
  do: "attach";
  table: string;
  token?: string | null;
  epoch?: number;
  lines?: number;
  id?: string;
}

export interface Detach {
  do: "detach";
  id?: string;
}

export interface Sit {
  do: "sit";
  token: string;
  name?: string;
  seat?: number | null;
  id?: string;
}

/** Leaves the seat. During the game a bot plays on. */
export interface Leave {
  do: "leave";
  id?: string;
}

export interface Rename {
  do: "name";
  name: string;
  id?: string;
}

/** Puts a bot on a seat or frees it. Host only. */
export interface Fill {
  do: "fill";
  seat: number;
  bot?: string;
  id?: string;
}

/** Begins the game with this bot on free seats. Host only. */
export interface Start {
  do: "start";
  bot?: string;
  id?: string;
}

export interface Drop {
  do: "drop";
  id?: string;
}

/** Makes a move: a number from the offers, or `words` in the game's notation. `at` is the decision meant. */
export interface Decide {
  do: "move";
  at: string;
  move?: number | null;
  words?: string | null;
  id?: string;
}

/** Asks for the reason against a move, or for all reasons. */
export interface Why {
  do: "why";
  move?: number | null;
  words?: string | null;
  id?: string;
}

/** Lets a bot play for a seat: one's own, or that of a person away beyond the grace time. */
export interface Stand {
  do: "stand_in";
  seat: number;
  bot?: string;
  id?: string;
}

export interface ComeBack {
  do: "back";
  id?: string;
}

/** Replaces a bot that has failed. Seated people and the host may do it. */
export interface Replace {
  do: "replace";
  seat: number;
  bot?: string;
  id?: string;
}

export interface Undo {
  do: "undo";
  id?: string;
}

export interface Agree {
  do: "agree";
  yes: boolean;
  id?: string;
}

/** Asks for a rematch, agrees, or declines. The asker's no withdraws it. */
export interface Rematch {
  do: "rematch";
  yes?: boolean;
  id?: string;
}

export interface Hint {
  do: "hint";
  id?: string;
}

/** Asks for frames: of a seat, of a spectator, or, after the end, with all cards open. */
export interface Replay {
  do: "replay";
  seat?: number | null;
  everything?: boolean;
  start?: number;
  count?: number;
  id?: string;
}

/** Asks for a review of a finished match, or for its progress. It uses one seat's information: by default one's own,
 * else the first person's. `everything` adds one with all cards. */
export interface Reviewing {
  do: "review";
  seat?: number | null;
  everything?: boolean;
  stronger?: boolean;
  id?: string;
}

/** Makes a table that continues a finished match: me on one seat, bots on the others. */
export interface PlayOn {
  do: "play_on";
  token: string;
  number: number;
  seat: number;
  name?: string;
  bot?: string;
  id?: string;
}

/** Makes a profile and signs in. `secret` is this device's, made by the client; the server stores its hash. Repeated
 * with the same secret, it signs in. */
export interface ProfileNew {
  do: "profile_new";
  secret: string;
  name?: string;
  avatar?: string;
  colour?: string;
  device?: string;
  bot?: boolean;
  id?: string;
}

/** Signs this connection in. Seats of the profile then need no token. */
export interface SignIn {
  do: "sign_in";
  profile: string;
  secret: string;
  id?: string;
}

export interface ProfileChange {
  do: "profile_change";
  name?: string | null;
  avatar?: string | null;
  colour?: string | null;
  id?: string;
}

/** Deletes the profile. Its seats stay, as those of a deleted player. */
export interface ProfileDelete {
  do: "profile_delete";
  id?: string;
}

export interface ProfileExport {
  do: "profile_export";
  id?: string;
}

/** Signs a device out: a number from the list, or `others` for all but this one. */
export interface DeviceOut {
  do: "device_out";
  device: string;
  id?: string;
}

/** Makes a link that signs another device in, once. */
export interface LinkNew {
  do: "link_new";
  id?: string;
}

/** Asks whose profile a link opens. */
export interface LinkLook {
  do: "link_look";
  token: string;
  id?: string;
}

/** Signs this device in by a link, with a new secret of its own. */
export interface LinkUse {
  do: "link_use";
  token: string;
  secret: string;
  device?: string;
  id?: string;
}

/** Asks for the options of `navigator.credentials.create`. */
export interface PasskeyOptions {
  do: "passkey_options";
  id?: string;
}

/** Adds the created credential, as its `toJSON` gives it. */
export interface PasskeyAdd {
  do: "passkey_add";
  response: any;
  label?: string;
  id?: string;
}

/** Removes a passkey of the list. */
export interface PasskeyOut {
  do: "passkey_out";
  passkey: string;
  id?: string;
}

/** Asks for the options of `navigator.credentials.get`. */
export interface PasskeyAsk {
  do: "passkey_ask";
  id?: string;
}

/** Signs this device in by a passkey, with a new secret of its own. */
export interface PasskeyUse {
  do: "passkey_use";
  response: any;
  secret: string;
  device?: string;
  id?: string;
}

/** Asks for the profile's tables, newest first. `before` is the last page's `next`. */
export interface MyGamesAsk {
  do: "my_games";
  state?: "playing" | "over";
  before?: string;
  id?: string;
}

/** Says whether this page is shown or hidden. A hidden page counts as nobody looking at its table. */
export interface Looking {
  do: "looking";
  looking: boolean;
  id?: string;
}

/** Asks for the profile's notifications. */
export interface NotificationsAsk {
  do: "notifications";
  id?: string;
}

/** Sends notifications to this device: a push subscription, as its `toJSON` gives it. */
export interface PushOn {
  do: "push_on";
  endpoint: string;
  p256dh: string;
  auth: string;
  id?: string;
}

export interface PushOff {
  do: "push_off";
  id?: string;
}

/** Posts notifications to this URL too. Empty: no longer. */
export interface WebhookSet {
  do: "webhook";
  url: string;
  id?: string;
}

export interface NotificationsChange {
  do: "notifications_change";
  turn?: boolean | null;
  rematch?: boolean | null;
  opponent?: boolean | null;
  round?: boolean | null;
  quiet?: QuietHours | null;
  id?: string;
}

/** Minutes of the day between which nothing is sent, in a time zone such as Europe/Berlin. Equal ones: none. */
export interface QuietHours {
  begin: number;
  end: number;
  zone: string;
}

/** Mutes the profile's notifications about a table, or no longer. */
export interface Mute {
  do: "mute";
  table: string;
  muted: boolean;
  id?: string;
}

/** Stops the profile's clocks of a day and more for so many days from now; 0 ends that. */
export interface VacationSet {
  do: "vacation";
  days: number;
  id?: string;
}

/** Sends a notification to all devices and the webhook of the profile. */
export interface NotificationTest {
  do: "notification_test";
  id?: string;
}

/** Waits for opponents at a listed table. `token` opens the seat. Repeated with the same token, it keeps the place in
 * the queue. */
export interface Seek {
  do: "seek";
  game: string;
  token: string;
  preset?: string;
  seats?: number;
  clock?: MakeClock | null;
  bot_after?: number;
  name?: string;
  id?: string;
}

/** Stops waiting for opponents. */
export interface SeekEnd {
  do: "seek_end";
  id?: string;
}

/** Offers a game for two to everybody. Repeated with the same token, it offers nothing more. */
export interface ChallengeNew {
  do: "challenge_new";
  game: string;
  token: string;
  options?: Record<string, boolean | number | string | string[]>;
  clock?: MakeClock | null;
  low?: number;
  high?: number;
  hours?: number;
  name?: string;
  id?: string;
}

/** Asks for the open challenges, newest first. */
export interface ChallengesAsk {
  do: "challenges";
  id?: string;
}

export interface ChallengeAccept {
  do: "challenge_accept";
  challenge: string;
  token: string;
  name?: string;
  id?: string;
}

/** Withdraws one's own challenge. */
export interface ChallengeOut {
  do: "challenge_out";
  challenge: string;
  id?: string;
}

/** Asks for ratings in a game with a number of seats: of profiles by their ids, of bots as `bot:hard`. */
export interface RatingsAsk {
  do: "ratings";
  game: string;
  seats: number;
  players: string[];
  id?: string;
}

/** Asks for the best-rated players of a game with a number of seats. */
export interface LeadersAsk {
  do: "leaders";
  game: string;
  seats?: number;
  id?: string;
}

/** Asks for a position that agrees with all the seat knows: a determinization. For accounts of bots only. */
export interface WorldAsk {
  do: "world";
  id?: string;
}

/** Makes a tournament of games for two. Repeated with the same token, it makes nothing more. It starts when its
 * creator says so, at `start_at` (milliseconds since 1970), or with `start_with` players. */
export interface TournamentNew {
  do: "tournament_new";
  game: string;
  token: string;
  clock: MakeClock;
  title?: string;
  format?: "round_robin" | "swiss" | "knockout";
  options?: Record<string, boolean | number | string | string[]>;
  best_of?: number;
  rounds?: number;
  late?: number;
  no_show?: number;
  listed?: boolean;
  start_at?: number;
  start_with?: number;
  bots?: string[];
  join?: boolean;
  id?: string;
}

/** Asks for a tournament, and for every change of it from now on. An empty id ends that. */
export interface TournamentAsk {
  do: "tournament";
  tournament: string;
  id?: string;
}

/** Asks for the listed tournaments, and those of the profile. */
export interface TournamentsAsk {
  do: "tournaments";
  id?: string;
}

export interface TournamentJoin {
  do: "tournament_join";
  tournament: string;
  id?: string;
}

/** Leaves a tournament, or withdraws after its start. `player`: the creator takes out that one. */
export interface TournamentLeave {
  do: "tournament_leave";
  tournament: string;
  player?: number | null;
  id?: string;
}

/** Adds a bot before the start. Creator only. */
export interface TournamentBot {
  do: "tournament_bot";
  tournament: string;
  bot: string;
  id?: string;
}

/** Starts the tournament. Creator only. */
export interface TournamentStart {
  do: "tournament_start";
  tournament: string;
  id?: string;
}

/** Cancels the tournament. Creator only. */
export interface TournamentCancel {
  do: "tournament_cancel";
  tournament: string;
  id?: string;
}

/** Sends a chat message: an emote or phrase by its id, or a text where the table allows that. */
export interface Say {
  do: "say";
  phrase?: string;
  text?: string;
  id?: string;
}

/** Reports a person at the table to the host of the server, with the last chat messages. */
export interface ReportSeat {
  do: "report";
  seat: number;
  reason: string;
  id?: string;
}

export interface Hello {
  is: "hello";
  protocol: number;
  now: number;
  server: string;
  passkeys?: boolean;
  id?: string;
}

export interface Pong {
  is: "pong";
  now: number;
  id?: string;
}

export interface Tables {
  is: "lobby";
  tables: LobbyRow[];
  id?: string;
}

/** Changes of the lobby since the last message: new, changed and removed tables. */
export interface LobbyNews {
  is: "lobby_news";
  tables: LobbyRow[];
  gone: string[];
  id?: string;
}

export interface TableMade {
  is: "made";
  table: string;
  seat?: number | null;
  id?: string;
}

export interface MyTables {
  is: "mine";
  tables: MyTable[];
  id?: string;
}

/** A visitor's own table, in the lobby. */
export interface MyTable {
  table: string;
  game: string;
  title: string;
  state: string;
  others: string[];
  turn?: boolean;
  fared?: string;
}

export interface TableUpdate {
  is: "table";
  sheet: TableView;
  log: Log;
  id?: string;
}

/** Log lines from number `start` on. After a change of epoch, older lines are void. */
export interface Log {
  start: number;
  lines: LogLine[];
}

export interface Done {
  is: "done";
  id?: string;
}

/** The request was refused and nothing has changed. `stale`: its decision is no longer open. */
export interface Refused {
  is: "refused";
  why: string;
  stale?: boolean;
  about?: string;
  clause?: string;
  id?: string;
}

export interface Reasons {
  is: "why";
  reasons: WhyNot[];
  id?: string;
}

/** An illegal move, the reason, and the clause behind it. */
export interface WhyNot {
  move: number;
  words: string;
  why: string;
  clause?: string;
  says?: string;
}

export interface HintReply {
  is: "hint";
  sentence: string;
  details?: Record<string, any>;
  id?: string;
}

export interface Frames {
  is: "frames";
  start: number;
  total: number;
  frames: ReplayFrame[];
  seat?: number | null;
  everything?: boolean;
  id?: string;
}

/** Progress of a review, or the review. */
export interface Reviewed {
  is: "reviewed";
  done: number;
  first?: number;
  own?: OwnReview;
  open?: OpenReview;
  moments?: string[];
  id?: string;
}

/** The profile that this connection is signed in to. */
export interface ProfileReply {
  is: "profile";
  profile: string;
  name: string;
  avatar: string;
  colour: string;
  device: string;
  devices: DeviceInfo[];
  passkeys: PasskeyInfo[];
  bot?: boolean;
  id?: string;
}

/** A signed-in device. Times are milliseconds since 1970. */
export interface DeviceInfo {
  device: string;
  label: string;
  added: number;
  seen: number;
}

export interface PasskeyInfo {
  passkey: string;
  label: string;
  added: number;
}

/** Token of `/#/link/TOKEN`, and the time at which it expires, in milliseconds since 1970. */
export interface LinkReply {
  is: "link";
  token: string;
  expires: number;
  id?: string;
}

/** The profile that a link opens. */
export interface LinkOwner {
  is: "linked";
  profile: string;
  name: string;
  avatar: string;
  colour: string;
  id?: string;
}

/** Options for the browser's passkeys, in the JSON of Web Authentication. */
export interface PasskeyReply {
  is: "passkey";
  options: any;
  id?: string;
}

/** All that the server stores about the profile, without secrets. */
export interface Exported {
  is: "exported";
  data: any;
  id?: string;
}

export interface MyGames {
  is: "my_games";
  games: MyGame[];
  next?: string;
  id?: string;
}

/** A table of the profile. */
export interface MyGame {
  table: string;
  game: string;
  title: string;
  state: string;
  seat: number;
  started: number;
  others: string[];
  turn?: boolean;
  waiting?: string[];
  left?: number | null;
  until?: number;
  fared?: string;
}

export interface Notifications {
  is: "notifications";
  push_key: string;
  turn: boolean;
  rematch: boolean;
  opponent: boolean;
  round: boolean;
  quiet: QuietHours | null;
  devices: PushDevice[];
  webhook: string;
  muted: string[];
  vacation?: number;
  vacation_days?: number;
  id?: string;
}

/** A device that gets notifications. */
export interface PushDevice {
  label: string;
  added: number;
  own: boolean;
}

/** The profile waits in a queue. Times are milliseconds since 1970. */
export interface Seeking {
  is: "seeking";
  since: number;
  bot_at?: number;
  id?: string;
}

/** The table of a seek or challenge. Also sent without a request. */
export interface Found {
  is: "found";
  table: string;
  seat?: number | null;
  id?: string;
}

/** The profile waits no more. Sent without a request. */
export interface SeekOver {
  is: "seek_over";
  why: string;
  id?: string;
}

export interface Challenges {
  is: "challenges";
  challenges: ChallengeInfo[];
  id?: string;
}

/** An open challenge. */
export interface ChallengeInfo {
  challenge: string;
  game: string;
  title: string;
  name: string;
  profile: string;
  options: Record<string, number | boolean | string | string[]>;
  low: number;
  high: number;
  created: number;
  expires: number;
  clock?: Clock | null;
  avatar?: string;
  colour?: string;
  rating?: Rating | null;
  yours?: boolean;
  open_to_you?: boolean;
  table?: string;
}

/** A time limit in seconds: per decision ("move"), or in total ("game") with an increment `plus`. */
export interface Clock {
  kind: "move" | "game";
  seconds: number;
  plus?: number;
}

/** A player's rating in a game with a number of seats. */
export interface Rating {
  rating: number;
  deviation: number;
  games: number;
  provisional?: boolean;
}

/** Ratings of the players asked for who have one. */
export interface RatingsReply {
  is: "ratings";
  ratings: Record<string, Rating>;
  id?: string;
}

export interface Leaders {
  is: "leaders";
  leaders: Leader[];
  counts: number[];
  id?: string;
}

/** A row of a leaderboard. */
export interface Leader {
  player: string;
  name: string;
  rating: Rating;
  avatar?: string;
  colour?: string;
  bot?: string;
}

/** A sampled position, as `Game.load` reads it. Hidden parts are drawn anew for each request. */
export interface WorldReply {
  is: "world";
  at: string;
  position: any;
  id?: string;
}

/** A tournament. Also sent without a request, whenever it changes. It tells of finished games only. */
export interface TournamentReply {
  is: "tournament";
  tournament: string;
  title: string;
  game: string;
  game_title: string;
  format: "round_robin" | "swiss" | "knockout";
  state: "open" | "running" | "over" | "cancelled";
  owner: string;
  options: Record<string, number | boolean | string | string[]>;
  clock: Clock;
  best_of: number;
  no_show: number;
  late: number;
  listed: boolean;
  created: number;
  start_at: number;
  start_with: number;
  most: number;
  rounds: number;
  may_join: boolean;
  players: TournamentPlayer[];
  pairings: TournamentPairing[][];
  why?: string;
  id?: string;
}

/** A row of the standings. Points of pairings: 1 for a win, 0.5 for a draw. */
export interface TournamentPlayer {
  player: number;
  name: string;
  points?: number;
  buchholz?: number;
  sonneborn?: number;
  wins?: number;
  draws?: number;
  losses?: number;
  profile?: string;
  avatar?: string;
  colour?: string;
  bot?: string;
  bot_account?: boolean;
  left?: boolean;
}

export interface TournamentPairing {
  first: number;
  second?: number;
  points?: number[] | null;
  games?: TournamentGame[];
  withdrawn?: boolean;
}

export interface TournamentGame {
  table: string;
  points?: number[] | null;
  reason?: "" | "missed" | "void";
}

export interface Tournaments {
  is: "tournaments";
  listed: TournamentRow[];
  own: TournamentRow[];
  id?: string;
}

/** A tournament in a list. */
export interface TournamentRow {
  tournament: string;
  title: string;
  game: string;
  game_title: string;
  format: "round_robin" | "swiss" | "knockout";
  state: "open" | "running" | "over" | "cancelled";
  players: number;
  round?: number;
  rounds?: number;
  start_at?: number;
  start_with?: number;
  clock?: Clock | null;
  best_of?: number;
}

/** A chat message of a seat. Spectators get phrases only. It is never sent again. */
export interface ChatMessage {
  is: "chat";
  seat: number;
  phrase?: string;
  text?: string;
  id?: string;
}

/** All that one seat, or a spectator, is shown of a table, except the log. */
export interface TableView {
  table: string;
  game: string;
  title: string;
  state: string;
  you: number | null;
  host: boolean;
  seats: SeatInfo[];
  options: Record<string, number | boolean | string | string[]>;
  listed: boolean;
  coach: boolean;
  undo: boolean;
  grace: number;
  promise: string;
  view?: Record<string, any> | null;
  moves?: Offer[];
  at?: string;
  waiting?: number[];
  result?: number[] | null;
  places?: number[];
  fared?: string;
  clock?: ClockFace | null;
  wish?: UndoRequest | null;
  epoch?: number;
  seed?: string;
  rematch?: string;
  rematch_wish?: RematchRequest | null;
  numbers?: Statistics | null;
  source?: string;
  notice?: string;
  lesson?: LessonInfo | null;
  tournament?: string;
  free_text?: boolean;
}

/** Public information about a seat. */
export interface SeatInfo {
  name: string;
  kind: string;
  bot?: string;
  stand_in?: string;
  failed?: boolean;
  here?: boolean;
  away?: number;
  fared?: string;
  payoff?: string;
  profile?: string;
  avatar?: string;
  colour?: string;
  bot_account?: boolean;
}

/** A move for display: number, notation, spoken form, explanation and forecast. */
export interface Offer {
  move: number;
  words: string;
  says: string;
  explanation: string;
  forecast: Record<string, any>;
}

export interface ClockFace {
  rule: Clock;
  left: number[];
  until: number[];
}

export interface UndoRequest {
  seat: number;
  agreed: number[];
}

/** A rematch request, with the seats that agreed or declined. */
export interface RematchRequest {
  seat: number;
  agreed: number[];
  declined: number[];
}

/** Statistics per seat after the end. */
export interface Statistics {
  moves: number[];
  seconds: number[];
  total: number;
}

/** The current step for the learner. After the last one, only a summary and the closing words. */
export interface LessonInfo {
  step: number;
  titles: string[];
  learnt?: string[];
  say?: string;
  spot?: string[];
  hide?: string[];
  allow?: number[];
  puzzle?: string;
  hint?: string;
  level?: number;
}

/** A line of the log for one viewer, as text and as data (`kind`, `args`, `facts`). `facts` are the arguments by
 * name, for drawings. */
export interface LogLine {
  text: string;
  clause?: string;
  kind?: string;
  args?: (number | string)[];
  facts?: Record<string, number | string | (number | string)[]>;
}

/** A table in the lobby. Contains public information only. */
export interface LobbyRow {
  table: string;
  game: string;
  title: string;
  state: string;
  seats: SeatInfo[];
  clock?: Clock | null;
  house_rules?: boolean;
}

/** One step of a replay: the view and the latest events. */
export interface ReplayFrame {
  number: number;
  view: Record<string, any>;
  lines: LogLine[];
  waiting: number[];
  seat?: number | null;
  words?: string;
  says?: string;
  others?: Record<string, any>[];
}

/** A game in the lobby. */
export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  minutes: number;
  seats: number[];
  fields: FieldInfo[];
  picture: string;
  drawing?: string;
  style?: string;
  accent?: string;
  lesson?: number;
  puzzles?: number;
  presets?: PresetInfo[];
}

export interface FieldInfo {
  name: string;
  label: string;
  kind: string;
  default: number | boolean | string | string[];
  help: string;
  clause: string;
  low?: number;
  high?: number;
  choices?: string[];
  says?: string[];
  basic?: boolean;
}

/** Options chosen together in the lobby. */
export interface PresetInfo {
  name: string;
  says: string;
  changes: ChangeInfo[];
}

/** An option that a preset changes. */
export interface ChangeInfo {
  name: string;
  value: number | boolean | string | string[];
}

/** A game's goal, on one screen. */
export interface HowInfo {
  goal: string;
  cells: HowCell[];
  pictures: string;
}

/** One idea. Its picture has the same number in the game's `web/how.js`. */
export interface HowCell {
  title: string;
  say: string;
  clauses?: string[];
}

export interface TopicInfo {
  name: string;
  kind: string;
  text: string;
  clause: string;
}

/** Review from the seat's own information; reveals nothing else. */
export interface OwnReview {
  seat: number;
  exact: boolean;
  effort: number;
  moves: number;
  summary: string;
  curve: OwnPoint[];
  verdicts: Verdict[];
  decisions: number;
  silent: number;
  counts: Record<string, number>;
  turning: number[];
  moments: KeyMoment[];
}

/** Win probabilities after `number` moves, from one seat's information. */
export interface OwnPoint {
  number: number;
  chances: number[];
  error: number;
}

/** Verdict on one decision, in win probability from the seat's information. */
export interface Verdict {
  number: number;
  seat: number;
  verdict: string;
  words: string;
  says: string;
  chance: number;
  gain: number;
  error: number;
  other?: string;
  other_words?: string;
}

/** A turn that changed a seat's win probability by `shift`, in a sentence. */
export interface KeyMoment {
  number: number;
  shift: number;
  text: string;
}

/** Part of a review for the end of the match: luck and the others' play. */
export interface OpenReview {
  summary: string;
  luck: number;
  luck_error: number;
  play: number;
  others: number;
  curve: BarePoint[];
  moments: KeyMoment[];
}

/** Win probabilities with all cards open. */
export interface BarePoint {
  number: number;
  chances: number[];
}
