import { schedule } from '../events/index.js';
import {
  birth,
  type Context,
  err,
  type Id,
  type IdSource,
  invalidFields,
  newRecord,
  ok,
  plusSeconds,
  type Result,
  type Sealer,
  transition,
  type Tx,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import { readHeader } from './bulk-columns.js';
import { BULK_IMPORT, BULK_IMPORTS, type BulkImport, IMPORT_CHUNKS, sealRows } from './bulk-import.js';

export interface ReceivePorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly sealer: Sealer;
}

/** Takes in the rows of one file, as they come, in units of its own. */
export interface Intake {
  readonly id: Id<'BulkImport'>;
  add(row: readonly string[]): Promise<Result<void>>;
  /** The file is at its end. INVALID_INPUT when it had no rows. */
  end(): Promise<Result<void>>;
  /** Removes what was taken in. What a host that died has taken in is removed by a job. */
  discard(): Promise<void>;
}

/** Rows that are imported in one unit: it holds up others for about as long as a payment or two. */
const CHUNK_ROWS = 50;
/** What is held in memory before it is stored. */
const HELD_ROWS = 1000;
const HELD_CHARACTERS = 256 * 1024;
/** Longer than any file may take to come in. */
const RECEIVED_WITHIN_SECONDS = 60 * 60;
/** Given up meanwhile: a test clock may have made the time pass. */
const LATE = err('INVALID_REQUEST_FORMAT', 'the file took too long to come in');

/** Begins to take in a file with this header. INVALID_INPUT with the columns that are missing or stand twice. */
export const openIntake =
  ({ units, ids, sealer }: ReceivePorts) =>
  async (ctx: Context, header: readonly string[]): Promise<Result<Intake>> => {
    const columns = readHeader(header);
    if (!columns.ok) return columns;
    const id = ids.next('BulkImport');
    const begun = await units.run(ctx.tenant, async (tx) => {
      tx.add(BULK_IMPORTS, {
        status: birth(BULK_IMPORT, 'receive').to,
        columns: columns.value,
        chunks: 0,
        nextChunk: 0,
        total: 0,
        successful: 0,
        failed: 0,
        completedAt: null,
        ...newRecord(id, ctx),
      });
      const dueAt = plusSeconds(ctx.hostNow, RECEIVED_WITHIN_SECONDS);
      schedule({ tx, ctx, ids }, { kind: 'import.discard', subject: id, dueAt });
      return ok();
    });
    if (!begun.ok) return begun;

    let rows: (readonly string[])[] = [];
    let characters = 0;
    async function store(): Promise<Result<void>> {
      const taken = rows;
      rows = [];
      characters = 0;
      return taken.length === 0 ? ok() : units.run(ctx.tenant, (tx) => append(tx, ctx, { ids, sealer }, id, taken));
    }

    return ok({
      id,
      async add(row) {
        rows.push(row);
        // A blank value takes room too: a row may be nothing but commas.
        for (const value of row) characters += value.length + 1;
        return rows.length < HELD_ROWS && characters < HELD_CHARACTERS ? ok() : store();
      },
      async end() {
        const stored = await store();
        if (!stored.ok) return stored;
        const received = await units.read(ctx.tenant, (reads) => reads.get(BULK_IMPORTS, id));
        if (received === null) return LATE;
        return received.total === 0 ? invalidFields([{ field: 'file', message: 'has no rows' }]) : ok();
      },
      async discard() {
        for (;;) {
          const removed = await units.run(ctx.tenant, async (tx) => ok(await removeSome(tx, id)));
          if (!removed.ok || removed.value) return;
        }
      },
    });
  };

async function append(
  tx: Tx,
  ctx: Context,
  { ids, sealer }: Pick<ReceivePorts, 'ids' | 'sealer'>,
  importId: Id<'BulkImport'>,
  rows: readonly (readonly string[])[],
): Promise<Result<void>> {
  const received = await tx.get(BULK_IMPORTS, importId);
  if (received?.status !== 'RECEIVING') return LATE;
  let { chunks } = received;
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
    const id = ids.next('ImportChunk');
    tx.add(IMPORT_CHUNKS, {
      importId,
      place: String(chunks),
      firstRow: received.total + at + 1,
      sealedRows: sealRows(sealer, id, rows.slice(at, at + CHUNK_ROWS)),
      ...newRecord(id, ctx),
    });
    chunks += 1;
  }
  update(tx, ctx, BULK_IMPORTS, received, { chunks, total: received.total + rows.length });
  return ok();
}

const REMOVED_AT_ONCE = 50;

/** Removes chunks of an import that was never accepted, and the import with the last of them. True: nothing is left. */
export async function removeSome(tx: Tx, id: string): Promise<boolean> {
  const received = await tx.get(BULK_IMPORTS, id);
  if (received?.status !== 'RECEIVING') return true;
  const { rows, hasMore } = await tx.list(IMPORT_CHUNKS, {
    where: { importId: received.id },
    order: 'asc',
    limit: REMOVED_AT_ONCE,
    counted: false,
  });
  for (const chunk of rows) tx.remove(IMPORT_CHUNKS, chunk);
  if (!hasMore) tx.remove(BULK_IMPORTS, received);
  return !hasMore;
}

/** A file that is wholly there becomes an import. INVALID_REQUEST_FORMAT for one that has been given up meanwhile. */
export const acceptImport =
  (ids: IdSource): UseCase<{ readonly id: Id<'BulkImport'> }, BulkImport> =>
  async (tx, ctx, { id }) => {
    const received = await tx.get(BULK_IMPORTS, id);
    // Whoever gives it up removes the first chunk first, and the import last.
    const first = await tx.find(IMPORT_CHUNKS, 'place', [id, '0']);
    if (received === null || first === null) return LATE;
    const accepted = transition(tx, ctx, BULK_IMPORT, BULK_IMPORTS, received, 'accept');
    if (!accepted.ok) return accepted;
    schedule({ tx, ctx, ids }, { kind: 'import.rows', subject: id, dueAt: ctx.hostNow });
    return ok(accepted.value.record);
  };
