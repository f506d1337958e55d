import type { OutboxEvent } from '../events/index.js';
import { type CurrencyCode, type Instant, instant, splitTenant, type TenantKey, timeOfId } from '../kernel/index.js';
import { correctionsOf, failedBecause, isUma, pulledFrom, railOf, type Transaction } from '../transactions/index.js';
import type { PaymentKind } from './figure.js';

/** What an event says about a payment. */
export interface Facts {
  readonly tenant: TenantKey;
  /** Host time at which the event was written. */
  readonly at: Instant;
  /** The same by the clock of the platform: in the sandbox its test clock, in production host time. */
  readonly ownAt: Instant;
  readonly kind: PaymentKind;
  readonly rail: string;
  readonly currency: CurrencyCode;
  readonly isAccepted: boolean;
  readonly outcome: Outcome | null;
  /** Whether an operator should see the payment end from now on (1) or no longer (-1), and since when. */
  readonly open: { readonly by: 1 | -1; readonly since: Instant } | null;
}

export type Outcome =
  /** `settleMs`: null if the payment was accepted and settled at once. */
  | { readonly what: 'settled'; readonly amount: bigint; readonly settleMs: number | null }
  | { readonly what: 'failed'; readonly reason: string }
  | { readonly what: 'returned' };

const PAYMENT_EVENT = /^(OUTGOING_PAYMENT|INCOMING_PAYMENT|CARD_TRANSACTION)\./;

const shown = (event: OutboxEvent): Transaction => event.snapshot as Transaction;
const isPayment = ({ type }: OutboxEvent): boolean => PAYMENT_EVENT.test(type);
const nameOf = ({ type }: OutboxEvent): string => type.slice(type.indexOf('.') + 1);

/**
 * Whether only the earlier events of the payment say what an event means. A card can be SETTLED, REFUNDED or in
 * EXCEPTION several times, a failed refund may have bounced or may not have been sent, and a completed one may have been
 * settled by an operator after it had failed.
 */
export function needsEarlier(event: OutboxEvent): boolean {
  if (!isPayment(event)) return false;
  const { type, version, settledAt, updatedAt, corrections } = shown(event);
  if (nameOf(event) === 'REFUND_COMPLETED') return true;
  if (nameOf(event) === 'REFUND_FAILED') return correctionsOf({ corrections }).refundBounces > 0;
  // The second version follows the authorization. A settlement sets its time.
  if (type !== 'CARD' || version <= 2) return false;
  if (nameOf(event) === 'SETTLED') return settledAt === null || settledAt === updatedAt;
  return nameOf(event) === 'EXCEPTION' || nameOf(event) === 'REFUNDED';
}

/**
 * Null if the event is about no payment. `history`: the events of the payment, which may be empty unless the event
 * `needsEarlier`.
 */
export function factsOf(event: OutboxEvent, history: readonly OutboxEvent[]): Facts | null {
  if (!isPayment(event)) return null;
  const payment = shown(event);
  const earlier = history.filter((former) => isPayment(former) && shown(former).version < payment.version);
  const isCard = payment.type === 'CARD';
  return {
    tenant: event.tenant,
    at: writtenAt(event),
    ownAt: splitTenant(event.tenant).environment === 'SANDBOX' ? event.createdAt : writtenAt(event),
    ...measureOf(payment),
    // The first version of a payment is shown by exactly one event.
    isAccepted: payment.version === 1,
    outcome: isCard ? cardOutcome(event, payment, earlier) : outcomeOf(event, payment),
    open: isCard ? null : openOf(event, payment, earlier),
  };
}

/** Host time, which the id has: the other times of an event are those of its platform. */
export const writtenAt = ({ id, createdAt }: OutboxEvent): Instant => timeOfId(id) ?? createdAt;

function measureOf(payment: Transaction): Pick<Facts, 'kind' | 'rail' | 'currency'> {
  const { type, sentCurrency, receivedCurrency, card } = payment;
  const currency = type === 'CARD' ? card!.currency : type === 'OUTGOING' ? sentCurrency! : receivedCurrency!;
  return { kind: kindOf(payment), rail: railOf(payment), currency };
}

export function kindOf(payment: Transaction): PaymentKind {
  switch (payment.type) {
    case 'CARD':
      return 'CARD';
    case 'OUTGOING':
      return payment.quoteId === null ? 'TRANSFER' : 'OUTGOING';
    case 'INCOMING':
      return pulledFrom(payment) === null ? 'INCOMING' : 'TRANSFER';
  }
}

