import {
  BASE_COLUMNS,
  type BaseRecord,
  type Environment,
  type Id,
  type Instant,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type { StablecoinProviderName } from './vocabulary.js';

/** The link of a platform to its account at an issuer (behaviour, "Stablecoins"). The contract has no event for it. */
export const PROVIDER_ACCOUNT = machine('Stablecoin provider account', 'status', [], [
  { from: null, on: 'link', to: 'ACTIVE', emits: null, why: 'the issuer has accepted the credentials' },
  { from: 'ACTIVE', on: 'refuse', to: 'INVALID', emits: null, why: 'the issuer refuses the credentials' },
  { from: 'ACTIVE', on: 'revoke', to: 'REVOKED', emits: null, why: 'the issuer says that access was withdrawn' },
  { from: 'INVALID', on: 'revoke', to: 'REVOKED', emits: null, why: 'the issuer says that access was withdrawn' },
  { from: 'INVALID', on: 'renew', to: 'ACTIVE', emits: null, why: 'linked again with credentials that are accepted' },
  { from: 'REVOKED', on: 'renew', to: 'ACTIVE', emits: null, why: 'linked again with credentials that are accepted' },
] as const);
export type ProviderAccountStatus = StateOf<typeof PROVIDER_ACCOUNT>;

/** A platform's account at an issuer. Its credentials never leave the core unsealed but to the issuer. */
export interface StablecoinProviderAccount extends BaseRecord {
  readonly id: Id<'StablecoinProviderAccount'>;
  readonly provider: StablecoinProviderName;
  /** The issuer's own name of the account. */
  readonly providerAccountId: string;
  readonly providerEnvironment: Environment;
  readonly status: ProviderAccountStatus;
  /** When the issuer last accepted new credentials. */
  readonly lastVerifiedAt: Instant;
  /** JSON text of the credentials, sealed. */
  readonly sealedCredentials: string;
}

export const PROVIDER_ACCOUNTS = recordKind<StablecoinProviderAccount>()({
  name: 'stablecoin_provider_accounts',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    provider: 'text',
    providerAccountId: 'text',
    providerEnvironment: 'text',
    status: 'text',
    lastVerifiedAt: 'instant',
    sealedCredentials: 'text',
  },
  states: ['status'],
  unique: [{ name: 'account', columns: ['provider', 'providerAccountId'] }],
  filters: ['provider', 'status'],
  immutable: ['provider', 'providerAccountId', 'providerEnvironment'],
  sealed: ['sealedCredentials'],
});
