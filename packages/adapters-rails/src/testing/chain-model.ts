import { createHash } from 'node:crypto';
import {
  type Address,
  type Block,
  type Broadcast,
  type Call,
  type EvmNodes,
  type Hex,
  NoQuorum,
  type Receipt,
  type Reverted,
} from '../evm/nodes.js';
import { transferIn } from '../evm/token-transfer.js';
import type { EvmSigner, UnsignedTransaction } from '../evm/signer.js';
import { TRANSFER } from './memory-chain.js';

const hexOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`;

export interface ModelTransaction extends UnsignedTransaction {
  readonly from: Address;
  readonly hash: Hex;
}

interface ModelBlock extends Block {
  readonly transactions: readonly MinedTransaction[];
  readonly gifts: readonly Gift[];
}

/** Coins that a stranger sends. */
interface Gift {
  readonly to: Address;
  readonly wei: bigint;
}

interface MinedTransaction {
  readonly hash: Hex;
  readonly status: 'success' | 'reverted';
  /** Whether the contract did what the call says. */
  readonly moves: boolean;
  /** Wei for one gas. */
  readonly price: bigint;
}

const GAS_USED = 21_000n;
const L1_FEE = 7n;

const word = (digits: string): Hex => `0x${digits.padStart(64, '0')}`;

/** The events of a transfer of a token. */
function eventsOf({ from, to, data }: ModelTransaction): Receipt['logs'] {
  const transfer = transferIn(data);
  if (transfer === null) return [];
  const topics = [TRANSFER, word(from.slice(2)), word(transfer.to.slice(2))];
  return [{ address: to, topics, data: word(transfer.amount.toString(16)), logIndex: 0 }];
}

const encode = (from: Address, unsigned: UnsignedTransaction): Hex => {
  const text = JSON.stringify({ from, ...unsigned }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return `0x${Buffer.from(text).toString('hex')}`;
};

function decode(bytes: Hex): ModelTransaction {
  const parsed = JSON.parse(Buffer.from(bytes.slice(2), 'hex').toString(), (_, value: unknown) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as Omit<ModelTransaction, 'hash'>;
  return { ...parsed, hash: hexOf(bytes) };
}

/** A signer whose signatures the model of the chain reads. */
export const modelSigner = (address: Address): EvmSigner => ({
  address,
  sign: async (unsigned) => {
    const bytes = encode(address, unsigned);
    return { bytes, hash: hexOf(bytes) };
  },
  signTypedData: async (encoded) => hexOf(encoded),
});

export type ChainModel = ReturnType<typeof chainModel>;

/** A chain in memory with one mempool: it drops, reorganises, and asks changing fees, as the test says. */
export function chainModel(confirmations: number) {
  let forks = 0;
  const blocks: ModelBlock[] = [];
  const known = new Map<Hex, ModelTransaction>();
  const mempool = new Map<string, ModelTransaction>();
  const gifts: Gift[] = [];
  const state = {
    base: 10n,
    tip: 2n,
    /** What each address had before its first transaction. */
    coins: 10n ** 18n,
    /** Calls and transactions with this data revert. */
    reverting: new Set<Hex>(),
    /** Transactions with this data revert when they are mined, although calls succeed. */
    revertingWhenMined: new Set<Hex>(),
    /** Transactions with this data succeed when they are mined, and their contract moves nothing. */
    movingNothing: new Set<Hex>(),
    /** What the nodes say that calls need. */
    gas: 50_000n as bigint | Reverted,
    /** How many blocks the nodes are behind. */
    lag: 0n,
    refusesAll: false,
    /** Answers calls of contracts; null: as the sets above say. */
    answer: null as ((call: Call) => Hex | Reverted) | null,
  };
  const slotOf = ({ from, nonce }: Pick<ModelTransaction, 'from' | 'nonce'>): string => `${from}/${nonce}`;

  function append(transactions: ModelBlock['transactions']): void {
    const number = BigInt(blocks.length);
    const parentHash = blocks.at(-1)?.hash ?? hexOf('');
    const hash = hexOf(`${parentHash}/${number}/${forks}/${transactions.map((each) => each.hash).join()}`);
    blocks.push({ number, hash, parentHash, timestamp: Number(number), transactions, gifts: gifts.splice(0) });
  }
  append([]);

  const countAt = (address: Address, at: bigint): number =>
    blocks
      .slice(0, Number(at) + 1)
      .flatMap(({ transactions }) => transactions)
      .filter(({ hash }) => known.get(hash)!.from === address).length;
  const tipNumber = (): bigint => BigInt(blocks.length - 1);

  function coinsAt(address: Address, at: bigint): bigint {
    let coins = state.coins;
    for (const { transactions, gifts: given } of blocks.slice(0, Number(at) + 1)) {
      for (const { to, wei } of given) if (to === address) coins += wei;
      for (const { hash, status, price } of transactions) {
        const { from, to, value } = known.get(hash)!;
        if (from === address) coins -= GAS_USED * price + L1_FEE;
        if (status === 'reverted') continue;
        if (from === address) coins -= value;
        if (to === address) coins += value;
      }
    }
    return coins;
  }

  /** Mines what the mempool has and whose fee reaches `least`, at most `most` transactions. */
  function mine(most = 100, least = state.base): void {
    const mined: ModelBlock['transactions'][number][] = [];
    const counts = new Map<Address, number>();
    for (let isDone = false; !isDone && mined.length < most;) {
      isDone = true;
      for (const transaction of mempool.values()) {
        const { from, nonce, hash, data, maxFeePerGas, maxPriorityFeePerGas } = transaction;
        const count = counts.get(from) ?? countAt(from, tipNumber());
        if (nonce < count) mempool.delete(slotOf(transaction));
        if (nonce !== count || maxFeePerGas < least || mined.length >= most) continue;
        const fails = state.reverting.has(data) || state.revertingWhenMined.has(data);
        const moves = !fails && !state.movingNothing.has(data);
        const asked = state.base + maxPriorityFeePerGas;
        const price = asked < maxFeePerGas ? asked : maxFeePerGas;
        mined.push({ hash, status: fails ? 'reverted' : 'success', moves, price });
        counts.set(from, count + 1);
        mempool.delete(slotOf(transaction));
        isDone = false;
      }
    }
    append(mined);
  }

  function reorganise(depth: number, keeps: (hash: Hex) => boolean): void {
    const removed = blocks.splice(Math.max(1, blocks.length - depth));
    forks += 1;
    for (const { hash } of removed.flatMap(({ transactions }) => transactions)) {
      const transaction = known.get(hash)!;
      if (keeps(hash)) mempool.set(slotOf(transaction), transaction);
    }
    // The new blocks are empty at first: what was mined is in line again.
    for (let number = 0; number <= removed.length; number += 1) mine(100, 10n ** 30n);
    gifts.push(...removed.flatMap((block) => block.gifts));
  }

  function take(transaction: ModelTransaction): Broadcast {
    const { from, nonce, hash, maxFeePerGas, maxPriorityFeePerGas, gas, value } = transaction;
    known.set(hash, transaction);
    if (nonce < countAt(from, tipNumber())) return 'nonce-spent';
    const other = mempool.get(slotOf(transaction));
    if (other?.hash === hash) return 'accepted';
    if (gas * maxFeePerGas + value > coinsAt(from, tipNumber())) return 'insufficient-funds';
    const isHigher = (offered: bigint, before: bigint) => offered * 10n >= before * 11n;
    if (
      other !== undefined &&
      !(isHigher(maxFeePerGas, other.maxFeePerGas) && isHigher(maxPriorityFeePerGas, other.maxPriorityFeePerGas))
    )
      return 'underpriced';
    mempool.set(slotOf(transaction), transaction);
    return 'accepted';
  }

  /** A transaction of the same key that the service knows nothing of. */
  function foreign(from: Address, serial: number): void {
    const nonce = countAt(from, tipNumber());
    const unsigned = { nonce, chainId: 1, to: from, value: 0n, data: `0xff${serial}` as Hex, gas: 21_000n };
    const fees = { maxFeePerGas: 10n ** 30n, maxPriorityFeePerGas: 1n };
    const transaction = decode(encode(from, { ...unsigned, ...fees }));
    known.set(transaction.hash, transaction);
    mempool.set(slotOf(transaction), transaction);
  }

  const headNumber = (): bigint => tipNumber() - state.lag;
  const blockAt = (number: bigint): Block | null => (number > headNumber() ? null : blocks[Number(number)]!);
  const at = (number: bigint): bigint => {
    if (blockAt(number) === null) throw new NoQuorum(`no block ${number}`);
    return number;
  };
  const reverted = ({ data }: Call): Reverted | null =>
    state.reverting.has(data) ? { reverted: true, reason: 'refused by the contract' } : null;
  const unused = (): never => {
    throw new Error('the sender does not ask this');
  };

  const nodes: EvmNodes = {
    chainId: 31_337,
    head: async () => blockAt(headNumber())!,
    confirmed: async () => blockAt(headNumber() < BigInt(confirmations) ? 0n : headNumber() - BigInt(confirmations))!,
    block: async (number) => blockAt(number),
    receipt: async (hash): Promise<Receipt | null> => {
      for (const block of blocks) {
        const found = block.transactions.find((each) => each.hash === hash);
        if (found === undefined || block.number > headNumber()) continue;
        const { number: blockNumber, hash: blockHash } = block;
        const transaction = known.get(hash)!;
        const logs = found.moves ? eventsOf(transaction) : [];
        return {
          ...{ transactionHash: hash, status: found.status, blockNumber, blockHash },
          ...{ gasUsed: GAS_USED, effectiveGasPrice: found.price, l1Fee: L1_FEE, logs },
        };
      }
      return null;
    },
    transactionCount: async (address, number) => countAt(address, at(number)),
    hasCode: unused,
    transfers: unused,
    logs: unused,
    health: unused,
    call: async (call, number) => {
      at(number);
      return state.answer === null ? (reverted(call) ?? '0x') : state.answer(call);
    },
    balance: async (address, number) => coinsAt(address, at(number)),
    estimateGas: async (call) => reverted(call) ?? state.gas,
    gasPrice: async () => ({ base: state.base, tip: state.tip }),
    broadcast: async (bytes) => (state.refusesAll ? 'refused' : take(decode(bytes))),
  };

  return {
    nodes,
    state,
    mempool,
    mine,
    reorganise,
    foreign,
    decode,
    /** A stranger sends coins in the next block. */
    give: (to: Address, wei: bigint): void => void gifts.push({ to, wei }),
    drop: (): void => mempool.clear(),
    coinsOf: (address: Address): bigint => coinsAt(address, tipNumber()),
    /** What each transaction of an address paid for its gas, in wei, by its hash. */
    gasOf: (address: Address): ReadonlyMap<Hex, bigint> =>
      new Map(
        blocks
          .flatMap(({ transactions }) => transactions)
          .filter(({ hash }) => known.get(hash)!.from === address)
          .map(({ hash, price }) => [hash, GAS_USED * price + L1_FEE]),
      ),
    /** The successful transactions of the chain that moved something, by their data. */
    paid: (): ReadonlyMap<Hex, readonly Hex[]> => {
      const paid = new Map<Hex, Hex[]>();
      for (const { hash, moves } of blocks.flatMap(({ transactions }) => transactions)) {
        const { data } = known.get(hash)!;
        if (moves) paid.set(data, [...(paid.get(data) ?? []), hash]);
      }
      return paid;
    },
    height: (): number => blocks.length - 1,
  };
}
