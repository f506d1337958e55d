import { Money } from '../money/index.js';

export const price = Money.of('USD', 100);
