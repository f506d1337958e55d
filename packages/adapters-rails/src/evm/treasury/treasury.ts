import type { Instant } from '@corridor/core';
import type { RailHolding, RailRecords, RailWrites, TellCore } from '@corridor/core/ports';
import type { OutcomeHandler, Purpose } from '../sender.js';
import { compareCoins, concludeCoins, countUnpriced, priceFees, undoCoins } from './coins.js';
import { endSurplus, sendSurplus } from './cold.js';
import { countCredited, countHolders } from './holders.js';
import { holdingsOf } from './holdings.js';
import { movementProblems } from './movement-problems.js';
import { entryProblem, followedAt, followedBlock, followTreasury, openTreasury } from './movements.js';
import type { TreasuryListener, TreasuryParts } from './parts.js';
import { setProblems, treasuryProblems } from './problems.js';
import { endBatch, openAuthorizations, sweepByAuthorization } from './sweep-by-authorization.js';
import { endFunding, endGasSweep, openGasSweeps, sendingAddresses, sweepByGas } from './sweep-by-gas.js';
import { tellExcess } from './token-excess.js';
import { tellingCondition, tellOpen } from './tellings.js';

/** The service's own money on a chain: docs/rails/evm-treasury.md. */
export interface Treasury extends TreasuryListener {
  /** Tells what lies at the addresses at the first start. Nothing may be sent before. */
  open(): Promise<void>;
  /** Records what moved at the treasury, compares its coins, prices fees and tells core. */
  follow(tell: TellCore): Promise<void>;
  /** Moves credited money from deposit addresses to the treasury, and its surplus to the cold address. */
  sweep(): Promise<void>;
  /** The handlers of the sender: those of the other parts, and the treasury's own, which see the gas of each transaction. */
  handlers(others: Readonly<Record<'payout' | 'refund', OutcomeHandler>>): Readonly<Record<Purpose, OutcomeHandler>>;
  holdings(): Promise<readonly RailHolding[]>;
  /** Settles a problem that lasts until an operator has looked at it. False for an unknown key. */
  settle(records: RailWrites, problem: string): Promise<boolean>;
  condition(): Promise<{
    /** When blocks were last read. */
    readonly followedAt: Instant | null;
    readonly backlog: Readonly<Record<string, number>>;
    readonly problems: readonly string[];
  }>;
  /** Whether a sweep waits for its next step. */
  isSweeping(): Promise<boolean>;
  readonly sendingAddresses: typeof sendingAddresses;
}

const MOST_SHOWN = 20;

export function createTreasury(parts: TreasuryParts): Treasury {
  const { store } = parts;

  const withGas = (handler: OutcomeHandler): OutcomeHandler => ({
    async concluded(records, intent, outcome) {
      await concludeCoins(parts, records, intent, outcome);
      await handler.concluded(records, intent, outcome);
    },
    async undone(records, intent, outcome) {
      await undoCoins(records, intent, outcome);
      await handler.undone(records, intent, outcome);
    },
  });

  /** Core books the amount of a payment; what its token took beside it is a difference. */
  const paying = (handler: OutcomeHandler): OutcomeHandler =>
    withGas({
      async concluded(records, intent, outcome) {
        await handler.concluded(records, intent, outcome);
        await tellExcess(parts, records, intent, outcome);
      },
      async undone(records, intent, outcome) {
        await handler.undone(records, intent, outcome);
        await tellExcess(parts, records, intent, outcome, true);
      },
    });

  /** A transaction that left the chain is broadcast again, so only its coins are taken back until it is mined. */
  const ending = (concluded: OutcomeHandler['concluded']): OutcomeHandler =>
    withGas({ concluded, undone: async () => {} });

  return {
    open: () => openTreasury(parts),

    async follow(tell) {
      await followTreasury(parts);
      await compareCoins(parts, parts.treasury);
      const without = await priceFees(parts);
      await setProblems(
        store,
        'rates',
        [...without].map((currency) => `fees of the chain wait for a rate from ${parts.coin} to ${currency}`),
      );
      await tellOpen(store, tell);
    },

    async sweep() {
      if ((await store.read(followedBlock)) === null) return;
      const problems = [...(await sweepByAuthorization(parts)), ...(await sweepByGas(parts))];
      await setProblems(store, 'sweeps', problems);
      await sendSurplus(parts);
    },

    credited: (records, { amount, ...deposit }) => countCredited(parts, records, deposit, amount),

    handlers: ({ payout, refund }) => ({
      payout: paying(payout),
      refund: paying(refund),
      sweep: ending(async (records, { key }, { blockNumber }) => {
        if (!(await endGasSweep(records, key, blockNumber))) await endBatch(records, key);
      }),
      gas: ending((records, { key }, { blockNumber }) => endFunding(records, key, blockNumber)),
      cold: ending((records, { key, to }, { blockNumber }) => endSurplus(records, to, key, blockNumber)),
      fill: ending(async () => {}),
    }),

    holdings: () => holdingsOf(parts),

    settle: (records, problem) => movementProblems.close(records, problem),

    condition: () =>
      store.read(async (records) => {
        const tellings = await tellingCondition(records);
        const refused = await entryProblem(records, parts);
        return {
          followedAt: await followedAt(records),
          backlog: {
            'deposit addresses to sweep': await countHolders(records, 'DUE'),
            'sweeps under way': (await openAuthorizations(records)) + (await openGasSweeps(records)),
            'network fees to price': await countUnpriced(records),
            'messages to core': tellings.open,
          },
          problems: [
            ...(refused === null ? [] : [refused]),
            ...(await treasuryProblems(records)),
            ...(await movementProblems.list(records, MOST_SHOWN)),
            ...tellings.problems,
          ],
        };
      }),

    isSweeping: () =>
      store.read(async (records) => (await openAuthorizations(records)) + (await openGasSweeps(records)) > 0),

    sendingAddresses: (records: RailRecords) => sendingAddresses(records),
  };
}
