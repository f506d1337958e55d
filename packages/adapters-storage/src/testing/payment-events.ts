import type { Instant, TenantKey } from '@corridor/core';
import type { OutboxEvent } from '@corridor/core/records';

const HOUR_MS = 3_600_000;
const CURRENCIES = ['USD', 'EUR', 'MXN', 'GBP', 'INR'] as const;

/** A UUID of this time. */
function uuid(number: number, at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export interface PaymentSpread {
  readonly tenant: TenantKey;
  /** When the first payment is accepted. */
  readonly from: Instant;
  /** The payments are spread evenly over so many hours. Default: one. */
  readonly hours?: number;
  /** How many payments there are. */
  readonly of: number;
}

/**
 * The events of a payment: it is accepted, and then settles within seven minutes (94 of 100), fails (5) or stays open
 * (1). There are four rails and five currencies.
 */
export function paymentEvents(number: number, { tenant, from, hours = 1, of }: PaymentSpread): readonly OutboxEvent[] {
  const begin = from + Math.floor((number * hours * HOUR_MS) / of);
  const end = begin + ((number * 7919) % 4_000) * 100;
  const resource = `Transaction:${uuid(number, begin)}`;
  const first = {
    id: resource,
    tenant,
    version: 1,
    createdAt: begin,
    updatedAt: begin,
    type: 'OUTGOING',
    quoteId: 'Quote:1',
    source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1', currency: 'USD' },
    rail: `bank-${number % 4}`,
    fundingRail: null,
    sentAmount: 100n,
    sentCurrency: CURRENCIES[number % 5],
    settledAt: null as number | null,
    failureReason: null as string | null,
    cancelRequestedAt: null,
    refundReason: null,
    refundReference: null,
    corrections: null,
  };
  const at = (name: string, part: number, time: number, snapshot: typeof first): OutboxEvent => ({
    id: `Webhook:${uuid(number * 2 + part, time)}` as OutboxEvent['id'],
    tenant,
    version: 1,
    createdAt: time as Instant,
    updatedAt: time as Instant,
    type: `OUTGOING_PAYMENT.${name}` as OutboxEvent['type'],
    resource,
    snapshot,
    available: null,
    held: null,
    status: 'STORED',
    queuedAt: time as Instant,
    attempts: 0,
    nextAttemptAt: time as Instant,
    clockOffset: 0,
    leaseUntil: 0 as Instant,
    deliveredAt: null,
    lastError: null,
    tries: null,
    trace: null,
    salt: null,
    erasedDigest: null,
  });
  const accepted = at('PROCESSING', 0, begin, first);
  if (number % 100 === 0) return [accepted];
  const last = { ...first, version: 2, updatedAt: end };
  const isFailing = number % 20 === 1;
  return [
    accepted,
    isFailing
      ? at('FAILED', 1, end, { ...last, failureReason: 'ACCOUNT_INVALID' })
      : at('COMPLETED', 1, end, { ...last, settledAt: end }),
  ];
}
