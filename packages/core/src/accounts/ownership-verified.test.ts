import { describe, expect, it } from 'vitest';
import { externalAccount } from '../contract-tests/storage/records.js';
import { exampleAccountInfo } from './account-types/index.js';
import { BENEFICIARY_VERIFICATION_STATUSES, type ExternalAccount } from './external-account.js';
import { isOwnershipVerified, OWNER_UNVERIFIED } from './ownership-verified.js';

const bank = (over: Partial<ExternalAccount>) =>
  externalAccount('ExternalAccount:1', { accountInfo: exampleAccountInfo('EUR_ACCOUNT'), ...over });
const wallet = (over: Partial<ExternalAccount>) =>
  externalAccount('ExternalAccount:2', {
    accountInfo: exampleAccountInfo('BASE_WALLET'),
    ownershipType: 'FIRST_PARTY',
    ...over,
  });

describe('the ownership', () => {
  it('of a bank account is verified if the bank has confirmed the name or checks it itself', () => {
    const verified = BENEFICIARY_VERIFICATION_STATUSES.filter((beneficiaryVerificationStatus) =>
      isOwnershipVerified(bank({ beneficiaryVerificationStatus })),
    );
    expect(verified).toEqual(['MATCHED', 'CHECKED_BY_RECEIVING_FI']);
    expect(isOwnershipVerified(bank({ beneficiaryVerificationStatus: null }))).toBe(false);
    // A proof of a key is not asked for a bank account.
    expect(isOwnershipVerified(bank({ ownershipType: 'FIRST_PARTY' }))).toBe(false);
  });

  it('of a wallet is verified if its owner has proven the key', () => {
    expect(isOwnershipVerified(wallet({}))).toBe(true);
    expect(isOwnershipVerified(wallet({ status: 'PENDING_OWNERSHIP_VERIFICATION' }))).toBe(false);
  });

  it.each<[string, Partial<ExternalAccount>]>([
    ['of a third party', { ownershipType: 'THIRD_PARTY' }],
    ['without an ownership type', { ownershipType: null }],
    ['that an institution keeps', { accountInfo: { ...exampleAccountInfo('BASE_WALLET'), vaspName: 'Exchange' } }],
  ])('of a wallet %s is not verified, although the wallet is ACTIVE', (_, over) => {
    expect(isOwnershipVerified(wallet({ ...over, beneficiaryVerificationStatus: 'MATCHED' }))).toBe(false);
  });

  it('that is missing has an error code of its own', () => {
    expect(OWNER_UNVERIFIED.code).toBe('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
  });
});
