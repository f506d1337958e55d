import { Bug, err } from '../kernel/index.js';
import type { Settlement, UmaPorts, UmaProtocol } from './ports.js';

const never = (): never => {
  throw new Bug('this host does not speak UMA');
};
const notHere = err('NOT_IMPLEMENTED', 'this host does not speak UMA');

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

/** A host without counterparties: what would need one is 501 NOT_IMPLEMENTED. It serves no environment. */
export const NO_UMA: UmaPorts = { protocol, settlement, providers: [] };
