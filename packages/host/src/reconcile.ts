import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { nodeCrypto } from '@corridor/adapters-rails/custody';
import { type Environment, fromIso, isCurrency } from '@corridor/core';
import {
  createIds,
  MAX_COMPUTED,
  reconcile as compare,
  type Reconciliation,
  recordDifferences,
  type StatementLine,
} from '@corridor/core/internal';
import { CsvError, parse } from 'csv-parse';
import { openStorage } from './composition/storage-module.js';
import type { Configuration } from './configuration.js';
import { CommandError } from './errors.js';
import { createLog } from './logging.js';
import type { Surroundings } from './surroundings.js';

export interface ReconcileOptions {
  readonly rail: string;
  readonly statement: string;
  readonly environment: Environment;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Open an exception for each difference. */
  readonly record: boolean;
}

const COLUMNS = ['reference', 'currency', 'amount', 'direction'] as const;

/**
 * Prints a line for each difference between the statement and the ledger; the exit code is 0 without differences,
 * else 1.
 */
export async function reconcile(
  configuration: Configuration,
  { rail, statement, environment, from, to, record }: ReconcileOptions,
  { print, log, clock }: Surroundings,
): Promise<number> {
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
  try {
    const scope = { rail, environment, from: timeOf('from', from), to: timeOf('to', to) };
    const found = await compare(storage.units, scope, statementLines(statement));
    for (const line of differenceLines(found)) print(line);
    if (record) {
      const ids = createIds(clock, nodeCrypto.random);
      const opened = await recordDifferences({ units: storage.units, clock, ids }, scope, found);
      if (!opened.ok) throw new CommandError(opened.error.message);
      for (const { id, status, reference } of opened.value) print(`${id} is ${status}: ${shown(reference)}`);
    }
    return found.missingInLedger.length + found.missingInStatement.length === 0 ? 0 : 1;
  } finally {
    await storage.close();
  }
}

/** A line for each difference, and a summary. */
export function differenceLines({ matched, missingInLedger, missingInStatement }: Reconciliation): readonly string[] {
  const differences = missingInLedger.length + missingInStatement.length;
  return [
    ...missingInLedger.map(
      ({ line, reference, currency, amount, direction }) =>
        `not in the ledger: line ${line}, ${direction} ${amount} ${currency} ${shown(reference)}`,
    ),
    ...missingInStatement.map(
      ({ entryId, kind, reference, currency, amount, direction }) =>
        `not in the statement: ${entryId} (${kind}), ${direction} ${amount} ${currency} ${shown(reference)}`,
    ),
    `${differences === 0 ? 'reconciled' : `${differences} differences`}: ${matched} lines agree`,
  ];
}

const SHOWN = 100;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Untrusted text for a terminal: shortened, with control characters escaped so that it stays on one line. */
export const shown = (text: string): string =>
  (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text).replace(
    INVISIBLE,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );

function timeOf(option: string, text: string | undefined) {
  if (text === undefined) return undefined;
  const at = fromIso(text);
  if (at === null) throw new CommandError(`--${option}: ${text} is not an ISO 8601 time such as 2025-10-13T00:00:00Z`);
  return at;
}

/** Reads the lines of a CSV file as a stream. An invalid line is reported with its number. */
export async function* statementLines(file: string): AsyncGenerator<StatementLine, void> {
  const broken = (line: number, why: string): CommandError => new CommandError(`${file}, line ${line}: ${why}`);
  const rows = parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    columns: header(file),
    info: true,
    max_record_size: 65_536,
  });
  // An error of either stream ends the other; the loop over the rows throws it.
  pipeline(createReadStream(file), rows, () => undefined);
  const source = rows as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>;
  try {
    for await (const { record, info } of source) {
      const { reference = '', currency = '', amount = '', direction } = record;
      if (reference === '') throw broken(info.lines, 'has no reference');
      if (!isCurrency(currency)) throw broken(info.lines, `${shown(currency)} is not a currency`);
      if (!/^\d{1,16}$/.test(amount) || BigInt(amount) < 1n || BigInt(amount) > MAX_COMPUTED) {
        throw broken(info.lines, `${shown(amount)} is not an amount from 1 to ${MAX_COMPUTED} in smallest units`);
      }
      if (direction !== 'IN' && direction !== 'OUT') throw broken(info.lines, 'the direction must be IN or OUT');
      yield { line: info.lines, reference, currency, amount: BigInt(amount), direction };
    }
  } catch (cause) {
    if (cause instanceof CsvError) throw new CommandError(`${file}: ${cause.message}`);
    if (cause instanceof Error && 'code' in cause && 'syscall' in cause) {
      throw new CommandError(`--statement: ${file} cannot be read (${String(cause.code)})`);
    }
    throw cause;
  }
}

const header =
  (file: string) =>
  (names: readonly string[]): string[] => {
    const found = names.map((name) => name.toLowerCase());
    const missing = COLUMNS.filter((name) => !found.includes(name));
    if (missing.length > 0) throw new CommandError(`${file}: has no column ${missing.join(', ')}`);
    const twice = COLUMNS.find((name) => found.indexOf(name) !== found.lastIndexOf(name));
    if (twice !== undefined) throw new CommandError(`${file}: has the column ${twice} twice`);
    return found;
  };
