import { RECORD_KINDS } from '../catalogue/index.js';
import { finish, type Job, type JobHandler, schedule } from '../events/index.js';
import {
  type AnyKind,
  type BaseRecord,
  Bug,
  ERASED_TEXT,
  HOUSE_TENANTS,
  type IdSource,
  type Keyset,
  type KindOf,
  instant,
  ok,
  readAll,
  renewSealed,
  type Result,
  type SealedPlace,
  type Sealer,
  type TenantKey,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';

const AT_ONCE = 100;

/** Converts a text that is sealed for a record and a column (`place`); returns the same text if it needs no change. */
export type Reseal = (sealed: string, place: SealedPlace) => string;

const byName = (a: AnyKind, b: AnyKind): number => (a.name < b.name ? -1 : 1);
const SEALED_KINDS: readonly AnyKind[] = RECORD_KINDS.filter(({ sealed }) => sealed.length > 0).sort(byName);
const OF_HOST = SEALED_KINDS.filter(({ scope }) => scope === 'host');
const OF_TENANTS = SEALED_KINDS.filter(({ scope }) => scope === 'tenant');

/** Reseals the records of the host, and returns their number: a host with the old master key then fails at its start. */
export async function resealHost(units: UnitOfWork, reseal: Reseal): Promise<number> {
  let changed = 0;
  for (const kind of OF_HOST) changed += await resealKind(units, null, kind, reseal);
  return changed;
}

/**
 * Reseals every sealed text of a database and returns the number of changed records. The run may be interrupted and
 * repeated; nothing else may write to the database meanwhile (docs/areas/maintenance.md#rotating-the-master-key).
 */
export async function resealAll(units: UnitOfWork, reseal: Reseal): Promise<number> {
  let changed = await resealHost(units, reseal);
  for (const { id: tenant } of await units.read(null, (reads) => readAll(reads, PLATFORMS))) {
    for (const kind of OF_TENANTS) changed += await resealKind(units, tenant, kind, reseal);
  }
  for (const tenant of HOUSE_TENANTS) {
    for (const kind of OF_TENANTS) changed += await resealKind(units, tenant, kind, reseal);
  }
  return changed;
}

async function resealKind(units: UnitOfWork, tenant: TenantKey | null, kind: AnyKind, reseal: Reseal): Promise<number> {
  let changed = 0;
  for (let after: Keyset | undefined; ;) {
    const from = after;
    const batch = await units.run(tenant, async (tx) => ok(await resealSome(tx, kind, from, reseal)));
    if (!batch.ok) throw new Error(`${kind.name}: ${batch.error.message}`);
    changed += batch.value.changed;
    after = batch.value.last;
    if (!batch.value.hasMore) return changed;
  }
}

interface Resealed {
  readonly changed: number;
  readonly last: Keyset | undefined;
  readonly hasMore: boolean;
}

async function resealSome(tx: Tx, any: AnyKind, after: Keyset | undefined, reseal: Reseal): Promise<Resealed> {
  const kind = any as unknown as KindOf<BaseRecord>;
  const slice = await tx.list(kind, { order: 'asc', limit: AT_ONCE, counted: false, after });
  let changed = 0;
  for (const row of slice.rows) {
    const patch = resealed(any, row, reseal);
    if (patch === null) continue;
    // The content of the record is the same, so `updatedAt` stays.
    update(tx, { now: row.updatedAt }, kind, row, patch);
    changed += 1;
  }
  return { changed, last: slice.rows.at(-1), hasMore: slice.hasMore };
}

/** The resealed columns of a record; null if none changes. */
function resealed(kind: AnyKind, row: BaseRecord, reseal: Reseal): object | null {
  const fields = row as unknown as Readonly<Record<string, unknown>>;
  const renewed = kind.sealed.flatMap((column) => {
    const text = fields[column];
    if (text === null || text === ERASED_TEXT) return [];
    if (typeof text !== 'string') throw new Bug(`${kind.name}.${column} is not a sealed text`);
    const next = reseal(text, { table: kind.name, row: row.id, column });
    return next === text ? [] : [[column, next] as const];
  });
  return renewed.length === 0 ? null : Object.fromEntries(renewed);
}

export interface SealRecordsPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly sealer: Sealer;
  /** The number of batches that one job processes; it must finish well within its lease. */
  readonly batches?: number;
}

const BATCHES = 20;

/** The progress through a platform's records: the record kind, and the record after which to continue. */
const subjectOf = (kind: string, after: Keyset | undefined): string =>
  after === undefined ? kind : `${kind} ${after.createdAt} ${after.id}`;

/**
 * Seals texts that an earlier version stored unsealed, or sealed without binding them to their record and column. A
 * migration schedules this job, because it has no master key itself. Each job processes some records and schedules the
 * next job in the unit of work that changes them, so that a crash loses no progress. Texts that are not sealed yet are
 * read as they are meanwhile.
 */
export function sealRecords({ units, ids, sealer, batches = BATCHES }: SealRecordsPorts): JobHandler {
  const reseal: Reseal = (text, place) => renewSealed(sealer, text, place);

  return async (ctx, job) => {
    const [name = '', createdAt, id] = job.subject.split(' ');
    let at = OF_TENANTS.findIndex((kind) => kind.name === name);
    if (at < 0) {
      // Host keys are few; the first platform's job seals them.
      for (const kind of OF_HOST) await resealKind(units, null, kind, reseal);
      at = 0;
    }
    let after: Keyset | undefined = id === undefined ? undefined : { createdAt: instant(Number(createdAt)), id };
    for (let batch = 1; at < OF_TENANTS.length; batch++) {
      const [kind, from, isLast] = [OF_TENANTS[at]!, after, batch === batches];
      const done: Result<Resealed> = await units.run(ctx.tenant, async (tx) => {
        const some = await resealSome(tx, kind, from, reseal);
        const next = some.hasMore ? subjectOf(kind.name, some.last) : OF_TENANTS[at + 1]?.name;
        if (next === undefined) finish(tx, job);
        else if (isLast) passOn(tx, job, next);
        return ok(some);
      });
      if (!done.ok) return done;
      if (isLast) return ok();
      after = done.value.hasMore ? done.value.last : undefined;
      if (!done.value.hasMore) at += 1;
    }
    return ok();

    function passOn(tx: Tx, done: Job, subject: string): void {
      finish(tx, done);
      schedule({ tx, ctx, ids }, { kind: 'records.seal', subject, dueAt: ctx.hostNow });
    }
  };
}
