import { describe, expect, it } from 'vitest';
import {
  COLD,
  MINIMUM,
  OWNER,
  payer,
  TREASURY,
  treasuryParts,
  type TreasuryPlay,
  USDC,
  USDT,
} from '../../testing/treasury-parts.js';
import { endSurplus, sendSurplus } from './cold.js';
import { transferCall } from '../token-transfer.js';
import { followTreasury, openTreasury } from './movements.js';

const KEEP = 1000n;

/** A treasury with this amount of USDC, of which all is followed. */
async function start(amount: bigint, over: Parameters<typeof treasuryParts>[0] = {}): Promise<TreasuryPlay> {
  const play = treasuryParts({ keep: KEEP, ...over });
  play.chain.transfer({ from: OWNER, to: TREASURY, amount });
  play.chain.pass();
  await openTreasury(play.parts);
  return play;
}

const sent = ({ intents }: TreasuryPlay) => intents.map(({ key, data }) => [key, BigInt(`0x${data.slice(-64)}`)]);
const surplus = ({ committed }: TreasuryPlay, token = USDC) => committed.get(`surplus/${token}`)?.value;
const end = ({ run }: TreasuryPlay, serial: number, block: bigint | null, token = USDC) =>
  run((records) => endSurplus(records, token, `cold/${token}/${serial}`, block));

describe('the surplus of the treasury', () => {
  it('goes to the cold address', async () => {
    const play = await start(1250n);
    await sendSurplus(play.parts);
    expect(play.intents).toEqual([
      {
        ...{ key: `cold/${USDC}/1`, purpose: 'cold', signer: TREASURY, to: USDC, data: transferCall(COLD, 250n) },
        value: 0n,
      },
    ]);
    expect(surplus(play)).toEqual({ serial: 1, intent: `cold/${USDC}/1`, after: 0n });
  });

  it('is counted for each token apart', async () => {
    const play = await start(1250n);
    play.chain.transfer({ token: USDT, from: OWNER, to: TREASURY, amount: 1300n });
    play.chain.pass();
    await followTreasury(play.parts);
    await sendSurplus(play.parts);
    expect(sent(play)).toEqual([
      [`cold/${USDC}/1`, 250n],
      [`cold/${USDT}/1`, 300n],
    ]);
  });

  it.each([
    ['the minimum of a sweep', KEEP + MINIMUM, [[`cold/${USDC}/1`, MINIMUM]]],
    ['less than the minimum of a sweep', KEEP + MINIMUM - 1n, []],
    ['nothing', KEEP - 1n, []],
  ] as const)('is sent or stays if it is %s', async (_, amount, expected) => {
    const play = await start(amount);
    await sendSurplus(play.parts);
    expect(sent(play)).toEqual(expected);
  });

  it('is never a transfer of nothing, even without a minimum', async () => {
    const tokens = treasuryParts().parts.tokens.map((token) => ({ ...token, minimum: 0n }));
    const play = await start(KEEP, { tokens });
    await sendSurplus(play.parts);
    expect(sent(play)).toEqual([]);
    play.chain.transfer({ from: OWNER, to: TREASURY, amount: 1n });
    play.chain.pass();
    await followTreasury(play.parts);
    await sendSurplus(play.parts);
    expect(sent(play)).toEqual([[`cold/${USDC}/1`, 1n]]);
  });

  it('is without what waiting payments of the token will take', async () => {
    const play = await start(1250n);
    play.state.owed.set(USDC, 120n).set(USDT, 5n);
    await sendSurplus(play.parts);
    expect(sent(play)).toEqual([[`cold/${USDC}/1`, 130n]]);
  });

  it('stays without a cold address, without a limit, and before the first start', async () => {
    for (const over of [{ cold: null }, { keep: null }]) {
      const play = await start(1250n, over);
      await sendSurplus(play.parts);
      expect(sent(play)).toEqual([]);
    }
    const unopened = treasuryParts({ keep: KEEP });
    unopened.chain.transfer({ from: OWNER, to: TREASURY, amount: 1250n });
    await sendSurplus(unopened.parts);
    expect(sent(unopened)).toEqual([]);
  });

  it('is the smaller one of what was followed and of what the newest block has', async () => {
    const play = await start(1250n);
    play.chain.transfer({ from: OWNER, to: TREASURY, amount: 4000n });
    play.chain.transfer({ from: TREASURY, to: payer(1), amount: 4100n });
    await sendSurplus(play.parts);
    expect(sent(play)).toEqual([[`cold/${USDC}/1`, 150n]]);
    const richer = await start(1250n);
    richer.chain.transfer({ from: OWNER, to: TREASURY, amount: 4000n });
    await sendSurplus(richer.parts);
    expect(sent(richer)).toEqual([[`cold/${USDC}/1`, 250n]]);
  });

  it('is read after what waits, so that rather too little is sent', async () => {
    const play = await start(1250n);
    const owed: typeof play.parts.owed = async () => {
      play.chain.transfer({ from: TREASURY, to: payer(1), amount: 100n });
      return 100n;
    };
    await sendSurplus({ ...play.parts, tokens: play.parts.tokens.slice(0, 1), owed });
    expect(sent(play)).toEqual([]);
  });

  it('is sent once, wherever another host comes in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start(1250n);
      isReached = await play.interrupted(at, sendSurplus, () => sendSurplus(play.parts));
      expect(sent(play)).toEqual([[`cold/${USDC}/1`, 250n]]);
    }
  });

  it('is not sent by a host that has read a balance before another transfer ended', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start(1250n);
      isReached = await play.interrupted(at, sendSurplus, async () => {
        await sendSurplus(play.parts);
        await end(play, 1, 40n);
      });
      expect(sent(play)).toEqual([[`cold/${USDC}/1`, 250n]]);
      expect(surplus(play)).toMatchObject(isReached ? { serial: 1, intent: null, after: 40n } : { serial: 1 });
    }
  });
});

describe('the next surplus', () => {
  it('waits until the transfer has ended and its block is followed', async () => {
    const play = await start(1250n);
    await sendSurplus(play.parts);
    await sendSurplus(play.parts);
    expect(sent(play)).toHaveLength(1);
    play.chain.transfer({ from: TREASURY, to: COLD, amount: 250n }, { from: OWNER, to: TREASURY, amount: 300n });
    await end(play, 1, play.chain.head().number);
    expect(surplus(play)).toEqual({ serial: 1, intent: null, after: play.chain.head().number });
    await sendSurplus(play.parts);
    expect(sent(play)).toHaveLength(1);
    play.chain.pass(1);
    await followTreasury(play.parts);
    await sendSurplus(play.parts);
    expect(sent(play).slice(1)).toEqual([[`cold/${USDC}/2`, 300n]]);
    expect(surplus(play)).toEqual({ serial: 2, intent: `cold/${USDC}/2`, after: 4n });
  });

  it('remembers the block of the last transfer if the newest one was not mined', async () => {
    const play = await start(1250n);
    await sendSurplus(play.parts);
    await end(play, 1, 2n);
    await sendSurplus(play.parts);
    await end(play, 2, null);
    expect(surplus(play)).toEqual({ serial: 2, intent: null, after: 2n });
  });

  it('is not freed by the end of an older transfer, or of one of another token', async () => {
    const play = await start(1250n);
    await sendSurplus(play.parts);
    await end(play, 1, 2n);
    await sendSurplus(play.parts);
    await end(play, 1, 3n);
    await end(play, 2, 3n, USDT);
    expect(surplus(play)).toEqual({ serial: 2, intent: `cold/${USDC}/2`, after: 2n });
    expect(surplus(play, USDT)).toBeUndefined();
  });
});
