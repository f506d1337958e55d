import { bookTogether, INTERNAL_ACCOUNTS, watchReceivable } from '../accounts/index.js';
import {
  EXCEPTION,
  type ExceptionRecord,
  EXCEPTIONS,
  type Moved,
  owedEntry,
  type Resolution,
  RESOLUTIONS,
  tellException,
} from '../exceptions/index.js';
import {
  Bug,
  type Context,
  domainError,
  err,
  type IdSource,
  invalidFields,
  isId,
  ok,
  type PreparedUseCase,
  type Result,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
  type Reads,
} from '../kernel/index.js';
import { type Line, lockBalance } from '../ledger/index.js';
import { type Operator, operatorText, type Planned } from '../operators/index.js';
import {
  askAboutKept,
  concludeRefund,
  DEPOSITS,
  type PaymentPorts,
  readPayment,
  repayLoss,
  resumeRefund,
  resumeReturn,
  retryRefund,
  retryReturn,
  type ScreenPorts,
  screens,
  TRANSACTIONS,
} from '../transactions/index.js';
import { checkBlocks, checkPinnedBlocks } from './blocked.js';
import { failHeldPayment, letGoOn } from './held-payment.js';
import { followResolution, writeSubject } from './follow-resolution.js';
import {
  attemptOf,
  type AttemptPorts,
  checkRetry,
  lookUpAttempt,
  type LookedUpAttempt,
  type Retry,
  retryAfter,
} from './look-up-attempt.js';
import { openRest } from './open-rest.js';
import { notePayment, type PaymentElsewhere, paymentErrors } from './paid-elsewhere.js';
import { movedBy, type Movement, movementOf, resolutionLines } from './resolution-lines.js';
import { ENTRY_OF, isBooked, type Rule, ruleOf } from './resolutions.js';
import { openAmount } from './stake.js';
import { mustNameItsMoney } from './subject-stake.js';
import { ruleNow } from './waiting.js';

export interface TreasuryPorts {
  readonly ids: IdSource;
}

export interface ResolvePorts extends TreasuryPorts, AttemptPorts, Pick<PaymentPorts, 'paymentsOf'> {
  readonly screened: ScreenPorts;
  readonly units: UnitOfWork;
}

/** Who requested an action, and the second operator who approved it, if one had to. */
export interface SignedBy {
  readonly by: Operator;
  readonly approvedBy?: Operator | null | undefined;
}

export interface ResolveException extends PaymentElsewhere {
  readonly exceptionId: string;
  readonly resolution: Resolution;
  /** The internal account to credit or debit, if the resolution needs one. */
  readonly account?: string | undefined;
  readonly note?: string | undefined;
  /**
   * The reference of a written statement of the bank that it did not pay the former attempt, for RETRIED while the rail
   * does not report it as failed. Requires a second operator. It is kept in the note of the exception.
   */
  readonly evidence?: string | undefined;
}

/** A resolution with what the rail says about the attempt that it would repeat. */
export interface PreparedResolution extends ResolveException {
  readonly former: LookedUpAttempt | null;
}

const preparedBy =
  (ports: ResolvePorts) =>
  async <I extends ResolveException>(ctx: Context, input: I): Promise<Result<I & PreparedResolution>> => {
    if (input.resolution === 'CREDITED') await askBeforeCredit(ports, ctx, input.exceptionId);
    if (input.resolution !== 'RETRIED') return ok({ ...input, former: null });
    const free = await ports.units.read(ctx.tenant, (reads) => mayAskAgain(reads, ctx, input.exceptionId));
    return free.ok ? ok({ ...input, former: await lookUpAttempt(ports, ctx, input.exceptionId) }) : free;
  };

/** Stores a question about money of an exception that may be credited, unless an answer counts. The unit that credits would lose it. */
async function askBeforeCredit({ units, ids, screened }: ResolvePorts, ctx: Context, id: string): Promise<void> {
  if (!screens(screened, ctx.tenant)) return;
  await units.run(ctx.tenant, async (tx) => {
    const exception = isId('Exception', id) ? await tx.get(EXCEPTIONS, id) : null;
    if (exception?.status === 'OPEN') await askAboutKept({ tx, ctx, ids }, screened, exception.subject);
    return ok();
  });
}

