import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type CurrencyCode, ok, rateOf } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { RailWrites } from '@corridor/core/ports';
import { fixedClock } from '@corridor/core/testing';
import { describe, expect, it } from 'vitest';
import { stored } from '../../connections/stored.js';
import { createSealer } from '../../custody/index.js';
import type { Address, Hex } from '../nodes.js';
import type { Intent, Outcome } from '../sender.js';
import {
  coinAddresses,
  compareCoins,
  concludeCoins,
  countUnpriced,
  currencyOf,
  depositCoins,
  gweiDown,
  gweiUp,
  openTreasuryCoins,
  ownTransaction,
  priceFees,
  undoCoins,
  unpricedLegs,
} from './coins.js';
import type { TreasuryParts } from './parts.js';
import { tellOpen, type Telling } from './tellings.js';

const GWEI = 1_000_000_000n;
const [TREASURY, DEPOSIT, OUTSIDE] = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
];
const [USDC, EURC] = ['f1', 'f2'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address];
const ETH = 'ETH' as CurrencyCode;
const HASH: Hex = `0x${'1'.repeat(64)}`;

/** The coins of a treasury with 100 gwei and of a deposit address, on a chain that the test writes. */
async function open() {
  const clock = fixedClock();
  const store = createRailStore(
    { units: createMemoryStorage().units, clock, sealer: createSealer(new Uint8Array(32)) },
    'SANDBOX',
    'base',
  );
  const chain = {
    block: 10n,
    balances: new Map<Address, bigint>(),
    isConcluded: true,
    rate: rateOf(1n, 3n) as unknown,
  };
  const parts = {
    ...{ rails: { treasury: 'base', deposits: 'base.deposits', cold: 'base.cold' }, coin: ETH, treasury: TREASURY },
    tokens: [
      { currency: 'USDC', address: USDC },
      { currency: 'EURC', address: EURC },
    ],
    nodes: {
      confirmed: async () => ({ number: chain.block }),
      balance: async (address: Address) => chain.balances.get(address) ?? 0n,
      transactionCount: async () => 1,
    },
    store,
    concludedAt: async () => (chain.isConcluded ? 'EQUAL' : 'BEHIND'),
    rateOf: async () => chain.rate,
  } as unknown as TreasuryParts;
  const run = async (work: (records: RailWrites) => void | Promise<void>): Promise<void> => {
    stored(await store.run(async (records) => ok(await work(records))));
  };
  /** The messages that core has not heard yet. */
  const told = async (): Promise<readonly Telling[]> => {
    const all: Telling[] = [];
    await tellOpen(store, async (message) => {
      all.push(message as Telling);
      return ok({ effect: 'APPLIED', subject: null });
    });
    return all;
  };
  await run(async (records) => {
    openTreasuryCoins(records, parts, 100n * GWEI + 5n, 3n);
    await depositCoins(records, parts, DEPOSIT);
  });
  const gwei = async (whose: 'treasury' | 'deposits') =>
    (await store.read((records) => coinAddresses(records, whose))).map((one) => one.gwei);
  return { ...{ store, chain, parts, run, told, gwei } };
}

const intent = (over: Partial<Intent> = {}): Intent => ({
  ...{ key: 'payout/1', purpose: 'payout', signer: TREASURY, to: USDC, data: '0x', value: 0n },
  ...over,
});
const outcome = (over: Partial<Outcome> = {}): Outcome => ({
  ...{ state: 'mined', transactionHash: HASH, blockNumber: 9n, gasPaid: 2n * GWEI + 1n, reason: null },
  ...over,
});
const GAS = intent({ key: 'gas/1', purpose: 'gas', to: DEPOSIT, value: 7n * GWEI });

describe('gwei', () => {
  it('are rounded up for a fee and down for a balance', () => {
    expect([0n, 1n, GWEI, GWEI + 1n].map(gweiUp)).toEqual([0n, 1n, 1n, 2n]);
    expect([0n, GWEI - 1n, GWEI, 2n * GWEI - 1n].map(gweiDown)).toEqual([0n, 0n, 1n, 1n]);
  });
});

