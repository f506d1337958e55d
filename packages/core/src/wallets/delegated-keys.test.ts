import { beforeEach, describe, expect, it } from 'vitest';
import {
  canonicalText,
  createIds,
  domainError,
  err,
  fail,
  invalidFields,
  ok,
  PENDING_COMMANDS,
  plusSeconds,
  type Result,
} from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import {
  challengeIn,
  doneIn,
  newKey,
  type OwnedWallet,
  type OwnerKey,
  type PlayWallets,
  playWallets,
  signedBy,
} from '../testing/play-wallets.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import type { Custody } from './custody.js';
import { createDelegatedKey, type NewDelegatedKey } from './create-delegated-key.js';
import { type DelegatedKey, DELEGATED_KEYS } from './delegated-key.js';
import { activeDelegate, delegationOf, endDelegations, signAsDelegate } from './delegated-key-service.js';
import { delegatedKeyOf, HELD_HANDLE } from './held-handle.js';
import { type SignedCall, UNSIGNED } from './stamp.js';

const CARD = 'Card:018f0000-0000-7000-8000-000000000001' as DelegatedKey['cardId'];
const OTHER_CARD = 'Card:018f0000-0000-7000-8000-000000000002' as DelegatedKey['cardId'];
const UNKNOWN = 'DelegatedKey:018f0000-0000-7000-8000-000000000001';

let of: PlayWallets;
let wallet: OwnedWallet;
let key: OwnerKey;
let made: number;
/** The funding source of each call, or why there is none. */
let funding: Result<{ readonly fundingSourceId: string }>;
let create: ReturnType<typeof createDelegatedKey>;
const asked: unknown[] = [];

let isAway: boolean;
const AWAY = domainError('SERVICE_UNAVAILABLE', 'away');
const custody: Pick<Custody, 'sign' | 'createKey'> = {
  sign: async (handle, text) =>
    isAway ? fail(AWAY) : ok(`${reversingSealer.open(handle, HELD_HANDLE)} signs ${text}`),
  createKey: async () => {
    if (isAway) return fail(AWAY);
    made += 1;
    return ok({ publicKey: `public ${made}`, handle: reversingSealer.seal(`private ${made}`, HELD_HANDLE) });
  },
};

beforeEach(async () => {
  made = 0;
  isAway = false;
  funding = ok({ fundingSourceId: 'source' });
  asked.length = 0;
  of = await playWallets();
  wallet = await of.open({ email: 'ada@example.com' });
  key = newKey();
  await of.signIn(wallet, key);
  create = createDelegatedKey({
    units: of.play.storage.units,
    sealer: reversingSealer,
    ids: createIds(of.play.clock, seededRandom('delegated')),
    digest,
    custody,
    cardFunding: async (_reads, _ctx, card) => {
      asked.push(card);
      return funding;
    },
  });
});

const now = () => of.play.clock.now();
const wallets = () => of.play.core.wallets;
const body = (over: Partial<NewDelegatedKey> = {}) => ({
  cardId: CARD,
  internalAccountId: wallet.account.id,
  nickname: 'Daily',
  ...over,
});
const calling = (over: Partial<NewDelegatedKey> = {}) => {
  const input = body(over);
  return (signed: SignedCall) => of.prepared(create, { ...input, signed });
};
const stored = () => of.all(DELEGATED_KEYS);

/** The first two calls: what remains is the signature of the policy. */
async function pending(over: Partial<NewDelegatedKey> = {}) {
  const call = calling(over);
  return challengeIn(await call(signedBy(key, challengeIn(await call(UNSIGNED)))));
}
async function active(over: Partial<NewDelegatedKey> = {}): Promise<DelegatedKey> {
  return doneIn(await calling(over)(signedBy(key, await pending(over))));
}
const listed = async (filter: object) => valueOf(await of.play.read(wallets().listDelegatedKeys, filter));
const signing = (delegation: Pick<DelegatedKey, 'cardId' | 'fundingSourceId'>) =>
  signAsDelegate(of.play.storage.units, reversingSealer, custody)(of.play.context(), delegation, 'text');
const delegateOf = (delegation: Pick<DelegatedKey, 'cardId' | 'fundingSourceId'>) =>
  of.play.storage.units.run(of.play.tenant, async (tx) => ok(await activeDelegate(tx, delegation))).then(valueOf);

