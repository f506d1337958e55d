import type { Sent } from '../../support/recorded-payment.js';

/** A value of a recorded statement: constant, a time, or a text that contains ids of the payment. */
export type Parameter =
  | { readonly kind: 'same'; readonly value: string | bigint | null }
  | { readonly kind: 'now' }
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

/** Makes a recording from the statements of each request of one payment. */
export function recordingOf(requests: readonly (readonly Sent[])[]): Recording {
  const ids: string[] = [];
  const now = BigInt(Date.now());

  const numberOf = (id: string): number => {
    const known = ids.indexOf(id);
    return known >= 0 ? known : ids.push(id) - 1;
  };

  function parameterOf(value: unknown): Parameter {
    if (typeof value === 'bigint' && value > now - AROUND_MS && value < now + AROUND_MS) return { kind: 'now' };
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
