import { createHash, generateKeyPairSync } from 'node:crypto';
import { exampleAccountInfo } from '@corridor/core/internal';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Api, expecting, refused } from '../support/api.js';
import { DATABASES } from '../support/host.js';
import { AUDIENCE, identityIssuer, type Issuer, nonceOf } from '../support/identity-issuer.js';
import { softAuthenticator } from '../support/soft-authenticator.js';
import { useHost } from '../support/use-host.js';
import {
  call,
  type Challenge,
  challengeOf,
  type Credential,
  enableWallets,
  type Key,
  newKey,
  type OwnedWallet,
  openWallet,
  REQUEST_ID,
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

type Wallet = OwnedWallet & { readonly key: Key; readonly session: Session };

async function signedInWallet(api: Api): Promise<Wallet> {
  const wallet = await openWallet(api);
  const key = newKey();
  return { ...wallet, key, session: await signInByCode(api, wallet.email, key) };
}

const accountPath = ({ account }: OwnedWallet): string => `/internal-accounts/${account.id}`;
const PRIVATE = { privateEnabled: true };

async function isPrivate(api: Api, { account, customer }: OwnedWallet): Promise<boolean> {
  const query = { customerId: customer.id, currency: 'USDB' };
  const page = await expecting(
    200,
    api.get<{ data: { id: string; privateEnabled: boolean }[] }>('/customers/internal-accounts', query),
  );
  return page.data.find(({ id }) => id === account.id)!.privateEnabled;
}

const statuses = (answers: readonly Answer<unknown>[]): readonly string[] =>
  answers.map(({ status, body }) => (status < 400 ? String(status) : (body as { code: string }).code)).sort();

describe.each(DATABASES)('concurrent calls on %s', (database) => {
  const used = useHost(database);
  beforeAll(() => enableWallets(used.api));

  it('have one effect for 50 signed retries with one Request-Id', async () => {
    const wallet = await signedInWallet(used.api);
    const next = newKey();
    const path = `/auth/sessions/${wallet.session.id}/refresh`;
    const body = { clientPublicKey: next.publicKey };
    const headers = await stampHeaders(wallet.key, await challengeOf(used.api, 'POST', path, body));
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(used.api, 'POST', path, body, headers)));
    expect(statuses(answers)).toEqual(['201', ...Array.from({ length: 49 }, () => 'WALLET_SIGNATURE_INVALID')]);
    await refused(401, 'WALLET_SIGNATURE_INVALID', call(used.api, 'POST', path, body, headers));
    await expecting(200, signed(used.api, next, 'PATCH', accountPath(wallet), PRIVATE));
  });

  it('get one answer under one idempotency key, with the session key in it', async () => {
    const wallet = await signedInWallet(used.api);
    const path = `/auth/sessions/${wallet.session.id}/refresh`;
    const body = { clientPublicKey: newKey().publicKeyUncompressed };
    const challenge = await challengeOf(used.api, 'POST', path, body);
    const headers = { ...(await stampHeaders(wallet.key, challenge)), 'idempotency-key': challenge.requestId };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(used.api, 'POST', path, body, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const late = await call<Session>(used.api, 'POST', path, body, headers);
    expect([late.text, late.headers.get('idempotent-replayed')]).toEqual([answers[0]!.text, 'true']);
    expect(late.body.encryptedSessionSigningKey).toBeDefined();
  });

  it('allow five guesses of a code and then refuse the right one', async () => {
    const wallet = await openWallet(used.api);
    const sent = await sendCode(used.api, wallet.email.id);
    const key = newKey();
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, at) => tryCode(used.api, sent, String(100_000 + at), key)),
    );
    expect(statuses(guesses.map(({ answer }) => answer)).filter((code) => code !== 'CONFLICT')).toEqual(
      expect.arrayContaining(['INVALID_INPUT']),
    );
    const wrong = guesses.filter(({ answer }) => answer.text.includes('contains a wrong code'));
    expect(wrong).toHaveLength(5);
    const late = await tryCode(used.api, sent, '000000', key);
    await refused(400, 'INVALID_INPUT', Promise.resolve(late.answer));
    expect(await sessionsOf(used.api, wallet.account.id)).toEqual([]);
    await signInByCode(used.api, wallet.email, key);
  });
});

