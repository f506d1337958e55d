import { QUOTE } from '../quotes/quote-states.js';
import { CURRENCIES } from '../money/currency.js';

export const counted = QUOTE.transitions.length + CURRENCIES.length;
