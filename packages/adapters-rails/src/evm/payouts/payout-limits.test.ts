import type { Id } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { depositStore } from '../../testing/evm-deposits.js';
import { instruction, payeeNumber, payoutParts, TREASURY, USDC } from '../../testing/payout-parts.js';
import { digest } from '../../testing/ports.js';
import { createPayouts } from './payouts.js';

const ADA = { id: 'Operator:ada' as Id<'Operator'>, name: 'Ada' };
const DAY = '2026-11-23';

type Parts = ReturnType<typeof payoutParts>;

async function submitted(parts: Parts, ...payouts: readonly ReturnType<typeof instruction>[]): Promise<void> {
  for (const each of payouts) await parts.rail.submit(each);
  await parts.payouts.run(parts.tell);
}

const held = async ({ payouts }: Parts) => (await payouts.releases.list()).map(({ id, reason }) => [id, reason]);
const recordOf = ({ committed }: Parts, serial: number) =>
  committed.get(`payouts/${instruction(serial).reference}`)!.value;
const ofTheDay = (limit: string) => `with it the payouts of ${DAY} would be above the limit of ${limit} for a day`;

describe('the limit of a day', () => {
  it('is reached by payouts of exactly its amount, whenever in the day they are given', async () => {
    const parts = payoutParts({ limits: { perDay: 200n } });
    await submitted(parts, instruction(1));
    parts.advance(3600);
    await submitted(parts, instruction(2));
    parts.advance(3600);
    await submitted(parts, instruction(3, 1n));
    expect(await held(parts)).toEqual([[instruction(3).reference, ofTheDay('0.000200')]]);
    expect(parts.committed.get(`payout-days/${DAY}`)!.value).toBe(200n);
  });

  it('holds what exceeds it together with payouts of the same pass', async () => {
    const parts = payoutParts({ limits: { perDay: 200n } });
    await submitted(parts, instruction(1, 150n), instruction(2, 51n), instruction(3, 50n));
    expect(recordOf(parts, 2)).toMatchObject({ state: 'HELD', heldFor: ofTheDay('0.000200'), countedOn: null });
    expect(recordOf(parts, 3)).toMatchObject({ state: 'SENDING', heldFor: null, countedOn: DAY });
    expect(parts.committed.get(`payout-days/${DAY}`)!.value).toBe(200n);
  });

  it('holds payouts for which the treasury has no tokens either', async () => {
    const parts = payoutParts({ limits: { perDay: 150n } });
    await submitted(parts, instruction(1));
    parts.token.balance = 0n;
    await submitted(parts, instruction(2));
    expect(await held(parts)).toEqual([[instruction(2).reference, ofTheDay('0.000150')]]);
    expect(await parts.problems()).toEqual([]);
  });

  it('is left to others by a payout that is cancelled before it is signed', async () => {
    const parts = payoutParts({ limits: { perDay: 100n } });
    await submitted(parts, instruction(1, 100n));
    expect(await parts.rail.cancel!(instruction(1, 100n))).toBe('cancelled');
    expect(recordOf(parts, 1)).toMatchObject({ state: 'CANCELLED', countedOn: null });
    expect(parts.committed.get(`payout-days/${DAY}`)!.value).toBe(0n);
    expect(parts.committed.get(`payout-funds/${USDC}`)!.value).toEqual({ given: 100n, ended: 100n });
    await submitted(parts, instruction(2, 100n));
    expect(await held(parts)).toEqual([]);
  });

  it('is not counted by a payout that is cancelled before the sender has it', async () => {
    const parts = payoutParts({ limits: { perDay: 100n } });
    await submitted(parts, instruction(1, 30n));
    await parts.rail.submit(instruction(2, 50n));
    expect(await parts.rail.cancel!(instruction(2, 50n))).toBe('cancelled');
    expect(parts.committed.get(`payout-funds/${USDC}`)!.value).toEqual({ given: 30n, ended: 0n });
    expect(parts.committed.get(`payout-days/${DAY}`)!.value).toBe(30n);
  });

  it('has no row for a day on which nothing was given', async () => {
    const parts = payoutParts();
    parts.token.balance = 150n;
    parts.token.isPaused = true;
    await submitted(parts, instruction(1, 151n), instruction(2, 100n));
    parts.token.isPaused = false;
    await parts.payouts.run(parts.tell);
    await submitted(parts, instruction(3, 60n));
    const rows = [...parts.committed.keys()].filter((id) => /^payout-(?:days|funds)/.test(id));
    expect(rows).toEqual([`payout-days/${DAY}`, `payout-funds/${USDC}`]);
    expect(parts.committed.get(`payout-days/${DAY}`)!.value).toBe(100n);
  });
});