describe('a stolen API key', () => {
  const used = useHost('sqlite');
  let issuer: Issuer;
  let mine: Wallet;
  beforeAll(async () => {
    await enableWallets(used.api);
    issuer = await identityIssuer();
    mine = await signedInWallet(used.api);
  });
  afterAll(() => issuer.close());

  const patch = (headers: Readonly<Record<string, string>>, body: object = PRIVATE, wallet: OwnedWallet = mine) =>
    call(used.api, 'PATCH', accountPath(wallet), body, headers);
  const asked = (): Promise<Challenge> => challengeOf(used.api, 'PATCH', accountPath(mine), PRIVATE);

  describe('gets the error code of each fault of a signed retry, and changes nothing', () => {
    const stampWith = async (change: Readonly<Record<string, unknown>>, { payloadToSign }: Challenge) => {
      const stamp = JSON.parse(Buffer.from(await stampOf(mine.key, payloadToSign), 'base64url').toString()) as object;
      return Buffer.from(JSON.stringify({ ...stamp, ...change })).toString('base64');
    };
    const offCurve = `02${'f'.repeat(64)}`;

    const cases: readonly (readonly [
      string,
      string,
      (challenge: Challenge) => Promise<Record<string, string>>,
      object?,
    ])[] = [
      ['no stamp', 'WALLET_SIGNATURE_MISSING', async ({ requestId }) => ({ [REQUEST_ID]: requestId })],
      ['no Request-Id', 'REQUEST_ID_MISSING', async (c) => ({ [SIGNATURE]: await stampOf(mine.key, c.payloadToSign) })],
      [
        'a stamp that cannot be decoded',
        'WALLET_SIGNATURE_MALFORMED',
        async (c) => ({ [SIGNATURE]: '%%%', [REQUEST_ID]: c.requestId }),
      ],
      [
        'a stamp without a signature',
        'WALLET_SIGNATURE_MALFORMED',
        async (c) => ({
          [SIGNATURE]: await stampWith({ signature: undefined }, c),
          [REQUEST_ID]: c.requestId,
        }),
      ],
      [
        'another scheme',
        'INVALID_SIGNATURE',
        async (c) => ({
          [SIGNATURE]: await stampWith({ scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' }, c),
          [REQUEST_ID]: c.requestId,
        }),
      ],
      [
        'a key off the curve',
        'INVALID_SIGNATURE',
        async (c) => ({
          [SIGNATURE]: await stampWith({ publicKey: offCurve }, c),
          [REQUEST_ID]: c.requestId,
        }),
      ],
      [
        'an unknown Request-Id',
        'WALLET_SIGNATURE_INVALID',
        async (c) => ({
          ...(await stampHeaders(mine.key, c)),
          [REQUEST_ID]: 'Request:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
        }),
      ],
      ['another body', 'WALLET_SIGNATURE_BODY_MISMATCH', (c) => stampHeaders(mine.key, c), { privateEnabled: false }],
      [
        'a signature of another text',
        'WALLET_SIGNATURE_INVALID',
        async (c) => ({
          ...(await stampHeaders(mine.key, { ...c, payloadToSign: `${c.payloadToSign} ` })),
        }),
      ],
      ['an unknown key', 'WALLET_SIGNATURE_INVALID', (c) => stampHeaders(newKey(), c)],
    ];

    it.each(cases.map(([why, code, headers, body = PRIVATE]) => [why, code, headers, body] as const))(
      '%s: %s',
      async (_why, code, headers, body) => {
        await refused(401, code, patch(await headers(await asked()), body));
        expect(await isPrivate(used.api, mine)).toBe(false);
      },
    );
  });

  it('cannot use a signature for another path, another account, or another operation with the same body', async () => {
    const other = await signedInWallet(used.api);
    const challenge = await asked();
    const headers = await stampHeaders(mine.key, challenge);
    await refused(401, 'WALLET_SIGNATURE_INVALID', patch(headers, PRIVATE, other));
    await refused(401, 'WALLET_SIGNATURE_INVALID', patch(await stampHeaders(other.key, challenge)));
    const refresh = `/auth/sessions/${mine.session.id}/refresh`;
    const body = { clientPublicKey: newKey().publicKeyUncompressed };
    const asRefresh = await stampHeaders(mine.key, await challengeOf(used.api, 'POST', refresh, body));
    await refused(
      401,
      'WALLET_SIGNATURE_INVALID',
      call(used.api, 'POST', `${accountPath(mine)}/export`, body, asRefresh),
    );
    expect([await isPrivate(used.api, mine), await isPrivate(used.api, other)]).toEqual([false, false]);
  });

  it('cannot refresh one session with the key of another', async () => {
    const key = newKey();
    await signInByCode(used.api, mine.email, key);
    const body = { clientPublicKey: newKey().publicKey };
    await refused(
      401,
      'WALLET_SIGNATURE_INVALID',
      signed(used.api, key, 'POST', `/auth/sessions/${mine.session.id}/refresh`, body),
    );
  });

  it('cannot replay a stamp, unchanged or with the other form of its signature', async () => {
    const wallet = await signedInWallet(used.api);
    const challenge = await challengeOf(used.api, 'PATCH', accountPath(wallet), PRIVATE);
    const headers = await stampHeaders(wallet.key, challenge);
    await expecting(200, patch(headers, PRIVATE, wallet));
    await refused(401, 'WALLET_SIGNATURE_INVALID', patch(headers, PRIVATE, wallet));
    const reEncoded = { ...headers, [SIGNATURE]: otherForm(headers[SIGNATURE]) };
    await refused(401, 'WALLET_SIGNATURE_INVALID', patch(reEncoded, PRIVATE, wallet));
  });

  it('cannot repeat an export under its idempotency key without the stamp of the owner', async () => {
    const wallet = await signedInWallet(used.api);
    const path = `${accountPath(wallet)}/export`;
    const body = { clientPublicKey: newKey().publicKeyUncompressed };
    const challenge = await challengeOf(used.api, 'POST', path, body);
    const headers = { ...(await stampHeaders(wallet.key, challenge)), 'Idempotency-Key': 'export once' };
    const send = (over: Readonly<Record<string, string | undefined>> = {}) => {
      const sent = Object.entries({ ...headers, ...over }).filter(([, value]) => value !== undefined);
      return call(used.api, 'POST', path, body, Object.fromEntries(sent) as Record<string, string>);
    };
    const first = await expecting(200, send());
    expect(await expecting(200, send())).toEqual(first);
    await refused(401, 'WALLET_SIGNATURE_MISSING', send({ [SIGNATURE]: undefined }));
    const forged = await stampHeaders(newKey(), challenge);
    await refused(401, 'WALLET_SIGNATURE_INVALID', send({ [SIGNATURE]: forged[SIGNATURE] }));
    await refused(401, 'WALLET_SIGNATURE_MALFORMED', send({ [SIGNATURE]: 'nonsense' }));
    expect(await expecting(200, send())).toEqual(first);
  });

  it.each(['low', 'high'])('but an owner may sign with %s S, in base64 and in base64url', async (form) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const wallet = mine;
      const challenge = await challengeOf(used.api, 'PATCH', accountPath(wallet), { privateEnabled: false });
      const stamp = JSON.stringify({
        publicKey: wallet.key.publicKey,
        scheme: 'SIGNATURE_SCHEME_TK_API_P256',
        signature: signatureWith(form === 'low', wallet.key.privateKey, challenge.payloadToSign),
      });
      const headers = { [SIGNATURE]: Buffer.from(stamp).toString(encoding), [REQUEST_ID]: challenge.requestId };
      await expecting(200, patch(headers, { privateEnabled: false }, wallet));
    }
  });

  it.each([
    ['that is not a point of P-256', false, 'INVALID_SIGNATURE'],
    ['that is also a point of P-256', true, 'WALLET_SIGNATURE_INVALID'],
  ] as const)('cannot use a key of another curve %s', async (_which, onCurve, code) => {
    const challenge = await asked();
    const { secret, publicKey } = foreignKey(onCurve);
    const signature = secp256k1.sign(Buffer.from(challenge.payloadToSign), secret, { format: 'der' });
    const stamp = { publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: hexOf(signature) };
    const headers = {
      [SIGNATURE]: Buffer.from(JSON.stringify(stamp)).toString('base64'),
      [REQUEST_ID]: challenge.requestId,
    };
    await refused(401, code, patch(headers));
    expect(await isPrivate(used.api, mine)).toBe(false);
  });

  it('cannot sign in with a token that is old, or for another app, person or key', async () => {
    const oidcToken = await issuer.token();
    const body = { type: 'OAUTH', accountId: mine.account.id, oidcToken };
    const oauth = await expecting(201, signed<Credential>(used.api, mine.key, 'POST', '/auth/credentials', body));
    const { publicKey: clientPublicKey } = newKey();
    const nonce = nonceOf(clientPublicKey);
    const now = Math.floor(Date.now() / 1000);
    const verify = (token: string) =>
      used.api.post(`/auth/credentials/${oauth.id}/verify`, { type: 'OAUTH', oidcToken: token, clientPublicKey });
    for (const claims of [
      { iat: now - 90 },
      { iat: now + 60 },
      { exp: now - 30 },
      { aud: 'another-app' },
      { sub: 'owner-2' },
      { iss: 'https://issuer.example' },
      { nonce: nonceOf(newKey().publicKey) },
      { nonce: undefined },
    ]) {
      await refused(401, 'INVALID_SIGNATURE', verify(await issuer.token({ nonce, ...claims })));
    }
    const unsigned = new UnsecuredJWT({ iss: issuer.url, aud: AUDIENCE, sub: 'owner-1', iat: now, nonce }).encode();
    await refused(401, 'INVALID_SIGNATURE', verify(unsigned));
    await refused(400, 'INVALID_INPUT', verify('not.a.token'));
    expect((await sessionsOf(used.api, mine.account.id)).filter(({ type }) => type === 'OAUTH')).toEqual([]);
    await expecting(200, verify(await issuer.token({ nonce })));
  });

  it('cannot use a revoked or expired session', async () => {
    const wallet = await signedInWallet(used.api);
    const key = newKey();
    const doomed = await signInByCode(used.api, wallet.email, key);
    const headers = await stampHeaders(key, await challengeOf(used.api, 'PATCH', accountPath(wallet), PRIVATE));
    await expecting(204, signed(used.api, wallet.key, 'DELETE', `/auth/sessions/${doomed.id}`));
    await refused(401, 'WALLET_SIGNATURE_INVALID', patch(headers, PRIVATE, wallet));

    const late = await challengeOf(used.api, 'PATCH', accountPath(wallet), PRIVATE);
    await used.host.advance(14 * 60);
    expect(await sessionsOf(used.api, wallet.account.id)).toHaveLength(1);
    await refused(401, 'WALLET_SIGNATURE_INVALID', patch(await stampHeaders(wallet.key, late), PRIVATE, wallet));
    await used.host.advance(61);
    expect(await sessionsOf(used.api, wallet.account.id)).toEqual([]);
    const inTime = await challengeOf(used.api, 'PATCH', accountPath(wallet), PRIVATE);
    await refused(401, 'WALLET_SIGNATURE_INVALID', patch(await stampHeaders(wallet.key, inTime), PRIVATE, wallet));
    const refresh = `/auth/sessions/${wallet.session.id}/refresh`;
    await refused(404, 'REFERENCE_NOT_FOUND', call(used.api, 'POST', refresh, { clientPublicKey: key.publicKey }));
    expect(await isPrivate(used.api, wallet)).toBe(false);
    mine = await signedInWallet(used.api);
  });

  it('cannot send money by a transfer, which has no signature', async () => {
    const funding = { amount: 1_000_000 };
    await expecting(200, used.api.post(`/sandbox/internal-accounts/${mine.account.id}/fund`, funding));
    const theirs = await expecting<{ id: string }>(
      201,
      used.api.post('/customers/external-accounts', {
        customerId: mine.customer.id,
        currency: 'USDB',
        accountInfo: exampleAccountInfo('SPARK_WALLET'),
      }),
    );
    const transfer = { source: { accountId: mine.account.id }, destination: { accountId: theirs.id }, amount: 1_000 };
    const headers = { [SIGNATURE]: await stampOf(mine.key, JSON.stringify(transfer)) };
    const answer = await refused(400, 'INVALID_INPUT', call(used.api, 'POST', '/transfer-out', transfer, headers));
    expect(answer.details).toMatchObject({ errors: [{ field: 'source.accountId' }] });
  });

  it('cannot add or revoke a credential, or read a sent code', async () => {
    await expecting(202, call(used.api, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId: mine.account.id }));
    await refused(
      400,
      'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      call(used.api, 'POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId: mine.account.id }),
    );
    const sent = await sendCode(used.api, mine.email.id);
    expect(JSON.stringify(sent)).not.toContain('000000');
  });

  it('cannot use a verified code with another key', async () => {
    const wallet = await openWallet(used.api);
    const [owner, thief] = [newKey(), newKey()];
    const sent = await sendCode(used.api, wallet.email.id);
    const { body, answer } = await tryCode(used.api, sent, '000000', owner);
    const challenge = await expecting(202, Promise.resolve(answer));
    const path = `/auth/credentials/${wallet.email.id}/verify`;
    await refused(
      401,
      'WALLET_SIGNATURE_INVALID',
      call(used.api, 'POST', path, body, await stampHeaders(thief, challenge)),
    );
    const again = await tryCode(used.api, sent, '000000', thief);
    await refused(400, 'INVALID_INPUT', Promise.resolve(again.answer));
    expect(await sessionsOf(used.api, wallet.account.id)).toEqual([]);
    await expecting(200, call(used.api, 'POST', path, body, await stampHeaders(owner, challenge)));
  });

  it('gets no more than five codes an hour', async () => {
    const wallet = await openWallet(used.api);
    for (let i = 0; i < 5; i++) await sendCode(used.api, wallet.email.id);
    const path = `/auth/credentials/${wallet.email.id}/challenge`;
    const answer = await used.api.post(path, {});
    await refused(429, 'RATE_LIMITED', Promise.resolve(answer));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_500);
    await used.host.advance(3_601);
    await sendCode(used.api, wallet.email.id);
    mine = await signedInWallet(used.api);
  });

  it('cannot use a copied passkey or one from another page', async () => {
    const authenticator = softAuthenticator({ origin: 'https://app.example.com', rpId: 'example.com' });
    const registration = Buffer.from('of the platform').toString('base64url');
    const created = {
      type: 'PASSKEY',
      accountId: mine.account.id,
      nickname: 'Key',
      challenge: registration,
      attestation: authenticator.register(registration),
    };
    const passkey = await expecting(201, signed<Credential>(used.api, mine.key, 'POST', '/auth/credentials', created));
    const path = `/auth/credentials/${passkey.id}`;
    const ask = () =>
      expecting(
        200,
        used.api.post<{ challenge: string; requestId: string }>(`${path}/challenge`, {
          clientPublicKey: newKey().publicKey,
        }),
      );
    const answerWith = (assertion: object, requestId: string) =>
      call(used.api, 'POST', `${path}/verify`, { type: 'PASSKEY', assertion }, { [REQUEST_ID]: requestId });

    const first = await ask();
    const assertion = authenticator.assert(Buffer.from(first.challenge));
    await refused(401, 'REQUEST_ID_MISSING', call(used.api, 'POST', `${path}/verify`, { type: 'PASSKEY', assertion }));
    await expecting(200, answerWith(assertion, first.requestId));
    await refused(401, 'WALLET_SIGNATURE_INVALID', answerWith(assertion, first.requestId));

    const before = (await sessionsOf(used.api, mine.account.id)).length;
    authenticator.counter = 0;
    const second = await ask();
    await refused(
      401,
      'INVALID_SIGNATURE',
      answerWith(authenticator.assert(Buffer.from(second.challenge)), second.requestId),
    );
    await refused(
      401,
      'INVALID_SIGNATURE',
      answerWith(authenticator.assert(Buffer.from(first.challenge)), second.requestId),
    );
    authenticator.origin = 'https://evil.example.com';
    await refused(
      401,
      'INVALID_SIGNATURE',
      answerWith(authenticator.assert(Buffer.from(second.challenge)), second.requestId),
    );
    const stranger = softAuthenticator();
    await refused(
      401,
      'INVALID_SIGNATURE',
      answerWith(stranger.assert(Buffer.from(second.challenge)), second.requestId),
    );
    expect(await sessionsOf(used.api, mine.account.id)).toHaveLength(before);
    const foreign = softAuthenticator({ rpId: 'other.example' }).register(registration);
    const wrong = await refused(
      400,
      'INVALID_INPUT',
      call(used.api, 'POST', '/auth/credentials', { ...created, attestation: foreign }),
    );
    expect(wrong.details?.errors?.map(({ field }) => field)).toEqual(['attestation']);
  });
});

