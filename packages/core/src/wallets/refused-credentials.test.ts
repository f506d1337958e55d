import { beforeEach, expect, it } from 'vitest';
import { codeOf } from '../testing/play-core.js';
import { attestationOf, newKey, type PlayWallets, playWallets } from '../testing/play-wallets.js';
import type { CredentialRequest } from './create-credential.js';
import { type SignedCall, UNSIGNED } from './stamp.js';

const ACCOUNT = 'InternalAccount:018f0000-0000-7000-8000-000000000001';

let of: PlayWallets;
beforeEach(async () => {
  of = await playWallets();
});

const ready = (accountId: string, credential: CredentialRequest, signed: SignedCall) =>
  of.play.core.wallets.createCredential.prepare(of.play.context(), { accountId, credential, signed });

it('a credential with one of two headers is refused before custody creates a key for its code', async () => {
  const { account } = await of.open({ phoneNumber: '+15550001111' });
  const refused = async (signed: SignedCall) => codeOf(await ready(account.id, { type: 'SMS_OTP' }, signed));
  expect(await refused({ requestId: 'x' })).toBe('WALLET_SIGNATURE_MISSING');
  expect(await refused({ stamp: newKey().stamp('text') })).toBe('REQUEST_ID_MISSING');
  expect(of.issued.targets).toBe(0);
});

it('a credential of an unknown account is refused before its passkey is read', async () => {
  const attestation = attestationOf('one', 'text');
  const passkey = { type: 'PASSKEY', nickname: 'Laptop', challenge: 'text', attestation } as const;
  expect(codeOf(await ready(ACCOUNT, passkey, UNSIGNED))).toBe('REFERENCE_NOT_FOUND');
});
