import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { idOf } from '../../packages/adapters-http/src/testing/records/record.js';
import { ecbDocument } from '../../packages/adapters-rails/src/testing/ecb-document.js';
import { REQUESTS } from '../../packages/adapters-http/src/testing/requests.js';
import { createAgent, redeem } from '../support/agents.js';
import { type Api, expecting } from '../support/api.js';
import { type DeclaredOperation, dereferenced, type OpenApiDocument, operationsOf } from '../support/document.js';
import { eventually } from '../support/eventually.js';
import { kycConnectionsFile, startProvider } from '../support/example-kyc.js';
import { connectionsFileOf, EXPRESS, startExample } from '../support/example-rails.js';
import { hasPythonForScreening, screeningConnectionsFile, startScreening } from '../support/example-screening.js';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { createDeployment } from '../support/host.js';
import { approvedCustomer, becomesApproved, productionPlatform, submittedCustomer } from '../support/production.js';
import { accountOf } from '../support/scenario.js';
import type { Customer, ErrorBody, ExternalAccount } from '../support/wire.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-production-'));
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  rmSync(folder, { recursive: true, force: true });
});

const CURRENCIES = ['USD', 'EUR', 'BTC'];

interface World {
  readonly platform: Api;
  readonly agent: Api;
  /** Ids of records by type. */
  readonly ids: Readonly<Record<string, string>>;
  /** Bodies that differ from those of `REQUESTS`, whose ids name one account for all currencies. */
  readonly bodies: Readonly<Record<string, object>>;
}

