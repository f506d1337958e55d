export * from './area.js';
export { invalidInEstimate, type WithdrawalEstimate, type WithdrawalEstimateRequest } from './estimate-withdrawal.js';
export { transferBooks, transferPayment } from './transfer.js';
export type { PricedTransferOut, TransferOutRequest } from './transfer-out.js';
export { askWithdrawalFee, NO_WITHDRAWAL_FEE, type WithdrawalFee, type WithdrawalFeePorts } from './withdrawal-fee.js';
export { type Endpoints, invalidInTransfer, readEndpoints, type TransferRequest } from './transfer-request.js';
