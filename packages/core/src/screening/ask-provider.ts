import { finish, type Job, type JobHandler, JOBS, reschedule, type WorkObserver } from '../events/index.js';
import {
  type Context,
  describeCause,
  type Id,
  type IdSource,
  type Instant,
  instant,
  isId,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  splitTenant,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { continuationOf } from './continuations.js';
import type { ScreeningGate } from './gate.js';
import type { ScreeningAnswer, ScreeningProvider, ScreeningQuestion } from './ports.js';
import { recordAnswer, type RecordPorts } from './record-answer.js';
import { beginRound, interruptRound, presentRound } from './rounds.js';
import { type Screening, type ScreeningRound, SCREENINGS } from './screening.js';
import { SCREENING } from './screening-states.js';
import { askingOf, askNow, questionOf } from './store-question.js';
import { undecidedScreening } from './undecided.js';

export interface AskPorts extends RecordPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly gate: ScreeningGate;
  readonly observer: Pick<WorkObserver, 'screened'>;
  readonly report: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** What a provider said to a question. */
type Said =
  | { readonly kind: 'answer'; readonly answer: ScreeningAnswer }
  /** The answer is by lists that are not those by which the provider answers now. */
  | { readonly kind: 'stale' }
  /** The provider answers, and was not asked the question, because others come first. */
  | { readonly kind: 'back' }
  | { readonly kind: 'away'; readonly cause: string };

const FIRST_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 30;

/** How long a question waits from the first attempt without a connection, so that hosts with another file, that are restarted one by one, do not drop it. */
const WITHOUT_SECONDS = 600;

/** The delay before the next attempt. The job counts attempts only if each of them has a cause. */
const retryOf = ({ attempts }: Job): number =>
  Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(attempts - 1, 0), MAX_RETRY_SECONDS);

/**
 * Asks a stored question and records the answer. The provider is called between units of work, and gets the same question
 * under the same reference after a crash. While it does not answer, the question is asked again, without a last attempt.
 */
export const askProvider =
  (ports: AskPorts): JobHandler =>
  async (ctx, job, ask) => {
    const { units, sealer, gate } = ports;
    const { screening, round, passed } = await units.read(ctx.tenant, async (reads) => ({
      screening: await reads.get(SCREENINGS, job.subject),
      round: await presentRound(reads),
      passed: await oldestPassed(reads),
    }));
    const question = isOpen(screening) ? questionOf(sealer, screening) : null;
    if (question === null) return units.run(ctx.tenant, (tx) => dropErased(tx, ctx, ports, job));
    const provider = gate.connectionOf(ctx.tenant)?.provider;
    if (provider === undefined) return withoutProvider(ports, ctx, job, question);
    const mustWait = passed !== null && passed.id !== job.subject && !hasWaited(ctx, job);
    const asked = await ask(`screening ${provider.name}`, () =>
      mustWait ? isBack(provider) : saidBy(provider, question, round),
    );
    if (!asked.ok) return asked;
    const { answer: said, ctx: later } = asked.value;
    if (said.kind === 'back') return waitForPassed(ports, later, job);
    const ended = await book(ports, later, job, question, said, round?.id ?? null);
    if (ended.ok) {
      const outcome = said.kind === 'answer' ? said.answer.state : 'away';
      ports.observer.screened(splitTenant(ctx.tenant).environment, provider.name, outcome);
    }
    return ended;
  };

function book(
  ports: AskPorts,
  ctx: Context,
  job: Job,
  question: ScreeningQuestion,
  said: Exclude<Said, { readonly kind: 'back' }>,
  round: Id<'ScreeningRound'> | null,
): Promise<Result<void>> {
  if (said.kind === 'away') return away(ports, ctx, job, question, said.cause);
  if (said.kind === 'stale') return again(ports, ctx, job);
  return ports.units.run(ctx.tenant, (tx) => record(tx, ctx, ports, job, question, said.answer, round));
}

const isOpen = (screening: Screening | null): screening is Screening =>
  screening?.status === 'ASKED' || screening?.status === 'PASSED';

