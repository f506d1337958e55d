import { describe, expect, it } from 'vitest';
import type { FieldError } from '../../kernel/index.js';
import {
  expectation,
  ACCOUNT_TYPES,
  type AccountTypeRow,
  ADDRESS_FIELDS,
  BUSINESS_BENEFICIARY,
  exampleAccountInfo,
  EXTERNAL_ACCOUNT_TYPES,
  type ExternalAccountType,
  type Field,
  validateAccountInfo,
} from './index.js';

type Row = AccountTypeRow<ExternalAccountType>;
type Json = Record<string, unknown>;

const errorsOf = (info: unknown): readonly FieldError[] => {
  const result = validateAccountInfo(info);
  return result.ok ? [] : result.error;
};
const invalid = (info: unknown): readonly string[] => errorsOf(info).map((e) => e.field);

const without = (info: Json, name: string): Json =>
  Object.fromEntries(Object.entries(info).filter(([k]) => k !== name));
const examples = (fields: readonly Field[]): Json => Object.fromEntries(fields.map((of) => [of.name, of.example]));
const ADDRESS = examples(ADDRESS_FIELDS);

/** All fields of the row, except the identifying fields that would exclude the preferred ones. */
function fullInfo(row: Row): Json {
  const others = row.exclusive ? row.identifiedBy.slice(1).map(([primary]) => primary) : [];
  return {
    accountType: row.type,
    ...examples(row.fields.filter((of) => !others.includes(of.name))),
    ...(row.beneficiary.presence !== 'none' && {
      beneficiary: {
        beneficiaryType: 'INDIVIDUAL',
        ...examples(row.beneficiary.individual.fields),
        ...(row.beneficiary.individual.address !== 'none' && { address: ADDRESS }),
      },
    }),
  };
}

/** Values of which each violates one rule of a field. */
function broken(of: Field): readonly unknown[] {
  const values: unknown[] = [42, true, {}, [of.example], `${of.example.slice(0, -1)}\u0000`];
  if (of.enum !== undefined) values.push('SOMETHING_ELSE', of.example.toLowerCase());
  if (of.minLength !== undefined) values.push(of.example.slice(0, of.minLength - 1), ' '.repeat(of.minLength));
  if (of.maxLength !== undefined) values.push(of.example.padEnd(of.maxLength + 1, of.example.at(-1)));
  if (of.pattern !== undefined) values.push('§', of.example.replace(/.$/, '@'));
  return values;
}

const beneficiaryOf = (info: Json): Json => info['beneficiary'] as Json;
const OPTIONAL_WAYS = ACCOUNT_TYPES.filter((row) => row.identifiedBy.length > 1);
const WITH_BENEFICIARY = ACCOUNT_TYPES.filter((row) => row.beneficiary.presence !== 'none');

describe.each(ACCOUNT_TYPES)('$type', (row) => {
  const full = fullInfo(row);
  const least = exampleAccountInfo(row.type);

  it('accepts its required fields alone and all its fields, and keeps both unchanged', () => {
    expect(validateAccountInfo(least)).toEqual({ ok: true, value: least });
    expect(validateAccountInfo(full)).toEqual({ ok: true, value: full });
  });

  it('reports each missing required field, and no other', () => {
    for (const of of row.fields.filter((f) => f.required)) {
      expect(invalid(without(full, of.name))).toEqual([`accountInfo.${of.name}`]);
      expect(invalid({ ...full, [of.name]: null })).toEqual([`accountInfo.${of.name}`]);
    }
  });

  it('reports each invalid field with the violated constraint', () => {
    for (const of of row.fields.filter((f) => f.name in full)) {
      const { pattern, enum: values, minLength, maxLength } = of;
      const told = broken(of).map((value) =>
        errorsOf({ ...full, [of.name]: value }).map(({ field, constraint }) => ({
          field,
          pattern: constraint?.pattern,
          enum: constraint?.enum,
          minLength: constraint?.minLength,
          maxLength: constraint?.maxLength,
        })),
      );
      const error = { field: `accountInfo.${of.name}`, pattern, enum: values, minLength, maxLength };
      expect(told).toEqual(broken(of).map(() => [error]));
    }
  });

  it('reports all invalid fields at once', () => {
    const nothing = Object.fromEntries(row.fields.map((of) => [of.name, 7]));
    const expected = row.fields.map((of) => `accountInfo.${of.name}`);
    if (row.beneficiary.presence === 'required') expected.push('accountInfo.beneficiary');
    expect(new Set(invalid({ accountType: row.type, ...nothing }))).toEqual(new Set(expected));
  });
});

