/** A host pauses before it commits a step of a payment, which the other host takes: its change is of an older version. */
import type { Operation } from '../operation.js';

export default [
  { name: 'rails.stray-arrival', args: [], faults: { crash: 6 } },
  { name: 'work.events', args: [], faults: { crash: 18 } },
  { name: 'transfers.in-full', args: [] },
  { name: 'time.advance', args: [] },
  { name: 'work.steps', args: [], faults: { stall: 3 } },
  { name: 'work.steps', args: [0, 0, 543] },
] satisfies readonly Operation[];