/** An answer by other lists than the present ones counts only if the provider still answers by them. */
async function saidBy(
  provider: ScreeningProvider,
  question: ScreeningQuestion,
  round: ScreeningRound | null,
): Promise<Said> {
  try {
    const answer = await provider.screen(question);
    if (answer.listVersion !== round?.listVersion && (await provider.listVersion()) !== answer.listVersion)
      return { kind: 'stale' };
    return { kind: 'answer', answer };
  } catch (thrown) {
    return { kind: 'away', cause: describeCause(thrown) };
  }
}

/** Whether a provider answers at all: what may pass while it does not answer must not wait for others. */
async function isBack(provider: ScreeningProvider): Promise<Said> {
  try {
    await provider.listVersion();
    return { kind: 'back' };
  } catch (thrown) {
    return { kind: 'away', cause: describeCause(thrown) };
  }
}

/** Lets the question about the oldest payment that passed be asked now, and waits for its answer. */
const waitForPassed = (ports: AskPorts, ctx: Context, job: Job): Promise<Result<void>> =>
  ports.units.run(ctx.tenant, async (tx) => {
    const since = sinceOf(job, BEHIND) ?? ctx.hostNow;
    reschedule(tx, ctx, job, BEHIND_SECONDS, `${BEHIND}${new Date(since).toISOString()}`);
    await askNextPassed({ tx, ctx, ids: ports.ids }, job.subject);
    return ok();
  });

/** The next question about a payment that passed does not wait for its next attempt. `except` is being asked already. */
async function askNextPassed(unit: Unit, except: string): Promise<void> {
  const { tx, ctx } = unit;
  const passed = await oldestPassed(tx);
  if (passed === null || passed.id === except) return;
  const waiting = await tx.find(JOBS, 'dedupe', [askingOf(passed.id)]);
  if (waiting === null) askNow(unit, passed.id);
  // One that a host is working on is asked already.
  else if (waiting.dueAt > ctx.hostNow && waiting.leaseUntil <= ctx.hostNow) reschedule(tx, ctx, waiting, 0);
}

/** A payment that went on without an answer is asked about before the others. */
async function oldestPassed(reads: Reads): Promise<Screening | null> {
  const { rows } = await reads.list(SCREENINGS, {
    ...{ where: { status: 'PASSED' }, order: 'asc', limit: 1, counted: false },
  });
  return rows[0] ?? null;
}

/** Whether a question has waited long enough for those about payments that passed. */
function hasWaited(ctx: Context, job: Job): boolean {
  const since = sinceOf(job, BEHIND);
  return since !== null && ctx.hostNow >= plusSeconds(since, MOST_BEHIND_SECONDS);
}

async function record(
  tx: Tx,
  ctx: Context,
  ports: AskPorts,
  job: Job,
  question: ScreeningQuestion,
  answer: ScreeningAnswer,
  round: Id<'ScreeningRound'> | null,
): Promise<Result<void>> {
  const screening = await tx.get(SCREENINGS, job.subject);
  if (isOpen(screening)) {
    const unit = { tx, ctx, ids: ports.ids };
    const recorded = await recordAnswer(unit, ports, screening, question, answer, round);
    if (!recorded.ok) return recorded;
    if (screening.status === 'PASSED') await askNextPassed(unit, screening.id);
    if (recorded.value === null) {
      reschedule(tx, ctx, job, job.attempts > 1 ? retryOf(job) : 0, 'another round began while the provider was asked');
      return ok();
    }
  }
  finish(tx, job);
  return ok();
}

const again = ({ units }: AskPorts, ctx: Context, job: Job): Promise<Result<void>> =>
  units.run(ctx.tenant, async (tx) => {
    reschedule(tx, ctx, job, retryOf(job), 'the provider answered by other lists than it says it has');
    return ok();
  });

/**
 * The texts of the question were erased, or the screening is decided: there is nothing to ask. A round whose question is erased
 * begins again, because no other question asks about its parties.
 */
async function dropErased(tx: Tx, ctx: Context, { ids }: AskPorts, job: Job): Promise<Result<void>> {
  const screening = await tx.get(SCREENINGS, job.subject);
  finish(tx, job);
  if (!isOpen(screening)) return ok();
  transition(tx, ctx, SCREENING, SCREENINGS, screening, 'drop');
  const round = isId('ScreeningRound', screening.subject) ? await presentRound(tx) : null;
  if (round?.id === screening.subject && round.status === 'RUNNING') beginRound({ tx, ctx, ids }, round, round);
  return ok();
}

