import type { ChangedLimits, CreatedPlatform, IssuedToken } from '@corridor/core';
import { amountText, hasMaxima, limitText } from '@corridor/core/internal';
import type { Erasure, ExceptionRecord, InternalAccount, LegalHold, Platform } from '@corridor/core/records';
import { shown } from '../terminal/terminal.js';

// The lines that commands print for what actions did.

interface Identified {
  readonly id: string;
}

export const isNow = ({ id, status }: Identified & { readonly status: string }): readonly string[] => [
  `${id} is ${status}`,
];

export const isBlocked = ({ id }: Identified): readonly string[] => [`${id} is blocked`];

export const isFree = ({ id }: Identified): readonly string[] => [
  `${id} is not blocked any more`,
  'the block released nothing: decide what it held one by one, with corridor exceptions list and suspense list',
];

export const isHeld = ({ id, customerId }: LegalHold): readonly string[] => [
  `${id} keeps the data of ${customerId}`,
  'the hold stops nothing but the erasing of the data; to stop the customer: corridor customer block',
];

export const isReleased = ({ id, customerId }: LegalHold): readonly string[] => [`${id} of ${customerId} is released`];

export const isErasing = ({ id, customerId }: Erasure): readonly string[] => [
  `${id} erases the data of ${customerId}`,
  'the hosts do it in the background: corridor erasures list; afterwards the database has to give the space free, see docs/operate/personal-data.md',
];

export const frozenLines = ({ id, status, customerId }: InternalAccount): readonly string[] => [
  `${id} is ${status}`,
  ...(status === 'FROZEN' ? notCovered(customerId) : []),
];

/** What a freeze does not stop, because the duty to stop often concerns the owner and not one of its accounts. */
const notCovered = (customerId: string | null): readonly string[] => [
  'only debits of this account are refused; payments that are funded from outside, and from other and new accounts of its owner, go on',
  customerId === null
    ? 'to stop the platform: corridor platform block'
    : `to stop the customer: corridor customer block --id ${customerId}`,
];

/** A new platform with the secrets of its first token. */
export const platformLines = ({ platform, token, clientSecret, webhookSecret }: CreatedPlatform): readonly string[] => [
  `platform: ${platform.platformId}`,
  `environment: ${platform.environment}`,
  `client id: ${token.clientId}`,
  `client secret: ${clientSecret}`,
  `webhook secret: ${webhookSecret}`,
];

export const settingsLines = (after: Platform): readonly string[] => [
  `require terms: ${after.requiresEndUserTerms}`,
  `regulated: ${after.isRegulatedFinancialInstitution}`,
  `money during review: ${after.allowsMoneyDuringReview}`,
  `uma domain: ${after.umaDomain ?? 'none'}`,
];

export const configurationLines = (after: Platform): readonly string[] => [
  `webhook endpoint: ${after.webhookEndpoint === null ? 'none' : shown(after.webhookEndpoint)}`,
  `redirect schemes: ${(after.redirectSchemes ?? []).map(shown).join(',') || 'none'}`,
  `invitation uri: ${after.invitationUri === null ? 'none' : shown(after.invitationUri)}`,
  `fees: ${after.feeConfigs.length}`,
];

export const currencyLines = ({ supportedCurrencies }: Platform): readonly string[] =>
  supportedCurrencies.map(
    ({ currencyCode, minAmount, maxAmount, enabledTransactionTypes }) =>
      `${currencyCode}: from ${amountText(minAmount, currencyCode)} to ${amountText(maxAmount, currencyCode)}, ${enabledTransactionTypes.join(',') || 'no payments'}`,
  );

/** The limits of the platform, or the own ones of the customer, after a change. */
export const limitLines = ({ platform, customer }: ChangedLimits): readonly string[] => {
  const limits = customer === null ? (platform.customerLimits ?? []).filter(hasMaxima) : (customer.ownLimits ?? []);
  return limits.length === 0 ? ['no limits'] : limits.map(limitText);
};

/** The credential of a new token. Its secret is shown only here. */
export const tokenLines = ({ token, clientSecret }: IssuedToken): readonly string[] => [
  `client id: ${token.clientId}`,
  `client secret: ${clientSecret}`,
];

export const exceptionLine = ({
  id,
  kind,
  status,
  amount,
  currency,
  subject,
  tenant,
  reason,
}: ExceptionRecord): string =>
  // An exception about no money, such as a hit of a screening, has no amount.
  [id, kind, status, ...(amount === 0n ? [] : [amountText(amount, currency)]), shown(subject)].join(' ') +
  ` (${tenant}): ${shown(reason)}`;

export const resolvedLine = ({ id, resolution, entryId }: ExceptionRecord): string =>
  `${id} is RESOLVED: ${resolution}${entryId === null ? '' : `, booked as ${entryId}`}`;

export const recordedLines = (opened: readonly ExceptionRecord[]): readonly string[] =>
  opened.map(({ id, status, reference }) => `${id} is ${status}: ${shown(reference)}`);
