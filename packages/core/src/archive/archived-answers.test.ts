import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../audit/index.js';
import {
  type Commands,
  type Context,
  createCommands,
  instant,
  newRecord,
  ok,
  readAll,
  REMEMBERED_ANSWERS,
  type RememberedAnswer,
  type TenantKey,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { playArchive, type PlayArchive } from '../testing/archive.js';
import { playCore } from '../testing/play-core.js';
import { digest, fixedClock, type FixedClock, reversingSealer, seededRandom, START } from '../testing/ports.js';
import { ANSWER_SEGMENTS, ANSWERS_OF_A_SEGMENT } from './answer-segment.js';
import { createAnswerArchiver } from './archive-answers.js';
import { findAnswers, type SoughtAnswer } from './find-answers.js';
import type { ArchiveStore } from './ports.js';
import { verifyArchive } from './read-archive.js';

const DAY = 86_400;
const TENANT = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX');
const OTHER = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as never, 'SANDBOX');

let archive: PlayArchive;
let clock: FixedClock;
let units: UnitOfWork;
let commands: Commands;

beforeEach(() => {
  archive = playArchive();
  clock = fixedClock(START);
  units = createMemoryStorage().units;
  commands = createCommands(units, digest, true);
});

const context = (tenant: TenantKey, requestId: string): Context => ({
  ...{ tenant, actor: { kind: 'system' }, requestId, now: clock.now(), hostNow: clock.now() },
});
let answered = 0;
/** Sends a request under a key, and returns the body of its answer. */
async function send(key: string, { tenant = TENANT, isKeySecret = false, seal = false } = {}): Promise<string> {
  answered += 1;
  const body = `{"n":${answered}}`;
  const claim = {
    ...{ credential: 'Token:1', operation: 'POST /quotes', key, bodyDigest: 'digest' },
    seal: seal ? { seal: (text: string) => `sealed ${text}`, open: (text: string) => text.slice(7) } : null,
    ...(isKeySecret && { isKeySecret: true as const }),
  };
  const done = await commands.run(
    context(tenant, `request of ${key}`),
    async () => ok(null),
    null,
    () => ({ status: 201, body, remember: true }),
    claim,
  );
  if (!done.ok) throw new Error(done.error.message);
  return done.value.body;
}

const hostWith = (store: Partial<ArchiveStore> = {}, of: UnitOfWork = units) =>
  createAnswerArchiver({
    ...{ units: of, clock, digest, random: seededRandom('host'), sealer: reversingSealer },
    store: { ...archive.store, ...store },
  });
const stored = () => units.read(null, (reads) => readAll(reads, REMEMBERED_ANSWERS));
const segments = () => units.read(null, (reads) => readAll(reads, ANSWER_SEGMENTS));
const find = (sought: SoughtAnswer, tenant = TENANT) =>
  findAnswers(units, { store: archive.store, digest, sealer: reversingSealer }, tenant, sought);
const bodies = async (key: string, tenant = TENANT) =>
  (await find({ by: 'key', key }, tenant)).map(({ answer }) => answer.body);
const audited = async (store: ArchiveStore | null = archive.store, of: UnitOfWork = units) =>
  (
    await audit({
      ...{ units: of, clock, digest, random: seededRandom(), sealer: reversingSealer },
      archive: store,
    })
  ).findings;

