import { SIGNATURE_SCHEMES } from '@corridor/core/ports';
import {
  BENEFICIARY_VERIFICATION_STATUSES,
  EXTERNAL_ACCOUNT,
  INTERNAL_ACCOUNT,
  INTERNAL_ACCOUNT_TYPES,
  OWNERSHIP_TYPES,
} from '@corridor/core/records';
import {
  exampleAccountInfo,
  OWNERSHIP_METHODS,
  PLATFORM_ACCOUNT_ID_LENGTH,
  SIGNATURE_LENGTH,
} from '@corridor/core/internal';
import * as z from 'zod';
import { oneOf, pageOf, pageQuery, queryText, recordId, statuses, text, timestamp } from '../app/schemas.js';
import { currencyAmount, currencyCode } from '../money/schemas.js';
import { externalAccountCreateInfo, externalAccountInfo, paymentInstructions } from './account-info-schemas.js';

export const internalAccountType = z.enum(INTERNAL_ACCOUNT_TYPES).meta({ id: 'InternalAccountType' });

const internalAccountStatus = statuses(INTERNAL_ACCOUNT, ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED']).meta({
  id: 'InternalAccountStatus',
});

export const internalAccount = z
  .object({
    id: z.string(),
    customerId: z.string().optional(),
    type: internalAccountType,
    status: internalAccountStatus,
    balance: currencyAmount.meta({ description: 'The amount that can be spent' }),
    totalBalance: currencyAmount.meta({
      description: 'The amount that can be spent plus the amount held for payments in progress',
    }),
    fundingPaymentInstructions: z.array(paymentInstructions),
    privateEnabled: z.boolean().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'InternalAccount' });

export const internalAccountList = pageOf('InternalAccountListResponse', internalAccount);

/** A platform has few accounts of its own, so they are returned without pages. */
export const platformInternalAccountList = z
  .object({ data: z.array(internalAccount) })
  .meta({ id: 'PlatformInternalAccountListResponse' });

const customerId = recordId('Customer');

export const platformInternalAccountFilter = z.object({
  currency: queryText.optional(),
  type: internalAccountType.optional(),
});

export const internalAccountFilter = platformInternalAccountFilter.extend({
  customerId: customerId.optional(),
  ...pageQuery,
});

export const platformExternalAccountFilter = z.object({ currency: queryText.optional(), ...pageQuery });

export const externalAccountFilter = platformExternalAccountFilter.extend({ customerId: customerId.optional() });

const ownershipType = z.enum(OWNERSHIP_TYPES).meta({ id: 'OwnershipType' });

const newExternalAccount = {
  currency: currencyCode,
  platformAccountId: text(PLATFORM_ACCOUNT_ID_LENGTH).optional(),
  ownershipType: ownershipType.optional(),
  accountInfo: externalAccountCreateInfo,
};

export const platformExternalAccountCreateRequest = z
  .object(newExternalAccount)
  .meta({ id: 'PlatformExternalAccountCreateRequest' });

export const externalAccountCreateRequest = z
  .object({
    customerId,
    ...newExternalAccount,
    defaultUmaDepositAccount: z.boolean().meta({ default: false }).optional(),
  })
  .meta({
    id: 'ExternalAccountCreateRequest',
    examples: [
      {
        customerId: 'Customer:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
        currency: 'BTC',
        accountInfo: exampleAccountInfo('LAYER2_WALLET'),
      },
    ],
  });

const beneficiaryVerifiedData = z.object({ fullName: z.string().optional() }).meta({ id: 'BeneficiaryVerifiedData' });

const externalAccountStatus = statuses(EXTERNAL_ACCOUNT, [
  'PENDING',
  'ACTIVE',
  'PENDING_OWNERSHIP_VERIFICATION',
  'UNVERIFIED',
  'UNDER_REVIEW',
  'INACTIVE',
]).meta({ id: 'ExternalAccountStatus' });

export const externalAccount = z
  .object({
    id: z.string(),
    customerId: z.string().optional(),
    status: externalAccountStatus,
    currency: z.string(),
    platformAccountId: z.string().optional(),
    ownershipType: ownershipType.optional(),
    defaultUmaDepositAccount: z.boolean().optional(),
    beneficiaryVerificationStatus: z
      .enum(BENEFICIARY_VERIFICATION_STATUSES)
      .meta({ id: 'BeneficiaryVerificationStatus' })
      .optional(),
    beneficiaryVerifiedData: beneficiaryVerifiedData.optional(),
    accountInfo: externalAccountInfo,
  })
  .meta({ id: 'ExternalAccount' });

export const externalAccountList = pageOf('ExternalAccountListResponse', externalAccount);

const ownershipMethod = z.enum(OWNERSHIP_METHODS).meta({ id: 'OwnershipVerificationMethod' });

export const ownershipChallengeRequest = z
  .object({ method: ownershipMethod })
  .meta({ id: 'OwnershipChallengeRequest', examples: [{ method: 'WALLET_SIGNATURE' }] });

const walletSignatureChallenge = z
  .object({
    method: z.literal('WALLET_SIGNATURE'),
    messageToSign: z.string().meta({ description: 'The exact bytes that the owner of the wallet signs' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'WalletSignatureChallenge' });

const livenessChallenge = z
  .object({
    method: z.literal('LIVENESS'),
    verificationLink: z.url().meta({ format: 'uri' }),
    token: z.string().optional(),
    expiresAt: timestamp,
  })
  .meta({ id: 'LivenessChallenge' });

export const ownershipChallenge = oneOf('OwnershipChallenge', 'method', [walletSignatureChallenge, livenessChallenge]);

export const ownershipVerifyRequest = z
  .object({
    signature: text(SIGNATURE_LENGTH).meta({
      description: "In the wallet's own format: hexadecimal (EVM, Tron, Spark), base58 (Solana) or base64 (Bitcoin)",
    }),
    signatureScheme: z.enum(SIGNATURE_SCHEMES).meta({ default: 'bip137' }).optional(),
  })
  .meta({ id: 'OwnershipVerifyRequest' });
