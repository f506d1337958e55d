import { toIso } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { dataOf, payment, sendingParts, SIGNERS } from '../../testing/sending-hosts.js';
import type { Call, Hex } from '../nodes.js';
import { transferCall } from '../token-transfer.js';
import { storedNonce } from './sending-records.js';

const [SIGNER, OTHER] = [SIGNERS[0]!, SIGNERS[1]!];
const PAYEE = payment(1).to;
const FALSE: Hex = `0x${'0'.repeat(64)}`;
const COINS = "the chain's coin for its gas";

type Parts = ReturnType<typeof sendingParts>;

const slot = ({ committed }: Parts, nonce: number, signer = SIGNER) =>
  storedNonce(committed.get(`nonces/${signer}/${nonce}`)!);
const problems = async ({ sender }: Parts) => (await sender.condition()).problems;
const waitsFor = async ({ status }: Parts, serial = 1) => (await status(`payout/${serial}`))!.waitsFor;
const states = (parts: Parts, serials: readonly number[]) =>
  Promise.all(serials.map(async (serial) => (await parts.status(`payout/${serial}`))!.state));
const tooFew = (signer = SIGNER) => `${signer} has too little of the chain's coin for the gas of its transactions`;

async function queued(serials: readonly number[], options: Parameters<typeof sendingParts>[0] = {}): Promise<Parts> {
  const parts = sendingParts(options);
  for (const serial of serials) await parts.add(payment(serial));
  return parts;
}

