import { validate } from '@scalar/openapi-parser';
import { describe, expect, test } from 'vitest';
import { operations } from '../operations.js';
import { openApiDocument } from './openapi.js';
import { AGENT } from './operation.js';

interface Described {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { schema: object }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: Record<string, object> }>> };
}

const document = openApiDocument() as unknown as Document;
const methods = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({ path, method, described })),
);

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors, version } = await validate(structuredClone(document));
    expect([errors, valid, version]).toEqual([[], true, '3.1']);
  });

  test('has every operation once, under the versioned path', () => {
    const listed = methods.map(({ method, path, described }) => [method, path, described.operationId]);
    const declared = operations.map((o) => [o.method.toLowerCase(), `/2025-10-13${o.path}`, o.operationId]);
    expect(listed.sort()).toEqual(declared.sort());
    expect(new Set(declared.map(([, , operationId]) => operationId)).size).toBe(declared.length);
  });

  test('references only existing components, and contains no unused ones', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name));
    expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort());
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

  test('has the idempotency key on every write with a credential, and on no read', () => {
    for (const { method, described } of methods) {
      const offered = described.parameters.some((p) => p.name === 'Idempotency-Key');
      const isWrite = method !== 'get' && described.security.length > 0;
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
    const renamed = openApiDocument({ prefix: '/pay', headerPrefix: 'Acme' }) as unknown as Document;
    expect(Object.keys(renamed.paths).every((path) => path.startsWith('/pay/2025-10-13/'))).toBe(true);
    const execute = renamed.paths['/pay/2025-10-13/quotes/{quoteId}/execute']?.['post'];
    expect(execute?.parameters.map((p) => p.name)).toEqual(['quoteId', 'Idempotency-Key', 'Acme-Wallet-Signature']);
  });

  test('never shows an identifier in a response', () => {
    expect(property('IndividualCustomer', 'fullName')).toBeDefined();
    expect(property('IndividualCustomer', 'identifier')).toBeUndefined();
    expect(property('IndividualCustomerCreateRequest', 'identifier')).toMatchObject({ writeOnly: true });
  });
});
