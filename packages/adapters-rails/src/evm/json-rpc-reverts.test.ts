import { describe, expect, it } from 'vitest';
import { plain, revertedBy } from './json-rpc-reverts.js';

const MESSAGE = 'execution reverted';
const word = (value: number): string => value.toString(16).padStart(64, '0');
const textOf = (text: string): string => Buffer.from(text).toString('hex');
/** The data of `revert(text)`: the selector of `Error(string)`, the offset, the length and the bytes. */
const errorOf = (text: string, { offset = 32, length = text.length, behind = '' } = {}): string =>
  `0x08c379a0${word(offset)}${word(length)}${textOf(text)}${behind}`;

const reasonOf = (data: unknown): string | undefined => revertedBy({ code: 3, message: MESSAGE, data })?.reason;

describe('an error of a node', () => {
  it.each<[number, string]>([
    [3, 'anything'],
    [-32_015, 'anything'],
    [-32_000, 'execution reverted: paused'],
    [-32_000, 'VM execution error'],
    [-32_000, 'invalid opcode: INVALID'],
    [-32_000, 'invalid jump destination'],
    [-32_000, 'stack underflow (0 <=> 1)'],
    [-32_603, 'EVM error OutOfGas'],
  ])('is a refusal by a contract with the code %i and the text "%s"', (code, message) => {
    expect(revertedBy({ code, message })).toEqual({ reverted: true, reason: message });
  });

  it.each<[number, string]>([
    [-32_000, 'header not found'],
    [-32_603, 'internal error'],
    [4, 'unauthorized'],
    [-32_000, 'irreverted'],
  ])('is not a refusal with the code %i and the text "%s"', (code, message) => {
    expect(revertedBy({ code, message, data: errorOf('paused') })).toBeNull();
  });
});

describe('the reason of a refusal', () => {
  it('is the text of the contract, with as many bytes as it says', () => {
    expect(reasonOf(errorOf('paused'))).toBe('paused');
    expect(reasonOf(errorOf('paused', { behind: '00'.repeat(26) }))).toBe('paused');
    expect(reasonOf(errorOf('paused', { behind: textOf('?') }))).toBe('paused');
    expect(reasonOf(errorOf('gesperrt: Grüße', { length: Buffer.from('gesperrt: Grüße').length }))).toBe(
      'gesperrt: Grüße',
    );
    expect(reasonOf(errorOf(''))).toBe('');
    expect(reasonOf({ data: errorOf('paused') })).toBe('paused');
    expect(reasonOf(`Reverted ${errorOf('paused').toUpperCase().replace('0X', '0x')}\n`)).toBe('paused');
  });

  it('is the number of a panic', () => {
    expect(reasonOf(`0x4e487b71${word(0x11)}`)).toBe('panic 0x11');
  });

  it.each([
    ['of an error of the contract', '0xe450d38c'],
    ['of such an error with one word', `0xe450d38c${word(5)}`],
    ['of such an error with the members of a text', errorOf('paused').replace('08c379a0', 'e450d38c')],
    ['of a text without an offset', '0x08c379a0'],
    ['of a text without a length', `0x08c379a0${word(32)}`],
    ['of a text at another offset', errorOf('paused', { offset: 64 })],
    ['of a text that is longer than the data', errorOf('paused', { length: 7 })],
    ['of a panic without a number', '0x4e487b7111'],
    ['of a panic with two words', `0x4e487b71${word(1)}${word(2)}`],
  ])('is the data %s', (_, data) => {
    expect(reasonOf(data)).toBe(data);
  });

  it.each<[string, unknown]>([
    ['no data', undefined],
    ['data that is null', null],
    ['data without bytes', { reason: '0xe450d38c' }],
    ['data that is a number', 5],
    ['a text without bytes', 'Reverted'],
    ['bytes before other text', '0xe450d38c and more'],
    ['half a byte', '0xe450d38'],
    ['more data than is read', `0x${'ab'.repeat(10_000)}`],
  ])('is the message of the node with %s', (_, data) => {
    expect(reasonOf(data)).toBe(MESSAGE);
  });

  it('has at most 300 characters', () => {
    expect(reasonOf(`0x${'ab'.repeat(9_999)}`)).toBe(`0x${'ab'.repeat(149)}`);
    expect(reasonOf(errorOf('x'.repeat(301)))).toBe('x'.repeat(300));
  });
});

it('a plain text has one space for all that cannot be printed, none around it, and at most 300 characters', () => {
  expect(plain('\n a\u0000\u001b\t b€ \r\n')).toBe('a b€');
  expect(plain(`\n${'x'.repeat(400)}`)).toBe('x'.repeat(300));
  expect(plain(`${'\n'.repeat(2_999)}xy`)).toBe('x');
});