describe('a transaction that is signed', () => {
  it('has 30 % more gas than the estimate, and the fees that leave room for the base fee', async () => {
    const parts = await queued([1]);
    await parts.run();
    const [signed, ...others] = slot(parts, 0).transactions;
    expect(others).toEqual([]);
    expect(signed).toMatchObject({ gas: 65_000n, maxFeePerGas: 22n, maxPriorityFeePerGas: 2n });
    expect(parts.chain.decode(signed!.bytes)).toMatchObject({
      ...{ from: SIGNER, chainId: 31_337, nonce: 0, to: PAYEE, data: dataOf(1), value: 0n, gas: 65_000n },
      ...{ maxFeePerGas: 22n, maxPriorityFeePerGas: 2n },
    });
    expect(await parts.status('payout/1')).toEqual({
      ...{ state: 'sent', outcome: null, transactionHash: signed!.hash, waitsFor: null },
      since: parts.clock.now(),
    });
  });

  it('is queued once under its key, and has no status under another', async () => {
    const parts = await queued([1, 1]);
    await parts.run();
    await parts.add({ ...payment(2), key: 'payout/1' });
    await parts.run();
    expect(parts.chain.mempool.size).toBe(1);
    expect(await parts.status('payout/2')).toBe(null);
  });

  it('has the nonce of its own signer', async () => {
    const parts = await queued([1]);
    await parts.add(payment(2, OTHER));
    await parts.add(payment(3));
    await parts.run();
    const intents = [slot(parts, 0), slot(parts, 1), slot(parts, 0, OTHER)].map(({ intent }) => intent);
    expect(intents).toEqual(['payout/1', 'payout/3', 'payout/2']);
    expect(parts.chain.mempool.size).toBe(3);
  });

  it('waits since it was signed, not since it was replaced', async () => {
    const parts = await queued([1]);
    parts.signing.problem = 'down';
    await parts.run();
    const reserved = (await parts.status('payout/1'))!.since;
    parts.signing.problem = null;
    parts.advance(5);
    await parts.run();
    expect((await parts.status('payout/1'))!.since).toBe(reserved + 5000);
    parts.advance(60);
    await parts.run();
    expect(slot(parts, 0).transactions).toHaveLength(2);
    expect((await parts.status('payout/1'))!.since).toBe(reserved + 5000);
  });

  it.each([
    [9_230_769n, 'sent'],
    [9_230_770n, 'queued'],
  ])('is %s gas at most, of which this is %s', async (gas, state) => {
    const parts = await queued([1]);
    parts.chain.state.gas = gas;
    await parts.run();
    expect(await states(parts, [1])).toEqual([state]);
    if (state === 'queued') {
      const reason = `an estimate below 12000000 gas; a node says ${gas}`;
      expect(await waitsFor(parts)).toBe(reason);
      expect(await problems(parts)).toEqual([`payout/1 waits for ${reason}`]);
    }
  });

  it('waits for an estimate that does not revert, and each that waits is a problem', async () => {
    const parts = await queued([1, 2]);
    parts.chain.state.gas = { reverted: true, reason: 'out of gas' };
    await parts.run();
    const reason = 'a node that estimates its gas without a revert: out of gas';
    expect(await waitsFor(parts)).toBe(reason);
    expect(await problems(parts)).toEqual([`payout/1 waits for ${reason}`, `payout/2 waits for ${reason}`]);
    const { version } = parts.committed.get('intents/payout/1')!;
    await parts.run(2);
    expect(parts.committed.get('intents/payout/1')!.version).toBe(version);
  });

  it('is another call than a transfer, which may answer with false', async () => {
    const parts = await queued([1]);
    parts.chain.state.answer = () => FALSE;
    await parts.run();
    expect(await states(parts, [1])).toEqual(['sent']);
  });

  it('is refused with one outcome, which its handler learns', async () => {
    const parts = await queued([1]);
    parts.chain.state.reverting.add(dataOf(1));
    await parts.run(2);
    const outcome = { state: 'refused', transactionHash: null, blockNumber: null, gasPaid: 0n };
    expect((await parts.status('payout/1'))!.outcome).toEqual({ ...outcome, reason: 'refused by the contract' });
    expect(parts.book().get('payout/1')).toEqual({ state: 'refused', count: 1 });
    expect(parts.committed.get('intents/payout/1')!.status).toBe(null);
    expect(parts.committed.has(`signers/${SIGNER}`)).toBe(false);
    expect(await parts.withdraw('payout/1')).toBe(false);
    expect((await parts.status('payout/1'))!.outcome!.reason).toBe('refused by the contract');
  });

  it('is not asked for a refund that moves no token, which fails at once', async () => {
    const parts = sendingParts();
    parts.chain.state.reverting.add(dataOf(1));
    await parts.add({ ...payment(1), purpose: 'refund' });
    await parts.run();
    expect((await parts.status('payout/1'))!.outcome).toMatchObject({ reason: 'refused by the contract' });
  });

  it('is compared with a transfer of the signer to itself if it is a refund', async () => {
    const parts = sendingParts();
    const calls: Call[] = [];
    parts.chain.state.answer = (call) => {
      calls.push(call);
      return { reverted: true, reason: 'paused' };
    };
    await parts.add({ ...payment(1), purpose: 'refund', data: transferCall(PAYEE, 5n) });
    await parts.run();
    const call = { from: SIGNER, to: PAYEE, value: 0n };
    expect(calls).toEqual([
      { ...call, data: transferCall(PAYEE, 5n) },
      { ...call, data: transferCall(SIGNER, 5n) },
    ]);
    expect(await waitsFor(parts)).toBe(`the token ${PAYEE}, which refuses transfers of ${SIGNER}: paused`);
  });
});

