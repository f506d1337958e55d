import { createRails, type PaymentInstruction, type Rails, type Rail } from '../accounts/index.js';
import { type CurrencyCode, idFrom, type KeyPairs } from '../kernel/index.js';
import type { Operator } from '../operators/index.js';

export { type FixedClock, fixedClock, START } from '../contract-tests/fixed-clock.js';
export { seededRandom } from '../contract-tests/seeded-random.js';
export { openSealer as reversingSealer, sha256Digest as digest } from '../contract-tests/stand-ins.js';

export function countingKeyPairs(): KeyPairs & { readonly made: () => number } {
  let made = 0;
  return {
    made: () => made,
    generateP256: () => {
      made += 1;
      return { publicKey: `public key ${made}`, privateKey: `private key ${made}` };
    },
  };
}

/** A rail that receives dollars and euros on a bank account, and delivers nothing. */
export const receivingRail: Rail = {
  name: 'test-bank',
  environment: 'SANDBOX',
  simulated: false,
  capabilities: {
    accountTypes: [],
    currencies: ['USD', 'EUR'] as CurrencyCode[],
    paymentRails: [],
    push: false,
    pull: false,
    pullsFrom: [],
    receive: true,
    followsWallets: false,
    cancellable: false,
    settlementSeconds: 0,
  },
  payouts: null,
  pulls: null,
  funding: {
    networks: () => [null],
    addressSpace: null,
    instructions: ({ currency, reference }): readonly PaymentInstruction[] => [
      {
        instructionsNotes: null,
        isPlatformAccount: null,
        accountOrWalletInfo: { accountType: currency === 'USD' ? 'USD_ACCOUNT' : 'EUR_ACCOUNT', reference },
      },
    ],
    refund: async () => ({ state: 'completed' }),
  },
  networkFees: null,
};

export const testRails = (): Rails =>
  createRails([receivingRail, { ...receivingRail, name: 'test-bank-live', environment: 'PRODUCTION' }]);

/** Twelve hexadecimal digits that follow from a name in any case. */
const numberOf = (name: string): string => {
  const sum = [...name.toLowerCase()].reduce((of, letter) => (of * 31 + letter.charCodeAt(0)) % 2 ** 40, 7);
  return sum.toString(16).padStart(12, '0');
};

/** An operator for the log and for records; without an account. */
export const operatorNamed = (name: string): Operator => ({
  id: idFrom('Operator', `Operator:018bcfe5-6800-7000-8000-${numberOf(name)}`),
  name,
});
