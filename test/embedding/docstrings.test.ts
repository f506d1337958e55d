// Written from the @example blocks of the docstrings by `npm run docs:write`; do not edit.
import { expect, it } from 'vitest';
import * as runner from 'vitest';
import { exampleDatabase, exampleFolder, exampleScope } from './example-scope.js';

import { createApp } from '@corridor/adapters-http';
import { ownershipProofs } from '@corridor/adapters-rails/accounts';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { cardsOpenApi } from '@corridor/adapters-rails/http-cards';
import { kycOpenApi } from '@corridor/adapters-rails/http-kyc';
import { railOpenApi } from '@corridor/adapters-rails/http-rail';
import { screeningOpenApi } from '@corridor/adapters-rails/http-screening';
import { travelRuleOpenApi } from '@corridor/adapters-rails/http-travel-rule';
import { scaPorts, walletPorts } from '@corridor/adapters-rails/identity';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { guardRail } from '@corridor/adapters-rails/registry';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { readableViews } from '@corridor/adapters-storage/views';
import { ApiError, Corridor, QuoteNotFoundError } from '@corridor/client';
import {
  callSigned,
  createKey,
  createStamp,
  encryptCode,
  keyOf,
  openExport,
  openSessionKey,
  type WalletKey,
} from '@corridor/client/wallet';
import { WebhookVerificationError, verifyWebhook } from '@corridor/client/webhooks';
import {
  DEFAULT_OPTIONS,
  Money,
  checkInput,
  createCore,
  currency,
  currencyFrom,
  fromIso,
  idField,
  idFrom,
  ok,
  optional,
  printRate,
  rateOf,
  runUseCase,
  statementCsv,
  tenantKey,
  textField,
} from '@corridor/core';
import { createRailStore, houseTenant } from '@corridor/core/internal';
import {
  createSandboxCore,
  fixedClock,
  messagesContract,
  railContract,
  seededRandom,
  storageContract,
} from '@corridor/core/testing';
import { readConfiguration, startHost } from '@corridor/host';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

