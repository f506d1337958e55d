import { expect, test } from 'vitest';
import { attemptLimit } from './attempts.js';

/** How many attempts succeed at once from these addresses, one after the other. */
function allowed(addresses: readonly string[]): number {
  const limit = attemptLimit(() => 0);
  return addresses.filter((address) => limit(address) === 0).length;
}
const many = (addressOf: (index: number) => string): string[] => Array.from({ length: 50 }, (_, at) => addressOf(at));

test('allows ten attempts at once from one address, and one every six seconds', () => {
  let now = 0;
  const limit = attemptLimit(() => now);
  const attempts = () => many(() => '192.0.2.1').filter((address) => limit(address) === 0).length;
  expect(attempts()).toBe(10);
  expect(limit('192.0.2.1')).toBe(6);
  now += 12_000;
  expect(attempts()).toBe(2);
});

test('counts IPv4 addresses apart, and IPv6 addresses by network', () => {
  expect(allowed(many((at) => `192.0.2.${at}`))).toBe(50);
  expect(allowed(many((at) => `2001:db8:1:2::${at.toString(16)}`))).toBe(10);
  expect(allowed(many((at) => `2001:db8:1:${at.toString(16)}::1`))).toBe(50);
});

test('limits requests without a known address together', () => {
  expect(allowed(many(() => ''))).toBe(10);
});
