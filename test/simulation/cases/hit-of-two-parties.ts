// The clearance of the payment's own match ended its exception, although the match of the payee still held the payment.
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [] },
  { name: 'customers.create', args: [0, 790] },
  { name: 'sandbox.fund', args: [0, 0, 0, 270] },
  { name: 'screening.connect', args: [] },
  { name: 'travel-rule.pay', args: [] },
  { name: 'lists.match', args: [0, 0, 0, 400] },
  { name: 'lists.match', args: [0, 0, 0, 0, 0, 0, 467] },
  { name: 'payments.slow', args: [0, 559] },
  { name: 'customers.create', args: [] },
  { name: 'payments.slow', args: [0, 0, 0, 457] },
  { name: 'screening.clear', args: [0, 0, 417, 361, 175] },
] satisfies readonly Operation[];
