import { expect, test } from 'vitest';
import { base64url, fromBase64url } from './base64.js';

test('decodes what it has encoded, at every length', () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length * 11) % 256);
    expect(fromBase64url(base64url(bytes)), `${length} bytes`).toEqual(bytes);
  }
});

test.each(['a', 'ab+c', 'ab/c', 'abc=', 'ab c', 'äbcd', 'abcde'])('does not decode %s', (text) => {
  expect(fromBase64url(text)).toBeNull();
});
