import { MACHINES } from '../catalogue/index.js';
import {
  EVENT,
  EVENTS,
  type EventType,
  isSuccess,
  type Job,
  type JobKind,
  JOBS,
  type OutboxEvent,
} from '../events/index.js';
import { type Instant, instant, toIso } from '../kernel/index.js';
import { type Check, unless } from '../ledger/index.js';
import { attemptOf } from '../transactions/index.js';
import { INVITATIONS } from '../uma/index.js';
import {
  byId,
  createTally,
  type Inspected,
  NEVER,
  type Pass,
  type PlannedBooks,
  type PostedBooks,
  type ToldBooks,
  walk,
} from './books.js';
import { erasedEventFindings } from './erased-rows.js';
import { noteTold } from './told.js';
import { UndoableMap } from './undoable.js';

const BALANCE_UPDATED: EventType = 'INTERNAL_ACCOUNT.BALANCE_UPDATED';

/** For an event type: the column of the state in its snapshot, and the states that the snapshot may show. */
interface Telling {
  readonly column: string;
  readonly states: Set<string>;
}

const TELLING: ReadonlyMap<string, Telling> = tellingOf();

function tellingOf(): ReadonlyMap<string, Telling> {
  const telling = new Map<string, Telling>();
  for (const { column, transitions } of MACHINES) {
    for (const { emits, to } of transitions) {
      if (emits === null) continue;
      const known = telling.get(emits) ?? { column, states: new Set() };
      known.states.add(to);
      telling.set(emits, known);
    }
  }
  return telling;
}

const isAboutItsResource: Check<OutboxEvent> = ({ id, type, resource, snapshot, tenant }) => {
  const subject = type === 'TEST' ? tenant : (snapshot as { readonly id?: string }).id;
  return unless(subject === resource, () => `${id} (${type}) is about ${resource}, but shows ${subject ?? 'nothing'}`);
};

const showsTheStateItTells: Check<OutboxEvent> = ({ id, type, resource, snapshot }) => {
  const telling = TELLING.get(type);
  if (telling === undefined) return [];
  const state = (snapshot as Readonly<Record<string, unknown>>)[telling.column];
  return unless(
    telling.states.has(String(state)),
    () => `${id} announces ${type} of ${resource}, but shows the state ${String(state)}`,
  );
};

/** Asks the platform a question, which any answer settles: docs/areas/uma.md. */
const QUESTION: EventType = 'INCOMING_PAYMENT.PENDING';

/** Events that were last tried before attempts were kept have none, but count them. */
const wasAccepted: Check<OutboxEvent> = ({ id, type, status, deliveredAt, attempts, tries }) => {
  const last = tries?.at(-1)?.status ?? null;
  const isAccepted = tries === null ? attempts > 0 : last !== null && (type === QUESTION || isSuccess(last));
  return unless(
    status !== 'DELIVERED' || (deliveredAt !== null && isAccepted),
    () => `${id} (${type}) is DELIVERED, but no attempt was accepted`,
  );
};

const EVENT_STATES: ReadonlySet<string> = new Set(EVENT.transitions.map(({ to }) => to));

/** An event in another state would never be delivered. */
const hasAState: Check<OutboxEvent> = ({ id, type, status }) =>
  unless(EVENT_STATES.has(status), () => `${id} (${type}) is ${status}, which no event can be`);

export const DAY_MS = 86_400_000;
/** No work of the service is due later than this. */
export const LATEST_MS = 31 * DAY_MS;
/** Leases last at most 90 seconds; the rest allows for clocks that differ. */
const LONGEST_LEASE_MS = DAY_MS;

/** A waiting job or event; `latest`: the time after which it cannot be due. */
interface Waiting {
  readonly what: string;
  readonly dueAt: Instant;
  readonly leaseUntil: Instant;
  readonly now: Instant;
  readonly latest: Instant;
}

const latestOf = (now: Instant): Instant => instant(now + LATEST_MS);

const isDueInTime: Check<Waiting> = ({ what, dueAt, leaseUntil, now, latest }) => [
  ...unless(dueAt <= latest, () => `${what} is due at ${shown(dueAt)}, later than any work can be due`),
  ...unless(
    leaseUntil <= now + LONGEST_LEASE_MS,
    () => `${what} is leased until ${shown(leaseUntil)}, longer than any lease lasts`,
  ),
];

