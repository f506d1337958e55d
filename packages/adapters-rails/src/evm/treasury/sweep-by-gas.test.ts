import { describe, expect, it } from 'vitest';
import {
  ADDRESS,
  credit,
  funded,
  gasSweeps,
  holderAt,
  NEEDED,
  sending,
  SENT,
  sweepOf,
} from '../../testing/gas-sweeps.js';
import { depositAddress, GWEI, TREASURY, USDC, USDT } from '../../testing/treasury-parts.js';
import { transferCall } from '../token-transfer.js';
import { countSwept } from './holders.js';
import { endFunding, endGasSweep, sweepByGas } from './sweep-by-gas.js';

describe('a sweep by gas', () => {
  it('begins with gas from the treasury, with room for a higher price, in whole gwei', async () => {
    const play = await gasSweeps();
    expect(await sweepByGas(play.parts)).toEqual([]);
    const key = `sweep/${USDT}/${ADDRESS}/${play.clock.now()}/1`;
    expect(sweepOf(play)).toEqual({
      ...{ key, status: 'FUNDING', token: USDT, address: ADDRESS, index: 7, amount: 250n },
      ...{ fundings: 1, funding: `gas/${key}/1`, block: 0n, refused: null },
    });
    expect(play.intents).toEqual([
      { key: `gas/${key}/1`, purpose: 'gas', signer: TREASURY, to: ADDRESS, data: '0x', value: SENT },
    ]);
    expect(await holderAt(play)).toMatchObject({ status: 'SWEEPING', sweep: key });
    expect(play.committed.get(`coins/${ADDRESS}`)).toMatchObject({ status: 'DEPOSIT', value: { wei: 0n, gwei: 0n } });
  });

  it('sends no more gas while the first is on its way', async () => {
    const play = await gasSweeps();
    await sweepByGas(play.parts);
    expect(await sweepByGas(play.parts)).toEqual([]);
    expect(play.intents).toHaveLength(1);
    expect(sweepOf(play).fundings).toBe(1);
  });

  it('sends the money when the gas has arrived in a confirmed block', async () => {
    const play = await gasSweeps();
    await funded(play, 3n);
    play.chain.state.coins.set(ADDRESS, NEEDED);
    play.chain.pass(3);
    expect(await sweepByGas(play.parts)).toEqual([]);
    expect(sweepOf(play)).toMatchObject({ status: 'FUNDING', funding: null, block: 3n });
    expect(play.intents).toHaveLength(1);
    play.chain.pass(1);
    expect(await sweepByGas(play.parts)).toEqual([]);
    const { key, ...sweep } = sweepOf(play);
    expect(sweep).toMatchObject({ status: 'SENDING', fundings: 1, funding: null });
    expect(play.intents.slice(1)).toEqual([
      { key, purpose: 'sweep', signer: ADDRESS, to: USDT, data: transferCall(TREASURY, 250n), value: 0n },
    ]);
  });

  it('sends more gas if what has arrived is one wei too little', async () => {
    const play = await gasSweeps();
    await funded(play, null);
    play.chain.state.coins.set(ADDRESS, NEEDED - 1n);
    await sweepByGas(play.parts);
    const { key, ...sweep } = sweepOf(play);
    expect(sweep).toMatchObject({ status: 'FUNDING', fundings: 2, funding: `gas/${key}/2`, block: 0n });
    expect(play.intents[1]).toMatchObject({ key: `gas/${key}/2`, value: GWEI });
  });

  it('adds twice the fee for data on the chain below', async () => {
    const play = await gasSweeps();
    play.chain.state.l1Fee = 3_000n * GWEI;
    play.chain.state.coins.set(ADDRESS, NEEDED + 6_000n * GWEI - 1n);
    await sweepByGas(play.parts);
    expect(play.intents.map(({ purpose, value }) => [purpose, value])).toEqual([['gas', GWEI]]);
    await play.run((records) => endFunding(records, play.intents[0]!.key, null));
    play.chain.state.coins.set(ADDRESS, NEEDED + 6_000n * GWEI);
    await sweepByGas(play.parts);
    expect(play.intents.map(({ purpose }) => purpose)).toEqual(['gas', 'sweep']);
  });

  it('asks what the chain below charges for the bytes of its transfer', async () => {
    const play = await gasSweeps();
    const asked: string[] = [];
    play.chain.state.answer = ({ to, data }) => {
      if (to === '0x420000000000000000000000000000000000000f') asked.push(data);
      return null;
    };
    await sweepByGas(play.parts);
    expect(asked).toEqual([expect.stringContaining(transferCall(TREASURY, 250n).slice(2))]);
  });

  it('offers at most the limit of the fee, and waits while the price is above it', async () => {
    const play = await gasSweeps();
    play.chain.state.price = { base: 100n * GWEI, tip: 1n };
    expect(await sweepByGas(play.parts)).toEqual([]);
    expect(play.intents).toEqual([]);
    expect(sweepOf(play)).toMatchObject({ status: 'FUNDING', funding: null, fundings: 0, refused: null });
    play.chain.state.price = { base: 99n * GWEI, tip: GWEI };
    play.chain.state.coins.set(ADDRESS, 65_001n * 100n * GWEI - 4n * GWEI);
    await sweepByGas(play.parts);
    expect(play.intents).toMatchObject([{ purpose: 'gas', value: 5n * GWEI }]);
  });

  it('books coins of strangers at the address before they pay a fee', async () => {
    const play = await gasSweeps();
    play.chain.state.coins.set(ADDRESS, NEEDED);
    await sweepByGas(play.parts);
    expect(play.intents).toMatchObject([{ purpose: 'sweep', signer: ADDRESS }]);
    expect(await play.told()).toMatchObject([
      { booking: 'TOP_UP', rail: 'base.deposits', currency: 'ETH', amount: NEEDED / GWEI },
    ]);
  });

  it('concerns only tokens without authorizations, and addresses with enough money', async () => {
    const play = await gasSweeps(0n);
    await credit(play, 1, 500n, USDC);
    await credit(play, 2, 99n);
    await sweepByGas(play.parts);
    expect(play.recordsOf('gas-sweeps')).toEqual([]);
    expect(play.intents).toEqual([]);
    await credit(play, 2, 1n);
    await sweepByGas(play.parts);
    expect(sweepOf(play)).toMatchObject({ address: depositAddress(2), amount: 100n });
    expect(await holderAt(play, USDC, depositAddress(1))).toMatchObject({ status: 'DUE', sweep: null });
  });

  it('takes what is credited and was not swept yet', async () => {
    const play = await gasSweeps(250n);
    await play.run((records) => countSwept(play.parts, records, { token: USDT, address: ADDRESS, index: 7 }, 130n));
    await sweepByGas(play.parts);
    expect(sweepOf(play).amount).toBe(120n);
  });

  it('is opened and funded once, wherever another host comes in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await gasSweeps();
      isReached = await play.interrupted(at, sweepByGas, async () => {
        play.clock.advance(1);
        await sweepByGas(play.parts);
      });
      expect(sweepOf(play)).toMatchObject({ status: 'FUNDING', fundings: 1 });
      expect(play.intents).toHaveLength(1);
    }
  });

  it('sends its money once, wherever another host sends and concludes the transfer', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await gasSweeps();
      await funded(play, null);
      play.chain.state.coins.set(ADDRESS, SENT);
      const { key } = sweepOf(play);
      isReached = await play.interrupted(at, sweepByGas, async () => {
        await sweepByGas(play.parts);
        await play.run(async (records) => void (await endGasSweep(records, key, 40n)));
      });
      expect(sweepOf(play)).toMatchObject(isReached ? { status: 'ENDED', block: 40n } : { status: 'SENDING' });
      expect(play.intents.map(({ purpose }) => purpose)).toEqual(['gas', 'sweep']);
    }
  });

  it('is not changed by a host whose view of it is old', async () => {
    const play = await gasSweeps();
    const { nodes } = play.parts;
    let isFirst = true;
    const estimateGas: typeof nodes.estimateGas = async (call) => {
      if (isFirst) {
        isFirst = false;
        await funded(play);
      }
      return nodes.estimateGas(call);
    };
    await sweepByGas({ ...play.parts, nodes: { ...nodes, estimateGas } });
    expect(sweepOf(play)).toMatchObject({ status: 'FUNDING', fundings: 1, funding: null, block: 1n });
    expect(play.intents).toHaveLength(1);
  });

  it('asks for the gas of exactly its transfer', async () => {
    const play = await gasSweeps();
    const asked: unknown[] = [];
    const estimateGas: typeof play.parts.nodes.estimateGas = async (call) => {
      asked.push(call);
      return 50_000n;
    };
    await sweepByGas({ ...play.parts, nodes: { ...play.parts.nodes, estimateGas } });
    expect(asked).toEqual([{ from: ADDRESS, to: USDT, data: transferCall(TREASURY, 250n) }]);
  });
});

