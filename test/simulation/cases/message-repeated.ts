/** A card network repeats a clearing: it is booked once. */
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [] },
  { name: 'cards.order', args: [] },
  { name: 'work.jobs', args: [] },
  { name: 'cards.spend', args: [0, 0, 0, 0, 0, 139] },
  { name: 'cards.report', args: [] },
  { name: 'cards.repeat', args: [0, 4] },
] satisfies readonly Operation[];
