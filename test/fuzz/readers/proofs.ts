import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { Corridor, ApiError } from '@corridor/client';
import {
  createStamp,
  encryptCode,
  keyOf,
  openExport,
  openSessionKey,
  WalletBundleError,
  type WalletKey,
} from '@corridor/client/wallet';
import { verifyWebhook, WebhookVerificationError } from '@corridor/client/webhooks';
import { instant } from '@corridor/core';
import type { OutboundOutcome } from '@corridor/core/ports';
import { p256 } from '@noble/curves/nist.js';
import { createBase58check } from '@scure/base';
import { hpkeEncrypt } from '@turnkey/crypto';
import fc from 'fast-check';
import { exportJWK, SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';
import { readToken, signToken } from '../../../packages/adapters-rails/src/cards/reveal-token.js';
import { createSealer } from '../../../packages/adapters-rails/src/custody/index.js';
import { createWalletSigner } from '../../../packages/adapters-rails/src/custody/wallet-signer.js';
import { SealError } from '../../../packages/adapters-rails/src/custody/sealer.js';
import { createIdentityTokens } from '../../../packages/adapters-rails/src/identity/identity-tokens.js';
import { createPasskeys } from '../../../packages/adapters-rails/src/identity/passkeys.js';
import { contentInspector } from '../../../packages/adapters-rails/src/kyc/content-inspector.js';
import { jpeg, pdf, png } from '../../../packages/adapters-rails/src/testing/files.js';
import { readStamp, STAMP_SCHEME } from '../../../packages/core/src/wallets/stamp.js';
import { softAuthenticator } from '../../support/soft-authenticator.js';
import { isSoundTime, orNull, outcomeOf, promise, READ, type Reader, refusing, textOf } from '../reader.js';
import { damagedBytes, damagedText } from '../structure/bytes.js';
import { jsonLike } from '../structure/json.js';

function parsed(bytes: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof bytes === 'string' ? bytes : textOf(bytes));
  } catch {
    return undefined;
  }
}
const membersOf = (bytes: Uint8Array): Readonly<Record<string, unknown>> => {
  const value = parsed(bytes);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
};
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');

const owner = keyOf('07'.repeat(32));
const stampText = createStamp(owner, 'payload');
const stampFields = JSON.parse(Buffer.from(stampText, 'base64url').toString()) as object;
const stamp: Reader = {
  name: 'wallet-stamp',
  sources: ['core/src/wallets/stamp.ts'],
  genuine: [stampText, inBase64(JSON.stringify({ ...stampFields, publicKey: owner.publicKeyUncompressed }))],
  inputs: fc.oneof(
    jsonLike(stampFields, { ...stampFields, publicKey: owner.publicKeyUncompressed }).map(inBase64),
    damagedText(stampText),
    fc.base64String(),
    fc.string(),
  ),
  read(bytes) {
    const read = readStamp(textOf(bytes));
    if (!read.ok) {
      promise(['WALLET_SIGNATURE_MALFORMED', 'INVALID_SIGNATURE'].includes(read.error.code), read.error.code);
      return read.error.code;
    }
    promise(/^0[23][0-9a-f]{64}$/.test(read.value.publicKey) && /^[0-9a-f]+$/i.test(read.value.signature), 'a key');
    return READ;
  },
  laws: {
    'a stamp is read as the client writes it': fc.property(fc.string({ unit: 'binary' }), (payload) => {
      const read = readStamp(createStamp(owner, payload));
      return read.ok && read.value.publicKey === owner.publicKey && STAMP_SCHEME.endsWith('P256');
    }),
  },
};

const accountId = 'InternalAccount:1';
const custody = keyOf('11'.repeat(32));
const target = keyOf('22'.repeat(32));
const made = keyOf('33'.repeat(32));
const base58check = createBase58check((data: Uint8Array) =>
  Uint8Array.from(createHash('sha256').update(data).digest()),
);

