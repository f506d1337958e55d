import type { JobHandler, JobKind } from '../events/index.js';
import { err, isId, ok, type Query, type UnitOfWork, type UseCase } from '../kernel/index.js';
import { advancePayout } from './advance-payout.js';
import { createQuote, type QuotePorts, type QuoteRequest } from './create-quote.js';
import { type ExecuteQuote, executeQuote } from './execute-quote.js';
import { expireQuote } from './expire-quote.js';
import { type Quote, QUOTES } from './quote.js';
import { refundPayment } from './refund-payment.js';
import { returnDeposit } from './return-deposit.js';
import { sweepFees } from './sweep-fees.js';

type QuoteJobKind = Exclude<JobKind, `wallet.${string}`>;

export interface QuotesArea {
  readonly create: UseCase<QuoteRequest, Quote>;
  readonly execute: UseCase<ExecuteQuote, Quote>;
  readonly get: Query<{ readonly id: string }, Quote>;
  /** The work that waits in this area. */
  readonly handlers: { readonly [K in QuoteJobKind]: JobHandler };
}

export function quotesArea(ports: QuotePorts & { readonly units: UnitOfWork }): QuotesArea {
  return {
    create: createQuote(ports),
    execute: executeQuote(ports.ids),
    get: async (reads, _ctx, { id }) => {
      const quote = isId('Quote', id) ? await reads.get(QUOTES, id) : null;
      return quote === null ? err('QUOTE_NOT_FOUND') : ok(quote);
    },
    handlers: {
      'quote.expire': expireQuote(ports.units),
      'payout.submit': advancePayout(ports),
      'payout.check': advancePayout(ports),
      'refund.advance': refundPayment(ports),
      'suspense.return': returnDeposit(ports),
      'fees.sweep': sweepFees(ports.units, ports.ids),
    },
  };
}
