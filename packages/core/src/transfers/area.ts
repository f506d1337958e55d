import type { Context, PreparedUseCase, Result, UseCase } from '../kernel/index.js';
import type { Transaction } from '../transactions/index.js';
import { estimateWithdrawal, type WithdrawalEstimate, type WithdrawalEstimateRequest } from './estimate-withdrawal.js';
import type { TransferPorts } from './ports.js';
import { transferIn } from './transfer-in.js';
import { type PricedTransferOut, transferOut, type TransferOutRequest } from './transfer-out.js';
import type { TransferRequest } from './transfer-request.js';

/** Moves money in one currency between internal and external accounts of one owner (docs/areas/transfers.md). */
export interface TransfersArea {
  /**
   * Collects from an external account.
   *
   * @example
   * ```ts
   * const transfer = await run(core.transfers.in, {
   *   sourceId: bankAccount.id,
   *   destinationId: dollars.id,
   *   amount: 5_000n, // 50.00 USD
   * });
   * await core.work.drain();
   * (await read(core.transactions.get, { id: transfer.id })).status; // 'COMPLETED'
   * ```
   */
  readonly in: UseCase<TransferRequest, Transaction>;
  /**
   * Pays out to an external account.
   *
   * @example
   * ```ts
   * const transfer = await run(core.transfers.out, {
   *   sourceId: dollars.id,
   *   destinationId: bankAccount.id,
   *   amount: 5_000n, // 50.00 USD
   * });
   * transfer.status; // 'PROCESSING'
   * ```
   */
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
