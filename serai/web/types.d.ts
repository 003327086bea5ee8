// Written by tools/write_types.py from the server's types. Do not edit.

/** A thing on a part of the board. Its id is its key in the scene and stays with the piece, so that the piece glides when it moves. Symbols are drawn around their own origin. */
export interface Element {
  symbol: string;
  part: string; // which drawing it lies on
  x: number; // where the symbol's origin goes, in the part's coordinates
  y: number;
  layer?: number; // painter's order within the part, 0 (default) lowest
  turn?: number; // degrees
  size?: number; // 1 is the symbol's own
  owner?: number; // the seat whose colour it has
  state?: string; // class names for the style sheet, such as "target", "paid", "ghost", "just"
  text?: string; // a number or a few letters on it
  label?: string; // what it is, for a tooltip and a screen reader
  choices?: number[]; // the choices it makes when picked (if several, a small list opens)
  origin?: string; // the id of the element, or "seat-2", from which it comes when new
  goal?: string; // the same for where it goes when removed; "active": to the player who was to move
  bend?: [number, number]; // where a piece that follows the streets turns a corner
}

/** One fact of a panel: an icon with a number, pips, or a mark that is on or off. */
export interface Item {
  icon?: string;
  text?: string;
  label: string; // for a tooltip and a screen reader
  value?: number; // with `of`: the number of filled pips
  of?: number;
  state?: string;
}

/** The public information about a seat. */
export interface Panel {
  name: string;
  tags: string[]; // short words beside the name: "bot", "starts"
  state: string; // class names for the style sheet: "active", "winner"
  score: string;
  score_label: string;
  rows: Record<string, Record<string, Item>>; // by names that the style sheet uses
}

/** A card, tile or figure that the viewer owns. */
export interface Card {
  icon: string;
  title: string;
  text?: string; // what it does
  note?: string; // when it can be played, or why not now
  state?: string; // "off", "used", "lit" …
  choices?: number[];
}

/** A group of the viewer's own things. */
export interface Section {
  title: string;
  note?: string;
  cards: Record<string, Card>;
}

/** A choice as a row in the prompt. Elements and cards that make the same choice light up with it. */
export interface Option {
  choice: number;
  label: string;
  detail?: string; // what it costs and brings
  chip?: string; // a short name, as on the board
  icon?: string;
  owner?: number;
  group?: string; // the rows of a group are folded into one
  state?: string;
}

/** A row that opens the choices of its group. */
export interface Group {
  label: string;
  detail?: string;
  chip?: string;
  icon?: string;
  state?: string;
}

/** The question to the viewer, or whom the table waits for. */
export interface Prompt {
  title: string;
  detail: string;
  tone: string; // "ask", "wait" or "over"
  icons: string[]; // symbols shown beside the title, such as the dice taken
  options: Option[];
  groups: Record<string, Group>;
}

/** A step of the round, shown in the top bar. */
export interface Step {
  label: string;
  state: string; // "past", "now", "next"
}

/** What wins the game; always shown on the table, with everyone's progress. */
export interface Goal {
  text: string; // "First to five rubies"
  short: string; // a shorter form for narrow screens
  of?: number; // the winning score, if there is one
  topics: string[]; // the topics of the rules that explain it
}

/** A table of points by source, one column per seat; shown at a week's end and when the game is over. */
export interface Sheet {
  title: string;
  rows: [string, string[]][]; // rows that add up to the total
  total: string[];
  ties?: [string, string[]][]; // tie-breakers, in this order
  note: string;
  winners: number[]; // empty while the game goes on
}

/** The scene that all viewers share: what a spectator sees. */
export interface Open {
  seat: number | null; // the viewer's seat
  actor: number;
  when: string; // "Week 2 · Day 5"
  steps: Step[];
  topic: string; // the topic of the rules that applies now, for the drawer
  goal?: Goal;
  elements: Record<string, Element>;
  panels: Record<string, Panel>; // by seat, "0" first
  hand: Record<string, Section>;
  prompt: Prompt;
  sheet: Sheet | null;
}

/** A line of the log. */
export interface Line {
  text: string;
  seat?: number;
  heading?: boolean;
}

/** A description of a thing, and why it cannot be chosen now. */
export interface Note {
  title: string;
  text: string;
}

/** An answer that a player gives once for many questions, such as "pass for this round". */
export interface Standing {
  label: string;
  on: boolean;
}

/** A refusal, as programs get it. */
export interface Fault {
  code: string;
  text: string;
}

/** A line of the log, with the choice it is about. */
export interface LogLine extends Line {
  number: number;
}

/** What everyone may know about a person at the table. */
export interface Person {
  here: boolean;
  away: string | null; // why a bot plays for them
  conceded: boolean;
  left: number | null; // seconds on their clock
}

/** A request to the others at a table. */
export interface Ask {
  what: string;
  seat: number;
  needs: number[]; // who has not agreed yet
}

/** What everyone may know about the people at a table. */
export interface People {
  seats: Record<string, Person>;
  runs: number | null; // whose clock runs
  paused: boolean;
  pause: number | null; // seconds that the pause may still last
  ask: Ask | null;
  again: string | null; // the address of the rematch
  winners: number[] | null; // if a player conceded
}

