import { describe, expect, it } from 'vitest';
import {
  COLD,
  depositAddress,
  GWEI,
  MULTICALL3,
  OWNER,
  payer,
  TREASURY,
  treasuryParts,
  type TreasuryPlay,
  USDC,
  USDT,
} from '../../testing/treasury-parts.js';
import { concludeCoins, depositCoins } from './coins.js';
import { countCredited } from './holders.js';
import { holdingsOf } from './holdings.js';
import { followTreasury, openTreasury } from './movements.js';
import type { Telling } from './tellings.js';

const DEPOSIT = depositAddress(7);

/** A treasury with 70 USDC, of which core knows, and 9 gwei of coins. */
async function start(over: Parameters<typeof treasuryParts>[0] = {}): Promise<TreasuryPlay> {
  const play = treasuryParts(over);
  play.chain.state.coins.set(TREASURY, 9n * GWEI + 5n);
  play.chain.transfer({ from: OWNER, to: TREASURY, amount: 70n }, { from: OWNER, to: COLD, amount: 30n });
  play.chain.pass();
  await openTreasury(play.parts);
  await play.told();
  return play;
}

/** By `rail currency`: what the chain has, and what of it core does not know. */
const shown = async ({ parts }: TreasuryPlay) =>
  Object.fromEntries(
    (await holdingsOf(parts)).map(({ rail, currency, amount, untold }) => [`${rail} ${currency}`, [amount, untold]]),
  );
const credit = ({ parts, run }: TreasuryPlay, index: number, amount: bigint) =>
  run((records) => countCredited(parts, records, { token: USDC, address: depositAddress(index), index }, amount));

describe('the holdings', () => {
  it('are what each rail has of each token and of the coin, and at which block', async () => {
    const play = await start();
    const asOf = 'block 2';
    expect(await holdingsOf(play.parts)).toEqual([
      { rail: 'base', currency: 'USDC', amount: 70n, untold: 0n, asOf },
      { rail: 'base.cold', currency: 'USDC', amount: 30n, untold: 0n, asOf },
      { rail: 'base.deposits', currency: 'USDC', amount: 0n, untold: 0n, asOf },
      { rail: 'base', currency: 'USDT', amount: 0n, untold: 0n, asOf },
      { rail: 'base.cold', currency: 'USDT', amount: 0n, untold: 0n, asOf },
      { rail: 'base.deposits', currency: 'USDT', amount: 0n, untold: 0n, asOf },
      { rail: 'base', currency: 'ETH', amount: 9n, untold: 0n, asOf },
    ]);
  });

  it('are empty before the first start, and before deposits are followed', async () => {
    expect(await holdingsOf(treasuryParts().parts)).toEqual([]);
    const play = await start();
    play.state.deposits = null;
    expect(await holdingsOf(play.parts)).toEqual([]);
  });

  it('contain no cold rail if the entry has no cold address', async () => {
    const play = await start({ cold: null });
    expect(Object.keys(await shown(play))).toEqual([
      ...['base USDC', 'base.deposits USDC', 'base USDT', 'base.deposits USDT', 'base ETH'],
    ]);
  });

  it('sum the deposit addresses that have received money, through Multicall3 if it exists', async () => {
    for (const hasMulticall of [true, false]) {
      const play = await start();
      if (!hasMulticall) play.chain.contracts.delete(MULTICALL3);
      for (const index of [1, 2, 3]) {
        play.chain.transfer({ from: payer(1), to: depositAddress(index), amount: 10n ** BigInt(index) });
        await credit(play, index, 10n ** BigInt(index));
      }
      // Core has not credited it, so that it is not read.
      play.chain.transfer({ from: payer(1), to: depositAddress(9), amount: 5n });
      play.chain.pass();
      const calls: unknown[] = [];
      play.chain.state.answer = ({ to }) => {
        calls.push(to);
        return null;
      };
      expect((await shown(play))['base.deposits USDC']).toEqual([1110n, 0n]);
      expect(calls.includes(MULTICALL3)).toBe(hasMulticall);
    }
  });

  it('count deposits that core does not know yet as untold', async () => {
    const play = await start();
    play.chain.transfer(
      { from: payer(1), to: DEPOSIT, amount: 40n },
      { from: payer(1), to: depositAddress(8), amount: 2n },
    );
    play.chain.pass();
    await credit(play, 7, 25n);
    play.state.untold = [
      { token: USDC, address: DEPOSIT, amount: 15n },
      { token: USDC, address: depositAddress(8), amount: 2n },
      { token: USDT, address: DEPOSIT, amount: 4n },
    ];
    expect(await shown(play)).toMatchObject({ 'base.deposits USDC': [42n, 17n], 'base.deposits USDT': [0n, 4n] });
  });

  it('count open messages, fees without a price, and movements that are not followed as untold', async () => {
    const play = await start();
    await play.tell({
      ...{ kind: 'booking', booking: 'TRANSFER', rail: 'base', to: 'base.cold', messageId: '1', currency: 'USDC' },
      ...{ amount: 3n, note: 'a test' },
    } as Telling);
    play.chain.transfer({ from: OWNER, to: TREASURY, amount: 20n });
    play.chain.pass();
    await play.run((records) =>
      concludeCoins(
        play.parts,
        records,
        { key: 'payout/1', purpose: 'payout', signer: TREASURY, to: USDC, data: '0x', value: 0n },
        { state: 'mined', transactionHash: '0x1', blockNumber: 4n, gasPaid: 2n * GWEI, reason: null },
      ),
    );
    play.chain.state.coins.set(TREASURY, 8n * GWEI);
    expect(await shown(play)).toMatchObject({
      'base USDC': [90n, 17n],
      'base.cold USDC': [30n, 3n],
      // The fee of 2 gwei waits, and a gwei has arrived that is not compared yet.
      'base ETH': [8n, -1n],
    });
  });

  it('have the coins of the deposit addresses that need some', async () => {
    const play = await start();
    for (const index of [1, 2, 3, 4]) {
      await play.run((records) => depositCoins(records, play.parts, depositAddress(index)));
      play.chain.state.coins.set(depositAddress(index), (BigInt(index) * GWEI) / 2n);
    }
    expect((await shown(play))['base.deposits ETH']).toEqual([5n, 5n]);
  });
});

