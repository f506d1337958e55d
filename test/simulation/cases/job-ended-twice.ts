/** A host pauses in a job, which another host ends: the first one must not end it again. */
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [], faults: { outside: 3495, pause: 9 } },
  { name: 'time.advance', args: [] },
  { name: 'work.jobs', args: [], faults: { pause: 9 } },
  { name: 'time.advance', args: [0, 4] },
  { name: 'work.jobs', args: [] },
] satisfies readonly Operation[];
