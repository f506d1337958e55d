import { walletPorts } from '@corridor/adapters-rails/identity';
import { p256 } from '@noble/curves/nist.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountsOf, INTERNAL_ACCOUNTS, type InternalAccount } from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import {
  type AnyKind,
  type BaseRecord,
  createIds,
  ok,
  type PreparedUseCase,
  type Result,
  type Tx,
} from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { digest, fixedClock, reversingSealer, seededRandom } from '../testing/ports.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { createDelegatedKey } from './create-delegated-key.js';
import { WALLET_CREDENTIALS, type WalletCredential } from './credential.js';
import { DELEGATED_KEYS } from './delegated-key.js';
import { livingCredentials } from './credential-service.js';
import { custodyOf } from './custody.js';
import { activeDelegate, signAsDelegate } from './delegated-key-service.js';
import { activeSessions, type SessionView } from './session-service.js';
import type { Challenge, Done, Signed } from './signed-retry.js';
import { type SignedCall, STAMP_SCHEME, UNSIGNED } from './stamp.js';
import { WALLETS } from './wallet.js';

let play: PlayCore;
const clock = fixedClock();
const adapters = walletPorts({ sealer: reversingSealer, clock });
/** Codes are plain here: the encryption belongs to the adapter. */
const signer = { ...adapters.signer, openBundle: async (_target: string, bundle: string) => bundle };

beforeEach(async () => {
  play = await playCore({ clock, wallets: { ...adapters, signer } }, { currencies: ['USDB', 'EUR'] });
  valueOf(await play.run(play.core.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));
});

interface Key {
  readonly publicKey: string;
  readonly stamp: (text: string) => string;
}

function newKey(): Key {
  const secret = p256.utils.randomSecretKey();
  const publicKey = bytesToHex(p256.getPublicKey(secret, true));
  const stamp = (text: string): string => {
    const signature = bytesToHex(p256.sign(utf8ToBytes(text), secret, { format: 'der' }));
    return btoa(JSON.stringify({ publicKey, scheme: STAMP_SCHEME, signature }));
  };
  return { publicKey, stamp };
}

async function prepared<I, P, O>({ prepare, finish }: PreparedUseCase<I, P, O>, input: I): Promise<Result<O>> {
  const ready = await prepare(play.context(), input);
  return ready.ok ? play.run(finish, ready.value) : ready;
}

const challengeIn = <T>(result: Result<Signed<T>>): Challenge => {
  const answer = valueOf(result);
  if (answer.kind !== 'challenge') throw new Error('no challenge');
  return answer;
};
const signedBy = (key: Key, { payloadToSign, requestId }: Challenge): SignedCall => ({
  stamp: key.stamp(payloadToSign),
  requestId,
});

/** Makes both calls of a signed operation. */
async function bySigning<T>(key: Key, call: (signed: SignedCall) => Promise<Result<Signed<T>>>): Promise<T> {
  const done = valueOf(await call(signedBy(key, challengeIn(await call(UNSIGNED)))));
  return (done as Done<T>).value;
}

interface OwnedWallet {
  readonly customer: Customer;
  readonly account: InternalAccount;
}

async function openWallet(details: object): Promise<OwnedWallet> {
  const input = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US', ...details };
  const customer = valueOf(await play.run(play.core.customers.create, { currencies: ['USDB', 'EUR'], ...input }));
  const accounts = await play.storage.units.read(play.tenant, (reads) => accountsOf(reads, customer.id));
  return { customer, account: accounts.find(({ type }) => type === 'EMBEDDED_WALLET')! };
}

const credentialsOf = ({ account }: OwnedWallet): Promise<readonly WalletCredential[]> =>
  play.storage.units.read(play.tenant, (reads) => livingCredentials(reads, account.id));
const sessionsOf = ({ account }: OwnedWallet) =>
  play.storage.units.read(play.tenant, (reads) => activeSessions(reads, play.context(), account.id));

