/** The introduction of the document; docs/http.md has the details. */
export const OVERVIEW = `Moves money across currencies and payment rails.

## Credentials

Platforms use HTTP Basic: the client id of an API token as username, its client secret as password. A token belongs to
one platform in one environment, sandbox or production, and has permissions: \`VIEW\` for reads, \`TRANSACT\` for
payments, \`MANAGE\` for everything else. Agents use \`Authorization: Bearer\` with their access token. A record of another
platform or environment is 404, as if it did not exist.

## Client library

The samples for TypeScript use \`@corridor/client\`. \`corridor\` is made once, on your server; \`agent\` likewise with
\`credential: { accessToken }\`.

\`\`\`ts
import { Corridor } from '@corridor/client';

const corridor = new Corridor({
  baseUrl: 'https://pay.example',
  credential: { clientId, clientSecret },
});
\`\`\`

## Units and formats

- An amount is an integer in the smallest unit of its currency: \`10000\` in a currency with two decimals is 100.00.
  Operations of stablecoins write amounts of tokens as strings of digits. Rates are decimal numbers for display.
- Fees in basis points: 100 are 1 %.
- Times are ISO 8601. Responses use UTC with milliseconds.
- Ids are opaque texts, such as \`Quote:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e\`.
- Unknown fields of a body are ignored; an unknown query parameter is an error. In a PATCH, absent fields stay as they
  are, and \`null\` clears a field where its schema allows null.

## Idempotency

Send an \`Idempotency-Key\` with every write. A repeated request with the same key has one effect and gets the first
response byte for byte, with the header \`Idempotent-Replayed: true\`, for 24 hours. The same key with another body is
\`409 CONFLICT\`. Only successes are stored: after an error, correct the request and send it with the same key. A
challenge (202) is not stored either.

## Lists

A list returns \`data\`, \`hasMore\` and \`nextCursor\`. Pass \`nextCursor\` as \`cursor\` to read the next page, with the same
filters. A page can be short, or empty, and still have \`hasMore: true\`: read on until \`hasMore\` is false.

## Errors

Every error has \`status\`, \`code\`, \`message\` and \`details\`. Branch on \`code\`; the text of \`message\` can change.
\`details.errors\` names every invalid field at once, by its dot path. \`details.requestId\` equals the response header
\`X-Request-Id\`. Each operation lists its codes, when they occur, and what to do.

## Rate limits

A token may make 100 requests a second by default, and 200 at once after a quiet time. Above the limit, a request is
\`429 RATE_LIMITED\` with \`Retry-After\`.

## Webhooks

Events are sent to the \`webhookEndpoint\` of the platform at least once, signed, with the same id at every attempt. Verify
a signature over the exact bytes of the body, store the ids that you have processed, and answer with 2xx.`;