describe("the chain's coins", () => {
  const COST = 65_000n * 22n;

  it('pay for as many transactions as they are enough for, to the wei', async () => {
    const parts = await queued([1, 2, 3]);
    parts.chain.state.coins = 2n * COST;
    await parts.run();
    expect(await states(parts, [1, 2, 3])).toEqual(['sent', 'sent', 'queued']);
    expect(await waitsFor(parts, 3)).toBe(COINS);
    expect(await problems(parts)).toEqual([tooFew()]);
    const lacking = await queued([1, 2]);
    lacking.chain.state.coins = 2n * COST - 1n;
    await lacking.run();
    expect(await states(lacking, [1, 2])).toEqual(['sent', 'queued']);
  });

  it('that open transactions may still take are not spent on others', async () => {
    const parts = sendingParts();
    await parts.add({ ...payment(1), value: 500n });
    await parts.run();
    parts.chain.state.coins = 2n * COST + 499n;
    await parts.add(payment(2));
    await parts.run();
    expect(await states(parts, [1, 2])).toEqual(['sent', 'queued']);
    parts.chain.state.coins += 1n;
    await parts.run();
    expect(await states(parts, [1, 2])).toEqual(['sent', 'sent']);
  });

  it('are bound by the dearest transaction of a nonce', async () => {
    const parts = await queued([1]);
    await parts.run();
    parts.advance(60);
    await parts.run();
    const [, dearer] = slot(parts, 0).transactions;
    expect(dearer).toMatchObject({ gas: 65_000n, maxFeePerGas: 25n, maxPriorityFeePerGas: 3n });
    await parts.add(payment(2));
    parts.chain.state.coins = 65_000n * 25n + COST - 1n;
    await parts.run();
    expect(await states(parts, [2])).toEqual(['queued']);
    parts.chain.state.coins += 1n;
    await parts.run();
    expect(await states(parts, [2])).toEqual(['sent']);
  });

  it('are sent as a value too: a call with more than there are is not tried out', async () => {
    const parts = sendingParts();
    const calls: Call[] = [];
    parts.chain.state.coins = 10n * COST;
    parts.chain.state.answer = (call) => {
      calls.push(call);
      return '0x';
    };
    await parts.add({ ...payment(1), value: 10n * COST + 1n });
    await parts.add({ ...payment(2), value: 10n * COST });
    await parts.add({ ...payment(3), value: 9n * COST });
    await parts.run();
    expect(calls.map(({ value }) => value)).toEqual([10n * COST, 9n * COST]);
    expect(await states(parts, [1, 2, 3])).toEqual(['queued', 'queued', 'sent']);
  });

  it('that are missing are a problem of each signer', async () => {
    const parts = await queued([1]);
    await parts.add(payment(2, OTHER));
    parts.chain.state.coins = 1n;
    await parts.run();
    expect((await problems(parts)).toSorted()).toEqual([tooFew(SIGNER), tooFew(OTHER)]);
    parts.chain.state.coins = 10n ** 18n;
    parts.chain.state.refusesAll = true;
    await parts.run();
    parts.chain.state.refusesAll = false;
    parts.chain.state.coins = 1n;
    await parts.run();
    expect((await problems(parts)).toSorted()).toEqual([tooFew(SIGNER), tooFew(OTHER)]);
  });
});

