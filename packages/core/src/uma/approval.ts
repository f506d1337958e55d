import { creditObstacle } from '../accounts/index.js';
import {
  type DeliverySettings,
  type DeliveryTry,
  DISPATCH_DEFAULTS,
  EVENTS,
  finish,
  type JobHandler,
  type OutboxEvent,
  QUESTION_LEASE_SECONDS,
  reschedule,
  schedule,
  tryOf,
  type Verdict,
  type WebhookOutcome,
  type WebhookTransport,
  writeVerdict,
} from '../events/index.js';
import {
  Bug,
  type Clock,
  type Context,
  err,
  type IdSource,
  isId,
  ok,
  plusSeconds,
  type Result,
  type TenantKey,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import {
  emitTransaction,
  type FailureReason,
  INCOMING,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { isHoldable, UMA_RECEIPTS, type UmaReceipt } from './records.js';
import { refusedCredit } from './refused-credit.js';
import { RECEIPT } from './uma-states.js';

export interface ApprovalPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly transport: WebhookTransport;
  readonly settingsOf: (tenant: TenantKey) => Promise<DeliverySettings>;
}

/** The answer of a platform to an approval question (docs/areas/uma.md#approval-of-incoming-payments). */
export type Decision =
  | { readonly kind: 'approve'; readonly payeeData: Readonly<Record<string, unknown>> }
  | { readonly kind: 'defer' }
  | { readonly kind: 'reject' }
  | { readonly kind: 'need-fields'; readonly fields: readonly string[] }
  /** The endpoint failed with a 5xx: a failure, not a refusal. */
  | { readonly kind: 'away' }
  | { readonly kind: 'error' }
  | { readonly kind: 'silent' };

/**
 * How long the question may be asked: shorter than the lease that keeps the event from the dispatcher, which cannot
 * interpret an approval answer.
 */
export const ASK_SECONDS = QUESTION_LEASE_SECONDS - 30;
/** Delay after which a question is asked again if this host died before the answer was booked. */
export const ASK_AGAIN_SECONDS = 10;

function decisionOf(outcome: WebhookOutcome): Decision {
  if (outcome.kind === 'unreachable') return { kind: 'silent' };
  const { status, body } = outcome;
  if (status === 202) return { kind: 'defer' };
  if (status >= 200 && status < 300) return { kind: 'approve', payeeData: objectIn(body, 'receiverCustomerInfo') };
  if (status === 403) return { kind: 'reject' };
  if (status === 422) {
    const fields = parsed(body)['requiredFields'];
    const names = Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : [];
    return { kind: 'need-fields', fields: names.slice(0, MAX_FIELDS) };
  }
  return { kind: status >= 500 ? 'away' : 'error' };
}

const MAX_FIELDS = 100;

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function objectIn(body: string, name: string): Readonly<Record<string, unknown>> {
  const value = parsed(body)[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

const FAILURE_OF = {
  reject: 'COMPLIANCE_REJECTED',
  'need-fields': 'MISSING_MANDATORY_PAYEE_DATA',
  error: 'PAYMENT_APPROVAL_WEBHOOK_ERROR',
  away: 'PAYMENT_APPROVAL_WEBHOOK_ERROR',
  silent: 'PAYMENT_APPROVAL_TIMED_OUT',
} as const satisfies Partial<Record<Decision['kind'], FailureReason>>;

/**
 * Asks the platform and books its decision, once. The first decision wins: the answer of the endpoint, or a call of
 * `approve` or `reject`. Returns the receipt as it is after the decision.
 */
export async function askPlatform(ports: ApprovalPorts, ctx: Context, id: string): Promise<Result<UmaReceipt>> {
  const { receipt, event } = await ports.units.read(ctx.tenant, async (reads) => {
    const receipt = await reads.get(UMA_RECEIPTS, id);
    const eventId = receipt?.eventId ?? null;
    const event = eventId === null ? null : await reads.get(EVENTS, eventId);
    return { receipt, event };
  });
  if (receipt === null) throw new Bug(`no receipt ${id}`);
  if (receipt.status !== 'ASKED' || event === null) return ok(receipt);
  const { endpoint, environment, privateKey, secrets } = await ports.settingsOf(ctx.tenant);
  const askedAt = ports.clock.now();
  const inTime = askedAt < receipt.askUntil;
  const outcome: WebhookOutcome =
    inTime && endpoint !== null
      ? await ports.transport.send({ url: endpoint, environment, event, signing: { privateKey, secrets } })
      : {
          kind: 'unreachable',
          reason: inTime ? 'no webhook endpoint is configured any more' : 'the deadline for an answer has passed',
        };
  const tried = tryOf(askedAt, ports.clock.now(), outcome);
  const elapsed = (ports.clock.now() - ctx.hostNow) / 1000;
  const later = { ...ctx, now: plusSeconds(ctx.now, elapsed), hostNow: plusSeconds(ctx.hostNow, elapsed) };
  return ports.units.run(ctx.tenant, async (tx) => {
    await recordOutcome(tx, later, event.id, outcome, tried);
    return decide({ tx, ctx: later, ids: ports.ids }, id, decisionOf(outcome));
  });
}

/** Records the delivery of the event, unless another unit of work has recorded it already. */
async function recordOutcome(
  tx: Tx,
  ctx: Context,
  id: string,
  outcome: WebhookOutcome,
  tried: DeliveryTry,
): Promise<void> {
  const event: OutboxEvent | null = await tx.get(EVENTS, id);
  if (event === null || event.status !== 'QUEUED') return;
  const verdict: Verdict =
    outcome.kind === 'answered'
      ? { kind: 'delivered', tried }
      : { kind: 'failed', tried, error: outcome.reason, delay: null };
  const written = writeVerdict(tx, ctx, { event, verdict }, DISPATCH_DEFAULTS);
  if (!written.ok) throw new Bug(written.error.message);
}

async function decide(unit: Unit, id: string, decision: Decision): Promise<Result<UmaReceipt>> {
  const { tx, ctx } = unit;
  const receipt = await tx.get(UMA_RECEIPTS, id);
  if (receipt === null) throw new Bug(`no receipt ${id}`);
  if (receipt.status !== 'ASKED') return ok(receipt);
  switch (decision.kind) {
    case 'approve': {
      const moved = transition(tx, ctx, RECEIPT, UMA_RECEIPTS, receipt, 'approve', { payeeData: decision.payeeData });
      if (!moved.ok) return moved;
      awaitMoney(unit, id);
      return ok(moved.value.record);
    }
    case 'defer': {
      // A payment on a chain is final when it arrives: without a decision now it must not be made.
      if (!isHoldable(receipt)) return refuse(unit, receipt, 'silent', []);
      const moved = transition(tx, ctx, RECEIPT, UMA_RECEIPTS, receipt, 'defer');
      if (!moved.ok) return moved;
      awaitMoney(unit, id);
      return ok(moved.value.record);
    }
    default:
      return refuse(unit, receipt, decision.kind, decision.kind === 'need-fields' ? decision.fields : []);
  }
}

async function refuse(
  unit: Unit,
  receipt: UmaReceipt,
  why: keyof typeof FAILURE_OF,
  requiredFields: readonly string[],
): Promise<Result<UmaReceipt>> {
  const on = why === 'silent' || why === 'away' ? 'time-out' : 'reject';
  const moved = transition(unit.tx, unit.ctx, RECEIPT, UMA_RECEIPTS, receipt, on, { requiredFields });
  if (!moved.ok) return moved;
  const failed = await failIncoming(unit, receipt.id, FAILURE_OF[why]);
  return failed.ok ? ok(moved.value.record) : failed;
}

/** Schedules the job that waits for the money; a second one, due at once, if the platform decided by a call. */
export function awaitMoney(unit: Unit, id: string, decided = false): void {
  const dedupe = `uma.receive/${id}${decided ? '/decided' : ''}`;
  schedule(unit, { kind: 'uma.receive', subject: id, dueAt: unit.ctx.hostNow, dedupe });
}

export async function failIncoming(unit: Unit, id: string, failureReason: FailureReason): Promise<Result<Transaction>> {
  const { tx, ctx } = unit;
  const transaction = await tx.get(TRANSACTIONS, id);
  if (transaction === null) throw new Bug(`receipt ${id} has no transaction`);
  const failed = transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, 'fail', { failureReason });
  if (!failed.ok) return failed;
  emitTransaction(unit, failed.value.row.emits, failed.value.record);
  return ok(failed.value.record);
}

/** Asks again after a crash, with the same event, until the deadline of the question. */
export function askAgain(ports: ApprovalPorts): JobHandler {
  return async (begun, job, ask) => {
    const asked = await ask('the approval of payments', () => askPlatform(ports, begun, job.subject));
    if (!asked.ok) return asked;
    const { answer, ctx } = asked.value;
    if (!answer.ok) return answer;
    return ports.units.run(ctx.tenant, async (tx) => {
      if (answer.value.status === 'ASKED') reschedule(tx, ctx, job, ASK_AGAIN_SECONDS);
      else finish(tx, job);
      return ok();
    });
  };
}

const APPROVE_LATER =
  'the account of the receiver cannot hold the amount now; approve the payment when the account has room for it';

/**
 * The platform decides on a payment by a call (`POST /transactions/{transactionId}/approve` or `…/reject`).
 * 404 TRANSACTION_NOT_FOUND, 409 TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL; 400 AMOUNT_OUT_OF_RANGE for the approval of
 * a payment that the account cannot hold now, 400 INVALID_RECEIVER if the account is closed; the payment stays undecided.
 */
export const approvePayment =
  (
    ids: IdSource,
  ): UseCase<{ readonly id: string; readonly payeeData: Readonly<Record<string, unknown>> }, Transaction> =>
  async (tx, ctx, { id, payeeData }) => {
    const found = await undecided(tx, id);
    if (!found.ok) return found;
    const { transaction, receipt } = found.value;
    const obstacle = await creditObstacle(tx, receipt.accountId, receipt.amount);
    if (obstacle !== null) return refusedCredit(obstacle, APPROVE_LATER);
    const moved = transition(tx, ctx, RECEIPT, UMA_RECEIPTS, receipt, 'approve', { payeeData });
    if (!moved.ok) return moved;
    awaitMoney({ tx, ctx, ids }, id, true);
    return ok(transaction);
  };

export const rejectPayment =
  (ids: IdSource): UseCase<{ readonly id: string }, Transaction> =>
  async (tx, ctx, { id }) => {
    const found = await undecided(tx, id);
    if (!found.ok) return found;
    const moved = transition(tx, ctx, RECEIPT, UMA_RECEIPTS, found.value.receipt, 'reject');
    const unit = { tx, ctx, ids };
    awaitMoney(unit, id, true);
    return moved.ok ? failIncoming(unit, id, 'COMPLIANCE_REJECTED') : moved;
  };

async function undecided(
  tx: Tx,
  id: string,
): Promise<Result<{ readonly transaction: Transaction; readonly receipt: UmaReceipt }>> {
  const transaction = isId('Transaction', id) ? await tx.get(TRANSACTIONS, id) : null;
  if (transaction === null) return err('TRANSACTION_NOT_FOUND');
  const receipt = await tx.get(UMA_RECEIPTS, id);
  return receipt === null || (receipt.status !== 'ASKED' && receipt.status !== 'DEFERRED')
    ? err('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
    : ok({ transaction, receipt });
}
