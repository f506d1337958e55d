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

/**
 * The states of a provider account, the link of a platform to its account at an issuer. The transitions emit no events.
 */
export const PROVIDER_ACCOUNT = machine('Stablecoin provider account', 'status', [], [
  { from: null, on: 'link', to: 'ACTIVE', emits: null, why: 'the issuer has accepted the credentials' },
  { from: 'ACTIVE', on: 'refuse', to: 'INVALID', emits: null, why: 'the issuer refuses the credentials' },
  { from: 'ACTIVE', on: 'revoke', to: 'REVOKED', emits: null, why: 'the issuer reports that access was withdrawn' },
  { from: 'INVALID', on: 'revoke', to: 'REVOKED', emits: null, why: 'the issuer reports that access was withdrawn' },
  { from: 'INVALID', on: 'renew', to: 'ACTIVE', emits: null, why: 'linked again with accepted credentials' },
  { from: 'REVOKED', on: 'renew', to: 'ACTIVE', emits: null, why: 'linked again with accepted credentials' },
] as const);
export type ProviderAccountStatus = StateOf<typeof PROVIDER_ACCOUNT>;

/** A platform's account at an issuer. Its credentials are sealed; they leave core only in calls to the issuer. */
export interface StablecoinProviderAccount extends BaseRecord {
  readonly id: Id<'StablecoinProviderAccount'>;
  readonly provider: StablecoinProviderName;
  /** The id of the account at the issuer. */
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
