// stablecoin.advance has failed 40 times: an order that the issuer had said to be under way expired. The answer to a second
// submission of it, which said that the order waits for its money, had come after that answer.
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [] },
  { name: 'customers.create', args: [] },
  { name: 'returns.pay', args: [237], faults: { crash: 8 } },
  { name: 'returns.pay', args: [], faults: { crash: 5 } },
  { name: 'returns.pay', args: [], faults: { crash: 5 } },
  { name: 'stablecoins.link', args: [] },
  { name: 'customers.create', args: [] },
  { name: 'stablecoins.register', args: [] },
  { name: 'stablecoins.trade', args: [0, 0, 0, 0, 0, 857] },
  { name: 'stablecoins.register', args: [] },
  { name: 'work.steps', args: [37] },
  { name: 'stablecoins.trade', args: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 997] },
  { name: 'work.steps', args: [351, 861, 547] },
  { name: 'work.steps', args: [0, 0, 426] },
  { name: 'issuer.end-order', args: [0, 0, 0, 326] },
] satisfies readonly Operation[];
