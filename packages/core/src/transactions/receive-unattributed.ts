import { schedule } from '../events/index.js';
import { birth, type CurrencyCode, newRecord, plusSeconds, splitTenant, type Unit } from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { type Deposit, DEPOSIT, DEPOSITS } from './deposit.js';
import { openForbidden, openHold } from './hold-deposit.js';
import { NEVER_SHORT } from './shortfall.js';

export interface Unattributed {
  /** Name of the rail by which the money arrived. */
  readonly rail: string;
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
  /** Seconds for which the money waits for an operator; absent or 0: it goes back at once. */
  readonly returnAfterSeconds?: number | undefined;
  /** Why the money must not be credited: it stays until an operator decides, and never goes back by itself. */
  readonly hold?: string | undefined;
}

/**
 * Keeps money that matches no quote or account in suspense, and schedules its return by the rail of its arrival. Money
 * that waits first, or that must not be credited, opens an exception with which an operator decides about it.
 */
export async function receiveUnattributed(unit: Unit, money: Unattributed): Promise<Deposit> {
  const { tx, ctx, ids } = unit;
  const { rail, reference, currency, amount, returnAfterSeconds = 0, hold } = money;
  const returnsAt = plusSeconds(ctx.hostNow, returnAfterSeconds);
  const waits = returnAfterSeconds > 0;
  const created = newRecord(ids.next('Deposit'), ctx);
  const isKept = waits || hold !== undefined;
  const deposit: Deposit = {
    status: birth(DEPOSIT, isKept ? 'hold' : 'receive').to,
    rail,
    reference,
    currency,
    amount,
    returnAs: isKept ? null : created.id,
    returnedAs: null,
    bounces: null,
    reversalId: null,
    ...created,
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
  if (hold !== undefined) {
    await openForbidden(unit, deposit, hold);
    return deposit;
  }
  schedule(unit, { kind: 'suspense.return', subject: deposit.id, dueAt: returnsAt });
  if (waits) await openHold(unit, deposit, plusSeconds(ctx.now, returnAfterSeconds));
  return deposit;
}
