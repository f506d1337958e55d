import { accountsArea } from '../accounts/index.js';
import { pinnedBlockOfPayee } from '../blocks/index.js';
import { cardFunding, cardsArea } from '../cards/index.js';
import { codesArea } from '../codes/index.js';
import { bulkImportsArea, customersArea } from '../customers/index.js';
import { describeCause } from '../kernel/index.js';
import { platformsArea } from '../platforms/index.js';
import { approvals } from '../screening/index.js';
import { lockOf, scaArea } from '../sca/index.js';
import { identityReviews, verificationArea } from '../verification/index.js';
import { walletsArea } from '../wallets/index.js';
import { closingAgentsAndCards } from './close-customer.js';
import { ofNamedCustomers } from './named-customers.js';
import type { CompletePorts } from './defaults.js';
import type { Foundation } from './foundation.js';
import { hasOpenPaymentsOf, hasOpenPaymentsOn } from './open-payments.js';
import { refusingBlocked } from './refuse-blocked.js';

export type Parties = ReturnType<typeof createParties>;

/** Creates the areas of platforms and customers: their identity, accounts, wallets and cards. */
export function createParties(ports: CompletePorts, foundation: Foundation) {
  const { units, clock, random, digest, sealer, ids, cursors } = foundation;
  const { options } = ports;
  const { publicAuthority } = options;
  const accounts = accountsArea({
    ...foundation,
    accountChecks: ports.accountChecks,
    ownershipProofs: ports.ownershipProofs,
    connections: ports.connections,
    publicAuthority,
    strictSandboxAccounts: options.strictSandboxAccounts,
    hasOpenPaymentsOn,
    pinnedBlockOfPayee,
  });
  const platforms = platformsArea({
    ...foundation,
    accounts: accounts.forPlatforms,
    publicAuthority,
    domainRecords: ports.domainRecords,
    tracing: ports.tracing,
    requirements: options.providerRequirements,
  });
  const { settings } = platforms.useCases;
  const codes = codesArea({
    units,
    ids,
    random,
    hostKey: options.cursorKey,
    messages: ports.messages,
    senderName: platforms.nameOf,
    lockOf,
    report: (reason, code) => ports.report('a message was refused', { reason, code }),
  });
  const wallets = walletsArea({
    ...ports.wallets,
    sealer,
    codes,
    ids,
    units,
    clock,
    digest,
    settings,
    accounts: { ...accounts, showWalletAddresses: accounts.useCases.showWalletAddresses },
    cardFunding,
    pause: ports.pause,
    report: (cause) => ports.report('custody did not answer', { cause: describeCause(cause) }),
  });
  const cards = cardsArea({
    units,
    ids,
    random,
    cursors,
    sealer,
    issuers: ports.cardIssuers,
    settings,
    delegates: wallets.delegates,
    endDelegations: wallets.endDelegations,
    toleranceBps: options.cardToleranceBps,
    contextOf: platforms.contextOf,
  });
  const { providers } = ports.verification;
  const approval = ofNamedCustomers(approvals(foundation.screening, foundation), foundation.screening);
  const customers = customersArea({
    units,
    ids,
    random,
    contextOf: platforms.contextOf,
    sealer,
    cursors,
    codes,
    publicAuthority,
    settings,
    endUserTerms: options.endUserTerms,
    taxNumbers: ports.accountChecks,
    strictSandbox: options.strictSandboxAccounts,
    decideAtOnce: (environment, deciding) => providers[environment].decideAtOnce?.(deciding) ?? null,
    mayBeApproved: async (unit, customer) => (await approval.ofCustomer(unit, customer, [])) === 'go',
    identityReviews: identityReviews({ ids, sealer, settings, providers, accounts: wallets.forCustomers }),
    accounts: closingAgentsAndCards(wallets.forCustomers, cards.closeAll),
    hasOpenPayments: hasOpenPaymentsOf,
  });
  const sca = scaArea({
    ...ports.sca,
    units,
    cursors,
    ids,
    random,
    digest,
    sealer,
    codes,
    passkeys: wallets.passkeys,
    settings,
    updateCustomer: wallets.unsignedUpdate(customers.plain.update),
    place: options.passkeys,
    needsSession: options.scaSessions,
  });
  // A file that was accepted before a block still adds customers after it, so each row is refused.
  const create = refusingBlocked(customers.plain.create);
  const bulkImports = bulkImportsArea({ units, ids, sealer, cursors, create });
  const verification = verificationArea({
    ...foundation,
    settings,
    hostedPage: options.hostedPage,
    taxNumbers: ports.accountChecks,
    strictSandbox: options.strictSandboxAccounts,
    accounts: wallets.forCustomers,
    contextOf: platforms.contextOf,
    approvals: approval,
    ...ports.verification,
  });
  return { accounts, platforms, codes, wallets, cards, customers, sca, bulkImports, verification, approval };
}
