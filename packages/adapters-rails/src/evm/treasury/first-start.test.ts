import { describe, expect, it } from 'vitest';
import {
  CHAIN_ID,
  COLD,
  GWEI,
  OWNER,
  payer,
  TREASURY,
  treasuryParts,
  type TreasuryPlay,
  USDC,
  USDT,
} from '../../testing/treasury-parts.js';
import { followedAt, followedBlock, followedTo, followTreasury, isFollowed, openTreasury } from './movements.js';
import type { Telling } from './tellings.js';
import { createTreasury } from './treasury.js';

const topUp = (rail: string, currency: string, amount: bigint, messageId: string, note: string): Telling => ({
  ...({ kind: 'booking', booking: 'TOP_UP', rail, currency, amount, messageId, note } as Telling),
});

/** A chain on which the treasury and the cold address have tokens. */
function start(over: Parameters<typeof treasuryParts>[0] = {}): TreasuryPlay {
  const play = treasuryParts(over);
  play.chain.transfer(
    { from: payer(1), to: TREASURY, amount: 70n },
    { from: payer(1), to: COLD, amount: 30n },
    { token: USDT, from: payer(1), to: TREASURY, amount: 5n },
  );
  play.chain.pass();
  play.chain.state.coins.set(TREASURY, 9n * GWEI + 1n);
  return play;
}

const sums = (messages: readonly Telling[]): Record<string, bigint> => {
  const by: Record<string, bigint> = {};
  for (const { rail, currency, amount } of messages)
    by[`${rail} ${currency}`] = (by[`${rail} ${currency}`] ?? 0n) + amount;
  return by;
};

describe('the first start', () => {
  it('tells what the addresses hold at the confirmed block', async () => {
    const play = start();
    // Not confirmed: it is a movement.
    play.chain.transfer({ from: OWNER, to: TREASURY, amount: 1000n });
    await openTreasury(play.parts);
    const at = (await play.chain.nodes.confirmed()).number;
    expect(at).toBe(3n);
    const note = (rail: string) => `what ${rail} held at block 3, when its movements began to be followed`;
    expect(await play.told()).toEqual([
      topUp('base', 'ETH', 9n, 'opening/ETH', 'what the treasury held at the first start'),
      topUp('base', 'USDC', 70n, `opening/${USDC}`, note('base')),
      topUp('base.cold', 'USDC', 30n, `opening/${USDC}/cold`, note('base.cold')),
      topUp('base', 'USDT', 5n, `opening/${USDT}`, note('base')),
    ]);
    expect(play.committed.get('treasury-position/position')!.value).toEqual({
      checkpoints: [{ number: 3n, hash: (await play.chain.nodes.block(3n))!.hash }],
      identity: { chainId: CHAIN_ID, treasury: TREASURY, cold: COLD },
    });
  });

  it('leaves the cold address out if there is none', async () => {
    const play = start({ cold: null });
    await openTreasury(play.parts);
    expect(sums(await play.told())).toEqual({ 'base ETH': 9n, 'base USDC': 70n, 'base USDT': 5n });
  });

  it('happens once', async () => {
    const play = start();
    await openTreasury(play.parts);
    await play.told();
    const before = [...play.committed.values()];
    play.chain.transfer({ from: OWNER, to: TREASURY, amount: 1000n });
    play.chain.pass();
    play.chain.state.answer = () => {
      throw new Error('the balances are known');
    };
    await openTreasury(play.parts);
    expect(await play.told()).toEqual([]);
    expect([...play.committed.values()].filter(({ collection }) => collection !== 'tellings')).toEqual(
      before.filter(({ collection }) => collection !== 'tellings'),
    );
  });

  it('happens once, wherever another host comes in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = start();
      isReached = await play.interrupted(at, openTreasury, async () => {
        await openTreasury(play.parts);
        play.chain.transfer({ from: OWNER, to: TREASURY, amount: 1000n });
        play.chain.pass();
        await followTreasury(play.parts);
      });
      await openTreasury(play.parts);
      await followTreasury(play.parts);
      const moved = isReached ? 1000n : 0n;
      expect(sums(await play.told())).toEqual({
        ...{ 'base ETH': 9n, 'base USDC': 70n + moved, 'base.cold USDC': 30n, 'base USDT': 5n },
      });
    }
  });

  it.each([
    ['chainId', { chainId: 1 }],
    ['treasury', { treasury: COLD }],
    ['cold', { cold: OWNER }],
    ['cold', { cold: null }],
  ] as const)('refuses another %s later', async (member, other) => {
    const play = start();
    await openTreasury(play.parts);
    await expect(openTreasury({ ...play.parts, ...other })).rejects.toThrow(
      expect.objectContaining({ name: 'OtherTreasury', message: expect.stringContaining(`the ${member} was `) }),
    );
    const { problems } = await createTreasury({ ...play.parts, ...other }).condition();
    expect(problems).toEqual([expect.stringContaining(`the ${member} was `)]);
  });
});

