import type { CreateConnection, FundingRail, NetworkFees, PayoutRail, PullRail, Rail } from '@corridor/core/ports';
import {
  cancellation,
  capabilitiesAnswer,
  networkFee,
  payoutStatus,
  pullStatus,
  reach,
  refundStatus,
} from './answers.js';
import { hear } from './callbacks.js';
import { type HttpRailEntry, readEntry } from './entry.js';
import { conditionOf } from '../partners/condition.js';
import { type Ask, exchange, LONGEST_BODY, segment } from '../partners/exchange.js';
import { EVENTS } from '../partners/message.js';
import { reusedReferences } from '../partners/reused-references.js';
import { claimOf, fundingOf } from './instructions.js';
import { accountOf, payoutBody, pullBody, pullRefundBody, refundBody } from './requests.js';

function payoutsOf(ask: Ask, isCancellable: boolean): PayoutRail {
  const at = (reference: string) => `/payouts/${segment(reference)}`;
  return {
    submit: (of) =>
      ask({ name: 'submit', method: 'POST', path: '/payouts', body: payoutBody(of), answer: payoutStatus }),
    status: ({ reference }) => ask({ name: 'status', method: 'GET', path: at(reference), answer: payoutStatus }),
    cancel: isCancellable
      ? async (of) => {
          const path = `${at(of.reference)}/cancel`;
          return (await ask({ name: 'cancel', method: 'POST', path, body: payoutBody(of), answer: cancellation }))
            .answer;
        }
      : null,
    lookUp: async (account, currency) => {
      const body = { account: accountOf(account), currency };
      return (await ask({ name: 'look-up', method: 'POST', path: '/lookups', body, answer: reach })).answer;
    },
  };
}

function pullsOf(ask: Ask, isCancellable: boolean): PullRail {
  const at = (reference: string) => `/pulls/${segment(reference)}`;
  return {
    submit: (of) => ask({ name: 'pull', method: 'POST', path: '/pulls', body: pullBody(of), answer: pullStatus }),
    status: ({ reference }) => ask({ name: 'pull-status', method: 'GET', path: at(reference), answer: pullStatus }),
    cancel: isCancellable
      ? async (of) => {
          const path = `${at(of.reference)}/cancel`;
          return (await ask({ name: 'pull-cancel', method: 'POST', path, body: pullBody(of), answer: cancellation }))
            .answer;
        }
      : null,
    refund: (of) => {
      const path = `${at(of.pull.reference)}/refunds`;
      return ask({ name: 'pull-refund', method: 'POST', path, body: pullRefundBody(of), answer: refundStatus });
    },
  };
}

const receivesBy = (ask: Ask, { funding }: HttpRailEntry): FundingRail => ({
  ...fundingOf(funding),
  refund: (of) => ask({ name: 'refund', method: 'POST', path: '/refunds', body: refundBody(of), answer: refundStatus }),
});

function feesOf(ask: Ask, { networks }: HttpRailEntry): NetworkFees {
  return {
    networks: (currency) => networks.filter((declared) => declared.currency === currency).map(({ network }) => network),
    networkOf: ({ accountType }, currency) =>
      networks.find((declared) => declared.currency === currency && declared.accountTypes.includes(accountType))
        ?.network ?? null,
    estimate: async ({ currency, network, amount, address }) => {
      const body = { currency, network, amount: String(amount), address };
      return (await ask({ name: 'network-fee', method: 'POST', path: '/network-fees', body, answer: networkFee })).fee;
    },
  };
}

/** The connection of an entry with `"type": "http"`: a rail behind the protocol of docs/rails/http.md. */
export const httpRail: CreateConnection = (raw, context) => {
  const entry = readEntry(raw, context);
  const { capabilities, networks, funding, url, callbackKeys } = entry;
  const { name, environment, clock } = context;
  const references = reusedReferences('rail', exchange(entry, context), context);
  const { ask } = references;
  const rail: Rail = {
    name,
    environment,
    simulated: false,
    capabilities: { ...capabilities, followsWallets: false },
    payouts: capabilities.push ? payoutsOf(ask, capabilities.cancellable) : null,
    pulls: capabilities.pull ? pullsOf(ask, capabilities.cancellable) : null,
    funding: capabilities.receive ? receivesBy(ask, entry) : null,
    networkFees: networks.length > 0 ? feesOf(ask, entry) : null,
  };
  const condition = conditionOf(
    { partner: 'rail', declared: capabilities, answer: capabilitiesAnswer },
    references,
    context,
  );
  return {
    name,
    environment,
    claims: [...new Set([`address ${url}`, ...funding.map(claimOf)])],
    rails: [rail],
    tasks: [condition.task],
    callbackBytes: (path) => (path === EVENTS ? LONGEST_BODY : null),
    callback: (callback, tell) => hear({ rail: name, callbackKeys, clock }, callback, tell),
    check: condition.check,
    releases: null,
  };
};
