// Writes what the operations take that tools of `corridor mcp` call, from the OpenAPI document. `npm run client:write`
// runs it; a test compares the result.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@corridor/adapters-http';
import { OPERATIONS, WHOLE } from './tool-fields.mjs';

const LIMITS = ['enum', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'pattern', 'format'];
/** A part of the document in place of a reference to it. The description beside a reference is the nearer one. */
const resolverOf = (document) =>
  function inPlace(part) {
    if (part?.$ref === undefined) return part;
    const found = part.$ref
      .split('/')
      .slice(1)
      .reduce((within, name) => within[name], document);
    const { $ref: _ref, ...beside } = part;
    return { ...inPlace(found), ...beside };
  };

/** Names in capitals are the variants of a union: `destination.UMA_ADDRESS.currency`. */
const isVariant = (segment) => /^[A-Z][A-Z0-9_]*$/.test(segment);

/** `destination.ACCOUNT.paymentRail` is offered as `destinationPaymentRail`, if its tool does not name it. */
const offeredName = (field) =>
  field
    .split('.')
    .filter((segment) => !isVariant(segment))
    .map((segment, index) => (index === 0 ? segment : segment[0].toUpperCase() + segment.slice(1)))
    .join('');

/** What a field accepts. */
function accepted(field, schema, inPlace) {
  const limits = LIMITS.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]);
  if (schema.type === 'array') limits.push(['items', accepted(field, inPlace(schema.items), inPlace)]);
  else if (!['string', 'integer', 'boolean'].includes(schema.type)) {
    throw new Error(`tools cannot take ${field}, of type ${schema.type}: leave it out, or enter it into WHOLE`);
  }
  return { type: schema.type, ...Object.fromEntries(limits) };
}

/** The fields of an operation, without those that its tools leave out. */
function requestOf(operation, leavesOut, inPlace) {
  const fields = {};
  const choices = {};
  const unused = new Set(leavesOut);

  function takeLeaf(field, schema, place) {
    if (schema.const !== undefined) return { in: place.in, const: schema.const };
    const { description, default: byDefault } = schema;
    return {
      in: place.in,
      name: offeredName(field),
      ...(place.isRequired && (place.within === null ? { required: true } : { requiredWith: place.within })),
      ...(WHOLE.includes(field) ? {} : accepted(field, schema, inPlace)),
      ...(byDefault !== undefined && place.within === null && { default: byDefault }),
      ...(description !== undefined && { description }),
    };
  }

  /** `within` is the innermost part that a request may leave out; null if the request always has all parts around. */
  function take(field, part, place) {
    if (unused.delete(field)) return;
    const schema = inPlace(part);
    const isTakenApart = !WHOLE.includes(field);
    if (isTakenApart && schema.oneOf !== undefined) takeVariants(field, schema, place);
    else if (isTakenApart && schema.properties !== undefined) takeMembers(field, schema, place);
    else fields[field] = takeLeaf(field, schema, place);
  }

  function takeMembers(prefix, { properties, required = [] }, place) {
    const within = place.isRequired || prefix === '' ? place.within : prefix;
    for (const [name, member] of Object.entries(properties)) {
      if (isVariant(name)) throw new Error(`${name} looks like the name of a variant`);
      take(prefix === '' ? name : `${prefix}.${name}`, member, {
        in: place.in,
        isRequired: required.includes(name),
        within,
      });
    }
  }

  function takeVariants(prefix, { oneOf, discriminator }, place) {
    const variants = oneOf
      .map((part) => {
        const schema = inPlace(part);
        const name = schema.properties[discriminator.propertyName].const;
        return { name, schema, path: prefix === '' ? name : `${prefix}.${name}` };
      })
      .filter(({ path }) => !unused.delete(path));
    const isOnly = variants.length === 1;
    if (!isOnly) choices[prefix] = { isRequired: place.isRequired, variants: variants.map(({ path }) => path) };
    for (const { path, schema } of variants) {
      takeMembers(path, schema, { ...place, isRequired: isOnly && place.isRequired });
    }
  }

  for (const { in: at, name, schema, description, required = false } of (operation.parameters ?? []).map(inPlace)) {
    if (at === 'header') continue;
    take(name, { ...inPlace(schema), description }, { in: at, isRequired: required, within: null });
  }
  const body = inPlace(operation.requestBody)?.content['application/json'].schema;
  if (body !== undefined) take('', body, { in: 'body', isRequired: true, within: null });
  if (unused.size > 0) throw new Error(`${operation.operationId} does not have ${[...unused].join(', ')}`);
  return { fields, choices };
}

/** The text of the generated module: for each of these operations, its fields but for those that are left out. */
export function requests(document = openApiDocument(), called = OPERATIONS) {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const entries = Object.entries(called).map(([operationId, leavesOut]) => {
    const operation = operations.find((one) => one.operationId === operationId);
    if (operation === undefined) throw new Error(`no operation is named ${operationId}`);
    return [operationId, requestOf(operation, Object.values(leavesOut).flat(), resolverOf(document))];
  });
  const rows = (of) =>
    Object.entries(of).map(([name, value]) => `      ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const texts = entries.map(
    ([operationId, { fields, choices }]) =>
      `  ${operationId}: {\n    fields: {\n${rows(fields).join('')}    },\n    choices: {\n${rows(choices).join('')}    },\n  },\n`,
  );
  return (
    '// Generated from the OpenAPI document and tool-fields.mjs by `npm run client:write`; do not edit.\n' +
    '/** What the operations take that tools call. */\n' +
    `export const REQUESTS = {\n${texts.join('')}} as const;\n`
  );
}

const FILE = fileURLToPath(new URL('src/running-host/mcp/requests.gen.ts', import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(FILE, requests());
