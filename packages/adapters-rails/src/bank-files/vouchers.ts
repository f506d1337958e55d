import { type Instant, ok } from '@corridor/core';
import type { Clock, Digest, ExchangedFile, RailLog, RailStore, RailVouchers, RailWrites } from '@corridor/core/ports';
import { localDay } from '../iso20022/index.js';
import type { ExchangeSession } from './exchange/exchange.js';
import { closeProblem, keepProblem } from './problems.js';
import { isApplied, readReceived } from './received-files.js';
import { stored } from '../connections/stored.js';

/** By MsgId: outgoing files that the bank can have, until they are kept. */
export const TO_KEEP = 'files-to-keep';
const OWED = 'OWED';

/** Keeps the exchanged files of a connection: docs/operate/retention.md#vouchers. */
export interface KeptFiles {
  /** Does nothing if the entry keeps no vouchers. */
  keep(file: Omit<ExchangedFile, 'month' | 'at'> & { readonly at?: Instant }): Promise<void>;
  /** Notes, in the unit that makes it possible that the bank gets an outgoing file, that it has to be kept. */
  owe(records: RailWrites, messageId: string): void;
  /** The outgoing files that have to be kept, oldest first, at most some of them. */
  owed(): Promise<readonly string[]>;
  /** Notes that an outgoing file was kept, or that the bank cannot get it any more. */
  settle(messageId: string): Promise<void>;
  /**
   * Removes processed files from the archive of the exchange, after they were kept, at most some of them in one run. Files
   * that this installation has not applied are not touched.
   */
  takeIn(session: ExchangeSession, maxBytes: number): Promise<void>;
}

export interface KeptFilesPorts {
  readonly store: RailStore;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: RailLog;
  /** Null: no file is kept. */
  readonly vouchers: RailVouchers | null;
  readonly timeZone: string;
}

/** The rest waits for the next run, so that new files are not kept waiting by an archive of years. */
const TAKEN_IN_AT_ONCE = 50;

const KEPT_AT_ONCE = 200;

/** The month of a file by the clocks of the connection's time zone, as YYYY-MM. */
export const monthOf = (at: Instant, timeZone: string): string => localDay(at, timeZone).slice(0, 7);

const NONE: KeptFiles = {
  keep: async () => {},
  owe: () => {},
  owed: async () => [],
  settle: async () => {},
  takeIn: async () => {},
};

export function keptFiles({ store, clock, digest, log, vouchers, timeZone }: KeptFilesPorts): KeptFiles {
  if (vouchers === null) return NONE;
  /** Names in the archive that are not files of this connection, and would be read again in each run. */
  const foreign = new Set<string>();

  const takeInOne = async (session: ExchangeSession, name: string, maxBytes: number): Promise<void> => {
    const content = await session.readArchived(name, 'processed', maxBytes);
    if (content === 'gone') return;
    const received = content === 'too-large' ? null : await readReceived(store, digest.sha256(content));
    if (content === 'too-large' || received === null || !isApplied(received)) {
      foreign.add(name);
      return;
    }
    const at = received.createdAt;
    const month = monthOf(at, timeZone);
    const outcome = await vouchers.keep({ direction: 'RECEIVED', name, content, at, month });
    await session.removeArchived(name);
    log.info(
      { name, month },
      outcome === 'kept'
        ? 'processed bank file was kept encrypted, and removed from the archive'
        : 'processed bank file was removed from the archive, because its period has ended',
    );
  };

  return {
    async keep({ at = clock.now(), ...file }) {
      await vouchers.keep({ ...file, at, month: monthOf(at, timeZone) });
    },
    owe(records, messageId) {
      records.add({ collection: TO_KEEP, key: messageId, status: OWED }, { unlessExists: true });
    },
    async owed() {
      const records = await store.read((reads) => reads.list(TO_KEEP, { status: OWED, limit: KEPT_AT_ONCE }));
      return records.map(({ key }) => key);
    },
    async settle(messageId) {
      stored(
        await store.run(async (records) => {
          const record = await records.get(TO_KEEP, messageId);
          if (record !== null) records.remove(record);
          await closeProblem(records, keepProblem(messageId));
          return ok();
        }),
      );
    },
    async takeIn(session, maxBytes) {
      const names = (await session.processed()).filter((name) => !foreign.has(name));
      for (const name of names.slice(0, TAKEN_IN_AT_ONCE)) await takeInOne(session, name, maxBytes);
    },
  };
}
