import { accountChecks, ownershipProofs } from '@corridor/adapters-rails/accounts';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { scaPorts, walletPorts } from '@corridor/adapters-rails/identity';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import {
  createCore,
  DEFAULT_OPTIONS,
  idFrom,
  type PreparedUseCase,
  type Result,
  runUseCase,
  tenantKey,
  type UseCase,
} from '@corridor/core';
import Fastify from 'fastify';
import { countingStorage } from './counting-storage.js';
import { ledgeredRail } from './ledgered-rail.js';

const rail = ledgeredRail();
const storage = countingStorage((milliseconds) => console.error(`a unit took ${milliseconds} ms`));
const sealer = createSealer(nodeCrypto.random.bytes(32));
const core = createCore({
  ...nodeCrypto,
  storage,
  clock: systemClock,
  sealer,
  wallets: walletPorts({ sealer, clock: systemClock }),
  sca: scaPorts(),
  rails: [rail, ...sandboxRails(nodeCrypto.digest)],
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

async function run<I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: NoInfer<I>): Promise<O> {
  return valueOf(await runUseCase(core.units, core.context(tenant, { kind: 'system' }, 'consumer'), useCase, input));
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

const server = Fastify();

server.post<{ Body: { readonly address: string; readonly cents: number } }>('/bitcoin', async (request) => {
  const { id: customerId } = await run(core.customers.create, {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    region: 'US',
  });
  const wallet = await run(core.accounts.addExternal, {
    ownerType: 'CUSTOMER',
    customerId,
    currency: 'BTC',
    accountInfo: { accountType: 'LAYER2_WALLET', address: request.body.address },
  });
  const quote = await run(core.quotes.create, {
    source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
    destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: BigInt(request.body.cents),
  });
  await run(core.sandbox.send, { quoteId: quote.id, currencyCode: 'USD' });
  await core.work.drain();
  const { status } = await run(core.transactions.get, { id: quote.transactionId });
  const { findings } = await core.ledger.audit();
  const satoshis = [...rail.delivered.values()].map(Number);
  return { status, satoshis, findings, hasCommitted: storage.committed() > 0 };
});

await core.work.refreshRates();
await run(core.platforms.create, { name: 'Consumer', currencies: ['USD', 'BTC'] });
const address = await server.listen({ host: '127.0.0.1', port: 0 });
const answer = await fetch(`${address}/bitcoin`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    address: 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu',
    cents: 10_000,
  }),
});
console.log(await answer.text());
await server.close();
