import { parseArgs } from 'node:util';

/** What a run of the benchmark measures, and for how long. */
export interface Options {
  /** Numbers of rows; null for all. */
  readonly rows: readonly number[] | null;
  /** Rounds of each row. Each round gives one ratio. */
  readonly rounds: number;
  /** How long each side of a round runs. */
  readonly seconds: number;
  /** How many webhooks are queued for the rows that measure delivery. */
  readonly webhooks: number;
  /** How many settled payments the database has in the rows that measure growth. */
  readonly growth: number;
  /** A folder for the grown SQLite database, which later runs use again; null: it is removed at the end. */
  readonly keep: string | null;
  /** Keeps the results, and writes them to the page of the documentation. */
  readonly write: boolean;
}

export const USAGE =
  'npm run bench -- [--rows 1,3] [--rounds 5] [--seconds 4] [--webhooks 100000] [--growth 1000000] [--keep <folder>] [--write]';

/** Throws an Error that names the faulty option. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      webhooks: { type: 'string', default: '100000' },
      growth: { type: 'string', default: '1000000' },
      keep: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  return {
    rows: values.rows === undefined ? null : values.rows.split(',').map((row) => wholeNumber('rows', row)),
    rounds: wholeNumber('rounds', values.rounds),
    seconds: wholeNumber('seconds', values.seconds),
    webhooks: wholeNumber('webhooks', values.webhooks),
    growth: wholeNumber('growth', values.growth),
    keep: values.keep ?? null,
    write: values.write,
  };
}

/** The value of an option that is a whole number above zero; throws an Error that names the option. */
export function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name}: ${text} is not a whole number above zero`);
  return value;
}
