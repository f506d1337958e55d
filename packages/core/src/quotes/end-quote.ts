import { emit, type EventTypeOf } from '../events/index.js';
import {
  err,
  type IdSource,
  isId,
  type Moved,
  ok,
  type Result,
  transition,
  type Unit,
  type UseCase,
} from '../kernel/index.js';
import { type Quote, QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';

/** Expires a quote that was not executed. */
export const expireQuote = (unit: Unit, quote: Quote): Result<Quote> =>
  emitted(unit, transition(unit.tx, unit.ctx, QUOTE, QUOTES, quote, 'expire'));

/**
 * Ends a quote that was not executed, as if it expired now. An expired quote stays as it is. 404 QUOTE_NOT_FOUND; 409
 * CONFLICT for a quote that was executed, or whose money has arrived.
 */
export const cancelQuote =
  ({ ids }: { readonly ids: IdSource }): UseCase<{ readonly id: string }, Quote> =>
  async (tx, ctx, { id }) => {
    const quote = isId('Quote', id) ? await tx.get(QUOTES, id) : null;
    if (quote === null) return err('QUOTE_NOT_FOUND');
    const unit = { tx, ctx, ids };
    switch (quote.status) {
      case 'PENDING':
      case 'PENDING_AUTHORIZATION':
        // Its payer may have the instructions already: money that arrives now goes back, as after the expiry.
        return quote.expiresAt <= ctx.now
          ? expireQuote(unit, quote)
          : emitted(unit, transition(tx, ctx, QUOTE, QUOTES, quote, 'cancel', { expiresAt: ctx.now }));
      case 'EXPIRED':
        return ok(quote);
      default:
        return err('CONFLICT', `the quote is ${quote.status}; cancel its transaction ${quote.transactionId} instead`);
    }
  };

function emitted(unit: Unit, moved: Result<Moved<Quote, EventTypeOf<'QUOTE'>>>): Result<Quote> {
  if (!moved.ok) return moved;
  const { row, record } = moved.value;
  if (row.emits !== null) emit(unit, { type: row.emits, resource: record.id, snapshot: record });
  return ok(record);
}