describe.each(WITH_BENEFICIARY)('the beneficiary of $type', (row) => {
  const full = fullInfo(row);
  const person = beneficiaryOf(full);
  const shape = row.beneficiary.individual;

  it(`is ${row.beneficiary.presence}`, () => {
    const missing = row.beneficiary.presence === 'required' ? ['accountInfo.beneficiary'] : [];
    expect(invalid(without(full, 'beneficiary'))).toEqual(missing);
    expect(invalid({ ...full, beneficiary: 'Ada' })).toEqual(['accountInfo.beneficiary']);
    expect(errorsOf({ ...full, beneficiary: { ...person, beneficiaryType: 'ROBOT' } })).toMatchObject([
      { field: 'accountInfo.beneficiary.beneficiaryType', constraint: { enum: ['INDIVIDUAL', 'BUSINESS'] } },
    ]);
  });

  it('as a person is checked field by field', () => {
    for (const of of shape.fields) {
      const path = `accountInfo.beneficiary.${of.name}`;
      expect(invalid({ ...full, beneficiary: without(person, of.name) })).toEqual(of.required ? [path] : []);
      const told = broken(of).map((value) => invalid({ ...full, beneficiary: { ...person, [of.name]: value } }));
      expect(told).toEqual(broken(of).map(() => [path]));
    }
  });

  it(`as a person has an address that is ${shape.address}`, () => {
    const path = 'accountInfo.beneficiary.address';
    const withAddress = (address: unknown) => invalid({ ...full, beneficiary: { ...person, address } });
    expect(withAddress(undefined)).toEqual(shape.address === 'required' ? [path] : []);
    expect(withAddress({})).toEqual(
      shape.address === 'none' ? [] : [`${path}.line1`, `${path}.postalCode`, `${path}.country`],
    );
  });

  it('as a business needs only its legal name', () => {
    const business = { beneficiaryType: 'BUSINESS', ...examples(BUSINESS_BENEFICIARY.fields), address: ADDRESS };
    expect(validateAccountInfo({ ...full, beneficiary: business })).toMatchObject({ value: { beneficiary: business } });
    expect(invalid({ ...full, beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'X' } })).toEqual([]);
    expect(invalid({ ...full, beneficiary: without(business, 'legalName') })).toEqual([
      'accountInfo.beneficiary.legalName',
    ]);
  });
});

describe.each(OPTIONAL_WAYS)('the ways to identify a $type', (row) => {
  const primaries = row.identifiedBy.map(([primary]) => primary);
  const choosable = (names: readonly string[]) =>
    row.fields.filter((of) => !of.required && names.includes(of.name)).map((of) => `accountInfo.${of.name}`);
  const bare = primaries.reduce(without, fullInfo(row));
  const of = (name: string) => ({ [name]: row.fields.find((f) => f.name === name)!.example });

  it('are satisfied by any one of them', () => {
    for (const primary of primaries) expect(invalid({ ...bare, ...of(primary) })).toEqual([]);
  });

  it('require one of them', () => {
    expect(new Set(invalid(bare))).toEqual(new Set(choosable(primaries)));
  });

  it('require the qualifying fields of the given one', () => {
    for (const [primary, ...others] of row.identifiedBy) {
      for (const missing of choosable(others)) {
        const name = missing.replace('accountInfo.', '');
        expect(invalid(without({ ...bare, ...of(primary) }, name))).toEqual([missing]);
      }
    }
  });
});

