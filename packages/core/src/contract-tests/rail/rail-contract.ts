import { exampleAccountInfo, type Rail } from '../../accounts/index.js';
import type { TestRunner } from '../test-runner.js';
import { cancellationCases } from './cancellations.js';
import { capabilityCases, hasUnreadableCapabilities } from './capabilities.js';
import { fundingCases } from './funding.js';
import { movementsOf } from './movements.js';
import { networkFeeCases } from './network-fees.js';
import type { RailContractOptions } from './options.js';
import { payoutCases } from './payouts.js';
import { pullCases } from './pulls.js';
import { sayingRail } from './sentences.js';

/**
 * What the core relies on in every rail: it has the functions that its capabilities promise, executes a repeated
 * movement once, gives the same answer at the same time, and gives payment instructions that distinguish payers.
 * Registers its cases with the runner. A case that fails says which call of the rail answered what, what is expected, and
 * which section of the documents on rails describes it.
 *
 * The cases submit payouts and collections, so connect the rail to a stand-in for its provider, or to the provider's
 * sandbox. The state of the provider must not change while a case runs.
 *
 * @example
 * ```ts
 * import * as runner from 'vitest';
 * import { nodeCrypto } from '@corridor/adapters-rails/custody';
 * import { sandboxRails } from '@corridor/adapters-rails/sandbox';
 * import { railContract } from '@corridor/core/testing';
 * import { currencyFrom } from '@corridor/core';
 *
 * const [bank] = sandboxRails(nodeCrypto.digest);
 * const closedAccount = { accountType: 'EUR_ACCOUNT' as const, iban: 'DE89370400440532013002' };
 * railContract(runner, bank!, {
 *   payouts: [{ account: closedAccount, currency: currencyFrom('EUR'), becomes: 'failed', afterSeconds: 60 }],
 * });
 * ```
 */
export function railContract(runner: TestRunner, given: Rail, options: RailContractOptions = {}): void {
  if (hasUnreadableCapabilities(runner, given)) return;
  const rail = sayingRail(given);
  const movements = movementsOf(rail, options.account ?? exampleAccountInfo);
  capabilityCases(runner, rail, movements);
  payoutCases(runner, rail, movements, options);
  pullCases(runner, rail, movements, options);
  cancellationCases(runner, rail, movements, options);
  networkFeeCases(runner, rail, movements);
  fundingCases(runner, rail, options);
}