it('packages/adapters-http/src/server/create-app.ts: createApp', async () => {
  const { core, storage } = await exampleScope();
  const app = createApp({
    core,
    options: { ready: () => storage.ready() },
    log: { info: () => undefined, error: console.error },
    metrics: {
      observeRequest: () => undefined,
      connectionBroken: () => undefined,
      render: async () => ({ contentType: 'text/plain', body: '' }),
    },
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toEqual(200);
  server.close();
});

it('packages/adapters-rails/src/custody/sealer.ts: createSealer', async () => {
  const sealer = createSealer(nodeCrypto.random.bytes(32));
  const place = { table: 'customers', row: 'Customer:1', column: 'taxNumber' };
  const sealed = sealer.seal('12-3456789', place);
  expect(sealer.open(sealed, place)).toEqual('12-3456789');
});

it('packages/adapters-rails/src/http-cards/open-api.ts: cardsOpenApi', async () => {
  const { openapi, paths } = cardsOpenApi();
  expect(openapi).toEqual('3.1.0');
  expect(Object.keys(paths as object)[1]).toEqual('/cards/{cardId}');
});

it('packages/adapters-rails/src/http-kyc/open-api.ts: kycOpenApi', async () => {
  const { openapi, paths } = kycOpenApi();
  expect(openapi).toEqual('3.1.0');
  expect(Object.keys(paths as object)[1]).toEqual('/applications');
});

it('packages/adapters-rails/src/http-rail/open-api.ts: railOpenApi', async () => {
  const { openapi, paths } = railOpenApi();
  expect(openapi).toEqual('3.1.0');
  expect(Object.keys(paths as object)[0]).toEqual('/capabilities');
});

it('packages/adapters-rails/src/http-screening/open-api.ts: screeningOpenApi', async () => {
  const { openapi, paths } = screeningOpenApi();
  expect(openapi).toEqual('3.1.0');
  expect(Object.keys(paths as object)[2]).toEqual('/screenings');
});

it('packages/adapters-rails/src/http-travel-rule/open-api.ts: travelRuleOpenApi', async () => {
  const { openapi, paths } = travelRuleOpenApi();
  expect(openapi).toEqual('3.1.0');
  expect(Object.keys(paths as object)[1]).toEqual('/transfers');
});

it('packages/adapters-rails/src/registry/guard-rail.ts: guardRail', async () => {
  const calls: string[] = [];
  const rails = sandboxRails(nodeCrypto.digest).map((rail) =>
    guardRail(rail, {
      timeoutMs: 10_000,
      observe: (name, call, outcome) => calls.push(`${name} ${call} ${outcome}`),
      log: console,
    }),
  );
  await rails[0]?.payouts?.lookUp({ accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' }, currencyFrom('EUR'));
  expect(calls).toEqual(['sandbox-bank look-up answered']);
});

it('packages/adapters-rails/src/sandbox/index.ts: sandboxRails', async () => {
  expect(sandboxRails(nodeCrypto.digest).map(({ name }) => name)).toEqual(['sandbox-bank', 'sandbox-crypto']);
});

it('packages/adapters-storage/src/memory/index.ts: createMemoryStorage', async () => {
  const storage = createMemoryStorage();
  expect(await storage.ready()).toEqual(true);
});

it('packages/adapters-storage/src/postgres/index.ts: createPostgresStorage', async () => {
  const { databaseUrl } = await exampleDatabase();
  const storage = createPostgresStorage({ url: databaseUrl, poolSize: 10 });
  await storage.migrate(); // before the first use, and after every update
  expect(await storage.ready()).toEqual(true);
  await storage.close();
});

it('packages/adapters-storage/src/schema/views.ts: readableViews', async () => {
  expect(readableViews('postgres').includes('create view readable_transactions')).toEqual(true);
});

it('packages/adapters-storage/src/sqlite/index.ts: createSqliteStorage', async () => {
  const { folder } = await exampleFolder();
  const storage = createSqliteStorage({ path: `${folder}/corridor.db` });
  await storage.migrate(); // before the first use, and after every update
  expect(await storage.ready()).toEqual(true);
  await storage.close();
});

it('packages/client/src/api-error.ts: ApiError', async () => {
  const answer = { status: 404, code: 'QUOTE_NOT_FOUND', message: 'No such quote' };
  const fetch = async () => Response.json(answer, { status: 404 });
  const corridor = new Corridor({ baseUrl: 'https://pay.example', credential: null, fetch });
  const error = await corridor.executeQuote({ path: { quoteId: 'Quote:1' } }).catch((thrown: unknown) => thrown);
  expect(error instanceof ApiError && error.code).toEqual('QUOTE_NOT_FOUND');
  expect(error instanceof QuoteNotFoundError).toEqual(true);
});

it('packages/client/src/corridor.ts: Corridor', async () => {
  const corridor = new Corridor({
    baseUrl: 'https://pay.example',
    credential: { clientId: 'id', clientSecret: 'secret' },
    fetch: async () => Response.json({ id: 'Customer:1' }), // a test answers itself; leave it out to call the host
  });
  const customer = await corridor.createCustomer({ body: { customerType: 'INDIVIDUAL', fullName: 'Ada Example' } });
  expect(customer.id).toEqual('Customer:1');
});

it('packages/client/src/corridor.ts: async', async () => {
  const pages = [{ data: [{ id: 'Customer:2' }], hasMore: true, nextCursor: 'c' }, { data: [{ id: 'Customer:1' }] }];
  const fetch = async () => Response.json(pages.shift());
  const corridor = new Corridor({ baseUrl: 'https://pay.example', credential: null, fetch });
  const ids: string[] = [];
  for await (const { id } of corridor.each('listCustomers', { query: { limit: 1 } })) ids.push(id);
  expect(ids).toEqual(['Customer:2', 'Customer:1']);
});

it('packages/client/src/wallet.ts: keyOf', async () => {
  const key = createKey();
  const stored = JSON.stringify(key.privateKey);
  expect(keyOf(JSON.parse(stored) as string).publicKey === key.publicKey).toEqual(true);
});

it('packages/client/src/wallet.ts: createKey', async () => {
  const { publicKey, publicKeyUncompressed } = createKey();
  expect([publicKey.length, publicKeyUncompressed.length]).toEqual([66, 130]);
});

it('packages/client/src/wallet.ts: createStamp', async () => {
  const challenge = { payloadToSign: '{"operation":"…"}', requestId: 'Request:1' };
  const stamp = createStamp(createKey(), challenge.payloadToSign);
  const headers = { 'Svc-Wallet-Signature': stamp, 'Request-Id': challenge.requestId };
  expect(Object.keys(headers).length).toEqual(2);
});

it('packages/client/src/wallet.ts: openSessionKey', async () => {
  const sessionKeyOf = (session: { encryptedSessionSigningKey: string }, key: WalletKey): Promise<WalletKey> =>
    openSessionKey(session.encryptedSessionSigningKey, key);
  expect(typeof sessionKeyOf).toEqual('function');
});

it('packages/client/src/wallet.ts: encryptCode', async () => {
  async function proofOf(targetBundle: string, accountId: string, code: string, { publicKey }: WalletKey) {
    const encryptedOtpBundle = await encryptCode({ targetBundle, accountId, code, clientPublicKey: publicKey });
    return { type: 'EMAIL_OTP', encryptedOtpBundle };
  }
  expect(typeof proofOf).toEqual('function');
});

it('packages/client/src/wallet.ts: openExport', async () => {
  const wordsOf = (answer: { id: string; encryptedWalletCredentials: string }, key: WalletKey): Promise<string> =>
    openExport(answer.encryptedWalletCredentials, key, { accountId: answer.id });
  expect(typeof wordsOf).toEqual('function');
});

it('packages/client/src/wallet.ts: callSigned', async () => {
  const challenge = { payloadToSign: '{}', requestId: 'Request:1', expiresAt: '2026-01-05T10:05:00.000Z' };
  const answers = [Response.json(challenge, { status: 202 }), Response.json({ privateEnabled: true })];
  const fetch = async () => answers.shift()!;
  const corridor = new Corridor({ baseUrl: 'https://pay.example', credential: null, fetch });
  const options = { path: { id: 'InternalAccount:1' }, body: { privateEnabled: true } };
  expect((await callSigned(corridor, 'updateInternalAccount', options, createKey())).privateEnabled).toEqual(true);
});

it('packages/client/src/webhooks.ts: verifyWebhook', async () => {
  async function answer(request: Request, secret: string): Promise<Response> {
    try {
      const event = await verifyWebhook(await request.text(), request.headers, { secret });
      if (event.type === 'OUTGOING_PAYMENT.COMPLETED') console.log(`paid: ${event.data.id}`);
      return new Response('ok');
    } catch (error) {
      if (error instanceof WebhookVerificationError) return new Response('forged', { status: 401 });
      throw error;
    }
  }
  const forged = new Request('https://shop.example/hook', { method: 'POST', body: '{}' });
  expect((await answer(forged, 'whsec_c2VjcmV0')).status).toEqual(401);
});

it('packages/core/src/accounts/area.ts: listInternal', async () => {
  const { core, read, customer } = await exampleScope();
  const { data } = await read(core.accounts.listInternal, { customerId: customer.id, currency: 'USD' });
  expect(data.map(({ available }) => available)).toEqual([1_000_000n]);
});

it('packages/core/src/accounts/area.ts: addExternal', async () => {
  const { core, run, customer } = await exampleScope();
  const added = await run(core.accounts.addExternal, {
    ownerType: 'CUSTOMER',
    customerId: customer.id,
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban: 'DE89370400440532013000',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
    },
  });
  expect(added.status).toEqual('ACTIVE');
});

it('packages/core/src/agents/area.ts: create', async () => {
  const { core, run, customer } = await exampleScope();
  const { view, code } = await run(core.agents.create, {
    name: 'Bookkeeper',
    customerId: customer.id,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: { currency: 'USD', perTransactionLimit: 50_000n }, // 500.00 USD
    },
  });
  // The agent exchanges the one-time code for its access token.
  const redeemed = await core.agents.redeemCode(code.code);
  expect(redeemed.ok && redeemed.value.agentId === view.agent.id).toEqual(true);
});

it('packages/core/src/cards/area.ts: order', async () => {
  const { core, run, read, customer, dollars } = await exampleScope();
  const { id } = await run(core.cards.order, { cardholderId: customer.id, fundingSources: [dollars.id] });
  await core.work.drain(); // the issuer makes the card
  expect((await read(core.cards.get, { id })).state).toEqual('ACTIVE');
});

it('packages/core/src/contract-tests/fixed-clock.ts: fixedClock', async () => {
  const clock = fixedClock();
  const start = clock.now();
  clock.advance(300); // seconds
  expect(clock.now() - start).toEqual(300_000);
});

runner.describe('packages/core/src/contract-tests/messages-contract.ts: messagesContract', () => {
  messagesContract(runner, {
    channels: ['PHONE'],
    environment: 'PRODUCTION',
    open: async () => {
      const taken: string[] = [];
      return {
        messages: {
          send: async ({ to, sender, code }) => {
            taken.push(`${sender} to ${to}: your code is ${code}`);
            return { kind: 'accepted' };
          },
        },
        taken: () => taken,
      };
    },
  });
});

runner.describe('packages/core/src/contract-tests/rail/rail-contract.ts: railContract', () => {
  const [bank] = sandboxRails(nodeCrypto.digest);
  const closedAccount = { accountType: 'EUR_ACCOUNT' as const, iban: 'DE89370400440532013002' };
  railContract(runner, bank!, {
    payouts: [{ account: closedAccount, currency: currencyFrom('EUR'), becomes: 'failed', afterSeconds: 60 }],
  });
});

it('packages/core/src/contract-tests/sandbox-core.ts: createSandboxCore', async () => {
  const core = createSandboxCore({ storage: createMemoryStorage(), clock: fixedClock() });
  await core.work.refreshRates(); // needed once before the first quote
  expect((await core.ledger.audit()).findings).toEqual([]);
});

it('packages/core/src/contract-tests/seeded-random.ts: seededRandom', async () => {
  const [first, second] = [seededRandom('my test'), seededRandom('my test')];
  expect(first.bytes(16).join() === second.bytes(16).join()).toEqual(true);
});

runner.describe('packages/core/src/contract-tests/storage/storage-contract.ts: storageContract', () => {
  storageContract(runner, {
    create: async () => ({
      // Opens another host on the database; a storage with a schema migrates here.
      open: async () => createMemoryStorage(),
      drop: async () => undefined,
    }),
  });
});

it('packages/core/src/events/area.ts: list', async () => {
  const { core, run, read, dollars, bankAccount } = await exampleScope();
  const transfer = await run(core.transfers.out, {
    sourceId: dollars.id,
    destinationId: bankAccount.id,
    amount: 5_000n,
  });
  const { data } = await read(core.events.list, { resource: transfer.id });
  expect(data.length).toEqual(1);
});

it('packages/core/src/figures/area.ts: overview', async () => {
  const { core, tenant, run, dollars } = await exampleScope();
  const now = core.context(tenant, { kind: 'system' }, 'request-1').hostNow;
  await run(core.sandbox.fund, { accountId: dollars.id, amount: 5_000n });
  const { hours } = await core.figures.overview({ from: now, to: now, of: tenant });
  expect(hours[0]!.settled).toEqual(2);
});

it('packages/core/src/kernel/commands.ts: runUseCase', async () => {
  const { core, tenant } = await exampleScope();
  const ctx = core.context(tenant, { kind: 'system' }, 'request-1');
  const created = await runUseCase(core.units, ctx, core.customers.create, {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    region: 'US',
  });
  expect(created.ok && created.value.customerType).toEqual('INDIVIDUAL');
});

it('packages/core/src/kernel/context.ts: tenantKey', async () => {
  const platformId = idFrom('Platform', 'Platform:018bcfe5-6800-7000-8000-000000000001');
  expect(tenantKey(platformId, 'SANDBOX')).toEqual('Platform:018bcfe5-6800-7000-8000-000000000001/SANDBOX');
});

it('packages/core/src/kernel/fields.ts: checkInput', async () => {
  const fields = {
    id: idField('Card', { label: 'Card' }),
    note: optional(textField({ label: 'Note', maxLength: 500 })),
  };
  expect(checkInput(fields, { id: 'Card:1', note: '' }).ok).toEqual(false);
});

it('packages/core/src/kernel/ids.ts: idFrom', async () => {
  expect(idFrom('Customer', 'Customer:018bcfe5-6800-7000-8000-000000000001').length).toEqual(45);
});

it('packages/core/src/money/currency.ts: currency', async () => {
  expect(currency('JPY')?.decimals).toEqual(0);
  expect(currency('XXX')).toEqual(null);
});

it('packages/core/src/money/currency.ts: currencyFrom', async () => {
  expect(currencyFrom('EUR')).toEqual('EUR');
});

it('packages/core/src/money/money.ts: Money', async () => {
  const price = Money.of('USD', 1_250n); // 12.50 USD
  expect(price.plus(Money.of('USD', 50n)).minor).toEqual(1_300n);
});

it('packages/core/src/money/rate.ts: rateOf', async () => {
  expect(rateOf(46n, 50n)).toEqual({ num: 23n, den: 25n });
});

it('packages/core/src/money/rate.ts: printRate', async () => {
  expect(printRate(rateOf(2n, 3n))).toEqual(0.6666666667);
});

it('packages/core/src/payments/area.ts: timeline', async () => {
  const { core, tenant, run, dollars, recipient } = await exampleScope();
  const quote = await run(core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: dollars.id },
    destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_000n, // 1,000.00 USD
    immediatelyExecute: true,
  });
  await core.work.drain();
  const timeline = await core.payments.timeline(tenant, quote.id);
  expect(timeline.ok && timeline.value.entries[0]?.kind).toEqual('quote');
});

