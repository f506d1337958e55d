import { beforeEach, expect, it } from 'vitest';
import { tenantKey } from '../kernel/index.js';
import { splitTenant } from '../internal.js';
import type { Caller } from '../operators/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { BLOCKS } from './index.js';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
beforeEach(async () => {
  payer = await playPayer();
  const { units } = payer.play.storage;
  ann = await addOperator(units, 'Ann', 'OPERATOR');
  bob = await addOperator(units, 'Bob', 'APPROVER');
});

const TEXTS = { reason: 'licence withdrawn', caseReference: 'CASE-9' };
const request = (action: 'platforms.block' | 'platforms.unblock', input: object, tenant: string = payer.play.tenant) =>
  payer.play.core.operators.actions.request(ann, { tenant: tenant as never, action, input: input as never });
const block = (tellPlatform = true) => request('platforms.block', { ...TEXTS, tellPlatform });
const marked = async () =>
  (await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.get(PLATFORMS, payer.play.tenant)))!
    .blockedAs;
const blocks = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(BLOCKS, { order: 'asc', limit: 10 })).rows,
  );

it.each([
  [true, 'TOLD'],
  [false, 'SILENT'],
])('a block of a platform takes effect at once (told: %s), and a second one is refused', async (told, as) => {
  expect(valueOf(await block(told))).toMatchObject({ kind: 'done' });
  expect(await marked()).toBe(as);
  expect(await blocks()).toMatchObject([
    { subject: payer.play.tenant, status: 'BLOCKED', ...TEXTS, notes: null, tellPlatform: told },
  ]);
  expect(codeOf(await block(!told))).toBe('CONFLICT');
  expect(await blocks()).toHaveLength(1);
});

it('every missing text of a block of a platform is named, and nothing is blocked', async () => {
  expect(await request('platforms.block', { reason: '', caseReference: ' ', tellPlatform: true })).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'reason' }, { field: 'caseReference' }] } },
  });
  expect([await marked(), await blocks()]).toEqual([null, []]);
});

it('a platform that does not exist in the environment is not blocked', async () => {
  const live = tenantKey(splitTenant(payer.play.tenant).platformId, 'PRODUCTION');
  expect(codeOf(await request('platforms.block', { ...TEXTS, tellPlatform: true }, live))).toBe('REFERENCE_NOT_FOUND');
});

it('only a second operator unblocks a platform, in the sandbox as well, and only one that is blocked', async () => {
  const end = { reason: 'licence restored', caseReference: 'CASE-10' };
  expect(codeOf(await request('platforms.unblock', end))).toBe('CONFLICT');
  valueOf(await block());
  const waiting = valueOf(await request('platforms.unblock', end));
  if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
  const { tenant, core } = payer.play;
  expect(codeOf(await core.operators.actions.approve(ann, tenant, waiting.awaiting))).toBe('FORBIDDEN');
  expect(await marked()).toBe('TOLD');
  valueOf(await core.operators.actions.approve(bob, tenant, waiting.awaiting));
  expect(await marked()).toBeNull();
  expect(await blocks()).toMatchObject([{ status: 'ENDED', endReason: 'licence restored', endReference: 'CASE-10' }]);
  await payer.auditClean();
});
