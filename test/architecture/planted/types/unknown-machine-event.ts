import { type Context, transition, type Tx } from '../kernel/index.js';
import { QUOTE, type Quote, QUOTES } from '../quotes/index.js';

export const force = (tx: Tx, ctx: Context, quote: Quote) => transition(tx, ctx, QUOTE, QUOTES, quote, 'force');
