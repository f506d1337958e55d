import type { z } from 'zod';
import {
  cancellation,
  capabilities,
  capabilitiesAnswer,
  networkFee,
  payoutStatus,
  pullStatus,
  reach,
  refundStatus,
} from './answers.js';
import { operation, protocolDocument } from '../partners/open-api.js';
import { railMessage } from './messages.js';
import {
  account,
  lookUpRequest,
  networkFeeRequest,
  payoutRequest,
  pullRefundRequest,
  pullRequest,
  refundRequest,
} from './requests.js';
import { accountTypeName, paymentRailName } from './values.js';

const SCHEMAS: readonly z.ZodType[] = [
  accountTypeName,
  paymentRailName,
  account,
  capabilities,
  payoutRequest,
  pullRequest,
  pullRefundRequest,
  refundRequest,
  lookUpRequest,
  networkFeeRequest,
  capabilitiesAnswer,
  payoutStatus,
  pullStatus,
  refundStatus,
  cancellation,
  reach,
  networkFee,
  railMessage,
];

const paths = {
  '/capabilities': {
    get: operation({ id: 'getCapabilities', summary: 'What the rail can do', answer: capabilitiesAnswer }),
  },
  '/payouts': {
    post: operation({ id: 'submitPayout', summary: 'Submit a payout', body: payoutRequest, answer: payoutStatus }),
  },
  '/payouts/{reference}': {
    get: operation({
      id: 'getPayout',
      summary: 'The state of a payout',
      answer: payoutStatus,
      path: ['reference'],
      needsKnown: true,
    }),
  },
  '/payouts/{reference}/cancel': {
    post: operation({
      id: 'cancelPayout',
      summary: 'Cancel a payout, also one that was not submitted yet',
      body: payoutRequest,
      answer: cancellation,
      path: ['reference'],
    }),
  },
  '/lookups': {
    post: operation({
      id: 'lookUpAccount',
      summary: 'Whether an account can be paid',
      body: lookUpRequest,
      answer: reach,
    }),
  },
  '/pulls': {
    post: operation({ id: 'submitCollection', summary: 'Submit a collection', body: pullRequest, answer: pullStatus }),
  },
  '/pulls/{reference}': {
    get: operation({
      id: 'getCollection',
      summary: 'The state of a collection',
      answer: pullStatus,
      path: ['reference'],
      needsKnown: true,
    }),
  },
  '/pulls/{reference}/cancel': {
    post: operation({
      id: 'cancelCollection',
      summary: 'Cancel a collection, also one that was not submitted yet',
      body: pullRequest,
      answer: cancellation,
      path: ['reference'],
    }),
  },
  '/pulls/{reference}/refunds': {
    post: operation({
      id: 'refundCollection',
      summary: 'Send collected money back, and the state of doing so',
      body: pullRefundRequest,
      answer: refundStatus,
      path: ['reference'],
      needsKnown: true,
    }),
  },
  '/refunds': {
    post: operation({
      id: 'refundArrival',
      summary: 'Send arrived money back, and the state of doing so',
      body: refundRequest,
      answer: refundStatus,
    }),
  },
  '/network-fees': {
    post: operation({
      id: 'estimateNetworkFee',
      summary: 'The fee of a chain for a withdrawal; only rails with `networks`',
      body: networkFeeRequest,
      answer: networkFee,
    }),
  },
};

/**
 * The OpenAPI document of the protocol of HTTP rails, which docs/rails/http.md explains.
 *
 * @example
 * ```ts
 * import { railOpenApi } from '@corridor/adapters-rails/http-rail';
 *
 * const { openapi, paths } = railOpenApi();
 * openapi; // '3.1.0'
 * Object.keys(paths as object)[0]; // '/capabilities'
 * ```
 */
export const railOpenApi = (): Readonly<Record<string, unknown>> =>
  protocolDocument({
    title: 'Corridor HTTP rail',
    partner: 'rail',
    callback: '/rails/{name}/callbacks/events',
    address: '`url` of the entry in the connections file',
    paths,
    message: railMessage,
    answers: {
      200: 'Received. The effect is APPLIED, NONE or CONTRADICTED.',
      400: 'The message is invalid. Do not repeat it.',
      403: 'The movement did not take this rail. Do not repeat it.',
      404: 'The movement is unknown. Do not repeat it.',
      409: 'Not now, or the id was used for another message. Send it again later.',
    },
    schemas: SCHEMAS,
    parameters: ['reference'],
  });
