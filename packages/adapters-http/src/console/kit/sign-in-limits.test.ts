import { expect, test } from 'vitest';
import { createSignInLimits } from './sign-in-limits.js';

/** How many attempts succeed at once from these addresses, one after the other. */
function allowed(addresses: readonly string[]): number {
  const { attempt } = createSignInLimits(() => 0);
  return addresses.filter((address) => attempt(address) === 0).length;
}
const many = (addressOf: (index: number) => string): string[] => Array.from({ length: 50 }, (_, at) => addressOf(at));

test('allows ten attempts at once from one address, and one every six seconds', () => {
  let now = 0;
  const { attempt: limit } = createSignInLimits(() => now);
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

test('lets an address with five wrong attempts make one a minute, and no other address wait', () => {
  let now = 0;
  const limits = createSignInLimits(() => now);
  const guess = (client: string): boolean => {
    const isAllowed = limits.attempt(client) === 0;
    if (isAllowed) limits.wrong(client);
    return isAllowed;
  };
  expect(many(() => '192.0.2.1').filter(guess)).toHaveLength(5);
  expect(limits.attempt('192.0.2.1')).toBe(60);
  expect(limits.attempt('192.0.2.2')).toBe(0);
  expect(limits.attempt('OperatorSession:of a known browser')).toBe(0);
  now += 120_000;
  expect(many(() => '192.0.2.1').filter(guess)).toHaveLength(2);
});

test('limits requests without a known address together', () => {
  expect(allowed(many(() => ''))).toBe(10);
});
