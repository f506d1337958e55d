import type { CurrencyCode } from '@corridor/core';
import type { AddressScreening } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import {
  instruction,
  payeeNumber,
  payoutParts,
  type PayoutOptions,
  TREASURY,
  USDC,
} from '../../testing/payout-parts.js';
import type { Address, Hex, Reverted } from '../nodes.js';
import type { Purpose } from '../sender.js';
import { transferCall, transferIn } from '../token-transfer.js';

const USDT: Address = `0x${'f2'.repeat(20)}`;
const OTHERS = [{ currency: 'USDT' as CurrencyCode, address: USDT, decimals: 6, authorization: null }] as const;

type Parts = ReturnType<typeof payoutParts>;

const NO_PAYOUTS = { 'payouts waiting': 0, 'payouts waiting for a release': 0, 'payouts being sent': 0 };
const backlog = async ({ payouts }: Parts) => (await payouts.condition()).backlog;
const sent = ({ committed }: Parts) =>
  [...committed.values()].flatMap(({ collection, key }) => (collection === 'intents' ? [key] : []));
const intentOf = (serial: number) => `payout/${instruction(serial).reference}/1`;
const tethers = (serial: number, amount = 100n) => ({
  ...instruction(serial, amount),
  currency: 'USDT' as CurrencyCode,
});
const tooLittle = (amount: string, currency = 'USDC') =>
  `payouts of ${amount} ${currency} wait, because the treasury ${TREASURY} has too little ${currency}`;

/** Payouts that core has submitted. */
async function waiting(payouts: readonly ReturnType<typeof instruction>[], options: PayoutOptions = {}) {
  const parts = payoutParts(options);
  for (const each of payouts) await parts.rail.submit(each);
  const pass = () => parts.payouts.run(parts.tell);
  return { ...parts, pass };
}

/** Another transaction of the treasury that the sender has not concluded. */
const open = (parts: Parts, purpose: Purpose, to: Address, data: Hex) =>
  parts.add({ key: `${purpose}/${to}`, purpose, signer: TREASURY, to, data, value: 0n });

const many = (count: number, amount = 100n) =>
  Array.from({ length: count }, (_, serial) => instruction(serial, amount));

describe('the tokens of the treasury', () => {
  it('are enough for a payout of exactly all of them, and not of one unit more', async () => {
    const parts = await waiting([instruction(1, 150n), instruction(2, 151n)]);
    parts.token.balance = 150n;
    await parts.pass();
    expect(sent(parts)).toEqual([intentOf(1)]);
    expect(await parts.problems()).toEqual([tooLittle('0.000151')]);
    expect(await backlog(parts)).toEqual({ ...NO_PAYOUTS, 'payouts waiting': 1, 'payouts being sent': 1 });
  });

  it('are given once: what the sender has is counted until the balance shows it', async () => {
    const parts = await waiting([instruction(1, 6000n)]);
    await parts.pass();
    await parts.rail.submit(instruction(2, 4001n));
    await parts.pass();
    expect(sent(parts)).toEqual([intentOf(1)]);
    expect(await parts.problems()).toEqual([tooLittle('0.004001')]);
    await parts.rail.submit(instruction(3, 4000n));
    await parts.pass();
    expect(sent(parts)).toEqual([intentOf(1), intentOf(3)]);
    parts.token.balance = 14_001n;
    await parts.sender.run();
    await parts.confirm();
    await parts.confirm();
    expect(parts.told).toHaveLength(3);
    expect(parts.held()).toBe(0n);
    expect(parts.committed.get(`payout-funds/${USDC}`)!.value).toEqual({ given: 14_001n, ended: 14_001n });
  });

  it.each(['refund', 'cold'] as const)('that a %s is about to take are not paid out', async (purpose) => {
    const parts = await waiting([instruction(1, 51n), instruction(2, 50n)]);
    await open(parts, purpose, USDC, transferCall(payeeNumber(9), 9950n));
    await parts.pass();
    expect(sent(parts)).toEqual([`${purpose}/${USDC}`, intentOf(2)]);
    expect(await parts.problems()).toEqual([tooLittle('0.000051')]);
  });

  it('are not taken by a transaction of another token, or by one that moves none', async () => {
    const parts = await waiting([instruction(1, 10_000n)]);
    await open(parts, 'refund', USDT, transferCall(payeeNumber(9), 9950n));
    await open(parts, 'sweep', USDC, '0x01');
    await parts.pass();
    expect(sent(parts)).toContain(intentOf(1));
  });

  it.each<[string, Hex | Reverted]>([
    ['nothing', '0x'],
    ['a refusal', { reverted: true, reason: 'paused' }],
  ])('count as none if the token answers with %s', async (_, answer) => {
    const parts = await waiting([instruction(1)]);
    parts.chain.state.answer = () => answer;
    await parts.pass();
    expect(sent(parts)).toEqual([]);
    expect(await parts.problems()).toEqual([tooLittle('0.000100')]);
  });

  it('are missing once for each payout that does not fit, also if there are many', async () => {
    const parts = await waiting(many(26));
    parts.token.balance = 2000n;
    await parts.pass();
    expect(sent(parts)).toHaveLength(20);
    expect(await parts.problems()).toEqual([tooLittle('0.000600')]);
  });
});

