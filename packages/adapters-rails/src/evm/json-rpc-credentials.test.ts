import { expect, it } from 'vitest';
import { redacting, shown } from './json-rpc-credentials.js';

it('shows the scheme and host of an address, with its position if another one has the same', () => {
  expect(
    shown([
      'https://base.example:8545/v2/secret-key?token=secret-token',
      'http://node.example/',
      'https://base.example:8545/v3/other-key',
      'https://node.example/',
    ]),
  ).toEqual([
    'https://base.example:8545 (rpcUrls.0)',
    'http://node.example',
    'https://base.example:8545 (rpcUrls.2)',
    'https://node.example',
  ]);
});

it.each([
  ['abcdefghijklmnopqrstuvw1.base.example', '….base.example'],
  ['abcdefghijklmnopqrstuv1.base.example', 'abcdefghijklmnopqrstuv1.base.example'],
  ['a-long-name-without-any-digit.base.example', 'a-long-name-without-any-digit.base.example'],
  ['123456789012345678901234.base.example', '….base.example'],
  ['base.abcdefghijklmnopqrstuvw1', 'base.…'],
  ['node1.example', 'node1.example'],
])('shows of the host %s %s: a label of 24 characters with a digit is a credential', (host, seen) => {
  expect(shown([`https://${host}/`])).toEqual([`https://${seen}`]);
  expect(redacting(`https://${host}/`)(`no route to ${host}`)).toBe(`no route to ${seen}`);
});

it('removes the parts of a path and of a query from a text, unless they are shorter than 8 characters', () => {
  const redact = redacting('https://node.example/v2/12345678/1234567?key=abcdefgh&other=hgfedcba&short=abcdefg');
  expect(redact('12345678 of 12345678 at /v2/1234567 with abcdefgh, hgfedcba, abcdefg')).toBe(
    '… of … at /v2/1234567 with …, …, abcdefg',
  );
});

it('removes an encoded part as it is written and as a node reads it, and keeps texts without one', () => {
  const redact = redacting('https://node.example/p%40ssword/100%25-sure/per%cent-key');
  expect(redact('p%40ssword p@ssword 100%25-sure 100%-sure per%cent-key')).toBe('… … … … …');
  expect(redact('the method is undefined')).toBe('the method is undefined');
});
