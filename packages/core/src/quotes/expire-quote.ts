import { type Result, transition, type Unit } from '../kernel/index.js';
import { type Quote, QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';

/** Expires a quote that was not executed. */
export const expireQuote = ({ tx, ctx }: Unit, quote: Quote): Result<unknown> =>
  transition(tx, ctx, QUOTE, QUOTES, quote, 'expire');
