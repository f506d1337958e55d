import { describe, expect, test } from 'vitest';
import { webhooks } from '../api/events/webhooks.js';
import { operations } from './operations.js';
import { documentOf } from './openapi.js';
import { shareNothing } from './openapi-sharing.js';
import { TAG_DESCRIPTIONS } from './openapi-tags.js';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
}

const document = documentOf(operations, {}, shareNothing) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const { schemas } = document.components;
const described = new Map(
  Object.values(document.paths).flatMap((item) => Object.values(item).map((each) => [each.operationId, each] as const)),
);

const EMPTY_WORDS = new Set(
  'a an and are as at be been being by can do does for from has have how if in into is it its may must no not of on or'
    .concat(' so than that the their them there these they this to was were what when where which who will with would')
    .split(' '),
);

/** The words that carry meaning, without their endings: "The customers' ids" has "customer" and "id". */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '' && !EMPTY_WORDS.has(word))
      .map((word) => word.replace(/(ies|es|s|ed|ing|e|y)$/, '')),
  );

/** How many words a description has that its subject does not. */
function addedWords(description: string, ...subject: readonly string[]): number {
  const known = wordsOf(subject.join(' '));
  return [...wordsOf(description)].filter((word) => !known.has(word)).length;
}

const saysMore = (description: string | undefined, least: number, ...subject: readonly string[]): boolean =>
  description !== undefined && addedWords(description, ...subject) >= least;

/** The component schemas that a part of the document refers to, directly or through others. */
function componentsIn(part: unknown, found = new Set<string>()): ReadonlySet<string> {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (name === undefined || found.has(name) || /^Error\d{3}$/.test(name)) continue;
    found.add(name);
    componentsIn(schemas[name], found);
  }
  return found;
}

/** The fields of a schema without a description of their own, by their path. */
function silentFields(schema: Schema, path: string): readonly string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    // A field with one possible value is the discriminator of a union.
    ...(field.const !== undefined || saysMore(field.description, 2, name) ? [] : [`${path}.${name}`]),
    ...silentFields(field, `${path}.${name}`),
  ]);
  const nested = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf']
    .flatMap((keyword) => schema[keyword] as Schema | readonly Schema[] | undefined)
    .filter((part): part is Schema => typeof part === 'object' && part !== null)
    .flatMap((part) => silentFields(part, path));
  return [...own, ...nested];
}

/** The statuses of a record, each of which the description of its schema explains. */
const silentStatuses = ([name, schema]: readonly [string, Schema]): readonly string[] =>
  /Status$|State$/.test(name)
    ? (schema.enum ?? []).filter((value) => !schema.description?.includes(`\`${value}\`: `)).map((v) => `${name} ${v}`)
    : [];

/** Each tag with the component schemas that no earlier tag uses. */
const componentsOfTag = new Map<string, readonly string[]>();
const claimed = new Set<string>();
for (const tag of TAG_DESCRIPTIONS.keys()) {
  const used = operations
    .filter((operation) => operation.tag === tag)
    .flatMap(({ operationId }) => [...componentsIn(described.get(operationId))]);
  componentsOfTag.set(
    tag,
    [...new Set(used)].filter((name) => !claimed.has(name)),
  );
  used.forEach((name) => claimed.add(name));
}

test('every tag is described, and used', () => {
  expect([...new Set(operations.map(({ tag }) => tag))].sort()).toEqual([...TAG_DESCRIPTIONS.keys()].sort());
});

/** The names of all fields in a part of the document. */
function fieldsIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties } = part as Schema;
  return [...Object.keys(properties ?? {}), ...Object.values(part).flatMap(fieldsIn)];
}

test('every operation that a text names exists', () => {
  const names = [...described.keys(), ...webhooks.map(({ operationId }) => operationId)];
  const known = new Set([...names, ...fieldsIn(schemas)]);
  for (const { parameters } of described.values()) parameters.forEach(({ name }) => known.add(name));
  // Names of operations begin with a word such as `create`, which names of other things hardly do.
  const verbs = new Set(names.map((name) => /^[a-z]+/.exec(name)![0]));
  const named = [...JSON.stringify(document).matchAll(/`([a-z]+)[A-Z][A-Za-z]*`/g)]
    .filter(([, verb]) => verbs.has(verb!))
    .map(([name]) => name.slice(1, -1));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

describe.each([...TAG_DESCRIPTIONS.keys()])('the document of %s', (tag) => {
  const ofTag = operations.filter((operation) => operation.tag === tag);

  test('describes each operation by more than its summary', () => {
    const silent = ofTag.filter(
      ({ description, summary, operationId }) => !saysMore(description, 8, summary, operationId),
    );
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('says what each success means', () => {
    const silent = ofTag.flatMap(({ operationId, responses, outcomes }) =>
      Object.keys(responses)
        .filter((status) => !saysMore(outcomes[Number(status)], 2, 'success ok'))
        .map((status) => `${operationId} ${status}`),
    );
    expect(silent).toEqual([]);
  });

  test('has an example of each request body and of each response', () => {
    const missing = ofTag.flatMap(({ operationId, responses, body, upload, examples }) => [
      ...Object.keys(responses)
        .filter((status) => !examples.some((example) => example.status === Number(status)))
        .map((status) => `${operationId} ${status}`),
      ...(body !== null && upload === null && !examples.some((example) => example.body !== undefined)
        ? [`${operationId} body`]
        : []),
    ]);
    expect(missing).toEqual([]);
  });

  test('describes each parameter by more than its name', () => {
    const silent = ofTag.flatMap(({ operationId }) =>
      described
        .get(operationId)!
        .parameters.filter(({ name, description }) => !saysMore(description, 2, name))
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(silent).toEqual([]);
  });

  test('describes each field by more than its name', () => {
    const silent = componentsOfTag.get(tag)!.flatMap((name) => silentFields(schemas[name]!, name));
    expect(silent).toEqual([]);
  });

  test('explains each status', () => {
    const silent = componentsOfTag.get(tag)!.flatMap((name) => silentStatuses([name, schemas[name]!]));
    expect(silent).toEqual([]);
  });
});
