import * as z from 'zod';
import { type Webhook, webhooks } from '../api/events/webhooks.js';
import { operations } from './operations.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { errorExamples, examplesByTitle } from './openapi-examples.js';
import { OVERVIEW } from './openapi-overview.js';
import { parameterParts } from './openapi-parameters.js';
import {
  errorStatuses,
  HEADERS,
  responseParts,
  type ResponseParts,
  webhookResponseParts,
} from './openapi-responses.js';
import { clientSample } from './openapi-samples.js';
import { type Json, shareRepeated, type Sharing } from './openapi-sharing.js';
import { TAG_DESCRIPTIONS, TAG_GROUPS } from './openapi-tags.js';
import { AGENT, type Operation } from '../kit/operation.js';
import { basePath, DEFAULT_HEADER_PREFIX, type DocumentOptions, VERSION } from '../kit/options.js';
import { DOCUMENTED } from '../kit/schemas.js';

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

/** The document of an API with these operations. Dereferenced, it is the same however its parts are shared. */
export function documentOf(
  operations: readonly Operation[],
  options: DocumentOptions,
  sharing: Sharing = shareRepeated,
): Json {
  const { schemaOf, components } = convert(operations);
  const described = operations.map((operation) => ({
    operation,
    parameters: parameterParts(operation, options, schemaOf),
    responses: responseParts(operation, schemaOf),
  }));
  const announced = webhooks.map((webhook) => ({ webhook, responses: webhookResponseParts(webhook, schemaOf) }));
  const parameters = sharing(
    'parameters',
    described.flatMap((each) => each.parameters),
  );
  const responses = sharing(
    'responses',
    [...described, ...announced].flatMap((each) => each.responses.map(([, part]) => part)),
  );
  const placed = (parts: ResponseParts): Json =>
    Object.fromEntries(parts.map(([status, part]) => [status, responses.place(part)]));

  const paths: Record<string, Json> = {};
  for (const { operation, ...parts } of described) {
    const item = (paths[basePath(options) + operation.path] ??= {});
    item[operation.method.toLowerCase()] = describe(operation, schemaOf, {
      parameters: parts.parameters.map(parameters.place),
      responses: placed(parts.responses),
    });
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
      announced.map(({ webhook, ...parts }) => [
        webhook.name,
        { post: describeWebhook(webhook, schemaOf, placed(parts.responses)) },
      ]),
    ),
    components: {
      schemas: components,
      responses: responses.components,
      parameters: parameters.components,
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

function describe(
  operation: Operation,
  schemaOf: SchemaOf,
  parts: { readonly parameters: readonly Json[]; readonly responses: Json },
): Json {
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
    parameters: parts.parameters,
    ...(body !== null && {
      requestBody: {
        required: operation.bodyRequired,
        content: {
          [operation.upload === null ? 'application/json' : 'multipart/form-data']: {
            schema: schemaOf(body),
            ...(requests.length > 0 && { examples: examplesByTitle(requests, ({ body }) => body) }),
          },
        },
      },
    }),
    responses: parts.responses,
    'x-codeSamples': [{ lang: 'TypeScript', label: '@corridor/client', source: clientSample(operation) }],
  };
}

const EXTENSION = 'This is an extension: the contract that other services of this kind share does not have it.';

/** The description of the declaration, and what follows from its other parts. */
function descriptionOf({ description, permission, isExtension, secretAnswer, deprecated }: Operation): string {
  return [
    description,
    ...(isExtension ? [EXTENSION] : []),
    ...(secretAnswer ? [encryptedFor(permission)] : []),
    ...(deprecated === null ? [] : [`Available until ${deprecated.sunset}.`]),
    credentialOf(permission),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

const encryptedFor = (permission: Operation['permission']): string =>
  permission === 'none'
    ? 'The stored response is encrypted for the code and the idempotency key of the request: a repeated request needs both to get it again.'
    : 'The stored response is encrypted for the API token of the request: a repeated request needs the same token to get it again.';

function credentialOf(permission: Operation['permission']): string {
  if (permission === 'none') return 'No credential is needed.';
  return permission === AGENT ? '**Credential:** access token of an agent.' : `**Permission:** \`${permission}\`.`;
}

function describeWebhook(webhook: Webhook, schemaOf: SchemaOf, responses: Json): Json {
  const { operationId, summary, description, isExtension, schema } = webhook;
  return {
    operationId,
    tags: ['Webhooks'],
    summary,
    description: [description, ...(isExtension ? [EXTENSION] : [])].join('\n\n'),
    ...(isExtension && { 'x-extension': true }),
    security: [{ WebhookSignature: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(schema) } } },
    responses,
  };
}

function securityOf({ permission }: Operation): readonly Json[] {
  if (permission === 'none') return [];
  return permission === AGENT ? [{ AgentAuth: [] }] : [{ BasicAuth: [] }];
}
