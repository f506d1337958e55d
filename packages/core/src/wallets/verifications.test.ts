import { p256 } from '@noble/curves/nist.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { ONE_TIME_CODES } from '../codes/index.js';
import { PENDING_COMMANDS, plusSeconds } from '../kernel/index.js';
import { HOST_KEYS } from '../platforms/index.js';
import { refusal } from '../testing/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import {
  assertionOf,
  attestationOf,
  challengeIn,
  codeBundle,
  doneIn,
  identityToken,
  newKey,
  type OwnedWallet,
  passkeyOf,
  type PlayWallets,
  playWallets,
  signedBy,
} from '../testing/play-wallets.js';
import { digest } from '../testing/ports.js';
import type { CredentialRequest } from './create-credential.js';
import { WALLET_CREDENTIALS, type WalletCredential } from './credential.js';
import type { Challenge } from './signed-retry.js';
import { UNSIGNED } from './stamp.js';
import type { CredentialProofRequest, VerifyCredential } from './verify-credential.js';

const EMAIL = 'ada@example.com';
const INVALID_BUNDLE = { code: 'INVALID_INPUT', fields: ['encryptedOtpBundle'] };
const SIGNATURE_INVALID = 'WALLET_SIGNATURE_INVALID';

let of: PlayWallets;
let wallet: OwnedWallet;

beforeEach(async () => {
  of = await playWallets();
});

const wallets = () => of.play.core.wallets;
const now = () => of.play.clock.now();
const verify = (input: VerifyCredential) => of.prepared(wallets().verifyCredential, input);
const sessions = () => of.sessions(wallet);
const current = async ({ id }: WalletCredential) => (await of.record(WALLET_CREDENTIALS, id))!;

/** A wallet whose only credential is this one. */
async function withFirst(credential: CredentialRequest): Promise<WalletCredential> {
  wallet = await of.open({ phoneNumber: '+15550001111' });
  const input = { accountId: wallet.account.id, credential, signed: UNSIGNED };
  return doneIn(await of.prepared(wallets().createCredential, input)).credential;
}