describe('payouts about which an operator has to decide first', () => {
  it('are not given to the sender, and let the others pass', async () => {
    const parts = await waiting([instruction(1), instruction(2)]);
    parts.stopped.add(instruction(1).reference);
    await parts.pass();
    expect(sent(parts)).toEqual([intentOf(2)]);
    expect(await backlog(parts)).toMatchObject({ 'payouts waiting': 1, 'payouts being sent': 1 });
    parts.stopped.clear();
    await parts.pass();
    expect(sent(parts).toSorted()).toEqual([intentOf(1), intentOf(2)]);
  });

  it('are taken back from the sender while nothing of them is signed, and given again afterwards', async () => {
    const parts = await waiting([instruction(1), instruction(2)]);
    await parts.pass();
    expect(sent(parts)).toHaveLength(2);
    parts.stopped.add(instruction(1).reference);
    await parts.pass();
    expect(await backlog(parts)).toMatchObject({ 'payouts waiting': 1, 'payouts being sent': 1 });
    await parts.sender.run();
    await parts.confirm();
    expect(parts.told.map((message) => 'reference' in message && message.reference)).toEqual([
      instruction(2).reference,
    ]);
    expect(parts.committed.get(`payout-funds/${USDC}`)!.value).toEqual({ given: 200n, ended: 200n });
    parts.stopped.clear();
    await parts.pass();
    await parts.sender.run();
    await parts.confirm();
    expect(parts.held()).toBe(9_800n);
  });

  it('stay with the sender once they are signed', async () => {
    const parts = await waiting([instruction(1)]);
    await parts.run();
    parts.stopped.add(instruction(1).reference);
    await parts.run();
    await parts.confirm();
    expect(parts.held()).toBe(9_900n);
    expect(parts.told).toMatchObject([{ reference: instruction(1).reference, status: { state: 'delivered' } }]);
  });

  it('are not given to the sender after a release of those above a limit', async () => {
    const parts = await waiting([instruction(1, 200n)], { limits: { perPayout: 100n } });
    await parts.pass();
    const [release] = await parts.payouts.releases.list();
    parts.stopped.add(instruction(1).reference);
    await parts.payouts.releases.release(
      release!.id,
      release!.digest,
      { id: 'Operator:1' as never, name: 'Ann' },
      () => false,
    );
    await parts.pass();
    expect(sent(parts)).toEqual([]);
    expect(await backlog(parts)).toMatchObject({ 'payouts waiting': 1 });
  });
});

