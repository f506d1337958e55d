import { describe, expect, it } from 'vitest';
import { hashOf, type MemoryTransaction } from '../../testing/memory-chain.js';
import {
  depositAddress,
  OWNER,
  payer,
  TREASURY,
  treasuryParts,
  type TreasuryPlay,
  USDC,
} from '../../testing/treasury-parts.js';
import { holderIn, holderOf } from './holders.js';
import type { StoredMovement } from './movement.js';
import { movementProblems } from './movement-problems.js';
import { followedTo, followTreasury, openTreasury } from './movements.js';
import type { TreasuryParts } from './parts.js';

const DEPOSIT = depositAddress(7);

/** A chain whose first three blocks are empty, and a treasury that follows it. */
async function start(over: Partial<TreasuryParts> = {}): Promise<TreasuryPlay> {
  const play = treasuryParts(over);
  play.chain.pass(3);
  await openTreasury(play.parts);
  return play;
}

const sweep = (amount: bigint, serial = 1): MemoryTransaction => ({
  hash: hashOf(`sweep ${serial}`),
  events: [{ token: USDC, from: DEPOSIT, to: TREASURY, value: amount }],
});
const ID = `${hashOf('sweep 1')}/0`;

const problems = ({ read }: TreasuryPlay) => read((records) => movementProblems.list(records, 20));
const position = async ({ read }: TreasuryPlay) => (await read(followedTo))!;
const blocks = ({ recordsOf }: TreasuryPlay) => recordsOf('movement-blocks').map(({ key, value }) => [key, value]);
const swept = ({ read }: TreasuryPlay) =>
  read(async (records) => holderIn((await holderOf(records, USDC, DEPOSIT))!).swept);
const stateOf = ({ committed }: TreasuryPlay) => {
  const { movement, told, isOnChain } = committed.get(`movements/${ID}`)!.value as unknown as StoredMovement;
  return [movement.block, told, isOnChain];
};
const told = async (play: TreasuryPlay) =>
  (await play.told()).map((each) => [each.messageId, each.rail, 'to' in each ? each.to : null, each.amount]);

/** A followed chain with a sweep of 5 in block 4. */
async function withSweep(over: Partial<TreasuryParts> = {}): Promise<TreasuryPlay> {
  const play = await start(over);
  play.chain.mine([sweep(5n)]);
  play.chain.pass(2);
  await followTreasury(play.parts);
  expect(await told(play)).toEqual([[`move/${ID}`, 'base.deposits', 'base', 5n]]);
  expect([await swept(play), stateOf(play), blocks(play)]).toEqual([5n, [4n, 1, true], [['4', [ID]]]]);
  return play;
}

describe('a movement whose confirmed block has left the chain', () => {
  it('is taken back, and told again when it is mined again, each time with an id of its own', async () => {
    const play = await withSweep();
    play.chain.reorg(4, [[], [], [], [], []]);
    await followTreasury(play.parts);
    expect(await told(play)).toEqual([[`move/${ID}/1`, 'base', 'base.deposits', 5n]]);
    expect([await swept(play), stateOf(play), blocks(play)]).toEqual([0n, [4n, 2, false], []]);
    expect((await position(play)).number).toBe(6n);
    await followTreasury(play.parts);
    expect(await told(play)).toEqual([]);
    expect(await problems(play)).toEqual([
      `a reorganisation deeper than \`confirmations\` has removed the transaction ${hashOf('sweep 1')} in block 4, which sent 0.000005 USDC from ${DEPOSIT} to ${TREASURY}; it was booked back; settle it under movement/${ID}`,
    ]);

    play.chain.mine([sweep(5n)]);
    play.chain.pass(1);
    await followTreasury(play.parts);
    expect(await problems(play)).toEqual([]);
    expect(await told(play)).toEqual([[`move/${ID}/2`, 'base.deposits', 'base', 5n]]);
    expect([await swept(play), stateOf(play), blocks(play)]).toEqual([5n, [8n, 3, true], [['8', [ID]]]]);

    play.chain.reorg(3, [[], [], []]);
    await followTreasury(play.parts);
    expect(await told(play)).toEqual([[`move/${ID}/3`, 'base', 'base.deposits', 5n]]);
    expect([await swept(play), stateOf(play), blocks(play)]).toEqual([0n, [8n, 4, false], []]);
  });

  it('moves to its new block if the new chain has it as well, without a message', async () => {
    const play = await withSweep();
    play.chain.reorg(3, [[], [sweep(5n)], [], []]);
    await followTreasury(play.parts);
    expect(await told(play)).toEqual([]);
    expect([await swept(play), stateOf(play), blocks(play)]).toEqual([5n, [5n, 1, true], [['5', [ID]]]]);
    play.chain.reorg(3, [[], [], [], []]);
    await followTreasury(play.parts);
    expect(await told(play)).toEqual([[`move/${ID}/1`, 'base', 'base.deposits', 5n]]);
    expect(await swept(play)).toBe(0n);
  });

  it('stays in its own block beside one that is gone', async () => {
    const play = await start();
    play.chain.mine([sweep(5n), sweep(7n, 2)]);
    play.chain.pass(1);
    await followTreasury(play.parts);
    await play.told();
    play.chain.reorg(2, [[sweep(5n)], [], []]);
    await followTreasury(play.parts);
    expect(await told(play)).toEqual([[`move/${hashOf('sweep 2')}/0/1`, 'base', 'base.deposits', 7n]]);
    expect([await swept(play), blocks(play)]).toEqual([5n, [['4', [ID]]]]);
  });

  it('is not taken back if its block is older than those that have left', async () => {
    const play = await withSweep();
    const { hash } = (await play.chain.nodes.block(5n))!;
    play.chain.pass(3);
    await followTreasury(play.parts);
    play.chain.reorg(4, [[], [], [sweep(7n, 2)], [], []]);
    play.chain.state.asked.length = 0;
    await followTreasury(play.parts);
    expect(await told(play)).toEqual([[`move/${hashOf('sweep 2')}/0`, 'base.deposits', 'base', 7n]]);
    const last = (await position(play)).hash;
    expect(play.chain.state.asked[0]).toEqual({ from: 6n, to: 9n, branch: { before: hash, last } });
  });

  it('is logged with the first block that is read again', async () => {
    const warnings: unknown[] = [];
    const log = { info: () => {}, warn: (...given: readonly unknown[]) => void warnings.push(given) };
    const play = await withSweep({ log });
    expect(warnings).toEqual([]);
    play.chain.pass(1);
    await followTreasury(play.parts);
    expect(warnings).toEqual([]);
    play.chain.reorg(2, [[], []]);
    await followTreasury(play.parts);
    expect(warnings).toEqual([[{ from: '6' }, 'confirmed blocks have left the chain']]);
  });

  it('is taken back once, wherever another host comes in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await withSweep();
      play.chain.reorg(4, [[], [], [], [], []]);
      isReached = await play.interrupted(at, followTreasury, () => followTreasury(play.parts));
      expect(await told(play)).toEqual([[`move/${ID}/1`, 'base', 'base.deposits', 5n]]);
      expect([await swept(play), stateOf(play)]).toEqual([0n, [4n, 2, false]]);
    }
  });
});

