import { CUSTOMER_INFO_FIELDS, isCurrency } from '@corridor/core';
import * as z from 'zod';
import { amount, text, timestamp } from '../app/schemas.js';
import { basisPoints, currencyCode, fixedFee } from '../money/schemas.js';
import { transactionType } from '../transactions/schemas.js';

const NAME = text(255);
const emailAddress = z.email().max(254);
const webUrl = (most: number) => z.url({ protocol: /^https?$/ }).max(most);
const knownCurrency = currencyCode.refine(isCurrency, 'is not a currency');

const customerInfoFieldName = z.enum(CUSTOMER_INFO_FIELDS).meta({ id: 'CustomerInfoFieldName' });

const counterpartyField = z
  .object({ name: customerInfoFieldName, mandatory: z.boolean() })
  .meta({ id: 'CounterpartyFieldDefinition' });

/** Set by the provider, not by the platform: shown in answers, not looked at in requests. */
const READ_ONLY = { readOnly: true } as const;

const currencyConfig = z
  .object({
    currencyCode: knownCurrency,
    minAmount: amount(0),
    maxAmount: amount(0),
    requiredCounterpartyFields: z.array(counterpartyField).max(CUSTOMER_INFO_FIELDS.length),
    providerRequiredCustomerFields: z.array(customerInfoFieldName).meta(READ_ONLY).optional().catch(undefined),
    providerRequiredCounterpartyCustomerFields: z
      .array(customerInfoFieldName)
      .meta(READ_ONLY)
      .optional()
      .catch(undefined),
    enabledTransactionTypes: z.array(transactionType).max(2),
  })
  .meta({ id: 'PlatformCurrencyConfig' });

const embeddedWalletConfig = z
  .object({
    appName: NAME,
    otpLength: z.int().min(4).max(12),
    alphanumeric: z.boolean(),
    expirationSeconds: z.int().min(1).max(86_400),
    sendFromEmailAddress: emailAddress,
    sendFromEmailSenderName: NAME,
    replyToEmailAddress: emailAddress,
    logoUrl: webUrl(512),
  })
  .partial()
  .meta({ id: 'EmbeddedWalletConfig' });

const cardTokenizationEmail = z
  .object({
    fromAddress: emailAddress,
    fromName: NAME,
    replyToAddress: emailAddress,
    subject: NAME,
    bodyText: z.string().max(2000),
  })
  .partial()
  .meta({ id: 'CardTokenization2FAEmailConfig' });

const cardTokenizationSms = z
  .object({ templateSid: z.string().max(64), bodyText: z.string().max(480) })
  .partial()
  .meta({ id: 'CardTokenization2FASmsConfig' });

const cardTokenizationConfig = z
  .object({
    displayName: NAME,
    logoUrl: z.url({ protocol: /^https$/ }).max(512),
    email: cardTokenizationEmail,
    sms: cardTokenizationSms,
  })
  .partial()
  .meta({ id: 'CardTokenization2FAConfig' });

const feeConfig = z
  .object({
    feeType: z.enum(['CROSS_CURRENCY_TRANSACTION']).meta({ id: 'FeeType' }),
    sourceCurrency: knownCurrency,
    variableFeeBps: basisPoints,
    fixedFee,
  })
  .meta({ id: 'FeeConfig' });

const MAX_ITEMS = 200;

/** What the platform can change. Null unsets what can be unset. */
export const platformConfigUpdate = z
  .object({
    umaDomain: text(253).nullish(),
    webhookEndpoint: webUrl(2048).nullish(),
    supportedCurrencies: z.array(currencyConfig).min(1).max(MAX_ITEMS).optional(),
    embeddedWalletConfig: embeddedWalletConfig.nullish(),
    cardTokenization2faConfig: cardTokenizationConfig.nullish(),
    feeConfigs: z.array(feeConfig).max(MAX_ITEMS).optional(),
  })
  .meta({
    id: 'PlatformConfigUpdateRequest',
    examples: [{ webhookEndpoint: 'https://platform.example.com/webhooks' }],
  });

export const platformConfig = z
  .object({
    id: z.string().meta(READ_ONLY),
    umaDomain: z.string().optional(),
    proxyUmaSubdomain: z.string().optional(),
    webhookEndpoint: z.string().optional(),
    supportedCurrencies: z.array(currencyConfig),
    isRegulatedFinancialInstitution: z.boolean(),
    embeddedWalletConfig: embeddedWalletConfig.optional(),
    cardTokenization2faConfig: cardTokenizationConfig.optional(),
    feeConfigs: z.array(feeConfig),
    createdAt: timestamp.meta(READ_ONLY),
    updatedAt: timestamp.meta(READ_ONLY),
  })
  .meta({ id: 'PlatformConfig' });
