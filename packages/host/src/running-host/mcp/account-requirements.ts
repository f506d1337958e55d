import { ACCOUNT_TYPES, BUSINESS_BENEFICIARY, expectation, type Field, findAccountType } from '@corridor/core/internal';
import * as z from 'zod';
import { currencyCode } from './forms.js';
import { at, recordsOf, type View } from './shown.js';
import { tool } from './tool.js';

const TYPES = ACCOUNT_TYPES.map(({ type }) => type) as [string, ...string[]];

/** The name of a type of external account. */
export const accountTypeName = z.enum(TYPES, { error: 'must be a type that list_account_types returns' });

const namesOf = (fields: readonly Field[]): readonly string[] => fields.map(({ name }) => name);

const PARTY_NAMES = new Set([
  ...['beneficiaryType', 'address'],
  ...namesOf(BUSINESS_BENEFICIARY.fields),
  ...ACCOUNT_TYPES.flatMap(({ beneficiary }) => namesOf(beneficiary.individual.fields)),
]);

/** The fields that the type does not know. The service would drop them, and so could pay another account than was meant. */
function unknownFields(info: Readonly<Record<string, unknown>> & { readonly accountType: string }): string[] {
  const row = findAccountType(info.accountType)!;
  const known = new Set(['accountType', 'beneficiary', ...namesOf(row.fields)]);
  const { beneficiary } = info;
  const party = typeof beneficiary === 'object' && beneficiary !== null ? Object.keys(beneficiary) : [];
  return [
    ...Object.keys(info).filter((name) => !known.has(name)),
    ...party.filter((name) => !PARTY_NAMES.has(name)).map((name) => `beneficiary.${name}`),
  ];
}

/** The details of an external account. The service checks the values of its fields by the type. */
export const accountInfo = z.looseObject({ accountType: accountTypeName }).superRefine((info, context) => {
  for (const name of unknownFields(info)) {
    context.addIssue({ code: 'custom', path: name.split('.'), message: `is not a field of ${info.accountType}` });
  }
});

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
function requirementsOf(row: (typeof ACCOUNT_TYPES)[number]) {
  const { presence, individual } = row.beneficiary;
  return {
    accountType: row.type,
    currencies: row.currencies,
    country: row.country,
    paymentRails: row.paymentRails,
    fields: row.fields.map(requirement),
    beneficiary: {
      required: presence === 'required',
      beneficiaryType: ['INDIVIDUAL', 'BUSINESS'],
      individual: {
        fields: individual.fields.map(requirement),
        address: { required: individual.address === 'required' },
      },
      business: { fields: BUSINESS_BENEFICIARY.fields.map(requirement) },
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
            : requirementsOf(row),
        ),
    }),
  say: (view) => {
    const types = recordsOf(view);
    if (types.length !== 1) return `${types.length} types: ${types.map((type) => at(type, 'accountType')).join(', ')}`;
    const [type] = types as readonly [View];
    const { beneficiary } = type as { readonly beneficiary?: View };
    return [
      `${at(type, 'accountType')} needs:`,
      ...fieldLines(type['fields'], ''),
      ...fieldLines((beneficiary?.['individual'] as View | undefined)?.['fields'], 'beneficiary.'),
    ].join('\n');
  },
});

const fieldLines = (fields: unknown, prefix: string): readonly string[] =>
  (Array.isArray(fields) ? fields : []).map(
    (field) =>
      `- ${prefix}${at(field, 'field')}${at(field, 'required') === 'true' ? '' : ' (optional)'}: ${at(field, 'form')}`,
  );
