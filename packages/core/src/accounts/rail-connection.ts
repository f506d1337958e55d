import type {
  Clock,
  CurrencyCode,
  Digest,
  Environment,
  Instant,
  OutboundHttp,
  Random,
  Result,
} from '../kernel/index.js';
import type { Rate } from '../money/index.js';
import type { Operator } from '../operators/index.js';
import type { ExternalAccountType } from './account-types/index.js';
import type { ContractSignatures } from './ports.js';
import type { Rail } from './rail.js';
import type { RailStore } from './rail-store.js';
import type { Effect, RailTelling } from './rail-telling.js';
import type { RailVouchers } from './rail-vouchers.js';
import type { TravelRuleMember, TravelRuleTelling } from './travel-rule.js';

/** The effect of a message, and the id of the transaction, deposit, booking or exception that it is about. */
export interface RailEffect {
  readonly effect: Effect;
  readonly subject: string | null;
}

/** Tells core a message of one of the connection's rails. Errors: those of `Core.railTells`. */
export type TellCore = (message: RailTelling) => Promise<Result<RailEffect>>;

/**
 * Tells core a message of the partner of the travel rule. 404 REFERENCE_NOT_FOUND for an unknown reference, and for an
 * address that no account has; 409 CONFLICT for an id that was used for other content.
 */
export type TellTravelRule = (telling: TravelRuleTelling) => Promise<Result<RailEffect>>;

/**
 * Which of these payouts, refunds and returns, named by the references under which a rail was asked for them, must not be
 * carried out now, because an operator has to decide about them first. A connection that keeps instructions before it hands
 * them to the other side asks before it does, and asks again later about those that are held.
 */
