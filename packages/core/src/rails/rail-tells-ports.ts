import type { BookingMessage, DifferenceMessage, Effect, HeldMessage, Rails } from '../accounts/index.js';
import type { Context, Environment, IdSource, Result, TenantKey, UnitOfWork, UseCase } from '../kernel/index.js';
import type { Arrival, Deposit, Hear, Transaction } from '../transactions/index.js';
import type { ExpectedMoney, IncomingMoney, Receipt } from '../quotes/index.js';

/** The effect of a message, with the transaction or deposit that it is about, as it is after the message. */
export interface Told {
  readonly effect: Effect;
  /** Id of the transaction, deposit, booking or exception that the message is about; null if there is none. */
  readonly subject: string | null;
  /** Null for money that belongs to no payment. */
  readonly transaction: Transaction | null;
  readonly deposit: Deposit | null;
  /** The stored arrival if the message reports arrived money; otherwise null. */
  readonly arrival: Arrival | null;
}

export interface RailTellsPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly receiveMoney: UseCase<IncomingMoney, Receipt>;
  readonly expected: ExpectedMoney;
  readonly hear: Hear;
  /** Applies a message about the service's own money, in the house tenant of the environment. */
  readonly hearHouse: (
    environment: Environment,
    message: BookingMessage | DifferenceMessage | HeldMessage,
  ) => Promise<Result<{ readonly effect: Effect; readonly subject: string }>>;
}
