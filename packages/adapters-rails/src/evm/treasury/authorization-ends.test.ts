import { describe, expect, it } from 'vitest';
import {
  depositAddress,
  MULTICALL3,
  TREASURY,
  treasuryParts,
  type TreasuryPlay,
  USDC,
} from '../../testing/treasury-parts.js';
import type { Hex } from '../nodes.js';
import { countCredited, holderIn, holderOf } from './holders.js';
import { followTreasury, openTreasury } from './movements.js';
import { endBatch, openAuthorizations, sweepByAuthorization } from './sweep-by-authorization.js';

const DAY = 24 * 3600;

/** A treasury that has submitted authorizations of 250 for the addresses with these indexes, in one batch. */
async function start(...indexes: readonly number[]): Promise<TreasuryPlay> {
  const play = treasuryParts();
  play.chain.pass(3);
  await openTreasury(play.parts);
  for (const index of indexes) {
    await play.run((records) =>
      countCredited(play.parts, records, { token: USDC, address: depositAddress(index), index }, 250n),
    );
  }
  await sweepByAuthorization(play.parts);
  expect(play.intents).toHaveLength(1);
  return play;
}

const statuses = ({ recordsOf }: TreasuryPlay) => recordsOf('authorizations').map(({ status }) => status);
const nonceOf = ({ recordsOf }: TreasuryPlay, at = 0) => recordsOf('authorizations')[at]!.key as Hex;
const attemptsOf = ({ recordsOf }: TreasuryPlay) =>
  recordsOf('authorizations').map(({ value }) => (value as { readonly attempts: number }).attempts);
const holder = ({ read }: TreasuryPlay, index: number) =>
  read(async (records) => {
    const { status, value } = (await holderOf(records, USDC, depositAddress(index)))!;
    const { swept, sweep } = holderIn({ value });
    return { status, swept, sweep };
  });

/** The transaction of the newest batch has ended, in whichever way. */
const conclude = ({ run, intents }: TreasuryPlay) => run((records) => endBatch(records, intents.at(-1)!.key));

/** A block in which the authorization of the address was used. */
function use({ chain, ...play }: TreasuryPlay, index: number, at = 0): void {
  chain.transfer({ from: depositAddress(index), to: TREASURY, amount: 250n });
  chain.state.used.set(nonceOf({ chain, ...play }, at), chain.head().number);
}

describe('the end of a batch', () => {
  it('is that of its own authorizations, once', async () => {
    const play = await start(3, 4);
    await play.run((records) => endBatch(records, `sweep/${nonceOf(play)}/2`));
    await play.run((records) => endBatch(records, 'payout/1'));
    expect(statuses(play)).toEqual(['SENT', 'SENT']);
    await conclude(play);
    expect(statuses(play)).toEqual(['ENDED', 'ENDED']);
    expect(await play.read(openAuthorizations)).toBe(2);
    const versions = () => play.recordsOf('authorizations').map(({ version }) => version);
    const before = versions();
    await conclude(play);
    expect(versions()).toEqual(before);
  });

  it('does not end an authorization that a later batch has', async () => {
    const play = await start(3);
    const first = play.intents[0]!.key;
    await conclude(play);
    await sweepByAuthorization(play.parts);
    expect([statuses(play), attemptsOf(play)]).toEqual([['SENT'], [2]]);
    await play.run((records) => endBatch(records, first));
    expect(statuses(play)).toEqual(['SENT']);
  });
});

