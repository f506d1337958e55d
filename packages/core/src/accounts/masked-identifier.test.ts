import fc from 'fast-check';
import { expect, it } from 'vitest';
import { masked, maskedIdentifier } from './masked-identifier.js';

it.each([
  ['iban', 'DE89370400440532013000', '…3000'],
  ['phoneNumber', '+254712345678', '…5678'],
  ['accountNumber', '1234567', '…'],
  ['pixKey', 'ana.souza@example.com', 'a…@example.com'],
  ['vpa', 'ada.example@okbank', 'a…@okbank'],
  ['umaAddress', '$ada@vasp.example', '$a…@vasp.example'],
  ['address', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', '0x1f98…F984'],
  ['address', 'short', '…'],
  // The local part may contain an at sign in quotes; the domain follows the last one.
  ['pixKey', '"a@b"@example.com', '"…@example.com'],
])('shows of %s %s only %s', (field, value, shown) => {
  expect(maskedIdentifier(field, value)).toBe(shown);
});

it.each([
  ['912-55-0187', '…0187'],
  ['12345678', '…5678'],
  ['1234567', '…'],
  ['', '…'],
])('shows of the number %s only %s', (number, shown) => {
  expect(masked(number)).toBe(shown);
});

it('never shows more of a number than its last four characters', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (value) => {
      fc.pre(!value.includes('@'));
      const shown = maskedIdentifier('accountNumber', value);
      expect(shown.length).toBeLessThanOrEqual(5);
      expect(shown).toBe(value.length < 8 ? '…' : `…${value.slice(-4)}`);
    }),
  );
});
