import type { CurrencyCode } from '@corridor/core';
import type {
  Clock,
  RailLog,
  RailRecords,
  RailStore,
  ConnectionContext,
  RailWrites,
  Random,
} from '@corridor/core/ports';
import type { Address, EvmNodes } from '../nodes.js';
import type { EvmSender } from '../sender.js';
import type { Concluded } from '../sending/concluded.js';
import type { EvmSigner } from '../signer.js';

export interface TreasuryToken {
  readonly currency: CurrencyCode;
  readonly address: Address;
  readonly authorization: 'eip-3009' | null;
  /** Smallest units; a deposit address with less is not swept. */
  readonly minimum: bigint;
}

/** The names of the three rails of a connection. */
export interface RailNames {
  readonly treasury: string;
  readonly deposits: string;
  readonly cold: string;
}

/** Money on a deposit address that core does not know: negative if core still has what the chain lost. */
export interface UntoldDeposit {
  readonly token: Address;
  readonly address: Address;
  readonly amount: bigint;
}

/** What the treasury asks the part that follows deposits. All answers are of the records that it is given. */
export interface FollowedDeposits {
  /** The highest block whose deposits are all recorded; null before the first. */
  followedTo(records: RailRecords): Promise<bigint | null>;
  /** The indexes of those addresses that are deposit addresses. */
  indexesOf(records: RailRecords, addresses: readonly Address[]): Promise<ReadonlyMap<Address, number>>;
  /** Deposits in blocks up to this one. */
  untold(records: RailRecords, at: bigint): Promise<readonly UntoldDeposit[]>;
}

export interface TreasuryParts {
  readonly rails: RailNames;
  /** The coin of the chain, which the ledger counts in gwei. */
  readonly coin: CurrencyCode;
  readonly chainId: number;
  readonly tokens: readonly TreasuryToken[];
  readonly treasury: Address;
  /** An address whose key no host has; null if there is none. */
  readonly cold: Address | null;
  /** What stays at the treasury, in smallest units of each token; the surplus goes to the cold address. Null: all. */
  readonly keep: bigint | null;
  /** The most wei for one gas. */
  readonly maxFeePerGas: bigint;
  /** Other addresses of the service's owners. */
  readonly ownAddresses: ReadonlySet<Address>;
  readonly multicall3: Address;
  readonly nodes: EvmNodes;
  readonly sender: EvmSender;
  readonly store: RailStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: RailLog;
  readonly rateOf: ConnectionContext['rateOf'];
  readonly depositSigner: (index: number) => EvmSigner;
  readonly deposits: FollowedDeposits;
  /** How the concluded transactions of a signer compare with a block that has its first `mined` ones. */
  readonly concludedAt: (records: RailRecords, signer: Address, mined: number) => Promise<Concluded>;
  /** Whether core knows that the payout or refund of this intent took place. */
  readonly isTold: (records: RailRecords, intent: string) => Promise<boolean>;
  /** What payments that are not mined will take from the treasury, in smallest units of the token. */
  readonly owed: (token: Address) => Promise<bigint>;
}

/** An address that has received a token. */
export interface DepositAddress {
  readonly token: Address;
  readonly address: Address;
  readonly index: number;
}

/** The handlers of outcomes and messages that the treasury gives to the other parts. */
export interface TreasuryListener {
  /**
   * Core has credited the money, so that it may be swept; a negative amount was taken back. Zero: the address has money
   * that may not be swept. In the unit that records it.
   */
  credited(records: RailWrites, deposit: DepositAddress & { readonly amount: bigint }): Promise<void>;
}
