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
  | PlayOn;

/** Whatever the server may say. */
export type AnyServerMessage =
  | Hello
  | Pong
  | Tables
  | LobbyNews
  | TableMade
  | MyTables
  | TableSheet
  | Done
  | Refused
  | Reasons
  | HintReply
  | Frames
  | Reviewed;

export interface Ping {
  do: "ping";
  id?: string;
}

/** Show me the listed tables, and tell me when they change. */
export interface Lobby {
  do: "lobby";
  id?: string;
}

/** Make a table. The token is the client's own secret; it opens the maker's chair and the host's powers. */
export interface Make {
  do: "make";
  game: string;
  token: string;
  chairs: ChairWish[];
  name?: string;
  options?: Record<string, boolean | number | string | string[]>;
  listed?: boolean;
  clock?: MakeClock | null;
  coach?: boolean;
  undo?: boolean;
  grace?: number;
  id?: string;
}

export interface ChairWish {
  kind: "me" | "open" | "bot" | "closed";
  bot?: string;
}

export interface MakeClock {
  kind: "move" | "game";
  seconds: number;
  plus?: number;
}

/** Make a table that follows the game's lesson. */
export interface Learn {
  do: "learn";
  game: string;
  token: string;
  name?: string;
  id?: string;
}

/** Make a table that asks a puzzle of the game: today's, or the one of this name. */
export interface Solve {
  do: "puzzle";
  game: string;
  token: string;
  name?: string;
  puzzle?: string;
  id?: string;
}

/** How do the tables stand at which I have these seats? */
export interface Mine {
  do: "mine";
  keys: Key[];
  id?: string;
}

/** The secret of a seat, and the table where it is one. */
export interface Key {
  table: string;
  token: string;
}

/** Show me this table from now on: with the right token as its seat, else as an onlooker. */
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

/** Before the game: the chair is free again. In the game: a bot plays on. */
export interface Leave {
  do: "leave";
  id?: string;
}

export interface Rename {
  do: "name";
  name: string;
  id?: string;
}

/** The host puts a bot on a chair, or frees it. */
export interface Fill {
  do: "fill";
  seat: number;
  bot?: string;
  id?: string;
}

/** The host begins; free chairs get this bot. */
export interface Start {
  do: "start";
  bot?: string;
  id?: string;
}

export interface Drop {
  do: "drop";
  id?: string;
}

/** `at` is the decision meant, `move` one of the numbers offered (or `words` in the game's notation). */
export interface Decide {
  do: "move";
  at: string;
  move?: number | null;
  words?: string | null;
  id?: string;
}

/** Why can this move not be made? Without one: all that cannot, as far as there is a reason to give. */
export interface Why {
  do: "why";
  move?: number | null;
  words?: string | null;
  id?: string;
}

/** Let a bot play on for this seat: one's own, or that of somebody who has been away for the grace time. */
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

/** Somebody at the table, or its host, chooses another bot for a seat whose bot has failed. */
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

/** Play once more? The first yes asks, the others answer; a no of whoever asked takes it back. */
export interface Rematch {
  do: "rematch";
  yes?: boolean;
  id?: string;
}

export interface Hint {
  do: "hint";
  id?: string;
}

/** Moments of the match: of a seat, of an onlooker (no seat), or with all cards open once it is over. */
export interface Replay {
  do: "replay";
  seat?: number | null;
  everything?: boolean;
  start?: number;
  count?: number;
  id?: string;
}

/** A review of this finished match as one seat knew it (one's own, or else the first person's), or with all cards
 * open too. It takes a while: whoever asks again is told how far it is. */
export interface Reviewing {
  do: "review";
  seat?: number | null;
  everything?: boolean;
  stronger?: boolean;
  id?: string;
}

/** Make a table that goes on from a moment of this finished match: me on one seat, bots on the others. */
export interface PlayOn {
  do: "play_on";
  token: string;
  number: number;
  seat: number;
  name?: string;
  bot?: string;
  id?: string;
}

export interface Hello {
  is: "hello";
  protocol: number;
  now: number;
  server: string;
  id?: string;
}

export interface Pong {
  is: "pong";
  now: number;
  id?: string;
}

/** All listed tables. */
export interface Tables {
  is: "lobby";
  tables: Row[];
  id?: string;
}

/** Tables that are new or listed in another way since the last word on the lobby, and those listed no more. */
export interface LobbyNews {
  is: "lobby_news";
  tables: Row[];
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

/** A table as whoever sits there finds it in the lobby. */
export interface MyTable {
  table: string;
  game: string;
  title: string;
  state: string;
  others: string[];
  turn?: boolean;
  fared?: string;
}

export interface TableSheet {
  is: "table";
  sheet: Sheet;
  log: Log;
  id?: string;
}

/** Lines of the story from number `start` on; with another epoch than before, forget the older ones. */
export interface Log {
  start: number;
  lines: StoryLine[];
}

export interface Done {
  is: "done";
  id?: string;
}

/** Nothing has changed. `stale`: the move answers a decision that is no longer asked. */
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

/** A move that cannot be made now, the reason, and the clause behind it. */
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
  frames: Moment[];
  seat?: number | null;
  everything?: boolean;
  id?: string;
}

