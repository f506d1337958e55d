import { getAddress, isAddress as isChecked } from 'ethers';
import { expect, test } from 'vitest';
import { seededRandom } from '@corridor/core/testing';
import { readTransfer, type TokenTransfer, writeTransfer } from './eip681.js';

const random = seededRandom();
const below = (limit: number): number => random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) % limit;
const hex = (length: number): string => Buffer.from(random.bytes(length)).toString('hex');
const made = (): TokenTransfer => ({
  chainId: 1 + below(1_000_000),
  token: `0x${hex(20)}`,
  to: `0x${hex(20)}`,
  amount: BigInt(`0x${hex(1 + below(32))}`) + 1n,
});

/** The grammar once more, written differently: what a strict reader may accept, and what it says. */
function bySplitting(text: string): TokenTransfer | null {
  const start = ['ethereum:pay-', 'ethereum:'].find((each) => text.startsWith(each));
  if (start === undefined) return null;
  const [target = '', query = '', ...rest] = text.slice(start.length).split('?');
  const [token = '', path = '', ...more] = target.split('@');
  const [chain = '', call = '', ...deeper] = path.split('/');
  if (rest.length + more.length + deeper.length > 0 || call !== 'transfer') return null;
  const parameters = query.split('&').map((each) => each.split('='));
  const [one, two] = [...parameters].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  if (parameters.length !== 2 || one?.[0] !== 'address' || two?.[0] !== 'uint256') return null;
  if (one.length !== 2 || two.length !== 2) return null;
  const isAddress = (part: string) => part.length === 42 && part.startsWith('0x') && isChecked(part);
  const isNumber = (part: string) =>
    part !== '' && !part.startsWith('0') && [...part].every((c) => c >= '0' && c <= '9');
  if (!isAddress(token) || !isAddress(one[1]!) || !isNumber(chain) || !isNumber(two[1]!)) return null;
  const amount = BigInt(two[1]!);
  if (Number(chain) > Number.MAX_SAFE_INTEGER || amount >= 1n << 256n) return null;
  return { chainId: Number(chain), token: token.toLowerCase(), to: one[1]!.toLowerCase(), amount };
}

const PARTS = [
  'ethereum:',
  'pay-',
  '@',
  '/transfer',
  '/approve',
  '?',
  '&',
  '=',
  'address=',
  'uint256=',
  '0x',
  '0',
  '1',
];
const ODD = [
  '',
  ' ',
  '\n',
  '\u0000',
  '%20',
  '1e6',
  '-1',
  '1.5',
  '+1',
  '０',
  'İ',
  '#',
  ';',
  'gas=1',
  'value=1',
  'vitalik.eth',
];

/** The text with one part left out, doubled, moved, or replaced. */
function distorted(text: string): string {
  const at = below(text.length + 1);
  const to = Math.min(text.length, at + below(12));
  const part = text.slice(at, to);
  const pool = [...PARTS, ...ODD, part, part + part, part.toUpperCase(), hex(1)];
  return text.slice(0, at) + pool[below(pool.length)]! + text.slice(to);
}

test('a transfer is read as it was written', () => {
  for (let round = 0; round < 2_000; round += 1) {
    const transfer = made();
    const text = writeTransfer(transfer);
    const read = transfer.amount >> 256n === 0n ? transfer : null;
    expect(readTransfer(text), text).toEqual(read);
    expect(readTransfer(text.replace('ethereum:', 'ethereum:pay-'))).toEqual(read);
    const [head, query] = text.split('?') as [string, string];
    expect(readTransfer(`${head}?${query.split('&').reverse().join('&')}`)).toEqual(read);
  }
});

test('a distorted text is read only if it still is one whole transfer', () => {
  let accepted = 0;
  for (let round = 0; round < 8_000; round += 1) {
    let text = writeTransfer(made());
    for (let times = 1 + below(3); times > 0; times -= 1) text = distorted(text);
    const read = readTransfer(text);
    if (read !== null) accepted += 1;
    expect(read, JSON.stringify(text)).toEqual(bySplitting(text));
  }
  expect(accepted).toBeGreaterThan(50);
});

test('an address with letters of both cases is read only with a right checksum', () => {
  const of = (to: string, token = `0x${'a'.repeat(40)}`) =>
    readTransfer(`ethereum:${token}@1/transfer?address=${to}&uint256=1`);
  const checked = getAddress(`0x${'ab'.repeat(20)}`);
  const swapped = checked.replaceAll(/[a-f]/gi, (digit) => (digit < 'a' ? digit.toLowerCase() : digit.toUpperCase()));
  expect(of(checked)?.to).toBe(checked.toLowerCase());
  expect(of(`0x${'AB'.repeat(20)}`)?.to).toBe(checked.toLowerCase());
  expect(of(swapped)).toBeNull();
  expect(of(checked, swapped)).toBeNull();
});

test('arbitrary bytes are not read', () => {
  for (let round = 0; round < 5_000; round += 1) {
    const text = Buffer.from(random.bytes(below(400))).toString('latin1');
    expect(readTransfer(text)).toBeNull();
    expect(readTransfer(`ethereum:${text}`)).toBeNull();
  }
});

test.each([
  ['a transfer of the chain’s own coin', 'ethereum:0x{a}@1?value=1'],
  ['an exponent', 'ethereum:0x{a}@1/transfer?address=0x{b}&uint256=1e6'],
  ['a fraction', 'ethereum:0x{a}@1/transfer?address=0x{b}&uint256=1.0'],
  ['a leading zero', 'ethereum:0x{a}@1/transfer?address=0x{b}&uint256=01'],
  ['nothing', 'ethereum:0x{a}@1/transfer?address=0x{b}&uint256=0'],
  ['no chain', 'ethereum:0x{a}/transfer?address=0x{b}&uint256=1'],
  ['a name', 'ethereum:usdc.eth@1/transfer?address=0x{b}&uint256=1'],
  ['another function', 'ethereum:0x{a}@1/approve?address=0x{b}&uint256=1'],
  ['two recipients', 'ethereum:0x{a}@1/transfer?address=0x{b}&address=0x{a}'],
  ['two amounts', 'ethereum:0x{a}@1/transfer?uint256=1&uint256=2'],
  ['a third parameter', 'ethereum:0x{a}@1/transfer?address=0x{b}&uint256=1&gas=1'],
  ['a fragment', 'ethereum:0x{a}@1/transfer?address=0x{b}&uint256=1#2'],
  ['a line end', 'ethereum:0x{a}@1/transfer?address=0x{b}&uint256=1\n'],
  ['a space', ' ethereum:0x{a}@1/transfer?address=0x{b}&uint256=1'],
  ['more than 256 bits', `ethereum:0x{a}@1/transfer?address=0x{b}&uint256=${1n << 256n}`],
  ['a chain above the numbers of JSON', 'ethereum:0x{a}@9007199254740993/transfer?address=0x{b}&uint256=1'],
])('%s is not read', (_, text) => {
  expect(readTransfer(text.replaceAll('{a}', 'aa'.repeat(20)).replaceAll('{b}', 'bb'.repeat(20)))).toBeNull();
});
