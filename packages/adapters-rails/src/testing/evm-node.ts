import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Address, Hex } from '../evm/index.js';

/** A request to `eth_sendTransaction`, from an account that the node signs for. */
export interface NodeTransaction {
  readonly from?: Address;
  readonly to?: Address;
  readonly data?: Hex;
  /** Wei. */
  readonly value?: bigint;
}

/** An Anvil of its own: https://getfoundry.sh/anvil. */
export interface EvmNode {
  readonly url: string;
  readonly chainId: number;
  /** Ten addresses in lower case with 10,000 coins each. The node signs for them. */
  readonly accounts: readonly Address[];
  /** Throws a `RpcError` if the node refuses. */
  rpc<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>;
  head(): Promise<bigint>;
  mine(blocks?: number): Promise<void>;
  /**
   * Replaces the newest blocks by as many others. `transactions` are put into the block with this position, 0 for the
   * first of them; those of the blocks that were replaced are gone.
   */
  reorg(depth: number, transactions?: readonly (readonly [NodeTransaction | Hex, number])[]): Promise<void>;
  snapshot(): Promise<Hex>;
  revert(snapshot: Hex): Promise<void>;
  /** Wei. */
  setBalance(address: Address, amount: bigint): Promise<void>;
  setCode(address: Address, code: Hex): Promise<void>;
  /** Removes a transaction that is not mined yet. */
  dropTransaction(hash: Hex): Promise<void>;
  /** Sends a transaction from an account of the node (the first one by default), without waiting for a block. */
  send(transaction: NodeTransaction): Promise<Hex>;
  /** Sends it, and mines a block if no other way of mining does. Throws if it reverted. */
  transact(transaction: NodeTransaction): Promise<MinedTransaction>;
  stop(): Promise<void>;
}

export interface MinedTransaction {
  readonly hash: Hex;
  readonly blockNumber: bigint;
  /** Of a deployment. */
  readonly contractAddress: Address | null;
}

export interface AnvilOptions {
  readonly chainId?: number;
  /**
   * `auto`: a block for each transaction. `manual`: blocks by `mine` alone. A number: a block every so many seconds.
   */
  readonly mining?: 'auto' | 'manual' | number;
  /** A third of the depth of `finalized` is the depth of `safe`: one epoch and two. 32 by default. */
  readonly slotsInAnEpoch?: number;
  /** Wei for one gas, in the first block. */
  readonly baseFee?: bigint;
  /** Unix time of the first block, in seconds. */
  readonly timestamp?: number;
  /** 0 by default: a free port. */
  readonly port?: number;
  /** Further options of the command `anvil`. */
  readonly options?: readonly string[];
}

/** An answer of the node that is an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
  }
}

const ARCHITECTURES: Readonly<Record<string, readonly string[]>> = {
  darwin: ['x64', 'arm64'],
  linux: ['x64', 'arm64'],
  win32: ['x64'],
};

/** Why this machine has no Anvil; null if it has one. */
export const whyNoAnvil: string | null = ARCHITECTURES[process.platform]?.includes(process.arch)
  ? null
  : `no Anvil exists for ${process.platform} on ${process.arch}`;

function binary(): string {
  if (whyNoAnvil !== null) throw new Error(whyNoAnvil);
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const anvil = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
  const found = createRequire(anvil).resolve(`@foundry-rs/anvil-${platform}/package.json`);
  return join(dirname(found), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
}

/** Ends the node when its standard input ends: with the test process, however that ends, or with its thread. */
const GUARD = '"$0" "$@" & child=$!; exec >/dev/null; trap "kill -9 $child" EXIT; cat';

/** The command that runs Anvil until its standard input ends. */
export function anvilCommand(args: readonly string[]): readonly [string, readonly string[]] {
  return process.platform === 'win32' ? [binary(), args] : ['/bin/sh', ['-c', GUARD, binary(), ...args]];
}

/** The port, as soon as the node listens. */
function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => reject(new Error(`Anvil ${reason}: ${output.slice(-2000)}`));
    const timer = setTimeout(() => fail('did not start within 60 seconds'), 60_000);
    timer.unref();
    child.on('error', reject);
    child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdout!.on('end', () => fail('ended'));
    child.stdout!.on('data', function read(chunk: Buffer) {
      output += chunk.toString();
      const port = /Listening on [\d.]+:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      child.stdout!.off('data', read).resume();
      resolve(Number(port));
    });
  });
}

