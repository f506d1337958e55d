import { emit, finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import {
  Bug,
  type Context,
  domainError,
  type IdSource,
  type Keyset,
  newRecord,
  ok,
  type Reads,
  type Result,
  type Sealer,
  type Slice,
  splitTenant,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import { inColumnsOf, readRow } from './bulk-columns.js';
import {
  BULK_IMPORT,
  BULK_IMPORTS,
  type BulkImport,
  IMPORT_CHUNKS,
  IMPORT_ERRORS,
  type ImportErrors,
  openRows,
  type RowError,
} from './bulk-import.js';
import type { NewCustomer } from './create-customer.js';
import { type Customer, CUSTOMERS } from './customer.js';
import { heldAddress } from './held-address.js';
import { removeSome } from './receive-import.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly BULK_UPLOAD: BulkImport & { readonly errors: readonly RowError[] };
  }
}

export interface ImportPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly create: UseCase<NewCustomer, Customer>;
}

/** Number of chunks that one run of the job imports. They take much less time than the lease of the job. */
const CHUNKS_A_TURN = 20;
/**
 * How often a chunk is retried immediately if other requests create customers with the same ids or addresses meanwhile.
 */
const TRIES = 4;
const NAMES_TAKEN = ['CONFLICT', 'UMA_ADDRESS_EXISTS'];

/**
 * Imports rows chunk by chunk. One unit of work writes the customers of a chunk, the errors of its failed rows and the
 * progress, and removes the chunk. After a crash at any point the next host continues with the first row that is not
 * imported.
 */
export const importRows =
  (ports: ImportPorts): JobHandler =>
  async (ctx, job) => {
    for (let turn = 1; turn <= CHUNKS_A_TURN; turn++) {
      const imported = await importNext(ports, ctx, job, turn === CHUNKS_A_TURN);
      if (!imported.ok) return imported;
      if (imported.value === 'ended') return ok();
    }
    return ok();
  };

type Progress = 'more' | 'ended';

/**
 * The first attempt does not look up whether ids and addresses are taken; only a conflict makes the next attempt do so.
 * That saves two reads for each row, which would be most of the time of an import on a remote database.
 */
async function importNext(ports: ImportPorts, ctx: Context, job: Job, isLast: boolean): Promise<Result<Progress>> {
  for (let tries = 1; ; tries++) {
    const imported = await ports.units.run(ctx.tenant, (tx) => importChunk(ports, tx, ctx, job, isLast, tries > 1));
    if (imported.ok || tries === TRIES || !NAMES_TAKEN.includes(imported.error.code)) return imported;
  }
}

async function importChunk(
  ports: ImportPorts,
  tx: Tx,
  ctx: Context,
  job: Job,
  isLast: boolean,
  isCareful: boolean,
): Promise<Result<Progress>> {
  const found = await tx.get(BULK_IMPORTS, job.subject);
  if (found === null) throw new Bug(`${job.subject} does not exist, but has an import job`);
  const started = found.status === 'PENDING' ? transition(tx, ctx, BULK_IMPORT, BULK_IMPORTS, found, 'start') : null;
  if (started?.ok === false) return started;
  const current = started?.value.record ?? found;
  if (current.status !== 'PROCESSING') return ended(tx, job);

  const chunk = await tx.find(IMPORT_CHUNKS, 'place', [current.id, String(current.nextChunk)]);
  if (chunk === null) throw new Bug(`chunk ${current.nextChunk} of ${current.id} does not exist`);
  const rows = openRows(ports.sealer, chunk);
  const errors = await importInto(ports, tx, ctx, current, { rows, firstRow: chunk.firstRow }, isCareful);
  tx.remove(IMPORT_CHUNKS, chunk);
  if (errors.length > 0) {
    tx.add(IMPORT_ERRORS, { importId: current.id, errors, ...newRecord(ports.ids.next('ImportErrors'), ctx) });
  }
  const after = update(tx, ctx, BULK_IMPORTS, current, {
    nextChunk: current.nextChunk + 1,
    successful: current.successful + rows.length - errors.length,
    failed: current.failed + errors.length,
  });
  if (after.nextChunk === after.chunks) return concludeImport({ tx, ctx, ids: ports.ids }, job, after);
  if (isLast) reschedule(tx, ctx, job, 0);
  return ok('more');
}

