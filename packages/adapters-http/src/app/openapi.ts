import * as z from 'zod';
import { operations } from '../operations.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import type { ErrorStatus } from './errors.js';
import { MAX_KEY_LENGTH } from './idempotency.js';
import { AGENT, type Operation } from './operation.js';
import { basePath, DEFAULT_HEADER_PREFIX, type DocumentOptions, VERSION } from './options.js';
import { DOCUMENTED } from './schemas.js';

type Json = Record<string, unknown>;

const SECURITY_SCHEMES = {
  BasicAuth: {
    type: 'http',
    scheme: 'basic',
    description: 'Username: the client id (or the id) of an API token. Password: its client secret.',
  },
  AgentAuth: { type: 'http', scheme: 'bearer', description: 'Access token of an agent' },
};

/** Error statuses of every operation that requires a credential. */
const COMMON_ERRORS: readonly ErrorStatus[] = [401, 403, 405, 429, 500, 503];
/** Additional error statuses of writes. */
const WRITE_ERRORS: readonly ErrorStatus[] = [400, 409];

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
      description: 'Moves money across currencies and payment rails.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: components, securitySchemes: SECURITY_SCHEMES },
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
    ...of.flatMap(errorStatuses).map((status) => ERROR_SCHEMAS.get(status)!),
  ];
  const names = new Map([...new Set<z.ZodType>(roots)].map((schema, index) => [schema, `root${index}`]));
  const all = z.object(Object.fromEntries([...names].map(([schema, name]) => [name, schema])));
  const converted = z.toJSONSchema(all, { io: 'input', override: simplify });
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { properties, $defs } = JSON.parse(text) as { properties: Record<string, Json>; $defs: Json };
  return { schemaOf: (schema) => properties[names.get(schema)!]!, components: $defs };
}

/** Formats whose meaning makes zod's pattern for them redundant. */
const KNOWN_FORMATS = ['date-time', 'date', 'email', 'uri'];

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
}

function describe(operation: Operation, options: DocumentOptions, schemaOf: SchemaOf): Json {
  const { operationId, tag, summary, body, deprecated } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(deprecated !== null && { deprecated: true, description: `Available until ${deprecated.sunset}.` }),
    security: securityOf(operation),
    parameters: parameters(operation, options, schemaOf),
    ...(body !== null && {
      requestBody: {
        required: operation.bodyRequired,
        content: {
          [operation.upload === null ? 'application/json' : 'multipart/form-data']: { schema: schemaOf(body) },
        },
      },
    }),
    responses: responses(operation, schemaOf),
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
  description: 'A repeated request with the same key gets the first response, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
};

function parameters(operation: Operation, options: DocumentOptions, schemaOf: SchemaOf): readonly Json[] {
  const { headerPrefix = DEFAULT_HEADER_PREFIX } = options;
  return [
    ...Object.entries(operation.params).map(([name, { schema }]) => ({
      name,
      in: 'path',
      required: true,
      schema: schemaOf(schema),
    })),
    ...(operation.query === null ? [] : queryParameters(schemaOf(operation.query))),
    ...(operation.method === 'GET' || operation.permission === 'none'
      ? []
      : [{ ...IDEMPOTENCY_KEY, required: operation.keyRequired }]),
    ...operation.headers.map((header) => ({
      name: header === 'Wallet-Signature' ? `${headerPrefix}-${header}` : header,
      in: 'header',
      required: false,
      schema: { type: 'string' },
    })),
  ];
}

function queryParameters(schema: Json): readonly Json[] {
  const { properties, required = [] } = schema as { properties: Json; required?: readonly string[] };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: of,
  }));
}

function responses(operation: Operation, schemaOf: SchemaOf): Json {
  const succeeded = Object.entries(operation.responses).map(([status, schema]) => [
    status,
    {
      description: Number(status) === 202 && operation.upload === null ? 'A challenge' : 'Success',
      ...(schema !== null && { content: { [mediaType(operation)]: { schema: schemaOf(schema) } } }),
    },
  ]);
  const failed = errorStatuses(operation).map((status) => [
    status,
    {
      description: 'Error',
      content: { 'application/json': { schema: schemaOf(ERROR_SCHEMAS.get(status)!) } },
    },
  ]);
  return Object.fromEntries([...succeeded, ...failed]) as Json;
}

const mediaType = ({ contentType }: Operation): string => contentType.split(';')[0]!;

function errorStatuses(operation: Operation): readonly ErrorStatus[] {
  if (operation.permission === 'none') return [405, ...operation.errors, 500].sort((a, b) => a - b) as ErrorStatus[];
  const statuses = new Set<ErrorStatus>([...COMMON_ERRORS, ...operation.errors]);
  if (operation.method !== 'GET') WRITE_ERRORS.forEach((status) => statuses.add(status));
  if (operation.query !== null) statuses.add(400);
  if (Object.keys(operation.params).length > 0) statuses.add(404);
  return [...statuses].sort((a, b) => a - b);
}