describe('the creation of a delegated key', () => {
  it('asks for a signature of the creation first, and creates no key for it', async () => {
    const challenge = challengeIn(await calling()(UNSIGNED));
    expect(challenge).toMatchObject({ kind: 'challenge', type: null, expiresAt: plusSeconds(now(), 300) });
    expect(JSON.parse(challenge.payloadToSign)).toEqual({
      operation: 'delegated-key.create',
      accountId: wallet.account.id,
      bodyDigest: digest.sha256(canonicalText(body())),
      requestId: challenge.requestId,
      timestampMs: now(),
    });
    expect(asked).toEqual([{ cardId: CARD, accountId: wallet.account.id }]);
    expect([made, await stored()]).toEqual([0, []]);
  });

  it('is refused while custody does not answer, and its signature is still valid afterwards', async () => {
    const call = calling();
    const challenge = challengeIn(await call(UNSIGNED));
    isAway = true;
    expect(codeOf(await call(signedBy(key, challenge)))).toBe('SERVICE_UNAVAILABLE');
    expect(await stored()).toEqual([]);
    isAway = false;
    expect(challengeIn(await call(signedBy(key, challenge))).requestId).not.toBe(challenge.requestId);
    expect(await stored()).toMatchObject([{ status: 'PENDING' }]);
  });

  it('then creates the key, which is pending until its policy is signed', async () => {
    const challenge = await pending();
    expect(await stored()).toEqual([
      {
        id: expect.stringMatching(/^DelegatedKey:/),
        tenant: of.play.tenant,
        version: 1,
        createdAt: now(),
        updatedAt: now(),
        cardId: CARD,
        fundingSourceId: 'source',
        accountId: wallet.account.id,
        publicKey: 'public 1',
        keyHandle: expect.any(String),
        nickname: 'Daily',
        status: 'PENDING',
        slot: null,
      },
    ]);
    const [{ id, keyHandle }] = (await stored()) as [DelegatedKey];
    expect(reversingSealer.open(keyHandle, delegatedKeyOf(id))).toBe('private 1');
    expect(JSON.parse(challenge.payloadToSign)).toEqual({
      operation: 'delegated-key.create',
      accountId: wallet.account.id,
      bodyDigest: digest.sha256(canonicalText(body())),
      requestId: challenge.requestId,
      timestampMs: now(),
      delegatedKeyId: id,
      delegatedPublicKey: 'public 1',
      cardId: CARD,
      fundingSourceId: 'source',
    });
    expect((await of.record(PENDING_COMMANDS, challenge.requestId))!.state).toEqual({ keyId: id });
    const delegation = { cardId: CARD, fundingSourceId: 'source' };
    expect(codeOf(await signing(delegation))).toBe('FORBIDDEN');
    expect(await delegateOf(delegation)).toBeNull();
  });

  it('is complete with the signature of the policy; the key then signs for the card', async () => {
    const challenge = await pending();
    const [before] = await stored();
    of.play.clock.advance(10);
    const done = doneIn(await calling()(signedBy(key, challenge)));
    const slot = `${CARD} source`;
    expect(done).toEqual({ ...before, version: 2, updatedAt: now(), status: 'ACTIVE', slot });
    expect(await stored()).toEqual([done]);
    expect([made, delegationOf(done)]).toEqual([1, slot]);
    expect(valueOf(await signing(done))).toEqual({ publicKey: 'public 1', signature: 'private 1 signs text' });
    isAway = true;
    expect(codeOf(await signing(done))).toBe('SERVICE_UNAVAILABLE');
    isAway = false;
    expect(await delegateOf(done)).toBe('public 1');
    expect(codeOf(await calling()(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    for (const other of [
      { cardId: OTHER_CARD, fundingSourceId: 'source' },
      { cardId: CARD, fundingSourceId: 'other' },
    ]) {
      expect([codeOf(await signing(other)), await delegateOf(other)]).toEqual(['FORBIDDEN', null]);
    }
  });

  it('is refused in each call while another key of the card is active on the funding source', async () => {
    const early = challengeIn(await calling({ nickname: 'Early' })(UNSIGNED));
    const late = await pending({ nickname: 'Late' });
    await active();
    expect(codeOf(await calling()(UNSIGNED))).toBe('CONFLICT');
    expect(codeOf(await calling({ nickname: 'Early' })(signedBy(key, early)))).toBe('CONFLICT');
    expect(codeOf(await calling({ nickname: 'Late' })(signedBy(key, late)))).toBe('CONFLICT');
    expect((await stored()).map(({ nickname, status }) => [nickname, status])).toEqual([
      ['Late', 'PENDING'],
      ['Daily', 'ACTIVE'],
    ]);
    // A key of another card, or of the same card on another source, is not in its way.
    await active({ cardId: OTHER_CARD });
    funding = ok({ fundingSourceId: 'other' });
    await active();
  });

  it('is refused if the key was revoked before the policy was signed', async () => {
    const challenge = await pending();
    const [{ id }] = (await stored()) as [DelegatedKey];
    valueOf(await of.play.run(wallets().revokeDelegatedKey, { id }));
    expect(codeOf(await calling()(signedBy(key, challenge)))).toBe('CONFLICT');
    expect(await stored()).toMatchObject([{ status: 'REVOKED', slot: null }]);
  });

  it('is bound to the card, the account and the name that were signed', async () => {
    const challenge = challengeIn(await calling()(UNSIGNED));
    for (const over of [{ nickname: 'Other' }, { cardId: OTHER_CARD }]) {
      expect(codeOf(await calling(over)(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    }
    const other = await of.open({ email: 'bob@example.com' });
    const elsewhere = calling({ internalAccountId: other.account.id });
    expect(codeOf(await elsewhere(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    expect(codeOf(await calling()(signedBy(newKey(), challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await stored()).toEqual([]);
  });

  it('is signed again from the start if the first signature has expired', async () => {
    const challenge = challengeIn(await calling()(UNSIGNED));
    of.play.clock.advance(300);
    expect(codeOf(await calling()(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    expect(made).toBe(0);
  });

  it('is refused if the command was not pending yet when custody was asked', async () => {
    const input = { ...body(), signed: { stamp: key.stamp('text'), requestId: 'x' } };
    const unsigned = valueOf(await create.prepare(of.play.context(), input));
    expect(unsigned).toEqual({ input, key: null });
    const challenge = challengeIn(await calling()(UNSIGNED));
    const signed = { ...body(), signed: signedBy(key, challenge) };
    expect(codeOf(await of.play.run(create.finish, { input: signed, key: null }))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await stored()).toEqual([]);
  });

  it.each([
    [{ stamp: 'x' }, 'REQUEST_ID_MISSING'],
    [{ requestId: 'x' }, 'WALLET_SIGNATURE_MISSING'],
  ])('with the headers %j is refused: %s', async (signed, code) => {
    expect(codeOf(await calling()(signed))).toBe(code);
  });

  it('needs a wallet and a card that spends from it', async () => {
    const euros = { customerId: wallet.customer.id, currency: 'EUR' };
    const { data } = valueOf(await of.play.read(of.play.core.accounts.listInternal, euros));
    const refused = async (over: Partial<NewDelegatedKey>) => refusal(await calling(over)(UNSIGNED));
    expect(await refused({ internalAccountId: data[0]!.account.id })).toEqual({
      code: 'INVALID_INPUT',
      fields: ['internalAccountId'],
    });
    expect(await refused({ internalAccountId: 'x' })).toMatchObject({ code: 'REFERENCE_NOT_FOUND' });
    expect(await refused({ cardId: 'x' })).toEqual({ code: 'INVALID_INPUT', fields: ['cardId'] });
    expect(asked).toEqual([]);
    funding = invalidFields([{ field: 'internalAccountId' }], 'CARD_NOT_MUTABLE');
    expect(await refused({})).toEqual({ code: 'CARD_NOT_MUTABLE', fields: ['internalAccountId'] });
    const unknown = calling({ internalAccountId: 'x' });
    expect(codeOf(await unknown({ stamp: key.stamp('text'), requestId: 'x' }))).toBe('REFERENCE_NOT_FOUND');
  });

  it('is refused for a closed account', async () => {
    valueOf(await of.play.run(of.play.core.customers.delete, { id: wallet.customer.id }));
    expect(codeOf(await calling()(UNSIGNED))).toBe('USER_NOT_READY');
  });

  it('by the core itself names a card of the platform', async () => {
    const input = { ...body(), signed: UNSIGNED };
    const refused = await of.prepared(wallets().createDelegatedKey, input);
    expect(refused).toMatchObject(err('REFERENCE_NOT_FOUND', expect.any(String) as never));
  });
});

describe('delegated keys', () => {
  it('are listed by account, by funding source or by both, oldest first', async () => {
    const other = await of.open({ email: 'bob@example.com' });
    const stranger = newKey();
    await of.signIn(other, stranger);
    const one = await active();
    of.play.clock.advance(1);
    const two = await active({ cardId: OTHER_CARD });
    const call = calling({ internalAccountId: other.account.id, cardId: CARD });
    funding = ok({ fundingSourceId: 'elsewhere' });
    const begun = challengeIn(await call(signedBy(stranger, challengeIn(await call(UNSIGNED)))));
    const three = doneIn(await call(signedBy(stranger, begun)));
    expect(await listed({ accountId: wallet.account.id })).toEqual([one, two]);
    expect(await listed({ fundingSourceId: 'elsewhere' })).toEqual([three]);
    expect(await listed({ accountId: wallet.account.id, fundingSourceId: 'source' })).toEqual([one, two]);
    expect(await listed({ accountId: wallet.account.id, fundingSourceId: 'elsewhere' })).toEqual([]);
    expect(refusal(await of.play.read(wallets().listDelegatedKeys, {}))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['accountId', 'fundingSourceId'],
    });
    expect(valueOf(await of.play.read(wallets().getDelegatedKey, { id: two.id }))).toEqual(two);
  });

  it.each([UNKNOWN, CARD, 'x'])('cannot be read or revoked as %s', async (id) => {
    expect(codeOf(await of.play.read(wallets().getDelegatedKey, { id }))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await of.play.run(wallets().revokeDelegatedKey, { id }))).toBe('REFERENCE_NOT_FOUND');
  });

  it('are revoked without a signature, and sign no more; the card may then get another one', async () => {
    const one = await active();
    const { id } = one;
    expect(await of.play.run(wallets().revokeDelegatedKey, { id })).toEqual(ok());
    const revoked = { ...one, version: 3, status: 'REVOKED', slot: null };
    expect(await stored()).toEqual([revoked]);
    expect([codeOf(await signing(one)), await delegateOf(one)]).toEqual(['FORBIDDEN', null]);
    expect(await of.play.run(wallets().revokeDelegatedKey, { id })).toEqual(ok());
    expect(await stored()).toEqual([revoked]);
    expect(await active()).toMatchObject({ publicKey: 'public 2', status: 'ACTIVE' });
  });

  it('end with their account, and those of another account stay', async () => {
    const other = await of.open({ email: 'bob@example.com' });
    const stranger = newKey();
    await of.signIn(other, stranger);
    funding = ok({ fundingSourceId: 'elsewhere' });
    const elsewhere = calling({ internalAccountId: other.account.id });
    const begun = challengeIn(await elsewhere(signedBy(stranger, challengeIn(await elsewhere(UNSIGNED)))));
    const kept = doneIn(await elsewhere(signedBy(stranger, begun)));
    funding = ok({ fundingSourceId: 'source' });
    await active();
    await active({ cardId: OTHER_CARD });
    const [, { id }] = (await stored()) as [DelegatedKey, DelegatedKey];
    valueOf(await of.play.run(wallets().revokeDelegatedKey, { id }));
    valueOf(await of.play.run(of.play.core.customers.delete, { id: wallet.customer.id }));
    const [first, ...ended] = await stored();
    expect(first).toEqual(kept);
    expect(ended.map(({ status, slot, version }) => [status, slot, version])).toEqual([
      ['REVOKED', null, 3],
      ['REVOKED', null, 3],
    ]);
  });

  it('of a card end on the accounts that it no longer spends from', async () => {
    const revoked = await active();
    valueOf(await of.play.run(wallets().revokeDelegatedKey, { id: revoked.id }));
    const one = await active();
    const two = await active({ cardId: OTHER_CARD });
    funding = ok({ fundingSourceId: 'other' });
    const three = await active();
    const end = (accountIds: readonly string[]) =>
      of.play.run((tx, ctx) => endDelegations(tx, ctx, { cardId: CARD, accountIds }), undefined);
    expect(await end([])).toEqual(ok());
    expect(await end(['InternalAccount:018f0000-0000-7000-8000-000000000001'])).toEqual(ok());
    expect((await stored()).filter(({ status }) => status === 'ACTIVE')).toHaveLength(3);
    expect(await end(['InternalAccount:018f0000-0000-7000-8000-000000000001', wallet.account.id])).toEqual(ok());
    expect(await stored()).toEqual([
      { ...revoked, version: 3, status: 'REVOKED', slot: null },
      { ...one, version: 3, status: 'REVOKED', slot: null },
      two,
      { ...three, version: 3, status: 'REVOKED', slot: null },
    ]);
  });
});
