import type { CurrencyCode, Id } from '@corridor/core';
import type { Digest, PayoutFailure, RailRecord, RailRecords, RailWrites } from '@corridor/core/ports';
import type { Address, Hex } from '../nodes.js';
import { type PayoutEvent, type PayoutState, payoutStateAfter } from './payout-states.js';

/** By the reference of core. Ended payouts have no list. */
export const PAYOUTS = 'payouts';
/** By day (UTC): what was given to the sender on it. */
export const PAYOUT_DAYS = 'payout-days';
/** By token: what was ever given to the sender, and what of it is concluded. */
export const PAYOUT_FUNDS = 'payout-funds';
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
  readonly releasedBy: { readonly id: Id<'Operator'>; readonly name: string } | null;
  readonly failure: PayoutFailure | null;
  readonly transactionHash: Hex | null;
  /** What reached the payee, in smallest units, if it is not the amount; null or absent otherwise. */
  readonly arrived?: bigint | null;
  /** How often a reorganisation has undone its delivery; absent in records of earlier releases. */
  readonly undone?: number;
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

/** The id of the message that a payout was delivered. Core takes an id once, so that of each delivery is another one. */
export const deliveredId = ({ reference, transactionHash, undone }: Payout): string =>
  `${reference}/delivered/${transactionHash}${times(undone)}`;

/** Makes the ids of messages about an outcome differ from those about the same outcome before it was undone. */
export const times = (undone = 0): string => (undone === 0 ? '' : `/${undone}`);

/** The digest of what a person releases. */
export const contentDigest = (
  digest: Digest,
  chainId: number,
  { reference, currency, token, amount, to }: Payout,
): string =>
  digest.sha256(new TextEncoder().encode(JSON.stringify([chainId, reference, currency, token, to, String(amount)])));

/** What was given to the sender on a day, in smallest units of all tokens. */
export async function spentOn(records: Pick<RailRecords, 'get'>, day: string): Promise<bigint> {
  const record = await records.get(PAYOUT_DAYS, day);
  return record === null ? 0n : (record.value as bigint);
}

/** All that was ever given to the sender from a token, and what of it is concluded; both only grow. */
export type Given = { readonly given: bigint; readonly ended: bigint };

export async function givenFrom(records: Pick<RailRecords, 'get'>, token: Address): Promise<Given> {
  const record = await records.get(PAYOUT_FUNDS, token);
  return record === null ? { given: 0n, ended: 0n } : (record.value as Given);
}

async function add(records: RailWrites, token: Address, { given, ended }: Given): Promise<void> {
  const record = await records.get(PAYOUT_FUNDS, token);
  if (record === null) return records.add({ collection: PAYOUT_FUNDS, key: token, value: { given, ended } });
  const before = record.value as Given;
  records.change(record, { value: { given: before.given + given, ended: before.ended + ended } });
}

async function count(records: RailWrites, day: string, amount: bigint): Promise<void> {
  const record = await records.get(PAYOUT_DAYS, day);
  if (record === null) records.add({ collection: PAYOUT_DAYS, key: day, value: amount });
  else records.change(record, { value: (record.value as bigint) + amount });
}

/** What may be decided by in one unit: the sums of a token and a day, and the change of exactly these rows. */
export interface Budget {
  /** Given to the sender on the day, in smallest units of all tokens. */
  readonly spent: bigint;
  readonly given: Given;
  /**
   * Books what was given to the sender. It changes the rows from which the sums were read: if another host has given
   * payouts since, the unit runs again, so that limits and tokens are exact.
   */
  give(amount: bigint): void;
}

export async function budgetOf(records: RailWrites, token: Address, day: string): Promise<Budget> {
  const ofDay = await records.get(PAYOUT_DAYS, day);
  const ofToken = await records.get(PAYOUT_FUNDS, token);
  const spent = (ofDay?.value ?? 0n) as bigint;
  const given = (ofToken?.value ?? { given: 0n, ended: 0n }) as Given;
  return {
    ...{ spent, given },
    give(amount) {
      const now: Given = { ...given, given: given.given + amount };
      if (ofDay === null) records.add({ collection: PAYOUT_DAYS, key: day, value: spent + amount });
      else records.change(ofDay, { value: spent + amount });
      if (ofToken === null) records.add({ collection: PAYOUT_FUNDS, key: token, value: now });
      else records.change(ofToken, { value: now });
    },
  };
}

/** Books that the sender has a payout again, whose outcome was undone. It counts on the day on which it was given. */
export const giveAgain = (records: RailWrites, { token, amount }: StoredPayout): Promise<void> =>
  add(records, token, { given: amount, ended: 0n });

/** Books that the sender is done with a payout. One that was not paid does not count against the limit of its day. */
export async function end(records: RailWrites, payout: StoredPayout, isPaid: boolean): Promise<void> {
  const { token, amount, countedOn } = payout;
  await add(records, token, { given: 0n, ended: amount });
  if (!isPaid && countedOn !== null) await count(records, countedOn, -amount);
}
