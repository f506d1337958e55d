import { expect, it } from 'vitest';
import { readProviders } from './providers.js';

const BANK = { name: 'Bank', domain: 'Bank.example', supportedRegions: ['DE'], supportedCurrencies: ['EUR'] };

it('reads a list of counterparties with defaults for optional fields', () => {
  expect(readProviders(JSON.stringify([BANK, { ...BANK, isBlocked: true, hourlyLimit: 5 }]))).toEqual([
    { ...BANK, domain: 'bank.example', logoUrl: null, lei: null, isBlocked: false, hourlyLimit: null },
    { ...BANK, domain: 'bank.example', logoUrl: null, lei: null, isBlocked: true, hourlyLimit: 5 },
  ]);
});

it.each([
  ['{}', 'not a list'],
  ['[1]', 'name of entry 0'],
  [JSON.stringify([BANK, { ...BANK, supportedCurrencies: 'EUR' }]), 'supportedCurrencies of entry 1'],
  [JSON.stringify([{ ...BANK, hourlyLimit: -1 }]), 'hourlyLimit of entry 0'],
  [JSON.stringify([{ ...BANK, isBlocked: 'yes' }]), 'isBlocked of entry 0'],
])('refuses %s with its fault', (text, what) => {
  expect(() => readProviders(text)).toThrow(what);
});
