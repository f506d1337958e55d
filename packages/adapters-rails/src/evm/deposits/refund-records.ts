import type { CurrencyCode } from '@corridor/core';
import type { RailRecord, RailRefundStatus, RailTelling, RailValue } from '@corridor/core/ports';
import type { Address } from '../nodes.js';

/** One record for each refund, by its reference. */
export const REFUNDS = 'deposit-refunds';
export const REFUND_KEY = 'refund/';

export type Result = 'completed' | 'failed';

export interface Refund {
  readonly token: Address | null;
  readonly currency: CurrencyCode;
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

export const refundIn = ({ value }: RailRecord): Refund => value as unknown as Refund;

/** A record is listed while core was not told (`TO_TELL`), and while the chain has not ended it (`OPEN`). */
export const contentOf = (refund: Refund) => ({
  status: refund.untold.length > 0 ? 'TO_TELL' : refund.result === null ? 'OPEN' : null,
  value: refund as unknown as RailValue,
});

/** Names of the rails between which a refund moves money. */
export interface RefundRails {
  readonly treasury: string;
  readonly deposits: string;
}

/** What the end of a refund changes, with the messages about it: they say the same when they are repeated. */
export function ended(
  rails: RefundRails,
  refund: Refund,
  reference: string,
  result: Result,
  reason: string | null,
): Partial<Refund> {
  const { reported, reports, untold } = refund;
  if (result === reported) return { result, reason };
  const messages = messagesAbout(rails, reference, refund, result, reason);
  return { result, reason, reported: result, reports: reports + 1, untold: [...untold, ...messages] };
}

function messagesAbout(
  rails: RefundRails,
  reference: string,
  { reported, reports, currency, amount }: Refund,
  result: Result,
  reason: string | null,
): readonly Message[] {
  const id = `${reference}/${reports + 1}`;
  const isPaid = result === 'completed';
  const rail = rails.deposits;
  const [from, to] = isPaid ? [rails.treasury, rail] : [rail, rails.treasury];
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
    currency,
    amount,
    note: isPaid ? `refund ${reference} from the treasury` : `refund ${reference} was not paid after all`,
  };
  return [end, moved];
}
