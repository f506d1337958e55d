import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Abi, decodeFunctionResult, encodeDeployData, encodeFunctionData } from 'viem';
import type { Address, Hex } from '../evm/index.js';
import type { EvmNode } from './evm-node.js';

/** The contracts of the folder `contracts`. */
export type ContractName =
  | 'AuthorizedToken'
  | 'MintedToken'
  | 'PlainToken'
  | 'Multicall3'
  | 'ContractWallet'
  | 'ContractWalletFactory'
  | 'HostileWallet'
  | 'GasPriceOracle';

export interface CompiledContract {
  readonly abi: Abi;
  /** What a transaction deploys, without the arguments of the constructor. */
  readonly creationCode: Hex;
  /** What the chain holds after a deployment; complete only for contracts without immutable values. */
  readonly code: Hex;
}

/** Where Multicall3 is on public chains. */
export const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11';
/** Where OP-stack chains have the oracle of the L1 data fee. */
export const GAS_PRICE_ORACLE: Address = '0x420000000000000000000000000000000000000f';

const SOURCES = 'packages/adapters-rails/src/testing/contracts';
const require = createRequire(import.meta.url);

/** The root of the repository, also when this file is compiled. */
function root(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, SOURCES))) {
    if (folder === dirname(folder)) throw new Error(`no folder above this file has ${SOURCES}`);
    folder = dirname(folder);
  }
  return folder;
}

let compiled: Readonly<Record<ContractName, CompiledContract>> | null = null;

/** The contracts, compiled once for their sources and the version of the compiler. */
export function contracts(): Readonly<Record<ContractName, CompiledContract>> {
  compiled ??= fromCache();
  return compiled;
}

function fromCache(): Readonly<Record<ContractName, CompiledContract>> {
  const folder = join(root(), SOURCES);
  const sources = Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [file, { content: readFileSync(join(folder, file), 'utf8') }]),
  );
  const versions = ['solc', '@openzeppelin/contracts'].map(
    (name) =>
      (JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as { version: string }).version,
  );
  const key = createHash('sha256')
    .update(JSON.stringify([sources, versions, SETTINGS]))
    .digest('hex');
  const cache = join(root(), 'node_modules', '.cache', 'contracts');
  const file = join(cache, `${key}.json`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    // Several test processes can compile at once; each of them writes a complete file.
    const written = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    writeFileSync(written, JSON.stringify(compile(sources)));
    renameSync(written, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<ContractName, CompiledContract>>;
}

const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly abi: Abi;
            readonly evm: {
              readonly bytecode: { readonly object: string };
              readonly deployedBytecode: { readonly object: string };
            };
          }
        >
      >
    >
  >;
}

function compile(sources: Readonly<Record<string, { readonly content: string }>>): Record<string, CompiledContract> {
  const solc = require('solc') as { compile(input: string, callbacks: object): string };
  const read = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS });
  const output = JSON.parse(solc.compile(input, { import: read })) as Output;
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return Object.fromEntries(
    Object.keys(sources).flatMap((file) =>
      Object.entries(output.contracts[file] ?? {}).map(([name, { abi, evm }]) => [
        name,
        { abi, creationCode: `0x${evm.bytecode.object}`, code: `0x${evm.deployedBytecode.object}` },
      ]),
    ),
  );
}

/** Deploys a contract from the node's first account. */
export async function deploy(node: EvmNode, name: ContractName, args: readonly unknown[] = []): Promise<Address> {
  const { abi, creationCode } = contracts()[name];
  const { contractAddress } = await node.transact({
    data: encodeDeployData({ abi, bytecode: creationCode, args } as Parameters<typeof encodeDeployData>[0]),
  });
  if (contractAddress === null) throw new Error(`${name} was not deployed`);
  return contractAddress.toLowerCase() as Address;
}

/** Puts the code of a contract without constructor and immutable values at an address. */
export async function placeCode(node: EvmNode, name: 'Multicall3' | 'GasPriceOracle', at: Address): Promise<void> {
  await node.setCode(at, contracts()[name].code);
}

export interface Contract {
  readonly address: Address;
  /** The data of a call. */
  encode(functionName: string, ...args: readonly unknown[]): Hex;
  /** The result of a call at the head. */
  read<T = unknown>(functionName: string, ...args: readonly unknown[]): Promise<T>;
  /** Sends a call from an account of the node, and waits until it is mined. Throws if it reverts. */
  transact(from: Address, functionName: string, ...args: readonly unknown[]): Promise<Hex>;
}

/** A contract on the chain of a node. */
export function contractAt(node: EvmNode, name: ContractName, address: Address): Contract {
  const { abi } = contracts()[name];
  const encode = (functionName: string, ...args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi, functionName, args });
  return {
    address,
    encode,
    async read<T>(functionName: string, ...args: readonly unknown[]) {
      const data = await node.rpc<Hex>('eth_call', [{ to: address, data: encode(functionName, ...args) }, 'latest']);
      return decodeFunctionResult({ abi, functionName, args, data }) as T;
    },
    transact: async (from, functionName, ...args) =>
      (await node.transact({ from, to: address, data: encode(functionName, ...args) })).hash,
  };
}

export interface TestToken extends Contract {
  readonly authorization: 'eip-3009' | null;
  readonly decimals: number;
  /** The account of the node that mints, pauses and blocks. */
  readonly owner: Address;
  /** Creates tokens, in their smallest unit. */
  mint(to: Address, amount: bigint): Promise<Hex>;
  balanceOf(address: Address): Promise<bigint>;
  totalSupply(): Promise<bigint>;
  /** Sends tokens from an account of the node. */
  transfer(from: Address, to: Address, amount: bigint): Promise<Hex>;
  pause(): Promise<Hex>;
  unpause(): Promise<Hex>;
  /** No transfer from or to the address succeeds any more. Without authorizations: no transfer from it. */
  block(address: Address): Promise<Hex>;
  unblock(address: Address): Promise<Hex>;
}

export interface TokenOptions {
  /** `eip-3009`: a token like USDC. Null: one like USDT, whose functions return nothing. */
  readonly authorization?: 'eip-3009' | null;
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
}

/** Deploys a token from the node's first account, which is its owner. */
export async function deployToken(node: EvmNode, options: TokenOptions = {}): Promise<TestToken> {
  const { authorization = 'eip-3009', decimals = 6 } = options;
  const isPlain = authorization === null;
  const { name = isPlain ? 'Tether USD' : 'USD Coin', symbol = isPlain ? 'USDT' : 'USDC' } = options;
  const kind = isPlain ? 'PlainToken' : 'AuthorizedToken';
  const contract = contractAt(node, kind, await deploy(node, kind, [name, symbol, decimals]));
  const owner = node.accounts[0]!;
  return {
    ...contract,
    authorization,
    decimals,
    owner,
    mint: (to, amount) => contract.transact(owner, 'mint', to, amount),
    balanceOf: (address) => contract.read('balanceOf', address),
    totalSupply: () => contract.read('totalSupply'),
    transfer: (from, to, amount) => contract.transact(from, 'transfer', to, amount),
    pause: () => contract.transact(owner, 'pause'),
    unpause: () => contract.transact(owner, 'unpause'),
    block: (address) => contract.transact(owner, isPlain ? 'addBlackList' : 'blacklist', address),
    unblock: (address) => contract.transact(owner, isPlain ? 'removeBlackList' : 'unBlacklist', address),
  };
}
