import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { type ExampleRail, EXPRESS, connectionsFileOf, startExample } from '../support/example-rails.js';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import { accountOf, balances, createCustomer, readTransaction } from '../support/scenario.js';

const page = readFileSync(new URL('../../docs/rails/http.md', import.meta.url), 'utf8');

/** Whether the commands of the page run on this machine. If not, prints what is missing. */
function hasCommands(): boolean {
  const missing = ['curl', 'openssl', 'od'].filter((name) => spawnSync(name, ['--version']).error !== undefined);
  if (missing.length > 0)
    process.stdout.write(`The commands of docs/rails/http.md need ${missing.join(', ')}: skipped\n`);
  return missing.length === 0;
}

describe.each(DATABASES)('the example rail with Express behind a host on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-http-rail-'));
  let rail: ExampleRail;
  let deployment: Deployment;
  let host: Host;
  let customerId: string;

  beforeAll(async () => {
    const port = await freePort();
    rail = await startExample(EXPRESS, `http://127.0.0.1:${port}/rails/${EXPRESS.name}/callbacks/events`);
    const rails = connectionsFileOf('rail-express').rails.map((entry) => ({ ...entry, url: rail.url }));
    const connectionsFile = join(folder, 'connections.json');
    writeFileSync(connectionsFile, JSON.stringify({ rails }));
    const settings = { CORRIDOR_CONNECTIONS_FILE: connectionsFile, CORRIDOR_PORT: String(port), ...rail.secrets };
    deployment = await createDeployment(database, settings);
    host = await deployment.start();
    ({ id: customerId } = await createCustomer(host.api, { currencies: ['USD', 'EUR'] }));
  });

  afterAll(async () => {
    try {
      await host.stop();
      for (const secret of Object.values(rail.secrets)) expect(host.stderr()).not.toContain(secret.slice(6));
      await deployment.audit();
    } finally {
      await deployment.remove();
      await rail.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  const reference = async (): Promise<string> => {
    const { fundingPaymentInstructions } = await accountOf(host.api, customerId, 'USD');
    const [first] = fundingPaymentInstructions as readonly { readonly accountOrWalletInfo: object }[];
    expect(first!.accountOrWalletInfo).toMatchObject({ accountNumber: '400012345', routingNumber: '021000021' });
    return (first!.accountOrWalletInfo as { readonly reference: string }).reference;
  };
  /** Runs the commands of the page that contain this text. */
  async function runPage(text: string, variables: Readonly<Record<string, string>>): Promise<string> {
    const blocks = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
    const [block, ...others] = blocks.filter((one) => one.includes(text));
    expect([block !== undefined, others]).toEqual([true, []]);
    const child = spawn('sh', ['-euc', block!], { env: { PATH: process.env['PATH'], ...variables } });
    const printed: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => void printed.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => void printed.push(chunk));
    await once(child, 'close');
    return Buffer.concat(printed).toString();
  }

  it('is reachable, and declares what the connections file declares', async () => {
    const { exitCode, stdout } = await deployment.command('connections', 'check', 'express-bank');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^express-bank: reachable, last exchange /)]);
  });

  it.runIf(hasCommands())('answers the commands of the page, which credit a payment once', async () => {
    const answered = await runPage('GET /capabilities', {
      RAIL_URL: rail.url,
      EXPRESS_BANK_SECRET: rail.secrets.RAIL_SECRET,
    });
    expect(JSON.parse(answered)).toMatchObject({ protocol: 1, capabilities: { currencies: ['USD'] } });
    const before = await balances(host.api, customerId, 'USD');
    const variables = {
      CORRIDOR_URL: host.baseUrl.replace(/\/[^/]*$/, ''),
      EXPRESS_BANK_CALLBACK_SECRET: rail.secrets.RAIL_CALLBACK_SECRET,
      REFERENCE: await reference(),
    };
    expect(await runPage('callbacks/events', variables)).toBe('{"message":"APPLIED"}');
    expect(await runPage('callbacks/events', variables)).toBe('{"message":"NONE"}');
    expect(await balances(host.api, customerId, 'USD')).toEqual(before.map((amount) => amount + 250_000));
    const forged = { ...variables, EXPRESS_BANK_CALLBACK_SECRET: rail.secrets.RAIL_SECRET };
    expect(await runPage('callbacks/events', forged)).toContain('its signature is wrong');
  });

  it('receives, pays out by a transfer, and gets a returned transfer back', async () => {
    const [before = 0] = await balances(host.api, customerId, 'USD');
    await rail.bank('arrivals', { reference: await reference(), amount: '90000' });
    await rail.reported();
    expect((await balances(host.api, customerId, 'USD'))[0]).toBe(before + 90_000);

    const source = await accountOf(host.api, customerId, 'USD');
    const { body: payee } = await host.api.post('/customers/external-accounts', {
      customerId,
      currency: 'USD',
      accountInfo: EXPRESS.account('890'),
    });
    const { body: made } = await host.api.post('/transfer-out', {
      source: { accountId: source.id },
      destination: { accountId: (payee as { readonly id: string }).id },
      amount: 30_000,
    });
    const { id } = made as { readonly id: string };
    await eventually('the payout at the bank', async () => {
      const { settled } = await rail.bank<{ readonly settled: number }>('settle', {});
      return settled > 0;
    });
    const becomes = (status: string) =>
      eventually(`a transfer that is ${status}`, async () => (await readTransaction(host.api, id)).status === status);
    await becomes('COMPLETED');
    await rail.bank(`payouts/${id}/return`, { reason: 'account closed' });
    await becomes('FAILED');
    await eventually(
      'the money back',
      async () => (await balances(host.api, customerId, 'USD'))[0] === before + 90_000,
    );
  });
});
