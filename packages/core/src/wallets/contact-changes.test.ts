import { beforeEach, describe, expect, it } from 'vitest';
import { ONE_TIME_CODES } from '../codes/index.js';
import type { Customer } from '../customers/index.js';
import { canonicalText, PENDING_COMMANDS } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import {
  bySigning,
  challengeIn,
  doneIn,
  newKey,
  type OwnedWallet,
  type OwnerKey,
  type PlayWallets,
  playWallets,
  signedBy,
} from '../testing/play-wallets.js';
import { digest } from '../testing/ports.js';
import { type SignedCall, UNSIGNED } from './stamp.js';

const EMAIL = 'ada@example.com';
const PHONE = '+15550001111';
const NEW_PHONE = '+15550002222';
type Fields = { readonly email?: string | null; readonly phoneNumber?: string | null; readonly fullName?: string };

let of: PlayWallets;
let key: OwnerKey;

beforeEach(async () => {
  of = await playWallets();
  key = newKey();
});

const customers = () => of.play.core.customers;
const changing = (wallet: OwnedWallet, fields: Fields) => (signed?: SignedCall) =>
  of.play.run(customers().update, { id: wallet.customer.id, ...fields, signed });
const present = async ({ customer }: OwnedWallet): Promise<Customer> =>
  valueOf(await of.play.read(customers().get, { id: customer.id })).customer;
const contacts = async (wallet: OwnedWallet) => (await of.credentials(wallet)).map(({ contact }) => contact);

async function owner(details: object = { email: EMAIL, phoneNumber: PHONE }): Promise<OwnedWallet> {
  const wallet = await of.open(details);
  await of.signIn(wallet, key);
  return wallet;
}
const addPhone = (wallet: OwnedWallet) =>
  bySigning(key, (signed) =>
    of.prepared(of.play.core.wallets.createCredential, {
      accountId: wallet.account.id,
      credential: { type: 'SMS_OTP' },
      signed,
    }),
  );

