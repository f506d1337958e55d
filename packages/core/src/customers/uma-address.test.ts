import { expect, it } from 'vitest';
import { isUmaAddress, makeUmaAddress, partyKey } from './uma-address.js';

/** Random bytes 0, 1, 2 … */
const random = { bytes: (length: number) => Uint8Array.from({ length }, (_, at) => at) };
const SUFFIX = '23456789';

it.each([
  ['Ada Lovelace', `$ada-lovelace-${SUFFIX}@pay.example`],
  ['  Zoë Ångström!', `$zoe-angstrom-${SUFFIX}@pay.example`],
  ['O’Neill & Søn, Ltd.', `$o-neill-s-n-ltd-${SUFFIX}@pay.example`],
  ['田中 太郎', `$${SUFFIX}@pay.example`],
  ['', `$${SUFFIX}@pay.example`],
  [null, `$${SUFFIX}@pay.example`],
  ['a'.repeat(50), `$${'a'.repeat(40)}-${SUFFIX}@pay.example`],
  [`${'a'.repeat(39)} b`, `$${'a'.repeat(39)}-${SUFFIX}@pay.example`],
])('the address that is generated for "%s" is %s', (name, address) => {
  expect(makeUmaAddress(name, 'pay.example', random)).toBe(address);
  expect(isUmaAddress(address)).toBe(true);
});

it('the random part of a generated address wraps around its alphabet', () => {
  const bytes = { bytes: () => Uint8Array.of(31, 32, 63, 255, 0, 10, 20, 30) };
  expect(makeUmaAddress(null, 'pay.example', bytes)).toBe('$02002cpz@pay.example');
});

it.each([
  ['$a@pay.example', true],
  ['$A@Pay.Example:8443', true],
  [`$${'a'.repeat(64)}@pay.example`, true],
  [`$${'a'.repeat(65)}@pay.example`, false],
  ['a@pay.example', false],
  ['$a', false],
  ['$a.', false],
  ['$a+b_c.d-1@pay.example', true],
  ['a$@pay.example', false],
  ['$pay.example', false],
])('%s is a UMA address: %s', (text, isAddress) => {
  expect(isUmaAddress(text)).toBe(isAddress);
});

it('an address has at most 319 characters', () => {
  const name = `$${'a'.repeat(64)}`;
  const domain = (length: number) => `${`${'a'.repeat(60)}.`.repeat(4)}${'b'.repeat(length)}:8443`;
  const [longest, longer] = [4, 5].map((length) => `${name}@${domain(length)}`) as [string, string];
  expect([longest.length, longer.length]).toEqual([319, 320]);
  expect([isUmaAddress(longest), isUmaAddress(longer)]).toEqual([true, false]);
});

it('the key of a party is an address in lower case, or the id of an account as it is', () => {
  expect(partyKey('$Ada@Pay.Example')).toBe('$ada@pay.example');
  expect(partyKey('ExternalAccount:1')).toBe('ExternalAccount:1');
});
