import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import { EVENTS, JOBS, queuedEvent, schedule } from '../events/index.js';
import { createIds, type Id, type IdempotencyClaim, ok, plusSeconds, runUseCase, tenantKey } from '../kernel/index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { playPayer, type PlayPayer } from '../testing/play-payer.js';
import { fixedClock, seededRandom } from '../testing/ports.js';
import { CLOCK_LIMITS } from './index.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

async function world() {
  const storage = createMemoryStorage();
  const clock = fixedClock();
  const payer = await playPayer({ storage, clock });
  const { play } = payer;
  const advance = async (seconds: number) => {
    const moved = valueOf(await play.run(play.core.sandbox.advanceClock, { seconds }));
    await play.core.work.catchUp(play.tenant);
    return moved;
  };
  return { storage, clock, payer, play, advance };
}

const claimOf = (key: string, bodyDigest = 'one'): IdempotencyClaim => ({
  credential: 'Token:1',
  operation: 'POST /sandbox/clock/advance',
  ...{ key, bodyDigest, seal: null },
});

/** As a request with an idempotency key that has no answer yet. */
async function stepped({ core, storage, tenant, context }: PlayCore, seconds: number, claim: IdempotencyClaim) {
  const { prepare, finish } = core.sandbox.stepClock;
  const ready = await prepare(context(), { seconds }, claim);
  return ready.ok ? storage.units.run(tenant, (tx) => finish(tx, context(), ready.value)) : ready;
}

const sent = (payer: PlayPayer, destination: string) =>
  payer.quoted(payer.fromAccount(payer.usd.id, destination, { immediatelyExecute: true }));

