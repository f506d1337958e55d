import { type Instant, ok } from '@corridor/core';
import type {
  FundingRefund,
  HeldPayments,
  RailRefundStatus,
  RailStore,
  RailWrites,
  TellCore,
} from '@corridor/core/ports';
import { decodeEvm } from '../../accounts/addresses.js';
import { stored } from '../../connections/stored.js';
import type { Address, EvmNodes } from '../nodes.js';
import type { EvmSender, HeldIntents, Intent, Outcome, OutcomeHandler } from '../sender.js';
import { transferCall } from '../token-transfer.js';
import type { Tokens } from './found-deposits.js';
import { contentOf, ended, type Refund, REFUND_KEY, refundIn, REFUNDS } from './refund-records.js';
import { tellRefunds } from './tell-refunds.js';

export { REFUND_KEY, refundIn, REFUNDS } from './refund-records.js';

const CHECK_AFTER_SECONDS = 15;

/** Refunds that wait unsigned in the sender are asked about again before they are signed; payouts are taken back. */
export const heldRefunds =
  (held: HeldPayments): HeldIntents =>
  async (intents) => {
    const keys = intents.flatMap(({ key, purpose }) => (purpose === 'refund' ? [key] : []));
    if (keys.length === 0) return new Set();
    const stopped = await held(keys.map((key) => key.slice(REFUND_KEY.length)));
    return new Set([...stopped].map((reference) => REFUND_KEY + reference));
  };

export interface RefundPorts {
  readonly nodes: EvmNodes;
  readonly sender: EvmSender;
  readonly store: RailStore;
  readonly tokens: Tokens;
  /** The address that pays refunds. */
  readonly treasury: Address;
  /** Names of the rails of the treasury and of the deposit addresses. */
  readonly treasuryRail: string;
  readonly rail: string;
  /** Why this address must not be paid; null if it may be. Throws if that is unknown. */
  readonly screen: (address: Address) => Promise<string | null>;
}

export interface Refunds {
  refund(refund: FundingRefund, now: Instant): Promise<RailRefundStatus>;
  readonly outcomes: OutcomeHandler;
  /** Tells core how refunds ended, and that the treasury has paid for the deposit addresses. */
  tell(tell: TellCore): Promise<void>;
  /** The number of refunds that were not mined yet. */
  open(): Promise<number>;
}

export function createRefunds(ports: RefundPorts): Refunds {
  const { nodes, sender, store, tokens, treasury, screen } = ports;
  const rails = { treasury: ports.treasuryRail, deposits: ports.rail };

  async function refund({ reference, currency, amount, arrival }: FundingRefund): Promise<RailRefundStatus> {
    const before = await store.read((records) => records.get(REFUNDS, reference));
    if (before !== null) return statusOf(refundIn(before));
    const bytes = decodeEvm(arrival?.remitter.account ?? '');
    const to = bytes === null ? null : (`0x${Buffer.from(bytes).toString('hex')}` as Address);
    const token = [...tokens].find(([, each]) => each === currency)?.[0] ?? null;
    const obstacle = await obstacleTo(to, token, currency);
    return stored(
      await store.run(async (records) => {
        const known = await records.get(REFUNDS, reference);
        if (known !== null) return ok(statusOf(refundIn(known)));
        // A refusal is stored as well: the same reference must not be paid after core has booked that it failed.
        const result = obstacle === null ? null : 'failed';
        const added: Refund = {
          ...{ token, currency, amount, result, reason: obstacle },
          ...{ reported: result, reports: 0, untold: [] },
        };
        records.add({ collection: REFUNDS, key: reference, ...contentOf(added) });
        if (obstacle === null) {
          const data = transferCall(to!, amount);
          const intent = {
            key: REFUND_KEY + reference,
            purpose: 'refund',
            signer: treasury,
            to: token!,
            data,
            value: 0n,
          } as const;
          await sender.add(records, intent);
        }
        return ok(statusOf(added));
      }),
    );
  }

  /** Why the money cannot be sent; null if it can. */
  async function obstacleTo(to: Address | null, token: Address | null, currency: string): Promise<string | null> {
    if (to === null) return 'the address of the sender is unknown';
    if (token === null) return `the connection has no contract for ${currency}`;
    const hit = await screen(to);
    if (hit !== null) return `the address of the sender must not be paid: ${hit}`;
    if (await nodes.hasCode(to, (await nodes.head()).number)) return 'the address of the sender is a contract';
    return null;
  }

  async function change(
    records: RailWrites,
    { key }: Intent,
    changes: (refund: Refund, reference: string) => Partial<Refund>,
  ): Promise<void> {
    const reference = key.slice(REFUND_KEY.length);
    const record = await records.get(REFUNDS, reference);
    if (record === null) throw new Error(`the refund ${key} is unknown`);
    const refund = refundIn(record);
    records.change(record, contentOf({ ...refund, ...changes(refund, reference) }));
  }

  return {
    refund,
    outcomes: {
      concluded: (records, intent, outcome) =>
        change(records, intent, (refund, reference) =>
          ended(rails, refund, reference, outcome.state === 'mined' ? 'completed' : 'failed', reasonOf(outcome)),
        ),
      undone: (records, intent) => change(records, intent, () => ({ result: null, reason: null })),
    },
    tell: (tell) => tellRefunds(store, tell),
    open: () => store.read((records) => records.count(REFUNDS, 'OPEN')),
  };
}

function statusOf({ result, reason }: Refund): RailRefundStatus {
  if (result === null) return { state: 'pending', checkAfterSeconds: CHECK_AFTER_SECONDS };
  return result === 'completed' ? { state: 'completed' } : { state: 'failed', reason: reason ?? 'it was not mined' };
}

const reasonOf = ({ state, reason }: Outcome): string | null => {
  if (state === 'mined') return null;
  return state === 'reverted'
    ? `the transaction reverted${reason === null ? '' : `: ${reason}`}`
    : (reason ?? 'the token refused the transfer');
};
