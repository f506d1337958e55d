import type { Buffer } from 'node:buffer';
import type { Row } from '../unit/writes.js';
import { type Lookup } from './dictionary.js';
import { isTemplated } from './encodings.js';
import { decodeJson } from './json.js';
import { decodeKey, encodeKey, encodeNumberedKey } from './keys.js';
import { columnOf, type Table, type TableColumn } from './tables.js';
import { joinJson, parseTemplate, splitJson, type Template, valuesIn } from './templates.js';
import { encode, type Value } from './values.js';

/** A row as drivers return it: values in the order of the table's columns. */
export type Cells = readonly unknown[];

/** A value as a driver binds it. */
export type Cell = Value | Buffer;

type Fields = Readonly<Record<string, unknown>>;

/** Encodes one column of a record, and checks the value against the declaration. */
type EncodeCell = (record: Fields, lookup: Lookup) => Cell;
type DecodeCell = (cell: unknown, record: Fields, lookup: Lookup) => unknown;

/** The functions that encode and decode the rows of one table. */
export interface RowCodec {
  /** The values of all columns, by field. */
  encode(record: Fields, lookup: Lookup): Record<string, Cell>;
  decode(cells: Cells, lookup: Lookup): Row;
  /** The encoders of single columns, by field. */
  readonly cells: ReadonlyMap<string, EncodeCell>;
}

const codecs = new WeakMap<Table, RowCodec>();

/** The functions are generated as source text: object literals with constant fields are several times faster than loops. */
export function codecOf(table: Table): RowCodec {
  const known = codecs.get(table);
  if (known !== undefined) return known;
  const encoders = table.columns.map((column) => encoderOf(table, column));
  const codec: RowCodec = {
    encode: generateEncode(table.columns, encoders),
    decode: generateDecode(table.columns),
    cells: new Map(table.columns.map(({ field }, index) => [field, encoders[index]!])),
  };
  codecs.set(table, codec);
  return codec;
}

/** Encodes one column of a record. */
export const encodeCell = (table: Table, field: string, record: Fields, lookup: Lookup): Cell =>
  codecOf(table).cells.get(columnOf(table, field).field)!(record, lookup);

/** Decodes a row to a record. Integers arrive as bigint (SQLite) or as digits (Postgres), so that they stay exact. */
export const decodeRow = (table: Table, cells: Cells, lookup: Lookup): Row => codecOf(table).decode(cells, lookup);

function generateEncode(columns: readonly TableColumn[], encoders: readonly EncodeCell[]): RowCodec['encode'] {
  const names = encoders.map((_, index) => `e${index}`);
  const fields = columns.map(({ field }, index) => `${JSON.stringify(field)}: e${index}(record, lookup)`);
  return generate(names, `return (record, lookup) => ({ ${fields.join(', ')} })`, encoders) as RowCodec['encode'];
}

/** A column with a template is decoded last, because it needs the columns of its context. */
function generateDecode(columns: readonly TableColumn[]): RowCodec['decode'] {
  const decoders = columns.map(decoderOf);
  const names = decoders.map((_, index) => `d${index}`);
  const late = columns.map(({ encoding }) => isTemplated(encoding));
  const cell = (index: number): string =>
    `cells[${index}] === null ? null : d${index}(cells[${index}], record, lookup)`;
  const fields = columns.map(
    ({ field }, index) => `${JSON.stringify(field)}: ${late[index] ? 'null' : cell(index).replace('record', 'null')}`,
  );
  const rest = columns.map(({ field }, index) =>
    late[index] ? `record[${JSON.stringify(field)}] = ${cell(index)};` : '',
  );
  const body = `return (cells, lookup) => {
    const record = { ${fields.join(', ')} };
    ${rest.join('')}
    return record;
  }`;
  return generate(names, body, decoders) as RowCodec['decode'];
}

