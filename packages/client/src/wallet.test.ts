import { createHash, randomBytes } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptSecretToBundle,
  generateP256KeyPair,
  hpkeDecrypt,
  hpkeEncrypt,
  verifyStampSignature,
} from '@turnkey/crypto';
import { createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { Corridor } from './corridor.js';
import type { AuthSession, InternalAccount } from './generated/types.gen.js';
import {
  callSigned,
  createKey,
  createStamp,
  encryptCode,
  keyOf,
  nonceOf,
  openExport,
  openSessionKey,
  passkeyChallenge,
  type SignedOperation,
  type SignedResult,
  WalletBundleError,
  type WalletKey,
} from './wallet.js';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const privateKeys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => p256.utils.isValidSecretKey(bytes))
  .map(hexOf);
const keys = privateKeys.map(keyOf);
const accountId = 'InternalAccount:1';
const custody = createKey();

/** A signed bundle as custody makes it. */
const bundleOf = (content: object, signer?: WalletKey): string => signedText(JSON.stringify(content), signer);
function signedText(text: string, signer: WalletKey = custody): string {
  const data = Buffer.from(text);
  return JSON.stringify({
    version: 'v1.0.0',
    data: data.toString('hex'),
    dataSignature: hexOf(p256.sign(Uint8Array.from(data), bytesOf(signer.privateKey), { format: 'der' })),
    enclaveQuorumPublic: signer.publicKeyUncompressed,
  });
}

/** A text that Turnkey's library has encrypted to a key: compressed encapsulated key and ciphertext. */
const encryptedBy = (text: Uint8Array, { publicKeyUncompressed }: WalletKey) => {
  const bytes = hpkeEncrypt({ plainTextBuf: text, targetKeyBuf: bytesOf(publicKeyUncompressed) });
  return { encapsulated: bytes.slice(0, 33), ciphertext: bytes.slice(33) };
};

const exportOf = (words: string, target: WalletKey): string => {
  const { encapsulated, ciphertext } = encryptedBy(new TextEncoder().encode(words), target);
  const encappedPublic = p256.Point.fromBytes(encapsulated).toHex(false);
  return bundleOf({ encappedPublic, ciphertext: hexOf(ciphertext), organizationId: accountId });
};

const base58check = createBase58check((data: Uint8Array) =>
  Uint8Array.from(createHash('sha256').update(data).digest()),
);
const sessionKeyFor = (target: WalletKey, made: WalletKey): string => {
  const { encapsulated, ciphertext } = encryptedBy(bytesOf(made.privateKey), target);
  return base58check.encode(Uint8Array.from([...encapsulated, ...ciphertext]));
};

describe('a key pair', () => {
  test('is the one that another library derives', () => {
    fc.assert(
      fc.property(fc.constant(null), () => {
        const { privateKey, publicKey, publicKeyUncompressed } = generateP256KeyPair();
        expect(keyOf(privateKey)).toEqual({ privateKey, publicKey, publicKeyUncompressed });
        expect(keyOf(privateKey.toUpperCase())).toEqual(keyOf(privateKey));
      }),
      { numRuns: 20 },
    );
    expect(createKey().privateKey).not.toBe(createKey().privateKey);
  });

  test.each(['', 'ab', '0'.repeat(64), 'f'.repeat(64), 'x'.repeat(64)])('cannot be made of %j', (text) => {
    expect(() => keyOf(text)).toThrow(TypeError);
  });
});

