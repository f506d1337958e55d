import { copyFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Answer, type Api, expecting } from '../support/api.js';
import { createDeployment, type Deployment } from '../support/host.js';
import {
  addAccount,
  createCustomer,
  fundedAccount,
  payoutRequest,
  readTransaction,
  settled,
} from '../support/scenario.js';
import type { Page, Quote, Transaction } from '../support/wire.js';
import { DATABASES, DIALECTS } from './databases.js';
import { columnsOf, formerRowsOf, inColumns, insertFormer, toFormerSchema } from './former-rows.js';

interface Request {
  readonly path: string;
  readonly body: object;
  readonly idempotencyKey: string;
  readonly answer: Answer<unknown>;
}

/** The ending of an account that the sandbox pays out after some seconds. */
const SLOW = '003';
const SANDBOX_SECONDS = 600;

/** Payments, three of them settled, through the API. Every request has an idempotency key. */
async function history(api: Api) {
  const requests: Request[] = [];
  async function post<T>(path: string, body: object = {}): Promise<Answer<T>> {
    const idempotencyKey = `key-${requests.length}`;
    const answer = await api.post<T>(path, body, { idempotencyKey });
    requests.push({ path, body, idempotencyKey, answer });
    return answer;
  }
  const { id: customerId } = await createCustomer(api, { platformCustomerId: '018BCFE5-6800-7000-8000-00000000A0B1' });
  const { id: from } = await fundedAccount(api, customerId, 'USD', 1_000_000);
  const [fast, slow] = [await addAccount(api, customerId, 'EUR'), await addAccount(api, customerId, 'EUR', SLOW)];
  const payments: string[] = [];
  for (const to of [fast, fast, fast, slow]) {
    const quote = await post<Quote>('/quotes', payoutRequest({ from, to: to.id, amount: 10_000 }));
    payments.push((await post<Quote>(`/quotes/${quote.body.id}/execute`)).body.transactionId);
  }
  for (const id of payments.slice(0, 3)) await settled(api, id);
  return { requests, customerId, processing: payments[3]! };
}

const pageOf = (api: Api, cursor?: string) =>
  expecting(200, api.get<Page<Transaction>>('/transactions', { limit: 2, cursor }));

/** The settings of a host on a database of the former schema with the records of a deployment. */
async function formerCopy(deployment: Deployment): Promise<Readonly<Record<string, string>>> {
  const { database: dialect, address } = deployment;
  const storage = deployment.open();
  const rows = await formerRowsOf(storage);
  await storage.close();
  const former = await DATABASES[dialect]();
  await toFormerSchema(former, dialect);
  await insertFormer(former, dialect, inColumns(rows, await columnsOf(former)));
  if (dialect === 'postgres') return { CORRIDOR_DATABASE_URL: former.address };
  for (const end of ['-wal', '-shm']) rmSync(address + end, { force: true });
  copyFileSync(former.address, address);
  await former.drop();
  return {};
}

describe.each(DIALECTS)('a host that migrates a database to encoded rows in %s', (dialect) => {
  it('repeats answers byte for byte, continues lists, and completes payments', async () => {
    const deployment = await createDeployment(dialect);
    const before = await deployment.start({ CORRIDOR_WORKERS: 'true' });
    const { requests, processing } = await history(before.api);
    const first = await pageOf(before.api);
    const second = await pageOf(before.api, first.nextCursor!);
    expect((await readTransaction(before.api, processing)).status).toBe('PROCESSING');
    await before.stop();

    const host = await deployment.start(await formerCopy(deployment));
    expect(host.stderr()).toMatch(/"migration":"0032-encoded-rows".*"message":"migration rewrites the database"/);
    for (const { path, body, idempotencyKey, answer } of requests) {
      const again = await host.api.post(path, body, { idempotencyKey });
      expect(again, path).toMatchObject({ status: answer.status, text: answer.text });
      expect(again.headers.get('idempotent-replayed'), path).toBe('true');
    }
    const statuses = ({ data }: Page<Transaction>) => data.map(({ id, createdAt }) => [id, createdAt]);
    expect(statuses(await pageOf(host.api, first.nextCursor!))).toEqual(statuses(second));
    await host.advance(SANDBOX_SECONDS);
    await settled(host.api, processing);
    await host.stop();
    await deployment.remove();
  });
});
