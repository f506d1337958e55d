/** A payment whose money operators sent back whole, and credited once more, is reversed: nothing is lost for it. */
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [0, 301] },
  { name: 'sandbox.fund', args: [0, 475] },
  { name: 'decisions.contradict', args: [0, 733, 0, 0, 0, 0, 0, 0, 0, 506, 0, 0, 785] },
  { name: 'decisions.contradict', args: [] },
  { name: 'decisions.resolve', args: [0, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 132] },
  { name: 'decisions.afterwards', args: [] },
  { name: 'decisions.resolve', args: [0, 941, 0, 0, 436, 0, 0, 0, 0, 0, 0, 0, 0, 0, 600] },
  { name: 'decisions.contradict', args: [307, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 976] },
  { name: 'decisions.resolve', args: [0, 85, 735] },
] satisfies readonly Operation[];
