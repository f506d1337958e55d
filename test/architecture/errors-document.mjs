import { readFileSync } from 'node:fs';
import { STATUS_OF } from '@corridor/adapters-http';
import { CATALOGUE } from '@corridor/core';
import { ERROR_DETAILS, REMEDIES } from '@corridor/core/internal';
import { errorMessages } from './error-messages.mjs';
import { code as span, table } from './tables.mjs';

const ROOT = new URL('../../', import.meta.url);

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

Generated from the error catalogue and from the code that makes errors by \`npm run docs:write\`; do not edit.

Every error has the body \`{ "status", "code", "message", "details" }\`. Branch on \`code\`: a code is never renamed or
removed. The message is for people and can change.

- **Retry**: _yes_ means that the same request may succeed later without a change. Send it again with the same
  idempotency key. _No_ means that the request or the resource has to change first. Where the answer has a
  \`Retry-After\` header, a retry after that time can succeed even if the table says _no_.
- **Details**: \`details.requestId\` is in every error; give it to the operator when you report a problem. The table
  names what else \`details\` can hold. \`errors\` is a list of invalid fields, each with the path of the \`field\` and a
  \`message\` or a \`constraint\`. \`fields\` is a list of names of missing fields. \`reason\` is a code that refines the error.
  \`retryAfter\` is a number of seconds. \`lockedUntil\` is the time at which a lock ends.
- **Remedy**: what the caller does.
- **Messages**, below each table, are the texts that the program can answer with a code. \`{name}\` is a value that is
  filled in. A code without messages of its own answers with its meaning. [Messages of invalid
  fields](#messages-of-invalid-fields) are those of the members of \`details.errors\`.

The table of statuses is \`STATUS_OF\` in [\`packages/adapters-http/src/kit/errors.ts\`](../packages/adapters-http/src/kit/errors.ts),
the catalogue is [\`packages/core/src/kernel/errors.ts\`](../packages/core/src/kernel/errors.ts).`;

/**
 * Expressions from which the generator cannot read a code or a message, each with the reason why nothing is missing.
 * `says`: what the document says instead, by code; an empty text is the meaning of the code. `times`: the number of
 * places in the file, if there are several.
 */
