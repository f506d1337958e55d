import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import { canonicalText, plusSeconds } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import {
  bySigning,
  challengeIn,
  newKey,
  type OwnedWallet,
  type OwnerKey,
  type PlayWallets,
  playWallets,
  signedBy,
} from '../testing/play-wallets.js';
import { digest } from '../testing/ports.js';
import { WALLET_SESSIONS } from './session.js';
import type { SessionView } from './session-service.js';
import { type SignedCall, UNSIGNED } from './stamp.js';

const ID = (kind: string): unknown => expect.stringMatching(new RegExp(`^${kind}:[0-9a-f-]{36}$`));
const SECONDS = 900;

let of: PlayWallets;
let wallet: OwnedWallet;
let key: OwnerKey;
let opened: SessionView;

beforeEach(async () => {
  of = await playWallets();
  wallet = await of.open({ email: 'ada@example.com' });
  key = newKey();
  opened = await of.signIn(wallet, key);
});

const wallets = () => of.play.core.wallets;
const now = () => of.play.clock.now();
const listed = async () =>
  valueOf(await of.play.read(wallets().listSessions, { accountId: wallet.account.id })).map(({ id }) => id);
const refreshing =
  (clientPublicKey: string, id: string = opened.session.id) =>
  (signed: SignedCall) =>
    of.prepared(wallets().refreshSession, { id, clientPublicKey, signed });
const revoking =
  (id: string = opened.session.id) =>
  (signed: SignedCall) =>
    of.play.run(wallets().revokeSession, { id, signed });
const stored = async () => (await of.record(WALLET_SESSIONS, opened.session.id))!;
const expiryJobs = async () => (await of.all(JOBS)).filter(({ kind }) => kind === 'wallet.expire-session');

describe('a session', () => {
  it('signs for its credential for fifteen minutes with the key that the client has', async () => {
    const [credential] = await of.credentials(wallet);
    expect(opened).toEqual({
      session: {
        id: ID('Session'),
        tenant: of.play.tenant,
        version: 1,
        createdAt: now(),
        updatedAt: now(),
        accountId: wallet.account.id,
        livingIn: wallet.account.id,
        credentialId: credential!.id,
        type: 'EMAIL_OTP',
        nickname: 'ada@example.com',
        passkeyId: null,
        status: 'ACTIVE',
        publicKey: key.publicKey,
        clientKey: null,
        expiresAt: plusSeconds(now(), SECONDS),
      },
      encryptedKey: null,
    });
    expect(await stored()).toEqual(opened.session);
    expect(await listed()).toEqual([opened.session.id]);
    expect(await expiryJobs()).toMatchObject([{ subject: opened.session.id, dueAt: plusSeconds(now(), SECONDS) }]);
  });

  it('of a client with an uncompressed key signs with an issued key, which is encrypted to it, and with its own', async () => {
    const other = newKey();
    const [credential] = await of.credentials(wallet);
    const [challenge, verification] = await of.enterCode(credential!, other.uncompressed);
    const verified = await of.prepared(wallets().verifyCredential, verification(signedBy(other, challenge)));
    const view = (valueOf(verified) as { readonly value: SessionView }).value;
    expect(view.encryptedKey).toBe(`key for ${other.uncompressed}`);
    expect(view.session).toMatchObject({ publicKey: of.issued.key.publicKey, clientKey: other.publicKey });
    await bySigning(other, revoking());
    await bySigning(of.issued.key, revoking(view.session.id));
    expect(await listed()).toEqual([]);
  });

  it('is not listed, found or accepted from the instant of its expiry, even before it is recorded as expired', async () => {
    of.play.clock.advance(SECONDS - 1);
    expect(await listed()).toEqual([opened.session.id]);
    const challenge = challengeIn(await revoking()(UNSIGNED));
    of.play.clock.advance(1);
    expect(await listed()).toEqual([]);
    expect(codeOf(await revoking()(UNSIGNED))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await revoking()(signedBy(key, challenge)))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await refreshing(key.publicKey)(UNSIGNED))).toBe('REFERENCE_NOT_FOUND');
    expect((await stored()).status).toBe('ACTIVE');
  });

  it('is recorded as expired at its end, once', async () => {
    await of.play.pass(SECONDS - 1);
    expect((await stored()).status).toBe('ACTIVE');
    await of.play.pass(1);
    expect(await stored()).toMatchObject({ status: 'EXPIRED', livingIn: null, version: 2 });
    expect(await expiryJobs()).toEqual([]);
  });

  it('that was revoked stays revoked when its time is over', async () => {
    await bySigning(key, revoking());
    expect(await stored()).toMatchObject({ status: 'REVOKED', livingIn: null, version: 2 });
    await of.play.pass(SECONDS);
    expect(await stored()).toMatchObject({ status: 'REVOKED', version: 2 });
    expect(await expiryJobs()).toEqual([]);
  });

  it('that was revoked after a refresh leaves no job behind', async () => {
    of.play.clock.advance(600);
    await bySigning(key, refreshing(key.publicKey));
    await bySigning(key, revoking());
    await of.play.pass(300);
    expect([await expiryJobs(), (await stored()).status]).toEqual([[], 'REVOKED']);
  });

  it('of an account that does not exist is an empty list', async () => {
    expect(valueOf(await of.play.read(wallets().listSessions, { accountId: 'InternalAccount:none' }))).toEqual([]);
  });
});