describe('a code', () => {
  let credential: WalletCredential;
  const key = newKey();

  beforeEach(async () => {
    wallet = await of.open({ email: EMAIL });
    credential = (await of.credentials(wallet))[0]!;
  });

  const requested = async (): Promise<string | null> => {
    const answer = valueOf(await of.prepared(wallets().challengeCredential, { id: credential.id }));
    return answer.kind === 'code' ? answer.bundle : null;
  };
  const entered = (encryptedOtpBundle: string, signed = UNSIGNED) =>
    verify({ id: credential.id, proof: { type: 'EMAIL_OTP', encryptedOtpBundle }, signed });
  const right = (bundle: string | null, publicKey = key.publicKey) =>
    codeBundle(bundle, { otp_code: '000000', public_key: publicKey });

  it('is answered with a token of the host that names the key and its proven address', async () => {
    of.play.clock.advance(0.75);
    const bundle = right(await requested(), key.uncompressed);
    const challenge = challengeIn(await entered(bundle));
    expect(challenge).toEqual({
      kind: 'challenge',
      type: 'EMAIL_OTP',
      payloadToSign: expect.any(String),
      requestId: expect.stringMatching(/^Request:/),
      expiresAt: plusSeconds(now(), 300),
    });
    const [header, claims, signature] = challenge.payloadToSign.split('.') as [string, string, string];
    const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    const seconds = Math.floor(now() / 1000);
    expect(decoded(header)).toEqual({ alg: 'ES256', typ: 'JWT' });
    expect(decoded(claims)).toEqual({
      id: challenge.requestId,
      verification_type: 'OTP_TYPE_EMAIL',
      contact: EMAIL,
      organization_id: wallet.account.id,
      public_key: key.uncompressed,
      iat: seconds,
      exp: seconds + 300,
    });
    const [{ publicKey }] = (await of.play.storage.units.read(null, async (reads) => [
      (await reads.get(HOST_KEYS, 'wallet-custody'))!,
    ])) as [{ readonly publicKey: string }];
    const isSigned = p256.verify(
      Buffer.from(signature, 'base64url'),
      utf8ToBytes(`${header}.${claims}`),
      Buffer.from(publicKey, 'hex'),
      { format: 'compact', lowS: false },
    );
    expect(isSigned).toBe(true);
    expect(await of.record(PENDING_COMMANDS, challenge.requestId)).toMatchObject({
      operation: 'credential.verify-code',
      path: credential.id,
      account: wallet.account.id,
      payload: digest.sha256(challenge.payloadToSign),
      state: { publicKey: key.uncompressed, contact: EMAIL },
    });
    expect(await sessions()).toEqual([]);
  });

  it('to a phone proves a number', async () => {
    const { id } = await withFirst({ type: 'SMS_OTP' });
    const encryptedOtpBundle = right('target 1');
    const challenge = challengeIn(
      await verify({ id, proof: { type: 'SMS_OTP', encryptedOtpBundle }, signed: UNSIGNED }),
    );
    const claims = Buffer.from(challenge.payloadToSign.split('.')[1]!, 'base64url').toString();
    expect(JSON.parse(claims)).toMatchObject({ verification_type: 'OTP_TYPE_SMS', contact: '+15550001111' });
    expect(challenge.type).toBe('SMS_OTP');
  });

  it('opens a session when the key that came with it has signed the token, once', async () => {
    const bundle = right(await requested());
    const challenge = challengeIn(await entered(bundle));
    const before = await current(credential);
    const signed = signedBy(key, challenge);
    const { session, encryptedKey } = doneIn(await entered(bundle, signed));
    expect(session).toMatchObject({ publicKey: key.publicKey, clientKey: null, credentialId: credential.id });
    expect(encryptedKey).toBeNull();
    expect(await current(credential)).toEqual({ ...before, version: before.version + 1 });
    expect(codeOf(await entered(bundle, signed))).toBe(SIGNATURE_INVALID);
    expect(await sessions()).toEqual([session]);
  });

  it('opens no session for another key, another text or another bundle', async () => {
    const target = await requested();
    const bundle = right(target);
    const challenge = challengeIn(await entered(bundle));
    expect(codeOf(await entered(bundle, signedBy(newKey(), challenge)))).toBe(SIGNATURE_INVALID);
    const wrongText = { stamp: key.stamp('text'), requestId: challenge.requestId };
    expect(codeOf(await entered(bundle, wrongText))).toBe(SIGNATURE_INVALID);
    const otherBundle = right(target, newKey().publicKey);
    expect(codeOf(await entered(otherBundle, signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    const unknown = {
      ...challenge,
      requestId: 'Request:018f0000-0000-7000-8000-000000000001' as Challenge['requestId'],
    };
    expect(codeOf(await entered(bundle, signedBy(key, unknown)))).toBe(SIGNATURE_INVALID);
    expect(await sessions()).toEqual([]);
    doneIn(await entered(bundle, signedBy(key, challenge)));
  });

  it.each([
    [{ stamp: 'x' }, 'REQUEST_ID_MISSING'],
    [{ requestId: 'x' }, 'WALLET_SIGNATURE_MISSING'],
    [{ stamp: 'x', requestId: 'x' }, 'WALLET_SIGNATURE_MALFORMED'],
  ])('with the headers %j is refused: %s', async (signed, code) => {
    expect(codeOf(await entered(right(await requested()), signed))).toBe(code);
  });

  it('opens no session five minutes after its token', async () => {
    const bundle = right(await requested());
    const challenge = challengeIn(await entered(bundle));
    of.play.clock.advance(300);
    expect(codeOf(await entered(bundle, signedBy(key, challenge)))).toBe(SIGNATURE_INVALID);
  });

  it('is tried five times at most, also if the last one is right', async () => {
    const target = await requested();
    const wrong = codeBundle(target, { otp_code: '111111', public_key: key.publicKey });
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(refusal(await entered(wrong))).toEqual(INVALID_BUNDLE);
      expect(await of.all(ONE_TIME_CODES)).toMatchObject([{ tries }]);
    }
    expect(refusal(await entered(right(target)))).toEqual(INVALID_BUNDLE);
    expect(await of.all(ONE_TIME_CODES)).toMatchObject([{ tries: 5 }]);
    // A wrong code and a code that is void have different answers: type again, or request a new one.
    const message = (text: RegExp) => ({ error: { details: { errors: [{ message: expect.stringMatching(text) }] } } });
    expect(await entered(wrong)).toMatchObject(message(/^no code is open/));
    const again = codeBundle(await requested(), { otp_code: '111111', public_key: key.publicKey });
    expect(await entered(again)).toMatchObject(message(/wrong code/));
    expect(await of.all(PENDING_COMMANDS)).toEqual([]);
    challengeIn(await entered(right(await requested())));
  });

  it('is valid for ten minutes', async () => {
    const target = await requested();
    of.play.clock.advance(600);
    expect(refusal(await entered(right(target)))).toEqual(INVALID_BUNDLE);
  });

  it('is not accepted twice, nor before it was sent, nor in a bundle for a former target', async () => {
    expect(refusal(await entered(right('target 1')))).toEqual(INVALID_BUNDLE);
    const former = await requested();
    const target = await requested();
    expect(refusal(await entered(right(former)))).toEqual(INVALID_BUNDLE);
    challengeIn(await entered(right(target)));
    expect(refusal(await entered(right(target)))).toEqual(INVALID_BUNDLE);
  });

  it.each([
    ['{'],
    ['null'],
    ['1'],
    [JSON.stringify({ otp_code: 0, public_key: key.publicKey })],
    [JSON.stringify({ otp_code: '000000' })],
    [JSON.stringify({ otp_code: '000000', public_key: 1 })],
    [JSON.stringify({ otp_code: '000000', public_key: '02ff' })],
    [JSON.stringify({ public_key: key.publicKey })],
  ])('in an unreadable text (%#) is not read, which does not count as a try', async (text) => {
    await requested();
    expect(refusal(await entered(`target 1|${text}`))).toEqual(INVALID_BUNDLE);
    expect(await of.all(ONE_TIME_CODES)).toMatchObject([{ tries: 0 }]);
  });

  it('opens no session after its credential was revoked or its owner deleted', async () => {
    const bundle = right(await requested());
    const challenge = challengeIn(await entered(bundle));
    valueOf(await of.play.run(of.play.core.customers.delete, { id: wallet.customer.id }));
    expect(codeOf(await entered(bundle, signedBy(key, challenge)))).toBe('REFERENCE_NOT_FOUND');
  });

  it('of another type of credential is refused', async () => {
    const proof = { type: 'SMS_OTP', encryptedOtpBundle: right(await requested()) } as const;
    const refused = await verify({ id: credential.id, proof, signed: UNSIGNED });
    expect(refused).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        details: { errors: [{ field: 'type', constraint: { enum: ['EMAIL_OTP'] } }] },
      },
    });
  });

  it.each(['AuthMethod:018f0000-0000-7000-8000-000000000001', 'x'])('of the unknown credential %s', async (id) => {
    const proof = { type: 'EMAIL_OTP', encryptedOtpBundle: 'x' } as const;
    expect(codeOf(await verify({ id, proof, signed: UNSIGNED }))).toBe('REFERENCE_NOT_FOUND');
  });
});

