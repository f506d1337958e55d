import { readableViews } from '@corridor/adapters-storage/views';
import type { Sent } from '../../support/recorded-payment.js';

/** A value of a recorded statement: constant, a time, or a text that contains ids of the payment. */
export type Parameter =
  | { readonly kind: 'same'; readonly value: string | bigint | null }
  | { readonly kind: 'now' }
  /** The bytes of a key, in hexadecimal digits. */
  | { readonly kind: 'bytes'; readonly hex: string }
  /** The bytes of a key with the id of this number: the digits before and after those of the id. */
  | { readonly kind: 'key'; readonly before: string; readonly id: number; readonly after: string }
  /** Literal pieces of text; the id with this number is between two pieces. */
  | { readonly kind: 'text'; readonly literals: readonly string[]; readonly ids: readonly number[] };

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

/** The first bytes of keys that contain an id of the payment, with the type and the number of digits of the id. */
const OWN_FORMS = new Map(
  [
    ...readableViews('sqlite').matchAll(
      /\(x'(..)', '(?:[\w-]+:)?(Quote|Transaction|JournalEntry|Webhook|Job|Answer):', (\d+)\)/g,
    ),
  ].map(([, first, type, digits]) => [first!, { type: type!, digits: Number(digits) }]),
);

const withDashes = (digits: string): string =>
  digits.length === 32 ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : digits;

/** Makes a recording from the statements of each request of one payment. */
export function recordingOf(requests: readonly (readonly Sent[])[]): Recording {
  const ids: string[] = [];
  const now = BigInt(Date.now());

  const numberOf = (id: string): number => {
    const known = ids.indexOf(id);
    return known >= 0 ? known : ids.push(id) - 1;
  };

  function keyOf(hex: string): Parameter {
    const form = OWN_FORMS.get(hex.slice(0, 2));
    if (form === undefined) return { kind: 'bytes', hex };
    const end = 2 + form.digits;
    const id = numberOf(`${form.type}:${withDashes(hex.slice(2, end))}`);
    return { kind: 'key', before: hex.slice(0, 2), id, after: hex.slice(end) };
  }

  function parameterOf(value: unknown): Parameter {
    if (typeof value === 'bigint' && value > now - AROUND_MS && value < now + AROUND_MS) return { kind: 'now' };
    if (Buffer.isBuffer(value)) return keyOf(value.toString('hex'));
    if (typeof value !== 'string') return { kind: 'same', value: value as bigint | null };
    const found = value.match(OWN_ID) ?? [];
    if (found.length === 0) return { kind: 'same', value };
    return { kind: 'text', literals: value.split(OWN_ID), ids: found.map(numberOf) };
  }

  return {
    requests: requests.map((sent) =>
      sent.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(parameterOf) })),
    ),
    ids,
  };
}
