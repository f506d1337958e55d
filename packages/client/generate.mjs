// Generates src/generated from the OpenAPI document. `npm run client:write` runs it; a test compares the result.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { openApiDocument } from '@corridor/adapters-http';

/** `QUOTE_NOT_FOUND` becomes `QuoteNotFoundError`. */
const className = (code) =>
  `${code
    .toLowerCase()
    .replace(/(?:^|_)([a-z0-9])/g, (_, letter) => letter.toUpperCase())
    .replace(/Error$/, '')}Error`;

/** A class for each error code that a schema of an error permits, with its meaning if the document has an example. */
function errorClasses({ components: { schemas, examples } }) {
  const errors = Object.keys(schemas)
    .filter((name) => /^Error\d+$/.test(name))
    .flatMap((name) => {
      const { status, code } = schemas[name].properties;
      return code.enum.map((each) => ({ status: status.const, code: each }));
    })
    .sort((one, other) => (one.code < other.code ? -1 : 1));
  const classes = errors.map(({ status, code }) => {
    const meaning = examples[code] === undefined ? '' : `: ${examples[code].summary}`;
    return `/** ${status}${meaning}. */\nexport class ${className(code)} extends ApiError {}\n`;
  });
  const rows = errors.map(({ code }) => `  ${code}: ${className(code)},\n`);
  return (
    "// Generated from the OpenAPI document by `npm run client:write`; do not edit.\nimport { ApiError } from '../api-error.js';\n\n" +
    `${classes.join('\n')}\n/** The class of each error code. */\nexport const ERROR_CLASSES = {\n${rows.join('')}} as const;\n`
  );
}

/** Removes the generator's static list of clients, which would keep the credential of each one reachable. */
async function withoutRegistry(path) {
  const source = await readFile(path, 'utf8');
  const registry = /^class HeyApiRegistry<T> \{\n[\s\S]*?^\}\n\n/m;
  const members = / {4}public static readonly __registry[\s\S]*?^ {4}\}\n {4}\n/m;
  const without = source.replace(registry, '').replace(members, '');
  if (without.includes('__registry') || without.includes('HeyApiRegistry')) throw new Error(`${path} keeps clients`);
  await writeFile(path, without);
}

const mapValues = (of, change) => Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
const nameIn = ($ref) => $ref.split('/').at(-1);
/** A part of the document in place of a reference to it. */
const inPlace = (part, components) => (part.$ref === undefined ? part : components[nameIn(part.$ref)]);

/**
 * The document with a schema, and therefore a type, for each shared error. Other shared parts are at their places: the
 * generator would add a type for each shared parameter that nothing uses.
 */
function prepared(document) {
  const { responses, parameters, ...components } = document.components;
  const schemas = { ...components.schemas };
  const response = ([status, part]) => {
    const whole = inPlace(part, responses);
    if (whole === part || Number(status) < 400 || whole.content === undefined) return [status, whole];
    const name = nameIn(part.$ref);
    if (components.schemas[name] !== undefined) throw new Error(`a schema and a response have the name ${name}`);
    const { schema, ...media } = whole.content['application/json'];
    schemas[name] = { description: whole.description, ...schema };
    const reference = { $ref: `#/components/schemas/${name}` };
    return [status, { ...whole, description: '', content: { 'application/json': { ...media, schema: reference } } }];
  };
  const operation = (described) => ({
    ...described,
    parameters: (described.parameters ?? []).map((part) => inPlace(part, parameters)),
    responses: Object.fromEntries(Object.entries(described.responses).map(response)),
  });
  const items = (paths) => mapValues(paths, (item) => mapValues(item, operation));
  const [paths, webhooks] = [items(document.paths), items(document.webhooks)];
  return { ...document, paths, webhooks, components: { ...components, schemas } };
}

export async function generate(output) {
  const document = openApiDocument();
  await createClient({
    input: prepared(document),
    output: {
      path: output,
      module: { extension: '.js' },
      header: ['// Generated from the OpenAPI document by `npm run client:write`; do not edit.'],
    },
    plugins: [
      { name: '@hey-api/client-fetch', throwOnError: true },
      { name: '@hey-api/typescript', enums: false },
      {
        name: '@hey-api/sdk',
        operations: { strategy: 'single', containerName: 'Operations', methodName: '{{name}}' },
        responseStyle: 'data',
      },
    ],
    logs: { level: 'silent' },
  });
  await writeFile(join(output, 'errors.gen.ts'), errorClasses(document));
  await withoutRegistry(join(output, 'sdk.gen.ts'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await generate(process.argv[2] ?? fileURLToPath(new URL('src/generated', import.meta.url)));
}