export type HeldPayments = (references: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Work that a connection repeats, such as sending files. It runs on one host at a time. After a crash or a throw it runs
 * again, so each of its steps must be recorded in the store before the next one depends on it.
 */
export interface RailTask {
  /** Lower-case letters and hyphens; unique in the connection. */
  readonly name: string;
  /** Returns the number of seconds until the next run. */
  run(tell: TellCore, held: HeldPayments): Promise<number>;
}

/** A request to `POST /rails/{name}/callbacks/…`. The rail verifies it: its headers and body come from anyone. */
export interface RailCallback {
  /** The path after `callbacks/`, without a query; empty if there is none. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body, as they arrived. */
  readonly body: Uint8Array;
}

/** 2xx: the message was applied, or has no effect. 4xx: it is invalid or forged. 503: send it again later. */
export interface RailCallbackAnswer {
  readonly status: 200 | 202 | 204 | 400 | 401 | 403 | 404 | 409 | 503;
  /** A short text for the log of the sender, or null. It repeats nothing of the request. */
  readonly message: string | null;
  /** What the sender needs to decide by, in the place of the message: JSON, and the headers of its signature. */
  readonly signed?: { readonly body: string; readonly headers: Readonly<Record<string, string>> };
}

/** The condition of a connection: `corridor connections check` shows it; `/metrics` and `/readyz?verbose` count its problems. */
export interface RailCondition {
  /** Whether the other side answers, and accepts the credentials. */
  readonly isReachable: boolean;
  /** When something was last exchanged with the other side; null for never. */
  readonly lastExchangeAt: Instant | null;
  /** Numbers of items that wait, by name, such as `payments waiting for a file`. */
  readonly backlog: Readonly<Record<string, number>>;
  /** What an operator must look at, one sentence each. Empty if all is well. */
  readonly problems: readonly string[];
}

/** An outgoing file or batch that waits for the release by a second person. */
export interface RailRelease {
  readonly id: string;
  readonly preparedAt: Instant;
  readonly payments: number;
  /** Sums by currency, in smallest units. */
  readonly totals: Readonly<Record<string, bigint>>;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly digest: string;
  /** Why it waits. */
  readonly reason: string;
}

export interface RailReleases {
  list(): Promise<readonly RailRelease[]>;
  /**
   * Releases the content with this digest. 404 REFERENCE_NOT_FOUND; 409 CONFLICT if it was released before or its digest
   * differs; 403 FORBIDDEN for the person who must not release it. `isOnePerson` says whether another operator may be the
   * same person, such as a local operator and one of an identity provider.
   */
  release(
    id: string,
    digest: string,
    by: Operator,
    isOnePerson: (other: Pick<Operator, 'id'>) => boolean,
  ): Promise<Result<void>>;
}

/** A movement that the bank has booked on the account of a rail. */
export interface StatedMovement {
  /**
   * Under which the ledger has it: the id or the reference of a payment, or the id of a deposit, booking or exception.
   * The bank's own id if the ledger does not have it.
   */
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
  readonly direction: 'IN' | 'OUT';
  /** The day of the booking, YYYY-MM-DD; null if the bank names none. */
  readonly date: string | null;
}

/** Consecutive statements, without a gap between them. */
export interface CoveredPeriod {
  /** The first and the last day, YYYY-MM-DD; empty if the bank names none. */
  readonly from: string;
  readonly to: string;
  /** Balances in smallest units, negative for a debit; null if the bank names none. */
  readonly opening: bigint | null;
  readonly closing: bigint | null;
}

/** How the ledger should stand by the newest statement. Amounts are negative for money that went out. */
export interface StatedBalance {
  /** The day of the closing balance, YYYY-MM-DD. */
  readonly date: string;
  readonly currency: CurrencyCode;
  readonly closing: bigint;
  /** What a statement contains, and core does not know yet because it waits for more. */
  readonly waiting: bigint;
  /** What core knows, and no statement contains yet. */
  readonly later: bigint;
  /** The ids of the exceptions about differences whose movements no statement contains. */
  readonly differences: readonly string[];
}

/** A movement that core knows, and that the statements should contain by now. */
export interface OverdueMovement {
  /** Unique for the matter. */
  readonly id: string;
  /** The reference of the payment, or the id of what core has booked: a transaction, a deposit or a booking. */
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
  /** The direction in which the ledger has moved, or will move, the money. */
  readonly direction: 'IN' | 'OUT';
  /** Whether the ledger has the movement. A payment that is on its way is not booked yet. */
  readonly isBooked: boolean;
  /** One sentence for the operator. */
  readonly reason: string;
}

/** What the statements of a rail say about its ledger. */
export interface RailStanding {
  /** Null before the first statement, while one is missing, and while core does not know all movements. */
  readonly balance: StatedBalance | null;
  readonly overdue: readonly OverdueMovement[];
}

/** The statements of the bank, which the connection keeps for the comparison with the ledger. */
export interface RailStatements {
  /** What the statements of these days contain; both days (YYYY-MM-DD) are inclusive. Without them: all statements. */
  movements(
    rail: string,
    period: { readonly from: string | null; readonly to: string | null },
  ): AsyncIterable<StatedMovement>;
  /** The newest closing balance, negative for a debit; null before the first statement. */
  closing(rail: string): Promise<{
    readonly date: string;
    readonly currency: CurrencyCode;
    readonly amount: bigint;
    /** What is booked in the ledger and on no statement yet; negative for money that went out. */
    readonly inFlight: bigint;
  } | null>;
  /**
   * What the statements cover, in the order of time: between two periods, statements are missing. `gaps` says in one
   * sentence each what is missing. Absent if the connection does not follow its statements.
   */
  covered?(rail: string): Promise<{
    readonly currency: CurrencyCode;
    readonly periods: readonly CoveredPeriod[];
    readonly gaps: readonly string[];
  } | null>;
  /**
   * What is compared with the ledger again and again, so it reads little. Null for a rail without an account. Absent if
   * the connection does not follow its statements.
   */
  standing?(rail: string): Promise<RailStanding | null>;
}

/** Something that operators decide about a connection. The texts in its answers are for them. */
export interface RailAction {
  /** Lower-case letters and hyphens; unique in the connection. */
  readonly name: string;
  /** What the subject names, such as `file`. */
  readonly subject: string;
  /** One sentence. */
  readonly description: string;
  run(subject: string, by: Operator): Promise<Result<string>>;
}

/**
 * A connection to a bank or a provider: the rails that move money over it, and what it does by itself. It serves one
 * environment and keeps nothing in memory that another host would miss: its records are in a `RailStore`.
 */
export interface RailConnection {
  readonly name: string;
  readonly environment: Environment;
  /**
   * What this connection alone may use, such as `IBAN DE89…`, `folder /bank/in` or an address on a chain. A host refuses
   * two connections with the same claim.
   */
  readonly claims: readonly string[];
  /** The rails; each serves the connection's environment. */
  readonly rails: readonly Rail[];
  readonly tasks: readonly RailTask[];
  /** Null if the connection takes no callbacks: they answer 404. */
  readonly callback:
    | ((callback: RailCallback, tell: TellCore, tellTravelRule: TellTravelRule) => Promise<RailCallbackAnswer>)
    | null;
  /**
   * The largest body that callbacks at this path have, in bytes; null if the path takes none. A host asks before it reads
   * a body, so the function answers at once. Absent: 64 KiB at every path. A host accepts at most 1 MiB.
   */
  readonly callbackBytes?: (path: string) => number | null;
  /** Asks the other side, and reads the store. Moves no money. */
  check(): Promise<RailCondition>;
  /**
   * Compares the entry with the other side, such as the chain id with the one of the node. A host calls it when it starts,
   * and so does `corridor connections check`. A `RailEntryError` ends the start as an invalid member does; after any other
   * failure the host starts, and writes it to the log. Absent if the entry says all.
   */
  verify?(): Promise<void>;
  /** Null if nothing waits for a release. */
  readonly releases: RailReleases | null;
  /** Null or absent if the connection has no statements. */
  readonly statements?: RailStatements | null;
  /** Absent if operators have nothing to decide. */
  readonly actions?: readonly RailAction[];
  /**
   * What the other side holds now, for a rail whose balances can be read at any time, such as a chain. Absent if only
   * statements say it.
   */
  readonly holdings?: () => Promise<readonly RailHolding[]>;
  /**
   * What the connection keeps about a movement that core gave it under this reference, or about an arrival with this id,
   * oldest first; empty if it knows none. It reads its store only, and names no person and no account number. Absent if
   * it keeps nothing.
   */
  readonly traces?: (reference: string) => Promise<readonly RailTrace[]>;
  /** Absent if its money is on no chain. */
  readonly tokens?: readonly ChainToken[];
  /** Absent if the other side is not a chain with contract wallets. */
  readonly contractSignatures?: ContractSignatures;
  /**
   * Who sends the originator and the beneficiary of transfers on the chain to other institutions. Absent: they are neither
   * sent nor kept.
   */
  readonly travelRule?: TravelRuleMember;
}

/** A token that rails of a connection move on an EVM chain, so that other institutions can be paid in it and pay with it. */
export interface ChainToken {
  readonly chainId: number;
  /** The contract, in lower case with `0x`. */
  readonly address: string;
  /** Its smallest units are those of the token. */
  readonly currency: CurrencyCode;
  /** As in `FundingRequest.cryptoNetwork`. */
  readonly network: string;
  /** The account type of its addresses. */
  readonly accountType: ExternalAccountType;
  /** Name of the rail that pays. */
  readonly delivers: string;
  /** Name of the rail that receives at allocated addresses. */
  readonly receives: string;
}

/** One thing that a connection knows about a movement, for operators. */
export interface RailTrace {
  /** Host time. */
  readonly at: Instant;
  /** One sentence or less, with the ids of the other side. */
  readonly text: string;
  /** Id of the file that carried the movement; null if there is none. */
  readonly file: string | null;
}

/** What the other side holds for one rail in one currency. */
export interface RailHolding {
  /** Name of the rail. */
  readonly rail: string;
  readonly currency: CurrencyCode;
  /** Smallest units, as the other side says; of a chain's own coin, gwei rounded down. */
  readonly amount: bigint;
  /** What the other side has moved and core does not know yet; negative for money that went out. */
  readonly untold: bigint;
  /** What `amount` is a reading of, such as `block 123456`. */
  readonly asOf: string;
}

/** What a host gives to the connection that an entry of its connections file describes. */
export interface ConnectionContext {
  readonly name: string;
  readonly environment: Environment;
  readonly store: RailStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  /** Calls addresses that the operator configured, private ones included. */
  readonly http: OutboundHttp;
  readonly log: RailLog;
  /** Keeps the files that the connection exchanges. Absent on a host that keeps none. */
  readonly vouchers?: RailVouchers;
  /**
   * The mid-rate: how many smallest units of `to` one smallest unit of `from` is worth; null if no source knows it now.
   * `from` may be the coin of a chain.
   */
  rateOf(from: CurrencyCode, to: CurrencyCode): Promise<Rate | null>;
  /**
   * The public address of what this host serves of the connection, such as `https://pay.example/kyc/acme-id`. Absent on a
   * host that serves nothing.
   */
  readonly publicUrl?: string;
  /** The number of allocated indexes of an address space (`FundingRail.addressSpace`) in this environment. */
  addressesOf(space: string): Promise<number>;
  /** The secret that a member of the entry refers to, as `{"env": "NAME"}` or `{"file": "path"}`. */
  secretOf(member: string, reference: unknown): string;
}

/** Never pass account details or secrets. */
export interface RailLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * Makes the connection of one entry of the connections file. `entry` has the members of the entry without `type`, `name` and
 * `environment`. Throws a `RailEntryError` for an invalid member. It does no I/O but reading files of the configuration.
 * An ES module of a `module` entry exports such a function as its default.
 */
export type CreateConnection = (
  entry: Readonly<Record<string, unknown>>,
  context: ConnectionContext,
) => RailConnection | Promise<RailConnection>;

/** A member of an entry of the connections file is invalid. The start of the host ends with its message. */
export class RailEntryError extends Error {
  override readonly name = 'RailEntryError';

  constructor(
    /** Dot path of the member, such as `accounts.0.iban`; empty for the entry itself. */
    readonly member: string,
    message: string,
  ) {
    super(message);
  }
}
