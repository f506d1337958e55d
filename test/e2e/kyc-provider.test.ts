import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../support/api.js';
import { expecting } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { type ExampleProvider, kycConnectionsFile, startProvider } from '../support/example-kyc.js';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { becomesApproved, productionPlatform, submittedCustomer } from '../support/production.js';
import type { Customer, Verification } from '../support/wire.js';

describe('the example of a KYC provider behind a host in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-kyc-'));
  let provider: ExampleProvider;
  let deployment: Deployment;
  let host: Host;
  let api: Api;

  beforeAll(async () => {
    const port = await freePort();
    provider = await startProvider(`http://127.0.0.1:${port}/kyc/acme-id/callbacks/events`);
    // The contract tests of the example play one to which documents are sent.
    const kyc = kycConnectionsFile().kyc.map((entry) => ({ ...entry, url: provider.url, documents: 'fetch' }));
    const connectionsFile = join(folder, 'connections.json');
    writeFileSync(connectionsFile, JSON.stringify({ kyc }));
    const settings = { CORRIDOR_CONNECTIONS_FILE: connectionsFile, CORRIDOR_PORT: String(port), ...provider.secrets };
    deployment = await createDeployment('sqlite', settings);
    host = await deployment.start();
    ({ api } = await productionPlatform(deployment, host.api, 'USD'));
  });

  afterAll(async () => {
    try {
      await host.stop();
      for (const secret of Object.values(provider.secrets)) expect(host.stderr()).not.toContain(secret.slice(6));
      expect(host.stderr()).not.toMatch(/documents\/[\w-]{43}/);
      await deployment.audit();
    } finally {
      await deployment.remove();
      await provider.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** The reference at the desk of a verification. */
  const atTheDesk = (verificationId: string) =>
    eventually('the application at the desk', async () => {
      const found = (await provider.waiting()).find(({ reference }) => reference.startsWith(`${verificationId}.`));
      return found ?? null;
    });
  const verification = async (id: string) => expecting(200, api.get<Verification>(`/verifications/${id}`));

  it('is shown by the commands with its section', async () => {
    const listed = await deployment.command('connections', 'list');
    expect(listed.stdout).toContain('acme-id (kyc http, PRODUCTION)\n');
    const { exitCode, stdout } = await deployment.command('connections', 'check', 'acme-id');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^acme-id: reachable, last exchange /)]);
    const doctor = await deployment.command('doctor');
    expect(doctor.stdout).toMatch(/kyc acme-id\W.*reachable/);
  });

  it('approves a customer, and blocks it when it withdraws the approval', async () => {
    const { customer, verificationId } = await submittedCustomer(api, ['USD']);
    const { reference, name, documents } = await atTheDesk(verificationId);
    expect([name, documents]).toEqual(['Ada Lovelace', ['PASSPORT']]);
    await provider.desk(reference, 'approve');
    await becomesApproved(api, customer);
    expect((await verification(verificationId)).verificationStatus).toBe('APPROVED');

    await provider.desk(reference, 'withdraw', { reason: 'the passport was stolen' });
    await eventually('the message at the host', async () => (await provider.unsent()) === 0);
    const read = await expecting(200, api.get<Customer>(`/customers/${customer.id}`));
    expect(read.kycStatus).toBe('APPROVED');
    expect(JSON.stringify(read)).not.toContain('stolen');
    const log = await deployment.command('operator', 'log');
    expect(log.stdout).toContain('"operatorName":"provider acme-id"');
    expect(log.stdout).toContain('the passport was stolen');
  });

  it('rejects a customer with its reason, also after it was killed and started again', async () => {
    const { customer, verificationId } = await submittedCustomer(api, ['USD']);
    const { reference } = await atTheDesk(verificationId);
    await provider.restart();
    await provider.desk(reference, 'reject', { reason: 'another face' });
    await eventually(
      'the rejection',
      async () => (await verification(verificationId)).verificationStatus === 'REJECTED',
    );
    expect((await verification(verificationId)).errors).toMatchObject([
      { resourceId: customer.id, reason: 'another face' },
    ]);
  });

  it('approves a customer who enters everything on its page', async () => {
    const body = { customerType: 'INDIVIDUAL', region: 'US', currencies: ['USD'] };
    const customer = await expecting(201, api.post<Customer>('/customers', body));
    const link = await expecting(
      201,
      api.post<{ readonly kycUrl: string; readonly provider: string }>(`/customers/${customer.id}/kyc-link`, {}),
    );
    expect(link).toMatchObject({ provider: 'acme-id', kycUrl: expect.stringContaining('/page/KycLink:') as string });
    await provider.finishLink(link.kycUrl.split('/').at(-1)!);
    const verificationId = await eventually('the submission', async () => {
      const list = await expecting(
        200,
        api.get<{ readonly data: readonly Verification[] }>(`/verifications?customerId=${customer.id}`),
      );
      return list.data[0]?.id ?? null;
    });
    await provider.desk((await atTheDesk(verificationId)).reference, 'approve');
    await becomesApproved(api, customer);
  });

  it('decides nothing by a forged message', async () => {
    const { verificationId } = await submittedCustomer(api, ['USD']);
    const { reference } = await atTheDesk(verificationId);
    const url = host.baseUrl.replace(/\/[^/]*$/, '/kyc/acme-id/callbacks/events');
    const body = JSON.stringify({ kind: 'changed', reference });
    const forged = await fetch(url, { method: 'POST', body, headers: { 'webhook-id': 'x', 'webhook-timestamp': '1' } });
    expect(forged.status).toBe(401);
    expect((await verification(verificationId)).verificationStatus).toBe('IN_PROGRESS');
  });
});
