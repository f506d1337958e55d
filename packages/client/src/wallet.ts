import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad, createBase58check, hex } from '@scure/base';
import { AeadId, CipherSuite, KdfId, KemId } from 'hpke-js';
import type { ResultOf } from './corridor.js';
import type { Operations } from './generated/sdk.gen.js';

/** A P-256 key pair in hex. */
export interface WalletKey {
  /** 64 digits. It stays with the owner of the wallet. */
  readonly privateKey: string;
  /** 66 digits: a `clientPublicKey` that becomes the session key itself. */
  readonly publicKey: string;
  /** 130 digits: a `clientPublicKey` to which the host encrypts a session key or an export. */
  readonly publicKeyUncompressed: string;
}

/** An encrypted key, a code's target or an exported wallet is not what the host made for this key and account. */
export class WalletBundleError extends Error {
  override readonly name = 'WalletBundleError';
}

/**
 * The key pair of a private key, such as one that was stored. Throws a TypeError if it is not one.
 *
 * @example
 * ```ts
 * import { createKey, keyOf } from '@corridor/client/wallet';
 *
 * const key = createKey();
 * const stored = JSON.stringify(key.privateKey);
 * keyOf(JSON.parse(stored) as string).publicKey === key.publicKey; // true
 * ```
 */
export function keyOf(privateKey: string): WalletKey {
  const secret = /^[\da-f]{64}$/i.test(privateKey) ? hex.decode(privateKey.toLowerCase()) : new Uint8Array();
  if (!p256.utils.isValidSecretKey(secret)) throw new TypeError('privateKey must be a P-256 private key in hex');
  return {
    privateKey: hex.encode(secret),
    publicKey: hex.encode(p256.getPublicKey(secret, true)),
    publicKeyUncompressed: hex.encode(p256.getPublicKey(secret, false)),
  };
}

/**
 * A new key pair.
 *
 * @example
 * ```ts
 * import { createKey } from '@corridor/client/wallet';
 *
 * const { publicKey, publicKeyUncompressed } = createKey();
 * [publicKey.length, publicKeyUncompressed.length]; // [66, 130]
 * ```
 */
export const createKey = (): WalletKey => keyOf(hex.encode(p256.utils.randomSecretKey()));

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/**
 * The stamp of a payload: the value of the header `Svc-Wallet-Signature`. The payload is signed as it is, so pass the
 * `payloadToSign` of the response unchanged.
 *
 * @example
 * ```ts
 * import { createKey, createStamp } from '@corridor/client/wallet';
 *
 * const challenge = { payloadToSign: '{"operation":"…"}', requestId: 'Request:1' };
 * const stamp = createStamp(createKey(), challenge.payloadToSign);
 * const headers = { 'Svc-Wallet-Signature': stamp, 'Request-Id': challenge.requestId };
 * Object.keys(headers).length; // 2
 * ```
 */
export function createStamp({ privateKey }: Pick<WalletKey, 'privateKey'>, payload: string): string {
  const { publicKey } = keyOf(privateKey);
  const signature = hex.encode(p256.sign(utf8(payload), hex.decode(privateKey.toLowerCase()), { format: 'der' }));
  return base64urlnopad.encode(utf8(JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })));
}

/** The nonce that an identity token (OIDC) must have to sign in with this `clientPublicKey`. */
export const nonceOf = (clientPublicKey: string): string => hex.encode(sha256(utf8(clientPublicKey)));

/** The bytes that a passkey signs: `challenge` of `navigator.credentials.get` for the `challenge` of the response. */
export const passkeyChallenge = (challenge: string): Uint8Array<ArrayBuffer> => utf8(challenge);

const suite = new CipherSuite({
  kem: KemId.DhkemP256HkdfSha256,
  kdf: KdfId.HkdfSha256,
  aead: AeadId.Aes256Gcm,
});
/** The host and the client libraries of other vendors expect exactly this text. */
const INFO = utf8('turnkey_hpke');
const base58check = createBase58check(sha256);

const joined = (head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
};

/** `encapsulated` is in either form of a public key. Throws if the text is not encrypted to this key. */
async function decrypt(privateKey: string, encapsulated: Uint8Array, ciphertext: Uint8Array): Promise<Uint8Array> {
  const secret = Uint8Array.from(hex.decode(keyOf(privateKey).privateKey));
  const enc = Uint8Array.from(p256.Point.fromBytes(encapsulated).toBytes(false));
  const recipientKey = await suite.kem.importKey('raw', secret.buffer, false);
  const recipient = await suite.createRecipientContext({ recipientKey, enc: enc.buffer, info: INFO.buffer });
  const bound = joined(enc, p256.getPublicKey(secret, false));
  return new Uint8Array(await recipient.open(Uint8Array.from(ciphertext).buffer, bound.buffer));
}

