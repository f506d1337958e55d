import { decodeFunctionData, hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  CHAIN_ID,
  depositAddress,
  MINIMUM,
  MULTICALL3,
  TREASURY,
  treasuryParts,
  type TreasuryPlay,
  USDC,
  USDT,
} from '../../testing/treasury-parts.js';
import type { Address, Call, Hex } from '../nodes.js';
import { MULTICALL, TOKEN } from './contracts.js';
import { countCredited, countSwept, holderIn, holderOf } from './holders.js';
import { openTreasury } from './movements.js';
import type { TreasuryParts } from './parts.js';
import { openAuthorizations, sweepByAuthorization } from './sweep-by-authorization.js';

const credit = ({ parts, run }: TreasuryPlay, index: number, amount: bigint, token: Address = USDC): Promise<void> =>
  run((records) => countCredited(parts, records, { token, address: depositAddress(index), index }, amount));

/** A treasury whose movements are followed, and deposit addresses with these amounts by their index. */
async function start(amounts: Readonly<Record<number, bigint>>, over: Partial<TreasuryParts> = {}) {
  const play = treasuryParts(over);
  await openTreasury(play.parts);
  await play.told();
  for (const [index, amount] of Object.entries(amounts)) await credit(play, Number(index), amount);
  return play;
}

const authorizations = ({ recordsOf }: TreasuryPlay): readonly Readonly<Record<string, unknown>>[] =>
  recordsOf('authorizations').map(({ key, status, value }) => ({ key, status, ...(value as Record<string, unknown>) }));
const statuses = (play: TreasuryPlay) => authorizations(play).map(({ status }) => status);
const nonces = (play: TreasuryPlay) => authorizations(play).map(({ key }) => key as Hex);

interface Submitted {
  readonly target: Address;
  readonly from: Address;
  readonly amount: bigint;
  readonly nonce: Hex;
}

const submittedBy = (target: Address, data: Hex): Submitted => {
  const { functionName, args } = decodeFunctionData({ abi: TOKEN, data });
  if (functionName !== 'transferWithAuthorization') throw new Error(`${functionName} was called`);
  return {
    ...{ target: target.toLowerCase() as Address, from: args[0].toLowerCase() as Address },
    ...{ amount: args[2], nonce: args[5] },
  };
};

/** The authorizations that each transaction of a batch submits. */
const batches = ({ intents }: TreasuryPlay): readonly (readonly Submitted[])[] =>
  intents.map(({ data }) => {
    const { functionName, args } = decodeFunctionData({ abi: MULTICALL, data });
    if (functionName !== 'aggregate3') throw new Error(`${functionName} was called`);
    return args[0].map(({ target, allowFailure, callData }) => {
      expect(allowFailure).toBe(true);
      return submittedBy(target, callData);
    });
  });

