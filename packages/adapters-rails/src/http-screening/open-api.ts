import type { z } from 'zod';
import { componentsOf, json, operation, signed } from '../partners/open-api.js';
import { capabilities, capabilitiesAnswer, listVersion, PARTS_OF_ANSWERS, screening } from './answers.js';
import { screeningMessage } from './messages.js';
import { PARTS_OF_REQUESTS, questionRequest } from './requests.js';

const SCHEMAS: readonly z.ZodType[] = [
  ...PARTS_OF_REQUESTS,
  questionRequest,
  ...PARTS_OF_ANSWERS,
  screening,
  listVersion,
  capabilities,
  capabilitiesAnswer,
  screeningMessage,
];

const paths = {
  '/capabilities': {
    get: operation({ id: 'getCapabilities', summary: 'What the provider judges', answer: capabilitiesAnswer }),
  },
  '/list-version': {
    get: operation({
      id: 'getListVersion',
      summary: 'The version of the lists and rules by which the provider answers now',
      answer: listVersion,
    }),
  },
  '/screenings': {
    post: operation({
      id: 'screen',
      summary: 'Compare the parties and the payment of a question with lists and rules',
      body: questionRequest,
      answer: screening,
    }),
  },
};

/**
 * The OpenAPI document of the protocol of screening providers, which docs/connections/screening.md explains.
 *
 * @example
 * ```ts
 * import { screeningOpenApi } from '@corridor/adapters-rails/http-screening';
 *
 * const { openapi, paths } = screeningOpenApi();
 * openapi; // '3.1.0'
 * Object.keys(paths as object)[2]; // '/screenings'
 * ```
 */
export function screeningOpenApi(): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Corridor screening provider',
      version: '1',
      summary: 'What a provider answers, and what it reports.',
      description:
        'Corridor calls the operations under `paths`, which the provider serves. The provider calls the operation under ' +
        '`webhooks`, which Corridor serves at `POST /screening/{name}/callbacks/events`. Everything is signed with ' +
        'Standard Webhooks.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://provider.example/v1', description: '`url` of the entry in the connections file' }],
    security: [],
    paths,
    webhooks: {
      message: {
        post: {
          operationId: 'reportMessage',
          summary: 'A message of the provider',
          parameters: signed,
          requestBody: { required: true, content: json(screeningMessage) },
          responses: {
            200: { description: 'Received. The effect is APPLIED or NONE.' },
            400: { description: 'The message is invalid. Do not repeat it.' },
            401: { description: 'The signature is missing, wrong or too old.' },
            404: { description: 'The reference is unknown. Do not repeat it.' },
            409: { description: 'Not now. Send it again later.' },
            503: { description: 'The database is not available. Send it again later.' },
          },
        },
      },
    },
    components: componentsOf(SCHEMAS, []),
  };
}
