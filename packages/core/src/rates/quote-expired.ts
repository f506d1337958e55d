import { err } from '../kernel/index.js';

/** 409 CONFLICT for a quote whose rate is no longer locked: it has expired, or was cancelled. */
export const quoteExpired = () =>
  err('CONFLICT', 'the quote is EXPIRED; create a new quote', { reason: 'QUOTE_EXPIRED' });
