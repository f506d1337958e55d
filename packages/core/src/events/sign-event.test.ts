import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { expect, it } from 'vitest';
import { type Context, createIds, type Id, type Instant, ok, tenantKey } from '../kernel/index.js';
import { BALANCES, emptyBalance } from '../ledger/index.js';
import { seededRandom } from '../testing/ports.js';
import { emit, EVENTS, queuedEvent, type WebhookRequest } from './index.js';
import { createEventSigner } from './sign-event.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW };
const ids = createIds({ now: () => NOW }, seededRandom());
const about = { type: 'OUTGOING_PAYMENT.COMPLETED', resource: 'Transaction:1', snapshot: {} } as never;
const settingsOf = async () => ({
  ...({ endpoint: null, environment: 'SANDBOX', secrets: ['whsec_1', 'whsec_0'], privateKey: 'PEM' } as const),
});

it('an event is signed as a delivery now would sign it', async () => {
  const { units } = createMemoryStorage();
  const event = queuedEvent(ctx, ids, about);
  await units.run(tenant, async (tx) => ok(tx.add(EVENTS, event)));
  const signed = { headers: { 'x-signature': 's' }, body: '{}' };
  const asked: Pick<WebhookRequest, 'event' | 'signing'>[] = [];
  const send = () => Promise.reject(new Error('nothing is sent'));
  const sign = async (request: Pick<WebhookRequest, 'event' | 'signing'>) => {
    asked.push(request);
    return signed;
  };
  const signer = createEventSigner({ units, transport: { send, sign }, settingsOf });
  expect(await signer(ctx, { id: event.id })).toEqual(ok(signed));
  expect(asked).toEqual([{ event, signing: { privateKey: 'PEM', secrets: ['whsec_1', 'whsec_0'] } }]);
  const missing = { ok: false, error: { code: 'REFERENCE_NOT_FOUND' } };
  expect(await signer(ctx, { id: ids.next('Webhook') })).toMatchObject(missing);
  expect(await signer(ctx, { id: 'nonsense' })).toMatchObject(missing);
  const other = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as Id<'Platform'>, 'SANDBOX');
  expect(await signer({ ...ctx, tenant: other }, { id: event.id })).toMatchObject(missing);
  const unable = createEventSigner({ units, transport: { send }, settingsOf });
  expect(await unable(ctx, { id: event.id })).toMatchObject({ ok: false, error: { code: 'NOT_IMPLEMENTED' } });
  expect(asked).toHaveLength(1);
});

it('an event about an account has its balances as the unit of work leaves them; any other event has none', async () => {
  const { units } = createMemoryStorage();
  const account = ids.next('InternalAccount');
  await units.run(tenant, async (tx) => {
    tx.add(BALANCES, { ...emptyBalance(ctx, account, 'USD' as never), available: 5n, held: 2n });
    emit({ tx, ctx, ids }, { ...(about as object), resource: account } as never, account);
    emit({ tx, ctx, ids }, about);
    tx.increase(BALANCES, { id: account, by: { available: 3n } }, {} as never);
    return ok();
  });
  const { rows } = await units.read(tenant, (reads) => reads.list(EVENTS, { order: 'asc', limit: 10 }));
  expect(rows.map(({ resource, available, held }) => [resource, available, held])).toEqual([
    [account, 8n, 2n],
    ['Transaction:1', null, null],
  ]);
});
