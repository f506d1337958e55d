import { NEVER, type Pass } from './audit-books.js';
import { EVENTS, type EventType, type Job, JOBS, type OutboxEvent } from './events/index.js';
import { type Check, unless } from './ledger/check.js';
import { MACHINES } from './machines.js';

const BALANCE_UPDATED: EventType = 'INTERNAL_ACCOUNT.BALANCE_UPDATED';

/** The states of a machine that an event of this type may tell of. */
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
    () => `${id} tells ${type} of ${resource}, but shows it as ${String(state)}`,
  );
};

/** Notes what was told of each resource. */
export const EVENT_PASS: Pass<OutboxEvent, OutboxEvent> = {
  kind: EVENTS,
  subjects: async ({ events, moves, announced }, page) => {
    for (const { type, resource, available } of page) {
      if (type === BALANCE_UPDATED) {
        const { times, truly } = announced.get(resource) ?? NEVER;
        announced.set(resource, { times: times + 1, truly: truly || available === moves.get(resource)?.available });
      } else if (type !== 'TEST') {
        events.add(resource, type);
      }
    }
    return page;
  },
  checks: [isAboutItsResource, showsTheStateItTells],
};

/** A quarter of an hour of attempts: what fails for so long is not going to pass by itself. */
const MANY_ATTEMPTS = 10;

const succeeds: Check<Job> = ({ kind, subject, attempts, lastError }) =>
  unless(
    lastError === null || attempts < MANY_ATTEMPTS,
    () => `${kind} of ${subject} has failed ${attempts} times: ${lastError}`,
  );

/** Notes what is going to be done about each record. */
export const JOB_PASS: Pass<Job, Job> = {
  kind: JOBS,
  subjects: async ({ jobs }, page) => {
    for (const { subject, kind } of page) jobs.add(subject, kind);
    return page;
  },
  checks: [succeeds],
};