describe('a production platform', () => {
  const used = useHost('sqlite', { webhooks: false });
  let issuer: Issuer;
  beforeAll(async () => {
    issuer = await identityIssuer();
  });
  afterAll(() => issuer.close());

  it('accepts tokens of configured issuers, signed with their published keys', async () => {
    const made = await used.deployment.command(
      ...['platform', 'create', '--name', 'Live', '--environment', 'PRODUCTION', '--currencies', 'USDB'],
    );
    const secret = (name: string): string => new RegExp(`^${name}: (\\S+)$`, 'm').exec(made.stdout)?.[1] ?? '';
    const host = await used.deployment.start({ CORRIDOR_OIDC_ISSUERS: `${issuer.url} ${issuer.jwksUrl}` });
    const api = host.api.as({ clientId: secret('client id'), clientSecret: secret('client secret') });
    await expecting(200, api.patch('/config', { embeddedWalletConfig: { appName: 'Live' } }));
    const customer = await expecting(
      201,
      api.post<{ id: string }>('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Live', region: 'US' }),
    );
    const { data } = await expecting(
      200,
      api.get<{ data: { id: string }[] }>('/customers/internal-accounts', { customerId: customer.id }),
    );
    const accountId = data[0]!.id;
    const create = (oidcToken: string) =>
      api.post<Credential>('/auth/credentials', { type: 'OAUTH', accountId, oidcToken });

    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer.url, aud: AUDIENCE, sub: 'owner-1', iat: now };
    await refused(401, 'INVALID_SIGNATURE', create(new UnsecuredJWT(claims).encode()));
    await refused(401, 'INVALID_SIGNATURE', create(await forged(claims)));
    await refused(401, 'INVALID_SIGNATURE', create(await keyedWithItsPublicKey(issuer, claims)));
    await refused(401, 'INVALID_SIGNATURE', create(await issuer.token({ iss: 'https://accounts.example' })));
    const oauth = await expecting(201, create(await issuer.token()));
    const key = newKey();
    const verify = async () =>
      api.post<Session>(`/auth/credentials/${oauth.id}/verify`, {
        type: 'OAUTH',
        clientPublicKey: key.publicKey,
        oidcToken: await issuer.token({ nonce: nonceOf(key.publicKey) }),
      });
    await expecting(200, verify());
    // The keys were requested once by this test and once by the host.
    expect(issuer.asked()).toBe(2);
    await refused(400, 'MISSING_MANDATORY_USER_INFO', api.post('/auth/credentials', { type: 'EMAIL_OTP', accountId }));
    await host.stop();
  });
});

