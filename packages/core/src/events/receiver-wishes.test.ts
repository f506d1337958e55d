import { describe, expect, it } from 'vitest';
import { answered, deliveries } from '../testing/deliveries.js';

const PAID = 'OUTGOING_PAYMENT.COMPLETED' as const;
const after = (status: number, retryAfter: number | null) => async () => ({ ...answered(status), retryAfter });

describe('a receiver that asks to wait', () => {
  it.each([
    ['longer than the schedule', 120, 120],
    ['shorter than the schedule', 1, 5],
    ['longer than an hour', 7 * 24 * 3600, 3600],
    ['not at all', null, 5],
  ])('%s gets the next attempt after it', async (_what, asked, seconds) => {
    const world = deliveries();
    const tenant = world.tenant();
    const dispatcher = world.dispatcher();
    world.answer = after(500, asked);
    await world.emit(tenant, [PAID, 'Transaction:a']);
    await dispatcher.deliverDue();
    world.answer = async () => answered(200);
    world.clock.advance(seconds - 0.5);
    await dispatcher.deliverDue();
    expect(world.sent).toHaveLength(1);
    // Jitter adds up to 20 % to the delay of the schedule.
    world.clock.advance(1.6);
    await dispatcher.deliverDue();
    expect(world.sent).toHaveLength(2);
    expect((await world.events(tenant))[0]).toMatchObject({ status: 'DELIVERED' });
  });

  it.each([429, 503])('with %i gets no other event until then', async (status) => {
    const world = deliveries();
    const tenant = world.tenant();
    const dispatcher = world.dispatcher();
    world.answer = after(status, 60);
    await world.emit(tenant, [PAID, 'Transaction:a']);
    await dispatcher.deliverDue();
    await world.emit(tenant, [PAID, 'Transaction:b'], [PAID, 'Transaction:c']);
    world.clock.advance(59);
    await dispatcher.deliverDue();
    expect(world.sent).toHaveLength(1);
    world.answer = async () => answered(200);
    world.clock.advance(2);
    await dispatcher.deliverDue();
    expect((await world.events(tenant)).map((event) => event.status)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
  });

  it('with another status gets other events meanwhile', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const dispatcher = world.dispatcher();
    world.answer = after(500, 60);
    await world.emit(tenant, [PAID, 'Transaction:a']);
    await dispatcher.deliverDue();
    world.answer = async () => answered(200);
    await world.emit(tenant, [PAID, 'Transaction:b']);
    await dispatcher.deliverDue();
    expect((await world.events(tenant)).map((event) => event.status)).toEqual(['QUEUED', 'DELIVERED']);
  });
});

describe('a receiver that is gone', () => {
  it('is paused by its answer 410, and the event is not tried again', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = after(410, 60);
    await world.emit(tenant, [PAID, 'Transaction:a']);
    await world.dispatcher().deliverDue();
    expect(world.paused).toEqual([[tenant, `https://${tenant}`]]);
    expect(await world.events(tenant)).toMatchObject([{ status: 'FAILED', lastError: 'the endpoint answered 410' }]);
  });

  it('gets nothing while it is paused: its events are stored', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const { settings } = world;
    world.settings = async (of) => ({ ...(await settings(of)), isPaused: true });
    await world.emit(tenant, [PAID, 'Transaction:a']);
    await world.dispatcher().deliverDue();
    expect(world.sent).toEqual([]);
    expect(await world.events(tenant)).toMatchObject([{ status: 'STORED', attempts: 0 }]);
  });

  it('that cannot be paused is reported, and the outcome of the event is recorded', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const failure = new Error('the database is away');
    world.ports.pauseEndpoint = () => Promise.reject(failure);
    world.answer = after(410, null);
    await world.emit(tenant, [PAID, 'Transaction:a']);
    await world.dispatcher().deliverDue();
    expect(world.reported).toEqual([failure]);
    expect(await world.events(tenant)).toMatchObject([{ status: 'FAILED' }]);
  });
});
