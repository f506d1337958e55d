import { CUSTOMER_INFO_FIELDS } from '@corridor/core/records';
import { CONFIG_LIMITS, FEE_TYPES, rules } from '@corridor/core/internal';
import * as z from 'zod';
import { amount, emailAddress, formatted, text, timestamp } from '../../kit/schemas.js';
import { basisPoints, currencyCode, fixedFee } from '../money/schemas.js';
import { transactionType } from '../transactions/schemas.js';
import { counterpartyField, customerInfoFieldName } from '../quotes/counterparty-field.js';

const NAME = text(CONFIG_LIMITS.name);
const webUrl = (most: number) => formatted('uri', most);
const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

const appLogo = webUrl(CONFIG_LIMITS.logoUrl).describe('Web address of an image that shows your brand.');
const replyTo = emailAddress.describe('Where answers of recipients go to.');

/** Marks a field that the provider sets, not the platform: it is returned in responses and ignored in requests. */
const READ_ONLY = { readOnly: true } as const;

export const currencyConfig = z
  .object({
    currencyCode: currencyCode.describe('A currency that the service supports. Each one may appear once in the list.'),
    minAmount: amount(0).describe('The least that one payment or transfer may move, in smallest units.'),
    maxAmount: amount(0).describe('The most that one payment or transfer may move, in smallest units.'),
    requiredCounterpartyFields: z
      .array(counterpartyField)
      .max(CUSTOMER_INFO_FIELDS.length)
      .describe('What you ask the institution of the payer about its customer when a UMA payment arrives.'),
    providerRequiredCustomerFields: z
      .array(customerInfoFieldName)
      .meta({ ...READ_ONLY, description: 'What the providers of the service require about your customers.' })
      .optional()
      .catch(undefined),
    providerRequiredCounterpartyCustomerFields: z
      .array(customerInfoFieldName)
      .meta({ ...READ_ONLY, description: 'What the providers of the service require about the other party.' })
      .optional()
      .catch(undefined),
    enabledTransactionTypes: z
      .array(transactionType)
      .max(CONFIG_LIMITS.transactionTypes)
      .describe('Directions in which your customers may use the currency. An empty list stops new payments in it.'),
  })
  .meta({ id: 'PlatformCurrencyConfig' });

const embeddedWalletConfig = z
  .object({
    appName: NAME.describe('How messages with one-time codes name the product that the customer logs in to.'),
    otpLength: whole(CONFIG_LIMITS.otpLength).describe(
      'How many characters a one-time code for a login has; 6 by default.',
    ),
    alphanumeric: z.boolean().describe('Whether one-time codes have letters too; by default they are digits.'),
    expirationSeconds: whole(CONFIG_LIMITS.expirationSeconds).describe(
      'How long a one-time code can be used; 600 by default.',
    ),
    sendFromEmailAddress: emailAddress.describe(
      'The sender that you prefer for emails. Stored; the mail settings of the host decide.',
    ),
    sendFromEmailSenderName: NAME.describe('The display name that you prefer beside that sender. Stored only.'),
    replyToEmailAddress: replyTo,
    logoUrl: appLogo,
  })
  .partial()
  .meta({ id: 'EmbeddedWalletConfig' });

const cardTokenizationEmail = z
  .object({
    fromAddress: emailAddress.describe('The sender that the email should have.'),
    fromName: NAME.describe('The display name beside that sender.'),
    replyToAddress: replyTo,
    subject: NAME.describe('The line that mail programs show in their lists.'),
    bodyText: z.string().max(CONFIG_LIMITS.emailText).describe('Plain text of the message; it may have several lines.'),
  })
  .partial()
  .meta({ id: 'CardTokenization2FAEmailConfig' });

const cardTokenizationSms = z
  .object({
    templateSid: z.string().max(CONFIG_LIMITS.smsTemplate).describe('Id of a template at your provider of messages.'),
    bodyText: z.string().max(CONFIG_LIMITS.smsText).describe('Plain text of the message, in place of a template.'),
  })
  .partial()
  .meta({ id: 'CardTokenization2FASmsConfig' });

const cardTokenizationConfig = z
  .object({
    displayName: NAME.describe('How the messages name the issuer of the card to the cardholder.'),
    logoUrl: appLogo,
    email: cardTokenizationEmail.describe('Texts and sender of codes that go to an email address.'),
    sms: cardTokenizationSms.describe('Texts of codes that go to a phone.'),
  })
  .partial()
  .meta({ id: 'CardTokenization2FAConfig' });

export const feeConfig = z
  .object({
    feeType: z
      .enum(FEE_TYPES)
      .meta({ id: 'FeeType' })
      .describe('Which payments bear it: those that execute a quote. Transfers in one currency have no platform fee.'),
    sourceCurrency: currencyCode.describe('Payments that are sent in this currency bear the fee. Must be `USD`.'),
    variableFeeBps: basisPoints.describe(
      'The proportional part in basis points: 50 is 0.5 % of what remains after the fixed fees.',
    ),
    fixedFee: fixedFee.describe('The part that does not depend on the amount. Its currency is `sourceCurrency`.'),
  })
  .meta({ id: 'FeeConfig' });