describe('the test clock', () => {
  it('moves the time of its platform only, not of other platforms or of the host', async () => {
    const { play, advance, storage, clock } = await world();
    const before = play.context();
    const moved = await advance(HOUR);
    expect(moved).toEqual({ now: before.now + HOUR * 1000, aheadSeconds: HOUR });
    expect(valueOf(await play.read(play.core.sandbox.clock, undefined))).toEqual(moved);
    expect(play.context()).toMatchObject({ now: before.now + HOUR * 1000, hostNow: before.hostNow });
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as Id<'Platform'>, 'SANDBOX');
    const ctx = play.core.context(other, { kind: 'system' }, 'test');
    await storage.units.run(other, (tx) => play.core.platforms.create(tx, ctx, { name: 'Other', currencies: ['USD'] }));
    expect(play.core.context(other, { kind: 'system' }, 'test').now).toBe(clock.now());
  });

  it('lets an unexecuted quote expire', async () => {
    const { payer, advance } = await world();
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    await advance(5 * MINUTE - 1);
    expect((await payer.quote(quote.id)).status).toBe('PENDING');
    await advance(1);
    expect((await payer.quote(quote.id)).status).toBe('EXPIRED');
  });

  it('completes a slow payment after six minutes, and returns a returned one after half a minute', async () => {
    const { payer, play, advance } = await world();
    const slow = await sent(payer, (await payer.external('003')).id);
    const returned = await sent(payer, (await payer.external('005')).id);
    await play.core.work.drain();
    expect((await payer.payment(returned)).status).toBe('COMPLETED');
    await advance(29);
    expect((await payer.payment(returned)).status).toBe('COMPLETED');
    await advance(1);
    expect(await payer.payment(returned)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    await advance(6 * MINUTE - 31);
    expect((await payer.payment(slow)).status).toBe('PROCESSING');
    await advance(1);
    expect((await payer.payment(slow)).status).toBe('COMPLETED');
    await payer.auditClean();
  });

  it('moves from due time to due time, whatever was done before', async () => {
    const outcomes: string[] = [];
    for (const isDrained of [true, false]) {
      const { payer, play } = await world();
      const returned = await sent(payer, (await payer.external('005')).id);
      const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
      if (isDrained) await play.core.work.drain();
      const before = play.context().now;
      const moved = valueOf(await play.run(play.core.sandbox.stepClock, { seconds: 6 * MINUTE }));
      expect(moved.aheadSeconds).toBe(6 * MINUTE);
      expect(moved.now).toBe(before + 6 * MINUTE * 1000);
      await play.core.work.catchUp(play.tenant);
      const { status, refundStatus } = await payer.payment(returned);
      outcomes.push(`${status} ${refundStatus} ${(await payer.quote(quote.id)).status}`);
      await payer.auditClean();
    }
    expect(outcomes).toEqual(['FAILED COMPLETED EXPIRED', 'FAILED COMPLETED EXPIRED']);
  });

  it('makes no part of a move that is refused', async () => {
    const { payer, play } = await world();
    await sent(payer, (await payer.external('005')).id);
    for (const seconds of [0, CLOCK_LIMITS.step + 1])
      expect(await play.run(play.core.sandbox.stepClock, { seconds })).toMatchObject({
        error: { code: 'INVALID_INPUT' },
      });
    expect(valueOf(await play.read(play.core.sandbox.clock, undefined)).aheadSeconds).toBe(0);
  });

  it('goes as far as was asked if copies of the request move it at the same time', async () => {
    const { payer, play } = await world();
    await sent(payer, (await payer.external('003')).id);
    const step = () => stepped(play, HOUR, claimOf('one'));
    await Promise.all([step(), step(), step()]);
    await play.core.work.catchUp(play.tenant);
    expect(valueOf(await step()).aheadSeconds).toBe(HOUR);
    expect(valueOf(await stepped(play, HOUR, claimOf('two'))).aheadSeconds).toBe(2 * HOUR);
    await payer.auditClean();
  });

  it('goes on to the same time if the host died in the middle of the move', async () => {
    const { payer, play } = await world();
    await sent(payer, (await payer.external('003')).id);
    const { prepare } = play.core.sandbox.stepClock;
    valueOf(await prepare(play.context(), { seconds: HOUR }, claimOf('one')));
    const reached = valueOf(await play.read(play.core.sandbox.clock, undefined)).aheadSeconds;
    expect(reached).toBeGreaterThan(0);
    expect(reached).toBeLessThan(HOUR);
    const again = () => stepped(play, HOUR, claimOf('one'));
    for (const _ of [1, 2]) expect(valueOf(await again()).aheadSeconds).toBe(HOUR);
    const other = await stepped(play, DAY, claimOf('one', 'other'));
    expect(other).toMatchObject({ error: { code: 'CONFLICT' } });
  });

  it('never goes back to an earlier target', async () => {
    const { play, advance } = await world();
    const { prepare, finish } = play.core.sandbox.stepClock;
    const target = valueOf(await prepare(play.context(), { seconds: MINUTE }));
    await advance(HOUR);
    const moved = await play.storage.units.run(play.tenant, (tx) => finish(tx, play.context(), target));
    expect(valueOf(moved).aheadSeconds).toBe(HOUR);
  });

  it('moves only ahead, by whole seconds and up to a limit', async () => {
    const { play } = await world();
    const advance = (seconds: number) => play.run(play.core.sandbox.advanceClock, { seconds });
    for (const seconds of [0, -1, 1.5, Number.NaN, CLOCK_LIMITS.step + 1]) {
      expect(await advance(seconds)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    }
    for (let i = 0; i < 10; i++) valueOf(await advance(CLOCK_LIMITS.step));
    expect(await advance(1)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'seconds' }] } },
    });
  });

  it('exists only in the sandbox', async () => {
    const { play } = await world();
    const ctx = { ...play.context(), tenant: tenantKey('Platform:1' as Id<'Platform'>, 'PRODUCTION') };
    const { sandbox } = play.core;
    const refusals = [
      await play.storage.units.run(ctx.tenant, (tx) => sandbox.advanceClock(tx, ctx, { seconds: 1 })),
      await play.storage.units.read(ctx.tenant, (reads) => sandbox.clock(reads, ctx, undefined)),
    ];
    for (const refused of refusals) expect(refused).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
  });

  it('loses neither of two concurrent steps', async () => {
    const { play } = await world();
    const step = () => play.run(play.core.sandbox.advanceClock, { seconds: HOUR });
    await Promise.all([step(), step(), step()]);
    expect(valueOf(await play.read(play.core.sandbox.clock, undefined)).aheadSeconds).toBe(3 * HOUR);
  });

  it('has its due work done by another host if this one dies right after the step', async () => {
    const { payer, play, storage, clock } = await world();
    const slow = await sent(payer, (await payer.external('003')).id);
    await play.core.work.drain();
    valueOf(await play.run(play.core.sandbox.advanceClock, { seconds: HOUR }));

    const next = await playCore({ storage, clock }, { existing: true });
    await next.core.work.drain();
    expect((await payer.payment(slow)).status).toBe('COMPLETED');
  });

  it('also runs work that a host wrote before it knew of the step', async () => {
    const { payer, play, storage, clock } = await world();
    const late = await playCore({ storage, clock }, { existing: true });
    const stale = late.context();
    valueOf(await play.run(play.core.sandbox.advanceClock, { seconds: HOUR }));
    await play.core.work.catchUp(play.tenant);

    const request = payer.fromAccount(payer.usd.id, (await payer.external()).id);
    const quote = valueOf(await runUseCase(storage.units, stale, late.core.quotes.create, request));
    const dueAt = plusSeconds(stale.hostNow, 5 * MINUTE);
    const ids = createIds(clock, seededRandom());
    await storage.units.run(play.tenant, async (tx) =>
      ok(schedule({ tx, ctx: stale, ids }, { kind: 'fees.sweep', subject: 'EUR', dueAt })),
    );
    const written = async () => {
      const { rows } = await storage.units.read(play.tenant, (reads) => reads.list(JOBS, { order: 'asc', limit: 100 }));
      return rows.find(({ subject }) => subject === 'EUR');
    };
    expect(await written()).toMatchObject({ clockOffset: 0, dueAt });
    clock.advance(2);
    await play.core.work.drain();
    expect(await written()).toBe(undefined);
    expect((await payer.quote(quote.id)).status).toBe('EXPIRED');
  });

  it('never goes back on a host that reads an older state after a newer one', async () => {
    const { play, advance } = await world();
    const { platforms } = play.core;
    const old = valueOf(await play.read(platforms.getConfig, undefined));
    const moved = await advance(HOUR);
    // A read that began before the clock was moved and ended afterwards.
    const reads = { get: async () => old } as never;
    await platforms.settings(reads, { tenant: play.tenant });
    expect(play.context().now).toBeGreaterThanOrEqual(moved.now);
  });

  it('runs the retries of a webhook with growing delays until it is given up after seven days', async () => {
    const { payer, play, advance } = await world();
    await play.core.work.drain();
    play.delivered.length = 0;
    play.answer = { kind: 'answered', status: 500, body: '' };
    const quote = await sent(payer, (await payer.external()).id);
    await play.core.work.drain();
    const firstOf = async () => {
      const { rows } = await play.storage.units.read(play.tenant, (reads) =>
        reads.list(EVENTS, { where: { resource: quote.transactionId }, order: 'asc', limit: 1 }),
      );
      return rows[0]!;
    };
    const gaps: number[] = [];
    for (let event = await firstOf(); event.status === 'QUEUED'; event = await firstOf()) {
      const gap = Math.ceil((event.nextAttemptAt - play.context().hostNow) / 1000);
      gaps.push(gap);
      if (gap > 1) {
        await advance(gap - 1);
        expect((await firstOf()).attempts).toBe(event.attempts);
      }
      await advance(1);
      expect((await firstOf()).attempts).toBe(event.attempts + 1);
      if (gaps.length > 15) break;
    }
    expect(gaps.slice(0, 3).map((gap) => gap >= 5)).toEqual([true, true, true]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1800);
    expect(gaps.at(-1)).toBeGreaterThanOrEqual(1500);
    await advance(7 * DAY);
    expect(await firstOf()).toMatchObject({ status: 'FAILED', lastError: 'the endpoint answered 500' });

    play.answer = { kind: 'answered', status: 200, body: '' };
    valueOf(await play.run(play.core.events.redeliver, { id: (await firstOf()).id }));
    await play.core.work.drain();
    expect(await firstOf()).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  });

  it('answers while an endpoint hangs, without waiting for its events', async () => {
    const storage = createMemoryStorage();
    const clock = fixedClock();
    let pauses = 0;
    const play = await playCore({
      storage,
      clock,
      webhooks: { send: ({ event }) => (event.type === 'TEST' ? okAnswer() : new Promise(() => undefined)) },
      pause: async (milliseconds) => {
        pauses += milliseconds;
        await new Promise(setImmediate);
      },
    });
    await storage.units.run(play.tenant, async (tx) => {
      const ids = { next: () => 'Webhook:1' as never, salt: () => 'salt' };
      const event = queuedEvent(play.context(), ids, { type: 'TEST', resource: 'Customer:1', snapshot: {} });
      tx.add(EVENTS, { ...event, type: 'CUSTOMER.KYC_APPROVED' });
      return ok();
    });
    valueOf(await play.run(play.core.sandbox.advanceClock, { seconds: HOUR }));
    await play.core.work.catchUp(play.tenant);
    expect(pauses).toBeGreaterThanOrEqual(5_000);
    expect(pauses).toBeLessThan(6_000);
  });
});

const okAnswer = async () => ({ kind: 'answered', status: 200, body: '' }) as const;
