import { describe, expect, it } from 'vitest';
import type { Customer, CustomerNumbers } from '../customers/index.js';
import { fieldsAsked, keyOf, namedData, payerDataFor, travelRuleOf } from './payer-data.js';
import type { DataField, UmaOffer } from './ports.js';

it('data of another institution gets the names of CUSTOMER_INFO_FIELDS, and unknown keys are dropped', () => {
  const told = {
    identifier: '$bob@bank.example',
    compliance: { signature: '00' },
    name: 'Bob',
    birthDate: '1990-01-01',
    postalAddress: { country: 'US' },
    email: '',
    taxId: null,
    shoeSize: 44,
    constructor: 'x',
  };
  expect(namedData(told)).toEqual({ FULL_NAME: 'Bob', BIRTH_DATE: '1990-01-01', POSTAL_ADDRESS: { country: 'US' } });
});

describe('the fields that an institution requests', () => {
  it.each([
    ['FULL_NAME', 'name'],
    ['EMAIL', 'email'],
    ['POSTAL_ADDRESS', 'postalAddress'],
    ['PURPOSE_OF_PAYMENT', 'purposeOfPayment'],
  ] as const)('%s is called %s in messages', (name, key) => {
    expect(keyOf(name)).toBe(key);
    expect(fieldsAsked([{ key, mandatory: true }])).toEqual({ ok: true, value: [{ name, mandatory: true }] });
  });

  it('may be called by their names here, and leave out what every message contains', () => {
    const asked = [
      { key: 'identifier', mandatory: true },
      { key: 'BIRTH_DATE', mandatory: false },
      { key: 'compliance', mandatory: true },
      { key: 'shoeSize', mandatory: false },
      { key: 'email', mandatory: true },
    ];
    expect(fieldsAsked(asked)).toEqual({
      ok: true,
      value: [
        { name: 'BIRTH_DATE', mandatory: false },
        { name: 'EMAIL', mandatory: true },
      ],
    });
  });

  it('are refused if one of them is mandatory and unknown', () => {
    expect(fieldsAsked([{ key: 'shoeSize', mandatory: true }])).toMatchObject({
      error: {
        code: 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
        message: expect.stringContaining('shoeSize') as string,
      },
    });
  });
});

describe('the data about a payer', () => {
  const ADA = { fullName: 'Ada Lovelace', birthDate: '1990-01-01', email: null, address: null } as unknown as Customer;
  const NUMBERS = { taxId: null, identifier: null } as unknown as CustomerNumbers;
  const dataFor = (payerData: readonly DataField[], told: Readonly<Record<string, unknown>> = {}) =>
    payerDataFor({ payerData } as unknown as UmaOffer, ADA, NUMBERS, told);

  it('has mandatory fields from the record of the customer, and what the platform gave instead', () => {
    const asked = [
      { key: 'name', mandatory: true },
      { key: 'birthDate', mandatory: true },
    ];
    expect(dataFor(asked, { BIRTH_DATE: '1991-02-03' })).toEqual({
      ok: true,
      value: { name: 'Ada Lovelace', birthDate: '1991-02-03' },
    });
  });

  it('has optional fields only if the platform gave them', () => {
    const asked = [
      { key: 'name', mandatory: false },
      { key: 'email', mandatory: false },
      { key: 'phoneNumber', mandatory: false },
    ];
    expect(dataFor(asked, { EMAIL: 'ada@pay.example', PHONE_NUMBER: '' })).toEqual({
      ok: true,
      value: { email: 'ada@pay.example' },
    });
  });

  it('is refused with the names of the mandatory fields that are missing or empty', () => {
    const asked = [
      { key: 'name', mandatory: true },
      { key: 'email', mandatory: true },
      { key: 'phoneNumber', mandatory: true },
      { key: 'postalAddress', mandatory: false },
    ];
    const refused = dataFor(asked, { PHONE_NUMBER: '' });
    expect(refused).toMatchObject({
      error: { code: 'MISSING_MANDATORY_USER_INFO', details: { fields: ['EMAIL', 'PHONE_NUMBER'] } },
    });
  });

  it('is refused if the institution requires an unknown field', () => {
    expect(dataFor([{ key: 'shoeSize', mandatory: true }])).toMatchObject({
      error: { code: 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY' },
    });
  });
});

describe('the travel-rule data', () => {
  const of = (customer: Partial<Customer>) =>
    JSON.parse(travelRuleOf(customer as Customer, '$bob@bank.example')) as unknown;
  const rest = { address: null, birthDate: null, nationality: 'GB', umaAddress: '$ada@pay.example' };

  it.each([
    ['a person', { fullName: 'Ada Lovelace', businessInfo: null }, 'Ada Lovelace'],
    ['a business', { fullName: null, businessInfo: { legalName: 'Engines Ltd' } }, 'Engines Ltd'],
    ['a customer without a name', { fullName: null, businessInfo: null }, null],
  ])('names %s and the receiver', (_, customer, name) => {
    expect(of({ ...customer, ...rest } as Partial<Customer>)).toEqual({
      originator: { name, ...rest },
      beneficiary: { umaAddress: '$bob@bank.example' },
    });
  });
});
