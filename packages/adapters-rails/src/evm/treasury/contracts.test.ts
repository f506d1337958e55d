import { encodeFunctionResult } from 'viem';
import { describe, expect, it } from 'vitest';
import { depositAddress, GWEI, MULTICALL3, payer, treasuryParts, USDC } from '../../testing/treasury-parts.js';
import type { Call, Hex } from '../nodes.js';
import { addressOf, aggregate, balancesOf, MULTICALL, numberOf, tokenBalance, topicOf } from './contracts.js';
import { balanceCall } from '../token-transfer.js';

const word = (digits: string): Hex => `0x${digits.padStart(64, '0')}`;

/** A chain on which some deposit addresses have tokens and coins, and which records the calls. */
function start() {
  const { chain, parts } = treasuryParts();
  chain.transfer(
    ...[1, 2, 3].map((index) => ({ from: payer(1), to: depositAddress(index), amount: BigInt(index) * 100n })),
  );
  for (const index of [1, 2, 3]) chain.state.coins.set(depositAddress(index), BigInt(index) * GWEI);
  const calls: Call[] = [];
  const answers: { of: (call: Call) => Hex | { reverted: true; reason: string } | null } = { of: () => null };
  chain.state.answer = (call) => {
    calls.push(call);
    return answers.of(call);
  };
  return { ...{ chain, nodes: chain.nodes, parts, calls, answers } };
}
const addresses = (count: number) => Array.from({ length: count }, (_, index) => depositAddress(index + 1));

describe('the bytes of contracts', () => {
  it('have addresses as topics, and numbers in 32 bytes', () => {
    const address = '0x00000000000000000000000000000000000c01d0';
    expect(topicOf(address)).toBe(word('c01d0'));
    expect(addressOf(topicOf(address))).toBe(address);
    expect(numberOf(word('ff'))).toBe(255n);
    for (const bytes of ['0x', '0xff', `${word('1')}0`, `1${word('1')}`, word('g')] as Hex[])
      expect(numberOf(bytes)).toBeNull();
  });
});

describe('the balance of a token', () => {
  it('is that of a block, and nothing before the contract exists', async () => {
    const { nodes, answers } = start();
    const balance = (at: bigint) => tokenBalance(nodes, USDC, depositAddress(2), at);
    expect([await balance(0n), await balance(1n)]).toEqual([0n, 200n]);
    answers.of = () => '0x';
    expect(await balance(1n)).toBe(0n);
  });

  it('is an error if the contract gives none', async () => {
    const { nodes, answers } = start();
    for (const answer of ['0x01', { reverted: true, reason: 'paused' }] as const) {
      answers.of = () => answer;
      await expect(tokenBalance(nodes, USDC, depositAddress(2), 1n)).rejects.toThrow(
        `the token ${USDC} gives no balance`,
      );
    }
  });
});

describe('several calls at once', () => {
  it('give the result of each, and null for one that fails', async () => {
    const { nodes, calls, answers } = start();
    const [one, other] = [1, 2].map((index) => ({ to: USDC, data: balanceCall(depositAddress(index)) }));
    answers.of = ({ data }) => (data === other!.data ? { reverted: true, reason: 'paused' } : null);
    expect(await aggregate(nodes, MULTICALL3, [one!, other!], 1n)).toEqual([word('64'), null]);
    expect(Object.keys(calls[0]!)).toEqual(['to', 'data']);
    await aggregate(nodes, MULTICALL3, [one!], 1n, payer(1));
    expect(calls[3]).toMatchObject({ to: MULTICALL3, from: payer(1) });
  });

  it('fail together if Multicall3 refuses them', async () => {
    const { nodes, answers } = start();
    answers.of = () => ({ reverted: true, reason: 'out of gas' });
    await expect(aggregate(nodes, MULTICALL3, [], 1n)).rejects.toThrow(
      `Multicall3 at ${MULTICALL3} refused a call: out of gas`,
    );
  });
});

describe('the balances of many addresses', () => {
  it('are read with one call for up to 200 addresses', async () => {
    for (const token of [USDC, null]) {
      const { parts, calls } = start();
      const balances = await balancesOf(parts, token, addresses(201), 1n);
      const unit = token === null ? GWEI : 100n;
      expect(balances).toEqual(addresses(201).map((_, at) => (at < 3 ? BigInt(at + 1) * unit : 0n)));
      expect(calls.filter(({ to, from }) => to === MULTICALL3 && from === undefined)).toHaveLength(2);
      const small = start();
      await balancesOf(small.parts, token, addresses(200), 1n);
      expect(small.calls.filter(({ to, from }) => to === MULTICALL3 && from === undefined)).toHaveLength(1);
    }
  });

  it('are read one by one for less than three addresses, and without Multicall3', async () => {
    for (const [count, hasMulticall, isOneCall] of [
      [2, true, false],
      [3, true, true],
      [3, false, false],
    ] as const) {
      const { chain, parts, calls } = start();
      if (!hasMulticall) chain.contracts.delete(MULTICALL3);
      const expected = [1n, 2n, 3n].slice(0, count);
      expect(await balancesOf(parts, USDC, addresses(count), 1n)).toEqual(expected.map((each) => each * 100n));
      expect(calls.some(({ to }) => to === MULTICALL3)).toBe(isOneCall);
      expect(await balancesOf(parts, null, addresses(count), 1n)).toEqual(expected.map((each) => each * GWEI));
    }
  });

  it('are asked at the given block', async () => {
    const { chain, parts } = start();
    chain.transfer({ from: payer(1), to: depositAddress(1), amount: 5n });
    for (const [at, first] of [
      [1n, 100n],
      [2n, 105n],
    ] as const) {
      expect((await balancesOf(parts, USDC, addresses(1), at))[0]).toBe(first);
      expect((await balancesOf(parts, USDC, addresses(3), at))[0]).toBe(first);
    }
  });

  it('need no call if there are no addresses', async () => {
    const { parts, calls } = start();
    expect([await balancesOf(parts, USDC, [], 1n), calls]).toEqual([[], []]);
  });

  it('are nothing where the contract does not exist, and an error where it gives none', async () => {
    const { parts, answers } = start();
    const answering = (returnData: Hex, success = true): void => {
      answers.of = () =>
        encodeFunctionResult({
          ...{ abi: MULTICALL, functionName: 'aggregate3' },
          result: [1, 2, 3].map(() => ({ success, returnData })),
        });
    };
    answering('0x');
    expect(await balancesOf(parts, USDC, addresses(3), 1n)).toEqual([0n, 0n, 0n]);
    for (const [token, name] of [
      [USDC, USDC],
      [null, 'the chain'],
    ] as const) {
      answering('0x01');
      await expect(balancesOf(parts, token, addresses(3), 1n)).rejects.toThrow(`${name} gives no balance`);
      answering(word('1'), false);
      await expect(balancesOf(parts, token, addresses(3), 1n)).rejects.toThrow(`${name} gives no balance`);
    }
  });
});
