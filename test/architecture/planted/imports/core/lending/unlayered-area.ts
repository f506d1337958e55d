import { CURRENCIES } from '../money/index.js';

export const lendable = CURRENCIES;
