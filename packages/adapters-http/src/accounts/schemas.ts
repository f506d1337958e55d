import {
  BENEFICIARY_VERIFICATION_STATUSES,
  INTERNAL_ACCOUNT_TYPES,
  OWNERSHIP_TYPES,
  PLATFORM_ACCOUNT_ID_LENGTH,
} from '@corridor/core';
import * as z from 'zod';
import { pageOf, pageQuery, queryText, recordId, text, timestamp } from '../app/schemas.js';
import { currencyAmount, currencyCode } from '../money/schemas.js';
import { externalAccountCreateInfo, externalAccountInfo, paymentInstructions } from './account-info-schemas.js';

export const internalAccountType = z.enum(INTERNAL_ACCOUNT_TYPES).meta({ id: 'InternalAccountType' });

export const internalAccount = z
  .object({
    id: z.string(),
    customerId: z.string().optional(),
    type: internalAccountType,
    status: z.enum(['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED']).meta({ id: 'InternalAccountStatus' }),
    balance: currencyAmount.meta({ description: 'What can be spent' }),
    totalBalance: currencyAmount.meta({ description: 'What can be spent and what is held for payments under way' }),
    fundingPaymentInstructions: z.array(paymentInstructions),
    privateEnabled: z.boolean().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'InternalAccount' });

export const internalAccountList = pageOf('InternalAccountListResponse', internalAccount);

/** A platform has few accounts of its own: they are answered all at once. */
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

export const externalAccountFilter = z.object({
  currency: queryText.optional(),
  customerId: customerId.optional(),
  ...pageQuery,
});

const ownershipType = z.enum(OWNERSHIP_TYPES).meta({ id: 'OwnershipType' });

export const externalAccountCreateRequest = z
  .object({
    customerId,
    currency: currencyCode,
    platformAccountId: text(PLATFORM_ACCOUNT_ID_LENGTH).optional(),
    ownershipType: ownershipType.optional(),
    defaultUmaDepositAccount: z.boolean().meta({ default: false }).optional(),
    accountInfo: externalAccountCreateInfo,
  })
  .meta({
    id: 'ExternalAccountCreateRequest',
    examples: [
      {
        customerId: 'Customer:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
        currency: 'BTC',
        accountInfo: {
          accountType: 'LAYER2_WALLET',
          address: 'spark1pgssyjt2q7zfg8wqprw6ksfrtm49vhhpw4jx2vc5sxhhxu6ksx9yw7q6h5y3z',
        },
      },
    ],
  });

const beneficiaryVerifiedData = z.object({ fullName: z.string().optional() }).meta({ id: 'BeneficiaryVerifiedData' });

export const externalAccount = z
  .object({
    id: z.string(),
    customerId: z.string().optional(),
    status: z
      .enum(['PENDING', 'ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED', 'UNDER_REVIEW', 'INACTIVE'])
      .meta({ id: 'ExternalAccountStatus' }),
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
