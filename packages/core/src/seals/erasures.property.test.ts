import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eraseEvents } from '../archive/index.js';
import { EVENTS, isErased, type OutboxEvent } from '../events/index.js';
import { event as sample } from '../contract-tests/storage/records.js';
import { type BaseRecord, type KindOf, ok, readAll, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { OPERATOR_LOG, type OperatorLogEntry } from '../operators/index.js';
import { digest, fixedClock, reversingSealer, seededRandom } from '../testing/ports.js';
import { eraseLogEntries, ErasureRefused, inspectSeals, SEAL_ERASURES, type SealErasure } from './index.js';
import { chained, NO_DIGEST, SEAL_HEADS, SEALS } from './seal.js';
import { createJournalSealer } from './seal-journal.js';
import { openSealKey, storedSealKey } from './seal-key.js';
import { digestOfRows, rowsOf, type Stream } from './streams.js';

const TENANT = sample('Webhook:1').tenant;
const resourceOf = (n: number): string => `Customer:${n}`;

interface Row {
  readonly isSalted: boolean;
  readonly text: string;
}

const eventOf = ({ isSalted, text }: Row, n: number): OutboxEvent =>
  sample(`Webhook:${n}`, {
    type: n % 2 === 0 ? 'CUSTOMER.KYC_APPROVED' : 'OUTGOING_PAYMENT.COMPLETED',
    resource: resourceOf(n),
    status: 'DELIVERED',
    salt: isSalted ? `salt ${n}` : null,
    snapshot: {
      id: resourceOf(n),
      version: 1,
      fullName: text,
      sentAmount: 5n,
      isDeleted: false,
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: text },
    },
  });

const entryOf = ({ isSalted, text }: Row, n: number): OperatorLogEntry => ({
  ...{ operatorId: null, operatorName: 'system', source: 'MASTER_KEY', outcome: 'DONE', action: 'customers.block' },
  ...{ subject: resourceOf(n), input: { reason: text }, before: null, after: { text }, request: null },
  ...{ requestedBy: null, requestId: 'request', salt: isSalted ? `salt ${n}` : null, erasedDigest: null },
  id: `OperatorLog:${n}` as OperatorLogEntry['id'],
  tenant: TENANT,
  version: 1,
  createdAt: sample('Webhook:1').createdAt,
  updatedAt: sample('Webhook:1').createdAt,
});

interface World {
  readonly units: UnitOfWork;
  readonly ports: Parameters<typeof eraseEvents>[0];
}

const written = async <T>(units: UnitOfWork, work: (tx: Parameters<Parameters<UnitOfWork['run']>[1]>[0]) => T) => {
  const done = await units.run(null, async (tx) => ok(work(tx)));
  if (!done.ok) throw new Error(done.error.message);
};
const all = <T extends BaseRecord>({ units }: World, kind: KindOf<T>) =>
  units.read(null, (reads) => readAll(reads, kind));

/** Rows under several seals, the first of which a former release has sealed. */
async function worldOf(rows: readonly Row[], former: number): Promise<World> {
  const { units } = createMemoryStorage();
  const ports = { units, clock: fixedClock(), digest, random: seededRandom(), sealer: reversingSealer, archive: null };
  const seal = createJournalSealer(ports);
  for (let n = 0; n < rows.length; n += 4) {
    await written(units, (tx) => {
      for (const [at, row] of rows.slice(n, n + 4).entries()) {
        tx.add(EVENTS, eventOf(row, n + at));
        tx.add(OPERATOR_LOG, entryOf(row, n + at));
      }
    });
    await seal();
  }
  await asFormerRelease(units, former);
  return { units, ports };
}

/** Gives the first seals the form of a former release, and links and signs all of them again. */
async function asFormerRelease(units: UnitOfWork, former: number): Promise<void> {
  const { seals, head, key } = await units.read(null, async (reads) => {
    let before = NO_DIGEST;
    const signing = openSealKey(reversingSealer, (await storedSealKey(reads))!);
    const changed = [];
    for (const seal of await readAll(reads, SEALS)) {
      const stream = seal.stream as Stream;
      const form = seal.number <= former ? 1 : seal.form;
      const rows = await rowsOf(reads, stream, { after: seal.after, upTo: seal.upTo, limit: 1_000 });
      const again = { ...seal, form, rowsDigest: digestOfRows(digest, stream, form, rows) };
      before = chained(digest, before, again);
      changed.push({ was: seal, now: { ...again, digest: before, mac: signing.seal(before) } });
    }
    return { seals: changed, head: (await readAll(reads, SEAL_HEADS))[0]!, key: signing };
  });
  const end = { ...head, digest: seals.at(-1)!.now.digest };
  for (const { was, now } of seals) await replaced(units, SEALS, was, now);
  await replaced(units, SEAL_HEADS, head, { ...end, mac: key.head(end)! });
}

async function replaced<T extends BaseRecord>(units: UnitOfWork, kind: KindOf<T>, was: T, now: T): Promise<void> {
  const position = kind.numbered ? await units.read(null, (reads) => reads.positionOf(kind, was.id)) : null;
  await written(units, (tx) => tx.remove(kind, was));
  await written(units, (tx) => tx.add(kind, now, position === null ? {} : { position }));
}

