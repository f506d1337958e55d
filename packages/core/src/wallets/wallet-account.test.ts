import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { canonicalText, plusSeconds } from '../kernel/index.js';
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
import { digest, reversingSealer } from '../testing/ports.js';
import { walletKeyOf } from './held-handle.js';
import { type SignedCall, UNSIGNED } from './stamp.js';
import { WALLETS } from './wallet.js';

const ACCOUNT = 'InternalAccount:018f0000-0000-7000-8000-000000000001';

let of: PlayWallets;
let wallet: OwnedWallet;
let key: OwnerKey;

beforeEach(async () => {
  of = await playWallets();
  wallet = await of.open({ email: 'ada@example.com' });
  key = newKey();
  await of.signIn(wallet, key);
});

const wallets = () => of.play.core.wallets;
const now = () => of.play.clock.now();
const account = async () => (await of.record(INTERNAL_ACCOUNTS, wallet.account.id))!;
const updating =
  (privateEnabled: boolean | undefined, id: string = wallet.account.id) =>
  (signed: SignedCall) =>
    of.play.run(wallets().updateAccount, { id, privateEnabled, signed });
const exporting =
  (clientPublicKey: string, id: string = wallet.account.id) =>
  (signed: SignedCall) =>
    of.prepared(wallets().exportAccount, { id, clientPublicKey, signed });
const euros = async () => {
  const filter = { customerId: wallet.customer.id, currency: 'EUR' };
  return valueOf(await of.play.read(of.play.core.accounts.listInternal, filter)).data[0]!.account.id;
};
const HEADERS = [
  [{ stamp: 'x' }, 'REQUEST_ID_MISSING'],
  [{ requestId: 'x' }, 'WALLET_SIGNATURE_MISSING'],
] as const;

