import type { z } from 'zod';
import { operation, protocolDocument } from '../partners/open-api.js';
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
export const screeningOpenApi = (): Readonly<Record<string, unknown>> =>
  protocolDocument({
    title: 'Corridor screening provider',
    partner: 'provider',
    callback: '/screening/{name}/callbacks/events',
    address: '`url` of the entry in the connections file',
    paths,
    message: screeningMessage,
    answers: {
      200: 'Received. The effect is APPLIED or NONE.',
      400: 'The message is invalid. Do not repeat it.',
      404: 'The reference is unknown. Do not repeat it.',
      409: 'Not now. Send it again later.',
    },
    schemas: SCHEMAS,
  });
