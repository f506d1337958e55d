import { type Context, type FieldError, rules, splitTenant } from '../kernel/index.js';
import { isCurrency, MAX_AMOUNT, MAX_FEE_BPS } from '../money/index.js';
import { invitationUri, redirectScheme } from './app-uris.js';
import { CUSTOMER_INFO_FIELDS, type FeeConfig, type PlatformCurrency } from './platform.js';

/** The part of a currency's configuration that the platform sets. The fields that providers require are read-only. */
export type PlatformCurrencyInput = Omit<
  PlatformCurrency,
  'currencyCode' | 'providerRequiredCustomerFields' | 'providerRequiredCounterpartyCustomerFields'
> & { readonly currencyCode: string };

export type FeeConfigInput = Omit<FeeConfig, 'feeType' | 'sourceCurrency' | 'fixedFee'> & {
  readonly feeType: string;
  readonly sourceCurrency: string;
  readonly fixedFee: { readonly amount: bigint; readonly currency: string };
};

/**
 * An absent member leaves the setting unchanged; null unsets a setting that can be empty. Currencies replace the whole
 * list; a fee replaces the one with the same type and source currency, and is added if there is none.
 */
export interface ConfigPatch {
  readonly umaDomain?: string | null | undefined;
  readonly webhookEndpoint?: string | null | undefined;
  readonly supportedCurrencies?: readonly PlatformCurrencyInput[] | undefined;
  readonly embeddedWalletConfig?: Readonly<Record<string, unknown>> | null | undefined;
  readonly cardTokenization2faConfig?: Readonly<Record<string, unknown>> | null | undefined;
  readonly feeConfigs?: readonly FeeConfigInput[] | undefined;
  /** URI schemes of the platform's apps; replaces the whole list. */
  readonly redirectSchemes?: readonly string[] | undefined;
  readonly invitationUri?: string | null | undefined;
}

/** Limits of a platform's settings: maximum lengths of texts and lists, ranges of numbers. */
export const CONFIG_LIMITS = {
  name: 255,
  webhookEndpoint: 2_048,
  logoUrl: 512,
  items: 200,
  transactionTypes: 2,
  otpLength: { min: 4, max: 12 },
  expirationSeconds: { min: 1, max: 86_400 },
  emailText: 2_000,
  smsText: 480,
  smsTemplate: 64,
  redirectSchemes: 20,
  invitationUri: 512,
} as const;

export const FEE_TYPES = ['CROSS_CURRENCY_TRANSACTION'] as const;

const { text, email, url, whole, flag, object, oneOf, listOf } = rules;
const NAME = text({ minLength: 1, maxLength: CONFIG_LIMITS.name });

const amount: rules.Rule = (value, path, gather) => {
  const fits = typeof value === 'bigint' && value >= 0n && value <= MAX_AMOUNT;
  if (!fits) gather({ field: path, message: `must be a whole number from 0 to ${MAX_AMOUNT}` });
  return value;
};
const currencyCode = text({ check: (code) => (isCurrency(code) ? null : 'is not a supported currency') });

const currencyConfig = object(
  {
    currencyCode,
    minAmount: amount,
    maxAmount: amount,
    requiredCounterpartyFields: listOf(
      object({ name: oneOf(CUSTOMER_INFO_FIELDS), mandatory: flag }, ['name', 'mandatory']),
      { max: CUSTOMER_INFO_FIELDS.length },
    ),
    enabledTransactionTypes: listOf(oneOf(['INCOMING', 'OUTGOING']), { max: CONFIG_LIMITS.transactionTypes }),
  },
  ['currencyCode', 'minAmount', 'maxAmount', 'requiredCounterpartyFields', 'enabledTransactionTypes'],
);

const feeConfig = object(
  {
    feeType: oneOf(FEE_TYPES),
    sourceCurrency: currencyCode,
    variableFeeBps: whole(0, MAX_FEE_BPS),
    fixedFee: object({ amount, currency: currencyCode }, ['amount', 'currency']),
  },
  ['feeType', 'sourceCurrency', 'variableFeeBps', 'fixedFee'],
);

const embeddedWallet = object({
  appName: NAME,
  otpLength: whole(CONFIG_LIMITS.otpLength.min, CONFIG_LIMITS.otpLength.max),
  alphanumeric: flag,
  expirationSeconds: whole(CONFIG_LIMITS.expirationSeconds.min, CONFIG_LIMITS.expirationSeconds.max),
  sendFromEmailAddress: email(),
  sendFromEmailSenderName: NAME,
  replyToEmailAddress: email(),
  logoUrl: url(CONFIG_LIMITS.logoUrl, false),
});