it('packages/core/src/platforms/area.ts: create', async () => {
  const { core } = await exampleScope();
  const platformId = idFrom('Platform', 'Platform:018bcfe5-6800-7000-8000-000000000002');
  const ctx = core.context(tenantKey(platformId, 'SANDBOX'), { kind: 'system' }, 'request-1');
  const created = await runUseCase(core.units, ctx, core.platforms.create, {
    name: 'Acme',
    currencies: ['USD', 'EUR'],
  });
  expect(created.ok && created.value.platform.name).toEqual('Acme');
});

it('packages/core/src/quotes/area.ts: execute', async () => {
  const { core, run, dollars, recipient } = await exampleScope();
  const quote = await run(core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: dollars.id },
    destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_000n, // 1,000.00 USD
    immediatelyExecute: false,
  });
  const executed = await run(core.quotes.execute, { id: quote.id });
  expect(executed.status).toEqual('PROCESSING');
});

it('packages/core/src/rails/rail-store.ts: createRailStore', async () => {
  const { units } = createMemoryStorage();
  const sealer = createSealer(nodeCrypto.random.bytes(32));
  const store = createRailStore({ units, clock: systemClock, sealer }, 'SANDBOX', 'acme-bank');
  await store.run(async (records) => {
    records.add({ collection: 'payments', key: 'Transaction:1', status: 'WAITING', value: { amount: 100n } });
    return ok();
  });
  expect((await store.read((records) => records.get('payments', 'Transaction:1')))?.status).toEqual('WAITING');
});

