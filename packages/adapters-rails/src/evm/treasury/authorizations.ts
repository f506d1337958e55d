import { decodeFunctionResult, encodeFunctionData, hashDomain, hashStruct, parseSignature } from 'viem';
import type { Address, EvmNodes, Hex } from '../nodes.js';
import type { EvmSigner } from '../signer.js';
import { TOKEN } from './contracts.js';

/** A transfer that its holder has signed and anyone may submit (EIP-3009). */
export interface Authorization {
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  /** Unix time in seconds, from which on it is void. */
  readonly validBefore: number;
  /** 32 random bytes. */
  readonly nonce: Hex;
}

const TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** The token gives no domain, or one that it does not use itself: signatures would not be valid. */
export class NoDomain extends Error {
  override readonly name = 'NoDomain';
}

/**
 * The separator of the token's domain (EIP-712): from `eip712Domain()` (EIP-5267), otherwise from `name()` and
 * `version()`. Compared with `DOMAIN_SEPARATOR()`, if the token has it. Throws `NoDomain`.
 */
export async function domainSeparatorOf(nodes: EvmNodes, token: Address, at: bigint): Promise<Hex> {
  async function ask<T>(functionName: 'name' | 'version' | 'eip712Domain' | 'DOMAIN_SEPARATOR'): Promise<T | null> {
    const answer = await nodes.call({ to: token, data: encodeFunctionData({ abi: TOKEN, functionName }) }, at);
    if (typeof answer !== 'string' || answer === '0x') return null;
    try {
      return decodeFunctionResult({ abi: TOKEN, functionName, data: answer }) as T;
    } catch {
      return null;
    }
  }
  const described = await ask<readonly [Hex, string, string, bigint, Address, Hex, readonly bigint[]]>('eip712Domain');
  const name = described?.[1] ?? (await ask<string>('name'));
  const version = described?.[2] ?? (await ask<string>('version')) ?? '1';
  if (name === null) throw new NoDomain(`the token ${token} has no name`);
  const domain = { name, version, chainId: BigInt(nodes.chainId), verifyingContract: token };
  const separator = hashDomain({ domain, types: { EIP712Domain: TYPES.EIP712Domain } });
  const own = await ask<Hex>('DOMAIN_SEPARATOR');
  if (own !== null && own !== separator)
    throw new NoDomain(`the token ${token} signs for another domain than its name, version and chain id`);
  return separator;
}

/** The data of a call of the token that uses the authorization. */
export async function authorizedTransfer(
  signer: EvmSigner,
  separator: Hex,
  { from, to, value, validBefore, nonce }: Authorization,
): Promise<Hex> {
  const message = { from, to, value, validAfter: 0n, validBefore: BigInt(validBefore), nonce };
  const struct = hashStruct({
    primaryType: 'TransferWithAuthorization',
    types: { TransferWithAuthorization: TYPES.TransferWithAuthorization },
    data: message,
  });
  const signature = await signer.signTypedData(`0x1901${separator.slice(2)}${struct.slice(2)}`);
  const { r, s, yParity } = parseSignature(signature);
  return encodeFunctionData({
    abi: TOKEN,
    functionName: 'transferWithAuthorization',
    args: [from, to, value, 0n, BigInt(validBefore), nonce, 27 + yParity, r, s],
  });
}

/** Whether the authorization was used or cancelled at the block. */
export async function isUsed(
  nodes: EvmNodes,
  token: Address,
  { from, nonce }: Pick<Authorization, 'from' | 'nonce'>,
  at: bigint,
): Promise<boolean> {
  const functionName = 'authorizationState';
  const data = encodeFunctionData({ abi: TOKEN, functionName, args: [from, nonce] });
  const answer = await nodes.call({ to: token, data }, at);
  if (typeof answer !== 'string') throw new Error(`the token ${token} has no authorizations: ${answer.reason}`);
  return decodeFunctionResult({ abi: TOKEN, functionName, data: answer });
}
