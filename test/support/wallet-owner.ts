import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle, encryptSecretToBundle, generateP256KeyPair, getPublicKey } from '@turnkey/crypto';
import { type Answer, type Api, expecting } from './api.js';
import { createCustomer } from './scenario.js';
import type { Customer, InternalAccount } from './wire.js';

/** A P-256 key pair in hex, as the client library generates it. */
export type Key = ReturnType<typeof generateP256KeyPair>;

export const newKey = (): Key => generateP256KeyPair();

export interface Challenge {
  readonly type?: string;
  readonly payloadToSign: string;
  readonly requestId: string;
  readonly expiresAt: string;
}

export interface Credential {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly credentialId?: string;
  readonly nickname: string;
  readonly otpEncryptionTargetBundle?: string;
}

export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly nickname: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
  readonly encryptedSessionSigningKey?: string;
}

export const SIGNATURE = 'svc-wallet-signature';
export const REQUEST_ID = 'request-id';

/** A stamp of exactly these bytes, by the client library. */
export async function stampOf(key: Pick<Key, 'publicKey' | 'privateKey'>, payload: string): Promise<string> {
  const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
  return (await stamper.stamp(payload)).stampHeaderValue;
}

export const stampHeaders = async (key: Key, { payloadToSign, requestId }: Challenge) => ({
  [SIGNATURE]: await stampOf(key, payloadToSign),
  [REQUEST_ID]: requestId,
});

type Method = 'POST' | 'PATCH' | 'DELETE';

/** A call of a signed operation, with or without the headers of its retry. */
export function call<T>(
  api: Api,
  method: Method,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<T>> {
  return api.send<T>(method, path, {
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

export const challengeOf = (api: Api, method: Method, path: string, body?: object): Promise<Challenge> =>
  expecting(202, call<Challenge>(api, method, path, body));

/** Makes both calls of a signed operation: the first returns a challenge, the second carries its signature. */
export async function signed<T>(api: Api, key: Key, method: Method, path: string, body?: object): Promise<Answer<T>> {
  const challenge = await challengeOf(api, method, path, body);
  return call<T>(api, method, path, body, await stampHeaders(key, challenge));
}

/** An encrypted code, after the client has verified the signature of the encryption target. */
export async function encryptedCode(
  { id: _, accountId, otpEncryptionTargetBundle = '' }: Credential,
  code: string,
  publicKey: string,
): Promise<string> {
  const { enclaveQuorumPublic } = JSON.parse(otpEncryptionTargetBundle) as { enclaveQuorumPublic: string };
  const { secretPayload } = await encryptSecretToBundle({
    plaintext: JSON.stringify({ otp_code: code, public_key: publicKey }),
    ingressTargetBundle: otpEncryptionTargetBundle,
    organizationId: accountId,
    dangerouslyOverrideSignerPublicKey: enclaveQuorumPublic,
  });
  return secretPayload;
}

export const SANDBOX_CODE = '000000';

/** Enables wallets for a platform. */
export async function enableWallets(api: Api): Promise<void> {
  const { supportedCurrencies } = await expecting(200, api.get<{ supportedCurrencies: readonly object[] }>('/config'));
  const usdb = {
    currencyCode: 'USDB',
    minAmount: 1,
    maxAmount: 1_000_000_000_000,
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
  };
  await expecting(
    200,
    api.patch('/config', {
      supportedCurrencies: [...supportedCurrencies, usdb],
      embeddedWalletConfig: { appName: 'Purse' },
    }),
  );
}

export interface OwnedWallet {
  readonly customer: Customer;
  readonly account: InternalAccount;
  /** The first credential of the wallet, of type EMAIL_OTP. */
  readonly email: Credential;
}

let wallets = 0;

/** A customer with a wallet, in a platform that offers wallets. */
export async function openWallet(api: Api, details: object = {}): Promise<OwnedWallet> {
  wallets += 1;
  const customer = await createCustomer(api, {
    email: `owner-${process.pid}-${wallets}-${Date.now()}@example.com`,
    phoneNumber: `+1555${String(1_000_000 + wallets)}`,
    currencies: ['USDB', 'EUR'],
    ...details,
  });
  const { data } = await expecting(
    200,
    api.get<{ data: InternalAccount[] }>('/customers/internal-accounts', {
      customerId: customer.id,
      currency: 'USDB',
    }),
  );
  const [account] = data;
  if (account === undefined) throw new Error(`${customer.id} has no wallet`);
  const [email] = await credentialsOf(api, account.id);
  if (email === undefined) throw new Error(`${account.id} has no credential`);
  return { customer, account, email };
}

export const credentialsOf = async (api: Api, accountId: string): Promise<readonly Credential[]> =>
  (await expecting(200, api.get<{ data: Credential[] }>('/auth/credentials', { accountId }))).data;

export const sessionsOf = async (api: Api, accountId: string): Promise<readonly Session[]> =>
  (await expecting(200, api.get<{ data: Session[] }>('/auth/sessions', { accountId }))).data;

export const sendCode = (api: Api, credentialId: string): Promise<Credential> =>
  expecting(200, api.post<Credential>(`/auth/credentials/${credentialId}/challenge`, {}));

/** The answer to a code: 202 if it is right. `form` is the encoding of the client's key. */
export async function tryCode(
  api: Api,
  credential: Credential,
  code: string,
  key: Key,
  form: 'publicKey' | 'publicKeyUncompressed' = 'publicKey',
): Promise<{ readonly body: object; readonly answer: Answer<Challenge> }> {
  const body = { type: credential.type, encryptedOtpBundle: await encryptedCode(credential, code, key[form]) };
  return { body, answer: await call<Challenge>(api, 'POST', `/auth/credentials/${credential.id}/verify`, body) };
}

/** Signs in with the sandbox's code. */
export async function signInByCode(
  api: Api,
  credential: Credential,
  key: Key,
  form: 'publicKey' | 'publicKeyUncompressed' = 'publicKey',
): Promise<Session> {
  const sent = await sendCode(api, credential.id);
  const { body, answer } = await tryCode(api, sent, SANDBOX_CODE, key, form);
  const challenge = await expecting(202, Promise.resolve(answer));
  const headers = await stampHeaders(key, challenge);
  return expecting(200, call<Session>(api, 'POST', `/auth/credentials/${credential.id}/verify`, body, headers));
}

/** The session key, decrypted with the client's key. */
export function openedKey(session: Session, key: Key): Key {
  const privateKey = decryptCredentialBundle(session.encryptedSessionSigningKey ?? '', key.privateKey);
  const hex = (compressed: boolean): string => Buffer.from(getPublicKey(privateKey, compressed)).toString('hex');
  return { privateKey, publicKey: hex(true), publicKeyUncompressed: hex(false) };
}