it('packages/core/src/rates/area.ts: exchangeRates', async () => {
  const { core, read } = await exampleScope();
  const [rate] = await read(core.rates.exchangeRates, {
    sourceCurrency: 'USD',
    destinationCurrency: ['EUR'],
    sendingAmount: 10_000n, // 100.00 USD
  });
  expect(rate?.receivingAmount).toEqual(9_154n);
});

it('packages/core/src/sandbox-ports/rates.ts: sandboxRates', async () => {
  const { base, perBase } = await sandboxRates(systemClock).fetch();
  expect([base, perBase.has(currencyFrom('EUR'))]).toEqual(['USD', true]);
});

it('packages/core/src/sandbox/sandbox.ts: send', async () => {
  const { core, run, customer, recipient } = await exampleScope();
  const quote = await run(core.quotes.create, {
    source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: customer.id },
    destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000n, // 100.00 USD
    immediatelyExecute: false,
  });
  const payment = await run(core.sandbox.send, { quoteId: quote.id, currencyCode: 'USD' });
  expect(payment.status).toEqual('PROCESSING');
});

it('packages/core/src/sandbox/sandbox.ts: fund', async () => {
  const { core, run, dollars } = await exampleScope();
  const funded = await run(core.sandbox.fund, { accountId: dollars.id, amount: 5_000n });
  expect(funded.available).toEqual(1_005_000n);
});

