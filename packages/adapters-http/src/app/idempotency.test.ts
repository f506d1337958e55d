import { describe, expect, test } from 'vitest';
import { answerSeal, bodyDigest } from './idempotency.js';

describe('the seal of a secret answer', () => {
  const body = '{"secret":"whsec_é"}';

  test('is opened by the same credential, with the same bytes', () => {
    expect(answerSeal('secret', 'Token:1').open(answerSeal('secret', 'Token:1').seal(body))).toBe(body);
  });

  test('does not show what it holds, and never looks the same', () => {
    const seal = answerSeal('secret', 'Token:1');
    expect(seal.seal(body)).not.toContain('whsec');
    expect(Buffer.from(seal.seal(body), 'base64url').toString('latin1')).not.toContain('whsec');
    expect(seal.seal(body)).not.toBe(seal.seal(body));
  });

  test.each([
    ['another secret', answerSeal('secret2', 'Token:1')],
    ['another token', answerSeal('secret', 'Token:2')],
  ])('is not opened by %s', (_name, other) => {
    const sealed = answerSeal('secret', 'Token:1').seal(body);
    expect(() => other.open(sealed)).toThrow();
  });

  test('is not opened after a change of one bit', () => {
    const seal = answerSeal('secret', 'Token:1');
    const sealed = Buffer.from(seal.seal(body), 'base64url');
    sealed[sealed.length - 1]! ^= 1;
    expect(() => seal.open(sealed.toString('base64url'))).toThrow();
  });
});

test('parsed bodies have the same digest in whatever order their fields come, and another one for another value', () => {
  const digestOf = (json: string, query?: string) => bodyDigest(JSON.parse(json) as object, query);
  expect(digestOf('{"a":1,"b":{"c":[1,2],"d":null}}')).toBe(digestOf('{ "b": {"d":null,"c":[1, 2]}, "a": 1.0 }'));
  for (const other of ['{"a":2,"b":{"c":[1,2],"d":null}}', '{"a":1,"b":{"c":[2,1],"d":null}}', '{"a":"1"}', '{}']) {
    expect(digestOf(other)).not.toBe(digestOf('{"a":1,"b":{"c":[1,2],"d":null}}'));
  }
  expect(digestOf('{}', 'a=1&b=2')).toBe(digestOf('{}', 'b=2&a=1'));
  expect(digestOf('{}', 'a=1')).not.toBe(digestOf('{}', 'a=2'));
});

test('what cannot be parsed is known by its bytes', () => {
  expect(bodyDigest(Buffer.from('{"a":1}'))).not.toBe(bodyDigest(Buffer.from('{"a":1} ')));
  expect(bodyDigest(Buffer.from('{"a":1}'))).toBe(bodyDigest(Buffer.from('{"a":1}')));
});
