import { validate } from '@scalar/openapi-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeclaredOperation, dereferenced, type OpenApiDocument, operationsOf } from '../support/document.js';
import { createDeployment, type Deployment } from '../support/host.js';

describe('the OpenAPI document', () => {
  let deployment: Deployment;
  /** As it is printed, with references to its shared parts. */
  let printed: OpenApiDocument;
  let document: OpenApiDocument;
  let operations: readonly DeclaredOperation[] = [];
  beforeAll(async () => {
    deployment = await createDeployment('sqlite');
    const { stdout } = await deployment.command('openapi');
    printed = JSON.parse(stdout) as OpenApiDocument;
    document = dereferenced(printed);
    operations = operationsOf(document);
  });
  afterAll(() => deployment.remove());

  it('is valid OpenAPI 3.1', async () => {
    expect(printed.openapi).toMatch(/^3\.1\.\d$/);
    const { valid, errors, version } = await validate(structuredClone(printed));
    expect([valid, version, errors]).toEqual([true, '3.1', []]);
  });

  it('equals the document that a host serves', async () => {
    const host = await deployment.start();
    expect(await (await fetch(new URL('/openapi.json', host.baseUrl))).json()).toEqual(printed);
    await host.stop();
  });

  it('names every operation once', () => {
    const names = operations.map(({ object }) => object.operationId);
    expect(names).toEqual([...new Set(names)]);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/);
    expect(names.length).toBeGreaterThanOrEqual(24);
  });

  it('has no broken references and no unused components', () => {
    const references = new Set<string>();
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key === '$ref' && typeof inner === 'string') references.add(inner);
        if (key === 'mapping') for (const target of Object.values(inner as object)) references.add(String(target));
        walk(inner);
      }
    };
    walk(printed);
    for (const reference of references) expect(resolve(printed, reference), reference).toBeDefined();
    const { securitySchemes: _, ...kinds } = printed.components as Readonly<Record<string, object>>;
    const components = Object.entries(kinds).flatMap(([kind, of]) =>
      Object.keys(of).map((name) => `#/components/${kind}/${name}`),
    );
    expect(components.filter((name) => !references.has(name))).toEqual([]);
  });

  it('declares every path parameter, and each path once', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{[^}]+\}/g, '{}'));
    expect(shapes).toEqual([...new Set(shapes)]);
    for (const { path, method, object } of operations) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      const declared = (object.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name).sort(), `${method} ${path}`).toEqual([...inPath].sort());
      expect(declared.every(({ required }) => required === true)).toBe(true);
      expect(path.startsWith('/2025-10-13/')).toBe(true);
    }
  });

  it('declares the success and error answers of every operation', () => {
    for (const { method, path, object } of operations) {
      const statuses = Object.keys(object.responses);
      const what = `${method} ${path}`;
      expect(
        statuses.some((status) => status.startsWith('2')),
        what,
      ).toBe(true);
      expect(statuses, what).toContain('500');
      if ((object.security ?? document.security ?? []).length > 0) expect(statuses, what).toContain('401');
      if (path.includes('{') && method !== 'post') expect(statuses, what).toContain('404');
      if (object.requestBody !== undefined) expect(statuses, what).toContain('400');
    }
  });

  it('has schemas that compile, and examples that match them', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: true, code: { optimize: false } });
    formats.default(ajv);
    ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
    ajv.addSchema(document, 'document');
    let examples = 0;
    const check = (where: string, accepts: ReturnType<Ajv2020['getSchema']>, example: unknown): void => {
      expect(accepts!(example), `${where}: ${ajv.errorsText(accepts!.errors)}`).toBe(true);
      examples += 1;
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const accepts = ajv.getSchema(`document#/components/schemas/${encodeURIComponent(name)}`);
      expect(accepts, name).toBeDefined();
      for (const example of (schema as { readonly examples?: readonly unknown[] }).examples ?? []) {
        check(name, accepts, example);
      }
    }
    for (const { path, method, object } of operations) {
      const escaped = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
      const at = `document#/paths/${escaped}/${method}`;
      const bodies = [
        ...Object.entries(object.requestBody?.content ?? {}).map(
          ([type, media]) => ['requestBody', type, media] as const,
        ),
        ...Object.entries(object.responses).flatMap(([status, { content = {} }]) =>
          Object.entries(content).map(([type, media]) => [`responses/${status}`, type, media] as const),
        ),
      ];
      for (const [part, type, media] of bodies) {
        const accepts = ajv.getSchema(`${at}/${part}/content/${encodeURIComponent(type.replaceAll('/', '~1'))}/schema`);
        for (const [name, { value, $ref }] of Object.entries(media.examples ?? {})) {
          const example = $ref === undefined ? value : (resolve(document, $ref) as { readonly value: unknown }).value;
          check(`${object.operationId} ${part} ${name}`, accepts, example);
        }
      }
      for (const [index, { name, examples: given = {} }] of (object.parameters ?? []).entries()) {
        const accepts = ajv.getSchema(`${at}/parameters/${index}/schema`);
        for (const { value } of Object.values(given)) check(`${object.operationId} ${name}`, accepts, value);
      }
    }
    expect(examples).toBeGreaterThan(500);
  });

  it('has no secret and no identifier in the schema of an answer', () => {
    const answered = new Set<string>();
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { $ref, properties } = value as { readonly $ref?: string; readonly properties?: object };
      if ($ref !== undefined && !answered.has($ref)) {
        answered.add($ref);
        walk(resolve(document, $ref));
      }
      for (const [name, schema] of Object.entries(properties ?? {})) {
        // Only the answer that creates a token shows its secret, see `tokens.test.ts`.
        const hidden = name === 'identifier' || (name === 'clientSecret' && !('clientId' in properties!));
        expect(
          hidden && (schema as { writeOnly?: boolean }).writeOnly !== true,
          JSON.stringify(value).slice(0, 200),
        ).toBe(false);
      }
      Object.values(value).forEach(walk);
    };
    for (const { object } of operations) walk(object.responses);
    expect(answered.size).toBeGreaterThan(20);
  });
});

function resolve(document: OpenApiDocument, reference: string): unknown {
  return reference
    .replace('#/', '')
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Readonly<Record<string, unknown>> | undefined)?.[part], document);
}