describe('the blocks of the holdings', () => {
  const blocks = async ({ parts }: TreasuryPlay) =>
    Object.fromEntries((await holdingsOf(parts)).map(({ rail, currency, asOf }) => [`${rail} ${currency}`, asOf]));

  it('are the confirmed one, and the one to which deposits are recorded', async () => {
    const play = await start();
    play.chain.pass(4);
    play.state.deposits = 5n;
    expect(await blocks(play)).toMatchObject({
      ...{ 'base USDC': 'block 6', 'base.cold USDC': 'block 6', 'base ETH': 'block 6' },
      'base.deposits USDC': 'block 5',
    });
    play.state.deposits = 9n;
    expect(await blocks(play)).toMatchObject({ 'base USDC': 'block 6', 'base.deposits USDC': 'block 6' });
  });

  it('are not older than what is followed, although nodes are behind', async () => {
    const play = await start();
    play.chain.pass(4);
    await followTreasury(play.parts);
    play.state.deposits = 2n;
    const old = (await play.chain.nodes.block(4n))!;
    const confirmed: typeof play.parts.nodes.confirmed = async () => old;
    const behind = { ...play, parts: { ...play.parts, nodes: { ...play.parts.nodes, confirmed } } };
    expect(await blocks(behind)).toMatchObject({ 'base USDC': 'block 6', 'base.deposits USDC': 'block 6' });
  });
});

describe('holdings that change while they are read', () => {
  it('are read again', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start();
      play.chain.transfer({ from: OWNER, to: TREASURY, amount: 20n }, { from: payer(1), to: DEPOSIT, amount: 40n });
      play.chain.pass();
      let read: Awaited<ReturnType<typeof holdingsOf>> = [];
      isReached = await play.interrupted(
        at,
        async (parts) => {
          read = await holdingsOf(parts);
        },
        async () => {
          await credit(play, 7, 40n);
          await followTreasury(play.parts);
          await play.run((records) => depositCoins(records, play.parts, DEPOSIT));
        },
      );
      const [treasury] = read;
      expect(treasury).toMatchObject({ amount: 90n, untold: 20n });
      const deposits = read.find(({ rail, currency }) => rail === 'base.deposits' && currency === 'USDC');
      // The deposit is read as soon as it is known, in whole.
      expect([0n, 40n]).toContain(deposits!.amount);
    }
  });

  it('are an error if they change five times', async () => {
    const play = await start();
    let reads = 0;
    const confirmed: typeof play.parts.nodes.confirmed = async () => {
      reads += 1;
      await credit(play, reads, 1n);
      return play.chain.nodes.confirmed();
    };
    const untold: typeof play.parts.deposits.untold = async () => {
      reads += 1;
      return [{ token: USDC, address: depositAddress(reads), amount: 1n }];
    };
    const parts = {
      ...play.parts,
      nodes: { ...play.parts.nodes, confirmed },
      deposits: { ...play.parts.deposits, untold },
    };
    await expect(holdingsOf(parts)).rejects.toThrow('the records of the chain changed while its balances were read');
    // In each attempt: the confirmed block, and the addresses before and after the balances.
    expect(reads).toBe(15);
  });
});
