import { expect, it } from 'vitest';
import { passkeyPlaceOf } from './passkey-place.js';

it.each([
  ['http://localhost:8080/pages', 'http://localhost:8080', 'localhost'],
  ['https://pay.example.com/pages/1', 'https://pay.example.com', 'pay.example.com'],
  ['https://pay.example.com', 'https://pay.example.com', 'pay.example.com'],
  ['https://pay.example.com:8443', 'https://pay.example.com:8443', 'pay.example.com'],
  ['see https://pay.example.com', '', ''],
  ['not a page', '', ''],
])('passkeys of the page %s are used at the origin %s', (page, origin, relyingPartyId) => {
  expect(passkeyPlaceOf(page)).toEqual({ origins: [origin], relyingPartyId });
});
