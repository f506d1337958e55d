import { instant } from '@corridor/core';
import type { RailRecord, RailRecords } from '@corridor/core/ports';
import { expect, it } from 'vitest';
import { hashOf } from '../testing/memory-chain.js';
import type { DepositContent } from './deposits/deposit.js';
import { tracesOf } from './movement-traces.js';
import type { StoredPayout } from './payouts/payout-records.js';
import type { StoredIntent, StoredNonce } from './sending/sending-records.js';

const SIGNER = `0x${'a1'.repeat(20)}` as const;
const REFERENCE = 'Transaction:1';
const HASHES = [hashOf('first'), hashOf('second')] as const;

type Stored = Partial<Omit<RailRecord, 'value'>> & { readonly value: unknown };

const lookUps: string[] = [];

/** The stored records by `collection/key`, of which the first are of the second 1. */
function recordsOf(stored: Readonly<Record<string, Stored>>): RailRecords {
  const get = async (collection: string, key: string): Promise<RailRecord | null> => {
    lookUps.push(key);
    const found = stored[`${collection}/${key}`];
    if (found === undefined) return null;
    return { collection, key, version: 1, createdAt: instant(1), updatedAt: instant(1), ...found } as RailRecord;
  };
  return { get } as RailRecords;
}

const read = async (stored: Readonly<Record<string, Stored>>, reference = REFERENCE) =>
  (await tracesOf(recordsOf(stored), reference)).map(({ at, text, file }) => {
    expect(file).toBeNull();
    return [Number(at), text];
  });

const payout = (over: Partial<StoredPayout> = {}): Partial<StoredPayout> => ({
  ...{ state: 'WAITING', attempt: 1, heldFor: null, releasedBy: null, failure: null, transactionHash: null },
  ...over,
});

function intent(over: Partial<StoredIntent>, createdAt: number, updatedAt = createdAt): Stored {
  const value = { signer: SIGNER, nonce: null, outcome: null, ...over };
  return { value, createdAt: instant(createdAt), updatedAt: instant(updatedAt), secret: { data: '0x' } };
}

function nonce(...signedAt: readonly number[]): Stored {
  const transactions = signedAt.map((at, index) => ({ hash: HASHES[index]!, signedAt: at }));
  const value = { signer: SIGNER, nonce: 7, transactions } as unknown as StoredNonce;
  return { value, secret: Object.fromEntries(HASHES.map((hash) => [hash, '0x'])) };
}

const outcome = (state: 'mined' | 'refused', blockNumber: bigint | null): StoredIntent['outcome'] => ({
  ...{ state, blockNumber, transactionHash: null, gasPaid: 0n, reason: null },
});

it('the traces of a payout are those of all its attempts, in the order of time', async () => {
  const released = { id: 'Operator:1' as never, name: 'Ada' };
  const ended = payout({
    ...{ state: 'DELIVERED', attempt: 2, heldFor: 'above the limit', releasedBy: released },
    transactionHash: HASHES[1],
  });
  expect(
    await read({
      [`payouts/${REFERENCE}`]: { value: ended, version: 5, createdAt: instant(10), updatedAt: instant(90) },
      [`intents/payout/${REFERENCE}/1`]: intent({ outcome: outcome('refused', null) }, 20, 50),
      [`intents/payout/${REFERENCE}/2`]: intent({ nonce: 7, outcome: outcome('mined', 33n) }, 45, 80),
      [`nonces/${SIGNER}/7`]: nonce(55, 70),
    }),
  ).toEqual([
    [10, 'payout accepted'],
    [20, 'queued for signing'],
    [45, 'queued for signing'],
    [50, 'refused'],
    [55, `signed with nonce 7 as ${HASHES[0]}`],
    [70, `signed with nonce 7 as ${HASHES[1]}`],
    [80, 'mined in block 33'],
    [90, `the payout is DELIVERED, held: above the limit, released by Ada, in the transaction ${HASHES[1]}`],
  ]);
});

it('the traces of a payout have only what has happened', async () => {
  const place = `payouts/${REFERENCE}`;
  expect(await read({ [place]: { value: payout() } })).toEqual([[1, 'payout accepted']]);
  expect(await read({ [place]: { value: payout(), version: 2 } })).toEqual([
    [1, 'payout accepted'],
    [1, 'the payout is WAITING'],
  ]);
  const failed = payout({ state: 'FAILED', failure: 'ACCOUNT_CLOSED' as never });
  expect(await read({ [place]: { value: failed, version: 2 } })).toEqual([
    [1, 'payout accepted'],
    [1, 'the payout is FAILED, failed with ACCOUNT_CLOSED'],
  ]);
  // A nonce is given before anything is signed.
  const given = { [`intents/payout/${REFERENCE}/1`]: intent({ nonce: 7 }, 20) };
  expect(await read({ [place]: { value: payout() }, ...given })).toEqual([
    [1, 'payout accepted'],
    [20, 'queued for signing'],
  ]);
});

it('the traces of a refund are its transactions and its result', async () => {
  const reference = 'Deposit:1';
  const refund = (result: string | null): Stored => ({ value: { result }, updatedAt: instant(90) });
  expect(await read({ [`deposit-refunds/${reference}`]: refund(null) }, reference)).toEqual([[1, 'refund accepted']]);
  const sent = { [`intents/refund/${reference}`]: intent({ outcome: outcome('mined', 33n) }, 20, 80) };
  expect(await read({ [`deposit-refunds/${reference}`]: refund('completed'), ...sent }, reference)).toEqual([
    [1, 'refund accepted'],
    [20, 'queued for signing'],
    [80, 'mined in block 33'],
    [90, 'the refund is completed'],
  ]);
});

it('the traces of a deposit are its place, and its state when that has changed', async () => {
  const key = `8453:${HASHES[0]}:2`;
  const deposit = (over: Partial<DepositContent>, version: number): Readonly<Record<string, Stored>> => ({
    [`deposits/${key}`]: {
      value: { transactionHash: HASHES[0], ordinal: 2, block: { number: 33n }, state: 'SEEN', decision: null, ...over },
      version,
      updatedAt: instant(90),
    },
  });
  const place = [1, `Transfer event 2 of the transaction ${HASHES[0]} in block 33`];
  const decision = { valueDate: '2026-01-05', remitter: null, hold: null };
  expect(await read(deposit({}, 1), key)).toEqual([place]);
  expect(await read(deposit({}, 2), key)).toEqual([place, [90, 'the deposit is SEEN']]);
  expect(await read(deposit({ state: 'CREDITED', decision }, 3), key)).toEqual([
    place,
    [90, 'the deposit is CREDITED'],
  ]);
  const held = deposit({ state: 'CONFIRMED', decision: { ...decision, hold: 'on the list' } }, 3);
  expect(await read(held, key)).toEqual([place, [90, 'the deposit is CONFIRMED, held: on the list']]);
  // The arrival after a reversal has a number behind the key of its deposit.
  expect(await read(held, `${key}:2`)).toEqual([place, [90, 'the deposit is CONFIRMED, held: on the list']]);
  expect(await read(held, `${key}:2:3`)).toEqual([]);
});

it('a reference that is longer than a key has no traces, and no record is read', async () => {
  const longest = 'x'.repeat(200);
  expect(await read({ [`payouts/${longest}`]: { value: payout() } }, longest)).toEqual([[1, 'payout accepted']]);
  lookUps.length = 0;
  expect(await read({ [`payouts/${longest}x`]: { value: payout() } }, `${longest}x`)).toEqual([]);
  expect(lookUps).toEqual([]);
});
