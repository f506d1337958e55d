/** Two hosts look for work at the same time: each job has one holder. */
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [0, 878] },
  { name: 'sandbox.receive-uma', args: [0, 871] },
  { name: 'work.jobs-of-both', args: [] },
] satisfies readonly Operation[];
