/**
 * An account becomes full after the invoice of a UMA payment: the settled money waits in suspense, with an exception.
 * An account becomes full before the invoice: there is none, and the payment fails.
 */
import type { Operation } from '../operation.js';

export default [
  { name: 'uma.receive-in-full', args: [] },
  { name: 'uma.receive-in-full', args: [0, 0, 0, 1] },
  { name: 'work.events', args: [] },
  { name: 'work.jobs', args: [] },
] satisfies readonly Operation[];