describe('an authorization whose batch has ended', () => {
  it('is over when its use is counted, and the address is free for the next sweep', async () => {
    const play = await start(3);
    use(play, 3);
    play.chain.pass(1);
    await conclude(play);
    await followTreasury(play.parts);
    expect(await sweepByAuthorization(play.parts)).toEqual([]);
    expect(statuses(play)).toEqual([null]);
    expect(await holder(play, 3)).toEqual({ status: 'SMALL', swept: 250n, sweep: null });
    expect(await play.read(openAuthorizations)).toBe(0);
    expect(play.intents).toHaveLength(1);
  });

  it('waits while its use is confirmed and not counted', async () => {
    const play = await start(3);
    use(play, 3);
    play.chain.pass(1);
    await conclude(play);
    await sweepByAuthorization(play.parts);
    expect(statuses(play)).toEqual(['ENDED']);
    expect(await holder(play, 3)).toMatchObject({ status: 'SWEEPING', sweep: nonceOf(play) });
    expect(play.intents).toHaveLength(1);
  });

  it('is submitted again if the newest confirmed block has not used it', async () => {
    const play = await start(3);
    const nonce = nonceOf(play);
    use(play, 3);
    // Its block is not confirmed yet.
    await conclude(play);
    await sweepByAuthorization(play.parts);
    expect([statuses(play), attemptsOf(play)]).toEqual([['SENT'], [2]]);
    expect(play.intents.map(({ key }) => key)).toEqual([`sweep/${nonce}/1`, `sweep/${nonce}/2`]);
    expect(play.intents[1]!.data).toBe(play.intents[0]!.data);
    expect(play.recordsOf('sweep-batches').map(({ key, value }) => [key, value])).toEqual(
      [1, 2].map((attempt) => [`sweep/${nonce}/${attempt}`, { token: USDC, nonces: [nonce] }]),
    );
  });

  it('is asked about at the block that is followed if the nodes have confirmed only older ones', async () => {
    const play = await start(3);
    use(play, 3);
    play.chain.pass(1);
    await conclude(play);
    await followTreasury(play.parts);
    const old = (await play.chain.nodes.block(1n))!;
    const confirmed: typeof play.parts.nodes.confirmed = async () => old;
    await sweepByAuthorization({ ...play.parts, nodes: { ...play.parts.nodes, confirmed } });
    expect(statuses(play)).toEqual([null]);
  });

  it('is judged apart from the others of its batch', async () => {
    const play = await start(3, 4, 5);
    use(play, 4, 1);
    play.chain.pass(1);
    await followTreasury(play.parts);
    await conclude(play);
    await sweepByAuthorization(play.parts);
    expect([statuses(play), attemptsOf(play)]).toEqual([
      ['SENT', null, 'SENT'],
      [2, 1, 2],
    ]);
  });

  it('keeps its state before the first start, and while nodes do not have the block that is followed', async () => {
    const play = await start(3);
    await conclude(play);
    play.chain.pass(1);
    await followTreasury(play.parts);
    play.chain.state.lag = 2n;
    await sweepByAuthorization(play.parts);
    expect(statuses(play)).toEqual(['ENDED']);
    play.chain.state.lag = 0n;
    const unopened = treasuryParts();
    await unopened.run((records) =>
      countCredited(unopened.parts, records, { token: USDC, address: depositAddress(3), index: 3 }, 250n),
    );
    await sweepByAuthorization(unopened.parts);
    await conclude(unopened);
    await sweepByAuthorization(unopened.parts);
    expect(statuses(unopened)).toEqual(['ENDED']);
  });

  it('keeps its state while the block that is followed has left the chain', async () => {
    const play = await start(3);
    use(play, 3);
    play.chain.pass(1);
    await followTreasury(play.parts);
    await conclude(play);
    play.chain.reorg(2, [[], [], []]);
    await sweepByAuthorization(play.parts);
    expect(statuses(play)).toEqual(['ENDED']);
    expect(await holder(play, 3)).toMatchObject({ sweep: nonceOf(play) });
  });

  it('does not end if the block that is followed leaves the chain while nodes are asked about it', async () => {
    const play = await start(3);
    use(play, 3);
    play.chain.pass(1);
    await followTreasury(play.parts);
    await conclude(play);
    let isAsked = false;
    play.chain.state.answer = ({ to, data }) => {
      if (to === USDC && data.startsWith('0xe94a0102') && !isAsked) {
        isAsked = true;
        play.chain.reorg(2, [[], [], []]);
      }
      return null;
    };
    await sweepByAuthorization(play.parts);
    expect([isAsked, statuses(play)]).toEqual([true, ['ENDED']]);
  });

  it('does not end if another host has followed another chain meanwhile', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start(3);
      use(play, 3);
      play.chain.pass(1);
      await followTreasury(play.parts);
      await conclude(play);
      isReached = await play.interrupted(at, sweepByAuthorization, async () => {
        if (statuses(play)[0] === null) return;
        play.chain.reorg(2, [[], [], []]);
        play.chain.state.used.clear();
        await followTreasury(play.parts);
      });
      const { swept, sweep } = await holder(play, 3);
      // It is over only where the transfer is counted.
      expect([swept, sweep]).toEqual(statuses(play)[0] === null ? [250n, null] : [0n, nonceOf(play)]);
      expect(play.recordsOf('authorizations')).toHaveLength(1);
    }
  });

  it('is judged once, wherever another host comes in between', async () => {
    for (const isUsed of [true, false]) {
      for (let at = 1, isReached = true; isReached; at += 1) {
        const play = await start(3);
        if (isUsed) use(play, 3);
        play.chain.pass(1);
        await followTreasury(play.parts);
        await conclude(play);
        isReached = await play.interrupted(at, sweepByAuthorization, () => sweepByAuthorization(play.parts));
        expect([statuses(play), attemptsOf(play)]).toEqual(isUsed ? [[null], [1]] : [['SENT'], [2]]);
        expect(play.intents).toHaveLength(isUsed ? 1 : 2);
      }
    }
  });

  it('is found on every page', async () => {
    const play = treasuryParts();
    play.chain.pass(3);
    await openTreasury(play.parts);
    for (let index = 0; index < 101; index += 1) {
      await play.run((records) =>
        countCredited(play.parts, records, { token: USDC, address: depositAddress(index), index }, 250n),
      );
    }
    await sweepByAuthorization(play.parts);
    const block = play.chain.head().number;
    for (const { key } of play.recordsOf('authorizations')) play.chain.state.used.set(key as Hex, block);
    play.chain.pass(1);
    await followTreasury(play.parts);
    for (const { key } of play.intents) await play.run((records) => endBatch(records, key));
    await sweepByAuthorization(play.parts);
    expect(new Set(statuses(play).slice(0, 101))).toEqual(new Set([null]));
  });
});