describe('the archive of answers', () => {
  it('takes expired answers from the table, and finds them by key and by request id', async () => {
    const body = await send('key-1');
    await send('key-2');
    const ofOther = await send('key-1', { tenant: OTHER });
    clock.advance(2 * DAY);
    const living = await send('key-3');
    expect(await hostWith()()).toMatchObject({ rows: 3, isBehind: false });
    expect((await stored()).map(({ body: kept }) => kept)).toEqual([living]);
    expect(await bodies('key-1')).toEqual([body]);
    expect(await bodies('key-1', OTHER)).toEqual([ofOther]);
    expect(await bodies('key-3')).toEqual([]);
    const [found] = await find({ by: 'requestId', requestId: 'request of key-1' });
    expect(found).toMatchObject({ answer: { body, operation: 'POST /quotes', status: 201, createdAt: START } });
    expect([...archive.files.keys()]).toEqual([found!.file]);
    expect(await audited()).toEqual([]);
  });

  it('keeps a sealed body sealed, and nothing that follows from a key that is part of a secret', async () => {
    await send('key-1', { seal: true, isKeySecret: true });
    clock.advance(2 * DAY);
    await hostWith()();
    expect(await bodies('key-1')).toEqual([]);
    const [found] = await find({ by: 'requestId', requestId: 'request of key-1' });
    expect(found!.answer).toMatchObject({ keyDigest: null, body: expect.stringMatching(/^sealed /) });
    expect(JSON.stringify(found!.answer)).not.toContain('"key-1"');
  });

  it('stores nothing more in the table while answers are not archived', async () => {
    commands = createCommands(units, digest);
    await send('key-1');
    expect(await stored()).toMatchObject([{ operation: null, keyDigest: null, requestId: null }]);
    clock.advance(DAY);
    await send('key-1');
    expect(await stored()).toHaveLength(1);
  });

  it('keeps an answer whose key is used again before it is archived, and never replays it', async () => {
    const first = await send('key-1');
    expect(await send('key-1')).toBe(first);
    clock.advance(DAY);
    const second = await send('key-1');
    expect(second).not.toBe(first);
    expect(await send('key-1')).toBe(second);
    clock.advance(3 * DAY);
    await hostWith()();
    expect(await bodies('key-1')).toEqual([first, second]);
    const third = await send('key-1');
    expect([first, second]).not.toContain(third);
    clock.advance(3 * DAY);
    await hostWith()();
    expect(await bodies('key-1')).toEqual([first, second, third]);
    expect(await audited()).toEqual([]);
  });

  it('keeps an answer once if two requests use its key again at the same time', async () => {
    const first = await send('key-1');
    clock.advance(DAY);
    const [second, twin] = await Promise.all([send('key-1'), send('key-1')]);
    expect([second === twin, second === first]).toEqual([true, false]);
    clock.advance(3 * DAY);
    await hostWith()();
    expect(await bodies('key-1')).toEqual([first, second]);
    expect(await audited()).toEqual([]);
  });

  it('leaves the next answer alone if the key is used again while a host writes the file', async () => {
    const first = await send('key-1');
    clock.advance(2 * DAY);
    let second = '';
    const host = hostWith({
      write: async (...given) => {
        await archive.store.write(...given);
        second = await send('key-1');
      },
    });
    expect(await host()).toMatchObject({ rows: 0, file: null });
    expect(second).not.toBe(first);
    expect(await send('key-1')).toBe(second);
    await hostWith()();
    expect(await bodies('key-1')).toEqual([first]);
    expect(await send('key-1')).toBe(second);
    expect(await audited()).toEqual([]);
  });

  it('lets few answers wait for a day after their end', async () => {
    await send('key-1');
    clock.advance(2 * DAY - 1);
    expect(await hostWith()()).toMatchObject({ rows: 0, file: null });
    expect(archive.files.size).toBe(0);
    clock.advance(1);
    expect(await hostWith()()).toMatchObject({ rows: 1 });
  });

  it('moves many answers at once, file by file, and no answer twice', async () => {
    const base = newRecord('', { tenant: TENANT, now: clock.now() });
    const made = (n: number): RememberedAnswer => ({
      ...{ ...base, id: `Answer:${n}`, bodyDigest: 'd', status: 200, body: `${n}`, names: null },
      ...{ operation: 'POST /quotes', keyDigest: `key ${n}`, requestId: null },
      expiresAt: instant(START + Math.floor(n / 3)),
    });
    const count = ANSWERS_OF_A_SEGMENT * 2 + 5;
    await units.run(TENANT, async (tx) => {
      for (let n = 0; n < count; n++) tx.add(REMEMBERED_ANSWERS, made(n));
      return ok();
    });
    clock.advance(DAY + 10);
    const host = hostWith();
    const rows: number[] = [];
    for (let isBehind = true; isBehind;) {
      const done = await host();
      rows.push(done.rows);
      isBehind = done.isBehind;
    }
    // A full file ends before an instant that may continue.
    expect(rows).toEqual([999, 999, 7]);
    expect(await stored()).toEqual([]);
    expect(await audited()).toEqual([]);
  });
});