describe('the refresh of a session', () => {
  it('asks for a signature that covers the session, the new key and the instant', async () => {
    const next = newKey();
    const challenge = challengeIn(await refreshing(next.uncompressed)(UNSIGNED));
    expect(challenge).toEqual({
      kind: 'challenge',
      type: null,
      payloadToSign: expect.any(String),
      requestId: ID('Request'),
      expiresAt: plusSeconds(now(), 300),
    });
    expect(JSON.parse(challenge.payloadToSign)).toEqual({
      operation: 'session.refresh',
      accountId: wallet.account.id,
      resource: opened.session.id,
      bodyDigest: digest.sha256(canonicalText({ clientPublicKey: next.uncompressed })),
      requestId: challenge.requestId,
      timestampMs: now(),
      targetPublicKey: next.uncompressed,
    });
  });

  it('gives it a new key and another fifteen minutes, and its former key signs no more', async () => {
    of.play.clock.advance(600);
    const next = newKey();
    const refreshed = await bySigning(key, refreshing(next.uncompressed));
    expect(refreshed).toEqual({
      session: {
        ...opened.session,
        version: 2,
        updatedAt: now(),
        publicKey: of.issued.key.publicKey,
        expiresAt: plusSeconds(now(), SECONDS),
      },
      encryptedKey: `key for ${next.uncompressed}`,
    });
    expect(await stored()).toEqual(refreshed.session);
    for (const former of [key, next]) {
      const challenge = challengeIn(await revoking()(UNSIGNED));
      expect(codeOf(await revoking()(signedBy(former, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    }
    await of.play.pass(300);
    expect(await stored()).toMatchObject({ status: 'ACTIVE' });
    expect(await expiryJobs()).toMatchObject([{ dueAt: plusSeconds(now(), 600) }]);
    await of.play.pass(600);
    expect(await stored()).toMatchObject({ status: 'EXPIRED' });
  });

  it('takes a compressed key as it is', async () => {
    const next = newKey();
    expect(await bySigning(key, refreshing(next.publicKey))).toMatchObject({
      session: { publicKey: next.publicKey, clientKey: null },
      encryptedKey: null,
    });
  });

  it('does not ask custody for a key before the owner has signed', async () => {
    const ready = (clientPublicKey: string, signed: SignedCall) =>
      wallets().refreshSession.prepare(of.play.context(), { id: opened.session.id, clientPublicKey, signed });
    expect(valueOf(await ready(newKey().uncompressed, UNSIGNED)).keys).toBeNull();
    expect(codeOf(await ready(newKey().uncompressed, { requestId: 'x' }))).toBe('WALLET_SIGNATURE_MISSING');
  });

  it('is signed by the session itself, not by another one of the wallet', async () => {
    const other = newKey();
    await of.signIn(wallet, other);
    const refresh = refreshing(newKey().publicKey);
    const challenge = challengeIn(await refresh(UNSIGNED));
    expect(codeOf(await refresh(signedBy(other, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await stored()).toEqual(opened.session);
    // The refused unit did not use the challenge up.
    valueOf(await refresh(signedBy(key, challenge)));
    expect((await stored()).version).toBe(2);
  });

  it('is bound to the key that the signature names', async () => {
    const challenge = challengeIn(await refreshing(newKey().publicKey)(UNSIGNED));
    const thief = refreshing(newKey().publicKey);
    expect(codeOf(await thief(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
  });

  it.each([
    [{ stamp: 'x' }, 'REQUEST_ID_MISSING'],
    [{ requestId: 'x' }, 'WALLET_SIGNATURE_MISSING'],
    [{ stamp: 'x', requestId: 'x' }, 'WALLET_SIGNATURE_MALFORMED'],
  ])('with the headers %j is refused: %s', async (signed, code) => {
    expect(codeOf(await refreshing(key.publicKey)(signed))).toBe(code);
    expect(codeOf(await revoking()(signed))).toBe(code);
  });

  it('needs a key on the curve', async () => {
    expect(refusal(await refreshing('02ff')(UNSIGNED))).toEqual({ code: 'INVALID_INPUT', fields: ['clientPublicKey'] });
  });

  it.each(['Session:018f0000-0000-7000-8000-000000000001', 'Customer:018f0000-0000-7000-8000-000000000001', 'x'])(
    'of the unknown session %s is refused',
    async (id) => {
      expect(codeOf(await refreshing(key.publicKey, id)(UNSIGNED))).toBe('REFERENCE_NOT_FOUND');
      expect(codeOf(await revoking(id)(UNSIGNED))).toBe('REFERENCE_NOT_FOUND');
    },
  );
});

describe('the revocation of a session', () => {
  it('is signed by any session of the wallet, and ends that session only', async () => {
    const other = newKey();
    const { session } = await of.signIn(wallet, other);
    const challenge = challengeIn(await revoking(session.id)(UNSIGNED));
    expect(challenge.type).toBe('EMAIL_OTP');
    expect(JSON.parse(challenge.payloadToSign)).toEqual({
      operation: 'session.revoke',
      accountId: wallet.account.id,
      resource: session.id,
      bodyDigest: digest.sha256('null'),
      requestId: challenge.requestId,
      timestampMs: now(),
    });
    expect(valueOf(await revoking(session.id)(signedBy(key, challenge)))).toEqual({ kind: 'done', value: undefined });
    expect(await listed()).toEqual([opened.session.id]);
    expect(await of.credentials(wallet)).toHaveLength(1);
    expect(codeOf(await revoking(session.id)(signedBy(key, challenge)))).toBe('REFERENCE_NOT_FOUND');
  });

  it('is not signed by the session of another wallet, nor for another session', async () => {
    const stranger = newKey();
    const other = await of.open({ email: 'bob@example.com' });
    const { session } = await of.signIn(other, stranger);
    const challenge = challengeIn(await revoking()(UNSIGNED));
    expect(codeOf(await revoking()(signedBy(stranger, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    expect(codeOf(await revoking()({ stamp: key.stamp('other'), requestId: challenge.requestId }))).toBe(
      'WALLET_SIGNATURE_INVALID',
    );
    expect(codeOf(await revoking(session.id)(signedBy(stranger, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await listed()).toEqual([opened.session.id]);
  });
});