const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`;

/** Starts Anvil. It ends with `stop`, and at the latest with this process. */
export async function startAnvil({
  chainId = 31_337,
  mining = 'auto',
  slotsInAnEpoch,
  baseFee,
  timestamp,
  port = 0,
  options = [],
}: AnvilOptions = {}): Promise<EvmNode> {
  const [command, args] = anvilCommand([
    ...['--port', String(port), '--chain-id', String(chainId), '--threads', '2'],
    ...(mining === 'manual' ? ['--no-mining'] : mining === 'auto' ? [] : ['--block-time', String(mining)]),
    ...(slotsInAnEpoch === undefined ? [] : ['--slots-in-an-epoch', String(slotsInAnEpoch)]),
    ...(baseFee === undefined ? [] : ['--block-base-fee-per-gas', baseFee.toString()]),
    ...(timestamp === undefined ? [] : ['--timestamp', String(timestamp)]),
    ...options,
  ]);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    if (process.platform === 'win32') child.kill();
    child.stdin!.destroy();
    await ended;
  };
  child.stdin!.on('error', () => undefined);
  try {
    const url = `http://127.0.0.1:${await listening(child)}`;
    // The node alone must not keep the process alive.
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as { unref?(): void }).unref?.();
    const rpc = rpcOf(url);
    await rpc('anvil_setLoggingEnabled', [false]);
    return nodeOf(url, chainId, await rpc<readonly Address[]>('eth_accounts'), rpc, stop, mining === 'auto');
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Calls the JSON-RPC interface of a node. */
export function rpcOf(url: string): EvmNode['rpc'] {
  return async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await answer.json()) as {
      readonly result?: T;
      readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
    };
    if (error !== undefined) throw new RpcError(error.code, `${method}: ${error.message}`, error.data);
    return result as T;
  };
}

interface StatedReceipt {
  readonly status: Hex;
  readonly blockNumber: Hex;
  readonly contractAddress: Address | null;
}

function nodeOf(
  url: string,
  chainId: number,
  accounts: readonly Address[],
  rpc: EvmNode['rpc'],
  stop: () => Promise<void>,
  isMining: boolean,
): EvmNode {
  const stated = ({ from = accounts[0]!, to, data, value }: NodeTransaction): object => ({
    from,
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value: quantity(value) }),
  });
  const send = (transaction: NodeTransaction): Promise<Hex> => rpc('eth_sendTransaction', [stated(transaction)]);
  const receipt = (hash: Hex): Promise<StatedReceipt | null> => rpc('eth_getTransactionReceipt', [hash]);
  return {
    url,
    chainId,
    accounts: accounts.map((address) => address.toLowerCase() as Address),
    rpc,
    send,
    stop,
    head: async () => BigInt(await rpc<Hex>('eth_blockNumber')),
    mine: async (blocks = 1) => void (await rpc('anvil_mine', [quantity(blocks)])),
    async reorg(depth, transactions = []) {
      const placed = transactions.map(([each, block]) => [typeof each === 'string' ? each : stated(each), block]);
      await rpc('anvil_reorg', [depth, placed]);
    },
    snapshot: () => rpc('evm_snapshot'),
    async revert(snapshot) {
      if (!(await rpc<boolean>('evm_revert', [snapshot]))) throw new Error(`Anvil has no snapshot ${snapshot}`);
    },
    setBalance: async (address, amount) => void (await rpc('anvil_setBalance', [address, quantity(amount)])),
    setCode: async (address, code) => void (await rpc('anvil_setCode', [address, code])),
    dropTransaction: async (hash) => void (await rpc('anvil_dropTransaction', [hash])),
    async transact(transaction) {
      const hash = await send(transaction);
      // A node that mines by itself does so a moment later: a block of ours would be one too many.
      for (let tries = 0; isMining && tries < 100 && (await receipt(hash)) === null; tries += 1) await pause(10);
      if ((await receipt(hash)) === null) await rpc('evm_mine');
      const mined = await receipt(hash);
      if (mined === null) throw new Error(`the transaction ${hash} was not mined`);
      if (mined.status !== '0x1') throw new Error(`the transaction ${hash} reverted`);
      return { hash, blockNumber: BigInt(mined.blockNumber), contractAddress: mined.contractAddress };
    },
  };
}
