import type { CurrencyCode } from '@corridor/core';
import type { Digest, PayoutFailure, RailRecord, RailWrites } from '@corridor/core/ports';
import type { Address, Hex } from '../nodes.js';
import { type PayoutEvent, type PayoutState, payoutStateAfter } from './payout-states.js';

/** By the reference of core. Ended payouts are in no list. */
export const PAYOUTS = 'payouts';
/** By day (UTC): what was given to the sender on it. */
export const PAYOUT_DAYS = 'payout-days';
/** By the id of the message: what core has not taken yet. */
export const PAYOUT_TELLINGS = 'payout-tellings';

export type StoredPayout = {
  readonly state: PayoutState;
  readonly currency: CurrencyCode;
  readonly token: Address;
  /** Smallest units. */
  readonly amount: bigint;
  /** Counts the intents: a payout whose intent was refused gets a new one. */
  readonly attempt: number;
  /** The day on which it counts against the limit; null if it does not. */
  readonly countedOn: string | null;
  /** Why it is held. */
  readonly heldFor: string | null;
  readonly releasedBy: { readonly name: string; readonly systemUser: string } | null;
  readonly failure: PayoutFailure | null;
  readonly transactionHash: Hex | null;
};

/** A payout with its payee, who is stored sealed. */
export type Payout = StoredPayout & {
  readonly reference: string;
  readonly to: Address;
  readonly payee: string | null;
};

const LISTED: readonly PayoutState[] = ['WAITING', 'HELD', 'SENDING'];
const listed = (state: PayoutState): string | null => (LISTED.includes(state) ? state : null);

export function payoutOf({ key, value, secret }: Pick<RailRecord, 'key' | 'value' | 'secret'>): Payout {
  const { address, name } = secret!;
  return { ...(value as StoredPayout), reference: key, to: address as Address, payee: name ?? null };
}

export type NewPayout = Pick<Payout, 'reference' | 'currency' | 'token' | 'amount' | 'to' | 'payee'>;

export function addPayout(
  records: RailWrites,
  { reference, currency, token, amount, to, payee }: NewPayout,
  state: PayoutState,
  failure: PayoutFailure | null,
): Payout {
  const value: StoredPayout = {
    ...{ state, currency, token, amount, failure },
    attempt: 1,
    countedOn: null,
    heldFor: null,
    releasedBy: null,
    transactionHash: null,
  };
  const record = { key: reference, status: listed(state), value, secret: { address: to, name: payee } };
  records.add({ collection: PAYOUTS, ...record });
  return payoutOf(record);
}

/** Changes a payout by an event; null if the event is not allowed in its state. */
export function changePayout(
  records: RailWrites,
  record: RailRecord,
  event: PayoutEvent,
  over: Partial<StoredPayout> = {},
): Payout | null {
  const before = record.value as StoredPayout;
  const state = payoutStateAfter(before.state, event);
  if (state === null) return null;
  return payoutOf(records.change(record, { status: listed(state), value: { ...before, ...over, state } }));
}

export const intentKey = ({ reference, attempt }: Pick<Payout, 'reference' | 'attempt'>): string =>
  `payout/${reference}/${attempt}`;

/** The reference and the attempt of the key of an intent. */
export function payoutIn(key: string): { readonly reference: string; readonly attempt: number } {
  const [, reference, attempt] = /^payout\/(.*)\/(\d+)$/.exec(key)!;
  return { reference: reference!, attempt: Number(attempt) };
}

/** The digest of what a person releases. */
export const contentDigest = (
  digest: Digest,
  chainId: number,
  { reference, currency, token, amount, to }: Payout,
): string =>
  digest.sha256(new TextEncoder().encode(JSON.stringify([chainId, reference, currency, token, to, String(amount)])));

/** What was given to the sender on a day, in smallest units of all tokens. */
export async function spentOn(records: Pick<RailWrites, 'get'>, day: string): Promise<bigint> {
  const record = await records.get(PAYOUT_DAYS, day);
  return record === null ? 0n : (record.value as bigint);
}

/**
 * Adds to the sum of a day. Every payout that is sent changes the row of its day, so two hosts that send at once take
 * turns, also without a limit.
 */
export async function count(records: RailWrites, day: string, amount: bigint): Promise<void> {
  const record = await records.get(PAYOUT_DAYS, day);
  if (record === null) records.add({ collection: PAYOUT_DAYS, key: day, value: amount });
  else records.change(record, { value: (record.value as bigint) + amount });
}

export async function discount(records: RailWrites, { countedOn, amount }: StoredPayout): Promise<void> {
  if (countedOn !== null) await count(records, countedOn, -amount);
}