describe('a sweep by authorization', () => {
  it('has the treasury submit the transfers that deposit addresses have signed, in one transaction', async () => {
    const play = await start({ 3: 250n, 4: MINIMUM });
    expect(await sweepByAuthorization(play.parts)).toEqual([]);
    const [first, second] = nonces(play);
    expect([first, second].map((nonce) => nonce!.length)).toEqual([66, 66]);
    expect(first).not.toBe(second);
    const batch = `sweep/${first}/1`;
    const validBefore = play.chain.head().timestamp + 24 * 3600;
    expect(authorizations(play)).toEqual([
      {
        ...{ key: first, status: 'SENT', token: USDC, address: depositAddress(3), index: 3, amount: 250n },
        ...{ validBefore, attempts: 1, batch },
      },
      {
        ...{ key: second, status: 'SENT', token: USDC, address: depositAddress(4), index: 4, amount: MINIMUM },
        ...{ validBefore, attempts: 1, batch },
      },
    ]);
    expect(play.committed.get(`sweep-batches/${batch}`)!.value).toEqual({ token: USDC, nonces: [first, second] });
    expect(play.intents).toMatchObject([{ key: batch, purpose: 'sweep', signer: TREASURY, to: MULTICALL3, value: 0n }]);
    expect(batches(play)).toEqual([
      [
        { target: USDC, from: depositAddress(3), amount: 250n, nonce: first },
        { target: USDC, from: depositAddress(4), amount: MINIMUM, nonce: second },
      ],
    ]);
    for (const [index, nonce] of [
      [3, first],
      [4, second],
    ] as const) {
      const { status, value } = (await play.read((records) => holderOf(records, USDC, depositAddress(index))))!;
      expect([status, holderIn({ value }).sweep]).toEqual(['SWEEPING', nonce]);
    }
  });

  it('signs the transfer of EIP-3009 in the domain of the token', async () => {
    const play = await start({ 3: 250n });
    play.chain.contracts.delete(MULTICALL3);
    await sweepByAuthorization(play.parts);
    const [nonce] = nonces(play);
    const [intent] = play.intents;
    expect(intent).toMatchObject({ key: `sweep/${nonce}/1`, purpose: 'sweep', signer: TREASURY, to: USDC, value: 0n });
    const validBefore = BigInt(play.chain.head().timestamp + 24 * 3600);
    const signed = hashTypedData({
      domain: { name: 'Coin', version: '2', chainId: CHAIN_ID, verifyingContract: USDC },
      primaryType: 'TransferWithAuthorization',
      types: {
        TransferWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      message: { from: depositAddress(3), to: TREASURY, value: 250n, validAfter: 0n, validBefore, nonce: nonce! },
    });
    const { functionName, args } = decodeFunctionData({ abi: TOKEN, data: intent!.data });
    expect(functionName).toBe('transferWithAuthorization');
    expect(args!.map((each) => (typeof each === 'string' ? each.toLowerCase() : each))).toEqual([
      ...[depositAddress(3), TREASURY, 250n, 0n, validBefore, nonce],
      // The signature that the signer with the index 3 makes.
      ...[28, signed, `0x${'4'.padStart(64, '0')}`],
    ]);
  });

  it('takes what is credited and was not swept yet', async () => {
    const play = await start({ 3: 250n });
    await play.run((records) =>
      countSwept(play.parts, records, { token: USDC, address: depositAddress(3), index: 3 }, 130n),
    );
    await sweepByAuthorization(play.parts);
    expect(batches(play)).toMatchObject([[{ amount: 120n }]]);
  });

  it('concerns only tokens with authorizations, and addresses with enough money', async () => {
    const play = await start({ 3: MINIMUM - 1n });
    await credit(play, 4, 500n, USDT);
    expect(await sweepByAuthorization(play.parts)).toEqual([]);
    expect([play.recordsOf('authorizations'), play.intents]).toEqual([[], []]);
  });

  it('signs nothing else for an address while its sweep is under way', async () => {
    const play = await start({ 3: 250n });
    await sweepByAuthorization(play.parts);
    await credit(play, 3, 250n);
    await sweepByAuthorization(play.parts);
    expect([statuses(play), play.intents.length]).toEqual([['SENT'], 1]);
  });

  it('puts at most forty transfers into a transaction', async () => {
    const play = await start(Object.fromEntries(Array.from({ length: 41 }, (_, index) => [index, MINIMUM])));
    await sweepByAuthorization(play.parts);
    expect(batches(play).map((batch) => batch.map(({ from }) => from))).toEqual([
      Array.from({ length: 40 }, (_, index) => depositAddress(index)),
      [depositAddress(40)],
    ]);
    expect(play.intents.map(({ key }) => key)).toEqual([`sweep/${nonces(play)[0]}/1`, `sweep/${nonces(play)[40]}/1`]);
  });

  it('puts one transfer into each transaction on a chain without Multicall3', async () => {
    const play = await start({ 3: 250n, 4: 300n });
    play.chain.contracts.delete(MULTICALL3);
    await sweepByAuthorization(play.parts);
    expect(play.intents.map(({ to, data }) => submittedBy(to, data))).toEqual([
      { target: USDC, from: depositAddress(3), amount: 250n, nonce: nonces(play)[0] },
      { target: USDC, from: depositAddress(4), amount: 300n, nonce: nonces(play)[1] },
    ]);
    expect(authorizations(play).map(({ batch }) => batch)).toEqual(nonces(play).map((nonce) => `sweep/${nonce}/1`));
  });

  it('finds all addresses with enough money, more than a page of them among those of other tokens', async () => {
    const play = treasuryParts();
    for (let index = 0; index < 100; index += 1) await credit(play, index, 500n, USDT);
    for (let index = 100; index < 251; index += 1) await credit(play, index, MINIMUM);
    await sweepByAuthorization(play.parts);
    expect(statuses(play)).toEqual(Array.from({ length: 151 }, () => 'SENT'));
    expect(batches(play).map(({ length }) => length)).toEqual([40, 40, 40, 31]);
    expect(await play.read(openAuthorizations)).toBe(151);
  });

  it('mixes no tokens in a batch', async () => {
    const tokens = treasuryParts().parts.tokens.map((token) => ({ ...token, authorization: 'eip-3009' as const }));
    const play = await start({ 3: 250n }, { tokens });
    await credit(play, 3, 300n, USDT);
    await sweepByAuthorization(play.parts);
    expect(batches(play).map((batch) => batch.map(({ target, amount }) => [target, amount]))).toEqual([
      [[USDC, 250n]],
      [[USDT, 300n]],
    ]);
  });

  it('is submitted once, wherever another host comes in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start({ 3: 250n, 4: 300n });
      isReached = await play.interrupted(at, sweepByAuthorization, () => sweepByAuthorization(play.parts));
      expect(authorizations(play).map(({ status, attempts }) => [status, attempts])).toEqual([
        ['SENT', 1],
        ['SENT', 1],
      ]);
      expect(batches(play).flat()).toHaveLength(2);
      expect(play.recordsOf('sweep-batches').map(({ key }) => key)).toEqual(play.intents.map(({ key }) => key));
    }
  });
});