describe('a host that dies while it archives answers', () => {
  const dies = () => {
    throw new Error('the host dies');
  };
  const moving = (run: UnitOfWork['run']): UnitOfWork => ({
    ...units,
    run: (...given) => (archive.files.size === 0 ? units.run(...given) : run(...given)),
  });
  const hosts: readonly (readonly [string, () => () => Promise<unknown>])[] = [
    ['before the file is written', () => hostWith({ write: dies })],
    ['after the file is written', () => hostWith({ read: dies })],
    ['before the unit of work', () => hostWith({}, moving(dies))],
    [
      'within the unit of work',
      () =>
        hostWith(
          {},
          moving((tenant, work) => units.run(tenant, async (tx) => work(tx).then(dies))),
        ),
    ],
    [
      'after the unit of work',
      () =>
        hostWith(
          {},
          moving((...given) => units.run(...given).then(dies)),
        ),
    ],
  ];

  it.each(hosts)('%s loses and doubles no answer, and another host writes the same file', async (_, host) => {
    const sent = [await send('key-1'), await send('key-2')];
    clock.advance(2 * DAY);
    await expect(host()()).rejects.toThrow('the host dies');
    expect(await audited()).toEqual([]);
    await hostWith()();
    expect(await stored()).toEqual([]);
    expect(await segments()).toHaveLength(1);
    expect(archive.files.size).toBe(1);
    expect([...(await bodies('key-1')), ...(await bodies('key-2'))]).toEqual(sent);
    expect(await audited()).toEqual([]);
  });

  it('is not followed by a host with another folder', async () => {
    await send('key-1');
    clock.advance(2 * DAY);
    await hostWith()();
    await send('key-2');
    clock.advance(2 * DAY);
    const elsewhere = playArchive();
    await expect(hostWith(elsewhere.store)()).rejects.toThrow('is missing');
    expect(elsewhere.files.size).toBe(0);
    expect(await stored()).toHaveLength(1);
  });

  it('meets other hosts, of which one adds the segment', async () => {
    await send('key-1');
    clock.advance(2 * DAY);
    const done = await Promise.all([hostWith()(), hostWith()(), hostWith()()]);
    expect(done.map(({ rows }) => rows).sort()).toEqual([0, 0, 1]);
    expect(await segments()).toHaveLength(1);
  });

  it('keeps an answer that another unit has changed since it was read', async () => {
    await send('key-1');
    clock.advance(2 * DAY);
    const host = hostWith({
      write: async (...given) => {
        await archive.store.write(...given);
        await units.run(null, async (tx) => {
          for (const answer of await readAll(tx, REMEMBERED_ANSWERS)) tx.remove(REMEMBERED_ANSWERS, answer);
          return ok();
        });
      },
    });
    expect(await host()).toMatchObject({ rows: 0, file: null });
    expect(await segments()).toEqual([]);
  });
});

describe('the audit of archived answers', () => {
  const name = () => [...archive.files.keys()][0]!;

  beforeEach(async () => {
    for (const key of ['key-1', 'key-2']) {
      await send(key);
      clock.advance(2 * DAY);
      await hostWith()();
    }
    expect(await segments()).toHaveLength(2);
  });

  it('finds a file that is missing, changed or forged', async () => {
    const content = archive.files.get(name())!;
    archive.files.set(
      name(),
      content.map((byte, at) => (at === 60 ? byte ^ 1 : byte)),
    );
    expect(await audited()).toEqual([`the archive file ${name()} was changed: its digest is not that of its segment`]);
    archive.files.delete(name());
    const [first, second] = await segments();
    const file = `answers-000000000001-${first!.digest.slice(0, 16)}.archive`;
    expect(await audited()).toEqual([`the archive file ${file} is missing`]);
    // The file of another segment, with a segment that has its digest.
    const other = archive.files.get(`answers-000000000002-${second!.digest.slice(0, 16)}.archive`)!;
    archive.files.set(`answers-000000000001-${second!.digest.slice(0, 16)}.archive`, other);
    await altered({ digest: second!.digest });
    expect(await audited()).toEqual([
      expect.stringMatching(/^the archive file answers-000000000001-\S+ cannot be opened: /),
    ]);
    await expect(bodies('key-1')).rejects.toThrow('cannot be opened');
  });

  it('finds a segment that does not say what is in its file, and one that is missing', async () => {
    await altered({ rows: 7 });
    expect(await audited()).toEqual(['answer segment 1 was changed: it does not say what is in its file']);
    await altered(null);
    expect(await audited()).toEqual(['answer segment 2 follows segment 0: the segments between them are missing']);
  });

  it('finds an answer that is in the archive and in the table', async () => {
    const [found] = await find({ by: 'key', key: 'key-1' });
    await units.run(TENANT, async (tx) => ok(tx.add(REMEMBERED_ANSWERS, found!.answer)));
    expect(await audited()).toContain(`${found!.answer.id} is in answer segment 1 and in the table`);
  });

  it('reports that no archive is given', async () => {
    expect(await audited(null)).toEqual(['answers were archived, but no archive is given: their files were not read']);
  });

  it('counts segments and answers, and names files that the database does not name', async () => {
    archive.files.set('answers-000000000009-0123456789abcdef.archive', new Uint8Array());
    const verified = await verifyArchive(units, { store: archive.store, digest, sealer: reversingSealer });
    expect(verified).toMatchObject({ findings: [], segments: 0, rows: 0, answerSegments: 2, answers: 2 });
    expect(verified.unnamed).toEqual(['answers-000000000009-0123456789abcdef.archive']);
  });

  /** Replaces the first segment by another row; null deletes it. */
  async function altered(change: object | null): Promise<void> {
    const [first] = await segments();
    await units.run(null, async (tx) => ok(tx.remove(ANSWER_SEGMENTS, first!)));
    if (change !== null) await units.run(null, async (tx) => ok(tx.add(ANSWER_SEGMENTS, { ...first!, ...change })));
  }
});

