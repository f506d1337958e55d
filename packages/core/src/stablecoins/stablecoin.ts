import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Environment,
  type Id,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type { StablecoinNetwork, StablecoinProviderName } from './vocabulary.js';

/** The states of the issuance of a token at its issuer. The transitions emit no events. */
export const ISSUANCE = machine('Stablecoin issuance', 'issuanceStatus', ['PROVISIONED', 'REJECTED', 'FAILED'], [
  {
    from: null,
    on: 'review',
    to: 'PENDING_REVIEW',
    emits: null,
    why: 'registered while the issuer is reviewing the token',
  },
  {
    from: null,
    on: 'provision',
    to: 'PROVISIONING',
    emits: null,
    why: 'registered while the issuer is provisioning the token',
  },
  {
    from: null,
    on: 'issue',
    to: 'PROVISIONED',
    emits: null,
    why: 'registered after the issuer had provisioned the token',
  },
  {
    from: 'PENDING_REVIEW',
    on: 'provision',
    to: 'PROVISIONING',
    emits: null,
    why: 'the issuer has approved the token',
  },
  { from: 'PENDING_REVIEW', on: 'issue', to: 'PROVISIONED', emits: null, why: 'the issuer has provisioned the token' },
  { from: 'PENDING_REVIEW', on: 'reject', to: 'REJECTED', emits: null, why: 'the issuer has rejected the token' },
  { from: 'PENDING_REVIEW', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer could not provision the token' },
  { from: 'PROVISIONING', on: 'issue', to: 'PROVISIONED', emits: null, why: 'the issuer has provisioned the token' },
  { from: 'PROVISIONING', on: 'reject', to: 'REJECTED', emits: null, why: 'the issuer has rejected the token' },
  { from: 'PROVISIONING', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer could not provision the token' },
] as const);
export type IssuanceStatus = StateOf<typeof ISSUANCE>;

/**
 * The states of minting and burning a token. It is enabled once the issuer has provisioned the token, without a further
 * approval.
 */
export const TOKEN_OPERATIONS = machine('Stablecoin operations', 'svcOperationsStatus', ['ENABLED'], [
  { from: null, on: 'hold-back', to: 'NOT_ENABLED', emits: null, why: 'the issuer has not provisioned the token yet' },
  {
    from: null,
    on: 'enable',
    to: 'ENABLED',
    emits: null,
    why: 'registered after the issuer had provisioned the token',
  },
  { from: 'NOT_ENABLED', on: 'enable', to: 'ENABLED', emits: null, why: 'the issuer has provisioned the token' },
] as const);
export type TokenOperationsStatus = StateOf<typeof TOKEN_OPERATIONS>;

/** A token of an issuer, registered by a platform. Its amounts are in its own smallest units (`decimals`). */
export interface Stablecoin extends BaseRecord {
  readonly id: Id<'Stablecoin'>;
  readonly name: string;
  readonly symbol: string;
  /** One token is worth one unit of this currency. */
  readonly baseCurrency: CurrencyCode;
  readonly network: StablecoinNetwork;
  readonly decimals: number;
  readonly issuanceStatus: IssuanceStatus;
  readonly svcOperationsStatus: TokenOperationsStatus;
  readonly networkTokenIdentifier: string;
  readonly providerTokenIdentifier: string;
  /** The currency of the internal accounts that hold the token; null if internal accounts cannot hold it. */
  readonly currency: CurrencyCode | null;
  readonly provider: StablecoinProviderName;
  readonly stablecoinProviderAccountId: Id<'StablecoinProviderAccount'>;
  readonly providerEnvironment: Environment;
}

export const STABLECOINS = recordKind<Stablecoin>()({
  name: 'stablecoins',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    name: 'text',
    symbol: 'text',
    baseCurrency: 'text',
    network: 'text',
    decimals: 'int',
    issuanceStatus: 'text',
    svcOperationsStatus: 'text',
    networkTokenIdentifier: 'text',
    providerTokenIdentifier: 'text',
    currency: 'text?',
    provider: 'text',
    stablecoinProviderAccountId: 'text',
    providerEnvironment: 'text',
  },
  states: ['issuanceStatus', 'svcOperationsStatus'],
  unique: [{ name: 'token', columns: ['stablecoinProviderAccountId', 'providerTokenIdentifier'] }],
  filters: ['issuanceStatus', 'svcOperationsStatus', 'provider'],
  immutable: [
    'name',
    'symbol',
    'baseCurrency',
    'network',
    'decimals',
    'networkTokenIdentifier',
    'providerTokenIdentifier',
    'currency',
    'provider',
    'stablecoinProviderAccountId',
    'providerEnvironment',
  ],
});
