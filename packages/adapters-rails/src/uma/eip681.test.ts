import { getAddress } from 'ethers';
import { expect, test } from 'vitest';
import { readTransfer } from './eip681.js';

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
