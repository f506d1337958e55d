import type { ExternalAccountType, Registration } from '@corridor/core';
import { COLLECTED_CURRENCIES, collectionInstructions } from './collection-accounts.js';
import { outcomeAt } from './outcomes.js';
import { reach } from './reach.js';

/** The account types that the sandbox's bank delivers to: another one is another line. */
const DELIVERS_TO: readonly ExternalAccountType[] = [
  'USD_ACCOUNT',
  'US_ACCOUNT',
  'EUR_ACCOUNT',
  'MXN_ACCOUNT',
  'GBP_ACCOUNT',
  'INR_ACCOUNT',
  'BRL_ACCOUNT',
];

/** A bank without money: outcomes come from the account's last characters, deposits from the sandbox's operations. */
export function sandboxBankRail(): Registration {
  return {
    name: 'sandbox-bank',
    environments: ['SANDBOX'],
    capabilities: {
      ...reach(DELIVERS_TO, COLLECTED_CURRENCIES),
      push: true,
      pull: false,
      receive: true,
      cancellable: false,
      settlementSeconds: 0,
    },
    payouts: {
      submit: (instruction) => Promise.resolve(outcomeAt(instruction, instruction.submittedAt, null)),
      status: (instruction, now) => Promise.resolve(outcomeAt(instruction, now, null)),
    },
    funding: {
      instructions: collectionInstructions,
      refund: () => Promise.resolve('completed'),
    },
  };
}
