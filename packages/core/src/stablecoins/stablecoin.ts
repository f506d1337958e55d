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

/** How far the issuer is with a token. The contract has no event for it. */
export const ISSUANCE = machine('Stablecoin issuance', 'issuanceStatus', ['PROVISIONED', 'REJECTED', 'FAILED'], [
  { from: null, on: 'review', to: 'PENDING_REVIEW', emits: null, why: 'registered while its issuer reviews it' },
  { from: null, on: 'provision', to: 'PROVISIONING', emits: null, why: 'registered while its issuer sets it up' },
  { from: null, on: 'issue', to: 'PROVISIONED', emits: null, why: 'registered when it was there already' },
  { from: 'PENDING_REVIEW', on: 'provision', to: 'PROVISIONING', emits: null, why: 'the issuer has approved it' },
  { from: 'PENDING_REVIEW', on: 'issue', to: 'PROVISIONED', emits: null, why: 'the issuer has set it up' },
  { from: 'PENDING_REVIEW', on: 'reject', to: 'REJECTED', emits: null, why: 'the issuer has rejected it' },
  { from: 'PENDING_REVIEW', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer could not set it up' },
  { from: 'PROVISIONING', on: 'issue', to: 'PROVISIONED', emits: null, why: 'the issuer has set it up' },
  { from: 'PROVISIONING', on: 'reject', to: 'REJECTED', emits: null, why: 'the issuer has rejected it' },
  { from: 'PROVISIONING', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer could not set it up' },
] as const);
export type IssuanceStatus = StateOf<typeof ISSUANCE>;

/** Whether a token can be minted and burned here: as soon as its issuer has it, without an approval. */
export const TOKEN_OPERATIONS = machine('Stablecoin operations', 'svcOperationsStatus', ['ENABLED'], [
  { from: null, on: 'hold-back', to: 'NOT_ENABLED', emits: null, why: 'its issuer does not have it yet' },
  { from: null, on: 'enable', to: 'ENABLED', emits: null, why: 'registered when it was there already' },
  { from: 'NOT_ENABLED', on: 'enable', to: 'ENABLED', emits: null, why: 'its issuer has it now' },
] as const);
export type TokenOperationsStatus = StateOf<typeof TOKEN_OPERATIONS>;

/** A token of an issuer, registered by a platform. Its amounts are in its own smallest units (`decimals`). */
export interface Stablecoin extends BaseRecord {
  readonly id: Id<'Stablecoin'>;
  readonly name: string;
  readonly symbol: string;
  /** What it is worth one of. */
  readonly baseCurrency: CurrencyCode;
  readonly network: StablecoinNetwork;
  readonly decimals: number;
  readonly issuanceStatus: IssuanceStatus;
  readonly svcOperationsStatus: TokenOperationsStatus;
  readonly networkTokenIdentifier: string;
  readonly providerTokenIdentifier: string;
  /** The currency of the accounts that hold it; null where no accounts are kept in it. */
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
