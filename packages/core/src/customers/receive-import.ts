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

/** Receives the rows of one file while it is uploaded, and stores them in its own units of work. */
export interface Intake {
  readonly id: Id<'BulkImport'>;
  add(row: readonly string[]): Promise<Result<void>>;
  /** Stores the last rows at the end of the file. INVALID_INPUT if it had no rows. */
  end(): Promise<Result<void>>;
  /** Removes the stored rows. If the host crashes before, the job `import.discard` removes them. */
  discard(): Promise<void>;
}

/** Rows that one unit imports. It delays other units for about as long as one or two payments. */
const CHUNK_ROWS = 50;
/** The maximum numbers of rows and of characters that are buffered in memory before they are stored. */
const HELD_ROWS = 1000;
const HELD_CHARACTERS = 256 * 1024;
/** Longer than the longest allowed upload. */
const RECEIVED_WITHIN_SECONDS = 60 * 60;
/** The error for a file whose stored rows were removed during the upload, by the job `import.discard`. */
const LATE = err('INVALID_REQUEST_FORMAT', 'the upload of the file took too long; send it again');

/** Begins to receive a file with this header. INVALID_INPUT with the columns that are missing, unknown or duplicate. */
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
        // Plus one for each value, because a row of empty values takes memory too.
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

/**
 * Removes chunks of an import that was never accepted, and the import with the last chunk. Returns whether all are
 * gone.
 */
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

/** Makes a completely received file an import. INVALID_REQUEST_FORMAT if its rows have been discarded meanwhile. */
export const acceptImport =
  (ids: IdSource): UseCase<{ readonly id: Id<'BulkImport'> }, BulkImport> =>
  async (tx, ctx, { id }) => {
    const received = await tx.get(BULK_IMPORTS, id);
    // Discarding removes the first chunk first and the import last, so both are needed to know that all rows are there.
    const first = await tx.find(IMPORT_CHUNKS, 'place', [id, '0']);
    if (received === null || first === null) return LATE;
    const accepted = transition(tx, ctx, BULK_IMPORT, BULK_IMPORTS, received, 'accept');
    if (!accepted.ok) return accepted;
    schedule({ tx, ctx, ids }, { kind: 'import.rows', subject: id, dueAt: ctx.hostNow });
    return ok(accepted.value.record);
  };
