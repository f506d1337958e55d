import { describe, expect, it } from 'vitest';
import { type Context, runUseCase, type TenantKey, type UnitOfWork, withoutRefused } from '../kernel/index.js';
import { answered, deliveries, type Deliveries } from '../testing/deliveries.js';
import { createWebhookTest, DISPATCH_DEFAULTS, type WebhookOutcome } from './index.js';

const testOf =
  (world: Deliveries, units: UnitOfWork = world.storage.units) =>
  async (ctx: Context) => {
    const test = createWebhookTest({ ...world.ports, units, options: DISPATCH_DEFAULTS });
    return withoutRefused(await runUseCase(units, ctx, test, undefined));
  };

describe('a webhook test', () => {
  it('sends a TEST event now and returns the answer of the endpoint', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async () => {
      world.clock.advance(2);
      return answered(202);
    };
    const result = await testOf(world)(world.context(tenant));
    const url = `https://${tenant}`;
    expect(result).toEqual({ ok: true, value: { url, responseStatus: 202, responseBody: 'body 202' } });
    const [event] = await world.events(tenant);
    expect(event).toMatchObject({ type: 'TEST', status: 'DELIVERED', attempts: 1, deliveredAt: world.clock.now() });
    expect(event?.tries).toMatchObject([{ milliseconds: 2000, status: 202, reason: null }]);
    const signing = { privateKey: 'private key', secrets: ['whsec_AAAA'] };
    expect(world.sent).toMatchObject([
      { url, environment: 'SANDBOX', event: { id: event!.id, type: 'TEST' }, signing },
    ]);
    expect(await world.dispatcher().deliverDue(), 'the dispatcher does not send it as well').toBe(0);
  });

  it('returns WEBHOOK_DELIVERY_ERROR if the endpoint fails, and is not retried', async () => {
    const failures: [WebhookOutcome, object][] = [
      [answered(500), { responseStatus: 500 }],
      [{ kind: 'unreachable', reason: 'the host refused the connection' }, {}],
    ];
    for (const [outcome, details] of failures) {
      const world = deliveries();
      const tenant = world.tenant();
      world.answer = async () => outcome;
      const result = await testOf(world)(world.context(tenant));
      expect(result).toMatchObject({ ok: false, error: { code: 'WEBHOOK_DELIVERY_ERROR' } });
      expect(!result.ok && result.error.details).toStrictEqual({ url: `https://${tenant}`, ...details });
      expect((await world.events(tenant))[0]?.status).toBe('FAILED');
      world.clock.advance(3600);
      expect(await world.dispatcher().deliverDue()).toBe(0);
    }
  });

  it('is refused without an endpoint and in production, and writes no event then', async () => {
    const world = deliveries();
    const { settings } = world;
    world.settings = async (of) => ({ ...(await settings(of)), endpoint: null });
    const sandbox = world.tenant();
    const production = sandbox.replace('SANDBOX', 'PRODUCTION') as TenantKey;
    const refused = async (tenant: TenantKey) => testOf(world)(world.context(tenant));
    expect(await refused(sandbox)).toMatchObject({ ok: false, error: { code: 'WEBHOOK_ENDPOINT_NOT_SET' } });
    expect(await refused(production)).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    expect([await world.events(sandbox), await world.events(production), world.sent]).toEqual([[], [], []]);
  });

  it('is sent again by the dispatcher if the host crashes before it records the outcome', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const { units } = world.storage;
    let runs = 0;
    const dying: UnitOfWork = {
      ...units,
      run: (of, work) => (++runs === 2 ? Promise.reject(new Error('killed')) : units.run(of, work)),
    };
    await expect(testOf(world, dying)(world.context(tenant))).rejects.toThrow('killed');
    expect(await world.dispatcher().deliverDue(), 'while it is leased').toBe(0);
    world.clock.advance(30);
    expect(await world.dispatcher().deliverDue()).toBe(1);
    expect(world.sent).toHaveLength(2);
    expect(world.sent[0]?.event.id).toBe(world.sent[1]?.event.id);
  });
});