function ended(tx: Tx, job: Job): Result<Progress> {
  finish(tx, job);
  return ok('ended');
}

/** Creates the customers of a chunk and returns the errors of the rows that failed. */
async function importInto(
  { create }: ImportPorts,
  tx: Tx,
  ctx: Context,
  { columns }: BulkImport,
  { rows, firstRow }: { readonly rows: readonly (readonly string[])[]; readonly firstRow: number },
  isCareful: boolean,
): Promise<readonly RowError[]> {
  const { environment } = splitTenant(ctx.tenant);
  const isIdTaken = async (id: string): Promise<boolean> =>
    isCareful && (await tx.find(CUSTOMERS, 'platformCustomerId', [id])) !== null;
  const isAddressTaken = async (address: string): Promise<boolean> =>
    isCareful && (await heldAddress(tx, environment, address)) !== null;
  const errors: RowError[] = [];
  const good: { readonly row: number; readonly customer: NewCustomer }[] = [];
  const [ids, addresses] = [new Set<string>(), new Set<string>()];
  for (const [at, values] of rows.entries()) {
    const row = firstRow + at;
    const read = readRow(ctx, columns, values);
    if (!read.ok) {
      errors.push({ row, error: read.error });
      continue;
    }
    const { platformCustomerId, umaAddress } = read.value;
    const uma = umaAddress.toLowerCase();
    if (ids.has(platformCustomerId) || (await isIdTaken(platformCustomerId))) {
      errors.push({ row, error: ID_EXISTS });
    } else if (addresses.has(uma) || (await isAddressTaken(uma))) {
      errors.push({ row, error: domainError('UMA_ADDRESS_EXISTS') });
    } else {
      ids.add(platformCustomerId);
      addresses.add(uma);
      good.push({ row, customer: read.value });
    }
  }
  for (const { row, customer } of good) {
    const created = await create(tx, ctx, customer);
    if (!created.ok) errors.push({ row, error: inColumnsOf(created.error) });
  }
  return errors.sort((a, b) => a.row - b.row);
}

const ID_EXISTS = domainError(
  'CONFLICT',
  'platformCustomerId is taken by another customer or an earlier row; choose another one',
);

/** The maximum number of failed rows in the event, which is fewer than in a report to keep webhooks small. */
const ERRORS_IN_EVENT = 1000;

async function concludeImport(unit: Unit, job: Job, current: BulkImport): Promise<Result<Progress>> {
  const { tx, ctx } = unit;
  const how = current.successful > 0 ? 'complete' : 'fail';
  const moved = transition(tx, ctx, BULK_IMPORT, BULK_IMPORTS, current, how, { completedAt: ctx.now });
  if (!moved.ok) return moved;
  const { record, row } = moved.value;
  const errors = await readErrors(tx, record.id, ERRORS_IN_EVENT);
  if (row.emits !== null) {
    emit(unit, { type: row.emits, resource: record.id, snapshot: { ...record, errors } });
  }
  return ended(tx, job);
}

const PAGE = 20;

/** The errors of the first `most` failed rows. */
export async function readErrors(reads: Reads, importId: BulkImport['id'], most: number): Promise<readonly RowError[]> {
  const errors: RowError[] = [];
  const query = { where: { importId }, order: 'asc', limit: PAGE, counted: false } as const;
  let after: Keyset | undefined;
  for (;;) {
    const { rows, hasMore }: Slice<ImportErrors> = await reads.list(IMPORT_ERRORS, { ...query, after });
    for (const record of rows) errors.push(...record.errors);
    after = rows.at(-1);
    if (!hasMore || errors.length >= most) break;
  }
  return errors.slice(0, most).sort((a, b) => a.row - b.row);
}

/** Removes the stored part of a file that was never completely received. */
export const discardImport =
  ({ units }: Pick<ImportPorts, 'units'>): JobHandler =>
  (ctx, job) =>
    units.run(ctx.tenant, async (tx) => {
      if (await removeSome(tx, job.subject)) finish(tx, job);
      else reschedule(tx, ctx, job, 0);
      return ok();
    });
