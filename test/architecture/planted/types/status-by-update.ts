import { type Context, type Tx, update } from '../kernel/index.js';
import { type Quote, QUOTES } from '../quotes/index.js';

/** A second place that sets a quote's status. */
export const complete = (tx: Tx, ctx: Context, quote: Quote): Quote =>
  update(tx, ctx, QUOTES, quote, { status: 'COMPLETED' });
