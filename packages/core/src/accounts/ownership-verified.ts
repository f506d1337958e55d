import { accountType } from './account-types/index.js';
import { awaitsProof } from './add-external-account.js';
import type { ExternalAccount } from './external-account.js';

/**
 * Whether the account is known to be its beneficiary's, where a corridor asks for it: the bank has confirmed the name,
 * or the owner has proven its own wallet.
 */
export const isOwnershipVerified = (account: ExternalAccount): boolean =>
  accountType(account.accountInfo.accountType).kind === 'crypto'
    ? account.status === 'ACTIVE' && awaitsProof(account.accountInfo, account.ownershipType)
    : account.beneficiaryVerificationStatus === 'MATCHED' ||
      account.beneficiaryVerificationStatus === 'CHECKED_BY_RECEIVING_FI';
