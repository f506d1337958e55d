import {
  type Context,
  type CurrencyCode,
  domainError,
  err,
  type FieldError,
  invalidFields,
  isHouse,
  ok,
  PERMISSIONS,
  type Reads,
  type Result,
  rules,
  type Sealer,
  splitTenant,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { currency as registered, isCurrency, MAX_AMOUNT } from '../money/index.js';
import type { OperatorSettings } from './operator-settings.js';
import { type ApiToken, type Platform, type PlatformCurrency, PLATFORMS } from './platform.js';
import { issueToken, type TokenPorts } from './token-service.js';
import { DOMAIN_TAKEN, reclaimAddresses, reservedDomain } from './uma-domain.js';
import { makeWebhookSecret, webhookSecretOf } from './webhook-secret.js';

/** A platform in the environment of the unit's tenant. An absent flag is false. */
export interface NewPlatform extends OperatorSettings {
  readonly name: string;
  readonly currencies: readonly string[];
  /** Credentials of the first token; generated if absent. */
  readonly clientId?: string | null | undefined;
  readonly clientSecret?: string | null | undefined;
}

/** `clientSecret` cannot be shown again, because only its digest is stored. */
export interface CreatedPlatform {
  readonly platform: Platform;
  readonly token: ApiToken;
  readonly clientSecret: string;
  readonly webhookSecret: string;
}

/** The platform's own internal accounts. */
export interface PlatformAccounts {
  /** Opens an account in each of these currencies. The platform must not have an account in any of them. */
  open(tx: Tx, ctx: Context, platform: Platform, currencies: readonly CurrencyCode[]): Promise<void>;
  /** The currencies in which the platform has an account. */
  currencies(reads: Reads): Promise<readonly CurrencyCode[]>;
}

export interface CreatePlatformPorts extends TokenPorts {
  readonly sealer: Sealer;
  readonly accounts: PlatformAccounts;
  /** Host and port of this service's public URL. No platform can have it as its UMA domain. */
  readonly publicAuthority: string;
}

const MAX_CURRENCIES = 200;

const newPlatform = rules.object(
  {
    name: rules.text({ minLength: 1, maxLength: 255 }),
    currencies: rules.listOf(
      rules.text({ check: (code) => (isCurrency(code) ? null : 'is not a supported currency') }),
      {
        min: 1,
        max: MAX_CURRENCIES,
      },
    ),
    umaDomain: rules.text({ check: (domain) => (rules.isAuthority(domain) ? null : 'is not a domain') }),
  },
  ['name', 'currencies'],
);

/**
 * Creates the platform of `ctx.tenant`, its internal accounts, and a first token with every permission. A UMA domain is
 * in force at once, because the operator vouches for it. INVALID_INPUT for invalid fields and for a domain that belongs
 * to another platform; FORBIDDEN in a house tenant; CONFLICT for a client id that is taken, and for a platform that exists.
 */
export const createPlatform =
  (ports: CreatePlatformPorts): UseCase<NewPlatform, CreatedPlatform> =>
  async (tx, ctx, input) => {
    const refused = refusalOf(ctx, input, ports.publicAuthority);
    if (!refused.ok) return refused;
    const currencies = [...new Set(input.currencies as readonly CurrencyCode[])];
    const webhookSecret = makeWebhookSecret(ports.random);
    const platform = platformOf(ctx, input, currencies, ports.sealer.seal(webhookSecret, webhookSecretOf(ctx.tenant)));
    tx.add(PLATFORMS, platform, {
      conflicts: {
        id: EXISTS,
        umaDomain: DOMAIN_TAKEN,
      },
    });
    if (platform.umaDomain !== null) reclaimAddresses({ tx, ctx, ids: ports.ids });
    await ports.accounts.open(tx, ctx, platform, currencies);
    const { clientId, clientSecret } = input;
    const issued = issueToken(ports, tx, ctx, { name: 'default', permissions: PERMISSIONS, clientId, clientSecret });
    return issued.ok ? ok({ platform, webhookSecret, ...issued.value }) : issued;
  };

const EXISTS = domainError('CONFLICT', 'the platform already exists in this environment');

function refusalOf({ tenant }: Context, input: NewPlatform, publicAuthority: string): Result<void> {
  if (isHouse(tenant)) return err('FORBIDDEN', 'a house tenant holds the records of the service and has no platform');
  const errors: FieldError[] = [];
  newPlatform(input, '', (error) => errors.push(error));
  errors.push(...reservedDomain(input.umaDomain, publicAuthority));
  return errors.length > 0 ? invalidFields(errors) : ok();
}

/** Refuses what `createPlatform` would refuse, before a second operator is asked. Writes nothing. */
export const checkNewPlatform =
  ({ publicAuthority }: Pick<CreatePlatformPorts, 'publicAuthority'>): UseCase<NewPlatform, void> =>
  async (tx, ctx, input) => {
    const refused = refusalOf(ctx, input, publicAuthority);
    if (!refused.ok) return refused;
    return (await tx.get(PLATFORMS, ctx.tenant)) === null ? ok() : { ok: false, error: EXISTS };
  };

function platformOf(
  ctx: Context,
  input: NewPlatform,
  currencies: readonly CurrencyCode[],
  webhookSecret: string,
): Platform {
  const { platformId, environment } = splitTenant(ctx.tenant);
  return {
    id: ctx.tenant,
    tenant: ctx.tenant,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    platformId,
    environment,
    name: input.name,
    umaDomain: input.umaDomain?.toLowerCase() ?? null,
    pendingUmaDomain: null,
    webhookEndpoint: null,
    webhookPausedAt: null,
    supportedCurrencies: currencies.map(defaultLimits),
    feeConfigs: [],
    isRegulatedFinancialInstitution: input.isRegulatedFinancialInstitution ?? false,
    embeddedWalletConfig: null,
    cardTokenization2faConfig: null,
    redirectSchemes: null,
    invitationUri: null,
    requiresEndUserTerms: input.requiresEndUserTerms ?? false,
    allowsMoneyDuringReview: input.allowsMoneyDuringReview ?? false,
    webhookSecret,
    previousWebhookSecret: null,
    previousWebhookSecretUntil: null,
    clockOffset: 0,
    blockedAs: null,
    customerLimits: null,
  };
}

/** The default upper limit, in major units of a currency whose unit is worth about one dollar. */
const MAX_MAJOR = 1_000_000_000n;

/** From one smallest unit to about a billion dollars. A platform sets narrower limits with `PATCH /config`. */
export function defaultLimits(code: CurrencyCode): PlatformCurrency {
  const { decimals = 0, unitsPerDollar = 0 } = registered(code) ?? {};
  const digits = decimals + unitsPerDollar;
  const max = digits < 0 ? MAX_MAJOR / 10n ** BigInt(-digits) : MAX_MAJOR * 10n ** BigInt(digits);
  return {
    currencyCode: code,
    minAmount: 1n,
    maxAmount: max < MAX_AMOUNT ? max : MAX_AMOUNT,
    requiredCounterpartyFields: [],
    providerRequiredCustomerFields: [],
    providerRequiredCounterpartyCustomerFields: [],
    enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
  };
}
