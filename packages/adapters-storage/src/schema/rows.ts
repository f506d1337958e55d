import type { Buffer } from 'node:buffer';
import type { Row } from './writes.js';
import type { Lookup } from './dictionary.js';
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

export function codecOf(table: Table): RowCodec {
  const known = codecs.get(table);
  if (known !== undefined) return known;
  const encoders = table.columns.map((column) => encoderOf(table, column));
  const codec: RowCodec = {
    encode: encodeWith(table.columns, encoders),
    decode: decodeWith(table.columns),
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

function encodeWith(columns: readonly TableColumn[], encoders: readonly EncodeCell[]): RowCodec['encode'] {
  const fields = columns.map(({ field }) => field);
  return (record, lookup) => {
    const values: Record<string, Cell> = {};
    for (let index = 0; index < fields.length; index++) values[fields[index]!] = encoders[index]!(record, lookup);
    return values;
  };
}

/** Columns with a template are decoded last, because they need the columns of their context. */
function decodeWith(columns: readonly TableColumn[]): RowCodec['decode'] {
  const fields = columns.map(({ field }) => field);
  const decoders = columns.map((column) => (isTemplated(column.encoding) ? () => null : decoderOf(column)));
  const late = columns.flatMap((column, index) =>
    isTemplated(column.encoding) ? [[index, column.field, decoderOf(column)] as const] : [],
  );
  return (cells, lookup) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < fields.length; index++) {
      const cell = cells[index];
      const decode = decoders[index]!;
      record[fields[index]!] = cell === null ? null : decode(cell, record, lookup);
    }
    for (const [index, field, decode] of late) {
      if (cells[index] !== null) record[field] = decode(cells[index], record, lookup);
    }
    return record as Row;
  };
}

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
  if (encoding === 'key') return (text, _, lookup) => encodeKey(text, lookup.textKey);
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
const MOST_RECENT = 24;

export function encodeTemplated(
  text: string,
  context: readonly string[],
  lookup: Lookup,
  recent: Template[] = [],
): string {
  for (let index = 0; index < recent.length; index++) {
    const template = recent[index]!;
    const values = valuesIn(template, text, context);
    if (values === null) continue;
    if (index > 2) recent.unshift(...recent.splice(index, 1));
    return `${TEMPLATED}${lookup.numberOf(template.text)}${values}`;
  }
  const split = lookup.hasRoom() ? splitJson(text, context) : null;
  if (split === null) return text.startsWith(TEMPLATED) || text.startsWith(LITERAL) ? LITERAL + text : text;
  if (recent.unshift(parseTemplate(split.template)) > MOST_RECENT) recent.pop();
  return `${TEMPLATED}${lookup.numberOf(split.template)}${split.values}`;
}

const templates = new Map<string, Template>();

export function decodeTemplated(cell: string, context: readonly string[], lookup: Lookup): string {
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
    return (cell, _, lookup) => decodeKey(cell as string | Buffer, (number) => lookup.textOf(number));
  }
  const { context } = encoding;
  return (cell, record, lookup) => decodeTemplated(cell as string, valuesOf(context, record), lookup);
}
