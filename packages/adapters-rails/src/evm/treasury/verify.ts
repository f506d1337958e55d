import { currency } from '@corridor/core';
import { RailEntryError } from '@corridor/core/ports';
import { encodeFunctionData } from 'viem';
import type { Address, EvmNodes } from '../nodes.js';
import { numberOf, TOKEN } from './contracts.js';

export interface DeclaredToken {
  readonly currency: string;
  readonly address: Address;
  readonly decimals: number;
}

/** Compares the tokens of the entry with the chain and the registry. Throws a `RailEntryError` for the first mistake. */
export async function verifyTokens(nodes: EvmNodes, tokens: readonly DeclaredToken[]): Promise<void> {
  const { number: at } = await nodes.head();
  for (const [index, token] of tokens.entries()) {
    const member = `tokens.${index}`;
    const answer = await nodes.call(
      { to: token.address, data: encodeFunctionData({ abi: TOKEN, functionName: 'decimals' }) },
      at,
    );
    const decimals = typeof answer === 'string' ? numberOf(answer) : null;
    if (decimals === null)
      throw new RailEntryError(`${member}.address`, 'names a contract without decimals, which cannot be the token');
    if (decimals !== BigInt(token.decimals))
      throw new RailEntryError(`${member}.decimals`, `is ${token.decimals}, but the contract says ${decimals}`);
    const registered = currency(token.currency)?.decimals;
    if (decimals !== BigInt(registered ?? -1))
      throw new RailEntryError(`${member}.decimals`, `must be ${registered}, as the service keeps ${token.currency}`);
  }
}
