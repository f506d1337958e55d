import { CATALOGUE, type CurrencyCode, isCurrency, toIso } from '@corridor/core';
import type { UmaProvider } from '@corridor/core/ports';
import type { Invitation, Lookup } from '@corridor/core/records';
import { wireCurrency } from '@corridor/core/internal';
import { optionalInstant, type Wire } from '../../kit/wire.js';
import { optionalAmount } from '../money/serialize.js';
import { serializeLookup } from '../quotes/serialize.js';
import type { receiverUmaLookup, umaInvitation, umaProvider } from './schemas.js';

export const serializeUmaLookup = (lookup: Lookup): Wire<typeof receiverUmaLookup> => ({
  receiverUmaAddress: lookup.receiver,
  ...serializeLookup(lookup),
});

export const serializeInvitation = (invitation: Invitation): Wire<typeof umaInvitation> => ({
  code: invitation.code,
  createdAt: toIso(invitation.createdAt),
  claimedAt: optionalInstant(invitation.claimedAt),
  url: invitation.url,
  expiresAt: optionalInstant(invitation.expiresAt),
  inviterUma: invitation.inviterUma,
  inviteeUma: invitation.inviteeUma ?? undefined,
  status: invitation.status,
  firstName: invitation.firstName ?? undefined,
  amountToSend: optionalAmount(invitation.amountToSend, invitation.currency),
  quoteId: invitation.quoteId ?? undefined,
  quoteError: quoteErrorOf(invitation),
});

/** The meaning of the code: other platforms read invitations too, and a message can contain data of the inviter. */
const quoteErrorOf = ({ quoteErrorCode: code }: Invitation) =>
  code === null ? undefined : { code, message: CATALOGUE[code].meaning };

export const serializeProvider = (provider: UmaProvider): Wire<typeof umaProvider> => ({
  name: provider.name,
  supportedRegions: provider.supportedRegions,
  domain: provider.domain,
  logoUrl: provider.logoUrl ?? undefined,
  supportedCurrencies: provider.supportedCurrencies
    .filter(isCurrency)
    .map((code: string) => wireCurrency(code as CurrencyCode)),
  lei: provider.lei ?? undefined,
  allowListStatus: !provider.isBlocked,
});
