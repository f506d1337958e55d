import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem';
import type { Address, EvmNodes, Hex } from '../nodes.js';
import { balanceCall } from '../token-transfer.js';

/** The functions of the contracts that the treasury calls. */
export const TOKEN = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);

export const MULTICALL = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
  'function getEthBalance(address addr) view returns (uint256 balance)',
]);

/** The address as a topic of an event. */
export const topicOf = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`;

export const addressOf = (topic: Hex): Address => `0x${topic.slice(-40)}`;

/** An unsigned number of 32 bytes; null for other bytes, such as the empty answer of an address without code. */
export const numberOf = (bytes: Hex): bigint | null => (/^0x[0-9a-fA-F]{64}$/.test(bytes) ? BigInt(bytes) : null);

/** The balance of a token at a block, 0 before its contract exists. Throws if the contract gives none. */
export async function tokenBalance(nodes: EvmNodes, token: Address, of: Address, at: bigint): Promise<bigint> {
  const answer = await nodes.call({ to: token, data: balanceCall(of) }, at);
  const balance = typeof answer === 'string' ? numberOf(answer) : null;
  if (answer === '0x') return 0n;
  if (balance === null) throw new Error(`the token ${token} gives no balance`);
  return balance;
}

export interface ContractCall {
  readonly to: Address;
  readonly data: Hex;
}

export const aggregateData = (calls: readonly ContractCall[]): Hex =>
  encodeFunctionData({
    abi: MULTICALL,
    functionName: 'aggregate3',
    args: [calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))],
  });

/**
 * The results of the calls as one call of Multicall3 at a block, each null if it failed. The address `from` makes the
 * call of Multicall3.
 */
export async function aggregate(
  nodes: EvmNodes,
  multicall3: Address,
  calls: readonly ContractCall[],
  at: bigint,
  from?: Address,
): Promise<readonly (Hex | null)[]> {
  const data = aggregateData(calls);
  const answer = await nodes.call({ to: multicall3, data, ...(from !== undefined && { from }) }, at);
  if (typeof answer !== 'string') throw new Error(`Multicall3 at ${multicall3} refused a call: ${answer.reason}`);
  const results = decodeFunctionResult({ abi: MULTICALL, functionName: 'aggregate3', data: answer });
  return results.map(({ success, returnData }) => (success ? returnData : null));
}

/** Calls in one request; a node limits the gas of a call. */
const CHUNK = 200;

/** Balances of many addresses at a block: of a token, or of the chain's own coin for null. */
export async function balancesOf(
  { nodes, multicall3 }: { readonly nodes: EvmNodes; readonly multicall3: Address },
  token: Address | null,
  addresses: readonly Address[],
  at: bigint,
): Promise<readonly bigint[]> {
  const balances: bigint[] = [];
  if (addresses.length === 0) return balances;
  if (addresses.length < 3 || !(await nodes.hasCode(multicall3, at))) {
    for (const address of addresses) {
      balances.push(token === null ? await nodes.balance(address, at) : await tokenBalance(nodes, token, address, at));
    }
    return balances;
  }
  for (let start = 0; start < addresses.length; start += CHUNK) {
    const calls = addresses.slice(start, start + CHUNK).map((address) =>
      token === null
        ? {
            to: multicall3,
            data: encodeFunctionData({ abi: MULTICALL, functionName: 'getEthBalance', args: [address] }),
          }
        : { to: token, data: balanceCall(address) },
    );
    for (const result of await aggregate(nodes, multicall3, calls, at)) {
      const balance = result === null ? null : result === '0x' ? 0n : numberOf(result);
      if (balance === null) throw new Error(`${token ?? 'the chain'} gives no balance of a deposit address`);
      balances.push(balance);
    }
  }
  return balances;
}
