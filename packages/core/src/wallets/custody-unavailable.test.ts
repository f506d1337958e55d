import { beforeEach, describe, expect, it } from 'vitest';
import { Bug, type PreparedUseCase, type Result } from '../kernel/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import {
  assertionOf,
  attestationOf,
  bySigning,
  challengeIn,
  codeBundle,
  doneIn,
  identityToken,
  newKey,
  type OwnedWallet,
  type OwnerKey,
  playWalletPorts,
  type PlayWallets,
  playWallets,
  signedBy,
} from '../testing/play-wallets.js';
import { digest, fixedClock } from '../testing/ports.js';
import { WALLET_CREDENTIALS } from './credential.js';
import { custodyOf } from './custody.js';
import type { WalletSigner } from './ports.js';
import { UNSIGNED } from './stamp.js';

/** What custody does with a call; null while it answers. */
let failure: ((call: keyof WalletSigner) => void) | null;
let reported: unknown[];
let causes: unknown[];
/** What a call answers instead; null while custody is well. */
let replaced: { readonly call: keyof WalletSigner; readonly answer: unknown } | null;
let slow: boolean;
let identityFails: boolean;
let of: PlayWallets;
let wallet: OwnedWallet;
let key: OwnerKey;

const away = (only?: keyof WalletSigner) => (call: keyof WalletSigner) => {
  if (only === undefined || only === call) throw new Error(`https://custody.example/?key=secret: ${call} refused`);
};

beforeEach(async () => {
  failure = null;
  reported = [];
  causes = [];
  replaced = null;
  slow = false;
  identityFails = false;
  const clock = fixedClock();
  const { ports } = playWalletPorts(clock);
  const signer = Object.fromEntries(
    Object.entries(ports.signer).map(([call, act]) => [
      call,
      async (...given: never[]): Promise<unknown> => {
        failure?.(call as keyof WalletSigner);
        if (replaced?.call === call) return replaced.answer;
        if (slow) return new Promise(() => undefined);
        return (act as (...of: never[]) => Promise<unknown>)(...given);
      },
    ]),
  ) as unknown as WalletSigner;
  const identityTokens: typeof ports.identityTokens = {
    read: (token, options) =>
      identityFails ? Promise.reject(new Error('the issuer is away')) : ports.identityTokens.read(token, options),
  };
  of = await playWallets({
    clock,
    wallets: { ...ports, signer, identityTokens },
    pause: () => new Promise((resolve) => void (slow && setTimeout(resolve, 20))),
    report: (what, { cause }) => {
      reported.push(what);
      causes.push(cause);
    },
  });
  wallet = await of.open({ email: 'ada@example.com', phoneNumber: '+4915112345678' });
  key = newKey();
});

const wallets = () => of.play.core.wallets;

/** Sends a request while custody does not answer, and then again: the first is refused and loses nothing. */
async function repeated<T>(send: () => Promise<Result<T>>, only?: keyof WalletSigner): Promise<T> {
  failure = away(only);
  reported = [];
  const refused = await send();
  expect(codeOf(refused)).toBe('SERVICE_UNAVAILABLE');
  expect(JSON.stringify(refused)).not.toContain('secret');
  expect(reported).toEqual(['custody did not answer']);
  failure = null;
  return valueOf(await send());
}
const emailCredential = async () => (await of.credentials(wallet))[0]!;
const challenged = async () =>
  valueOf(await of.prepared(wallets().challengeCredential, { id: (await emailCredential()).id }));
const verifying = async (publicKey: string, otp = '000000') => {
  const asked = await challenged();
  const bundle = asked.kind === 'code' ? asked.bundle : null;
  const encryptedOtpBundle = codeBundle(bundle, { otp_code: otp, public_key: publicKey });
  const { id } = await emailCredential();
  return (signed = UNSIGNED) =>
    of.prepared(wallets().verifyCredential, { id, proof: { type: 'EMAIL_OTP', encryptedOtpBundle }, signed });
};

