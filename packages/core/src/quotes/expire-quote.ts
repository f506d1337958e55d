import { finish, hasFailed, inSharedUnits, type Job, type JobHandler, type SharedWork } from '../events/index.js';
import { ok, transition, type UnitOfWork } from '../kernel/index.js';
import { type Quote, QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';

/** Expires quotes that were not executed. A quote in any other state is left as it is. */
export function expireQuote(units: UnitOfWork): JobHandler {
  const expire = inSharedUnits<Job, null>(units, expireAll, hasFailed);
  return async (ctx, job) => {
    const expired = await expire(ctx, job);
    return expired.ok ? ok() : expired;
  };
}

const expireAll: SharedWork<Job, null> = async (tx, pieces) => {
  const found = await tx.getMany(
    QUOTES,
    pieces.map(({ input }) => input.subject),
  );
  const quotes = new Map<string, Quote>(found.map((quote) => [quote.id, quote]));
  for (const { ctx, input: job } of pieces) {
    const quote = quotes.get(job.subject);
    if (quote?.status === 'PENDING' || quote?.status === 'PENDING_AUTHORIZATION') {
      const expired = transition(tx, ctx, QUOTE, QUOTES, quote, 'expire');
      if (!expired.ok) return expired;
    }
    finish(tx, job);
  }
  return ok(pieces.map(() => null));
};
