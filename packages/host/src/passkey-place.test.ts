import { expect, test } from 'vitest';
import { passkeyPlace } from './passkey-place.js';

const ADDRESS = 'https://pay.example/prefix';
const APP = 'android:apk-key-hash:abc';

test.each([
  ['the public address where nothing is named', [], null, ['https://pay.example'], 'pay.example'],
  ['the domain that is named, for the public address', [], 'example', ['https://pay.example'], 'example'],
  ['the first origin that has a host', [APP, 'https://app.example'], null, [APP, 'https://app.example'], 'app.example'],
  ['the domain that is named, for its origins', ['https://app.example'], 'example', ['https://app.example'], 'example'],
  ['the public address where only apps are named', [APP], null, [APP], 'pay.example'],
])('passkeys are bound to %s', (_what, passkeyOrigins, passkeyDomain, origins, relyingPartyId) => {
  expect(passkeyPlace({ passkeyOrigins, passkeyDomain }, ADDRESS)).toEqual({ origins, relyingPartyId });
});
