import { accountType, ACCOUNT_TYPES, expectation, type Field } from '@corridor/core/internal';
import * as z from 'zod';
import { at, recordsOf } from './shown.js';
import { currencyCode, tool } from './tool.js';

const TYPES = ACCOUNT_TYPES.map(({ type }) => type) as [string, ...string[]];

/** The name of a type of external account. */
export const accountTypeName = z.enum(TYPES, { error: 'must be a type that list_account_types returns' });

/** The details of an external account. The service checks its fields by the type. */
export const accountInfo = z
  .looseObject({ accountType: accountTypeName })
  .describe('The details of the account: accountType, and the fields that list_account_types returns for it.');

/** What a value must look like. Examples are left out, because they could be taken for numbers of real accounts. */
function formOf(of: Field): string {
  if (of.enum !== undefined) return `must be one of ${of.enum.join(', ')}`;
  const words = expectation({ ...of, example: '…' });
  return words === 'must have the form of …' && of.pattern !== undefined ? `must match ${of.pattern}` : words;
}

const requirement = (of: Field) => ({
  field: of.name,
  required: of.required,
  ...(of.description !== undefined && { description: of.description }),
  form: formOf(of),
});

/** The fields of a type, with what each must look like. */
function requirementsOf(type: string) {
  const row = accountType(type as (typeof ACCOUNT_TYPES)[number]['type']);
  const { presence, individual } = row.beneficiary;
  return {
    accountType: row.type,
    currencies: row.currencies,
    country: row.country,
    paymentRails: row.paymentRails,
    fields: row.fields.map(requirement),
    beneficiary: {
      required: presence === 'required',
      fields: presence === 'none' ? [] : individual.fields.map(requirement),
      address: { required: individual.address === 'required' },
    },
  };
}

/** What has to be known about a receiver before an external account can be added. */
export const listAccountTypes = tool({
  name: 'list_account_types',
  title: 'What an external account needs',
  description:
    'Lists the types of external accounts (bank accounts, mobile wallets, wallets of chains) that hold a currency, or shows ' +
    'one type: which fields accountInfo must have, and what each must look like. Ask the person for real values; do not ' +
    'invent them.',
  effect: 'reads',
  input: z.strictObject({
    currency: currencyCode.optional().describe('Only types whose accounts hold this currency.'),
    accountType: accountTypeName.optional().describe('Only this type.'),
  }),
  run: (_call, { currency, accountType: type }) =>
    Promise.resolve({
      data: ACCOUNT_TYPES.filter((row) => currency === undefined || row.currencies.includes(currency))
        .filter((row) => type === undefined || row.type === type)
        .map((row) =>
          type === undefined
            ? { accountType: row.type, currencies: row.currencies, country: row.country }
            : requirementsOf(row.type),
        ),
    }),
  say: (view) => {
    const types = recordsOf(view);
    if (types.length !== 1) return `${types.length} types: ${types.map((type) => at(type, 'accountType')).join(', ')}`;
    const fields = types[0]!['fields'];
    const named = (Array.isArray(fields) ? fields : []).map(
      (field) =>
        `- ${at(field, 'field')}${at(field, 'required') === 'true' ? '' : ' (optional)'}: ${at(field, 'form')}`,
    );
    return [`${at(types[0], 'accountType')} needs:`, ...named].join('\n');
  },
});
