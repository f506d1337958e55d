import type { z } from 'zod';
import { operation, protocolDocument } from '../partners/open-api.js';
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
export const kycOpenApi = (): Readonly<Record<string, unknown>> =>
  protocolDocument({
    title: 'Corridor KYC provider',
    partner: 'provider',
    callback: '/kyc/{name}/callbacks/events',
    address: '`url` of the entry in the connections file',
    paths,
    message: providerMessage,
    answers: {
      200: 'Received. The effect is APPLIED or NONE.',
      400: 'The message is invalid. Do not repeat it.',
      404: 'The reference is unknown. Do not repeat it.',
      409: 'Not now, or the id was used for another message. Send it again later.',
    },
    schemas: SCHEMAS,
    parameters: ['reference', 'document'],
  });
