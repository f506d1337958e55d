import type { InternalAccount } from '../accounts/index.js';
import type { Id, Instant } from '../kernel/index.js';
import type { EntryKind } from '../ledger/index.js';

/** A journal entry that changes the booked balance of the account. */
export interface StatementEntry {
  readonly id: Id<'JournalEntry'>;
  readonly kind: EntryKind;
  /** Tenant's time of the entry. It can lie shortly before `from`, if the entry was written shortly after it. */
  readonly bookedAt: Instant;
  /** Smallest units; negative for a debit. Never zero. */
  readonly amount: bigint;
  /** The booked balance after the entry. */
  readonly balance: bigint;
  /** Id of the record that caused the entry. */
  readonly cause: string;
  readonly transactionId: Id<'Transaction'> | null;
  /** The other side: a name with the last characters of its account, a UMA address, or a merchant; null if unknown. */
  readonly counterparty: string | null;
  /** Id of the other side's account in Corridor, if it has one. */
  readonly counterpartyId: string | null;
  /** The reference of the payment instructions by which the money came. */
  readonly reference: string | null;
  /** The remittance information, otherwise the description of the payment. */
  readonly text: string | null;
}

/**
 * What was booked on an internal account in a period. The booked balance is `available` and `held` together: a hold
 * moves money from one to the other and books nothing, and the payment is booked when the held money leaves.
 */
export interface AccountStatement {
  /** 32 hexadecimal digits. The same statement, made again at another time, has another one. */
  readonly id: string;
  readonly account: Pick<InternalAccount, 'id' | 'customerId' | 'currency' | 'reference' | 'type'>;
  /** The name of the customer, or of the platform for its own accounts. */
  readonly holder: string | null;
  /** The first instant of the period. */
  readonly from: Instant;
  /** The first instant after the period; not later than `createdAt`. */
  readonly until: Instant;
  /** Tenant's time. */
  readonly createdAt: Instant;
  /** The booked balance before the first entry. */
  readonly opening: bigint;
  /** The booked balance after the last entry: `opening` and the amounts of all entries. */
  readonly closing: bigint;
  /** The part of `closing` that is held for payments in progress. */
  readonly held: bigint;
  /** In the order in which they were booked. */
  readonly entries: readonly StatementEntry[];
}
