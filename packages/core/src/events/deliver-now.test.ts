import { expect, it } from 'vitest';
import { ok, plusSeconds, update } from '../kernel/index.js';
import { answered, deliveries } from '../testing/deliveries.js';
import { deliverNow, EVENTS } from './index.js';

it('hastens the next attempt of a queued event alone, and keeps its retries', async () => {
  const world = deliveries();
  const tenant = world.tenant();
  const ask = (id: string) => world.storage.units.run(tenant, (tx) => deliverNow(tx, world.context(tenant), { id }));
  await world.emit(tenant, ['TEST', tenant], ['OUTGOING_PAYMENT.COMPLETED', 'Transaction:a']);
  world.answer = async () => answered(500);
  const dispatcher = world.dispatcher();
  await dispatcher.deliverDue();
  const event = (await world.events(tenant)).find(({ type }) => type !== 'TEST')!;
  expect(event).toMatchObject({ status: 'QUEUED', attempts: 1 });
  expect(event.nextAttemptAt).toBeGreaterThan(world.clock.now());

  const hastened = await ask(event.id);
  expect(hastened).toMatchObject({ ok: true, value: { event: { attempts: 1, nextAttemptAt: world.clock.now() } } });
  world.clock.advance(1);
  // One that is due already does not lose its place.
  expect(await ask(event.id)).toMatchObject({ value: { event: { nextAttemptAt: world.clock.now() - 1_000 } } });
  await world.storage.units.run(tenant, async (tx) => {
    const found = (await tx.get(EVENTS, event.id))!;
    update(tx, world.context(tenant), EVENTS, found, { leaseUntil: plusSeconds(world.clock.now(), 30) });
    return ok();
  });
  expect(await ask(event.id)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
  world.clock.advance(31);
  world.answer = async () => answered(200);
  await dispatcher.deliverDue();
  expect(await ask(event.id)).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
  expect(await ask('Webhook:none')).toMatchObject({ ok: false, error: { code: 'REFERENCE_NOT_FOUND' } });
});
