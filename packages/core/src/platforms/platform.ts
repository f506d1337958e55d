import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Environment,
  type Id,
  type Instant,
  type Permission,
  recordKind,
  type TenantKey,
} from '../kernel/index.js';
import type { PaymentLimit } from './payment-limit.js';

/** Data that a provider or a platform can require of a customer or a counterparty. */
export const CUSTOMER_INFO_FIELDS = [
  'FULL_NAME',
  'BIRTH_DATE',
  'NATIONALITY',
  'PHONE_NUMBER',
  'EMAIL',
  'POSTAL_ADDRESS',
  'TAX_ID',
  'REGISTRATION_NUMBER',
  'USER_TYPE',
  'COUNTRY_OF_RESIDENCE',
  'ACCOUNT_IDENTIFIER',
  'FI_LEGAL_ENTITY_NAME',
  'FI_ADDRESS',
  'PURPOSE_OF_PAYMENT',
  'ULTIMATE_INSTITUTION_COUNTRY',
  'IDENTIFIER',
  'BUSINESS_TYPE',
  'COMPANY_LEGAL_NAME',
  'ID_TYPE',
  'ID_NUMBER',
] as const;
export type CustomerInfoField = (typeof CUSTOMER_INFO_FIELDS)[number];

/** Limits and required fields of one currency of a platform. Amounts in smallest units. */
export interface PlatformCurrency {
  readonly currencyCode: CurrencyCode;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  readonly requiredCounterpartyFields: readonly { readonly name: CustomerInfoField; readonly mandatory: boolean }[];
  readonly providerRequiredCustomerFields: readonly CustomerInfoField[];
  readonly providerRequiredCounterpartyCustomerFields: readonly CustomerInfoField[];
  readonly enabledTransactionTypes: readonly ('INCOMING' | 'OUTGOING')[];
}

/** The platform's own fee on payments that start in one currency. */
export interface FeeConfig {
  readonly feeType: 'CROSS_CURRENCY_TRANSACTION';
  readonly sourceCurrency: CurrencyCode;
  readonly variableFeeBps: number;
  readonly fixedFee: { readonly amount: bigint; readonly currency: CurrencyCode };
}

/** Who knows of a block. `TOLD`: the platform knows of it; `SILENT`: it must not; null: there is none. */
export type BlockedAs = 'TOLD' | 'SILENT' | null;

/** A platform in one environment, with its settings. The id is the tenant key. */
export interface Platform extends BaseRecord {
  readonly id: TenantKey;
  readonly platformId: Id<'Platform'>;
  readonly environment: Environment;
  readonly name: string;
  /**
   * The domain in force. With null, the host's public authority serves the platform's UMA addresses. A domain belongs
   * to one platform of an environment, because the keys of a domain sign for one platform.
   */
  readonly umaDomain: string | null;
  /** The domain that a production platform has requested and not proven yet. Several may request the same one. */
  readonly pendingUmaDomain: string | null;
  readonly webhookEndpoint: string | null;
  /** When the endpoint said that it is gone; null if events are sent to it. Tenant's time. */
  readonly webhookPausedAt: Instant | null;
  readonly supportedCurrencies: readonly PlatformCurrency[];
  readonly feeConfigs: readonly FeeConfig[];
  readonly isRegulatedFinancialInstitution: boolean;
  readonly embeddedWalletConfig: Readonly<Record<string, unknown>> | null;
  readonly cardTokenization2faConfig: Readonly<Record<string, unknown>> | null;
  /** The URI schemes of the platform's apps, to which hosted pages may lead, in lower case; null: none. */
  readonly redirectSchemes: readonly string[] | null;
  /** Where the button of an invitation page leads, with `{code}` for the invitation's code. */
  readonly invitationUri: string | null;
  /** A customer moves money only after accepting a version of the end-user terms. */
  readonly requiresEndUserTerms: boolean;
  /** Customers may move money while a change of their verified identity is under review. */
  readonly allowsMoneyDuringReview: boolean;
  /** Sealed Standard Webhooks secret (`whsec_…`). */
  readonly webhookSecret: string;
  /**
   * The secret before the last rotation, sealed. Until `previousWebhookSecretUntil`, webhooks carry its signature too.
   */
  readonly previousWebhookSecret: string | null;
  /** Tenant's time. */
  readonly previousWebhookSecretUntil: Instant | null;
  /** Milliseconds by which the test clock of a sandbox platform is ahead of the host's clock. */
  readonly clockOffset: number;
  /** Whether operators have stopped the platform in this environment. The texts are in `BLOCKS`. */
  readonly blockedAs: BlockedAs;
  /** What each of its customers may start in a day and a month; null: as much as they want. Only operators change it. */
  readonly customerLimits: readonly PaymentLimit[] | null;
}