/** Sends the right code with this key; what remains is the signature. */
async function enterCode({ id }: WalletCredential, key: Key) {
  valueOf(await prepared(play.core.wallets.challengeCredential, { id }));
  const encryptedOtpBundle = JSON.stringify({ otp_code: '000000', public_key: key.publicKey });
  const input = (signed: SignedCall) => ({ id, proof: { type: 'EMAIL_OTP', encryptedOtpBundle } as const, signed });
  const challenge = challengeIn(await prepared(play.core.wallets.verifyCredential, input(UNSIGNED)));
  return input(signedBy(key, challenge));
}

async function signIn(wallet: OwnedWallet, key: Key): Promise<SessionView> {
  const [credential] = await credentialsOf(wallet);
  const done = valueOf(await prepared(play.core.wallets.verifyCredential, await enterCode(credential!, key)));
  return (done as Done<SessionView>).value;
}

const changing = ({ customer }: OwnedWallet, fields: { readonly email?: string; readonly phoneNumber?: string }) => {
  return (signed: SignedCall) => play.run(play.core.customers.update, { id: customer.id, ...fields, signed });
};

const addingPhone =
  ({ account }: OwnedWallet) =>
  (signed: SignedCall) =>
    prepared(play.core.wallets.createCredential, { accountId: account.id, credential: { type: 'SMS_OTP' }, signed });

/** A unit of work whose first run read these records before another unit changed them. */
function overtaken<I, O>(
  useCase: (tx: Tx, ctx: ReturnType<PlayCore['context']>, input: I) => Promise<Result<O>>,
  read: readonly (readonly [AnyKind, BaseRecord])[],
): typeof useCase {
  let runs = 0;
  return (tx, ctx, input) => {
    runs += 1;
    if (runs > 1) return useCase(tx, ctx, input);
    const get = async (kind: AnyKind, id: string): Promise<unknown> => {
      const early = read.find(([of, record]) => of.name === kind.name && record.id === id);
      return early === undefined ? tx.get(kind as never, id) : early[1];
    };
    return useCase(
      new Proxy(tx, { get: (of, name) => (name === 'get' ? get : Reflect.get(of, name, of)) }),
      ctx,
      input,
    );
  };
}

