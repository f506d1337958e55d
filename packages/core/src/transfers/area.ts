import type { Context, PreparedUseCase, Result, UseCase } from '../kernel/index.js';
import type { Transaction } from '../transactions/index.js';
import { estimateWithdrawal, type WithdrawalEstimate, type WithdrawalEstimateRequest } from './estimate-withdrawal.js';
import type { TransferPorts } from './ports.js';
import { transferIn } from './transfer-in.js';
import { type PricedTransferOut, transferOut, type TransferOutRequest } from './transfer-out.js';
import type { TransferRequest } from './transfer-request.js';

/** Moves money in one currency between internal and external accounts of one owner (docs/areas/transfers.md). */
export interface TransfersArea {
  /** Collects from an external account. */
  readonly in: UseCase<TransferRequest, Transaction>;
  /** Pays out to an external account. */
  readonly out: PreparedUseCase<TransferOutRequest, PricedTransferOut, Transaction>;
  /** Asks the rail; stores nothing. */
  readonly estimateWithdrawal: (
    ctx: Context,
    request: WithdrawalEstimateRequest,
  ) => Promise<Result<WithdrawalEstimate>>;
}

export const transfersArea = (ports: TransferPorts): TransfersArea => ({
  in: transferIn(ports),
  out: transferOut(ports),
  estimateWithdrawal: estimateWithdrawal(ports),
});
