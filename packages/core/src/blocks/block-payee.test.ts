import { beforeEach, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import type { Caller } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { BLOCKS } from './index.js';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
let id: string;
beforeEach(async () => {
  payer = await playPayer();
  const { units } = payer.play.storage;
  ann = await addOperator(units, 'Ann', 'OPERATOR');
  bob = await addOperator(units, 'Bob', 'APPROVER');
  id = (await payer.external()).id;
});

const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77', notes: 'listed on 2026-01-02' };
const request = (action: 'external-accounts.block' | 'external-accounts.unblock', fields: object, by = ann) =>
  payer.play.core.operators.actions.request(by, {
    tenant: payer.play.tenant,
    action,
    input: { id, ...fields } as never,
  });
const block = (tellPlatform = true) => request('external-accounts.block', { ...TEXTS, tellPlatform });
const marked = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.get(EXTERNAL_ACCOUNTS, id))!.blockedAs,
  );
const blocks = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(BLOCKS, { order: 'asc', limit: 10 })).rows,
  );

it.each([
  [true, 'TOLD'],
  [false, 'SILENT'],
])('a block of an external account takes effect at once (told: %s), and a second one is refused', async (told, as) => {
  expect(valueOf(await block(told))).toMatchObject({ kind: 'done' });
  expect(await marked()).toBe(as);
  expect(await blocks()).toMatchObject([
    { subject: id, status: 'BLOCKED', ...TEXTS, tellPlatform: told, blockedBy: expect.stringContaining('Ann') },
  ]);
  expect(codeOf(await block(!told))).toBe('CONFLICT');
  expect(await blocks()).toHaveLength(1);
});

it('every text of a block that is missing or too long is named, and nothing is blocked', async () => {
  const refused = await request('external-accounts.block', {
    ...{ reason: ' ', caseReference: 'x'.repeat(101), notes: '', tellPlatform: true },
  });
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'reason' }, { field: 'caseReference' }, { field: 'notes' }] },
    },
  });
  expect([await marked(), await blocks()]).toEqual([null, []]);
});

it('an external account that does not exist is neither blocked nor unblocked', async () => {
  const unknown = { ...TEXTS, id: 'ExternalAccount:018bcfe5-6800-7000-8000-00000000ffff' };
  expect(codeOf(await request('external-accounts.block', { ...unknown, tellPlatform: true }))).toBe(
    'REFERENCE_NOT_FOUND',
  );
  expect(codeOf(await request('external-accounts.unblock', unknown))).toBe('REFERENCE_NOT_FOUND');
});

it('only a second operator unblocks an external account, and only one that is blocked', async () => {
  const end = { reason: 'cleared', caseReference: 'CASE-78' };
  expect(codeOf(await request('external-accounts.unblock', end))).toBe('CONFLICT');
  valueOf(await block());
  const waiting = valueOf(await request('external-accounts.unblock', end));
  if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
  const { tenant, core } = payer.play;
  expect(codeOf(await core.operators.actions.approve(ann, tenant, waiting.awaiting))).toBe('FORBIDDEN');
  expect(await marked()).toBe('TOLD');
  valueOf(await core.operators.actions.approve(bob, tenant, waiting.awaiting));
  expect(await marked()).toBeNull();
  expect(await blocks()).toMatchObject([
    {
      ...{ status: 'ENDED', endReason: 'cleared', endReference: 'CASE-78' },
      ...{ endedBy: expect.stringContaining('Ann'), endApprovedBy: expect.stringContaining('Bob') },
    },
  ]);
  await payer.auditClean();
});
