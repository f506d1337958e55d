import { STATUS_OF } from '@corridor/adapters-http';
import { CATALOGUE } from '@corridor/core';
import { ERROR_DETAILS, REMEDIES } from '@corridor/core/internal';

/** What an error of each status is about. A status without a row stops the generator. */
const KINDS = {
  400: 'The request is wrong',
  401: 'The caller is not authenticated',
  403: 'The caller is not allowed',
  404: 'The resource does not exist',
  405: 'The method does not exist',
  409: 'The state of the resource does not allow it',
  410: 'The resource is deleted',
  412: 'The UMA versions do not match',
  423: 'Too many attempts have failed',
  424: 'A third party failed',
  429: 'A limit is reached',
  500: 'Corridor failed',
  501: 'The operation is not available',
  503: 'Corridor is temporarily unavailable',
};

const INTRODUCTION = `# Errors

Written from the error catalogue by \`npm run docs:write\`; do not edit.

Every error has the body \`{ "status", "code", "message", "details" }\`. Branch on \`code\`: a code is never renamed or
removed. The message is for people and can change.

- **Retry**: _yes_ means that the same request may succeed later without a change. Send it again with the same
  idempotency key. _No_ means that the request or the resource has to change first. Where the answer has a
  \`Retry-After\` header, a retry after that time can succeed, whatever the table says.
- **Details**: \`details.requestId\` is in every error; give it to the operator when you report a problem. The table
  names what else \`details\` can hold. \`errors\` is a list of invalid fields, each with the path of the \`field\` and a
  \`message\` or a \`constraint\`. \`fields\` is a list of names of missing fields. \`reason\` is a code that refines the error.
  \`retryAfter\` is a number of seconds. \`lockedUntil\` is the time at which a lock ends.
- **Remedy**: what the caller does.

The table of statuses is \`STATUS_OF\` in [\`packages/adapters-http/src/app/errors.ts\`](../packages/adapters-http/src/app/errors.ts),
the catalogue is [\`packages/core/src/kernel/errors.ts\`](../packages/core/src/kernel/errors.ts).`;

/** Every code of the catalogue, by the status that it answers with. */
export function errorsDocument() {
  const codes = Object.keys(CATALOGUE);
  const statuses = [...new Set(codes.map((code) => STATUS_OF[code]))].toSorted((a, b) => a - b);
  return [INTRODUCTION, ...statuses.flatMap((status) => section(status, codes))].join('\n\n');
}

function section(status, codes) {
  const kind = KINDS[status];
  if (kind === undefined) throw new Error(`errors-document.mjs has no kind for status ${status}`);
  const rows = codes.filter((code) => STATUS_OF[code] === status).map(row);
  const head = [['Code', 'Meaning', 'Retry', 'Details', 'Remedy'], Array(5).fill('---')];
  return [`## ${status}: ${kind}`, [...head, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

const row = (code) => [
  `\`${code}\``,
  CATALOGUE[code].meaning,
  CATALOGUE[code].retryable ? 'yes' : 'no',
  (ERROR_DETAILS[code] ?? []).map((name) => `\`${name}\``).join(', '),
  REMEDIES[code],
];
