import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Api, expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import {
  askedQuote,
  authorize,
  confirmFactor,
  enrollPasskey,
  passkeyProof,
  type AskedQuote,
  type Regulated,
  registrationJson,
  regulatedCustomer,
  SCA_CODE,
  type ScaChallenge,
  startPasskey,
  verifyPhone,
} from '../support/regulated-customer.js';
import { addAccount, balances, createCustomer, pay, readQuote, settled } from '../support/scenario.js';
import { softAuthenticator } from '../support/soft-authenticator.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';

const ORIGIN = 'https://app.example.com';
const ENV = {
  CORRIDOR_PASSKEY_ORIGINS: `${ORIGIN},https://www.example.com`,
  CORRIDOR_PASSKEY_DOMAIN: 'example.com',
};
const WRONG = '654321';

const codes = (answers: readonly Answer<unknown>[]): readonly string[] =>
  answers.map(({ status, body }) => (status < 400 ? String(status) : (body as { code: string }).code)).sort();

interface TotpStart {
  readonly secret: string;
  readonly secretBase32Encoded: string;
  readonly totpUri: string;
}

const startTotp = (api: Api, customerId: string): Promise<TotpStart> =>
  expecting(200, api.post<TotpStart>(`/sca/factors?customerId=${customerId}`, { type: 'TOTP' }));

/** The authenticator app for this secret. */
const appOf = ({ secretBase32Encoded }: TotpStart): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secretBase32Encoded) });

const login = (api: Api, customerId: string, body: object) =>
  api.post<{ status: string; sessionExpiresAt: string }>(`/sca/login/complete?customerId=${customerId}`, {
    endUserIpAddress: '203.0.113.7',
    ...body,
  });

