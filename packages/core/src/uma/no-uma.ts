import { Bug, err } from '../kernel/index.js';
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
  read: async () => null,
  issue: never,
  stateOf: never,
  settle: never,
  cancel: never,
};

/**
 * The UMA ports of a host without UMA: operations that need an institution return 501 NOT_IMPLEMENTED. It serves no
 * environment.
 */
export const NO_UMA: UmaPorts = { protocol, settlement, providers: [] };
