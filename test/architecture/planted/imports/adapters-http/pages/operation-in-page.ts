import { serializeQuote } from '../api/quotes/serialize.js';

export const serialize = serializeQuote;
