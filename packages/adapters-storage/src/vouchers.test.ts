import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, type Instant, instant, ok, type TenantKey, tenantKey } from '@corridor/core';
import type { BlobStore, ExchangedFile, Sealer, UnitOfWork } from '@corridor/core/ports';
import {
  type LegalHold,
  LEGAL_HOLDS,
  OPERATOR_LOG,
  STORED_BLOBS,
  VOUCHER_MONTHS,
  VOUCHERS,
} from '@corridor/core/records';
import {
  createIds,
  createRailVouchers,
  eraseVoucherMonths,
  HOUSE_TENANTS,
  inspectVouchers,
  listVouchers,
  readAll,
  resealAll,
} from '@corridor/core/internal';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabaseBlobs, createFileBlobs, createVoucherCipher } from './blobs/index.js';
import type { Storage } from './port/storage.js';
import { BACKENDS, type TestDatabase } from './testing/backends.js';

const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') };
const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) };
const sealerWith = (key: string): Sealer => ({
  seal: (text) => `${key} ${text}`,
  open: (text) => {
    if (!text.startsWith(`${key} `)) throw new Error('sealed with another key');
    return text.slice(key.length + 1);
  },
  renew: (sealed) => sealed,
});
const sealer = sealerWith('first');
const cipher = createVoucherCipher();
const TENANT = HOUSE_TENANTS.find((tenant) => tenant.endsWith('PRODUCTION'))!;
const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as never;
const [SANDBOX, PRODUCTION] = [tenantKey(PLATFORM, 'SANDBOX'), tenantKey(PLATFORM, 'PRODUCTION')];
/** Appears in every file, and must appear nowhere else. */
const CANARY = 'Grace Hopper DE89370400440532013000';
const START = Date.UTC(2026, 10, 23);
let now = START;
const clock = { now: (): Instant => instant(now) };
const contextOf = (tenant: Context['tenant']): Context => ({
  ...{ tenant, actor: { kind: 'system' }, requestId: 'job', now: clock.now(), hostNow: clock.now() },
});

const fileOf = (name: string, over: Partial<ExchangedFile> = {}): ExchangedFile => ({
  ...{ direction: 'RECEIVED', name, content: Buffer.from(`<Document>${CANARY} ${name}</Document>`) },
  ...{ at: clock.now(), month: '2026-11', ...over },
});

/** Fails at the call with this number, before or after its effect. */
function faulty(units: UnitOfWork, blobs: BlobStore, at: number, when: 'before' | 'after') {
  let calls = 0;
  const pass = async <T>(work: () => Promise<T>): Promise<T> => {
    const isNow = calls++ === at;
    if (isNow && when === 'before') throw new Error('crash');
    const result = await work();
    if (isNow) throw new Error('crash');
    return result;
  };
  return {
    units: {
      ...units,
      run: (...given: Parameters<UnitOfWork['run']>) => pass(() => units.run(...given)),
    } as UnitOfWork,
    blobs: {
      put: (...given: Parameters<BlobStore['put']>) => pass(() => blobs.put(...given)),
      get: (...given: Parameters<BlobStore['get']>) => pass(() => blobs.get(...given)),
      delete: (...given: Parameters<BlobStore['delete']>) => pass(() => blobs.delete(...given)),
    },
    calls: () => calls,
  };
}

const PLACES = BACKENDS.flatMap((backend) =>
  (['database', 'files'] as const).map((documents) => ({ backend, documents, name: `${backend.name}, ${documents}` })),
);

