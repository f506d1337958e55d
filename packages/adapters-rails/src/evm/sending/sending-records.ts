import type { Instant } from '@corridor/core';
import type { RailRecord, RailRecords, RailSecret, RailWrites } from '@corridor/core/ports';
import type { Address, Hex } from '../nodes.js';
import type { Intent, Outcome } from '../sender.js';
import type { IntentState, NonceState } from './states.js';

/** By the key of the intent. Concluded intents have no list. */
export const INTENTS = 'intents';
/** By signer and nonce. Closed nonces have no list. */
export const NONCES = 'nonces';
/** By address: the row that gives the nonces of one key. Rows with open nonces are listed as `ACTIVE`. */
export const SIGNERS = 'signers';

/** A transaction that was signed for a nonce. It may be mined at any time. */
export type SignedForNonce = {
  readonly hash: Hex;
  readonly bytes: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly signedAt: number;
};

export type StoredOutcome = { readonly [Name in keyof Outcome]: Outcome[Name] };

export type StoredIntent = { readonly [Name in keyof Omit<Intent, 'key'>]: Intent[Name] } & {
  readonly state: IntentState;
  readonly nonce: number | null;
  readonly transactionHash: Hex | null;
  readonly waitsFor: string | null;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly outcome: StoredOutcome | null;
};

export type StoredNonce = {
  readonly signer: Address;
  readonly nonce: number;
  readonly state: NonceState;
  /** The one intent that the nonce is given to. It changes only to a fill, before anything is signed. */
  readonly intent: string;
  /** All that were ever signed, oldest first. */
  readonly transactions: readonly SignedForNonce[];
  /** The last broadcast of the newest transaction; null if it was never broadcast. */
  readonly broadcast: { readonly hash: Hex; readonly at: number; readonly answer: string } | null;
  /** When a foreign transaction was first seen to have spent the nonce, confirmed. */
  readonly foreignSince: number | null;
  readonly mined: { readonly blockNumber: bigint; readonly blockHash: Hex } | null;
  /** The confirmed block at which the nonce was lost. */
  readonly lostAt: bigint | null;
};

export type StoredSigner = {
  /** The nonce that is given next. */
  readonly next: number;
  /** All nonces below it are concluded. */
  readonly floor: number;
};

const listed = (state: IntentState | NonceState): string | null =>
  state === 'CONCLUDED' || state === 'CLOSED' ? null : state;

type Content = Pick<RailRecord, 'value' | 'secret'>;

/** The data of a transaction names its payee, so it is sealed, and so are signed transactions. */
export const storedIntent = ({ value, secret }: Content): StoredIntent =>
  ({ ...(value as Omit<StoredIntent, 'data'>), data: secret!['data'] }) as StoredIntent;

export function storedNonce({ value, secret }: Content): StoredNonce {
  const { transactions, ...rest } = value as StoredNonce;
  return { ...rest, transactions: transactions.map((each) => ({ ...each, bytes: secret![each.hash] as Hex })) };
}

const sealedBytes = (transactions: readonly SignedForNonce[]): RailSecret =>
  Object.fromEntries(transactions.map(({ hash, bytes }) => [hash, bytes]));

const withoutBytes = ({ transactions, ...rest }: StoredNonce) => ({
  ...rest,
  transactions: transactions.map(({ bytes: _, ...each }) => each),
});

export const storedSigner = ({ value }: Pick<RailRecord, 'value'>): StoredSigner => value as StoredSigner;

export const nonceKey = (signer: Address, nonce: number): string => `${signer}/${nonce}`;

export function intentOf(record: Pick<RailRecord, 'key' | 'value' | 'secret'>): Intent {
  const { purpose, signer, to, data, value } = storedIntent(record);
  return { key: record.key, purpose, signer, to, data, value };
}

export function addIntent(
  records: RailWrites,
  { key, purpose, signer, to, data, value }: Intent,
  now: Instant,
  nonce: number | null = null,
): void {
  const stored: Omit<StoredIntent, 'data'> = {
    ...{ purpose, signer, to, value, nonce },
    state: nonce === null ? 'QUEUED' : 'RESERVED',
    transactionHash: null,
    waitsFor: null,
    since: now,
    outcome: null,
  };
  const record = { collection: INTENTS, key, status: stored.state, value: stored, secret: { data } };
  records.add(record, { unlessExists: true });
}

export const changeIntent = (records: RailWrites, record: RailRecord, over: Partial<StoredIntent>): RailRecord => {
  const { data: _, ...value } = { ...storedIntent(record), ...over };
  return records.change(record, { status: listed(value.state), value });
};

export const changeNonce = (records: RailWrites, record: RailRecord, over: Partial<StoredNonce>): RailRecord => {
  const changed = { ...storedNonce(record), ...over };
  const secret = over.transactions === undefined ? undefined : sealedBytes(over.transactions);
  const content = { status: listed(changed.state), value: withoutBytes(changed) };
  return records.change(record, secret === undefined ? content : { ...content, secret });
};

export function addNonce(records: RailWrites, given: Pick<StoredNonce, 'signer' | 'nonce' | 'intent'>): void {
  const { signer, nonce, intent } = given;
  const value: StoredNonce = {
    ...{ signer, nonce, intent },
    state: 'OPEN',
    transactions: [],
    broadcast: null,
    foreignSince: null,
    mined: null,
    lostAt: null,
  };
  // Without `unlessExists`: a nonce that another unit has given ends this one.
  records.add({ collection: NONCES, key: nonceKey(signer, nonce), status: 'OPEN', value });
}

const activity = ({ next, floor }: StoredSigner): string | null => (next > floor ? 'ACTIVE' : null);

export const changeSigner = (records: RailWrites, record: RailRecord, over: Partial<StoredSigner>): RailRecord => {
  const value = { ...storedSigner(record), ...over };
  return records.change(record, { status: activity(value), value });
};

export function addSigner(records: RailWrites, signer: Address, value: StoredSigner): void {
  records.add({ collection: SIGNERS, key: signer, status: activity(value), value });
}

const PAGE = 200;

/** All records with a status, oldest first, at most `most`. */
export async function listAll(
  records: RailRecords,
  collection: string,
  status: string,
  most: number,
): Promise<readonly RailRecord[]> {
  const all: RailRecord[] = [];
  for (;;) {
    const limit = Math.min(PAGE, most - all.length);
    const page = await records.list(collection, { status, limit, after: all.at(-1) });
    all.push(...page);
    if (page.length < limit || all.length >= most) return all;
  }
}