describe('a token that refuses a transfer', () => {
  const REFUSED = { reverted: true, reason: 'paused' } as const;
  const PROBLEM = `${ADDRESS} cannot be swept now: paused`;

  it('is asked again after an hour, and is a problem until then', async () => {
    const play = await gasSweeps();
    play.chain.state.gas = REFUSED;
    expect(await sweepByGas(play.parts)).toEqual([PROBLEM]);
    const until = play.clock.now() + 3_600_000;
    expect(sweepOf(play)).toMatchObject({ status: 'FUNDING', refused: { reason: 'paused', until }, fundings: 0 });
    play.chain.state.gas = 50_000n;
    play.clock.advance(3599);
    expect(await sweepByGas(play.parts)).toEqual([PROBLEM]);
    expect(play.intents).toEqual([]);
    play.clock.advance(1);
    expect(await sweepByGas(play.parts)).toEqual([]);
    expect(play.intents).toMatchObject([{ purpose: 'gas' }]);
  });

  it('is forgotten when the money is sent', async () => {
    const play = await gasSweeps();
    play.chain.state.gas = REFUSED;
    await sweepByGas(play.parts);
    play.chain.state.gas = 50_000n;
    play.chain.state.coins.set(ADDRESS, NEEDED);
    play.clock.advance(3600);
    expect(await sweepByGas(play.parts)).toEqual([]);
    expect(sweepOf(play)).toMatchObject({ status: 'SENDING', refused: null });
  });
});

