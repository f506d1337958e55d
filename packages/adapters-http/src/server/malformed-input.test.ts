import { type Context, type FieldError, ok } from '@corridor/core';
import { invalidFields, type Tx } from '@corridor/core/ports';
import { invalidInBeneficialOwnerPatch, invalidInCustomerPatch, invalidInTransfer } from '@corridor/core/internal';
import { describe, expect, test } from 'vitest';
import { operations } from './operations.js';
import { ANSWERS } from '../testing/answers.js';
import { REQUESTS } from '../testing/requests.js';
import { BASE, startServer } from '../testing/server.js';

const server = await startServer({}, { 'bulkImports.open': ANSWERS['bulkImports.open'] });
/** Applies the rules for the input as the use case does, which first looks up a record that does not exist here. */
const judge = <I>(name: string, invalid: (ctx: Context, input: I) => readonly FieldError[]) =>
  server.answers.set(name, (_tx: Tx, ctx: Context, input: I) => {
    const errors = invalid(ctx, input);
    return errors.length > 0 ? invalidFields(errors) : ok(ANSWERS[name]);
  });
judge('verification.owners.update', invalidInBeneficialOwnerPatch);
judge('customers.update', invalidInCustomerPatch);
judge('agents.me.transferIn', invalidInTransfer);
judge('agents.me.transferOut', invalidInTransfer);

type Path = readonly (string | number)[];

/** Values as JSON text, because some of them cannot be expressed in JavaScript. */
const ODD_NUMBERS = ['1.5', '-1', '1e21', '9007199254740992', '9007199254740993', '-9007199254740993', '1e400', '-0.5'];
/** An object whose conversion to a string throws. */
const HOSTILE = '{"toString":1,"valueOf":2}';
/** Two sample values for fields that do not accept numbers. */
const NUMBERS = ['5', '1e400'];
const OTHER_TYPES = {
  string: ['true', 'null', '[]', '{}', HOSTILE, '[[]]', '{"__proto__":{"a":1}}', ...NUMBERS],
  number: ['"100"', '""', 'true', 'null', '[]', '{}', HOSTILE, '["5"]', '{"__proto__":{"a":1}}', ...ODD_NUMBERS],
  boolean: ['"true"', '0', '1', 'null', '[]', '{}', HOSTILE, ...NUMBERS],
  array: ['"x"', 'true', 'null', '{}', HOSTILE, '{"length":1}', ...NUMBERS],
  object: ['"x"', 'true', 'null', '[]', '[{}]', ...NUMBERS],
} as const;
/** Texts that every field refuses. */
const BAD_TEXTS = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', JSON.stringify('x'.repeat(100_000))];

/** Fields that accept null: because null clears them, or because the table of account types treats it as absent. */
const NULLABLE = [
  'umaDomain',
  'webhookEndpoint',
  'invitationUri',
  'embeddedWalletConfig',
  'cardTokenization2faConfig',
  'maxSpendPerTransaction',
  'controls',
  'accountInfo.beneficiary.address',
  'accountInfo.beneficiary.address.city',
  'accountInfo.beneficiary.address.state',
  ...['policy.', ''].flatMap((policy) => [
    `${policy}spendingLimits.dailyLimit`,
    `${policy}spendingLimits.monthlyLimit`,
    `${policy}accountRestrictions.allowedAccountIds`,
    `${policy}accountRestrictions.accountRules.0.perTransactionLimit`,
    `${policy}approvalThresholds.amount`,
  ]),
];
/** Fields that accept null as absent in some operations only. */
const SCA_PROOF = ['challengeId', 'code', 'passkeyAssertion', 'origin'];
const NULLABLE_IN: Readonly<Record<string, readonly string[]>> = {
  completeScaLogin: SCA_PROOF,
  confirmBeneficiaryTrust: SCA_PROOF,
  confirmBeneficiaryUntrust: SCA_PROOF,
  authorizeQuote: [...SCA_PROOF, 'endUserIpAddress'],
};
/** Changes in which null clears optional fields. */
const CLEARED_IN: Readonly<Record<string, (field: string) => boolean>> = {
  updateCustomerById: (field) =>
    !['customerType', 'platformCustomerId', 'umaAddress', 'kycStatus', 'kybStatus', 'businessInfo'].includes(field) &&
    !/^(businessInfo\.legalName|endUserTermsConsent\..*|address\..*|.*\.\d+)$/.test(field),
  updateBeneficialOwner: (field) => /^personalInfo\.(middleName|email|phoneNumber|countryOfIssuance)$/.test(field),
};
/** Fields whose content is not validated. */
const OPEN = ['senderCustomerInfo', 'receiverCustomerInfo', 'passkeyAssertion'];

