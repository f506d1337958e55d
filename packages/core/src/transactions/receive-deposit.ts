import { bookEntry, type InternalAccount } from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import { birth, domainError, newRecord, ok, type Result, splitTenant, type Unit } from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import { emitTransaction, type Transaction, TRANSACTIONS, UNSET } from './transaction.js';
import { INCOMING } from './transaction-states.js';

export interface ArrivedDeposit {
  readonly account: InternalAccount;
  /** The customer who owns the account; null for the platform's own account. */
  readonly owner: Customer | null;
  /** Smallest units of the account's currency. */
  readonly amount: bigint;
  /** Name of the rail by which the money arrived. */
  readonly rail: string;
}

/** Adds the completed INCOMING transaction of money that arrived for an account. The caller books it. */
export function incomingDeposit(unit: Unit, { account, owner, amount, rail }: ArrivedDeposit): Transaction {
  const { tx, ctx, ids } = unit;
  const { platformId } = splitTenant(ctx.tenant);
  const { currency } = account;
  const customerId = account.customerId ?? platformId;
  const row = birth(INCOMING, 'credit');
  const transaction: Transaction = {
    type: 'INCOMING',
    status: row.to,
    direction: 'CREDIT',
    customerId,
    platformCustomerId: owner?.platformCustomerId ?? platformId,
    destination: { destinationType: 'ACCOUNT', accountId: account.id, currency, onChainTransaction: null },
    ...newRecord(ids.next('Transaction'), ctx),
    ...UNSET,
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency },
    receiverIdentifier: account.id,
    receivedAmount: amount,
    receivedCurrency: currency,
    reference: account.reference,
    fundingRail: rail,
    settledAt: ctx.now,
  };
  tx.add(TRANSACTIONS, transaction);
  emitTransaction(unit, row.emits, transaction);
  return transaction;
}

/**
 * Credits money that arrived with the reference of an internal account, as a completed INCOMING transaction.
 * Errors: 403 USER_NOT_READY if the account is closed; 400 AMOUNT_OUT_OF_RANGE if it cannot hold the amount.
 */
export async function receiveDeposit(unit: Unit, deposit: ArrivedDeposit): Promise<Result<Transaction>> {
  const { account, amount, rail } = deposit;
  const { environment } = splitTenant(unit.ctx.tenant);
  const { currency } = account;
  const transaction = incomingDeposit(unit, deposit);
  const booked = await bookEntry(
    unit,
    {
      kind: 'DEPOSIT',
      cause: transaction.id,
      lines: [
        { account: chart.clearing(environment, rail, currency), amount: -amount },
        { account: chart.available(account.id, currency), amount },
      ],
    },
    [account],
    domainError('USER_NOT_READY', 'the account is closed'),
  );
  return booked.ok ? ok(transaction) : booked;
}