const encryptedBy = (text: Uint8Array, { publicKeyUncompressed }: WalletKey) => {
  const bytes = hpkeEncrypt({ plainTextBuf: text, targetKeyBuf: bytesOf(publicKeyUncompressed) });
  return { encapsulated: bytes.slice(0, 33), ciphertext: bytes.slice(33) };
};
const sessionBytes = (() => {
  const { encapsulated, ciphertext } = encryptedBy(bytesOf(made.privateKey), target);
  return Uint8Array.from([...encapsulated, ...ciphertext]);
})();
const sessionText = base58check.encode(sessionBytes);
const sessionKey: Reader = {
  name: 'wallet-session-key',
  sources: ['client/src/wallet.ts'],
  genuine: [sessionText],
  runs: 80,
  inputs: fc.oneof(
    damagedBytes([sessionBytes]).map((bytes) => base58check.encode(Uint8Array.from(bytes))),
    damagedText(sessionText),
    fc.string(),
  ),
  read: (bytes) =>
    refusing([WalletBundleError], async () => {
      const opened = await openSessionKey(textOf(bytes), target);
      promise(opened.privateKey === made.privateKey, 'another key');
    }),
};

const signedText = (text: string, signer: WalletKey = custody): string => {
  const data = Buffer.from(text);
  return JSON.stringify({
    version: 'v1.0.0',
    data: data.toString('hex'),
    dataSignature: hexOf(p256.sign(Uint8Array.from(data), bytesOf(signer.privateKey), { format: 'der' })),
    enclaveQuorumPublic: signer.publicKeyUncompressed,
  });
};
const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const exported = (() => {
  const { encapsulated, ciphertext } = encryptedBy(Buffer.from(words), target);
  const encappedPublic = p256.Point.fromBytes(encapsulated).toHex(false);
  return { encappedPublic, ciphertext: hexOf(ciphertext), organizationId: accountId };
})();
const codeTarget = { targetPublic: target.publicKeyUncompressed, organizationId: accountId };
const bundles = [signedText(JSON.stringify(exported)), signedText(JSON.stringify(codeTarget))] as const;
const bundle: Reader = {
  name: 'wallet-bundle',
  sources: ['client/src/wallet.ts'],
  genuine: bundles,
  runs: 60,
  inputs: fc.oneof(
    jsonLike(...bundles.map((text) => JSON.parse(text) as unknown)),
    // Signed content of any form: the host, or a program in its place, writes it.
    jsonLike(exported, codeTarget).map((text) => signedText(text)),
  ),
  async read(bytes) {
    const text = textOf(bytes);
    const outcomes = [
      await refusing([WalletBundleError], async () => {
        promise((await openExport(text, target, { accountId })) === words, 'other words');
      }),
      await refusing([WalletBundleError], () =>
        encryptCode({ targetBundle: text, accountId, code: '123456', clientPublicKey: owner.publicKey }),
      ),
    ];
    return outcomes.includes(READ) ? READ : outcomes[0]!;
  },
};

const sealer = createSealer(Buffer.alloc(32, 9));
const signer = createWalletSigner(sealer);
const held = await signer.createTarget({ organizationId: accountId, signedBy: await signer.createKey() });
const codeBundle = await encryptCode({
  targetBundle: held.bundle,
  accountId,
  code: '123456',
  clientPublicKey: owner.publicKey,
});
const otpBundle: Reader = {
  name: 'wallet-otp-bundle',
  sources: ['adapters-rails/src/custody/wallet-signer.ts'],
  genuine: [codeBundle],
  runs: 80,
  inputs: jsonLike(JSON.parse(codeBundle)),
  async read(bytes) {
    const opened = await signer.openBundle(held.handle, textOf(bytes));
    if (opened !== null) promise(membersOf(Buffer.from(opened))['otp_code'] === '123456', 'another text');
    return orNull(opened);
  },
};