function* fieldsOf(value: unknown, path: Path = []): Generator<{ readonly path: Path; readonly value: unknown }> {
  if (path.length > 0) yield { path, value };
  if (typeof value !== 'object' || value === null || OPEN.includes(String(path.at(-1)))) return;
  for (const [key, inner] of Object.entries(value)) {
    yield* fieldsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

function badValues(operationId: string, field: string, value: unknown): readonly string[] {
  const kind = Array.isArray(value) ? 'array' : (typeof value as keyof typeof OTHER_TYPES);
  const texts = kind === 'string' ? BAD_TEXTS : [];
  const nullable = [...NULLABLE, ...(NULLABLE_IN[operationId] ?? [])];
  const clears = nullable.includes(field) || (CLEARED_IN[operationId]?.(field) ?? false);
  const decimals = field === 'ownershipPercentage' ? ['1.5'] : [];
  return [...OTHER_TYPES[kind], ...texts].filter((bad) => !decimals.includes(bad) && (bad !== 'null' || !clears));
}

/** The codes for a wrong value. The core has specific codes for values of the right type. */
const codesOf = (operationId: string, field: string): readonly string[] => [
  'INVALID_INPUT',
  ...(AMOUNTS_OF_TRANSFERS.includes(`${operationId}.${field}`) ? ['INVALID_AMOUNT'] : []),
  ...(`${operationId}.${field}` === 'createCustomer.umaAddress' ? ['INVALID_UMA_ADDRESS'] : []),
];
const AMOUNTS_OF_TRANSFERS = [
  'createTransferIn.amount',
  'createTransferOut.amount',
  'estimateCryptoWithdrawalFee.amount',
];
/** Operations that first look up a record, which does not exist here. */
const LOOKS_FIRST = ['confirmBeneficiaryTrust', 'confirmBeneficiaryUntrust', 'authorizeQuote'];

const LEAST = 100;
/** Numbers that no field accepts. They fill the cases of bodies with few fields. */
const HUGE_NUMBERS = Array.from({ length: LEAST }, (_, k) => `${k % 2 === 0 ? '' : '-'}${2n ** BigInt(54 + k)}`);

function casesOf(operationId: string, body: unknown): readonly (readonly [field: string, bad: string, text: string])[] {
  const fields = [...fieldsOf(body)].map(({ path, value }) => ({
    field: path.join('.'),
    value,
    within: around(body, path),
  }));
  const cases = fields.flatMap(({ field, value, within }) =>
    badValues(operationId, field, value).map((bad) => [field, bad, within(bad)] as const),
  );
  const more = HUGE_NUMBERS.map((bad) => [fields[0]!.field, bad, fields[0]!.within(bad)] as const);
  return [...cases, ...more.slice(0, Math.max(0, LEAST - cases.length))];
}

/** Replaces the value at the path by a raw text, which JSON.stringify might not produce. */
function around(body: unknown, path: Path): (text: string) => string {
  const marker = '@@here@@';
  const copy = structuredClone(body) as Record<string | number, never>;
  let at: Record<string | number, never> = copy;
  for (const key of path.slice(0, -1)) at = at[key]!;
  at[path.at(-1)!] = marker as never;
  const [before, after] = JSON.stringify(copy).split(`"${marker}"`);
  return (text) => before + text + after;
}
const withValue = (body: unknown, path: Path, text: string): string => around(body, path)(text);

const withBody = operations.filter(({ body, upload }) => body !== null && upload === null);

describe.each(withBody.map(({ operationId }) => operationId))('malformed input to %s', (operationId) => {
  const { method, path: url, body } = REQUESTS[operationId]!;
  const cases = casesOf(operationId, body);

  test(`is 400 with the field for each of ${cases.length} values, and reaches no use case`, async () => {
    expect(cases.length).toBeGreaterThanOrEqual(LEAST);
    const before = server.calls.length;
    const wrong: string[] = [];
    for (const [field, bad, text] of cases) {
      const reply = await server.call(method, BASE + url, text);
      const fields = reply.json?.details?.errors?.map((error) => error.field) ?? [];
      const named = fields.some((name) => name === field || name.startsWith(`${field}.`));
      if (reply.status !== 400 || !codesOf(operationId, field).includes(reply.json.code) || !named) {
        wrong.push(`${field}=${bad.slice(0, 40)} → ${reply.status} ${reply.text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(server.calls.slice(before).filter(({ isDone }) => isDone)).toEqual([]);
  });

  test('is 400 with all missing fields if required fields are missing', async () => {
    if (operations.find((operation) => operation.operationId === operationId)?.bodyRequired !== true) return;
    const reply = await server.call(method, BASE + url, {});
    const missing = reply.json?.details?.errors ?? [];
    expect(missing.every(({ field }) => field in body!)).toBe(true);
    // A change without fields is valid, except for cards.
    if (method === 'PATCH' && operationId !== 'updateCardById') expect([200, 404], reply.text).toContain(reply.status);
    else if (LOOKS_FIRST.includes(operationId)) expect(reply.status, reply.text).toBe(404);
    else expect([reply.status, missing.length > 0], reply.text).toEqual([400, true]);
  });
});

describe('amounts', () => {
  const send = (amount: string) =>
    server.call('POST', `${BASE}/quotes`, withValue(REQUESTS['createQuote']!.body, ['lockedCurrencyAmount'], amount));

  test.each(['1', '100', '1e2', '100.0', '9000000000000000'])('%s is accepted as that integer', async (amount) => {
    const before = server.calls.length;
    await send(amount);
    expect(server.calls.length).toBe(before + 1);
    expect(server.calls.at(-1)!.input).toMatchObject({ lockedCurrencyAmount: BigInt(Number(amount)) });
  });

  test.each([
    '0',
    '-1',
    '1.5',
    '9000000000000001',
    '9007199254740993',
    '1e21',
    '1e999',
    '"100"',
    'null',
    'true',
    '[1]',
  ])('%s is refused with the field', async (amount) => {
    const reply = await send(amount);
    expect([reply.status, reply.json.details.errors[0]?.field]).toEqual([400, 'lockedCurrencyAmount']);
  });
});

describe('query strings', () => {
  test.each([
    ['/transactions?limit=0', 'limit'],
    ['/transactions?limit=101', 'limit'],
    ['/transactions?limit=1.5', 'limit'],
    ['/transactions?limit=1e1', 'limit'],
    ['/transactions?limit=-1', 'limit'],
    ['/transactions?limit=%20%205', 'limit'],
    ['/transactions?limit=10&limit=20', 'limit'],
    ['/transactions?cursor=', 'cursor'],
    [`/transactions?reference=${'x'.repeat(1001)}`, 'reference'],
    ['/transactions?reference=a%00b', 'reference'],
    ['/transactions?status=DONE', 'status'],
    ['/transactions?type=CASH', 'type'],
    ['/transactions?sortOrder=up', 'sortOrder'],
    ['/transactions?startDate=yesterday', 'startDate'],
    ['/transactions?endDate=2025-02-30T00:00:00Z', 'endDate'],
    ['/transactions?customerId=unknown', 'customerId'],
    ['/customers?customerType=ROBOT', 'customerType'],
    ['/customers?isIncludingDeleted=1', 'isIncludingDeleted'],
    ['/customers?createdAfter=2025-10-13', 'createdAfter'],
    ['/customers/internal-accounts?type=SAVINGS', 'type'],
    ['/customers/external-accounts?customerId=Customer:1', 'customerId'],
    ['/platform/internal-accounts?type=SAVINGS', 'type'],
  ])('%s is 400 with the field', async (path, field) => {
    const reply = await server.call('GET', BASE + path);
    expect([reply.status, reply.json.code, reply.json.details.errors[0]?.field]).toEqual([400, 'INVALID_INPUT', field]);
  });

  test.each(['/transactions?limit=5&limit=6', '/customers?customerType=BUSINESS&customerType=BUSINESS'])(
    '%s is 400 because it repeats a parameter',
    async (path) => {
      const [error] = (await server.call('GET', BASE + path)).json.details.errors;
      expect(error).toMatchObject({ message: 'must be given only once' });
    },
  );

  test.each(
    operations.filter(({ permission }) => permission !== 'none').map(({ operationId }) => [operationId] as const),
  )('that are not declared for %s are 400 with their names', async (operationId) => {
    const { method, path, body } = REQUESTS[operationId]!;
    const query = `${path.includes('?') ? '&' : '?'}surprise=3&constructor=2&surprise=4`;
    const key = { 'idempotency-key': `unknown parameters of ${operationId}` };
    const reply = await server.call(method, `${BASE}${path}${query}`, body ?? undefined, key);
    expect([reply.status, reply.json.code], reply.text).toEqual([400, 'INVALID_INPUT']);
    const fields = reply.json.details.errors.map(({ field }) => field);
    expect(fields).toEqual(['surprise', 'constructor']);
  });
});

test('an id of the wrong type gets a message that names the accepted types', async () => {
  const text = withValue(REQUESTS['createQuote']!.body, ['destination', 'accountId'], '"Customer:1"');
  const [error] = (await server.call('POST', `${BASE}/quotes`, text)).json.details.errors;
  expect(error?.message).toBe('must be the id of an ExternalAccount or an InternalAccount');
});
