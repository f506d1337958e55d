import { instant } from '@corridor/core';
import type { DelegatedKey, WalletCredential, WalletSession } from '@corridor/core/records';
import type { Challenge } from '@corridor/core/internal';
import { idOf, NOW, record } from './record.js';

export const walletCredential: WalletCredential = {
  ...record(idOf('AuthMethod')),
  accountId: idOf('InternalAccount'),
  livingIn: idOf('InternalAccount'),
  type: 'EMAIL_OTP',
  status: 'ACTIVE',
  nickname: 'ada@example.com',
  slot: 'slot',
  signInEmail: 'ada@example.com',
  contact: 'ada@example.com',
  identity: null,
  passkey: null,
  otpTarget: 'sealed',
};

export const walletSession: WalletSession = {
  ...record(idOf('Session')),
  accountId: idOf('InternalAccount'),
  livingIn: idOf('InternalAccount'),
  credentialId: idOf('AuthMethod'),
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  passkeyId: null,
  status: 'ACTIVE',
  publicKey: `02${'a'.repeat(64)}`,
  clientKey: null,
  expiresAt: instant(NOW + 900_000),
};

export const delegatedKey: DelegatedKey = {
  ...record(idOf('DelegatedKey')),
  cardId: idOf('Card'),
  fundingSourceId: idOf('InternalAccount'),
  accountId: idOf('InternalAccount'),
  publicKey: `03${'b'.repeat(64)}`,
  keyHandle: 'sealed',
  nickname: 'Card',
  status: 'ACTIVE',
  slot: 'slot',
};

export const challenge: Challenge = {
  kind: 'challenge',
  type: 'EMAIL_OTP',
  payloadToSign: '{}',
  requestId: idOf('Request'),
  expiresAt: instant(NOW + 300_000),
};