describe('a transfer that is with the sender', () => {
  it('gets more gas if it waits for it', async () => {
    const play = await gasSweeps();
    const key = await sending(play);
    play.chain.state.coins.set(ADDRESS, 0n);
    const status = { outcome: null, transactionHash: null, since: play.clock.now() };
    for (const [state, waitsFor] of [
      ['queued', null],
      ['sent', 'gas'],
    ] as const) {
      play.state.statuses.set(key, { ...status, state, waitsFor });
      await sweepByGas(play.parts);
      expect(play.intents).toHaveLength(2);
    }
    play.state.statuses.set(key, { ...status, state: 'queued', waitsFor: 'gas' });
    await sweepByGas(play.parts);
    expect(play.intents.slice(2)).toEqual([
      { key: `gas/${key}/2`, purpose: 'gas', signer: TREASURY, to: ADDRESS, data: '0x', value: SENT },
    ]);
    expect(sweepOf(play)).toMatchObject({ status: 'SENDING', fundings: 2, funding: `gas/${key}/2` });
  });

  it('is not given to the sender again if it waits with enough gas', async () => {
    const play = await gasSweeps();
    const key = await sending(play);
    const { version } = play.recordsOf('gas-sweeps')[0]!;
    play.state.statuses.set(key, {
      ...{ state: 'queued', waitsFor: 'a lower price', outcome: null, transactionHash: null, since: play.clock.now() },
    });
    expect(await sweepByGas(play.parts)).toEqual([]);
    expect(play.intents).toHaveLength(2);
    expect(play.recordsOf('gas-sweeps')[0]!.version).toBe(version);
  });

  it('waits while the sender does not know it', async () => {
    const play = await gasSweeps();
    await sending(play);
    play.chain.state.coins.set(ADDRESS, 0n);
    await sweepByGas(play.parts);
    expect(play.intents).toHaveLength(2);
  });
});