it('packages/core/src/sandbox/sandbox.ts: advanceClock', async () => {
  const { core, tenant, run } = await exampleScope();
  const moved = await run(core.sandbox.advanceClock, { seconds: 3_600 });
  await core.work.catchUp(tenant);
  expect(moved.aheadSeconds).toEqual(3_600);
});

it('packages/core/src/sca/area.ts: startEnrollment', async () => {
  const { core, run } = await exampleScope();
  const payer = await run(core.customers.create, {
    customerType: 'INDIVIDUAL',
    fullName: 'Grace Hopper',
    region: 'DE', // customers of the EEA need strong customer authentication
  });
  const enrollment = await run(core.sca.startEnrollment, { customerId: payer.id, type: 'TOTP' });
  // Show `enrollment.uri` as a QR code; `confirmEnrollment` takes the first code of the authenticator.
  expect(enrollment.type).toEqual('TOTP');
});

it('packages/core/src/service/core.ts: create', async () => {
  const { core, run, dollars, recipient } = await exampleScope();
  const quote = await run(core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: dollars.id },
    destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_000n, // 1,000.00 USD
    immediatelyExecute: false,
  });
  expect(quote.status).toEqual('PENDING');
});

it('packages/core/src/service/core.ts: stepClock', async () => {
  const { core, tenant, run } = await exampleScope();
  const moved = await run(core.sandbox.stepClock, { seconds: 3_600 });
  await core.work.catchUp(tenant);
  expect(moved.aheadSeconds).toEqual(3_600);
});

