import { expect, test } from 'vitest';
import { passkeyPlace } from './passkey-place.js';

const ADDRESS = 'https://pay.example/prefix';
const APP = 'android:apk-key-hash:abc';

test.each([
  ['the public address by default', [], null, ['https://pay.example'], 'pay.example'],
  ['the configured domain, for the public address', [], 'example', ['https://pay.example'], 'example'],
  [
    'the first origin with a host name',
    [APP, 'https://app.example'],
    null,
    [APP, 'https://app.example'],
    'app.example',
  ],
  [
    'the configured domain, for the configured origins',
    ['https://app.example'],
    'example',
    ['https://app.example'],
    'example',
  ],
  ['the public address if only apps are configured', [APP], null, [APP], 'pay.example'],
])('binds passkeys to %s', (_what, passkeyOrigins, passkeyDomain, origins, relyingPartyId) => {
  expect(passkeyPlace({ passkeyOrigins, passkeyDomain }, ADDRESS)).toEqual({ origins, relyingPartyId });
});
