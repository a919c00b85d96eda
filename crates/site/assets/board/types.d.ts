// What the board page and its engine exchange, for `tsc`. The engine's side, with the meaning of
// each field, is crates/analysis.

type Cell = [column: number, row: number];
type Verdict = "live" | "dead" | "unknown";

interface Board { width: number; height: number; start: Cell; end: Cell; blocked: Cell[] }

/** Radii, lengths and outlines (crates/report/src/shapes.rs), in user units. */
declare const shapes: Record<
  "CELL" | "START" | "END" | "END_DOT" | "LIVE_END" | "BLACK" | "CROSSING" | "UNUSED" | "CORNER" | "CROSS_CORNER"
    | "CROSS_RING" | "FREE" | "DRAWN" | "WALL" | "BOX", number
> & Record<
  "TURNING" | "ARROW" | "ARROW_ASIDE" | "DOOR" | "DEAD_END" | "CROSS" | "NOT_END" | "SIDE_BELOW" | "SIDE_ABOVE", string
>;

/** A line on a board, and how many of its steps are shown. */
interface Place { board: Board; path: string; at: number }

interface Edge { from: Cell; to: Cell; role: "used" | "unused" | "crossing" | "piece" }

/** One step of a reason. */
interface ReasonStep {
  number: string; scope: string; kind: "step" | "supposed" | "contradiction"; text: string;
  cells: { cell: Cell; role: string }[]; edges: Edge[];
}

interface JudgedMove { move: string; to: Cell; verdict: Verdict; reason: ReasonStep[] }

interface RuleMatch {
  rule: string; file: string; placement: string | null; forbids: string; wrong: string;
  figure: {
    signs: { at: Cell; sign: string; label: string }[];
    sides: [column: number, row: number, letter: string][];
    segments: string[]; regions: Cell[][];
  };
}

interface Judged {
  live_end: Cell; free: number; verdict: Verdict; moves: JudgedMove[]; witness: string | null;
  reason: ReasonStep[]; turning: string; turning_point: number | null; fatal_move: string | null;
  limit: string | null;
}

/** `applied` of the `asked` rule files are for boards of this size; `claims`: for such a board. */
interface Matched { applied: number; asked: number; claims: boolean; matches: RuleMatch[] }

/** The answer to `count`, or why there is none yet. */
interface Counts {
  count: string | null; moves?: { move: string; count: string }[]; hardest?: string;
  limit?: string; quick?: boolean; waiting?: boolean; cancelled?: boolean;
}

interface Program { command: string; digest: string }
interface ProgramSays { allowed?: string; no_answer?: string }

interface Listed {
  sets: { name: string; about: string; files: string[] }[];
  files: { file: string; name: string }[];
  program?: Program;
}

/** A picture of a rule as its text has it; `line` is that of its heading, from 0. */
interface TextPicture {
  title: string; line: number; rows: string[][]; live: { row: number; column: number } | null;
}

interface StripStep { at: number; verdict: Verdict; legal: string; live: string; count: string | null }
interface EdgeUses {
  count: string | null; edges: { from: Cell; to: Cell; share: number; every: boolean }[]; limit: string | null;
}

interface RuleExample { size: number; path: string; move: string }
interface RuleOnBoard {
  size: number; verdict: "sound" | "wrong" | "vacuous" | "unknown" | "no-claim";
  matches: number | null; dead: number | null; live: number | null; counterexample: RuleExample | null;
}
interface JudgedRule { name: string; form: "rule" | "family" | "lemmas"; boards: RuleOnBoard[] }
interface RuleAdds { boards: { size: number; dead: number; example: RuleExample | null }[] }
interface RuleProof {
  verdict: "proved" | "vacuous" | "refuted" | "open";
  claims: { name: string; verdict: string; needs: string[] }[]; counterexample: RuleExample | null;
}

/** What the playground knows about its rule. */
interface PlaygroundState {
  fault: Omit<Failed["error"], "kind"> | null; judged: JudgedRule | null;
  proof: { note: string; proof?: RuleProof } | null;
  adds: { rules: string; boards: RuleAdds["boards"] | null } | null;
  /** A larger board: how many of the parts are done, the verdict, or why there is none. */
  beyond: { size: number; done: number; parts: number; board: RuleOnBoard | null; note?: string } | null;
}

type Failed = { error: { kind: string; message: string; line?: number; column?: number; expected?: string } };

/** What each question is answered with; any of them may be answered with `Failed`. */
interface Answers {
  judge: Judged; match: Matched; count: Counts; program: ProgramSays; sets: Listed;
  read: { board: Board; path: string }; write: { text: string }; text: { text: string };
  rule: JudgedRule; beyond: RuleOnBoard; adds: RuleAdds; prove: RuleProof; lift: { rules: string[] };
  strip: { steps: StripStep[] }; edges: EdgeUses;
}

type Ask = <Q extends keyof Answers>(
  question: { ask: Q; [field: string]: unknown }, signal?: AbortSignal,
) => Promise<Answers[Q] & Partial<Failed>>;

interface Window {
  deadmove: {
    ask: Ask;
    /** The WebAssembly in base64, and the rules as texts, on a page without a server. */
    engine?: string; rules?: object;
    /** The addresses of the pages about rules, by their files. */
    pages?: Record<string, string>;
    /** For tests. */
    page?: typeof page;
  };
}

/** Everything the page shows. */
interface PageState extends Place {
  rules: string;
  /** The text of the rule in the playground; null if it is closed. */
  rule: string | null;
  judged: Judged | null; waiting: boolean;
  /** Whether the page is part of another one, and only shows. */
  embed: boolean;
  /** Whether the verdicts are hidden, to be guessed. */
  guessing: boolean;
  /** The rules that match, or why that is not known. */
  matched: Matched | null; rulesFault: string;
  /** The move whose reason is chosen, or `whole` for that of the position, and the step of it; the
   *  move under the pointer. */
  selected: string | null; hovered: string | null; step: number;
  /** The numbers of the match that is chosen, and of the one under the pointer. */
  chosen: number | null; peeked: number | null;
  witness: string | null; counts: Counts | null;
  /** How often completions use each edge. */
  edges: EdgeUses | null; animation: number | null;
  program: Program | null; said: ProgramSays | null;
}

interface View extends PageState { whole: boolean; match: RuleMatch | null }
