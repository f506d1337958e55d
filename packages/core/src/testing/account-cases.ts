import {
  ACCOUNT_TYPES,
  type AccountTypeRow,
  ADDRESS_FIELDS,
  BUSINESS_BENEFICIARY,
  exampleAccountInfo,
  type ExternalAccountType,
  type Field,
} from '../accounts/index.js';

export type Json = Readonly<Record<string, unknown>>;

/** Account details and the expected result. */
export interface AccountCase {
  readonly type: ExternalAccountType;
  /** The rule that the details break; starts with `valid` if the details break no rule. */
  readonly rule: string;
  readonly currency: string;
  readonly info: Json;
  readonly code: 'added' | 'INVALID_INPUT' | 'INVALID_CURRENCY' | 'INVALID_BANK_ACCOUNT';
  /** The paths of exactly the fields that the error must name. */
  readonly fields: readonly string[];
}

type Row = AccountTypeRow<ExternalAccountType>;

const examples = (fields: readonly Field[]): Json => Object.fromEntries(fields.map((of) => [of.name, of.example]));
const without = (of: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)));

const ADDRESS = examples(ADDRESS_FIELDS);
const BUSINESS: Json = { beneficiaryType: 'BUSINESS', ...examples(BUSINESS_BENEFICIARY.fields), address: ADDRESS };

/** All fields of the row, except the identifying fields that would exclude the preferred ones. */
function fullInfo(row: Row): Json {
  const { presence, individual } = row.beneficiary;
  const others = row.exclusive ? row.identifiedBy.slice(1).flat() : [];
  const party = {
    beneficiaryType: 'INDIVIDUAL',
    ...examples(individual.fields),
    ...(individual.address !== 'none' && { address: ADDRESS }),
  };
  return {
    accountType: row.type,
    ...examples(row.fields.filter((of) => !others.includes(of.name))),
    ...(presence !== 'none' && { beneficiary: party }),
  };
}

/** One value for each rule of a field that can be broken, by the name of the rule. */
function broken(of: Field): readonly (readonly [string, unknown])[] {
  const values: (readonly [string, unknown])[] = [['type', 42]];
  if (of.required) values.push(['required', undefined], ['null', null]);
  if (of.enum !== undefined) values.push(['enum', 'SOMETHING_ELSE']);
  if (of.pattern !== undefined) values.push(['pattern', `${of.example.slice(0, -1)}@`]);
  if (of.minLength !== undefined) values.push(['minLength', of.example.slice(0, of.minLength - 1)]);
  if (of.maxLength !== undefined) values.push(['maxLength', of.example.padEnd(of.maxLength + 1, of.example.at(-1))]);
  if (of.format === 'date') values.push(['date', '2025-02-30']);
  return values;
}

/**
 * Cases that each break one rule of these fields in an otherwise valid object; `within` puts the object into the
 * account information.
 */
const perField = (fields: readonly Field[], right: Json, path: string, within: (of: Json) => Json) =>
  fields
    .filter((of) => of.name in right)
    .flatMap((of) =>
      broken(of).map(([rule, value]) => ({
        rule: `${rule} of ${path}${of.name}`,
        info: within({ ...right, [of.name]: value }),
        fields: [`accountInfo.${path}${of.name}`],
      })),
    );

type Broken = Pick<AccountCase, 'rule' | 'info' | 'fields'>;

function beneficiaryCases(row: Row, full: Json): readonly Broken[] {
  const { presence, individual } = row.beneficiary;
  if (presence === 'none') return [];
  const path = 'accountInfo.beneficiary';
  const person = full['beneficiary'] as Json;
  const within = (beneficiary: unknown): Json => ({ ...full, beneficiary });
  const inAddress = (address: Json): Json => within({ ...person, address });
  return [
    ...(presence === 'required'
      ? [{ rule: 'required beneficiary', info: without(full, 'beneficiary'), fields: [path] }]
      : []),
    { rule: 'type of beneficiary', info: within('Ada'), fields: [path] },
    {
      rule: 'enum of beneficiaryType',
      info: within({ ...person, beneficiaryType: 'ROBOT' }),
      fields: [`${path}.beneficiaryType`],
    },
    ...perField(individual.fields, person, 'beneficiary.', within),
    ...perField(BUSINESS_BENEFICIARY.fields, BUSINESS, 'beneficiary.', within),
    ...(individual.address === 'none' ? [] : perField(ADDRESS_FIELDS, ADDRESS, 'beneficiary.address.', inAddress)),
    ...(individual.address === 'required'
      ? [{ rule: 'required address', info: within(without(person, 'address')), fields: [`${path}.address`] }]
      : []),
  ];
}

/** Ways to identify an account: one must be complete, and some types allow only one. */
function wayCases(row: Row, full: Json): readonly Broken[] {
  if (row.identifiedBy.length < 2) return [];
  const primaries = row.identifiedBy.map(([primary]) => primary);
  const bare = without(full, ...primaries);
  const example = (name: string) => row.fields.find((of) => of.name === name)!.example;
  const optional = (name: string): boolean => row.fields.some((of) => of.name === name && !of.required);
  const paths = (names: readonly string[]) => names.filter(optional).map((name) => `accountInfo.${name}`);
  return [
    { rule: 'no way to identify it', info: bare, fields: paths(primaries) },
    ...row.identifiedBy.flatMap(([primary, ...others]) =>
      others.filter(optional).map((name) => ({
        rule: `${primary} without ${name}`,
        info: { ...without(bare, name), [primary]: example(primary) },
        fields: paths([name]),
      })),
    ),
    ...(row.exclusive
      ? primaries.slice(1).map((other) => ({
          rule: `${primaries[0]} and ${other}`,
          info: { ...full, [other]: example(other) },
          fields: paths([primaries[0]!, other]),
        }))
      : []),
  ];
}

function validCases(row: Row, full: Json): readonly Broken[] {
  const primaries = row.identifiedBy.map(([primary]) => primary);
  const bare = without(full, ...primaries);
  const by = (primary: string): Json => ({
    ...bare,
    [primary]: row.fields.find((of) => of.name === primary)!.example,
  });
  return [
    { rule: 'valid with the least', info: exampleAccountInfo(row.type), fields: [] },
    { rule: 'valid with everything', info: full, fields: [] },
    ...(primaries.length > 1
      ? primaries.map((primary) => ({ rule: `valid by its ${primary}`, info: by(primary), fields: [] }))
      : []),
    ...(row.beneficiary.presence === 'none'
      ? []
      : [{ rule: 'valid of a business', info: { ...full, beneficiary: BUSINESS }, fields: [] }]),
  ];
}

function casesOf(row: Row): readonly AccountCase[] {
  const full = fullInfo(row);
  const { type } = row;
  const asset = full['assetType'];
  const currency = typeof asset === 'string' ? asset : row.currencies[0]!;
  const invalid = [
    ...perField(row.fields, full, '', (info) => info),
    ...wayCases(row, full),
    ...beneficiaryCases(row, full),
  ];
  return [
    ...validCases(row, full).map((of) => ({ type, currency, code: 'added' as const, ...of })),
    ...invalid.map((of) => ({ type, currency, code: 'INVALID_INPUT' as const, ...of })),
    { type, currency: 'KRW', code: 'INVALID_CURRENCY', rule: 'another currency', info: full, fields: ['currency'] },
  ];
}

/**
 * For every account type: valid details, and one case for each rule of its row with only that rule broken. Check digits
 * are not included.
 */
export const accountCases = (): readonly AccountCase[] => ACCOUNT_TYPES.flatMap(casesOf);
