import type { Id } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import {
  COLD,
  DEPOSIT_ADDRESS,
  instruction,
  payeeNumber,
  payoutParts,
  TREASURY,
  USDC,
} from '../../testing/payout-parts.js';
import { PAYOUT_ROWS, PAYOUT_STATES } from './payout-states.js';
import { transferCall, transferIn } from '../token-transfer.js';

const BY = { id: 'Operator:ada' as Id<'Operator'>, name: 'Ada' };
const PENDING = { state: 'pending' };

type Parts = ReturnType<typeof payoutParts>;

async function submitted(parts: Parts, ...payouts: readonly ReturnType<typeof instruction>[]): Promise<void> {
  for (const each of payouts) expect(await parts.rail.submit(each)).toMatchObject(PENDING);
  await parts.run();
}
const toldStates = ({ told }: Parts) =>
  told.map((message) => (message.kind === 'payout' ? message.status.state : message.kind));
const statusOf = ({ rail, clock }: Parts, serial: number, amount?: bigint) =>
  rail.status(instruction(serial, amount), clock.now());

describe('a payout', () => {
  it('is delivered with the hash of its transaction, and core learns it once', async () => {
    const parts = payoutParts();
    await submitted(parts, instruction(1));
    expect(parts.told).toEqual([]);
    await parts.confirm();
    const [hash] = parts.chain.paid().get(transferCall(payeeNumber(1), 100n))!;
    const onChainTransaction = { transactionHash: hash, network: 'BASE' };
    const status = { state: 'delivered', onChainTransaction, checkAfterSeconds: null };
    expect(await statusOf(parts, 1)).toEqual(status);
    await parts.run(3);
    expect(parts.told).toMatchObject([{ kind: 'payout', rail: 'base', reference: instruction(1).reference, status }]);
  });

  it('is paid once, however often it is submitted', async () => {
    const parts = payoutParts();
    await submitted(parts, instruction(1), instruction(1));
    await submitted(parts, instruction(1, 999n));
    await parts.confirm();
    await submitted(parts);
    expect(parts.held()).toBe(9_900n);
  });

  it('keeps the name and the address of the payee sealed', async () => {
    const parts = payoutParts();
    await submitted(parts, instruction(1));
    const open = [...parts.committed.values()].map(({ value }) =>
      JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)),
    );
    for (const secret of ['Hopper', payeeNumber(1).slice(2)]) expect(open.join()).not.toContain(secret);
  });

  it('reaches core later if core does not answer', async () => {
    const parts = payoutParts();
    await submitted(parts, instruction(1));
    parts.core.isDown = true;
    await parts.confirm();
    expect(parts.told).toEqual([]);
    parts.core.isDown = false;
    await parts.run();
    expect(toldStates(parts)).toEqual(['delivered']);
  });

  it('that reverts when it is mined fails, and does not count against the day', async () => {
    const parts = payoutParts({ limits: { perDay: 150n } });
    parts.chain.state.revertingWhenMined.add(transferCall(payeeNumber(1), 100n));
    await submitted(parts, instruction(1));
    await parts.confirm();
    expect(await statusOf(parts, 1)).toMatchObject({
      state: 'failed',
      reason: 'QUOTE_EXECUTION_FAILED',
      refundable: true,
    });
    expect(toldStates(parts)).toEqual(['failed']);
    await submitted(parts, instruction(2));
    await parts.confirm();
    expect(await statusOf(parts, 2)).toMatchObject({ state: 'delivered' });
  });

  it('whose transaction succeeds although the token moves nothing fails, and the money is still there', async () => {
    const parts = payoutParts();
    parts.chain.state.movingNothing.add(transferCall(payeeNumber(1), 100n));
    await submitted(parts, instruction(1));
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['failed']);
    expect(parts.held()).toBe(10_000n);
  });

  it('that a reorganisation removes after its confirmation is undone in core, and delivered again', async () => {
    const parts = payoutParts();
    await submitted(parts, instruction(1));
    await parts.confirm();
    parts.chain.reorganise(7, () => false);
    await parts.run(2);
    expect(parts.told.at(-1)).toMatchObject({
      status: { state: 'pending', undone: expect.stringContaining('reorganisation') },
    });
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered', 'pending', 'delivered']);
    expect(parts.held()).toBe(9_900n);
  });

  it.each([
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['the treasury', TREASURY],
    ['the cold address', COLD],
    ["the token's contract", USDC],
    ['a deposit address', DEPOSIT_ADDRESS],
    ['an address with a wrong checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['no address', '0x12'],
  ])('to %s is refused', async (_, address) => {
    const { rail, run, told } = payoutParts();
    const payout = instruction(1, 100n, address);
    expect(await rail.lookUp(payout.account, payout.currency)).toBe('unreachable');
    expect(await rail.submit(payout)).toMatchObject({ state: 'failed', reason: 'ACCOUNT_INVALID', refundable: true });
    await run();
    expect(told).toEqual([]);
  });

  it('to another address is reachable in the tokens of the entry', async () => {
    const { rail } = payoutParts();
    const { account, currency } = instruction(1);
    expect(await rail.lookUp(account, currency)).toBe('reachable');
    expect(await rail.lookUp(account, 'USDT' as typeof currency)).toBe('unreachable');
  });
});