it('packages/core/src/service/core.ts: audit', async () => {
  const { core } = await exampleScope();
  expect((await core.ledger.audit()).findings).toEqual([]);
});

it('packages/core/src/service/core.ts: positions', async () => {
  const { core } = await exampleScope();
  const positions = await core.ledger.positions();
  const usd = positions.filter(({ currency }) => currency === 'USD');
  expect(usd.reduce((sum, { balance }) => sum + balance, 0n)).toEqual(0n);
});

it('packages/core/src/service/core.ts: positionsAt', async () => {
  const { core, clock, tenant } = await exampleScope();
  const at = clock.now();
  clock.advance(300);
  const balances = await core.ledger.positionsAt({ at, within: (each) => each === tenant });
  expect(balances.ok).toEqual(true);
});

it('packages/core/src/service/core.ts: journal', async () => {
  const { core, clock, tenant } = await exampleScope();
  const to = clock.now();
  clock.advance(300);
  const journal = await core.ledger.journal({ to, within: (each) => each === tenant });
  expect(journal.ok && journal.value.classes.length > 0).toEqual(true);
});

it('packages/core/src/service/core.ts: commands', async () => {
  const { core, ctx, read, dollars } = await exampleScope();
  const claim = {
    credential: 'my-server',
    operation: 'POST /sandbox/fund',
    key: 'order-4711', // the idempotency key of the caller
    bodyDigest: 'digest of the request body',
    seal: null,
  };
  const input = { accountId: dollars.id, amount: 5_000n };
  const render = () => ({ status: 201, body: '{"funded":5000}', remember: true });
  await core.commands.run(ctx, core.sandbox.fund, input, render, claim);
  const repeated = await core.commands.run(ctx, core.sandbox.fund, input, render, claim);
  expect(repeated.ok && repeated.value.replayed).toEqual(true);
  expect((await read(core.accounts.getInternal, { id: dollars.id })).available).toEqual(1_005_000n);
});

