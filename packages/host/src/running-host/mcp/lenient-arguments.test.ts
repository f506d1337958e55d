import type { Agent } from '@corridor/client';
import { AGENT_PERMISSIONS } from '@corridor/core/records';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { toolsOfAgent } from './agent-tools.js';
import { asMeant } from './lenient-arguments.js';
import { parseArguments, type Tool } from './tool.js';

const TOOLS = toolsOfAgent({ customerId: 'Customer:x', policy: { permissions: AGENT_PERMISSIONS } } as never as Agent);
const named = (name: string): Tool => TOOLS.find((tool) => tool.name === name)!;
const ID = '01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';
const PAYMENT = { fromAccountId: `InternalAccount:${ID}`, toAccountId: `ExternalAccount:${ID}`, amount: 5 };

test.each<[string, string, unknown, unknown]>([
  ['no arguments that are null', 'get_policy', null, {}],
  ['no arguments that are an empty text', 'get_policy', '', {}],
  ['arguments that are JSON text', 'send_transfer', JSON.stringify(PAYMENT), PAYMENT],
  ['null for what is optional', 'list_accounts', { currency: null, limit: null, cursor: null }, {}],
  ['an empty text for what is optional', 'send_transfer', { ...PAYMENT, requestId: '', purposeOfPayment: '' }, PAYMENT],
  ['a number as text', 'send_transfer', { ...PAYMENT, amount: '5' }, PAYMENT],
  ['an optional number as text', 'list_accounts', { limit: ' 5 ' }, { limit: 5 }],
  ['null for an argument that the tool does not have', 'list_accounts', { sort: null }, {}],
])('a tool takes %s', (_what, name, given, input) => {
  expect(parseArguments(named(name), given)).toEqual({ ok: true, input });
});

test('the details of an account may be JSON text, also inside, and have null for fields that are left out', () => {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Example' };
  const accountInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', beneficiary };
  const expected = { ok: true, input: { currency: 'EUR', accountInfo } };
  for (const given of [
    JSON.stringify(accountInfo),
    { ...accountInfo, beneficiary: JSON.stringify(beneficiary) },
    { ...accountInfo, swiftCode: null, beneficiary: { ...beneficiary, email: '', address: null } },
  ]) {
    expect(parseArguments(named('add_external_account'), { currency: 'EUR', accountInfo: given })).toEqual(expected);
  }
});

test.each<[string, string, unknown]>([
  ['null for what is required', 'amount', { ...PAYMENT, amount: null }],
  ['an empty text for what is required', 'toAccountId', { ...PAYMENT, toAccountId: '' }],
  ['a fraction', 'amount', { ...PAYMENT, amount: '5.00' }],
  ['a number in words', 'amount', { ...PAYMENT, amount: 'five' }],
  ['a number with separators', 'amount', { ...PAYMENT, amount: '1,000' }],
  ['a number above the safe integers', 'amount', { ...PAYMENT, amount: '9007199254740993' }],
  ['a text that JSON cannot read', '', '{"amount": 5'],
  ['a list', '', [PAYMENT]],
  ['an unknown argument with a value', 'total', { ...PAYMENT, total: 5 }],
])('a tool refuses %s', (_what, field, given) => {
  const parsed = parseArguments(named('send_transfer'), given);
  expect(parsed).toMatchObject({ ok: false, invalid: [{ field }] });
});

test('lists and flags may be text, and their members are read in the same way', () => {
  const schema = z.object({
    ids: z.array(z.int()),
    on: z.boolean().optional(),
    of: z.object({ at: z.int() }).nullable(),
  });
  expect(asMeant(schema, { ids: '["1", 2]', on: 'false', of: '{"at": "3"}' })).toEqual({
    ids: [1, 2],
    on: false,
    of: { at: 3 },
  });
  const untouched = { ids: 'x', on: 'yes', of: 'at' };
  expect(asMeant(schema, untouched)).toEqual(untouched);
});
