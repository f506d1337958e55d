/** A host pauses in a cancellation, which the other host carries out: the payment has failed once. */
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [] },
  { name: 'payments.slow', args: [0, 0, 0, 0, 261] },
  { name: 'transactions.cancel-open', args: [], faults: { pause: 2 } },
  { name: 'transactions.cancel-open', args: [] },
] satisfies readonly Operation[];
