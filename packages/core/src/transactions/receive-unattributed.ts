import { schedule } from '../events/index.js';
import { birth, type CurrencyCode, newRecord, splitTenant, type Unit } from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { type Deposit, DEPOSIT, DEPOSITS } from './deposit.js';
import { NEVER_SHORT } from './shortfall.js';

export interface Unattributed {
  /** Name of the rail by which the money arrived. */
  readonly rail: string;
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
}

/** Keeps money that matches no quote or account in suspense, and schedules its return by the rail of its arrival. */
export function receiveUnattributed(unit: Unit, money: Unattributed): Deposit {
  const { tx, ctx, ids } = unit;
  const { rail, reference, currency, amount } = money;
  const deposit: Deposit = {
    status: birth(DEPOSIT, 'receive').to,
    rail,
    reference,
    currency,
    amount,
    returnedAs: null,
    bounces: null,
    reversalId: null,
    ...newRecord(ids.next('Deposit'), ctx),
  };
  tx.add(DEPOSITS, deposit);
  post(
    unit,
    {
      kind: 'SUSPENSE_IN',
      cause: deposit.id,
      lines: [
        { account: chart.clearing(splitTenant(ctx.tenant).environment, rail, currency), amount: -amount },
        { account: chart.suspense(ctx.tenant, currency), amount },
      ],
    },
    NEVER_SHORT,
  );
  schedule(unit, { kind: 'suspense.return', subject: deposit.id, dueAt: ctx.hostNow });
  return deposit;
}
