import { forJobs } from '../events/index.js';
import type { Cursors } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import { advanceOperation } from './advance-operation.js';
import { orderAtOnce } from './begin-operation.js';
import { linkAccount } from './link-account.js';
import type { StablecoinPorts } from './ports.js';
import { createStablecoinQuote, executeStablecoinQuote, getStablecoinQuote } from './quotes.js';
import { registerStablecoin } from './register-stablecoin.js';
import {
  getProviderAccount,
  getStablecoin,
  getStablecoinOperation,
  listProviderAccounts,
  listStablecoinOperations,
  listStablecoins,
} from './stablecoin-service.js';
import { auditSupply } from './supply.js';
import { watchIssuance } from './watch-issuance.js';

export interface StablecoinsAreaPorts extends StablecoinPorts {
  readonly cursors: Cursors;
  readonly listTenants: () => Promise<readonly Platform[]>;
}

/** Accounts at stablecoin issuers, their tokens, and mints and burns (docs/areas/stablecoins.md). */
export function stablecoinsArea(ports: StablecoinsAreaPorts) {
  const { cursors } = ports;
  const useCases = {
    /**
     * Links an account at a stablecoin issuer, after the issuer has accepted the credentials. 400
     * STABLECOIN_PROVIDER_ACCOUNT_INVALID, STABLECOIN_PROVIDER_ACCOUNT_REVOKED; 409 CONFLICT if it is linked; 501
     * NOT_IMPLEMENTED without an issuer of the provider.
     *
     * @example
     * ```ts
     * const link = await run(core.stablecoins.link, {
     *   provider: 'BRALE',
     *   apiClientId: 'client-1',
     *   apiClientSecret: 'secret-1',
     * });
     * link.status; // 'ACTIVE'
     * ```
     */
    link: linkAccount(ports),
    getLink: getProviderAccount,
    listLinks: listProviderAccounts(cursors),
    register: registerStablecoin(ports),
    get: getStablecoin,
    list: listStablecoins(cursors),
    createQuote: createStablecoinQuote(ports),
    getQuote: getStablecoinQuote,
    executeQuote: executeStablecoinQuote(ports),
    order: orderAtOnce(ports),
    getOperation: getStablecoinOperation,
    listOperations: listStablecoinOperations(cursors),
  } as const;
  const background = forJobs(ports);
  return {
    useCases,
    /**
     * Compares the operations and the ledger of every tenant with the supply that issuers report. Returns one sentence
     * for each difference.
     */
    auditSupply: async () =>
      auditSupply(
        ports,
        (await ports.listTenants()).map(({ id }) => id),
      ),
    handlers: {
      'stablecoin.advance': advanceOperation(background),
      'stablecoin.watch': watchIssuance(background),
    },
  } as const;
}

export type StablecoinsArea = ReturnType<typeof stablecoinsArea>['useCases'];
