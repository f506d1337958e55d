import { currency } from '@corridor/core';
import { RailEntryError } from '@corridor/core/ports';
import { encodeFunctionData } from 'viem';
import { type Address, type EvmNodes, type Hex, NoQuorum } from '../nodes.js';
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

/** `basisPointsRate()` of USDT and tokens made after it: the fee of a transfer, in hundredths of a percent. */
const FEE_RATE: Hex = '0xdd644f72';
const MOST_BPS = 10_000n;

/** A problem for each token that says itself that it takes a fee. Without a quorum nothing is known. */
export async function feeProblems(nodes: EvmNodes, tokens: readonly DeclaredToken[]): Promise<readonly string[]> {
  try {
    const { number: at } = await nodes.head();
    const rates = await Promise.all(tokens.map(({ address }) => nodes.call({ to: address, data: FEE_RATE }, at)));
    return tokens.flatMap(({ address, currency: name }, index) => {
      const answer = rates[index]!;
      const rate = typeof answer === 'string' ? (numberOf(answer) ?? 0n) : 0n;
      if (rate === 0n || rate > MOST_BPS) return [];
      return [`the token ${address} (${name}) takes a fee of ${rate} hundredths of a percent of each transfer`];
    });
  } catch (cause) {
    if (!(cause instanceof NoQuorum)) throw cause;
    return [];
  }
}