describe('a stolen API key', () => {
  it('cannot send codes to a number that the owner has not signed', async () => {
    const wallet = await openWallet({ email: 'ada@example.com', phoneNumber: '+15550001111' });
    const key = newKey();
    await signIn(wallet, key);
    const add = addingPhone(wallet);
    const challenge = challengeIn(await add(UNSIGNED));
    expect(JSON.parse(challenge.payloadToSign)).toMatchObject({ contact: '+15550001111' });
    valueOf(await changing(wallet, { phoneNumber: '+15559999999' })(UNSIGNED));
    expect(codeOf(await add(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    expect((await credentialsOf(wallet)).map(({ type }) => type)).toEqual(['EMAIL_OTP']);
    await bySigning(key, add);
    expect((await credentialsOf(wallet)).map(({ contact }) => contact)).toEqual(['ada@example.com', '+15559999999']);
  });

  it('cannot complete a sign-in with a code that went to a former address of the owner', async () => {
    const wallet = await openWallet({ email: 'ada@example.com' });
    const [owner, thief] = [newKey(), newKey()];
    await signIn(wallet, owner);
    const [credential] = await credentialsOf(wallet);
    const begun = await enterCode(credential!, thief);
    await bySigning(owner, changing(wallet, { email: 'ada@example.org' }));
    expect(codeOf(await prepared(play.core.wallets.verifyCredential, begun))).toBe('WALLET_SIGNATURE_INVALID');
    expect((await sessionsOf(wallet)).map(({ publicKey }) => publicKey)).toEqual([owner.publicKey]);
  });

  it('cannot change the address of codes, even with a session of another wallet', async () => {
    const wallet = await openWallet({ email: 'ada@example.com' });
    const other = await openWallet({ email: 'bob@example.com' });
    const [owner, stranger] = [newKey(), newKey()];
    await signIn(wallet, owner);
    await signIn(other, stranger);
    const change = changing(wallet, { email: 'thief@example.com' });
    const challenge = challengeIn(await change(UNSIGNED));
    expect(codeOf(await change(signedBy(stranger, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    expect(codeOf(await changing(wallet, { email: 'me@example.com' })(signedBy(owner, challenge)))).toBe(
      'WALLET_SIGNATURE_BODY_MISMATCH',
    );
    const unsigned = { id: wallet.customer.id, email: 'thief@example.com' };
    expect(codeOf(await play.run(play.core.customers.update, unsigned))).toBe('WALLET_SIGNATURE_MISSING');
    expect((await credentialsOf(wallet)).map(({ contact }) => contact)).toEqual(['ada@example.com']);
    expect(valueOf(await play.read(play.core.customers.get, wallet.customer)).customer.email).toBe('ada@example.com');
  });

  it('cannot execute a quote with the stamp of another owner, of another quote, or of a session that has ended', async () => {
    const wallet = await openWallet({ email: 'ada@example.com' });
    const other = await openWallet({ email: 'bob@example.com' });
    const [owner, stranger] = [newKey(), newKey()];
    const { session } = await signIn(wallet, owner);
    await signIn(other, stranger);
    const [mine, another] = [await quoteFrom(wallet), await quoteFrom(wallet)];
    const execute = (stamp: string) => play.run(play.core.quotes.execute, { id: mine.id, signed: { stamp } });
    expect(codeOf(await execute(stranger.stamp(payloadOf(mine))))).toBe('WALLET_SIGNATURE_INVALID');
    expect(codeOf(await execute(owner.stamp(payloadOf(another))))).toBe('WALLET_SIGNATURE_INVALID');
    const revoke = (signed: SignedCall) => play.run(play.core.wallets.revokeSession, { id: session.id, signed });
    await bySigning(owner, revoke);
    expect(codeOf(await execute(owner.stamp(payloadOf(mine))))).toBe('WALLET_SIGNATURE_INVALID');
    expect(valueOf(await play.read(play.core.quotes.get, mine)).status).toBe('PENDING');
  });
});

async function quoteFrom({ customer, account }: OwnedWallet) {
  const accounts = await play.storage.units.read(play.tenant, (reads) => accountsOf(reads, customer.id));
  const euros = accounts.find(({ currency }) => currency === 'EUR')!;
  return valueOf(
    await play.run(play.core.quotes.create, {
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { destinationType: 'ACCOUNT', accountId: euros.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000_000n,
    }),
  );
}

const payloadOf = (quote: Awaited<ReturnType<typeof quoteFrom>>): string =>
  String(quote.paymentInstructions?.[0]?.accountOrWalletInfo['payloadToSign']);

it('a wallet quote without a payload to sign needs a new quote', async () => {
  const wallet = await openWallet({ email: 'ada@example.com' });
  const quote = await quoteFrom(wallet);
  const unsigned = { ...quote, paymentInstructions: null };
  const execute = overtaken(play.core.quotes.execute, [[QUOTES, unsigned]]);
  expect(codeOf(await play.run(execute, { id: quote.id }))).toBe('CONFLICT');
});

describe('concurrent requests', () => {
  it('open no session while the account is closed', async () => {
    const wallet = await openWallet({ email: 'ada@example.com' });
    const [credential] = await credentialsOf(wallet);
    const { verifyCredential } = play.core.wallets;
    const ready = valueOf(await verifyCredential.prepare(play.context(), await enterCode(credential!, newKey())));
    const [read] = await credentialsOf(wallet);
    valueOf(await play.run(play.core.customers.delete, { id: wallet.customer.id }));
    const finish = overtaken(verifyCredential.finish, [[WALLET_CREDENTIALS, read!]]);
    expect(codeOf(await play.run(finish, ready))).toBe('REFERENCE_NOT_FOUND');
    expect(await sessionsOf(wallet)).toEqual([]);
  });

  it('add no first credential while the account is closed', async () => {
    const wallet = await openWallet({ phoneNumber: '+15550001111' });
    const { createCredential } = play.core.wallets;
    const input = { accountId: wallet.account.id, credential: { type: 'SMS_OTP' }, signed: UNSIGNED } as const;
    const ready = valueOf(await createCredential.prepare(play.context(), input));
    const before = await play.storage.units.read(play.tenant, (reads) => reads.get(WALLETS, wallet.account.id));
    valueOf(await play.run(play.core.customers.delete, { id: wallet.customer.id }));
    const finish = overtaken(createCredential.finish, [
      [INTERNAL_ACCOUNTS, wallet.account],
      [WALLETS, before!],
    ]);
    expect(codeOf(await play.run(finish, ready))).toBe('USER_NOT_READY');
    expect(await credentialsOf(wallet)).toEqual([]);
  });

  it('add one first credential to a wallet that is older than the count of credentials', async () => {
    const wallet = await openWallet({ phoneNumber: '+15550001111' });
    const { createCredential } = play.core.wallets;
    const input = { accountId: wallet.account.id, credential: { type: 'SMS_OTP' }, signed: UNSIGNED } as const;
    const ready = valueOf(await createCredential.prepare(play.context(), input));
    const { finish } = createCredential;
    const late: typeof finish = (tx, ctx, prepared) => {
      const get = async (kind: AnyKind, id: string) => (kind.name === WALLETS.name ? null : tx.get(kind as never, id));
      const early = new Proxy(tx, { get: (of, name) => (name === 'get' ? get : Reflect.get(of, name, of)) });
      return finish(early, ctx, prepared);
    };
    expect(await play.run(late, ready)).toMatchObject({ error: { code: 'CONFLICT', details: { retryAfter: 1 } } });
    expect(await credentialsOf(wallet)).toEqual([]);
  });
});

it('a key that signed in twice signs for both sessions', async () => {
  const wallet = await openWallet({ email: 'ada@example.com' });
  const [key, next] = [newKey(), newKey()];
  await signIn(wallet, key);
  const { session } = await signIn(wallet, key);
  const refreshed = await bySigning(key, (signed) =>
    prepared(play.core.wallets.refreshSession, { id: session.id, clientPublicKey: next.publicKey, signed }),
  );
  expect(refreshed.session).toMatchObject({ id: session.id, publicKey: next.publicKey });
});

it('a delegated key is bound to the funding source whose policy its owner has signed', async () => {
  const wallet = await openWallet({ email: 'ada@example.com' });
  const key = newKey();
  await signIn(wallet, key);
  let fundingSourceId = 'one';
  const create = createDelegatedKey({
    units: play.storage.units,
    sealer: reversingSealer,
    ids: createIds(clock, seededRandom()),
    digest,
    custody: custodyOf(signer, { pause: null, report: () => undefined }),
    cardFunding: async () => ({ ok: true, value: { fundingSourceId } }),
  });
  const input = { cardId: 'Card:018f0000-0000-7000-8000-000000000001', internalAccountId: wallet.account.id };
  const call = (signed: SignedCall) => prepared(create, { ...input, nickname: 'Card', signed });
  const made = challengeIn(await call(signedBy(key, challengeIn(await call(UNSIGNED)))));
  fundingSourceId = 'two';
  expect(codeOf(await call(signedBy(key, made)))).toBe('CONFLICT');
  const page = { order: 'asc', limit: 10, counted: false } as const;
  const { rows } = await play.storage.units.read(play.tenant, (reads) => reads.list(DELEGATED_KEYS, page));
  expect(rows.map(({ status }) => status)).toEqual(['PENDING']);
});

describe('what a card spends from a wallet', () => {
  const delegation = {
    cardId: 'Card:018f0000-0000-7000-8000-000000000001',
    fundingSourceId: 'CardFundingSource:018f0000-0000-7000-8000-000000000001',
  } as const;
  const signing = () =>
    signAsDelegate(play.storage.units, reversingSealer, custodyOf(signer, { pause: null, report: () => undefined }))(
      play.context(),
      delegation as never,
      'text',
    );
  const active = async () =>
    valueOf(await play.storage.units.run(play.tenant, async (tx) => ok(await activeDelegate(tx, delegation as never))));

  it('is not signed without a key', async () => {
    expect(codeOf(await signing())).toBe('FORBIDDEN');
    expect(await active()).toBeNull();
  });
});
