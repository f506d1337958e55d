import { createHash } from 'node:crypto';
import { NoQuorum } from '@corridor/adapters-rails/evm';
import type { Address, Block, BlockId, EvmNodes, Hex, Log, Receipt, TransferLog } from '../evm/nodes.js';

/** A transfer of a token, or another event of a transaction. */
export type MemoryEvent =
  | { readonly token: Address; readonly from: Address; readonly to: Address; readonly value: bigint }
  | { readonly address: Address; readonly topics: readonly Hex[] };

export interface MemoryTransaction {
  readonly hash: Hex;
  readonly events: readonly MemoryEvent[];
}

interface MemoryBlock extends Block {
  readonly transactions: readonly MemoryTransaction[];
}

/** A chain in memory, and nodes that agree about it. */
export interface MemoryChain {
  readonly nodes: EvmNodes;
  head(): Block;
  /** Adds a block. */
  mine(transactions?: readonly MemoryTransaction[]): Block;
  /** Replaces the newest blocks by these. Returns the transactions that were in the replaced ones. */
  reorg(depth: number, blocks: readonly (readonly MemoryTransaction[])[]): readonly MemoryTransaction[];
  /** Returns to the blocks that the chain had before it last changed its branch. False if it never has. */
  back(): boolean;
  /** The transactions of the chain, oldest first. */
  transactions(): readonly (MemoryTransaction & { readonly block: Block })[];
  /** Addresses with code. */
  readonly contracts: Set<Address>;
  /** Addresses that have sent no transaction. */
  readonly unused: Set<Address>;
}

export const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** 32 bytes that depend on the text alone. */
export const hashOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`;

/** A readable address: the number at its end. */
export const addressWith = (prefix: string, number: number): Address =>
  `0x${prefix}${number.toString(16).padStart(40 - prefix.length, '0')}`;

const SECONDS_PER_BLOCK = 12;
const GENESIS_TIME = Date.parse('2026-11-23T00:00:00Z') / 1000;

const word = (hex: string): Hex => `0x${hex.padStart(64, '0')}`;

/** `confirmations`: 1 confirms the head itself. */
export function memoryChain(confirmations: number, chainId = 31_337): MemoryChain {
  let forks = 0;
  const at = (number: number, parentHash: Hex, transactions: readonly MemoryTransaction[]): MemoryBlock => ({
    number: BigInt(number),
    hash: hashOf(`${forks}/${number}/${parentHash}`),
    parentHash,
    timestamp: GENESIS_TIME + number * SECONDS_PER_BLOCK,
    transactions,
  });
  const blocks: MemoryBlock[] = [at(0, hashOf('genesis'), [])];
  let left: readonly MemoryBlock[] = [];
  const contracts = new Set<Address>();
  const unused = new Set<Address>();
  const head = (): MemoryBlock => blocks.at(-1)!;
  const mine = (transactions: readonly MemoryTransaction[] = []): Block => {
    blocks.push(at(blocks.length, head().hash, transactions));
    return head();
  };

  const logsOf = ({ events }: MemoryTransaction, first: number): readonly Log[] =>
    events.map((event, position) => {
      const logIndex = first + position;
      if ('topics' in event) return { ...event, data: '0x', logIndex };
      const topics = [TRANSFER, word(event.from.slice(2)), word(event.to.slice(2))];
      return { address: event.token, topics, data: word(event.value.toString(16)), logIndex };
    });

  function receiptIn({ number, hash, transactions }: MemoryBlock, transactionHash: Hex): Receipt | null {
    let first = 0;
    for (const transaction of transactions) {
      if (transaction.hash === transactionHash) {
        return {
          transactionHash,
          status: 'success',
          blockNumber: number,
          blockHash: hash,
          gasUsed: 50_000n,
          effectiveGasPrice: 1_000_000_000n,
          l1Fee: 0n,
          logs: logsOf(transaction, first),
        };
      }
      first += transaction.events.length;
    }
    return null;
  }

  function transfersIn(block: MemoryBlock, tokens: readonly Address[]): readonly TransferLog[] {
    let logIndex = -1;
    return block.transactions.flatMap(({ hash, events }) =>
      events.flatMap((event) => {
        logIndex += 1;
        if ('topics' in event || !tokens.includes(event.token)) return [];
        return [{ ...event, transactionHash: hash, blockNumber: block.number, blockHash: block.hash, logIndex }];
      }),
    );
  }

  function refuseOther(on: BlockId | undefined): void {
    if (on !== undefined && blocks[Number(on.number)]?.hash !== on.hash)
      throw new NoQuorum(`the nodes do not have block ${on.number}`);
  }

  const unexpected = (): Promise<never> => Promise.reject(new Error('deposits do not call this'));
  return {
    head,
    mine,
    contracts,
    unused,
    reorg(depth, replacement) {
      forks += 1;
      left = [...blocks];
      const lost = blocks.splice(Math.max(1, blocks.length - depth));
      for (const transactions of replacement) mine(transactions);
      return lost.flatMap(({ transactions }) => transactions);
    },
    back() {
      if (left.length === 0) return false;
      // What is mined from here on differs from what was mined there before.
      forks += 1;
      left = blocks.splice(0, blocks.length, ...left);
      return true;
    },
    transactions: () => blocks.flatMap((block) => block.transactions.map((each) => ({ ...each, block }))),
    nodes: {
      chainId,
      head: async () => head(),
      confirmed: async () => blocks[Math.max(0, blocks.length - confirmations)]!,
      block: async (number, on) => {
        refuseOther(on);
        return blocks[Number(number)] ?? null;
      },
      transfers: async (tokens, from, to, { before, last }) => {
        const read = blocks.slice(Number(from), Number(to) + 1);
        refuseOther(before === null ? undefined : { number: from - 1n, hash: before });
        refuseOther(last === null ? undefined : { number: to, hash: last });
        return read.flatMap((block) => transfersIn(block, tokens));
      },
      receipt: async (hash, on) => {
        refuseOther(on);
        for (const block of blocks.toReversed()) {
          const receipt = receiptIn(block, hash);
          if (receipt !== null) return receipt;
        }
        return null;
      },
      hasCode: async (address) => contracts.has(address),
      transactionCount: async (address) => (unused.has(address) ? 0 : 1),
      logs: unexpected,
      call: unexpected,
      balance: unexpected,
      estimateGas: unexpected,
      gasPrice: unexpected,
      broadcast: unexpected,
      health: unexpected,
    },
  };
}
