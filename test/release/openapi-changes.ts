import { isDeepStrictEqual } from 'node:util';
import { dereferenced } from '../support/document.js';
import { type BreakingChange, breaking } from './breaking-change.js';
import { createSchemaComparison, type Direction, type Json } from './schema-changes.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Json;
}

type Content = Readonly<Record<string, { readonly schema: Json }>>;

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Json[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/**
 * The changes that can break a client of the former document, by the rules of docs/versioning.md. Which responses and
 * parameters the documents share, and by which names, is none.
 */
export function openApiChanges(former: OpenApi, present: OpenApi): readonly BreakingChange[] {
  const [before, after] = [dereferenced(former), dereferenced(present)];
  const schemaChanges = createSchemaComparison(before.components.schemas, after.components.schemas);
  const found = Object.entries(before.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const now = after.paths[path]?.[method];
      if (now === undefined) return [breaking(operation.operationId, `${method.toUpperCase()} ${path} is removed`)];
      return operationChanges(operation, now, schemaChanges);
    }),
  );
  return [...new Map(found.map((change) => [change.subject + change.what, change])).values()];
}

type SchemaChanges = ReturnType<typeof createSchemaComparison>;

function operationChanges(
  before: Operation,
  after: Operation,
  schemaChanges: SchemaChanges,
): readonly BreakingChange[] {
  const subject = before.operationId;
  const found: BreakingChange[] = [];
  const find = (what: string): void => void found.push(breaking(subject, what));
  if (after.operationId !== subject) find(`its operationId is now ${after.operationId}`);
  if (!isDeepStrictEqual(after.security ?? [], before.security ?? [])) find('it requires another credential');
  return [
    ...found,
    ...parameterChanges(before, after, schemaChanges),
    ...bodyChanges(before, after, schemaChanges),
    ...answerChanges(before, after, schemaChanges),
  ];
}

function parameterChanges(
  before: Operation,
  after: Operation,
  schemaChanges: SchemaChanges,
): readonly BreakingChange[] {
  const subject = before.operationId;
  const keyOf = (parameter: Parameter) => `${parameter.in} parameter ${parameter.name}`;
  const former = new Map((before.parameters ?? []).map((parameter) => [keyOf(parameter), parameter]));
  const present = new Map((after.parameters ?? []).map((parameter) => [keyOf(parameter), parameter]));
  const demanded = [...present]
    .filter(([key, { required }]) => required === true && former.get(key)?.required !== true)
    .map(([key]) => breaking(subject, `the ${key} is now required`));
  const kept = [...former].flatMap(([key, { schema }]) => {
    const now = present.get(key);
    if (now === undefined) return [breaking(subject, `the ${key} is removed`)];
    return schemaChanges(schema, now.schema, 'request', { subject, path: key });
  });
  return [...demanded, ...kept];
}

function bodyChanges(before: Operation, after: Operation, schemaChanges: SchemaChanges): readonly BreakingChange[] {
  const subject = before.operationId;
  const [former, present] = [before.requestBody, after.requestBody];
  const demanded =
    present?.required === true && former?.required !== true ? [breaking(subject, 'its body is now required')] : [];
  return [
    ...demanded,
    ...contentChanges(former?.content, present?.content, 'request', { subject, path: 'body' }, schemaChanges),
  ];
}

/** Error statuses may be added or removed. Success statuses must stay the same. */
function answerChanges(before: Operation, after: Operation, schemaChanges: SchemaChanges): readonly BreakingChange[] {
  const subject = before.operationId;
  const statuses = [...new Set([...Object.keys(before.responses), ...Object.keys(after.responses)])];
  return statuses.flatMap((status) => {
    const former = before.responses[status];
    const present = after.responses[status];
    if (former !== undefined && present !== undefined) {
      const place = { subject, path: `answer ${status}` };
      return contentChanges(former.content, present.content, 'response', place, schemaChanges);
    }
    if (Number(status) >= 400) return [];
    return [breaking(subject, `${status} is ${former === undefined ? 'a new' : 'no longer a'} status of its success`)];
  });
}

function contentChanges(
  before: Content = {},
  after: Content = {},
  direction: Direction,
  place: { readonly subject: string; readonly path: string },
  schemaChanges: SchemaChanges,
): readonly BreakingChange[] {
  return Object.entries(before).flatMap(([type, { schema }]) => {
    const now = after[type];
    if (now === undefined) return [breaking(place.subject, `${place.path}: ${type} is removed`)];
    return schemaChanges(schema, now.schema, direction, place);
  });
}
