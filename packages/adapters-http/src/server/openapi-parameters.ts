import type * as z from 'zod';
import { MAX_KEY_LENGTH } from '../kit/idempotency.js';
import { examplesByTitle } from './openapi-examples.js';
import { type Json, type Part, pascalCase } from './openapi-sharing.js';
import type { Operation, SignedRetryHeader } from '../kit/operation.js';
import { DEFAULT_HEADER_PREFIX, type DocumentOptions } from '../kit/options.js';
import { pageQuery } from '../kit/schemas.js';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your choice that is new for each intended effect, such as a UUID. ' +
    'A repeated request with the same key gets the first response, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
};

/** The parameters of an operation, in the order path, query, headers. */
export function parameterParts(
  operation: Operation,
  options: DocumentOptions,
  schemaOf: (schema: z.ZodType) => Json,
): readonly Part[] {
  const { method, keyRequired } = operation;
  return [
    ...Object.entries(operation.params).map(([name, { schema, component }]) =>
      part(operation, parameter(name, 'path', true, schemaOf(schema)), component ?? pascalCase(name)),
    ),
    ...(operation.query === null ? [] : queryParameters(schemaOf(operation.query))).map((value) =>
      part(operation, value, isOfPages(operation, value.name) ? pascalCase(value.name) : null),
    ),
    ...(method !== 'GET'
      ? [
          {
            name: keyRequired ? 'RequiredIdempotencyKey' : 'IdempotencyKey',
            value: { ...IDEMPOTENCY_KEY, required: keyRequired },
          },
        ]
      : []),
    ...operation.headers.map((header) => signedHeader(header, operation, options)),
  ];
}

type Parameter = Json & { readonly name: string; readonly in: 'path' | 'query' };

/** The parameter with its examples. One with examples, or without a name for all operations, is named by its operation. */
function part(operation: Operation, value: Parameter, name: string | null): Part {
  const at = value.in === 'path' ? 'params' : 'query';
  const examples = operation.examples.filter((example) => example[at]?.[value.name] !== undefined);
  const own = `${pascalCase(operation.operationId)}${pascalCase(value.name)}`;
  if (examples.length === 0) return { name: name ?? own, value };
  return {
    name: own,
    value: { ...value, examples: examplesByTitle(examples, (example) => example[at]![value.name]) },
  };
}

/** Whether the parameter is one of those that every list has. */
const isOfPages = ({ query }: Operation, name: string): boolean =>
  Object.hasOwn(pageQuery, name) && query?.shape[name] === pageQuery[name as keyof typeof pageQuery];

/** A call with `Request-Id` answers a challenge; without it, the payload is in a record that was read before. */
function signedHeader(
  header: SignedRetryHeader,
  { headers }: Operation,
  { headerPrefix = DEFAULT_HEADER_PREFIX }: DocumentOptions,
): Part {
  const of = (component: string, name: string, description: string): Part => ({
    name: component,
    value: { name, in: 'header', required: false, description, schema: { type: 'string' } },
  });
  if (header === 'Request-Id')
    return of('RequestId', header, '`requestId` of the 202 response that the signed retry answers.');
  const isRetry = headers.includes('Request-Id');
  return of(
    isRetry ? 'WalletSignature' : 'QuoteWalletSignature',
    `${headerPrefix}-${header}`,
    `The stamp: the signature over \`payloadToSign\` of ${isRetry ? 'the 202 response' : 'the quote’s `paymentInstructions`'}, made with a key of the wallet.`,
  );
}

/** The description of the schema becomes that of the parameter. */
function parameter(name: string, at: 'path' | 'query', required: boolean, schema: Json): Parameter {
  const { description, ...rest } = schema;
  return { name, in: at, required, ...(description !== undefined && { description }), schema: rest };
}

function queryParameters(schema: Json): readonly Parameter[] {
  const { properties, required = [] } = schema as {
    properties: Record<string, Json>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, of]) => parameter(name, 'query', required.includes(name), of));
}
