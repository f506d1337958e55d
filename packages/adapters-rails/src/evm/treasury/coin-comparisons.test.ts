import { describe, expect, it } from 'vitest';
import {
  depositAddress,
  GWEI,
  TREASURY,
  treasuryParts,
  type TreasuryPlay,
  USDC,
} from '../../testing/treasury-parts.js';
import type { Address, Hex } from '../nodes.js';
import type { Intent } from '../sender.js';
import {
  coinAddresses,
  compareCoins,
  concludeCoins,
  countUnpriced,
  depositCoins,
  openTreasuryCoins,
  priceFees,
  undoCoins,
  unpricedLegs,
} from './coins.js';

const HELD = 10_000_000n;
const DEPOSIT = depositAddress(7);
const PAYOUT: Intent = { key: 'payout/1', purpose: 'payout', signer: TREASURY, to: USDC, data: '0x', value: 0n };
const GAS: Intent = { ...PAYOUT, key: 'gas/1', purpose: 'gas', to: DEPOSIT, value: 7n * GWEI };
const hash = (serial: number): Hex => `0x${String(serial).padStart(64, '0')}`;

/** A treasury with 10,000,000 gwei at the confirmed block 4, and a deposit address. */
async function start(wei = HELD * GWEI): Promise<TreasuryPlay> {
  const play = treasuryParts();
  play.chain.pass(5);
  play.chain.state.coins.set(TREASURY, wei);
  await play.run(async (records) => {
    openTreasuryCoins(records, play.parts, wei, 4n);
    await depositCoins(records, play.parts, DEPOSIT);
  });
  await play.told();
  return play;
}

interface Mined {
  readonly gas: bigint;
  readonly block?: bigint;
  readonly serial?: number;
}
const outcome = ({ gas, block = 4n, serial = 1 }: Mined) => ({
  ...({
    state: 'mined',
    transactionHash: hash(serial),
    blockNumber: block,
    gasPaid: gas * GWEI,
    reason: null,
  } as const),
});
const conclude = ({ parts, run }: TreasuryPlay, intent: Intent, mined: Mined) =>
  run((records) => concludeCoins(parts, records, intent, outcome(mined)));
const undo = ({ run }: TreasuryPlay, intent: Intent, mined: Mined) =>
  run((records) => undoCoins(records, intent, outcome(mined)));
const gwei = async ({ read }: TreasuryPlay, whose: 'treasury' | 'deposits') =>
  (await read((records) => coinAddresses(records, whose))).map((each) => each.gwei);

/** Compares with a balance in gwei, and returns what core hears. */
async function compare(play: TreasuryPlay, balance: bigint, address: Address = TREASURY) {
  play.chain.state.coins.set(address, balance * GWEI);
  await compareCoins(play.parts, address);
  return play.told();
}
const rest = (booking: string, amount: bigint, id: string) => ({
  ...{ kind: 'booking', booking, rail: 'base', currency: 'ETH', amount, messageId: id },
  note: 'rounded fees, or another fee of a transaction after a reorganization',
});