describe('an authorization that has expired', () => {
  it('is renewed with another nonce if it waited to be submitted', async () => {
    const play = treasuryParts();
    play.chain.pass(3);
    await openTreasury(play.parts);
    await play.run((records) =>
      countCredited(play.parts, records, { token: USDC, address: depositAddress(3), index: 3 }, 250n),
    );
    play.chain.state.refused.add(depositAddress(3));
    await sweepByAuthorization(play.parts);
    const { timestamp } = play.chain.head();
    const counted = (await play.chain.nodes.block(2n))!;
    play.chain.state.later = timestamp + DAY - counted.timestamp - 1;
    await sweepByAuthorization(play.parts);
    expect(statuses(play)).toEqual(['READY']);
    play.chain.state.later += 1;
    await sweepByAuthorization(play.parts);
    expect(statuses(play)).toEqual([null, 'READY']);
    expect(await holder(play, 3)).toMatchObject({ status: 'SWEEPING', sweep: nonceOf(play, 1) });
    expect(nonceOf(play, 1)).not.toBe(nonceOf(play));
    expect(play.recordsOf('authorizations')[1]!.value).toMatchObject({
      ...{ amount: 250n, attempts: 0, validBefore: timestamp + DAY + play.chain.state.later },
    });
  });

  it('is renewed after its batch has ended, without a question about its use', async () => {
    const play = await start(3);
    await conclude(play);
    play.chain.state.later = 2 * DAY;
    await sweepByAuthorization(play.parts);
    expect([statuses(play), attemptsOf(play)]).toEqual([
      [null, 'SENT'],
      [1, 1],
    ]);
    expect(play.intents).toHaveLength(2);
  });

  it.each([
    ['half an hour before', DAY - 1800, 'SENT'],
    ['a second later', DAY - 1799, 'READY'],
  ] as const)('is submitted until %s its end', async (_, later, status) => {
    const play = treasuryParts();
    play.chain.pass(3);
    await openTreasury(play.parts);
    await play.run((records) =>
      countCredited(play.parts, records, { token: USDC, address: depositAddress(3), index: 3 }, 250n),
    );
    play.chain.state.refused.add(depositAddress(3));
    await sweepByAuthorization(play.parts);
    play.chain.state.refused.clear();
    play.chain.state.later = later;
    expect(await sweepByAuthorization(play.parts)).toEqual([]);
    expect(statuses(play)).toEqual([status]);
  });

  it('has its batch withdrawn if that was not signed', async () => {
    const play = await start(3, 4);
    const { key } = play.intents[0]!;
    play.chain.state.later = DAY - 1;
    await sweepByAuthorization(play.parts);
    expect(play.state.withdrawn).toEqual([]);
    play.chain.state.later = DAY;
    await sweepByAuthorization(play.parts);
    // Once for both of its authorizations.
    expect(play.state.withdrawn).toEqual([[key, 'its authorizations have expired']]);
    expect(statuses(play)).toEqual(['SENT', 'SENT']);
    play.state.withdrawable.add(key);
    await sweepByAuthorization(play.parts);
    // The newest block that is followed is older, so that they are over only later.
    expect([statuses(play), play.intents.length]).toEqual([['READY', 'READY'], 1]);
  });

  it('is submitted by a later batch only after it is renewed', async () => {
    const play = await start(3);
    play.state.withdrawable.add(play.intents[0]!.key);
    play.chain.pass(2);
    await followTreasury(play.parts);
    play.chain.state.later = DAY;
    await sweepByAuthorization(play.parts);
    expect(statuses(play)).toEqual([null, 'SENT']);
    expect(play.intents.map(({ key }) => key)).toEqual([0, 1].map((at) => `sweep/${nonceOf(play, at)}/1`));
    expect(play.intents[1]!.to).toBe(MULTICALL3);
  });
});
