import { schedule } from '../events/index.js';
import {
  birth,
  type CurrencyCode,
  type Id,
  isId,
  newRecord,
  plusSeconds,
  splitTenant,
  type Unit,
} from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { scheduleToBegin } from './begin-attempt.js';
import { type Deposit, DEPOSIT, DEPOSITS, returnReference } from './deposit.js';
import { openForbidden, openHold, openStopped } from './hold-deposit.js';
import { NEVER_SHORT } from './shortfall.js';

export interface Unattributed {
  /** Name of the rail by which the money arrived. */
  readonly rail: string;
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
  /** The customer for whom the money came. Absent or null if it is unknown or the platform itself. */
  readonly ownerId?: string | null | undefined;
  /** The payment of another institution whose money it is: its parties are asked about before the money moves. */
  readonly cameFor?: Id<'Transaction'> | undefined;
  /** Seconds for which the money waits for an operator; absent or 0: it goes back at once. */
  readonly returnAfterSeconds?: number | undefined;
  /** Why the money must not be credited: it stays until an operator decides, and never goes back by itself. */
  readonly hold?: string | undefined;
  /** Whether a block keeps the money from being credited: it stays as with `hold`, and the platform is not told. */
  readonly isStopped?: boolean | undefined;
  /** Whether the money waits for the answer about its sender: it is kept, and nothing has to be decided. */
  readonly isAwaited?: boolean | undefined;
}

/**
 * Keeps money that matches no quote or account in suspense, and schedules its return by the rail of its arrival. Money
 * that waits first, or that must not be credited, opens an exception with which an operator decides about it.
 */
export async function receiveUnattributed(unit: Unit, money: Unattributed): Promise<Deposit> {
  const { tx, ctx, ids } = unit;
  const { rail, reference, currency, amount, returnAfterSeconds = 0, hold, ownerId } = money;
  const { isStopped = false, isAwaited = false, cameFor = null } = money;
  const waits = returnAfterSeconds > 0;
  const created = newRecord(ids.next('Deposit'), ctx);
  const isKept = waits || isStopped || isAwaited || hold !== undefined;
  const deposit: Deposit = {
    status: birth(DEPOSIT, isKept ? 'hold' : 'receive').to,
    rail,
    reference,
    currency,
    amount,
    ownerId: isId('Customer', ownerId ?? '') ? ownerId! : null,
    returnAs: isKept ? null : created.id,
    returnedAs: null,
    bounces: null,
    reversalId: null,
    creditedAs: null,
    cameFor,
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
  if (isAwaited) return deposit;
  if (isStopped) {
    await openStopped(unit, deposit);
    return deposit;
  }
  if (hold !== undefined) {
    await openForbidden(unit, deposit, hold);
    return deposit;
  }
  const job = { kind: 'suspense.return', subject: deposit.id } as const;
  if (waits) {
    schedule(unit, { ...job, dueAt: plusSeconds(ctx.hostNow, returnAfterSeconds) });
    await openHold(unit, deposit, plusSeconds(ctx.now, returnAfterSeconds));
  } else scheduleToBegin(unit, job, returnReference(deposit));
  return deposit;
}
