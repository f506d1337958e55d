import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createRails, type PaymentInstruction, type Rails, type Rail } from '../accounts/index.js';
import type { CurrencyCode, Digest, Id, KeyPairs, SealedPlace, Sealer } from '../kernel/index.js';
import type { Operator } from '../operators/index.js';

export { type FixedClock, fixedClock, START } from '../contract-tests/fixed-clock.js';
export { seededRandom } from '../contract-tests/seeded-random.js';

export const digest: Digest = {
  sha256: (data) => bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data)),
};

/** Seals by reversing, so that tests can distinguish sealed from unsealed values. */
const reversed = (text: string): string => [...text].reverse().join('');
const sealedFor = ({ table, row, column }: SealedPlace): string => `sealed:${table}/${row}/${column}:`;

/** Not secret, but it binds a text to its record and column, like the sealer of a host. */
export const reversingSealer: Sealer = {
  seal: (plaintext, place) => sealedFor(place) + reversed(plaintext),
  open: (sealed, place) => {
    const mark = sealedFor(place);
    if (!sealed.startsWith(mark)) throw new Error(`not sealed for ${mark}`);
    return reversed(sealed.slice(mark.length));
  },
  renew: (sealed, place) => {
    if (!sealed.startsWith(sealedFor(place))) throw new Error('not sealed here');
    return sealed;
  },
};

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

/** An operator for the log and for records; without an account. */
export const operatorNamed = (name: string): Operator => ({
  id: `Operator:${name.toLowerCase()}` as Id<'Operator'>,
  name,
});