describe.each(databasesOf(import.meta.url))('strong customer authentication on %s', (database) => {
  const used = useHost(database, { env: ENV });

  it('executes a payment after its payer has entered the code', async () => {
    const { api } = used;
    const mine = await regulatedCustomer(api);
    const { id, scaChallenge } = await askedQuote(api, mine);
    expect(scaChallenge).toMatchObject({ factor: 'SMS_OTP', availableFactors: ['SMS_OTP'] });
    expect(scaChallenge.purpose).toMatch(/^pay 100\.00 USD to Grace Hopper \(….{4}\)$/);
    expect(await readQuote(api, id)).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge });
    await expecting(204, api.post(`/quotes/${id}/authorize/resend`));
    const options = { idempotencyKey: scaChallenge.id };
    const proof = { code: SCA_CODE, challengeId: scaChallenge.id, endUserIpAddress: '2001:db8::7' };
    const answer = await api.post<AskedQuote>(`/quotes/${id}/authorize`, proof, options);
    expect(answer.body).toMatchObject({ status: 'PROCESSING' });
    expect(answer.body.scaChallenge).toBeUndefined();
    const again = await api.post(`/quotes/${id}/authorize`, proof, options);
    expect([again.status, again.text]).toEqual([200, answer.text]);
    await settled(api, answer.body.transactionId);
    expect(await balances(api, mine.customer.id, 'USD')).toEqual([990_000, 990_000]);
  });

  it('sends a transfer out, which has no challenge, to a trusted beneficiary only', async () => {
    const { api } = used;
    const { customer, usd } = await regulatedCustomer(api);
    const bank = await addAccount(api, customer.id, 'USD');
    const path = `/customers/external-accounts/${bank.id}/trust`;
    const transferOut = () =>
      api.post<{ id: string; message: string }>('/transfer-out', {
        source: { accountId: usd.id },
        destination: { accountId: bank.id },
        amount: 5_000,
      });
    const untrusted = await transferOut();
    expect(untrusted).toMatchObject({ status: 403, body: { code: 'USER_NOT_READY' } });
    expect(untrusted.body.message).toContain('POST /customers/external-accounts/{externalAccountId}/trust/confirm');
    const { scaChallenge } = await expecting(200, api.post<{ scaChallenge: ScaChallenge }>(path));
    await expecting(200, api.post(`${path}/confirm`, { code: SCA_CODE, challengeId: scaChallenge.id }));
    const { id } = await expecting(201, transferOut());
    await settled(api, id);
    expect(await balances(api, customer.id, 'USD')).toEqual([995_000, 995_000]);
  });

  it('sends a phone five codes an hour for all purposes, even for concurrent requests', async () => {
    const { api } = used;
    const mine = await regulatedCustomer(api);
    const path = `/sca/login/start?customerId=${mine.customer.id}`;
    const quote = await askedQuote(api, mine);
    const starts = await Promise.all(Array.from({ length: 20 }, () => api.post(path, { factor: 'SMS_OTP' })));
    // One code has verified the phone and another belongs to the payment.
    expect(codes(starts)).toEqual([...Array<string>(3).fill('200'), ...Array<string>(17).fill('RATE_LIMITED')]);
    await refused(429, 'RATE_LIMITED', api.post(`/quotes/${quote.id}/authorize/resend`));
    await refused(429, 'RATE_LIMITED', api.post(`/customers/external-accounts/${mine.payee.id}/trust`));
    expect(await expecting(200, authorize(api, quote.id, { code: SCA_CODE }))).toMatchObject({ status: 'PROCESSING' });

    const fresh = await createCustomer(api, { region: 'DE', phoneNumber: '+4915112345678', currencies: ['USD'] });
    const verify = () => api.post(`/customers/${fresh.id}/verify-phone`);
    expect(codes(await Promise.all(Array.from({ length: 20 }, verify)))).toEqual([
      ...Array<string>(5).fill('204'),
      ...Array<string>(15).fill('RATE_LIMITED'),
    ]);
  });

  it("shows the payment instructions of a funded quote after the payer's proof", async () => {
    const { api } = used;
    const { customer, payee } = await regulatedCustomer(api);
    const quote = await expecting(
      202,
      api.post<AskedQuote>('/quotes', {
        source: { sourceType: 'REALTIME_FUNDING', customerId: customer.id, currency: 'USD' },
        destination: { destinationType: 'ACCOUNT', accountId: payee.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 5_000,
      }),
    );
    expect([quote.status, quote.paymentInstructions]).toEqual(['PENDING_AUTHORIZATION', undefined]);
    await refused(409, 'CONFLICT', api.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' }));
    const authorized = await expecting(200, authorize(api, quote.id, { code: SCA_CODE }));
    expect([authorized.status, authorized.paymentInstructions?.length]).toEqual(['PENDING', 1]);
    await pay(api, quote.id);
    await settled(api, quote.transactionId);
  });

  it('accepts a passkey for login, payments and trust, and pays a trusted beneficiary without a challenge', async () => {
    const { api } = used;
    const mine = await regulatedCustomer(api);
    const { id: customerId } = mine.customer;
    const authenticator = softAuthenticator({ origin: ORIGIN, rpId: 'example.com' });
    const credentialId = await enrollPasskey(api, customerId, authenticator);
    const { factors } = await expecting(
      200,
      api.get<{ factors: { factor: string; credentialId?: string }[] }>('/sca/factors', { customerId }),
    );
    expect(factors).toMatchObject([{ factor: 'SMS_OTP' }, { factor: 'PASSKEY', credentialId }]);

    const started = await expecting(
      200,
      api.post<{ challengeId: string; passkeyOptions: { challenge: string }; relyingPartyId: string }>(
        `/sca/login/start?customerId=${customerId}`,
        { factor: 'PASSKEY' },
      ),
    );
    expect(started.relyingPartyId).toBe('example.com');
    const loggedIn = await expecting(
      200,
      login(api, customerId, { factor: 'PASSKEY', ...passkeyProof(authenticator, started.passkeyOptions) }),
    );
    const left = Date.parse(loggedIn.sessionExpiresAt) - Date.now();
    expect(left).toBeGreaterThan(200_000);
    expect(left).toBeLessThanOrEqual(300_000);

    const quote = await askedQuote(api, mine, { scaFactor: 'PASSKEY' });
    const { passkeyAssertionOptions, passkeyAllowedOrigins, factor } = quote.scaChallenge;
    expect([factor, passkeyAllowedOrigins]).toEqual(['PASSKEY', [ORIGIN, 'https://www.example.com']]);
    expect(passkeyAssertionOptions).toMatchObject({
      rpId: 'example.com',
      userVerification: 'required',
      allowCredentials: [{ id: authenticator.credentialId }],
    });
    await refused(400, 'INVALID_INPUT', authorize(api, quote.id, { code: SCA_CODE }));
    const proof = passkeyProof(authenticator, passkeyAssertionOptions!);
    expect(await expecting(200, authorize(api, quote.id, proof))).toMatchObject({ status: 'PROCESSING' });

    const path = `/customers/external-accounts/${mine.payee.id}`;
    for (const [change, trusted] of [
      ['trust', true],
      ['untrust', false],
    ] as const) {
      const { scaChallenge } = await expecting(200, api.post<{ scaChallenge: ScaChallenge }>(`${path}/${change}`));
      const answer = passkeyProof(authenticator, scaChallenge.passkeyAssertionOptions!);
      expect(await expecting(200, api.post(`${path}/${change}/confirm`, answer))).toEqual({ trusted });
      if (trusted) await refused(409, 'BENEFICIARY_TRUSTED', api.delete(path));
    }
    await askedQuote(api, mine);
    await expecting(204, api.delete(`/sca/factors/${credentialId}?customerId=${customerId}`));
  });

  it('counts five of 50 concurrent guesses and then refuses the right code', async () => {
    const { api } = used;
    const mine = await regulatedCustomer(api);
    const quote = await askedQuote(api, mine);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, at) => authorize(api, quote.id, { code: String(200_000 + at) })),
    );
    const answered = codes(guesses).filter((code) => code !== 'CONFLICT');
    expect(answered.filter((code) => code === 'INVALID_INPUT')).toHaveLength(5);
    expect(new Set(answered)).toEqual(new Set(['ACCOUNT_LOCKED', 'INVALID_INPUT']));
    const answer = await refused(423, 'ACCOUNT_LOCKED', authorize(api, quote.id, { code: SCA_CODE }));
    expect(answer.details).toMatchObject({ suspended: true, failedAttempts: 5 });
    expect(await balances(api, mine.customer.id, 'USD')).toEqual([1_000_000, 1_000_000]);
  });

  it('executes once for 20 concurrent right proofs', async () => {
    const { api } = used;
    const mine = await regulatedCustomer(api);
    const quote = await askedQuote(api, mine, { amount: 600_000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => authorize(api, quote.id, { code: SCA_CODE })));
    expect(codes(answers).filter((code) => code === '200')).toHaveLength(1);
    await settled(api, quote.transactionId);
    expect(await balances(api, mine.customer.id, 'USD')).toEqual([400_000, 400_000]);
  });
});