/** Instants outside the range of dates are printed as numbers. */
export const shown = (at: Instant): string => (Math.abs(at) <= 8.64e15 ? toIso(at) : String(at));

/** Applies to events that are not delivered yet. */
const isDeliveredInTime: Check<Dated<OutboxEvent>> = ({ record: event, now }) =>
  event.status !== 'QUEUED'
    ? []
    : isDueInTime({
        what: `${event.id} (${event.type})`,
        dueAt: event.nextAttemptAt,
        leaseUntil: event.leaseUntil,
        now,
        latest: latestOf(now),
      });

interface Dated<T> {
  readonly record: T;
  readonly now: Instant;
}

const of =
  <T>(check: Check<T>): Check<Dated<T>> =>
  ({ record }) =>
    check(record);

interface DatedEvent extends Dated<OutboxEvent> {
  /** Why its personal data should not be erased; empty for an event that has them. */
  readonly erased: readonly string[];
}

const wasErasedWithItsCustomer: Check<DatedEvent> = ({ erased }) => erased;

const EVENT_PASS: Pass<OutboxEvent, DatedEvent, ToldBooks> = {
  kind: EVENTS,
  subjects: async ({ reads, events, moves, announced, told, now }, page) => {
    noteTold(told, page);
    for (const { type, resource, available } of page) {
      if (type === BALANCE_UPDATED) {
        const { times, truly } = announced.get(resource) ?? NEVER;
        announced.set(resource, { times: times + 1, truly: truly || available === moves.get(resource)?.available });
      } else if (type !== 'TEST') {
        events.add(resource, type);
      }
    }
    const erased = await erasedEventFindings(reads, page);
    return page.map((record) => ({ record, now, erased: erased.get(record.id) ?? [] }));
  },
  checks: [
    ...[of(isAboutItsResource), of(showsTheStateItTells), of(wasAccepted), of(hasAState), isDeliveredInTime],
    wasErasedWithItsCustomer,
  ],
};

/** Inspects the events, and lists their types by resource for later passes. */
export async function inspectEvents(books: PlannedBooks): Promise<Inspected<ToldBooks>> {
  return walk(
    { ...books, events: createTally<EventType>(), announced: new UndoableMap(), told: new Map() },
    EVENT_PASS,
  );
}

/** Almost nine minutes of attempts: such a failure needs an operator. */
const MANY_ATTEMPTS = 10;

const succeeds: Check<Job> = ({ kind, subject, attempts, lastError }) =>
  unless(
    lastError === null || attempts < MANY_ATTEMPTS,
    () => `${kind} of ${subject} has failed ${attempts} times: ${lastError}`,
  );

interface Planned extends Dated<Job> {
  readonly latest: Instant;
}

const isDoneInTime: Check<Planned> = ({ record: { kind, subject, dueAt, leaseUntil }, now, latest }) =>
  isDueInTime({ what: `${kind} of ${subject}`, dueAt, leaseUntil, now, latest });

const JOB_PASS: Pass<Job, Planned, PlannedBooks> = {
  kind: JOBS,
  subjects: async ({ reads, jobs, attempts, now }, page) => {
    for (const job of page) {
      const { subject, kind } = job;
      jobs.add(subject, kind);
      const attempt = attemptOf(job);
      if (attempt !== null) attempts.set(subject, [...(attempts.get(subject) ?? []), attempt]);
    }
    // The platform decides how long an invitation is open, so its job may be due later.
    const ending = page.filter(({ kind }) => kind === 'uma.invitation-expire');
    const invitations = await byId(
      reads,
      INVITATIONS,
      ending.map(({ subject }) => subject),
    );
    return page.map((record) => {
      const ends = invitations.get(record.subject)?.expiresAt ?? null;
      const latest = ends === null ? now : instant(Math.max(now, ends - record.clockOffset));
      return { record, now, latest: latestOf(latest) };
    });
  },
  checks: [of(succeeds), isDoneInTime],
};

/** Inspects the jobs, and lists their kinds by subject for later passes. */
export async function inspectJobs(books: PostedBooks): Promise<Inspected<PlannedBooks>> {
  return walk({ ...books, jobs: createTally<JobKind>(), attempts: new UndoableMap() }, JOB_PASS);
}
