import { ACCOUNT_TYPES, type ExternalAccountType, primaryIdentifier, type Rail } from '../accounts/index.js';
import { COLLECTED_CURRENCIES, collectionInstructions, collectionNetworks } from './collection-accounts.js';
import { cancelPayout, cancelPull, collectionAt, outcomeAt, refundAt } from './outcomes.js';
import { reach } from './reach.js';

/** All bank and mobile-money account types. A new type is a row in core's table and needs no change here. */
const DELIVERS_TO: readonly ExternalAccountType[] = ACCOUNT_TYPES.filter(({ kind }) => kind !== 'crypto').map(
  ({ type }) => type,
);

/** ACH debit and SEPA debit. */
const PULLS_FROM: readonly ExternalAccountType[] = ['USD_ACCOUNT', 'US_ACCOUNT', 'EUR_ACCOUNT'];

/** A simulated bank: the account's last characters decide outcomes, and deposits come from the sandbox's operations. */
export function sandboxBankRail(): Rail {
  return {
    name: 'sandbox-bank',
    environment: 'SANDBOX',
    simulated: true,
    capabilities: {
      ...reach(DELIVERS_TO, COLLECTED_CURRENCIES),
      push: true,
      pull: true,
      pullsFrom: PULLS_FROM,
      receive: true,
      followsWallets: false,
      cancellable: true,
      settlementSeconds: 0,
    },
    payouts: {
      submit: (instruction) => Promise.resolve(outcomeAt(instruction, instruction.submittedAt, null)),
      status: (instruction, now) => Promise.resolve(outcomeAt(instruction, now, null)),
      cancel: (instruction) => Promise.resolve(cancelPayout(instruction)),
      lookUp: () => Promise.resolve('reachable'),
    },
    pulls: {
      submit: (instruction) => Promise.resolve(collectionAt(instruction, instruction.submittedAt)),
      status: (instruction, now) => Promise.resolve(collectionAt(instruction, now)),
      cancel: (instruction) => Promise.resolve(cancelPull(instruction)),
      refund: (refund, now) => Promise.resolve(refundAt(primaryIdentifier(refund.pull.account), refund, now)),
    },
    funding: {
      networks: collectionNetworks,
      addressSpace: null,
      instructions: collectionInstructions,
      refund: (refund, now) => Promise.resolve(refundAt(refund.arrival?.remitter.account ?? null, refund, now)),
    },
    networkFees: null,
  };
}
