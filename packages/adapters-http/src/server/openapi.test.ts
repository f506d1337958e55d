import { validate } from '@scalar/openapi-parser';
import { describe, expect, test } from 'vitest';
import { ok } from '@corridor/core';
import * as z from 'zod';
import { operations } from './operations.js';
import { query } from '../kit/declare.js';
import { documentOf, openApiDocument } from './openapi.js';
import { shareNothing } from './openapi-sharing.js';
import { AGENT } from '../kit/operation.js';
import { pageQuery } from '../kit/schemas.js';

interface Described {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { schema: object }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Record<string, object> }>>;
    readonly responses: Readonly<Record<string, object>>;
    readonly parameters: Readonly<Record<string, object>>;
  };
}

/** A schema of an object with members that it does not name. */
interface Loose {
  readonly properties: object;
  readonly additionalProperties: object;
  readonly required?: readonly string[];
}

/** The document with every response and parameter at its place. */
const document = documentOf(operations, {}, shareNothing) as unknown as Document;
const shared = openApiDocument() as unknown as Document;

const methods = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({ path, method, described })),
);

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors, version } = await validate(structuredClone(shared));
    expect([errors, valid, version]).toEqual([[], true, '3.1']);
  });

  test('has every operation once, under the versioned path', () => {
    const listed = methods.map(({ method, path, described }) => [method, path, described.operationId]);
    const declared = operations.map((o) => [o.method.toLowerCase(), `/2025-10-13${o.path}`, o.operationId]);
    expect(listed.sort()).toEqual(declared.sort());
    expect(new Set(declared.map(([, , operationId]) => operationId)).size).toBe(declared.length);
  });

  test('references only existing components, and contains no unused ones', () => {
    const text = JSON.stringify(shared);
    const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name));
    const { securitySchemes: _, ...kinds } = shared.components as Readonly<Record<string, object>>;
    const components = Object.entries(kinds).flatMap(([kind, of]) => Object.keys(of).map((name) => `${kind}/${name}`));
    expect([...referred].sort()).toEqual(components.sort());
    expect(text).not.toContain('$defs');
  });

  test.each(methods.map(({ method, path, described }) => [`${method} ${path}`, path, described] as const))(
    '%s lists its path parameters, and its errors have a component',
    (_name, path, described) => {
      const inPath = described.parameters.filter((p) => p.in === 'path').map((p) => p.name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      for (const [status, response] of Object.entries(described.responses)) {
        if (Number(status) < 400) continue;
        expect(response.content['application/json']?.schema).toEqual({ $ref: `#/components/schemas/Error${status}` });
      }
    },
  );

  test('requires a credential for exactly the operations that do', () => {
    for (const { described } of methods) {
      const operation = operations.find(({ operationId }) => operationId === described.operationId)!;
      const { permission } = operation;
      const credential = permission === AGENT ? { AgentAuth: [] } : { BasicAuth: [] };
      expect(described.security).toEqual(permission === 'none' ? [] : [credential]);
    }
  });

  test('has the idempotency key on every write, and on no read', () => {
    for (const { method, described } of methods) {
      const offered = described.parameters.some((p) => p.name === 'Idempotency-Key');
      const isWrite = method !== 'get';
      expect([described.operationId, offered]).toEqual([described.operationId, isWrite]);
    }
  });

  const property = (schema: string, name: string) => document.components.schemas[schema]?.properties[name];

  test('documents amounts as integers, timestamps by their format, numbers in query strings as numbers', () => {
    expect(property('QuoteRequest', 'lockedCurrencyAmount')).toEqual({
      description: expect.any(String),
      type: 'integer',
      format: 'int64',
      minimum: 1,
      maximum: 9_000_000_000_000_000,
    });
    expect(property('Quote', 'createdAt')).toMatchObject({ type: 'string', format: 'date-time' });
    const parameters = document.paths['/2025-10-13/customers']?.['get']?.parameters;
    const schemaOf = (name: string) => parameters?.find((p) => p.name === name)?.schema;
    expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
    expect(schemaOf('isIncludingDeleted')).toEqual({ type: 'boolean' });
  });

  test('uses the configured prefixes of paths and headers', () => {
    const renamed = documentOf(
      operations,
      { prefix: '/pay', headerPrefix: 'Acme' },
      shareNothing,
    ) as unknown as Document;
    expect(Object.keys(renamed.paths).every((path) => path.startsWith('/pay/2025-10-13/'))).toBe(true);
    const execute = renamed.paths['/pay/2025-10-13/quotes/{quoteId}/execute']?.['post'];
    expect(execute?.parameters.map((p) => p.name)).toEqual(['quoteId', 'Idempotency-Key', 'Acme-Wallet-Signature']);
  });

  test('types no further members of an object that has optional ones, because their type is then undefined too', () => {
    const typed = (schema: object): boolean =>
      'properties' in schema && typeof (schema as Loose).additionalProperties === 'object'
        ? Object.keys((schema as Loose).additionalProperties).length > 0 &&
          Object.keys((schema as Loose).properties).some((name) => !(schema as Loose).required?.includes(name))
        : false;
    const found: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (typed(value)) found.push(path);
      for (const [name, inner] of Object.entries(value)) look(inner, `${path}/${name}`);
    };
    look(document, '');
    expect(found).toEqual([]);
  });

  test('never shows an identifier in a response', () => {
    expect(property('IndividualCustomer', 'fullName')).toBeDefined();
    expect(property('IndividualCustomer', 'identifier')).toBeUndefined();
    expect(property('IndividualCustomerCreateRequest', 'identifier')).toMatchObject({ writeOnly: true });
  });
});

