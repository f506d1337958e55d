import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Input, type Reader, READ, toBytes } from './reader.js';
import { damagedBytes } from './structure/bytes.js';

const CORPUS = new URL('./corpus/', import.meta.url);

export interface KeptInput {
  /** `<outcome>.<name>`: the input must have this outcome; `found.<digest>`: it may have any declared outcome. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The inputs in the repository: genuine documents, attacks, and inputs that once broke the reader. */
export function corpusOf({ name }: Pick<Reader, 'name'>): readonly KeptInput[] {
  const folder = new URL(`${name}/`, CORPUS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, bytes: readFileSync(new URL(file, folder)) }));
}

/** Keeps an input that broke the reader, named by its digest. Returns the path from the root of the repository. */
export function keep(name: string, input: Uint8Array): string {
  const folder = new URL(`${name}/`, CORPUS);
  const file = `found.${createHash('sha256').update(input).digest('hex').slice(0, 16)}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(file, folder), input);
  return `test/fuzz/corpus/${name}/${file}`;
}

/** Reads one kept input, and checks the outcome that its name states. */
export async function playKept(reader: Reader, { file, bytes }: KeptInput): Promise<void> {
  const outcome = await reader.read(bytes);
  const [stated] = file.split('.');
  if (stated !== 'found' && stated !== outcome) throw new Error(`${file} has the outcome ${outcome}`);
}

export interface Round {
  readonly runs: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** The shrunk input and what the reader did with it; without an input, a law that does not hold. */
  readonly failure: { readonly input: Uint8Array | null; readonly message: string } | null;
}

export interface RoundOptions {
  readonly seed: number;
  readonly runs: number;
  /** Ends the round early, in milliseconds. */
  readonly within?: number;
  /** Called before each read. */
  readonly before?: (input: Uint8Array) => void;
}

const messageOf = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}\n${cause.stack ?? ''}` : String(cause);

/** Plays a reader with new inputs: of its grammar, and its genuine and kept inputs with other bytes in them. */
export async function playRound(reader: Reader, { seed, runs, within, before }: RoundOptions): Promise<Round> {
  const known: readonly Input[] = [...reader.genuine, ...corpusOf(reader).map(({ bytes }) => bytes)];
  const inputs = fc.oneof(
    { weight: 3, arbitrary: reader.inputs },
    { weight: 1, arbitrary: damagedBytes(known.filter((input) => input.length < 100_000)) },
    { weight: 1, arbitrary: fc.constantFrom(...reader.genuine) },
  );
  const outcomes: Record<string, number> = {};
  const property = fc.asyncProperty(inputs, async (input) => {
    const bytes = toBytes(input);
    before?.(bytes);
    const outcome = await reader.read(bytes);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  });
  const limits = within === undefined ? {} : { interruptAfterTimeLimit: within };
  const checked = await fc.check(property, { seed, numRuns: runs, ...limits });
  if (checked.counterexample !== null) {
    const [input] = checked.counterexample;
    return {
      runs: checked.numRuns,
      outcomes,
      failure: { input: toBytes(input), message: messageOf(checked.errorInstance) },
    };
  }
  for (const [law, holds] of Object.entries(reader.laws ?? {})) {
    const result = await fc.check(holds, { seed, numRuns: Math.ceil(runs / 3), ...limits });
    if (result.counterexample !== null) {
      const message = `${law}: ${fc.stringify(result.counterexample)}\n${messageOf(result.errorInstance)}`;
      return { runs: checked.numRuns, outcomes, failure: { input: null, message } };
    }
  }
  return { runs: checked.numRuns, outcomes, failure: null };
}

/** Whether the outcomes show both that the reader accepts and that it refuses. */
export function isOneSided(reader: Reader, { outcomes }: Round): boolean {
  const accepted = outcomes[READ] ?? 0;
  const refused = Object.values(outcomes).reduce((sum, count) => sum + count, 0) - accepted;
  if (reader.always === 'either') return false;
  if (reader.always === 'read') return refused > 0;
  if (reader.always === 'refused') return accepted > 0;
  return accepted === 0 || refused === 0;
}