/** The claims, signed with another key under the key id of the issuer. */
const forged = (claims: object): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
    .sign(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);

/** An HMAC whose secret is the issuer's public key. */
async function keyedWithItsPublicKey(issuer: Issuer, claims: object): Promise<string> {
  const published = await (await fetch(issuer.jwksUrl)).text();
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
    .sign(createHash('sha256').update(published).digest());
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A key of secp256k1; about half of the values are also points of P-256. */
function foreignKey(onCurve: boolean) {
  for (;;) {
    const secret = secp256k1.utils.randomSecretKey();
    const publicKey = hexOf(secp256k1.getPublicKey(secret, true));
    if (isPoint(publicKey) === onCurve) return { secret, publicKey };
  }
}

function isPoint(publicKey: string): boolean {
  try {
    p256.Point.fromHex(publicKey);
    return true;
  } catch {
    return false;
  }
}

/** A second valid form of the same stamp: its signature has N − S instead of S, which verifies as well. */
function otherForm(stamp: string): string {
  const fields = JSON.parse(Buffer.from(stamp, 'base64url').toString()) as { signature: string };
  const { r, s } = p256.Signature.fromHex(fields.signature, 'der');
  const signature = new p256.Signature(r, p256.Point.Fn.ORDER - s).toHex('der');
  return Buffer.from(JSON.stringify({ ...fields, signature })).toString('base64url');
}

function signatureWith(low: boolean, privateKey: string, payload: string): string {
  const { r, s } = p256.Signature.fromBytes(
    p256.sign(Buffer.from(payload), Buffer.from(privateKey, 'hex'), { format: 'der', lowS: true }),
    'der',
  );
  return hexOf(new p256.Signature(r, low ? s : p256.Point.Fn.ORDER - s).toBytes('der'));
}
