import { beforeEach, describe, expect, it } from 'vitest';
import { ONE_TIME_CODES } from '../codes/index.js';
import { canonicalText, ok, PENDING_COMMANDS, plusSeconds } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import {
  attestationOf,
  bySigning,
  challengeIn,
  doneIn,
  identityToken,
  newKey,
  type OwnedWallet,
  type OwnerKey,
  passkeyOf,
  type PlayWallets,
  playWallets,
  signedBy,
} from '../testing/play-wallets.js';
import { digest, reversingSealer } from '../testing/ports.js';
import type { CredentialRequest } from './create-credential.js';
import { WALLET_CREDENTIALS, type WalletCredential } from './credential.js';
import { otpTargetOf } from './held-handle.js';
import { WALLET_SESSIONS } from './session.js';
import { type SignedCall, UNSIGNED } from './stamp.js';
import { WALLETS } from './wallet.js';

const ID = (kind: string): unknown => expect.stringMatching(new RegExp(`^${kind}:[0-9a-f-]{36}$`));
const EMAIL = 'ada@example.com';
const PHONE = '+15550001111';
const CREDENTIAL = 'AuthMethod:018f0000-0000-7000-8000-000000000001';
const ACCOUNT = 'InternalAccount:018f0000-0000-7000-8000-000000000001';

let of: PlayWallets;
beforeEach(async () => {
  of = await playWallets();
});

const wallets = () => of.play.core.wallets;
const now = () => of.play.clock.now();
const adding = (wallet: OwnedWallet, credential: CredentialRequest) => (signed: SignedCall) =>
  of.prepared(wallets().createCredential, { accountId: wallet.account.id, credential, signed });
const revoking = (id: string) => (signed: SignedCall) => of.play.run(wallets().revokeCredential, { id, signed });
const countOf = async ({ account }: OwnedWallet) => (await of.record(WALLETS, account.id))?.credentials;
const codes = () => of.all(ONE_TIME_CODES);
/** Removes the record of a wallet, which older wallets do not have. */
const uncounted = ({ account }: OwnedWallet) =>
  of.play.storage.units.run(of.play.tenant, async (tx) => ok(tx.remove(WALLETS, (await tx.get(WALLETS, account.id))!)));

const passkeyRequest = (id = 'one', challenge = 'text'): CredentialRequest => ({
  type: 'PASSKEY',
  nickname: 'Laptop',
  challenge,
  attestation: attestationOf(id, challenge),
});
const oauth = (claims: Parameters<typeof identityToken>[0] = {}): CredentialRequest => ({
  type: 'OAUTH',
  oidcToken: identityToken(claims),
});

/** An owner who has signed in with a code by email. */
async function owner(details: object = {}): Promise<{ readonly wallet: OwnedWallet; readonly key: OwnerKey }> {
  const wallet = await of.open({ email: EMAIL, ...details });
  const key = newKey();
  await of.signIn(wallet, key);
  return { wallet, key };
}

const baseOf = () => ({ id: ID('AuthMethod'), tenant: of.play.tenant, version: 1, createdAt: now(), updatedAt: now() });

describe('a new wallet', () => {
  it('has a credential on the email address of its owner', async () => {
    const wallet = await of.open({ email: 'Ada@Example.com' });
    expect(valueOf(await of.play.read(wallets().listCredentials, { accountId: wallet.account.id }))).toEqual([
      {
        ...baseOf(),
        accountId: wallet.account.id,
        livingIn: wallet.account.id,
        type: 'EMAIL_OTP',
        status: 'ACTIVE',
        nickname: 'Ada@Example.com',
        slot: `${wallet.account.id} EMAIL_OTP`,
        signInEmail: 'ada@example.com',
        contact: 'Ada@Example.com',
        identity: null,
        passkey: null,
        otpTarget: null,
      },
    ]);
    expect(await countOf(wallet)).toBe(1);
    expect(await codes()).toEqual([]);
  });

  it('has keys that are sealed for it', async () => {
    const { account } = await of.open({ email: EMAIL });
    const { keyHandle } = (await of.record(WALLETS, account.id))!;
    expect(keyHandle).toMatch(new RegExp(`^sealed:wallets/${account.id}/keyHandle:`));
  });

  it('is not opened with an address that signs in to another wallet', async () => {
    await of.open({ email: EMAIL });
    await expect(of.open({ email: EMAIL.toUpperCase() })).rejects.toThrow('EMAIL_OTP_EMAIL_ALREADY_EXISTS');
    expect(await of.all(WALLET_CREDENTIALS)).toHaveLength(1);
  });

  it('of an owner without an email address has none', async () => {
    const wallet = await of.open({ phoneNumber: PHONE });
    expect(await of.credentials(wallet)).toEqual([]);
    expect(await countOf(wallet)).toBe(0);
  });

  it('keeps its credentials apart from those of other wallets', async () => {
    const [one, two] = [await of.open({ email: EMAIL }), await of.open({ email: 'bob@example.com' })];
    expect((await of.credentials(one)).map(({ contact }) => contact)).toEqual([EMAIL]);
    expect((await of.credentials(two)).map(({ contact }) => contact)).toEqual(['bob@example.com']);
    expect(valueOf(await of.play.read(wallets().listCredentials, { accountId: ACCOUNT }))).toEqual([]);
  });
});