it('packages/core/src/service/core.ts: units', async () => {
  const { core, tenant, ctx, read, dollars } = await exampleScope();
  const outcome = await core.units.run(tenant, async (tx) => {
    const funded = await core.sandbox.fund(tx, ctx, { accountId: dollars.id, amount: 5_000n });
    return funded.ok ? core.quotes.execute(tx, ctx, { id: 'Quote:unknown' }) : funded;
  });
  expect(outcome.ok).toEqual(false);
  // The second use case failed, so the first one was rolled back.
  expect((await read(core.accounts.getInternal, { id: dollars.id })).available).toEqual(1_000_000n);
});

it('packages/core/src/service/core.ts: railTells', async () => {
  const { core, dollars } = await exampleScope();
  const told = await core.railTells('SANDBOX', {
    kind: 'arrival',
    rail: 'sandbox-bank',
    paymentId: 'bank-4711', // repeating it has no effect
    reference: dollars.reference,
    currency: 'USD',
    amount: 5_000n, // 50.00 USD
    remitter: { name: 'Grace Hopper', account: '123456789' },
    valueDate: '2026-01-15',
  });
  expect(told.ok && told.value.arrival?.outcome).toEqual('ACCOUNT_CREDITED');
});

it('packages/core/src/service/core.ts: context', async () => {
  const { core, tenant } = await exampleScope();
  const ctx = core.context(tenant, { kind: 'system' }, 'request-1');
  expect(ctx.requestId).toEqual('request-1');
});

it('packages/core/src/service/core.ts: create (2)', async () => {
  const { core, run } = await exampleScope();
  const created = await run(core.customers.create, {
    customerType: 'INDIVIDUAL',
    fullName: 'Grace Hopper',
    region: 'US',
    currencies: ['USD', 'EUR'], // opens an internal account in each
  });
  expect(created.customerType).toEqual('INDIVIDUAL');
});

it('packages/core/src/service/core.ts: expireOverdue', async () => {
  const { core, clock, run, read, dollars, recipient } = await exampleScope();
  const quote = await run(core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: dollars.id },
    destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_000n, // 1,000.00 USD
    immediatelyExecute: false,
  });
  clock.advance(300);
  expect(await core.work.expireOverdue()).toEqual(1);
  expect((await read(core.quotes.get, { id: quote.id })).status).toEqual('EXPIRED');
});

it('packages/core/src/service/core.ts: drain', async () => {
  const { core, clock, run, read, dollars, recipient } = await exampleScope();
  const quote = await run(core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: dollars.id },
    destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_000n, // 1,000.00 USD
    immediatelyExecute: true,
  });
  await core.work.drain(); // submits the payout
  clock.advance(60);
  await core.work.drain(); // asks the rail for its outcome
  expect((await read(core.quotes.get, { id: quote.id })).status).toEqual('COMPLETED');
});

it('packages/core/src/service/create-core.ts: createCore', async () => {
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
    accountChecks: null,
    ownershipProofs,
    webhooks: { send: async () => ({ kind: 'answered', status: 200, body: '' }) },
    verification: kycPorts(createDatabaseBlobs(storage.units, systemClock)),
    messages: { send: async () => ({ kind: 'accepted' }) },
    report: console.error,
    options: { ...DEFAULT_OPTIONS, cursorKey: nodeCrypto.random.bytes(32), publicAuthority: 'pay.example' },
  });
  await core.work.refreshRates(); // needed once before the first quote
  expect((await core.ledger.audit()).findings).toEqual([]);
});

it('packages/core/src/stablecoins/area.ts: link', async () => {
  const { core, run } = await exampleScope();
  const link = await run(core.stablecoins.link, {
    provider: 'BRALE',
    apiClientId: 'client-1',
    apiClientSecret: 'secret-1',
  });
  expect(link.status).toEqual('ACTIVE');
});

it('packages/core/src/statements/area.ts: read', async () => {
  const { core, clock, tenant, dollars } = await exampleScope();
  const from = fromIso('2020-01-01T00:00:00.000Z')!;
  clock.advance(1);
  const period = { accountId: dollars.id, from, until: clock.now() };
  const statement = await core.statements.read(tenant, period);
  expect(statement.ok && statement.value.closing).toEqual(1_000_000n);
  expect(statement.ok && statementCsv(statement.value).startsWith('booked_at,')).toEqual(true);
});