describe('the limit of the fee', () => {
  it('lets transactions wait with one problem for each signer', async () => {
    const parts = await queued([1, 2], { maxFeePerGas: 5n });
    await parts.add(payment(3, OTHER));
    await parts.run();
    expect(await waitsFor(parts, 2)).toBe('a gas price of at most 0.000000005 gwei');
    const since = toIso(parts.clock.now());
    const problem = (signer: string, asks = '0.000000012') =>
      `transactions of ${signer} wait, because the chain asks ${asks} gwei for gas, more than the 0.000000005 gwei of maxGwei; since ${since}`;
    expect((await problems(parts)).toSorted()).toEqual([problem(SIGNER), problem(OTHER)]);
    // The price of now, and the time from which on it was too high.
    parts.advance(3600);
    parts.chain.state.base = 20n;
    await parts.run();
    const dearer = '0.000000022';
    expect((await problems(parts)).toSorted()).toEqual([problem(SIGNER, dearer), problem(OTHER, dearer)]);
    parts.chain.state.base = 1n;
    await parts.run();
    expect(await problems(parts)).toEqual([]);
    expect((await parts.status('payout/1'))!.state).toBe('sent');
  });

  it('is not signed while it is held, leaves its nonce to a fill, and gets a later one once nothing holds it', async () => {
    const parts = await queued([1, 2]);
    parts.signing.problem = 'down';
    await parts.run();
    expect(slot(parts, 0).intent).toBe('payout/1');
    const held = new Set(['payout/1']);
    const asked: string[][] = [];
    const pass = () =>
      parts.sender.run(async (intents) => {
        asked.push(intents.map(({ key }) => key));
        return held;
      });
    await pass();
    parts.signing.problem = null;
    await pass();
    await pass();
    expect(asked[0]).toEqual(['payout/1', 'payout/2']);
    expect(await parts.status('payout/1')).toMatchObject({ state: 'queued', waitsFor: 'a decision of an operator' });
    expect([slot(parts, 0), slot(parts, 1)].map(({ intent }) => intent)).toEqual([`fill/${SIGNER}/0`, 'payout/2']);
    held.clear();
    await pass();
    expect(slot(parts, 2)).toMatchObject({ intent: 'payout/1', transactions: [expect.anything()] });
    for (let block = 0; block < 6; block += 1) parts.chain.mine();
    await pass();
    const outcomes = [1, 2].map(async (serial) => (await parts.status(`payout/${serial}`))!.outcome!.state);
    expect(await Promise.all(outcomes)).toEqual(['mined', 'mined']);
  });

  it('that is signed is not held any more', async () => {
    const parts = await queued([1]);
    await parts.run();
    await parts.sender.run(async (intents) => new Set(intents.map(({ key }) => key)));
    expect((await parts.status('payout/1'))!.state).toBe('sent');
  });

  it('also keeps a nonce unsigned that has none yet', async () => {
    const parts = await queued([1], { maxFeePerGas: 30n });
    parts.signing.problem = 'down';
    await parts.run();
    parts.signing.problem = null;
    parts.chain.state.base = 29n;
    await parts.run();
    expect(slot(parts, 0).transactions).toEqual([]);
    expect(await problems(parts)).toEqual([
      `transactions of ${SIGNER} wait, because the chain asks 0.000000031 gwei for gas, more than the 0.00000003 gwei of maxGwei; since ${toIso(parts.clock.now())}`,
    ]);
  });

  it('lets no transaction be replaced while the chain asks more', async () => {
    const parts = await queued([1], { maxFeePerGas: 30n });
    await parts.run();
    parts.chain.state.base = 29n;
    parts.advance(60);
    await parts.run();
    expect(slot(parts, 0).transactions).toHaveLength(1);
    expect(await problems(parts)).toEqual([
      `transactions of ${SIGNER} wait, because the chain asks 0.000000031 gwei for gas, more than the 0.00000003 gwei of maxGwei; since ${toIso(parts.clock.now())}`,
    ]);
  });

  it('shows a transaction that a replacement within it cannot help', async () => {
    const parts = await queued([1], { maxFeePerGas: 24n });
    await parts.add(payment(2, OTHER));
    await parts.run();
    parts.advance(60);
    await parts.run();
    expect(slot(parts, 0).transactions).toHaveLength(1);
    const stuck = (signer: typeof SIGNER) =>
      `${slot(parts, 0, signer).transactions[0]!.hash} (nonce 0 of ${signer}) is not mined, and a higher fee would be above 0.000000024 gwei; since ${toIso(parts.clock.now())}`;
    expect((await problems(parts)).toSorted()).toEqual([stuck(SIGNER), stuck(OTHER)].toSorted());
  });
});

