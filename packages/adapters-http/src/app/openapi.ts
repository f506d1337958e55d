import * as z from 'zod';
import { CATALOGUE, type ErrorCode } from '@corridor/core';
import { type Webhook, webhooks } from '../events/webhooks.js';
import { operations } from '../operations.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { type ErrorStatus, STATUS_OF } from './errors.js';
import { MAX_KEY_LENGTH } from './idempotency.js';
import { OVERVIEW } from './openapi-overview.js';
import { clientSample } from './openapi-samples.js';
import { TAG_DESCRIPTIONS, TAG_GROUPS } from './openapi-tags.js';
import { AGENT, type Example, type Operation, type SignedRetryHeader } from './operation.js';
import { basePath, DEFAULT_HEADER_PREFIX, type DocumentOptions, VERSION } from './options.js';
import { refusalsOf, refusalText, statusesOf } from './refusals.js';
import { DOCUMENTED } from './schemas.js';

type Json = Record<string, unknown>;

const securitySchemes = (headerPrefix: string) => ({
  BasicAuth: {
    type: 'http',
    scheme: 'basic',
    description: 'Username: the client id (or the id) of an API token. Password: its client secret.',
  },
  AgentAuth: { type: 'http', scheme: 'bearer', description: 'Access token of an agent' },
  WebhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: `X-${headerPrefix}-Signature`,
    description:
      'ECDSA P-256 signature over the exact bytes of the body, which a key of `GET /webhooks/public-key` verifies: `{"v":"1","s":"<base64 of DER>"}`. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` carry a second one by Standard Webhooks.',
  },
});

/** The OpenAPI 3.1 document, generated from the operations and from the same schemas that validate their requests. */
export function openApiDocument(options: DocumentOptions = {}): Json {
  return documentOf(operations, options);
}

/** The document of an API with these operations. */
export function documentOf(operations: readonly Operation[], options: DocumentOptions): Json {
  const { schemaOf, components } = convert(operations);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const item = (paths[basePath(options) + operation.path] ??= {});
    item[operation.method.toLowerCase()] = describe(operation, options, schemaOf);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Corridor',
      version: VERSION,
      description: OVERVIEW,
      contact: { name: 'Corridor' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...TAG_DESCRIPTIONS].map(([name, description]) => ({ name, description })),
    'x-tagGroups': TAG_GROUPS.map(({ name, tags }) => ({ name, tags: Object.keys(tags) })),
    paths,
    webhooks: Object.fromEntries(
      webhooks.map((webhook) => [webhook.name, { post: describeWebhook(webhook, schemaOf) }]),
    ),
    components: {
      schemas: components,
      examples: errorExamples(operations),
      headers: HEADERS,
      securitySchemes: securitySchemes(options.headerPrefix ?? DEFAULT_HEADER_PREFIX),
    },
  };
}

type SchemaOf = (schema: z.ZodType) => Json;

/** Converts all schemas together, so that a schema shared by several operations becomes one component. */
function convert(of: readonly Operation[]): { readonly schemaOf: SchemaOf; readonly components: Json } {
  const roots = [
    ...of.flatMap(({ params, query, body, responses }) => [
      ...Object.values(params).map(({ schema }) => schema),
      ...[query, body, ...Object.values(responses)].filter((schema) => schema !== null),
    ]),
    ...of.flatMap((operation) => errorStatuses(operation)).map((status) => ERROR_SCHEMAS.get(status)!),
    ...webhooks.flatMap(({ schema, answers }) => [
      schema,
      ...Object.values(answers).flatMap(({ body }) => (body === null ? [] : [body])),
    ]),
  ];
  const names = new Map([...new Set<z.ZodType>(roots)].map((schema, index) => [schema, `root${index}`]));
  const all = z.object(Object.fromEntries([...names].map(([schema, name]) => [name, schema])));
  const converted = z.toJSONSchema(all, { io: 'input', override: simplify });
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { properties, $defs } = JSON.parse(text) as { properties: Record<string, Json>; $defs: Json };
  return { schemaOf: (schema) => properties[names.get(schema)!]!, components: $defs };
}

/** Formats whose meaning makes zod's pattern for them redundant. */
const KNOWN_FORMATS = ['date-time', 'date', 'email', 'uri', 'ipv4', 'ipv6'];