describe('the first credential of a wallet', () => {
  it('is added at once, with a code for the number of its owner', async () => {
    const wallet = await of.open({ phoneNumber: PHONE });
    const added = doneIn(await adding(wallet, { type: 'SMS_OTP' })(UNSIGNED));
    expect(added.credential).toEqual({
      ...baseOf(),
      accountId: wallet.account.id,
      livingIn: wallet.account.id,
      type: 'SMS_OTP',
      status: 'ACTIVE',
      nickname: PHONE,
      slot: `${wallet.account.id} SMS_OTP`,
      signInEmail: null,
      contact: PHONE,
      identity: null,
      passkey: null,
      otpTarget: reversingSealer.seal('target 1', otpTargetOf(added.credential.id)),
    });
    expect(added.bundle).toMatch(new RegExp(`^target 1 for ${wallet.account.id} by 0[23][0-9a-f]{64}$`));
    expect(await of.credentials(wallet)).toEqual([added.credential]);
    expect(await countOf(wallet)).toBe(1);
    expect(await codes()).toMatchObject([
      {
        use: `wallet.otp/${added.credential.id}`,
        channel: 'PHONE',
        address: PHONE,
        expiresAt: plusSeconds(now(), 600),
        policy: {
          name: 'wallet.otp',
          length: 6,
          alphabet: '0123456789',
          validForSeconds: 600,
          tries: 5,
          sendsPerHour: 5,
          sandboxCode: '000000',
          sender: 'Purse',
        },
      },
    ]);
  });

  it('is a passkey that has signed the challenge', async () => {
    const wallet = await of.open({});
    const added = doneIn(await adding(wallet, passkeyRequest('one'))(UNSIGNED));
    expect(added).toMatchObject({
      credential: {
        type: 'PASSKEY',
        nickname: 'Laptop',
        slot: `${wallet.account.id} PASSKEY one`,
        signInEmail: null,
        contact: null,
        identity: null,
        passkey: passkeyOf('one'),
        otpTarget: null,
      },
      bundle: null,
    });
    expect(await of.credentials(wallet)).toEqual([added.credential]);
    expect(await countOf(wallet)).toBe(1);
    expect(await codes()).toEqual([]);
  });

  it('is an identity that its issuer states', async () => {
    const wallet = await of.open({});
    const added = doneIn(await adding(wallet, oauth({ subject: 'grace', email: 'g@example.com' }))(UNSIGNED));
    const identity = { issuer: 'https://id.example', audience: 'purse', subject: 'grace' };
    expect(added.credential).toMatchObject({
      type: 'OAUTH',
      nickname: 'g@example.com',
      slot: `${wallet.account.id} ["OAUTH","https://id.example","purse","grace"]`,
      // Only a code proves access to an address.
      signInEmail: null,
      contact: null,
      identity,
      passkey: null,
    });
  });

  it('is an address that signs in to no other wallet', async () => {
    await of.open({ email: 'bob@example.com' });
    const wallet = await of.open({ phoneNumber: PHONE });
    valueOf(await of.play.run(of.play.core.customers.update, { id: wallet.customer.id, email: 'Ada@Example.com' }));
    const { credential } = doneIn(await adding(wallet, { type: 'EMAIL_OTP' })(UNSIGNED));
    expect(credential).toMatchObject({ type: 'EMAIL_OTP', contact: 'Ada@Example.com', signInEmail: EMAIL });
  });

  it('is added to a wallet that is older than the count of credentials', async () => {
    const wallet = await of.open({});
    await uncounted(wallet);
    doneIn(await adding(wallet, passkeyRequest())(UNSIGNED));
    expect(await of.record(WALLETS, wallet.account.id)).toMatchObject({ credentials: 1, keyHandle: null, version: 1 });
  });

  it('is refused without proof', async () => {
    const wallet = await of.open({});
    const refused = async (credential: CredentialRequest) => refusal(await adding(wallet, credential)(UNSIGNED));
    expect(await refused({ ...passkeyRequest(), challenge: 'other' } as CredentialRequest)).toEqual({
      code: 'INVALID_INPUT',
      fields: ['attestation'],
    });
    expect(await refused(oauth({ issuedAt: plusSeconds(now(), -61) }))).toMatchObject({ code: 'INVALID_SIGNATURE' });
    expect(await of.credentials(wallet)).toEqual([]);
  });

  it.each([
    ['EMAIL_OTP', 'EMAIL', { phoneNumber: PHONE }],
    ['SMS_OTP', 'PHONE_NUMBER', {}],
  ] as const)('of type %s needs %s of the owner', async (type, field, details) => {
    const wallet = await of.open(details);
    const refused = await adding(wallet, { type })(UNSIGNED);
    expect(refused).toMatchObject({ error: { code: 'MISSING_MANDATORY_USER_INFO', details: { fields: [field] } } });
  });

  it.each([
    ['unknown', ACCOUNT, { code: 'REFERENCE_NOT_FOUND', fields: [] }],
    ['not an account', 'Customer:018f0000-0000-7000-8000-000000000001', { code: 'REFERENCE_NOT_FOUND', fields: [] }],
    ['not a wallet', null, { code: 'INVALID_INPUT', fields: ['accountId'] }],
  ])('is refused for an account that is %s', async (_what, id, expected) => {
    const { customer } = await of.open({});
    const euros = valueOf(
      await of.play.read(of.play.core.accounts.listInternal, { customerId: customer.id, currency: 'EUR' }),
    );
    const account = { id: id ?? euros.data[0]!.account.id } as OwnedWallet['account'];
    expect(refusal(await adding({ customer, account }, passkeyRequest())(UNSIGNED))).toEqual(expected);
  });
});