describe('a payout that waits', () => {
  it('for tokens lets smaller ones pass, is shown, and goes on by itself', async () => {
    const parts = payoutParts();
    parts.token.balance = 150n;
    await submitted(parts, instruction(1, 200n), instruction(2, 100n), instruction(3, 100n));
    expect(await parts.problems()).toEqual([expect.stringContaining('0.000300 USDC wait')]);
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered']);
    expect(await parts.payouts.waiting(USDC)).toBe(300n);
    parts.token.balance = 1000n;
    await parts.run();
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await parts.problems()).toEqual([]);
  });

  it('for a paused token does not fail', async () => {
    const parts = payoutParts();
    parts.token.isPaused = true;
    await submitted(parts, instruction(1));
    expect(await parts.problems()).toEqual([expect.stringContaining('paused')]);
    expect(await statusOf(parts, 1)).toMatchObject(PENDING);
    parts.token.isPaused = false;
    await parts.run();
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered']);
  });

  it('because the token was paused between the question and the signature is tried again', async () => {
    const parts = payoutParts();
    await parts.rail.submit(instruction(1));
    await parts.payouts.run(parts.tell);
    parts.token.isPaused = true;
    await parts.sender.run();
    await parts.run();
    expect(await statusOf(parts, 1)).toMatchObject(PENDING);
    parts.token.isPaused = false;
    await parts.run();
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered']);
    expect(parts.held()).toBe(9_900n);
  });

  it('fails only if the token refuses this payee', async () => {
    const parts = payoutParts();
    parts.token.blocked.add(payeeNumber(1));
    await submitted(parts, instruction(1), instruction(2));
    await parts.confirm();
    expect(await statusOf(parts, 1)).toMatchObject({ state: 'failed', reason: 'ACCOUNT_CANNOT_RECEIVE' });
    expect(await statusOf(parts, 2)).toMatchObject({ state: 'delivered' });
  });

  it('for a token that is not configured any more is shown', async () => {
    const parts = payoutParts();
    await parts.rail.submit(instruction(1));
    const payouts = parts.payoutsOf(async () => {}, parts.sender, undefined, payeeNumber(99));
    await payouts.run(parts.tell);
    expect((await payouts.condition()).problems).toEqual([expect.stringContaining('not configured any more')]);
    expect(await statusOf(parts, 1)).toMatchObject(PENDING);
  });

  it('waits for a quorum', async () => {
    const parts = payoutParts();
    let isOffline = true;
    const payouts = parts.payoutsOf(
      async () => {},
      parts.sender,
      () => isOffline,
    );
    await parts.rail.submit(instruction(1));
    expect(await payouts.run(parts.tell)).toBe(4);
    expect(await statusOf(parts, 1)).toMatchObject(PENDING);
    isOffline = false;
    await payouts.run(parts.tell);
    await parts.sender.run();
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered']);
  });
});

describe('a payout that is cancelled', () => {
  it('before it is signed is not paid', async () => {
    const parts = payoutParts();
    await parts.rail.submit(instruction(1));
    expect(await parts.rail.cancel!(instruction(1))).toBe('cancelled');
    await parts.rail.submit(instruction(2));
    await parts.payouts.run(parts.tell);
    // The sender has its intent, and has signed nothing.
    expect(await parts.rail.cancel!(instruction(2))).toBe('cancelled');
    expect(await parts.rail.cancel!(instruction(2))).toBe('cancelled');
    expect(await parts.rail.cancel!(instruction(3))).toBe('cancelled');
    expect(await parts.rail.submit(instruction(3))).toMatchObject({
      state: 'failed',
      refundReason: 'USER_CANCELLATION',
    });
    await parts.run();
    await parts.confirm();
    expect(parts.held()).toBe(10_000n);
    expect(parts.committed.get(`payout-funds/${USDC}`)!.value).toEqual({ given: 100n, ended: 100n });
  });

  it('after it is signed goes on', async () => {
    const parts = payoutParts();
    await submitted(parts, instruction(1));
    expect(await parts.rail.cancel!(instruction(1))).toBe('too-late');
    await parts.confirm();
    expect(await parts.rail.cancel!(instruction(1))).toBe('too-late');
    expect(toldStates(parts)).toEqual(['delivered']);
  });
});