/**
 * The session key that the host has made for an uncompressed `clientPublicKey`: `encryptedSessionSigningKey` of a
 * session, decrypted with the private key of that key. Throws a {@link WalletBundleError} for anything else.
 *
 * @example
 * ```ts
 * import { openSessionKey, type WalletKey } from '@corridor/client/wallet';
 *
 * const sessionKeyOf = (session: { encryptedSessionSigningKey: string }, key: WalletKey): Promise<WalletKey> =>
 *   openSessionKey(session.encryptedSessionSigningKey, key);
 * typeof sessionKeyOf; // 'function'
 * ```
 */
export async function openSessionKey(
  encrypted: string,
  { privateKey }: Pick<WalletKey, 'privateKey'>,
): Promise<WalletKey> {
  keyOf(privateKey);
  try {
    const bytes = base58check.decode(encrypted);
    return keyOf(hex.encode(await decrypt(privateKey, bytes.subarray(0, 33), bytes.subarray(33))));
  } catch (cause) {
    throw new WalletBundleError('the session key is not encrypted to this key', { cause });
  }
}

/** What a signed bundle must be. */
export interface BundleOptions {
  /** The id of the wallet's internal account. The bundle must name it. */
  readonly accountId: string;
  /**
   * The custody key of the host in hex (`enclaveQuorumPublic`), if the client knows it. Without it, the signature proves
   * that the bundle is whole, not who made it.
   */
  readonly signerPublicKey?: string;
}

/** The form in which keys are compared. Throws a TypeError if it is not a key. */
function compressed(signerPublicKey: string): string {
  try {
    return p256.Point.fromHex(signerPublicKey).toHex(true);
  } catch (cause) {
    throw new TypeError('signerPublicKey must be a P-256 public key in hex', { cause });
  }
}

/** Null if the text is not a JSON object. */
function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

/** The signed content of a bundle, after its signature and its account are checked. */
function contentOf(bundle: string, { accountId, signerPublicKey }: BundleOptions): Readonly<Record<string, unknown>> {
  const expected = signerPublicKey === undefined ? null : compressed(signerPublicKey);
  const { data, dataSignature, enclaveQuorumPublic } = (objectOf(bundle) ?? {}) as Readonly<Record<string, string>>;
  let bytes: Uint8Array;
  let signer: string;
  let isGenuine: boolean;
  try {
    bytes = hex.decode(data!);
    signer = p256.Point.fromHex(enclaveQuorumPublic!).toHex(true);
    isGenuine = p256.verify(hex.decode(dataSignature!), bytes, hex.decode(signer), { format: 'der', lowS: false });
  } catch (cause) {
    throw new WalletBundleError('the bundle cannot be read', { cause });
  }
  if (!isGenuine) throw new WalletBundleError('the signature of the bundle does not verify');
  if (expected !== null && signer !== expected) {
    throw new WalletBundleError('the bundle is signed with another key than signerPublicKey');
  }
  const content = objectOf(new TextDecoder().decode(bytes));
  if (content?.['organizationId'] !== accountId) throw new WalletBundleError('the bundle is for another account');
  return content;
}

export interface CodeOptions extends BundleOptions {
  /** `otpEncryptionTargetBundle` of the credential, from the response that sent the code. */
  readonly targetBundle: string;
  /** The code that the owner has received. */
  readonly code: string;
  /** The client's key; compressed to sign with it, uncompressed to receive a session key. */
  readonly clientPublicKey: string;
}

/**
 * The `encryptedOtpBundle` of a request that verifies a one-time code. Throws a {@link WalletBundleError} if the target
 * is not one of this account.
 *
 * @example
 * ```ts
 * import { encryptCode, type WalletKey } from '@corridor/client/wallet';
 *
 * async function proofOf(targetBundle: string, accountId: string, code: string, { publicKey }: WalletKey) {
 *   const encryptedOtpBundle = await encryptCode({ targetBundle, accountId, code, clientPublicKey: publicKey });
 *   return { type: 'EMAIL_OTP', encryptedOtpBundle };
 * }
 * typeof proofOf; // 'function'
 * ```
 */
export async function encryptCode({ targetBundle, code, clientPublicKey, ...of }: CodeOptions): Promise<string> {
  const { targetPublic } = contentOf(targetBundle, of);
  try {
    const target = Uint8Array.from(p256.Point.fromHex(targetPublic as string).toBytes(false));
    const recipientPublicKey = await suite.kem.importKey('raw', target.buffer, true);
    const sender = await suite.createSenderContext({ recipientPublicKey, info: INFO.buffer });
    const encapsulated = new Uint8Array(sender.enc);
    const plaintext = utf8(JSON.stringify({ otp_code: code, public_key: clientPublicKey }));
    const ciphertext = await sender.seal(plaintext.buffer, joined(encapsulated, target).buffer);
    return JSON.stringify({
      encappedPublic: hex.encode(encapsulated),
      ciphertext: hex.encode(new Uint8Array(ciphertext)),
    });
  } catch (cause) {
    throw new WalletBundleError('the bundle contains no key to encrypt to', { cause });
  }
}