describe('a transaction that is mined again with another fee', () => {
  /** The payout is confirmed with the first fee, leaves the chain, and is confirmed with the second one. */
  async function again(first: bigint, second: bigint): Promise<TreasuryPlay> {
    const play = await start();
    await conclude(play, PAYOUT, { gas: first });
    await undo(play, PAYOUT, { gas: first });
    await conclude(play, PAYOUT, { gas: second });
    await priceFees(play.parts);
    expect(await play.told()).toMatchObject([{ booking: 'NETWORK_FEE', amount: first }]);
    return play;
  }

  it('is settled by a charge if it paid more', async () => {
    const play = await again(2n, 3n);
    const { version } = play.committed.get(`coins/${TREASURY}`)!;
    expect(await compare(play, HELD - 3n)).toEqual([rest('CHARGE', 1n, `coin/${TREASURY}/4/${version}/rest`)]);
    expect(await gwei(play, 'treasury')).toEqual([HELD - 3n]);
    expect(await compare(play, HELD - 3n)).toEqual([]);
  });

  it('is settled by a top-up if it paid a million gwei less, as other rounding is', async () => {
    const small = await again(1_000_002n, 2n);
    expect(await compare(small, HELD - 2n)).toEqual([]);
    expect(await gwei(small, 'treasury')).toEqual([HELD - 1_000_002n]);
    expect(await compare(small, HELD + 3n)).toMatchObject([{ booking: 'TOP_UP', amount: 5n }]);
    const large = await again(1_000_003n, 2n);
    const { version } = large.committed.get(`coins/${TREASURY}`)!;
    expect(await compare(large, HELD - 2n)).toEqual([rest('TOP_UP', 1_000_001n, `coin/${TREASURY}/4/${version}/rest`)]);
    expect(await gwei(large, 'treasury')).toEqual([HELD - 2n]);
  });

  it('is settled apart from coins that have arrived', async () => {
    const play = await again(2n, 4n);
    expect(await compare(play, HELD + 1n)).toMatchObject([
      { booking: 'TOP_UP', amount: 5n, note: `arrived at ${TREASURY} by block 4` },
      { booking: 'CHARGE', amount: 2n },
    ]);
    expect(await gwei(play, 'treasury')).toEqual([HELD + 1n]);
  });

  it('changes the coins once for each time that it is mined or removed', async () => {
    const play = await start();
    for (let turn = 0; turn < 2; turn += 1) {
      for (const step of [conclude, conclude, undo, undo]) await step(play, PAYOUT, { gas: 3n });
    }
    await play.told();
    // Its fee stays booked, as the transaction is broadcast again.
    expect(await compare(play, HELD)).toEqual([]);
    await conclude(play, PAYOUT, { gas: 3n });
    expect(await compare(play, HELD - 3n)).toEqual([]);
    expect(await compare(play, HELD - 2n)).toMatchObject([{ booking: 'TOP_UP', amount: 1n }]);
  });
});

describe('a comparison', () => {
  it('needs a block that has all coins that have arrived from the treasury', async () => {
    const play = await start();
    await conclude(play, GAS, { gas: 1n, block: 6n });
    await play.told();
    // The nodes are behind: their confirmed block is older than the transfer.
    expect(await compare(play, 0n, DEPOSIT)).toEqual([]);
    play.chain.pass(2);
    expect(await compare(play, 7n, DEPOSIT)).toEqual([]);
    expect(await gwei(play, 'deposits')).toEqual([7n]);
  });

  it('needs a block that is not older than the last one, also after a payment', async () => {
    const play = await start();
    await conclude(play, PAYOUT, { gas: 1n });
    play.chain.state.lag = 1n;
    expect(await compare(play, HELD)).toEqual([]);
    play.chain.state.lag = 0n;
    expect(await compare(play, HELD)).toMatchObject([{ booking: 'TOP_UP', amount: 1n }]);
  });

  it('books what left as a difference that says why', async () => {
    const play = await start();
    const { version } = play.committed.get(`coins/${TREASURY}`)!;
    const wei = HELD * GWEI;
    expect(await compare(play, HELD - 4n)).toEqual([
      {
        ...{ kind: 'difference', rail: 'base', currency: 'ETH', direction: 'OUT', amount: 4n },
        messageId: `coin/${TREASURY}/4/${version}`,
        reason: `${TREASURY} holds ${wei - 4n * GWEI} wei at block 4, and ${wei} wei by our transactions`,
      },
    ]);
  });

  it('leaves arrivals of less than a gwei to the rest that is not booked', async () => {
    const play = await start();
    for (const wei of [GWEI / 2n, GWEI - 1n, GWEI + 1n]) {
      play.chain.state.coins.set(TREASURY, HELD * GWEI + wei);
      await compareCoins(play.parts, TREASURY);
      expect([await play.told(), await gwei(play, 'treasury')]).toEqual([[], [HELD]]);
    }
    expect(await compare(play, HELD + 3n)).toMatchObject([{ booking: 'TOP_UP', amount: 1n }]);
  });

  it('is not booked if a transaction was sent after the block was read', async () => {
    const play = await start();
    play.chain.state.coins.set(TREASURY, HELD * GWEI + GWEI);
    const answers = ['EQUAL', 'BEHIND'] as const;
    let asked = 0;
    const concludedAt: typeof play.parts.concludedAt = async () => {
      asked += 1;
      return answers[asked - 1]!;
    };
    await compareCoins({ ...play.parts, concludedAt }, TREASURY);
    expect([asked, await play.told()]).toEqual([2, []]);
  });

  it('writes nothing if nothing has changed', async () => {
    const play = await start();
    const { version } = play.committed.get(`coins/${TREASURY}`)!;
    expect(await compare(play, HELD)).toEqual([]);
    expect(play.committed.get(`coins/${TREASURY}`)!.version).toBe(version);
  });

  it('is booked once, wherever another host comes in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start();
      play.chain.state.coins.set(TREASURY, (HELD + 5n) * GWEI);
      const other = () => compareCoins(play.parts, TREASURY);
      isReached = await play.interrupted(at, (parts) => compareCoins(parts, TREASURY), other);
      expect(await play.told()).toMatchObject([{ booking: 'TOP_UP', amount: 5n }]);
      expect(await gwei(play, 'treasury')).toEqual([HELD + 5n]);
    }
  });

  it('counts a transaction once, wherever another host concludes it in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start();
      // The block has the transaction already.
      play.chain.state.coins.set(TREASURY, (HELD - 3n) * GWEI);
      let isConcluded = false;
      const concludedAt: typeof play.parts.concludedAt = async () => (isConcluded ? 'EQUAL' : 'BEHIND');
      isReached = await play.interrupted(
        at,
        (parts) => compareCoins({ ...parts, concludedAt }, TREASURY),
        async () => {
          isConcluded = true;
          await conclude(play, PAYOUT, { gas: 3n });
        },
      );
      expect(await play.told()).toEqual([]);
      expect(await gwei(play, 'treasury')).toEqual([isReached ? HELD - 3n : HELD]);
    }
  });
});