/** Money of a sender about whom no answer counts is not credited, also if the lists have changed since the question. */
async function checkSender(
  unit: Unit,
  { screened }: ResolvePorts,
  { subject }: ExceptionRecord,
): Promise<Result<void>> {
  if (!screens(screened, unit.ctx.tenant)) return ok();
  const clearance = await askAboutKept(unit, screened, subject);
  return clearance === 'GO'
    ? ok()
    : err(
        'CONFLICT',
        'the screening provider is asked about the sender of the money; resolve it again after the answer',
      );
}

/** A rail that has lost the former attempt may carry out what it is asked about, so it is not asked under a block. */
async function mayAskAgain(reads: Reads, { tenant }: Context, exceptionId: string): Promise<Result<void>> {
  const exception = isId('Exception', exceptionId) ? await reads.get(EXCEPTIONS, exceptionId) : null;
  if (exception?.status !== 'OPEN') return ok();
  const rule = await ruleNow(reads, exception, 'RETRIED');
  return rule.ok && rule.value !== null ? checkBlocks(reads, tenant, exception, rule.value, null) : ok();
}

/**
 * What a resolution is about to move. Refuses what `resolveException` refuses: 404 REFERENCE_NOT_FOUND; 409
 * INVALID_STATE_TRANSITION if the exception is resolved; 400 INVALID_INPUT for a resolution that its kind does not allow;
 * the errors of `movementOf`; for RETRIED those of `retryAfter`.
 */
export const planResolution = (
  ports: ResolvePorts,
): PreparedUseCase<ResolveException, PreparedResolution, Planned> => ({
  prepare: preparedBy(ports),
  async finish(tx, ctx, input) {
    const planned = await plan(tx, ctx, ports, input);
    if (!planned.ok) return planned;
    const { exception, moves, movement, retry } = planned.value;
    const lines = movement === null ? null : await resolutionLines(tx, exception, movement);
    const { former, evidence, resolution } = input;
    const needsSecond = evidence !== undefined || resolution === 'PAID_ELSEWHERE';
    return ok({
      subject: exception.id,
      before: {
        status: exception.status,
        ...(retry !== null && { formerAttempt: former?.reference ?? null, retry }),
      },
      moves,
      ...(lines !== null && { books: bookedLines(lines) }),
      ...(needsSecond && { approval: 'always' }),
    });
  },
});

/** Lines as an operator sees them. */
export const bookedLines = (lines: readonly Line[]): NonNullable<Planned['books']> =>
  lines.map(({ account: { name, currency }, amount }) => ({ account: name, currency, amount }));

/**
 * Resolves an exception as the table of its kind allows (docs/areas/exceptions.md#resolutions): the entry, the
 * exception and its event are written in one unit of work; of concurrent resolutions one succeeds. RETRIED asks the rail
 * first, outside of the unit. The errors of `planResolution`.
 */
export const resolveException = (
  ports: ResolvePorts,
): PreparedUseCase<ResolveException & SignedBy, PreparedResolution & SignedBy, ExceptionRecord> => ({
  prepare: preparedBy(ports),
  async finish(tx, ctx, input) {
    const planned = await plan(tx, ctx, ports, input);
    return planned.ok ? carryOut({ tx, ctx, ids: ports.ids }, ports, planned.value, input) : planned;
  },
});

const GONE = domainError(
  'CONFLICT',
  'the account does not hold the amount, or the money has moved since the exception was opened; read its subject again',
);

interface Plan extends Pick<Planned, 'moves'> {
  readonly exception: ExceptionRecord;
  readonly rule: Rule;
  /** Null if the resolution books nothing. */
  readonly movement: Movement | null;
  /** Null if the resolution does not send the money again. */
  readonly retry: Retry | null;
}