describe('the coins of the treasury', () => {
  it('at the first start are a top-up of what it holds', async () => {
    const { told, gwei } = await open();
    expect(await told()).toEqual([
      {
        ...{
          kind: 'booking',
          booking: 'TOP_UP',
          rail: 'base',
          messageId: 'opening/ETH',
          currency: 'ETH',
          amount: 100n,
        },
        note: 'what the treasury held at the first start',
      },
    ]);
    expect([await gwei('treasury'), await gwei('deposits')]).toEqual([[100n], [0n]]);
  });

  it('pay the gas of a transaction once, at the rate of the currency of its token', async () => {
    const { parts, run, store, told, gwei } = await open();
    await told();
    await run((records) => concludeCoins(parts, records, intent(), outcome()));
    await run((records) => concludeCoins(parts, records, intent(), outcome({ gasPaid: 99n * GWEI })));
    expect(await gwei('treasury')).toEqual([97n]);
    const legs = () => store.read((records) => unpricedLegs(records, ETH));
    expect([await legs(), await store.read(countUnpriced)]).toEqual([
      [{ rail: 'base', currency: 'ETH', amount: -3n }],
      1,
    ]);
    expect(await store.read((records) => ownTransaction(records, HASH))).toMatchObject({
      ...{ purpose: 'payout', intent: 'payout/1', signer: TREASURY, fee: 3n, currency: 'USDC', isOnChain: true },
    });
    expect(await store.read((records) => ownTransaction(records, '0x2'))).toBeNull();
    expect(await priceFees(parts)).toEqual(new Set());
    expect(await priceFees(parts)).toEqual(new Set());
    expect([await legs(), await store.read(countUnpriced)]).toEqual([[], 0]);
    expect(await told()).toEqual([
      {
        ...{ kind: 'booking', booking: 'NETWORK_FEE', rail: 'base', messageId: `gas/${HASH}`, currency: 'ETH' },
        ...{ amount: 3n, note: 'gas of a transaction: payout', worth: { currency: 'USDC', amount: 1n } },
      },
    ]);
  });

  it('wait with a fee until there is a rate, and have none to tell for a transaction without a fee', async () => {
    const { chain, parts, run, store, told } = await open();
    await told();
    chain.rate = null;
    await run((records) => concludeCoins(parts, records, intent(), outcome()));
    const free = outcome({ transactionHash: `0x${'2'.repeat(64)}`, gasPaid: 0n });
    await run((records) => concludeCoins(parts, records, intent({ key: 'payout/2' }), free));
    expect(await store.read(countUnpriced)).toBe(1);
    expect(await priceFees(parts)).toEqual(new Set(['USDC']));
    expect(await told()).toEqual([]);
    chain.rate = rateOf(1n, 1n);
    expect(await priceFees(parts)).toEqual(new Set());
    expect(await told()).toHaveLength(1);
  });

  it('are not moved by an intent that was never sent', async () => {
    const { parts, run, gwei } = await open();
    const refused = outcome({ state: 'refused', transactionHash: null, gasPaid: 0n });
    await run((records) => concludeCoins(parts, records, GAS, refused));
    await run((records) => undoCoins(records, GAS, refused));
    expect(await gwei('treasury')).toEqual([100n]);
  });

  it('move to a deposit address for the gas of a sweep, and come back if that leaves the chain', async () => {
    const { chain, parts, run, told, gwei, store } = await open();
    await told();
    const balances = async () => [await gwei('treasury'), await gwei('deposits'), (await told()).length];
    await run((records) => concludeCoins(parts, records, GAS, outcome()));
    expect(await store.read((records) => coinAddresses(records, 'deposits'))).toEqual([{ address: DEPOSIT, gwei: 7n }]);
    expect(await told()).toEqual([
      {
        ...{ kind: 'booking', booking: 'TRANSFER', rail: 'base', to: 'base.deposits', messageId: `coin/${HASH}` },
        ...{ currency: 'ETH', amount: 7n, note: 'gas for a sweep' },
      },
    ]);
    expect(await balances()).toEqual([[90n], [7n], 0]);
    // It leaves the chain, and is mined again in another block: core hears of it once.
    for (let turn = 0; turn < 2; turn += 1) await run((records) => undoCoins(records, GAS, outcome()));
    await run((records) => concludeCoins(parts, records, GAS, outcome({ blockNumber: 12n })));
    expect(await balances()).toEqual([[90n], [7n], 0]);
    chain.block = 12n;
    chain.balances.set(TREASURY, 91n * GWEI + 4n).set(DEPOSIT, 7n * GWEI);
    for (const address of [TREASURY, DEPOSIT]) await compareCoins(parts, address);
    expect(await told()).toEqual([]);
  });

  it('do not move if the transaction reverts, or goes to its own sender', async () => {
    const { parts, run, told, gwei } = await open();
    await told();
    await run((records) => concludeCoins(parts, records, GAS, outcome({ state: 'reverted' })));
    const own = outcome({ transactionHash: `0x${'2'.repeat(64)}`, gasPaid: GWEI });
    await run((records) => concludeCoins(parts, records, intent({ to: TREASURY, value: 5n * GWEI }), own));
    expect([await gwei('treasury'), await gwei('deposits'), await told()]).toEqual([[96n], [0n], []]);
  });

  it('are recorded before anything is sent with them, and before they arrive', async () => {
    const { parts, run } = await open();
    await expect(
      run((records) => concludeCoins(parts, records, intent({ signer: OUTSIDE }), outcome())),
    ).rejects.toThrow('sent a transaction before its coins were recorded');
    await expect(run((records) => concludeCoins(parts, records, { ...GAS, to: OUTSIDE }, outcome()))).rejects.toThrow(
      'which has no record of them',
    );
  });
});