/** A game at one moment. */
export interface Snapshot {
  scene: Open;
  log: LogLine[];
  number: number; // of choices so far
}

/** Everything a new viewer needs. */
export interface TableSnapshot extends Snapshot {
  entry: number; // the length of the log, where undone choices count too
  undo: boolean;
  decided: boolean; // something that they could ask to take back; others may not know whether they had to
  standing: Record<string, Standing>;
  people?: People;
}

/** In an exploration: it is another seat's turn, and the table is shown from there. */
export interface TurnMessage extends TableSnapshot {
  turn: boolean;
}

/** One choice, or one with everything that followed from it. */
export interface PatchMessage {
  patch: Record<string, any>; // of the scene, as a JSON Merge Patch
  number: number;
  actor: number; // who chose
  log: LogLine[];
  entry: number;
  undo: boolean;
  standing?: Record<string, Standing>;
}

export interface StandingMessage {
  standing: Record<string, Standing>;
  number: number;
}

export interface PeopleMessage {
  people: People;
}

export interface Thinking {
  thinking: number; // a bot's seat
}

/** Why something was refused. */
export interface Refused {
  refused: Fault;
}

/** The same, with a snapshot for a page that may be out of date. */
export interface RefusedSnapshot extends TableSnapshot {
  refused: Fault;
}

/** A message was carried out, and no other reply says so. */
export interface Done {
  done: number;
}

/** A choice was not made because it would end the turn, and the page asked to be warned. */
export interface TurnWouldEnd {
  unsure: number;
  number: number;
}

export interface Explanation extends Note {
  thing: string;
}

export interface Explained {
  explain: Explanation;
}

/** A choice that the strongest bot considers. */
export interface Hint {
  choice: number;
  share: number; // of its thinking
  reason: string;
}

export interface Hints {
  hint: Hint[];
  number: number;
}

/** A chat message. */
export interface ChatMessage {
  id: number;
  seat: number;
  text: string;
  at: number;
}

/** A phrase that can be sent with one click. */
export interface Phrase {
  key: string;
  text: string;
}

/** The chat before the viewer connected. */
export interface ChatHistory {
  chat: ChatMessage[];
  muted: number[]; // seats
}

export interface NewChatMessage {
  said: ChatMessage;
}

export interface Reported {
  reported: number;
}

/** A table at which it is a guest's turn. */
export interface Awaited {
  url: string;
  game: string;
  title: string;
}

export interface AwaitedMessage {
  awaited: Awaited[];
}

/** A pause of a lesson. */
export interface LessonStep {
  step: number; // from 0
  of: number; // how many there are
  text: string;
  lit: string[]; // names of things, as the lesson has them
  choice: number | null; // what the player is to choose; None: they read on
}

export interface LessonMessage {
  lesson: LessonStep;
}

/** Why a choice in a lesson is not the one. */
export interface WhyNot {
  why: string;
}

/** What a choice of a puzzle is worth. */
export interface PuzzleValue {
  choice: number;
  label: string; // as the table calls it
  share: number; // of the win, by a deep search
}

/** A person's results at puzzles, after an attempt. */
export interface PuzzleScore {
  counts: boolean; // whether it was their first at this one
  own: number;
  change: number;
  puzzle: number;
  provisional: boolean;
  days: number; // in a row
  right: number; // puzzles solved at once, in a row
}

/** The verdict on a choice in a puzzle. */
export interface PuzzleVerdict {
  verdict: string; // "wrong", "right", or "shown" to whom asked for the answer
  cost: number; // how much of a win a wrong choice gives away
  why: string;
  best: string; // what the best choice is called; "" while it is to be found
  values: PuzzleValue[]; // none while it is to be found
  score: PuzzleScore;
}

export interface PuzzleMessage {
  puzzle: PuzzleVerdict;
}

/** A topic has changed; pages that show it should reload it. */
export interface Changed {
  changed: string;
}

/** Any of these. */
export type Message = Partial<TableSnapshot & TurnMessage & PatchMessage & StandingMessage & PeopleMessage & Thinking & Refused & RefusedSnapshot & Done & TurnWouldEnd & Explained & Hints & ChatHistory & NewChatMessage & Reported & LessonMessage & WhyNot & PuzzleMessage>;

/** What is fixed before the first choice; the last five if there are other persons, or a clock. */
export interface TableSettings {
  game: string;
  table: string;
  seat: number | null;
  players: number;
  names: string[];
  bots: boolean[];
  levels: (string | null)[];
  options: Record<string, string>;
  speed: string;
  commitment: string;
  seed?: string; // once the game is over
  language: string;
  replay: boolean;
  shared?: boolean;
  rated?: boolean;
  clock?: string;
  live?: boolean;
  phrases?: Phrase[];
  lesson?: LessonStep; // where the table is a lesson: where one begins
  explores?: boolean; // whether one plays for all seats here, from a position of another game
  at?: number; // the position that a link shows
  view?: string; // from where it is seen: a seat, or "watch"
  puzzle?: string; // where it is a puzzle: its address, to which choices are posted
}

/** What the script of a table's page starts with. */
export interface InitialTable extends TableSnapshot {
  settings: TableSettings;
}
