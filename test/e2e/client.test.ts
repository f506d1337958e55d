import {
  Corridor,
  ConnectionError,
  type Fetch,
  InvalidInputError,
  QuoteNotFoundError,
  UnauthorizedError,
} from '@corridor/client';
import { callSigned, createKey, createStamp, encryptCode, openExport, openSessionKey } from '@corridor/client/wallet';
import { verifyWebhook } from '@corridor/client/webhooks';
import { fetch as undiciFetch } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { pdf } from '../../packages/adapters-rails/src/testing/files.js';
import { CSV_DOMAIN, customersCsv } from '../support/csv.js';
import { eventually } from '../support/eventually.js';
import { BOOTSTRAP, DATABASES } from '../support/host.js';
import { ACCOUNT_INFO } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import { enableWallets, SANDBOX_CODE } from '../support/wallet-owner.js';

describe.each(DATABASES)('the client, with a host on %s,', (database) => {
  const used = useHost(database);
  const connect = (options: Partial<ConstructorParameters<typeof Corridor>[0]> = {}): Corridor =>
    new Corridor({ baseUrl: used.host.baseUrl, credential: BOOTSTRAP, ...options });
  const newCustomer = (corridor: Corridor) =>
    corridor.createCustomer({ body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' } });

  it('makes a first payment, and verifies its webhooks by both signatures', async () => {
    const corridor = connect();
    const customer = await newCustomer(corridor);
    const wallet = await corridor.createCustomerExternalAccount({
      body: { customerId: customer.id, currency: 'BTC', accountInfo: ACCOUNT_INFO.BTC('900') },
    });
    const quote = await corridor.createQuote({
      body: {
        source: { sourceType: 'REALTIME_FUNDING', customerId: customer.id, currency: 'USD' },
        destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
      },
    });
    const { id } = await corridor.sandboxSend({ body: { quoteId: quote.id, currencyCode: 'USD' } });
    const { headers, body } = await used.receiver.delivery('OUTGOING_PAYMENT.COMPLETED', id);
    const { secret } = await corridor.getWebhookSecret();
    const publicKeys = await corridor.getWebhookPublicKey();
    expect(publicKeys).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    const event = await verifyWebhook(body, headers, { secret });
    expect(await verifyWebhook(body, headers, { publicKeys })).toEqual(event);
    if (event.type !== 'OUTGOING_PAYMENT.COMPLETED') throw new Error(`the event has the type ${event.type}`);
    expect(event.data).toMatchObject({ id, status: 'COMPLETED', quoteId: quote.id });
    expect(await corridor.getTransactionById({ path: { transactionId: id } })).toEqual(event.data);
  });

  it('has one effect although the responses are lost, with an idempotency key that it sends again', async () => {
    let lost = 0;
    const losing: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (init.method === 'POST' && (lost += 1) <= 2) throw new TypeError('the connection was reset');
      return response;
    };
    const createdAfter = new Date().toISOString();
    const customer = await newCustomer(connect({ fetch: losing }));
    expect(lost).toBe(3);
    const others = [await newCustomer(connect()), await newCustomer(connect())];
    const found: string[] = [];
    for await (const { id } of connect().each('listCustomers', { query: { limit: 1, createdAfter } })) found.push(id);
    expect(found.sort()).toEqual([customer, ...others].map(({ id }) => id).sort());
  });

  it('uploads files again after a lost response', async () => {
    let sent = 0;
    const losing: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      if ((sent += 1) === 1) throw new TypeError('the connection was reset');
      return response;
    };
    const corridor = connect();
    const customer = await newCustomer(corridor);
    const document = await connect({ fetch: losing }).uploadDocument({
      body: {
        documentHolder: customer.id,
        documentType: 'PASSPORT',
        country: 'US',
        file: new File([new Uint8Array(pdf())], 'passport.pdf', { type: 'application/pdf' }),
      },
    });
    expect(sent).toBe(2);
    const { data } = await corridor.listDocuments({ query: { documentHolder: customer.id } });
    expect(data.map(({ id }) => id)).toEqual([document.id]);

    sent = 0;
    await corridor.updatePlatformConfig({ body: { umaDomain: CSV_DOMAIN } });
    const { jobId } = await connect({ fetch: losing }).uploadCustomersCsv({
      body: { file: new File([customersCsv('client', 3)], 'customers.csv', { type: 'text/csv' }) },
    });
    expect(sent).toBe(2);
    const job = await eventually('the import', async () => {
      const now = await corridor.getBulkCustomerImportJob({ path: { jobId } });
      return now.status === 'COMPLETED' ? now : null;
    });
    expect(job.progress).toMatchObject({ total: 3, successful: 3 });
  });

  it('works with the fetch of undici', async () => {
    const corridor = connect({ fetch: undiciFetch });
    const customer = await newCustomer(corridor);
    expect((await corridor.getCustomerById({ path: { customerId: customer.id } })).id).toBe(customer.id);
    const token = await corridor.createToken({ body: { name: 'reader', permissions: ['VIEW'] } });
    await expect(corridor.deleteTokenById({ path: { tokenId: token.id } })).resolves.not.toThrow();
    const error = await corridor.getQuoteById({ path: { quoteId: 'Quote:none' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(QuoteNotFoundError);
    expect((error as QuoteNotFoundError).requestId).toBe((error as QuoteNotFoundError).details['requestId']);
  });

  it('throws errors by their code, with every invalid field', async () => {
    const corridor = connect();
    const error = await corridor
      .createCustomer({ body: { customerType: 'INDIVIDUAL', email: 'nonsense', birthDate: 'soon' } as never })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect((error as InvalidInputError).invalidFields.map(({ field }) => field).sort()).toEqual(['birthDate', 'email']);
    const stranger = connect({ credential: { clientId: 'nobody', clientSecret: 'wrong' } });
    await expect(stranger.getPlatformConfig()).rejects.toThrow(UnauthorizedError);
    const nowhere = connect({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
    await expect(nowhere.getPlatformConfig()).rejects.toThrow(ConnectionError);
    const signal = AbortSignal.abort();
    await expect(corridor.getPlatformConfig({ signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  describe('signs for a wallet:', () => {
    beforeAll(() => enableWallets(used.api));

    /** A wallet with its first credential, and a code on its way to its owner. */
    async function wallet(corridor: Corridor) {
      const customer = await corridor.createCustomer({
        body: {
          customerType: 'INDIVIDUAL',
          fullName: 'Ada Lovelace',
          region: 'US',
          email: `client-${crypto.randomUUID()}@example.com`,
          currencies: ['USDB', 'EUR'],
        },
      });
      const accounts = await corridor.listCustomerInternalAccounts({
        query: { customerId: customer.id, currency: 'USDB' },
      });
      const accountId = accounts.data[0]!.id;
      const { data } = await corridor.listAuthCredentials({ query: { accountId } });
      return { customer, accountId, credential: data[0]!.id };
    }

    async function signIn(corridor: Corridor, of: Awaited<ReturnType<typeof wallet>>, clientPublicKey: string) {
      const sent = await corridor.challengeAuthCredential({ path: { id: of.credential } });
      if (!('otpEncryptionTargetBundle' in sent)) throw new Error('no code was sent');
      const { otpEncryptionTargetBundle: targetBundle = '' } = sent;
      const { accountId } = of;
      return encryptCode({ targetBundle, accountId, code: SANDBOX_CODE, clientPublicKey });
    }

    it('signs in, changes, exports, refreshes and ends the session', async () => {
      const corridor = connect();
      const of = await wallet(corridor);
      const { accountId } = of;
      const key = createKey();
      const path = { id: of.credential };
      const encryptedOtpBundle = await signIn(corridor, of, key.publicKeyUncompressed);
      const body = { type: 'EMAIL_OTP', encryptedOtpBundle } as const;
      const session = await callSigned(corridor, 'verifyAuthCredential', { path, body }, key);
      const sessionKey = await openSessionKey(session.encryptedSessionSigningKey!, key);
      expect(sessionKey.publicKey).not.toBe(key.publicKey);

      const change = { path: { id: accountId }, body: { privateEnabled: true } };
      const changed = await callSigned(corridor, 'updateInternalAccount', change, sessionKey);
      expect(changed.privateEnabled).toBe(true);
      const target = createKey();
      const { encryptedWalletCredentials } = await callSigned(
        corridor,
        'exportInternalAccount',
        { path: { id: accountId }, body: { clientPublicKey: target.publicKeyUncompressed } },
        sessionKey,
      );
      expect(await openExport(encryptedWalletCredentials, target, { accountId })).toMatch(/^([a-z]+ ){11}[a-z]+$/);

      const next = createKey();
      const sessionPath = { id: session.id };
      const refresh = { path: sessionPath, body: { clientPublicKey: next.publicKey } };
      expect((await callSigned(corridor, 'refreshAuthSession', refresh, sessionKey)).id).toBe(session.id);
      await callSigned(corridor, 'revokeAuthSession', { path: sessionPath }, next);
      expect((await corridor.listAuthSessions({ query: { accountId } })).data).toEqual([]);
    });

    it('has one effect if the response of a signed retry is lost, and sends the same idempotency key for both calls', async () => {
      const corridor = connect();
      const of = await wallet(corridor);
      const key = createKey();
      const encryptedOtpBundle = await signIn(corridor, of, key.publicKey);
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      const requestIds: (string | undefined)[] = [];
      const losing: Fetch = async (url, init) => {
        const response = await fetch(url, init);
        requestIds.push(init.headers['request-id']);
        if (requestIds.length === 2) throw new TypeError('the connection was reset');
        return response;
      };
      const session = await callSigned(
        connect({ fetch: losing }),
        'verifyAuthCredential',
        { path: { id: of.credential }, body: { type: 'EMAIL_OTP', encryptedOtpBundle }, headers },
        (payload) => createStamp(key, payload),
      );
      expect(requestIds).toEqual([undefined, expect.stringMatching(/^Request:/), requestIds[1]]);
      const { data } = await corridor.listAuthSessions({ query: { accountId: of.accountId } });
      expect(data.map(({ id }) => id)).toEqual([session.id]);
    });

    it('pays from a wallet with a stamp of the payload of the quote', async () => {
      const corridor = connect();
      const of = await wallet(corridor);
      const key = createKey();
      const encryptedOtpBundle = await signIn(corridor, of, key.publicKey);
      const verify = { path: { id: of.credential }, body: { type: 'EMAIL_OTP', encryptedOtpBundle } } as const;
      await callSigned(corridor, 'verifyAuthCredential', verify, key);
      await corridor.sandboxFundInternalAccount({ path: { accountId: of.accountId }, body: { amount: 50_000_000 } });
      const payee = await corridor.createCustomerExternalAccount({
        body: { customerId: of.customer.id, currency: 'EUR', accountInfo: ACCOUNT_INFO.EUR('900') },
      });
      const quote = await corridor.createQuote({
        body: {
          source: { sourceType: 'ACCOUNT', accountId: of.accountId },
          destination: { destinationType: 'ACCOUNT', accountId: payee.id },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 10_000_000,
        },
      });
      const instructions = quote.paymentInstructions?.[0]?.accountOrWalletInfo;
      if (instructions?.accountType !== 'EMBEDDED_WALLET') throw new Error('the quote is not paid by a signature');
      const headers = { 'Svc-Wallet-Signature': createStamp(key, instructions.payloadToSign) };
      const executed = await corridor.executeQuote({ path: { quoteId: quote.id }, headers });
      expect(executed.status).toBe('PROCESSING');
      await used.receiver.delivery('OUTGOING_PAYMENT.COMPLETED', quote.transactionId);
    });
  });
});