it('a Lightning account is an address, an invoice or an offer, but never two of them', () => {
  const both = { accountType: 'LIGHTNING', invoice: 'lnbc1', lightningAddress: 'ada@wallet.example' };
  expect(invalid(both)).toEqual(['accountInfo.invoice', 'accountInfo.lightningAddress']);
});

it('an unknown type is refused with the list of known ones', () => {
  for (const accountType of ['XXX_ACCOUNT', 'ARS_ACCOUNT', 'constructor', '__proto__', 7, null, undefined]) {
    const isMissing = accountType === null || accountType === undefined;
    const message = isMissing ? 'is required' : 'is not a known external account type';
    expect(errorsOf({ accountType })).toEqual([
      { field: 'accountInfo.accountType', constraint: { enum: EXTERNAL_ACCOUNT_TYPES }, message },
    ]);
  }
});

it('details that are not an object are one error under the given prefix', () => {
  for (const info of [undefined, null, 'x', 7, []]) {
    const message = info === undefined ? 'is required' : 'must be an object';
    expect(validateAccountInfo(info, 'destination.info')).toEqual({
      ok: false,
      error: [{ field: 'destination.info', message }],
    });
  }
});

it('fields that the type does not know are dropped at every level', () => {
  const info = exampleAccountInfo('AED_ACCOUNT');
  const person = info.beneficiary!;
  const noisy = {
    ...info,
    paymentRails: ['SWIFT'],
    clabeNumber: '1',
    beneficiary: { ...person, legalName: 'x', address: { ...person.address, planet: 'x' } },
  };
  expect(validateAccountInfo(noisy)).toEqual({ ok: true, value: info });
});

it('a birth date is a day of the calendar', () => {
  const born = (birthDate: string) =>
    invalid({
      ...exampleAccountInfo('USD_ACCOUNT'),
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'A', birthDate },
    });
  expect(born('2000-02-29')).toEqual([]);
  for (const date of ['2001-02-29', '2000-13-01', '2000-00-10', '2000-01-32']) {
    expect(born(date)).toEqual(['accountInfo.beneficiary.birthDate']);
  }
});

it('a part of the details that is not an object, or is missing, is reported as such', () => {
  const euro = exampleAccountInfo('EUR_ACCOUNT');
  const { beneficiary: person } = euro;
  const missing = { ...euro, beneficiary: undefined };
  expect(errorsOf(missing)).toEqual([{ field: 'accountInfo.beneficiary', message: 'is required' }]);
  expect(errorsOf({ ...euro, beneficiary: [] })).toEqual([
    { field: 'accountInfo.beneficiary', message: 'must be an object' },
  ]);
  expect(errorsOf({ ...euro, beneficiary: { ...person, address: 'Main Street 1' } })).toEqual([
    { field: 'accountInfo.beneficiary.address', message: 'must be an object' },
  ]);
  expect(errorsOf({ ...euro, beneficiary: { ...person, beneficiaryType: null } })).toEqual([
    {
      field: 'accountInfo.beneficiary.beneficiaryType',
      constraint: { enum: ['INDIVIDUAL', 'BUSINESS'] },
      message: 'must be INDIVIDUAL or BUSINESS',
    },
  ]);
});

it('inherited properties do not count as fields', () => {
  const info = Object.create(exampleAccountInfo('GBP_ACCOUNT')) as Json;
  expect(invalid(info)).toEqual(['accountInfo.accountType']);
});

describe('the expectation of a field', () => {
  it('says in words what every pattern requires', () => {
    const fields = ACCOUNT_TYPES.flatMap((row) => [...row.fields, ...row.beneficiary.individual.fields]);
    const texts = new Set(fields.filter(({ pattern }) => pattern !== undefined).map(expectation));
    expect([...texts].filter((text) => !/^must (have|be|have the form of) /.test(text))).toEqual([]);
    expect(texts).toContain('must have 9 digits');
    expect(texts).toContain('must have 9 to 13 digits');
    expect(texts).toContain('must be an IBAN, such as DE89370400440532013000');
    expect(texts).toContain('must be a phone number with + and the country code, such as +15555550123');
    expect(texts).toContain('must have the form of HDFC0001234');
  });
});
