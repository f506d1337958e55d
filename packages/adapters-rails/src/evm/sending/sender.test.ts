import { ok } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { stored } from '../../connections/stored.js';
import { dataOf, payment, sendingParts, SIGNERS } from '../../testing/sending-hosts.js';
import { transferCall } from '../token-transfer.js';
import type { Address } from '../nodes.js';
import { INTENT_ROWS, INTENT_STATES, NONCE_ROWS, NONCE_STATES } from './states.js';
import { storedNonce } from './sending-records.js';
import { MOST_IN_FLIGHT } from './sending-ports.js';
import { WATCHED_BLOCKS } from './watch.js';

const SIGNER = SIGNERS[0]!;
const KEY = 'payout/1';
const PAYEE: Address = `0x${'d4'.repeat(20)}`;

type Parts = ReturnType<typeof sendingParts>;

const slot = ({ committed }: Parts, nonce: number) => storedNonce(committed.get(`nonces/${SIGNER}/${nonce}`)!);
const problems = async ({ sender }: Parts) => (await sender.condition()).problems;
const state = async ({ status }: Parts, key = KEY) => (await status(key))!.state;
const outcome = async ({ status }: Parts, key = KEY) => (await status(key))!.outcome;

async function sent(options: Parameters<typeof sendingParts>[0] = {}): Promise<Parts> {
  const parts = sendingParts(options);
  await parts.add(payment(1));
  await parts.run();
  return parts;
}

/** Mines until the newest transactions are confirmed. */
async function confirmed(parts: Parts, blocks = 5): Promise<void> {
  for (let block = 0; block < blocks; block += 1) parts.chain.mine();
  await parts.run();
}