describe('a change of the address to which codes go', () => {
  it('is signed by the owner, and moves the credential with its codes', async () => {
    const wallet = await owner();
    const [before] = await of.credentials(wallet);
    const change = changing(wallet, { email: 'Countess@Example.com' });
    const challenge = challengeIn(await change(UNSIGNED));
    expect(challenge.type).toBeNull();
    expect(JSON.parse(challenge.payloadToSign)).toEqual({
      operation: 'customer.update',
      accountId: wallet.account.id,
      resource: wallet.customer.id,
      bodyDigest: digest.sha256(canonicalText({ id: wallet.customer.id, email: 'Countess@Example.com' })),
      requestId: challenge.requestId,
      timestampMs: of.play.clock.now(),
    });
    expect((await of.record(PENDING_COMMANDS, challenge.requestId))!.state).toEqual({ credentials: [before!.id] });
    expect((await present(wallet)).email).toBe(EMAIL);
    expect(doneIn(await change(signedBy(key, challenge))).email).toBe('Countess@Example.com');
    expect(await of.credentials(wallet)).toEqual([
      {
        ...before,
        version: before!.version + 1,
        contact: 'Countess@Example.com',
        nickname: 'Countess@Example.com',
        signInEmail: 'countess@example.com',
        otpTarget: null,
      },
    ]);
    expect(codeOf(await change(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    // The former address is free, and the new one is not.
    await of.open({ email: EMAIL });
    expect(codeOf(await of.play.run(customers().create, { ...named, email: 'COUNTESS@example.com' }))).toBe(
      'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    );
  });

  it('by phone moves only the credential on the phone', async () => {
    const wallet = await owner();
    await addPhone(wallet);
    const [email, phone] = await of.credentials(wallet);
    await bySigning(key, changing(wallet, { phoneNumber: NEW_PHONE }));
    expect(await of.credentials(wallet)).toEqual([
      email,
      {
        ...phone,
        version: phone!.version + 1,
        contact: NEW_PHONE,
        nickname: NEW_PHONE,
        signInEmail: null,
        otpTarget: null,
      },
    ]);
    const [, moved] = await of.credentials(wallet);
    await bySigning(key, changing(wallet, { email: 'countess@example.com' }));
    expect(await of.credentials(wallet)).toEqual([expect.objectContaining({ contact: 'countess@example.com' }), moved]);
    expect(await of.all(ONE_TIME_CODES)).toHaveLength(2);
  });

  it('needs a signature of a caller who can give none: WALLET_SIGNATURE_MISSING', async () => {
    const wallet = await owner();
    expect(codeOf(await changing(wallet, { email: 'thief@example.com' })())).toBe('WALLET_SIGNATURE_MISSING');
    expect(await contacts(wallet)).toEqual([EMAIL]);
    expect((await present(wallet)).email).toBe(EMAIL);
  });

  it('is refused before the owner signs if the new address is invalid or signs in to another wallet', async () => {
    const wallet = await owner();
    await of.open({ email: 'bob@example.com' });
    const refused = async (fields: Fields) => refusal(await changing(wallet, fields)(UNSIGNED));
    expect(await refused({ email: 'x' })).toEqual({ code: 'INVALID_INPUT', fields: ['email'] });
    expect(await refused({ email: 'BOB@example.com' })).toMatchObject({ code: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS' });
    expect(await of.all(PENDING_COMMANDS)).toEqual([]);
  });

  it('is refused with the signature if the rest of the change is refused, and moves nothing', async () => {
    const wallet = await owner();
    await of.play.run(customers().create, { ...named, platformCustomerId: 'taken' });
    const before = await of.credentials(wallet);
    const fields = { email: 'countess@example.com', platformCustomerId: 'taken' };
    const change = changing(wallet, fields);
    expect(codeOf(await change(signedBy(key, challengeIn(await change(UNSIGNED)))))).toBe('CONFLICT');
    expect(await of.credentials(wallet)).toEqual(before);
    expect((await present(wallet)).email).toBe(EMAIL);
  });

  it('may change only the case of the letters', async () => {
    const wallet = await owner();
    await bySigning(key, changing(wallet, { email: 'ADA@example.com' }));
    expect(await of.credentials(wallet)).toMatchObject([{ contact: 'ADA@example.com', signInEmail: EMAIL }]);
  });

  it('of a number may be one that another wallet uses', async () => {
    const wallet = await owner();
    await addPhone(wallet);
    const other = await of.open({ phoneNumber: NEW_PHONE });
    await of.prepared(of.play.core.wallets.createCredential, {
      accountId: other.account.id,
      credential: { type: 'SMS_OTP' },
      signed: UNSIGNED,
    });
    await bySigning(key, changing(wallet, { phoneNumber: NEW_PHONE }));
    expect(await contacts(wallet)).toEqual([EMAIL, NEW_PHONE]);
  });

  it('is made in two requests if the other contact changes too', async () => {
    const wallet = await owner();
    const both = { email: 'countess@example.com', phoneNumber: NEW_PHONE };
    expect(refusal(await changing(wallet, both)(UNSIGNED))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['email', 'phoneNumber'],
    });
    // A contact that stays the same does not count.
    await bySigning(key, changing(wallet, { email: 'countess@example.com', phoneNumber: PHONE }));
    expect(await present(wallet)).toMatchObject({ email: 'countess@example.com', phoneNumber: PHONE });
  });

  it('is refused if another credential was added or removed on it after the first call', async () => {
    // The account of another currency is older than the wallet.
    const wallet = await owner({ email: EMAIL, phoneNumber: PHONE, currencies: ['EUR', 'USDB'] });
    const { credential } = await addPhone(wallet);
    const change = changing(wallet, { phoneNumber: NEW_PHONE });
    const challenge = challengeIn(await change(UNSIGNED));
    await bySigning(key, (signed) => of.play.run(of.play.core.wallets.revokeCredential, { id: credential.id, signed }));
    expect(codeOf(await change(signedBy(key, challenge)))).toBe('EMAIL_OTP_CREDENTIAL_SET_CHANGED');
    expect((await present(wallet)).phoneNumber).toBe(PHONE);
    await addPhone(wallet);
    expect(codeOf(await change(signedBy(key, challenge)))).toBe('EMAIL_OTP_CREDENTIAL_SET_CHANGED');
    expect(await contacts(wallet)).toEqual([EMAIL, PHONE]);
  });

  it('is not made with the headers of another call', async () => {
    const wallet = await owner();
    const change = changing(wallet, { email: 'countess@example.com' });
    expect(codeOf(await change({ stamp: 'x' }))).toBe('REQUEST_ID_MISSING');
    expect(codeOf(await change({ requestId: 'x' }))).toBe('WALLET_SIGNATURE_MISSING');
    expect(codeOf(await change({ stamp: key.stamp('text'), requestId: 'x' }))).toBe('WALLET_SIGNATURE_INVALID');
    const unknown = { id: 'Customer:018f0000-0000-7000-8000-000000000001', email: 'x@example.com' };
    for (const signed of [undefined, UNSIGNED]) {
      expect(codeOf(await of.play.run(customers().update, { ...unknown, signed }))).toBe('USER_NOT_FOUND');
    }
  });
});

const named = { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', region: 'US', currencies: ['USDB'] } as const;

describe('a change that no credential depends on', () => {
  it.each([
    ['the name', { fullName: 'Augusta Ada King' }],
    ['a phone without a credential', { phoneNumber: NEW_PHONE }],
    ['the same address', { email: EMAIL, fullName: 'Augusta Ada King' }],
    ['a contact that is not given', { email: undefined, phoneNumber: undefined, fullName: 'Augusta Ada King' }],
  ])('of %s needs no signature', async (_what, fields) => {
    const wallet = await owner();
    const before = await of.credentials(wallet);
    for (const signed of [undefined, UNSIGNED]) {
      const after = doneIn(await changing(wallet, fields as Fields)(signed));
      expect(after).toMatchObject(JSON.parse(JSON.stringify(fields)) as object);
      expect(await present(wallet)).toEqual(after);
    }
    expect(await of.credentials(wallet)).toEqual(before);
  });

  it('may change both contacts of a customer without a wallet', async () => {
    const customer = valueOf(await of.play.run(customers().create, { ...named, currencies: ['EUR'], email: EMAIL }));
    const fields = { email: 'grace@example.com', phoneNumber: NEW_PHONE };
    for (const signed of [undefined, UNSIGNED]) {
      expect(doneIn(await of.play.run(customers().update, { id: customer.id, ...fields, signed }))).toMatchObject(
        fields,
      );
    }
  });

  it('is refused as the change itself is', async () => {
    const wallet = await owner();
    for (const signed of [undefined, UNSIGNED]) {
      expect(refusal(await changing(wallet, { fullName: '' })(signed)).code).toBe('INVALID_INPUT');
    }
  });

  it('is not the command of a signature', async () => {
    const wallet = await owner();
    const challenge = challengeIn(await changing(wallet, { email: 'countess@example.com' })(UNSIGNED));
    const other = changing(wallet, { fullName: 'Thief' });
    expect(codeOf(await other(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    const customer = valueOf(await of.play.run(customers().create, { ...named, currencies: ['EUR'] }));
    const changes: readonly Fields[] = [
      { fullName: 'Thief' },
      { email: EMAIL },
      { email: 'thief@example.com', phoneNumber: NEW_PHONE },
    ];
    for (const fields of changes) {
      const elsewhere = { id: customer.id, ...fields, signed: signedBy(key, challenge) };
      expect(codeOf(await of.play.run(customers().update, elsewhere))).toBe('WALLET_SIGNATURE_INVALID');
    }
    expect((await present(wallet)).fullName).toBe('Ada Lovelace');
  });
});
