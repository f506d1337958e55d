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

/** What can be asked of a customer or a counterparty (interface, "CustomerInfoFieldName"). */
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

/** Limits and fields of one currency of a platform (contract: PlatformCurrencyConfig). Amounts in smallest units. */
export interface PlatformCurrency {
  readonly currencyCode: CurrencyCode;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  readonly requiredCounterpartyFields: readonly { readonly name: CustomerInfoField; readonly mandatory: boolean }[];
  readonly providerRequiredCustomerFields: readonly CustomerInfoField[];
  readonly providerRequiredCounterpartyCustomerFields: readonly CustomerInfoField[];
  readonly enabledTransactionTypes: readonly ('INCOMING' | 'OUTGOING')[];
}

/** The platform's own fee on payments that start in one currency (contract: FeeConfig). */
export interface FeeConfig {
  readonly feeType: 'CROSS_CURRENCY_TRANSACTION';
  readonly sourceCurrency: CurrencyCode;
  readonly variableFeeBps: number;
  readonly fixedFee: { readonly amount: bigint; readonly currency: CurrencyCode };
}

/** A platform in one environment, with its settings. The id is the tenant key. */
export interface Platform extends BaseRecord {
  readonly id: TenantKey;
  readonly platformId: Id<'Platform'>;
  readonly environment: Environment;
  readonly name: string;
  /**
   * The domain in force. Null: the host's public authority serves the platform's UMA addresses. No two platforms of an
   * environment have the same one: the keys of a domain sign for one platform.
   */
  readonly umaDomain: string | null;
  /** What a platform of production has asked for and not proven yet; several may ask for the same. */
  readonly pendingUmaDomain: string | null;
  readonly webhookEndpoint: string | null;
  readonly supportedCurrencies: readonly PlatformCurrency[];
  readonly feeConfigs: readonly FeeConfig[];
  readonly isRegulatedFinancialInstitution: boolean;
  readonly embeddedWalletConfig: Readonly<Record<string, unknown>> | null;
  readonly cardTokenization2faConfig: Readonly<Record<string, unknown>> | null;
  /** Money movement needs an accepted version of the end-user terms. */
  readonly requiresEndUserTerms: boolean;
  /** Customers may move money while a new identity of theirs is being verified. */
  readonly allowsMoneyDuringReview: boolean;
  /** Sealed Standard Webhooks secret (`whsec_…`). */
  readonly webhookSecret: string;
  /** The secret before the last rotation, sealed; it signs as well until `previousWebhookSecretUntil`. */
  readonly previousWebhookSecret: string | null;
  /** Tenant's time. */
  readonly previousWebhookSecretUntil: Instant | null;
  /** Milliseconds by which the test clock of a sandbox platform is ahead of the host's. */
  readonly clockOffset: number;
}

/** Not confined to a tenant, so that a host can list them; the id is the tenant, so that no read by id crosses one. */
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
    supportedCurrencies: 'json',
    feeConfigs: 'json',
    isRegulatedFinancialInstitution: 'flag',
    embeddedWalletConfig: 'json?',
    cardTokenization2faConfig: 'json?',
    requiresEndUserTerms: 'flag',
    allowsMoneyDuringReview: 'flag',
    webhookSecret: 'text',
    previousWebhookSecret: 'text?',
    previousWebhookSecretUntil: 'instant?',
    clockOffset: 'int',
  },
  states: [],
  unique: [{ name: 'umaDomain', columns: ['environment', 'umaDomain'], global: true }],
  filters: [],
  immutable: ['platformId', 'environment'],
  sealed: ['webhookSecret', 'previousWebhookSecret'],
});

/** A platform's credential. The secret is shown once, at creation, and kept only as its SHA-256 digest. */
export interface ApiToken extends BaseRecord {
  readonly id: Id<'Token'>;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** The Basic username; the token's id is accepted as well. */
  readonly clientId: string;
  readonly secretDigest: string;
}

/** Found before the tenant is known, so not confined to it: lists and reads name the tenant themselves. */
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
 * The key pair that signs the webhooks of one tenant, as PEM; the id is the tenant. The private half of a key that was
 * replaced is gone: nothing is signed with it any more.
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