describe('several tokens', () => {
  /** Answers calls of USDT: the treasury has this much, and transfers succeed unless they are refused. */
  function answerTether(parts: Parts, balance: bigint, refusal: string | null = null): Hex[] {
    const asked: Hex[] = [];
    const usdc = parts.chain.state.answer!;
    parts.chain.state.answer = (call) => {
      if (call.to !== USDT) return usdc(call);
      asked.push(call.data);
      if (transferIn(call.data) === null) return `0x${balance.toString(16).padStart(64, '0')}`;
      return refusal === null ? '0x' : { reverted: true, reason: refusal };
    };
    return asked;
  }

  it('pay each payout from its own', async () => {
    const parts = await waiting([instruction(1, 100n), tethers(2, 100n)], { others: OTHERS });
    parts.token.balance = 99n;
    answerTether(parts, 1000n);
    await parts.pass();
    expect(sent(parts)).toEqual([intentOf(2)]);
    expect(parts.committed.get(`intents/${intentOf(2)}`)!.value).toMatchObject({ to: USDT, signer: TREASURY });
    expect(await parts.problems()).toEqual([tooLittle('0.000100')]);
    expect([await parts.payouts.waiting(USDC), await parts.payouts.waiting(USDT)]).toEqual([100n, 0n]);
  });

  it('are both reachable, and no other currency is', async () => {
    const { rail } = payoutParts({ others: OTHERS });
    const { account } = instruction(1);
    const answers = ['USDC', 'USDT', 'USDB'].map((currency) => rail.lookUp(account, currency as CurrencyCode));
    expect(await Promise.all(answers)).toEqual(['reachable', 'reachable', 'unreachable']);
  });

  it('are asked only if a payout needs them', async () => {
    const parts = await waiting([instruction(1)], { others: OTHERS });
    const asked = answerTether(parts, 1000n);
    await parts.pass();
    expect(asked).toEqual([]);
    expect(await parts.problems()).toEqual([]);
  });

  it('of which each lacks something are a problem each', async () => {
    const parts = await waiting([instruction(1), tethers(2)], { others: OTHERS });
    parts.token.balance = 5n;
    answerTether(parts, 7n);
    await parts.pass();
    expect(await parts.problems()).toEqual([tooLittle('0.000100'), tooLittle('0.000100', 'USDT')]);
  });

  it('of which each refuses the treasury are a problem each', async () => {
    const parts = await waiting([instruction(1), tethers(2)], { others: OTHERS });
    parts.token.isPaused = true;
    answerTether(parts, 1000n, 'blocked');
    await parts.pass();
    expect(await parts.problems()).toEqual([
      `payouts wait, because the token ${USDC} refuses transfers of the treasury: paused`,
      `payouts wait, because the token ${USDT} refuses transfers of the treasury: blocked`,
    ]);
  });

  it('of which one is not configured any more are a problem of its payouts alone', async () => {
    const parts = await waiting([instruction(1), tethers(2)], { others: OTHERS });
    const renamed = parts.payoutsOf(async () => {}, parts.sender, undefined, payeeNumber(99));
    await renamed.run(parts.tell);
    expect((await renamed.condition()).problems).toEqual([
      `payouts of USDC wait, because the token ${USDC} is not configured any more`,
    ]);
    expect(sent(parts)).toEqual([intentOf(2)]);
  });
});

describe('the question whether a token takes a transfer', () => {
  /** Counts the transfers that the token is asked about. */
  function counted(parts: Parts): { transfers: number } {
    const count = { transfers: 0 };
    const { answer } = parts.chain.state;
    parts.chain.state.answer = (call) => {
      if (transferIn(call.data) !== null) count.transfers += 1;
      return answer!(call);
    };
    return count;
  }

  it('is asked for 200 payouts in a pass', async () => {
    const parts = await waiting(many(201, 1n));
    await parts.pass();
    expect(await backlog(parts)).toEqual({ ...NO_PAYOUTS, 'payouts waiting': 1, 'payouts being sent': 200 });
    expect(await parts.problems()).toEqual([]);
    await parts.pass();
    expect(await backlog(parts)).toEqual({ ...NO_PAYOUTS, 'payouts being sent': 201 });
  });

  it('is asked for the first payouts alone while the treasury is the cause', async () => {
    const parts = await waiting(many(33));
    parts.token.isPaused = true;
    const count = counted(parts);
    await parts.pass();
    expect(count.transfers).toBe(32);
    expect(await backlog(parts)).toEqual({ ...NO_PAYOUTS, 'payouts waiting': 33 });
  });

  it('goes on behind a payout that waits alone', async () => {
    const parts = await waiting([instruction(100, 7n), ...many(17)]);
    const { answer } = parts.chain.state;
    parts.chain.state.answer = (call) =>
      transferIn(call.data)?.amount === 7n ? { reverted: true, reason: 'unlucky' } : answer!(call);
    await parts.pass();
    expect(await backlog(parts)).toEqual({ ...NO_PAYOUTS, 'payouts waiting': 1, 'payouts being sent': 17 });
  });

  it('is answered with false by some tokens', async () => {
    const parts = await waiting([instruction(1), instruction(2)]);
    const { answer } = parts.chain.state;
    parts.chain.state.answer = (call) =>
      transferIn(call.data)?.to === payeeNumber(1) ? `0x${'0'.repeat(64)}` : answer!(call);
    await parts.pass();
    expect(sent(parts)).toEqual([intentOf(2)]);
    const { reference } = instruction(1);
    expect(parts.told).toEqual([
      {
        ...{ kind: 'payout', rail: 'base', messageId: `${reference}/refused/ACCOUNT_CANNOT_RECEIVE`, reference },
        status: {
          ...{ state: 'failed', reason: 'ACCOUNT_CANNOT_RECEIVE' },
          ...{ refundReason: 'TRANSACTION_FAILED', refundable: true },
        },
      },
    ]);
  });

  it('waits for the nodes no longer than the pass, but an error of the host ends it', async () => {
    const parts = await waiting([instruction(1)]);
    let isDying = true;
    const payouts = parts.payoutsOf(async () => {
      if (isDying) {
        isDying = false;
        throw new Error('the host died');
      }
    });
    await expect(payouts.run(parts.tell)).rejects.toThrow('the host died');
    expect(await payouts.run(parts.tell)).toBe(4);
    expect(sent(parts)).toEqual([intentOf(1)]);
  });

  it('is not asked while no payout waits', async () => {
    const parts = await waiting([instruction(1)], { limits: { perPayout: 50n } });
    await parts.pass();
    let questions = 0;
    const payouts = parts.payoutsOf(
      async () => {},
      parts.sender,
      () => {
        questions += 1;
        return false;
      },
    );
    await payouts.run(parts.tell);
    expect(questions).toBe(0);
    expect(await backlog(parts)).toEqual({ ...NO_PAYOUTS, 'payouts waiting for a release': 1 });
  });
});

