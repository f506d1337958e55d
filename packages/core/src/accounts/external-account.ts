import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Digest,
  type Id,
  type Instant,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type { BlockedAs } from '../platforms/index.js';
import { type AccountInfo, identityOf, payeesOf } from './account-types/index.js';
import type { OwnerType } from './internal-account.js';
import type { SignatureScheme } from './ports.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly EXTERNAL_ACCOUNT: ExternalAccount;
  }
}

export const EXTERNAL_ACCOUNT = machine('External account', 'status', ['ACTIVE'], [
  { from: null, on: 'add', to: 'ACTIVE', emits: null, why: 'added, no proof of ownership needed' },
  {
    from: null,
    on: 'add-unverified',
    to: 'PENDING_OWNERSHIP_VERIFICATION',
    emits: null,
    why: 'added as a self-custody wallet of the first party',
  },
  {
    from: 'PENDING_OWNERSHIP_VERIFICATION',
    on: 'verify',
    to: 'ACTIVE',
    emits: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
    why: 'ownership proven',
  },
] as const);
export type ExternalAccountStatus = StateOf<typeof EXTERNAL_ACCOUNT>;

export const OWNERSHIP_TYPES = ['FIRST_PARTY', 'THIRD_PARTY'] as const;
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number];

export const BENEFICIARY_VERIFICATION_STATUSES = [
  'MATCHED',
  'PARTIAL_MATCH',
  'NOT_MATCHED',
  'UNSUPPORTED',
  'CHECKED_BY_RECEIVING_FI',
  'PENDING',
] as const;
export type BeneficiaryVerificationStatus = (typeof BENEFICIARY_VERIFICATION_STATUSES)[number];

/** The message that the owner of a wallet has to sign. */
export interface OwnershipChallenge {
  readonly messageToSign: string;
  readonly expiresAt: Instant;
}

/** The signed message that proved the ownership of a wallet, kept as evidence. */
export interface OwnershipProof extends OwnershipChallenge {
  readonly signature: string;
  readonly scheme: SignatureScheme;
  readonly provenAt: Instant;
}

/** A bank account or wallet outside this service. */
export interface ExternalAccount extends BaseRecord {
  readonly id: Id<'ExternalAccount'>;
  /** Null for an account of the platform. */
  readonly customerId: Id<'Customer'> | null;
  /** `platform` or the customer's id. */
  readonly owner: string;
  readonly ownerType: OwnerType;
  readonly status: ExternalAccountStatus;
  readonly currency: CurrencyCode;
  readonly platformAccountId: string | null;
  readonly ownershipType: OwnershipType | null;
  readonly defaultUmaDepositAccount: boolean;
  readonly accountInfo: AccountInfo;
  /** Digest of the currency and the identifying fields, for the unique key. */
  readonly identity: string;
  readonly beneficiaryVerificationStatus: BeneficiaryVerificationStatus | null;
  /** The name of the account holder at the receiving institution. */
  readonly beneficiaryVerifiedName: string | null;
  /** The open challenge to prove the ownership; a new challenge replaces it. */
  readonly ownershipChallenge: OwnershipChallenge | null;
  /** The proof of ownership; null if no proof was needed or none was given yet. */
  readonly ownershipProof: OwnershipProof | null;
  /** When the customer trusted the account, so that payments to it need no confirmation; null if not trusted. */
  readonly trustedAt: Instant | null;
  /** Id of the latest challenge to trust the account or to stop trusting it. */
  readonly trustChallenge: string | null;
  /**
   * The id of an account of the same owner that is the same one, if both were added in different notations before accounts
   * had one notation. Null for every other account.
   */
  readonly duplicateOf: string | null;
  readonly isDeleted: boolean;
  /** Whether operators have stopped payments to the account. The texts are in `BLOCKS`. */
  readonly blockedAs: BlockedAs;
}

export const EXTERNAL_ACCOUNTS = recordKind<ExternalAccount>()({
  name: 'external_accounts',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text?',
    owner: 'text',
    ownerType: 'text',
    status: 'text',
    currency: 'text',
    platformAccountId: 'text?',
    ownershipType: 'text?',
    defaultUmaDepositAccount: 'flag',
    accountInfo: 'json',
    identity: 'text',
    beneficiaryVerificationStatus: 'text?',
    beneficiaryVerifiedName: 'text?',
    ownershipChallenge: 'json?',
    ownershipProof: 'json?',
    trustedAt: 'instant?',
    trustChallenge: 'text?',
    duplicateOf: 'text?',
    isDeleted: 'flag',
    blockedAs: 'text?',
  },
  states: ['status'],
  unique: [{ name: 'identity', columns: ['owner', 'identity'], unless: 'isDeleted' }],
  filters: ['owner', 'defaultUmaDepositAccount', 'currency', 'ownerType', 'isDeleted'],
  immutable: ['customerId', 'owner', 'ownerType', 'currency', 'accountInfo', 'identity', 'duplicateOf'],
});

/** The digest that is equal for the same account in the same currency. */
export const identityDigest = (digest: Digest, currency: CurrencyCode, info: AccountInfo): string =>
  digest.sha256(JSON.stringify([currency, identityOf(info)]));

/**
 * Digests that are equal for the same account outside, of each owner, currency and account type: one for each way that
 * identifies it. Two accounts are the same outside if they have one in common.
 */
export const payeeDigests = (digest: Digest, info: AccountInfo): readonly string[] =>
  payeesOf(info).map((text) => digest.sha256(text));
