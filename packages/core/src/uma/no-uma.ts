import { Bug, err } from '../kernel/index.js';
import { SETTLEMENT_CURRENCY } from '../quotes/index.js';
import { MSAT_PER_SAT } from './satoshis.js';
import type { Settlement, UmaPorts, UmaProtocol } from './ports.js';

const never = (): never => {
  throw new Bug('UMA is not configured on this host');
};
const notHere = err('NOT_IMPLEMENTED', 'UMA is not configured on this host');

const protocol: UmaProtocol = {
  makeKeys: never,
  keysDocument: never,
  configuration: never,
  fetchKeys: async () => notHere,
  lookUp: async () => notHere,
  requestPayment: async () => notHere,
  notify: async () => notHere,
  readOfferRequest: async () => notHere,
  answerOffer: never,
  readPayRequest: async () => notHere,
  answerPayRequest: never,
  readNotice: async () => notHere,
  decrypt: never,
};

const settlement: Settlement = {
  layer: 'ln',
  asset: 'BTC',
  currency: SETTLEMENT_CURRENCY,
  precision: MSAT_PER_SAT,
  rail: {
    name: 'lightning',
    environment: 'SANDBOX',
    simulated: true,
    capabilities: {
      accountTypes: [],
      currencies: [],
      paymentRails: [],
      push: false,
      pull: false,
      pullsFrom: [],
      receive: false,
      followsWallets: false,
      cancellable: false,
      settlementSeconds: 0,
    },
    payouts: null,
    pulls: null,
    funding: null,
    networkFees: null,
  },
  holds: null,
  receives: null,
  read: async () => null,
  issue: never,
};

/**
 * The UMA ports of a host without UMA: operations that need an institution return 501 NOT_IMPLEMENTED. It serves no
 * environment.
 */
export const NO_UMA: UmaPorts = { protocol, settlement, providers: [] };
