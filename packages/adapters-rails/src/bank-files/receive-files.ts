import type { Instant } from '@corridor/core';
import { begunAt } from '@corridor/core/internal';
import type { Clock, Digest, RailLog, Random, TellCore } from '@corridor/core/ports';
import { MAX_BYTES } from '../iso20022/read-bank-message.js';
import { applyFile, type ApplyFilePorts } from './apply-file.js';
import { finishMoves, moveAway } from './move-away.js';
import { noteExchange } from './exchange-times.js';
import { type Exchange, type ExchangeSession, ExchangeUnavailable, type IncomingFile } from './exchange/exchange.js';
import { ownerId, ownerProblem } from './owner.js';
import {
  isApplied,
  listSetAside,
  type Look,
  markSeen,
  looksIn,
  readReceived,
  seenAmong,
  storeLooks,
  storeReceived,
} from './received-files.js';

import { noteReturned, noteVanished } from './vanished-files.js';
import type { KeptFiles } from './vouchers.js';

export interface ReceiveFilesPorts extends ApplyFilePorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly log: RailLog;
  readonly exchange: Exchange;
  readonly kept: KeptFiles;
  /** Files above this size are not read; default: what a message may have. */
  readonly maxBytes?: number;
}

/** A file is complete if two looks at least this far apart show the same size and time. */
const BETWEEN_LOOKS_MS = 1000;
/** A file that ends too early may still be written by a slow bank. It is set aside if it stays like this for so long. */
const PATIENCE_MS = 30_000;
/** After so many failures in one run, the exchange, core or the database is the reason, and the next run begins again. */
const MOST_FAILURES = 5;

/**
 * Reads what the bank has put down, and applies it. A file is recorded as applied after its effects are booked and after
 * it is kept as a voucher. Then it is moved to the archive folder, and removed from there at the end. A crash at any
 * moment repeats only steps that have no second effect. Returns whether files wait for a second look.
 */
export async function receiveFiles(ports: ReceiveFilesPorts, tell: TellCore): Promise<boolean> {
  const { store, clock, exchange } = ports;
  const id = await ownerId(ports);
  return exchange.use(async (session) => {
    const problem = await ownerProblem(session, id);
    if (problem !== null) throw new ExchangeUnavailable(problem);
    await finishMoves(ports, session, ports.maxBytes ?? MAX_BYTES);
    const listed = await session.list();
    const seen = await seenAmong(
      store,
      listed.map((file) => seenKey(ports, file)),
    );
    const files = listed.filter((file) => !seen.has(seenKey(ports, file)));
    const before = new Map((await store.read(looksIn)).map((look) => [look.name, look]));
    const looked = [...before.values()];
    const names = new Set(listed.map(({ name }) => name));
    await noteReturned(
      ports,
      files.flatMap(({ name }) => (before.has(name) ? [] : name)),
    );
    const now = clock.now();
    const looks = files.map((file) => lookAt(file, before.get(file.name), now));
    const waiting: Look[] = [];
    const gone = looked.filter(({ name }) => !names.has(name));
    const failures: unknown[] = [];
    // Files that failed come last, so that a few of them do not keep newer ones waiting.
    for (const look of looks.sort((a, b) => a.failures - b.failures || a.modifiedAt - b.modifiedAt)) {
      const isDue = look.since + BETWEEN_LOOKS_MS <= now && failures.length < MOST_FAILURES;
      try {
        const outcome = isDue ? await receive(ports, session, look, tell) : 'wait';
        if (outcome === 'wait') waiting.push(look);
        if (outcome === 'gone') gone.push(look);
      } catch (cause) {
        // One file that cannot be read must not keep the others waiting.
        if (cause instanceof ExchangeUnavailable)
          ports.log.warn({ name: look.name, reason: cause.message }, 'bank file cannot be taken');
        failures.push(cause);
        waiting.push({ ...look, failures: look.failures + 1 });
      }
    }
    if (!isEqual(waiting, looked)) await storeLooks(store, waiting);
    await followGone(ports, session, id, gone);
    await dismissMissing(ports, session);
    await ports.kept.takeIn(session, ports.maxBytes ?? MAX_BYTES);
    if (failures.length > 0) throw failures[0];
    return waiting.length > 0;
  });
}

/** Without an archive, an exchange has no owner: another installation may have taken the files. */
async function followGone(
  ports: ReceiveFilesPorts,
  session: ExchangeSession,
  id: string,
  gone: readonly Look[],
): Promise<void> {
  if (gone.length === 0 || (await session.owner(id)) !== null) return;
  // Another host of this installation may have read them meanwhile.
  const read = await seenAmong(
    ports.store,
    gone.map((look) => seenKey(ports, look)),
  );
  await noteVanished(
    ports,
    gone.filter((look) => !read.has(seenKey(ports, look))),
  );
}

