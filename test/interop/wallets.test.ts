import { decryptExportBundle } from '@turnkey/crypto';
import { bech32m } from '@scure/base';
import { HDNodeWallet, Mnemonic } from 'ethers';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { expecting, refused } from '../support/api.js';
import { activeCard } from '../support/cards.js';
import { addAccount, balances, executeQuote, fund, quotePayout, readQuote, settled } from '../support/scenario.js';
import { AUDIENCE, nonceOf } from '../support/identity-issuer.js';
import { softAuthenticator } from '../support/soft-authenticator.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import {
  call,
  challengeOf,
  type Credential,
  credentialsOf,
  enableWallets,
  type Key,
  newKey,
  openedKey,
  openWallet,
  sendCode,
  type Session,
  sessionsOf,
  signed,
  signInByCode,
  SIGNATURE,
  stampHeaders,
  stampOf,
  tryCode,
} from '../support/wallet-owner.js';
import type { InternalAccount, Quote } from '../support/wire.js';

describe.each(databasesOf(import.meta.url))('a wallet on %s, used by independent client libraries', (database) => {
  const used = useHost(database);
  beforeAll(() => enableWallets(used.api));

  it('begins with one EMAIL_OTP credential for the email address of its customer', async () => {
    const { customer, account, email } = await openWallet(used.api);
    expect(account).toMatchObject({ type: 'EMBEDDED_WALLET', privateEnabled: false });
    expect(await credentialsOf(used.api, account.id)).toEqual([email]);
    expect(email).toMatchObject({ type: 'EMAIL_OTP', accountId: account.id, nickname: customer.email });
    expect(email.id).toMatch(/^AuthMethod:[0-9a-f-]{36}$/);
  });

  it('opens a session by a code, for the key that was encrypted with it', async () => {
    const { account, email, customer } = await openWallet(used.api);
    const key = newKey();
    const sent = await sendCode(used.api, email.id);
    const { body, answer } = await tryCode(used.api, sent, '000000', key);
    const challenge = await expecting(202, Promise.resolve(answer));
    expect(challenge).toMatchObject({ type: 'EMAIL_OTP', requestId: expect.stringMatching(/^Request:/) as string });
    expect(decodeJwt(challenge.payloadToSign)).toMatchObject({
      id: challenge.requestId,
      verification_type: 'OTP_TYPE_EMAIL',
      contact: customer.email,
      organization_id: account.id,
      public_key: key.publicKey,
    });
    const path = `/auth/credentials/${email.id}/verify`;
    const session = await expecting(
      200,
      call<Session>(used.api, 'POST', path, body, await stampHeaders(key, challenge)),
    );
    expect(session).toMatchObject({ accountId: account.id, type: 'EMAIL_OTP', nickname: customer.email });
    expect(session).not.toHaveProperty('encryptedSessionSigningKey');
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(15 * 60 * 1000);
    expect(await sessionsOf(used.api, account.id)).toEqual([session]);
  });

  it('creates a signing key for a client with an uncompressed key, and either key signs', async () => {
    const { account, email } = await openWallet(used.api);
    const key = newKey();
    const session = await signInByCode(used.api, email, key, 'publicKeyUncompressed');
    const made = openedKey(session, key);
    expect(made.publicKey).not.toBe(key.publicKey);
    for (const [signer, privateEnabled] of [
      [key, true],
      [made, false],
    ] as const) {
      const path = `/internal-accounts/${account.id}`;
      const answer = await signed<InternalAccount & { privateEnabled: boolean }>(used.api, signer, 'PATCH', path, {
        privateEnabled,
      });
      expect((await expecting(200, Promise.resolve(answer))).privateEnabled).toBe(privateEnabled);
    }
    expect(await sessionsOf(used.api, account.id)).toEqual([
      expect.not.objectContaining({ encryptedSessionSigningKey: expect.anything() as unknown }),
    ]);
  });

  it('refreshes a session with its own key, and the former key can no longer sign', async () => {
    const { account, email } = await openWallet(used.api);
    const first = newKey();
    const session = await signInByCode(used.api, email, first);
    const next = newKey();
    const path = `/auth/sessions/${session.id}/refresh`;
    const body = { clientPublicKey: next.publicKeyUncompressed };
    const refreshed = await expecting(201, signed<Session>(used.api, first, 'POST', path, body));
    expect(refreshed.id).toBe(session.id);
    expect(Date.parse(refreshed.expiresAt)).toBeGreaterThan(Date.parse(session.expiresAt));
    const made = openedKey(refreshed, next);
    await refused(401, 'WALLET_SIGNATURE_INVALID', signed(used.api, first, 'POST', path, body));
    const compressed = { clientPublicKey: first.publicKey };
    const again = await expecting(201, signed<Session>(used.api, made, 'POST', path, compressed));
    expect(again).not.toHaveProperty('encryptedSessionSigningKey');
    expect(await sessionsOf(used.api, account.id)).toHaveLength(1);
    await expecting(201, signed(used.api, first, 'POST', path, body));
  });

  it('ends a session by a signature of any session of its account, including itself', async () => {
    const { account, email } = await openWallet(used.api);
    const [one, two] = [newKey(), newKey()];
    const first = await signInByCode(used.api, email, one);
    const second = await signInByCode(used.api, email, two);
    const challenge = await challengeOf(used.api, 'DELETE', `/auth/sessions/${second.id}`);
    expect(challenge.type).toBe('EMAIL_OTP');
    const ended = await call(
      used.api,
      'DELETE',
      `/auth/sessions/${second.id}`,
      undefined,
      await stampHeaders(one, challenge),
    );
    expect([ended.status, ended.text]).toEqual([204, '']);
    expect((await sessionsOf(used.api, account.id)).map(({ id }) => id)).toEqual([first.id]);
    await expecting(204, signed(used.api, one, 'DELETE', `/auth/sessions/${first.id}`));
    expect(await sessionsOf(used.api, account.id)).toEqual([]);
    await refused(404, 'REFERENCE_NOT_FOUND', call(used.api, 'DELETE', `/auth/sessions/${first.id}`));
    expect(await credentialsOf(used.api, account.id)).toEqual([expect.objectContaining({ id: email.id })]);
  });

  it('exports the same keys to its owner every time, which restore its deposit address', async () => {
    const { account, email } = await openWallet(used.api);
    const key = newKey();
    await signInByCode(used.api, email, key);
    const path = `/internal-accounts/${account.id}/export`;
    const mnemonic = async (): Promise<string> => {
      const target = newKey();
      const body = { clientPublicKey: target.publicKeyUncompressed };
      const { id, encryptedWalletCredentials } = await expecting(
        200,
        signed<{ id: string; encryptedWalletCredentials: string }>(used.api, key, 'POST', path, body),
      );
      expect(id).toBe(account.id);
      const { enclaveQuorumPublic } = JSON.parse(encryptedWalletCredentials) as { enclaveQuorumPublic: string };
      return decryptExportBundle({
        exportBundle: encryptedWalletCredentials,
        embeddedKey: target.privateKey,
        organizationId: account.id,
        returnMnemonic: true,
        dangerouslyOverrideSignerPublicKey: enclaveQuorumPublic,
      });
    };
    const words = await mnemonic();
    expect(words).toMatch(/^([a-z]+ ){11}[a-z]+$/);
    expect(await mnemonic()).toBe(words);
    // The path of the Spark SDK's first wallet on the test network, whose address is its identity key.
    const restored = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(words), "m/8797555'/0'/0'");
    const paidAt = account.fundingPaymentInstructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo);
    expect(paidAt).toMatchObject([{ accountType: 'SPARK_WALLET', assetType: 'USDB' }]);
    const { prefix, bytes } = bech32m.decodeToBytes(paidAt[0]!.address!);
    expect([prefix, `0x${Buffer.from(bytes).toString('hex')}`]).toEqual([
      'sparkrt',
      `0x0a21${restored.publicKey.slice(2)}`,
    ]);
    const compressed = await refused(
      400,
      'INVALID_INPUT',
      call(used.api, 'POST', path, { clientPublicKey: key.publicKey }),
    );
    expect(compressed.details?.errors?.map(({ field }) => field)).toEqual(['clientPublicKey']);
  });

  it('adds a second credential with a signature of the first, which it can then revoke', async () => {
    const { account, email } = await openWallet(used.api);
    const key = newKey();
    await signInByCode(used.api, email, key);
    const body = { type: 'SMS_OTP', accountId: account.id };
    const challenge = await challengeOf(used.api, 'POST', '/auth/credentials', body);
    expect(challenge.type).toBe('SMS_OTP');
    const sms = await expecting(
      201,
      call<Credential>(used.api, 'POST', '/auth/credentials', body, await stampHeaders(key, challenge)),
    );
    const phoneKey = newKey();
    const { body: proof, answer } = await tryCode(used.api, sms, '000000', phoneKey);
    const token = await expecting(202, Promise.resolve(answer));
    expect(decodeJwt(token.payloadToSign)).toMatchObject({ verification_type: 'OTP_TYPE_SMS' });
    const verify = `/auth/credentials/${sms.id}/verify`;
    await expecting(200, call(used.api, 'POST', verify, proof, await stampHeaders(phoneKey, token)));

    await refused(401, 'WALLET_SIGNATURE_INVALID', signed(used.api, key, 'DELETE', `/auth/credentials/${email.id}`));
    await expecting(204, signed(used.api, phoneKey, 'DELETE', `/auth/credentials/${email.id}`));
    expect((await credentialsOf(used.api, account.id)).map(({ id }) => id)).toEqual([sms.id]);
    expect((await sessionsOf(used.api, account.id)).map(({ type }) => type)).toEqual(['SMS_OTP']);
    const last = await refused(400, 'INVALID_INPUT', call(used.api, 'DELETE', `/auth/credentials/${sms.id}`));
    expect(last.details?.errors).toHaveLength(1);
  });

  it('signs in with a passkey of an independent authenticator', async () => {
    const { account, email } = await openWallet(used.api);
    const key = newKey();
    await signInByCode(used.api, email, key);
    const authenticator = softAuthenticator();
    const registration = Buffer.from('a challenge of the platform').toString('base64url');
    const body = {
      type: 'PASSKEY',
      accountId: account.id,
      nickname: 'My phone',
      challenge: registration,
      attestation: authenticator.register(registration),
    };
    const passkey = await expecting(201, signed<Credential>(used.api, key, 'POST', '/auth/credentials', body));
    expect(passkey).toMatchObject({ type: 'PASSKEY', nickname: 'My phone', credentialId: authenticator.credentialId });
    await refused(400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS', call(used.api, 'POST', '/auth/credentials', body));

    for (const form of ['publicKey', 'publicKeyUncompressed'] as const) {
      const client = newKey();
      const asked = await expecting(
        200,
        used.api.post<{ challenge: string; requestId: string; credentialId: string }>(
          `/auth/credentials/${passkey.id}/challenge`,
          { clientPublicKey: client[form] },
        ),
      );
      expect(asked).toMatchObject({
        credentialId: authenticator.credentialId,
        challenge: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
      const assertion = authenticator.assert(Buffer.from(asked.challenge, 'utf8'));
      const session = await expecting(
        200,
        call<Session>(
          used.api,
          'POST',
          `/auth/credentials/${passkey.id}/verify`,
          { type: 'PASSKEY', assertion },
          { 'request-id': asked.requestId },
        ),
      );
      expect(session).toMatchObject({ type: 'PASSKEY', credentialId: authenticator.credentialId });
      const signer = form === 'publicKey' ? client : openedKey(session, client);
      await expecting(
        200,
        signed(used.api, signer, 'PATCH', `/internal-accounts/${account.id}`, { privateEnabled: true }),
      );
    }
  });

  it('signs in with an identity token, for the key in its nonce', async () => {
    const { account, email } = await openWallet(used.api);
    const key = newKey();
    await signInByCode(used.api, email, key);
    const { identityIssuer } = await import('../support/identity-issuer.js');
    const issuer = await identityIssuer();
    try {
      const oidcToken = await issuer.token({ aud: AUDIENCE });
      const body = { type: 'OAUTH', accountId: account.id, oidcToken };
      const oauth = await expecting(201, signed<Credential>(used.api, key, 'POST', '/auth/credentials', body));
      expect(oauth).toMatchObject({ type: 'OAUTH', nickname: 'ada@example.com' });
      const client = newKey();
      const proof = {
        type: 'OAUTH',
        clientPublicKey: client.publicKey,
        oidcToken: await issuer.token({ nonce: nonceOf(client.publicKey) }),
      };
      const session = await expecting(200, used.api.post<Session>(`/auth/credentials/${oauth.id}/verify`, proof));
      expect(session).toMatchObject({ type: 'OAUTH', accountId: account.id });
      await expecting(204, signed(used.api, client, 'DELETE', `/auth/sessions/${session.id}`));
    } finally {
      await issuer.close();
    }
  });

  it('pays after its owner has signed the payload of the quote', async () => {
    const { account, email, customer } = await openWallet(used.api);
    const key = newKey();
    await signInByCode(used.api, email, key);
    await fund(used.api, account.id, 50_000_000);
    const payee = await addAccount(used.api, customer.id, 'EUR');
    const quote = await quotePayout(used.api, { from: account.id, to: payee.id, amount: 10_000_000 });
    const payload = payloadOf(quote);
    expect(JSON.parse(payload)).toMatchObject({
      quoteId: quote.id,
      accountId: account.id,
      destination: payee.id,
      sendingAmount: '10000000',
      sendingCurrency: 'USDB',
      receivingAmount: String(quote.totalReceivingAmount),
    });
    const execute = `/quotes/${quote.id}/execute`;
    await refused(401, 'WALLET_SIGNATURE_MISSING', used.api.post(execute));
    const other = await stampOf(key, payload.replace('10000000', '90000000'));
    await refused(401, 'WALLET_SIGNATURE_INVALID', call(used.api, 'POST', execute, undefined, { [SIGNATURE]: other }));
    expect(await balances(used.api, customer.id, 'USDB')).toEqual([50_000_000, 50_000_000]);
    expect((await readQuote(used.api, quote.id)).status).toBe('PENDING');

    const headers = { [SIGNATURE]: await stampOf(key, payload) };
    const twins = await Promise.all(
      Array.from({ length: 5 }, () => call<Quote>(used.api, 'POST', execute, undefined, headers)),
    );
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await settled(used.api, quote.transactionId);
    expect(await balances(used.api, customer.id, 'USDB')).toEqual([40_000_000, 40_000_000]);
    expect((await executeQuote(used.api, quote.id)).status).toBe('COMPLETED');
    await refused(
      400,
      'INVALID_INPUT',
      used.api.post('/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: payee.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000_000,
        immediatelyExecute: true,
      }),
    );
  });

  it('creates one delegated key per card in three calls, and revokes it without a signature', async () => {
    const { customer, account, email } = await openWallet(used.api);
    const key = newKey();
    await signInByCode(used.api, email, key);
    const cardId = (await activeCard(used.api, customer.id, [account.id])).id;
    const body = { cardId, internalAccountId: account.id, nickname: 'Card' };
    const path = '/auth/delegated-keys';
    const list = async (): Promise<readonly { id: string; status: string }[]> =>
      (await expecting(200, used.api.get<{ data: { id: string; status: string }[] }>(path, { accountId: account.id })))
        .data;

    const first = await challengeOf(used.api, 'POST', path, body);
    const second = await expecting(
      202,
      call<typeof first>(used.api, 'POST', path, body, await stampHeaders(key, first)),
    );
    expect(second.requestId).not.toBe(first.requestId);
    expect(await list()).toEqual([expect.objectContaining({ status: 'PENDING' })]);
    const made = await expecting(
      201,
      call<{ id: string; status: string; publicKey: string; fundingSourceId: string }>(
        used.api,
        'POST',
        path,
        body,
        await stampHeaders(key, second),
      ),
    );
    expect(made).toMatchObject({ status: 'ACTIVE', cardId, accountId: account.id, nickname: 'Card' });
    expect(made.publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(await expecting(200, used.api.get(`${path}/${made.id}`))).toEqual(made);
    await refused(409, 'CONFLICT', call(used.api, 'POST', path, body));
    const bySource = await expecting(
      200,
      used.api.get<{ data: { id: string }[] }>(path, { fundingSourceId: made.fundingSourceId }),
    );
    expect(bySource.data.map(({ id }) => id)).toEqual([made.id]);
    const neither = await refused(400, 'INVALID_INPUT', used.api.get(path));
    expect(neither.details?.errors).toHaveLength(2);

    await expecting(204, used.api.delete(`${path}/${made.id}`));
    expect(await list()).toEqual([expect.objectContaining({ id: made.id, status: 'REVOKED' })]);
    await expecting(202, call(used.api, 'POST', path, body));
  });

  it('requires a signature for a new email address, which the credential then uses', async () => {
    const { account, email, customer } = await openWallet(used.api);
    const key = newKey();
    await signInByCode(used.api, email, key);
    const path = `/customers/${customer.id}`;
    const address = `new-${Date.now()}-${database}@example.com`;
    const both = await refused(
      400,
      'INVALID_INPUT',
      call(used.api, 'PATCH', path, { customerType: 'INDIVIDUAL', email: address, phoneNumber: '+15550009999' }),
    );
    expect(both.details?.errors?.map(({ field }) => field)).toEqual(['email', 'phoneNumber']);
    const { email: taken } = (await openWallet(used.api)).customer;
    await refused(
      409,
      'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
      call(used.api, 'PATCH', path, { customerType: 'INDIVIDUAL', email: taken }),
    );
    // A change that does not concern a credential needs no signature.
    await expecting(200, call(used.api, 'PATCH', path, { customerType: 'INDIVIDUAL', phoneNumber: '+15550009999' }));

    const body = { customerType: 'INDIVIDUAL', email: address };
    const challenge = await challengeOf(used.api, 'PATCH', path, body);
    expect((await credentialsOf(used.api, account.id))[0]?.nickname).toBe(customer.email);
    const changed = await expecting(
      200,
      call<{ email: string }>(used.api, 'PATCH', path, body, await stampHeaders(key, challenge)),
    );
    expect(changed.email).toBe(address);
    expect(await credentialsOf(used.api, account.id)).toEqual([
      expect.objectContaining({ id: email.id, nickname: address }),
    ]);
  });

  it('notices a credential that was added or revoked between the two calls', async () => {
    const { account, email, customer } = await openWallet(used.api);
    const key = newKey();
    await signInByCode(used.api, email, key);
    const path = `/customers/${customer.id}`;
    const body = { customerType: 'INDIVIDUAL', email: `later-${Date.now()}-${database}@example.com` };
    const challenge = await challengeOf(used.api, 'PATCH', path, body);
    const sms = await expecting(
      201,
      signed<Credential>(used.api, key, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId: account.id }),
    );
    const phoneKey: Key = newKey();
    await signInByCode(used.api, sms, phoneKey);
    await expecting(204, signed(used.api, phoneKey, 'DELETE', `/auth/credentials/${email.id}`));
    await refused(
      409,
      'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
      call(used.api, 'PATCH', path, body, await stampHeaders(phoneKey, challenge)),
    );
  });

  it('ends with its account: no login is possible, and the email address can be used again', async () => {
    const { account, email, customer } = await openWallet(used.api);
    const key = newKey();
    await signInByCode(used.api, email, key);
    await refused(
      409,
      'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
      used.api.post('/customers', {
        customerType: 'INDIVIDUAL',
        fullName: 'Ada Again',
        region: 'US',
        email: customer.email,
        currencies: ['USDB'],
      }),
    );
    await expecting(200, used.api.delete(`/customers/${customer.id}`));
    expect(await sessionsOf(used.api, account.id)).toEqual([]);
    expect(await credentialsOf(used.api, account.id)).toEqual([]);
    await refused(404, 'REFERENCE_NOT_FOUND', used.api.post(`/auth/credentials/${email.id}/challenge`, {}));
    await openWallet(used.api, { email: customer.email });
  });
});

const payloadOf = (quote: Quote): string => {
  const info = quote.paymentInstructions?.[0]?.accountOrWalletInfo as { payloadToSign?: string } | undefined;
  return info?.payloadToSign ?? '';
};