describe('the shared responses and parameters', () => {
  const kinds = ['responses', 'parameters'] as const;

  /** The value with the responses and parameters that it refers to in their place. */
  function dereferenced(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(dereferenced);
    const { $ref } = value as { readonly $ref?: string };
    const [, kind, name] = /^#\/components\/(responses|parameters)\/(.+)$/.exec($ref ?? '') ?? [];
    if (kind !== undefined) return shared.components[kind as (typeof kinds)[number]][name!];
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, dereferenced(inner)]));
  }

  test('change nothing: dereferenced, the document is the one without them', () => {
    const { components, ...parts } = shared;
    const inPlace = { ...document.components, ...components, responses: {}, parameters: {} };
    expect({ ...(dereferenced(parts) as object), components: inPlace }).toEqual(document);
  });

  test.each(kinds)('are all the %s that occur more than once, and no others', (kind) => {
    const counts = new Map<string, number>();
    const occurring = ({ parameters = [], responses }: Described): readonly object[] =>
      kind === 'parameters' ? parameters : Object.values(responses);
    const { paths, webhooks } = document as Document & { readonly webhooks: Document['paths'] };
    const described = [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) => Object.values(item));
    for (const part of described.flatMap(occurring)) {
      const text = JSON.stringify(part);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const repeated = [...counts].filter(([, count]) => count > 1).map(([text]) => text);
    expect(
      Object.values(shared.components[kind])
        .map((part) => JSON.stringify(part))
        .sort(),
    ).toEqual(repeated.sort());
  });

  test.each(kinds)('have names that no other component has: %s', (kind) => {
    const others = Object.entries(shared.components)
      .filter(([other]) => other !== kind)
      .flatMap(([, of]) => Object.keys(of));
    expect(Object.keys(shared.components[kind]).filter((name) => others.includes(name))).toEqual([]);
  });

  test('have names that say what they are', () => {
    const { responses, parameters } = shared.components;
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining([
        ...['InvalidInput', 'InvalidRequest', 'Unauthorized', 'ForbiddenWithoutManage', 'QuoteNotFound'],
        ...['UserNotFound', 'MethodNotAllowed', 'Conflict', 'AccountLocked', 'RateLimited', 'InternalServerError'],
        ...['ServiceUnavailable', 'WebhookOk', 'CreateQuoteUnauthorized'],
      ]),
    );
    expect(Object.keys(parameters)).toEqual(
      expect.arrayContaining([
        ...['IdempotencyKey', 'RequiredIdempotencyKey', 'RequestId', 'WalletSignature', 'Cursor', 'Limit'],
        ...['CardId', 'CustomerId', 'DeviceCode', 'ListTransactionsStartDate'],
      ]),
    );
  });

  test('keep their names when an operation is added in front of the others', () => {
    const planted = query({
      method: 'GET',
      path: '/planted',
      operationId: 'listPlanted',
      tag: 'Planted',
      summary: 'Lists',
      description: 'Nothing depends on it.',
      permission: 'VIEW',
      params: {},
      query: z.object({ ...pageQuery, startDate: z.string().optional().describe('Another description.') }),
      responses: { 200: z.object({ answer: z.number() }) },
      outcomes: { 200: 'The answer.' },
      refusals: { USER_NOT_FOUND: 'A cause of its own.' },
      examples: [],
      reads: () => async () => ok(42),
      input: () => null,
      serialize: (answer: number) => ({ answer }),
    });
    const { components } = documentOf([planted, ...operations], {}) as unknown as Document;
    expect(components.responses).toEqual(shared.components.responses);
    expect(components.parameters).toEqual(shared.components.parameters);
  });
});
