import { CURRENCIES } from '@corridor/core';

export const currencies = CURRENCIES;