/** Documents a schema in terms of the wire if its own JSON Schema is less precise. */
function simplify({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const documented = DOCUMENTED.get(zodSchema);
  if (documented !== undefined) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, documented.as);
  }
  if (KNOWN_FORMATS.includes(jsonSchema.format ?? '')) delete jsonSchema.pattern;
  // What zod adds to every integer and every record, and tells a reader nothing.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  delete jsonSchema.propertyNames;
}

function describe(operation: Operation, options: DocumentOptions, schemaOf: SchemaOf): Json {
  const { operationId, tag, summary, body, deprecated, examples } = operation;
  const requests = examples.filter((example) => example.body !== undefined);
  return {
    operationId,
    tags: [tag],
    summary,
    description: descriptionOf(operation),
    ...(operation.isExtension && { 'x-extension': true }),
    ...(deprecated !== null && { deprecated: true }),
    security: securityOf(operation),
    parameters: parameters(operation, options, schemaOf),
    ...(body !== null && {
      requestBody: {
        required: operation.bodyRequired,
        content: {
          [operation.upload === null ? 'application/json' : 'multipart/form-data']: {
            schema: schemaOf(body),
            ...(requests.length > 0 && { examples: named(requests, ({ body }) => body) }),
          },
        },
      },
    }),
    responses: responses(operation, schemaOf),
    'x-codeSamples': [{ lang: 'TypeScript', label: '@corridor/client', source: clientSample(operation) }],
  };
}

const EXTENSION = 'This is an extension: the contract that other services of this kind share does not have it.';

/** The description of the declaration, and what follows from its other parts. */
function descriptionOf({ description, permission, isExtension, secretAnswer, deprecated }: Operation): string {
  return [
    description,
    ...(isExtension ? [EXTENSION] : []),
    ...(secretAnswer
      ? [
          'The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.',
        ]
      : []),
    ...(deprecated === null ? [] : [`Available until ${deprecated.sunset}.`]),
    credentialOf(permission),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function credentialOf(permission: Operation['permission']): string {
  if (permission === 'none') return 'No credential is needed.';
  return permission === AGENT ? '**Credential:** access token of an agent.' : `**Permission:** \`${permission}\`.`;
}

/** Examples by the kebab form of their titles. */
const named = (examples: readonly Example[], valueOf: (example: Example) => unknown): Json =>
  Object.fromEntries(
    examples.map((example) => [
      example.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      { summary: example.title, value: valueOf(example) },
    ]),
  );

/** Answers that every webhook has: the service reads the status alone. */
const WEBHOOK_ANSWERS: Webhook['answers'] = {
  200: { description: 'Accepts the webhook, as any other status of 2xx does.', body: null },
  400: { description: 'Refuses the webhook. It is sent again, at growing intervals for 7 days.', body: null },
  401: { description: 'Refuses the webhook because no signature verifies it. It is sent again.', body: null },
  409: { description: 'Accepts the webhook: its `id` was processed before.', body: null },
};

function describeWebhook(webhook: Webhook, schemaOf: SchemaOf): Json {
  const { operationId, summary, description, isExtension, schema, answers } = webhook;
  return {
    operationId,
    tags: ['Webhooks'],
    summary,
    description: [description, ...(isExtension ? [EXTENSION] : [])].join('\n\n'),
    ...(isExtension && { 'x-extension': true }),
    security: [{ WebhookSignature: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(schema) } } },
    responses: Object.fromEntries(
      Object.entries({ ...WEBHOOK_ANSWERS, ...answers }).map(([status, { description, body }]) => [
        status,
        { description, ...(body !== null && { content: { 'application/json': { schema: schemaOf(body) } } }) },
      ]),
    ),
  };
}

function securityOf({ permission }: Operation): readonly Json[] {
  if (permission === 'none') return [];
  return permission === AGENT ? [{ AgentAuth: [] }] : [{ BasicAuth: [] }];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your choice that is new for each intended effect, such as a UUID. ' +
    'A repeated request with the same key gets the first response, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
};

/** A call with `Request-Id` answers a challenge; without it, the payload is in a record that was read before. */
function signedHeaderText(header: SignedRetryHeader, { headers }: Operation): string {
  if (header === 'Request-Id') return '`requestId` of the 202 response that the signed retry answers.';
  const isRetry = headers.includes('Request-Id');
  return `The stamp: the signature over \`payloadToSign\` of ${isRetry ? 'the 202 response' : 'the quote’s `paymentInstructions`'}, made with a key of the wallet.`;
}

function parameters(operation: Operation, options: DocumentOptions, schemaOf: SchemaOf): readonly Json[] {
  const { headerPrefix = DEFAULT_HEADER_PREFIX } = options;
  const given = (at: 'params' | 'query', name: string): Json => {
    const examples = operation.examples.filter((example) => example[at]?.[name] !== undefined);
    return examples.length === 0 ? {} : { examples: named(examples, (example) => example[at]![name]) };
  };
  return [
    ...Object.entries(operation.params).map(([name, { schema }]) => ({
      ...parameter(name, 'path', true, schemaOf(schema)),
      ...given('params', name),
    })),
    ...(operation.query === null ? [] : queryParameters(schemaOf(operation.query))).map((each) => ({
      ...each,
      ...given('query', each.name),
    })),
    ...(operation.method === 'GET' || operation.permission === 'none'
      ? []
      : [{ ...IDEMPOTENCY_KEY, required: operation.keyRequired }]),
    ...operation.headers.map((header) => ({
      name: header === 'Wallet-Signature' ? `${headerPrefix}-${header}` : header,
      in: 'header',
      required: false,
      description: signedHeaderText(header, operation),
      schema: { type: 'string' },
    })),
  ];
}

/** The description of the schema becomes that of the parameter. */
function parameter(
  name: string,
  at: 'path' | 'query',
  required: boolean,
  schema: Json,
): Json & { readonly name: string } {
  const { description, ...rest } = schema;
  return { name, in: at, required, ...(description !== undefined && { description }), schema: rest };
}

function queryParameters(schema: Json): readonly (Json & { readonly name: string })[] {
  const { properties, required = [] } = schema as {
    properties: Record<string, Json>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, of]) => parameter(name, 'query', required.includes(name), of));
}

const HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request in the log of the host; the same as `details.requestId` of an error.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds until the same request can succeed.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const headers = (...names: readonly (keyof typeof HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function responses(operation: Operation, schemaOf: SchemaOf): Json {
  const isStored = operation.method !== 'GET' && operation.permission !== 'none';
  const succeeded = Object.entries(operation.responses).map(([status, schema]) => {
    const examples = operation.examples.filter((example) => example.status === Number(status));
    return [
      status,
      {
        description: operation.outcomes[Number(status)] ?? '',
        headers: isStored ? headers('X-Request-Id', 'Idempotent-Replayed') : headers('X-Request-Id'),
        ...(schema !== null && {
          content: {
            [mediaType(operation)]: {
              schema: schemaOf(schema),
              ...(examples.length > 0 && { examples: named(examples, ({ answer }) => answer) }),
            },
          },
        }),
      },
    ];
  });
  const refusals = refusalsOf(operation);
  const failed = errorStatuses(operation).map((status) => [
    status,
    {
      description: refusalText(refusals, status),
      headers: [429, 503].includes(status) ? headers('X-Request-Id', 'Retry-After') : headers('X-Request-Id'),
      content: {
        'application/json': {
          schema: schemaOf(ERROR_SCHEMAS.get(status)!),
          examples: Object.fromEntries(
            [...refusals.keys()]
              .filter((code) => STATUS_OF[code] === status)
              .map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    },
  ]);
  return Object.fromEntries([...succeeded, ...failed]) as Json;
}

const mediaType = ({ contentType }: Operation): string => contentType.split(';')[0]!;

const errorStatuses = (operation: Operation): readonly ErrorStatus[] => statusesOf(refusalsOf(operation));

/** An error body for each code that an operation of the document can answer with. */
function errorExamples(of: readonly Operation[]): Json {
  const codes = new Set<ErrorCode>(of.flatMap((operation) => [...refusalsOf(operation).keys()]));
  return Object.fromEntries(
    [...codes].sort().map((code) => [
      code,
      {
        summary: CATALOGUE[code].meaning,
        value: {
          status: STATUS_OF[code],
          code,
          message: CATALOGUE[code].meaning,
          details: { requestId: '01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e' },
        },
      },
    ]),
  );
}