const UNREADABLE = {
  'packages/core/src/rails/shaped-telling.ts: cause.fault': {
    because: 'what a member of a message of a rail must be, as its shape says',
  },
  'packages/core/src/accounts/shaped-travel-rule.ts: cause.fault': {
    because: 'what a member of a message of a partner of the travel rule must be, as its shape says',
  },
  'packages/core/src/stablecoins/shaped-issuer.ts: aText': {
    because: 'the shape of the message of an issuer, which is passed on',
  },
  'packages/adapters-http/src/server/check-request.ts: parameter.notFound': {
    because: 'the `notFound` code of a path parameter, with its meaning',
  },
  'packages/adapters-http/src/server/handler.ts: parameter.notFound': {
    because: 'the `notFound` code of a path parameter, with its meaning',
  },
  "packages/adapters-http/src/server/error-schemas.ts: z.string().optional().describe('What is wrong, for developers.')":
    {
      because: 'a schema that describes errors',
    },
  'packages/adapters-http/src/server/field-errors.ts: issue.message': {
    because: 'the messages of zod, which are read from its error maps, refinements and schemas',
  },
  'packages/adapters-http/src/api/customers/receive-csv.ts: cause.message': {
    because: 'the message of an UnreadableCsv, which is read where it is thrown',
  },
  'packages/adapters-http/src/pages/steps.ts: reason': {
    because: 'the reason of a verification error, which is read where it is made',
  },
  'packages/adapters-http/src/pages/visit.ts: error.message': { because: 'the message of another error' },
  'packages/adapters-rails/src/accounts/account-checks.ts: CHECKS[content](value, among, environment)': {
    because: 'the message of a check of the table, or the fault of an address',
    also: ['packages/adapters-rails/src/accounts/address-faults.ts'],
    says: {
      field: [
        'has a wrong check digit',
        'has a wrong check digit; its bank would be {bank}',
        'has wrong check digits, or does not have the format of its country',
        'is a card number with a wrong check digit',
        'has a wrong checksum (EIP-55): copy the address again, because a character of it is wrong',
        'has a wrong checksum: copy the address again, because a character of it is wrong',
        'is a link; send the address alone, without {scheme}: in front of it',
        'is a name, not an address; send the address that the name stands for',
        'is an address of a test network of Bitcoin',
        'is neither a CPF nor a CNPJ',
        'is not a Lightning address',
        'is not a Lightning invoice of the main network',
        'is not a Lightning offer of the main network',
        'is not a NIT',
        'is not a key of the type in pixKeyType',
        "is not a tax number of the business's country",
        'is not a valid address of a chain that carries the asset',
        'lacks 0x in front of its 40 hexadecimal digits',
        'must be 0x and 40 hexadecimal digits',
        'must be a Bitcoin address, which begins with bc1, 1 or 3',
        'must be a Solana address: 32 bytes in base58, which are 32 to 44 characters',
        'must be a Spark address of the main network, which begins with spark1',
        'must be a Tron address: T and 33 characters in base58',
        'must begin with 0x in small letters',
      ],
    },
  },
  'packages/core/src/accounts/add-external-account.ts: request.fault': {
    because: 'why an invoice or offer can never be paid',
    also: ['packages/adapters-rails/src/accounts/payment-requests.ts'],
    says: {
      field: [
        'asks for a fraction of a satoshi, which cannot be paid exactly; ask the payee for whole satoshis',
        'asks for bitcoin, but the account is in {currency}',
        'asks for a token, but the account is in {currency}',
        'has content behind its identity key that is not an invoice of Spark',
        'is of a test network, on which no real money is paid',
      ],
    },
  },
  'packages/adapters-rails/src/identity/passkeys.ts: authenticated.reason': {
    because: 'the reason of the WebAuthn library',
    says: { INVALID_SIGNATURE: ['{reason}'] },
  },
  'packages/adapters-rails/src/identity/passkeys.ts: registered.reason': {
    because: 'the reason of the WebAuthn library; a caller sees it as the message of a field',
    says: { field: ['{reason}'] },
  },
  'packages/core/src/stablecoins/begin-operation.ts: message': {
    because: 'the message of an issuer of stablecoins about an order that it does not execute',
    times: 2,
  },
  "packages/adapters-rails/src/uma/counterparty-errors.ts: REFUSALS.get(answer?.['code'])": {
    because: 'the codes of a table, each for a refusal of the counterparty',
    says: {
      AMOUNT_OUT_OF_RANGE: ['the counterparty refused the request with {code}'],
      COUNTERPARTY_NOT_ALLOWED: ['the counterparty refused the request with {code}'],
      INVALID_AMOUNT: ['the counterparty refused the request with {code}'],
      INVALID_CURRENCY: ['the counterparty refused the request with {code}'],
      INVALID_RECEIVER: ['the counterparty refused the request with {code}'],
      MISSING_MANDATORY_USER_INFO: ['the counterparty refused the request with {code}'],
      MISSING_REQUIRED_UMA_PARAMETERS: ['the counterparty refused the request with {code}'],
      SENDER_NOT_ACCEPTED: ['the counterparty refused the request with {code}'],
      UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: ['the counterparty refused the request with {code}'],
      VELOCITY_LIMIT_EXCEEDED: ['the counterparty refused the request with {code}'],
    },
  },
  'packages/adapters-rails/src/uma/counterparty-errors.ts: code': {
    because: 'the codes of the same table, for a refusal of an institution of this host',
  },
  'packages/adapters-rails/src/uma/protocol.ts: outcome.reason': {
    because: 'why the counterparty was not reached',
    says: { COUNTERPARTY_PUBKEY_FETCH_ERROR: ['{reason}'] },
  },
  'packages/adapters-rails/src/uma/sending-vasp.ts: outcome.reason': {
    because: 'why the counterparty was not reached',
    times: 2,
    says: { LNURLP_REQUEST_FAILED: ['{reason}'], PAYREQ_REQUEST_FAILED: ['{reason}'] },
  },
  'packages/adapters-rails/src/uma/receiving-vasp.ts: cause.code': {
    because: 'a code of the UMA library, compared with three codes and answered with their meaning',
    says: { MISSING_REQUIRED_UMA_PARAMETERS: [''], INVALID_INPUT: [''], INVALID_SIGNATURE: [''] },
  },
  'packages/core/src/accounts/receivables.ts: ...result.error': {
    because: 'an error for an amount that the balance does not cover, with the receivable added',
    says: {
      INVALID_AMOUNT: ['{message}: the account owes {owed} {currency} ({name}), which its next credits settle first'],
    },
  },
  'packages/core/src/cards/funding.ts: code': { because: 'an error of invalid fields with a `reason` added' },
  'packages/core/src/cards/funding.ts: message': { because: 'an error of invalid fields with a `reason` added' },
  'packages/core/src/codes/send-message.ts: answer.reason': {
    because: 'the reason of the message sender',
    says: { SERVICE_UNAVAILABLE: ['{reason}'] },
  },
  'packages/core/src/customers/bulk-columns.ts: error.code': {
    because: 'an error of invalid fields, with the fields renamed to columns',
  },
  'packages/core/src/events/delivery.ts: outcome.reason': {
    because: 'why the webhook endpoint was not reached',
    says: { WEBHOOK_DELIVERY_ERROR: ['{reason}'] },
  },
  'packages/core/src/kernel/rules.ts: expects': { because: 'the words beside the pattern of a field' },
  'packages/core/src/sca/enroll-factor.ts: first?.message': { because: 'the message of another error' },
  'packages/core/src/stablecoins/link-account.ts: LINKED.message': { because: 'the message of another error' },
  'packages/core/src/verification/identity-reviews.ts: reason': {
    because: 'the reason of a verification error, which is read where it is made',
  },
  'packages/core/src/verification/sandbox-documents.ts: faults': {
    because: 'the codes of a table, each with its meaning',
  },
};