it('runs with the deletion of expired records of a core that archives answers', async () => {
  const play = await playCore({ archive: { store: archive.store, afterDays: null, answers: true } });
  const answer = { status: 201, body: '{}', remember: true };
  const claim = { credential: 'c', operation: 'POST /notes', key: 'k', bodyDigest: 'd', seal: null };
  await play.core.commands.run(
    play.context(),
    async () => ok(null),
    null,
    () => answer,
    claim,
  );
  play.clock.advance(2 * DAY);
  expect(await play.core.work.forgetAnswers()).toBe(1);
  expect([...archive.files.keys()]).toEqual([expect.stringMatching(/^answers-000000000001-/)]);
});

describe('the lag of the archive', () => {
  const lagOf = async (play: Awaited<ReturnType<typeof playCore>>) => (await play.core.figures.upkeep()).archive;
  const answer = (play: Awaited<ReturnType<typeof playCore>>) =>
    play.core.commands.run(
      play.context(),
      async () => ok(null),
      null,
      () => ({ status: 201, body: '{}', remember: true }),
      { credential: 'c', operation: 'POST /notes', key: 'k', bodyDigest: 'd', seal: null },
    );

  it('counts from the time at which the oldest answer should have been archived', async () => {
    const play = await playCore({ archive: { store: archive.store, afterDays: null, answers: true } });
    await answer(play);
    play.clock.advance(2 * DAY);
    expect(await lagOf(play)).toContainEqual({ content: 'answers', segments: 0, lagMs: 0 });
    play.clock.advance(7);
    expect(await lagOf(play)).toContainEqual({ content: 'answers', segments: 0, lagMs: 7_000 });
    await play.core.work.forgetAnswers();
    expect(await lagOf(play)).toContainEqual({ content: 'answers', segments: 1, lagMs: 0 });
  });

  it('counts from the time at which the oldest sealed event should have been archived', async () => {
    const play = await playCore({ archive: { store: archive.store, afterDays: 30, answers: false } });
    const customer = { customerType: 'INDIVIDUAL', fullName: 'Ada', region: 'US', currencies: ['USD'] } as const;
    await play.run(play.core.customers.create, customer as never);
    await play.core.work.drain();
    while ((await play.core.work.sealJournal()).isBehind);
    play.clock.advance(31 * DAY + 9);
    const [events, answers] = await lagOf(play);
    expect(answers).toEqual({ content: 'answers', segments: 0, lagMs: null });
    expect(events).toMatchObject({ content: 'events', segments: 0 });
    expect(events!.lagMs).toBeGreaterThanOrEqual(9_000);
    await play.core.work.archiveEvents();
    expect((await lagOf(play))[0]).toEqual({ content: 'events', segments: 1, lagMs: 0 });
  });

  it('is unknown for what is not archived', async () => {
    const play = await playCore();
    await answer(play);
    play.clock.advance(90 * DAY);
    expect((await lagOf(play)).map(({ lagMs }) => lagMs)).toEqual([null, null]);
  });
});
