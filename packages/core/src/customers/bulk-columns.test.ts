import { describe, expect, it } from 'vitest';
import { domainError, invalidFields, type Result } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { START } from '../testing/ports.js';
import { inColumnsOf, readHeader, readRow } from './bulk-columns.js';

const PERSON = {
  umaAddress: '$ada@localhost:8080',
  platformCustomerId: 'ada',
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  addressLine1: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
};
const COMPANY = { ...PERSON, customerType: 'BUSINESS', fullName: '', birthDate: '', businessLegalName: 'Acme Inc' };
const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' };

const read = (row: object) => readRow({ now: START }, Object.keys(row), Object.values(row));
const messages = (result: Result<unknown>): unknown => (result.ok ? [] : result.error.details?.['errors']);

describe('a header', () => {
  const columns = Object.keys(PERSON);

  it('may have columns without a name', () => {
    expect(readHeader([...columns, '', ' '])).toEqual({ ok: true, value: [...columns, '', ''] });
  });

  it('needs no column of a field that the creation of a customer does not require', () => {
    const needed = columns.filter((name) => name !== 'state' && name !== 'postalCode');
    expect(readHeader(needed)).toEqual({ ok: true, value: needed });
  });

  it('is refused with at most twenty of its unknown columns', () => {
    const unknown = Array.from({ length: 21 }, (_, n) => `column ${n}`);
    const refused = readHeader([...columns, ...unknown]);
    const message = `the header has unknown columns: ${unknown.slice(0, 20).join(', ')}`;
    expect(messages(refused)).toEqual([{ field: 'file', message }]);
  });
});

describe('a row of a file', () => {
  it('describes an individual without the fields of a business', () => {
    expect(read({ ...PERSON, businessLegalName: 'Acme Inc', businessTaxId: '12-3456789' })).toEqual({
      ok: true,
      value: {
        umaAddress: '$ada@localhost:8080',
        platformCustomerId: 'ada',
        customerType: 'INDIVIDUAL',
        fullName: 'Ada Lovelace',
        birthDate: '1990-12-10',
        address: ADDRESS,
      },
    });
  });

  it.each(['HK', 'AE', 'QA', 'IE', 'PA', 'GH'])('may have no postal code in %s', (country) => {
    const { postalCode: _none, state: _state, ...others } = { ...PERSON, country };
    const address = { line1: '1 Main St', city: 'Springfield', country };
    expect(read(others)).toMatchObject({ ok: true, value: { address } });
    expect(read({ ...others, postalCode: ' ', state: '' })).toMatchObject({ ok: true, value: { address } });
  });

  it('needs a postal code in a country that has them, also without a column for it', () => {
    const { postalCode: _none, ...others } = PERSON;
    expect(messages(read(others))).toEqual([{ field: 'postalCode', message: 'is required' }]);
  });

  it('describes a business', () => {
    expect(read({ ...COMPANY, businessRegistrationNumber: 'R1', businessTaxId: ' 12-3456789 ' })).toEqual({
      ok: true,
      value: {
        umaAddress: '$ada@localhost:8080',
        platformCustomerId: 'ada',
        customerType: 'BUSINESS',
        address: ADDRESS,
        businessInfo: { legalName: 'Acme Inc', registrationNumber: 'R1', taxId: '12-3456789' },
      },
    });
  });

  it.each([
    [{ ...PERSON, fullName: '', birthDate: ' ' }, ['fullName', 'birthDate']],
    [{ ...PERSON, platformCustomerId: '', city: '', state: '' }, ['platformCustomerId', 'city']],
    [{ ...PERSON, postalCode: '' }, ['postalCode']],
    [{ ...COMPANY, businessLegalName: '' }, ['businessLegalName']],
  ])('is refused without a value that its type of customer requires (%#)', (row, fields) => {
    expect(messages(read(row))).toEqual(fields.map((field) => ({ field, message: 'is required' })));
  });

  it('of an unknown type of customer is refused by its type, not by the columns of either type', () => {
    expect(refusal(read({ ...PERSON, customerType: 'ROBOT', fullName: '', birthDate: '' }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['customerType'],
    });
  });

  it('is refused if it has another number of values than its header', () => {
    const refused = readRow({ now: START }, ['city', 'state'], ['Springfield']);
    const message = 'has 1 values, but the header has 2 columns';
    expect(messages(refused)).toEqual([{ field: 'row', message }]);
  });
});

describe('the refusal of a customer', () => {
  it('names the columns of the file in place of the fields of the customer', () => {
    const errors = ['businessInfo.taxId', 'address.postalCode', 'email', 'other'].map((field) => ({
      field,
      message: 'is invalid',
    }));
    const refused = inColumnsOf(invalidFields(errors, 'INVALID_UMA_ADDRESS').error);
    expect(refused.code).toBe('INVALID_UMA_ADDRESS');
    expect(refused.details).toEqual({
      errors: ['businessTaxId', 'postalCode', 'email', 'other'].map((field) => ({ field, message: 'is invalid' })),
    });
  });

  it('without fields stays as it is', () => {
    const taken = domainError('UMA_ADDRESS_EXISTS');
    expect(inColumnsOf(taken)).toBe(taken);
  });
});