describe('while custody does not answer, 503 and nothing lost is the answer to', () => {
  it('the first use of the key that signs what hosts send', async () => {
    const { id } = await emailCredential();
    await repeated(() => of.prepared(wallets().challengeCredential, { id }), 'createKey');
  });

  it('a new code: none is sent until custody answers', async () => {
    const { id } = await emailCredential();
    const before = of.play.sent.length;
    failure = away('createTarget');
    expect(codeOf(await of.prepared(wallets().challengeCredential, { id }))).toBe('SERVICE_UNAVAILABLE');
    await of.play.core.work.drain();
    expect(of.play.sent.length).toBe(before);
    expect((await of.record(WALLET_CREDENTIALS, id))!.otpTarget).toBeNull();
    await repeated(() => of.prepared(wallets().challengeCredential, { id }), 'createTarget');
  });

  it('a new credential with a code', async () => {
    await of.signIn(wallet, key);
    const request = { accountId: wallet.account.id, credential: { type: 'SMS_OTP' } } as const;
    const create = (signed = UNSIGNED) => of.prepared(wallets().createCredential, { ...request, signed });
    const challenge = challengeIn(await create());
    doneIn({ ok: true, value: await repeated(() => create(signedBy(key, challenge)), 'createTarget') });
    expect((await of.credentials(wallet)).map(({ type }) => type)).toEqual(['EMAIL_OTP', 'SMS_OTP']);
  });

  it.each(['openBundle', 'sign'] as const)('a right code (%s): it is not used up', async (call) => {
    const verify = await verifying(key.publicKey);
    for (let tries = 0; tries < 6; tries++) {
      failure = away(call);
      expect(codeOf(await verify())).toBe('SERVICE_UNAVAILABLE');
    }
    const challenge = challengeIn({ ok: true, value: await repeated(() => verify(), call) });
    doneIn(await verify(signedBy(key, challenge)));
  });

  it('the signature of a code: its request stays open', async () => {
    const verify = await verifying(key.uncompressed);
    const challenge = challengeIn(await verify());
    const signed = signedBy(key, challenge);
    const session = doneIn({ ok: true, value: await repeated(() => verify(signed), 'issueSessionKey') });
    expect(session.encryptedKey).toBe(`key for ${key.uncompressed}`);
  });

  it('the refresh of a session: its request stays open', async () => {
    const { session } = await of.signIn(wallet, key);
    const input = { id: session.id, clientPublicKey: newKey().uncompressed };
    const refresh = (signed = UNSIGNED) => of.prepared(wallets().refreshSession, { ...input, signed });
    const challenge = challengeIn(await refresh());
    doneIn({ ok: true, value: await repeated(() => refresh(signedBy(key, challenge)), 'issueSessionKey') });
  });

  it('an identity token', async () => {
    await of.signIn(wallet, key);
    const claims = identityToken({ nonce: digest.sha256(key.uncompressed) });
    const added = await bySigning(key, (signed) =>
      of.prepared(wallets().createCredential, {
        accountId: wallet.account.id,
        credential: { type: 'OAUTH', oidcToken: claims },
        signed,
      }),
    );
    const proof = { type: 'OAUTH', oidcToken: claims, clientPublicKey: key.uncompressed } as const;
    const verify = () => of.prepared(wallets().verifyCredential, { id: added.credential.id, proof, signed: UNSIGNED });
    doneIn({ ok: true, value: await repeated(verify, 'issueSessionKey') });
  });

  it('a passkey: its challenge and its counter stay as they are', async () => {
    await of.signIn(wallet, key);
    const added = await bySigning(key, (signed) =>
      of.prepared(wallets().createCredential, {
        accountId: wallet.account.id,
        credential: {
          type: 'PASSKEY',
          nickname: 'phone',
          challenge: 'challenge',
          attestation: attestationOf('passkey', 'challenge'),
        },
        signed,
      } as never),
    );
    const { id } = added.credential;
    const asked = valueOf(await of.prepared(wallets().challengeCredential, { id, clientPublicKey: key.uncompressed }));
    if (asked.kind !== 'passkey') throw new Error('not a passkey');
    const proof = { type: 'PASSKEY', assertion: assertionOf('passkey', asked.challenge, 1) } as const;
    const verify = () => of.prepared(wallets().verifyCredential, { id, proof, signed: { requestId: asked.requestId } });
    doneIn({ ok: true, value: await repeated(verify, 'issueSessionKey') });
  });

  it('an export: the owner does not have to sign it again', async () => {
    await of.signIn(wallet, key);
    const input = { id: wallet.account.id, clientPublicKey: newKey().uncompressed };
    const exportIt = (signed = UNSIGNED) => of.prepared(wallets().exportAccount, { ...input, signed });
    const challenge = challengeIn(await exportIt());
    doneIn({ ok: true, value: await repeated(() => exportIt(signedBy(key, challenge)), 'exportWallet') });
  });
});

