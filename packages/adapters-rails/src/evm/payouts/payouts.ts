import { ok, type Result } from '@corridor/core';
import {
  accountField,
  type HeldPayments,
  type PayoutFailure,
  type PayoutInstruction,
  type PayoutRail,
  type RailReleases,
  type TellCore,
} from '@corridor/core/ports';
import type { AccountInfo } from '@corridor/core/records';
import { decodeEvm } from '../../accounts/addresses.js';
import { stored } from '../../connections/stored.js';
import { type Address, NoQuorum } from '../nodes.js';
import type { OutcomeHandler } from '../sender.js';
import { listAll } from '../sending/sending-records.js';
import { problemsIn } from '../sending/sending-problems.js';
import { payoutOutcomes, payoutStatusOf } from './payout-outcomes.js';
import type { PayoutPorts } from './payout-ports.js';
import {
  addPayout,
  changePayout,
  end,
  intentKey,
  type NewPayout,
  type Payout,
  payoutOf,
  PAYOUTS,
} from './payout-records.js';
import { payoutReleases } from './payout-releases.js';
import { sendPayouts } from './send-payouts.js';
import { tellPayouts } from './tell-payouts.js';
import { isAmount } from '../token-transfer.js';

const ZERO: Address = `0x${'0'.repeat(40)}`;
const MOST_SHOWN = 20;

/** Payouts of the treasury: docs/rails/evm-payouts.md#payouts. */
export interface Payouts {
  readonly rail: PayoutRail;
  readonly releases: RailReleases;
  /** For the sender: what the outcomes of intents mean for payouts. */
  readonly outcomes: OutcomeHandler;
  /**
   * One pass: screens, holds, gives payouts to the sender except those that core holds, and tells core. Returns the seconds
   * until the next one.
   */
  run(tell: TellCore, held: HeldPayments): Promise<number>;
  condition(): Promise<{ readonly backlog: Readonly<Record<string, number>>; readonly problems: readonly string[] }>;
  /** What payouts that the sender does not have yet will take from a token, in smallest units. */
  waiting(token: Address): Promise<bigint>;
}

export function createPayouts(ports: PayoutPorts): Payouts {
  const { rail, entry, treasury, store, sender } = ports;
  const { network } = entry;
  const problems = problemsIn('payout-problems');
  const own: readonly (Address | null)[] = [
    ZERO,
    treasury,
    entry.treasury.cold,
    ...entry.tokens.map(({ address }) => address),
  ];

  /**
   * The address of an account that may be paid; null for one that is none. Money at the service's own addresses would be
   * counted as arrived as well as paid out; the zero address and the token's contract lose it.
   */
  async function payeeOf(account: AccountInfo): Promise<Address | null> {
    const text = accountField(account, 'address') ?? '';
    if (decodeEvm(text) === null) return null;
    const address = text.toLowerCase() as Address;
    return own.includes(address) || (await ports.isDepositAddress(address)) ? null : address;
  }

  const find = async (reference: string): Promise<Payout | null> => {
    const record = await store.read((records) => records.get(PAYOUTS, reference));
    return record === null ? null : payoutOf(record);
  };

  async function newPayout(
    instruction: PayoutInstruction,
  ): Promise<NewPayout & { readonly failure: PayoutFailure | null }> {
    const { reference, account, currency, amount } = instruction;
    const token = entry.tokens.find((each) => each.currency === currency);
    const to = await payeeOf(account);
    const isPayable = token !== undefined && to !== null && isAmount(amount);
    return {
      ...{ reference, currency, amount },
      token: token?.address ?? ZERO,
      to: to ?? ZERO,
      payee: payeeName(account),
      failure: isPayable ? null : 'ACCOUNT_INVALID',
    };
  }

  async function deliver(instruction: PayoutInstruction) {
    const known = await find(instruction.reference);
    if (known !== null) return payoutStatusOf(known, network);
    const { failure, ...payout } = await newPayout(instruction);
    const added = stored(
      await store.run(async (records) => {
        const record = await records.get(PAYOUTS, payout.reference);
        if (record !== null) return ok(payoutOf(record));
        return ok(addPayout(records, payout, failure === null ? 'WAITING' : 'FAILED', failure));
      }),
    );
    return payoutStatusOf(added, network);
  }

  async function cancel(instruction: PayoutInstruction) {
    const payout = await newPayout(instruction);
    const cancelled = stored(
      await store.run(async (records): Promise<Result<boolean>> => {
        const record = await records.get(PAYOUTS, payout.reference);
        if (record === null) {
          // It is stored, so that a submission that is still under way pays nothing.
          addPayout(records, payout, 'CANCELLED', null);
          return ok(true);
        }
        const before = payoutOf(record);
        if (before.state === 'CANCELLED') return ok(true);
        if (before.state === 'SENDING' && !(await sender.withdraw(records, intentKey(before), 'it was cancelled')))
          return ok(false);
        const after = changePayout(records, record, 'cancel', { countedOn: null });
        if (after !== null && before.state === 'SENDING') await end(records, before, false);
        return ok(after !== null);
      }),
    );
    return cancelled ? 'cancelled' : 'too-late';
  }

  return {
    rail: {
      submit: deliver,
      // A payout that is not stored is stored now: core has submitted it.
      status: deliver,
      cancel,
      lookUp: async (account, currency) =>
        entry.tokens.some((token) => token.currency === currency) && (await payeeOf(account)) !== null
          ? 'reachable'
          : 'unreachable',
    },

    releases: payoutReleases(ports),

    outcomes: payoutOutcomes({ rail, network }),

    async run(tell, held) {
      const found = new Map<string, string>();
      try {
        await sendPayouts(ports, held, found);
        await problems.replace(store, found);
      } catch (cause) {
        // Without a quorum nothing is known: payouts wait, and core learns all the same what was concluded.
        if (!(cause instanceof NoQuorum)) throw cause;
      }
      await tellPayouts(ports, tell);
      return entry.pollSeconds;
    },

    condition: () =>
      store.read(async (records) => ({
        backlog: {
          'payouts waiting': await records.count(PAYOUTS, 'WAITING'),
          'payouts waiting for a release': await records.count(PAYOUTS, 'HELD'),
          'payouts being sent': await records.count(PAYOUTS, 'SENDING'),
        },
        problems: await problems.list(records, MOST_SHOWN),
      })),

    waiting: (token) =>
      store.read(async (records) => {
        const queued = [
          ...(await listAll(records, PAYOUTS, 'WAITING', 10_000)),
          ...(await listAll(records, PAYOUTS, 'HELD', 10_000)),
        ].map(payoutOf);
        return queued.reduce((sum, payout) => (payout.token === token ? sum + payout.amount : sum), 0n);
      }),
  };
}

function payeeName({ beneficiary, ...account }: AccountInfo): string | null {
  const named = [beneficiary?.['fullName'], beneficiary?.['legalName'], account['accountHolderName']];
  return named.find((name): name is string => typeof name === 'string') ?? null;
}
