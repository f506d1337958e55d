import type { AccountInfo, ExternalAccountType, PayoutStatus, PullStatus } from '../../accounts/index.js';
import type { CurrencyCode } from '../../kernel/index.js';

/** A movement of which it is known what becomes of it, such as one to a test account of the provider. */
export interface KnownOutcome<State extends string> {
  readonly account: AccountInfo;
  readonly currency: CurrencyCode;
  /** Smallest units; default 1. */
  readonly amount?: bigint;
  readonly becomes: State;
  /** Seconds after it was handed over. */
  readonly afterSeconds: number;
}

export interface RailContractOptions {
  /** An account of the type that can be paid and collected from; default: the example of the type. */
  readonly account?: (type: ExternalAccountType) => AccountInfo;
  readonly payouts?: readonly KnownOutcome<PayoutStatus['state']>[];
  readonly pulls?: readonly KnownOutcome<PullStatus['state']>[];
  /** How often the provider behind the rail has moved money under a reference, where its stand-in can tell. */
  readonly moved?: (reference: string) => Promise<number>;
}
