import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { expect, it } from 'vitest';
import {
  createCommands,
  type IdempotencyClaim,
  ok,
  readAll,
  REMEMBERED_ANSWERS,
  type TenantKey,
  tenantKey,
} from '../kernel/index.js';
import { playArchive } from '../testing/archive.js';
import { digest, fixedClock, reversingSealer, seededRandom, START } from '../testing/ports.js';
import { ANSWER_SEGMENTS } from './answer-segment.js';
import { createAnswerArchiver } from './archive-answers.js';
import { ERASED_BODY, eraseAnswers } from './erase-answers.js';
import { findAnswers } from './find-answers.js';
import { inspectAnswers } from './inspect-answers.js';
import { ARCHIVE_REMOVALS } from './removal.js';

const DAY = 86_400;
const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-00000000000';
const TENANT = tenantKey(`${PLATFORM}1` as never, 'SANDBOX');
const OTHER = tenantKey(`${PLATFORM}2` as never, 'SANDBOX');
const ADA = 'Customer:018bcfe5-6800-7000-8000-0000000000ad';
const BOB = 'Customer:018bcfe5-6800-7000-8000-0000000000b0';

/** As hosts encrypt a body for its caller: base64url of 28 bytes and more, which shows nothing. */
const hidden = (body: string): string => `hidden-${body.length}`.padEnd(38, '-');
const HIDING = { seal: hidden, open: (text: string) => text };

it('an erasure of answers takes the bodies that name a record, and keeps the rest', async () => {
  const archive = playArchive();
  const clock = fixedClock(START);
  const { units } = createMemoryStorage();
  const commands = createCommands(units, digest, true);
  const ports = { units, clock, digest, random: seededRandom(), sealer: reversingSealer };
  const files = { store: archive.store, digest, sealer: reversingSealer };
  const archiver = createAnswerArchiver({ ...ports, store: archive.store });
  const erase = () => eraseAnswers({ ...ports, archive: archive.store }, { tenant: TENANT, ids: [ADA] });
  const send = async (
    key: string,
    body: string,
    operation = 'POST /customers',
    tenant: TenantKey = TENANT,
    over: Partial<IdempotencyClaim> = {},
  ) => {
    const now = clock.now();
    const claim = { credential: 'Token:1', operation, key, bodyDigest: 'digest', seal: null, ...over };
    const ctx = { tenant, actor: { kind: 'system' }, requestId: `request of ${key}`, now, hostNow: now } as const;
    const answered = { status: 201, body, remember: true };
    await commands.run(
      ctx,
      async () => ok(null),
      null,
      () => answered,
      claim,
    );
  };
  const found = async (key: string, tenant = TENANT) =>
    (await findAnswers(units, files, tenant, { by: 'key', key })).map(({ answer }) => answer.body);

  await send('1', `{"id":"${ADA}","fullName":"Ada"}`);
  await send('2', `{"id":"${BOB}","fullName":"Bob"}`);
  await send('3', '{"fullName":"Ada"}', `PATCH /customers/${ADA}`);
  await send('4', `{"id":"${ADA}","fullName":"Ada"}`, 'POST /customers', OTHER);
  await send('5', '{"code":"A1B2","inviterUma":"$ada@uma.example"}', 'POST /uma/invitations');
  await send('6', '{"code":"A1B2C3"}', 'POST /uma/invitations');
  await send('7', '{"firstName":"Ada"}', 'POST /uma/invitations/A1B2/cancel');
  await send('8', `{"id":"${ADA}","fullName":"Ada"}`, 'POST /customers', TENANT, { seal: HIDING });
  await send('9', `{"id":"${BOB}","fullName":"Bob"}`, 'POST /customers', TENANT, { seal: HIDING });
  await send('10', '{"totpUri":"otpauth://totp/Ada"}', 'POST /sca/factors', TENANT, { seal: HIDING, names: [ADA] });
  await send('11', '{"sentTo":"+4915"}', 'POST /sca/login/start', TENANT, { names: [ADA] });
  await send('12', hidden('by a former release'), 'POST /customers', TENANT);
  expect(await erase()).toBe(0);
  expect(await units.read(null, (reads) => readAll(reads, REMEMBERED_ANSWERS))).toHaveLength(12);
  clock.advance(3 * DAY);
  await archiver();
  const [before] = await units.read(null, (reads) => readAll(reads, ANSWER_SEGMENTS));

  expect(await erase()).toBe(6);
  expect(await erase()).toBe(0);
  const encrypted = await Promise.all(['8', '9', '10', '11', '12'].map((key) => found(key)));
  expect(encrypted).toEqual([
    [ERASED_BODY],
    ['hidden-71'.padEnd(38, '-')],
    [ERASED_BODY],
    [ERASED_BODY],
    [ERASED_BODY],
  ]);
  expect([await found('1'), await found('2'), await found('3'), await found('4', OTHER)]).toEqual([
    [ERASED_BODY],
    [`{"id":"${BOB}","fullName":"Bob"}`],
    [ERASED_BODY],
    [`{"id":"${ADA}","fullName":"Ada"}`],
  ]);
  const byText = { tenant: TENANT, ids: ['A1B2'] };
  expect(await eraseAnswers({ ...ports, archive: archive.store }, byText)).toBe(2);
  expect([await found('5'), await found('6'), await found('7')]).toEqual([
    [ERASED_BODY],
    ['{"code":"A1B2C3"}'],
    [ERASED_BODY],
  ]);
  const [after] = await units.read(null, (reads) => readAll(reads, ANSWER_SEGMENTS));
  expect(after).toEqual({ ...before, digest: after!.digest, rewrite: expect.any(String), version: 3 });
  expect(archive.files.size).toBe(1);
  expect(await units.read(null, (reads) => readAll(reads, ARCHIVE_REMOVALS))).toEqual([]);
  expect((await units.read(null, (reads) => inspectAnswers(reads, files))).findings).toEqual([]);
  const none = eraseAnswers({ ...ports, archive: null }, { tenant: TENANT, ids: [ADA] });
  await expect(none).rejects.toThrow('this host has no archive');
});
