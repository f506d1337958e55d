import { CUSTOMER_INFO_FIELDS } from '@corridor/core/records';
import { CONFIG_LIMITS, FEE_TYPES, rules } from '@corridor/core/internal';
import * as z from 'zod';
import { amount, emailAddress, formatted, text, timestamp } from '../app/schemas.js';
import { basisPoints, currencyCode, fixedFee } from '../money/schemas.js';
import { transactionType } from '../transactions/schemas.js';
import { counterpartyField, customerInfoFieldName } from './counterparty-field.js';

const NAME = text(CONFIG_LIMITS.name);
const webUrl = (most: number) => formatted('uri', most);
const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

/** Marks a field that the provider sets, not the platform: it is returned in responses and ignored in requests. */
const READ_ONLY = { readOnly: true } as const;

export const currencyConfig = z
  .object({
    currencyCode,
    minAmount: amount(0),
    maxAmount: amount(0),
    requiredCounterpartyFields: z.array(counterpartyField).max(CUSTOMER_INFO_FIELDS.length),
    providerRequiredCustomerFields: z.array(customerInfoFieldName).meta(READ_ONLY).optional().catch(undefined),
    providerRequiredCounterpartyCustomerFields: z
      .array(customerInfoFieldName)
      .meta(READ_ONLY)
      .optional()
      .catch(undefined),
    enabledTransactionTypes: z.array(transactionType).max(CONFIG_LIMITS.transactionTypes),
  })
  .meta({ id: 'PlatformCurrencyConfig' });

const embeddedWalletConfig = z
  .object({
    appName: NAME,
    otpLength: whole(CONFIG_LIMITS.otpLength),
    alphanumeric: z.boolean(),
    expirationSeconds: whole(CONFIG_LIMITS.expirationSeconds),
    sendFromEmailAddress: emailAddress,
    sendFromEmailSenderName: NAME,
    replyToEmailAddress: emailAddress,
    logoUrl: webUrl(CONFIG_LIMITS.logoUrl),
  })
  .partial()
  .meta({ id: 'EmbeddedWalletConfig' });

const cardTokenizationEmail = z
  .object({
    fromAddress: emailAddress,
    fromName: NAME,
    replyToAddress: emailAddress,
    subject: NAME,
    bodyText: z.string().max(CONFIG_LIMITS.emailText),
  })
  .partial()
  .meta({ id: 'CardTokenization2FAEmailConfig' });

const cardTokenizationSms = z
  .object({ templateSid: z.string().max(CONFIG_LIMITS.smsTemplate), bodyText: z.string().max(CONFIG_LIMITS.smsText) })
  .partial()
  .meta({ id: 'CardTokenization2FASmsConfig' });

const cardTokenizationConfig = z
  .object({
    displayName: NAME,
    logoUrl: webUrl(CONFIG_LIMITS.logoUrl),
    email: cardTokenizationEmail,
    sms: cardTokenizationSms,
  })
  .partial()
  .meta({ id: 'CardTokenization2FAConfig' });

export const feeConfig = z
  .object({
    feeType: z.enum(FEE_TYPES).meta({ id: 'FeeType' }),
    sourceCurrency: currencyCode,
    variableFeeBps: basisPoints,
    fixedFee,
  })
  .meta({ id: 'FeeConfig' });

const redirectSchemes = z.array(z.string()).meta({
  description:
    "URI schemes of the platform's apps, such as `com.example.app`. A hosted page leads to an address with one of them, as to `https`. A request replaces the whole list. An extension.",
});
const invitationUri = z.string().meta({
  description:
    'Where the button of an invitation page leads: an `https` address or one of an app whose scheme is in `redirectSchemes`. `{code}` in it becomes the code of the invitation. Without it the button leads to `umaDomain`. An extension.',
});

/** The fields that the platform can change. Null clears an optional field. */
export const platformConfigUpdate = z
  .object({
    umaDomain: text(rules.AUTHORITY_LENGTH).nullish(),
    webhookEndpoint: webUrl(CONFIG_LIMITS.webhookEndpoint).nullish(),
    supportedCurrencies: z.array(currencyConfig).min(1).max(CONFIG_LIMITS.items).optional(),
    embeddedWalletConfig: embeddedWalletConfig.nullish(),
    cardTokenization2faConfig: cardTokenizationConfig.nullish(),
    feeConfigs: z.array(feeConfig).max(CONFIG_LIMITS.items).optional(),
    redirectSchemes: redirectSchemes.max(CONFIG_LIMITS.redirectSchemes).optional(),
    invitationUri: invitationUri.max(CONFIG_LIMITS.invitationUri).nullish(),
  })
  .meta({
    id: 'PlatformConfigUpdateRequest',
    examples: [{ webhookEndpoint: 'https://platform.example.com/webhooks' }],
  });

/** Corridor's extension of the API, which otherwise shows only active domains. */
export const pendingUmaDomain = z
  .object({ domain: z.string(), txtRecord: z.object({ name: z.string(), value: z.string() }) })
  .meta({
    id: 'PendingUmaDomain',
    ...READ_ONLY,
    description:
      'Extension. The domain requested in production. It replaces `umaDomain` once its DNS has this TXT record, which is checked every minute, and every hour after the first hour.',
  });

export const platformConfig = z
  .object({
    id: z.string().meta(READ_ONLY),
    umaDomain: z.string().optional(),
    pendingUmaDomain: pendingUmaDomain.optional(),
    proxyUmaSubdomain: z.string().optional(),
    webhookEndpoint: z.string().optional(),
    supportedCurrencies: z.array(currencyConfig),
    isRegulatedFinancialInstitution: z.boolean(),
    embeddedWalletConfig: embeddedWalletConfig.optional(),
    cardTokenization2faConfig: cardTokenizationConfig.optional(),
    feeConfigs: z.array(feeConfig),
    redirectSchemes,
    invitationUri: invitationUri.optional(),
    createdAt: timestamp.meta(READ_ONLY),
    updatedAt: timestamp.meta(READ_ONLY),
  })
  .meta({ id: 'PlatformConfig' });
