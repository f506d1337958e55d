import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createClientAddress, networks } from './client-address.js';

const PROXIES = ['10.0.0.0/8', '192.0.2.9', 'fd00::/8'];

function asked(from: string | undefined, forwarded?: string | string[], trusted = PROXIES): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded as string };
  return createClientAddress(trusted)({ headers, socket: { remoteAddress: from } as Socket });
}

test('X-Forwarded-For counts only behind a trusted proxy', () => {
  expect(asked('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5');
  expect(asked('10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
  expect(asked('::ffff:10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
  expect(asked('fd12::1', '2001:db8::7')).toBe('2001:db8::7');
  expect(asked('10.1.2.3', '198.51.100.1', [])).toBe('10.1.2.3');
  expect(asked('10.1.2.3')).toBe('10.1.2.3');
  expect(asked(undefined, '198.51.100.1')).toBe('');
});

test('the client is the last address that is not a trusted proxy, even if the client forges the header', () => {
  expect(asked('10.0.0.1', '127.0.0.1, 10.0.0.7, 198.51.100.1, 192.0.2.9')).toBe('198.51.100.1');
  expect(asked('10.0.0.1', ['127.0.0.1', '198.51.100.1, 10.9.9.9'])).toBe('198.51.100.1');
  expect(asked('10.0.0.1', '10.0.0.2, 10.0.0.3')).toBe('10.0.0.2');
  expect(asked('10.0.0.1', '198.51.100.1:4711')).toBe('198.51.100.1');
  expect(asked('10.0.0.1', '[2001:db8::7]:4711')).toBe('2001:db8::7');
  expect(asked('10.0.0.1', '198.51.100.1, unknown, 10.0.0.2')).toBe('10.0.0.2');
  expect(asked('10.0.0.1', '')).toBe('10.0.0.1');
});

test.each(['10.0.0.0/33', 'fd00::/129', '10.0.0', 'proxy.example.com', '10.0.0.0/8/8', '', '10.0.0.0/'])(
  '%j is refused as a network',
  (text) => {
    expect(() => networks([text])).toThrow(RangeError);
  },
);