describe('an authorization that another host has put into a transaction', () => {
  it('is not put into a second one together with others', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start({ 3: 250n, 4: 300n });
      isReached = await play.interrupted(at, sweepByAuthorization, async () => {
        play.chain.state.refused.add(depositAddress(3));
        await sweepByAuthorization(play.parts);
        play.chain.state.refused.clear();
      });
      const submitted = batches(play)
        .flat()
        .map(({ nonce }) => nonce);
      expect(new Set(submitted).size).toBe(submitted.length);
      expect(authorizations(play).filter(({ status }) => status === 'SENT')).toHaveLength(submitted.length);
    }
  });
});

describe('a transfer that the token would refuse', () => {
  it('waits, does not stop the others, and is a problem', async () => {
    for (const hasMulticall of [true, false]) {
      const play = await start({ 3: 250n, 4: 300n, 5: 400n });
      if (!hasMulticall) play.chain.contracts.delete(MULTICALL3);
      play.chain.state.refused.add(depositAddress(3)).add(depositAddress(5));
      const problem = `2 deposit addresses cannot be swept now, such as ${depositAddress(3)}: USDC refuses it`;
      expect(await sweepByAuthorization(play.parts)).toEqual([problem]);
      expect(statuses(play)).toEqual(['READY', 'SENT', 'READY']);
      expect(await play.read(openAuthorizations)).toBe(3);
      expect(play.intents).toHaveLength(1);
      play.chain.state.refused.clear();
      expect(await sweepByAuthorization(play.parts)).toEqual([]);
      expect(statuses(play)).toEqual(['SENT', 'SENT', 'SENT']);
      expect(nonces(play)).toHaveLength(3);
    }
  });

  it('is found by a call of the treasury at the newest block', async () => {
    for (const hasMulticall of [true, false]) {
      const play = await start({ 3: 250n });
      if (!hasMulticall) play.chain.contracts.delete(MULTICALL3);
      play.chain.pass(3);
      const asked: Call[] = [];
      play.chain.state.answer = (call) => {
        asked.push(call);
        return null;
      };
      await sweepByAuthorization(play.parts);
      const [intent] = play.intents;
      expect(asked.filter(({ to, from }) => to === intent!.to && from !== undefined)).toEqual([
        { to: intent!.to, data: intent!.data, from: TREASURY },
      ]);
    }
  });

  it('adds no transaction if no other transfer can be made', async () => {
    const play = await start({ 3: 250n });
    play.chain.state.refused.add(depositAddress(3));
    await sweepByAuthorization(play.parts);
    expect([play.intents, play.recordsOf('sweep-batches')]).toEqual([[], []]);
  });
});

describe('a token that signs for another domain', () => {
  it('is a problem, and delays no other token', async () => {
    const tokens = treasuryParts().parts.tokens.map((token) => ({ ...token, authorization: 'eip-3009' as const }));
    const play = await start({ 3: 250n }, { tokens });
    await credit(play, 3, 300n, USDT);
    play.chain.state.answer = ({ to, data }) => (to === USDC && data === '0x3644e515' ? `0x${'1'.repeat(64)}` : null);
    expect(await sweepByAuthorization(play.parts)).toEqual([
      `USDC cannot be swept: the token ${USDC} signs for another domain than its name, version and chain id`,
    ]);
    expect(statuses(play)).toEqual(['READY', 'SENT']);
    expect(batches(play)).toMatchObject([[{ target: USDT }]]);
  });

  it('is asked for its domain only if there is something to submit', async () => {
    const play = await start({});
    play.chain.state.answer = () => {
      throw new Error('nothing is asked');
    };
    expect(await sweepByAuthorization(play.parts)).toEqual([]);
  });

  it('is not mistaken for nodes that do not answer', async () => {
    const play = await start({ 3: 250n });
    play.chain.state.answer = () => {
      throw new Error('no node answers');
    };
    await expect(sweepByAuthorization(play.parts)).rejects.toThrow('no node answers');
    expect(statuses(play)).toEqual(['READY']);
  });
});
