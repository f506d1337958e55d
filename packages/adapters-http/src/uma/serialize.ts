import {
  type CurrencyCode,
  type Invitation,
  isCurrency,
  printRate,
  type Receiver,
  toIso,
  type UmaProvider,
  wireCurrency,
} from '@corridor/core';
import { integer, optionalInstant } from '../app/wire.js';
import { optionalAmount } from '../money/serialize.js';

export const serializeReceiver = ({ lookup, currencies, fields }: Receiver): object => ({
  receiverUmaAddress: lookup.receiver,
  supportedCurrencies: currencies.map(({ code, estimatedExchangeRate, min, max }) => ({
    currency: wireCurrency(code),
    estimatedExchangeRate: printRate(estimatedExchangeRate),
    min: integer(min),
    max: integer(max),
  })),
  requiredPayerDataFields: fields.map(({ name, mandatory }) => ({ name, mandatory })),
  lookupId: lookup.id,
});

export const serializeInvitation = (invitation: Invitation): object => ({
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
});

export const serializeProvider = (provider: UmaProvider): object => ({
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
