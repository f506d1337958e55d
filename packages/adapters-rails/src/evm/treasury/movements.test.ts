import { describe, expect, it } from 'vitest';
import {
  COLD,
  depositAddress,
  OWNER,
  payer,
  TREASURY,
  treasuryParts,
  type TreasuryPlay,
  USDC,
  USDT,
} from '../../testing/treasury-parts.js';
import { hashOf } from '../../testing/memory-chain.js';
import type { Hex } from '../nodes.js';
import type { Intent } from '../sender.js';
import { concludeCoins } from './coins.js';
import { allHolders, holderIn, holderOf } from './holders.js';
import type { StoredMovement } from './movement.js';
import { followedBlock, followTreasury, movementsAfter, openTreasury } from './movements.js';

const DEPOSIT = depositAddress(7);
const own = (amount: bigint) => ({ from: OWNER, to: TREASURY, amount });

async function start(): Promise<TreasuryPlay> {
  const play = treasuryParts();
  await openTreasury(play.parts);
  return play;
}

const followed = ({ read }: TreasuryPlay) => read(followedBlock);
const amountsOf = async (play: TreasuryPlay) => (await play.told()).map(({ amount }) => amount);
const sweptOf = ({ read }: TreasuryPlay) =>
  read(async (records) => holderIn((await holderOf(records, USDC, DEPOSIT))!).swept);
const movementOf = ({ committed }: TreasuryPlay, id: string) =>
  committed.get(`movements/${id}`)!.value as unknown as StoredMovement;

/** Records that the intent of a transaction is concluded. */
const conclude = ({ parts, run }: TreasuryPlay, hash: Hex, purpose: Intent['purpose'], key = `${purpose}/1`) =>
  run((records) =>
    concludeCoins(
      parts,
      records,
      { key, purpose, signer: TREASURY, to: USDC, data: '0x', value: 0n },
      { state: 'mined', transactionHash: hash, blockNumber: 1n, gasPaid: 0n, reason: null },
    ),
  );

