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
import type { Address, Hex } from '../nodes.js';
import type { Purpose } from '../sender.js';
import { concludeCoins } from './coins.js';
import type { Movement } from './movement.js';
import { again, effectOf, takenBack, untoldMovements } from './movement-meaning.js';
import { followTreasury, openTreasury } from './movements.js';
import type { Telling } from './tellings.js';

const HASH: Hex = `0x${'1'.repeat(64)}`;
const DEPOSIT = depositAddress(7);
const STRANGER = payer(1);

const movement = (from: Address, to: Address, over: Partial<Movement> = {}): Movement => ({
  ...{ id: `${HASH}/0`, transactionHash: HASH, token: USDC, from, to, amount: 5n, block: 9n },
  ...over,
});

async function start(over: Parameters<typeof treasuryParts>[0] = {}): Promise<TreasuryPlay> {
  const play = treasuryParts(over);
  await openTreasury(play.parts);
  await play.told();
  return play;
}

/** Records that a transaction of the treasury for this purpose is confirmed. */
const conclude = ({ parts, run }: TreasuryPlay, purpose: Purpose, hash = HASH, key = `${purpose}/1`) =>
  run((records) =>
    concludeCoins(
      parts,
      records,
      { key, purpose, signer: TREASURY, to: USDC, data: '0x', value: 0n },
      { state: 'mined', transactionHash: hash, blockNumber: 9n, gasPaid: 0n, reason: null },
    ),
  );

const effect = ({ parts, read }: TreasuryPlay, of: Movement) => read((records) => effectOf(parts, records, of));
const about = { currency: 'USDC', amount: 5n, messageId: `move/${HASH}/0` };
const note = `transaction ${HASH} in block 9`;

describe('a movement', () => {
  it.each([
    ['a deposit address to the treasury', DEPOSIT, TREASURY, 'TRANSFER', 'base.deposits', 'base'],
    ['a deposit address to the cold address', DEPOSIT, COLD, 'TRANSFER', 'base.deposits', 'base.cold'],
    ['the treasury to the cold address', TREASURY, COLD, 'TRANSFER', 'base', 'base.cold'],
    ['the cold address to the treasury', COLD, TREASURY, 'TRANSFER', 'base.cold', 'base'],
    ['an own address to the treasury', OWNER, TREASURY, 'TOP_UP', 'base', null],
    ['an own address to the cold address', OWNER, COLD, 'TOP_UP', 'base.cold', null],
    ['the cold address to an own address', COLD, OWNER, 'WITHDRAWAL', 'base.cold', null],
  ] as const)('from %s is booked', async (_, from, to, booking, rail, receiver) => {
    const play = await start();
    expect(await effect(play, movement(from, to))).toEqual({
      messages: [{ kind: 'booking', booking, rail, ...about, note, ...(receiver !== null && { to: receiver }) }],
      intent: null,
    });
  });

  it.each([
    ['a stranger to the treasury', STRANGER, TREASURY, 'IN', 'base'],
    ['a stranger to the cold address', STRANGER, COLD, 'IN', 'base.cold'],
    ['the treasury to a stranger', TREASURY, STRANGER, 'OUT', 'base'],
    ['the treasury to an own address', TREASURY, OWNER, 'OUT', 'base'],
    ['the treasury to a deposit address', TREASURY, DEPOSIT, 'OUT', 'base'],
    ['the cold address to a stranger', COLD, STRANGER, 'OUT', 'base.cold'],
  ] as const)('from %s is a difference', async (_, from, to, direction, rail) => {
    const play = await start();
    const reason =
      direction === 'IN'
        ? `${note} brought 0.000005 USDC from ${from}, an unknown address`
        : `${note} sent 0.000005 USDC to ${to} without an order of ours`;
    expect(await effect(play, movement(from, to))).toEqual({
      messages: [{ kind: 'difference', rail, direction, ...about, reason }],
      intent: null,
    });
  });

  it('of which neither side is ours, or both are the same address, changes nothing', async () => {
    const play = await start();
    const nothing = { messages: [], intent: null };
    expect(await effect(play, movement(TREASURY, TREASURY))).toEqual(nothing);
    expect(await effect(play, movement(COLD, COLD))).toEqual(nothing);
    expect(await effect(play, movement(STRANGER, DEPOSIT))).toEqual(nothing);
  });

  it('has the currency of its token', async () => {
    const play = await start();
    expect((await effect(play, movement(OWNER, TREASURY, { token: USDT }))).messages).toMatchObject([
      { currency: 'USDT' },
    ]);
  });

  it.each(['payout', 'refund'] as const)('of a %s of ours is left to its own message', async (purpose) => {
    const play = await start();
    await conclude(play, purpose);
    const intent = `${purpose}/1`;
    expect(await effect(play, movement(TREASURY, STRANGER))).toEqual({ messages: [], intent });
    for (const [to, rail] of [
      [COLD, 'base.cold'],
      [TREASURY, 'base'],
    ] as const) {
      const reason = `${note} paid a customer at an address of ours`;
      expect(await effect(play, movement(TREASURY, to))).toEqual({
        messages: [{ kind: 'difference', rail, direction: 'IN', ...about, reason }],
        intent,
      });
    }
    // The same transaction may move money of others too.
    expect(await effect(play, movement(OWNER, TREASURY))).toMatchObject({
      messages: [{ booking: 'TOP_UP' }],
      intent: null,
    });
  });

  it('of another transaction of ours is booked', async () => {
    const play = await start();
    await conclude(play, 'cold');
    expect(await effect(play, movement(TREASURY, COLD))).toMatchObject({
      messages: [{ booking: 'TRANSFER', rail: 'base', to: 'base.cold' }],
      intent: null,
    });
  });
});

