import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** The file is not CSV in UTF-8. The message says where. */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv';
}

/**
 * Longest row, quotes included: without a limit, a quote that is never closed would turn the rest of the file into one
 * row.
 */
const MAX_ROW = 64 * 1024;

/** The rows of a CSV file (RFC 4180, any line endings, with or without byte-order mark), without blank rows. */
export async function* csvRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly string[], void> {
  const parser = parse({
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  pipeline(Readable.from(textOf(bytes)), parser, () => undefined);
  try {
    for await (const row of parser) yield row as readonly string[];
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new UnreadableCsv(`${FAULTS[cause.code] ?? 'is not valid CSV'} in line ${String(cause['lines'])}`);
  }
}

const FAULTS: Readonly<Partial<Record<CsvError['code'], string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'has a quote within a value',
  INVALID_OPENING_QUOTE: 'has a quote within a value',
  CSV_MAX_RECORD_SIZE: `has a row of more than ${MAX_ROW / 1024} KiB, or a quote that is not closed,`,
};

async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new UnreadableCsv('is not UTF-8');
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}
