import { AGENTS } from '../agents/index.js';
import { finish, type Job, type JobHandler, schedule } from '../events/index.js';
import {
  type BaseRecord,
  type IdSource,
  instant,
  isId,
  type Keyset,
  type KindOf,
  ok,
  plusSeconds,
  type Result,
  SEARCH_TERMS,
  type TenantKey,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { ofPlatform, termRow, termsOf, WORDED_KINDS } from './terms.js';
import { writeWords } from './worded-units.js';

export interface FillWordsPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  /** The number of batches that one job processes; it must finish well within its lease. */
  readonly batches?: number;
}

const AT_ONCE = 100;
const WORDS_AT_ONCE = 500;
const WORDS = SEARCH_TERMS as unknown as KindOf<BaseRecord>;
const BATCHES = 20;
const DAY_SECONDS = 24 * 60 * 60;

/** The first round, and a second one a day later for what hosts of the former release have written meanwhile. */
const ROUNDS = 2;

/** The progress of a job: the round, the record kind, and the record after which to continue. */
interface Progress {
  readonly round: number;
  readonly kind: number;
  readonly after: Keyset | undefined;
}

/** The second round ends with the words themselves, whose records a host of the former release may have deleted. */
const kindsOf = (round: number): readonly KindOf<BaseRecord>[] =>
  round === 0 ? WORDED_KINDS : [...WORDED_KINDS, WORDS];

const subjectOf = ({ round, kind, after }: Progress): string =>
  [round, kindsOf(round)[kind]!.name, ...(after === undefined ? [] : [after.createdAt, after.id])].join(' ');

function progressOf(subject: string): Progress {
  const [round = '', name, createdAt, id] = subject.split(' ');
  const kind = kindsOf(Number(round)).findIndex((each) => each.name === name);
  const after = id === undefined || kind < 0 ? undefined : { createdAt: instant(Number(createdAt)), id };
  return { round: Number(round), kind: Math.max(kind, 0), after };
}

interface Filled {
  readonly last: Keyset | undefined;
  readonly hasMore: boolean;
}

/**
 * Writes the words of records from before there were words. A migration and `fillMissingWords` schedule this job. Each job processes some
 * records and schedules the next job in the unit of work that writes the words, so that a crash loses no progress.
 */
export function fillWords({ units, ids, batches = BATCHES }: FillWordsPorts): JobHandler {
  return async (ctx, job) => {
    let at: Progress | null = progressOf(job.subject);
    for (let batch = 1; at !== null; batch++) {
      const from: Progress = at;
      const done: Result<Progress | null> = await units.run(ctx.tenant, async (tx) => {
        const next = following(from, await fillSome(tx, ctx.tenant, from));
        if (next === null || next.round > from.round || batch === batches) passOn(tx, job, from, next);
        return ok(next);
      });
      if (!done.ok) return done;
      if (batch === batches || (done.value !== null && done.value.round > from.round)) return ok();
      at = done.value;
    }
    return ok();

    function passOn(tx: Tx, done: Job, { round }: Progress, next: Progress | null): void {
      finish(tx, done);
      if (next === null) return;
      const dueAt = next.round > round ? plusSeconds(ctx.hostNow, DAY_SECONDS) : ctx.hostNow;
      const following = { kind: 'search.words', subject: subjectOf(next), dueAt } as const;
      schedule({ tx, ctx, ids }, job.dedupe === null ? following : { ...following, dedupe: job.dedupe });
    }
  };
}

function following({ round, kind }: Progress, { last, hasMore }: Filled): Progress | null {
  if (hasMore) return { round, kind, after: last };
  if (kind + 1 < kindsOf(round).length) return { round, kind: kind + 1, after: undefined };
  return round + 1 < ROUNDS ? { round: round + 1, kind: 0, after: undefined } : null;
}

/**
 * Pins each record, so that the words of a record that changes meanwhile are not written. In the second round, records
 * that were changed also lose the words that a host of the former release left.
 */
async function fillSome(tx: Tx, tenant: TenantKey, { round, kind: index, after }: Progress): Promise<Filled> {
  const kind = kindsOf(round)[index]!;
  if (kind === WORDS) return removeOrphans(tx, after);
  const { rows, hasMore } = await tx.list(kind, {
    ...ofPlatform(kind, tenant),
    ...{ order: 'asc', limit: AT_ONCE, counted: false, after },
  });
  for (const record of rows) {
    const terms = termsOf(kind, record);
    if (terms.size > 0) tx.pin(kind, record);
    if (round > 0 && record.version > 1) await writeWords(tx, kind, record.id);
    else for (const term of terms) tx.add(SEARCH_TERMS, termRow(record, term), { unlessExists: true });
  }
  return { last: rows.at(-1), hasMore };
}

/** Removes the words of deleted agents. Records of the other kinds with words are never removed. */
async function removeOrphans(tx: Tx, after: Keyset | undefined): Promise<Filled> {
  const { rows, hasMore } = await tx.list(SEARCH_TERMS, { order: 'asc', limit: WORDS_AT_ONCE, counted: false, after });
  const ofAgents = rows.filter(({ subject }) => isId('Agent', subject));
  const agents = await tx.getMany(AGENTS, [...new Set(ofAgents.map(({ subject }) => subject))]);
  const present = new Set<string>(agents.map(({ id }) => id));
  for (const row of ofAgents) if (!present.has(row.subject)) tx.remove(SEARCH_TERMS, row);
  return { last: rows.at(-1), hasMore };
}
