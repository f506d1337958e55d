import type { CurrencyCode } from '@corridor/core';
import { ok } from '@corridor/core';
import type { RailValue, RailWrites } from '@corridor/core/ports';
import { fixedClock } from '@corridor/core/testing';
import { describe, expect, it } from 'vitest';
import { stored } from '../../connections/stored.js';
import { depositAddress, payer, USDC, USDT } from '../../testing/evm-deposits.js';
import { hashOf } from '../../testing/memory-chain.js';
import { stepStore } from '../../testing/step-store.js';
import {
  concludeReversal,
  type DepositContent,
  DEPOSITS,
  type DepositState,
  dropDeposit,
  type FoundDeposit,
  isSameMoney,
  keyOf,
  paymentIdOf,
  seeDeposit,
} from './deposit.js';

const FOUND: FoundDeposit = {
  ...{ transactionHash: hashOf('transaction'), ordinal: 0, token: USDC, currency: 'USDC' as CurrencyCode },
  ...{ amount: 5n, from: payer(1), to: depositAddress(4), index: 4, block: { number: 9n, hash: hashOf('block') } },
};
const MOVED = { ...FOUND, block: { number: 10n, hash: hashOf('another block') } };
const OTHER = { ...MOVED, amount: 7n };
const SAME_BLOCK = { ...FOUND, amount: 7n };
const KEY = keyOf(1, FOUND);

const DECISION = { valueDate: '2026-11-23', remitter: null, hold: null };

const content = (state: DepositState, over: Partial<DepositContent> = {}): DepositContent => ({
  ...FOUND,
  ...{ state, attempt: 1, decision: state === 'SEEN' ? null : DECISION, again: null, refusal: null },
  ...over,
});

async function after(
  before: DepositContent | null,
  work: (records: RailWrites, record: Parameters<typeof dropDeposit>[1] | null) => void,
) {
  const { store, committed } = stepStore(fixedClock());
  const run = async (change: (records: RailWrites) => Promise<void> | void) =>
    stored(
      await store.run(async (records) => {
        await change(records);
        return ok();
      }),
    );
  if (before !== null)
    await run((records) =>
      records.add({
        ...{ collection: DEPOSITS, key: KEY, status: before.state },
        value: before as unknown as RailValue,
      }),
    );
  await run(async (records) => work(records, await records.get(DEPOSITS, KEY)));
  const record = committed.get(`${DEPOSITS}/${KEY}`);
  return record === undefined
    ? null
    : { status: record.status, value: record.value as unknown as DepositContent, version: record.version };
}

const seen = (before: DepositContent | null, found: FoundDeposit) =>
  after(before, (records, record) => seeDeposit(records, KEY, record, found));

describe('a deposit that a block has', () => {
  it('is new if it is unknown', async () => {
    expect(await seen(null, FOUND)).toEqual({ status: 'SEEN', value: content('SEEN'), version: 1 });
  });

  it('is new once, though two hosts read the block at a time', async () => {
    const twice = await after(content('CREDITED'), (records) => seeDeposit(records, KEY, null, FOUND));
    expect(twice).toEqual({ status: 'CREDITED', value: content('CREDITED'), version: 1 });
  });

  it.each<DepositState>(['SEEN', 'CONFIRMED', 'CREDITED', 'FINAL'])(
    'is the same in the state %s if the block is read again, of which nothing is written',
    async (state) => {
      expect(await seen(content(state), FOUND)).toMatchObject({ value: content(state), version: 1 });
    },
  );

  it.each([
    ['another block', MOVED],
    ['the same block with other money', SAME_BLOCK],
    ['another block with other money', OTHER],
  ])('is what the newest block has while it waits for confirmations: %s', async (_, found) => {
    expect(await seen(content('SEEN', { attempt: 2 }), found)).toEqual({
      ...{ status: 'SEEN', version: 2 },
      value: { ...content('SEEN', { attempt: 2 }), ...found },
    });
  });

  it.each<DepositState>(['CONFIRMED', 'CREDITED'])('moves to another block in the state %s', async (state) => {
    expect(await seen(content(state, { again: OTHER }), MOVED)).toEqual({
      ...{ status: state, version: 2 },
      value: content(state, { block: MOVED.block }),
    });
  });

  it.each<DepositState>(['CONFIRMED', 'CREDITED', 'REVERSING'])(
    'is kept for later in the state %s if it moves other money',
    async (state) => {
      expect(await seen(content(state), OTHER)).toEqual({
        ...{ status: state, version: 2 },
        value: content(state, { again: OTHER }),
      });
      expect(await seen(content(state, { again: OTHER }), OTHER)).toMatchObject({ version: 1 });
      for (const again of [
        { ...OTHER, block: FOUND.block },
        { ...OTHER, amount: 8n },
      ])
        expect(await seen(content(state, { again }), OTHER)).toMatchObject({ value: { again: OTHER }, version: 2 });
    },
  );

  it('is kept for later while core hears of its reversal, though it moves the same money', async () => {
    expect(await seen(content('REVERSING'), MOVED)).toMatchObject({ value: { state: 'REVERSING', again: MOVED } });
  });

  it('is a new arrival after it was reversed', async () => {
    expect(await seen(content('REVERSED', { attempt: 3 }), FOUND)).toEqual({
      ...{ status: 'SEEN', version: 2 },
      value: content('SEEN', { attempt: 4 }),
    });
  });

  it('changes nothing if it is final', async () => {
    expect(await seen(content('FINAL'), OTHER)).toMatchObject({ value: content('FINAL'), version: 1 });
  });
});

describe('a deposit that has left the chain', () => {
  it('is forgotten if core never knew it, and its attempts are counted otherwise', async () => {
    expect(await after(content('SEEN'), (records, record) => dropDeposit(records, record!))).toBe(null);
    const again = content('SEEN', { attempt: 2 });
    expect(await after(again, (records, record) => dropDeposit(records, record!))).toEqual({
      ...{ status: null, version: 2 },
      value: { ...again, state: 'REVERSED' },
    });
  });

  it('is reversed, or a new arrival of what a newer block has', async () => {
    const conclude = (before: DepositContent) => after(before, (records, record) => concludeReversal(records, record!));
    expect(await conclude(content('REVERSING'))).toEqual({
      ...{ status: null, version: 2 },
      value: content('REVERSED'),
    });
    expect(await conclude(content('REVERSING', { attempt: 2, again: OTHER }))).toEqual({
      ...{ status: 'SEEN', version: 2 },
      value: { ...content('SEEN', { attempt: 3 }), ...OTHER },
    });
  });

  it('has an id for each attempt', () => {
    expect(KEY).toBe(`1:${FOUND.transactionHash}:0`);
    expect([1, 2].map((attempt) => paymentIdOf({ key: KEY, attempt }))).toEqual([KEY, `${KEY}:2`]);
  });
});

describe('the money of two deposits', () => {
  it('is the same in whatever block', () => {
    expect(isSameMoney(FOUND, MOVED)).toBe(true);
  });

  it.each<[string, Partial<FoundDeposit>]>([
    ['token', { token: USDT }],
    ['payer', { from: payer(2) }],
    ['address', { to: depositAddress(5) }],
    ['amount', { amount: 6n }],
  ])('is not the same with another %s', (_, over) => {
    expect(isSameMoney(FOUND, { ...FOUND, ...over })).toBe(false);
  });
});
