export * from './area.js';
export { invalidInEstimate, type WithdrawalEstimate, type WithdrawalEstimateRequest } from './estimate-withdrawal.js';
export { transferBooks, transferPayment } from './transfer.js';
export type { TransferOutRequest } from './transfer-out.js';
export { invalidInTransfer, type TransferRequest } from './transfer-request.js';
