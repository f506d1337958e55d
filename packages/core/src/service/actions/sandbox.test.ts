import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { DEFAULT_PROVIDERS, umaPorts } from '@corridor/adapters-rails/uma';
import { expect, it, onTestFinished } from 'vitest';
import { type Id, type TenantKey, tenantKey } from '../../kernel/index.js';
import type { Caller } from '../../operators/index.js';
import { addOperator, isOfTest } from '../../testing/operators.js';
import { playCore, type PlayCore, valueOf } from '../../testing/play-core.js';
import { fixedClock } from '../../testing/ports.js';

const UUID = '018bcfe5-6800-7000-8000-0000000000aa';

async function inProduction(play: PlayCore): Promise<TenantKey> {
  const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000aa' as Id<'Platform'>, 'PRODUCTION');
  const ctx = { ...play.context(), tenant };
  const live = { name: 'Live', currencies: ['USD'] };
  valueOf(await play.core.units.run(tenant, (tx) => play.core.platforms.create(tx, ctx, live)));
  return tenant;
}

async function start(over: Parameters<typeof playCore>[0] = {}) {
  const play = await playCore(over);
  const caller: Caller = await addOperator(play.storage.units, 'Ann', 'ADMIN');
  const log = async () =>
    valueOf(await play.core.operators.log({}))
      .data.filter(isOfTest)
      .map(({ action, outcome, after }) => ({ action, outcome, after }));
  return { play, caller, actions: play.core.operators.actions, log };
}

it('plays an incoming UMA payment, with an entry of the log', async () => {
  const clock = fixedClock();
  const directory = mkdtempSync(join(tmpdir(), 'corridor-uma-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const uma = umaPorts({
    http: { send: async () => ({ kind: 'unreachable', reason: 'connection refused' }) },
    clock,
    lightningDirectory: directory,
    rates: sandboxRates(clock),
    providers: DEFAULT_PROVIDERS,
  });
  const { play, caller, actions, log } = await start({ clock, uma });
  const customer = valueOf(
    await play.run(play.core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      phoneNumber: '+4915112345678',
    }),
  );
  const input = {
    senderUmaAddress: '$eve@bank.example',
    customerId: customer.id,
    receivingCurrencyCode: 'EUR',
    receivingCurrencyAmount: 1_000n,
  };
  const done = valueOf(await actions.request(caller, { tenant: play.tenant, action: 'sandbox.receive-uma', input }));
  if (done.kind !== 'done') throw new Error(`the action is ${done.kind}`);
  const { id } = done.output;
  await play.pass(0);
  expect(valueOf(await play.read(play.core.transactions.get, { id })).status).toBe('COMPLETED');
  expect(await log()).toMatchObject([
    { action: 'sandbox.receive-uma', outcome: 'DONE', after: { transaction: id, status: 'PENDING' } },
  ]);
});

it('refuses every simulation on a platform in production, and logs none', async () => {
  const { play, caller, actions, log } = await start();
  const tenant = await inProduction(play);
  const inputs = {
    'sandbox.fund': { accountId: `InternalAccount:${UUID}`, currency: 'USD', amount: 1n },
    'sandbox.pay-quote': { quoteId: `Quote:${UUID}`, currencyCode: 'USD' },
    'sandbox.deposit': { reference: 'x', currencyCode: 'USD', amount: 1n },
    'sandbox.receive-uma': {
      senderUmaAddress: '$a@b.example',
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 1n,
    },
    'sandbox.card-message': {
      ...{ cardId: `Card:${UUID}`, transactionId: `Transaction:${UUID}` },
      ...{ message: 'clearing', currency: 'USD', amount: 1n },
    },
  } as const;
  for (const [action, input] of Object.entries(inputs)) {
    const request = { tenant, action, input } as never;
    for (const answer of [await actions.preview(caller, request), await actions.request(caller, request)])
      expect(answer, action).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
  }
  expect(await log()).toEqual([]);
});

it.each([
  ['sandbox.test-webhook', {}],
  ['sandbox.advance-clock', { seconds: 1 }],
] as const)('refuses %s on a platform in production, and logs that it was tried', async (action, input) => {
  const { play, caller, actions, log } = await start();
  const tenant = await inProduction(play);
  const outside = await actions.request(caller, { tenant, action, input } as never);
  expect(outside).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
  expect((await log()).map(({ outcome }) => outcome)).toEqual(['FAILED', 'STARTED']);
});
