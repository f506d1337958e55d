import { SIGNATURE_SCHEMES } from '@corridor/core/ports';
import {
  BENEFICIARY_VERIFICATION_STATUSES,
  type BeneficiaryVerificationStatus,
  EXTERNAL_ACCOUNT,
  type ExternalAccountStatus,
  INTERNAL_ACCOUNT,
  INTERNAL_ACCOUNT_TYPES,
  type InternalAccountStatus,
  type InternalAccountType,
  OWNERSHIP_TYPES,
  type OwnershipType,
} from '@corridor/core/records';
import { OWNERSHIP_METHODS, PLATFORM_ACCOUNT_ID_LENGTH, SIGNATURE_LENGTH } from '@corridor/core/internal';
import * as z from 'zod';
import {
  meanings,
  oneOf,
  pageOf,
  pageQuery,
  queryText,
  recordId,
  statuses,
  text,
  timestamp,
} from '../../kit/schemas.js';
import { currencyAmount, currencyCode } from '../money/schemas.js';
import { externalAccountCreateInfo, externalAccountInfo, paymentInstructions } from './account-info-schemas.js';

export const internalAccountType = z.enum(INTERNAL_ACCOUNT_TYPES).meta({
  id: 'InternalAccountType',
  description: meanings<InternalAccountType>({
    INTERNAL_FIAT: 'a balance in the currency of a country.',
    INTERNAL_CRYPTO: 'a balance in a cryptocurrency or stablecoin, which the service keeps.',
    EMBEDDED_WALLET: 'a wallet whose money leaves only with a signature of its owner.',
  }),
});

const internalAccountStatus = statuses(INTERNAL_ACCOUNT, ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED']).meta({
  id: 'InternalAccountStatus',
  description: meanings<InternalAccountStatus | 'PENDING' | 'FAILED'>({
    PENDING: 'part of the contract; no account of this service has it, because accounts open at once.',
    ACTIVE: 'takes credits and debits. `FROZEN` or `CLOSED` can follow.',
    CLOSED: 'the customer was deleted; the balance is 0. Final.',
    FROZEN: 'the operator has stopped debits by the owner; credits continue. `ACTIVE` or `CLOSED` can follow.',
    FAILED: 'part of the contract; no account of this service has it.',
  }),
});

const PRIVATE =
  'Whether the owner wants the wallet to stay private on public explorers. The service stores the choice and does not ' +
  'act on it. Only embedded wallets have it.';

export const internalAccount = z
  .object({
    id: z
      .string()
      .describe('Name it as the source or destination of quotes and transfers. Starts with `InternalAccount:`.'),
    customerId: z.string().optional().describe('The owner. Absent if the account is one of the platform itself.'),
    type: internalAccountType.describe('How the money is kept. It follows from the currency and never changes.'),
    status: internalAccountStatus.describe('Whether money can be debited. Only `ACTIVE` accounts can pay.'),
    balance: currencyAmount.describe('The amount that can be spent.'),
    totalBalance: currencyAmount.describe(
      'The amount that can be spent plus the amount held for payments in progress. What card authorizations have reserved is in neither.',
    ),
    fundingPaymentInstructions: z
      .array(paymentInstructions)
      .describe(
        'Ways to send money to the account from outside, one for each rail and network. Empty if no rail receives the currency.',
      ),
    privateEnabled: z.boolean().optional().describe(PRIVATE),
    createdAt: timestamp.describe('When the account was opened.'),
    updatedAt: timestamp.describe('Last change of status, instructions or settings. A new balance does not change it.'),
  })
  .meta({ id: 'InternalAccount' });

export const internalAccountList = pageOf('InternalAccountListResponse', internalAccount);

/** A platform has few accounts of its own, so they are returned without pages. */
export const platformInternalAccountList = z
  .object({ data: z.array(internalAccount).describe('All accounts that match the filters, oldest first.') })
  .meta({ id: 'PlatformInternalAccountListResponse' });

const customerId = recordId('Customer');

