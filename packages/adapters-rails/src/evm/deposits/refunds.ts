import { type Instant, ok } from '@corridor/core';
import type {
  FundingRefund,
  RailRecord,
  RailRefundStatus,
  RailStore,
  RailTelling,
  RailValue,
  RailWrites,
  TellCore,
} from '@corridor/core/ports';
import { decodeEvm } from '../../accounts/addresses.js';
import { stored } from '../../connections/stored.js';
import type { Address, EvmNodes, Hex } from '../nodes.js';
import type { EvmSender, Intent, Outcome, OutcomeHandler } from '../sender.js';
import type { Tokens } from './found-deposits.js';
import { TOLD_LATER } from './tell-deposits.js';

/** One record for each refund, by its reference. */
export const REFUNDS = 'deposit-refunds';
export const REFUND_KEY = 'refund/';
const CHECK_AFTER_SECONDS = 15;

type Result = 'completed' | 'failed';

interface Refund {
  readonly token: Address | null;
  readonly currency: string;
  readonly amount: bigint;
  /** What the chain says; null while it is under way. */
  readonly result: Result | null;
  /** For operators; of a failed refund. */
  readonly reason: string | null;
  /** The last result of which core hears or knows; null if there is none. */
  readonly reported: Result | null;
  /** How many results were reported. It makes the ids of the messages. */
  readonly reports: number;
  /** The messages that core has not taken, in their order. */
  readonly untold: readonly Message[];
}

type Message = Extract<RailTelling, { readonly kind: 'refund' | 'booking' }>;

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

export const refundIn = ({ value }: RailRecord): Refund => value as unknown as Refund;

/** A record is listed while core was not told (`TO_TELL`), and while the chain has not ended it (`OPEN`). */
const contentOf = (refund: Refund) => ({
  status: refund.untold.length > 0 ? 'TO_TELL' : refund.result === null ? 'OPEN' : null,
  value: refund as unknown as RailValue,
});

export function createRefunds(ports: RefundPorts): Refunds {
  const { nodes, sender, store, tokens, treasury, treasuryRail, rail, screen } = ports;

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
          const data = transferData(to!, amount);
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

  /** What the end of a refund changes, with the messages about it: they say the same when they are repeated. */
  function ended(refund: Refund, reference: string, result: Result, reason: string | null): Partial<Refund> {
    const { reported, reports, untold } = refund;
    if (result === reported) return { result, reason };
    const messages = messagesAbout(reference, refund, result, reason);
    return { result, reason, reported: result, reports: reports + 1, untold: [...untold, ...messages] };
  }

  function messagesAbout(
    reference: string,
    { reported, reports, currency, amount }: Refund,
    result: Result,
    reason: string | null,
  ): readonly Message[] {
    const id = `${reference}/${reports + 1}`;
    const isPaid = result === 'completed';
    const [from, to] = isPaid ? [treasuryRail, rail] : [rail, treasuryRail];
    const status: RailRefundStatus = isPaid
      ? { state: 'completed' }
      : { state: 'failed', reason: reason ?? 'the transaction was not mined' };
    const end: Message = { kind: 'refund', rail, messageId: `${id}/refund`, reference, status };
    if (!isPaid && reported === null) return [end];
    const moved: Message = {
      kind: 'booking',
      booking: 'TRANSFER',
      rail: from,
      to,
      messageId: `${id}/transfer`,
      currency: currency as never,
      amount,
      note: isPaid ? `refund ${reference} from the treasury` : `refund ${reference} was not paid after all`,
    };
    return [end, moved];
  }

  return {
    refund,
    outcomes: {
      concluded: (records, intent, outcome) =>
        change(records, intent, (refund, reference) =>
          ended(refund, reference, outcome.state === 'mined' ? 'completed' : 'failed', reasonOf(outcome)),
        ),
      undone: (records, intent) => change(records, intent, () => ({ result: null, reason: null })),
    },
    async tell(tell) {
      for (let after: RailRecord | undefined; ;) {
        const page = await store.read((records) => records.list(REFUNDS, { status: 'TO_TELL', limit: PAGE, after }));
        for (const record of page) await tellOne(record, tell);
        if (page.length < PAGE) return;
        after = page.at(-1);
      }
    },
    open: () => store.read((records) => records.count(REFUNDS, 'OPEN')),
  };

  async function tellOne(record: RailRecord, tell: TellCore): Promise<void> {
    const delivered = new Set<string>();
    for (const message of refundIn(record).untold) {
      const answer = await tell(message);
      // The next pass sends it again. A refusal for good does not hold up the transfer.
      if (!answer.ok && TOLD_LATER.has(answer.error.code)) break;
      delivered.add(message.messageId);
    }
    if (delivered.size === 0) return;
    stored(
      await store.run(async (records) => {
        const now = await records.get(REFUNDS, record.key);
        if (now === null) return ok();
        const refund = refundIn(now);
        records.change(
          now,
          contentOf({ ...refund, untold: refund.untold.filter((each) => !delivered.has(each.messageId)) }),
        );
        return ok();
      }),
    );
  }
}

const PAGE = 100;

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

/** The data of `transfer(address,uint256)`. */
const transferData = (to: Address, amount: bigint): Hex =>
  `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
