import { accountChecks, ownershipProofs } from '@corridor/adapters-rails/accounts';
import { nodeCrypto, createSealer, systemClock } from '@corridor/adapters-rails/custody';
import { scaPorts, walletPorts } from '@corridor/adapters-rails/identity';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import {
  idFrom,
  createCore,
  DEFAULT_OPTIONS,
  type PreparedUseCase,
  type Result,
  runUseCase,
  tenantKey,
  type UseCase,
} from '@corridor/core';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The setup for a team that runs Corridor inside its own program. */
async function embed() {
  const sealer = createSealer(nodeCrypto.random.bytes(32));
  const storage = createMemoryStorage();
  const core = createCore({
    ...nodeCrypto,
    storage,
    clock: systemClock,
    sealer,
    wallets: walletPorts({ sealer, clock: systemClock }),
    sca: scaPorts(),
    rails: sandboxRails(nodeCrypto.digest),
    rates: [sandboxRates(systemClock)],
    accountChecks,
    ownershipProofs,
    webhooks: { send: async () => ({ kind: 'answered', status: 200, body: '' }) },
    verification: kycPorts(createDatabaseBlobs(storage.units, systemClock)),
    messages: { send: async () => ({ kind: 'accepted' }) },
    report: console.error,
    options: { ...DEFAULT_OPTIONS, cursorKey: nodeCrypto.random.bytes(32), publicAuthority: 'pay.example' },
  });
  const tenant = tenantKey(idFrom('Platform', 'Platform:01943c5e-0000-7000-8000-000000000001'), 'SANDBOX');
  const run = async <I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I): Promise<O> =>
    valueOf(await runUseCase(core.units, core.context(tenant, { kind: 'system' }, 'embedded'), useCase, input));
  await core.work.refreshRates();
  await run(core.platforms.create, { name: 'Embedded', currencies: ['USD', 'BTC'] });
  return { core, run };
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

let server: Server;

beforeAll(async () => {
  const { core, run } = await embed();
  server = createServer(async (request, response) => {
    const customer = await run(core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
    });
    const wallet = await run(core.accounts.addExternal, {
      ownerType: 'CUSTOMER',
      customerId: customer.id,
      currency: 'BTC',
      accountInfo: {
        accountType: 'LAYER2_WALLET',
        address: 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu',
      },
    });
    const quote = await run(core.quotes.create, {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: customer.id },
      destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000n,
      immediatelyExecute: false,
    });
    await run(core.sandbox.send, { quoteId: quote.id, currencyCode: 'USD' });
    await core.work.drain();
    const payment = await run(core.transactions.get, { id: quote.transactionId });
    response.end(
      JSON.stringify({ path: request.url, status: payment.status, satoshis: String(payment.receivedAmount) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => server.close());

it('core runs inside a plain node:http server in memory, without Koa and without a container', async () => {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/buy-bitcoin`);
  expect(await answer.json()).toEqual({ path: '/buy-bitcoin', status: 'COMPLETED', satoshis: '99500' });
});
