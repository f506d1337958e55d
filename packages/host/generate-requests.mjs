// Writes what the API accepts in the fields that tools of `corridor mcp` pass on. `npm run client:write` runs it; a test
// compares the result.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@corridor/adapters-http';

/** The fields of each operation, by their path in its body or the name of their query parameter. */
const FIELDS = {
  agentCreateQuote: [
    ...['destination.umaAddress', 'lockedCurrencySide', 'lockedCurrencyAmount'],
    ...['description', 'remittanceInformation', 'purposeOfPayment'],
  ],
  agentListActions: ['status', 'cursor'],
  agentListTransactions: ['type'],
  advanceSandboxClock: ['seconds'],
  createCustomer: ['fullName', 'platformCustomerId', 'currencies'],
  listWebhookEvents: ['resource'],
  sandboxDeposit: ['reference'],
  sandboxFundInternalAccount: ['amount'],
};

const LIMITS = ['enum', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'];

const document = openApiDocument();

/** A part of the document in place of a reference to it. */
function inPlace(part) {
  if (part?.$ref === undefined) return part;
  const found = part.$ref
    .split('/')
    .slice(1)
    .reduce((within, name) => within[name], document);
  return { ...inPlace(found), ...part, $ref: undefined };
}

/** The schema of a member, also one of an object that is one of several. */
function memberOf(schema, name) {
  const { properties, oneOf = [] } = inPlace(schema);
  return properties?.[name] ?? oneOf.map((one) => memberOf(one, name)).find((member) => member !== undefined);
}

function schemaOf({ parameters = [], requestBody }, field) {
  const parameter = parameters.map(inPlace).find(({ name }) => name === field);
  if (parameter !== undefined) return parameter.schema;
  const body = inPlace(requestBody)?.content['application/json'].schema;
  return body && field.split('.').reduce((schema, name) => schema && memberOf(schema, name), body);
}

export function requestLimits() {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const entries = Object.entries(FIELDS).map(([operationId, fields]) => {
    const operation = operations.find((one) => one.operationId === operationId);
    if (operation === undefined) throw new Error(`no operation is named ${operationId}`);
    const limits = fields.map((field) => {
      const schema = inPlace(schemaOf(operation, field));
      const found = LIMITS.filter((name) => schema?.[name] !== undefined).map((name) => [name, schema[name]]);
      if (found.length === 0) throw new Error(`${operationId} does not limit ${field}`);
      return [field, Object.fromEntries(found)];
    });
    return [operationId, Object.fromEntries(limits)];
  });
  return (
    '// Generated from the OpenAPI document by `npm run client:write`; do not edit.\n' +
    '/** What the API accepts in these fields, by operation. */\n' +
    `export const ACCEPTED = ${JSON.stringify(Object.fromEntries(entries), null, 2)} as const;\n`
  );
}

const FILE = fileURLToPath(new URL('src/running-host/mcp/accepted.gen.ts', import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(FILE, requestLimits());