/** The names and the text come from the declarations of record kinds. */
const generate = (names: readonly string[], body: string, values: readonly unknown[]): unknown =>
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  (new Function(...names, body) as (...of: readonly unknown[]) => unknown)(...values);

function encoderOf(table: Table, column: TableColumn): EncodeCell {
  const { field, encoding } = column;
  if (encoding === 'plain') return (record) => encode(table, column, record[field]);
  const encodeText = textEncoder(encoding);
  return (record, lookup) => {
    const text = encode(table, column, record[field]);
    return text === null ? null : encodeText(text as string, record, lookup);
  };
}

function textEncoder(encoding: Exclude<TableColumn['encoding'], 'plain'>): TextEncoder {
  if (encoding === 'number') return (text, _, lookup) => lookup.numberOf(text);
  if (encoding === 'key') return encodeKey;
  if (encoding === 'numbered-key') return (text, _, lookup) => encodeNumberedKey(text, (name) => lookup.numberOf(name));
  const { context } = encoding;
  const recent: Template[] = [];
  return (text, record, lookup) => encodeTemplated(text, valuesOf(context, record), lookup, recent);
}

type TextEncoder = (text: string, record: Fields, lookup: Lookup) => Cell;

const valuesOf = (context: readonly string[], record: Fields): readonly string[] =>
  context.map((field) => (record[field] as string | null) ?? '');

/** The first character of a text that is stored as the number of its template and its values. */
const TEMPLATED = '#';
/** The first character of a text that is stored as it is and would otherwise look like one with a template. */
const LITERAL = '=';

/** Templates that a column used last. Most rows have one of a few. */
const MOST_RECENT = 8;

export function encodeTemplated(
  text: string,
  context: readonly string[],
  lookup: Lookup,
  recent: Template[] = [],
): string {
  for (const template of recent) {
    const values = valuesIn(template, text, context);
    if (values !== null) return `${TEMPLATED}${lookup.numberOf(template.text)}${values}`;
  }
  const split = lookup.hasRoom() ? splitJson(text, context) : null;
  if (split === null) return text.startsWith(TEMPLATED) || text.startsWith(LITERAL) ? LITERAL + text : text;
  if (recent.unshift(parseTemplate(split.template)) > MOST_RECENT) recent.pop();
  return `${TEMPLATED}${lookup.numberOf(split.template)}${split.values}`;
}

const templates = new Map<string, Template>();

function decodeTemplated(cell: string, context: readonly string[], lookup: Lookup): string {
  if (cell.startsWith(LITERAL)) return cell.slice(1);
  if (!cell.startsWith(TEMPLATED)) return cell;
  const values = cell.indexOf('[');
  const text = lookup.textOf(Number(cell.slice(1, values)));
  let template = templates.get(text);
  if (template === undefined) templates.set(text, (template = parseTemplate(text)));
  return joinJson(template, cell.slice(values), context);
}

function decoderOf({ type, encoding }: TableColumn): DecodeCell {
  const decodeText = textDecoder(encoding);
  if (type === 'json') return (cell, record, lookup) => decodeJson(decodeText(cell, record, lookup));
  if (type === 'text') return decodeText;
  if (type === 'amount') return (cell) => BigInt(cell as bigint | string);
  if (type === 'flag') return (cell) => cell === true || cell === 1n;
  return Number;
}

function textDecoder(encoding: TableColumn['encoding']): (cell: unknown, record: Fields, lookup: Lookup) => string {
  if (encoding === 'plain') return (cell) => cell as string;
  if (encoding === 'number') return (cell, _, lookup) => lookup.textOf(Number(cell));
  if (encoding === 'key' || encoding === 'numbered-key') {
    return (cell, _, lookup) => decodeKey(cell as Buffer, (number) => lookup.textOf(number));
  }
  const { context } = encoding;
  return (cell, record, lookup) => decodeTemplated(cell as string, valuesOf(context, record), lookup);
}
