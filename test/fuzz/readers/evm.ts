import fc from 'fast-check';
import type * as z from 'zod';
import {
  answerOf,
  hashOf,
  honest,
  scriptedChain,
  scriptedHttp,
  scriptedNode,
} from '../../../packages/adapters-rails/src/testing/scripted-node.js';
import * as readers from '../../../packages/adapters-rails/src/evm/json-rpc-answers.js';
import { createJsonRpcNodes } from '../../../packages/adapters-rails/src/evm/json-rpc-nodes.js';
import { ANY_BRANCH, type Hex, NoQuorum } from '../../../packages/adapters-rails/src/evm/nodes.js';
import { promise, READ, type Reader, textOf } from '../reader.js';
import { jsonLike } from '../structure/json.js';

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

const resultOf = (name: string, valid: unknown, schema: z.ZodType<unknown, unknown>): Reader => ({
  name: `evm-${name}`,
  sources: ['adapters-rails/src/evm/json-rpc-answers.ts'],
  genuine: [JSON.stringify(valid)],
  runs: 400,
  inputs: jsonLike(valid),
  read(bytes) {
    const read = schema.safeParse(parsed(textOf(bytes)));
    if (!read.success) return 'refused';
    promise(isPlain(read.data), 'a value that is not plain');
    return READ;
  },
});

/** A node whose answers are changed: the input has the number of the read, and the change of the body. */
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
const answering = honest(
  scriptedChain({ transfers: [{ block: 16, token: TOKEN, from: TOKEN, to: TOKEN, value: 5n }] }),
);
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
const BROADCASTS = ['accepted', 'refused', 'nonce-spent', 'underpriced', 'insufficient-funds'];

interface BodyChange {
  readonly read: number;
  readonly at: number;
  readonly cut: number;
  readonly put: string;
}
const bodyChange: fc.Arbitrary<BodyChange> = fc.record({
  read: fc.nat(READS.length - 1),
  at: fc.integer({ min: 0, max: 1_000 }),
  cut: fc.nat(9),
  put: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom('"', '{', ']', ',', '0', 'null', '-', '__proto__', '1e999'),
  ),
});

const answers: Reader = {
  name: 'evm-node',
  sources: ['adapters-rails/src/evm/json-rpc-nodes.ts', 'adapters-rails/src/evm/json-rpc-request.ts'],
  genuine: READS.map((_, read) => JSON.stringify({ read, at: 0, cut: 0, put: '' })),
  inputs: bodyChange.map((change) => JSON.stringify(change)),
  async read(bytes) {
    const change = parsed(textOf(bytes)) as Partial<BodyChange> | null | undefined;
    const { read, at, cut, put } = change ?? {};
    if (!Number.isInteger(at) || !Number.isInteger(cut) || typeof put !== 'string') return 'no change of an answer';
    const ask = READS[read ?? -1];
    if (ask === undefined) return 'no change of an answer';
    node.outcome = ({ body }) => {
      const place = Math.floor((Math.abs(at!) / 1_000) * body.length);
      return Promise.resolve(answerOf(body.slice(0, place) + put + body.slice(place + Math.abs(cut!))));
    };
    const result: unknown = await ask().catch((error: unknown) => error);
    // Whatever a node says about a transaction, it is one of five answers.
    const broadcast = await nodes.broadcast('0x02');
    promise(BROADCASTS.includes(broadcast), `a broadcast that is ${broadcast}`);
    if (result instanceof NoQuorum) return 'NoQuorum';
    if (result instanceof Error) throw result;
    const isVerdict =
      typeof result === 'boolean' || (typeof result === 'object' && result !== null && 'reverted' in result);
    promise(isVerdict || isPlain(result), 'a value that is not plain');
    return READ;
  },
};

export const EVM: readonly Reader[] = [
  resultOf('quantity', '0x5f5e100', readers.quantity),
  resultOf('count', '0x7', readers.count),
  resultOf('chain-id', '0x2105', readers.chainId),
  resultOf('bytes', '0xa9059cbb', readers.bytes),
  resultOf('hash', hashOf(1), readers.hash),
  resultOf('block', BLOCK, readers.block),
  resultOf('logs', [LOG, { ...LOG, logIndex: '0x3' }], readers.logs),
  resultOf('receipt', RECEIPT, readers.receipt),
  resultOf('base-fee', { baseFeePerGas: ['0x7', '0x8'], oldestBlock: '0x1' }, readers.nextBaseFee),
  answers,
];