const findings = async ({ units }: World): Promise<readonly string[]> =>
  (await units.read(null, (reads) => inspectSeals(reads, { digest, sealer: reversingSealer, keptHead: null })))
    .findings;

const erased = async ({ ports }: World, picked: readonly number[]) => {
  const resources = picked.map(resourceOf);
  const events = await eraseEvents(ports, { tenant: TENANT as TenantKey, resources });
  const entries = await eraseLogEntries(ports, { tenant: TENANT as TenantKey, subjects: resources });
  expect([events.waiting, entries.waiting]).toEqual([0, 0]);
  return events.erased + entries.erased;
};

const rows = fc.array(fc.record({ isSalted: fc.boolean(), text: fc.string() }), { minLength: 6, maxLength: 10 });
const picks = fc.array(fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
const former = fc.nat(6);

describe('rows that were erased', () => {
  it('leave their seals valid, in any number and any order', async () => {
    await fc.assert(
      fc.asyncProperty(rows, picks, former, async (of, order, sealedBefore) => {
        const world = await worldOf(of, sealedBefore);
        expect(await findings(world)).toEqual([]);
        for (const picked of order) {
          await erased(world, picked);
          expect(await findings(world)).toEqual([]);
          expect(await erased(world, picked)).toBe(0);
        }
        // The records of erasures are sealed as well.
        await createJournalSealer(world.ports)();
        expect(await findings(world)).toEqual([]);
        const gone = new Set(order.flat());
        for (const event of await all(world, EVENTS)) {
          const n = Number(event.id.slice('Webhook:'.length));
          expect(isErased(event)).toBe(gone.has(n));
          expect('fullName' in event.snapshot).toBe(!gone.has(n));
          if (gone.has(n)) expect(event).toMatchObject({ salt: null, snapshot: { id: resourceOf(n), version: 1 } });
        }
        for (const entry of await all(world, OPERATOR_LOG)) {
          const isGone = gone.has(Number(entry.id.slice('OperatorLog:'.length)));
          expect([entry.input === null, entry.after === null, entry.erasedDigest !== null]).toEqual([
            isGone,
            isGone,
            isGone,
          ]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('reveal every later change of what is left of them', async () => {
    const change = (by: (event: OutboxEvent) => Partial<OutboxEvent>) => async (world: World, at: number) => {
      const gone = (await all(world, EVENTS)).filter(isErased);
      const event = gone[at % gone.length]!;
      await replaced(world.units, EVENTS, event, { ...event, ...by(event) });
    };
    const changeEntry = (by: Partial<OperatorLogEntry>) => async (world: World, at: number) => {
      const gone = (await all(world, OPERATOR_LOG)).filter(({ erasedDigest }) => erasedDigest !== null);
      const entry = gone[at % gone.length]!;
      await replaced(world.units, OPERATOR_LOG, entry, { ...entry, ...by });
    };
    const alterations = [
      change(({ snapshot }) => ({ snapshot: { ...snapshot, version: 2 } })),
      change(({ snapshot }) => ({ snapshot: { ...snapshot, fullName: 'someone else' } })),
      change(() => ({ snapshot: {} })),
      change(() => ({ erasedDigest: '0'.repeat(64) })),
      change(() => ({ erasedDigest: null })),
      change(() => ({ salt: 'a salt' })),
      change(() => ({ type: 'CUSTOMER.KYC_REJECTED' })),
      change(() => ({ resource: 'Customer:other' })),
      changeEntry({ action: 'customers.unblock' }),
      changeEntry({ input: { reason: 'another' } }),
      changeEntry({ erasedDigest: '0'.repeat(64) }),
      async (world: World, at: number) => {
        const [one, other] = [(await all(world, EVENTS))[at % 6]!, (await all(world, EVENTS))[(at + 1) % 6]!];
        const places = await world.units.read(null, async (reads) => [
          await reads.positionOf(EVENTS, one.id),
          await reads.positionOf(EVENTS, other.id),
        ]);
        await written(world.units, (tx) => [one, other].forEach((event) => tx.remove(EVENTS, event)));
        await written(world.units, (tx) => {
          tx.add(EVENTS, one, { position: places[1]! });
          tx.add(EVENTS, other, { position: places[0]! });
        });
      },
    ];
    await fc.assert(
      fc.asyncProperty(
        rows,
        picks,
        former,
        fc.nat(),
        fc.constantFrom(...alterations),
        async (of, order, sealed, at, alter) => {
          const world = await worldOf(of, sealed);
          for (const picked of [...order, [0]]) await erased(world, picked);
          await alter(world, at);
          expect(await findings(world)).not.toEqual([]);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('reveal every change of the records of erasures', async () => {
    const unsalted = fc.array(fc.record({ isSalted: fc.constant(false), text: fc.string() }), {
      minLength: 6,
      maxLength: 9,
    });
    type Altered = (erasure: SealErasure) => SealErasure | null;
    const alterations: readonly Altered[] = [
      () => null,
      (erasure) => ({ ...erasure, before: '0'.repeat(64) }),
      (erasure) => ({ ...erasure, after: '0'.repeat(64) }),
      (erasure) => ({ ...erasure, mac: '0'.repeat(64) }),
      (erasure) => ({ ...erasure, erased: [...erasure.erased, [77, 'Webhook:77']] }),
      (erasure) => ({ ...erasure, seal: erasure.seal + 100 }),
      (erasure) => ({ ...erasure, number: erasure.number + 1 }),
    ];
    await fc.assert(
      fc.asyncProperty(
        unsalted,
        picks,
        former,
        fc.nat(),
        fc.constantFrom(...alterations),
        async (of, order, sealed, at, alter) => {
          const world = await worldOf(of, sealed);
          for (const picked of [...order, [0]]) await erased(world, picked);
          const erasures = await all(world, SEAL_ERASURES);
          const erasure = erasures[at % erasures.length]!;
          const altered = alter(erasure);
          if (altered === null) await written(world.units, (tx) => tx.remove(SEAL_ERASURES, erasure));
          else await replaced(world.units, SEAL_ERASURES, erasure, altered);
          expect(await findings(world)).not.toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('reveal an erasure that was added', async () => {
    const world = await worldOf([{ isSalted: true, text: 'Ada' }], 0);
    await erased(world, [0]);
    expect(await all(world, SEAL_ERASURES)).toEqual([]);
    const { id, ...of } = { ...(await all(world, SEALS))[0]! };
    const added = { seal: 1, number: 1, erased: [], before: of.rowsDigest, after: of.rowsDigest, mac: of.mac };
    const base = { tenant: of.tenant, version: 1, createdAt: of.createdAt, updatedAt: of.createdAt };
    await written(world.units, (tx) =>
      tx.add(SEAL_ERASURES, { ...added, ...base, id: 'seal-erasure/000000000001/000000000001' }),
    );
    expect(id).toBe('seal/000000000001');
    expect(await findings(world)).toEqual(['seal-erasure/000000000001/000000000001 is not signed with the seal key']);
  });
});

describe('an erasure', () => {
  it('refuses rows that differ from their seal, so that it hides no change', async () => {
    for (const isSalted of [true, false]) {
      const world = await worldOf(
        [0, 1, 2].map((n) => ({ isSalted, text: `${n}` })),
        0,
      );
      const [first] = await all(world, EVENTS);
      await replaced(world.units, EVENTS, first!, { ...first!, snapshot: { ...first!.snapshot, sentAmount: 6n } });
      await expect(erased(world, [1])).rejects.toThrow(ErasureRefused);
      await expect(erased(world, [1])).rejects.toThrow('run the audit');
      expect((await all(world, EVENTS)).filter(isErased)).toEqual([]);
    }
  });

  it('leaves rows that are not sealed yet, and events that wait for their delivery', async () => {
    const world = await worldOf([{ isSalted: true, text: 'Ada' }], 0);
    await written(world.units, (tx) => {
      tx.add(EVENTS, { ...eventOf({ isSalted: true, text: 'new' }, 8), resource: resourceOf(0) });
      tx.add(OPERATOR_LOG, { ...entryOf({ isSalted: false, text: 'new' }, 8), subject: resourceOf(0) });
    });
    const of = { tenant: TENANT, resources: [resourceOf(0)] };
    expect(await eraseEvents(world.ports, of)).toEqual({ erased: 1, waiting: 1 });
    expect(await eraseLogEntries(world.ports, { tenant: TENANT, subjects: [resourceOf(0)] })).toEqual({
      erased: 1,
      waiting: 1,
    });
    await createJournalSealer(world.ports)();
    expect(await eraseEvents(world.ports, of)).toEqual({ erased: 1, waiting: 0 });
    const queued = {
      ...eventOf({ isSalted: true, text: 'late' }, 9),
      status: 'QUEUED',
      resource: resourceOf(0),
    } as const;
    await written(world.units, (tx) => tx.add(EVENTS, queued));
    await createJournalSealer(world.ports)();
    expect(await eraseEvents(world.ports, of)).toEqual({ erased: 0, waiting: 1 });
    expect(await findings(world)).toEqual([]);
  });

  it('of another platform is not done', async () => {
    const world = await worldOf([{ isSalted: true, text: 'Ada' }], 0);
    const other = 'other' as unknown as TenantKey;
    expect(await eraseEvents(world.ports, { tenant: other, resources: [resourceOf(0)] })).toEqual({
      erased: 0,
      waiting: 0,
    });
    expect(await eraseLogEntries(world.ports, { tenant: other, subjects: [resourceOf(0)] })).toEqual({
      erased: 0,
      waiting: 0,
    });
  });

  it('is done once if two hosts erase under one seal at the same time', async () => {
    const world = await worldOf(
      Array.from({ length: 4 }, (_, n) => ({ isSalted: false, text: `${n}` })),
      6,
    );
    const counts = await Promise.all([0, 1, 2, 3, 0, 1].map((n) => erased(world, [n])));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
    expect(await findings(world)).toEqual([]);
  });
});
