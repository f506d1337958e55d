import { beforeEach, describe, expect, it } from 'vitest';
import { EVENTS } from '../events/index.js';
import {
  type BaseRecord,
  domainError,
  fail,
  type KindOf,
  ok,
  readAll,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { POSTINGS } from '../ledger/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { HOST_KEYS } from '../platforms/index.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { SEAL_HEADS, type SealHead, SEALS } from './seal.js';
import { createJournalSealer } from './seal-journal.js';
import { horizonOf } from './streams.js';

let play: PlayCore;
beforeEach(async () => {
  ({ play } = await playPayer());
});

/** Another host of the same database, over these units of work. */
const hostOver = (units: UnitOfWork) =>
  createJournalSealer({ units, clock: play.clock, digest, random: seededRandom('host'), sealer: reversingSealer });
const over = (run: UnitOfWork['run']) => hostOver({ ...play.storage.units, run });
const records = <T extends BaseRecord>(kind: KindOf<T>) =>
  play.storage.units.read(null, (reads) => readAll(reads, kind));
async function remove<T extends BaseRecord>(kind: KindOf<T>, which: (record: T) => boolean = () => true) {
  const some = (await records(kind)).filter(which);
  valueOf(await play.storage.units.run(null, async (tx) => ok(some.forEach((record) => tx.remove(kind, record)))));
}
const isSealKey = ({ id }: BaseRecord): boolean => id === 'journal-seals';

describe('a host that seals at the same time as another host', () => {
  const chain = async () => {
    const found = [await records(SEALS), (await records(HOST_KEYS)).filter(isSealKey), await records(SEAL_HEADS)];
    return found.flat() as readonly BaseRecord[];
  };
  const kindOf = ({ id }: BaseRecord): KindOf<BaseRecord> =>
    (id.startsWith('seal/') ? SEALS : id === 'journal-seals' ? HOST_KEYS : SEAL_HEADS) as never;
  const changed = async (work: (tx: Tx) => void) =>
    valueOf(await play.storage.units.run(null, async (tx) => ok(work(tx))));

  it.each(['seal/000000000001', 'journal-seals', 'journal'])(
    'adds nothing if the other host has added %s in the meantime',
    async (id) => {
      let units = 0;
      let sealed: readonly BaseRecord[] = [];
      const host = over(async (tenant, work) => {
        units += 1;
        await play.core.work.sealJournal();
        sealed = await chain();
        // The unit of this host does not see the head yet, and meets only this record when it commits.
        const others = sealed.filter((record) => record.id !== id);
        await changed((tx) => others.forEach((record) => tx.remove(kindOf(record), record)));
        const raced = await play.storage.units.run(tenant, (tx) => work({ ...tx, get: async () => null } as Tx));
        await changed((tx) => others.forEach((record) => tx.add(kindOf(record), record)));
        return raced;
      });
      const result = await host();
      const head = sealed.find((record) => record.id === 'journal') as SealHead;
      expect(result).toEqual({ rows: 0, head: head.digest, isBehind: false });
      expect(units).toBe(1);
      expect(sealed).toHaveLength(5);
      expect(await chain()).toEqual(sealed);
    },
  );
});

describe('a host that seals', () => {
  it('reports that the storage refused a seal', async () => {
    const host = over(async () => fail(domainError('INVALID_INPUT', 'the storage refuses it')));
    await expect(host()).rejects.toThrow('the journal was not sealed: the storage refuses it');
    expect(await records(SEALS)).toEqual([]);
  });

  it('remembers the end of a chain that another host has sealed', async () => {
    await play.core.work.sealJournal();
    const host = hostOver(play.storage.units);
    expect(await host()).toMatchObject({ rows: 0 });
    await remove(SEALS);
    await remove(SEAL_HEADS);
    await remove(HOST_KEYS, isSealKey);
    await expect(host()).rejects.toThrow('the seal chain ended with seal 3 and now ends with seal 0; run the audit');
  });

  it('seals each stream up to its own horizon', async () => {
    const horizons: Readonly<Record<string, number>> = {
      [POSTINGS.name]: 7,
      [EVENTS.name]: 9,
      [OPERATOR_LOG.name]: 3,
    };
    const reads = { horizon: async ({ name }: { name: string }) => horizons[name] };
    expect(await horizonOf(reads as never, 'postings')).toBe(7);
    expect(await horizonOf(reads as never, 'events')).toBe(9);
    expect(await horizonOf(reads as never, 'operator_log')).toBe(3);
  });
});
