import { describe, expect, test } from 'vitest';
import { basicCredential } from './basic-credential.js';

const header = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a Basic credential', () => {
  test.each([
    ['client:secret', { username: 'client', secret: 'secret' }],
    ['Token:0197-1:secret', { username: 'Token:0197-1', secret: 'secret' }],
    ['client:', { username: 'client', secret: '' }],
    ['ünï:sécret', { username: 'ünï', secret: 'sécret' }],
  ])('%s is split at its last colon', (text, credential) => {
    expect(basicCredential(header(text))).toEqual(credential);
  });

  test('is recognized in any case of its scheme', () => {
    expect(basicCredential(header('a:b').replace('Basic', 'BASIC'))).toEqual({ username: 'a', secret: 'b' });
  });

  test.each([undefined, '', 'Basic', 'Basic ', 'Basic !!!', 'Bearer abc', header('nocolon'), header(':secret')])(
    'is not read from %s',
    (value) => {
      expect(basicCredential(value)).toBeNull();
    },
  );
});
