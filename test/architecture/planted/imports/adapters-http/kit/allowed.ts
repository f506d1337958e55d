import { CURRENCIES } from '@corridor/core';

export const allowed = CURRENCIES;
