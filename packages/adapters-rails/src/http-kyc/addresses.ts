import { type Instant, ok, plusSeconds, toIso } from '@corridor/core';
import type { ConnectionContext, FetchedDocument, KycApplication, RailRecord, RailTask } from '@corridor/core/ports';
import type { z } from 'zod';
import type { contents } from './requests.js';

const COLLECTION = 'document-addresses';
const OPEN = 'open';
const TOKEN_BYTES = 32;
/** Long enough to fetch 200 documents one after another. */
const ADDRESS_SECONDS = 15 * 60;
const SWEEP_SECONDS = 60 * 60;
/** The most addresses that are removed at once. */
const MOST = 100;

type Stored = FetchedDocument & { readonly expiresAt: number };

export interface Addresses {
  /** An address for each document of the application. Former ones stay valid until they are used or expire. */
  open(application: Pick<KycApplication, 'reference' | 'documents'>): Promise<z.input<typeof contents>>;
  /** What an address leads to; null if there is none, or it has expired. It stays. */
  find(token: string): Promise<FetchedDocument | null>;
  /** Uses up an address: of two requests at the same time, one is true. */
  use(token: string): Promise<boolean>;
  /** Removes addresses that expired without being used. */
  readonly task: RailTask;
}

/**
 * One-time addresses of documents. The store has the digest of each token only, so that neither the database nor a backup
 * opens a document.
 */
export function addressesOf(
  publicUrl: string,
  { store, clock, random, digest }: Pick<ConnectionContext, 'store' | 'clock' | 'random' | 'digest'>,
): Addresses {
  const keyOf = (token: string) => digest.sha256(`document address ${token}`);
  const isOver = (record: RailRecord) => storedIn(record).expiresAt <= clock.now();

  return {
    async open({ reference, documents }) {
      const expiresAt: Instant = plusSeconds(clock.now(), ADDRESS_SECONDS);
      const made = documents.map(({ id }) => ({
        document: id,
        token: Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url'),
      }));
      const written = await store.run(async (records) => {
        for (const { document, token } of made) {
          const value = { reference, document, expiresAt: expiresAt as number };
          records.add({ collection: COLLECTION, key: keyOf(token), status: OPEN, value });
        }
        return ok();
      });
      if (!written.ok) throw new Error(written.error.message);
      return made.map(({ document, token }) => ({
        document,
        url: `${publicUrl}/documents/${token}`,
        expiresAt: toIso(expiresAt),
      }));
    },
    async find(token) {
      const record = await store.read((records) => records.get(COLLECTION, keyOf(token)));
      if (record === null || isOver(record)) return null;
      const { reference, document } = storedIn(record);
      return { reference, document };
    },
    async use(token) {
      const used = await store.run<boolean>(async (records) => {
        const record = await records.get(COLLECTION, keyOf(token));
        if (record === null) return ok(false);
        records.remove(record);
        return ok(!isOver(record));
      });
      if (!used.ok) throw new Error(used.error.message);
      return used.value;
    },
    task: {
      name: 'document-addresses',
      async run() {
        const oldest = await store.read((records) => records.list(COLLECTION, { status: OPEN, limit: MOST }));
        const over = oldest.filter(isOver);
        if (over.length === 0) return SWEEP_SECONDS;
        await store.run(async (records) => {
          for (const record of await records.getMany(
            COLLECTION,
            over.map(({ key }) => key),
          ))
            records.remove(record);
          return ok();
        });
        return over.length < MOST ? SWEEP_SECONDS : 1;
      },
    },
  };
}

const storedIn = ({ value }: RailRecord): Stored => value as unknown as Stored;