const message = (maxLength: number): rules.Rule => text({ maxLength, multiline: true });

const cardTokenization = object({
  displayName: NAME,
  logoUrl: url(CONFIG_LIMITS.logoUrl, true),
  email: object({
    fromAddress: email(),
    fromName: NAME,
    replyToAddress: email(),
    subject: NAME,
    bodyText: message(CONFIG_LIMITS.emailText),
  }),
  sms: object({
    templateSid: text({ maxLength: CONFIG_LIMITS.smsTemplate }),
    bodyText: message(CONFIG_LIMITS.smsText),
  }),
});

const patchRule = (httpsOnly: boolean): rules.Rule =>
  object({
    umaDomain: text({ check: (domain) => (rules.isAuthority(domain) ? null : 'is not a domain') }),
    webhookEndpoint: url(CONFIG_LIMITS.webhookEndpoint, httpsOnly),
    supportedCurrencies: listOf(currencyConfig, { min: 1, max: CONFIG_LIMITS.items }),
    embeddedWalletConfig: embeddedWallet,
    cardTokenization2faConfig: cardTokenization,
    feeConfigs: listOf(feeConfig, { max: CONFIG_LIMITS.items }),
    redirectSchemes: listOf(redirectScheme, { max: CONFIG_LIMITS.redirectSchemes }),
    invitationUri: invitationUri(CONFIG_LIMITS.invitationUri, httpsOnly),
  });

const PATCH_RULES = { SANDBOX: patchRule(false), PRODUCTION: patchRule(true) } as const;

/**
 * Reports the first error of each invalid field to `gather` and returns the known settings; unknown members are
 * dropped.
 */
export function checkConfig(ctx: Pick<Context, 'tenant'>, input: ConfigPatch, gather: rules.Gather): ConfigPatch {
  const named = new Set<string>();
  const once: rules.Gather = (error) => {
    if (!named.has(error.field)) gather(error);
    named.add(error.field);
  };
  const kept = PATCH_RULES[splitTenant(ctx.tenant).environment](input, '', once) as ConfigPatch;
  checkCurrencies(input.supportedCurrencies, once);
  checkFees(input.feeConfigs, once);
  checkSchemes(input.redirectSchemes, once);
  return kept;
}

/** Every field that is invalid by itself. Rules that depend on stored records are checked by `updateConfig`. */
export function invalidInConfig(ctx: Pick<Context, 'tenant'>, input: ConfigPatch): readonly FieldError[] {
  const errors: FieldError[] = [];
  checkConfig(ctx, input, (error) => errors.push(error));
  return errors;
}

// Rules between fields. They run even if the fields are malformed, which the rules above have reported by then.

type Untrusted = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Untrusted => typeof value === 'object' && value !== null;
const entries = (list: unknown): readonly Untrusted[] =>
  Array.isArray(list) ? list.map((entry: unknown) => (isObject(entry) ? entry : {})) : [];

function checkCurrencies(list: unknown, gather: rules.Gather): void {
  for (const [index, { minAmount, maxAmount }] of entries(list).entries()) {
    if (typeof minAmount === 'bigint' && typeof maxAmount === 'bigint' && minAmount > maxAmount) {
      gather({ field: `supportedCurrencies.${index}.minAmount`, message: 'is above maxAmount' });
    }
  }
  refuseRepeats(entries(list), 'supportedCurrencies', 'currencyCode', gather);
}

function checkFees(list: unknown, gather: rules.Gather): void {
  for (const [index, { sourceCurrency, fixedFee }] of entries(list).entries()) {
    if (isObject(fixedFee) && fixedFee['currency'] !== sourceCurrency) {
      gather({ field: `feeConfigs.${index}.fixedFee.currency`, message: 'must be the source currency' });
    }
  }
  refuseRepeats(entries(list), 'feeConfigs', 'sourceCurrency', gather);
}

function checkSchemes(list: unknown, gather: rules.Gather): void {
  const seen = new Set<string>();
  for (const [index, scheme] of (Array.isArray(list) ? list : []).entries()) {
    if (typeof scheme !== 'string') continue;
    const spelled = scheme.toLowerCase();
    if (seen.has(spelled)) gather({ field: `redirectSchemes.${index}`, message: 'is a duplicate' });
    seen.add(spelled);
  }
}

function refuseRepeats(list: readonly Untrusted[], path: string, key: string, gather: rules.Gather): void {
  const seen = new Set<unknown>();
  for (const [index, entry] of list.entries()) {
    if (seen.has(entry[key])) gather({ field: `${path}.${index}.${key}`, message: 'is a duplicate' });
    seen.add(entry[key]);
  }
}