/** How much of it is done, and then the review. */
export interface Reviewed {
  is: "reviewed";
  done: number;
  first?: number;
  own?: OwnReview;
  open?: OpenReview;
  id?: string;
}

/** All that one seat, or an onlooker, is shown of a table, except the story. */
export interface Sheet {
  table: string;
  game: string;
  title: string;
  state: string;
  you: number | null;
  host: boolean;
  seats: SeatSheet[];
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
  wish?: UndoWish | null;
  epoch?: number;
  seed?: string;
  rematch?: string;
  rematch_wish?: RematchWish | null;
  numbers?: Statistics | null;
  source?: string;
  notice?: string;
  lesson?: LessonSheet | null;
}

/** Who sits on a chair, as everybody may know it. */
export interface SeatSheet {
  name: string;
  kind: string;
  bot?: string;
  stand_in?: string;
  failed?: boolean;
  here?: boolean;
  away?: number;
  fared?: string;
  payoff?: string;
}

/** A move as a person sees it. Its number in the list, its notation, the same as one says it aloud, what it would do
 * in a sentence, and as facts. */
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

/** Seconds for each decision ("move"), or for all of a seat's decisions together ("game", plus some for each). */
export interface Clock {
  kind: "move" | "game";
  seconds: number;
  plus?: number;
}

export interface UndoWish {
  seat: number;
  agreed: number[];
}

/** Who has asked to play once more, who is in, and who would rather not. */
export interface RematchWish {
  seat: number;
  agreed: number[];
  declined: number[];
}

/** Statistics after the end, per seat. */
export interface Statistics {
  moves: number[];
  seconds: number[];
  total: number;
}

/** The step that is due, as the learner is shown it; after the last one only what was learnt, and a last word. */
export interface LessonSheet {
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

/** A line of the story as one seat noticed it; `kind`, `args` and `facts` are the same as data. `facts` are the
 * arguments by the names that the game gives them, for a drawing. */
export interface StoryLine {
  text: string;
  clause?: string;
  kind?: string;
  args?: (number | string)[];
  facts?: Record<string, number | string | (number | string)[]>;
}

/** A table as the lobby shows it: short, and nothing that is not known to anybody who walks by. */
export interface Row {
  table: string;
  game: string;
  title: string;
  state: string;
  seats: SeatSheet[];
  clock?: Clock | null;
  house_rules?: boolean;
}

/** One step of a replay: what it looked like and what had just happened. */
export interface Moment {
  number: number;
  view: Record<string, any>;
  lines: StoryLine[];
  waiting: number[];
  seat?: number | null;
  words?: string;
  says?: string;
  others?: Record<string, any>[];
}

/** A game as the lobby offers it. */
export interface GameSheet {
  name: string;
  title: string;
  blurb: string;
  minutes: number;
  seats: number[];
  fields: FieldSheet[];
  picture: string;
  drawing?: string;
  style?: string;
  accent?: string;
  lesson?: number;
  puzzles?: number;
}

export interface FieldSheet {
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

/** How a game is won, on one screen. */
export interface HowSheet {
  goal: string;
  cells: HowCell[];
  pictures: string;
}

/** One idea. Its picture is the one of the same number in the game's `web/how.js`. */
export interface HowCell {
  title: string;
  say: string;
  clauses?: string[];
}

export interface TopicSheet {
  name: string;
  kind: string;
  text: string;
  clause: string;
}

/** A review from nothing but what its seat knew, each time: it tells nothing that this seat never learnt. */
export interface OwnReview {
  seat: number;
  exact: boolean;
  effort: number;
  moves: number;
  summary: string;
  curve: OwnPoint[];
  verdicts: Judgement[];
  decisions: number;
  silent: number;
  counts: Record<string, number>;
  turning: number[];
  moments: KeyMoment[];
}

/** Who was going to win after so many moves, as one seat could think then. */
export interface OwnPoint {
  number: number;
  chances: number[];
  error: number;
}

/** Of one decision: in chances to win, as its seat could know them then. */
export interface Judgement {
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

/** A moment that mattered to a seat: after so many moves, worth so much to it, in a sentence. */
export interface KeyMoment {
  number: number;
  shift: number;
  text: string;
}

/** What can be said to a seat only once all cards are open: luck, and what the others did. */
export interface OpenReview {
  summary: string;
  luck: number;
  luck_error: number;
  play: number;
  others: number;
  curve: BarePoint[];
  moments: KeyMoment[];
}

/** The same with all cards open. */
export interface BarePoint {
  number: number;
  chances: number[];
}