/**
 * Scope `host`, so that a host can list its platforms. The id is the tenant, so a read by id stays within the tenant.
 */
export const PLATFORMS = recordKind<Platform>()({
  name: 'platforms',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    platformId: 'text',
    environment: 'text',
    name: 'text',
    umaDomain: 'text?',
    pendingUmaDomain: 'text?',
    webhookEndpoint: 'text?',
    webhookPausedAt: 'instant?',
    supportedCurrencies: 'json',
    feeConfigs: 'json',
    isRegulatedFinancialInstitution: 'flag',
    embeddedWalletConfig: 'json?',
    cardTokenization2faConfig: 'json?',
    redirectSchemes: 'json?',
    invitationUri: 'text?',
    requiresEndUserTerms: 'flag',
    allowsMoneyDuringReview: 'flag',
    webhookSecret: 'text',
    previousWebhookSecret: 'text?',
    previousWebhookSecretUntil: 'instant?',
    clockOffset: 'int',
    blockedAs: 'text?',
    customerLimits: 'json?',
  },
  states: [],
  unique: [{ name: 'umaDomain', columns: ['environment', 'umaDomain'], global: true }],
  filters: [],
  immutable: ['platformId', 'environment'],
  sealed: ['webhookSecret', 'previousWebhookSecret'],
});

/** A platform's credential. The secret is shown once, at creation; only its SHA-256 digest is stored. */
export interface ApiToken extends BaseRecord {
  readonly id: Id<'Token'>;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** The Basic username; the token's id is accepted as well. */
  readonly clientId: string;
  readonly secretDigest: string;
}

/**
 * Scope `host`, because a token is found before its tenant is known. Reads and lists must filter by tenant themselves.
 */
export const TOKENS = recordKind<ApiToken>()({
  name: 'tokens',
  scope: 'host',
  columns: { ...BASE_COLUMNS, name: 'text', permissions: 'json', clientId: 'text', secretDigest: 'text' },
  states: [],
  unique: [{ name: 'clientId', columns: ['clientId'], global: true }],
  filters: ['tenant', 'name'],
  immutable: ['permissions', 'clientId', 'secretDigest'],
});

/** A key pair of the host: the public half as PEM, the private half sealed with the master key. */
export interface HostKey extends BaseRecord {
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

export const HOST_KEYS = recordKind<HostKey>()({
  name: 'host_keys',
  scope: 'host',
  columns: { ...BASE_COLUMNS, publicKey: 'text', sealedPrivateKey: 'text' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['publicKey'],
  sealed: ['sealedPrivateKey'],
});

/**
 * The key pair that signs the webhooks of one tenant, as PEM; the id is the tenant. A rotation overwrites the private
 * half of the old key, because it signs nothing more.
 */
export interface WebhookKey extends BaseRecord {
  readonly id: TenantKey;
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
  /** The public half before the last rotation, listed until `previousUntil`. */
  readonly previousPublicKey: string | null;
  /** Tenant's time. */
  readonly previousUntil: Instant | null;
}

export const WEBHOOK_KEYS = recordKind<WebhookKey>()({
  name: 'webhook_keys',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    publicKey: 'text',
    sealedPrivateKey: 'text',
    previousPublicKey: 'text?',
    previousUntil: 'instant?',
  },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
  sealed: ['sealedPrivateKey'],
});

/** The platform's limits for a currency; undefined if it has not configured the currency. */
export const currencyLimits = (platform: Platform, currency: CurrencyCode): PlatformCurrency | undefined =>
  platform.supportedCurrencies.find(({ currencyCode }) => currencyCode === currency);
