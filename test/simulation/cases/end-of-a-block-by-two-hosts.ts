// A customer is blocked, although two operators ended it: of two hosts that receive the request to end a block, the
// second one answers that the form was sent before.
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [] },
  { name: 'cards.order', args: [] },
  { name: 'blocks.block', args: [] },
  { name: 'cards.use', args: [0, 0, 0, 388] },
  { name: 'sign-ins.end', args: [339], faults: { twin: 2 } },
] satisfies readonly Operation[];