/**
 * The mnemonic of an exported wallet: `encryptedWalletCredentials` of the response, decrypted with the private key of
 * the `clientPublicKey` of the request. Throws a {@link WalletBundleError} for anything else.
 *
 * @example
 * ```ts
 * import { openExport, type WalletKey } from '@corridor/client/wallet';
 *
 * const wordsOf = (answer: { id: string; encryptedWalletCredentials: string }, key: WalletKey): Promise<string> =>
 *   openExport(answer.encryptedWalletCredentials, key, { accountId: answer.id });
 * typeof wordsOf; // 'function'
 * ```
 */
export async function openExport(
  bundle: string,
  { privateKey }: Pick<WalletKey, 'privateKey'>,
  options: BundleOptions,
): Promise<string> {
  keyOf(privateKey);
  const { encappedPublic, ciphertext } = contentOf(bundle, options);
  try {
    const encapsulated = hex.decode(encappedPublic as string);
    return new TextDecoder().decode(await decrypt(privateKey, encapsulated, hex.decode(ciphertext as string)));
  } catch (cause) {
    throw new WalletBundleError('the exported wallet is not encrypted to this key', { cause });
  }
}

/** What the 202 of a signed operation asks to sign. */
export interface Challenge {
  readonly payloadToSign: string;
  readonly requestId: string;
}

/** The operations that the owner of a wallet signs: the first call returns a challenge. */
export type SignedOperation = {
  [K in keyof Operations]: Operations[K] extends (options: infer O) => Promise<infer R>
    ? O extends { headers?: { 'Request-Id'?: string } }
      ? Extract<R, Challenge> extends never
        ? never
        : K
      : never
    : never;
}[keyof Operations];

/** The result of a signed operation after its last call. */
export type SignedResult<K extends SignedOperation> = Exclude<ResultOf<K>, Challenge>;

/** Signs with a key that is here, or returns the stamp that the owner's device has made of the payload. */
export type Signer = Pick<WalletKey, 'privateKey'> | ((payloadToSign: string) => string | Promise<string>);

export interface SignOptions {
  /** The header prefix of the host; default `Svc`. */
  readonly headerPrefix?: string;
}

/** A delegated key is signed twice, every other operation once. */
const MAX_SIGNATURES = 2;

const isChallenge = (body: unknown): body is Challenge =>
  typeof body === 'object' &&
  body !== null &&
  typeof (body as Challenge).payloadToSign === 'string' &&
  typeof (body as Challenge).requestId === 'string';

/**
 * Makes all calls of a signed operation: the first one returns a challenge, and each further one repeats it with the
 * stamp of the challenge. Every call is a request of its own, with an idempotency key of its own unless the headers
 * contain one; the host tells the calls apart by their `Request-Id`.
 *
 * @example
 * ```ts
 * import { Corridor } from '@corridor/client';
 * import { callSigned, createKey } from '@corridor/client/wallet';
 *
 * const challenge = { payloadToSign: '{}', requestId: 'Request:1', expiresAt: '2026-01-05T10:05:00.000Z' };
 * const answers = [Response.json(challenge, { status: 202 }), Response.json({ privateEnabled: true })];
 * const fetch = async () => answers.shift()!;
 * const corridor = new Corridor({ baseUrl: 'https://pay.example', credential: null, fetch });
 * const options = { path: { id: 'InternalAccount:1' }, body: { privateEnabled: true } };
 * (await callSigned(corridor, 'updateInternalAccount', options, createKey())).privateEnabled; // true
 * ```
 */
export async function callSigned<K extends SignedOperation>(
  corridor: Pick<Operations, K>,
  operation: K,
  options: Parameters<Operations[K]>[0],
  signer: Signer,
  { headerPrefix = 'Svc' }: SignOptions = {},
): Promise<SignedResult<K>> {
  type Call = (options: object) => Promise<unknown>;
  // The same values for every call, even if the caller changes its object meanwhile.
  const { headers, body, ...rest } = options as { readonly headers?: object; readonly body?: unknown };
  const fixed = { ...rest, ...(body !== undefined && { body: structuredClone(body) }) };
  const call = (signed: object): Promise<unknown> =>
    (corridor[operation] as unknown as Call).call(corridor, { ...fixed, headers: { ...headers, ...signed } });
  let result = await call({});
  for (let signatures = 0; isChallenge(result); signatures += 1) {
    if (signatures === MAX_SIGNATURES) throw new Error(`${operation} asks for a further signature`);
    const { payloadToSign, requestId } = result;
    const stamp = typeof signer === 'function' ? await signer(payloadToSign) : createStamp(signer, payloadToSign);
    result = await call({ [`${headerPrefix}-Wallet-Signature`]: stamp, 'Request-Id': requestId });
  }
  return result as SignedResult<K>;
}
