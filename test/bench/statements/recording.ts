import { decodeKey, KEY_TAGS } from '../../../packages/adapters-storage/src/schema/keys.js';
import type { Sent } from '../../support/recorded-payment.js';

/** A value of a recorded statement: constant, a time, or a text that contains ids of the payment. */
export type Parameter =
  | { readonly kind: 'same'; readonly value: string | bigint | null }
  | { readonly kind: 'now' }
  /** The bytes of a key without an id of the payment, in hexadecimal digits. */
  | { readonly kind: 'bytes'; readonly hex: string }
  /** Literal pieces of text; the id with this number is between two pieces. `key`: the text is stored as a key. */
  | { readonly kind: 'text' | 'key'; readonly literals: readonly string[]; readonly ids: readonly number[] };

export interface RecordedStatement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** The statements of one payment by request, without those that begin and end transactions. */
export interface Recording {
  readonly requests: readonly (readonly RecordedStatement[])[];
  /** The ids that each payment makes for itself, as in the recorded one: `Quote:…`, `Answer:…`. */
  readonly ids: readonly string[];
}

/** Ids of records that a payment creates. Platform, token, customer and accounts exist before it. */
const OWN_ID =
  /\b(?:Quote|Transaction|JournalEntry|Webhook|Job):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\bAnswer:[0-9a-f]{64}/g;

/** Numbers within this distance of the recording are times, not amounts. */
const AROUND_MS = 3_600_000n;

function neverNumbered(): never {
  throw new Error('a key without a number has none to look up');
}

/** Makes a recording from the statements of each request of one payment. */
export function recordingOf(requests: readonly (readonly Sent[])[]): Recording {
  const ids: string[] = [];
  const now = BigInt(Date.now());

  const numberOf = (id: string): number => {
    const known = ids.indexOf(id);
    return known >= 0 ? known : ids.push(id) - 1;
  };

  function piecesOf(text: string) {
    const found = text.match(OWN_ID) ?? [];
    return found.length === 0 ? null : { literals: text.split(OWN_ID), ids: found.map(numberOf) };
  }

  function parameterOf(value: unknown): Parameter {
    if (typeof value === 'bigint' && value > now - AROUND_MS && value < now + AROUND_MS) return { kind: 'now' };
    if (Buffer.isBuffer(value)) {
      const isNumbered = value[0] === KEY_TAGS.numbered;
      const pieces = isNumbered ? null : piecesOf(decodeKey(value, neverNumbered));
      return pieces === null ? { kind: 'bytes', hex: value.toString('hex') } : { kind: 'key', ...pieces };
    }
    if (typeof value !== 'string') return { kind: 'same', value: value as bigint | null };
    const pieces = piecesOf(value);
    return pieces === null ? { kind: 'same', value } : { kind: 'text', ...pieces };
  }

  return {
    requests: requests.map((sent) =>
      sent.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(parameterOf) })),
    ),
    ids,
  };
}