const FIELDS = `## Messages of invalid fields

A member of \`details.errors\` names the \`field\`, and says one of these of it. Codes with \`errors\` in their details have
such a list, above all \`INVALID_INPUT\`.`;

/** Every code of the catalogue, by the status that it answers with, with its messages. */
export function errorsDocument() {
  const { messages, fields } = readMessages();
  const codes = Object.keys(CATALOGUE);
  const statuses = [...new Set(codes.map((code) => STATUS_OF[code]))].toSorted((a, b) => a - b);
  const sections = statuses.flatMap((status) => section(status, codes, messages));
  return [INTRODUCTION, ...sections, FIELDS, list(fields)].join('\n\n');
}

/** The messages that the sources show; fails where the table of unreadable expressions and the sources differ. */
function readMessages() {
  const { messages, fields, unreadable } = errorMessages(CATALOGUE);
  const wrong = differences(UNREADABLE, unreadable, (path) => readFileSync(new URL(path, ROOT), 'utf8'));
  if (wrong.length > 0) {
    throw new Error(
      `UNREADABLE of errors-document.mjs and the sources differ. Write a code or message out where the error is made, \
or enter it into the table with the reason:\n${wrong.join('\n')}`,
    );
  }
  for (const { says = {} } of Object.values(UNREADABLE)) {
    for (const [code, texts] of Object.entries(says)) {
      const into = code === 'field' ? fields : messages.get(code);
      for (const text of texts) into.add(text === '' ? CATALOGUE[code].meaning : text);
    }
  }
  return { messages, fields };
}

/** Where the entries differ from the expressions that cannot be read, and the texts that their sources do not contain. */
export function differences(entries, unreadable, sourceOf) {
  const wrong = [];
  for (const key of new Set([...Object.keys(entries), ...unreadable])) {
    const entry = entries[key];
    const places = unreadable.filter((one) => one === key).length;
    const expected = entry === undefined ? 0 : (entry.times ?? 1);
    if (places !== expected) wrong.push(`${key}: in ${places} places of the file, ${expected} in the table`);
    const [path] = key.split(': ');
    for (const part of Object.values(entry?.says ?? {}).flatMap(fixedPartsOf)) {
      const paths = [path, ...(entry.also ?? [])];
      if (!paths.some((each) => sourceOf(each).includes(part)))
        wrong.push(`${key}: the file does not contain "${part}"`);
    }
  }
  return wrong;
}

/** The parts of texts between the values that are filled in, without the punctuation around them. */
const fixedPartsOf = (texts) =>
  texts
    .flatMap((text) => text.split(/\{[^}]*\}/))
    .map((part) => part.replaceAll(/^\W+|\W+$/g, ''))
    .filter((part) => part.length >= 4);

function section(status, codes, messages) {
  const kind = KINDS[status];
  if (kind === undefined) throw new Error(`errors-document.mjs has no kind for status ${status}`);
  const own = codes.filter((code) => STATUS_OF[code] === status);
  const said = own.flatMap((code) => saidWith(code, messages.get(code)));
  return [
    `## ${status}: ${kind}`,
    table(['Code', 'Meaning', 'Retry', 'Details', 'Remedy'], own.map(row)),
    ...(said.length === 0 ? [] : [`Messages of ${status}:`, said.join('\n')]),
  ];
}

/** A code with its messages as a list; nothing where the meaning is all that it says. */
function saidWith(code, texts) {
  const { meaning } = CATALOGUE[code];
  return [...texts].every((text) => text === meaning) ? [] : [`- ${span(code)}`, list(texts, '  ')];
}

const list = (texts, indent = '') =>
  [...texts]
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((text) => `${indent}- ${span(text)}`)
    .join('\n');

const row = (code) => [
  span(code),
  CATALOGUE[code].meaning,
  CATALOGUE[code].retryable ? 'yes' : 'no',
  (ERROR_DETAILS[code] ?? []).map(span).join(', '),
  REMEDIES[code],
];
