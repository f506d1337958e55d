import type { Buffer } from 'node:buffer';
import type { Row } from '../unit/writes.js';
import type { Lookup } from './dictionary.js';
import { isTemplated } from './encodings.js';
import { decodeJson } from './json.js';
import { decodeKey, encodeKey, encodeNumberedKey } from './keys.js';
import { columnOf, type Table, type TableColumn } from './tables.js';
import { joinJson, parseTemplate, splitJson, type Template } from './templates.js';
import { encode, type Value } from './values.js';

/** A row as drivers return it: values in the order of the table's columns. */
export type Cells = readonly unknown[];

/** A value as a driver binds it. */
export type Cell = Value | Buffer;

type Fields = Readonly<Record<string, unknown>>;

/** Encodes one column of a record, and checks the value against the declaration. */
type EncodeCell = (record: Fields, lookup: Lookup) => Cell;
type DecodeCell = (cell: unknown, record: Fields, lookup: Lookup) => unknown;

/** The functions that encode and decode the rows of one table, made once. */
export interface RowCodec {
  readonly encode: ReadonlyMap<string, EncodeCell>;
  readonly decode: readonly (readonly [field: string, decode: DecodeCell])[];
  /** Indexes of the columns in the order in which they are decoded: a template needs the columns of its context. */
  readonly order: readonly number[];
}

const codecs = new WeakMap<Table, RowCodec>();

export function codecOf(table: Table): RowCodec {
  const known = codecs.get(table);
  if (known !== undefined) return known;
  const { columns } = table;
  const indexes = columns.map((_, index) => index);
  const codec: RowCodec = {
    encode: new Map(columns.map((column) => [column.field, encoderOf(table, column)])),
    decode: columns.map((column) => [column.field, decoderOf(column)]),
    order: [
      ...indexes.filter((index) => !isTemplated(columns[index]!.encoding)),
      ...indexes.filter((index) => isTemplated(columns[index]!.encoding)),
    ],
  };
  codecs.set(table, codec);
  return codec;
}

/** Encodes one column of a record. */
export const encodeCell = (table: Table, field: string, record: Fields, lookup: Lookup): Cell =>
  codecOf(table).encode.get(columnOf(table, field).field)!(record, lookup);

/** Decodes a row to a record. Integers arrive as bigint (SQLite) or as digits (Postgres), so that they stay exact. */
export function decodeRow(table: Table, cells: Cells, lookup: Lookup): Row {
  const record: Record<string, unknown> = {};
  const { decode, order } = codecOf(table);
  // Fields get their order here: a record has the same order of fields however it was read.
  for (const [field] of decode) record[field] = null;
  for (const index of order) {
    const cell = cells[index];
    if (cell === null) continue;
    const [field, decodeOne] = decode[index]!;
    record[field] = decodeOne(cell, record, lookup);
  }
  return record as Row;
}

function encoderOf(table: Table, column: TableColumn): EncodeCell {
  const { field, encoding } = column;
  const plain: (record: Fields) => Value = (record) => encode(table, column, record[field]);
  if (encoding === 'plain') return plain;
  const encodeText = textEncoder(encoding);
  return (record, lookup) => {
    const text = plain(record);
    return text === null ? null : encodeText(text as string, record, lookup);
  };
}

function textEncoder(encoding: Exclude<TableColumn['encoding'], 'plain'>): TextEncoder {
  if (encoding === 'number') return (text, _, lookup) => lookup.numberOf(text);
  if (encoding === 'key') return encodeKey;
  if (encoding === 'numbered-key') return (text, _, lookup) => encodeNumberedKey(text, (name) => lookup.numberOf(name));
  const { context } = encoding;
  return (text, record, lookup) => encodeTemplated(text, valuesOf(context, record), lookup);
}

type TextEncoder = (text: string, record: Fields, lookup: Lookup) => Cell;

const valuesOf = (context: readonly string[], record: Fields): readonly string[] =>
  context.map((field) => (record[field] as string | null) ?? '');

/** The first character of a text that is stored as the number of its template and its values. */
const TEMPLATED = '#';
/** The first character of a text that is stored as it is and would otherwise look like one with a template. */
const LITERAL = '=';

export function encodeTemplated(text: string, context: readonly string[], lookup: Lookup): string {
  const split = lookup.hasRoom() ? splitJson(text, context) : null;
  if (split !== null) return `${TEMPLATED}${lookup.numberOf(split.template)}${split.values}`;
  return text.startsWith(TEMPLATED) || text.startsWith(LITERAL) ? LITERAL + text : text;
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
    return (cell, _, lookup) => decodeKey(cell as Buffer, (number) => lookup.textOf(number));
  }
  const { context } = encoding;
  return (cell, record, lookup) => decodeTemplated(cell as string, valuesOf(context, record), lookup);
}