describe('a payout that another host decides about at the same time', () => {
  it('is given to the sender once, whenever the other host does', async () => {
    for (let moment = 1, isOver = false; !isOver; moment += 1) {
      const parts = await waiting([instruction(1), instruction(2)]);
      let steps = 0;
      const late = parts.payoutsOf(async () => {
        if ((steps += 1) === moment) await parts.pass();
      });
      await late.run(parts.tell);
      isOver = steps < moment;
      expect([moment, sent(parts)]).toEqual([moment, [intentOf(1), intentOf(2)]]);
      expect(parts.committed.get(`payout-funds/${USDC}`)!.value).toEqual({ given: 200n, ended: 0n });
      expect(parts.committed.get('payout-days/2026-11-23')!.value).toBe(200n);
    }
  });

  it('is not given to the sender if it was cancelled, whenever that was', async () => {
    for (let moment = 1, isOver = false; !isOver; moment += 1) {
      const parts = await waiting([instruction(1)]);
      let steps = 0;
      let answer = '';
      const payouts = parts.payoutsOf(async () => {
        if ((steps += 1) === moment) answer = await parts.rail.cancel!(instruction(1));
      });
      await payouts.run(parts.tell);
      isOver = steps < moment;
      if (isOver) break;
      expect([moment, answer]).toEqual([moment, 'cancelled']);
      await parts.sender.run();
      expect(parts.chain.mempool.size).toBe(0);
      expect(parts.told).toEqual([]);
      expect((await parts.rail.status(instruction(1), parts.clock.now())).state).toBe('failed');
      const funds = parts.committed.get(`payout-funds/${USDC}`)?.value as { given: bigint; ended: bigint } | undefined;
      expect(funds?.given).toBe(funds?.ended);
    }
  });

  it('has one message of its refusal', async () => {
    const refusing: { cancel: () => Promise<unknown> } = { cancel: async () => null };
    const screening: AddressScreening = {
      screen: async () => {
        await refusing.cancel();
        return 'on a list';
      },
    };
    const parts = await waiting([instruction(1)], { screening });
    refusing.cancel = () => parts.rail.cancel!(instruction(1));
    await parts.pass();
    expect(parts.told).toEqual([]);
    expect(parts.warnings).toEqual([[{ reference: instruction(1).reference }, 'screening refused a payout']]);
  });
});

describe('a payout that screening refuses', () => {
  it('reaches core with its reason, and once', async () => {
    const parts = await waiting([instruction(1)], { screening: { screen: async () => 'on a list' } });
    await parts.pass();
    await parts.pass();
    const { reference } = instruction(1);
    expect(parts.told).toEqual([
      {
        ...{ kind: 'payout', rail: 'base', messageId: `${reference}/refused/COMPLIANCE_REJECTED`, reference },
        status: {
          ...{ state: 'failed', reason: 'COMPLIANCE_REJECTED' },
          ...{ refundReason: 'TRANSACTION_FAILED', refundable: true },
        },
      },
    ]);
    expect(sent(parts)).toEqual([]);
  });
});
