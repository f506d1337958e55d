import { CURRENCIES } from './money/index.js';

export const counted = CURRENCIES.length;
