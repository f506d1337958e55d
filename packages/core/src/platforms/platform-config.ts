import { emit } from '../events/index.js';
import {
  type Context,
  type CurrencyCode,
  err,
  type FieldError,
  type IdSource,
  invalidFields,
  ok,
  type Query,
  type Result,
  rules,
  splitTenant,
  update,
  type UseCase,
} from '../kernel/index.js';
import { BPS_PER_ONE, isCurrency, MAX_AMOUNT } from '../money/index.js';
import { defaultLimits, type PlatformAccounts } from './create-platform.js';
import { CUSTOMER_INFO_FIELDS, type FeeConfig, type Platform, type PlatformCurrency, PLATFORMS } from './platform.js';
import { ownPlatform } from './webhook-secret.js';

/** What a platform can set of a currency; the fields that its provider requires are not its own to set. */
export type PlatformCurrencyInput = Omit<
  PlatformCurrency,
  'currencyCode' | 'providerRequiredCustomerFields' | 'providerRequiredCounterpartyCustomerFields'
> & { readonly currencyCode: string };

export type FeeConfigInput = Omit<FeeConfig, 'feeType' | 'sourceCurrency' | 'fixedFee'> & {
  readonly feeType: string;
  readonly sourceCurrency: string;
  readonly fixedFee: { readonly amount: bigint; readonly currency: string };
};

/** Absent: stays as it is. Null unsets what can be unset. Currencies replace the list, fees join it by their key. */
export interface ConfigPatch {
  readonly umaDomain?: string | null | undefined;
  readonly webhookEndpoint?: string | null | undefined;
  readonly supportedCurrencies?: readonly PlatformCurrencyInput[] | undefined;
  readonly embeddedWalletConfig?: Readonly<Record<string, unknown>> | null | undefined;
  readonly cardTokenization2faConfig?: Readonly<Record<string, unknown>> | null | undefined;
  readonly feeConfigs?: readonly FeeConfigInput[] | undefined;
}

export interface PlatformConfigDeps {
  readonly ids: IdSource;
  readonly accounts: PlatformAccounts;
}

const { text, email, url, whole, flag, object, oneOf, listOf } = rules;
const NAME = text({ minLength: 1, maxLength: 255 });
const FEE_CURRENCY = 'USD';
const URL_LENGTH = 2_048;
const MAX_ITEMS = 200;

const amount: rules.Rule = (value, path, gather) => {
  const fits = typeof value === 'bigint' && value >= 0n && value <= MAX_AMOUNT;
  if (!fits) gather({ field: path, message: `must be a whole number from 0 to ${MAX_AMOUNT}` });
  return value;
};
const currencyCode = text({ check: (code) => (isCurrency(code) ? null : 'is not a currency') });

const currencyConfig = object(
  {
    currencyCode,
    minAmount: amount,
    maxAmount: amount,
    requiredCounterpartyFields: listOf(
      object({ name: oneOf(CUSTOMER_INFO_FIELDS), mandatory: flag }, ['name', 'mandatory']),
      { max: CUSTOMER_INFO_FIELDS.length },
    ),
    enabledTransactionTypes: listOf(oneOf(['INCOMING', 'OUTGOING']), { max: 2 }),
  },
  ['currencyCode', 'minAmount', 'maxAmount', 'requiredCounterpartyFields', 'enabledTransactionTypes'],
);

const feeConfig = object(
  {
    feeType: oneOf(['CROSS_CURRENCY_TRANSACTION']),
    sourceCurrency: currencyCode,
    variableFeeBps: whole(0, BPS_PER_ONE - 1),
    fixedFee: object({ amount, currency: currencyCode }, ['amount', 'currency']),
  },
  ['feeType', 'sourceCurrency', 'variableFeeBps', 'fixedFee'],
);

const embeddedWallet = object({
  appName: NAME,
  otpLength: whole(4, 12),
  alphanumeric: flag,
  expirationSeconds: whole(1, 86_400),
  sendFromEmailAddress: email(),
  sendFromEmailSenderName: NAME,
  replyToEmailAddress: email(),
  logoUrl: url(512, false),
});

const cardTokenization = object({
  displayName: NAME,
  logoUrl: url(512, true),
  email: object({
    fromAddress: email(),
    fromName: NAME,
    replyToAddress: email(),
    subject: NAME,
    bodyText: text({ maxLength: 2_000, multiline: true }),
  }),
  sms: object({ templateSid: text({ maxLength: 64 }), bodyText: text({ maxLength: 480, multiline: true }) }),
});

const patchRule = (httpsOnly: boolean): rules.Rule =>
  object({
    umaDomain: text({ check: (domain) => (rules.isAuthority(domain) ? null : 'is not a domain') }),
    webhookEndpoint: url(URL_LENGTH, httpsOnly),
    supportedCurrencies: listOf(currencyConfig, { min: 1, max: MAX_ITEMS }),
    embeddedWalletConfig: embeddedWallet,
    cardTokenization2faConfig: cardTokenization,
    feeConfigs: listOf(feeConfig, { max: MAX_ITEMS }),
  });

const PATCH_RULES = { SANDBOX: patchRule(false), PRODUCTION: patchRule(true) } as const;

export const getConfig: Query<void, Platform> = (reads, ctx) => ownPlatform(reads, ctx);

