import { beforeEach, describe, expect, it } from 'vitest';
import { RECORD_KINDS } from '../catalogue/index.js';
import { type Customer, CUSTOMERS, IMPORT_CHUNKS, type ImportChunk } from '../customers/index.js';
import { type Job, JOBS, schedule } from '../events/index.js';
import {
  type AnyKind,
  type BaseRecord,
  createIds,
  type KindOf,
  newRecord,
  ok,
  readAll,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { reversingSealer, seededRandom } from '../testing/ports.js';
import { sealRecords } from './reseal.js';

it('declares every column whose name begins with "sealed" as sealed', () => {
  const named = RECORD_KINDS.flatMap((kind) =>
    Object.keys(kind.columns)
      .filter((column) => column.startsWith('sealed'))
      .map((column) => ({
        column: `${kind.name}.${column}`,
        found: (kind.sealed as readonly string[]).includes(column),
      })),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ found }) => !found)).toEqual([]);
});

describe('a database with columns that were not sealed yet', () => {
  const TAX_ID = '12-3456789';
  const SSN = '123-45-6789';
  let play: PlayCore;
  let customer: Customer;
  let ids: ReturnType<typeof createIds>;

  const recordsOf = (kind: AnyKind): Promise<readonly BaseRecord[]> =>
    play.storage.units.read(play.tenant, (reads) => readAll(reads, kind as unknown as KindOf<BaseRecord>));
  async function everything(): Promise<string> {
    const all = await Promise.all(RECORD_KINDS.map((kind) => recordsOf(kind)));
    return JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  }
  const change = (work: (tx: Tx) => Promise<void>): Promise<void> =>
    play.storage.units.run(play.tenant, async (tx) => ok(await work(tx))).then(valueOf);
  const shown = async (): Promise<unknown> =>
    valueOf(await play.read(play.core.customers.get, { id: customer.id })).customer.businessInfo?.['taxId'];

  beforeEach(async () => {
    play = await playCore();
    ids = createIds(play.clock, seededRandom());
    customer = valueOf(
      await play.run(play.core.customers.create, {
        customerType: 'BUSINESS',
        businessInfo: { legalName: 'Acme Inc', registrationNumber: 'R1', taxId: TAX_ID },
      }),
    );
    await change(async (tx) => {
      const stored = (await tx.get(CUSTOMERS, customer.id))!;
      update(tx, play.context(), CUSTOMERS, stored, {
        sealedIdentifier: `plain.${SSN}`,
        sealedTaxId: `plain.${TAX_ID}`,
      });
      // More records than one job processes.
      for (let place = 0; place < 2_100; place++) {
        const chunk = { importId: 'BulkImport:none' as ImportChunk['importId'], place: String(place), firstRow: 1 };
        tx.add(IMPORT_CHUNKS, {
          ...chunk,
          sealedRows: `plain.${JSON.stringify([[SSN]])}`,
          ...newRecord(ids.next('ImportChunk'), play.context()),
        });
      }
      schedule({ tx, ctx: play.context(), ids }, { kind: 'records.seal', subject: '', dueAt: play.context().hostNow });
    });
  });

  it('is readable at once, and holds no plain text after its jobs have run', async () => {
    expect(await everything()).toContain(SSN);
    expect(await shown()).toBe(TAX_ID);
    await play.core.work.drain();
    const after = await everything();
    for (const secret of [SSN, TAX_ID, 'plain.']) expect(after).not.toContain(secret);
    expect(await shown()).toBe(TAX_ID);
    expect((await recordsOf(JOBS)).filter((job) => (job as Job).kind === 'records.seal')).toEqual([]);
  });

  it('is sealed by the next host if a host crashes between two units', async () => {
    const { units } = play.storage;
    const { sealedTaxId } = await units.read(play.tenant, async (reads) => (await reads.get(CUSTOMERS, customer.id))!);
    for (let survived = 0; ; survived++) {
      const [job] = (await recordsOf(JOBS)).filter((one) => (one as Job).kind === 'records.seal') as Job[];
      if (job === undefined) break;
      let left = 8;
      const mortal: UnitOfWork = {
        ...units,
        run: (tenant, work) => {
          if (--left < 0) throw new Error('the host has crashed');
          return units.run(tenant, work);
        },
      };
      const handler = sealRecords({ units: mortal, ids, sealer: reversingSealer, batches: 2 });
      const ask: Parameters<typeof handler>[2] = () => Promise.reject(new Error('this job makes no outside call'));
      await handler(play.context(), job, ask).catch(() => undefined);
      expect(survived).toBeLessThan(100);
    }
    const after = await everything();
    for (const secret of [SSN, TAX_ID, 'plain.']) expect(after).not.toContain(secret);
    expect(sealedTaxId).toBe(`plain.${TAX_ID}`);
  });
});