/** A first look in the future, which a clock that was ahead has written, counts as one of now. */
function lookAt({ name, size, modifiedAt }: IncomingFile, before: Look | undefined, now: Instant): Look {
  const isSame = before !== undefined && before.size === size && before.modifiedAt === modifiedAt;
  return isSame
    ? { ...before, since: begunAt(before.since, now) }
    : { name, size, modifiedAt, since: now, failures: 0 };
}

const isEqual = (some: readonly Look[], others: readonly Look[]): boolean =>
  some.length === others.length &&
  some.every((look, index) => {
    const other = others[index]!;
    return look.name === other.name && look.since === other.since && look.failures === other.failures;
  });

const seenKey = ({ digest }: ReceiveFilesPorts, { name, size, modifiedAt }: IncomingFile): string =>
  digest.sha256(`${size}/${modifiedAt}/${name}`);

/** `wait`: the file is not complete yet. `gone`: it was listed, and is not there. */
async function receive(
  ports: ReceiveFilesPorts,
  session: ExchangeSession,
  look: Look,
  tell: TellCore,
): Promise<'done' | 'wait' | 'gone'> {
  const { store, clock, digest, log, kept, maxBytes = MAX_BYTES } = ports;
  const { name } = look;
  const content = await session.read(name, maxBytes);
  if (content === 'gone') return 'gone';
  if (content === 'too-large') {
    const reason = `the file has ${look.size} bytes; ${maxBytes} are allowed`;
    return setAside(ports, session, look, {
      key: `unread/${seenKey(ports, look)}`,
      version: null,
      reason,
      isUnread: true,
    });
  }
  if (content.length !== look.size) return 'wait';
  const key = digest.sha256(content);
  const before = await readReceived(store, key);
  const file = { direction: 'RECEIVED', name, content } as const;
  if (before !== null && isApplied(before)) {
    log.info({ name, digest: key }, 'bank file received again');
    await kept.keep({ ...file, at: before.createdAt });
    return putAway(ports, session, look);
  }
  const outcome = await applyFile(ports, { name, digest: key, content, maxBytes }, tell);
  if (outcome.kind === 'unfinished' && clock.now() < look.since + PATIENCE_MS) return 'wait';
  const { version } = outcome;
  await kept.keep(file);
  if (outcome.kind !== 'applied') return setAside(ports, session, look, { key, version, reason: outcome.reason });
  await storeReceived(store, key, { status: 'APPLIED', file: { name, version, reason: null, keptAs: null } });
  log.info({ name, digest: key, version, deviations: outcome.deviations.slice(0, 10) }, 'bank file applied');
  return putAway(ports, session, look);
}

/** Moves a file that has had its effects, or remembers it where the bank put it. */
async function putAway(ports: ReceiveFilesPorts, session: ExchangeSession, look: Look): Promise<'done' | 'wait'> {
  const { maxBytes = MAX_BYTES } = ports;
  const moved = await moveAway(ports, session, { name: look.name, as: 'processed', maxBytes, isUnread: false });
  if (moved === 'other') return 'wait';
  if (moved.keptAs === null) await markSeen(ports.store, seenKey(ports, look));
  await noteExchange(ports);
  return 'done';
}

interface Refusal {
  readonly key: string;
  readonly version: string | null;
  readonly reason: string;
  readonly isUnread?: boolean;
}

/** Sets a file aside, with a report beside it. */
async function setAside(
  ports: ReceiveFilesPorts,
  session: ExchangeSession,
  look: Look,
  { key, version, reason, isUnread = false }: Refusal,
): Promise<'done' | 'wait'> {
  const { store, log, maxBytes = MAX_BYTES } = ports;
  const { name } = look;
  const file = { name, version, reason, keptAs: null };
  await storeReceived(store, key, { status: 'SET_ASIDE', file });
  const moved = await moveAway(ports, session, { name, as: 'set-aside', maxBytes, isUnread });
  if (moved === 'other') {
    // The file with the problem is gone.
    await storeReceived(store, key, { status: 'DISMISSED', file });
    return 'wait';
  }
  const { keptAs } = moved;
  if (keptAs === null) await markSeen(store, seenKey(ports, look));
  else {
    await session.explain(keptAs, `${name} was set aside.\n${reason}`);
    await storeReceived(store, key, { status: 'SET_ASIDE', file: { ...file, keptAs } });
  }
  await noteExchange(ports);
  log.warn({ digest: key, version, reason }, 'bank file set aside');
  return 'done';
}

const LOOKED_FOR = 100;

/** An operator settles a file that was set aside by moving it away, which ends the problem. */
async function dismissMissing({ store }: ReceiveFilesPorts, session: ExchangeSession): Promise<void> {
  for (const { key, file } of await store.read((records) => listSetAside(records, LOOKED_FOR))) {
    if (!(await session.isSetAside(file.keptAs ?? file.name))) {
      await storeReceived(store, key, { status: 'DISMISSED', file });
    }
  }
}
