import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import {
  awaitSecondCall,
  canonicalText,
  type CommandBinding,
  bodyDigestOf,
  completePending,
  type Context,
  domainError,
  findPending,
  forgetPending,
  type Instant,
  ok,
  PENDING_SECONDS,
  tenantKey,
} from './index.js';

const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') };
const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW };
const later = (seconds: number): Context => ({ ...ctx, now: (NOW + seconds * 1000) as Instant });
const ID = 'Request:018bcfe5-6800-7000-8000-00000000000a' as never;
const binding: CommandBinding = {
  operation: 'pay',
  path: 'Quote:1',
  account: 'InternalAccount:1',
  body: { b: 1, a: 2 },
};

let units: ReturnType<typeof createMemoryStorage>['units'];
const find = (over: Partial<CommandBinding> = {}, at = ctx, id: string = ID) =>
  units.read(tenant, (reads) => findPending(reads, at, id, { ...binding, ...over }));

beforeEach(async () => {
  units = createMemoryStorage().units;
  await units.run(tenant, async (tx) =>
    ok(awaitSecondCall(tx, ctx, digest, { id: ID, payload: 'sign me', ...binding })),
  );
});

it('is found only with the operation, path and account of its first call', async () => {
  expect(await find()).toMatchObject({ payload: 'sign me', state: null });
  expect(await find({ operation: 'other' })).toBeNull();
  expect(await find({ path: 'Quote:2' })).toBeNull();
  expect(await find({ account: 'InternalAccount:2' })).toBeNull();
  expect(await find({}, ctx, 'Request:018bcfe5-6800-7000-8000-00000000000b')).toBeNull();
  expect(await find({}, ctx, 'nonsense')).toBeNull();
});

it('belongs to its tenant', async () => {
  const other = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as never, 'SANDBOX');
  expect(await units.read(other, (reads) => findPending(reads, ctx, ID, binding))).toBeNull();
});

it('expires after five minutes and is deleted then', async () => {
  expect(await find({}, later(PENDING_SECONDS - 1))).not.toBeNull();
  expect(await find({}, later(PENDING_SECONDS))).toBeNull();
  expect(await forgetPending(units, tenant, later(PENDING_SECONDS - 1).now, null)).toBe(0);
  expect(await forgetPending(units, tenant, later(PENDING_SECONDS).now, null)).toBe(1);
});

it('runs once if many second calls arrive at once', async () => {
  const lost = domainError('WALLET_SIGNATURE_INVALID');
  const runs = await Promise.all(
    Array.from({ length: 50 }, () =>
      units.run(tenant, async (tx) => {
        const pending = await findPending(tx, ctx, ID, binding);
        if (pending === null) return { ok: false, error: lost };
        completePending(tx, pending, lost);
        return ok('ran');
      }),
    ),
  );
  expect(runs.filter((run) => run.ok)).toHaveLength(1);
  expect(runs.filter((run) => !run.ok && run.error.code === lost.code)).toHaveLength(49);
});

it('accepts the same body with its fields in any order, and refuses every other body', async () => {
  const pending = (await find())!;
  expect(bodyDigestOf(digest, { a: 2, b: 1, absent: undefined })).toBe(pending.bodyDigest);
  for (const body of [{ a: 2 }, { a: 2, b: '1' }, { a: 2, b: 1, c: null }, [binding.body], null]) {
    expect(bodyDigestOf(digest, body)).not.toBe(pending.bodyDigest);
  }
  expect(canonicalText({ b: [1n, 'x'], a: { d: null, c: true } })).toBe('{"a":{"c":true,"d":null},"b":[1n,"x"]}');
});
