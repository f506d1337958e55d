import type { Resolution } from '../exceptions/index.js';
import type { ResolveException } from '../treasury/index.js';

let payments = 0;

/** What an operator says about the payment outside: another one for each PAID_ELSEWHERE, none for other resolutions. */
export function saidPayment(resolution: Resolution): Pick<ResolveException, 'bankReference' | 'valueDate'> {
  if (resolution !== 'PAID_ELSEWHERE') return {};
  payments += 1;
  return { bankReference: `payment ${payments}`, valueDate: '2026-01-15' };
}