describe('an identity', () => {
  const key = newKey();
  const proofOf = (claims: object = {}, clientPublicKey = key.publicKey): CredentialProofRequest => ({
    type: 'OAUTH',
    oidcToken: identityToken({ nonce: digest.sha256(clientPublicKey), issuedAt: now(), ...claims }),
    clientPublicKey,
  });
  const withIdentity = () => withFirst({ type: 'OAUTH', oidcToken: identityToken({}) });

  it('opens a session at once for the key that its token names', async () => {
    const credential = await withIdentity();
    const view = doneIn(await verify({ id: credential.id, proof: proofOf(), signed: UNSIGNED }));
    expect(view.encryptedKey).toBeNull();
    expect(view.session).toMatchObject({
      type: 'OAUTH',
      nickname: 'ada',
      publicKey: key.publicKey,
      clientKey: null,
      passkeyId: null,
    });
    expect(await current(credential)).toEqual({ ...credential, version: 2 });
  });

  it('opens a session with an issued key for an uncompressed one, which does not sign itself', async () => {
    const { id } = await withIdentity();
    const view = doneIn(await verify({ id, proof: proofOf({}, key.uncompressed), signed: UNSIGNED }));
    expect(view).toMatchObject({
      session: { publicKey: of.issued.key.publicKey, clientKey: null },
      encryptedKey: `key for ${key.uncompressed}`,
    });
  });

  it.each([
    ['issuer', { issuer: 'https://other.example' }],
    ['audience', { audience: 'other' }],
    ['subject', { subject: 'grace' }],
    ['nonce', { nonce: null }],
    ['nonce of another key', { nonce: digest.sha256(newKey().publicKey) }],
  ])('with another %s opens none', async (_what, claims) => {
    const { id } = await withIdentity();
    expect(codeOf(await verify({ id, proof: proofOf(claims), signed: UNSIGNED }))).toBe('INVALID_SIGNATURE');
    expect(await sessions()).toEqual([]);
  });

  it('with a token that is too old, or unreadable, or without a client key opens none', async () => {
    const { id } = await withIdentity();
    const refused = async (proof: CredentialProofRequest) => refusal(await verify({ id, proof, signed: UNSIGNED }));
    expect(await refused(proofOf({ issuedAt: plusSeconds(now(), -61) }))).toMatchObject({ code: 'INVALID_SIGNATURE' });
    expect(await refused(proofOf({ unreadable: true }))).toEqual({ code: 'INVALID_INPUT', fields: ['oidcToken'] });
    expect(await refused(proofOf({}, 'key'))).toEqual({ code: 'INVALID_INPUT', fields: ['clientPublicKey'] });
  });
});

