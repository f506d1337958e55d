import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD_KINDS } from '@corridor/core/records';
import { describe, expect, it } from 'vitest';
import { openReadable } from '../../packages/adapters-storage/src/testing/readable.js';
import { expecting, refused } from '../support/api.js';
import {
  completeCompany,
  createCompany,
  OWNER,
  SECRETS,
  submit,
  upload,
  uploadForm,
  verifyCompany,
} from '../support/company.js';
import { eventually, pause } from '../support/eventually.js';
import { jpeg, pdf, png } from '../../packages/adapters-rails/src/testing/files.js';
import type { DatabaseKind, Deployment } from '../support/host.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import { linkFor } from '../support/visitor.js';
import type { Customer, Document, Page, Verification } from '../support/wire.js';

interface Owner {
  readonly id: string;
  readonly kycStatus: string;
}

const TABLES = {
  sqlite: "select name from sqlite_master where type = 'table'",
  postgres: "select tablename as name from pg_tables where schemaname = 'public'",
} as const;

/** All values by table and column, as they are stored and as the views show them. */
async function dump({ address }: Deployment): Promise<ReadonlyMap<string, string>> {
  const columns = new Map<string, string>();
  const database = await openReadable(address);
  const tables = (await database.rows(TABLES[database.dialect])).map(({ name }) => String(name));
  for (const table of [...tables, ...RECORD_KINDS.map(({ name }) => `readable_${name}`)]) {
    for (const row of await database.rows(`select * from "${table}"`)) {
      for (const [name, value] of Object.entries(row)) {
        const key = `${table}.${name}`;
        columns.set(key, `${columns.get(key) ?? ''}\n${String(value)}`);
      }
    }
  }
  await database.close();
  return columns;
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

describe.each(databasesOf(import.meta.url))('verification on %s', (database: DatabaseKind) => {
  // Each database is tested with another storage of documents.
  const used = useHost(database, { env: { CORRIDOR_DOCUMENTS: database === 'sqlite' ? 'files' : 'database' } });
  const statusOf = async (id: string) =>
    (await expecting(200, used.api.get<Customer & { kybStatus?: string }>(`/customers/${id}`))).kycStatus;
  const becomes = (id: string, status: string) =>
    eventually(`${id} is ${status}`, async () => (await statusOf(id)) === status);

  it('leads a company to APPROVED by the errors that it reports', async () => {
    const [customer, verification, submissions] = await verifyCompany(used.api);
    expect([verification.verificationStatus, verification.errors, submissions]).toEqual(['IN_PROGRESS', [], 2]);
    await becomes(customer.id, 'APPROVED');
    const { data } = await expecting(200, used.api.get<Page<Owner>>('/beneficial-owners', { customerId: customer.id }));
    expect(data.map(({ kycStatus }) => kycStatus)).toEqual(['APPROVED']);
    await used.receiver.sequence(customer.id, ['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED']);
    await used.receiver.sequence(verification.id, [
      'VERIFICATION.RESOLVE_ERRORS',
      'VERIFICATION.IN_PROGRESS',
      'VERIFICATION.APPROVED',
    ]);
    const { data: listed } = await expecting(
      200,
      used.api.get<Page<Verification>>('/verifications', { customerId: customer.id, verificationStatus: 'APPROVED' }),
    );
    expect(listed.map(({ id }) => id)).toEqual([verification.id]);
    await refused(400, 'INVALID_INPUT', used.api.post('/verifications', { customerId: customer.id }));
  });

  it('shows a company with its owners in their own form', async () => {
    const business = { customerType: 'BUSINESS', businessInfo: { legalName: 'Lovelace Ltd' } };
    const { id: customerId } = await expecting(201, used.api.post<Customer>('/customers', business));
    const shown = async () =>
      (
        await expecting(
          200,
          used.api.get<Customer & { beneficialOwners: readonly Owner[] }>(`/customers/${customerId}`),
        )
      ).beneficialOwners;
    expect(await shown()).toEqual([]);
    const name = () => expecting(201, used.api.post<Owner>('/beneficial-owners', { ...OWNER, customerId }));
    const named = [await name(), await name()];
    expect(await shown()).toEqual(named);
    const person = await expecting(201, used.api.post<Customer>('/customers', { customerType: 'INDIVIDUAL' }));
    expect(await expecting(200, used.api.get(`/customers/${person.id}`))).not.toHaveProperty('beneficialOwners');
  });

  it('leaves a company to a reviewer who decides with the command line', async () => {
    const [customer, verification] = await verifyCompany(used.api, { registrationNumber: 'REG-001' });
    await used.receiver.delivery('VERIFICATION.PENDING_MANUAL_REVIEW', verification.id);
    const { deployment } = used;
    const listed = await deployment.command('kyc', 'list');
    expect(listed.stdout).toContain(`${verification.id} Sandbox SANDBOX: BUSINESS Lovelace Ltd (${customer.id})`);
    const folder = join(deployment.dataDirectory, `review-${database}`);
    const written = await deployment.commandAsOperator('kyc', 'documents', '--id', verification.id, '--folder', folder);
    expect(written.stdout.trim().split('\n')).toHaveLength(4);
    for (const path of filesBelow(folder)) expect(readFileSync(path).equals(pdf()), path).toBe(true);
    const owners = await expecting(200, used.api.get<Page<Owner>>('/beneficial-owners', { customerId: customer.id }));
    const owner = owners.data[0]!.id;
    const passport = await upload(used.api, { documentHolder: owner, documentType: 'PASSPORT' });
    const ofOwner = await deployment.commandAsOperator('kyc', 'documents', '--id', owner, '--folder', folder);
    expect(ofOwner.stdout).toBe(`${join(folder, passport.id.replace(':', '-'))}.pdf PASSPORT of ${owner}\n`);
    const rejecting = ['--id', owner, '--decision', 'REJECTED', '--reason', 'A forged passport'];
    const pointless = await deployment.commandAsOperator('kyc', 'decide', ...rejecting);
    expect([pointless.exitCode, pointless.stderr]).toEqual([
      2,
      'corridor: --reason: does not apply to a beneficial owner; omit it\n',
    ]);
    const decide = (...options: readonly string[]) =>
      deployment.commandAsOperator('kyc', 'decide', '--id', verification.id, ...options);
    expect((await decide('--decision', 'PERHAPS')).exitCode).toBe(2);
    expect((await decide('--decision', 'RESOLVE_ERRORS')).stderr).toContain('--reason: is required');
    const asking = ['--decision', 'RESOLVE_ERRORS', '--type', 'EXPIRED_DOCUMENT', '--reason', 'The bill is old'];
    expect((await decide(...asking, '--field', 'address')).stderr).toContain('--field: is only allowed with');
    expect((await decide(...asking, '--about', verification.id)).stderr).toContain(
      '--about: must be the id of the customer, or of one of its documents or beneficial owners',
    );
    expect((await decide(...asking)).stdout).toContain('is RESOLVE_ERRORS');
    expect(await statusOf(customer.id)).toBe('HOLD');
    expect((await submit(used.api, customer.id)).verificationStatus).toBe('IN_PROGRESS');
    await eventually('the second review', async () => (await decide('--decision', 'APPROVED')).exitCode === 0);
    await becomes(customer.id, 'APPROVED');
    await used.receiver.sequence(customer.id, [
      'CUSTOMER.KYB_PENDING',
      'CUSTOMER.KYB_PENDING',
      'CUSTOMER.KYB_APPROVED',
    ]);
    expect((await deployment.command('kyc', 'list')).stdout).toContain('no verifications or owners await a decision');
  });

  it('deletes an owner once, and keeps the submitted documents for the reviewer', async () => {
    const { api, deployment } = used;
    const { id: customerId } = await createCompany(api);
    const { id } = await expecting(201, api.post<Owner>('/beneficial-owners', { ...OWNER, customerId }));
    const path = `/beneficial-owners/${id}`;
    const key = { idempotencyKey: `delete-${database}` };
    const first = await api.delete(path, key);
    const repeated = await api.delete(path, key);
    expect([first.status, first.text, repeated.status]).toEqual([204, '', 204]);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    for (const gone of [api.delete(path), api.get(path), api.patch(path, { roles: ['UBO'] })])
      await refused(404, 'REFERENCE_NOT_FOUND', gone);
    expect((await expecting(200, api.get<Page<Owner>>('/beneficial-owners', { customerId }))).data).toEqual([]);

    const [company, verification] = await verifyCompany(api, { registrationNumber: 'REG-001' });
    await used.receiver.delivery('VERIFICATION.PENDING_MANUAL_REVIEW', verification.id);
    const { data } = await expecting(200, api.get<Page<Owner>>('/beneficial-owners', { customerId: company.id }));
    const owner = data[0]!.id;
    const passport = await upload(api, { documentHolder: owner, documentType: 'PASSPORT' });
    await refused(409, 'CONFLICT', api.delete(`/beneficial-owners/${owner}`));
    const decide = (decision: string) =>
      deployment.commandAsOperator(
        'kyc',
        'decide',
        '--id',
        verification.id,
        '--decision',
        decision,
        '--reason',
        'A guess',
      );
    expect((await decide('RESOLVE_ERRORS')).exitCode).toBe(0);
    expect((await submit(api, company.id)).verificationStatus).toBe('IN_PROGRESS');
    await eventually('the second review', async () => (await decide('RESOLVE_ERRORS')).exitCode === 0);
    await expecting(204, api.delete(`/beneficial-owners/${owner}`));
    await refused(404, 'REFERENCE_NOT_FOUND', api.get(`/documents/${passport.id}`));
    const listed = await expecting(200, api.get<Page<Document>>('/documents', { documentHolder: owner }));
    expect(listed.data).toEqual([]);
    const folder = join(deployment.dataDirectory, `kept-${database}`);
    for (const subject of [owner, verification.id]) {
      const written = await deployment.commandAsOperator('kyc', 'documents', '--id', subject, '--folder', folder);
      expect(written.stdout).toContain(`${passport.id.replace(':', '-')}.pdf PASSPORT of ${owner}`);
    }
    expect((await submit(api, company.id)).errors.map(({ type }) => type)).toEqual([
      'MISSING_BENEFICIAL_OWNER',
      'MISSING_CONTROL_PERSON',
    ]);
  });

  it('either submits or deletes an owner whom the submission needs, and deletes it once', async () => {
    const { api } = used;
    const rounds = Array.from({ length: 6 }, async () => {
      const businessInfo = { registrationNumber: 'REG-001' };
      const { id: customerId } = await completeCompany(api, businessInfo);
      const { data } = await expecting(200, api.get<Page<Owner>>('/beneficial-owners', { customerId }));
      return { customerId, owner: data[0]!.id };
    });
    for (const { customerId, owner } of await Promise.all(rounds)) {
      const [submitted, ...deleted] = await Promise.all([
        submit(api, customerId),
        ...Array.from({ length: 3 }, () => api.delete(`/beneficial-owners/${owner}`)),
      ]);
      const statuses = deleted.map(({ status }) => status).sort();
      expect([submitted.verificationStatus, ...statuses]).toEqual(
        submitted.verificationStatus === 'IN_PROGRESS'
          ? ['IN_PROGRESS', 409, 409, 409]
          : ['RESOLVE_ERRORS', 204, 404, 404],
      );
    }
  });

  it('keeps no document that is uploaded while its owner is deleted', async () => {
    const { api } = used;
    const { id: customerId } = await createCompany(api);
    for (let round = 0; round < 16; round++) {
      const { id } = await expecting(201, api.post<Owner>('/beneficial-owners', { ...OWNER, customerId }));
      const form = () => uploadForm({ documentHolder: id, documentType: 'PASSPORT', country: 'US' });
      const uploads = Array.from({ length: 4 }, () => api.send<Document>('POST', '/documents', { body: form() }));
      // An upload takes some milliseconds, so the deletions meet it at different moments.
      await pause(2 * round);
      await expecting(204, api.delete(`/beneficial-owners/${id}`));
      for (const { status } of await Promise.all(uploads)) expect([201, 404]).toContain(status);
      const { data } = await expecting(200, api.get<Page<Document>>('/documents'));
      expect(data.filter(({ documentHolder }) => documentHolder === id)).toEqual([]);
    }
  });

  it('never shows identifying numbers except where they were requested', async () => {
    const { api, deployment, receiver, host } = used;
    const [company] = await verifyCompany(api);
    const key = { idempotencyKey: `canary-${database}` };
    const person = await expecting(
      201,
      api.post<Customer>(
        '/customers',
        { customerType: 'INDIVIDUAL', idType: 'SSN', identifier: SECRETS.identifier },
        key,
      ),
    );
    await expecting(
      201,
      api.post('/beneficial-owners', { ...OWNER, customerId: company.id }, { idempotencyKey: 'owner' }),
    );
    await expecting(200, api.patch(`/customers/${company.id}`, { businessInfo: { taxId: SECRETS.taxId } }, key));
    await api.send('POST', '/documents', {
      headers: { 'idempotency-key': 'document' },
      body: uploadForm({
        documentHolder: person.id,
        documentType: 'PASSPORT',
        country: 'US',
        documentNumber: SECRETS.documentNumber,
      }),
    });
    await becomes(company.id, 'APPROVED');
    await receiver.delivery('CUSTOMER.KYB_APPROVED', company.id);
    const answers = await Promise.all(
      [`/customers/${company.id}`, `/customers/${person.id}`, '/customers', '/verifications', '/documents'].map(
        (path) => api.get(path),
      ),
    );
    const owners = await api.get('/beneficial-owners', { customerId: company.id });
    for (const { text } of [...answers, owners]) {
      expect(text).not.toContain(SECRETS.ownerIdentifier);
      expect(text).not.toContain(SECRETS.identifier);
    }
    const told = Buffer.concat(receiver.deliveries.map(({ body }) => body)).toString();
    for (const secret of Object.values(SECRETS)) {
      expect(host.stderr(), 'the log').not.toContain(secret);
      expect(told, 'events').not.toContain(secret);
    }
    const holding = (secret: string, columns: ReadonlyMap<string, string>): readonly string[] =>
      [...columns].filter(([, values]) => values.includes(secret)).map(([name]) => name);
    const columns = await dump(deployment);
    expect(columns.size).toBeGreaterThan(100);
    expect(holding(SECRETS.ownerIdentifier, columns)).toEqual([]);
    expect(holding(SECRETS.identifier, columns)).toEqual([]);
    expect(holding(SECRETS.taxId, columns)).toEqual([]);
    expect(holding(SECRETS.documentNumber, columns)).toEqual([]);
  });
});

describe.each(databasesOf(import.meta.url, 'sqlite'))('documents over HTTP', () => {
  const used = useHost('sqlite', { webhooks: false, shipped: true });
  const person = () =>
    expecting(201, used.api.post<Customer>('/customers', { customerType: 'INDIVIDUAL', region: 'US' }));
  const post = (form: FormData, headers: Record<string, string> = {}) =>
    used.api.send<Document>('POST', '/documents', { body: form, headers });
  const storedFiles = (): number => {
    try {
      return filesBelow(join(used.deployment.dataDirectory, 'documents')).length;
    } catch {
      return 0;
    }
  };

  it('are uploaded, read, listed by holder, replaced and deleted', async () => {
    const { id: documentHolder } = await person();
    const passport = await upload(used.api, { documentHolder, documentType: 'PASSPORT', documentNumber: 'P-1' });
    const selfie = await upload(used.api, { documentHolder, documentType: 'SELFIE' }, jpeg());
    const listed = await expecting(200, used.api.get<Page<Document>>('/documents', { documentHolder }));
    expect(listed.data.map(({ id }) => id)).toEqual([selfie.id, passport.id]);
    const files = storedFiles();
    const form = uploadForm({ documentType: 'NATIONAL_ID', side: 'FRONT', country: 'DE' }, png(), 'ausweis.png');
    const replaced = await expecting(200, used.api.send<Document>('PUT', `/documents/${passport.id}`, { body: form }));
    expect(replaced).toMatchObject({ id: passport.id, documentType: 'NATIONAL_ID', fileName: 'ausweis.png' });
    expect(replaced.documentNumber).toBeUndefined();
    expect(await expecting(200, used.api.get(`/documents/${passport.id}`))).toEqual(replaced);
    await expecting(204, used.api.delete(`/documents/${passport.id}`));
    await refused(404, 'REFERENCE_NOT_FOUND', used.api.get(`/documents/${passport.id}`));
    await eventually('the files are gone', () => storedFiles() === files - 1);
  });

  it('are stored once per idempotency key, with any form boundary', async () => {
    const { id: documentHolder } = await person();
    const form = (file = pdf()) => uploadForm({ documentHolder, documentType: 'PASSPORT', country: 'US' }, file);
    const headers = { 'idempotency-key': 'upload-once' };
    const [first, second] = [await post(form(), headers), await post(form(), headers)];
    expect([first.status, second.text]).toEqual([201, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    await refused(409, 'CONFLICT', post(form(jpeg()), headers));
    const { data } = await expecting(200, used.api.get<Page<Document>>('/documents', { documentHolder }));
    expect(data).toHaveLength(1);
  });

  it('cannot be deleted once they were submitted', async () => {
    const [customer] = await verifyCompany(used.api);
    const { data } = await expecting(200, used.api.get<Page<Document>>('/documents', { documentHolder: customer.id }));
    await refused(409, 'CONFLICT', used.api.delete(`/documents/${data[0]!.id}`));
    const form = uploadForm({ documentType: 'TAX_RETURN', country: 'US' });
    await refused(409, 'CONFLICT', used.api.send('PUT', `/documents/${data[0]!.id}`, { body: form }));
  });

  it('are refused and not stored if they are malicious', async () => {
    const { id: documentHolder } = await person();
    const files = storedFiles();
    const fields = { documentHolder, documentType: 'PASSPORT', country: 'US' };
    const bomb = png();
    bomb.writeUInt32BE(60_000, 16);
    const attacks: readonly (readonly [what: string, code: string, form: FormData])[] = [
      [
        'a script',
        'UNSUITABLE_DOCUMENT',
        uploadForm(fields, Buffer.from('%PDF-1.7\n<script>alert(1)</script>\n%%EOF')),
      ],
      ['a truncated picture', 'UNSUITABLE_DOCUMENT', uploadForm(fields, jpeg().subarray(0, 200))],
      ['an archive', 'UNSUITABLE_DOCUMENT', uploadForm(fields, Buffer.from('PK\u0003\u0004 and so on'))],
      ['a bomb', 'UNSUITABLE_DOCUMENT', uploadForm(fields, bomb)],
      ['a byte too much', 'INVALID_REQUEST_FORMAT', uploadForm(fields, Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'))],
      ['a path', 'INVALID_INPUT', uploadForm(fields, pdf(), '../../etc/passwd')],
      ['a path of another system', 'INVALID_INPUT', uploadForm(fields, pdf(), '..\\..\\boot.ini')],
      ['no file', 'INVALID_INPUT', uploadForm(fields, Buffer.alloc(0))],
      ['another holder', 'INVALID_INPUT', uploadForm({ ...fields, documentHolder: 'Platform:1' })],
      ['no such type', 'INVALID_INPUT', uploadForm({ ...fields, documentType: 'LETTER' })],
    ];
    for (const [what, code, form] of attacks) {
      const answer = await post(form);
      expect([answer.status, (answer.body as unknown as { code: string }).code], what).toEqual([400, code]);
    }
    for (const [contentType, body] of [
      ['application/json', '{}'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=x', 'no parts at all'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF-',
      ],
    ] as const) {
      await refused(
        400,
        'INVALID_REQUEST_FORMAT',
        used.api.send('POST', '/documents', { headers: { 'content-type': contentType }, body }),
      );
    }
    const { data } = await expecting(200, used.api.get<Page<Document>>('/documents', { documentHolder }));
    expect([data, storedFiles()]).toEqual([[], files]);
  });

  it('may have up to ten megabytes', async () => {
    const { id: documentHolder } = await person();
    const [whole, limit] = [pdf(), 10 * 1024 * 1024];
    const padded = Buffer.concat([whole.subarray(0, 9), Buffer.alloc(limit - whole.length, '\n'), whole.subarray(9)]);
    expect(padded).toHaveLength(limit);
    await upload(used.api, { documentHolder, documentType: 'PASSPORT' }, padded);
  });
});

describe.each(databasesOf(import.meta.url, 'sqlite'))('links to the hosted page over HTTP', () => {
  const used = useHost('sqlite', { webhooks: false });
  const get = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });
  const person = async () =>
    (await expecting(201, used.api.post<Customer>('/customers', { customerType: 'INDIVIDUAL', region: 'US' }))).id;

  it('can be opened any number of times, but started once', async () => {
    const { kycUrl, provider } = await linkFor(used.api, await person(), 'https://shop.example/back');
    expect([provider, kycUrl]).toEqual([
      'SANDBOX',
      expect.stringContaining(encodeURIComponent('https://shop.example/back')),
    ]);
    for (let time = 0; time < 2; time++) {
      const shown = await get(kycUrl);
      expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('Verify your identity')]);
    }
    const ofOtherSites: readonly Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { referer: 'https://evil.example/' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of ofOtherSites) {
      const refused = await get(kycUrl, { method: 'POST', headers });
      expect([refused.status, refused.headers.get('set-cookie')], JSON.stringify(headers)).toEqual([400, null]);
    }
    // A browser that does not say where its forms come from sends the token of the page.
    const welcome = await get(kycUrl);
    const [, token = ''] = /name="form" value="([0-9a-f]{64})"/.exec(await welcome.text()) ?? [];
    const own = {
      method: 'POST',
      headers: { cookie: welcome.headers.get('set-cookie')!.split(';')[0]!, origin: 'null' },
      body: new URLSearchParams({ form: token }),
    };
    const begun = await get(kycUrl, own);
    expect([begun.status, begun.headers.get('location')]).toEqual([303, '/verify']);
    const cookie = begun.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^corridor_verify=[\w-]{43}; Path=\/verify; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    for (const method of ['GET', 'POST']) expect((await get(kycUrl, { method })).status).toBe(410);
    const mine = { headers: { cookie: cookie.split(';')[0]! } };
    expect((await get(kycUrl, mine)).headers.get('location')).toBe('/verify');
    const page = await get(new URL('/verify/about', kycUrl).href, mine);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('About you')]);
    expect((await get(new URL('/verify/about', kycUrl).href)).status).toBe(410);
  });

  /** Opens the hosted page by a new link, and returns a client for the pages behind it. */
  async function beginOnPage(customerId: string) {
    const { kycUrl } = await linkFor(used.api, customerId);
    const begun = await get(kycUrl, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
    const headers = { cookie: begun.headers.get('set-cookie')!.split(';')[0]! };
    return (place: string, form?: URLSearchParams) =>
      get(
        new URL(`/verify/${place}`, kycUrl).href,
        form === undefined ? { headers } : { method: 'POST', headers, body: form },
      );
  }

  it('do not add a person again whom the platform deleted while the form was open', async () => {
    const details = { customerType: 'BUSINESS', businessInfo: { legalName: 'Lovelace Ltd' } };
    const { id: customerId } = await expecting(201, used.api.post<Customer>('/customers', details));
    const { id } = await expecting(201, used.api.post<Owner>('/beneficial-owners', { ...OWNER, customerId }));
    const page = await beginOnPage(customerId);
    const { address, ...person } = OWNER.personalInfo;
    const form = new URLSearchParams({ owner: id, ownershipPercentage: String(OWNER.ownershipPercentage) });
    for (const role of OWNER.roles) form.append('roles', role);
    for (const [name, value] of Object.entries(person)) form.set(`personalInfo.${name}`, value);
    for (const [name, value] of Object.entries(address)) form.set(`personalInfo.address.${name}`, value);
    expect((await page('person', form)).status).toBe(303);
    await expecting(204, used.api.delete(`/beneficial-owners/${id}`));
    const late = await page('person', form);
    expect([late.status, await late.text()]).toEqual([400, expect.stringContaining('was removed in the meantime')]);
    const { data } = await expecting(200, used.api.get<Page<Owner>>('/beneficial-owners', { customerId }));
    expect(data).toEqual([]);
  });

  it('add a person once, even if the button is clicked twice', async () => {
    const details = { customerType: 'BUSINESS', businessInfo: { legalName: 'Lovelace Ltd' } };
    const { id } = await expecting(201, used.api.post<Customer>('/customers', details));
    const page = await beginOnPage(id);
    const text = await (await page('person')).text();
    const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]+)"/g)];
    const { address, ...person } = OWNER.personalInfo;
    const form = new URLSearchParams({ ownershipPercentage: String(OWNER.ownershipPercentage) });
    for (const [, name, value] of hidden) form.set(name!, value!);
    for (const role of OWNER.roles) form.append('roles', role);
    for (const [name, value] of Object.entries(person)) form.set(`personalInfo.${name}`, value);
    for (const [name, value] of Object.entries(address)) form.set(`personalInfo.address.${name}`, value);
    const saved = await Promise.all([page('person', form), page('person', form)]);
    expect(saved.map(({ status }) => status)).toEqual([303, 303]);
    const { data } = await expecting(200, used.api.get<Page<Owner>>('/beneficial-owners', { customerId: id }));
    expect(data).toHaveLength(1);
    form.set('personalInfo.firstName', 'Augusta');
    const changed = await page('person', form);
    expect([changed.status, await changed.text()]).toEqual([400, expect.stringContaining('has already been saved')]);
  });

  it('do not ask for data that was supplied in the meantime', async () => {
    const { address, firstName, lastName, ...identity } = OWNER.personalInfo;
    const details = { customerType: 'INDIVIDUAL', ...identity, address };
    const { id } = await expecting(201, used.api.post<Customer>('/customers', details));
    await expecting(200, used.api.patch(`/customers/${id}`, { fullName: `${firstName} ${lastName}` }));
    const licence = { documentHolder: id, documentType: 'DRIVERS_LICENSE' };
    await upload(used.api, { ...licence, side: 'FRONT' });
    const { errors } = await submit(used.api, id);
    expect(errors.map(({ type }) => type)).toEqual(['INCOMPLETE_DOCUMENT']);
    const page = await beginOnPage(id);
    expect(await (await page('review')).text()).toContain('One thing is missing');
    await upload(used.api, { ...licence, side: 'BACK' });
    const review = await (await page('review')).text();
    expect(review).toContain('Check your details, then submit them.');
    expect(review).not.toContain('role="alert"');
  });

  it('are refused with the same answer for every forged token', async () => {
    const root = new URL('/verify/', used.host.baseUrl).href;
    for (const token of ['A'.repeat(43), 'x', '..%2f..%2fetc', `${'A'.repeat(42)}%00`]) {
      const answer = await get(root + token);
      expect([answer.status, await answer.text()], token).toEqual([410, expect.stringContaining('no longer works')]);
    }
  });

  it('are not logged, even if a mail client has changed them', async () => {
    const { kycUrl } = await linkFor(used.api, await person());
    const [, token] = /\/verify\/([\w-]{43})/.exec(kycUrl)!;
    const [link] = kycUrl.split('?');
    for (const mangled of [link!, `${link!}.`, `${link!}/`, link!.slice(0, -1)]) await get(mangled);
    await eventually('the log', () => used.host.stderr().includes('/verify/[link]'));
    expect(used.host.stderr()).not.toContain(token!.slice(0, -1));
  });

  it('lead to pages that other sites cannot frame, submit to or read', async () => {
    const { kycUrl } = await linkFor(used.api, await person());
    const { headers } = await get(kycUrl);
    const policy = headers.get('content-security-policy')!;
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|script|\*/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    const foreign = await get(kycUrl, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.status).toBe(400);
    expect((await get(kycUrl, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(303);
  });

  it('require verified contacts of a customer in the EEA', async () => {
    const details = { customerType: 'INDIVIDUAL', region: 'DE', email: 'ada@example.com' };
    const { id } = await expecting(201, used.api.post<Customer>('/customers', details));
    await refused(409, 'CONFLICT', used.api.post(`/customers/${id}/kyc-link`, {}));
    await refused(
      400,
      'INVALID_INPUT',
      used.api.post(`/customers/${await person()}/kyc-link`, { redirectUri: 'javascript:1' }),
    );
  });

  it('contain the terms that end users accept', async () => {
    const terms = await expecting(200, used.api.get('/customers/end-user-terms'));
    expect(terms).toEqual({ version: '1', url: expect.stringMatching(/^https/) as string });
  });
});

describe.each(databasesOf(import.meta.url))(
  'links to the hosted page that lead to apps, on %s',
  (database: DatabaseKind) => {
    const used = useHost(database, { webhooks: false });
    const get = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });
    const APP = 'com.example.app://verified?x=1#/done';
    const register = (...redirectSchemes: string[]) =>
      expecting(200, used.api.patch<{ redirectSchemes: readonly string[] }>('/config', { redirectSchemes }));

    /** A customer who has everything but the full name, without which the sandbox does not decide at once. */
    async function person(): Promise<string> {
      const { address, firstName, lastName, ...identity } = OWNER.personalInfo;
      const details = { customerType: 'INDIVIDUAL', ...identity, address: { ...address, state: 'IL' } };
      const { id } = await expecting(201, used.api.post<Customer>('/customers', details));
      await expecting(200, used.api.patch(`/customers/${id}`, { fullName: `${firstName} ${lastName}` }));
      await upload(used.api, { documentHolder: id, documentType: 'PASSPORT' });
      return id;
    }
    async function begin(kycUrl: string) {
      const begun = await get(kycUrl, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
      const headers = { cookie: begun.headers.get('set-cookie')!.split(';')[0]! };
      return (place: string, form?: Readonly<Record<string, string>>) =>
        get(new URL(`/verify/${place}`.replace(/\/$/, ''), kycUrl).href, {
          headers,
          ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
        });
    }
    const approved = (id: string) =>
      eventually('the approval', async () => {
        const { kycStatus } = await expecting(200, used.api.get<Customer>(`/customers/${id}`));
        return kycStatus === 'APPROVED';
      });

    it('are refused for a scheme that the platform has not registered', async () => {
      const id = await person();
      const wrong = await refused(
        400,
        'INVALID_INPUT',
        used.api.post(`/customers/${id}/kyc-link`, { redirectUri: APP }),
      );
      expect(wrong.details?.errors).toEqual([
        {
          field: 'redirectUri',
          message:
            'has the scheme com.example.app, which the platform has not registered; add it to redirectSchemes with PATCH /config',
        },
      ]);
      for (const redirectUri of [
        'javascript:alert(1)',
        'data:text/html,x',
        'https://a.example/\r\nX: y',
        '//evil.example',
      ]) {
        await refused(400, 'INVALID_INPUT', used.api.post(`/customers/${id}/kyc-link`, { redirectUri }));
      }
      const schemes = await refused(
        400,
        'INVALID_INPUT',
        used.api.patch('/config', { redirectSchemes: ['myapp', 'javascript', 'https'] }),
      );
      expect(schemes.details?.errors).toMatchObject([
        {
          field: 'redirectSchemes.1',
          message: 'must be the scheme of an app; javascript belongs to browsers or operating systems',
        },
        {
          field: 'redirectSchemes.2',
          message: 'must be the scheme of an app; https addresses need no registration',
        },
      ]);
      expect(await expecting(200, used.api.get('/config'))).toMatchObject({ redirectSchemes: [] });
    });

    it('send the browser to the app after the submission, which the policy of the page allows', async () => {
      expect((await register('Com.Example.App')).redirectSchemes).toEqual(['com.example.app']);
      const id = await person();
      const page = await begin((await linkFor(used.api, id, APP)).kycUrl);
      const review = await page('review');
      const text = await review.text();
      expect(text).toContain('<dt>Nationality</dt>');
      expect(text).toContain(', IL ');
      expect(review.headers.get('content-security-policy')).toContain("form-action 'self' com.example.app:;");
      const submitted = await page('review', {});
      expect([submitted.status, submitted.headers.get('location')]).toEqual([303, APP]);
      await approved(id);
      const after = await page('');
      expect([after.status, await after.text()]).toEqual([
        200,
        expect.stringContaining(`<a class="button" href="${APP}">Continue</a>`),
      ]);
    });

    it('lead to pages with fragments', async () => {
      const uri = 'https://app.example/?a=1#/verified?b=2';
      const page = await begin((await linkFor(used.api, await person(), uri)).kycUrl);
      expect((await page('review')).headers.get('content-security-policy')).toContain(
        "form-action 'self' https://app.example;",
      );
      expect((await page('review', {})).headers.get('location')).toBe(uri);
    });

    it('end on the page itself if the scheme is no longer registered', async () => {
      await register('com.example.app', 'myapp');
      const id = await person();
      const page = await begin((await linkFor(used.api, id, 'myapp:/done')).kycUrl);
      await register('com.example.app');
      const review = await page('review');
      expect(review.headers.get('content-security-policy')).toContain("form-action 'self';");
      expect((await page('review', {})).headers.get('location')).toBe('/verify');
      await approved(id);
      expect(await (await page('')).text()).not.toContain('myapp');
    });

    it('say at once that nothing is left to do, and are not used up by that', async () => {
      const id = await person();
      const [first, second, third] = [
        await linkFor(used.api, id),
        await linkFor(used.api, id, 'https://shop.example/#/back'),
        await linkFor(used.api, id),
      ];
      const page = await begin(first.kycUrl);
      const held = await get(first.kycUrl);
      expect([held.status, await held.text()]).toEqual([410, expect.stringContaining('continue there')]);
      await page('review', {});
      const spent = await get(first.kycUrl);
      expect([spent.status, await spent.text()]).toEqual([410, expect.stringContaining('Everything was submitted')]);
      await approved(id);
      // The parameter of the link only informs, so that a changed link leads nowhere else.
      const changed = second.kycUrl.replace(/redirectUri=.*/, 'redirectUri=https%3A%2F%2Fevil.example');
      for (const [method, url] of [
        ['GET', second.kycUrl],
        ['POST', second.kycUrl],
        ['GET', changed],
      ] as const) {
        const answer = await get(url, { method });
        const text = await answer.text();
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
        expect(text).toContain('You are verified');
        expect(text).toContain('href="https://shop.example/#/back"');
        expect(text).not.toMatch(/<form|Start/);
      }
      await expecting(200, used.api.post('/sandbox/clock/advance', { seconds: 31 * 60 }));
      const late = await get(third.kycUrl);
      expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('This link has expired')]);
    });

    it('lead to a page that accepts numbers as they are pasted', async () => {
      const created = await expecting(
        201,
        used.api.post<Customer>('/customers', { customerType: 'INDIVIDUAL', region: 'US' }),
      );
      const page = await begin((await linkFor(used.api, created.id)).kycUrl);
      const numbers = { idType: 'SSN', countryOfIssuance: 'US' };
      const refusedPage = await page('identity', { ...numbers, identifier: '912 55 01' });
      expect(refusedPage.status).toBe(400);
      const saved = await page('identity', { ...numbers, identifier: ' 912\u00a055\u202f0187\u200b' });
      expect([saved.status, saved.headers.get('location')]).toEqual([303, '/verify/documents']);
    });

    it('follow codes that customers paste with blanks', async () => {
      const details = { customerType: 'INDIVIDUAL', region: 'DE', email: `ada+${database}@example.com` };
      const { id } = await expecting(201, used.api.post<Customer>('/customers', details));
      await expecting(204, used.api.post(`/customers/${id}/verify-email`));
      await refused(400, 'INVALID_INPUT', used.api.post(`/customers/${id}/verify-email/confirm`, { code: '123 457' }));
      await expecting(200, used.api.post(`/customers/${id}/verify-email/confirm`, { code: '123\u00a0-\u00a0456' }));
      await linkFor(used.api, id);
    });
  },
);