it('a request that custody could not answer is carried out once under its idempotency key', async () => {
  await of.signIn(wallet, key);
  const { core } = of.play;
  const ctx = of.play.context();
  const input = { id: wallet.account.id, clientPublicKey: newKey().uncompressed };
  const claim = { credential: 'token', operation: 'POST /export', key: 'key', bodyDigest: 'digest', seal: null };
  const challenge = challengeIn(await of.prepared(wallets().exportAccount, { ...input, signed: UNSIGNED }));
  const send = async <I, P, O>({ prepare, finish }: PreparedUseCase<I, P, O>, given: I) => {
    const ready = await prepare(ctx, given);
    if (!ready.ok) return ready;
    const render = (body: unknown) => ({ status: 200, body: JSON.stringify(body), remember: true });
    return core.commands.run(ctx, finish, ready.value, render, claim);
  };
  const exportIt = () => send(wallets().exportAccount, { ...input, signed: signedBy(key, challenge) });
  const first = await repeated(exportIt, 'exportWallet');
  expect(first).toMatchObject({ status: 200, replayed: false });
  expect(valueOf(await exportIt())).toMatchObject({ status: 200, body: first.body, replayed: true });
});

describe('an answer of custody that is malformed', () => {
  const ANSWERS: { readonly [Call in keyof WalletSigner]?: unknown } = {
    createKey: { publicKey: 'ab' },
    createTarget: { bundle: 'b' },
    addressesOf: { SPARK: 'sp1' },
    createWallet: undefined,
  };

  it.each(['createKey', 'createTarget'] as const)('(%s) is 503, and its cause names the member', async (call) => {
    const { id } = await emailCredential();
    replaced = { call, answer: ANSWERS[call] };
    expect(codeOf(await of.prepared(wallets().challengeCredential, { id }))).toBe('SERVICE_UNAVAILABLE');
    expect(reported).toEqual(['custody did not answer']);
    expect(causes).toEqual([
      `custody ${call}: the answer is malformed: handle must be a text that is not empty, without NUL, but is missing`,
    ]);
    replaced = null;
    valueOf(await of.prepared(wallets().challengeCredential, { id }));
  });

  it.each(['addressesOf', 'createWallet'] as const)('(%s) creates no customer without a wallet', async (call) => {
    replaced = { call, answer: ANSWERS[call] };
    const before = causes.length;
    const { account } = await of.open({ email: `${call.toLowerCase()}@example.com` });
    expect(causes.length).toBeGreaterThan(before);
    replaced = null;
    await of.play.pass(60);
    const { data } = valueOf(
      await of.play.read(of.play.core.accounts.listInternal, { customerId: account.customerId! }),
    );
    expect(data.find((one) => one.account.id === account.id)!.account.walletAddresses).not.toBeNull();
  });
});

it('the wait for custody ends with its answer, or with its refusal', async () => {
  const { ports } = playWalletPorts(fixedClock());
  let ended = 0;
  const end = () => void (ended += 1);
  const pause = (_milliseconds: number, until?: Promise<unknown>) => {
    void until?.then(end, end);
    return new Promise<void>(() => undefined);
  };
  const calls = { pause, report: () => undefined };
  valueOf(await custodyOf(ports.signer, calls).createWallet());
  const away = { ...ports.signer, createWallet: () => Promise.reject(new Error('away')) };
  expect(codeOf(await custodyOf(away, calls).createWallet())).toBe('SERVICE_UNAVAILABLE');
  expect(ended).toBe(2);
});

it('custody that does not answer in time is 503', async () => {
  const { id } = await emailCredential();
  slow = true;
  expect(codeOf(await of.prepared(wallets().challengeCredential, { id }))).toBe('SERVICE_UNAVAILABLE');
  expect(causes).toEqual(['Error: no answer within 10000 ms']);
  slow = false;
  valueOf(await of.prepared(wallets().challengeCredential, { id }));
});

it('a check of an identity token that fails is 503, and the same request succeeds later', async () => {
  await of.signIn(wallet, key);
  const claims = identityToken({ nonce: digest.sha256(key.uncompressed) });
  const create = (signed = UNSIGNED) =>
    of.prepared(wallets().createCredential, {
      accountId: wallet.account.id,
      credential: { type: 'OAUTH', oidcToken: claims },
      signed,
    });
  identityFails = true;
  expect(codeOf(await create())).toBe('SERVICE_UNAVAILABLE');
  identityFails = false;
  const challenge = challengeIn(await create());
  doneIn(await create(signedBy(key, challenge)));
});

it('a mistake in custody is not taken for its absence', async () => {
  failure = () => {
    throw new Bug('a mistake');
  };
  await expect(challenged()).rejects.toThrow(Bug);
});