describe('a transaction that waits', () => {
  const counts = (parts: Parts, nonces: readonly number[]) =>
    nonces.map((nonce) => slot(parts, nonce).transactions.length);

  it('is replaced after exactly 60 seconds, and only if it is next', async () => {
    const parts = await queued([1, 2]);
    await parts.run();
    parts.advance(59);
    await parts.run();
    expect(counts(parts, [0, 1])).toEqual([1, 1]);
    parts.advance(1);
    await parts.run();
    expect(counts(parts, [0, 1])).toEqual([2, 1]);
  });

  it('behind another one is replaced only if its tip is less than the chain asks', async () => {
    const parts = await queued([1, 2]);
    await parts.run();
    parts.chain.state.tip = 3n;
    parts.advance(59);
    await parts.run();
    expect(counts(parts, [0, 1])).toEqual([1, 1]);
    parts.advance(1);
    await parts.run();
    expect(counts(parts, [0, 1])).toEqual([2, 2]);
  });

  it('is broadcast at once when it is replaced, though the one before was broadcast a moment ago', async () => {
    const parts = await queued([1]);
    await parts.run();
    parts.advance(55);
    await parts.run();
    parts.advance(5);
    await parts.run();
    const [, second] = slot(parts, 0).transactions;
    expect([...parts.chain.mempool.values()].map(({ hash }) => hash)).toEqual([second!.hash]);
  });

  it('is broadcast again after ten seconds, and not before', async () => {
    const parts = await queued([1]);
    await parts.run();
    parts.chain.drop();
    parts.advance(9);
    await parts.run();
    expect(parts.chain.mempool.size).toBe(0);
    parts.advance(1);
    await parts.run();
    expect(parts.chain.mempool.size).toBe(1);
  });

  it('because no node took it is broadcast again with the next pass', async () => {
    const parts = await queued([1, 2]);
    await parts.add(payment(3, OTHER));
    parts.chain.state.refusesAll = true;
    await parts.run();
    const problem = (signer: typeof SIGNER) =>
      `no node takes the transaction ${slot(parts, 0, signer).transactions[0]!.hash} (nonce 0 of ${signer})`;
    expect((await problems(parts)).toSorted()).toEqual([problem(SIGNER), problem(OTHER)].toSorted());
    parts.chain.state.refusesAll = false;
    await parts.run();
    expect(parts.chain.mempool.size).toBe(3);
    expect(await problems(parts)).toEqual([]);
  });

  it('for its signer is a problem of each key, which is written when it changes', async () => {
    const parts = await queued([1]);
    await parts.add(payment(2, OTHER));
    parts.signing.problem = 'Web3Signer is down';
    await parts.run();
    const down = (signer: string) => `the signer of ${signer} does not sign: Web3Signer is down`;
    expect((await problems(parts)).toSorted()).toEqual([down(SIGNER), down(OTHER)]);
    const stored = () => parts.committed.get(`sending-problems/signer/${SIGNER}`)!;
    const { version } = stored();
    await parts.run();
    expect(stored().version).toBe(version);
    parts.signing.problem = 'Web3Signer is slow';
    await parts.run();
    expect(stored()).toMatchObject({
      version: version + 1,
      value: `the signer of ${SIGNER} does not sign: Web3Signer is slow`,
    });
  });

  it('for a key that no host has keeps its place, with a nonce or without one', async () => {
    const parts = await queued([1]);
    await parts.add(payment(2, OTHER));
    const missing = [SIGNER, OTHER].map(
      (signer) => `the key of ${signer} is not configured, and its transactions wait`,
    );
    parts.signing.hasKeys = false;
    await parts.run();
    expect(await waitsFor(parts)).toBe(`the key of ${SIGNER}`);
    expect((await problems(parts)).toSorted()).toEqual(missing);
    expect(parts.committed.has(`nonces/${SIGNER}/0`)).toBe(false);
    Object.assign(parts.signing, { hasKeys: true, problem: 'down' });
    await parts.run();
    Object.assign(parts.signing, { hasKeys: false, problem: null });
    await parts.run();
    expect((await problems(parts)).toSorted()).toEqual(missing);
    expect(slot(parts, 0).transactions).toEqual([]);
    parts.signing.hasKeys = true;
    await parts.run();
    expect(await states(parts, [1, 2])).toEqual(['sent', 'sent']);
  });
});