describe.each(PLACES)('vouchers on $name', ({ backend, documents }) => {
  let database: TestDatabase;
  let storage: Storage;
  let folder: string;
  let blobs: BlobStore;

  beforeAll(async () => {
    database = await backend.create();
    storage = database.open();
    await storage.migrate();
    folder = mkdtempSync(join(tmpdir(), 'vouchers-'));
    blobs = documents === 'files' ? createFileBlobs(folder) : createDatabaseBlobs(storage.units, clock);
  });
  afterAll(async () => {
    await storage.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    now = START;
    await storage.units.run(TENANT, async (tx) => {
      for (const voucher of await readAll(tx, VOUCHERS)) tx.remove(VOUCHERS, voucher);
      for (const month of await readAll(tx, VOUCHER_MONTHS)) tx.remove(VOUCHER_MONTHS, month);
      for (const blob of await readAll(tx, STORED_BLOBS)) tx.remove(STORED_BLOBS, blob);
      return ok();
    });
    rmSync(folder, { recursive: true, force: true });
  });

  interface Parts {
    readonly units?: UnitOfWork;
    readonly blobs?: BlobStore;
    readonly keepMonths?: number | null;
    readonly sealer?: Sealer;
  }
  const ports = ({ keepMonths = null, ...over }: Parts = {}) => ({
    ...{ units: storage.units, clock, random, digest, sealer, blobs, cipher, keepMonths },
    ...over,
  });
  const room = (over: Parts = {}) => createRailVouchers(ports(over), 'PRODUCTION', 'acme-bank');
  const erase = (over: Parts = {}) =>
    eraseVoucherMonths({ ...ports({ keepMonths: 2, ...over }), ids: createIds(clock, random), contextOf })();
  const findings = (by: Sealer | null = sealer) => inspectVouchers({ ...ports(), sealer: by });
  const kept = async () =>
    (await listVouchers(storage.units)).flatMap(({ vouchers }) => vouchers.filter(({ isKept }) => isKept));
  const months = () => storage.units.read(TENANT, (reads) => readAll(reads, VOUCHER_MONTHS));
  const hold = async (tenant: TenantKey, status: LegalHold['status']): Promise<void> => {
    const texts = { reason: 'a law suit', caseReference: 'AZ 1', heldBy: 'Ann' };
    const ended = { releaseReason: null, releaseReference: null, releasedBy: null, releaseApprovedBy: null };
    const customerId = 'Customer:018bcfe5-6800-7000-8000-000000000001' as LegalHold['customerId'];
    const id = `LegalHold:018bcfe5-6800-7000-8000-0000000000${tenant === SANDBOX ? '01' : '02'}` as LegalHold['id'];
    const base = { id, tenant, version: 1, createdAt: clock.now(), updatedAt: clock.now() };
    await storage.units.run(tenant, async (tx) => {
      for (const earlier of await readAll(tx, LEGAL_HOLDS)) tx.remove(LEGAL_HOLDS, earlier);
      return ok();
    });
    await storage.units.run(tenant, async (tx) =>
      ok(tx.add(LEGAL_HOLDS, { customerId, status, ...texts, ...ended, releasedAt: null, ...base })),
    );
  };
  const filesLeft = async (): Promise<number> =>
    documents === 'files'
      ? existsSync(folder)
        ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).length
        : 0
      : (await storage.units.read(TENANT, (reads) => readAll(reads, STORED_BLOBS))).length;
  /** What the database and the folder have, as bytes. */
  const everything = async (): Promise<string> => {
    const rows = await storage.units.read(TENANT, async (reads) => [
      await readAll(reads, VOUCHERS),
      await readAll(reads, VOUCHER_MONTHS),
      (await readAll(reads, STORED_BLOBS)).map(({ content }) => Buffer.from(content, 'base64').toString('latin1')),
      await readAll(reads, OPERATOR_LOG),
    ]);
    const files = existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((file) => file.isFile())
          .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
      : [];
    const raw =
      backend.name === 'sqlite'
        ? [database.address, `${database.address}-wal`].filter(existsSync).map((path) => readFileSync(path, 'latin1'))
        : [];
    return [JSON.stringify(rows), ...files, ...raw].join('\n');
  };

  test('keep a file once, in either direction, and never in plain', async () => {
    expect(await room().keep(fileOf('a.xml'))).toBe('kept');
    expect(await room().keep(fileOf('again.xml', { content: fileOf('a.xml').content }))).toBe('kept');
    expect(await room().keep(fileOf('a.xml', { direction: 'SENT' }))).toBe('kept');
    expect((await kept()).map(({ name, direction }) => [name, direction]).sort()).toEqual([
      ['a.xml', 'RECEIVED'],
      ['a.xml', 'SENT'],
    ]);
    expect(await months()).toMatchObject([{ id: 'PRODUCTION/2026-11', files: 2 }]);
    expect(await findings()).toEqual([]);
    const all = await everything();
    expect(all).not.toContain(CANARY);
    expect(all).not.toContain(Buffer.from(CANARY).toString('base64').slice(4, -4));
  });

  test('have a key of their own for each month', async () => {
    await room().keep(fileOf('a.xml'));
    await room().keep(fileOf('b.xml', { month: '2026-12' }));
    const keys = (await months()).map(({ sealedKey }) => sealedKey);
    expect(new Set(keys).size).toBe(2);
  });

  test.each(['before', 'after'] as const)('are kept once although the host crashes %s any call', async (when) => {
    for (let at = 0; ; at += 1) {
      const file = fileOf(`${when}-${at}.xml`, { month: `20${30 + at}-01` });
      const host = faulty(storage.units, blobs, at, when);
      const outcome = await room(host)
        .keep(file)
        .catch(() => 'crash');
      if (outcome === 'kept') break;
      expect(await room().keep(file)).toBe('kept');
      expect(await room().keep(file)).toBe('kept');
      expect((await kept()).filter(({ name }) => name === file.name)).toHaveLength(1);
      expect(await findings()).toEqual([]);
      expect(at).toBeLessThan(20);
    }
  });

  test('are kept once by two hosts at the same time', async () => {
    const hosts = [room(), room(), room()];
    await Promise.allSettled(hosts.map((host) => host.keep(fileOf('a.xml'))));
    expect(await room().keep(fileOf('a.xml'))).toBe('kept');
    expect(await months()).toMatchObject([{ files: 1 }]);
    expect(await findings()).toEqual([]);
  });

  test('are kept again if their content was lost', async () => {
    await room().keep(fileOf('a.xml'));
    const [voucher] = await kept();
    await blobs.delete(TENANT, `voucher.${digest.sha256(voucher!.id)}`);
    expect(await findings()).toEqual([`the content of the voucher ${voucher!.id} is missing`]);
    expect(await findings(null)).toEqual([`the content of the voucher ${voucher!.id} is missing`]);
    expect(await room().keep(fileOf('a.xml'))).toBe('kept');
    expect(await findings()).toEqual([]);
  });

  test('are deleted with the key of their month, after its period and not before', async () => {
    await room().keep(fileOf('a.xml'));
    await room().keep(fileOf('b.xml', { month: '2026-12' }));
    now = Date.UTC(2027, 1, 1, 23);
    expect(await erase()).toEqual([]);
    now = Date.UTC(2027, 1, 2);
    expect(await erase({ keepMonths: null })).toEqual([]);
    expect(await erase()).toEqual(['PRODUCTION/2026-11']);
    expect(await erase()).toEqual([]);
    expect((await kept()).map(({ name }) => name)).toEqual(['b.xml']);
    expect((await months()).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { id: 'PRODUCTION/2026-11', sealedKey: null, files: 1, keyDeletedAt: now, emptiedAt: now },
      { id: 'PRODUCTION/2026-12', keyDeletedAt: null },
    ]);
    expect(await filesLeft()).toBe(1);
    expect(await findings()).toEqual([]);
    expect(await everything()).not.toContain(CANARY);
    expect(await room({ keepMonths: 2 }).keep(fileOf('c.xml'))).toBe('over');
    expect(await room().keep(fileOf('c.xml'))).toBe('over');
  });

  test('are kept while a legal hold lasts in their environment, and deleted after its release', async () => {
    await room().keep(fileOf('a.xml'));
    now = Date.UTC(2027, 1, 2);
    await hold(SANDBOX, 'HELD');
    await hold(PRODUCTION, 'HELD');
    expect(await erase()).toEqual([]);
    expect(await room({ keepMonths: 2 }).keep(fileOf('b.xml'))).toBe('kept');
    await hold(PRODUCTION, 'RELEASED');
    expect(await room({ keepMonths: 2 }).keep(fileOf('c.xml'))).toBe('over');
    expect(await erase()).toEqual(['PRODUCTION/2026-11']);
    await hold(SANDBOX, 'RELEASED');
  });

  test('leave nothing behind if their month is deleted while they are kept', async () => {
    await room().keep(fileOf('a.xml'));
    now = Date.UTC(2027, 1, 2);
    const put: BlobStore['put'] = async (...given) => {
      await erase();
      await blobs.put(...given);
    };
    await expect(room({ blobs: { ...blobs, put } }).keep(fileOf('b.xml'))).rejects.toThrow('the file was not kept');
    expect(await room({ keepMonths: 2 }).keep(fileOf('b.xml'))).toBe('over');
    expect(await filesLeft()).toBe(0);
  });

  test.each(['before', 'after'] as const)(
    'are all deleted by the next run although the host crashes %s any call',
    async (when) => {
      for (let at = 0; ; at += 1) {
        const month = `20${10 + at}-01`;
        await room().keep(fileOf('a.xml', { month, content: Buffer.from(`${at} ${when} ${CANARY}`) }));
        await room().keep(fileOf('b.xml', { month, content: Buffer.from(`${at} ${when} b ${CANARY}`) }));
        const outcome = await erase(faulty(storage.units, blobs, at, when)).catch(() => null);
        await erase();
        expect(await filesLeft()).toBe(0);
        expect(await kept()).toEqual([]);
        expect(await findings()).toEqual([]);
        if (outcome !== null) break;
        expect(at).toBeLessThan(20);
      }
      const log = await storage.units.read(null, (reads) => readAll(reads, OPERATOR_LOG));
      const subjects = log.map(({ subject }) => subject).filter((subject) => /20[12]\d-01/.test(subject));
      expect(subjects.length).toBeGreaterThan(1);
    },
  );

  test('are read with a new master key, from the same files', async () => {
    await room().keep(fileOf('a.xml'));
    const next = sealerWith('second');
    await resealAll(storage.units, (text) => next.seal(sealer.open(text, null as never), null as never));
    expect(await findings(next)).toEqual([]);
    expect(await findings()).toEqual([expect.stringContaining('cannot be opened')]);
  });

  test('that were altered are found by the audit', async () => {
    await room().keep(fileOf('a.xml'));
    const [voucher] = await kept();
    const key = `voucher.${digest.sha256(voucher!.id)}`;
    const content = Buffer.from((await blobs.get(TENANT, key))!);
    content[content.length - 20]! ^= 1;
    await blobs.put(TENANT, key, content);
    expect(await findings()).toEqual([expect.stringContaining('cannot be opened')]);
    await storage.units.run(TENANT, async (tx) => {
      const [found] = await readAll(tx, VOUCHERS);
      tx.remove(VOUCHERS, found!);
      return ok();
    });
    expect(await findings()).toEqual(['1 vouchers were kept in the month PRODUCTION/2026-11, and it has 0']);
    await storage.units.run(TENANT, async (tx) => {
      const [month] = await readAll(tx, VOUCHER_MONTHS);
      tx.remove(VOUCHER_MONTHS, month!);
      return ok();
    });
    await storage.units.run(TENANT, async (tx) => {
      tx.add(VOUCHER_MONTHS, {
        ...{ id: 'PRODUCTION/2026-10', tenant: TENANT, version: 1, createdAt: clock.now(), updatedAt: clock.now() },
        ...{ sealedKey: null, files: 3, keyDeletedAt: clock.now(), emptiedAt: clock.now() },
      });
      return ok();
    });
    expect(await findings()).toEqual([
      'the month PRODUCTION/2026-10 of vouchers was deleted, and no entry of the operator log says so',
    ]);
  });
});
