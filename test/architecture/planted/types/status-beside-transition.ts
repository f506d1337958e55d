import { type Context, transition, type Tx } from '../kernel/index.js';
import { QUOTE, type Quote, QUOTES } from '../quotes/index.js';

/** Another status than the one that the machine gives. */
export const execute = (tx: Tx, ctx: Context, quote: Quote) =>
  transition(tx, ctx, QUOTE, QUOTES, quote, 'execute', { status: 'COMPLETED' });
