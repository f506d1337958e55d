import { type DomainError, domainError } from '../kernel/index.js';
import { accountType } from './account-types/index.js';
import { awaitsProof } from './add-external-account.js';
import type { ExternalAccount } from './external-account.js';

/**
 * Whether the ownership of an account is verified, which a corridor can require: the bank has confirmed the name of the
 * beneficiary, or the owner has proven to hold the wallet's key.
 */
export const isOwnershipVerified = (account: ExternalAccount): boolean =>
  accountType(account.accountInfo.accountType).kind === 'crypto'
    ? account.status === 'ACTIVE' && awaitsProof(account.accountInfo, account.ownershipType)
    : account.beneficiaryVerificationStatus === 'MATCHED' ||
      account.beneficiaryVerificationStatus === 'CHECKED_BY_RECEIVING_FI';

/** The error for an account without verified ownership in a corridor that requires it. */
export const OWNER_UNVERIFIED: DomainError = domainError(
  'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
  'this corridor pays only accounts whose beneficiary the receiving bank has confirmed or checks itself, and wallets whose owner has proven the key',
);
