import { bookTogether, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  EXCEPTION,
  type ExceptionRecord,
  EXCEPTIONS,
  type Resolution,
  RESOLUTIONS,
  tellException,
} from '../exceptions/index.js';
import {
  type Context,
  type Digest,
  domainError,
  err,
  type Id,
  type IdSource,
  isId,
  ok,
  type Result,
  transition,
  type Tx,
  type Unit,
  type UseCase,
  update,
} from '../kernel/index.js';
import { lockBalance } from '../ledger/index.js';
import {
  answeredRecalls,
  bookedToOf,
  correctionsOf,
  DEPOSIT,
  DEPOSITS,
  retryRefund,
  retryReturn,
  stakeOf,
  TRANSACTIONS,
} from '../transactions/index.js';
import { type Action, type ApprovalAmounts, type Awaiting, awaitApproval, needsApproval } from './approvals.js';
import { type Operator, operatorText } from './operator.js';
import { movementOf, resolutionLines } from './resolution-lines.js';
import { ENTRY_OF, isBooked, ruleOf } from './resolutions.js';

export interface TreasuryPorts {
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly approvalAmounts: ApprovalAmounts;
}

export interface ResolveException {
  readonly exceptionId: string;
  readonly resolution: Resolution;
  /** The internal account that is credited, or taken from, where the resolution needs one. */
  readonly account?: string | undefined;
  readonly note?: string | undefined;
}

/** The same as it is kept, for approval too: null for what was not given. */
interface RecordedResolution extends Pick<ResolveException, 'exceptionId' | 'resolution'> {
  readonly account: string | null;
  readonly note: string | null;
}

/** What became of it: done, or waiting for a second person. */
export type Outcome<T> =
  | { readonly done: T; readonly awaiting: null }
  | { readonly done: null; readonly awaiting: Awaiting };

/**
 * Ends an exception in the way that the table of its kind allows (behaviour, "Exceptions"): the entry, the exception and
 * its event in one unit, once, whoever else resolves it at the same moment. Above the configured amount it waits for a
 * second person instead. 404 REFERENCE_NOT_FOUND; 409 INVALID_STATE_TRANSITION where it is resolved; 400 INVALID_INPUT
 * for a resolution that its kind does not have; those of `movementOf`.
 */
export const resolveException =
  (ports: TreasuryPorts): UseCase<ResolveException & { readonly by: Operator }, Outcome<ExceptionRecord>> =>
  async (tx, ctx, { by, exceptionId, resolution, account, note }) => {
    const input = { exceptionId, resolution, account: account ?? null, note: note ?? null };
    const planned = await plan(tx, ctx, input);
    if (!planned.ok) return planned;
    if (needsApproval(ports.approvalAmounts, planned.value.action)) {
      return ok({ done: null, awaiting: awaitApproval(tx, ctx, ports, planned.value.action, by) });
    }
    const resolved = await carryOut({ tx, ctx, ids: ports.ids }, planned.value.exception, input, by, null);
    return resolved.ok ? ok({ done: resolved.value, awaiting: null }) : resolved;
  };

/** The same for what a second person has approved. 409 CONFLICT where it would move something else by now. */
export async function resolveApproved(
  unit: Unit,
  action: Action,
  askedBy: Operator,
  approvedBy: Operator,
): Promise<Result<ExceptionRecord>> {
  const { tx, ctx } = unit;
  const input = action.input as RecordedResolution;
  const planned = await plan(tx, ctx, input);
  if (!planned.ok) return planned;
  if (planned.value.action.moves[0]!.amount !== action.moves[0]!.amount) {
    return err('CONFLICT', 'the amount has changed since it was asked for: ask again');
  }
  return carryOut(unit, planned.value.exception, input, askedBy, approvedBy);
}

/** Money that is no longer where the exception says that it waits. */
const GONE = domainError('CONFLICT', 'the money is not there any more');

interface Plan {
  readonly exception: ExceptionRecord;
  readonly action: Action;
}

async function plan(tx: Tx, ctx: Context, input: RecordedResolution): Promise<Result<Plan>> {
  const { exceptionId, resolution, account } = input;
  const exception = isId('Exception', exceptionId) ? await tx.get(EXCEPTIONS, exceptionId) : null;
  if (exception === null) return err('REFERENCE_NOT_FOUND', `there is no ${exceptionId}`);
  if (exception.status !== 'OPEN') return err('INVALID_STATE_TRANSITION', `${exceptionId} is ${exception.status}`);
  const rule = ruleOf(exception.kind, exception.reference, resolution);
  if (rule === null) {
    const allowed = RESOLUTIONS.filter((each) => ruleOf(exception.kind, exception.reference, each) !== null);
    return err('INVALID_INPUT', `resolution: ${exception.kind} is resolved by ${allowed.join(', ')}`);
  }
  const { currency } = exception;
  if (rule.does !== 'entry') {
    if (account !== null) return err('INVALID_INPUT', 'account: this resolution concerns no account');
    return ok({ exception, action: actionOf(input, [{ currency, amount: exception.amount }]) });
  }
  const standing = await stillAtStake(tx, ctx, exception);
  if (!standing.ok) return standing;
  await lockOwing(tx, exception);
  const movement = await movementOf(tx, exception, rule, account);
  if (!movement.ok) return movement;
  return ok({ exception, action: actionOf(input, [{ currency, amount: movement.value.amount }]) });
}

