import {
  type BaseRecord,
  type Clock,
  type Digest,
  domainError,
  erase,
  newRecord,
  ok,
  type Random,
  type Reads,
  type Result,
  base64url,
  type Sealer,
  type KindOf,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { OPERATOR_LOG, type OperatorLogEntry } from '../operators/index.js';
import { followErasures } from './inspect-erasures.js';
import { HOST, type Seal, SEALS } from './seal.js';
import { erasureId, SEAL_ERASURES, type SealErasure } from './seal-erasure.js';
import { openSealKey, type SealKey, storedSealKey } from './seal-key.js';
import { erasedEntry } from './sealed-lines.js';
import { digestOfRows, type Rows, rowsOf, type Stream } from './streams.js';

export interface EraseRowsPorts {
  /** The units of the storage itself. */
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly random: Random;
  /** Nothing is erased without the master key: an erasure is signed. */
  readonly sealer: Sealer;
}

/** What an erasure has done. Repeat it until nothing waits. */
export interface ErasedRows {
  /** Rows that lost their personal data. */
  readonly erased: number;
  /** Rows that could not be erased yet: they are not sealed, or an event still waits for its delivery. */
  readonly waiting: number;
}

/** Sealed rows differ from their seal, or the chain of seals is damaged: an erasure would hide it. */
export class ErasureRefused extends Error {
  override readonly name = 'ErasureRefused';
}

export const ERASURE_RACED = domainError(
  'CONFLICT',
  'another host has changed or erased the same rows at the same time; erase them again',
);

const SALT_BYTES = 16;

/** A salt for rows that were written without one. It is kept nowhere. */
export const spareSalt = (random: Random): string => base64url(random.bytes(SALT_BYTES));

/** The seals of a stream, in the order of positions. */
export async function sealsOf(reads: Reads, stream: Stream): Promise<readonly Seal[]> {
  const seals: Seal[] = [];
  for await (const seal of everyRecord(reads, SEALS)) if (seal.stream === stream) seals.push(seal);
  return seals;
}

/** The seal over a position; undefined if the row is not sealed yet. */
export function sealOver(seals: readonly Seal[], position: number): Seal | undefined {
  let [low, high] = [0, seals.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (seals[middle]!.upTo < position) low = middle + 1;
    else high = middle;
  }
  const found = seals[low];
  return found !== undefined && found.after < position ? found : undefined;
}

/** The key that signs erasures. */
export async function erasureKey(reads: Reads, sealer: Sealer): Promise<SealKey> {
  const stored = await storedSealKey(reads);
  if (stored === null) throw new ErasureRefused('the seal key is missing: nothing was erased; run the audit');
  return openSealKey(sealer, stored);
}

/**
 * The record that has to be written with an erasure under a seal, or null if the seal stays valid without it. `reads` sees
 * all rows of the stream; `replaced`: the rows by id as they will be. Throws an `ErasureRefused` if the rows are not those
 * that were sealed.
 */
export async function erasureUnder(
  reads: Reads,
  { clock, digest }: Pick<EraseRowsPorts, 'clock' | 'digest'>,
  key: SealKey,
  seal: Seal,
  replaced: ReadonlyMap<string, BaseRecord>,
): Promise<SealErasure | null> {
  const { number, form, after, upTo } = seal;
  const stream = seal.stream as Stream;
  const former = await formerErasures(reads, number);
  const rows = await rowsOf(reads, stream, { after, upTo, limit: seal.rows + 1 });
  const { digest: expected, faults } = followErasures(seal, former, key);
  const before = digestOfRows(digest, stream, form, rows);
  if (faults.length > 0 || rows.length !== seal.rows || before !== expected)
    throw new ErasureRefused(
      `${stream} at positions ${after + 1} to ${upTo} are not what seal ${number} covers: nothing of them was erased; run the audit`,
    );
  const left: Rows = rows.map(({ position, record }) => ({ position, record: replaced.get(record.id) ?? record }));
  const digestAfter = digestOfRows(digest, stream, form, left);
  if (digestAfter === before) return null;
  const next = former.length + 1;
  const content = {
    seal: number,
    number: next,
    erased: rows
      .filter(({ record }) => replaced.has(record.id))
      .map(({ position, record }) => [position, record.id] as const),
    before,
    after: digestAfter,
    ...newRecord(erasureId(number, next), { tenant: HOST, now: clock.now() }),
  };
  return { ...content, mac: key.erasure(content) };
}

async function formerErasures(reads: Reads, seal: number): Promise<readonly SealErasure[]> {
  const found: SealErasure[] = [];
  for (;;) {
    const next = await reads.get(SEAL_ERASURES, erasureId(seal, found.length + 1));
    if (next === null) return found;
    found.push(next);
  }
}

export const addErasure = (tx: Tx, erasure: SealErasure): void =>
  tx.add(SEAL_ERASURES, erasure, { conflicts: { id: ERASURE_RACED } });

/** How often rows are read again after another host has changed them. */
const ATTEMPTS = 5;

/** Runs an attempt again while another host is faster. Throws after a few times. */
export async function untilWon<T>(attempt: () => Promise<T | 'raced'>): Promise<T> {
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const done = await attempt();
    if (done !== 'raced') return done;
  }
  throw new Error(ERASURE_RACED.message);
}

/** False if another host was faster. */
export async function isCommitted(units: UnitOfWork, work: (tx: Tx) => void): Promise<boolean> {
  const done: Result<void> = await units.run(null, async (tx) => ok(work(tx)));
  if (done.ok) return true;
  if (done.error.code === ERASURE_RACED.code) return false;
  throw new Error(`nothing was erased: ${done.error.message}`);
}

