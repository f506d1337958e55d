// "the ledger holds less for this payment than its records say": a host pauses before it books a reversal, which the
// other host books. The first one must find that it lost the race, not that the money is gone.
import type { Operation } from '../operation.js';

export default [
  { name: 'rails.stray-arrival', args: [] },
  { name: 'rails.reversal', args: [], faults: { stall: 2 } },
  { name: 'rails.reversal', args: [] },
] satisfies readonly Operation[];
