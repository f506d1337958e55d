import type { Quote } from '../quotes/index.js';

export const price: Pick<Quote, 'totalSendingAmount'> = { totalSendingAmount: 100 };
