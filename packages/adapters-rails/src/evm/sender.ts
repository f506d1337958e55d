import type { Instant } from '@corridor/core';
import type { RailRecords, RailWrites } from '@corridor/core/ports';
import type { Address, Hex } from './nodes.js';

/**
 * What a transaction of a rail is for; the handler of its outcome is found by it. The sender itself adds `fill`: a transaction
 * without value to its own signer, which spends a nonce that was given and cannot be used for its payment any more.
 */
export const PURPOSES = ['payout', 'refund', 'sweep', 'gas', 'cold', 'fill'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What a transaction of an issuer is for. */
export type IssuerPurpose = 'mint' | 'burn';

/** A transaction that should be mined once. */
export interface Intent {
  /** Unique in the connection, such as `payout/Transaction:…`. */
  readonly key: string;
  readonly purpose: Purpose | IssuerPurpose;
  readonly signer: Address;
  readonly to: Address;
  readonly data: Hex;
  /** Wei. */
  readonly value: bigint;
}

/** How an intent ended. Each is `confirmations` deep, but for `refused`. */
export type Outcome = {
  readonly state:
    /** Mined and successful. */
    | 'mined'
    /** Mined without effect; its gas is paid. */
    | 'reverted'
    /** Never signed, because a call showed that it would revert; or withdrawn before it was signed. */
    | 'refused';
  readonly transactionHash: Hex | null;
  readonly blockNumber: bigint | null;
  /** Wei that the chain took, L1 fee included; 0 for `refused`. */
  readonly gasPaid: bigint;
  readonly reason: string | null;
  /** Of a transfer that moved other amounts than its call says; absent otherwise. */
  readonly moved?: Moved;
};

/** What a transfer moved, by the events of its token. A token that takes a fee moves less, or takes more. */
export type Moved = {
  /** What the signer has less, in smallest units. */
  readonly left: bigint;
  /** What the payee has more. */
  readonly arrived: bigint;
};

/** Called in the unit that records the outcome, so both are stored or none. */
export interface OutcomeHandler {
  concluded(records: RailWrites, intent: Intent, outcome: Outcome): Promise<void>;
  /** A concluded transaction has left the chain after its confirmation. It is broadcast again by the sender. */
  undone(records: RailWrites, intent: Intent, outcome: Outcome): Promise<void>;
}

/** The keys of those of these intents that must not be signed now, because an operator has to decide about them. */
export type HeldIntents = (intents: readonly Intent[]) => Promise<ReadonlySet<string>>;

/** Where an intent is. */
export interface IntentStatus {
  readonly state: 'queued' | 'sent' | 'concluded';
  readonly outcome: Outcome | null;
  /** Of the newest broadcast; null while queued. */
  readonly transactionHash: Hex | null;
  /** Why it waits, such as missing gas or the limit of the fee; null if it does not. */
  readonly waitsFor: string | null;
  readonly since: Instant;
}

/**
 * Sends transactions of one chain: gives nonces, signs, stores, broadcasts, replaces and confirms. One for all hosts:
 * its state is in the rail store.
 */
export interface EvmSender {
  /** Queues the intent in the caller's unit. A known key has no effect. */
  add(records: RailWrites, intent: Intent): Promise<void>;
  /** Null for an unknown key. */
  status(records: RailRecords, key: string): Promise<IntentStatus | null>;
  /**
   * Withdraws an intent that was not signed: it is `refused`. False if it is too late. No handler is called: the caller
   * knows, in its own unit.
   */
  withdraw(records: RailWrites, key: string, reason: string): Promise<boolean>;
  /**
   * One pass over all open intents: sign, broadcast, replace, confirm. Asks `held` about each intent of which nothing is
   * signed; without it nothing is held. Returns the seconds until the next pass.
   */
  run(held?: HeldIntents): Promise<number>;
  /** What waits and why, for `check()`. */
  condition(): Promise<{ readonly backlog: Readonly<Record<string, number>>; readonly problems: readonly string[] }>;
}