describe('following the treasury', () => {
  it('records each movement of confirmed blocks once', async () => {
    const play = await start();
    const [first] = play.chain.transfer(own(5n));
    const [second] = play.chain.transfer(
      { from: OWNER, to: COLD, amount: 6n },
      { from: OWNER, to: payer(1), amount: 9n },
    );
    await followTreasury(play.parts);
    expect(await play.told()).toMatchObject([{ messageId: `move/${first}/0`, amount: 5n }]);
    expect(movementOf(play, `${first}/0`)).toMatchObject({
      movement: { ...own(5n), id: `${first}/0`, transactionHash: first, token: USDC, block: 1n },
      ...{ told: 1, isOnChain: true, intent: null },
    });
    expect(play.committed.get(`movements/${first}/0`)!.status).toBeNull();
    play.chain.pass(1);
    await followTreasury(play.parts);
    await followTreasury(play.parts);
    expect(await play.told()).toMatchObject([{ messageId: `move/${second}/0`, rail: 'base.cold', amount: 6n }]);
    expect(play.recordsOf('movements')).toHaveLength(2);
    expect(play.committed.get('movement-blocks/2')!.value).toEqual([`${second}/0`]);
    expect(await followed(play)).toBe(2n);
    const { number, hash } = (await play.chain.nodes.block(2n))!;
    expect(play.committed.get('treasury-position/position')!.value).toMatchObject({
      checkpoints: [{ number: 0n }, { number: 1n }, { number, hash }],
    });
  });

  it('numbers the movements of a transaction, and keeps them in the order of the chain', async () => {
    const play = await start();
    const transaction = hashOf('a batch');
    play.chain.transfer(
      { ...own(1n), transaction },
      { from: payer(1), to: payer(2), amount: 9n, transaction },
      { from: TREASURY, to: COLD, amount: 2n, transaction },
      { ...own(3n), transaction, token: USDT },
    );
    play.chain.pass(1);
    await followTreasury(play.parts);
    expect((await play.told()).map(({ messageId, amount, currency }) => [messageId, amount, currency])).toEqual([
      [`move/${transaction}/0`, 1n, 'USDC'],
      [`move/${transaction}/1`, 2n, 'USDC'],
      [`move/${transaction}/2`, 3n, 'USDT'],
    ]);
    expect(play.committed.get('movement-blocks/1')!.value).toEqual([0, 1, 2].map((rank) => `${transaction}/${rank}`));
  });

  it('counts what deposit addresses have sent to the treasury and to the cold address', async () => {
    const play = await start();
    play.chain.transfer(
      { from: DEPOSIT, to: TREASURY, amount: 5n },
      { from: DEPOSIT, to: COLD, amount: 6n },
      { from: TREASURY, to: DEPOSIT, amount: 3n },
      { from: COLD, to: payer(1), amount: 3n },
      { from: OWNER, to: TREASURY, amount: 3n },
    );
    play.chain.pass(1);
    await followTreasury(play.parts);
    expect(await sweptOf(play)).toBe(11n);
    expect([...(await play.read(allHolders))]).toEqual([[USDC, [DEPOSIT]]]);
  });

  it('waits for the deposits of the same blocks', async () => {
    const play = await start();
    play.chain.transfer(own(5n));
    play.chain.transfer(own(6n));
    play.chain.pass(1);
    for (const [deposits, amounts] of [
      [null, []],
      [0n, []],
      [1n, [5n]],
      [2n, [6n]],
    ] as const) {
      play.state.deposits = deposits;
      await followTreasury(play.parts);
      expect(await amountsOf(play)).toEqual(amounts);
    }
    expect(await followed(play)).toBe(2n);
    play.state.deposits = 9n;
    await followTreasury(play.parts);
    expect(await followed(play)).toBe(2n);
  });

  it('writes nothing while no further block is confirmed', async () => {
    const play = await start();
    play.chain.pass(2);
    await followTreasury(play.parts);
    const { version } = play.committed.get('treasury-position/position')!;
    await followTreasury(play.parts);
    expect(play.committed.get('treasury-position/position')!.version).toBe(version);
  });

  it('follows only the treasury if the entry has no cold address', async () => {
    const play = treasuryParts({ cold: null });
    await openTreasury(play.parts);
    play.chain.transfer({ from: OWNER, to: COLD, amount: 5n }, own(6n));
    play.chain.pass(1);
    await followTreasury(play.parts);
    expect(await amountsOf(play)).toEqual([6n]);
  });

  it('ignores transfers of nothing and events that are not those of a token, which anyone can send', async () => {
    const play = await start();
    const transaction = hashOf('a mixed transaction');
    play.chain.transfer(
      { from: TREASURY, to: payer(1), amount: 0n, transaction },
      { ...own(1n), transaction },
      { ...own(2n), transaction },
      { ...own(3n), transaction },
    );
    play.chain.pass(1);
    const logs: typeof play.parts.nodes.logs = async (...asked) =>
      (await play.chain.nodes.logs(...asked)).map((log) => {
        if (log.logIndex === 1) return { ...log, topics: [...log.topics, log.topics[1]!] };
        return log.logIndex === 2 ? { ...log, data: '0x' } : log;
      });
    await followTreasury({ ...play.parts, nodes: { ...play.parts.nodes, logs } });
    expect(await play.told()).toMatchObject([{ messageId: `move/${transaction}/0`, amount: 3n }]);
    expect(play.recordsOf('movements')).toHaveLength(1);
  });

  it('does nothing before the first start', async () => {
    const play = treasuryParts();
    play.chain.transfer(own(5n));
    play.chain.pass(1);
    await followTreasury(play.parts);
    expect([...play.committed]).toEqual([]);
  });

  it('reads a thousand blocks at a time, of the chain that follows the position', async () => {
    const play = await start();
    const genesis = (await play.chain.nodes.block(0n))!;
    play.chain.pass(1002);
    await followTreasury(play.parts);
    expect(await followed(play)).toBe(1000n);
    const thousandth = (await play.chain.nodes.block(1000n))!;
    const branch = { before: genesis.hash, last: thousandth.hash };
    expect(play.chain.state.asked).toEqual(Array.from({ length: 4 }, () => ({ from: 1n, to: 1000n, branch })));
    await followTreasury(play.parts);
    expect(await followed(play)).toBe(1001n);
    expect(play.chain.state.asked.at(-1)).toMatchObject({
      from: 1001n,
      to: 1001n,
      branch: { before: thousandth.hash },
    });
  });

  it('reads exactly a thousand blocks at once', async () => {
    const play = await start();
    play.chain.pass(1001);
    await followTreasury(play.parts);
    expect(await followed(play)).toBe(1000n);
  });

  it('keeps the newest sixty positions', async () => {
    const play = await start();
    for (let block = 1; block <= 62; block += 1) {
      play.chain.pass(1);
      await followTreasury(play.parts);
    }
    const { checkpoints } = play.committed.get('treasury-position/position')!.value as unknown as {
      checkpoints: readonly { readonly number: bigint }[];
    };
    expect(checkpoints.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, at) => BigInt(at + 2)));
  });

  it('records each movement once, wherever another host comes in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start();
      play.chain.transfer({ from: DEPOSIT, to: TREASURY, amount: 5n });
      play.chain.pass(1);
      isReached = await play.interrupted(at, followTreasury, async () => {
        await followTreasury(play.parts);
        play.chain.transfer({ from: DEPOSIT, to: TREASURY, amount: 6n });
        play.chain.pass(1);
        await followTreasury(play.parts);
      });
      expect(await amountsOf(play)).toEqual(isReached ? [5n, 6n] : [5n]);
      expect(await sweptOf(play)).toBe(isReached ? 11n : 5n);
      expect(await followed(play)).toBe(isReached ? 3n : 1n);
    }
  });

  it('reads the movements after a position up to a block, on whichever branch', async () => {
    const play = await start();
    play.chain.transfer(own(5n));
    play.chain.transfer(own(6n));
    play.chain.pass(1);
    const between = async (position: bigint, to: bigint) =>
      (await movementsAfter(play.parts, position, to)).map(({ amount }) => amount);
    expect(await between(0n, 2n)).toEqual([5n, 6n]);
    expect(await between(1n, 2n)).toEqual([6n]);
    const { length } = play.chain.state.asked;
    expect(await between(2n, 2n)).toEqual([]);
    expect(await between(3n, 2n)).toEqual([]);
    expect(play.chain.state.asked).toHaveLength(length);
    expect(play.chain.state.asked[0]!.branch).toEqual({ before: null, last: null });
  });
});