describe('a passkey', () => {
  const key = newKey();
  let credential: WalletCredential;

  beforeEach(async () => {
    const attestation = attestationOf('one', 'text');
    credential = await withFirst({ type: 'PASSKEY', nickname: 'Laptop', challenge: 'text', attestation });
  });

  async function asked(clientPublicKey = key.publicKey) {
    const input = { id: credential.id, clientPublicKey };
    const answer = valueOf(await of.prepared(wallets().challengeCredential, input));
    if (answer.kind !== 'passkey') throw new Error('no challenge');
    return answer;
  }
  const proofOf = (challenge: string, counter: number): VerifyCredential['proof'] => ({
    type: 'PASSKEY',
    assertion: assertionOf('one', challenge, counter),
  });
  const asserted = ({ challenge, requestId }: Awaited<ReturnType<typeof asked>>, counter = 1) =>
    verify({ id: credential.id, proof: proofOf(challenge, counter), signed: { requestId } });

  it('opens a session when it has signed the challenge, once, and keeps its counter', async () => {
    const challenge = await asked();
    const { session, encryptedKey } = doneIn(await asserted(challenge, 7));
    expect(session).toMatchObject({
      type: 'PASSKEY',
      nickname: 'Laptop',
      passkeyId: 'one',
      publicKey: key.publicKey,
      clientKey: null,
    });
    expect(encryptedKey).toBeNull();
    expect(await current(credential)).toEqual({ ...credential, version: 2, passkey: passkeyOf('one', 7) });
    expect(codeOf(await asserted(challenge, 8))).toBe(SIGNATURE_INVALID);
    expect(await sessions()).toEqual([session]);
  });

  it('opens a session with an issued key for an uncompressed one', async () => {
    const view = doneIn(await asserted(await asked(key.uncompressed)));
    expect(view).toMatchObject({
      session: { publicKey: of.issued.key.publicKey, clientKey: null },
      encryptedKey: `key for ${key.uncompressed}`,
    });
  });

  it('opens none after its credential was revoked, even if it has signed before', async () => {
    const challenge = await asked();
    const input = {
      id: credential.id,
      proof: proofOf(challenge.challenge, 1),
      signed: { requestId: challenge.requestId },
    };
    const removed = () => of.play.run(of.play.core.customers.delete, { id: wallet.customer.id });
    expect(codeOf(await of.prepared(wallets().verifyCredential, input, removed))).toBe('REFERENCE_NOT_FOUND');
    expect(await sessions()).toEqual([]);
  });

  it('that does not count may sign again', async () => {
    for (let signings = 0; signings < 2; signings += 1) doneIn(await asserted(await asked(), 0));
    expect(await sessions()).toHaveLength(2);
  });

  it('opens none for another challenge, another passkey or without an id of the call', async () => {
    const challenge = await asked();
    const { requestId } = challenge;
    expect(codeOf(await asserted({ ...challenge, challenge: 'other' }))).toBe('INVALID_SIGNATURE');
    const assertion = assertionOf('two', challenge.challenge, 1);
    const other = { id: credential.id, proof: { type: 'PASSKEY', assertion }, signed: { requestId } } as const;
    expect(codeOf(await verify(other))).toBe('INVALID_SIGNATURE');
    const proof = proofOf(challenge.challenge, 1);
    expect(codeOf(await verify({ id: credential.id, proof, signed: UNSIGNED }))).toBe('REQUEST_ID_MISSING');
    of.play.clock.advance(300);
    expect(codeOf(await asserted(challenge))).toBe(SIGNATURE_INVALID);
    expect(await sessions()).toEqual([]);
  });

  it.each([5, 4, 0])(
    'opens none if another assertion with the counter 5 was accepted before its %i',
    async (counter) => {
      const [one, two] = [await asked(), await asked()];
      const late = { id: credential.id, proof: proofOf(two.challenge, counter), signed: { requestId: two.requestId } };
      const between = async () => doneIn(await asserted(one, 5));
      const refused = await of.prepared(wallets().verifyCredential, late, between);
      expect(codeOf(refused)).toBe('INVALID_SIGNATURE');
      expect(await sessions()).toHaveLength(1);
      expect((await current(credential)).passkey).toEqual(passkeyOf('one', 5));
    },
  );

  it('opens one session if the same assertion arrives twice at once', async () => {
    const challenge = await asked();
    const twice = await Promise.all([asserted(challenge, 1), asserted(challenge, 1)]);
    expect(twice.map(codeOf).sort()).toEqual([SIGNATURE_INVALID, 'ok']);
    expect(await sessions()).toHaveLength(1);
  });

  it('proves nothing with a code', async () => {
    const { requestId } = await asked();
    const proof = { type: 'EMAIL_OTP', encryptedOtpBundle: 'x' } as const;
    expect(refusal(await verify({ id: credential.id, proof, signed: { requestId } }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['type'],
    });
  });
});
