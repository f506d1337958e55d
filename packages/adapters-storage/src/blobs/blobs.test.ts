import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Id, instant, tenantKey } from '@corridor/core';
import type { BlobStore } from '@corridor/core/ports';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../memory/index.js';
import { createSqliteStorage } from '../sqlite/index.js';
import type { Storage } from '../port/storage.js';
import { createTestDatabase } from '../testing/postgres.js';
import { createPostgresStorage } from '../postgres/index.js';
import { createDatabaseBlobs, createFileBlobs } from './index.js';

const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>;
const [SANDBOX, PRODUCTION] = [tenantKey(PLATFORM, 'SANDBOX'), tenantKey(PLATFORM, 'PRODUCTION')];
const folder = mkdtempSync(join(tmpdir(), 'corridor-blobs-'));
const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

const clock = { now: () => instant(Date.now()) };
async function inDatabase(storage: Storage): Promise<BlobStore> {
  endings.push(() => storage.close());
  await storage.migrate();
  return createDatabaseBlobs(storage.units, clock);
}

const STORES: readonly (readonly [string, () => Promise<BlobStore>])[] = [
  ['files', async () => createFileBlobs(join(folder, 'documents'))],
  ['a database in memory', () => inDatabase(createMemoryStorage())],
  ['SQLite', () => inDatabase(createSqliteStorage({ path: join(folder, 'blobs.db') }))],
  ['Postgres', async () => inDatabase(createPostgresStorage({ url: await createTestDatabase() }))],
];

describe.each(STORES)('blobs in %s', (_name, make) => {
  it('are stored per tenant until they are replaced or deleted', async () => {
    const blobs = await make();
    const content = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
    await blobs.put(SANDBOX, 'key-1', content);
    expect(Buffer.from((await blobs.get(SANDBOX, 'key-1'))!).equals(content)).toBe(true);
    expect(await blobs.get(PRODUCTION, 'key-1')).toBeNull();
    expect(await blobs.get(SANDBOX, 'key-2')).toBeNull();
    await blobs.put(SANDBOX, 'key-1', new Uint8Array([7]));
    expect([...(await blobs.get(SANDBOX, 'key-1'))!]).toEqual([7]);
    await blobs.delete(PRODUCTION, 'key-1');
    expect(await blobs.get(SANDBOX, 'key-1')).not.toBeNull();
    await blobs.delete(SANDBOX, 'key-1');
    await blobs.delete(SANDBOX, 'key-1');
    expect(await blobs.get(SANDBOX, 'key-1')).toBeNull();
  });
});

describe('blobs in files', () => {
  const root = join(folder, 'private');
  const blobs = createFileBlobs(root);
  const own = join(root, PLATFORM.replace(':', '_'), 'SANDBOX');

  it('are readable only for the user of the process', async () => {
    await blobs.put(SANDBOX, 'key-1', new Uint8Array([1]));
    expect(statSync(join(own, 'key-1')).mode & 0o777).toBe(0o600);
    expect(statSync(own).mode & 0o777).toBe(0o700);
  });

  it('leave no file behind after a write that was interrupted', async () => {
    writeFileSync(join(own, 'key-2.part'), 'half');
    expect(await blobs.get(SANDBOX, 'key-2')).toBeNull();
    await blobs.delete(SANDBOX, 'key-2');
    expect(readdirSync(own)).toEqual(['key-1']);
  });

  it('throw Unavailable while the disk is full', async () => {
    symlinkSync('/dev/full', join(own, 'key-3.part'));
    await expect(blobs.put(SANDBOX, 'key-3', new Uint8Array(10))).rejects.toMatchObject({
      name: 'Unavailable',
      cause: { code: 'ENOSPC' },
    });
    expect(await blobs.get(SANDBOX, 'key-3')).toBeNull();
  });

  it('are never written outside their folder, for any key', async () => {
    for (const key of ['../key', '..', 'a/b', '', 'a\\b', '/etc/passwd', 'a\u0000']) {
      await expect(blobs.put(SANDBOX, key, new Uint8Array([1])), key).rejects.toThrow('not a valid key');
    }
  });
});
