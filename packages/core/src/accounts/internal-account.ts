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

/** Whose account it is; lists of customers' accounts and of the platform's own are apart. */
export const OWNER_TYPES = ['PLATFORM', 'CUSTOMER'] as const;
export type OwnerType = (typeof OWNER_TYPES)[number];

/** The owner of the platform's own accounts. */
export const PLATFORM_OWNER = 'platform';

export const INTERNAL_ACCOUNT = machine('Internal account', 'status', ['CLOSED'], [
  { from: null, on: 'open', to: 'ACTIVE', emits: null, why: 'made with its owner' },
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

/** An account held by the service. Its money stands in the ledger (`balances` row with the same id). */
export interface InternalAccount extends BaseRecord {
  readonly id: Id<'InternalAccount'>;
  /** Null: the platform's own account. */
  readonly customerId: Id<'Customer'> | null;
  readonly type: InternalAccountType;
  readonly status: InternalAccountStatus;
  readonly currency: CurrencyCode;
  /** Money that arrives with this reference credits the account. */
  readonly reference: string;
  readonly fundingPaymentInstructions: readonly PaymentInstruction[];
  /** By network, of an Embedded Wallet's own key. Null for other accounts, and until the key is made. */
  readonly walletAddresses: Readonly<Record<string, string>> | null;
  /**
   * For each of the instructions, in their order, the name of the rail whose it is: money that comes by another one is
   * not for this account. Null: made before this was kept, any rail that receives the currency is right.
   */
  readonly fundingRails: readonly string[] | null;
  readonly privateEnabled: boolean | null;
  /** `platform` or the customer's id: with the currency and type the unique key. */
  readonly owner: string;
  readonly ownerType: OwnerType;
  /** A new identity of the customer is being verified: an execution asks first whether it may move money. */
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
  filters: ['owner', 'ownerType', 'currency', 'type'],
  immutable: ['customerId', 'type', 'currency', 'owner', 'ownerType', 'reference'],
});
