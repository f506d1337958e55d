import { request } from 'undici';

/** Reads a chain by plain JSON-RPC. It shares no code with the rail, so that it can check the rail. */

type Json = Readonly<Record<string, unknown>>;

export type Rpc = <T>(method: string, ...params: readonly unknown[]) => Promise<T>;

/** The node does not answer, for instance because it restarts. */
export class NodeIsAway extends Error {
  override readonly name = 'NodeIsAway';
}

/** Throws for an error of the node, and `NodeIsAway`. */
export const rpcTo =
  (url: string): Rpc =>
  async <T>(method: string, ...params: readonly unknown[]) => {
    const { result, error } = await ask<T>(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result as T;
  };

interface Answer<T> {
  readonly result?: T;
  readonly error?: { readonly message: string };
}

async function ask<T>(url: string, body: string): Promise<Answer<T>> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await request(url, { method: 'POST', headers, body });
    return (await answer.body.json()) as Answer<T>;
  } catch (cause) {
    throw new NodeIsAway(String(cause), { cause });
  }
}

/** `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export interface ChainTransfer {
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
}

/** A mined transaction. Addresses are in lower case. */
export interface ChainTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly nonce: number;
  readonly block: number;
  readonly succeeded: boolean;
  readonly gasPaid: bigint;
  readonly transfers: readonly ChainTransfer[];
}

const BLOCKS_AT_ONCE = 20;

/** All transactions from the first block to the head, in their order. */
export async function readChain(rpc: Rpc): Promise<readonly ChainTransaction[]> {
  const head = Number(await rpc<string>('eth_blockNumber'));
  const all: ChainTransaction[] = [];
  for (let from = 0; from <= head; from += BLOCKS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(BLOCKS_AT_ONCE, head + 1 - from) }, (_, i) => from + i);
    const blocks = await Promise.all(numbers.map((number) => readBlock(rpc, number)));
    all.push(...blocks.flat());
  }
  return all;
}

async function readBlock(rpc: Rpc, block: number): Promise<readonly ChainTransaction[]> {
  const number = `0x${block.toString(16)}`;
  const { transactions } = await rpc<{ readonly transactions: readonly Json[] }>('eth_getBlockByNumber', number, true);
  if (transactions.length === 0) return [];
  const receipts = await rpc<readonly Json[]>('eth_getBlockReceipts', number);
  const byHash = new Map(receipts.map((receipt) => [receipt['transactionHash'], receipt]));
  return transactions.map((transaction) => {
    const hash = transaction['hash'] as string;
    const receipt = byHash.get(hash);
    if (receipt === undefined) throw new Error(`block ${block} has no receipt of ${hash}`);
    const logs = receipt['logs'] as readonly { address: string; topics: readonly string[]; data: string }[];
    return {
      hash,
      from: (transaction['from'] as string).toLowerCase(),
      to: (transaction['to'] as string | null)?.toLowerCase() ?? null,
      nonce: Number(transaction['nonce']),
      block,
      succeeded: receipt['status'] === '0x1',
      gasPaid:
        BigInt(receipt['gasUsed'] as string) * BigInt(receipt['effectiveGasPrice'] as string) +
        BigInt((receipt['l1Fee'] as string | undefined) ?? 0),
      transfers: logs
        .filter(({ topics }) => topics[0] === TRANSFER)
        .map(({ address, topics, data }) => ({
          token: address.toLowerCase(),
          from: `0x${topics[1]!.slice(26)}`.toLowerCase(),
          to: `0x${topics[2]!.slice(26)}`.toLowerCase(),
          value: BigInt(data),
        })),
    };
  });
}

/** `balanceOf(address)` at the head. */
export async function tokensOf(rpc: Rpc, token: string, address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return BigInt(await rpc<string>('eth_call', { to: token, data }, 'latest'));
}

export const coinsOf = async (rpc: Rpc, address: string): Promise<bigint> =>
  BigInt(await rpc<string>('eth_getBalance', address, 'latest'));

/** The mined transactions of each sender by nonce. Throws if a nonce was mined twice, or a lower one is missing. */
export function byNonce(transactions: readonly ChainTransaction[]): ReadonlyMap<string, readonly ChainTransaction[]> {
  const senders = new Map<string, ChainTransaction[]>();
  for (const transaction of transactions) {
    const mined = senders.get(transaction.from) ?? [];
    senders.set(transaction.from, mined);
    if (transaction.nonce !== mined.length)
      throw new Error(`${transaction.from} mined nonce ${transaction.nonce} after ${mined.length} transactions`);
    mined.push(transaction);
  }
  return senders;
}
