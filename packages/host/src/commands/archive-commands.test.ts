import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { createFileArchive } from '@corridor/adapters-storage/blobs';
import { type Context, instant, ok, runUseCase, type TenantKey } from '@corridor/core';
import { createAnswerArchiver, createArchiver, createCommands, readAll } from '@corridor/core/internal';
import { EVENTS, type Platform, PLATFORMS } from '@corridor/core/records';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStorage } from '../composition/storage-module.js';
import { createProcessContext } from '../kernel/process-context.js';
import { createLog } from '../logging/logging.js';
import { withCore } from '../serving/host.js';
import { readConfiguration } from '../settings/configuration.js';
import { runCommand } from './command-line.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const KEY = '5c'.repeat(32);
const NEXT_KEY = '6d'.repeat(32);
let folder: string;
let archived: number;

const quiet = { out: { write: () => undefined }, err: { write: () => undefined } };
const settings = (more: Readonly<Record<string, string>> = {}) => ({
  ...{ CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'silent', CORRIDOR_MASTER_KEY: KEY },
  ...more,
});

async function corridor(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  let out = '';
  const write = { write: (text: string) => (out += text) };
  const code = await runCommand(args, settings(more), { out: write, err: write });
  return { code, out };
}

/** Makes a customer, whose events no endpoint receives, and moves them to the archive, however young they are. */
async function archiveEvents(): Promise<number> {
  const { out } = await corridor(['platform', 'create', '--name', 'Acme']);
  const tenant = /Platform:[0-9a-f-]+/.exec(out)![0] + '/SANDBOX';
  const configuration = readConfiguration(settings());
  await withCore(configuration, createProcessContext(quiet), async (core) => {
    const context = core.context(tenant as unknown as TenantKey, { kind: 'system' }, 'test');
    const customer = { customerType: 'INDIVIDUAL', fullName: 'Ada', region: 'US', currencies: ['USD'] } as const;
    const made = await runUseCase(core.units, context, core.customers.create, customer as never);
    expect(made.ok).toBe(true);
    await core.work.drain();
    await core.work.sealJournal();
  });
  const storage = await openStorage(configuration, createLog('silent', quiet.err as never));
  try {
    const archiver = createArchiver({
      ...{ units: storage.units, clock: systemClock, ...nodeCrypto, afterDays: -1 },
      sealer: createSealer(Buffer.from(KEY, 'hex')),
      store: createFileArchive(join(folder, 'archive')),
    });
    const { rows } = await archiver();
    expect(ok(await storage.units.read(null, (reads) => reads.tenants(EVENTS as never)))).toEqual(ok([]));
    return rows;
  } finally {
    await storage.close();
  }
}