describe('a further credential of a wallet', () => {
  it('is added when a session has signed its type, its contact and the account', async () => {
    const { wallet, key } = await owner({ phoneNumber: PHONE });
    const add = adding(wallet, { type: 'SMS_OTP' });
    const challenge = challengeIn(await add(UNSIGNED));
    expect(challenge).toEqual({
      kind: 'challenge',
      type: 'SMS_OTP',
      payloadToSign: expect.any(String),
      requestId: ID('Request'),
      expiresAt: plusSeconds(now(), 300),
    });
    expect(JSON.parse(challenge.payloadToSign)).toEqual({
      operation: 'credential.create',
      accountId: wallet.account.id,
      bodyDigest: digest.sha256(canonicalText({ accountId: wallet.account.id, type: 'SMS_OTP', contact: PHONE })),
      requestId: challenge.requestId,
      timestampMs: now(),
      contact: PHONE,
    });
    expect(await of.credentials(wallet)).toHaveLength(1);
    const added = doneIn(await add(signedBy(key, challenge)));
    expect(added.credential).toMatchObject({ type: 'SMS_OTP', contact: PHONE });
    expect((await of.credentials(wallet)).map(({ type }) => type)).toEqual(['EMAIL_OTP', 'SMS_OTP']);
    expect(await countOf(wallet)).toBe(2);
    expect(codeOf(await add(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('keeps what the first call has proven, because a token may expire before the signature', async () => {
    const { wallet, key } = await owner();
    const add = adding(wallet, oauth({ subject: 'grace', issuedAt: now() }));
    const challenge = challengeIn(await add(UNSIGNED));
    expect(challenge.type).toBe('OAUTH');
    expect(Object.keys(JSON.parse(challenge.payloadToSign) as object)).not.toContain('contact');
    of.play.clock.advance(120);
    const added = doneIn(await add(signedBy(key, challenge)));
    expect(added).toMatchObject({
      credential: { type: 'OAUTH', nickname: 'grace', identity: { subject: 'grace' } },
      bundle: null,
    });
    expect(await countOf(wallet)).toBe(2);
  });

  it('is a passkey whose attestation the first call has checked', async () => {
    const { wallet, key } = await owner();
    const added = await bySigning(key, adding(wallet, passkeyRequest('two')));
    expect(added.credential).toMatchObject({ type: 'PASSKEY', nickname: 'Laptop', passkey: passkeyOf('two') });
    expect(added.credential.slot).toBe(`${wallet.account.id} PASSKEY two`);
  });

  it('is not the one whose signature was given for another', async () => {
    const { wallet, key } = await owner();
    const challenge = challengeIn(await adding(wallet, passkeyRequest('one'))(UNSIGNED));
    const other = adding(wallet, passkeyRequest('two'));
    expect(codeOf(await other(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    expect(codeOf(await adding(wallet, passkeyRequest('one'))(signedBy(newKey(), challenge)))).toBe(
      'WALLET_SIGNATURE_INVALID',
    );
    expect(await countOf(wallet)).toBe(1);
  });

  it('of an identity or a passkey needs proof of it also in a first call that already has headers', async () => {
    const { wallet, key } = await owner();
    const requestId = 'Request:018f0000-0000-7000-8000-000000000001';
    const signed = { stamp: key.stamp('text'), requestId };
    expect(codeOf(await adding(wallet, passkeyRequest())(signed))).toBe('WALLET_SIGNATURE_INVALID');
    expect(codeOf(await adding(wallet, passkeyRequest())({ requestId }))).toBe('WALLET_SIGNATURE_MISSING');
  });

  it.each([
    ['email', { type: 'EMAIL_OTP' }, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS'],
    ['number', { type: 'SMS_OTP' }, 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS'],
    ['passkey', passkeyRequest(), 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'],
    ['identity', oauth(), 'INVALID_INPUT'],
  ] as const)('of the same %s is refused', async (_what, credential, code) => {
    const { wallet, key } = await owner({ phoneNumber: PHONE });
    if (credential.type !== 'EMAIL_OTP') await bySigning(key, adding(wallet, credential));
    const refused = await adding(wallet, credential)(UNSIGNED);
    expect(refusal(refused)).toEqual({ code, fields: code === 'INVALID_INPUT' ? ['oidcToken'] : [] });
  });

  it('may be another passkey, or another identity of the same issuer, or the same subject elsewhere', async () => {
    const { wallet, key } = await owner();
    const identities = [{}, { subject: 'grace' }, { audience: 'other' }, { issuer: 'https://other.example' }];
    for (const claims of identities) await bySigning(key, adding(wallet, oauth(claims)));
    for (const id of ['one', 'two']) await bySigning(key, adding(wallet, passkeyRequest(id)));
    expect(await of.credentials(wallet)).toHaveLength(7);
    expect(await countOf(wallet)).toBe(7);
  });

  it('has an address that signs in to no other wallet', async () => {
    await owner();
    const wallet = await of.open({ phoneNumber: PHONE });
    valueOf(await of.play.run(of.play.core.customers.update, { id: wallet.customer.id, email: EMAIL.toUpperCase() }));
    expect(codeOf(await adding(wallet, { type: 'EMAIL_OTP' })(UNSIGNED))).toBe('EMAIL_OTP_EMAIL_ALREADY_EXISTS');
    expect(await of.credentials(wallet)).toEqual([]);
    // A wallet with a credential is refused before its owner signs.
    doneIn(await adding(wallet, { type: 'SMS_OTP' })(UNSIGNED));
    expect(codeOf(await adding(wallet, { type: 'EMAIL_OTP' })(UNSIGNED))).toBe('EMAIL_OTP_EMAIL_ALREADY_EXISTS');
  });

  it('is not added if the same one was added between the two calls', async () => {
    const { wallet, key } = await owner();
    const add = adding(wallet, passkeyRequest());
    const [one, two] = [challengeIn(await add(UNSIGNED)), challengeIn(await add(UNSIGNED))];
    doneIn(await add(signedBy(key, one)));
    expect(codeOf(await add(signedBy(key, two)))).toBe('PASSKEY_CREDENTIAL_ALREADY_EXISTS');
    expect(await countOf(wallet)).toBe(2);
  });

  it('is not added if its code cannot be sent: RATE_LIMITED', async () => {
    const { wallet, key } = await owner({ phoneNumber: PHONE });
    const add = adding(wallet, { type: 'SMS_OTP' });
    const { id } = (await bySigning(key, add)).credential;
    // The customer has received two codes: to sign in, and for the new credential.
    for (let sent = 2; sent < 5; sent += 1) valueOf(await of.prepared(wallets().challengeCredential, { id }));
    await bySigning(key, revoking(id));
    expect(codeOf(await add(signedBy(key, challengeIn(await add(UNSIGNED)))))).toBe('RATE_LIMITED');
    expect([(await of.credentials(wallet)).length, await countOf(wallet)]).toEqual([1, 1]);
  });

  it('is refused for a closed account', async () => {
    const { wallet } = await owner();
    valueOf(await of.play.run(of.play.core.customers.delete, { id: wallet.customer.id }));
    expect(codeOf(await adding(wallet, passkeyRequest())(UNSIGNED))).toBe('USER_NOT_READY');
  });
});

describe('a code for a credential', () => {
  const challenged = (id: string, clientPublicKey?: string) =>
    of.prepared(wallets().challengeCredential, { id, clientPublicKey });

  it('is sent under the policy of the platform', async () => {
    const settings = { appName: 'Purse', otpLength: 8, alphanumeric: true, expirationSeconds: 60 };
    valueOf(await of.play.run(of.play.core.platforms.updateConfig, { embeddedWalletConfig: settings }));
    const wallet = await of.open({ email: EMAIL });
    const [credential] = await of.credentials(wallet);
    const answer = valueOf(await challenged(credential!.id));
    const otpTarget = reversingSealer.seal('target 1', otpTargetOf(credential!.id));
    expect(answer).toEqual({
      kind: 'code',
      credential: { ...credential, version: 2, otpTarget },
      bundle: expect.stringMatching(new RegExp(`^target 1 for ${wallet.account.id} by 0[23][0-9a-f]{64}$`)),
    });
    expect(await of.credentials(wallet)).toEqual([{ ...credential, version: 2, otpTarget }]);
    expect(await codes()).toMatchObject([
      {
        use: `wallet.otp/${credential!.id}`,
        channel: 'EMAIL',
        address: EMAIL,
        expiresAt: plusSeconds(now(), 60),
        policy: { length: 8, alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', validForSeconds: 60, sender: 'Purse' },
      },
    ]);
    await of.play.pass(0);
    expect(of.play.sent).toMatchObject([{ channel: 'EMAIL', to: EMAIL, sender: 'Purse' }]);
  });

  it.each([
    [
      { otpLength: 4, alphanumeric: false },
      { length: 4, validForSeconds: 600, sender: 'Purse' },
    ],
    [{ expirationSeconds: 30 }, { length: 6, validForSeconds: 30, sender: 'Purse' }],
    [null, { length: 6, validForSeconds: 600, sender: null }],
  ])('is made of digits with the settings %j', async (embeddedWalletConfig, policy) => {
    const wallet = await of.open({ email: EMAIL });
    valueOf(await of.play.run(of.play.core.platforms.updateConfig, { embeddedWalletConfig }));
    const [credential] = await of.credentials(wallet);
    valueOf(await challenged(credential!.id));
    expect(await codes()).toMatchObject([{ policy: { alphabet: '0123456789', ...policy } }]);
  });

  it('is sent five times an hour at most', async () => {
    const wallet = await of.open({ email: EMAIL });
    const [{ id }] = (await of.credentials(wallet)) as [WalletCredential];
    for (let sent = 0; sent < 5; sent += 1) valueOf(await challenged(id));
    const before = await of.credentials(wallet);
    expect(codeOf(await challenged(id))).toBe('RATE_LIMITED');
    expect(await of.credentials(wallet)).toEqual(before);
  });

  it.each([CREDENTIAL, ACCOUNT, 'x'])('of the unknown credential %s is refused', async (id) => {
    expect(codeOf(await challenged(id))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await revoking(id)(UNSIGNED))).toBe('REFERENCE_NOT_FOUND');
  });

  it('of an identity is not needed: INVALID_INPUT', async () => {
    const wallet = await of.open({});
    const { credential } = doneIn(await adding(wallet, oauth())(UNSIGNED));
    expect(refusal(await challenged(credential.id, newKey().publicKey))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['id'],
    });
  });

  it('is a text to sign for a passkey, bound to the key of the client', async () => {
    const wallet = await of.open({});
    const { credential } = doneIn(await adding(wallet, passkeyRequest())(UNSIGNED));
    const client = newKey().publicKey;
    const answer = valueOf(await challenged(credential.id, client));
    if (answer.kind !== 'passkey') throw new Error('no challenge');
    const pending = (await of.record(PENDING_COMMANDS, answer.requestId))!;
    expect(answer).toEqual({
      kind: 'passkey',
      credential,
      challenge: digest.sha256(pending.payload),
      requestId: ID('Request'),
      expiresAt: plusSeconds(now(), 300),
    });
    expect(JSON.parse(pending.payload)).toEqual({
      operation: 'session.create',
      accountId: wallet.account.id,
      credentialId: credential.id,
      clientPublicKey: client,
      requestId: answer.requestId,
      timestampMs: now(),
    });
    expect(pending).toMatchObject({
      operation: 'credential.verify-passkey',
      path: credential.id,
      account: wallet.account.id,
      bodyDigest: digest.sha256('null'),
      state: { clientPublicKey: client },
    });
  });

  it('is not sent, and not asked of a passkey, after its credential was revoked', async () => {
    const { wallet, key } = await owner({ phoneNumber: PHONE });
    const { credential: passkey } = await bySigning(key, adding(wallet, passkeyRequest()));
    const { credential: phone } = await bySigning(key, adding(wallet, { type: 'SMS_OTP' }));
    for (const { id } of [passkey, phone]) {
      const input = { id, clientPublicKey: newKey().publicKey };
      const revoked = () => bySigning(key, revoking(id));
      const refused = await of.prepared(wallets().challengeCredential, input, revoked);
      expect(codeOf(refused)).toBe('REFERENCE_NOT_FOUND');
    }
  });

  it.each([undefined, '', '02ff'])('of a passkey needs a client key on the curve, not %s', async (client) => {
    const wallet = await of.open({});
    const { credential } = doneIn(await adding(wallet, passkeyRequest())(UNSIGNED));
    expect(refusal(await challenged(credential.id, client))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['clientPublicKey'],
    });
    const message = client === undefined ? 'is required for a passkey' : 'must be a P-256 public key in hexadecimal';
    expect(await challenged(credential.id, client)).toMatchObject({ error: { details: { errors: [{ message }] } } });
  });
});

describe('the revocation of a credential', () => {
  it('is signed by a session of another credential, and ends its own sessions only', async () => {
    const { wallet, key } = await owner();
    const [email] = await of.credentials(wallet);
    const { credential } = await bySigning(key, adding(wallet, passkeyRequest()));
    const challenge = challengeIn(await revoking(credential.id)(UNSIGNED));
    expect(challenge.type).toBe('PASSKEY');
    expect(JSON.parse(challenge.payloadToSign)).toEqual({
      operation: 'credential.revoke',
      accountId: wallet.account.id,
      resource: credential.id,
      bodyDigest: digest.sha256('null'),
      requestId: challenge.requestId,
      timestampMs: now(),
    });
    const done = valueOf(await revoking(credential.id)(signedBy(key, challenge)));
    expect(done).toEqual({ kind: 'done', value: undefined });
    expect(await of.credentials(wallet)).toEqual([await of.record(WALLET_CREDENTIALS, email!.id)]);
    expect(await of.record(WALLET_CREDENTIALS, credential.id)).toEqual({
      ...credential,
      version: 2,
      status: 'REVOKED',
      livingIn: null,
      slot: null,
      signInEmail: null,
      otpTarget: null,
    });
    expect(await countOf(wallet)).toBe(1);
    expect(await of.sessions(wallet)).toHaveLength(1);
    expect(codeOf(await revoking(credential.id)(UNSIGNED))).toBe('REFERENCE_NOT_FOUND');
    // The same passkey may be registered again.
    await bySigning(key, adding(wallet, passkeyRequest()));
  });

  it('is not signed by its own sessions, and ends all of them', async () => {
    const { wallet, key } = await owner({ phoneNumber: PHONE });
    await of.signIn(wallet, newKey());
    const [email] = await of.credentials(wallet);
    const { credential } = await bySigning(key, adding(wallet, { type: 'SMS_OTP' }));
    const revoke = revoking(email!.id);
    expect(codeOf(await revoke(signedBy(key, challengeIn(await revoke(UNSIGNED)))))).toBe('WALLET_SIGNATURE_INVALID');
    const other = newKey();
    const [challenge, verification] = await of.enterCode(credential, other.publicKey);
    const { session } = doneIn(await of.prepared(wallets().verifyCredential, verification(signedBy(other, challenge))));
    await bySigning(other, revoke);
    expect((await of.sessions(wallet)).map(({ id }) => id)).toEqual([session.id]);
    const ended = (await of.all(WALLET_SESSIONS)).filter(({ id }) => id !== session.id);
    expect(ended.map(({ status, livingIn }) => [status, livingIn])).toEqual([
      ['REVOKED', null],
      ['REVOKED', null],
    ]);
  });

  it('is signed by a key that opened a session of another credential too', async () => {
    const { wallet, key } = await owner({ phoneNumber: PHONE });
    const { credential } = await bySigning(key, adding(wallet, { type: 'SMS_OTP' }));
    const [challenge, verification] = await of.enterCode(credential, key.publicKey);
    doneIn(await of.prepared(wallets().verifyCredential, verification(signedBy(key, challenge))));
    await bySigning(key, revoking(credential.id));
    expect((await of.sessions(wallet)).map(({ type }) => type)).toEqual(['EMAIL_OTP']);
  });

  it('is not signed by the session of another wallet', async () => {
    const { wallet, key } = await owner();
    const { credential } = await bySigning(key, adding(wallet, passkeyRequest()));
    const stranger = newKey();
    await of.signIn(await of.open({ email: 'bob@example.com' }), stranger);
    const revoke = revoking(credential.id);
    const refused = await revoke(signedBy(stranger, challengeIn(await revoke(UNSIGNED))));
    expect(codeOf(refused)).toBe('WALLET_SIGNATURE_INVALID');
    expect(await countOf(wallet)).toBe(2);
  });

  it('is refused for the last credential of a wallet', async () => {
    const { wallet, key } = await owner();
    const [email] = await of.credentials(wallet);
    expect(refusal(await revoking(email!.id)(UNSIGNED))).toEqual({ code: 'INVALID_INPUT', fields: ['id'] });
    expect(codeOf(await revoking(email!.id)({ requestId: 'x' }))).toBe('WALLET_SIGNATURE_MISSING');
    expect(codeOf(await revoking(email!.id)({ stamp: key.stamp('x') }))).toBe('REQUEST_ID_MISSING');
  });
});

describe('the end of a customer', () => {
  it('revokes every credential and session, and frees the address', async () => {
    const { wallet, key } = await owner();
    await bySigning(key, adding(wallet, passkeyRequest()));
    valueOf(await of.play.run(of.play.core.customers.delete, { id: wallet.customer.id }));
    const ended = await of.all(WALLET_CREDENTIALS);
    expect(ended.map(({ status, livingIn, slot, signInEmail }) => [status, livingIn, slot, signInEmail])).toEqual([
      ['REVOKED', null, null, null],
      ['REVOKED', null, null, null],
    ]);
    expect((await of.all(WALLET_SESSIONS)).map(({ status }) => status)).toEqual(['REVOKED']);
    expect(await countOf(wallet)).toBe(0);
    expect(await of.open({ email: EMAIL })).toMatchObject({ account: { status: 'ACTIVE' } });
  });

  it('also closes a wallet that is older than the count of credentials', async () => {
    const { wallet } = await owner();
    await uncounted(wallet);
    valueOf(await of.play.run(of.play.core.customers.delete, { id: wallet.customer.id }));
    expect(await of.credentials(wallet)).toEqual([]);
  });
});
