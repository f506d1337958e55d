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

/**
 * The rows of a CSV file (RFC 4180, any line endings, with or without byte-order mark), without blank rows. Commas,
 * semicolons or tabs separate the values, as the first line shows.
 */
export async function* csvRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly string[], void> {
  const text = textOf(bytes);
  const { delimiter, head } = await begin(text);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  pipeline(Readable.from(followed(head, text)), parser, () => undefined);
  try {
    for await (const row of parser) yield row as readonly string[];
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new UnreadableCsv(`${FAULTS[cause.code] ?? 'is not valid CSV'} in line ${String(cause['lines'])}`);
  }
}

const DELIMITERS = [',', ';', '\t'] as const;
/** Separators of other programs, and how a message names them. */
const OTHER_DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['|', 'vertical bars (|)'],
  ['~', 'tildes (~)'],
  ['^', 'carets (^)'],
  ['\u001f', 'unit separators (U+001F)'],
  [':', 'colons (:)'],
]);

interface Beginning {
  readonly delimiter: string;
  /** What was read to find the separator. */
  readonly head: string;
}

/** Reads the first line. Names of columns contain no separator, so the most frequent one separates them. */
async function begin(text: AsyncGenerator<string>): Promise<Beginning> {
  let head = '';
  while (!/[\r\n]/.test(head) && head.length < MAX_ROW) {
    const next = await text.next();
    if (next.done === true) break;
    head += next.value;
  }
  const [line = ''] = head.split(/[\r\n]/, 1);
  // Spreadsheets name the separator in a line of its own.
  const named = /^"?sep=(.)"?$/.exec(line)?.[1];
  if (named !== undefined && isDelimiter(named)) return { delimiter: named, head: head.slice(line.length) };
  const count = (of: string): number => line.split(of).length - 1;
  const most = (of: readonly string[]): string => of.reduce((a, b) => (count(b) > count(a) ? b : a));
  const delimiter = most(DELIMITERS);
  const other = most([...OTHER_DELIMITERS.keys()]);
  if (count(delimiter) === 0 && count(other) > 0) {
    const name = OTHER_DELIMITERS.get(other)!;
    throw new UnreadableCsv(`separates its columns by ${name}; separate them by commas, semicolons or tabs`);
  }
  return { delimiter, head };
}

const isDelimiter = (text: string): boolean => (DELIMITERS as readonly string[]).includes(text);

async function* followed(head: string, text: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* text;
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