describe('a token that joins the entry later', () => {
  it('is opened with what the addresses hold at the position, before its movements are followed', async () => {
    const play = start();
    const [usdc] = play.parts.tokens;
    const without = { ...play.parts, tokens: [usdc!] };
    await openTreasury(without);
    await play.told();
    play.chain.transfer({ token: USDT, from: OWNER, to: TREASURY, amount: 20n });
    play.chain.pass();
    await followTreasury(without);
    play.chain.transfer({ token: USDT, from: OWNER, to: TREASURY, amount: 300n });
    play.chain.pass();
    await openTreasury(play.parts);
    expect(await play.told()).toMatchObject([
      { booking: 'TOP_UP', currency: 'USDT', amount: 25n, note: expect.stringContaining('at block 5,') },
    ]);
    await followTreasury(play.parts);
    expect(sums(await play.told())).toEqual({ 'base USDT': 300n });
  });

  it('is opened once and counts no movement twice, wherever another host comes in between', async () => {
    for (const isOldHost of [true, false]) {
      for (let at = 1, isReached = true; isReached; at += 1) {
        const play = start();
        const without = { ...play.parts, tokens: play.parts.tokens.slice(0, 1) };
        await openTreasury(without);
        isReached = await play.interrupted(at, openTreasury, async () => {
          play.chain.transfer({ token: USDT, from: OWNER, to: TREASURY, amount: 300n });
          play.chain.pass();
          const isOpened = play.committed.has(`treasury-tokens/${USDT}`);
          if (!isOldHost) await openTreasury(play.parts);
          await followTreasury(isOldHost && !isOpened ? without : play.parts);
        });
        await openTreasury(play.parts);
        await followTreasury(play.parts);
        expect(sums(await play.told())['base USDT']).toBe(isReached ? 305n : 5n);
      }
    }
  });
});

describe('a token of the entry', () => {
  const opened = async () => {
    const play = start();
    await openTreasury(play.parts);
    await play.told();
    return { play, without: { ...play.parts, tokens: play.parts.tokens.slice(0, 1) } };
  };
  const refused = expect.objectContaining({
    name: 'OtherTreasury',
    message: `the entry lacks tokens whose movements are followed; add them: ${USDT}`,
  });

  it('cannot be left out, because no host would follow its movements', async () => {
    const { play, without } = await opened();
    await expect(openTreasury(without)).rejects.toThrow(refused);
    await openTreasury(play.parts);
  });

  it('is named by the problems of a host whose entry lacks it, and by no other host', async () => {
    const { play, without } = await opened();
    const problemsOf = async (parts: typeof play.parts) => (await createTreasury(parts).condition()).problems;
    expect(await problemsOf(without)).toEqual([
      `the entry lacks tokens whose movements are followed; add them: ${USDT}`,
    ]);
    expect(await problemsOf(play.parts)).toEqual([]);
  });

  it('is not missed by a host whose entry does not have it yet, wherever the new host opens it', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = start();
      const without = { ...play.parts, tokens: play.parts.tokens.slice(0, 1) };
      await openTreasury(without);
      play.chain.transfer({ token: USDT, from: OWNER, to: TREASURY, amount: 20n });
      play.chain.pass();
      const old = async (parts: typeof without): Promise<void> => {
        try {
          await openTreasury(parts);
          await followTreasury(parts);
        } catch (cause) {
          expect(cause).toEqual(refused);
        }
      };
      isReached = await play.interrupted(
        at,
        (parts) => old({ ...parts, tokens: without.tokens }),
        async () => {
          await openTreasury(play.parts);
          play.chain.transfer({ token: USDT, from: OWNER, to: TREASURY, amount: 300n });
          play.chain.pass();
        },
      );
      await old(without);
      await openTreasury(play.parts);
      await followTreasury(play.parts);
      expect(sums(await play.told())['base USDT']).toBe(isReached ? 325n : 25n);
    }
  });

  it('that an earlier release opened is followed, and cannot be left out from then on', async () => {
    const { play, without } = await opened();
    await play.run(async (records) => {
      const opened = (await records.get('treasury-tokens', USDT))!;
      records.change(opened, { status: null });
    });
    await openTreasury(without);
    await openTreasury(play.parts);
    expect(await play.told()).toEqual([]);
    await expect(openTreasury(without)).rejects.toThrow(refused);
  });
});

describe('the position', () => {
  it('is unknown before the first start, and the confirmed block after it', async () => {
    const play = start();
    const known = () =>
      play.read(async (records) => [
        await followedTo(records),
        await followedBlock(records),
        await followedAt(records),
      ]);
    const block = (await play.chain.nodes.block(3n))!;
    expect(await known()).toEqual([null, null, null]);
    expect(await play.read((records) => isFollowed(records, block))).toBe(false);
    const openedAt = play.clock.now();
    play.chain.pass(1);
    await openTreasury(play.parts);
    const { number, hash } = (await play.chain.nodes.confirmed())!;
    expect(await known()).toEqual([{ number, hash }, 3n, openedAt]);
    expect(await play.read((records) => isFollowed(records, { number, hash }))).toBe(true);
    expect(await play.read((records) => isFollowed(records, { number, hash: '0x12' }))).toBe(false);
    play.chain.pass(1);
    await followTreasury(play.parts);
    expect(await play.read((records) => isFollowed(records, { number, hash }))).toBe(true);
  });
});
