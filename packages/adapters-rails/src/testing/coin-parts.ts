import { type CurrencyCode, err, ok, rateOf } from '@corridor/core';
import type { RailStore } from '@corridor/core/ports';
import { seededRandom } from '@corridor/core/testing';
import { stored } from '../connections/stored.js';
import type { Address, EvmNodes } from '../evm/nodes.js';
import type { Intent, OutcomeHandler } from '../evm/sender.js';
import { concludedAt } from '../evm/sending/concluded.js';
import {
  compareCoins,
  concludeCoins,
  depositCoins,
  openTreasuryCoins,
  priceFees,
  undoCoins,
} from '../evm/treasury/coins.js';
import { followedDeposits } from '../evm/treasury/followed-deposits.js';
import type { TreasuryParts } from '../evm/treasury/parts.js';
import { legsOf, tellOpen } from '../evm/treasury/tellings.js';
import { evmLedger } from './evm-ledger.js';
import { payment, sendingParts, SIGNERS } from './sending-hosts.js';

export const GWEI = 1_000_000_000n;
export const [TREASURY, DEPOSIT] = SIGNERS as readonly [Address, Address];
export const RAILS = { treasury: 'base', deposits: 'base.deposits', cold: 'base.cold' };
export const railOf = (address: Address): string => (address === TREASURY ? RAILS.treasury : RAILS.deposits);
const MOST_FOR_GAS = 1000n * GWEI;

const unused = (): never => {
  throw new Error('coins do not need it');
};

/** The coins of a treasury and of a deposit address on the model of a chain, and the ledger that hears of them. */
export function coinParts({ confirmations }: { readonly confirmations: number }) {
  const handler: OutcomeHandler = {
    concluded: (...given) => concludeCoins(partsOf(sending.store, sending.chain.nodes), ...given),
    undone: undoCoins,
  };
  const handlers = { payout: handler, refund: handler, sweep: handler, gas: handler, cold: handler, fill: handler };
  const sending = sendingParts({ confirmations, maxFeePerGas: MOST_FOR_GAS, handlers });
  const { chain, clock, store } = sending;
  Object.assign(chain.state, { base: 10n * GWEI, tip: GWEI / 7n, coins: 1000n * 10n ** 18n });
  const ledger = evmLedger();
  const core = { hasRate: true, isDown: false };

  function partsOf(of: RailStore, nodes: EvmNodes): TreasuryParts {
    return {
      ...{ rails: RAILS, coin: 'ETH' as CurrencyCode, chainId: 31_337, treasury: TREASURY, cold: null, keep: null },
      tokens: [
        {
          ...{ currency: 'USDC' as CurrencyCode, address: `0x${'f1'.repeat(20)}` },
          ...{ authorization: null, minimum: 1n },
        },
      ],
      ...{ maxFeePerGas: MOST_FOR_GAS, ownAddresses: new Set(), multicall3: `0x${'ca'.repeat(20)}` },
      ...{ nodes, sender: sending.sender, store: of, clock, random: seededRandom('coins') },
      log: { info: () => {}, warn: () => {} },
      rateOf: async () => (core.hasRate ? rateOf(3n, 1000n) : null),
      ...{ depositSigner: unused, deposits: followedDeposits, concludedAt, isTold: unused, owed: unused },
    };
  }

  /** Compares both addresses, prices fees and tells the ledger, as a pass of the treasury does. */
  async function book(parts: TreasuryParts): Promise<void> {
    for (const address of [TREASURY, DEPOSIT]) await compareCoins(parts, address);
    await priceFees(parts);
    await tellOpen(parts.store, async (message) =>
      core.isDown ? err('SERVICE_UNAVAILABLE', 'the database is down') : ledger.tell(message),
    );
  }

  const parts = partsOf(store, chain.nodes);
  return {
    ...sending,
    ...{ ledger, core, parts, book },
    /** What the ledger has of an address when all differences are booked too, in gwei. */
    booked: (address: Address): bigint =>
      ledger.told
        .flatMap((each) => (each.kind === 'booking' || each.kind === 'difference' ? legsOf(each) : []))
        .filter(({ rail }) => rail === railOf(address))
        .reduce((sum, { amount }) => sum + amount, 0n),
    /** What is booked as arrived from outside at an address, in gwei. */
    arrived: (address: Address): bigint =>
      ledger
        .of('TOP_UP')
        .flatMap((each) => (each.kind === 'booking' && each.rail === railOf(address) ? [each.amount] : []))
        .reduce((sum, amount) => sum + amount, 0n),
    /** Records the coins of both addresses as a first start does. */
    async open(): Promise<void> {
      stored(
        await store.run(async (records) => {
          openTreasuryCoins(records, parts, chain.state.coins, 0n);
          await depositCoins(records, parts, DEPOSIT);
          return ok();
        }),
      );
    },
    /** The parts of a host of its own, as `sending.host`. */
    partsFor: (step: () => Promise<void>, isOffline: () => boolean): TreasuryParts =>
      partsOf(sending.database.storeFor(step), sending.nodesOf(step, isOffline)),
  };
}

/** The transfer `serial` of coins from the treasury to the deposit address, for the gas of a sweep. */
export const gasFor = (serial: number, gwei: bigint): Intent => ({
  ...payment(serial, TREASURY),
  ...{ key: `gas/${serial}`, purpose: 'gas', to: DEPOSIT, value: gwei * GWEI },
});