const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
const AT = 1_767_607_200;
const eventText = JSON.stringify({ id: 'Webhook:1', type: 'TEST', timestamp: '2026-01-05T10:00:00.000Z' });
const { publicKey: pem, privateKey: pemSigner } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKeys = pem.export({ type: 'spki', format: 'pem' }).toString();
const webhookHeaders: Readonly<Record<string, string>> = {
  'webhook-id': 'Webhook:1',
  'webhook-timestamp': String(AT),
  'webhook-signature': new Webhook(secret).sign('Webhook:1', new Date(AT * 1000), eventText),
  'x-svc-signature': JSON.stringify({
    v: '1',
    s: sign('sha256', Buffer.from(eventText), pemSigner).toString('base64'),
  }),
};
/** The input has body and headers as JSON. */
const webhook: Reader = {
  name: 'webhook',
  sources: ['client/src/webhooks.ts'],
  genuine: [JSON.stringify({ body: eventText, headers: webhookHeaders })],
  runs: 300,
  inputs: fc.oneof(
    jsonLike({ body: eventText, headers: webhookHeaders }),
    fc
      .constantFrom(...Object.keys(webhookHeaders))
      .chain((name) => damagedText(webhookHeaders[name]!).map((text) => ({ ...webhookHeaders, [name]: text })))
      .map((headers) => JSON.stringify({ body: eventText, headers })),
    fc
      .uint8Array({ maxLength: 80 })
      .map((der) => JSON.stringify({ v: '1', s: Buffer.from(der).toString('base64') }))
      .map((header) => JSON.stringify({ body: eventText, headers: { 'x-svc-signature': header } })),
  ),
  async read(bytes) {
    const { body, headers } = membersOf(bytes);
    if (typeof body !== 'string' || typeof headers !== 'object' || headers === null) return 'no webhook';
    const isHeader = ([, value]: readonly [string, unknown]) => typeof value === 'string';
    const given = Object.fromEntries(Object.entries(headers).filter(isHeader)) as Record<string, string>;
    const outcomes: string[] = [];
    for (const keys of [{ secret }, { publicKeys }]) {
      const outcome = await refusing([WebhookVerificationError], async () => {
        await verifyWebhook(body, given, keys, { now: () => AT * 1000 });
      });
      promise(outcome !== READ || body === eventText, 'an altered body');
      outcomes.push(outcome);
    }
    return outcomes.includes(READ) ? READ : outcomes[0]!;
  },
};

