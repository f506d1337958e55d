import { agentsArea } from '../agents/index.js';
import { describeCause, houseTenant } from '../kernel/index.js';
import { quotesArea } from '../quotes/index.js';
import { railTells } from '../rails/index.js';
import { createRateBook, ratesArea } from '../rates/index.js';
import { sandboxArea } from '../sandbox/index.js';
import { ANSWERED_ORDER, stablecoinsArea } from '../stablecoins/index.js';
import { termsArea } from '../terms/index.js';
import { answeredDeposit, answeredPayment, holdAtRails, transactionsArea } from '../transactions/index.js';
import { transfersArea } from '../transfers/index.js';
import { membersOf, travelRuleArea } from '../travel-rule/index.js';
import { hearOwnMoney, treasuryArea } from '../treasury/index.js';
import { UMA_EXPECTS, umaArea } from '../uma/index.js';
import { createAnyQuote } from './create-quote.js';
import type { Parties } from './create-parties.js';
import type { CompletePorts } from './defaults.js';
import type { Foundation } from './foundation.js';
import { DEFAULT_OPTIONS } from './options.js';
import { paymentsOf } from './payments-of.js';

export type Payments = ReturnType<typeof createPayments>;

/** Creates the areas that price and move money, and those that start payments for others. */
export function createPayments(ports: CompletePorts, foundation: Foundation, { accounts, platforms, sca }: Parties) {
  const { units, clock, random, digest, sealer, ids, cursors, rails } = foundation;
  const { options } = ports;
  const { contextOf } = platforms;
  const { settings, listTenants } = platforms.useCases;
  const terms = termsArea({
    units,
    clock,
    ids,
    digest,
    contextOf,
    listTenants,
    report: ports.report,
    defaultFees: DEFAULT_OPTIONS.serviceFees,
    settings: { serviceFees: options.serviceFees, corridors: options.corridors },
    quoteSeconds: options.quoteSeconds,
  });
  const corridors = terms.inForce;
  const book = createRateBook({
    sources: ports.rates,
    clock,
    cacheSeconds: options.rateCacheSeconds,
    maxAgeSeconds: options.rateMaxAgeSeconds,
    onFailure: (cause, source) => ports.report('rates were not refreshed', { source, cause: describeCause(cause) }),
  });
  const rates = ratesArea({
    rails,
    book,
    corridors,
    cursors,
    settings,
    institutions: options.institutions,
    vasps: options.vasps,
  });
  const travelRule = travelRuleArea({
    ...{ units, ids, sealer, digest, rails, contextOf, rates: book },
    members: membersOf(ports.connections),
    paymentsOf: paymentsOf(ids),
  });
  const screened = { gate: foundation.screening, digest, sealer };
  const transactions = transactionsArea({
    ...screened,
    units,
    ids,
    rails,
    cursors,
    clock,
    bankChargeLimits: options.bankChargeLimits,
    paymentsOf: paymentsOf(ids),
    travelRule: travelRule.gate,
  });
  const quotePorts = {
    units,
    ids,
    random,
    ...screened,
    rails,
    rates: book,
    corridors,
    settings,
    accountChecks: ports.accountChecks,
    sca: sca.ports,
    expected: UMA_EXPECTS,
    mustBeProven: travelRule.mustBeProven,
  };
  const quotes = quotesArea({ ...quotePorts, cursors });
  const transfers = transfersArea({
    units,
    ids,
    rails,
    corridors,
    settings,
    accountChecks: ports.accountChecks,
    mustBeProven: travelRule.mustBeProven,
  });
  const uma = umaArea({
    ...foundation,
    ...screened,
    rates: book,
    settings,
    listTenants,
    contextOf,
    settingsOf: platforms.deliverySettings,
    transport: ports.webhooks,
    quotes: quotePorts,
    publicAuthority: options.publicAuthority,
    invitationPage: options.invitationPage,
    quoteSeconds: options.quoteSeconds,
    uma: ports.uma,
    umaLayers: options.umaLayers,
  });
  const createQuote = createAnyQuote(quotes.plain.create, uma.quotes);
  const stablecoins = stablecoinsArea({
    units,
    ids,
    ...screened,
    cursors,
    issuers: ports.stablecoins,
    accountChecks: ports.accountChecks,
    quoteSeconds: options.quoteSeconds,
    settings,
    listTenants,
  });
  const agents = agentsArea({
    units,
    ids,
    random,
    digest,
    cursors,
    rates: book,
    settings,
    contextOf,
    operations: {
      createQuote,
      executeQuote: quotes.useCases.execute,
      transferIn: transfers.in,
      transferOut: transfers.out,
      listTransactions: transactions.useCases.list,
      listInternalAccounts: accounts.useCases.listInternal,
      listExternalAccounts: accounts.useCases.listExternal,
      addExternalAccount: accounts.useCases.addExternal,
      deleteExternalAccount: accounts.useCases.deleteExternal,
    },
  });
  const { receiveMoney } = quotes.receiving;
  return {
    terms,
    rates,
    travelRule,
    transactions,
    quotes,
    createQuote,
    transfers,
    uma,
    stablecoins,
    agents,
    sandbox: sandboxArea({ ids, rails, quotes: quotes.receiving, changed: platforms.changed }),
    treasury: treasuryArea({
      ...{ ids, rails, units, cursors, sealer, paymentsOf: paymentsOf(ids), screened },
      processors: ports.cardConnections,
    }),
    held: holdAtRails({ units, ids, contextOf }),
    answered: {
      payment: answeredPayment({ ...screened, customerAccounts: accounts.forCustomers }),
      deposit: answeredDeposit(screened),
      order: ANSWERED_ORDER,
    },
    railTells: railTells({
      units,
      ids,
      rails,
      contextOf,
      receiveMoney,
      expected: UMA_EXPECTS,
      hear: transactions.hear,
      hearHouse: async (environment, message) => {
        const tenant = houseTenant(environment);
        const ctx = await contextOf(tenant);
        return units.run(tenant, (tx) => hearOwnMoney({ ids, rails })(tx, ctx, message));
      },
    }),
  };
}
