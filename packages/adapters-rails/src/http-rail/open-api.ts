import { z } from 'zod';
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

const refTo = (schema: z.ZodType) => ({ $ref: `#/components/schemas/${schema.meta()?.id}` });
const json = (schema: z.ZodType) => ({ 'application/json': { schema: refTo(schema) } });

const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const component = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const signed = SIGNATURE_HEADERS.map((name) => component('parameters', name));
const signedAnswer = Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, component('headers', name)]));

interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** Whether the path has the reference of a movement. */
  readonly isOfMovement?: true;
}

/** An operation of the rail. Every status other than 200 means: not done, or unknown; the service asks again. */
const operation = ({ id, summary, body, answer, isOfMovement }: Operation) => ({
  operationId: id,
  summary,
  parameters: [...(isOfMovement ? [component('parameters', 'reference')] : []), ...signed],
  ...(body && { requestBody: { required: true, content: json(body) } }),
  responses: {
    200: { description: 'The answer, signed.', headers: signedAnswer, content: json(answer) },
    401: { description: 'The signature is missing, wrong or too old.' },
    404: { description: 'The reference is unknown.' },
    409: { description: 'The reference was used for something else.' },
    default: { description: 'No answer. The service asks again.' },
  },
});

const paths = {
  '/capabilities': {
    get: operation({ id: 'getCapabilities', summary: 'What the rail can do', answer: capabilitiesAnswer }),
  },
  '/payouts': {
    post: operation({ id: 'submitPayout', summary: 'Submit a payout', body: payoutRequest, answer: payoutStatus }),
  },
  '/payouts/{reference}': {
    get: operation({ id: 'getPayout', summary: 'The state of a payout', answer: payoutStatus, isOfMovement: true }),
  },
  '/payouts/{reference}/cancel': {
    post: operation({
      id: 'cancelPayout',
      summary: 'Cancel a payout, also one that was not submitted yet',
      body: payoutRequest,
      answer: cancellation,
      isOfMovement: true,
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
      isOfMovement: true,
    }),
  },
  '/pulls/{reference}/cancel': {
    post: operation({
      id: 'cancelCollection',
      summary: 'Cancel a collection, also one that was not submitted yet',
      body: pullRequest,
      answer: cancellation,
      isOfMovement: true,
    }),
  },
  '/pulls/{reference}/refunds': {
    post: operation({
      id: 'refundCollection',
      summary: 'Send collected money back, and the state of doing so',
      body: pullRefundRequest,
      answer: refundStatus,
      isOfMovement: true,
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

const TEXT = { type: 'string' };
const HEADERS = {
  'webhook-id': { description: 'The id of a request: its method, its path and a random text.', schema: TEXT },
  'webhook-timestamp': { description: 'Seconds since 1970.', schema: TEXT },
  'webhook-signature': { description: '`v1,` and the base64 of the HMAC; several with spaces between.', schema: TEXT },
};

/** The component schemas: exactly what the readers accept. */
function schemas(): Readonly<Record<string, unknown>> {
  const registry = z.registry<{ readonly id: string }>();
  for (const schema of SCHEMAS) registry.add(schema, { id: schema.meta()!.id! });
  const made = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    // The format says the same as zod's pattern for it, whose \d means more in other languages.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date') delete jsonSchema.pattern;
    },
  }).schemas;
  return Object.fromEntries(
    Object.entries(made).map(([name, { $id: _id, $schema: _schema, ...schema }]) => [name, schema]),
  );
}

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
export function railOpenApi(): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Corridor HTTP rail',
      version: '1',
      summary: 'What a rail answers, and what it reports.',
      description:
        'Corridor calls the operations under `paths`, which the rail serves. The rail calls the operation under ' +
        '`webhooks`, which Corridor serves at `POST /rails/{name}/callbacks/events`. Everything is signed with Standard ' +
        'Webhooks.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://rail.example/v1', description: '`url` of the entry in the connections file' }],
    security: [],
    paths,
    webhooks: {
      message: {
        post: {
          operationId: 'reportMessage',
          summary: 'A message of the rail',
          parameters: signed,
          requestBody: { required: true, content: json(railMessage) },
          responses: {
            200: { description: 'Received. The effect is APPLIED, NONE or CONTRADICTED.' },
            400: { description: 'The message is invalid. Do not repeat it.' },
            401: { description: 'The signature is missing, wrong or too old.' },
            403: { description: 'The movement did not take this rail. Do not repeat it.' },
            404: { description: 'The movement is unknown. Do not repeat it.' },
            409: { description: 'Not now, or the id was used for another message. Send it again later.' },
            503: { description: 'The database is not available. Send it again later.' },
          },
        },
      },
    },
    components: {
      parameters: {
        reference: { name: 'reference', in: 'path', required: true, schema: TEXT },
        ...Object.fromEntries(
          Object.entries(HEADERS).map(([name, of]) => [name, { name, in: 'header', required: true, ...of }]),
        ),
      },
      headers: HEADERS,
      schemas: schemas(),
    },
  };
}
