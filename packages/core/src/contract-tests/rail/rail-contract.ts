import {
  type AccountInfo,
  exampleAccountInfo,
  type ExternalAccountType,
  type PayoutStatus,
  type PullStatus,
  type Rail,
} from '../../accounts/index.js';
import type { CurrencyCode } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import { cancellationCases } from './cancellations.js';
import { capabilityCases } from './capabilities.js';
import { fundingCases } from './funding.js';
import { movementsOf } from './movements.js';
import { networkFeeCases } from './network-fees.js';
import { payoutCases } from './payouts.js';
import { pullCases } from './pulls.js';

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

/**
 * What the core relies on in every rail: it has the functions that its capabilities promise, is given a movement twice
 * and makes it once, answers the same at the same time, and gives payment instructions that payers can be told apart by.
 * Registers its cases with the runner.
 *
 * The cases submit payouts and collections, so let the rail talk to a stand-in for its provider, or to the provider's
 * sandbox, whose state does not change while a case runs.
 *
 * ```ts
 * import * as runner from 'vitest';
 * import { railContract } from '@corridor/core/testing';
 *
 * runner.describe('my bank', () => {
 *   railContract(runner, myBankRail({ http: standIn }), {
 *     payouts: [{ account: closedAccount, currency: 'EUR' as CurrencyCode, becomes: 'failed', afterSeconds: 60 }],
 *     moved: async (reference) => standIn.transfers.filter((transfer) => transfer.reference === reference).length,
 *   });
 * });
 * ```
 */
export function railContract(runner: TestRunner, rail: Rail, options: RailContractOptions = {}): void {
  const movements = movementsOf(rail, options.account ?? exampleAccountInfo);
  capabilityCases(runner, rail, movements);
  payoutCases(runner, rail, movements, options);
  pullCases(runner, rail, movements, options);
  cancellationCases(runner, rail, movements);
  networkFeeCases(runner, rail);
  fundingCases(runner, rail);
}
