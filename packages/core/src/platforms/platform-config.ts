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
  update,
  type UseCase,
} from '../kernel/index.js';
import { isUnregistered, unregistered } from './app-uris.js';
import { checkConfig, type ConfigPatch, type FeeConfigInput } from './config-fields.js';
import { defaultLimits, type PlatformAccounts } from './create-platform.js';
import { type FeeConfig, type Platform, type PlatformCurrency, PLATFORMS } from './platform.js';
import { askedFor, reclaimAddresses, reservedDomain, seekProof } from './uma-domain.js';
import { ownPlatform } from './webhook-secret.js';

export interface PlatformConfigPorts {
  readonly ids: IdSource;
  readonly accounts: PlatformAccounts;
  readonly publicAuthority: string;
}

const FEE_CURRENCY = 'USD';

/** Adds the fields that providers require to the stored platform. */
type Shown = (platform: Platform) => Platform;

export const getConfig =
  (shown: Shown): Query<void, Platform> =>
  async (reads, ctx) => {
    const own = await ownPlatform(reads, ctx);
    return own.ok ? ok(shown(own.value)) : own;
  };

/**
 * Changes the platform's settings. A different webhook endpoint, or one that was paused, emits one TEST event. In production a different UMA
 * domain stays pending until DNS proves it: docs/areas/platforms.md#uma-domain. Setting the pending domain again checks
 * at once. INVALID_INPUT with every invalid field, or for a UMA domain that is another platform's; NOT_IMPLEMENTED for
 * fees in a currency other than USD, or in a currency in which the platform has no internal account.
 */
export const updateConfig =
  (ports: PlatformConfigPorts, changed: (platform: Platform) => void, shown: Shown): UseCase<ConfigPatch, Platform> =>
  async (tx, ctx, input) => {
    const checked = checkPatch(ports, ctx, input);
    if (!checked.ok) return checked;
    const patch = checked.value;
    const own = await ownPlatform(tx, ctx);
    if (!own.ok) return own;
    const platform = own.value;
    const domains = patch.umaDomain === undefined ? ok({}) : await askedFor(tx, platform, patch.umaDomain);
    if (!domains.ok) return domains;
    const held = await ports.accounts.currencies(tx);
    const supportedCurrencies = mergeCurrencies(platform, patch.supportedCurrencies);
    const opened = supportedCurrencies.map((c) => c.currencyCode).filter((code) => !held.includes(code));
    const unpayable = patch.feeConfigs?.find((fee) => !canCharge(fee, [...held, ...opened]));
    if (unpayable !== undefined) {
      return err('NOT_IMPLEMENTED', unchargeable(unpayable));
    }

    const schemes = patch.redirectSchemes?.map((scheme) => scheme.toLowerCase()) ?? platform.redirectSchemes;
    const invitationUri = given(patch.invitationUri, platform.invitationUri);
    if (isUnregistered(invitationUri, schemes)) {
      return invalidFields([
        patch.invitationUri === undefined
          ? { field: 'redirectSchemes', message: 'must contain the scheme of invitationUri; change invitationUri too' }
          : { field: 'invitationUri', message: unregistered(invitationUri) },
      ]);
    }

    const after = update(tx, ctx, PLATFORMS, platform, {
      ...domains.value,
      webhookEndpoint: given(patch.webhookEndpoint, platform.webhookEndpoint),
      // Setting an endpoint that is gone, also to the same address, sends to it again.
      webhookPausedAt: patch.webhookEndpoint === undefined ? platform.webhookPausedAt : null,
      supportedCurrencies,
      feeConfigs: mergeFees(platform.feeConfigs, patch.feeConfigs),
      embeddedWalletConfig: mergeParts(platform.embeddedWalletConfig, patch.embeddedWalletConfig),
      cardTokenization2faConfig: mergeParts(platform.cardTokenization2faConfig, patch.cardTokenization2faConfig),
      redirectSchemes: schemes,
      invitationUri,
    });
    if (opened.length > 0) await ports.accounts.open(tx, ctx, after, opened);
    const unit = { tx, ctx, ids: ports.ids };
    const isResumed = platform.webhookPausedAt !== null && after.webhookPausedAt === null;
    if (after.webhookEndpoint !== null && (isResumed || after.webhookEndpoint !== platform.webhookEndpoint)) {
      emit(unit, { type: 'TEST', resource: ctx.tenant, snapshot: {} });
    }
    if (after.umaDomain !== null && after.umaDomain !== platform.umaDomain) reclaimAddresses(unit);
    if (after.pendingUmaDomain !== null && patch.umaDomain !== undefined) await seekProof(unit);
    changed(after);
    return ok(shown(after));
  };

function checkPatch({ publicAuthority }: PlatformConfigPorts, ctx: Context, input: ConfigPatch): Result<ConfigPatch> {
  const errors: FieldError[] = [];
  const kept = checkConfig(ctx, input, (error) => errors.push(error));
  errors.push(...reservedDomain(input.umaDomain, publicAuthority));
  return errors.length > 0 ? invalidFields(errors) : ok({ ...kept, ...unset(input) });
}

/** The members that are null. The rules treat null as absent, so they are added again after the check. */
const unset = (input: ConfigPatch): Partial<ConfigPatch> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value === null));

const canCharge = (fee: FeeConfigInput, held: readonly CurrencyCode[]): boolean =>
  fee.sourceCurrency === FEE_CURRENCY && held.includes(fee.sourceCurrency as CurrencyCode);

const unchargeable = ({ sourceCurrency }: FeeConfigInput): string =>
  sourceCurrency === FEE_CURRENCY
    ? `platform fees need an internal account in ${FEE_CURRENCY}; add ${FEE_CURRENCY} to supportedCurrencies`
    : `platform fees are supported in ${FEE_CURRENCY} only, not in ${sourceCurrency}`;
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
/** Merges settings into the present ones, recursively; null unsets all of them. */
function mergeParts(present: Parts, input: Parts | undefined): Parts {
  if (input === undefined || input === null) return input === undefined ? present : null;
  const merged = Object.entries(input).map(([name, value]) => {
    const before = present?.[name];
    return [name, isParts(value) && isParts(before) ? mergeParts(before, value) : value];
  });
  return { ...present, ...Object.fromEntries(merged) };
}

const isParts = (value: unknown): value is NonNullable<Parts> => typeof value === 'object' && value !== null;
