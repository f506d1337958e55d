import type { RailStore, TellCore } from '@corridor/core/ports';
import type {
  BankMessage,
  FilePart,
  MessageProblem,
  MessageProblemCode,
  ReadFile,
  StatusReport,
} from '../iso20022/index.js';
import { inHand } from './files-in-hand.js';
import type { IncomingReports, ReportOutcome } from './incoming-port.js';
import { setProblem } from './problems.js';

export interface ApplyFilePorts {
  readonly store: RailStore;
  readonly readFile: ReadFile;
  readonly statusReports: (report: StatusReport, tell: TellCore) => Promise<ReportOutcome>;
  readonly reports: IncomingReports;
}

export interface FileContent {
  readonly name: string;
  /** Of the content. */
  readonly digest: string;
  readonly content: Uint8Array;
  readonly maxBytes: number;
}

/**
 * - `applied`: everything in the file had its effect.
 * - `unfinished`: nothing had an effect, and the rest of the file may still come.
 * - `refused`: what the reason names had no effect.
 */
export type AppliedFile =
  | { readonly kind: 'applied'; readonly version: string | null; readonly deviations: readonly string[] }
  | { readonly kind: 'unfinished' | 'refused'; readonly version: string | null; readonly reason: string };

/** Problems that more bytes at the end of the file can mend. */
const UNFINISHED: readonly MessageProblemCode[] = ['EMPTY', 'TRUNCATED'];

/** Reads a file and applies the messages in it. Repeated, it has no second effect. */
export async function applyFile(ports: ApplyFilePorts, file: FileContent, tell: TellCore): Promise<AppliedFile> {
  const { content, maxBytes } = file;
  const read = await ports.readFile(content, { maxBytes });
  if (!read.ok) {
    const kind = UNFINISHED.includes(read.problem.code) ? 'unfinished' : 'refused';
    return { kind, version: null, reason: sentenceOf(read.problem) };
  }
  const reasons: string[] = [];
  const deviations: string[] = [];
  for (const part of read.parts) {
    const of = part.name === null ? '' : `${JSON.stringify(part.name)}: `;
    reasons.push(...(await refusalsOf(ports, { part, file, tell })).map((reason) => of + reason));
    if (part.outcome.ok) deviations.push(...part.outcome.deviations.map((deviation) => of + deviation));
  }
  const [version = null] = read.parts.flatMap(({ outcome }) => (outcome.ok ? outcome.message.version : []));
  if (reasons.length === 0) return { kind: 'applied', version, deviations };
  return { kind: 'refused', version, reason: shortened(reasons).join('; ') };
}

const MOST_REASONS = 10;

function shortened(reasons: readonly string[]): readonly string[] {
  const more = reasons.length - MOST_REASONS;
  return more <= 0 ? reasons : [...reasons.slice(0, MOST_REASONS), `${more} more`];
}

const sentenceOf = ({ code, message, place }: MessageProblem): string =>
  `${code}: ${message}${place === null ? '' : ` (${place})`}`;

interface Applying {
  readonly part: FilePart;
  readonly file: FileContent;
  readonly tell: TellCore;
}

/** Applies the message of a part, and returns why something in it had no effect. */
async function refusalsOf(
  { store, statusReports, reports }: ApplyFilePorts,
  { part: { name, outcome }, file, tell }: Applying,
): Promise<readonly string[]> {
  if (!outcome.ok) return [sentenceOf(outcome.problem)];
  const { message } = outcome;
  const fileName = name === null ? file.name : `${file.name}/${name}`;
  const { digest } = file;
  const applied = await shown(store, file, () =>
    inHand(store, digest, () =>
      message.kind === 'status' ? statusReports(message, tell) : reports.apply(message, { fileName, digest }, tell),
    ),
  );
  return [...refusedStatements(message), ...(applied.kind === 'set-aside' ? [applied.reason] : [])];
}

function refusedStatements(message: BankMessage): readonly string[] {
  if (message.kind === 'status') return [];
  return message.refused.map(({ id, problem }) => `${id ?? 'a statement without an id'}: ${sentenceOf(problem)}`);
}

/** The effects of a message. A failure is a problem that `check` shows until the message is applied. */
async function shown(
  store: RailStore,
  { name, digest }: FileContent,
  apply: () => Promise<ReportOutcome>,
): Promise<ReportOutcome> {
  const problem = `apply/${digest}`;
  try {
    const outcome = await apply();
    await setProblem(store, problem, null);
    return outcome;
  } catch (cause) {
    await setProblem(store, problem, `the file ${name} could not be applied; it is tried again`);
    throw cause;
  }
}
