import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AcmeBank, acmeBank } from '../support/acme-bank.js';
import { createApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type Deployment, type HostProcess } from '../support/host.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  executeQuote,
  fund,
  quotePayout,
  settled,
} from '../support/scenario.js';

const PAYMENTS = 20;
const TIMEOUT_MS = 120_000;
/** Longer than the lease of a job. */
const LATER_SECONDS = 40;

/** The task of the module rail of docs/rails/write-a-rail.md, which sends transfers to a bank. */
describe('the task of a rail connection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-rail-tasks-'));
  let bank: AcmeBank;
  let deployment: Deployment;
  let first: HostProcess;
  let second: HostProcess;
  let dollars: string;
  let payee: string;

  const api = createApi(() => first.baseUrl, BOOTSTRAP);

  beforeAll(async () => {
    bank = await acmeBank();
    deployment = await createDeployment('postgres', bank.connect(folder));
    first = await deployment.launch({}, { movableClock: true });
    second = await deployment.launch({}, { movableClock: true });
    const customer = await createCustomer(api, { currencies: ['USD'] });
    dollars = (await accountOf(api, customer.id, 'USD')).id;
    await fund(api, dollars, 1_000_000);
    payee = (await addAccount(api, customer.id, 'EUR')).id;
  });
  afterAll(async () => {
    await deployment.remove();
    await bank.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function pay(): Promise<string> {
    const quote = await quotePayout(api, { from: dollars, to: payee, amount: 1000 });
    await executeQuote(api, quote.id);
    return quote.transactionId;
  }
  const sent = (id: string, times: number) =>
    eventually('the transfer at the bank', () => bank.transfers.get(id)?.times === times, { withinMs: 30_000 });
  async function completed(host: HostProcess, reference: string): Promise<void> {
    const { status } = await bank.tell(host.baseUrl, { id: `done ${reference}`, type: 'done', reference });
    expect(status).toBe(204);
    expect(await settled(api, reference)).toMatchObject({ status: 'COMPLETED' });
  }

  it(
    'runs on one of two hosts at a time, so that each transfer is sent once',
    async () => {
      const ids = await Promise.all(Array.from({ length: PAYMENTS }, pay));
      for (const id of ids) await sent(id, 1);
      for (const id of ids) await completed(second, id);
      expect([...bank.transfers.values()].filter(({ times }) => times !== 1)).toEqual([]);
      expect(bank.transfers.size).toBe(PAYMENTS);
    },
    TIMEOUT_MS,
  );

  it(
    'continues on another host after its host was killed while the bank had not answered',
    async () => {
      await second.stop();
      bank.hangs = true;
      const id = await pay();
      await sent(id, 1);
      await first.kill();
      bank.hangs = false;
      first = await deployment.launch({}, { movableClock: true, clockAhead: LATER_SECONDS });
      await sent(id, 2);
      await completed(first, id);
      const { stdout } = await deployment.command('connections', 'check');
      expect(stdout).toContain('  0 transfers waiting\n');
      await first.stop();
      await deployment.audit();
    },
    TIMEOUT_MS,
  );
});
