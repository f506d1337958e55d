import type { Operation } from '../kit/operation.js';

const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

/** A JSON value as a TypeScript literal. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[${value.map((item) => literal(item, indent)).join(', ')}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, of]) => `${inner}${isName(key) ? key : literal(key)}: ${literal(of, inner)},\n`);
  return `{\n${lines.join('')}${indent}}`;
}

/** The example value of a path parameter: of the example, otherwise of its schema. */
function paramsOf({ params, examples }: Operation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, { schema }]) => {
      const [shown] = (schema.meta()?.['examples'] ?? []) as readonly string[];
      return [name, examples[0]?.params?.[name] ?? shown ?? name];
    }),
  );
}

/** The first example of an operation as a call of `@corridor/client`. */
export function clientSample(operation: Operation): string {
  const { operationId, body, query, upload, permission, examples } = operation;
  const example = examples.find((each) => each.body !== undefined) ?? examples[0];
  const path = paramsOf(operation);
  const options = {
    ...(Object.keys(path).length > 0 && { path }),
    ...(query !== null && example?.query !== undefined && { query: example.query }),
    ...(body !== null && upload === null && example?.body !== undefined && { body: example.body }),
  };
  const isEmpty = Object.keys(options).length === 0;
  const call = upload === null ? (isEmpty ? '' : literal(options)) : '{ body: { ...fields, file } }';
  const caller = permission === 'AGENT' ? 'agent' : 'corridor';
  return `const answer = await ${caller}.${operationId}(${call});`;
}
