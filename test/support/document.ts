import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export interface MediaType {
  readonly schema?: object;
}

export interface OperationObject {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>>; readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>;
}

/** The OpenAPI document of a host, as far as the tests read it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, OperationObject>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly webhooks?: Readonly<Record<string, Readonly<Partial<Record<Method, OperationObject>>>>>;
}

/** One operation of a document, with the path under which it is called. */
export interface DeclaredOperation {
  readonly method: Method;
  /** With the version before it and parameters in braces. */
  readonly path: string;
  readonly object: OperationObject;
}

export const operationsOf = (document: OpenApiDocument): readonly DeclaredOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const object = item[method];
      return object === undefined ? [] : [{ method, path, object }];
    }),
  );

/** What is wrong with an answer; null when the document declares just such a one. */
export type Judge = (method: string, path: string, status: number, contentType: string, text: string) => string | null;

const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Holds answers against the document. */
export function createJudge(document: OpenApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false, code: { optimize: false } });
  formats.default(ajv, { mode: 'fast' });
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addSchema(document, 'document');
  const operations = operationsOf(document).map((operation) => ({
    ...operation,
    // A literal path comes before one with parameters.
    parameters: operation.path.split('{').length,
    pattern: new RegExp(`^${operation.path.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  operations.sort((a, b) => a.parameters - b.parameters);

  return (method, path, status, contentType, text) => {
    const matching = operations.filter(({ pattern }) => pattern.test(path));
    const operation = matching.find((of) => of.method === method.toLowerCase());
    // Paths and methods that the service does not have are answered, but stand in no document.
    if (operation === undefined) return status === (matching.length > 0 ? 405 : 404) ? null : 'is not declared';
    const declared = operation.object.responses[String(status)];
    if (declared === undefined) return `${operation.object.operationId} does not declare ${status}`;
    const [mediaType] = Object.keys(declared.content ?? {});
    if (mediaType === undefined) return text === '' ? null : `${status} has a body, and declares none`;
    if (!contentType.startsWith(mediaType)) return `is ${contentType}, declared is ${mediaType}`;
    const steps = ['paths', operation.path, operation.method, 'responses', String(status), 'content', mediaType];
    const validate = ajv.getSchema(`document#/${[...steps, 'schema'].map(escape).map(encodeURIComponent).join('/')}`);
    if (validate === undefined) return `${operation.object.operationId} has no schema for ${status}`;
    const body: unknown = mediaType === 'application/json' ? JSON.parse(text) : text;
    if (validate(body)) return null;
    return `${operation.object.operationId} ${status}: ${ajv.errorsText(validate.errors)} in ${text}`;
  };
}
