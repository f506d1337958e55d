import type { Quote } from '../quotes/index.js';

export function complete(quote: Quote): void {
  quote.status = 'COMPLETED';
}
