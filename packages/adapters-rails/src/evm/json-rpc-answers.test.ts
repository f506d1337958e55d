import { expect, it } from 'vitest';
import type * as z from 'zod';
import { hashOf } from '../testing/scripted-node.js';
import * as readers from './json-rpc-answers.js';

const LOG = {
  address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  topics: [hashOf(1, 'd'), hashOf(2, 'e'), hashOf(3, 'f')],
  data: `0x${'0'.repeat(63)}5`,
  blockNumber: '0x10',
  blockHash: hashOf(16),
  transactionHash: hashOf(1, 'c'),
  logIndex: '0x0',
  removed: false,
};
const RECEIPT = {
  transactionHash: hashOf(1, 'c'),
  status: '0x1',
  blockNumber: '0x10',
  blockHash: hashOf(16),
  gasUsed: '0xfde8',
  effectiveGasPrice: '0x3b9aca00',
  l1Fee: '0x5',
  logs: [LOG, { ...LOG, logIndex: '0x3' }],
};
const BLOCK = { number: '0x10', hash: hashOf(16), parentHash: hashOf(15), timestamp: '0x65f0a0a0' };

type Reader = z.ZodType<unknown, unknown>;

/** Results that a reader must refuse. */
const REFUSED: readonly (readonly [Reader, unknown])[] = [
  [readers.quantity, '0x'],
  [readers.quantity, '0x-1'],
  [readers.quantity, '0x1 '],
  [readers.quantity, '0b1'],
  [readers.quantity, '1'],
  [readers.quantity, 1],
  [readers.quantity, 1.5],
  [readers.quantity, `0x1${'0'.repeat(64)}`],
  [readers.count, '0x20000000000000'],
  [readers.bytes, '0x0'],
  [readers.bytes, ''],
  [readers.hash, hashOf(1).slice(0, -1)],
  [readers.hash, `${hashOf(1)}\n`],
  [readers.block, undefined],
  [readers.block, { ...BLOCK, hash: null }],
  [readers.block, { ...BLOCK, number: null }],
  [readers.block, [BLOCK]],
  [readers.logs, null],
  [readers.logs, [{ ...LOG, removed: true }]],
  [readers.logs, [{ ...LOG, blockNumber: null }]],
  [readers.logs, [{ ...LOG, topics: Array.from({ length: 5 }, () => hashOf(1)) }]],
  [readers.receipt, { ...RECEIPT, status: '0x2' }],
  [readers.receipt, { ...RECEIPT, status: undefined }],
  [readers.receipt, { ...RECEIPT, logs: [LOG, LOG] }],
  [readers.receipt, { ...RECEIPT, logs: [{ ...LOG, logIndex: '0x3' }, LOG] }],
  [readers.receipt, { ...RECEIPT, logs: [{ ...LOG, transactionHash: hashOf(2, 'c') }] }],
  [readers.receipt, { ...RECEIPT, logs: [{ ...LOG, blockHash: hashOf(17) }] }],
  [readers.nextBaseFee, { baseFeePerGas: [] }],
  [readers.nextBaseFee, { baseFeePerGas: Array.from({ length: 2001 }, () => '0x1') }],
];

/** A report on each part would take more memory than the host has: a node may send 32 MiB. */
const FULL_OF_MISTAKES: readonly (readonly [string, Reader, unknown])[] = [
  ['logs', readers.logs, manyMistakes()],
  ['topics', readers.logs, [{ ...LOG, topics: manyMistakes() }]],
  ['a receipt', readers.receipt, { ...RECEIPT, logs: manyMistakes() }],
  ['the history of fees', readers.nextBaseFee, { baseFeePerGas: manyMistakes() }],
  ['answers', readers.answers, manyMistakes()],
];

function manyMistakes(): readonly number[] {
  return Array.from({ length: 1_000 }, () => 1);
}

const reportsIn = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce(
    (sum, issue) =>
      sum + (issue.code === 'invalid_union' ? issue.errors.reduce((all, each) => all + reportsIn(each), 0) : 1),
    0,
  );

it.each(REFUSED)('a result of the wrong form is refused (%#)', (reader, result) => {
  expect(reader.safeParse(result).success).toBe(false);
});

it.each(FULL_OF_MISTAKES)('%s with a thousand mistakes are refused at the first', (_name, reader, result) => {
  const read = reader.safeParse(result);
  expect(reportsIn(read.error?.issues ?? [])).toBeGreaterThan(0);
  expect(reportsIn(read.error?.issues ?? [])).toBeLessThan(10);
});

it('a receipt has the status, the fees and the events of its transaction, without their place', () => {
  const event = {
    address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    topics: [hashOf(1, 'd'), hashOf(2, 'e'), hashOf(3, 'f')],
    data: `0x${'0'.repeat(63)}5`,
    logIndex: 0,
  };
  const read = {
    ...{ transactionHash: hashOf(1, 'c'), status: 'success', blockNumber: 16n, blockHash: hashOf(16) },
    ...{ gasUsed: 65_000n, effectiveGasPrice: 1_000_000_000n, l1Fee: 5n, logs: [event, { ...event, logIndex: 3 }] },
  };
  expect(readers.receipt.parse(RECEIPT)).toEqual(read);
  expect(readers.receipt.parse({ ...RECEIPT, status: '0x0', l1Fee: null, logs: [] })).toEqual({
    ...read,
    ...{ status: 'reverted', l1Fee: 0n, logs: [] },
  });
  expect(readers.receipt.parse(null)).toBeNull();
});

it('the next base fee is the last of the history, of up to 2,000 blocks', () => {
  expect(readers.nextBaseFee.parse({ baseFeePerGas: ['0x1', '0x2', '0x3'] })).toBe(3n);
  expect(readers.nextBaseFee.parse({ baseFeePerGas: ['0x4'] })).toBe(4n);
  const most = Array.from({ length: 2000 }, (_, at) => `0x${at.toString(16)}`);
  expect(readers.nextBaseFee.parse({ baseFeePerGas: most })).toBe(1999n);
});

it('a number is read exactly, up to 2^53 - 1 for a count and to 256 bits for a quantity', () => {
  expect(readers.count.parse('0x1fffffffffffff')).toBe(9_007_199_254_740_991);
  expect(readers.quantity.parse('0x20000000000001')).toBe(9_007_199_254_740_993n);
  expect(readers.quantity.parse(`0x${'F'.repeat(64)}`)).toBe(2n ** 256n - 1n);
});