describe('the currency of a fee', () => {
  it('is that of the token that the intent calls or sweeps, and else of the first token', async () => {
    const { parts } = await open();
    const data: Hex = `0x00${EURC.slice(2)}`;
    const currencies = [
      intent({ to: EURC }),
      intent({ to: USDC }),
      intent({ to: OUTSIDE, purpose: 'sweep', data }),
      intent({ to: OUTSIDE, purpose: 'payout', data }),
      intent({ to: OUTSIDE, purpose: 'sweep' }),
    ].map((one) => currencyOf(parts, one));
    expect(currencies).toEqual(['EURC', 'USDC', 'EURC', 'USDC', 'USDC']);
  });
});

describe('the comparison with the chain', () => {
  const start = async () => {
    const play = await open();
    await play.told();
    play.chain.balances.set(TREASURY, 100n * GWEI + 5n);
    const compare = async (wei: bigint, block = 10n) => {
      play.chain.block = block;
      play.chain.balances.set(TREASURY, wei);
      await compareCoins(play.parts, TREASURY);
      return (await play.told()).map((one) => ({ ...one, messageId: one.messageId.replace(/\/\d+$/, '') }));
    };
    return { ...play, compare };
  };

  it('tells nothing if the balance is what is known', async () => {
    const { compare } = await start();
    expect(await compare(100n * GWEI + 5n)).toEqual([]);
    expect(await compare(100n * GWEI + 5n, 11n)).toEqual([]);
  });

  it('tells what arrived from outside as a top-up, once', async () => {
    const { compare, gwei } = await start();
    const more = 130n * GWEI + 5n;
    expect(await compare(more)).toMatchObject([{ kind: 'booking', booking: 'TOP_UP', rail: 'base', amount: 30n }]);
    expect([await compare(more, 11n), await gwei('treasury')]).toEqual([[], [130n]]);
  });

  it('tells what left without a transaction as a difference, rounded up', async () => {
    const { compare, gwei } = await start();
    expect(await compare(90n * GWEI)).toMatchObject([
      { kind: 'difference', rail: 'base', direction: 'OUT', currency: 'ETH', amount: 11n },
    ]);
    expect(await gwei('treasury')).toEqual([89n]);
    expect(await compare(90n * GWEI, 11n)).toEqual([]);
  });

  it('waits for a block that is not older than what is known, and with transactions that are all concluded', async () => {
    const { compare, chain, gwei } = await start();
    expect(await compare(130n * GWEI, 2n)).toEqual([]);
    chain.isConcluded = false;
    expect(await compare(130n * GWEI, 3n)).toEqual([]);
    expect(await gwei('treasury')).toEqual([100n]);
    chain.isConcluded = true;
    expect(await compare(130n * GWEI, 3n)).toHaveLength(1);
  });

  it('knows nothing of an address without a record', async () => {
    const { parts, told } = await start();
    await compareCoins(parts, OUTSIDE);
    expect(await told()).toEqual([]);
  });
});
