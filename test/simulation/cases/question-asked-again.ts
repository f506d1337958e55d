/** A card network asks for an authorization again: it has the first answer and no effect. */
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [0, 0, 0, 0, 198] },
  { name: 'wallets.delegate-card', args: [] },
  { name: 'sandbox.fund', args: [0, 0, 790, 155] },
  { name: 'work.jobs', args: [] },
  { name: 'cards.spend', args: [0, 0, 0, 0, 0, 139] },
  { name: 'cards.repeat', args: [] },
] satisfies readonly Operation[];
