import { describe, expect, test } from 'vitest';
import { answerSeal, bodyDigest } from './idempotency.js';

describe('the encryption of a stored secret response', () => {
  const body = '{"secret":"whsec_é"}';

  test('is reversed by the same credential, to the same bytes', () => {
    expect(answerSeal('secret', 'Token:1').open(answerSeal('secret', 'Token:1').seal(body))).toBe(body);
  });

  test('hides the content and produces a different text each time', () => {
    const seal = answerSeal('secret', 'Token:1');
    expect(seal.seal(body)).not.toContain('whsec');
    expect(Buffer.from(seal.seal(body), 'base64url').toString('latin1')).not.toContain('whsec');
    expect(seal.seal(body)).not.toBe(seal.seal(body));
  });

  test.each([
    ['another secret', answerSeal('secret2', 'Token:1')],
    ['another token', answerSeal('secret', 'Token:2')],
  ])('cannot be reversed with %s', (_name, other) => {
    const sealed = answerSeal('secret', 'Token:1').seal(body);
    expect(() => other.open(sealed)).toThrow();
  });

  test('detects a change of one bit', () => {
    const seal = answerSeal('secret', 'Token:1');
    const sealed = Buffer.from(seal.seal(body), 'base64url');
    sealed[sealed.length - 1]! ^= 1;
    expect(() => seal.open(sealed.toString('base64url'))).toThrow();
  });
});

test('bodies with the same values have the same digest in any order of fields; other values have another digest', () => {
  const digestOf = (json: string, query?: string) => bodyDigest(JSON.parse(json) as object, query);
  expect(digestOf('{"a":1,"b":{"c":[1,2],"d":null}}')).toBe(digestOf('{ "b": {"d":null,"c":[1, 2]}, "a": 1.0 }'));
  for (const other of ['{"a":2,"b":{"c":[1,2],"d":null}}', '{"a":1,"b":{"c":[2,1],"d":null}}', '{"a":"1"}', '{}']) {
    expect(digestOf(other)).not.toBe(digestOf('{"a":1,"b":{"c":[1,2],"d":null}}'));
  }
  expect(digestOf('{}', 'a=1&b=2')).toBe(digestOf('{}', 'b=2&a=1'));
  expect(digestOf('{}', 'a=1')).not.toBe(digestOf('{}', 'a=2'));
});

test('an unparsable body is identified by its bytes', () => {
  expect(bodyDigest(Buffer.from('{"a":1}'))).not.toBe(bodyDigest(Buffer.from('{"a":1} ')));
  expect(bodyDigest(Buffer.from('{"a":1}'))).toBe(bodyDigest(Buffer.from('{"a":1}')));
});
