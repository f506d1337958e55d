import { inOneUnit, type JobHandler } from '../events/index.js';
import { ok, transition, type UnitOfWork } from '../kernel/index.js';
import { QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';

/** Expires a quote that was not executed. A quote in any other state is left as it is. */
export function expireQuote(units: UnitOfWork): JobHandler {
  return inOneUnit(units, async (tx, ctx, job) => {
    const quote = await tx.get(QUOTES, job.subject);
    if (quote === null || (quote.status !== 'PENDING' && quote.status !== 'PENDING_AUTHORIZATION')) return ok();
    const expired = transition(tx, ctx, QUOTE, QUOTES, quote, 'expire');
    return expired.ok ? ok() : expired;
  });
}