async function plan(tx: Tx, ctx: Context, ports: ResolvePorts, input: PreparedResolution): Promise<Result<Plan>> {
  const { exceptionId, resolution, evidence } = input;
  const account = input.account ?? null;
  const exception = isId('Exception', exceptionId) ? await tx.get(EXCEPTIONS, exceptionId) : null;
  if (exception === null) return err('REFERENCE_NOT_FOUND', `${exceptionId} does not exist`);
  if (exception.status !== 'OPEN')
    return err(
      'INVALID_STATE_TRANSITION',
      `${exceptionId} is ${exception.status}; only an OPEN exception can be resolved`,
    );
  const named = await mustNameItsMoney(tx, exception);
  if (!named.ok) return named;
  const ruled = await ruleNow(tx, exception, resolution);
  if (!ruled.ok) return ruled;
  const rule = ruled.value;
  if (rule === null) {
    const allowed = RESOLUTIONS.filter((each) => ruleOf(exception.kind, exception.reference, each) !== null);
    return err('INVALID_INPUT', `resolution: must be one of ${allowed.join(', ')} for ${exception.kind}`);
  }
  const errors = paymentErrors(ctx, input);
  if (errors.length > 0) return invalidFields(errors);
  const { currency } = exception;
  const again = rule.does === 'again';
  if (evidence !== undefined && !again) return err('INVALID_INPUT', 'evidence: is allowed only for RETRIED');
  if (rule.does !== 'entry') {
    if (account !== null) return err('INVALID_INPUT', 'account: is not allowed for this resolution');
    const retry = again ? retryAfter(await attemptOf(tx, ports, exception), input.former, evidence) : ok(null);
    if (!retry.ok) return retry;
    const possible = retry.value === 'repeat' ? await checkRetry(tx, exception) : ok();
    if (!possible.ok) return possible;
    const free = retry.value === 'resume' ? ok() : await checkPinnedBlocks(tx, ctx.tenant, exception, rule, null);
    if (!free.ok) return free;
    const moves = [{ currency, amount: await openAmount(tx, exception) }];
    return ok({ exception, rule, moves, movement: null, retry: retry.value });
  }
  await lockOwing(tx, exception);
  const movement = await movementOf(tx, exception, rule, account);
  if (!movement.ok) return movement;
  const free = await checkPinnedBlocks(tx, ctx.tenant, exception, rule, movement.value.account);
  if (!free.ok) return free;
  const known = resolution === 'CREDITED' ? await checkSender({ tx, ctx, ids: ports.ids }, ports, exception) : ok();
  if (!known.ok) return known;
  return ok({
    exception,
    rule,
    moves: [{ currency, amount: movement.value.amount }],
    movement: movement.value,
    retry: null,
  });
}

/** Locks the account of a receivable, so that no concurrent credit settles the debt that is being resolved. */
async function lockOwing(tx: Tx, { kind, subject }: ExceptionRecord): Promise<void> {
  if (kind !== 'RECEIVABLE_OVERDUE') return;
  const account = await tx.get(INTERNAL_ACCOUNTS, subject);
  if (account !== null && account.status !== 'CLOSED') await lockBalance(tx, account.id, GONE);
}

async function carryOut(
  unit: Unit,
  ports: ResolvePorts,
  { exception, rule, retry }: Plan,
  input: PreparedResolution & SignedBy,
): Promise<Result<ExceptionRecord>> {
  const { tx, ctx } = unit;
  const { resolution, account, note, evidence, former, by, approvedBy } = input;
  const acted =
    retry === null
      ? await act(unit, ports, exception, rule, { resolution, named: account ?? null })
      : await sendAgain(unit, ports, exception, retry === 'resume' ? former!.reference : null);
  if (!acted.ok) return acted;
  const resolved = transition(tx, ctx, EXCEPTION, EXCEPTIONS, exception, 'resolve', {
    resolution,
    resolvedBy: operatorText(by),
    approvedBy: approvedBy ? operatorText(approvedBy) : null,
    resolvedAt: ctx.now,
    note: resolutionNote(note, evidence),
    ...acted.value,
  });
  if (!resolved.ok) return resolved;
  if (resolution === 'PAID_ELSEWHERE') notePayment(unit, resolved.value.record, input);
  tellException(unit, resolved.value.row.emits, resolved.value.record);
  return ok(resolved.value.record);
}

