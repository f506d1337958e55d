/** A UMA payment is settled after its account became full: its money waits in suspense, with an exception. */
import type { Operation } from '../operation.js';

export default [
  { name: 'uma.receive-in-full', args: [] },
  { name: 'work.events', args: [] },
  { name: 'work.jobs', args: [] },
] satisfies readonly Operation[];
