/** A host pauses in a delivery, which another host takes over and ends: the first one must not record its own. */
import type { Operation } from '../operation.js';

export default [
  { name: 'work.events', args: [], faults: { pause: 15 } },
  { name: 'time.advance', args: [0, 6] },
  { name: 'work.events', args: [] },
] satisfies readonly Operation[];