/**
 * Changes the platform's settings; setting another webhook endpoint emits one TEST event.
 * INVALID_INPUT with every invalid field; NOT_IMPLEMENTED for fees in a currency other than USD, or one in which
 * the platform has no internal account.
 */
export const updateConfig =
  (deps: PlatformConfigDeps, changed: (platform: Platform) => void): UseCase<ConfigPatch, Platform> =>
  async (tx, ctx, input) => {
    const checked = checkPatch(ctx, input);
    if (!checked.ok) return checked;
    const patch = checked.value;
    const own = await ownPlatform(tx, ctx);
    if (!own.ok) return own;
    const platform = own.value;
    const held = await deps.accounts.currencies(tx);
    const supportedCurrencies = mergeCurrencies(platform, patch.supportedCurrencies);
    const opened = supportedCurrencies.map((c) => c.currencyCode).filter((code) => !held.includes(code));
    const unpayable = patch.feeConfigs?.find((fee) => !canCharge(fee, [...held, ...opened]));
    if (unpayable !== undefined) {
      return err('NOT_IMPLEMENTED', `fees on payments in ${unpayable.sourceCurrency} are not supported`);
    }

    const after = update(tx, ctx, PLATFORMS, platform, {
      umaDomain: given(patch.umaDomain?.toLowerCase() ?? patch.umaDomain, platform.umaDomain),
      webhookEndpoint: given(patch.webhookEndpoint, platform.webhookEndpoint),
      supportedCurrencies,
      feeConfigs: mergeFees(platform.feeConfigs, patch.feeConfigs),
      embeddedWalletConfig: mergeParts(platform.embeddedWalletConfig, patch.embeddedWalletConfig),
      cardTokenization2faConfig: mergeParts(platform.cardTokenization2faConfig, patch.cardTokenization2faConfig),
    });
    if (opened.length > 0) deps.accounts.open(tx, ctx, after, opened);
    if (after.webhookEndpoint !== null && after.webhookEndpoint !== platform.webhookEndpoint) {
      emit(tx, ctx, deps.ids, { type: 'TEST', resource: ctx.tenant, snapshot: {} });
    }
    changed(after);
    return ok(after);
  };

function checkPatch(ctx: Context, input: ConfigPatch): Result<ConfigPatch> {
  const errors: FieldError[] = [];
  const kept = PATCH_RULES[splitTenant(ctx.tenant).environment](input, '', (error) => errors.push(error));
  if (errors.length === 0) errors.push(...invalidCurrencies(input.supportedCurrencies ?? []), ...invalidFees(input));
  if (errors.length > 0) return invalidFields(errors);
  return ok({ ...(kept as ConfigPatch), ...unset(input) });
}

/** The members that are null, which the rules take for absent. */
const unset = (input: ConfigPatch): Partial<ConfigPatch> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value === null));

function invalidCurrencies(currencies: readonly PlatformCurrencyInput[]): readonly FieldError[] {
  return currencies.flatMap(({ currencyCode: code, minAmount, maxAmount }, index) => {
    const path = `supportedCurrencies.${index}`;
    const first = currencies.findIndex((other) => other.currencyCode === code);
    return [
      ...(first < index ? [{ field: `${path}.currencyCode`, message: 'stands in the list already' }] : []),
      ...(minAmount > maxAmount ? [{ field: `${path}.minAmount`, message: 'is above maxAmount' }] : []),
    ];
  });
}

function invalidFees({ feeConfigs = [] }: ConfigPatch): readonly FieldError[] {
  return feeConfigs.flatMap(({ sourceCurrency, fixedFee }, index) => {
    const path = `feeConfigs.${index}`;
    const first = feeConfigs.findIndex((other) => other.sourceCurrency === sourceCurrency);
    return [
      ...(first < index ? [{ field: `${path}.sourceCurrency`, message: 'stands in the list already' }] : []),
      ...(fixedFee.currency === sourceCurrency
        ? []
        : [{ field: `${path}.fixedFee.currency`, message: 'must be the source currency' }]),
    ];
  });
}

const canCharge = (fee: FeeConfigInput, held: readonly CurrencyCode[]): boolean =>
  fee.sourceCurrency === FEE_CURRENCY && held.includes(fee.sourceCurrency as CurrencyCode);

const given = <T>(value: T | undefined, present: T): T => (value === undefined ? present : value);

function mergeCurrencies(platform: Platform, input: ConfigPatch['supportedCurrencies']): readonly PlatformCurrency[] {
  if (input === undefined) return platform.supportedCurrencies;
  const present = new Map<string, PlatformCurrency>(platform.supportedCurrencies.map((c) => [c.currencyCode, c]));
  return input.map((of) => {
    const code = of.currencyCode as CurrencyCode;
    return { ...(present.get(code) ?? defaultLimits(code)), ...of, currencyCode: code };
  });
}

function mergeFees(present: readonly FeeConfig[], input: ConfigPatch['feeConfigs']): readonly FeeConfig[] {
  const byKey = new Map(present.map((fee) => [`${fee.feeType}/${fee.sourceCurrency}`, fee]));
  for (const fee of input ?? []) byKey.set(`${fee.feeType}/${fee.sourceCurrency}`, fee as FeeConfig);
  return [...byKey.values()];
}

type Parts = Readonly<Record<string, unknown>> | null;
const mergeParts = (present: Parts, input: Parts | undefined): Parts =>
  input === undefined ? present : input === null ? null : { ...present, ...input };
