import { CURRENCIES } from '@corridor/core';

export const counted = CURRENCIES.length;