describe('a payout above the limit for one', () => {
  it('is held with its reason, though nothing could be paid, and its payee is not asked about', async () => {
    const parts = payoutParts({ limits: { perPayout: 150n } });
    parts.token.balance = 0n;
    parts.token.blocked.add(payeeNumber(1));
    await submitted(parts, instruction(1, 151n));
    parts.token.balance = 1000n;
    await parts.payouts.run(parts.tell);
    expect(await held(parts)).toEqual([[instruction(1).reference, 'above the limit of 0.000150 for a payout']]);
    expect(await parts.problems()).toEqual([]);
    expect(await parts.rail.status(instruction(1), parts.clock.now())).toEqual({
      state: 'pending',
      checkAfterSeconds: 3600,
    });
    expect(await parts.payouts.waiting(USDC)).toBe(151n);
    expect(await parts.payouts.waiting(payeeNumber(9))).toBe(0n);
  });

  it('is refused by a person who was shown another one', async () => {
    const parts = payoutParts({ limits: { perPayout: 1n } });
    await submitted(parts, instruction(1, 100n), instruction(2, 100n));
    const { releases } = parts.payouts;
    const [one, two] = await releases.list();
    expect(await releases.release(one!.id, two!.digest, ADA, () => false)).toMatchObject({
      error: { code: 'CONFLICT', message: 'the digest is not that of the payout; list the releases again' },
    });
    expect(one).toMatchObject({ payments: 1, totals: { USDC: 100n }, preparedAt: parts.clock.now() });
  });

  it('keeps who released it, and is sent whatever the day has', async () => {
    const parts = payoutParts({ limits: { perPayout: 1n, perDay: 1n } });
    await submitted(parts, instruction(1, 100n));
    const [one] = await parts.payouts.releases.list();
    expect(await parts.payouts.releases.release(one!.id, one!.digest, ADA, () => false)).toMatchObject({ ok: true });
    expect(recordOf(parts, 1)).toMatchObject({ state: 'WAITING', releasedBy: ADA });
    await parts.payouts.run(parts.tell);
    expect(recordOf(parts, 1)).toMatchObject({ state: 'SENDING', heldFor: null, releasedBy: ADA });
    expect(await parts.payouts.releases.release(one!.id, one!.digest, ADA, () => false)).toMatchObject({
      error: { code: 'CONFLICT', message: `the payout ${one!.id} is SENDING; it waits for no release` },
    });
  });

  it.each([[''], ['x'], ['x'.repeat(200)], ['x'.repeat(201)]])('is not found by the reference "%s"', async (id) => {
    const { chain, clock, sender } = payoutParts();
    const payouts = createPayouts({
      rail: 'base',
      entry: {
        network: 'BASE',
        tokens: [{ currency: instruction(1).currency, address: USDC, decimals: 6, authorization: null }],
        pollSeconds: 4,
        treasury: { limits: { perPayout: null, perDay: null, keep: null }, cold: null },
      },
      treasury: TREASURY,
      ...{ store: depositStore(), nodes: chain.nodes, sender, screening: null, clock, digest },
      isDepositAddress: async () => false,
      log: { info: () => {}, warn: () => {} },
    });
    expect(await payouts.releases.release(id, 'digest', ADA, () => false)).toMatchObject({
      error: { code: 'REFERENCE_NOT_FOUND' },
    });
  });
});
