import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type { PaymentInstruction } from './account-types/index.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly INTERNAL_ACCOUNT: InternalAccount;
  }
}

export const INTERNAL_ACCOUNT_TYPES = ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'] as const;
export type InternalAccountType = (typeof INTERNAL_ACCOUNT_TYPES)[number];

/** The kind of owner. Customers' accounts and the platform's own are listed separately. */
export const OWNER_TYPES = ['PLATFORM', 'CUSTOMER'] as const;
export type OwnerType = (typeof OWNER_TYPES)[number];

/** The owner of the platform's own accounts. */
export const PLATFORM_OWNER = 'platform';

export const INTERNAL_ACCOUNT = machine('Internal account', 'status', ['CLOSED'], [
  { from: null, on: 'open', to: 'ACTIVE', emits: null, why: 'opened for its owner' },
  {
    from: 'ACTIVE',
    on: 'freeze',
    to: 'FROZEN',
    emits: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
    why: 'an operator stops debits',
  },
  {
    from: 'FROZEN',
    on: 'unfreeze',
    to: 'ACTIVE',
    emits: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
    why: 'an operator allows debits',
  },
  { from: 'ACTIVE', on: 'close', to: 'CLOSED', emits: 'INTERNAL_ACCOUNT.STATUS_UPDATED', why: 'its owner is deleted' },
  { from: 'FROZEN', on: 'close', to: 'CLOSED', emits: 'INTERNAL_ACCOUNT.STATUS_UPDATED', why: 'its owner is deleted' },
] as const);
export type InternalAccountStatus = StateOf<typeof INTERNAL_ACCOUNT>;

/** An account that the service holds. Its money is in the ledger (row of `balances` with the same id). */
export interface InternalAccount extends BaseRecord {
  readonly id: Id<'InternalAccount'>;
  /** Null for an account of the platform. */
  readonly customerId: Id<'Customer'> | null;
  readonly type: InternalAccountType;
  readonly status: InternalAccountStatus;
  readonly currency: CurrencyCode;
  /** Incoming money with this reference is credited to the account. The reference never changes. */
  readonly reference: string;
  readonly fundingPaymentInstructions: readonly PaymentInstruction[];
  /** Addresses of an Embedded Wallet's own key, by network. Null for other accounts, and until the key exists. */
  readonly walletAddresses: Readonly<Record<string, string>> | null;
  /**
   * For each instruction, in the same order, the name of its rail. Money by any other rail is not credited to the
   * account. Null in records from before this column existed: any rail that receives the currency is accepted.
   */
  readonly fundingRails: readonly string[] | null;
  readonly privateEnabled: boolean | null;
  /** `platform` or the customer's id. Unique together with the currency and the type. */
  readonly owner: string;
  readonly ownerType: OwnerType;
  /** Whether a changed identity of the customer is under review, or the customer is blocked. If so, an execution checks whether money may move. */
  readonly ownerUnderReview: boolean;
}

export const INTERNAL_ACCOUNTS = recordKind<InternalAccount>()({
  name: 'internal_accounts',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text?',
    type: 'text',
    status: 'text',
    currency: 'text',
    reference: 'text',
    fundingPaymentInstructions: 'json',
    walletAddresses: 'json?',
    fundingRails: 'json?',
    privateEnabled: 'flag?',
    owner: 'text',
    ownerType: 'text',
    ownerUnderReview: 'flag',
  },
  states: ['status'],
  unique: [
    { name: 'owner', columns: ['owner', 'currency', 'type'] },
    { name: 'reference', columns: ['reference'], global: true },
  ],
  filters: ['owner', 'currency', 'type', 'ownerType'],
  immutable: ['customerId', 'type', 'currency', 'owner', 'ownerType', 'reference'],
});
