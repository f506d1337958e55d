import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { generalLedger, type GeneralLedger, mappingFaults, type MappingLine } from '@corridor/core/internal';
import { CsvError, parse } from 'csv-parse';
import { CommandError } from '../kernel/errors.js';

const COLUMNS = ['account', 'currency', 'number', 'name'] as const;
const REQUIRED = ['account', 'number'];
const MOST_LINES = 10_000;
/** The most faults that are named. */
const SHOWN = 20;

/**
 * Reads the accounts of a general ledger from a CSV file with the columns account and number, and optionally currency and
 * name. Other columns are left out. Throws a CommandError that names each fault with its line.
 */
export async function readGeneralLedger(file: string): Promise<GeneralLedger> {
  const lines = await linesOf(file);
  const faults = mappingFaults(lines);
  if (faults.length === 0) return generalLedger(lines);
  const more = faults.length > SHOWN ? [`and ${faults.length - SHOWN} more`] : [];
  throw new CommandError(`--accounts: ${file}: ${[...faults.slice(0, SHOWN), ...more].join('; ')}`);
}

async function linesOf(file: string): Promise<readonly MappingLine[]> {
  const rows = parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    columns: (names: readonly string[]) => headerOf(file, names),
    info: true,
    max_record_size: 65_536,
  });
  // An error of either stream ends the other; the loop over the rows throws it.
  pipeline(createReadStream(file), rows, () => undefined);
  const source = rows as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>;
  const lines: MappingLine[] = [];
  try {
    for await (const { record, info } of source) {
      const { account = '', currency = '', number = '', name = '' } = record;
      lines.push({ line: info.lines, account, currency, number, name });
      if (lines.length > MOST_LINES) throw new CommandError(`--accounts: ${file}: has more than ${MOST_LINES} lines`);
    }
  } catch (cause) {
    if (cause instanceof CsvError) throw new CommandError(`--accounts: ${file}: ${cause.message}`);
    if (cause instanceof Error && 'code' in cause && 'syscall' in cause)
      throw new CommandError(`--accounts: ${file} cannot be read (${String(cause.code)})`);
    throw cause;
  }
  return lines;
}

function headerOf(file: string, names: readonly string[]): string[] {
  const found = names.map((name) => name.toLowerCase());
  const missing = REQUIRED.filter((name) => !found.includes(name));
  if (missing.length > 0) throw new CommandError(`--accounts: ${file}: has no column ${missing.join(', ')}`);
  const twice = COLUMNS.find((name) => found.indexOf(name) !== found.lastIndexOf(name));
  if (twice !== undefined) throw new CommandError(`--accounts: ${file}: has the column ${twice} twice`);
  return found;
}
