import { type Customer, type CustomerPatch, nameOf } from '../customers/index.js';
import { finish, type Job, type JobHandler, reschedule, schedule } from '../events/index.js';
import {
  birth,
  Bug,
  type Context,
  domainError,
  err,
  fail,
  type Id,
  type IdSource,
  invalidFields,
  isId,
  newRecord,
  ok,
  plusSeconds,
  type PreparedUseCase,
  type Query,
  type Reads,
  type Result,
  splitTenant,
  transition,
  type Tx,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import type { ScaFactor } from './factor.js';
import { activeFactor, removeFactor, verifiedPhone } from './factor-service.js';
import { guardOf, regulatedCustomer, SCA_GUARDS } from './guard.js';
import type { LivenessChecks, LivenessRequest, LivenessStart, LivenessVerdict } from './ports.js';
import { OPEN_RESETS, SCA_RESET, SCA_RESETS, type ScaReset } from './reset.js';

export interface ResetPorts {
  readonly ids: IdSource;
  readonly units: UnitOfWork;
  readonly liveness: LivenessChecks;
  /** Sets the new phone of a customer who has lost the old one. */
  readonly updateCustomer: UseCase<CustomerPatch, Customer>;
}

export interface StartReset {
  readonly customerId: string;
  readonly factor: ScaFactor;
}

export interface PreparedReset {
  readonly input: StartReset;
  readonly id: Id<'ScaReset'>;
  readonly begun: LivenessStart;
}

export interface ResetStart {
  readonly reset: ScaReset;
  readonly begun: LivenessStart;
}

const RESET_SECONDS = 60 * 60;
const STARTS_AN_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

/** The customer. 409 CONFLICT if the customer does not have the factor to reset. */
async function holderOf(reads: Reads, { customerId, factor }: StartReset): Promise<Result<Customer>> {
  const found = await regulatedCustomer(reads, customerId);
  if (!found.ok) return found;
  const customer = found.value;
  const isThere =
    factor === 'SMS_OTP' ? customer.contactPhone !== null : (await activeFactor(reads, customer.id, factor)) !== null;
  return isThere ? found : err('CONFLICT', `the customer has no ${factor} to reset`);
}

const resetsOf = async (reads: Reads, customerId: Id<'Customer'>): Promise<readonly ScaReset[]> =>
  (await reads.list(SCA_RESETS, { where: { customerId }, order: 'desc', limit: STARTS_AN_HOUR, counted: false })).rows;

/**
 * Starts the reset of a lost factor with a liveness check, and expires an open reset of the customer. It is open for an
 * hour. 404 USER_NOT_FOUND; 409 CONFLICT for customers outside regulated regions and for a factor that the customer
 * does not have; 429 RATE_LIMITED after five resets within an hour; 503 SERVICE_UNAVAILABLE if the provider of liveness
 * checks does not answer.
 */
export function startReset(ports: ResetPorts): PreparedUseCase<StartReset, PreparedReset, ResetStart> {
  return {
    async prepare(ctx, input) {
      const holder = await ports.units.read(ctx.tenant, async (reads) => {
        const found = await holderOf(reads, input);
        if (!found.ok) return found;
        const allowed = limited(await resetsOf(reads, found.value.id), ctx);
        return allowed.ok ? found : allowed;
      });
      if (!holder.ok) return holder;
      const id = ports.ids.next('ScaReset');
      const { environment } = splitTenant(ctx.tenant);
      const name = nameOf(holder.value) ?? '';
      const begun = await beginCheck(ports.liveness, { id, environment, name });
      return begun.ok ? ok({ input, id, begun: begun.value }) : begun;
    },

    async finish(tx, ctx, { input, id, begun }) {
      const found = await holderOf(tx, input);
      if (!found.ok) return found;
      const { id: customerId } = found.value;
      const recent = await resetsOf(tx, customerId);
      const allowed = limited(recent, ctx);
      if (!allowed.ok) return allowed;
      for (const reset of recent.filter(({ status }) => OPEN_RESETS.includes(status))) {
        const ended = transition(tx, ctx, SCA_RESET, SCA_RESETS, reset, 'expire');
        if (!ended.ok) return ended;
      }
      const reset: ScaReset = {
        customerId,
        factor: input.factor,
        status: birth(SCA_RESET, 'start').to,
        expiresAt: plusSeconds(ctx.now, RESET_SECONDS),
        reference: begun.reference,
        completedAt: null,
        ...newRecord(id, ctx),
      };
      tx.add(SCA_RESETS, reset);
      schedule({ tx, ctx, ids: ports.ids }, { kind: 'sca.reset', subject: id, dueAt: ctx.hostNow });
      return ok({ reset, begun });
    },
  };
}

async function beginCheck(liveness: LivenessChecks, request: LivenessRequest): Promise<Result<LivenessStart>> {
  try {
    return ok(await liveness.begin(request));
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    return err('SERVICE_UNAVAILABLE', 'the provider of liveness checks did not answer or failed; try again later');
  }
}

function limited(recent: readonly ScaReset[], { now }: Pick<Context, 'now'>): Result<void> {
  const oldest = recent[STARTS_AN_HOUR - 1]?.createdAt;
  if (oldest === undefined || oldest <= now - HOUR_MS) return ok();
  const retryAfter = Math.ceil((oldest + HOUR_MS - now) / 1000);
  return err(
    'RATE_LIMITED',
    `the customer started ${STARTS_AN_HOUR} resets within an hour; start the next one in ${retryAfter} seconds`,
    { retryAfter },
  );
}

export interface ResetView {
  readonly reset: ScaReset;
  /** If the reset is COMPLETED: whether the customer has enrolled the factor again. Otherwise null. */
  readonly enrollment: 'PENDING' | 'COMPLETED' | null;
}

export interface ResetKey {
  readonly customerId: string;
  readonly resetId: string;
}

async function findReset(
  reads: Reads,
  { customerId, resetId }: ResetKey,
): Promise<Result<{ readonly customer: Customer; readonly reset: ScaReset }>> {
  const found = await regulatedCustomer(reads, customerId);
  if (!found.ok) return found;
  const reset = isId('ScaReset', resetId) ? await reads.get(SCA_RESETS, resetId) : null;
  return reset?.customerId === found.value.id
    ? ok({ customer: found.value, reset })
    : err('REFERENCE_NOT_FOUND', 'no such reset');
}

/**
 * The state of a reset. 404 USER_NOT_FOUND, REFERENCE_NOT_FOUND; 409 CONFLICT for customers outside regulated regions.
 */
export const getReset: Query<ResetKey, ResetView> = async (reads, _ctx, key) => {
  const found = await findReset(reads, key);
  if (!found.ok) return found;
  const { customer, reset } = found.value;
  if (reset.status !== 'COMPLETED') return ok({ reset, enrollment: null });
  const isThere =
    reset.factor === 'SMS_OTP'
      ? verifiedPhone(customer) !== null
      : (await activeFactor(reads, customer.id, reset.factor)) !== null;
  return ok({ reset, enrollment: isThere ? 'COMPLETED' : 'PENDING' });
};

export interface CompleteReset extends ResetKey {
  /** The new phone, if SMS_OTP is reset. */
  readonly mobile?: { readonly countryCode: string; readonly number: string } | undefined;
}

const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Removes the factor after a passed liveness check and ends the lock, so that the customer can enroll another one. For
 * SMS_OTP it sets the new phone, which must then be verified. 404 USER_NOT_FOUND, REFERENCE_NOT_FOUND; 409 CONFLICT in
 * any other state; 400 INVALID_INPUT if the phone is missing; the errors of a change of a customer.
 */
export function completeReset(ports: Pick<ResetPorts, 'updateCustomer'>): UseCase<CompleteReset, void> {
  return async (tx, ctx, input) => {
    const found = await findReset(tx, input);
    if (!found.ok) return found;
    const { customer, reset } = found.value;
    if (reset.status !== 'LIVENESS_PASSED' || reset.expiresAt <= ctx.now) {
      return err(
        'CONFLICT',
        `the reset is ${reset.status === 'LIVENESS_PASSED' ? 'EXPIRED' : reset.status}; only a reset in LIVENESS_PASSED can be completed`,
      );
    }
    const completed = transition(tx, ctx, SCA_RESET, SCA_RESETS, reset, 'complete', { completedAt: ctx.now });
    if (!completed.ok) return completed;
    const guard = await guardOf(tx, ctx, customer.id);
    const counts = { wrongProofs: 0, failedLogins: 0, lockedUntil: null };
    update(tx, ctx, SCA_GUARDS, guard, { ...counts, sessionUntil: null, loginChallenge: null });
    if (reset.factor === 'SMS_OTP') return replacePhone(ports, tx, ctx, customer, input.mobile);
    const factor = await activeFactor(tx, customer.id, reset.factor);
    return factor === null ? ok() : removeFactor(tx, ctx, factor);
  };
}

async function replacePhone(
  { updateCustomer }: Pick<ResetPorts, 'updateCustomer'>,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  mobile: CompleteReset['mobile'],
): Promise<Result<void>> {
  if (mobile === undefined) return invalidFields([{ field: 'mobile', message: 'is required to reset SMS_OTP' }]);
  const digits = (text: string): string => text.replace(/[\s().-]/g, '');
  const phoneNumber = `+${digits(mobile.countryCode).replace(/^\+/, '')}${digits(mobile.number)}`;
  if (!E164.test(phoneNumber)) {
    return invalidFields([
      {
        field: 'mobile.number',
        constraint: { format: 'e.164' },
        message: 'must form a phone number with countryCode; send it without the country code',
      },
    ]);
  }
  if (phoneNumber === customer.phoneNumber) {
    return invalidFields([{ field: 'mobile.number', message: 'must differ from the lost phone' }]);
  }
  const updated = await updateCustomer(tx, ctx, { id: customer.id, phoneNumber });
  return updated.ok ? ok() : updated;
}

const ASK_AGAIN_SECONDS = 5;

/** Polls the verdict of the liveness check, and expires a reset that is not completed in time. */
export function advanceReset({ units, liveness }: Pick<ResetPorts, 'units' | 'liveness'>): JobHandler {
  return async (ctx, job, ask) => {
    const reset = await units.read(ctx.tenant, (reads) => reads.get(SCA_RESETS, job.subject));
    const isAsked = reset?.status === 'INITIATED' && reset.expiresAt > ctx.now;
    if (!isAsked) return units.run(ctx.tenant, (tx) => concludeReset(tx, ctx, job, 'PENDING'));
    const asked = await ask('liveness', () => liveness.verdict(reset.reference));
    if (!asked.ok) return asked;
    return units.run(ctx.tenant, (tx) => concludeReset(tx, asked.value.ctx, job, asked.value.answer));
  };
}

const ON = { PASSED: 'pass', REVIEW: 'review', REJECTED: 'reject' } as const;

async function concludeReset(tx: Tx, ctx: Context, job: Job, verdict: LivenessVerdict): Promise<Result<void>> {
  const reset = await tx.get(SCA_RESETS, job.subject);
  if (reset === null || !OPEN_RESETS.includes(reset.status)) {
    finish(tx, job);
    return ok();
  }
  if (reset.expiresAt <= ctx.now) {
    const expired = transition(tx, ctx, SCA_RESET, SCA_RESETS, reset, 'expire');
    if (!expired.ok) return expired;
    finish(tx, job);
    return ok();
  }
  const left = (reset.expiresAt - ctx.now) / 1000;
  if (reset.status !== 'INITIATED' || verdict === 'PENDING') {
    reschedule(tx, ctx, job, reset.status === 'INITIATED' ? Math.min(ASK_AGAIN_SECONDS, left) : left);
    return ok();
  }
  const moved = transition(tx, ctx, SCA_RESET, SCA_RESETS, reset, ON[verdict]);
  if (!moved.ok) return moved;
  if (OPEN_RESETS.includes(moved.value.record.status)) reschedule(tx, ctx, job, left);
  else finish(tx, job);
  return ok();
}

export const RESET_VERDICTS = ['PASSED', 'REJECTED'] as const;

/**
 * Records a reviewer's verdict on a liveness check. 404 REFERENCE_NOT_FOUND; 409 CONFLICT if the reset is not waiting
 * for one.
 */
export const decideReset: UseCase<
  { readonly resetId: string; readonly verdict: (typeof RESET_VERDICTS)[number] },
  ScaReset
> = async (tx, ctx, { resetId, verdict }) => {
  const reset = isId('ScaReset', resetId) ? await tx.get(SCA_RESETS, resetId) : null;
  if (reset === null) return err('REFERENCE_NOT_FOUND', 'no such reset');
  if (reset.status !== 'PENDING_REVIEW' || reset.expiresAt <= ctx.now) return fail(NO_REVIEW);
  const moved = transition(tx, ctx, SCA_RESET, SCA_RESETS, reset, ON[verdict]);
  return moved.ok ? ok(moved.value.record) : moved;
};

const NO_REVIEW = domainError('CONFLICT', 'only a reset in PENDING_REVIEW that has not expired takes a verdict');
