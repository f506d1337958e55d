import { INVITATION } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import {
  amount,
  formatted,
  instant,
  pageQuery,
  queryFlag,
  queryText,
  recordId,
  text,
  timestamp,
} from '../app/schemas.js';
import { currency, currencyAmount, currencyCode } from '../money/schemas.js';
import { receiverLookup } from '../quotes/lookup-schemas.js';

const ADDRESS_LENGTH = 320;

/** The core checks the form of the address, with an error code of its own. */
const umaAddress = text(ADDRESS_LENGTH);

export const receiverUmaLookup = z
  .object({ ...receiverLookup, receiverUmaAddress: z.string() })
  .meta({ id: 'ReceiverUmaLookupResponse' });

export const approvePaymentRequest = z
  .object({ receiverCustomerInfo: z.record(z.string(), z.unknown()).optional() })
  .meta({ id: 'ApprovePaymentRequest' });

export const rejectPaymentRequest = z
  .object({ reason: z.string().max(1000).optional() })
  .meta({ id: 'RejectPaymentRequest' });

export const sandboxUmaReceiveRequest = z
  .object({
    senderUmaAddress: umaAddress,
    receiverUmaAddress: umaAddress.optional(),
    customerId: recordId('Customer').optional(),
    receivingCurrencyCode: currencyCode,
    receivingCurrencyAmount: amount(1),
  })
  .meta({ id: 'SandboxUmaReceiveRequest' });

export const umaInvitationCreateRequest = z
  .object({
    inviterUma: umaAddress,
    firstName: text(255).optional(),
    amountToSend: amount(1).optional(),
    expiresAt: instant.optional(),
  })
  .meta({ id: 'UmaInvitationCreateRequest' });

export const umaInvitationClaimRequest = z.object({ inviteeUma: umaAddress }).meta({ id: 'UmaInvitationClaimRequest' });

export const umaInvitation = z
  .object({
    code: z.string(),
    createdAt: timestamp,
    claimedAt: timestamp.optional(),
    url: z.string(),
    expiresAt: timestamp.optional(),
    inviterUma: z.string(),
    inviteeUma: z.string().optional(),
    status: z.enum(statesOf(INVITATION)),
    firstName: z.string().optional(),
    amountToSend: currencyAmount.optional(),
    quoteId: z
      .string()
      .meta({ description: 'The quote to the invitee, created by the claim; executing it pays' })
      .optional(),
  })
  .meta({ id: 'UmaInvitation' });

export const providersQuery = z.object({
  countryCode: queryText.optional(),
  currencyCode: queryText.optional(),
  hasBlockedProviders: queryFlag.optional(),
  ...pageQuery,
  sortOrder: z.enum(['asc', 'desc']).meta({ default: 'desc' }).optional(),
});

export const umaProvider = z
  .object({
    name: z.string().optional(),
    supportedRegions: z.array(z.string()).optional(),
    domain: z.string().optional(),
    logoUrl: formatted('uri').optional(),
    supportedCurrencies: z.array(currency).optional(),
    lei: z.string().optional(),
    allowListStatus: z.boolean().optional(),
  })
  .meta({ id: 'UmaProvider' });

export const umaProviderList = z
  .object({
    data: z.array(umaProvider).optional(),
    hasMore: z.boolean().optional(),
    nextCursor: z.string().optional(),
    totalCount: z.int().min(0).optional(),
  })
  .meta({ id: 'UmaProviderListResponse' });
