import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ONE_TIME_CODES } from '@corridor/core/records';
import { type Api, expecting, refused } from '../support/api.js';
import { createPlatform } from '../support/credentials.js';
import { CSV_DOMAIN, customersCsv, type ImportJob, isBad, uploadCsv } from '../support/csv.js';
import { eventually } from '../support/eventually.js';
import {
  addAccount,
  balances,
  createCustomer,
  fundedAccount,
  payoutRequest,
  quotePayout,
  settled,
} from '../support/scenario.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import type { Customer, Page, PlatformConfig, Transaction } from '../support/wire.js';

interface Contacted extends Customer {
  readonly contactVerification?: { readonly email?: string; readonly phone?: string };
}

const CODE = '123456';
const WRONG = '654321';
const CONTACTS = { region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };
/** Codes are counted per mailbox and phone over all customers of a platform. */
const newContacts = () => ({
  region: 'DE',
  email: `${randomUUID()}@example.com`,
  phoneNumber: `+49151${randomInt(1e8, 1e9)}`,
});

describe.each(databasesOf(import.meta.url))('onboarding on %s', { concurrent: true }, (database) => {
  const used = useHost(database);

  const european = (contacts = newContacts()) =>
    createCustomer(used.api, { currencies: ['USD'], ...contacts }) as Promise<Contacted>;
  const send = (id: string, channel = 'email') => used.api.post(`/customers/${id}/verify-${channel}`);
  const confirm = (id: string, code: string, channel = 'email', idempotencyKey?: string) =>
    used.api.post<Contacted>(
      `/customers/${id}/verify-${channel}/confirm`,
      { code },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );

  it('verifies mailbox and phone of a customer in the EEA, and again after a change', async () => {
    const contacts = newContacts();
    const customer = await european(contacts);
    expect(customer.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
    await expecting(204, send(customer.id));
    const verified = await expecting(200, confirm(customer.id, CODE));
    expect(verified.contactVerification).toEqual({ email: 'VERIFIED', phone: 'PENDING' });
    await refused(409, 'CONFLICT', send(customer.id));
    await refused(409, 'CONFLICT', confirm(customer.id, CODE));
    await expecting(204, send(customer.id, 'phone'));
    // The host prints messages in development. A code that is confirmed before is not sent any more.
    await eventually('messages', () => used.host.stdout().includes(`message to ${contacts.phoneNumber}: 123456`));
    await expecting(200, confirm(customer.id, CODE, 'phone'));

    const path = `/customers/${customer.id}`;
    const changed = await expecting(200, used.api.patch<Contacted>(path, { email: newContacts().email }));
    expect(changed.contactVerification).toEqual({ email: 'PENDING', phone: 'VERIFIED' });
    await refused(400, 'INVALID_INPUT', confirm(customer.id, CODE));
    await expecting(204, send(customer.id));
    await expecting(200, confirm(customer.id, CODE));
    const read = await expecting(200, used.api.get<Contacted>(path));
    expect(read.contactVerification).toEqual({ email: 'VERIFIED', phone: 'VERIFIED' });
  });

  it('verifies nothing of a customer outside the EEA or without the channel', async () => {
    const elsewhere = await createCustomer(used.api, { ...CONTACTS, region: 'US' });
    const { id } = await createCustomer(used.api, { region: 'FR', email: CONTACTS.email });
    await refused(409, 'CONFLICT', send(elsewhere.id));
    await refused(409, 'CONFLICT', confirm(elsewhere.id, CODE, 'phone'));
    await refused(409, 'CONFLICT', send(id, 'phone'));
    await refused(404, 'USER_NOT_FOUND', send('Customer:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e'));
  });

  it('refuses five wrong codes, and then every code until a new one is sent', async () => {
    const { id } = await european();
    await refused(400, 'INVALID_INPUT', confirm(id, CODE));
    await expecting(204, send(id));
    for (let tries = 0; tries < 5; tries++) {
      const { details } = await refused(400, 'INVALID_INPUT', confirm(id, WRONG));
      expect(details?.errors?.map(({ field }) => field)).toEqual(['code']);
    }
    await refused(400, 'INVALID_INPUT', confirm(id, CODE));
    await expecting(204, send(id));
    await expecting(200, confirm(id, CODE));
  });

  it('counts no more than five of 50 concurrent guesses', async () => {
    const { id } = await european();
    await expecting(204, send(id));
    const guesses = Array.from({ length: 50 }, (_, n) => confirm(id, String(200_000 + n)));
    const answers = await Promise.all(guesses);
    // A request that loses every race receives 409 and must try again.
    expect(answers.every(({ status }) => status === 400 || status === 409)).toBe(true);
    await refused(400, 'INVALID_INPUT', confirm(id, CODE));
    const storage = used.deployment.open();
    const codes = await storage.units.read(null, (reads) => reads.list(ONE_TIME_CODES, { order: 'asc', limit: 100 }));
    await storage.close();
    expect(codes.rows.find(({ use }) => use.endsWith(id))).toMatchObject({ tries: 5, digest: null });
  });

  it('sends five codes an hour, and answers the sixth request with the time to wait', async () => {
    const { id } = await european();
    for (let sends = 0; sends < 5; sends++) await expecting(204, send(id));
    await refused(429, 'RATE_LIMITED', send(id));
    const again = await send(id);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(3_500);
    // The five are for the customer, whichever address they go to.
    await refused(429, 'RATE_LIMITED', send(id, 'phone'));
  });

  it('repeats the answer of a confirmation under its key, but not a refusal', async () => {
    const { id } = await european();
    await expecting(204, send(id));
    await refused(400, 'INVALID_INPUT', confirm(id, WRONG, 'email', `${id}/1`));
    const first = await confirm(id, CODE, 'email', `${id}/2`);
    const again = await confirm(id, CODE, 'email', `${id}/2`);
    expect([first.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
  });

  const payer = async (api: Api) => {
    const { id } = await createCustomer(api, { currencies: ['USD'] });
    const [{ id: from }, { id: toEuro }, { id: toDollar }] = await Promise.all([
      fundedAccount(api, id, 'USD', 50_000),
      addAccount(api, id, 'EUR'),
      addAccount(api, id, 'USD'),
    ]);
    const payout = { from, to: toEuro, amount: 1_000 };
    const transferOut = () =>
      api.post<Transaction>(
        '/transfer-out',
        { source: { accountId: from }, destination: { accountId: toDollar }, amount: 1_000 },
        { idempotencyKey: randomUUID() },
      );
    return { id, payout, quote: () => api.post('/quotes', payoutRequest(payout)), transferOut };
  };

  it('moves no money of a customer without the consent that its platform requires', async () => {
    const api = used.api.as(await createPlatform(used.deployment, 'Consenting', '--require-terms', 'true'));
    const { id, payout, quote, transferOut } = await payer(api);
    await refused(403, 'END_USER_TERMS_NOT_ACCEPTED', quote());
    await refused(403, 'END_USER_TERMS_NOT_ACCEPTED', transferOut());
    expect(await balances(api, id, 'USD')).toEqual([50_000, 50_000]);
    const sentBy = { customerId: id, type: 'OUTGOING' };
    const { data } = await expecting(200, api.get<Page<Transaction>>('/transactions', sentBy));
    expect(data).toEqual([]);

    const terms = await expecting(200, api.get<{ readonly version: string }>('/customers/end-user-terms'));
    const endUserTermsConsent = {
      termsVersion: terms.version,
      acceptedAt: '2026-01-01T00:00:00.000Z',
      ipAddress: '192.0.2.1',
      acceptanceMethod: 'CHECKBOX',
    };
    await expecting(200, api.patch(`/customers/${id}`, { endUserTermsConsent }));
    await quotePayout(api, payout);
    const sent = await expecting(201, transferOut());
    await settled(api, sent.id);
    expect(await balances(api, id, 'USD')).toEqual([49_000, 49_000]);
  });

  it("applies an operator's change of platform rules in a running host", async () => {
    const api = used.api.as(await createPlatform(used.deployment, 'Observant', '--regulated', 'true'));
    const config = () => expecting(200, api.get<PlatformConfig>('/config'));
    const { id: platformId, isRegulatedFinancialInstitution } = await config();
    expect(isRegulatedFinancialInstitution).toBe(true);
    const { id, quote, transferOut } = await payer(api);
    await expecting(201, quote());

    const change = async (...options: readonly string[]) => {
      const platform = ['--platform', platformId];
      const { exitCode, stdout } = await used.deployment.commandAsOperator(
        'platform',
        'update',
        ...platform,
        ...options,
      );
      expect(exitCode).toBe(0);
      return stdout.trim().split('\n');
    };
    expect(await change('--require-terms', 'true')).toEqual([
      'require terms: true',
      'regulated: true',
      'money during review: false',
      'uma domain: none',
    ]);
    await eventually('a refusal', async () => (await quote()).status === 403);
    await refused(403, 'END_USER_TERMS_NOT_ACCEPTED', transferOut());
    expect(await balances(api, id, 'USD')).toEqual([50_000, 50_000]);

    const taken = await change('--require-terms', 'false', '--regulated', 'false');
    expect(taken).toEqual([
      'require terms: false',
      'regulated: false',
      'money during review: false',
      'uma domain: none',
    ]);
    await eventually('a quote', async () => (await quote()).status === 201);
    expect((await config()).isRegulatedFinancialInstitution).toBe(false);
  });

  const ended = (jobId: string): Promise<ImportJob> =>
    eventually(
      `the end of ${jobId}`,
      async () => {
        const job = await expecting(200, used.api.get<ImportJob>(`/customers/bulk/jobs/${jobId}`));
        return job.completedAt === undefined ? null : job;
      },
      { withinMs: 60_000, everyMs: 100 },
    );

  it('imports a file of customers and reports each bad row by its number', async () => {
    const { api, receiver } = used;
    const rows = 120;
    await expecting(200, api.patch('/config', { umaDomain: CSV_DOMAIN }));
    const file = customersCsv(`${database}-`, rows);
    const headers = { 'idempotency-key': `import ${database}` };
    const accepted = await uploadCsv(api, file, headers);
    expect([accepted.status, accepted.body.status]).toEqual([202, 'PENDING']);
    const { jobId } = accepted.body;
    const again = await uploadCsv(api, file, headers);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([accepted.text, 'true']);
    await refused(409, 'CONFLICT', uploadCsv(api, `${file}x`, headers));

    const job = await ended(jobId);
    expect(job).toMatchObject({
      id: jobId,
      status: 'COMPLETED',
      progress: { total: rows, processed: rows, successful: rows - 1, failed: 1 },
    });
    expect(job.errors).toMatchObject([
      { correlationId: '100', code: 'INVALID_INPUT', details: { errors: [{ field: 'country' }] } },
    ]);
    for (const n of [1, 10, 99, 100, 120]) {
      const filter = { platformCustomerId: `${database}-${n}` };
      const { data } = await expecting(200, api.get<Page<Customer>>('/customers', filter));
      expect(data.map(({ umaAddress }) => umaAddress)).toEqual(isBad(n) ? [] : [`$${database}-${n}@${CSV_DOMAIN}`]);
    }
    const told = await receiver.delivery('BULK_UPLOAD.COMPLETED', jobId);
    expect(told.event.data).toEqual(job);

    const twice = await expecting(202, uploadCsv(api, customersCsv(`${database}-`, 20)));
    const failed = await ended(twice.jobId);
    expect(failed).toMatchObject({ status: 'FAILED', progress: { total: 20, successful: 0, failed: 20 } });
    expect(new Set(failed.errors?.map(({ code }) => code))).toEqual(new Set(['CONFLICT']));
    await receiver.delivery('BULK_UPLOAD.FAILED', twice.jobId);
  });

  it('refuses a malformed file, and does not find an unknown job', async () => {
    const { api } = used;
    for (const content of ['', 'nonsense', 'a,a\n1,2\n', customersCsv('x', 0), `${customersCsv('y', 3)}"`]) {
      const { details } = await refused(400, 'INVALID_INPUT', uploadCsv(api, content));
      expect(details?.errors?.map(({ field }) => field)).toEqual(['file']);
    }
    for (const id of ['nonsense', 'BulkImport:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e']) {
      await refused(404, 'BULK_UPLOAD_JOB_NOT_FOUND', api.get(`/customers/bulk/jobs/${id}`));
    }
  });
});
