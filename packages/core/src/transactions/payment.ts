import type { PayoutInstruction, Rails } from '../accounts/index.js';
import {
  Bug,
  type Context,
  type Id,
  type IdSource,
  type Reads,
  type Result,
  type Sealer,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import type { LedgerAccount, Line } from '../ledger/index.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

/** The ledger accounts between which a payment moves its money (behaviour, "Ledger"), as its records tell them. */
export interface PaymentBooks {
  /** Where the sent money comes from and goes back to: an available balance, or the payer outside. */
  readonly origin: LedgerAccount;
  /** Where it waits for its delivery: held on the source account, or in transit. */
  readonly waiting: LedgerAccount;
  /** Where it stays when it can neither be delivered nor go back. */
  readonly inTransit: LedgerAccount;
  /** The lines that settle the payment, to an account outside (null) or to an internal one. */
  settlement(destination: { readonly id: Id<'InternalAccount'> } | null): readonly Line[];
}

/** What a rail is told to pay. */
export type Delivery = Pick<PayoutInstruction, 'account' | 'currency' | 'amount'>;

/** A payment under way: of a quote, or a transfer. */
export interface Payment {
  readonly transaction: Transaction;
  readonly books: PaymentBooks;
  /** What is paid in place of the destination account: the invoice of another institution. Null where there is none. */
  readonly delivery: Delivery | null;
  /** Moves along what the payment follows, such as its quote. */
  follow(tx: Tx, ctx: Context, event: 'settle' | 'fail'): Result<void>;
}

/** Finds what a transaction follows. The areas that start payments give theirs. */
export type PaymentOf = (reads: Reads, transaction: Transaction) => Promise<Payment>;

/** What is needed to take payments further. */
export interface PaymentPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly sealer: Sealer;
  /** Up to how much banks may keep of a returned payout without an exception, by currency, smallest units; else 0. */
  readonly bankChargeLimits: ReadonlyMap<string, bigint>;
  readonly paymentOf: PaymentOf;
}

export async function readPayment(
  reads: Reads,
  { paymentOf }: Pick<PaymentPorts, 'paymentOf'>,
  id: string,
): Promise<Payment> {
  const transaction = await reads.get(TRANSACTIONS, id);
  if (transaction === null) throw new Bug(`no transaction ${id}`);
  return paymentOf(reads, transaction);
}
