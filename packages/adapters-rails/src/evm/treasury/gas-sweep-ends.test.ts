import { describe, expect, it } from 'vitest';
import { ADDRESS, credit, funded, gasSweeps, holderAt, sending, sweepOf } from '../../testing/gas-sweeps.js';
import { depositAddress, TREASURY, treasuryParts, USDC, USDT } from '../../testing/treasury-parts.js';
import { countHolders } from './holders.js';
import { followTreasury } from './movements.js';
import { endFunding, endGasSweep, openGasSweeps, sendingAddresses, sweepByGas } from './sweep-by-gas.js';

describe('the end of the funding', () => {
  it('is that of the intent that sends gas now, and of no other', async () => {
    const play = await gasSweeps();
    await sweepByGas(play.parts);
    const { key } = sweepOf(play);
    for (const intent of [`gas/${key}/2`, `gas/${key}`, `xgas/${key}/1`, `gas/${key}/1x`, key, 'gas/other/1'])
      await play.run((records) => endFunding(records, intent, 9n));
    expect(sweepOf(play)).toMatchObject({ funding: `gas/${key}/1`, block: 0n });
    await play.run((records) => endFunding(records, `gas/${key}/1`, 9n));
    expect(sweepOf(play)).toMatchObject({ status: 'FUNDING', funding: null, block: 9n, amount: 250n });
  });

  it('is recognized by its number, however many digits it has', async () => {
    const play = await gasSweeps();
    for (let time = 1; time <= 10; time += 1) await funded(play, null);
    const { key } = sweepOf(play);
    expect(play.intents.at(-1)!.key).toBe(`gas/${key}/10`);
    expect(sweepOf(play)).toMatchObject({ funding: null, fundings: 10 });
  });
});

describe('the end of a sweep by gas', () => {
  it('does not end if another host has followed another chain meanwhile', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await gasSweeps();
      const key = await sending(play);
      play.chain.transfer({ token: USDT, from: ADDRESS, to: TREASURY, amount: 250n });
      const block = play.chain.head().number;
      play.chain.pass(1);
      await followTreasury(play.parts);
      await play.run(async (records) => void (await endGasSweep(records, key, block)));
      isReached = await play.interrupted(at, sweepByGas, async () => {
        if (sweepOf(play).status === null) return;
        play.chain.reorg(2, [[]]);
        await followTreasury(play.parts);
      });
      const { swept, sweep } = await holderAt(play);
      expect([at, swept, sweep]).toEqual([at, ...(sweepOf(play).status === null ? [250n, null] : [0n, key])]);
    }
  });

  it('waits until the events up to its transfer are counted', async () => {
    const play = await gasSweeps();
    const key = await sending(play);
    expect(await play.run(async (records) => void (await endGasSweep(records, key, 6n)))).toBeUndefined();
    expect(sweepOf(play)).toMatchObject({ status: 'ENDED', block: 6n });
    play.chain.pass(3);
    await followTreasury(play.parts);
    await sweepByGas(play.parts);
    expect(sweepOf(play).status).toBe('ENDED');
    expect(await holderAt(play)).toMatchObject({ status: 'SWEEPING', sweep: key });
    play.chain.pass(1);
    await followTreasury(play.parts);
    await sweepByGas(play.parts);
    expect(sweepOf(play).status).toBeNull();
    // Nothing was counted, so that the money is still due.
    expect(await holderAt(play)).toMatchObject({ status: 'DUE', sweep: null, swept: 0n });
    expect(await play.read((records) => countHolders(records, 'SWEEPING'))).toBe(0);
  });

  it('keeps the block of the gas if the transfer was not mined', async () => {
    const play = await gasSweeps();
    const key = await sending(play);
    await play.run(async (records) => void (await endGasSweep(records, key, null)));
    expect(sweepOf(play)).toMatchObject({ status: 'ENDED', block: 1n });
  });

  it('says whether the intent belongs to such a sweep, and ends it once', async () => {
    const play = await gasSweeps();
    const key = await sending(play);
    const ends: boolean[] = [];
    const end = (intent: string, block: bigint) =>
      play.run(async (records) => void ends.push(await endGasSweep(records, intent, block)));
    await end('sweep/another', 5n);
    await end(key, 6n);
    await end(key, 9n);
    expect(ends).toEqual([false, true, true]);
    expect(sweepOf(play)).toMatchObject({ status: 'ENDED', block: 6n });
  });

  it('does not come before the transfer is with the sender', async () => {
    const play = await gasSweeps();
    await sweepByGas(play.parts);
    await play.run(async (records) => void (await endGasSweep(records, sweepOf(play).key, 6n)));
    expect(sweepOf(play)).toMatchObject({ status: 'FUNDING', block: 0n });
  });

  it('does not end the next sweep of the address, wherever another host comes in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await gasSweeps();
      const key = await sending(play);
      await play.run(async (records) => void (await endGasSweep(records, key, 0n)));
      isReached = await play.interrupted(at, sweepByGas, async () => {
        await sweepByGas(play.parts);
        play.clock.advance(1);
        await sweepByGas(play.parts);
      });
      const sweeps = play.recordsOf('gas-sweeps');
      expect(sweeps.map(({ status }) => status)).toEqual(isReached ? [null, 'SENDING'] : [null]);
      expect(await holderAt(play)).toMatchObject({ sweep: isReached ? sweeps[1]!.key : null });
    }
  });
});

describe('more sweeps than one page', () => {
  it('are opened and funded, a hundred in a pass', async () => {
    const play = await gasSweeps(0n);
    for (let index = 0; index < 100; index += 1) await credit(play, index, 500n, USDC);
    for (let index = 100; index < 201; index += 1) await credit(play, index, 100n);
    await sweepByGas(play.parts);
    expect(play.recordsOf('gas-sweeps')).toHaveLength(100);
    expect(play.intents).toHaveLength(100);
    await sweepByGas(play.parts);
    expect(play.recordsOf('gas-sweeps')).toHaveLength(101);
    expect(play.intents).toHaveLength(101);
    expect(await play.read(openGasSweeps)).toBe(101);
    expect([...(await play.read(sendingAddresses))]).toEqual(
      Array.from({ length: 101 }, (_, at) => [depositAddress(100 + at), 100 + at]),
    );
  });
});

describe('the addresses that send', () => {
  it('are those of sweeps that are not concluded, of which all are counted', async () => {
    const play = await gasSweeps();
    const counted = async () => [[...(await play.read(sendingAddresses))], await play.read(openGasSweeps)];
    expect(await counted()).toEqual([[], 0]);
    const key = await sending(play);
    await credit(play, 8, 250n);
    await sweepByGas(play.parts);
    expect(await counted()).toEqual([
      [
        [depositAddress(8), 8],
        [ADDRESS, 7],
      ],
      2,
    ]);
    await play.run(async (records) => void (await endGasSweep(records, key, 6n)));
    expect(await counted()).toEqual([[[depositAddress(8), 8]], 2]);
  });

  it('do not exist for a treasury that knows no token without authorizations', async () => {
    const play = treasuryParts();
    const parts = { ...play.parts, tokens: play.parts.tokens.slice(0, 1) };
    await credit(play, 7, 250n);
    expect(await sweepByGas(parts)).toEqual([]);
    expect(play.recordsOf('gas-sweeps')).toEqual([]);
  });
});