/**
 * What the rail or an operator has done since then is not done again: 409 CONFLICT for a recall of money that has gone
 * back meanwhile, and for a loss that was made good. The subject is written, so that what its rail says at the same
 * moment conflicts with this, and is decided on after it.
 */
async function stillAtStake(tx: Tx, ctx: Context, { kind, ...exception }: ExceptionRecord): Promise<Result<void>> {
  const isLoss = kind === 'RAIL_CONTRADICTION' && bookedToOf(exception.reference) === 'loss';
  if (kind !== 'RECALL' && !isLoss) return ok();
  const stake = await takeStake(tx, ctx, exception.subject);
  if (isLoss) {
    return stake.isRecovered ? err('CONFLICT', 'the loss was made good already: nothing is left to do') : ok();
  }
  if (stake.isReversed) return err('CONFLICT', 'the rail has taken the money back already: nothing is left to do');
  const recalled = await answeredRecalls(tx, exception.subject);
  return recalled > 0n && recalled + exception.amount > stake.amount
    ? err('CONFLICT', `${recalled} ${exception.currency} went back by recalls already, of ${stake.amount}`)
    : ok();
}

interface Stake {
  /** All of what came, smallest units. */
  readonly amount: bigint;
  readonly isReversed: boolean;
  readonly isRecovered: boolean;
}

async function takeStake(tx: Tx, ctx: Context, subject: string): Promise<Stake> {
  if (isId('Deposit', subject)) {
    const deposit = update(tx, ctx, DEPOSITS, (await tx.get(DEPOSITS, subject))!, {});
    return { amount: deposit.amount, isReversed: deposit.reversalId !== null, isRecovered: false };
  }
  const transaction = update(tx, ctx, TRANSACTIONS, (await tx.get(TRANSACTIONS, subject))!, {});
  const { fundingReversed, fundingRecovered } = correctionsOf(transaction);
  return { amount: stakeOf({ transaction }).amount, isReversed: fundingReversed, isRecovered: fundingRecovered };
}

/** A receivable changes behind the lock of its account alone, so that no credit settles what is decided on here. */
async function lockOwing(tx: Tx, { kind, subject }: ExceptionRecord): Promise<void> {
  if (kind !== 'RECEIVABLE_OVERDUE') return;
  const account = await tx.get(INTERNAL_ACCOUNTS, subject);
  if (account !== null && account.status !== 'CLOSED') await lockBalance(tx, account.id, GONE);
}

const actionOf = (input: RecordedResolution, moves: Action['moves']): Action => ({
  operation: 'resolveException',
  path: input.exceptionId,
  moves,
  input,
});

async function carryOut(
  unit: Unit,
  exception: ExceptionRecord,
  { resolution, account, note }: RecordedResolution,
  by: Operator,
  approvedBy: Operator | null,
): Promise<Result<ExceptionRecord>> {
  const { tx, ctx } = unit;
  const entryId = await act(unit, exception, resolution, account);
  if (!entryId.ok) return entryId;
  const resolved = transition(tx, ctx, EXCEPTION, EXCEPTIONS, exception, 'resolve', {
    resolution,
    resolvedBy: operatorText(by),
    approvedBy: approvedBy === null ? null : operatorText(approvedBy),
    resolvedAt: ctx.now,
    note,
    entryId: entryId.value,
  });
  if (!resolved.ok) return resolved;
  tellException(unit, resolved.value.row.emits, resolved.value.record);
  return ok(resolved.value.record);
}

async function act(
  unit: Unit,
  exception: ExceptionRecord,
  resolution: Resolution,
  named: string | null,
): Promise<Result<Id<'JournalEntry'> | null>> {
  const { tx, ctx } = unit;
  const rule = ruleOf(exception.kind, exception.reference, resolution)!;
  if (rule.does === 'nothing') return ok(null);
  if (rule.does === 'again') return tryAgain(unit, exception);
  const movement = await movementOf(tx, exception, rule, named);
  if (!movement.ok) return movement;
  const left = await leave(tx, ctx, exception);
  if (!left.ok) return left;
  if (!isBooked(resolution)) return ok(null);
  const lines = await resolutionLines(tx, exception, movement.value);
  const entry = { kind: ENTRY_OF[resolution], cause: exception.id, lines };
  const { account } = movement.value;
  const booked = await bookTogether(unit, [entry], account === null ? [] : [account], GONE);
  return booked.ok ? ok(booked.value[0]!) : booked;
}

/** A deposit that is decided on is in suspense no longer. */
async function leave(tx: Tx, ctx: Context, { kind, subject }: ExceptionRecord): Promise<Result<void>> {
  if (kind !== 'DEPOSIT_REFUSED' && kind !== 'DEPOSIT_HELD') return ok();
  const deposit = await tx.get(DEPOSITS, subject);
  if (deposit === null) return err('REFERENCE_NOT_FOUND', `there is no ${subject}`);
  const moved = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'resolve');
  return moved.ok ? ok() : moved;
}

async function tryAgain(unit: Unit, { kind, subject }: ExceptionRecord): Promise<Result<Id<'JournalEntry'> | null>> {
  const { tx } = unit;
  if (kind === 'REFUND_FAILED') {
    const transaction = await tx.get(TRANSACTIONS, subject);
    return transaction === null ? err('REFERENCE_NOT_FOUND') : retryRefund(unit, transaction);
  }
  const deposit = await tx.get(DEPOSITS, subject);
  if (deposit === null) return err('REFERENCE_NOT_FOUND', `there is no ${subject}`);
  const retried = retryReturn(unit, deposit);
  return retried.ok ? ok(null) : retried;
}