const ISSUER = 'https://id.example';
const START = Date.UTC(2026, 0, 15);
const CLAIMS = {
  iss: ISSUER,
  aud: 'app',
  sub: 'owner',
  iat: START / 1000,
  exp: START / 1000 + 600,
  nonce: 'n',
  email: 'ada@example.com',
};
const issuerKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = { ...(await exportJWK(issuerKeys.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
const PROTECTED = { alg: 'ES256', kid: 'k1' };
const token = await new SignJWT({ ...CLAIMS }).setProtectedHeader(PROTECTED).sign(issuerKeys.privateKey);
const inBase64url = (text: string): string => Buffer.from(text).toString('base64url');
/** A token as an issuer with the key could write it, whatever its claims. */
const tokenOf = (head: string, claims: string): string => {
  const signed = `${inBase64url(head)}.${inBase64url(claims)}`;
  const proof = sign('sha256', Buffer.from(signed), { key: issuerKeys.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${proof.toString('base64url')}`;
};
const answered = (body: string): OutboundOutcome => ({
  kind: 'answered',
  status: 200,
  headers: {},
  body,
  truncated: false,
});
const KEY_SET = JSON.stringify({ keys: [jwk] });
/** The input has the token and the key set of the issuer. */
const identityToken: Reader = {
  name: 'identity-token',
  sources: ['adapters-rails/src/identity/identity-tokens.ts', 'adapters-rails/src/identity/issuer-keys.ts'],
  genuine: [JSON.stringify({ token, keys: KEY_SET })],
  runs: 300,
  inputs: fc.oneof(
    jsonLike(CLAIMS).map((claims) =>
      JSON.stringify({ token: tokenOf(JSON.stringify(PROTECTED), claims), keys: KEY_SET }),
    ),
    jsonLike(PROTECTED).map((head) => JSON.stringify({ token: tokenOf(head, JSON.stringify(CLAIMS)), keys: KEY_SET })),
    jsonLike({ keys: [jwk] }, { keys: [] }).map((keys) => JSON.stringify({ token, keys })),
    damagedText(token).map((text) => JSON.stringify({ token: text, keys: KEY_SET })),
  ),
  async read(bytes) {
    const { token: text, keys } = membersOf(bytes);
    if (typeof text !== 'string' || typeof keys !== 'string') return 'no token';
    const tokens = createIdentityTokens({
      issuers: new Map([[ISSUER, 'https://id.example/jwks']]),
      http: { send: async () => answered(keys) },
      clock: { now: () => instant(START) },
    });
    // The sandbox trusts tokens without asking the issuer, so each token is read in both ways.
    const [proven, trusted] = [await tokens.read(text, { trusted: false }), await tokens.read(text, { trusted: true })];
    for (const result of [proven, trusted]) {
      if (!result.ok) continue;
      const { issuedAt, expiresAt, notBefore } = result.value;
      promise(
        isSoundTime(issuedAt) && [expiresAt, notBefore].every((time) => time === null || isSoundTime(time)),
        'a time without a date',
      );
    }
    if (proven.ok) promise(proven.value.issuer === ISSUER, 'a token of another issuer');
    return outcomeOf(proven);
  },
};

const authenticator = softAuthenticator();
const attestation = authenticator.register('Y2hhbGxlbmdl');
const assertion = authenticator.assert(Buffer.from('payload'));
const passkeys = createPasskeys({ origins: [] });
const registered = await passkeys.register(attestation as never, 'Y2hhbGxlbmdl');
if (!registered.ok) throw new Error(registered.error.message);
const MEMBERS = ['clientDataJson', 'attestationObject', 'authenticatorData', 'signature'];
/** The object with the bytes of one member changed. */
const withChangedMember = (of: object): fc.Arbitrary<string> =>
  fc
    .constantFrom(...Object.entries(of).filter(([name]) => MEMBERS.includes(name)))
    .chain(([name, text]) =>
      damagedBytes([Buffer.from(text as string, 'base64url')]).map((bytes) =>
        JSON.stringify({ ...of, [name]: Buffer.from(bytes).toString('base64url') }),
      ),
    );
const isText = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');

const attestationReader: Reader = {
  name: 'passkey-attestation',
  sources: ['adapters-rails/src/identity/passkeys.ts'],
  genuine: [JSON.stringify(attestation)],
  runs: 300,
  inputs: fc.oneof(withChangedMember(attestation), jsonLike(attestation)),
  async read(bytes) {
    const given = membersOf(bytes);
    if (!isText(given['credentialId'], given['clientDataJson'], given['attestationObject'])) return 'no attestation';
    const result = await passkeys.register(given as never, 'Y2hhbGxlbmdl');
    if (result.ok) {
      const { counter, origin } = result.value as { counter: number; origin: string };
      promise(Number.isSafeInteger(counter) && counter >= 0 && origin.startsWith('https://'), 'a passkey');
    }
    return outcomeOf(result);
  },
};
const assertionReader: Reader = {
  name: 'passkey-assertion',
  sources: ['adapters-rails/src/identity/passkeys.ts'],
  genuine: [JSON.stringify(assertion)],
  runs: 300,
  inputs: fc.oneof(withChangedMember(assertion), jsonLike(assertion)),
  async read(bytes) {
    const given = membersOf(bytes);
    const { credentialId, clientDataJson, authenticatorData, signature: proof } = given;
    if (!isText(credentialId, clientDataJson, authenticatorData, proof)) return 'no assertion';
    const result = await passkeys.authenticate(registered.value as never, given as never, 'payload');
    if (result.ok) {
      const same = (name: keyof typeof assertion): boolean =>
        Buffer.from(given[name] as string, 'base64url').equals(Buffer.from(assertion[name], 'base64url'));
      promise(same('clientDataJson') && same('authenticatorData'), 'another assertion than the signed one');
    }
    return outcomeOf(result);
  },
};

const PLACE = { table: 't', row: 'r', column: 'c' };
const sealedText = sealer.seal('whsec_secret', PLACE);
const sealed: Reader = {
  name: 'sealed-text',
  sources: ['adapters-rails/src/custody/sealer.ts'],
  genuine: [sealedText],
  inputs: damagedText(sealedText),
  read: (bytes) =>
    refusing([SealError], () => promise(sealer.open(textOf(bytes), PLACE) === 'whsec_secret', 'another text')),
  laws: {
    'a text is opened as it was sealed': fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => sealer.open(sealer.seal(text, PLACE), PLACE) === text,
    ),
  },
};

const REVEAL_KEY = Buffer.alloc(32, 3);
const reveal = { cardId: 'Card:1', tenant: 'Platform:1', expiresAt: START, nonce: 'n' };
const revealText = signToken(REVEAL_KEY, reveal);
const revealToken: Reader = {
  name: 'card-reveal-token',
  sources: ['adapters-rails/src/cards/reveal-token.ts'],
  genuine: [revealText],
  inputs: damagedText(revealText),
  read(bytes) {
    const read = readToken(REVEAL_KEY, textOf(bytes));
    if (read !== null) promise(JSON.stringify(read) === JSON.stringify(reveal), 'a token that the issuer did not sign');
    return orNull(read);
  },
};

const inspector = contentInspector();
const FILES = [pdf(), jpeg(), png(), png(64, 64)];
const document: Reader = {
  name: 'document',
  sources: ['adapters-rails/src/kyc/content-inspector.ts', 'adapters-rails/src/kyc/pdf-syntax.ts'],
  genuine: FILES,
  runs: 250,
  inputs: fc.oneof(
    damagedBytes(FILES),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '<<',
            '>>',
            '[',
            ']',
            '(',
            ')',
            '<',
            '>',
            '/Type',
            '/Kids',
            '/Root',
            '/Pages',
            '/Page',
            '/Count',
          ),
          fc.constantFrom(
            '1 0 R',
            '2 0 R',
            '9 0 R',
            '1 0 obj',
            '2 0 obj',
            'endobj',
            'stream\n',
            'endstream',
            'trailer',
          ),
          fc.constantFrom('startxref', '0', '-1', '%%EOF', 'null', '/ObjStm', '/First 1', '/N 9999999999', '\\'),
        ),
        { maxLength: 60, size: 'max' },
      )
      .map((parts) => `%PDF-1.4\n${parts.join(' ')}\nstartxref\n9\n%%EOF`),
  ),
  async read(bytes) {
    const result = await inspector.inspect(bytes);
    return result.ok ? READ : result.error.code;
  },
};

/** The input is the body of a response. */
const response: Reader = {
  name: 'client-response',
  sources: ['client/src/corridor.ts', 'client/src/api-error.ts'],
  genuine: [JSON.stringify({ id: 'Quote:1', status: 'PENDING' })],
  inputs: fc.oneof(
    jsonLike({ id: 'Quote:1', status: 'PENDING' }),
    jsonLike({ code: 'QUOTE_NOT_FOUND', message: 'not found', details: { errors: [{ field: 'a', message: 'b' }] } }),
  ),
  always: 'either',
  async read(bytes) {
    const outcomes: string[] = [];
    for (const [status, type] of [
      [200, 'application/json'],
      [404, 'application/json'],
      [503, 'text/html'],
    ] as const) {
      const client = new Corridor({
        baseUrl: 'https://pay.example',
        credential: null,
        retries: 0,
        fetch: async () => new Response(Buffer.from(bytes), { status, headers: { 'content-type': type } }),
      });
      const outcome = await refusing([ApiError], () => client.getQuoteById({ path: { quoteId: 'Quote:1' } }));
      promise(status === 200 || outcome !== READ, `a response with the status ${status}`);
      outcomes.push(outcome);
    }
    return outcomes[0]!;
  },
};

export const PROOFS: readonly Reader[] = [
  stamp,
  sessionKey,
  bundle,
  otpBundle,
  webhook,
  identityToken,
  attestationReader,
  assertionReader,
  sealed,
  revealToken,
  document,
  response,
];
