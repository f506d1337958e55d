// Card transaction (EXCEPTION fail EXCEPTION) was written after its event CARD_TRANSACTION.EXCEPTION: a clearing beyond
// the tolerance changes the transaction twice, and the simulation took the second change for the step of the state.
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [] },
  { name: 'sandbox.fund', args: [] },
  { name: 'sandbox.fund', args: [] },
  { name: 'sandbox.fund', args: [] },
  { name: 'cards.order', args: [] },
  { name: 'time.advance', args: [] },
  { name: 'work.jobs', args: [] },
  { name: 'cards.use', args: [] },
  { name: 'rails.reversal', args: [0, 0, 58] },
  { name: 'cards.use', args: [0, 0, 0, 349, 0, 935] },
  { name: 'cards.use', args: [] },
  { name: 'cards.spend', args: [0, 0, 0, 0, 539, 432] },
  { name: 'work.jobs', args: [] },
  { name: 'cards.message', args: [0, 0, 606, 0, 937, 539] },
] satisfies readonly Operation[];
