import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type * as z from 'zod';
import { damaged, filled } from '../testing/damaged-json.js';
import { answerOf, hashOf, honest, scriptedChain, scriptedHttp, scriptedNode } from '../testing/scripted-node.js';
import * as readers from './json-rpc-answers.js';
import { createJsonRpcNodes } from './json-rpc-nodes.js';
import { ANY_BRANCH, type Hex, NoQuorum } from './nodes.js';

const RUNS = { numRuns: 1_000, seed: 20_261_123 };

const TOKEN: Hex = `0x${'11'.repeat(20)}`;
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

const READERS: readonly (readonly [string, unknown, Reader])[] = [
  ['a quantity', '0x5f5e100', readers.quantity],
  ['a count', '0x7', readers.count],
  ['a chain id', '0x2105', readers.chainId],
  ['bytes', '0xa9059cbb', readers.bytes],
  ['a hash', hashOf(1), readers.hash],
  ['a block', BLOCK, readers.block],
  ['logs', [LOG, { ...LOG, logIndex: '0x3' }], readers.logs],
  ['a receipt', RECEIPT, readers.receipt],
  ['the history of fees', { baseFeePerGas: ['0x7', '0x8'], oldestBlock: '0x1' }, readers.nextBaseFee],
];

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

/** Whether every number is whole and not negative, and every text has lower-case digits. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'bigint') return value >= 0n && value < 1n << 256n;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  if (typeof value === 'string') return /^(0x[0-9a-f]*|success|reverted)$/.test(value);
  if (Array.isArray(value)) return value.every(isPlain);
  return value === null || Object.values(value as object).every(isPlain);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

describe.each(READERS)('%s', (_name, valid, reader) => {
  const document = JSON.stringify(valid);

  test('that is valid is accepted', () => {
    expect(reader.safeParse(valid).success).toBe(true);
  });

  test('of any bytes gives whole numbers and lower-case digits, or is refused', () => {
    let accepted = 0;
    const anything = fc.oneof(
      { weight: 4, arbitrary: damaged(document) },
      { weight: 2, arbitrary: filled(valid) },
      { weight: 1, arbitrary: fc.json() },
    );
    fc.assert(
      fc.property(anything, (json) => {
        const read = reader.safeParse(parsed(json));
        if (!read.success) return;
        accepted += 1;
        expect(isPlain(read.data)).toBe(true);
      }),
      RUNS,
    );
    expect(accepted).toBeLessThan(RUNS.numRuns - 50);
  });
});

test('a node that answers with any bytes leaves every read without a quorum, or with a plain result', async () => {
  const chain = scriptedChain({
    transfers: [{ block: 16, token: TOKEN, from: TOKEN, to: TOKEN, value: 5n }],
  });
  const answering = honest(chain);
  let body = (text: string): string => text;
  const node = scriptedNode((call) => {
    switch (call.method) {
      case 'eth_getTransactionReceipt':
        return RECEIPT;
      case 'eth_call':
      case 'eth_getCode':
        return '0x01';
      case 'eth_sendRawTransaction':
        return hashOf(1);
      case 'eth_feeHistory':
        return { baseFeePerGas: ['0x7', '0x8'] };
      case 'eth_getBalance':
      case 'eth_estimateGas':
      case 'eth_getTransactionCount':
      case 'eth_maxPriorityFeePerGas':
        return '0x7';
      default:
        return answering(call);
    }
  });
  node.outcome = (outcome) => Promise.resolve(answerOf(body(outcome.body)));
  const nodes = createJsonRpcNodes({
    entry: { chainId: 8453, rpcUrls: ['http://one.example/'], quorum: 1, confirmations: 2 },
    environment: 'SANDBOX',
    http: scriptedHttp({ one: node }),
  });
  const READS: readonly (() => Promise<unknown>)[] = [
    () => nodes.head(),
    () => nodes.confirmed(),
    () => nodes.block(16n),
    () => nodes.transfers([TOKEN], 0n, 20n, ANY_BRANCH),
    () => nodes.receipt(hashOf(1, 'c')),
    () => nodes.transactionCount(TOKEN, 16n),
    () => nodes.hasCode(TOKEN, 16n),
    () => nodes.call({ to: TOKEN, data: '0x' }, 16n),
    () => nodes.balance(TOKEN, 16n),
    () => nodes.estimateGas({ to: TOKEN, data: '0x' }),
    () => nodes.gasPrice(),
  ];
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom('"', '{', ']', ',', '0', 'null', '-'),
  );
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(READS.length - 1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(9),
      part,
      async (read, at, cut, put) => {
        body = (text) => {
          const place = Math.floor(at * text.length);
          return text.slice(0, place) + put + text.slice(place + cut);
        };
        const result: unknown = await READS[read]!().catch((error: unknown) => error);
        if (result instanceof Error) {
          expect(result).toBeInstanceOf(NoQuorum);
          refused += 1;
        } else if (
          typeof result !== 'boolean' &&
          !(typeof result === 'object' && result !== null && 'reverted' in result)
        ) {
          expect(isPlain(result)).toBe(true);
        }
        // Whatever a node says about a transaction, it is one of five answers.
        expect(['accepted', 'refused', 'nonce-spent', 'underpriced', 'insufficient-funds']).toContain(
          await nodes.broadcast('0x02'),
        );
      },
    ),
    { numRuns: 300, seed: RUNS.seed },
  );
  expect(refused).toBeGreaterThan(50);
});
