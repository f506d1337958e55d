import type { z } from 'zod';
import { componentsOf, json, operation, signed } from '../partners/open-api.js';
import {
  capabilities,
  capabilitiesAnswer,
  finding,
  link,
  linkState,
  lookUp,
  ownerDecision,
  stored,
  verdict,
} from './answers.js';
import { providerMessage } from './messages.js';
import { applicationRequest, linkRequest, ownerRequest, PARTS_OF_REQUESTS } from './requests.js';

const SCHEMAS: readonly z.ZodType[] = [
  ...PARTS_OF_REQUESTS,
  applicationRequest,
  ownerRequest,
  finding,
  verdict,
  lookUp,
  ownerDecision,
  linkRequest,
  link,
  linkState,
  stored,
  capabilities,
  capabilitiesAnswer,
  providerMessage,
];

const paths = {
  '/capabilities': {
    get: operation({ id: 'getCapabilities', summary: 'On whom the provider decides', answer: capabilitiesAnswer }),
  },
  '/applications': {
    post: operation({ id: 'submit', summary: 'Submit an application', body: applicationRequest, answer: verdict }),
  },
  '/applications/{reference}': {
    get: operation({
      id: 'getApplication',
      summary: 'The verdict on an application, or that it is unknown',
      answer: lookUp,
      path: ['reference'],
    }),
  },
  '/applications/{reference}/documents/{document}': {
    put: operation({
      id: 'putDocument',
      summary: 'The content of a document, before its application is submitted',
      body: 'bytes',
      answer: stored,
      path: ['reference', 'document'],
    }),
  },
  '/owners': {
    post: operation({
      id: 'submitOwner',
      summary: 'Decide on an owner who was added after the business was approved',
      body: ownerRequest,
      answer: ownerDecision,
    }),
  },
  '/links': {
    post: operation({
      id: 'createLink',
      summary: 'A link to your page, on which a customer enters what the verification needs',
      body: linkRequest,
      answer: link,
    }),
  },
  '/links/{reference}': {
    get: operation({
      id: 'getLink',
      summary: 'Whether the customer has finished',
      answer: linkState,
      path: ['reference'],
    }),
  },
};

/**
 * The OpenAPI document of the protocol of KYC providers, which docs/connections/kyc.md explains.
 *
 * @example
 * ```ts
 * import { kycOpenApi } from '@corridor/adapters-rails/http-kyc';
 *
 * const { openapi, paths } = kycOpenApi();
 * openapi; // '3.1.0'
 * Object.keys(paths as object)[1]; // '/applications'
 * ```
 */
export function kycOpenApi(): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Corridor KYC provider',
      version: '1',
      summary: 'What a provider answers, and what it reports.',
      description:
        'Corridor calls the operations under `paths`, which the provider serves. The provider calls the operation under ' +
        '`webhooks`, which Corridor serves at `POST /kyc/{name}/callbacks/events`. Everything is signed with Standard ' +
        'Webhooks.',
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
          requestBody: { required: true, content: json(providerMessage) },
          responses: {
            200: { description: 'Received. The effect is APPLIED or NONE.' },
            400: { description: 'The message is invalid. Do not repeat it.' },
            401: { description: 'The signature is missing, wrong or too old.' },
            404: { description: 'The reference is unknown. Do not repeat it.' },
            409: { description: 'Not now, or the id was used for another message. Send it again later.' },
            503: { description: 'The database is not available. Send it again later.' },
          },
        },
      },
    },
    components: componentsOf(SCHEMAS, ['reference', 'document']),
  };
}
