/** A host pauses in a job, which another host takes over and puts off: the first one must not end it. */
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [] },
  { name: 'sandbox.receive-uma', args: [] },
  { name: 'work.jobs', args: [], faults: { pause: 10 } },
  { name: 'time.advance', args: [0, 5] },
  { name: 'work.jobs', args: [], faults: { crash: 11 } },
] satisfies readonly Operation[];
