import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../support/api.js';
import { type DeclaredOperation, type Examples, operationsOf } from '../support/document.js';
import { DATABASES } from '../support/host.js';
import { type UsedHost, useHost } from '../support/use-host.js';
import { exampleId } from './example-ids.js';

/** What a scenario has prepared for the example of an operation. */
export interface Prepared {
  /** Values that replace those of the example, in its path, query and body, such as ids of records. */
  readonly replace?: Readonly<Record<string, unknown>>;
  /** Headers besides the credential, such as those of a signed retry. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller, if it is not the platform's first token: an agent, another token, or no credential. */
  readonly api?: Api;
  /** The form of an operation with a file. */
  readonly form?: FormData;
}

/** Ids of records in place of those of the examples, by type. */
export const named = (ids: Readonly<Record<string, string>>): Prepared => ({
  replace: Object.fromEntries(Object.entries(ids).map(([type, id]) => [exampleId(type), id])),
});

/** Brings about the state that an example needs. It gets the example as the document shows it. */
export type Scenario = (used: UsedHost, example: Call) => Promise<Prepared>;

/**
 * Scenarios by operation id, or by operation id and example (`createQuote pay-from-a-balance`). An example without a
 * scenario is sent as it is.
 */
export type Scenarios = Readonly<Record<string, Scenario>>;

/** The operations of these tags, and what their examples need. */
export interface Area {
  readonly tags: readonly string[];
  readonly scenarios: Scenarios;
}

/** An example of the document. */
export interface Call {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

interface Exemplified {
  readonly examples?: Examples;
}

/** The names of all examples of an operation. */
function examplesOf({ object }: DeclaredOperation): readonly string[] {
  const names = new Set<string>();
  const collect = ({ examples = {} }: Exemplified): void => Object.keys(examples).forEach((name) => names.add(name));
  for (const parameter of object.parameters ?? []) collect(parameter);
  Object.values(object.requestBody?.content ?? {}).forEach((media) => collect(media));
  for (const [status, { content = {} }] of Object.entries(object.responses)) {
    if (Number(status) < 400) Object.values(content).forEach((media) => collect(media));
  }
  return [...names];
}

/**
 * One example of the document. Without the name of one, a call without a body. An example without an answer is one of
 * the status without a body.
 */
function callOf({ object }: DeclaredOperation, name: string | null): Call {
  const valueIn = ({ examples = {} }: Exemplified): unknown => (name === null ? undefined : examples[name]?.value);
  const succeeded = Object.entries(object.responses).filter(([status]) => Number(status) < 400);
  const [status, response] =
    succeeded.find(([, { content = {} }]) => Object.values(content).some((m) => valueIn(m) !== undefined)) ??
    succeeded.find(([, { content }]) => name !== null && content === undefined) ??
    succeeded[0]!;
  const valuesAt = (at: string): Record<string, unknown> =>
    Object.fromEntries(
      (object.parameters ?? [])
        .filter((parameter) => parameter.in === at)
        .map((parameter) => [
          parameter.name,
          valueIn(parameter) ?? (at === 'path' ? parameter.schema?.examples?.[0] : undefined),
        ])
        .filter(([, value]) => value !== undefined),
    ) as Record<string, unknown>;
  return {
    params: valuesAt('path'),
    query: valuesAt('query'),
    body: Object.values(object.requestBody?.content ?? {}).map((media) => valueIn(media))[0],
    status: Number(status),
    answer: Object.values(response.content ?? {}).map((media) => valueIn(media))[0],
  };
}

/** The value with every text that has a replacement replaced. */
export function replaced<T>(value: T, replace: Readonly<Record<string, unknown>>): T {
  if (typeof value === 'string') return (Object.hasOwn(replace, value) ? replace[value] : value) as T;
  if (Array.isArray(value)) return value.map((item) => replaced<unknown>(item, replace)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, replaced<unknown>(of, replace)])) as T;
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** Where an answer lacks what its example shows, or shows it with another type. */
export function differences(example: unknown, answer: unknown, path = ''): readonly string[] {
  if (kindOf(example) !== kindOf(answer)) return [`${path}: ${kindOf(answer)} instead of ${kindOf(example)}`];
  if (Array.isArray(example)) {
    if (example.length === 0) return [];
    const items = answer as readonly unknown[];
    return items.length === 0 ? [`${path}: is empty`] : differences(example[0], items[0], `${path}.0`);
  }
  if (kindOf(example) !== 'object') return [];
  return Object.entries(example as object).flatMap(([key, value]) => {
    const given = (answer as Record<string, unknown>)[key];
    return given === undefined ? [`${path}.${key}: is absent`] : differences(value, given, `${path}.${key}`);
  });
}

async function send(operation: DeclaredOperation, example: Call, prepared: Prepared, used: UsedHost): Promise<void> {
  const { replace = {}, headers = {}, api = used.api, form } = prepared;
  const params = replaced(example.params, replace);
  const path = operation.path
    .replace(/^\/[^/]+/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams(replaced(example.query, replace) as Record<string, string>).toString();
  const needsKey = operation.object.parameters?.some(({ name, required }) => name === 'Idempotency-Key' && required);
  const answer = await api.send(operation.method.toUpperCase(), path + (query === '' ? '' : `?${query}`), {
    headers: {
      ...(example.body !== undefined && form === undefined && { 'content-type': 'application/json' }),
      ...(needsKey && { 'idempotency-key': crypto.randomUUID() }),
      ...headers,
    },
    ...(form !== undefined && { body: form }),
    ...(example.body !== undefined && form === undefined && { body: JSON.stringify(replaced(example.body, replace)) }),
  });
  expect(answer.status, answer.text).toBe(example.status);
  expect(example.answer === undefined ? [] : differences(example.answer, answer.body), answer.text).toEqual([]);
}

/**
 * Sends every example of an area to a host, and compares the answer with the documented one: the status, and the
 * fields that the example shows. The client checks every answer against its schema.
 */
export function runExamples({ tags, scenarios }: Area): void {
  describe.each(DATABASES)('the examples of %s', (database) => {
    const used = useHost(database);
    let operations: readonly DeclaredOperation[] = [];
    beforeAll(async () => {
      operations = operationsOf(await used.api.document()).filter(({ object }) => tags.includes(object.tags[0]!));
    });

    it('are answered as documented', async () => {
      const failed: string[] = [];
      const known = new Set<string>();
      for (const operation of operations) {
        const names = examplesOf(operation);
        for (const name of names.length === 0 ? [null] : names) {
          const { operationId } = operation.object;
          const title = name === null ? operationId : `${operationId} ${name}`;
          known.add(title).add(operationId);
          const scenario = scenarios[title] ?? scenarios[operationId];
          try {
            const example = callOf(operation, name);
            await send(operation, example, (await scenario?.(used, example)) ?? {}, used);
          } catch (error) {
            failed.push(`${title}: ${error instanceof Error ? error.message : String(error)}`);
          }
        }
      }
      expect(failed.join('\n\n')).toBe('');
      expect(Object.keys(scenarios).filter((title) => !known.has(title))).toEqual([]);
      expect(operations.length).toBeGreaterThan(0);
    }, 300_000);
  });
}
