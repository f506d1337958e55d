import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** Examples by their names; those of errors refer to a component. */
export type Examples = Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;

export interface MediaType {
  readonly schema?: object;
  readonly examples?: Examples;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: { readonly examples?: readonly unknown[] };
  readonly examples?: Examples;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>>; readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>;
}

/** The OpenAPI document of a host, as far as the tests read it, with its shared parts at their places. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, OperationObject>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly webhooks?: Readonly<Record<string, Readonly<Partial<Record<Method, OperationObject>>>>>;
}

/** The document with its shared responses and parameters at their places. */
export function dereferenced<D extends object>(document: D): D {
  const { components } = document as {
    readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const inPlace = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(inPlace);
    const { $ref } = value as { readonly $ref?: string };
    const [, kind, name] = /^#\/components\/(responses|parameters)\/(.+)$/.exec($ref ?? '') ?? [];
    if (kind !== undefined) return components?.[kind]?.[name!];
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inPlace(inner)]));
  };
  return inPlace(document) as D;
}

/** One operation of a document, with the path under which it is called. */
export interface DeclaredOperation {
  readonly method: Method;
  /** The path with the version, and with parameters in braces. */
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

/** An answer and its parsed text: an object for JSON. */
export interface Judged {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly body: unknown;
}

/** The fault of an answer; null if the document declares it. `path` includes the version. */
export type Judge = (method: string, path: string, answer: Judged) => string | null;

function createSchemas(document: OpenApiDocument): Ajv2020 {
  // Referenced schemas are compiled once instead of at each use. `contract.test.ts` validates all of them.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, validateSchema: false, code: { optimize: false } });
  formats.default(ajv, { mode: 'fast' });
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addSchema(document, 'document');
  return ajv;
}

/** The fault of an event that a platform has received; null if the document declares it. */
export type EventJudge = (event: object & { readonly type: string }) => string | null;

/** Checks events against the webhooks of the document. */
export function createEventJudge(document: OpenApiDocument): EventJudge {
  const ajv = createSchemas(document);
  const schemaOf = new Map<string, string>();
  for (const item of Object.values(document.webhooks ?? {})) {
    const { $ref } = item.post!.requestBody!.content['application/json']!.schema as { readonly $ref: string };
    const component = document.components.schemas[$ref.split('/').at(-1)!] as {
      readonly properties: { readonly type: { readonly enum?: readonly string[]; readonly const?: string } };
    };
    const { type } = component.properties;
    for (const name of type.enum ?? []) schemaOf.set(name, $ref);
    if (type.const !== undefined) schemaOf.set(type.const, $ref);
  }
  return (event) => {
    const schema = schemaOf.get(event.type);
    const validate = schema === undefined ? undefined : ajv.getSchema(`document${schema}`);
    if (validate === undefined) return `${event.type} is not declared`;
    const { type } = event;
    return validate(event) ? null : `${type}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(event)}`;
  };
}

const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** The address of a schema in the document. A shared schema is addressed by its own name, to be compiled once. */
function addressOf(schema: object, steps: readonly string[]): string {
  const { $ref, ...besides } = schema as { readonly $ref?: string };
  return $ref !== undefined && Object.keys(besides).length === 0
    ? $ref
    : `#/${steps.map(escape).map(encodeURIComponent).join('/')}`;
}

/** The document has an example of every error code that an operation can answer with. */
function undeclaredCode(status: number, media: MediaType, body: unknown): string | null {
  if (status < 400) return null;
  const { code } = body as { readonly code: string };
  return Object.hasOwn(media.examples ?? {}, code) ? null : `the code ${code} is not declared for the status ${status}`;
}

/** Checks answers against the document. */
export function createJudge(document: OpenApiDocument): Judge {
  const ajv = createSchemas(document);
  const operations = operationsOf(document).map((operation) => ({
    ...operation,
    steps: operation.path.split('/').map((step) => (step.startsWith('{') ? null : step)),
    /** Checks of answers by status. */
    checks: new Map<number, (answer: Judged) => string | null>(),
  }));
  type Operation = (typeof operations)[number];
  // A literal path comes before one with parameters.
  const parameters = (of: Operation): number => of.steps.filter((step) => step === null).length;
  operations.sort((a, b) => parameters(a) - parameters(b));
  const byLength = new Map<number, Operation[]>();
  for (const operation of operations) {
    const { length } = operation.steps;
    byLength.set(length, [...(byLength.get(length) ?? []), operation]);
  }

  function checkOf({ path, method, object }: Operation, status: number): (answer: Judged) => string | null {
    const declared = object.responses[String(status)];
    if (declared === undefined) return () => `${object.operationId} does not declare ${status}`;
    const [mediaType] = Object.keys(declared.content ?? {});
    if (mediaType === undefined) return ({ text }) => (text === '' ? null : `${status} has a body, and declares none`);
    const steps = ['paths', path, method, 'responses', String(status), 'content', mediaType, 'schema'];
    const schema = declared.content![mediaType]!.schema;
    const validate = schema && ajv.getSchema(`document${addressOf(schema, steps)}`);
    if (validate === undefined) return () => `${object.operationId} has no schema for ${status}`;
    return ({ contentType, text, body }) => {
      if (!contentType.startsWith(mediaType)) return `is ${contentType}, declared is ${mediaType}`;
      if (validate(body)) return undeclaredCode(status, declared.content![mediaType]!, body);
      return `${object.operationId} ${status}: ${ajv.errorsText(validate.errors)} in ${text}`;
    };
  }

  return (method, path, answer) => {
    const steps = path.split('/');
    const matching = (byLength.get(steps.length) ?? []).filter((of) =>
      of.steps.every((step, at) => (step === null ? steps[at] !== '' : step === steps[at])),
    );
    const operation = matching.find((of) => of.method === method.toLowerCase());
    // The service answers unknown paths and methods, which no document declares.
    if (operation === undefined) return answer.status === (matching.length > 0 ? 405 : 404) ? null : 'is not declared';
    let check = operation.checks.get(answer.status);
    if (check === undefined) operation.checks.set(answer.status, (check = checkOf(operation, answer.status)));
    return check(answer);
  };
}