describe('a stamp', () => {
  test('of every payload verifies in another library', async () => {
    await fc.assert(
      fc.asyncProperty(keys, fc.string({ unit: 'binary' }), async (key, payload) => {
        const stamp = createStamp(key, payload);
        expect(stamp).toMatch(/^[\w-]+$/);
        const text = Buffer.from(stamp, 'base64url').toString('utf8');
        const { publicKey, scheme, signature } = JSON.parse(text) as Record<string, string>;
        expect([publicKey, scheme]).toEqual([key.publicKey, 'SIGNATURE_SCHEME_TK_API_P256']);
        expect(await verifyStampSignature(publicKey!, signature!, payload)).toBe(true);
        await expect(verifyStampSignature(publicKey!, signature!, `${payload}.`)).resolves.toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test('has the fields of the stamp of another library', async () => {
    const key = createKey();
    const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
    const { stampHeaderValue } = await stamper.stamp('payload');
    const fields = (stamp: string) => JSON.parse(Buffer.from(stamp, 'base64url').toString()) as Record<string, string>;
    const [theirs, ours] = [fields(stampHeaderValue), fields(createStamp(key, 'payload'))];
    expect(Object.keys(ours)).toEqual(Object.keys(theirs));
    expect({ ...ours, signature: '' }).toEqual({ ...theirs, signature: '' });
  });
});

describe('a session key', () => {
  test('that another library has encrypted can be opened, and that library opens the same', async () => {
    await fc.assert(
      fc.asyncProperty(keys, keys, async (target, made) => {
        const encrypted = sessionKeyFor(target, made);
        expect(await openSessionKey(encrypted, target)).toEqual(made);
        expect(decryptCredentialBundle(encrypted, target.privateKey)).toBe(made.privateKey);
      }),
      { numRuns: 10 },
    );
  });

  test('for another key, with a changed byte or of any text is refused', async () => {
    const [target, made] = [createKey(), createKey()];
    await expect(openSessionKey(sessionKeyFor(target, made), createKey())).rejects.toThrow(WalletBundleError);
    const altered = base58check.decode(sessionKeyFor(target, made));
    altered[40]! ^= 1;
    await expect(openSessionKey(base58check.encode(altered), target)).rejects.toThrow(WalletBundleError);
    await expect(openSessionKey('text', target)).rejects.toThrow(WalletBundleError);
    await expect(openSessionKey(sessionKeyFor(target, made), { privateKey: 'no key' })).rejects.toThrow(TypeError);
  });
});

describe('a one-time code', () => {
  const target = createKey();
  const targetBundle = bundleOf({ targetPublic: target.publicKeyUncompressed, organizationId: accountId });

  test('is encrypted as another library decrypts it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), keys, async (code, { publicKey }) => {
        const bundle = await encryptCode({ targetBundle, accountId, code, clientPublicKey: publicKey });
        const { encappedPublic, ciphertext } = JSON.parse(bundle) as Record<string, string>;
        const plaintext = hpkeDecrypt({
          ciphertextBuf: bytesOf(ciphertext!),
          encappedKeyBuf: bytesOf(encappedPublic!),
          receiverPriv: target.privateKey,
        });
        expect(JSON.parse(Buffer.from(plaintext).toString('utf8'))).toEqual({ otp_code: code, public_key: publicKey });
      }),
      { numRuns: 30 },
    );
  });

  test('goes to a target that another library accepts as well', async () => {
    const secret = encryptSecretToBundle({
      plaintext: '{}',
      ingressTargetBundle: targetBundle,
      organizationId: accountId,
      dangerouslyOverrideSignerPublicKey: custody.publicKeyUncompressed,
    });
    await expect(secret).resolves.toBeDefined();
  });

  test('is not encrypted to a target that is altered, of another account or of another signer', async () => {
    const given = { accountId, code: '000000', clientPublicKey: createKey().publicKey };
    const parts = JSON.parse(targetBundle) as { data: string };
    const mallory = createKey();
    const swapped = Buffer.from(
      JSON.stringify({ targetPublic: mallory.publicKeyUncompressed, organizationId: accountId }),
    ).toString('hex');
    const refusals: readonly (readonly [string, Partial<typeof given & { signerPublicKey: string }>, RegExp])[] = [
      [JSON.stringify({ ...parts, data: swapped }), {}, /signature/],
      [targetBundle, { accountId: 'InternalAccount:2' }, /another account/],
      [bundleOf({ targetPublic: '04', organizationId: accountId }), {}, /no key/],
      [bundleOf({ organizationId: accountId }), {}, /no key/],
      [bundleOf(['no object']), {}, /another account/],
      [bundleOf(null as never), {}, /another account/],
      [signedText('no JSON'), {}, /another account/],
      ['nonsense', {}, /cannot be read/],
      ['null', {}, /cannot be read/],
      [
        bundleOf({ targetPublic: mallory.publicKeyUncompressed, organizationId: accountId }, mallory),
        { signerPublicKey: custody.publicKeyUncompressed },
        /another key than signerPublicKey/,
      ],
    ];
    for (const [bundle, change, reason] of refusals) {
      const refusal = await encryptCode({ ...given, ...change, targetBundle: bundle }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(WalletBundleError);
      expect((refusal as Error).message).toMatch(reason);
    }
    const pinned = { ...given, targetBundle, signerPublicKey: custody.publicKeyUncompressed };
    await expect(encryptCode(pinned)).resolves.toBeDefined();
    await expect(encryptCode({ ...pinned, signerPublicKey: '04' })).rejects.toThrow(
      new TypeError('signerPublicKey must be a P-256 public key in hex'),
    );
  });
});

describe('an exported wallet', () => {
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

  test('can be opened, and another library opens the same', async () => {
    await fc.assert(
      fc.asyncProperty(keys, async (key) => {
        const bundle = exportOf(words, key);
        expect(await openExport(bundle, key, { accountId })).toBe(words);
        const theirs = await decryptExportBundle({
          exportBundle: bundle,
          embeddedKey: key.privateKey,
          organizationId: accountId,
          returnMnemonic: true,
          dangerouslyOverrideSignerPublicKey: custody.publicKeyUncompressed,
        });
        expect(theirs).toBe(words);
      }),
      { numRuns: 5 },
    );
  });

  test('for another key, account or signer, and an altered one, is refused', async () => {
    const key = createKey();
    const bundle = exportOf(words, key);
    const altered = bundle.replace(/"data":"(..)/, '"data":"7c');
    await expect(openExport(bundle, key, { accountId, signerPublicKey: custody.publicKey })).resolves.toBe(words);
    const others: readonly (readonly [string, WalletKey, Parameters<typeof openExport>[2]])[] = [
      [bundle, createKey(), { accountId }],
      [bundle, key, { accountId: 'InternalAccount:2' }],
      [bundle, key, { accountId, signerPublicKey: createKey().publicKeyUncompressed }],
      [altered, key, { accountId }],
      [bundleOf({ organizationId: accountId }), key, { accountId }],
    ];
    for (const [text, opener, options] of others) {
      await expect(openExport(text, opener, options)).rejects.toThrow(WalletBundleError);
    }
  });
});

test('the proofs of identity tokens and passkeys are those of the documentation', () => {
  const { publicKey } = createKey();
  expect(nonceOf(publicKey)).toBe(createHash('sha256').update(publicKey).digest('hex'));
  const challenge = randomBytes(32).toString('hex');
  expect(Buffer.from(passkeyChallenge(challenge)).toString('utf8')).toBe(challenge);
});

describe('a signed call', () => {
  interface Sent {
    readonly url: string;
    readonly body: string;
    readonly headers: Headers;
  }

  /** A client of a host that asks for so many signatures. */
  function hostOf(signatures: number) {
    const sent: Sent[] = [];
    const corridor = new Corridor({
      baseUrl: 'https://pay.example',
      credential: { clientId: 'client', clientSecret: 'secret' },
      fetch: async (url, init) => {
        const request = new Request(url, init);
        sent.push({ url, headers: request.headers, body: await request.text() });
        const number = sent.length;
        const answer =
          number > signatures
            ? { id: accountId }
            : { payloadToSign: `{"number":${number}}`, requestId: `Request:${number}`, expiresAt: '' };
        return Response.json(answer, { status: number > signatures ? 200 : 202 });
      },
    });
    return { corridor, sent };
  }

  const key = createKey();
  const path = { id: accountId };
  const body = { privateEnabled: true };

  test('signs the challenge and repeats path and body as a request of its own', async () => {
    const { corridor, sent } = hostOf(1);
    expect(await callSigned(corridor, 'updateInternalAccount', { path, body }, key)).toEqual({ id: accountId });
    const [first, second] = sent as [Sent, Sent];
    expect(sent).toHaveLength(2);
    expect([second.url, second.body]).toEqual([first.url, first.body]);
    expect([first.headers.has('request-id'), first.headers.has('svc-wallet-signature')]).toEqual([false, false]);
    expect(second.headers.get('request-id')).toBe('Request:1');
    expect(second.headers.get('svc-wallet-signature')).toBe(createStamp(key, '{"number":1}'));
    expect(second.headers.get('idempotency-key')).not.toBe(first.headers.get('idempotency-key'));
  });

  test('signs twice if the host asks twice, and no third time', async () => {
    const twice = hostOf(2);
    await callSigned(twice.corridor, 'updateInternalAccount', { path, body }, key);
    expect(twice.sent.map(({ headers }) => headers.get('request-id'))).toEqual([null, 'Request:1', 'Request:2']);
    const thrice = hostOf(3);
    const call = callSigned(thrice.corridor, 'updateInternalAccount', { path, body }, key);
    await expect(call).rejects.toThrow('updateInternalAccount asks for a further signature');
  });

  test('takes the stamp of a device, another header prefix and headers of the caller', async () => {
    const { corridor, sent } = hostOf(1);
    const headers = { 'Idempotency-Key': 'mine' };
    const asked: string[] = [];
    const device = (payload: string): Promise<string> => {
      asked.push(payload);
      return Promise.resolve('stamp');
    };
    await callSigned(corridor, 'updateInternalAccount', { path, body, headers }, device, { headerPrefix: 'Acme' });
    expect(asked).toEqual(['{"number":1}']);
    expect(sent.map((one) => one.headers.get('idempotency-key'))).toEqual(['mine', 'mine']);
    expect(sent[1]!.headers.get('acme-wallet-signature')).toBe('stamp');
  });

  test('sends the body of the first call, even if the caller changes its object', async () => {
    const { corridor, sent } = hostOf(1);
    const mine = { privateEnabled: true };
    const device = (): string => {
      mine.privateEnabled = false;
      return 'stamp';
    };
    await callSigned(corridor, 'updateInternalAccount', { path, body: mine }, device);
    expect(sent[1]!.body).toBe(sent[0]!.body);
  });

  test('has the type of the operation without its challenge', () => {
    expectTypeOf<SignedResult<'updateInternalAccount'>>().toEqualTypeOf<InternalAccount>();
    expectTypeOf<SignedResult<'refreshAuthSession'>>().toEqualTypeOf<AuthSession>();
    expectTypeOf<SignedOperation>().toEqualTypeOf<
      | 'createAuthCredential'
      | 'createDelegatedKey'
      | 'exportInternalAccount'
      | 'refreshAuthSession'
      | 'revokeAuthCredential'
      | 'revokeAuthSession'
      | 'updateCustomerById'
      | 'updateInternalAccount'
      | 'verifyAuthCredential'
    >();
  });
});
