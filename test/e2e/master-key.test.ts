import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSealer, keyIdOf, sealedWith } from '@corridor/adapters-rails/custody';
import { openSealed, resealAll } from '@corridor/core/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerError } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import { createCustomer } from '../support/scenario.js';
import type { Customer } from '../support/wire.js';

type Company = Customer & { readonly businessInfo?: Readonly<Record<string, unknown>> };

const TAX_ID = '98-7654321';
const COMPANY = {
  customerType: 'BUSINESS',
  fullName: undefined,
  businessInfo: { legalName: 'Acme LLC', taxId: TAX_ID },
};

const keyIn = ({ dataDirectory }: Deployment): Buffer =>
  Buffer.from(readFileSync(join(dataDirectory, 'master.key'), 'utf8').trim(), 'base64');

/** Seals the records of some tables with another key, as a host with another key would have done. */
async function resealWith(
  deployment: Deployment,
  present: Buffer,
  next: Buffer,
  has: (table: string) => boolean,
): Promise<void> {
  const storage = deployment.open();
  const [old, renewed] = [createSealer(present), createSealer(next)];
  await resealAll(storage.units, (text, place) =>
    has(place.table) && sealedWith(text) !== keyIdOf(next) ? renewed.seal(openSealed(old, text, place), place) : text,
  );
  await storage.close();
}

const statusOf = async (host: Host, path: string): Promise<number> => (await fetch(new URL(path, host.baseUrl))).status;

const listed = async (host: Host): Promise<readonly Company[]> => {
  const answer = await host.api.get<{ readonly data: readonly Company[] }>('/customers');
  expect(answer.status).toBe(200);
  return answer.body.data;
};

describe.each(DATABASES)('the master key of a deployment on %s', (database) => {
  let deployment: Deployment;

  beforeEach(async () => {
    deployment = await createDeployment(database);
  });
  afterEach(() => deployment.remove());

  it('is not rotated while a host of the database runs', async () => {
    const host = await deployment.start();
    await createCustomer(host.api, COMPANY);
    const key = keyIn(deployment);
    const refused = await deployment.command('master-key', 'rotate');
    expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /^corridor: (another process has|hosts or commands have \d+ connections to) the database.*: stop all hosts of the database, and run the command again[^\n]*\n$/,
    );
    expect(await deployment.command('audit', '--restored', 'true')).toEqual({ ...refused, stdout: '' });
    expect(keyIn(deployment)).toEqual(key);
    expect((await listed(host)).map(({ businessInfo }) => businessInfo?.['taxId'])).toEqual([TAX_ID]);
    await host.stop();
    expect((await deployment.command('master-key', 'rotate')).exitCode).toBe(0);
    expect(keyIn(deployment)).not.toEqual(key);
    expect(readdirSync(deployment.dataDirectory)).not.toContain('master.key.next');
  });

  it('that differs from the key of the database makes the host not ready, and the host seals nothing', async () => {
    const host = await deployment.start();
    await createCustomer(host.api, COMPANY);
    expect(await statusOf(host, '/readyz')).toBe(200);
    const [former, next] = [keyIn(deployment), randomBytes(32)];
    await resealWith(deployment, former, next, () => true);
    await eventually('the host notices', async () => (await statusOf(host, '/readyz')) === 503);
    expect(host.stderr()).toContain('database is sealed with another master key');
    const created = await createCustomer(host.api, COMPANY).catch((error: unknown) => error);
    expect(created).toBeInstanceOf(ServerError);
    expect((created as ServerError).status).toBe(503);
    const [customer] = await listed(host);
    expect(customer?.businessInfo).toEqual({ legalName: 'Acme LLC' });
    await host.stop({ afterFaults: true });
    const restarted = await deployment.start({ CORRIDOR_MASTER_KEY: next.toString('hex') });
    expect((await listed(restarted)).map(({ businessInfo }) => businessInfo?.['taxId'])).toEqual([TAX_ID]);
    await restarted.stop();
  });

  it('has a remedy for records that another key has sealed: lists leave out what does not open, and a rotation with both keys mends it', async () => {
    const host = await deployment.start();
    await createCustomer(host.api, COMPANY);
    await createCustomer(host.api, { fullName: 'Ada' });
    await host.stop();
    const [present, other] = [keyIn(deployment), randomBytes(32)];
    await resealWith(deployment, present, other, (table) => table === 'customers');

    const again = await deployment.start();
    const customers = await listed(again);
    expect(customers).toHaveLength(2);
    const company = customers.find(({ customerType }) => customerType === 'BUSINESS')!;
    expect(company.businessInfo).toEqual({ legalName: 'Acme LLC' });
    expect(again.stderr().split('stored secret cannot be opened')).toHaveLength(2);
    expect(again.stderr()).toContain(company.id);
    const metrics = await (await fetch(new URL('/metrics', again.baseUrl))).text();
    expect(metrics).toMatch(/^corridor_unreadable_secrets_total [1-9]/m);
    await again.stop({ afterFaults: true });

    const finding = `${company.id} has a sealedTaxId that cannot be opened: the stored text is encrypted with the master key ${keyIdOf(other)}, but this host has ${keyIdOf(present)}`;
    const audited = await deployment.command('audit');
    expect([audited.exitCode, audited.stdout.split('\n')[0]]).toEqual([1, finding]);
    const examined = await deployment.command('doctor');
    expect(examined.stdout).toContain(`problem  secrets: ${finding}: see "Secrets that cannot be opened"`);

    const keys = { CORRIDOR_MASTER_KEY: other.toString('hex'), CORRIDOR_MASTER_KEY_NEXT: present.toString('base64') };
    const mended = await deployment.commandWith(keys, 'master-key', 'rotate');
    expect([mended.exitCode, mended.stderr]).toEqual([0, '']);
    await deployment.audit();
    const last = await deployment.start();
    expect((await listed(last)).map(({ businessInfo }) => businessInfo?.['taxId'])).toContain(TAX_ID);
    await last.stop();
  });

  it('rotates although a record does not open, and names that record', async () => {
    const host = await deployment.start();
    const { id } = await createCustomer(host.api, COMPANY);
    await host.stop();
    await resealWith(deployment, keyIn(deployment), randomBytes(32), (table) => table === 'customers');
    const rotated = await deployment.command('master-key', 'rotate');
    expect([rotated.exitCode, rotated.stderr]).toEqual([1, '']);
    expect(rotated.stdout).toMatch(new RegExp(`^${id} has a sealedTaxId that cannot be opened: .*$`, 'm'));
    expect(rotated.stdout).toContain('1 secrets stay as they are');
    const again = await deployment.start();
    expect(await listed(again)).toHaveLength(1);
    await again.stop({ afterFaults: true });
  });
});
