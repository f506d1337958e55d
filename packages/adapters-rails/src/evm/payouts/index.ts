export type { PayoutPorts } from './payout-ports.js';
export { createPayouts, type Payouts } from './payouts.js';
export { screenTransfers } from './screen-transfers.js';
export { balanceCall, transferCall, transferIn } from '../token-transfer.js';
