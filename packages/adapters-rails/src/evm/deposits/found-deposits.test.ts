import { describe, expect, it } from 'vitest';
import { depositAddress, payer, TOKENS, USDC } from '../../testing/evm-deposits.js';
import { addressWith, hashOf, TRANSFER } from '../../testing/memory-chain.js';
import type { Address, EvmNodes, Hex, Log, Receipt, TransferLog } from '../nodes.js';
import { ChainChanged, depositsAmong, depositsIn } from './found-deposits.js';

const word = (digits: string): Hex => `0x${digits.padStart(64, '0')}`;
const topicOf = (address: Address): Hex => word(address.slice(2));

const event = (over: Partial<Log> = {}): Log => ({
  address: USDC,
  topics: [TRANSFER, topicOf(payer(1)), topicOf(depositAddress(4))],
  data: word('5'),
  logIndex: 0,
  ...over,
});

const receiptWith = (logs: readonly Log[], over: Partial<Receipt> = {}): Receipt => ({
  transactionHash: hashOf('transaction'),
  status: 'success',
  blockNumber: 9n,
  blockHash: hashOf('block'),
  gasUsed: 1n,
  effectiveGasPrice: 1n,
  l1Fee: 0n,
  logs,
  ...over,
});

/** Deposit addresses 0 to 9, and the addresses that were asked about. */
function addresses() {
  const asked: Address[] = [];
  const known = new Map(Array.from({ length: 10 }, (_, index) => [depositAddress(index), index]));
  const indexesOf = async (wanted: Iterable<Address>) => {
    const all = [...wanted];
    asked.push(...all);
    return new Map(all.flatMap((each) => (known.has(each) ? [[each, known.get(each)!] as const] : [])));
  };
  return { asked, known: { indexesOf, count: async () => 10, fill: async () => {} } };
}

const FOUND = {
  ...{ transactionHash: hashOf('transaction'), token: USDC, currency: 'USDC', amount: 5n },
  ...{ from: payer(1), to: depositAddress(4), index: 4, block: { number: 9n, hash: hashOf('block') } },
};

describe('the deposits of a transaction', () => {
  const found = (receipt: Receipt) => depositsIn(receipt, TOKENS, addresses().known);

  it('are its transfers of a known token to a deposit address', async () => {
    expect(await found(receiptWith([event(), event({ data: word('7') })]))).toEqual([
      { ...FOUND, ordinal: 0 },
      { ...FOUND, ordinal: 1, amount: 7n },
    ]);
  });

  it.each<[string, Partial<Log>]>([
    ['of another contract', { address: addressWith('aaaa', 9) }],
    ['with an id in place of an amount', { topics: [...event().topics, word('1')] }],
    ['without a payee', { topics: event().topics.slice(0, 2) }],
    ['with more data than an amount', { data: `${word('5')}${'0'.repeat(64)}` as Hex }],
    ['without data', { data: '0x' }],
    ['of nothing', { data: word('0') }],
  ])('are not the transfers %s, which count for the ordinals', async (_, over) => {
    expect(await found(receiptWith([event(over), event()]))).toEqual([{ ...FOUND, ordinal: 1 }]);
  });

  it('are what arrived, if the token takes a fee of the transfer', async () => {
    const [topic, from] = event().topics as [Hex, Hex];
    const taken = event({ topics: [topic, from, topicOf(addressWith('fee0', 1))], data: word('1') });
    expect(await found(receiptWith([event({ data: word('4') }), taken]))).toEqual([
      { ...FOUND, ordinal: 0, amount: 4n },
    ]);
  });

  it('are none if the transaction reverted', async () => {
    expect(await found(receiptWith([event()], { status: 'reverted' }))).toEqual([]);
  });

  it('are looked for among the addresses of transfers that move something', async () => {
    const { asked, known } = addresses();
    await depositsIn(receiptWith([event({ data: word('0') })]), TOKENS, known);
    expect(asked).toEqual([]);
  });
});

describe('the deposits of blocks', () => {
  const log = (over: Partial<TransferLog> = {}): TransferLog => ({
    ...{ token: USDC, from: payer(1), to: depositAddress(4), value: 5n, transactionHash: hashOf('transaction') },
    ...{ blockNumber: 9n, blockHash: hashOf('block'), logIndex: 0 },
    ...over,
  });

  function among(logs: readonly TransferLog[], receipt: Receipt | null) {
    const { asked, known } = addresses();
    const receipts: Hex[] = [];
    const nodes = {
      receipt: async (hash: Hex) => {
        receipts.push(hash);
        return receipt;
      },
    } as unknown as EvmNodes;
    return { asked, receipts, deposits: depositsAmong(logs, { nodes, tokens: TOKENS, known }) };
  }

  it('are read from the receipts of transactions that pay a deposit address', async () => {
    const { receipts, deposits } = among(
      [log(), log({ logIndex: 1 }), log({ to: payer(2), transactionHash: hashOf('other') })],
      receiptWith([event()]),
    );
    expect(await deposits).toEqual([{ ...FOUND, ordinal: 0 }]);
    expect(receipts).toEqual([hashOf('transaction')]);
  });

  it('are not looked for where nothing is moved', async () => {
    const { asked, receipts, deposits } = among([log({ value: 0n })], receiptWith([event()]));
    expect([await deposits, asked, receipts]).toEqual([[], [], []]);
  });

  it.each([
    ['another block', receiptWith([event()], { blockHash: hashOf('another') })],
    ['no block', null],
  ])('are read later if the transaction is in %s by then', async (_, receipt) => {
    const { deposits } = among([log()], receipt);
    await expect(deposits).rejects.toBeInstanceOf(ChainChanged);
    await expect(deposits).rejects.toMatchObject({ name: 'ChainChanged' });
  });
});
