import type { ExternalAccountType } from '@corridor/core/records';
import {
  ACCOUNT_TYPES,
  accountType,
  BUSINESS_BENEFICIARY,
  exampleAccountInfo,
  FIELD_CONTENTS,
  instructionFields,
  PAYMENT_ACCOUNTS,
} from '@corridor/core/internal';
import { describe, expect, it } from 'vitest';
import { accountWith, business, type Details, RIGHT, WRONG } from '../testing/account-details.js';
import { isLuhn } from './bank-numbers.js';
import { accountChecks } from './index.js';

const wrong = (type: ExternalAccountType, details: Details): readonly string[] =>
  accountChecks.check(accountWith(type, details)).map(({ field }) => field.replace('accountInfo.', ''));

describe('account checks', () => {
  it.each(ACCOUNT_TYPES)('accept the examples of $type, with optional fields', (row) => {
    for (const of of row.fields) expect(wrong(row.type, { [of.name]: of.example }), of.name).toEqual([]);
    expect(accountChecks.check(exampleAccountInfo(row.type))).toEqual([]);
  });

  it.each(RIGHT)('accept a %s with %o', (type, details) => {
    expect(wrong(type, details)).toEqual([]);
  });

  it.each(WRONG)('refuse a %s because of its %s', (type, field, details) => {
    expect(wrong(type, details)).toEqual([field]);
  });

  it('name every field that is wrong at once', () => {
    const details = {
      pixKey: '1',
      pixKeyType: 'CPF',
      taxId: '11144477734',
      ...business({ taxId: '1', countryOfResidence: 'BR' }),
    };
    expect(wrong('BRL_ACCOUNT', details)).toEqual(['pixKey', 'taxId', 'beneficiary.taxId']);
  });

  it('have a refused case for every content that an external account can have', () => {
    const contentOf = ([type, path]: (typeof WRONG)[number]) => {
      const name = path.split('.').at(-1);
      const { fields, beneficiary } = accountType(type);
      const all = [...fields, ...beneficiary.individual.fields, ...BUSINESS_BENEFICIARY.fields];
      return all.find((of) => of.name === name)?.content;
    };
    const onlyPaid = PAYMENT_ACCOUNTS.filter((row) => !ACCOUNT_TYPES.some(({ type }) => type === row.type))
      .flatMap(instructionFields)
      .flatMap(({ content }) => content ?? []);
    expect(onlyPaid).toEqual(['CBU', 'BITCOIN_ADDRESS']);
    const tried = new Set(WRONG.map(contentOf));
    expect(FIELD_CONTENTS.filter((content) => !tried.has(content) && !onlyPaid.includes(content))).toEqual([]);
  });

  it('refuse every account number with one mistyped digit', () => {
    for (const [type, name] of [
      ['EUR_ACCOUNT', 'iban'],
      ['MXN_ACCOUNT', 'clabeNumber'],
      ['US_ACCOUNT', 'routingNumber'],
      ['BRL_ACCOUNT', 'taxId'],
    ] as const) {
      const number = String(exampleAccountInfo(type)[name]);
      for (let at = 4; at < number.length; at += 1) {
        const mistyped = number.slice(0, at) + String((Number(number[at]) + 1) % 10) + number.slice(at + 1);
        expect(wrong(type, { [name]: mistyped }), mistyped).toEqual([name]);
      }
    }
  });
});

describe('tax numbers', () => {
  const is = (
    country: string,
    holder: 'INDIVIDUAL' | 'BUSINESS',
    value: string,
    type: 'SSN' | 'ITIN' | 'EIN' | null = null,
  ) => accountChecks.isTaxNumber({ country, holder, type, value });

  it.each([
    ['US', 'INDIVIDUAL', 'SSN', '536-90-4399', '666-90-4399'],
    ['US', 'INDIVIDUAL', 'ITIN', '912-70-1234', '812-70-1234'],
    ['US', 'BUSINESS', 'EIN', '91-1144442', '07-114444'],
    ['US', 'BUSINESS', null, '911144442', '07114444'],
    ['BR', 'INDIVIDUAL', null, '111.444.777-35', '111.444.777-36'],
    ['BR', 'BUSINESS', null, '11.222.333/0001-81', '111.444.777-35'],
    ['MX', 'BUSINESS', null, 'GODE561231GR8', 'GODE561232GR8'],
    ['CO', 'BUSINESS', null, '213123432-1', '213123432-2'],
    ['IN', 'BUSINESS', null, 'ACUPA7085R', 'ACUPA7085'],
    ['AR', 'BUSINESS', null, '20-05536168-2', '20-05536168-3'],
    ['CL', 'BUSINESS', null, '76086428-5', '76086428-6'],
    ['PE', 'BUSINESS', null, '20512333797', '20512333798'],
    ['AU', 'BUSINESS', null, '83914571673', '83914571674'],
    ['PL', 'BUSINESS', null, '8567346215', '8567346216'],
  ] as const)('of %s (%s, %s) accept %s and refuse %s', (country, holder, type, right, wrong) => {
    expect(is(country, holder, right, type)).toBe(true);
    expect(is(country, holder, wrong, type)).toBe(false);
  });

  it('of a country without a known rule are not checked', () => {
    expect(is('DE', 'BUSINESS', 'x')).toBe(true);
    expect(is('constructor', 'BUSINESS', 'x')).toBe(true);
  });
});

it('isLuhn follows ISO/IEC 7812', () => {
  expect(isLuhn('79927398713')).toBe(true);
  for (const last of '012456789') expect(isLuhn(`7992739871${last}`)).toBe(false);
});
