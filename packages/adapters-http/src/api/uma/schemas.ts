import { INVITATION, type InvitationStatus } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import {
  amount,
  formatted,
  instant,
  meanings,
  pageOf,
  pageQuery,
  queryFlag,
  queryText,
  recordId,
  text,
  timestamp,
} from '../../kit/schemas.js';
import { currency, currencyAmount, currencyCode } from '../money/schemas.js';
import { receiverLookup } from '../quotes/lookup-schemas.js';

const ADDRESS_LENGTH = 320;

/** The core checks the form of the address, with an error code of its own. */
const umaAddress = text(ADDRESS_LENGTH);

export const receiverUmaLookup = z
  .object({
    ...receiverLookup,
    receiverUmaAddress: z.string().describe('The address that was looked up, in lower case.'),
  })
  .meta({ id: 'ReceiverUmaLookupResponse' });

export const approvePaymentRequest = z
  .object({
    receiverCustomerInfo: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Data about your customer that is passed on to the institution of the payer.'),
  })
  .meta({ id: 'ApprovePaymentRequest' });

export const rejectPaymentRequest = z
  .object({
    reason: z.string().max(1000).optional().describe('A note of yours. It is neither stored nor passed on.'),
  })
  .meta({ id: 'RejectPaymentRequest' });

export const sandboxUmaReceiveRequest = z
  .object({
    senderUmaAddress: umaAddress.describe('Who seems to pay: any address of the form `$name@domain`.'),
    receiverUmaAddress: umaAddress
      .optional()
      .describe('The customer who is paid. Required without `customerId`; with it, both must name the same customer.'),
    customerId: recordId('Customer')
      .optional()
      .describe('The customer who is paid, by its id in place of its address.'),
    receivingCurrencyCode: currencyCode.describe('In which internal account of the customer the money arrives.'),
    receivingCurrencyAmount: amount(1).describe('What the customer gets, in smallest units of that currency.'),
  })
  .meta({ id: 'SandboxUmaReceiveRequest' });

export const umaInvitationCreateRequest = z
  .object({
    inviterUma: umaAddress.describe('UMA address of the customer of yours who invites.'),
    firstName: text(255).optional().describe('How the invitation page greets the invited person.'),
    amountToSend: amount(1)
      .optional()
      .describe(
        "A gift to the invited person, in smallest units of the inviter's first currency. Paid only if you execute its quote.",
      ),
    expiresAt: instant.optional().describe('After this time it cannot be claimed; by default it has no end.'),
  })
  .meta({ id: 'UmaInvitationCreateRequest' });

export const umaInvitationClaimRequest = z
  .object({ inviteeUma: umaAddress.describe('UMA address of the customer of yours who was invited.') })
  .meta({ id: 'UmaInvitationClaimRequest' });

export const umaInvitation = z
  .object({
    code: z
      .string()
      .describe('Names the invitation, also for other platforms. Anyone who knows it can claim it: keep it private.'),
    createdAt: timestamp.describe('When the customer invited, in the time of the inviting platform.'),
    claimedAt: timestamp.optional().describe('When a platform claimed it; absent before.'),
    url: z.string().describe('A page for the invited person that shows the code. Send this link.'),
    expiresAt: timestamp.optional().describe('When it ends by itself; absent if it has no end.'),
    inviterUma: z.string().describe('UMA address of the customer who invites.'),
    inviteeUma: z.string().optional().describe('UMA address for which it was claimed; absent before.'),
    status: z.enum(statesOf(INVITATION)).describe(
      meanings<InvitationStatus>({
        PENDING: 'can be claimed or cancelled',
        CLAIMED: 'a platform claimed it for `inviteeUma`; final',
        EXPIRED: '`expiresAt` has passed; final',
        CANCELLED: 'the inviting platform withdrew it; final',
      }),
    ),
    firstName: z.string().optional().describe('How the page greets the invited person.'),
    amountToSend: currencyAmount.optional().describe('The gift of the inviter, if there is one.'),
    quoteId: z
      .string()
      .optional()
      .describe('The quote for the gift, from the claim on; executing it pays. Absent if it could not be opened.'),
    quoteError: z
      .object({
        code: z.string().describe('The error code, such as `INVALID_RECEIVER` for a person who cannot receive yet.'),
        message: z.string().describe('What the code means.'),
      })
      .optional()
      .describe(
        'Why the claim opened no quote for the gift. To try again, the inviting platform creates a quote to `inviteeUma`.',
      ),
  })
  .meta({ id: 'UmaInvitation' });

export const providersQuery = z.object({
  countryCode: queryText.optional().describe('Only institutions that serve this region, such as `US`.'),
  currencyCode: queryText.optional().describe('Only institutions whose customers can be paid in it.'),
  hasBlockedProviders: queryFlag
    .optional()
    .describe('Whether to include institutions that the operator has blocked; by default they are left out.'),
  ...pageQuery,
  sortOrder: z
    .enum(['asc', 'desc'])
    .meta({ default: 'desc' })
    .optional()
    .describe('Direction of the order by domain name.'),
});

export const umaProvider = z
  .object({
    name: z.string().optional().describe('How the institution calls itself towards customers.'),
    supportedRegions: z
      .array(z.string())
      .optional()
      .describe('Codes of countries or regions whose residents it serves.'),
    domain: z.string().optional().describe('The part behind the `@` of its UMA addresses.'),
    logoUrl: formatted('uri').optional().describe('Web address of an image for lists of institutions.'),
    supportedCurrencies: z.array(currency).optional().describe('What its customers can be paid in.'),
    lei: z.string().optional().describe('Legal Entity Identifier (ISO 17442), if it is known.'),
    allowListStatus: z
      .boolean()
      .optional()
      .describe('Whether payments are possible; `false` if the operator blocks it.'),
  })
  .meta({ id: 'UmaProvider' });

export const umaProviderList = pageOf('UmaProviderListResponse', umaProvider);
