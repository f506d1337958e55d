// A stablecoin operation has not ended: it is PENDING_PROVIDER. The platform has linked its account again with
// credentials that the issuer refuses later; the order waits until the platform links it with others.
import type { Operation } from '../operation.js';

export default [
  { name: 'customers.create', args: [] },
  { name: 'stablecoins.link', args: [0, 0, 453] },
  { name: 'stablecoins.register', args: [] },
  { name: 'stablecoins.trade', args: [] },
  { name: 'stablecoins.renew', args: [] },
  { name: 'stablecoins.trade', args: [], faults: { outside: 9902, twin: 1 } },
  { name: 'work.jobs', args: [] },
  { name: 'issuer.withdraw', args: [0, 0, 0, 0, 602] },
  { name: 'stablecoins.link', args: [0, 0, 435] },
] satisfies readonly Operation[];
