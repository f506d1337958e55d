import { expect, it } from 'vitest';
import { namedData } from './payer-data.js';

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
