import { decodeFunctionResult, encodeFunctionData, parseAbi, serializeTransaction } from 'viem';
import type { Address, EvmNodes, Hex } from '../nodes.js';

/** Where OP-stack chains have the oracle of their fee for data on the chain below. */
const ORACLE: Address = '0x420000000000000000000000000000000000000f';
const ABI = parseAbi(['function getL1Fee(bytes data) view returns (uint256)']);

/** As long as that of a treasury that has sent many transactions, because each byte is charged. */
const LONG_NONCE = 0xff_ff_ff;

export interface PricedCall {
  readonly to: Address;
  readonly data: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** What the chain below charges for the bytes of a transaction, in wei; 0 on a chain without the oracle. */
export async function l1FeeOf(nodes: EvmNodes, call: PricedCall): Promise<bigint> {
  const transaction = serializeTransaction({ type: 'eip1559', chainId: nodes.chainId, nonce: LONG_NONCE, ...call });
  const { number: at } = await nodes.head();
  const data = encodeFunctionData({ abi: ABI, functionName: 'getL1Fee', args: [transaction] });
  const answer = await nodes.call({ to: ORACLE, data }, at);
  if (typeof answer !== 'string' || answer === '0x') return 0n;
  return decodeFunctionResult({ abi: ABI, functionName: 'getL1Fee', data: answer });
}