describe('a transaction', () => {
  it('is stored before it is broadcast, and concluded once it is confirmed', async () => {
    const parts = await sent();
    expect(await state(parts)).toBe('sent');
    parts.chain.mine();
    await parts.run();
    expect(await state(parts)).toBe('sent');
    await confirmed(parts, 4);
    const { state: reached, blockNumber, gasPaid, transactionHash } = (await outcome(parts))!;
    expect([reached, blockNumber]).toEqual(['mined', 1n]);
    const { base, tip } = parts.chain.state;
    expect(gasPaid).toBe(21_000n * (base + tip) + 7n);
    expect(parts.chain.paid().get(dataOf(1))).toEqual([transactionHash]);
    await parts.run(3);
    expect(parts.book().get(KEY)).toEqual({ state: 'mined', count: 1 });
  });

  it('keeps the payee sealed', async () => {
    const { committed } = await sent();
    const open = [...committed.values()].map(({ value }) =>
      JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)),
    );
    expect(open.join()).not.toContain(dataOf(1).slice(2));
  });

  it('that is dropped is broadcast again', async () => {
    const parts = await sent();
    parts.chain.drop();
    await parts.run();
    expect(parts.chain.mempool.size).toBe(0);
    parts.advance(10);
    await parts.run();
    expect(parts.chain.mempool.size).toBe(1);
    expect(slot(parts, 0).transactions).toHaveLength(1);
  });

  it('that waits is replaced with its nonce and at least 12.5 % more of both fees, and either may be mined', async () => {
    const parts = await sent();
    const [first] = slot(parts, 0).transactions;
    parts.chain.drop();
    parts.advance(60);
    await parts.run();
    const [, second] = slot(parts, 0).transactions;
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const)
      expect(second![fee] * 8n).toBeGreaterThanOrEqual(first![fee] * 9n);
    // The first one has reached a miner all the same.
    parts.chain.drop();
    await parts.chain.nodes.broadcast(first!.bytes);
    await confirmed(parts);
    expect(await outcome(parts)).toMatchObject({ state: 'mined', transactionHash: first!.hash });
  });

  it('is not replaced above the limit of the fee: it waits, and the check says so', async () => {
    const parts = await sent({ maxFeePerGas: 30n });
    parts.chain.state.base = 29n;
    for (let minute = 0; minute < 12; minute += 1) {
      parts.advance(61);
      await parts.run();
    }
    const fees = slot(parts, 0).transactions.map(({ maxFeePerGas }) => maxFeePerGas);
    expect(fees.every((fee) => fee <= 30n)).toBe(true);
    expect(fees.length).toBeLessThan(6);
    expect((await problems(parts)).join()).toMatch(/higher fee|of maxGwei/);
    parts.chain.state.base = 5n;
    await confirmed(parts);
    await parts.run();
    expect(await state(parts)).toBe('concluded');
    expect(await problems(parts)).toEqual([]);
  });

  it('that nodes call underpriced is replaced at once', async () => {
    const parts = sendingParts();
    parts.chain.foreign(SIGNER, 9);
    await parts.add(payment(1));
    await parts.run();
    expect(slot(parts, 0).broadcast!.answer).toBe('underpriced');
    await parts.run();
    expect(slot(parts, 0).transactions).toHaveLength(2);
  });

  it('is not signed while the chain asks more than the limit', async () => {
    const parts = sendingParts({ maxFeePerGas: 5n });
    await parts.add(payment(1));
    await parts.run();
    expect(await parts.status(KEY)).toMatchObject({ state: 'queued', waitsFor: expect.stringContaining('gas price') });
    expect(await problems(parts)).toHaveLength(1);
    parts.chain.state.base = 1n;
    await parts.run();
    expect(await state(parts)).toBe('sent');
  });

  it('waits for coins, and goes on by itself', async () => {
    const parts = sendingParts();
    parts.chain.state.coins = 1000n;
    await parts.add(payment(1));
    await parts.run();
    expect(await parts.status(KEY)).toMatchObject({ state: 'queued', waitsFor: expect.stringContaining('coin') });
    expect((await problems(parts)).join()).toContain('coin');
    parts.chain.state.coins = 10n ** 18n;
    await parts.run();
    expect(await state(parts)).toBe('sent');
    expect(await problems(parts)).toEqual([]);
  });

  it('that lost its coins after it was signed is broadcast until they are there', async () => {
    const parts = sendingParts();
    parts.chain.state.refusesAll = true;
    await parts.add(payment(1));
    await parts.run();
    expect((await problems(parts)).join()).toContain('no node takes');
    parts.chain.state.refusesAll = false;
    parts.chain.state.coins = 1n;
    parts.advance(61);
    await parts.run(2);
    expect((await problems(parts)).join()).toContain('coin');
    parts.advance(61);
    await parts.run(2);
    // A higher fee would need more of what is missing.
    expect(slot(parts, 0).transactions).toHaveLength(1);
    parts.chain.state.coins = 10n ** 18n;
    parts.advance(11);
    await parts.run();
    await confirmed(parts);
    expect(await outcome(parts)).toMatchObject({ state: 'mined' });
  });

  it('that a call shows to revert is refused, and nothing is signed', async () => {
    const parts = sendingParts();
    parts.chain.state.reverting.add(dataOf(1));
    await parts.add(payment(1));
    await parts.run();
    expect(await outcome(parts)).toMatchObject({ state: 'refused', transactionHash: null, gasPaid: 0n });
    expect([...parts.committed.keys()].some((id) => id.startsWith('nonces/'))).toBe(false);
  });

  it('that a token answers with false is refused, and nothing is signed', async () => {
    const parts = sendingParts();
    parts.chain.state.answer = () => `0x${'0'.repeat(64)}`;
    await parts.add({ ...payment(1), data: transferCall(PAYEE, 5n) });
    await parts.run();
    expect(await outcome(parts)).toMatchObject({ state: 'refused', reason: 'the token answers false' });
  });

  it('of a refund waits while the token refuses every transfer of the treasury, and goes on by itself', async () => {
    const parts = sendingParts();
    parts.chain.state.answer = () => ({ reverted: true, reason: 'exceeds balance' });
    await parts.add({ ...payment(1), purpose: 'refund', data: transferCall(PAYEE, 5n) });
    await parts.run();
    expect(await parts.status(KEY)).toMatchObject({
      state: 'queued',
      waitsFor: expect.stringContaining('exceeds balance'),
    });
    parts.chain.state.answer = null;
    await parts.run();
    await confirmed(parts);
    expect(await outcome(parts)).toMatchObject({ state: 'mined' });
  });

  it('of a refund is refused if the token refuses only its payee', async () => {
    const parts = sendingParts();
    const data = transferCall(PAYEE, 5n);
    parts.chain.state.reverting.add(data);
    await parts.add({ ...payment(1), purpose: 'refund', data });
    await parts.run();
    expect(await outcome(parts)).toMatchObject({ state: 'refused' });
  });

  it('that screening refuses is not signed, and waits while screening does not answer', async () => {
    let answer: () => string | null = () => {
      throw new Error('the list is unreadable');
    };
    const parts = sendingParts({ screen: async () => answer() });
    await parts.add(payment(1));
    await parts.run();
    expect(await parts.status(KEY)).toMatchObject({ state: 'queued', waitsFor: expect.stringContaining('unreadable') });
    answer = () => 'on a list';
    await parts.run();
    expect(await outcome(parts)).toMatchObject({ state: 'refused', reason: 'on a list' });
  });

  it('that reverts when it is mined is concluded as reverted, with its gas', async () => {
    const parts = sendingParts();
    parts.chain.state.revertingWhenMined.add(dataOf(1));
    await parts.add(payment(1));
    await parts.run();
    await confirmed(parts);
    expect(await outcome(parts)).toMatchObject({ state: 'reverted' });
    expect((await outcome(parts))!.gasPaid).toBeGreaterThan(0n);
  });

  it('is in line again after a reorganisation before its confirmation', async () => {
    const parts = await sent();
    parts.chain.mine();
    parts.chain.reorganise(1, () => false);
    parts.advance(11);
    await parts.run();
    expect(parts.chain.mempool.size).toBe(1);
    await confirmed(parts);
    expect(parts.book().get(KEY)).toEqual({ state: 'mined', count: 1 });
  });

  it('is undone by a reorganisation after its confirmation, broadcast again, and concluded again', async () => {
    const parts = await sent();
    await confirmed(parts);
    expect(parts.book().get(KEY)).toMatchObject({ count: 1 });
    parts.chain.reorganise(6, () => false);
    await parts.run();
    expect(parts.book().get(KEY)).toMatchObject({ count: 0 });
    expect(await state(parts)).toBe('sent');
    expect((await problems(parts)).join()).toContain('reorganisation');
    expect(parts.chain.mempool.size).toBe(1);
    await confirmed(parts);
    expect(parts.book().get(KEY)).toEqual({ state: 'mined', count: 1 });
    expect(await problems(parts)).toEqual([]);
  });

  it('is not undone by nodes that are behind', async () => {
    const parts = await sent();
    await confirmed(parts);
    parts.chain.state.lag = BigInt(parts.chain.height());
    parts.advance(120);
    await parts.run();
    expect(parts.book().get(KEY)).toEqual({ state: 'mined', count: 1 });
    parts.chain.state.lag = 0n;
    await parts.run(2);
    expect(await problems(parts)).toEqual([]);
  });

  it(`is watched for ${WATCHED_BLOCKS} blocks`, async () => {
    const parts = await sent();
    await confirmed(parts);
    expect(slot(parts, 0).state).toBe('WATCHED');
    for (let block = 0n; block < WATCHED_BLOCKS; block += 1n) parts.chain.mine();
    await parts.run();
    expect(slot(parts, 0).state).toBe('CLOSED');
  });
});