describe('limits', () => {
  it('hold a payout above the limit for one until a person releases its content', async () => {
    const parts = payoutParts({ limits: { perPayout: 150n } });
    await submitted(parts, instruction(1, 151n), instruction(2, 150n));
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered']);
    const { releases } = parts.payouts;
    const [held, ...others] = await releases.list();
    expect(others).toEqual([]);
    expect(held).toMatchObject({ id: instruction(1).reference, payments: 1, totals: { USDC: 151n } });
    expect(held!.reason).toContain('0.000150');
    expect(await releases.release('unknown', held!.digest, BY, () => false)).toMatchObject({
      error: { code: 'REFERENCE_NOT_FOUND' },
    });
    expect(await releases.release(held!.id, 'other', BY, () => false)).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(await releases.release(held!.id, held!.digest, BY, () => false)).toMatchObject({ ok: true });
    expect(await releases.release(held!.id, held!.digest, BY, () => false)).toMatchObject({
      error: { code: 'CONFLICT' },
    });
    await parts.run();
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered', 'delivered']);
  });

  it('hold what exceeds the limit of a day, which begins at midnight UTC', async () => {
    const parts = payoutParts({ limits: { perDay: 250n } });
    await submitted(parts, instruction(1), instruction(2), instruction(3));
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered', 'delivered']);
    expect((await parts.payouts.releases.list())[0]).toMatchObject({ id: instruction(3).reference });
    parts.advance(86_400);
    await submitted(parts, instruction(4), instruction(5));
    await parts.confirm();
    expect(toldStates(parts)).toHaveLength(4);
    expect(await parts.payouts.releases.list()).toHaveLength(1);
  });

  it('hold a payout that can be cancelled', async () => {
    const parts = payoutParts({ limits: { perPayout: 1n } });
    await submitted(parts, instruction(1));
    expect(await parts.rail.cancel!(instruction(1))).toBe('cancelled');
    expect(await parts.payouts.releases.list()).toEqual([]);
  });
});

describe('screening', () => {
  it('refuses a payout before it is signed', async () => {
    const asked: unknown[] = [];
    const listed = payeeNumber(1);
    const parts = payoutParts({
      screening: {
        screen: async (about) => {
          asked.push(about);
          return about.address === listed ? 'on a list' : null;
        },
      },
    });
    await submitted(parts, instruction(1), instruction(2));
    expect(asked[0]).toEqual({ network: 'BASE', address: listed, direction: 'OUT' });
    await parts.confirm();
    expect(await statusOf(parts, 1)).toMatchObject({ state: 'failed', reason: 'COMPLIANCE_REJECTED' });
    expect(toldStates(parts).toSorted()).toEqual(['delivered', 'failed']);
  });

  it('that does not answer lets nothing be signed', async () => {
    const list = { isReadable: true };
    const parts = payoutParts({
      screening: {
        screen: async () => {
          if (!list.isReadable) throw new Error('the list cannot be read');
          return null;
        },
      },
    });
    await parts.rail.submit(instruction(1));
    await parts.payouts.run(parts.tell);
    list.isReadable = false;
    await parts.rail.submit(instruction(2));
    await parts.run(2);
    expect(parts.chain.mempool.size).toBe(0);
    expect((await parts.problems()).join()).toContain('cannot be read');
    list.isReadable = true;
    await parts.run(2);
    await parts.confirm();
    expect(toldStates(parts)).toEqual(['delivered', 'delivered']);
  });

  it('that finds an address while its payout waits for gas fails the payout', async () => {
    const list = { objection: null as string | null };
    const parts = payoutParts({ screening: { screen: async () => list.objection } });
    parts.chain.state.coins = 1n;
    await submitted(parts, instruction(1));
    list.objection = 'on a list';
    parts.chain.state.coins = 10n ** 18n;
    await parts.sender.run();
    await parts.run();
    expect(await statusOf(parts, 1)).toMatchObject({ state: 'failed', reason: 'COMPLIANCE_REJECTED' });
    expect(parts.held()).toBe(10_000n);
  });
});

describe('the table of states', () => {
  it('has one row for each state and event, and leads to every state', () => {
    const keys = PAYOUT_ROWS.map(({ from, on }) => `${from}/${on}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set<string>(['WAITING', ...PAYOUT_ROWS.map(({ to }) => to)])).toEqual(new Set(PAYOUT_STATES));
  });
});

describe('the data of a transfer', () => {
  it('is read as it was written', () => {
    expect(transferIn(transferCall(COLD, 12_345n))).toEqual({ to: COLD, amount: 12_345n });
    expect(transferIn('0x')).toBe(null);
  });
});
