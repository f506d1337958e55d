import type { AccountInfo, ExternalAccountType, PayoutStatus, PullStatus } from '../../accounts/index.js';
import type { CurrencyCode } from '../../kernel/index.js';

/** A movement with a known outcome, such as one to a test account of the provider. */
export interface KnownOutcome<State extends string> {
  readonly account: AccountInfo;
  readonly currency: CurrencyCode;
  /** Smallest units; default 1. */
  readonly amount?: bigint;
  readonly becomes: State;
  /** When the outcome is expected, in seconds after the submission. */
  readonly afterSeconds: number;
}

export interface RailContractOptions {
  /** An account of the type that can be paid and collected from; default: the example of the type. */
  readonly account?: (type: ExternalAccountType) => AccountInfo;
  readonly payouts?: readonly KnownOutcome<PayoutStatus['state']>[];
  readonly pulls?: readonly KnownOutcome<PullStatus['state']>[];
  /** How often the provider behind the rail has moved money under a reference, if the stand-in can tell. */
  readonly moved?: (reference: string) => Promise<number>;
  /**
   * Lets the provider work off what was submitted to it this many seconds ago, for a rail whose states follow the
   * provider and not the time in its calls: moves the clock of a stand-in, or waits. Without it nothing is waited for.
   */
  readonly pass?: (seconds: number) => Promise<void>;
}