/** How rows of a stream are erased in their table. */
export interface Erasing<T extends BaseRecord> {
  readonly stream: Stream;
  readonly kind: KindOf<T>;
  readonly isErased: (record: T) => boolean;
  /** Whether the row can be erased now. */
  readonly isReady: (record: T) => boolean;
  readonly erased: (digest: Digest, record: T, spare: string) => Partial<T>;
}

/** How many rows are looked up together, so that the rows of one seal are read once for many of them. */
const BATCH = 1_000;

/**
 * Erases rows of a table, with the records of their seals: one unit for each seal over some of them, so that a crash
 * leaves whole seals, and a repetition continues. `readsOf`: makes reads that see all rows of the stream, in one state with
 * the given ones.
 */
export async function eraseRows<T extends BaseRecord>(
  ports: EraseRowsPorts,
  erasing: Erasing<T>,
  ids: AsyncIterable<string>,
  seals: readonly Seal[],
  readsOf: (reads: Reads) => Reads = (reads) => reads,
): Promise<ErasedRows> {
  let [erased, waiting] = [0, 0];
  let batch: string[] = [];
  const eraseBatch = async (): Promise<void> => {
    const { groups, unsealed } = await bySeal(ports, erasing, batch, seals);
    batch = [];
    waiting += unsealed;
    for (const [seal, group] of groups) {
      const done = await untilWon(() => eraseUnderSeal(ports, erasing, seal, group, readsOf));
      erased += done.erased;
      waiting += done.waiting;
    }
  };
  for await (const id of ids) if (batch.push(id) >= BATCH) await eraseBatch();
  await eraseBatch();
  return { erased, waiting };
}

/** The rows by the seal over them. */
async function bySeal<T extends BaseRecord>(
  { units }: EraseRowsPorts,
  { kind }: Erasing<T>,
  ids: readonly string[],
  seals: readonly Seal[],
): Promise<{ readonly groups: ReadonlyMap<Seal, readonly string[]>; readonly unsealed: number }> {
  const groups = new Map<Seal, string[]>();
  let unsealed = 0;
  await units.read(null, async (reads) => {
    for (const id of ids) {
      const position = await reads.positionOf(kind, id);
      if (position === null) continue;
      const seal = sealOver(seals, position);
      if (seal === undefined) unsealed += 1;
      else groups.set(seal, [...(groups.get(seal) ?? []), id]);
    }
  });
  return { groups, unsealed };
}

async function eraseUnderSeal<T extends BaseRecord>(
  ports: EraseRowsPorts,
  { kind, isErased, isReady, erased }: Erasing<T>,
  seal: Seal,
  ids: readonly string[],
  readsOf: (reads: Reads) => Reads,
): Promise<ErasedRows | 'raced'> {
  const { units, digest, random, sealer } = ports;
  const { ready, busy, erasure } = await units.read(
    null,
    async (reads) => {
      const rows = (await reads.getMany(kind, ids)).filter((row) => !isErased(row));
      const able = rows.filter(isReady).map((row) => ({ row, patch: erased(digest, row, spareSalt(random)) }));
      const replaced = new Map<string, BaseRecord>(able.map(({ row, patch }) => [row.id, { ...row, ...patch }]));
      const key = await erasureKey(reads, sealer);
      const needed = able.length > 0 ? await erasureUnder(readsOf(reads), ports, key, seal, replaced) : null;
      return { ready: able, busy: rows.length - able.length, erasure: needed };
    },
    'long',
  );
  if (ready.length === 0) return { erased: 0, waiting: busy };
  const isDone = await isCommitted(units, (tx) => {
    for (const { row, patch } of ready) erase(tx, kind, row, patch, ERASURE_RACED);
    if (erasure !== null) addErasure(tx, erasure);
  });
  return isDone ? { erased: ready.length, waiting: busy } : 'raced';
}

const OF_LOG: Erasing<OperatorLogEntry> = {
  stream: 'operator_log',
  kind: OPERATOR_LOG,
  isErased: ({ erasedDigest }) => erasedDigest !== null,
  isReady: () => true,
  erased: erasedEntry,
};

const PAGE = 200;

/**
 * Erases `input`, `before` and `after` of the entries of the operator log about these subjects of a platform. Who did what
 * with which record, and when, stays. Throws an `ErasureRefused`.
 */
export async function eraseLogEntries(
  ports: EraseRowsPorts,
  { tenant, subjects }: { readonly tenant: OperatorLogEntry['tenant']; readonly subjects: Iterable<string> },
): Promise<ErasedRows> {
  const seals = await ports.units.read(null, (reads) => sealsOf(reads, OF_LOG.stream), 'long');
  const due = async function* (): AsyncGenerator<string> {
    for (const subject of subjects) {
      let after: OperatorLogEntry | undefined;
      for (let hasMore = true; hasMore;) {
        const query = { where: { subject }, order: 'asc', limit: PAGE, after, counted: false } as const;
        const page = await ports.units.read(null, (reads) => reads.list(OPERATOR_LOG, query));
        for (const row of page.rows) if (row.tenant === tenant && !OF_LOG.isErased(row)) yield row.id;
        hasMore = page.hasMore;
        after = page.rows.at(-1);
      }
    }
  };
  return eraseRows(ports, OF_LOG, due(), seals);
}
