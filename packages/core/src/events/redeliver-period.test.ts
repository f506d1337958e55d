import { beforeEach, describe, expect, it } from 'vitest';
import { createIds, instant, ok } from '../kernel/index.js';
import type { Caller } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { payerOn } from '../testing/play-payer.js';
import { seededRandom } from '../testing/ports.js';
import { EVENTS, queuedEvent } from './index.js';
import type { RedeliverPeriod } from './redeliver-period.js';

let play: PlayCore;
let ann: Caller;
beforeEach(async () => {
  play = await playCore();
  ann = await addOperator(play.storage.units, 'Ann', 'OPERATOR');
});

const again = (input: RedeliverPeriod) =>
  play.core.operators.actions.request(ann, { tenant: play.tenant, action: 'events.redeliver-period', input });

const logged = async () => {
  const { data } = valueOf(await play.core.operators.log({ action: 'events.redeliver-period' }));
  return data.map(({ outcome, after }) => ({ outcome, after })).reverse();
};

describe('the redelivery of a period', () => {
  it('queues the events with the state again, says how many, and is logged', async () => {
    const from = play.clock.now();
    play.clock.advance(5);
    await payerOn(play);
    const delivered = play.delivered.length;
    const all = valueOf(await play.read(play.core.events.list, { limit: 100 })).data;
    const old = all.filter(({ event }) => event.createdAt === from).length;
    expect(old).toBeLessThan(all.length);
    const period = { status: 'DELIVERED', from: instant(from + 1), to: play.clock.now() } as const;
    const count = all.length - old;
    const output = { redelivered: count, examined: count, stoppedAt: null };
    expect(valueOf(await again(period))).toEqual({ kind: 'done', output });
    expect(await logged()).toEqual([
      { outcome: 'STARTED', after: null },
      { outcome: 'DONE', after: output },
    ]);
    await play.pass(0);
    expect(play.delivered.length - delivered).toBe(count);
    expect(new Set(play.delivered.slice(delivered).map(({ id }) => id)).size).toBe(count);
  });

  it('has one effect if its form is sent twice', async () => {
    const from = play.clock.now();
    await payerOn(play);
    const input = { status: 'DELIVERED', from, to: play.clock.now() } as const;
    const send = () =>
      play.core.operators.actions.request(
        ann,
        { tenant: play.tenant, action: 'events.redeliver-period', input },
        'form 1',
      );
    expect(valueOf(await send())).toMatchObject({ kind: 'done' });
    await play.pass(0);
    const delivered = play.delivered.length;
    expect(await send()).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    await play.pass(0);
    expect(play.delivered).toHaveLength(delivered);
    expect((await logged()).map(({ outcome }) => outcome)).toEqual(['STARTED', 'DONE']);
  });

  it('queues the failed ones among more events than one unit of work queues, and no others', async () => {
    const now = play.clock.now();
    const about = { type: 'OUTGOING_PAYMENT.COMPLETED', snapshot: {} } as const;
    const ids = createIds(play.clock, seededRandom());
    await play.storage.units.run(play.tenant, async (tx) => {
      for (let n = 0; n < 250; n++) {
        const event = queuedEvent(play.context(), ids, { ...about, resource: `Transaction:${n}` } as never);
        tx.add(EVENTS, { ...event, status: n % 2 === 0 ? 'FAILED' : 'DELIVERED' });
      }
      return ok();
    });
    const all = valueOf(await again({ status: 'FAILED', from: now, to: now }));
    const examined = valueOf(await play.read(play.core.events.list, { limit: 1 })).totalCount!;
    expect(all).toEqual({ kind: 'done', output: { redelivered: 125, examined, stoppedAt: null } });
    const states = await play.storage.units.read(play.tenant, async (reads) =>
      (await reads.list(EVENTS, { order: 'asc', limit: 1_000 })).rows.map(({ status }) => status),
    );
    expect(states.filter((status) => status === 'FAILED')).toEqual([]);
    expect(states.filter((status) => status === 'QUEUED')).toHaveLength(125);
  });

  it('leaves events of other states and times alone', async () => {
    await payerOn(play);
    const now = play.clock.now();
    const before = valueOf(await play.read(play.core.events.list, { limit: 100 })).data;
    expect(valueOf(await again({ status: 'FAILED', from: now, to: now }))).toMatchObject({
      output: { redelivered: 0, examined: before.length },
    });
    const later = instant(now + 1);
    expect(valueOf(await again({ status: 'DELIVERED', from: later, to: later }))).toMatchObject({
      output: { redelivered: 0, examined: 0 },
    });
    expect(valueOf(await play.read(play.core.events.list, { limit: 100 })).data).toEqual(before);
  });

  it('is refused without an endpoint, and for a period that ends before it begins', async () => {
    const now = play.clock.now();
    expect(await again({ status: 'FAILED', from: now, to: instant(now - 1) })).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'to', message: expect.any(String) }] } },
    });
    valueOf(await play.run(play.core.platforms.updateConfig, { webhookEndpoint: null } as never));
    expect(await again({ status: 'FAILED', from: now, to: now })).toMatchObject({
      error: { code: 'WEBHOOK_ENDPOINT_NOT_SET' },
    });
    expect((await logged()).map(({ outcome }) => outcome)).toEqual(['STARTED', 'FAILED', 'STARTED', 'FAILED']);
  });
});

it('the newest events are counted by state, and their attempts by outcome', async () => {
  const before = valueOf(await play.read(play.core.events.health, undefined));
  play.answer = { kind: 'answered', status: 503, body: '' };
  await payerOn(play);
  const { examined, events, attempts, accepted } = valueOf(await play.read(play.core.events.health, undefined));
  expect(events.QUEUED).toBeGreaterThan(0);
  expect(events.QUEUED + events.DELIVERED).toBe(examined);
  expect(accepted).toBe(before.accepted);
  expect(attempts).toBeGreaterThan(before.attempts);
  expect(await play.core.events.undelivered(play.tenant)).toMatchObject({ count: events.QUEUED });
});
