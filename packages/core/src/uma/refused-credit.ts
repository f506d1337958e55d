import type { CreditObstacle } from '../accounts/index.js';
import { err, type Result } from '../kernel/index.js';

/**
 * The refusal of a payment whose account cannot be credited: 400 INVALID_RECEIVER if the account is closed, 400
 * AMOUNT_OUT_OF_RANGE with the sentence `full` if it cannot hold the amount.
 */
export const refusedCredit = (obstacle: CreditObstacle, full: string): Result<never> =>
  obstacle === 'CLOSED'
    ? err('INVALID_RECEIVER', 'the account of the receiver is closed')
    : err('AMOUNT_OUT_OF_RANGE', full);

/** What the payer's institution receives if the account of the receiver is full. */
export const SEND_LESS = 'the account of the receiver cannot hold the amount; send a smaller amount';