describe('the coins at the first start', () => {
  it('make a top-up only from a gwei on', async () => {
    const play = treasuryParts();
    await play.run((records) => openTreasuryCoins(records, play.parts, GWEI - 1n, 4n));
    expect([await play.told(), await gwei(play, 'treasury')]).toEqual([[], [0n]]);
  });
});

describe('more than a page', () => {
  it('of fees are priced, with one rate for each currency', async () => {
    const play = await start();
    for (let serial = 1; serial <= 101; serial += 1)
      await conclude(play, { ...PAYOUT, key: `payout/${serial}` }, { gas: 1n, serial });
    const legs = await play.read((records) => unpricedLegs(records, play.parts.coin));
    expect(legs).toEqual(Array.from({ length: 101 }, () => ({ rail: 'base', currency: 'ETH', amount: -1n })));
    const asked: unknown[] = [];
    const rate: typeof play.parts.rateOf = async (...currencies) => {
      asked.push(currencies);
      return play.state.rate;
    };
    await priceFees({ ...play.parts, rateOf: rate });
    expect(asked).toEqual([['ETH', 'USDC']]);
    expect(await play.read(countUnpriced)).toBe(0);
    expect(await play.told()).toHaveLength(101);
  });

  it('of fees wait for a rate together', async () => {
    const play = await start();
    for (let serial = 1; serial <= 101; serial += 1)
      await conclude(play, { ...PAYOUT, key: `payout/${serial}` }, { gas: 1n, serial });
    play.state.rate = null;
    expect(await priceFees(play.parts)).toEqual(new Set(['USDC']));
    expect(await play.read(countUnpriced)).toBe(101);
  });

  it('of addresses have coins', async () => {
    const play = treasuryParts();
    for (let index = 0; index < 101; index += 1)
      await play.run((records) => depositCoins(records, play.parts, depositAddress(index)));
    const all = await play.read((records) => coinAddresses(records, 'deposits'));
    expect(all).toEqual(Array.from({ length: 101 }, (_, index) => ({ address: depositAddress(index), gwei: 0n })));
  });
});

describe('the price of a fee', () => {
  it('is recorded once, wherever another host comes in between', async () => {
    for (let at = 1, isReached = true; isReached; at += 1) {
      const play = await start();
      await conclude(play, PAYOUT, { gas: 3n });
      isReached = await play.interrupted(at, priceFees, () => priceFees(play.parts));
      expect(play.committed.get(`transactions/${hash(1)}`)).toMatchObject({ status: null, version: 2 });
      expect(await play.told()).toMatchObject([{ booking: 'NETWORK_FEE', amount: 3n }]);
    }
  });
});