describe.each(databasesOf(import.meta.url, 'sqlite'))('an attacker', () => {
  const used = useHost('sqlite', { env: ENV, webhooks: false, shipped: true });
  const authenticator = softAuthenticator({ origin: ORIGIN, rpId: 'example.com' });
  let mine: Regulated;
  beforeAll(async () => {
    mine = await regulatedCustomer(used.api);
    await enrollPasskey(used.api, mine.customer.id, authenticator);
  });

  const untouched = async (quoteId: string): Promise<void> => {
    expect(await readQuote(used.api, quoteId)).toMatchObject({ status: 'PENDING_AUTHORIZATION' });
    expect(await balances(used.api, mine.customer.id, 'USD')).toEqual([1_000_000, 1_000_000]);
  };
  const newPayer = async (): Promise<void> => {
    mine = await regulatedCustomer(used.api);
    await enrollPasskey(used.api, mine.customer.id, authenticator);
  };

  it('cannot use a signature for another amount or another payee', async () => {
    const asked = await askedQuote(used.api, mine, { scaFactor: 'PASSKEY' });
    const more = await askedQuote(used.api, mine, { scaFactor: 'PASSKEY', amount: 900_000 });
    const payee = await addAccount(used.api, mine.customer.id, 'EUR');
    const elsewhere = await askedQuote(used.api, { ...mine, payee }, { scaFactor: 'PASSKEY' });
    for (const target of [more, elsewhere]) {
      const proof = passkeyProof(authenticator, asked.scaChallenge.passkeyAssertionOptions!);
      await refused(401, 'INVALID_SIGNATURE', authorize(used.api, target.id, proof));
      const { id: challengeId } = asked.scaChallenge;
      await refused(400, 'INVALID_INPUT', authorize(used.api, target.id, { ...proof, challengeId }));
      await untouched(target.id);
    }
    await newPayer();
  });

  it('cannot use a passkey from another page, a copied one, or one of another person', async () => {
    const { id, scaChallenge } = await askedQuote(used.api, mine, { scaFactor: 'PASSKEY' });
    const options = scaChallenge.passkeyAssertionOptions!;
    const stranger = softAuthenticator({ origin: ORIGIN, rpId: 'example.com' });
    await refused(401, 'INVALID_SIGNATURE', authorize(used.api, id, passkeyProof(stranger, options)));
    const evil = 'https://evil.example.com';
    authenticator.origin = evil;
    await refused(401, 'INVALID_SIGNATURE', authorize(used.api, id, passkeyProof(authenticator, options)));
    const said = { ...passkeyProof(authenticator, options), origin: ORIGIN };
    await refused(401, 'INVALID_SIGNATURE', authorize(used.api, id, said));
    authenticator.origin = ORIGIN;
    const elsewhere = { ...passkeyProof(authenticator, options), origin: 'https://www.example.com' };
    await refused(401, 'INVALID_SIGNATURE', authorize(used.api, id, elsewhere));
    await untouched(id);

    await newPayer();
    const next = await askedQuote(used.api, mine, { scaFactor: 'PASSKEY' });
    const answer = passkeyProof(authenticator, next.scaChallenge.passkeyAssertionOptions!);
    await expecting(200, authorize(used.api, next.id, answer));
    const after = await askedQuote(used.api, mine, { scaFactor: 'PASSKEY' });
    authenticator.counter = 0;
    const copied = passkeyProof(authenticator, after.scaChallenge.passkeyAssertionOptions!);
    await refused(401, 'INVALID_SIGNATURE', authorize(used.api, after.id, copied));
    await newPayer();
  });

  it('cannot enroll a second passkey, or one from another page or domain', async () => {
    const { id: customerId } = mine.customer;
    await refused(
      409,
      'PASSKEY_ALREADY_ENROLLED',
      used.api.post(`/sca/factors?customerId=${customerId}`, { type: 'PASSKEY' }),
    );
    const other = await regulatedCustomer(used.api);
    const evil = softAuthenticator({ origin: 'https://evil.example.com', rpId: 'example.com' });
    const foreign = softAuthenticator({ origin: ORIGIN, rpId: 'app.example.com' });
    const unsure = softAuthenticator({ origin: ORIGIN, rpId: 'example.com', verifiesUser: false });
    for (const [stranger, origin, field] of [
      [evil, evil.origin, 'origin'],
      [evil, ORIGIN, 'credential'],
      [foreign, ORIGIN, 'credential'],
      [unsure, ORIGIN, 'credential'],
      [authenticator, 'https://www.example.com', 'origin'],
    ] as const) {
      const { options } = await startPasskey(used.api, other.customer.id);
      const credential = registrationJson(stranger.register(options.challenge));
      const body = { type: 'PASSKEY', origin, credential };
      const answer = await refused(400, 'INVALID_INPUT', confirmFactor(used.api, other.customer.id, body));
      expect(answer.details?.errors?.map((error) => error.field)).toEqual([field]);
    }
    const { options } = await startPasskey(used.api, other.customer.id);
    await startPasskey(used.api, other.customer.id);
    const credential = registrationJson(authenticator.register(options.challenge));
    const body = { type: 'PASSKEY', origin: ORIGIN, credential };
    await refused(400, 'INVALID_INPUT', confirmFactor(used.api, other.customer.id, body));
  });

  it('cannot reuse a code of the app within its window, or use one for a payment', async () => {
    const { customer } = mine;
    const start = await startTotp(used.api, customer.id);
    expect(start.totpUri).toMatch(/^otpauth:\/\/totp\//);
    const app = appOf(start);
    let ahead = 0;
    const codeNow = (): string => app.generate({ timestamp: Date.now() + ahead * 1000 });
    const first = codeNow();
    const confirm = { type: 'TOTP', secret: start.secret, code: first };
    const { recoveryCodes } = await expecting(
      200,
      confirmFactor<{ recoveryCodes: string[] }>(used.api, customer.id, confirm),
    );
    expect(recoveryCodes).toHaveLength(10);
    const byApp = (code: string) => login(used.api, customer.id, { factor: 'TOTP', code });
    await refused(400, 'INVALID_INPUT', byApp(first));
    await used.host.advance(60);
    ahead += 60;
    const second = codeNow();
    expect(await expecting(200, byApp(second))).toMatchObject({ status: 'COMPLETED' });
    await refused(400, 'INVALID_INPUT', byApp(second));
    await refused(400, 'INVALID_INPUT', byApp(first));
    await expecting(200, byApp(recoveryCodes[0]!));
    await refused(400, 'INVALID_INPUT', byApp(recoveryCodes[0]!));
    await expecting(200, byApp(SCA_CODE));

    const quote = await used.api.post<AskedQuote>('/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: mine.usd.id },
      destination: { destinationType: 'ACCOUNT', accountId: mine.payee.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    });
    const execute = used.api.post(`/quotes/${quote.body.id}/execute`, { scaFactor: 'TOTP' });
    const answer = await refused(400, 'INVALID_INPUT', execute);
    expect(answer.details?.errors?.map(({ field }) => field)).toEqual(['scaFactor']);
    expect(await readQuote(used.api, quote.body.id)).toMatchObject({ status: 'PENDING' });
  });

  it('gets no code and no payment from an expired challenge', async () => {
    const { id, scaChallenge } = await askedQuote(used.api, mine);
    await used.host.advance(299);
    await expecting(204, used.api.post(`/quotes/${id}/authorize/resend`));
    expect((await readQuote(used.api, id)) as AskedQuote).toMatchObject({ scaChallenge });
    await used.host.advance(2);
    await refused(409, 'CONFLICT', used.api.post(`/quotes/${id}/authorize/resend`));
    await refused(409, 'CONFLICT', authorize(used.api, id, { code: SCA_CODE }));
    expect(await balances(used.api, mine.customer.id, 'USD')).toEqual([1_000_000, 1_000_000]);
  });

  it('cannot use SCA for customers outside the EEA or of another platform', async () => {
    const { id: customerId } = await createCustomer(used.api, { currencies: ['USD'] });
    await refused(409, 'CONFLICT', used.api.get('/sca/factors', { customerId }));
    await refused(409, 'CONFLICT', used.api.post(`/sca/login/start?customerId=${customerId}`, { factor: 'SMS_OTP' }));
    const absentCustomer = 'Customer:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';
    await refused(404, 'USER_NOT_FOUND', used.api.get('/sca/factors', { customerId: absentCustomer }));
  });
});

describe.each(databasesOf(import.meta.url, 'sqlite'))('a host keeps', () => {
  let deployment: Deployment;
  let host: Host;
  beforeAll(async () => {
    deployment = await createDeployment('sqlite', ENV);
    host = await deployment.start();
  });
  afterAll(() => deployment.remove());

  it('a factor reset until a reviewer has decided', async () => {
    const { api } = host;
    const { id: customerId } = await createCustomer(api, {
      region: 'DE',
      fullName: 'Ada Lovelace 001',
      phoneNumber: '+4915112345678',
    });
    const { resetId } = await expecting(
      201,
      api.post<{ resetId: string }>(`/sca/factors/reset?customerId=${customerId}`, { factor: 'SMS_OTP' }),
    );
    const path = `/sca/factors/reset/${resetId}`;
    const whenIs = (status: string): Promise<boolean> =>
      eventually(`${resetId} ${status}`, async () => {
        const reset = await expecting(200, api.get<{ status: string }>(path, { customerId }));
        return reset.status === status;
      });
    await whenIs('PENDING_REVIEW');
    const complete = (body: object) => api.post(`${path}/complete?customerId=${customerId}`, body);
    const mobile = { countryCode: '49', number: '15187654321' };
    await refused(409, 'CONFLICT', complete({ mobile }));
    expect((await deployment.command('sca', 'list')).stdout).toContain(resetId);
    const decided = await deployment.commandAsOperator('sca', 'decide', '--id', resetId, '--verdict', 'PASSED');
    expect([decided.exitCode, decided.stdout.trim()]).toEqual([0, `${resetId} is LIVENESS_PASSED`]);
    await whenIs('LIVENESS_PASSED');
    await expecting(204, complete({ mobile }));
    await verifyPhone(api, customerId);
    expect(await expecting(200, api.get(path, { customerId }))).toMatchObject({
      status: 'COMPLETED',
      enrollmentStatus: 'COMPLETED',
    });
  });

  it('the lock over a restart, and no secret in plain text', async () => {
    const mine = await regulatedCustomer(host.api);
    const start = await startTotp(host.api, mine.customer.id);
    const code = appOf(start).generate();
    const confirm = { type: 'TOTP', secret: start.secretBase32Encoded, code };
    const { recoveryCodes } = await expecting(
      200,
      confirmFactor<{ recoveryCodes: string[] }>(host.api, mine.customer.id, confirm),
    );
    const quote = await askedQuote(host.api, mine);
    for (let i = 0; i < 5; i++) {
      await refused(400, 'INVALID_INPUT', authorize(host.api, quote.id, { code: WRONG }));
    }
    const before = await refused(423, 'ACCOUNT_LOCKED', authorize(host.api, quote.id, { code: SCA_CODE }));
    const log = host.stderr();
    await host.stop();
    host = await deployment.start();
    const after = await refused(423, 'ACCOUNT_LOCKED', authorize(host.api, quote.id, { code: SCA_CODE }));
    const { lockedUntil } = before.details as { lockedUntil?: string };
    expect([lockedUntil, after.details]).toEqual([
      expect.stringMatching(/Z$/),
      expect.objectContaining({ lockedUntil, failedAttempts: 5, suspended: true }),
    ]);
    await host.stop();

    const kept = readdirSync(deployment.dataDirectory)
      .filter((name) => name.startsWith('corridor.db'))
      .map((name) => readFileSync(join(deployment.dataDirectory, name)).toString('latin1'))
      .join('\n');
    expect(kept).toContain(mine.customer.id);
    const plain = recoveryCodes.map((one) => one.replaceAll('-', ''));
    for (const secret of [start.secret, start.secretBase32Encoded, ...recoveryCodes, ...plain]) {
      expect(kept.toLowerCase()).not.toContain(secret.toLowerCase());
      expect(log).not.toContain(secret);
    }
    await deployment.audit();
  });
});
