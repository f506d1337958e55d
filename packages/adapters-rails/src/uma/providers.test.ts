import { expect, it } from 'vitest';
import { readProviders } from './providers.js';

const BANK = { name: 'Bank', domain: 'Bank.example', supportedRegions: ['DE'], supportedCurrencies: ['EUR'] };

it('a list of counterparties is data', () => {
  expect(readProviders(JSON.stringify([BANK, { ...BANK, isBlocked: true, hourlyLimit: 5 }]))).toEqual([
    { ...BANK, domain: 'bank.example', logoUrl: null, lei: null, isBlocked: false, hourlyLimit: null },
    { ...BANK, domain: 'bank.example', logoUrl: null, lei: null, isBlocked: true, hourlyLimit: 5 },
  ]);
});

it.each([
  ['{}', 'no list'],
  ['[1]', 'name in entry 0'],
  [JSON.stringify([BANK, { ...BANK, supportedCurrencies: 'EUR' }]), 'supportedCurrencies in entry 1'],
  [JSON.stringify([{ ...BANK, hourlyLimit: -1 }]), 'hourlyLimit in entry 0'],
  [JSON.stringify([{ ...BANK, isBlocked: 'yes' }]), 'isBlocked in entry 0'],
])('%s says what is wrong with it', (text, what) => {
  expect(() => readProviders(text)).toThrow(what);
});