/** A platform in production with a record of each type that its host can make. */
async function worldOf(platform: Api, customer: Pick<Customer, 'id'>): Promise<World> {
  const { id: internal } = await accountOf(platform, customer.id, 'USD');
  const external = await expecting(
    201,
    platform.post<ExternalAccount>('/customers/external-accounts', {
      customerId: customer.id,
      currency: 'USD',
      accountInfo: { accountType: 'US_ACCOUNT', accountNumber: '123456789', routingNumber: '021000021' },
    }),
  );
  const { agent, deviceCode } = await createAgent(platform, customer.id);
  const { accessToken } = await redeem(platform, deviceCode.code);
  const ids = { Customer: customer.id, InternalAccount: internal, ExternalAccount: external.id, Agent: agent.id };
  const [euros, bitcoin] = [
    await accountOf(platform, customer.id, 'EUR'),
    await accountOf(platform, customer.id, 'BTC'),
  ];
  const quote = {
    source: { sourceType: 'ACCOUNT', accountId: euros.id },
    destination: { destinationType: 'ACCOUNT', accountId: external.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
  };
  const fee = { ...(REQUESTS['estimateCryptoWithdrawalFee']!.body as object), internalAccountId: bitcoin.id };
  const bodies = { createQuote: quote, agentCreateQuote: quote, estimateCryptoWithdrawalFee: fee };
  return { platform, agent: platform.as({ accessToken }), ids, bodies };
}

interface Answered {
  readonly operationId: string;
  readonly tag: string;
  readonly status: number;
  readonly code: string | null;
}

/** Operations that change or delete what others need, and are called after them. */
const LATE = /^(updateAgent|deleteAgent|updatePlatformConfig|updateCustomerById|rotate|delete)/;

const late = ({ object }: DeclaredOperation): number => (LATE.test(object.operationId) ? 1 : 0);

/** Calls every operation of the document once. */
async function callAll({ platform, agent, ids, bodies }: World): Promise<readonly Answered[]> {
  const own = (text: string): string =>
    Object.entries(ids).reduce((rest, [type, id]) => rest.replaceAll(idOf(type as 'Customer'), id), text);
  const answered: Answered[] = [];
  const operations = [...operationsOf(await platform.document())].sort((a, b) => late(a) - late(b));
  for (const { path, object } of operations) {
    const { operationId, tags } = object;
    const request = REQUESTS[operationId];
    expect(request, operationId).toBeDefined();
    const { method, path: target } = request!;
    const body = bodies[operationId] ?? request!.body;
    const caller = path.includes('/agents/me') ? agent : platform;
    const isForm = body instanceof FormData;
    const { status, body: answer } = await caller.send<ErrorBody>(method, own(target), {
      headers: {
        'idempotency-key': operationId,
        ...(body !== null && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== null && { body: isForm ? body : own(JSON.stringify(body)) }),
    });
    answered.push({ operationId, tag: tags[0]!, status, code: status >= 400 ? answer.code : null });
  }
  return answered;
}

/** A row of the table in the guide about going live. */
interface Row {
  readonly area: string;
  readonly count: number;
  /** What the table says of both hosts. */
  readonly said: readonly [without: string, withPartners: string];
}

const page = readFileSync(new URL('../../docs/guides/going-live.md', import.meta.url), 'utf8');
const rows: readonly Row[] = [
  ...page.matchAll(/^\| \[(.+?)\]\(\S+\) +\| (\d+) +\| .*? +\| (.*?) *\| (.*?) *\|$/gm),
].map(([, area, count, without, withPartners]) => ({
  area: area!,
  count: Number(count),
  said: [without!, withPartners!],
}));
const named = (cell: string) => [...cell.matchAll(/`(\w+)` (\d{3})/g)].map(([, name, status]) => `${name} ${status}`);

/** Compares what a host answered with a column of the table, and with the number in the text above it. */
function compare(answered: readonly Answered[], column: 0 | 1, said: RegExp): void {
  const notServed = answered.filter(({ status }) => status === 501);
  expect(answered.filter(({ status }) => status >= 500 && status !== 501)).toEqual([]);
  expect(said.exec(page)?.[1]).toBe(String(notServed.length));
  for (const { area, said: cells } of rows) {
    const own = answered.filter(({ tag }) => tag === area);
    const cell = named(cells[column]);
    expect(own.map(({ operationId, status }) => `${operationId} ${status}`)).toEqual(expect.arrayContaining(cell));
    const refused = own.filter(({ status }) => status === 501).map(({ operationId }) => `${operationId} 501`);
    expect(cell.filter((each) => each.endsWith(' 501')).toSorted(), area).toEqual(refused.toSorted());
    if (cells[column].startsWith('all 403')) expect(own.map(({ code }) => code)).toEqual(own.map(() => 'FORBIDDEN'));
  }
}

describe('the table of the guide about going live', () => {
  it('has each area of the document once, with the number of its operations', async () => {
    const deployment = await createDeployment('sqlite');
    ends.push(() => deployment.remove());
    const { stdout } = await deployment.command('openapi');
    const operations = operationsOf(dereferenced(JSON.parse(stdout) as OpenApiDocument));
    const counts = new Map<string, number>();
    for (const { object } of operations) counts.set(object.tags[0]!, (counts.get(object.tags[0]!) ?? 0) + 1);
    expect(new Map(rows.map(({ area, count }) => [area, count]))).toEqual(counts);
    expect(rows.length).toBe(counts.size);
    expect(/The API has (\d+) operations/.exec(page)?.[1]).toBe(String(operations.length));
  });

  it('says what a host without any partner answers in production', async () => {
    const deployment = await createDeployment('sqlite');
    ends.push(() => deployment.remove());
    const host = await deployment.start();
    ends.push(() => host.stop());
    const { api } = await productionPlatform(deployment, host.api, CURRENCIES.join(','));
    const world = await worldOf(api, await approvedCustomer(deployment, api, CURRENCIES));
    compare(await callAll(world), 0, /In production, (\d+) of them answer 501/);
  });

  it.skipIf(!hasPythonForScreening())('says what a host with the partners of the page answers', async () => {
    const port = await freePort();
    const callbacks = (path: string) => `http://127.0.0.1:${port}/${path}/callbacks/events`;
    const rail = await startExample(EXPRESS, callbacks(`rails/${EXPRESS.name}`));
    ends.push(() => rail.stop());
    const provider = await startProvider(callbacks('kyc/acme-id'));
    ends.push(() => provider.stop());
    const lists = await startScreening(callbacks('screening/acme-lists'));
    ends.push(() => lists.stop());
    const production = (url: string) => (entry: object) => ({ ...entry, url, environment: 'PRODUCTION' });
    const connectionsFile = join(folder, 'connections.json');
    const rails = connectionsFileOf('rail-express').rails.map(production(rail.url));
    const kyc = kycConnectionsFile().kyc.map(production(provider.url));
    const screening = screeningConnectionsFile().screening.map(production(lists.url));
    writeFileSync(connectionsFile, JSON.stringify({ rails, kyc, screening }));
    const deployment = await createDeployment('sqlite', {
      CORRIDOR_CONNECTIONS_FILE: connectionsFile,
      CORRIDOR_PORT: String(port),
      CORRIDOR_RATE_SOURCES: 'ecb',
      CORRIDOR_ECB_URL: await startEcb(),
      CORRIDOR_ECB_ALLOW_PRIVATE: 'true',
      ...rail.secrets,
      ...provider.secrets,
      ...lists.secrets,
    });
    ends.push(() => deployment.remove());
    const host = await deployment.start();
    ends.push(() => host.stop());
    const { api } = await productionPlatform(deployment, host.api, CURRENCIES.join(','));
    const { customer, verificationId } = await submittedCustomer(api, CURRENCIES);
    const { reference } = await eventually('the application at the desk', async () => {
      const found = (await provider.waiting()).find((each) => each.reference.startsWith(`${verificationId}.`));
      return found ?? null;
    });
    await provider.desk(reference, 'approve');
    const world = await worldOf(api, await becomesApproved(api, customer));
    compare(await callAll(world), 1, /a screening provider, (\d+) of them do/);
  });
});

/** Serves the rates of today, and returns the address. */
async function startEcb(): Promise<string> {
  const ecb = createServer((_request, response) => response.end(ecbDocument(new Date().toISOString().slice(0, 10))));
  ecb.listen(0, '127.0.0.1');
  await once(ecb, 'listening');
  ends.push(async () => void ecb.close());
  return `http://127.0.0.1:${(ecb.address() as AddressInfo).port}/`;
}
