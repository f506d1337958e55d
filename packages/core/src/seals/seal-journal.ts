import {
  Bug,
  type Clock,
  type Digest,
  domainError,
  instant,
  newRecord,
  ok,
  type Random,
  type Sealer,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { HOST_KEYS, type HostKey } from '../platforms/index.js';
import {
  chained,
  HEAD_FORM,
  HEAD_ID,
  HOST,
  NO_DIGEST,
  type Seal,
  SEAL_HEADS,
  type SealHead,
  sealId,
  SEALS,
} from './seal.js';
import { newSealKey, openSealKey, type SealKey, storedSealKey } from './seal-key.js';
import { cover, formOf, horizonOf, ROWS_OF_A_SEAL, type Stream, STREAMS } from './streams.js';

export interface SealJournalPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly random: Random;
  readonly sealer: Sealer;
}

/** The result of one run. `head`: digest of the newest seal; null if there is none. */
export interface SealedJournal {
  readonly rows: number;
  readonly head: string | null;
  /** True if there is more to seal: one run adds at most one seal for each stream. */
  readonly isBehind: boolean;
}

type End = Pick<SealHead, 'number' | 'digest' | 'ends'>;
const BEGIN: End = { number: 0, digest: NO_DIGEST, ends: {} };

/**
 * Seals the new rows of each stream up to the horizon, below which no row can appear any more. Rows are read and
 * digested outside the unit of work that adds a seal, so that no payment waits. If several hosts seal at the same time,
 * only one of them moves the head. Throws if the chain is shorter than this host has seen it, or if its head or its key
 * is missing.
 */
export function createJournalSealer(ports: SealJournalPorts): () => Promise<SealedJournal> {
  const { units, clock, digest } = ports;
  let seen = 0;

  async function sealNext(stream: Stream): Promise<number> {
    // The horizon is read first, in its own read: all rows below it are visible to every read that begins later.
    const horizon = await units.read(null, (reads) => horizonOf(reads, stream));
    const found = await units.read(null, async (reads) => {
      const head = await reads.get(SEAL_HEADS, HEAD_ID);
      const after = (head ?? BEGIN).ends[stream] ?? 0;
      const range = { after, upTo: horizon, form: formOf(stream), limit: ROWS_OF_A_SEAL };
      return { head, after, key: await storedSealKey(reads), covered: await cover(reads, digest, stream, range) };
    });
    const { head, covered } = found;
    assertWhole(head, found.key, seen);
    seen = head?.number ?? 0;
    if (covered.rows === 0) return 0;

    const stored = found.key ?? newSealKey(ports.random, ports.sealer, clock.now());
    const key = openSealKey(ports.sealer, stored);
    const upTo = covered.rows === ROWS_OF_A_SEAL ? covered.last! : horizon;
    const seal = nextSeal(head, key, { form: formOf(stream), stream, after: found.after, upTo, ...covered });
    const added = await add(head, seal, found.key === null ? stored : null, key);
    if (!added) return 0;
    seen = seal.number;
    return covered.rows;
  }

  function nextSeal(
    head: SealHead | null,
    key: SealKey,
    {
      form,
      stream,
      after,
      upTo,
      rows,
      rowsDigest,
    }: Pick<Seal, 'form' | 'stream' | 'after' | 'upTo' | 'rows' | 'rowsDigest'>,
  ): Seal {
    const before = head ?? BEGIN;
    const number = before.number + 1;
    // Seals are read in the order of their times, and the clock of another host may have been ahead.
    const now = instant(Math.max(clock.now(), head?.updatedAt ?? 0));
    const sealed = { number, form, stream, after, upTo, rows, rowsDigest, createdAt: now };
    const linked = chained(digest, before.digest, sealed);
    return { ...sealed, digest: linked, mac: key.seal(linked), ...newRecord(sealId(number), { tenant: HOST, now }) };
  }

  /** Returns false if another host sealed first. The first seal and the key are added in one unit. */
  async function add(head: SealHead | null, seal: Seal, newKey: HostKey | null, key: SealKey): Promise<boolean> {
    const { number, digest: last, stream, upTo, createdAt: now } = seal;
    const end = { number, digest: last, form: HEAD_FORM, ends: { ...head?.ends, [stream]: upTo } };
    const next = { ...end, mac: key.head(end)! };
    const added = await units.run(null, async (tx) => {
      const current = await tx.get(SEAL_HEADS, HEAD_ID);
      if (current?.version !== head?.version) return ok(false);
      tx.add(SEALS, seal, { conflicts: { id: RACED } });
      if (newKey !== null) tx.add(HOST_KEYS, newKey, { conflicts: { id: RACED } });
      if (current === null) {
        tx.add(SEAL_HEADS, { ...next, ...newRecord(HEAD_ID, { tenant: HOST, now }) }, { conflicts: { id: RACED } });
      } else {
        update(tx, { now }, SEAL_HEADS, current, next);
      }
      return ok(true);
    });
    if (added.ok) return added.value;
    if (added.error.code === RACED.code) return false;
    throw new Error(`the journal was not sealed: ${added.error.message}`);
  }

  return async () => {
    const sealed: number[] = [];
    for (const stream of STREAMS) sealed.push(await sealNext(stream));
    const head = await units.read(null, (reads) => reads.get(SEAL_HEADS, HEAD_ID));
    return {
      rows: sealed.reduce((sum, rows) => sum + rows, 0),
      head: head?.digest ?? null,
      isBehind: sealed.includes(ROWS_OF_A_SEAL),
    };
  };
}

const RACED = domainError(
  'CONFLICT',
  'another host has added a seal at the same time; the next run continues from that seal',
);

/** Refuses to continue a chain that lost its end or its key: a new beginning would hide the loss. */
function assertWhole(head: SealHead | null, key: HostKey | null, seen: number): void {
  const number = head?.number ?? 0;
  if (number < seen)
    throw new Bug(`the seal chain ended with seal ${seen} and now ends with seal ${number}; run the audit`);
  if ((head === null) !== (key === null)) {
    throw new Bug(`the ${head === null ? 'head' : 'key'} of the seal chain is missing; run the audit`);
  }
}