describe('a chain that has lost every block that was followed', () => {
  it('is read from before the first of them', async () => {
    const play = await withSweep();
    play.chain.reorg(6, [[], [], [], [sweep(9n, 2)], [], [], []]);
    await followTreasury(play.parts);
    expect(await told(play)).toEqual([
      [`move/${ID}/1`, 'base', 'base.deposits', 5n],
      [`move/${hashOf('sweep 2')}/0`, 'base.deposits', 'base', 9n],
    ]);
    expect(play.chain.state.asked.at(-1)).toMatchObject({ from: 2n, to: 6n, branch: { before: null } });
  });

  it('is read at once, however many blocks it has', async () => {
    const play = await withSweep();
    play.chain.pass(1200);
    for (let pass = 0; pass < 2; pass += 1) await followTreasury(play.parts);
    play.chain.reorg(
      1203,
      Array.from({ length: 1203 }, () => []),
    );
    await followTreasury(play.parts);
    expect((await position(play)).number).toBe(1205n);
    expect(await told(play)).toEqual([[`move/${ID}/1`, 'base', 'base.deposits', 5n]]);
  });
});

describe('a chain that is shorter than before', () => {
  it('changes nothing while its nodes do not have the newest block that was followed', async () => {
    const play = await withSweep();
    play.chain.reorg(4, [[], []]);
    const before = await position(play);
    await followTreasury(play.parts);
    expect([await told(play), await position(play)]).toEqual([[], before]);
    play.chain.pass(1);
    await followTreasury(play.parts);
    expect(await told(play)).toEqual([[`move/${ID}/1`, 'base', 'base.deposits', 5n]]);
    expect((await position(play)).number).toBe(4n);
  });

  it('takes back what is gone although no new block is confirmed', async () => {
    const play = await start();
    for (let block = 0; block < 2; block += 1) {
      play.chain.pass(1);
      await followTreasury(play.parts);
    }
    play.chain.mine([sweep(5n)]);
    play.chain.pass(1);
    await followTreasury(play.parts);
    await play.told();
    expect((await position(play)).number).toBe(6n);
    const fourth = (await play.chain.nodes.block(4n))!;
    // The block 4 is the newest one that is confirmed.
    play.chain.reorg(3, [[], []]);
    const confirmed: typeof play.parts.nodes.confirmed = async () => fourth;
    await followTreasury({ ...play.parts, nodes: { ...play.parts.nodes, confirmed } });
    expect(await told(play)).toEqual([[`move/${ID}/1`, 'base', 'base.deposits', 5n]]);
    expect(await position(play)).toEqual({ number: 4n, hash: fourth.hash });
    const { checkpoints } = play.committed.get('treasury-position/position')!.value as { checkpoints: unknown };
    expect(checkpoints).toMatchObject([{ number: 2n }, { number: 3n }, { number: 4n }]);
  });

  it('changes nothing while nothing that was followed is confirmed any more', async () => {
    const play = await withSweep();
    play.chain.reorg(6, [[], [], [], [], [], []]);
    const before = await position(play);
    const first = (await play.chain.nodes.block(1n))!;
    const confirmed: typeof play.parts.nodes.confirmed = async () => first;
    await followTreasury({ ...play.parts, nodes: { ...play.parts.nodes, confirmed } });
    expect([await told(play), await position(play)]).toEqual([[], before]);
  });
});

describe('a payment of the treasury in blocks that have replaced others', () => {
  it('holds back all of them until it is concluded', async () => {
    const play = await withSweep();
    const payment = { hash: hashOf('payment'), events: [{ token: USDC, from: TREASURY, to: payer(1), value: 1n }] };
    const topUp = { hash: hashOf('top-up'), events: [{ token: USDC, from: OWNER, to: TREASURY, value: 8n }] };
    play.chain.reorg(3, [[topUp], [payment], [], []]);
    play.state.concludedTo = 4;
    const before = await position(play);
    await followTreasury(play.parts);
    expect([await told(play), await position(play)]).toEqual([[], before]);
    play.state.concludedTo = null;
    await followTreasury(play.parts);
    expect((await told(play)).map(([id]) => id)).toEqual([
      `move/${ID}/1`,
      `move/${topUp.hash}/0`,
      `move/${payment.hash}/0`,
    ]);
  });
});
