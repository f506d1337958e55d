/** Bytes as hexadecimal digits with the prefix `0x`, in lower case. */
export type Hex = `0x${string}`;

/** An address in lower case. Only texts for people have the capitals of the checksum. */
export type Address = Hex;

export interface Block {
  readonly number: bigint;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** A block and, by its hash, the chain up to it. */
export interface BlockId {
  readonly number: bigint;
  readonly hash: Hex;
}

/** The chain that blocks are of. Null for what is not known of it. */
export interface Branch {
  /** The hash of the block before the first one. */
  readonly before: Hex | null;
  /** The hash of the last block. */
  readonly last: Hex | null;
}

export const ANY_BRANCH: Branch = { before: null, last: null };

/** An event `Transfer(address,address,uint256)` of one of the requested contracts. */
export interface TransferLog {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  /** The position in the block. It can change if the block leaves the chain. */
  readonly logIndex: number;
}

export interface Log {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: number;
}

export interface Receipt {
  readonly transactionHash: Hex;
  readonly status: 'success' | 'reverted';
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly gasUsed: bigint;
  /** Wei for one gas. */
  readonly effectiveGasPrice: bigint;
  /** The fee for data on the chain below, in wei; 0 on chains without one. It is not part of gasUsed × effectiveGasPrice. */
  readonly l1Fee: bigint;
  /** All events of the transaction, in their order. */
  readonly logs: readonly Log[];
}

export interface Call {
  readonly from?: Address;
  /** Null runs `data` as the code of a new contract, and returns what it would leave as the code. */
  readonly to: Address | null;
  readonly data: Hex;
  readonly value?: bigint;
}

/** The node executed the call, and the contract refused it. */
export interface Reverted {
  readonly reverted: true;
  /** The decoded reason, or the raw data; for the log and for operators. */
  readonly reason: string;
}

/** What a node said about a transaction that it was given. */
export type Broadcast =
  /** At least one node has it: taken now, or known before. */
  | 'accepted'
  /** Its nonce is spent by a mined transaction. */
  | 'nonce-spent'
  /** Another transaction with this nonce pays at least as much, or the node wants a higher fee for any transaction. */
  | 'underpriced'
  /** The signer lacks coins for value and gas. */
  | 'insufficient-funds'
  /** Every node refused it for another reason, or did not answer. It may still be broadcast later. */
  | 'refused';

/**
 * The nodes of one chain. Reads about blocks are answered only if `quorum` nodes give the same answer; a node that
 * does not answer, lags behind or lies has no effect as long as enough others agree. Without a quorum a read throws
 * `NoQuorum`, and the caller tries again later.
 */
export interface EvmNodes {
  readonly chainId: number;
  /** The highest block that `quorum` nodes have, by its number and hash. */
  head(): Promise<Block>;
  /** The highest block that counts as confirmed, by the `confirmations` of the entry: a depth, `safe` or `finalized`. */
  confirmed(): Promise<Block>;
  /**
   * The block with this number on the chain that `quorum` nodes have; null above their heads. With `on`, on the chain of
   * this block; throws `NoQuorum` if the nodes do not have it.
   */
  block(number: bigint, on?: BlockId): Promise<Block | null>;
  /**
   * All Transfer events of the contracts in these blocks, both included, in the order of the chain. Throws `NoQuorum` if
   * the blocks are of another chain than `branch`.
   */
  transfers(tokens: readonly Address[], from: bigint, to: bigint, branch: Branch): Promise<readonly TransferLog[]>;
  /** Events by contract and first topic, likewise. */
  logs(
    filter: { readonly address: Address; readonly topics: readonly (Hex | readonly Hex[] | null)[] },
    from: bigint,
    to: bigint,
    branch: Branch,
  ): Promise<
    readonly (Log & { readonly blockNumber: bigint; readonly blockHash: Hex; readonly transactionHash: Hex })[]
  >;
  /** Null if `quorum` nodes agree that no block of theirs has the transaction. `on`: as for `block`. */
  receipt(transactionHash: Hex, on?: BlockId): Promise<Receipt | null>;
  /** The number of mined transactions of the address, at a block. */
  transactionCount(address: Address, at: bigint): Promise<number>;
  /** Whether the address has code, at a block. */
  hasCode(address: Address, at: bigint): Promise<boolean>;
  /** The result of a call at a block. */
  call(call: Call, at: bigint): Promise<Hex | Reverted>;
  /** Wei, at a block. */
  balance(address: Address, at: bigint): Promise<bigint>;
  /** Gas that the call needs now; from the first node that answers. */
  estimateGas(call: Call): Promise<bigint | Reverted>;
  /** Wei for one gas: what the next block asks at least, and a usual tip; from the first node that answers. */
  gasPrice(): Promise<{ readonly base: bigint; readonly tip: bigint }>;
  /** Gives the signed transaction to every node. */
  broadcast(signed: Hex): Promise<Broadcast>;
  /** The nodes, as `corridor connections check` shows them. Does not throw. */
  health(): Promise<readonly { readonly url: string; readonly head: bigint | null; readonly problem: string | null }[]>;
}

/** Fewer nodes than the quorum answered, or they disagree. Nothing is known; the read is repeated later. */
export class NoQuorum extends Error {
  override readonly name = 'NoQuorum';
}
