import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  Bug,
  type Clock,
  type Context,
  err,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import { payoutInstruction, readDelivery } from './delivery.js';
import { failAndRefund } from './fail-payment.js';
import { failPull } from './fail-pull.js';
import { type Payment, paymentOf, type PaymentPorts, readPayment } from './payment.js';
import { pullInstruction } from './pull-instruction.js';
import { getTransaction } from './read-transactions.js';
import { releaseHold } from './refund-payment.js';
import { heldOn, pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';

export interface CancelTransaction {
  readonly id: string;
  readonly reason?: string | undefined;
}

export type CancelPorts = PaymentPorts & { readonly clock: Clock };

/**
 * Cancels a payment that its rail has not carried out (docs/areas/transactions.md#cancel-a-payment). The payment
 * becomes FAILED with a refund for USER_CANCELLATION, which completes at once if the money was held here or not
 * collected yet. A payment that no rail has received is cancelled without a call. Otherwise the request is written
 * first and the rail decides; if a settlement commits before its answer, the settlement wins.
 * Errors: 404 TRANSACTION_NOT_FOUND, 409 TRANSACTION_NOT_CANCELLABLE, 500 SVC_SWITCH_ERROR if the rail does not answer or
 * fails. Then the request stays recorded, and the next status check finds the outcome.
 */
export function cancelTransaction(
  ports: CancelPorts,
): (ctx: Context, input: CancelTransaction) => Promise<Result<Transaction>> {
  const { units, clock } = ports;
  return async (ctx, input) => {
    const begun = await units.run(ctx.tenant, (tx) => beginCancellation(tx, ctx, ports, input));
    if (!begun.ok || begun.value.ask === null) return begun.ok ? ok(begun.value.transaction) : begun;
    const { leg, ask } = begun.value;
    const asked = await answerOf(ask);
    if (!asked.ok) return asked;
    if (asked.value === 'too-late') return TOO_LATE;
    const elapsed = (clock.now() - ctx.hostNow) / 1000;
    const later = { ...ctx, now: plusSeconds(ctx.now, elapsed), hostNow: plusSeconds(ctx.hostNow, elapsed) };
    return units.run(ctx.tenant, async (tx) => {
      const payment = await readPayment(tx, ports, input.id);
      // If the money was collected meanwhile, another rail now pays it out, and that rail was not asked to cancel.
      if (legOf(payment.transaction) === leg) return cancelled({ tx, ctx: later, ids: ports.ids }, payment);
      // A concurrent request, or the job that asks the rail, has booked the same answer before.
      return payment.transaction.refundReason === 'USER_CANCELLATION' ? ok(payment.transaction) : TOO_LATE;
    });
  };
}

const TOO_LATE = err(
  'TRANSACTION_NOT_CANCELLABLE',
  'the transaction has ended, its rail does not cancel payments, or it is too late for its rail to cancel it',
);

type Ask = () => Promise<'cancelled' | 'too-late'>;

/** A rail that does not answer or fails may still have cancelled the payment. */
async function answerOf(ask: Ask): Promise<Result<'cancelled' | 'too-late'>> {
  try {
    return ok(await ask());
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    return err('SVC_SWITCH_ERROR', 'the rail did not answer or failed; read the transaction later for the outcome');
  }
}

type Leg = 'pull' | 'payout';

/** The step that a rail works on; null if the payment is over or waits for something else. */
function legOf(transaction: Transaction): Leg | null {
  if (transaction.status === 'PENDING' && pulledFrom(transaction) !== null) return 'pull';
  return transaction.type === 'OUTGOING' && transaction.status === 'PROCESSING' ? 'payout' : null;
}

interface Begun {
  readonly transaction: Transaction;
  readonly leg: Leg;
  /** Null if the payment was cancelled without asking the rail. */
  readonly ask: Ask | null;
}

async function beginCancellation(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  input: CancelTransaction,
): Promise<Result<Begun>> {
  const found = await getTransaction(tx, ctx, input);
  if (!found.ok) return found;
  const leg = legOf(found.value);
  const name = leg === 'pull' ? found.value.fundingRail : found.value.rail;
  if (leg === null || name === null) return TOO_LATE;
  const rail = ports.rails.byName(name);
  if (!rail.capabilities.cancellable) return TOO_LATE;
  const asking = {
    cancelRequestedAt: found.value.cancelRequestedAt ?? ctx.now,
    cancelReason: input.reason ?? found.value.cancelReason,
  };
  const transaction = update(tx, ctx, TRANSACTIONS, found.value, asking);
  const submittedAt = leg === 'pull' ? transaction.pullSubmittedAt : transaction.submittedAt;
  if (submittedAt === null) {
    const done = await cancelled({ tx, ctx, ids: ports.ids }, await paymentOf(tx, ports, transaction));
    return done.ok ? ok({ transaction: done.value, leg, ask: null }) : done;
  }
  if (leg === 'pull') {
    const account = await accountOf(tx, pulledFrom(transaction)!);
    const instruction = pullInstruction(transaction, account, submittedAt);
    const cancel = rail.pulls?.cancel ?? null;
    return cancel === null ? TOO_LATE : ok({ transaction, leg, ask: () => cancel(instruction) });
  }
  const delivery = await readDelivery(tx, await paymentOf(tx, ports, transaction));
  const instruction = payoutInstruction(transaction, delivery, submittedAt);
  const cancel = rail.payouts?.cancel ?? null;
  return cancel === null ? TOO_LATE : ok({ transaction, leg, ask: () => cancel(instruction) });
}

async function accountOf(reads: Reads, id: string) {
  const account = await reads.get(EXTERNAL_ACCOUNTS, id);
  if (account === null) throw new Bug(`no external account ${id}`);
  return account;
}

async function cancelled(unit: Unit, payment: Payment): Promise<Result<Transaction>> {
  if (legOf(payment.transaction) === 'pull') return failPull(unit, payment, 'CANCELLED');
  const refunding = await failAndRefund(unit, payment, 'QUOTE_EXECUTION_FAILED', 'USER_CANCELLATION');
  if (!refunding.ok || heldOn(refunding.value) === null) return refunding;
  return releaseHold(unit, { ...payment, transaction: refunding.value });
}
