import { expect, it } from 'vitest';
import { namedData } from './payer-data.js';

it('what another institution tells of its customer has the names of the enumeration, or is left out', () => {
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