describe('a nonce', () => {
  it('that a foreign transaction spends is seen twice before its payment gets another one', async () => {
    const parts = await sent();
    parts.chain.drop();
    parts.chain.foreign(SIGNER, 9);
    await confirmed(parts);
    expect(await parts.status(KEY)).toMatchObject({ state: 'sent' });
    parts.advance(30);
    await parts.run(2);
    await confirmed(parts);
    expect(parts.chain.paid().get(dataOf(1))).toHaveLength(1);
    expect(slot(parts, 0).state).toBe('LOST');
    expect(slot(parts, 1).intent).toBe(KEY);
    const [problem] = await problems(parts);
    expect(problem).toContain('outside of this service');
    const { store, sender } = parts;
    const settle = async (key: string) =>
      stored(await store.run(async (records) => ok(await sender.settle(records, key))));
    expect([await settle('foreign/none'), await settle(/under (\S+)$/.exec(problem!)![1]!)]).toEqual([false, true]);
    expect(await problems(parts)).toEqual([]);
  });

  it('that was skipped for a foreign transaction is filled if that one leaves the chain', async () => {
    const parts = sendingParts();
    parts.chain.foreign(SIGNER, 9);
    parts.chain.mine();
    await parts.add(payment(1));
    await parts.run();
    expect(slot(parts, 1).intent).toBe(KEY);
    parts.chain.drop();
    parts.chain.reorganise(1, () => false);
    parts.advance(11);
    await parts.run(2);
    await confirmed(parts);
    expect(await outcome(parts, `fill/${SIGNER}/0`)).toMatchObject({ state: 'mined' });
    expect(await outcome(parts)).toMatchObject({ state: 'mined' });
  });

  it('of a payment that is withdrawn before it is signed is filled', async () => {
    const parts = sendingParts();
    parts.signing.problem = 'Web3Signer is down';
    await parts.add(payment(1));
    await parts.run();
    expect((await problems(parts)).join()).toContain('Web3Signer is down');
    expect(slot(parts, 0)).toMatchObject({ intent: KEY, transactions: [] });
    expect(await parts.withdraw(KEY)).toBe(true);
    await parts.add(payment(2));
    parts.signing.problem = null;
    await parts.run(2);
    await confirmed(parts);
    expect([...parts.chain.paid().keys()].toSorted()).toEqual([dataOf(2), '0x'].toSorted());
    expect(await outcome(parts)).toMatchObject({ state: 'refused' });
    expect(parts.book().get(`fill/${SIGNER}/0`)).toEqual({ state: 'mined', count: 1 });
  });

  it('of a signed payment is not given back', async () => {
    const parts = await sent();
    expect(await parts.withdraw(KEY)).toBe(false);
    expect(await parts.withdraw('payout/unknown')).toBe(false);
  });

  it('is given to few transactions at once', async () => {
    const parts = sendingParts();
    for (let serial = 1; serial <= MOST_IN_FLIGHT + 5; serial += 1) await parts.add(payment(serial));
    await parts.run(3);
    expect(parts.chain.mempool.size).toBe(MOST_IN_FLIGHT);
    parts.chain.mine();
    await parts.run();
    expect(parts.chain.mempool.size).toBe(5);
    await confirmed(parts);
    expect(parts.chain.paid().size).toBe(MOST_IN_FLIGHT + 5);
  });
});

describe('the tables of states', () => {
  it('have one row for each state and event, and lead to every state', () => {
    for (const [rows, states, first] of [
      [INTENT_ROWS, INTENT_STATES, 'QUEUED'],
      [NONCE_ROWS, NONCE_STATES, 'OPEN'],
    ] as const) {
      const keys = rows.map(({ from, on }) => `${from}/${on}`);
      expect(new Set(keys).size).toBe(keys.length);
      const reached = new Set<string>([first, ...rows.map(({ to }) => to)]);
      expect(reached).toEqual(new Set(states));
    }
  });
});
