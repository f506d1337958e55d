import { Money } from '../money/index.js';

export const sum = Money.of('USD', 1n).plus(Money.of('EUR', 1n));
