import { type Context, type Tx, update } from '../kernel/index.js';
import { type Quote, QUOTES } from '../quotes/index.js';

/** The price of a quote never changes after the insert. */
export const reprice = (tx: Tx, ctx: Context, quote: Quote): Quote =>
  update(tx, ctx, QUOTES, quote, { totalSendingAmount: 1n });