/** Answers a request of the platform, archives the answer as if it had expired, and returns the platform. */
async function archiveAnswer(key: string, body: string): Promise<string> {
  const storage = await openStorage(readConfiguration(settings()), createLog('silent', quiet.err as never));
  try {
    const { units } = storage;
    const [{ id, platformId }] = (await units.read(null, (reads) => readAll(reads, PLATFORMS))) as never as [Platform];
    const now = systemClock.now();
    const context: Context = {
      ...{ tenant: id, actor: { kind: 'system' }, requestId: 'request-1', now, hostNow: now },
    };
    const claim = { credential: 'Token:1', operation: 'POST /quotes', key, bodyDigest: 'digest', seal: null };
    const render = () => ({ status: 201, body, remember: true });
    await createCommands(units, nodeCrypto.digest, true).run(context, async () => ok(null), null, render, claim);
    const archiver = createAnswerArchiver({
      ...{ units, ...nodeCrypto, clock: { now: () => instant(now + 3 * 86_400_000) } },
      sealer: createSealer(Buffer.from(KEY, 'hex')),
      store: createFileArchive(join(folder, 'archive')),
    });
    expect(await archiver()).toMatchObject({ rows: 1 });
    return platformId;
  } finally {
    await storage.close();
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-archive-'));
  archived = await archiveEvents();
  expect(archived).toBeGreaterThan(0);
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (): string => join(folder, 'archive', readdirSync(join(folder, 'archive'))[0]!);

describe('corridor archive', () => {
  it('lists the files, and finds nothing in an archive that is whole', async () => {
    const listed = await corridor(['archive', 'list']);
    expect(listed.code).toBe(0);
    const line = new RegExp(
      `^events-000000000001-[0-9a-f]{16}\\.archive: ${archived} events at positions 1 to \\d+, archived 20`,
    );
    expect(listed.out).toMatch(line);
    expect(listed.out).toContain(`${archived} events in 1 files of ${join(folder, 'archive')}`);
    const verified = await corridor(['archive', 'verify']);
    expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^clean: /) });
    expect(await corridor(['audit'])).toMatchObject({ code: 0, out: expect.stringMatching(/^clean: .*events/m) });
  });

  it('names a file that is missing, one that was changed, and one that the database does not name', async () => {
    const content = readFileSync(file());
    const path = file();
    writeFileSync(join(folder, 'archive', 'events-000000000007-0123456789abcdef.archive'), 'another copy');
    writeFileSync(path, Buffer.concat([content, Buffer.from('x')]));
    for (const command of ['archive verify', 'audit']) {
      const { code, out } = await corridor(command.split(' '));
      expect(out).toContain('was changed: its digest is not that of its segment');
      expect(code).toBe(1);
    }
    rmSync(path);
    const verified = await corridor(['archive', 'verify']);
    expect(verified.out).toContain('is missing');
    expect(verified.out).toContain('not named by the database: events-000000000007-0123456789abcdef.archive');
    expect(verified.code).toBe(1);
  });

  it('finds an archived answer by its key and by its request id, in the platform that it belongs to', async () => {
    const platform = await archiveAnswer('order-4711', '{"id":"Quote:1"}');
    const listed = await corridor(['archive', 'list']);
    expect(listed.out).toMatch(
      /answers-000000000001-[0-9a-f]{16}\.archive: 1 answers from 20\S+ to 20\S+, archived 20/,
    );
    expect(listed.out).toContain(`1 answers in 1 files of ${join(folder, 'archive')}`);
    expect(await corridor(['archive', 'verify'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 answers in 1 files of '),
    });
    expect(await corridor(['audit'])).toMatchObject({ code: 0 });
    for (const by of [
      ['--key', 'order-4711'],
      ['--request-id', 'request-1'],
    ]) {
      const { code, out } = await corridor(['archive', 'find', ...by, '--platform', platform]);
      expect(out).toMatch(/^POST \/quotes: 201 at 20\S+, request request-1, in answers-000000000001-\S+\.archive\n/);
      expect(out).toContain('{"id":"Quote:1"}\n');
      expect(code).toBe(0);
    }
    const other = await corridor(['platform', 'create', '--name', 'Other']);
    const stranger = /Platform:[0-9a-f-]+/.exec(other.out)![0];
    for (const [key, of] of [
      ['order-4711', stranger],
      ['order-4712', platform],
    ] as const)
      expect(await corridor(['archive', 'find', '--key', key, '--platform', of])).toEqual({
        code: 1,
        out: 'no archived answer was found\n',
      });
    const answers = readdirSync(join(folder, 'archive')).filter((name) => name.startsWith('answers-'));
    rmSync(join(folder, 'archive', answers[0]!));
    const gone = await corridor(['archive', 'find', '--key', 'order-4711', '--platform', platform]);
    expect(gone).toMatchObject({ code: 1, out: expect.stringContaining('is missing') });
    expect((await corridor(['doctor'])).out).toMatch(/the newest file answers-\S+ is not in /);
  });

  it('refuses a search without a key, or with both a key and a request id', async () => {
    for (const given of [[], ['--key', 'a', '--request-id', 'b']])
      expect(await corridor(['archive', 'find', '--platform', 'Platform:1', ...given])).toMatchObject({
        code: 2,
        out: expect.stringContaining('--key or --request-id: give one of them'),
      });
  });

  it('is looked for by the doctor', async () => {
    expect((await corridor(['doctor'])).out).toMatch(/archive: the newest file events-\S+ is in /);
    writeFileSync(file(), 'something else');
    expect((await corridor(['doctor'])).out).toMatch(/the newest file events-\S+ in \S+ was changed/);
    rmSync(file());
    expect((await corridor(['doctor'])).out).toMatch(/the newest file events-\S+ is not in /);
  });

  it('is found in the folder of the setting', async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    expect((await corridor(['archive', 'verify'], { CORRIDOR_ARCHIVE_DIR: elsewhere })).code).toBe(1);
    writeFileSync(file().replace('/archive/', '/elsewhere/'), readFileSync(file()));
    expect((await corridor(['archive', 'verify'], { CORRIDOR_ARCHIVE_DIR: elsewhere })).code).toBe(0);
  });

  it('is read with the new master key after a rotation, from the same files', async () => {
    const before = readFileSync(file());
    expect((await corridor(['master-key', 'rotate'], { CORRIDOR_MASTER_KEY_NEXT: NEXT_KEY })).code).toBe(0);
    expect(readFileSync(file())).toEqual(before);
    expect((await corridor(['archive', 'verify'], { CORRIDOR_MASTER_KEY: NEXT_KEY })).code).toBe(0);
    expect((await corridor(['audit'], { CORRIDOR_MASTER_KEY: NEXT_KEY })).code).toBe(0);
    expect((await corridor(['archive', 'verify'])).code).toBe(1);
  });

  it('moves nothing that is young, and needs the setting to move anything', async () => {
    expect(await corridor(['archive', 'run'])).toMatchObject({
      code: 2,
      out: expect.stringContaining('CORRIDOR_ARCHIVE_AFTER_DAYS is missing'),
    });
    const run = await corridor(['archive', 'run'], { CORRIDOR_ARCHIVE_AFTER_DAYS: '30' });
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('moved 0 events to 0 files of ') });
  });

  it('is needed by the audit, which says so without the master key', async () => {
    const { code, out } = await corridor(['audit'], { CORRIDOR_MASTER_KEY: '' });
    expect(out).toContain('the events of the archive count as missing, because it cannot be read without its key');
    expect(code).toBe(1);
  });
});