const currencyFilter = queryText
  .optional()
  .describe('Only accounts in this currency, by its code, such as `USD`. An unknown code finds nothing.');
const customerFilter = customerId
  .optional()
  .describe("Only this customer's accounts. Without it, those of all customers.");

export const platformInternalAccountFilter = z.object({
  currency: currencyFilter,
  type: internalAccountType.optional().describe('Only accounts of this type, such as `EMBEDDED_WALLET`.'),
});

export const internalAccountFilter = platformInternalAccountFilter.extend({
  customerId: customerFilter,
  ...pageQuery,
});

export const platformExternalAccountFilter = z.object({ currency: currencyFilter, ...pageQuery });

export const externalAccountFilter = platformExternalAccountFilter.extend({ customerId: customerFilter });

const ownershipType = z.enum(OWNERSHIP_TYPES).meta({
  id: 'OwnershipType',
  description: meanings<OwnershipType>({
    FIRST_PARTY:
      "the account is the owner's own. A wallet with an address and without `vaspName` must then be proven before it is paid.",
    THIRD_PARTY: 'the account belongs to another person or business.',
  }),
});

const ACCOUNT_CURRENCY =
  'Code of the currency that the account receives, such as `EUR`. The account type must serve it.';
const PLATFORM_ACCOUNT_ID = 'Your own identifier, stored and returned as it is. It need not be unique.';
const OWNERSHIP = 'Whether the account is the own account of its owner or that of another party.';

const newExternalAccount = {
  currency: currencyCode.describe(ACCOUNT_CURRENCY),
  platformAccountId: text(PLATFORM_ACCOUNT_ID_LENGTH).optional().describe(PLATFORM_ACCOUNT_ID),
  ownershipType: ownershipType.optional().describe(OWNERSHIP),
  accountInfo: externalAccountCreateInfo.describe(
    'The details of the account, in the form of its `accountType`. Fields that the type does not know are dropped.',
  ),
};

const DEFAULT_UMA =
  "Whether the account's currency is preferred for UMA payments to the customer. A new default replaces the earlier one.";

export const platformExternalAccountCreateRequest = z
  .object(newExternalAccount)
  .meta({ id: 'PlatformExternalAccountCreateRequest' });

export const externalAccountCreateRequest = z
  .object({
    customerId: customerId.describe('The customer who owns or pays the account. A deleted customer is refused.'),
    ...newExternalAccount,
    defaultUmaDepositAccount: z.boolean().meta({ default: false }).optional().describe(DEFAULT_UMA),
  })
  .meta({ id: 'ExternalAccountCreateRequest' });

const beneficiaryVerifiedData = z
  .object({
    fullName: z
      .string()
      .optional()
      .describe('The account holder as the institution has it; abbreviated after a `PARTIAL_MATCH`.'),
  })
  .meta({ id: 'BeneficiaryVerifiedData' });

const externalAccountStatus = statuses(EXTERNAL_ACCOUNT, [
  'PENDING',
  'ACTIVE',
  'PENDING_OWNERSHIP_VERIFICATION',
  'UNVERIFIED',
  'UNDER_REVIEW',
  'INACTIVE',
]).meta({
  id: 'ExternalAccountStatus',
  description: meanings<ExternalAccountStatus | 'PENDING' | 'UNVERIFIED' | 'UNDER_REVIEW' | 'INACTIVE'>({
    PENDING: 'part of the contract; no account of this service has it.',
    ACTIVE: 'can be paid. Final.',
    PENDING_OWNERSHIP_VERIFICATION:
      'a wallet that its owner must prove before it is paid. `ACTIVE` follows after the proof.',
    UNVERIFIED: 'part of the contract; no account of this service has it.',
    UNDER_REVIEW: 'part of the contract; no account of this service has it.',
    INACTIVE: 'part of the contract; a deleted account is not found instead.',
  }),
});

