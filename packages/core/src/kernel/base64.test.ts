import { expect, test } from 'vitest';
import { base64, base64url, fromBase64url } from './base64.js';

test('decodes what it has encoded, at every length', () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length * 11) % 256);
    expect(fromBase64url(base64url(bytes)), `${length} bytes`).toEqual(bytes);
  }
});

test.each(['a', 'ab+c', 'ab/c', 'abc=', 'ab c', 'äbcd', 'abcde'])('does not decode %s', (text) => {
  expect(fromBase64url(text)).toBeNull();
});

test('writes the texts of RFC 4648, padded to a multiple of four characters or without padding', () => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => new TextEncoder().encode(text));
  expect(texts.map(base64)).toEqual(['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy']);
  expect(texts.map(base64url)).toEqual(['', 'Zg', 'Zm8', 'Zm9v', 'Zm9vYg', 'Zm9vYmE', 'Zm9vYmFy']);
  const high = Uint8Array.of(251, 255, 191);
  expect([base64(high), base64url(high)]).toEqual(['+/+/', '-_-_']);
});
