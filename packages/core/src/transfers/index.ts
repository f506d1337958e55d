export * from './area.js';
export { invalidInEstimate, type WithdrawalEstimate, type WithdrawalEstimateRequest } from './estimate-withdrawal.js';
export { transferBooks, transferPayment } from './transfer.js';
export type { TransferOutRequest } from './transfer-out.js';
export { type Endpoints, invalidInTransfer, readEndpoints, type TransferRequest } from './transfer-request.js';
