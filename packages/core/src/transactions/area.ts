import { forJobs, type JobHandler, type JobKind } from '../events/index.js';
import type { Context, Cursors, Page, PreparedUseCase, Query, Reads, Result, UseCase } from '../kernel/index.js';
import { advancePayout } from './advance-payout.js';
import { advancePull } from './advance-pull.js';
import {
  cancellation,
  checkCancellable,
  type CancelPorts,
  type CancelTransaction,
  cancelTransaction,
  type PreparedCancellation,
} from './cancel-transaction.js';
import { type ConfirmReceipt, confirmReceipt } from './confirm-receipt.js';
import { endHoldOfMatch } from './hold-end.js';
import { getTransaction, listTransactions, type TransactionFilter } from './read-transactions.js';
import { type Hear, hearRail } from './hear-rail.js';
import { readSuspense, type Suspended } from './read-suspense.js';
import { refundPayment } from './refund-payment.js';
import { returnDeposit } from './return-deposit.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

export type PaymentJobKind =
  | 'payout.submit'
  | 'payout.check'
  | 'pull.submit'
  | 'pull.check'
  | 'refund.advance'
  | 'suspense.return'
  | 'screening.hold-end';

export interface TransactionsArea {
  /**
   * A payment as it is now; amounts are in smallest units. 404 TRANSACTION_NOT_FOUND.
   *
   * @example
   * ```ts
   * const transfer = await run(core.transfers.out, {
   *   sourceId: dollars.id,
   *   destinationId: bankAccount.id,
   *   amount: 5_000n, // 50.00 USD
   * });
   * await core.work.drain();
   * const transaction = await read(core.transactions.get, { id: transfer.id });
   * [transaction.type, transaction.sentAmount]; // ['OUTGOING', 5_000n]
   * ```
   */
  readonly get: Query<{ readonly id: string }, Transaction>;
  readonly list: Query<TransactionFilter, Page<Transaction>>;
  readonly confirm: UseCase<ConfirmReceipt, Transaction>;
  /** Calls the rail between two units of work, so it is not a `UseCase`. */
  readonly cancel: (ctx: Context, input: CancelTransaction) => Promise<Result<Transaction>>;
  /** `cancel` in two steps, so that the answer under an idempotency key is stored with the effect. */
  readonly cancellation: PreparedUseCase<CancelTransaction, PreparedCancellation, Transaction>;
  /** Whether the rail of a payment can be asked to cancel it; the error says why not. It may be too late all the same. */
  readonly checkCancellable: Query<{ readonly id: string }, void>;
  /** Money in suspense, for the operator. */
  readonly suspense: Query<void, readonly Suspended[]>;
}

export function transactionsArea(ports: CancelPorts & { readonly cursors: Cursors }): {
  readonly useCases: TransactionsArea;
  /** Applies a message of a rail about a payment or a deposit of this tenant (see `Core.railTells`). */
  readonly hear: Hear;
  /** The jobs of all payments, of quotes and of transfers, and of deposits in suspense. */
  readonly handlers: { readonly [K in PaymentJobKind & JobKind]: JobHandler };
} {
  const useCases: TransactionsArea = {
    get: getTransaction,
    list: listTransactions(ports.cursors),
    confirm: confirmReceipt,
    cancel: cancelTransaction(ports),
    cancellation: cancellation(ports),
    checkCancellable: checkCancellable(ports),
    suspense: readSuspense(ports),
  };
  const background = forJobs(ports);
  const payouts = advancePayout(background);
  return {
    useCases,
    hear: hearRail(ports),
    handlers: {
      'payout.submit': payouts,
      'payout.check': payouts,
      'pull.submit': advancePull(background),
      'pull.check': advancePull(background),
      'refund.advance': refundPayment(background),
      'suspense.return': returnDeposit(background),
      'screening.hold-end': endHoldOfMatch(background),
    },
  };
}

/** States in which a transaction is open. A card transaction ends when nothing is reserved and nothing is missing. */
const OPEN = ['PENDING', 'PROCESSING', 'AUTHORIZED', 'PARTIALLY_SETTLED', 'EXCEPTION'] as const;

/** Whether a payment of this customer, or from or to this account, is open. */
export async function hasOpenTransactions(
  reads: Reads,
  of: { readonly customerId: string } | { readonly accountId: string },
): Promise<boolean> {
  for (const status of OPEN) {
    const { rows } = await reads.list(TRANSACTIONS, {
      where: 'customerId' in of ? { status, customerId: of.customerId } : { status },
      anyOf:
        'accountId' in of ? { columns: ['senderIdentifier', 'receiverIdentifier'], value: of.accountId } : undefined,
      order: 'desc',
      limit: 1,
      counted: false,
    });
    if (rows.length > 0) return true;
  }
  return false;
}
