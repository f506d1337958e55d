import { type CountedFilter, countedPayments, type CountedPayments } from '../figures/index.js';
import type { Cursors, Query, Result, TenantKey } from '../kernel/index.js';
import { findPayments } from './find-payments.js';
import { findAnywhere, type FoundRecord } from './find-record.js';
import { type AtBank, paymentsAtBank } from './payments-at-bank.js';
import { readTimeline, type TimelinePorts } from './read-timeline.js';
import { type FoundPayments, type PaymentFilter, searchPayments } from './search-payments.js';
import type { Payment, PaymentTimeline } from './timeline.js';

/** What operators ask about payments (docs/areas/payments.md). */
export interface PaymentsArea {
  /**
   * All that is known about the payment of an id, in order of time. 404 TRANSACTION_NOT_FOUND.
   *
   * @example
   * ```ts
   * const quote = await run(core.quotes.create, {
   *   source: { sourceType: 'ACCOUNT', accountId: dollars.id },
   *   destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
   *   lockedCurrencySide: 'SENDING',
   *   lockedCurrencyAmount: 100_000n, // 1,000.00 USD
   *   immediatelyExecute: true,
   * });
   * await core.work.drain();
   * const timeline = await core.payments.timeline(tenant, quote.id);
   * timeline.ok && timeline.value.entries[0]?.kind; // 'quote'
   * ```
   */
  timeline(tenant: TenantKey, id: string): Promise<Result<PaymentTimeline>>;
  /** Payments by filters, newest first. INVALID_INPUT for a cursor of another list. */
  readonly search: Query<PaymentFilter, FoundPayments>;
  /** The payments of a platform that a figure counts, as many as the figure. INVALID_INPUT for a cursor of another list. */
  readonly counted: Query<CountedFilter, CountedPayments>;
  /** The payments that an id, a reference, or an id of a rail names. */
  readonly find: Query<{ readonly text: string }, readonly Payment[]>;
  /** The payouts at banks of a customer, to an external account, or of the whole platform. */
  readonly atBank: Query<{ readonly subject?: string | undefined }, AtBank>;
  /** To whom an id belongs, over all tenants. */
  findAnywhere(id: string): Promise<readonly FoundRecord[]>;
}

export const paymentsArea = (
  ports: TimelinePorts & { readonly cursors: Cursors; readonly railNames: readonly string[] },
): PaymentsArea => ({
  timeline: readTimeline(ports),
  search: searchPayments(ports.cursors),
  counted: countedPayments(ports.cursors),
  find: findPayments(ports.railNames),
  atBank: paymentsAtBank,
  findAnywhere: findAnywhere(ports.units),
});