/** Whether a payment is counted as open: what `openOf` says of all its events. */
export const isOpen = (payment: Transaction): boolean =>
  payment.type !== 'CARD' &&
  (payment.refundStatus === 'PENDING' ||
    (!isUma(payment) && (payment.status === 'PENDING' || payment.status === 'PROCESSING')));

function outcomeOf(event: OutboxEvent, payment: Transaction): Outcome | null {
  switch (nameOf(event)) {
    case 'COMPLETED': {
      const amount = (payment.type === 'INCOMING' ? payment.receivedAmount : payment.sentAmount)!;
      return { what: 'settled', amount, settleMs: payment.version === 1 ? null : settleMs(payment) };
    }
    case 'FAILED':
      return payment.settledAt === null ? { what: 'failed', reason: failedBecause(payment) } : { what: 'returned' };
    default:
      return null;
  }
}

/** In the tenant's time. Two hosts may differ, so that a payment would settle before it was accepted. */
const settleMs = ({ settledAt, updatedAt, createdAt }: Transaction): number =>
  Math.max(0, (settledAt ?? updatedAt) - createdAt);

/** The use of a card settles, fails or is returned once: when it is first shown in that state. */
function cardOutcome(event: OutboxEvent, payment: Transaction, earlier: readonly OutboxEvent[]): Outcome | null {
  const name = nameOf(event);
  const wasShown = (state: string): boolean => earlier.some((former) => nameOf(former) === state);
  if (wasShown(name)) return null;
  switch (name) {
    case 'SETTLED': {
      if (payment.version > 2 && !needsEarlier(event)) return null;
      const { settled: amount } = payment.card!;
      return amount === 0n
        ? { what: 'failed', reason: 'AUTHORIZATION_EXPIRED' }
        : { what: 'settled', amount, settleMs: settleMs(payment) };
    }
    case 'EXCEPTION':
      return wasShown('SETTLED') ? null : { what: 'failed', reason: 'CARD_EXCEPTION' };
    case 'REFUNDED':
      return { what: 'returned' };
    default:
      return null;
  }
}

/**
 * A payment is open while a rail has to collect or deliver it, or to send its refund. One that waits for its platform or
 * its payer, as a UMA receipt or an authorized card does, is not.
 */
function openOf(event: OutboxEvent, payment: Transaction, earlier: readonly OutboxEvent[]): Facts['open'] {
  const { version, settledAt } = payment;
  const began = (by: 1 | -1): Facts['open'] => ({ by, since: beganAt(payment) });
  const refunding = (by: 1 | -1): Facts['open'] => ({ by, since: refundBeganAt(payment) });
  switch (nameOf(event)) {
    case 'REFUND_PENDING':
      return refunding(1);
    case 'REFUND_COMPLETED':
      return lastOf(earlier) === 'REFUND_FAILED' ? null : refunding(-1);
    case 'REFUND_FAILED':
      return needsEarlier(event) && lastOf(earlier) === 'REFUND_COMPLETED' ? null : refunding(-1);
  }
  if (isUma(payment)) return null;
  switch (nameOf(event)) {
    case 'PENDING':
    case 'PROCESSING':
      return version === 1 ? began(1) : null;
    case 'COMPLETED':
      return version === 1 ? null : began(-1);
    case 'FAILED':
      return version === 1 || settledAt !== null ? null : began(-1);
    default:
      return null;
  }
}

/** The name of the latest of these events. A refund that has completed, or failed, is not open any more. */
function lastOf(earlier: readonly OutboxEvent[]): string | null {
  const last = earlier.reduce<OutboxEvent | null>(
    (latest, former) => (latest === null || shown(former).version > shown(latest).version ? former : latest),
    null,
  );
  return last === null ? null : nameOf(last);
}

/**
 * Every event of a payment must give the same time. In production, the time of its acceptance. A sandbox platform moves
 * its own clock, so there it is the time of the id, which a quote reserves when it is created.
 */
function beganAt({ id, tenant, createdAt }: Transaction): Instant {
  return splitTenant(tenant).environment === 'PRODUCTION' ? createdAt : (timeOfId(id) ?? createdAt);
}

/** A refund gets its reference when it begins, and a new one with each retry. */
const refundBeganAt = (payment: Transaction): Instant => timeOfId(payment.refundReference ?? '') ?? beganAt(payment);

const SLOT_MS = 300_000;
export const slotOf = (since: Instant): string => `${Math.floor(since / SLOT_MS)}`;
export const beginOf = (slot: string): Instant => instant(Number(slot) * SLOT_MS);