describe('a payment of the treasury that is not concluded', () => {
  it('holds back its block, and not those before it', async () => {
    const play = await start();
    play.chain.transfer(own(5n));
    play.chain.transfer(own(6n));
    const [hash] = play.chain.transfer({ from: TREASURY, to: payer(1), amount: 3n });
    play.chain.transfer(own(7n));
    play.chain.pass(1);
    play.state.concludedTo = 2;
    await followTreasury(play.parts);
    expect(await amountsOf(play)).toEqual([5n, 6n]);
    expect(await followed(play)).toBe(2n);
    await followTreasury(play.parts);
    expect(await followed(play)).toBe(2n);
    await conclude(play, hash!, 'payout');
    await followTreasury(play.parts);
    expect(await amountsOf(play)).toEqual([7n]);
    expect(await followed(play)).toBe(4n);
    expect(movementOf(play, `${hash}/0`)).toMatchObject({ intent: 'payout/1', messages: [] });
  });

  it('becomes a difference if all transactions of its block are concluded', async () => {
    const play = await start();
    play.chain.transfer({ from: TREASURY, to: payer(1), amount: 3n });
    play.chain.pass(1);
    play.state.concludedTo = 1;
    await followTreasury(play.parts);
    expect(await play.told()).toMatchObject([{ kind: 'difference', direction: 'OUT', amount: 3n }]);
  });

  it('holds back the first of several', async () => {
    const play = await start();
    play.chain.transfer(own(5n));
    const [first] = play.chain.transfer({ from: TREASURY, to: payer(1), amount: 3n });
    play.chain.transfer({ from: TREASURY, to: payer(1), amount: 4n });
    play.chain.pass(1);
    play.state.concludedTo = 0;
    await followTreasury(play.parts);
    expect(await followed(play)).toBe(1n);
    await conclude(play, first!, 'payout');
    await followTreasury(play.parts);
    expect(await followed(play)).toBe(2n);
  });

  it('holds back nothing if it is of another address', async () => {
    const play = await start();
    play.chain.transfer({ from: COLD, to: payer(1), amount: 3n });
    play.chain.pass(1);
    play.state.concludedTo = 0;
    await followTreasury(play.parts);
    expect(await followed(play)).toBe(1n);
  });
});

describe('a payment of ours', () => {
  it('is listed until core knows it', async () => {
    const play = await start();
    const hashes = play.chain.transfer(
      { from: TREASURY, to: payer(1), amount: 3n },
      { from: TREASURY, to: payer(2), amount: 4n },
    );
    play.chain.pass(1);
    for (const [index, hash] of hashes.entries()) await conclude(play, hash, 'payout', `payout/${index}`);
    play.state.told.add('payout/1');
    await followTreasury(play.parts);
    const statuses = () => hashes.map((hash) => play.committed.get(`movements/${hash}/0`)!.status);
    expect(statuses()).toEqual(['OWN', null]);
    expect(await play.told()).toEqual([]);
    play.state.told.add('payout/0');
    await followTreasury(play.parts);
    expect(statuses()).toEqual([null, null]);
  });

  it('is found among more than a page of others', async () => {
    const play = await start();
    const hashes = play.chain.transfer(
      ...Array.from({ length: 101 }, (_, at) => ({ from: TREASURY, to: payer(1), amount: BigInt(at + 1) })),
    );
    play.chain.pass(1);
    for (const [index, hash] of hashes.entries()) await conclude(play, hash, 'refund', `refund/${index}`);
    await followTreasury(play.parts);
    expect(play.recordsOf('movements').filter(({ status }) => status === 'OWN')).toHaveLength(101);
    play.state.told.add('refund/100');
    await followTreasury(play.parts);
    expect(play.recordsOf('movements').filter(({ status }) => status === null)).toMatchObject([
      { key: `${hashes[100]}/0` },
    ]);
  });
});
