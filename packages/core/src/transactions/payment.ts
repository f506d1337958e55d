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
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import type { LedgerAccount, Line } from '../ledger/index.js';
import type { ScreenPorts } from './screen-payment.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

/** The ledger accounts of a payment, derived from its records (docs/ledger.md). */
export interface PaymentBooks {
  /**
   * Where the sent money comes from, and where a refund goes: an available balance, or clearing of the funding rail.
   */
  readonly origin: LedgerAccount;
  /** Where the money waits for delivery: held on the source account, or in transit. */
  readonly waiting: LedgerAccount;
  /** Where the money stays if it can be neither delivered nor refunded. */
  readonly inTransit: LedgerAccount;
  /** The lines that settle the payment to an external account (null) or to an internal one. */
  settlement(destination: { readonly id: Id<'InternalAccount'> } | null): readonly Line[];
}

/** What a rail is instructed to pay. */
export type Delivery = Pick<PayoutInstruction, 'account' | 'currency' | 'amount'>;

/** A payment in progress: of a quote, or a transfer. */
export interface Payment {
  readonly transaction: Transaction;
  readonly books: PaymentBooks;
  /**
   * What is paid instead of the destination account, such as another institution's invoice; null if the account itself
   * is paid.
   */
  readonly delivery: Delivery | null;
  /** Moves the record that the payment belongs to, such as its quote, to its next state. */
  follow(tx: Tx, ctx: Context, event: 'settle' | 'fail'): Result<void>;
}

/** Reads the payments of transactions, in their order. The areas that start payments implement it for theirs. */
export type PaymentsOf = (reads: Reads, transactions: readonly Transaction[]) => Promise<readonly Payment[]>;

/** Decides whether the information that must accompany a transfer on a chain lets a payment leave. */
export interface TravelRuleGate {
  /** Whether payments of this rail to this destination are decided on. */
  concerns(transaction: Transaction): boolean;
  /**
   * Called in the unit that would hand the payment to its rail, before the first call of the rail alone. `WAITS`: the
   * caller ends its job, and what waits schedules `payout.submit` again. `REFUSED`: the caller fails the payment.
   */
  pass(unit: Unit, payment: Payment): Promise<Result<'GOES' | 'WAITS' | 'REFUSED'>>;
}

/** Ports of the use cases and jobs that advance payments. */
export interface PaymentPorts extends ScreenPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly sealer: Sealer;
  /**
   * How much banks may deduct from a returned payout without an exception, by currency in smallest units; 0 if absent.
   */
  readonly bankChargeLimits: ReadonlyMap<string, bigint>;
  readonly paymentsOf: PaymentsOf;
  readonly travelRule: TravelRuleGate;
}

type Ports = Pick<PaymentPorts, 'paymentsOf'>;

export async function paymentOf(reads: Reads, { paymentsOf }: Ports, transaction: Transaction): Promise<Payment> {
  const [payment] = await paymentsOf(reads, [transaction]);
  return payment!;
}

/** The payments of the transactions with these ids, in their order. */
export async function readPayments(
  reads: Reads,
  { paymentsOf }: Ports,
  ids: readonly string[],
): Promise<readonly Payment[]> {
  const found = new Map<string, Transaction>();
  for (const transaction of await reads.getMany(TRANSACTIONS, ids)) found.set(transaction.id, transaction);
  return paymentsOf(
    reads,
    ids.map((id) => {
      const transaction = found.get(id);
      if (transaction === undefined) throw new Bug(`no transaction ${id}`);
      return transaction;
    }),
  );
}

export async function readPayment(reads: Reads, ports: Ports, id: string): Promise<Payment> {
  const [payment] = await readPayments(reads, ports, [id]);
  return payment!;
}
