import { ok } from '@corridor/core';
import type { Digest, RailLog, RailStore } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';
import type { ArchivedAs, ExchangeSession } from './exchange/exchange.js';
import { numbered } from './exchange/file-names.js';
import { readReceived } from './received-files.js';

export interface MovingPorts {
  readonly store: RailStore;
  readonly digest: Digest;
  readonly log: RailLog;
}

export interface MovedFile {
  readonly name: string;
  readonly as: ArchivedAs;
  /** The most bytes of a file that is read. */
  readonly maxBytes: number;
  /** The file has more, and is set aside without being read. */
  readonly isUnread: boolean;
}

/** Moves that have begun, by the digest of the name. */
const MOVES = 'moves';
const OPEN = 'OPEN';

type Move = Omit<MovedFile, 'maxBytes'> & {
  /** The first number that the file can have in the archive. */
  readonly number: number;
};

/**
 * Moves away the file of a name, and returns its new name; null if the exchange leaves files where they are. The bank may
 * have put another file under the name since it was read. So the moved content is compared with what was received: a file
 * that was not received is moved back, and `other` is returned. A move is stored before it begins, so that a crash leaves
 * no unread file in the archive.
 */
export async function moveAway(
  ports: MovingPorts,
  session: ExchangeSession,
  file: MovedFile,
): Promise<{ readonly keptAs: string | null } | 'other'> {
  const { name, as } = file;
  const number = await session.freeNumber(name, as);
  await begin(ports, { name, as, isUnread: file.isUnread, number });
  const keptAs = await session.archive(name, as);
  // A file that was gone has the name of an earlier one.
  const isMoved = keptAs !== null && keptAs !== nameBefore(name, number);
  const isOther = isMoved && !(await keep(ports, session, file, keptAs));
  await end(ports, name);
  return isOther ? 'other' : { keptAs };
}

/** The name that `archive` returns for a file that is gone; null if that is also the name of one that it moves. */
const nameBefore = (name: string, number: number): string | null => (number === 1 ? null : name);

/** Finishes moves that a crash has interrupted. */
export async function finishMoves(ports: MovingPorts, session: ExchangeSession, maxBytes: number): Promise<void> {
  const open = await ports.store.read((records) => records.list(MOVES, { status: OPEN, limit: 100 }));
  for (const { value } of open) {
    const { number, ...file } = value as Move;
    const { name, as } = file;
    for (let at = number; ; at += 1) {
      const moved = numbered(name, at);
      if ((await session.readArchived(moved, as, 0)) === 'gone') break;
      await keep(ports, session, { ...file, maxBytes }, moved);
    }
    await end(ports, name);
  }
}

/** Whether the moved file is one that was received; otherwise it goes back. */
async function keep(
  { store, digest, log }: MovingPorts,
  session: ExchangeSession,
  { name, as, maxBytes, isUnread }: MovedFile,
  moved: string,
): Promise<boolean> {
  const content = await session.readArchived(moved, as, maxBytes);
  if (content === 'gone') return true;
  if (content === 'too-large' && isUnread) return true;
  if (content !== 'too-large' && (await readReceived(store, digest.sha256(content))) !== null) return true;
  await session.putBack(moved, as, name);
  log.warn({ name }, 'bank file was replaced while it was read; it is read again');
  return false;
}

async function begin({ store, digest }: MovingPorts, move: Move): Promise<void> {
  const key = digest.sha256(move.name);
  stored(
    await store.run(async (records) => {
      const record = await records.get(MOVES, key);
      if (record === null) records.add({ collection: MOVES, key, status: OPEN, value: move }, { unlessExists: true });
      else records.change(record, { value: move });
      return ok();
    }),
  );
}

async function end({ store, digest }: MovingPorts, name: string): Promise<void> {
  stored(
    await store.run(async (records) => {
      const record = await records.get(MOVES, digest.sha256(name));
      if (record !== null) records.remove(record);
      return ok();
    }),
  );
}