describe('the privacy of a wallet', () => {
  it.each([true, false])('is set to %s by its owner', async (privateEnabled) => {
    const before = await account();
    const update = updating(privateEnabled);
    const challenge = challengeIn(await update(UNSIGNED));
    expect(challenge).toMatchObject({ type: null, expiresAt: plusSeconds(now(), 300) });
    expect(JSON.parse(challenge.payloadToSign)).toEqual({
      operation: 'account.update',
      accountId: wallet.account.id,
      resource: wallet.account.id,
      bodyDigest: digest.sha256(canonicalText({ privateEnabled })),
      requestId: challenge.requestId,
      timestampMs: now(),
    });
    expect(await account()).toEqual(before);
    const view = doneIn(await update(signedBy(key, challenge)));
    expect(view.account).toEqual({ ...before, version: before.version + 1, privateEnabled });
    expect(view).toMatchObject({ available: 0n, held: 0n });
    expect(await account()).toEqual(view.account);
    expect(codeOf(await update(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('is not changed to what the owner has not signed, or by a stranger', async () => {
    const before = await account();
    const challenge = challengeIn(await updating(true)(UNSIGNED));
    expect(codeOf(await updating(false)(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    expect(codeOf(await updating(true)(signedBy(newKey(), challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await account()).toEqual(before);
  });

  it.each(HEADERS)('with the headers %j is refused: %s', async (signed, code) => {
    expect(codeOf(await updating(true)(signed))).toBe(code);
  });

  it('belongs to wallets, and needs a value', async () => {
    const refused = async (...of: Parameters<typeof updating>) => refusal(await updating(...of)(UNSIGNED));
    const field = { code: 'INVALID_INPUT', fields: ['privateEnabled'] };
    expect(await refused(true, await euros())).toEqual(field);
    expect(await refused(undefined)).toEqual(field);
    expect((await refused(true, ACCOUNT)).code).toBe('REFERENCE_NOT_FOUND');
  });
});

describe('the export of a wallet', () => {
  const client = newKey();

  it('is encrypted to the key that its owner has signed', async () => {
    const exportIt = exporting(client.uncompressed);
    const challenge = challengeIn(await exportIt(UNSIGNED));
    expect(JSON.parse(challenge.payloadToSign)).toEqual({
      operation: 'account.export',
      accountId: wallet.account.id,
      resource: wallet.account.id,
      bodyDigest: digest.sha256(canonicalText({ clientPublicKey: client.uncompressed })),
      requestId: challenge.requestId,
      timestampMs: now(),
      targetPublicKey: client.uncompressed,
    });
    const exported = doneIn(await exportIt(signedBy(key, challenge)));
    expect(exported).toEqual({ id: wallet.account.id, encryptedWalletCredentials: expect.any(String) });
    const kept = (await of.record(WALLETS, wallet.account.id))!;
    expect(JSON.parse(exported.encryptedWalletCredentials)).toEqual({
      words: reversingSealer.open(kept.keyHandle!, walletKeyOf(wallet.account.id)),
      organizationId: wallet.account.id,
      by: { publicKey: expect.stringMatching(/^0[23]/), handle: expect.any(String) },
      clientPublicKey: client.uncompressed,
    });
    expect(codeOf(await exportIt(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_INVALID');
    // The same words again.
    const again = await bySigning(key, exportIt);
    expect(JSON.parse(again.encryptedWalletCredentials)).toEqual(JSON.parse(exported.encryptedWalletCredentials));
  });

  it('accepts a key in upper case, and states it in lower case', async () => {
    const challenge = challengeIn(await exporting(client.uncompressed.toUpperCase())(UNSIGNED));
    expect(JSON.parse(challenge.payloadToSign)).toMatchObject({ targetPublicKey: client.uncompressed });
  });

  it('is not given to another key, or to a stranger', async () => {
    const challenge = challengeIn(await exporting(client.uncompressed)(UNSIGNED));
    const thief = exporting(newKey().uncompressed);
    expect(codeOf(await thief(signedBy(key, challenge)))).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    expect(codeOf(await exporting(client.uncompressed)(signedBy(newKey(), challenge)))).toBe(
      'WALLET_SIGNATURE_INVALID',
    );
  });

  it('does not ask custody before the owner was asked to sign', async () => {
    const input = { id: wallet.account.id, clientPublicKey: client.uncompressed };
    const requestId = 'Request:018f0000-0000-7000-8000-000000000001';
    for (const signed of [UNSIGNED, { stamp: key.stamp('text'), requestId }]) {
      const call = { ...input, signed };
      const ready = await wallets().exportAccount.prepare(of.play.context(), call);
      expect(ready).toEqual({ ok: true, value: { input: call, bundle: null } });
    }
    const refused = await exporting(client.uncompressed)({ stamp: key.stamp('text'), requestId });
    expect(codeOf(refused)).toBe('WALLET_SIGNATURE_INVALID');
  });

  it.each(HEADERS)('with the headers %j is refused: %s', async (signed, code) => {
    expect(codeOf(await exporting(client.uncompressed)(signed))).toBe(code);
  });

  it('needs a wallet and an uncompressed key', async () => {
    const refused = async (...of: Parameters<typeof exporting>) => refusal(await exporting(...of)(UNSIGNED));
    const wrongKey = { code: 'INVALID_INPUT', fields: ['clientPublicKey'] };
    expect(await refused(client.publicKey)).toEqual(wrongKey);
    expect(await refused('04ff')).toEqual(wrongKey);
    expect(await refused(client.uncompressed, await euros())).toEqual({ code: 'INVALID_INPUT', fields: ['id'] });
    expect((await refused(client.uncompressed, ACCOUNT)).code).toBe('REFERENCE_NOT_FOUND');
    const signed = { stamp: key.stamp('text'), requestId: 'x' };
    expect(codeOf(await exporting(client.uncompressed, ACCOUNT)(signed))).toBe('REFERENCE_NOT_FOUND');
    expect(refusal(await exporting(client.uncompressed, await euros())(signed)).fields).toEqual(['id']);
  });
});
