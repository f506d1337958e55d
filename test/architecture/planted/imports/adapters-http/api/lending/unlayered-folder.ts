import { CURRENCIES } from '@corridor/core';

export const lendable = CURRENCIES;