/**
 * The connection was removed. What waits for an answer goes on, as in an environment without screening, unless a match of it is
 * not cleared. A question about what has passed waits for the next connection. A round ends, and the next connection begins
 * another one.
 */
async function withoutProvider(
  ports: AskPorts,
  ctx: Context,
  job: Job,
  question: ScreeningQuestion,
): Promise<Result<void>> {
  const dropped = await ports.units.run<Screening | null>(ctx.tenant, async (tx) => {
    const unit = { tx, ctx, ids: ports.ids };
    const screening = await tx.get(SCREENINGS, job.subject);
    if (!isOpen(screening)) {
      finish(tx, job);
      return ok(null);
    }
    const since = sinceOf(job, WITHOUT) ?? ctx.hostNow;
    if (screening.status === 'PASSED' || ctx.hostNow < plusSeconds(since, WITHOUT_SECONDS)) {
      reschedule(tx, ctx, job, WITHOUT_RETRY_SECONDS, `${WITHOUT}${new Date(since).toISOString()}`);
      return ok(null);
    }
    finish(tx, job);
    const moved = transition(tx, ctx, SCREENING, SCREENINGS, screening, 'drop');
    if (!moved.ok) return moved;
    const { record } = moved.value;
    if (isId('ScreeningRound', record.subject)) {
      await interruptRound(unit, record.subject);
      return ok(record);
    }
    const match = await undecidedScreening(tx, record.subject);
    if (match === 'OPEN' || match === 'CONFIRMED') return ok(record);
    const gone = await continuationOf(ports.continuations, record.subject).clear(unit, record, question);
    return gone.ok ? ok(record) : gone;
  });
  if (!dropped.ok || dropped.value === null) return dropped.ok ? ok() : dropped;
  const { id, subject } = dropped.value;
  ports.report('a question was dropped, because no screening provider is connected', { screening: id, subject });
  return ok();
}

/** What the last error of a job starts with that found no connection; the host time of the first such attempt follows. */
const WITHOUT = 'no screening provider is connected since ';

/** What the last error of a job starts with that waits for the questions about payments that passed; since when follows. */
const BEHIND = 'payments that passed are asked about first, since ';
const BEHIND_SECONDS = 5;
/** A provider that answers, but not about one of these payments, must not stop all others. */
const MOST_BEHIND_SECONDS = 40;

/** The time after this text in the last error of a job; null if the error is another one. */
function sinceOf({ lastError }: Job, what: string): Instant | null {
  const at = lastError?.startsWith(what) === true ? Date.parse(lastError.slice(what.length)) : Number.NaN;
  return Number.isNaN(at) ? null : instant(at);
}

/** How often a question looks for a connection. */
const WITHOUT_RETRY_SECONDS = 60;

/** The provider did not answer. What waits goes on without an answer if it may, and waits otherwise. */
function away(
  ports: AskPorts,
  ctx: Context,
  job: Job,
  question: ScreeningQuestion,
  cause: string,
): Promise<Result<void>> {
  ports.report('a screening provider did not answer', { screening: job.subject, cause });
  return ports.units.run(ctx.tenant, async (tx) => {
    const unit = { tx, ctx, ids: ports.ids };
    const screening = await tx.get(SCREENINGS, job.subject);
    if (!isOpen(screening)) {
      finish(tx, job);
      return ok();
    }
    reschedule(tx, ctx, job, retryOf(job), cause);
    const { passes, clear } = continuationOf(ports.continuations, screening.subject);
    if (screening.status !== 'ASKED' || (await passes?.(unit, screening, question)) !== true) return ok();
    // It passed by the last answers about its parties, which are by the present lists.
    const listVersion = (await presentRound(tx))?.listVersion ?? null;
    const passed = transition(tx, ctx, SCREENING, SCREENINGS, screening, 'pass', { listVersion });
    return passed.ok ? clear(unit, passed.value.record, question) : passed;
  });
}
