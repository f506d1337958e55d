import { expect, it } from 'vitest';
import { hasCardNumber } from './card-number.js';

it.each([
  '4242424242424242',
  'card_4242424242424242',
  '4242 4242 4242 4242',
  'pan:4242-4242-4242-4242,',
  '378282246310005',
  '4222222222222',
  '6304000000000000000',
  'the code 4242424242424242',
  '2026-01-15 4242424242424242',
  '018bcfe5-6800-7000-8000-000000000001 4242424242424242',
])('finds the number of a card in %s', (text) => {
  expect(hasCardNumber(text)).toBe(true);
});

it.each([
  // A UUID, of which the digits are a valid number.
  '42424242-4242-4242-8000-000000000000',
  '00000000-0000-4000-8000-000000000018',
  // Hexadecimal ids.
  'pc_4242424242424242a',
  'pc_a4242424242424242',
  // Another check digit, or other lengths.
  '4242424242424241',
  '424242424242',
  '42424242424242424242',
  '4242',
  '',
])('finds none in "%s"', (text) => {
  expect(hasCardNumber(text)).toBe(false);
});
