import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealer, loadMasterKey, MasterKeyError } from './index.js';

let root: string;
let dataDir: string;
const file = (): string => join(dataDir, 'master.key');
const PLACE = { table: 'platforms', row: 'one', column: 'secret' };
const load = (key: string | null = null, sealed: string | null = null) => loadMasterKey({ dataDir, key, sealed });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'corridor-key-'));
  dataDir = join(root, 'data');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the master key', () => {
  it('is generated on the first start, readable by its owner only, and found on the next start', async () => {
    const key = await load();
    expect(key).toHaveLength(32);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await load()).toEqual(key);
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('is the same for all processes that start at the same time', async () => {
    const keys = await Promise.all(Array.from({ length: 50 }, () => load()));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('is the configured key in base64 or hex, without a file', async () => {
    const key = randomBytes(32);
    for (const form of ['base64', 'base64url', 'hex'] as const) {
      expect(Buffer.from(await load(key.toString(form)))).toEqual(key);
    }
    await expect(stat(file())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(['short', 'z'.repeat(64), randomBytes(31).toString('base64')])('cannot be %j', async (text) => {
    await expect(load(text)).rejects.toThrow(
      new MasterKeyError('CORRIDOR_MASTER_KEY must hold 32 bytes in base64 or hex'),
    );
    await load();
    await writeFile(file(), text);
    await expect(load()).rejects.toThrow(new MasterKeyError(`${file()} must hold 32 bytes in base64 or hex`));
  });

  it('is not generated when the database was sealed with a missing key', async () => {
    const sealed = createSealer(randomBytes(32)).seal('signing key', PLACE);
    await expect(load(null, sealed)).rejects.toThrow(/holds sealed secrets, but there is no master key/);
    await expect(stat(file())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('must be the key that the database was sealed with', async () => {
    const key = await load();
    const sealed = createSealer(key).seal('signing key', PLACE);
    expect(await load(null, sealed)).toEqual(key);
    const other = randomBytes(32).toString('hex');
    await expect(load(other, sealed)).rejects.toThrow(/CORRIDOR_MASTER_KEY holds/);
    await expect(load(null, 'v9.what.ever')).rejects.toThrow(MasterKeyError);
  });

  it('never appears in an error', async () => {
    const secret = randomBytes(33).toString('hex');
    const refusal = await load(secret).catch((error: Error) => error.message);
    expect(refusal).not.toContain(secret.slice(0, 8));
  });

  it('fails with the name of a file that cannot be created, and with the cause', async () => {
    await writeFile(dataDir, 'a file where the folder should be');
    const below = (folder: string) => loadMasterKey({ dataDir: folder, key: null, sealed: null });
    // Node's own `recursive` does not end there.
    if (process.platform === 'linux')
      await expect(below('/proc/corridor/data')).rejects.toThrow(/cannot create \/proc\S+master.key \(ENOENT\): /);
    await expect(below(join(dataDir, 'inner'))).rejects.toThrow(/cannot read .*master.key/);
  });

  it('fails with the name of a file that cannot be read', async () => {
    await writeFile(dataDir, 'a file where the folder should be');
    await expect(load()).rejects.toThrow(/cannot read .*master.key/);
  });
});
