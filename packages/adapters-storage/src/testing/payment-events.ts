import type { CurrencyCode, TenantKey } from '@corridor/core';
import type { OutboxEvent } from '@corridor/core/records';
import { ALICE, event, T0 } from './records.js';

const HOUR_MS = 3_600_000;

/** The digits of a UUID whose time is the `number`th second of a year. */
const uuid = (number: number, at: number): string => {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
};

const CURRENCIES = ['USD', 'EUR', 'MXN', 'GBP', 'INR'] as const;

/**
 * The events of a payment: accepted, and settled after some seconds, failed, or still open. Payments are spread evenly
 * over `hours`, with four rails and five currencies.
 */
export function paymentEvents(
  number: number,
  { of = 1, hours = 1, tenant = ALICE }: { readonly of?: number; readonly hours?: number; readonly tenant?: TenantKey } = {},
): readonly OutboxEvent[] {
  const begin = T0 + Math.floor((number * hours * HOUR_MS) / of);
  const end = begin + ((number * 7919) % 4_000) * 100;
  const resource = `Transaction:${uuid(number, begin)}`;
  const base = {
    id: resource,
    tenant,
    type: 'OUTGOING',
    quoteId: 'Quote:1',
    source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1', currency: 'USD' },
    rail: `bank-${number % 4}`,
    fundingRail: null,
    sentAmount: 100n,
    sentCurrency: CURRENCIES[number % 5] as string as CurrencyCode,
    createdAt: begin,
    updatedAt: begin,
    settledAt: null,
    failureReason: null,
    cancelRequestedAt: null,
    refundReason: null,
    refundReference: null,
    corrections: null,
    version: 1,
  };
  const at = (name: string, part: number, time: number, snapshot: object): OutboxEvent =>
    event(`Webhook:${uuid(number * 2 + part, time)}`, {
      tenant,
      resource,
      type: `OUTGOING_PAYMENT.${name}` as OutboxEvent['type'],
      snapshot,
    });
  const accepted = at('PROCESSING', 0, begin, base);
  if (number % 100 === 0) return [accepted];
  const later = { ...base, version: 2, updatedAt: end };
  return [
    accepted,
    number % 20 === 1
      ? at('FAILED', 1, end, { ...later, failureReason: 'ACCOUNT_INVALID' })
      : at('COMPLETED', 1, end, { ...later, settledAt: end }),
  ];
}
