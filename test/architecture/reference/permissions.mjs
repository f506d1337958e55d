import { operations } from '@corridor/adapters-http';
import { code, table, wrapped } from '../tables.mjs';

/** Who may call an operation with each permission. A permission without an entry stops the generator. */
const PERMISSIONS = {
  VIEW: 'An API token with any permission',
  TRANSACT: 'An API token with `TRANSACT`',
  MANAGE: 'An API token with `MANAGE`',
  AGENT: 'An agent, with its access token, within its policy',
  none: 'Every caller who knows the path: a secret in it identifies the resource',
};

const INTRODUCTION = `# Permissions

Generated from the operations of \`packages/adapters-http\` by \`npm run docs:write\`; do not edit.

Every operation of the API with the permission that it needs, for those who create API tokens. An operation that the
caller may not use answers 403 \`FORBIDDEN\`. \`TRANSACT\` and \`MANAGE\` each include \`VIEW\`, but not each other. A few
operations need a second permission for some requests; their error message names it.`;

export function permissionsDocument() {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const used = [...new Set(operations.map(({ permission }) => permission))];
  const unknown = used.filter((permission) => PERMISSIONS[permission] === undefined);
  if (unknown.length > 0) throw new Error(`reference/permissions.mjs does not describe ${unknown.join(', ')}`);
  const section = (tag) => [`## ${tag}`, operationsTable(operations.filter((operation) => operation.tag === tag))];
  return [
    INTRODUCTION,
    table(
      ['Permission', 'Who may call'],
      used.toSorted(inOrder).map((name) => [code(name), PERMISSIONS[name]]),
    ),
    ...tags.flatMap(section),
  ]
    .map(wrapped)
    .join('\n\n');
}

const ORDER = Object.keys(PERMISSIONS);
const inOrder = (one, other) => ORDER.indexOf(one) - ORDER.indexOf(other);

const operationsTable = (of) =>
  table(
    ['Operation', 'Permission', 'What it does'],
    of.map(({ method, path, permission, summary }) => [code(`${method} ${path}`), code(permission), summary]),
  );
