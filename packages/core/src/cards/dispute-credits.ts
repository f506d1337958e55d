import { CUSTOMERS, mustNotBeBlocked } from '../customers/index.js';
import {
  type Context,
  err,
  type IdSource,
  invalidFields,
  isId,
  ok,
  type Reads,
  type Result,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { costOf, TRANSACTIONS } from '../transactions/index.js';
import { isCardTransaction } from './card-books.js';
import { CARD_DISPUTES, type CardDispute, isSettled, isUndecided } from './card-dispute.js';
import { type CardRefund, refundsOf } from './card-refund.js';
import { allocate } from './allocate-return.js';
import { creditedOf } from './credited.js';
import { excessesOf } from './excess.js';
import { clearingOf } from './return-card.js';
import { bookDispute, type Disputed } from './dispute-step.js';
import { cannotCredit } from './surplus.js';
import { fundingAccount, withdrawProvisional } from './take.js';

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** An operator decides about the money of a dispute. */
export interface DecideDispute {
  readonly id: string;
  /** Why; stored in the log of operators. */
  readonly reason: string;
}

/** Smallest units; default: as much as is possible. */
export interface DecideAmount extends DecideDispute {
  readonly amount?: bigint | undefined;
}

/** What a decision would move now. */
export interface PlannedDispute {
  readonly dispute: CardDispute;
  readonly amount: bigint;
}

const needReason = (reason: string): Result<void> =>
  reason.trim() === '' ? invalidFields([{ field: 'reason', message: 'must say why' }]) : ok();

async function disputed(reads: Reads, { id, reason }: DecideDispute): Promise<Result<Disputed>> {
  const reasoned = needReason(reason);
  if (!reasoned.ok) return reasoned;
  const dispute = isId('CardDispute', id) ? await reads.get(CARD_DISPUTES, id) : null;
  if (dispute === null) return err('REFERENCE_NOT_FOUND', 'no such dispute');
  const transaction = await reads.get(TRANSACTIONS, dispute.transactionId);
  return transaction === null || !isCardTransaction(transaction)
    ? err('TRANSACTION_NOT_FOUND')
    : ok({ dispute, transaction });
}

/** The amount that an operator names, if it is possible. */
function amountUpTo(most: bigint, { currency }: CardDispute, amount: bigint | undefined, what: string): Result<bigint> {
  if (most <= 0n) return err('INVALID_STATE_TRANSITION', `there is nothing to ${what}`);
  const named = amount ?? most;
  return named > 0n && named <= most
    ? ok(named)
    : invalidFields([
        { field: 'amount', message: `must be at least 1 and at most ${most} (${amountText(most, currency)})` },
      ]);
}

type Planned = Disputed & { readonly amount: bigint };

async function planned(
  tx: Tx,
  ctx: Context,
  input: DecideAmount,
  decision: 'credit' | 'withdraw',
): Promise<Result<Planned>> {
  const found = await disputed(tx, input);
  if (!found.ok) return found;
  const { dispute, transaction } = found.value;
  const most = decision === 'credit' ? await creditable(tx, ctx, found.value) : await withdrawable(tx, found.value);
  if (!most.ok) return most;
  const what =
    decision === 'credit' ? 'credit: the account has got back or will get back what the use has cost' : 'withdraw';
  const amount = amountUpTo(most.value, dispute, input.amount, what);
  if (!amount.ok) return amount;
  const obstacle = decision === 'credit' ? await cannotCredit(tx, transaction, amount.value) : null;
  if (obstacle !== null) return err('USER_NOT_READY', obstacle);
  return ok({ dispute, transaction, amount: amount.value });
}

/** What the account can get provisionally: what the use has cost, as far as it is disputed. */
async function creditable(tx: Tx, ctx: Context, { dispute, transaction }: Disputed): Promise<Result<bigint>> {
  const paid = dispute.received - dispute.provisional;
  // What the network has paid for a dispute that was lost before can still be given to the customer.
  if (!isUndecided(dispute) && (dispute.status === 'WON' || paid <= 0n))
    return err('INVALID_STATE_TRANSITION', `the dispute is ${dispute.status}, so that nothing is provisional any more`);
  const holder = await tx.get(CUSTOMERS, dispute.customerId);
  if (holder === null || holder.isDeleted) return err('USER_NOT_FOUND', 'the cardholder was deleted');
  const free = mustNotBeBlocked(holder);
  if (!free.ok) return free;
  const { card } = transaction;
  if (card.pendingPulls > 0)
    return err('INVALID_STATE_TRANSITION', 'a pull from the account is not confirmed yet; try again in a minute');
  if (transaction.direction === 'CREDIT') return ok(0n);
  const refunds = await refundsOf(tx, transaction.id);
  const credited = await creditedOf(tx, ctx, transaction, refunds);
  const cost = costOf(card) - credited - (card.provisional ?? 0n);
  const returned = await returnedOf(tx, { dispute, transaction }, refunds);
  const left = (isUndecided(dispute) ? returned : min(returned, dispute.received)) - dispute.provisional;
  return ok(min(cost, left));
}

/** What the customer would get of a return of the disputed amount: nothing of an excess, which the service bears. */
async function returnedOf(tx: Tx, { dispute, transaction }: Disputed, refunds: readonly CardRefund[]): Promise<bigint> {
  const { card } = transaction;
  const excesses = (await excessesOf(tx, transaction, refunds)).map(({ exception: { id }, left }) => ({ id, left }));
  const named = await clearingOf(tx, transaction, refunds, dispute.clearingId ?? undefined);
  const { parts } = allocate(dispute.amount, { excesses, settled: card.settled - card.refunded }, named);
  return parts.reduce((sum, { of, amount }) => (of === 'SETTLED' ? sum + amount : sum), 0n);
}

async function withdrawable(tx: Tx, { dispute, transaction }: Disputed): Promise<Result<bigint>> {
  const account = await fundingAccount(tx, transaction.card.accountId);
  return account.status === 'CLOSED'
    ? err(
        'INVALID_STATE_TRANSITION',
        `${account.id} is closed and can pay nothing; write the dispute off once it has ended`,
      )
    : ok(dispute.provisional);
}

type Plan<I> = UseCase<I, PlannedDispute>;
type Ports = { readonly ids: IdSource };

const planOf =
  (decision: 'credit' | 'withdraw'): Plan<DecideAmount> =>
  async (tx, ctx, input) => {
    const plan = await planned(tx, ctx, input, decision);
    return plan.ok ? ok({ dispute: plan.value.dispute, amount: plan.value.amount }) : plan;
  };

export const planCredit = planOf('credit');
export const planWithdrawal = planOf('withdraw');

/**
 * Credits the account with a disputed amount until the dispute is decided. 404 REFERENCE_NOT_FOUND; 409
 * INVALID_STATE_TRANSITION once the dispute has ended, and if nothing is left to credit; 400 INVALID_INPUT for the amount
 * and without a reason; 403 USER_NOT_READY for a blocked customer and for a closed or full account.
 */
export const creditProvisionally =
  ({ ids }: Ports): UseCase<DecideAmount, CardDispute> =>
  async (tx, ctx, input) => {
    const plan = await planned(tx, ctx, input, 'credit');
    if (!plan.ok) return plan;
    const { amount, dispute, transaction } = plan.value;
    const { card } = transaction;
    const booked = await bookDispute(
      { tx, ctx, ids },
      plan.value,
      [['CARD_PROVISIONAL_CREDIT', amount]],
      { provisional: dispute.provisional + amount },
      { provisional: (card.provisional ?? 0n) + amount },
    );
    return booked.ok ? ok(booked.value.dispute) : booked;
  };

/**
 * Takes a provisional credit back, as a whole or in part: from the balance, also that of a frozen account; what it lacks
 * the account owes. 404 REFERENCE_NOT_FOUND; 409 INVALID_STATE_TRANSITION if the account is closed or has nothing
 * provisionally; 400 INVALID_INPUT for the amount and without a reason.
 */
export const withdrawCredit =
  ({ ids }: Ports): UseCase<DecideAmount, CardDispute> =>
  async (tx, ctx, input) => {
    const plan = await planned(tx, ctx, input, 'withdraw');
    if (!plan.ok) return plan;
    const { amount, dispute, transaction } = plan.value;
    const taken = await withdrawProvisional({ tx, ctx, ids }, transaction, dispute, amount);
    return taken.ok ? ok((await tx.get(CARD_DISPUTES, dispute.id))!) : taken;
  };

async function writable(reads: Reads, input: DecideDispute): Promise<Result<Disputed>> {
  const found = await disputed(reads, input);
  if (!found.ok) return found;
  const { dispute } = found.value;
  if (isUndecided(dispute))
    return err(
      'INVALID_STATE_TRANSITION',
      `the dispute is ${dispute.status}; only one that has ended can be written off`,
    );
  return isSettled(dispute) ? err('INVALID_STATE_TRANSITION', 'nothing of the dispute is left to write off') : found;
}

/** The amount is what the service would bear; below zero, what it would keep. */
export const planWriteOff: Plan<DecideDispute> = async (tx, _ctx, input) => {
  const found = await writable(tx, input);
  if (!found.ok) return found;
  const { dispute } = found.value;
  return ok({ dispute, amount: dispute.provisional - dispute.received });
};

/**
 * The service bears what is left of a dispute that has ended: the account keeps what it has provisionally, and what the
 * network has taken too much is a loss. What the network has paid too much is kept. 404 REFERENCE_NOT_FOUND; 409
 * INVALID_STATE_TRANSITION if it has not ended or nothing is left; 400 INVALID_INPUT without a reason.
 */
export const writeOffDispute =
  ({ ids }: Ports): UseCase<DecideDispute, CardDispute> =>
  async (tx, ctx, input) => {
    const found = await writable(tx, input);
    if (!found.ok) return found;
    const { dispute, transaction } = found.value;
    const { provisional, received, writtenOff } = dispute;
    const borne = provisional - received;
    const { card } = transaction;
    const booked = await bookDispute(
      { tx, ctx, ids },
      found.value,
      [
        ['CARD_DISPUTE_LOSS', borne > 0n ? borne : 0n],
        ['CARD_DISPUTE_GAIN', borne < 0n ? -borne : 0n],
      ],
      { received: 0n, provisional: 0n, writtenOff: writtenOff + borne },
      {
        provisional: (card.provisional ?? 0n) - provisional,
        kept: (card.kept ?? 0n) + provisional,
      },
    );
    return booked.ok ? ok(booked.value.dispute) : booked;
  };
