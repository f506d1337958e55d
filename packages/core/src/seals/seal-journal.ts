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
import { chained, HEAD_ID, HOST, NO_DIGEST, type Seal, SEAL_HEADS, type SealHead, sealId, SEALS } from './seal.js';
import { newSealKey, openSealKey, type SealKey, storedSealKey } from './seal-key.js';
import { cover, FORM, horizonOf, ROWS_OF_A_SEAL, type Stream, STREAMS } from './streams.js';

export interface SealJournalPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly random: Random;
  readonly sealer: Sealer;
}

/** What one run has sealed. `head`: digest of the newest seal; null while there is none. */
export interface SealedJournal {
  readonly rows: number;
  readonly head: string | null;
  /** There is more to seal: one run makes one seal of each stream at most. */
  readonly isBehind: boolean;
}

type End = Pick<SealHead, 'number' | 'digest' | 'postings' | 'events'>;
const BEGIN: End = { number: 0, digest: NO_DIGEST, postings: 0, events: 0 };

/**
 * Seals what has come to each stream and can no longer be preceded by anything. Rows are read and digested outside the
 * unit that adds a seal, so that no payment waits. Hosts that seal at the same time do not disturb each other: only one
 * of them moves the head on. Throws where the chain has become shorter than this host has seen it, or has lost its key.
 */
export function createJournalSealer(ports: SealJournalPorts): () => Promise<SealedJournal> {
  const { units, clock, digest } = ports;
  let seen = 0;

  async function sealNext(stream: Stream): Promise<number> {
    // The horizon comes from a read of its own: whatever is below it is there in every read that begins later.
    const horizon = await units.read(null, (reads) => horizonOf(reads, stream));
    const found = await units.read(null, async (reads) => {
      const head = await reads.get(SEAL_HEADS, HEAD_ID);
      const { [stream]: after } = head ?? BEGIN;
      const range = { after, upTo: horizon, form: FORM, limit: ROWS_OF_A_SEAL };
      return { head, after, key: await storedSealKey(reads), covered: await cover(reads, digest, stream, range) };
    });
    const { head, covered } = found;
    assertWhole(head, found.key, seen);
    seen = head?.number ?? 0;
    if (covered.rows === 0) return 0;

    const stored = found.key ?? newSealKey(ports.random, ports.sealer, clock.now());
    const key = openSealKey(ports.sealer, stored);
    const upTo = covered.rows === ROWS_OF_A_SEAL ? covered.last! : horizon;
    const seal = nextSeal(head, key, { stream, after: found.after, upTo, ...covered });
    const added = await add(head, seal, found.key === null ? stored : null, key);
    if (!added) return 0;
    seen = seal.number;
    return covered.rows;
  }

  function nextSeal(
    head: SealHead | null,
    key: SealKey,
    { stream, after, upTo, rows, rowsDigest }: Pick<Seal, 'stream' | 'after' | 'upTo' | 'rows' | 'rowsDigest'>,
  ): Seal {
    const before = head ?? BEGIN;
    const number = before.number + 1;
    // Seals are read in the order of their times: the clock of another host may have been ahead.
    const now = instant(Math.max(clock.now(), head?.updatedAt ?? 0));
    const sealed = { number, form: FORM, stream, after, upTo, rows, rowsDigest, createdAt: now };
    const linked = chained(digest, before.digest, sealed);
    return { ...sealed, digest: linked, mac: key.seal(linked), ...newRecord(sealId(number), { tenant: HOST, now }) };
  }

  /** False where another host was faster. The first seal comes with the key in one unit: neither is there alone. */
  async function add(head: SealHead | null, seal: Seal, newKey: HostKey | null, key: SealKey): Promise<boolean> {
    const { number, digest: last, stream, upTo, createdAt: now } = seal;
    const end: End = { ...BEGIN, ...(head ?? {}), number, digest: last, [stream]: upTo };
    const { postings, events } = end;
    const next = { number, digest: last, postings, events, mac: key.head(end) };
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

const RACED = domainError('CONFLICT', 'another host has sealed at the same time');

/** A chain that was cut off is not begun anew, which would hide it. */
function assertWhole(head: SealHead | null, key: HostKey | null, seen: number): void {
  const number = head?.number ?? 0;
  if (number < seen) throw new Bug(`the chain of seals has ended at ${seen} and ends at ${number} now: run the audit`);
  if ((head === null) !== (key === null)) {
    throw new Bug(`the ${head === null ? 'head' : 'key'} of the chain of seals is gone: run the audit`);
  }
}