describe('a message that is repeated or taken back', () => {
  const booking = { kind: 'booking', rail: 'base', ...about, note: 'a note' } as const;

  it('has an id of its own each time', () => {
    const message = { ...booking, booking: 'TOP_UP' } as Telling;
    expect(again(message, 3)).toEqual({ ...message, messageId: `move/${HASH}/0/3` });
  });

  it('becomes the opposite of what was booked', () => {
    const gone = { note: 'a note left the chain in a reorganization' };
    const opposite = (message: unknown) => takenBack(message as Telling);
    expect(opposite({ ...booking, booking: 'TOP_UP' })).toEqual({ ...booking, booking: 'WITHDRAWAL', ...gone });
    expect(opposite({ ...booking, booking: 'WITHDRAWAL' })).toEqual({ ...booking, booking: 'TOP_UP', ...gone });
    expect(opposite({ ...booking, booking: 'TRANSFER', to: 'base.cold' })).toEqual({
      ...{ ...booking, booking: 'TRANSFER', rail: 'base.cold', to: 'base' },
      ...gone,
    });
    expect(opposite({ ...booking, booking: 'TOP_UP', note: undefined })).toMatchObject({
      note: 'left the chain in a reorganization',
    });
  });

  it('becomes the opposite difference', () => {
    const difference = { kind: 'difference', rail: 'base', ...about, reason: 'a reason' } as const;
    const gone = { reason: 'a reason; it left the chain in a reorganization' };
    for (const [direction, opposite] of [
      ['IN', 'OUT'],
      ['OUT', 'IN'],
    ] as const)
      expect(takenBack({ ...difference, direction } as Telling)).toEqual({
        ...difference,
        direction: opposite,
        ...gone,
      });
  });
});

describe('what has moved without a message', () => {
  const legs = ({ parts, read }: TreasuryPlay, unfollowed: readonly Movement[], deposits = 9n) =>
    read((records) => untoldMovements(parts, records, unfollowed, deposits));
  const leg = (rail: string, amount: bigint, currency = 'USDC') => ({ rail, currency, amount });

  it('is each movement above the position, on each of its sides', async () => {
    const play = await start();
    expect(await legs(play, [movement(TREASURY, COLD), movement(COLD, STRANGER, { amount: 2n })])).toEqual([
      ...[leg('base', -5n), leg('base.cold', 5n)],
      leg('base.cold', -2n),
    ]);
    expect(await legs(play, [movement(OWNER, TREASURY, { token: USDT }), movement(COLD, TREASURY)])).toEqual([
      leg('base', 5n, 'USDT'),
      ...[leg('base.cold', -5n), leg('base', 5n)],
    ]);
  });

  it('takes sweeps from the deposits up to the block to which those are recorded', async () => {
    const play = await start();
    const sweeps = [9n, 10n].map((block) => movement(DEPOSIT, TREASURY, { block }));
    expect(await legs(play, sweeps)).toEqual([leg('base', 5n), leg('base.deposits', -5n), leg('base', 5n)]);
  });

  it('is without payments above the position that core knows already', async () => {
    const play = await start();
    await conclude(play, 'payout');
    const unfollowed = [movement(TREASURY, STRANGER), movement(TREASURY, COLD, { amount: 3n })];
    expect(await legs(play, unfollowed)).toEqual([leg('base', -5n), leg('base', -3n), leg('base.cold', 3n)]);
    play.state.told.add('payout/1');
    expect(await legs(play, unfollowed)).toEqual([leg('base.cold', 3n)]);
    expect(await legs(play, [movement(OWNER, TREASURY)])).toEqual([leg('base', 5n)]);
  });

  it('is each recorded payment that core does not know, on more than one page', async () => {
    const play = await start();
    const hashes = play.chain.transfer(
      ...Array.from({ length: 101 }, (_, at) => ({ from: TREASURY, to: COLD, amount: BigInt(at + 1) })),
    );
    play.chain.pass(1);
    for (const [index, hash] of hashes.entries()) await conclude(play, 'payout', hash, `payout/${index}`);
    await followTreasury(play.parts);
    // What has arrived at the other side has a message of its own.
    expect(await legs(play, [])).toEqual(Array.from({ length: 101 }, (_, at) => leg('base', -BigInt(at + 1))));
    play.state.told.add('payout/0').add('payout/100');
    expect(await legs(play, [])).toHaveLength(99);
  });

  it('is without a payment that has left the chain', async () => {
    const play = await start();
    play.chain.pass(3);
    await followTreasury(play.parts);
    const [hash] = play.chain.transfer({ from: TREASURY, to: STRANGER, amount: 5n });
    play.chain.pass(1);
    await conclude(play, 'payout', hash!);
    await followTreasury(play.parts);
    expect(await legs(play, [])).toEqual([leg('base', -5n)]);
    play.chain.reorg(2, [[], [], []]);
    await followTreasury(play.parts);
    expect(await legs(play, [])).toEqual([]);
  });
});
