// Refund (none start PENDING) has no event OUTGOING_PAYMENT.REFUND_PENDING: the account cannot take what was collected,
// and the simulation did not know that incoming payments emit events of their own for their refunds.
import type { Operation } from '../operation.js';

export default [{ name: 'transfers.in-full', args: [] }] satisfies readonly Operation[];
