import type { z } from 'zod';
import { componentsOf, json, operation, signed } from '../partners/open-api.js';
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
export function travelRuleOpenApi(): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Corridor travel rule partner',
      version: '1',
      summary: 'What a partner answers, and what it reports.',
      description:
        'Corridor calls the operations under `paths`, which the partner serves. The partner calls the operation under ' +
        '`webhooks`, which Corridor serves at `POST /rails/{name}/callbacks/events`. Everything is signed with Standard ' +
        'Webhooks.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://partner.example/v1', description: '`travelRule.url` of the entry of the chain' }],
    security: [],
    paths,
    webhooks: {
      message: {
        post: {
          operationId: 'reportMessage',
          summary: 'A message of the partner',
          parameters: signed,
          requestBody: { required: true, content: json(partnerMessage) },
          responses: {
            200: { description: 'Received. The effect is APPLIED or NONE.' },
            400: { description: 'The message is invalid. Do not repeat it.' },
            401: { description: 'The signature is missing, wrong or too old.' },
            404: { description: 'The reference or the address is unknown. Do not repeat it.' },
            409: { description: 'The id was used for another message.' },
            503: { description: 'The database is not available. Send it again later.' },
          },
        },
      },
    },
    components: componentsOf(SCHEMAS, ['reference']),
  };
}