const beneficiaryVerificationStatus = z.enum(BENEFICIARY_VERIFICATION_STATUSES).meta({
  id: 'BeneficiaryVerificationStatus',
  description: meanings<BeneficiaryVerificationStatus>({
    MATCHED: 'the institution has confirmed the name.',
    PARTIAL_MATCH: 'the name is similar; compare it with `beneficiaryVerifiedData`.',
    NOT_MATCHED: 'the account belongs to another name. Ask the customer before you pay.',
    UNSUPPORTED: 'the institution does not check names.',
    CHECKED_BY_RECEIVING_FI: 'the institution checks the name itself when it receives a payment.',
    PENDING: 'the institution has not answered.',
  }),
});

export const externalAccount = z
  .object({
    id: z.string().describe('Name it as the destination of quotes and transfers. Starts with `ExternalAccount:`.'),
    customerId: z.string().optional().describe('The owner. Absent if the account is one of the platform itself.'),
    status: externalAccountStatus.describe(
      'Whether the account can be paid. Only a wallet can have to wait for a proof.',
    ),
    currency: z.string().describe('Code of the currency that the account receives.'),
    platformAccountId: z.string().optional().describe('Your own identifier, if you sent one.'),
    ownershipType: ownershipType.optional().describe(OWNERSHIP),
    defaultUmaDepositAccount: z.boolean().optional().describe(DEFAULT_UMA),
    beneficiaryVerificationStatus: beneficiaryVerificationStatus
      .optional()
      .describe("Result of the check of the account holder's name. Simulated in the sandbox; absent in production."),
    beneficiaryVerifiedData: beneficiaryVerifiedData
      .optional()
      .describe("What the check of the account holder's name found. Present if the name matched, at least in part."),
    accountInfo: externalAccountInfo.describe(
      'The details as stored: number groups without blanks, unknown fields dropped.',
    ),
  })
  .meta({ id: 'ExternalAccount' });

export const externalAccountList = pageOf('ExternalAccountListResponse', externalAccount);

const ownershipMethod = z.enum(OWNERSHIP_METHODS).meta({
  id: 'OwnershipVerificationMethod',
  description: meanings<(typeof OWNERSHIP_METHODS)[number]>({
    WALLET_SIGNATURE: "the owner signs a message with the key of the wallet's address.",
    LIVENESS: 'part of the contract; refused with `NOT_IMPLEMENTED`, because it does not prove a key.',
  }),
});

export const ownershipChallengeRequest = z
  .object({ method: ownershipMethod.describe('How the owner proves the ownership. Use `WALLET_SIGNATURE`.') })
  .meta({ id: 'OwnershipChallengeRequest' });

const walletSignatureChallenge = z
  .object({
    method: z.literal('WALLET_SIGNATURE'),
    messageToSign: z
      .string()
      .describe(
        'The exact bytes that the owner of the wallet signs. The text names the wallet, the account and the expiry.',
      ),
    expiresAt: timestamp.describe('15 minutes after the request. A signature that arrives later is refused.'),
  })
  .meta({ id: 'WalletSignatureChallenge' });

const livenessChallenge = z
  .object({
    method: z.literal('LIVENESS'),
    verificationLink: z.url().meta({ format: 'uri', description: 'The page on which the owner would be checked.' }),
    token: z.string().optional().describe('For an SDK in place of the page. Part of the contract; not issued.'),
    expiresAt: timestamp.describe('When the link would stop working.'),
  })
  .meta({ id: 'LivenessChallenge' });

export const ownershipChallenge = oneOf('OwnershipChallenge', 'method', [walletSignatureChallenge, livenessChallenge]);

export const ownershipVerifyRequest = z
  .object({
    signature: text(SIGNATURE_LENGTH).describe(
      "In the wallet's own format: hexadecimal (EVM, Tron, Spark), base58 (Solana) or base64 (Bitcoin).",
    ),
    signatureScheme: z
      .enum(SIGNATURE_SCHEMES)
      .meta({ default: 'bip137' })
      .optional()
      .describe('How a Bitcoin wallet encodes its kind of address in the signature. Other chains ignore it.'),
  })
  .meta({ id: 'OwnershipVerifyRequest' });
