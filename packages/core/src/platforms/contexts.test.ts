import { expect, it } from 'vitest';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { houseTenant, type Id, tenantKey } from '../kernel/index.js';
import { fixedClock } from '../testing/ports.js';
import { recordedTracing } from '../testing/tracing.js';
import { createContexts } from './contexts.js';
import type { Platform } from './platform.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const HOUR = 3_600_000;

it('uses the tenant’s clock for a context, and reads the offset first for the service’s own', async () => {
  const clock = fixedClock();
  const { units } = createMemoryStorage();
  let known = 0;
  let reads = 0;
  const { context, contextOf } = createContexts(
    { units, clock, tracing: null },
    {
      clockOffset: () => known,
      isFresh: () => known === HOUR,
      settings: async () => {
        reads += 1;
        known = HOUR;
        return {} as Platform;
      },
    },
  );
  const actor = { kind: 'system' } as const;
  expect(context(tenant, actor, 'request-1')).toEqual({
    tenant,
    actor,
    requestId: 'request-1',
    now: clock.now(),
    hostNow: clock.now(),
    trace: null,
  });
  expect(await contextOf(tenant)).toEqual({
    tenant,
    actor,
    requestId: 'work',
    now: clock.now() + HOUR,
    hostNow: clock.now(),
    trace: null,
  });
  expect(context(tenant, actor, 'request-1', 'a trace').trace).toBe('a trace');
  expect(reads).toBe(1);
});

it('gives the service’s own context the trace of the span in which it is made', async () => {
  const tracing = recordedTracing();
  const { contextOf } = createContexts(
    { units: createMemoryStorage().units, clock: fixedClock(), tracing },
    { clockOffset: () => 0, isFresh: () => true, settings: async () => ({}) as Platform },
  );
  const callback = { name: 'railCallback', kind: 'server', attributes: {}, parent: null } as const;
  const [inside, trace] = await tracing.span(callback, async (span) => [await contextOf(tenant), span.trace]);
  expect(inside).toMatchObject({ trace });
  expect(await contextOf(tenant)).toMatchObject({ trace: null });
});

it('reads no settings for a house tenant, which has no platform, nor for settings that are fresh', async () => {
  const asked: unknown[] = [];
  const { contextOf } = createContexts(
    { units: createMemoryStorage().units, clock: fixedClock(), tracing: null },
    {
      clockOffset: () => 0,
      isFresh: (of) => of === tenant,
      settings: async (_reads, ctx) => {
        asked.push(ctx);
        return {} as Platform;
      },
    },
  );
  const other = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as Id<'Platform'>, 'SANDBOX');
  for (const each of [houseTenant('PRODUCTION'), tenant, other]) expect((await contextOf(each)).tenant).toBe(each);
  expect(asked).toEqual([{ tenant: other }]);
});