it('packages/core/src/transactions/area.ts: get', async () => {
  const { core, run, read, dollars, bankAccount } = await exampleScope();
  const transfer = await run(core.transfers.out, {
    sourceId: dollars.id,
    destinationId: bankAccount.id,
    amount: 5_000n, // 50.00 USD
  });
  await core.work.drain();
  const transaction = await read(core.transactions.get, { id: transfer.id });
  expect([transaction.type, transaction.sentAmount]).toEqual(['OUTGOING', 5_000n]);
});

it('packages/core/src/transfers/area.ts: in', async () => {
  const { core, run, read, dollars, bankAccount } = await exampleScope();
  const transfer = await run(core.transfers.in, {
    sourceId: bankAccount.id,
    destinationId: dollars.id,
    amount: 5_000n, // 50.00 USD
  });
  await core.work.drain();
  expect((await read(core.transactions.get, { id: transfer.id })).status).toEqual('COMPLETED');
});

it('packages/core/src/transfers/area.ts: out', async () => {
  const { core, run, dollars, bankAccount } = await exampleScope();
  const transfer = await run(core.transfers.out, {
    sourceId: dollars.id,
    destinationId: bankAccount.id,
    amount: 5_000n, // 50.00 USD
  });
  expect(transfer.status).toEqual('PROCESSING');
});

it('packages/core/src/treasury/area.ts: book', async () => {
  const { core } = await exampleScope();
  const ctx = core.context(houseTenant('SANDBOX'), { kind: 'system' }, 'request-1');
  const booked = await runUseCase(core.units, ctx, core.treasury.book, {
    kind: 'TOP_UP',
    reference: 'statement 17', // each reference of a rail is booked once
    rail: 'sandbox-bank',
    currency: 'USD',
    amount: 1_000_000n, // 10,000.00 USD
    by: { id: idFrom('Operator', 'Operator:018bcfe5-6800-7000-8000-000000000003'), name: 'Ann' },
  });
  expect(booked.ok && booked.value.kind).toEqual('TOP_UP');
});

it('packages/core/src/uma/area.ts: lookUp', async () => {
  const { core, ctx, customer } = await exampleScope();
  const lookup = await core.uma.lookUp(ctx, {
    receiverUmaAddress: '$success.eur@sandbox.uma.money',
    customerId: customer.id,
  });
  expect(lookup.ok && lookup.value.vasp).toEqual('sandbox.uma.money');
});

it('packages/core/src/verification/area.ts: submit', async () => {
  const { core, run } = await exampleScope();
  const owner = await run(core.customers.create, {
    customerType: 'BUSINESS',
    businessInfo: { legalName: 'Acme Inc.' },
    region: 'US',
  });
  const verification = await run(core.verification.submit, { customerId: owner.id });
  expect(verification.verificationStatus).toEqual('RESOLVE_ERRORS');
});

it('packages/core/src/wallets/area.ts: listCredentials', async () => {
  const { core, run, read } = await exampleScope();
  await run(core.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } });
  const owner = await run(core.customers.create, {
    customerType: 'INDIVIDUAL',
    fullName: 'Grace Hopper',
    region: 'US',
    email: 'grace@example.com',
    currencies: ['USDB'],
  });
  const { data } = await read(core.accounts.listInternal, { customerId: owner.id, currency: 'USDB' });
  const credentials = await read(core.wallets.listCredentials, { accountId: data[0]!.account.id });
  expect(credentials.map(({ type }) => type)).toEqual(['EMAIL_OTP']);
});

it('packages/host/src/serving/host.ts: startHost', async () => {
  const { folder } = await exampleFolder();
  const host = await startHost(
    readConfiguration({ CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'warn' }),
  );
  expect((await fetch(new URL('/readyz', host.baseUrl))).status).toEqual(200);
  await host.stop();
});

it('packages/host/src/settings/configuration.ts: readConfiguration', async () => {
  expect(readConfiguration({ CORRIDOR_PORT: '9090' }).port).toEqual(9090);
});
