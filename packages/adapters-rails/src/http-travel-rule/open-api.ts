import type { z } from 'zod';
import { operation, protocolDocument } from '../partners/open-api.js';
import { answer, lookUp, status } from './answers.js';
import { address, partnerMessage, party, transferRequest } from './transfers.js';

const SCHEMAS: readonly z.ZodType[] = [address, party, transferRequest, answer, lookUp, status, partnerMessage];

const paths = {
  '/status': { get: operation({ id: 'getStatus', summary: 'Whether the partner is at work', answer: status }) },
  '/transfers': {
    post: operation({
      id: 'sendTransfer',
      summary: 'Send what accompanies a transfer to the institution of the beneficiary',
      body: transferRequest,
      answer,
    }),
  },
  '/transfers/{reference}': {
    get: operation({
      id: 'getTransfer',
      summary: 'The present answer to a transfer, or that it is unknown',
      answer: lookUp,
      path: ['reference'],
    }),
  },
};

/**
 * The OpenAPI document of the protocol of partners of the travel rule, which docs/connections/travel-rule.md explains.
 *
 * @example
 * ```ts
 * import { travelRuleOpenApi } from '@corridor/adapters-rails/http-travel-rule';
 *
 * const { openapi, paths } = travelRuleOpenApi();
 * openapi; // '3.1.0'
 * Object.keys(paths as object)[1]; // '/transfers'
 * ```
 */
export const travelRuleOpenApi = (): Readonly<Record<string, unknown>> =>
  protocolDocument({
    title: 'Corridor travel rule partner',
    partner: 'partner',
    callback: '/rails/{name}/callbacks/events',
    address: '`travelRule.url` of the entry of the chain',
    paths,
    message: partnerMessage,
    answers: {
      200: 'Received. The effect is APPLIED or NONE.',
      400: 'The message is invalid. Do not repeat it.',
      404: 'The reference or the address is unknown. Do not repeat it.',
      409: 'The id was used for another message.',
    },
    schemas: SCHEMAS,
    parameters: ['reference'],
  });
