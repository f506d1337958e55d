import type { InternalAccountView } from '@corridor/core';
import type { ExternalAccount, InternalAccount } from '@corridor/core/records';
import { exampleAccountInfo } from '@corridor/core/internal';
import { BTC, idOf, record, USD } from './record.js';

export const internalAccount: InternalAccount = {
  ...record(idOf('InternalAccount')),
  customerId: idOf('Customer'),
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  currency: USD,
  reference: 'K7QF9M3X',
  walletAddresses: null,
  fundingPaymentInstructions: [
    {
      instructionsNotes: null,
      isPlatformAccount: null,
      accountOrWalletInfo: {
        accountType: 'USD_ACCOUNT',
        paymentRails: ['ACH', 'WIRE'],
        accountNumber: '1234567890',
        routingNumber: '021000021',
        bankName: 'First Example Bank',
        reference: 'K7QF9M3X',
      },
    },
  ],
  fundingRails: ['sandbox-bank'],
  privateEnabled: null,
  owner: idOf('Customer'),
  ownerType: 'CUSTOMER',
  ownerUnderReview: false,
};

export const accountView: InternalAccountView = { account: internalAccount, available: 900n, held: 100n };

export const externalAccount: ExternalAccount = {
  ...record(idOf('ExternalAccount')),
  customerId: idOf('Customer'),
  owner: idOf('Customer'),
  ownerType: 'CUSTOMER',
  status: 'ACTIVE',
  currency: BTC,
  platformAccountId: null,
  ownershipType: null,
  defaultUmaDepositAccount: false,
  accountInfo: exampleAccountInfo('LAYER2_WALLET'),
  identity: 'digest',
  beneficiaryVerificationStatus: null,
  beneficiaryVerifiedName: null,
  ownershipChallenge: null,
  ownershipProof: null,
  trustedAt: null,
  trustChallenge: null,
  duplicateOf: null,
  isDeleted: false,
  blockedAs: null,
};
