import { Bug } from '@corridor/core/ports';
import type { AnyKind, ColumnType } from '@corridor/core/records';

/**
 * How a database stores a column. `plain`: as its type says · `number`: a text as its number in the dictionary · `key`:
 * an id as bytes · `numbered-key`: an id as bytes, and any other text as its number in the dictionary · a template: JSON
 * as the number of its template and the values (templates.ts).
 */
export type Encoding = 'plain' | 'number' | 'key' | 'numbered-key' | Templated;

/** `context`: columns that never change, whose values the JSON repeats. */
export interface Templated {
  readonly context: readonly string[];
}

/** Columns that hold ids although their names do not end in `Id`. */
const KEYS: ReadonlySet<string> = new Set([
  'id',
  'resource',
  'subject',
  'cause',
  'entryCause',
  'owner',
  'senderIdentifier',
  'receiverIdentifier',
]);

const ENCODINGS: Readonly<Record<string, Readonly<Record<string, Encoding>>>> = {
  postings: { kind: 'number', account: 'numbered-key' },
  rail_steps: { request: 'number', step: 'number', rail: 'number', reference: 'key' },
  screening_matches: { party: 'key' },
  screened_parties: { party: 'key' },
  events: { type: 'number', snapshot: { context: ['tenant', 'resource'] } },
  remembered_answers: { body: { context: ['tenant'] } },
  quotes: {
    source: { context: ['tenant', 'id', 'customerId'] },
    destination: { context: ['tenant', 'id', 'customerId', 'destinationId'] },
    exchangeRate: { context: [] },
    rateBasis: { context: [] },
  },
  transactions: {
    source: { context: ['tenant', 'id', 'customerId'] },
    destination: { context: ['tenant', 'id', 'customerId'] },
    exchangeRate: { context: [] },
    rateTerms: { context: [] },
  },
};

/** Columns that never change, although the record kind need not declare it. */
const FIXED: readonly string[] = ['id', 'tenant'];

export function encodingOf(kind: AnyKind, field: string, type: ColumnType): Encoding {
  const declared = ENCODINGS[kind.name]?.[field];
  if (declared !== undefined) return checked(kind, field, declared);
  if (type !== 'text') return 'plain';
  if (field === 'tenant') return 'number';
  return KEYS.has(field) || field.endsWith('Id') ? 'key' : 'plain';
}

/** A row whose context changed could no longer be read. */
function checked(kind: AnyKind, field: string, encoding: Encoding): Encoding {
  if (typeof encoding !== 'object') return encoding;
  const changing = encoding.context.filter((other) => !FIXED.includes(other) && !kind.immutable.includes(other));
  if (changing.length > 0) throw new Bug(`${kind.name}.${field} is stored with columns that can change: ${changing}`);
  return encoding;
}

export const isTemplated = (encoding: Encoding): encoding is Templated => typeof encoding === 'object';

interface Stored {
  readonly type: ColumnType;
  readonly encoding: Encoding;
}

/** The type of a column in Postgres. */
export function postgresType({ type, encoding }: Stored): 'text' | 'integer' | 'bigint' | 'boolean' | 'bytea' {
  if (encoding === 'number') return 'integer';
  if (encoding === 'key' || encoding === 'numbered-key') return 'bytea';
  return type === 'flag' ? 'boolean' : type === 'text' || type === 'json' ? 'text' : 'bigint';
}