/** What a resolution wrote besides the exception. */
type Acted = Pick<ExceptionRecord, 'entryId' | 'moved'>;
const NOTHING_BOOKED: Acted = { entryId: null, moved: null };

async function act(
  unit: Unit,
  ports: ResolvePorts,
  exception: ExceptionRecord,
  rule: Rule,
  { resolution, named }: { readonly resolution: Resolution; readonly named: string | null },
): Promise<Result<Acted>> {
  const { tx } = unit;
  if (rule.does === 'fail') {
    const failed = await failHeldPayment(unit, ports, exception);
    return failed.ok ? ok(NOTHING_BOOKED) : failed;
  }
  if (rule.does !== 'entry') {
    if (exception.kind === 'RECEIVABLE_OVERDUE') watchReceivable(unit, owedEntry(exception.reference));
    return ok(NOTHING_BOOKED);
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
  const repaid = await repayWrittenOff(unit, exception, moved);
  if (!repaid.ok) return repaid;
  await openRest(unit, exception, movement.value);
  const followed = await followResolution(unit, exception, moved);
  return followed.ok ? ok({ entryId: booked.value[0]!, moved }) : followed;
}

/** The money of a failed refund that is written off makes good a lost funding: its bearers get it. */
async function repayWrittenOff(unit: Unit, { kind, subject }: ExceptionRecord, moved: Moved): Promise<Result<void>> {
  if (kind !== 'REFUND_FAILED' || moved.to !== 'loss' || !isId('Transaction', subject)) return ok();
  return repayLoss(unit, { id: subject }, moved.amount);
}

/** What an exception keeps of the reason, and of what the bank has stated. */
export const resolutionNote = (note: string | undefined, evidence: string | undefined): string | null =>
  [note, evidence && `the bank states in writing that it did not pay: ${evidence}`].filter(Boolean).join('; ') || null;

/** Sends the money again, or books what the rail has sent under the reference of the former attempt. */
async function sendAgain(
  unit: Unit,
  ports: ResolvePorts,
  exception: ExceptionRecord,
  sentAs: string | null,
): Promise<Result<Acted>> {
  const { tx } = unit;
  const { kind, subject } = exception;
  if (kind === 'PAYMENT_HELD') {
    const sent = await letGoOn(unit, exception);
    return sent.ok ? ok(NOTHING_BOOKED) : sent;
  }
  if (kind === 'REFUND_FAILED') {
    const transaction = await tx.get(TRANSACTIONS, subject);
    if (transaction === null) return err('REFERENCE_NOT_FOUND');
    if (sentAs === null) {
      const retried = await retryRefund(unit, transaction);
      return retried.ok ? ok({ entryId: retried.value, moved: null }) : retried;
    }
    const resumed = await resumeRefund(unit, transaction);
    if (!resumed.ok) return resumed;
    const concluded = await concludeRefund(unit, await readPayment(tx, ports, subject), COMPLETED, sentAs);
    if (!concluded.ok) return concluded;
    if (concluded.value !== 'APPLIED') throw new Bug(`the refund of ${subject} was not completed`);
    return ok(NOTHING_BOOKED);
  }
  const deposit = await tx.get(DEPOSITS, subject);
  if (deposit === null) return err('REFERENCE_NOT_FOUND', `${subject} does not exist`);
  const sent = sentAs === null ? retryReturn(unit, deposit) : resumeReturn(unit, deposit, sentAs);
  return sent.ok ? ok(NOTHING_BOOKED) : sent;
}

const COMPLETED = { state: 'completed' } as const;