const REDIRECT_SCHEMES =
  "URI schemes of the platform's apps, such as `com.example.app`. A hosted page leads to an address with one of them, as to `https`. A request replaces the whole list. An extension.";
const INVITATION_URI =
  'Where the button of an invitation page leads: an `https` address or one of an app whose scheme is in `redirectSchemes`. `{code}` in it becomes the code of the invitation. Without it the button leads to `umaDomain`. An extension.';

/** The fields that the platform can change. Null clears an optional field. */
export const platformConfigUpdate = z
  .object({
    umaDomain: text(rules.AUTHORITY_LENGTH)
      .nullish()
      .describe(
        "The domain of your customers' UMA addresses, with its port if it is not the usual one. In force at once in the sandbox; " +
          'in production once DNS proves it, see `pendingUmaDomain`. `null` returns to the domain of the host.',
      ),
    webhookEndpoint: webUrl(CONFIG_LIMITS.webhookEndpoint)
      .nullish()
      .describe(
        'Web address to which events are posted; `https` in production. Another address than before gets a `TEST` ' +
          'event. With `null`, events are stored and not sent.',
      ),
    supportedCurrencies: z
      .array(currencyConfig)
      .min(1)
      .max(CONFIG_LIMITS.items)
      .optional()
      .describe('Replaces the whole list. A new currency opens an internal account of the platform in it.'),
    embeddedWalletConfig: embeddedWalletConfig
      .nullish()
      .describe(
        'If set, new customers get embedded wallets in the currencies that have them. Members are merged into the ' +
          'present settings; `null` unsets all of them.',
      ),
    cardTokenization2faConfig: cardTokenizationConfig
      .nullish()
      .describe(
        'Texts of the codes that confirm the adding of a card to a phone. Stored for card issuers that send them. ' +
          'Members are merged into the present settings; `null` unsets all of them.',
      ),
    feeConfigs: z
      .array(feeConfig)
      .max(CONFIG_LIMITS.items)
      .optional()
      .describe('Your own fees. An entry replaces the one with the same type and source currency, or is added.'),
    redirectSchemes: z.array(z.string()).max(CONFIG_LIMITS.redirectSchemes).optional().describe(REDIRECT_SCHEMES),
    invitationUri: z.string().max(CONFIG_LIMITS.invitationUri).nullish().describe(INVITATION_URI),
  })
  .meta({ id: 'PlatformConfigUpdateRequest' });

/** Corridor's extension of the API, which otherwise shows only active domains. */
export const pendingUmaDomain = z
  .object({
    domain: z.string().describe('In force as `umaDomain` after the proof. Several platforms may request the same one.'),
    txtRecord: z
      .object({
        name: z.string().describe('Where to publish the record, such as `_corridor.pay.example`.'),
        value: z.string().describe('A text that the record must contain: the id of the platform.'),
      })
      .describe('What to publish in DNS as a proof that the domain is yours.'),
  })
  .meta({
    id: 'PendingUmaDomain',
    ...READ_ONLY,
    description:
      'Extension. The domain requested in production. It replaces `umaDomain` once its DNS has this TXT record, which is checked every minute, and every hour after the first hour.',
  });

export const platformConfig = z
  .object({
    id: z.string().meta({
      ...READ_ONLY,
      description: 'Names the platform in both environments. The public keys of its webhooks are found by it.',
    }),
    umaDomain: z
      .string()
      .optional()
      .describe("The domain in force for your customers' UMA addresses; absent if they are at the domain of the host."),
    pendingUmaDomain: pendingUmaDomain
      .optional()
      .describe('The domain that you have requested in production and not proven yet. An extension of the API.'),
    proxyUmaSubdomain: z
      .string()
      .optional()
      .describe('Part of the contract for services that host subdomains; this version never sets it.'),
    webhookEndpoint: z.string().optional().describe('Where events are posted to; absent if they are only stored.'),
    webhookPausedAt: timestamp
      .optional()
      .describe(
        'Since when events are only stored, because the endpoint answered 410; absent if they are sent. Set webhookEndpoint, also to the same address, to send them again.',
      ),
    supportedCurrencies: z
      .array(currencyConfig)
      .describe('The currencies that your customers can use, with limits. Amounts are in smallest units of each.'),
    isRegulatedFinancialInstitution: z
      .boolean()
      .describe('Whether travel-rule data is exchanged for your UMA payments. The operator of the host sets it.'),
    embeddedWalletConfig: embeddedWalletConfig
      .optional()
      .describe('Settings of wallets that customers control; absent if new customers get none.'),
    cardTokenization2faConfig: cardTokenizationConfig
      .optional()
      .describe('Texts of the codes that confirm the adding of a card to a phone; absent if none are set.'),
    feeConfigs: z.array(feeConfig).describe('Your own fees, which quotes add to those of the service.'),
    redirectSchemes: z.array(z.string()).describe(REDIRECT_SCHEMES),
    invitationUri: z.string().optional().describe(INVITATION_URI),
    createdAt: timestamp.meta({ ...READ_ONLY, description: 'When the platform was set up in this environment.' }),
    updatedAt: timestamp.meta({
      ...READ_ONLY,
      description: 'When a setting or a secret of the platform last changed.',
    }),
  })
  .meta({ id: 'PlatformConfig' });
