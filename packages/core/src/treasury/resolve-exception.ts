import { bookTogether, INTERNAL_ACCOUNTS, watchReceivable } from '../accounts/index.js';
import {
  EXCEPTION,
  type ExceptionRecord,
  EXCEPTIONS,
  owedEntry,
  type Resolution,
  RESOLUTIONS,
  tellException,
} from '../exceptions/index.js';
import {
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
} from '../kernel/index.js';
import { type Line, lockBalance } from '../ledger/index.js';
import { type Operator, operatorText, type Planned } from '../operators/index.js';
import { DEPOSITS, retryRefund, retryReturn, TRANSACTIONS } from '../transactions/index.js';
import { followResolution, writeSubject } from './follow-resolution.js';
import { movedBy, type Movement, movementOf, resolutionLines } from './resolution-lines.js';
import { ENTRY_OF, isBooked, type Rule, ruleOf } from './resolutions.js';
import { openAmount } from './stake.js';
import { ruleNow } from './waiting.js';

export interface TreasuryPorts {
  readonly ids: IdSource;
}

/** Who requested an action, and the second operator who approved it, if one had to. */
export interface SignedBy {
  readonly by: Operator;
  readonly approvedBy?: Operator | null | undefined;
}

export interface ResolveException {
  readonly exceptionId: string;
  readonly resolution: Resolution;
  /** The internal account to credit or debit, if the resolution needs one. */
  readonly account?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * What a resolution is about to move. Refuses what `resolveException` refuses: 404 REFERENCE_NOT_FOUND; 409
 * INVALID_STATE_TRANSITION if the exception is resolved; 400 INVALID_INPUT for a resolution that its kind does not allow;
 * the errors of `movementOf`.
 */
export const planResolution: UseCase<ResolveException, Planned> = async (tx, _ctx, input) => {
  const planned = await plan(tx, input);
  if (!planned.ok) return planned;
  const { exception, moves, movement } = planned.value;
  const lines = movement === null ? null : await resolutionLines(tx, exception, movement);
  return ok({
    subject: exception.id,
    before: { status: exception.status },
    moves,
    ...(lines !== null && { books: bookedLines(lines) }),
  });
};

/** Lines as an operator sees them. */
export const bookedLines = (lines: readonly Line[]): NonNullable<Planned['books']> =>
  lines.map(({ account: { name, currency }, amount }) => ({ account: name, currency, amount }));

/**
 * Resolves an exception as the table of its kind allows (docs/areas/exceptions.md#resolutions): the entry, the
 * exception and its event are written in one unit of work; of concurrent resolutions one succeeds. The errors of
 * `planResolution`.
 */
export const resolveException =
  ({ ids }: TreasuryPorts): UseCase<ResolveException & SignedBy, ExceptionRecord> =>
  async (tx, ctx, input) => {
    const planned = await plan(tx, input);
    return planned.ok ? carryOut({ tx, ctx, ids }, planned.value, input) : planned;
  };

const GONE = domainError(
  'CONFLICT',
  'the account does not hold the amount, or the money has moved since the exception was opened; read its subject again',
);

interface Plan extends Pick<Planned, 'moves'> {
  readonly exception: ExceptionRecord;
  readonly rule: Rule;
  /** Null if the resolution books nothing. */
  readonly movement: Movement | null;
}

async function plan(tx: Tx, input: ResolveException): Promise<Result<Plan>> {
  const { exceptionId, resolution } = input;
  const account = input.account ?? null;
  const exception = isId('Exception', exceptionId) ? await tx.get(EXCEPTIONS, exceptionId) : null;
  if (exception === null) return err('REFERENCE_NOT_FOUND', `${exceptionId} does not exist`);
  if (exception.status !== 'OPEN')
    return err(
      'INVALID_STATE_TRANSITION',
      `${exceptionId} is ${exception.status}; only an OPEN exception can be resolved`,
    );
  const ruled = await ruleNow(tx, exception, resolution);
  if (!ruled.ok) return ruled;
  const rule = ruled.value;
  if (rule === null) {
    const allowed = RESOLUTIONS.filter((each) => ruleOf(exception.kind, exception.reference, each) !== null);
    return err('INVALID_INPUT', `resolution: must be one of ${allowed.join(', ')} for ${exception.kind}`);
  }
  const { currency } = exception;
  if (rule.does !== 'entry') {
    if (account !== null) return err('INVALID_INPUT', 'account: is not allowed for this resolution');
    return ok({ exception, rule, moves: [{ currency, amount: await openAmount(tx, exception) }], movement: null });
  }
  await lockOwing(tx, exception);
  const movement = await movementOf(tx, exception, rule, account);
  if (!movement.ok) return movement;
  return ok({ exception, rule, moves: [{ currency, amount: movement.value.amount }], movement: movement.value });
}

/** Locks the account of a receivable, so that no concurrent credit settles the debt that is being resolved. */
async function lockOwing(tx: Tx, { kind, subject }: ExceptionRecord): Promise<void> {
  if (kind !== 'RECEIVABLE_OVERDUE') return;
  const account = await tx.get(INTERNAL_ACCOUNTS, subject);
  if (account !== null && account.status !== 'CLOSED') await lockBalance(tx, account.id, GONE);
}

async function carryOut(
  unit: Unit,
  { exception, rule }: Plan,
  { resolution, account, note, by, approvedBy }: ResolveException & SignedBy,
): Promise<Result<ExceptionRecord>> {
  const { tx, ctx } = unit;
  const acted = await act(unit, exception, rule, { resolution, named: account ?? null });
  if (!acted.ok) return acted;
  const resolved = transition(tx, ctx, EXCEPTION, EXCEPTIONS, exception, 'resolve', {
    resolution,
    resolvedBy: operatorText(by),
    approvedBy: approvedBy ? operatorText(approvedBy) : null,
    resolvedAt: ctx.now,
    note: note ?? null,
    ...acted.value,
  });
  if (!resolved.ok) return resolved;
  tellException(unit, resolved.value.row.emits, resolved.value.record);
  return ok(resolved.value.record);
}

/** What a resolution wrote besides the exception. */
type Acted = Pick<ExceptionRecord, 'entryId' | 'moved'>;
const NOTHING_BOOKED: Acted = { entryId: null, moved: null };

async function act(
  unit: Unit,
  exception: ExceptionRecord,
  rule: Rule,
  { resolution, named }: { readonly resolution: Resolution; readonly named: string | null },
): Promise<Result<Acted>> {
  const { tx } = unit;
  if (rule.does === 'nothing') {
    if (exception.kind === 'RECEIVABLE_OVERDUE') watchReceivable(unit, owedEntry(exception.reference));
    return ok(NOTHING_BOOKED);
  }
  if (rule.does === 'again') {
    const again = await tryAgain(unit, exception);
    return again.ok ? ok({ entryId: again.value, moved: null }) : again;
  }
  const written = await writeSubject(unit, exception);
  if (!written.ok) return written;
  const movement = await movementOf(tx, exception, rule, named);
  if (!movement.ok) return movement;
  if (!isBooked(resolution)) return ok(NOTHING_BOOKED);
  const moved = movedBy(movement.value);
  const lines = await resolutionLines(tx, exception, movement.value);
  const entry = { kind: ENTRY_OF[resolution], cause: exception.id, lines };
  const { account } = movement.value;
  const booked = await bookTogether(unit, [entry], account === null ? [] : [account], GONE);
  if (!booked.ok) return booked;
  const followed = await followResolution(unit, exception, moved);
  return followed.ok ? ok({ entryId: booked.value[0]!, moved }) : followed;
}

async function tryAgain(unit: Unit, { kind, subject }: ExceptionRecord): Promise<Result<Id<'JournalEntry'> | null>> {
  const { tx } = unit;
  if (kind === 'REFUND_FAILED') {
    const transaction = await tx.get(TRANSACTIONS, subject);
    return transaction === null ? err('REFERENCE_NOT_FOUND') : retryRefund(unit, transaction);
  }
  const deposit = await tx.get(DEPOSITS, subject);
  if (deposit === null) return err('REFERENCE_NOT_FOUND', `${subject} does not exist`);
  const retried = retryReturn(unit, deposit);
  return retried.ok ? ok(null) : retried;
}
