import { encodeFunctionResult, hashDomain, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { CHAIN_ID, depositAddress, separatorOf, treasuryParts, USDC } from '../../testing/treasury-parts.js';
import type { Hex } from '../nodes.js';
import { domainSeparatorOf, isUsed, NoDomain } from './authorizations.js';
import { TOKEN } from './contracts.js';

type Answers = Readonly<Record<string, Hex | null>>;

const NAMES = ['name', 'version', 'eip712Domain', 'DOMAIN_SEPARATOR'] as const;
const selectorOf = (name: string): Hex => toFunctionSelector(TOKEN.find((each) => each.name === name)!);

/** Nodes whose token answers these calls, refuses those that are null, and has no code for others. */
function nodesWith(answers: Answers) {
  const { chain } = treasuryParts();
  chain.state.answer = ({ data }) => {
    const name = NAMES.find((each) => data.startsWith(selectorOf(each)));
    const answer = name === undefined ? undefined : answers[name];
    return answer === null ? { reverted: true, reason: 'no such function' } : (answer ?? '0x');
  };
  return chain.nodes;
}
const text = (functionName: 'name' | 'version', result: string): Hex =>
  encodeFunctionResult({ abi: TOKEN, functionName, result });
const described = (name: string, version: string): Hex =>
  encodeFunctionResult({
    ...{ abi: TOKEN, functionName: 'eip712Domain' },
    result: ['0x0f', name, version, 1n, depositAddress(1), `0x${'0'.repeat(64)}`, []],
  });
const separator = (name: string, version: string): Hex =>
  hashDomain({
    domain: { name, version, chainId: BigInt(CHAIN_ID), verifyingContract: USDC },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
    },
  });

describe('the domain of a token', () => {
  it.each([
    ['its own description', { eip712Domain: described('Coin', '3'), name: text('name', 'Other') }, ['Coin', '3']],
    ['its name and version', { name: text('name', 'Coin'), version: text('version', '2') }, ['Coin', '2']],
    ['its name, in version 1', { name: text('name', 'Coin'), version: null, eip712Domain: null }, ['Coin', '1']],
    [
      'its name, in version 1 if the version is not a text',
      { name: text('name', 'Coin'), version: '0x01' },
      ['Coin', '1'],
    ],
  ] as const)('comes from %s', async (_, answers, [name, version]) => {
    expect(await domainSeparatorOf(nodesWith(answers), USDC, 0n)).toBe(separator(name, version));
  });

  it('is compared with the separator of the token, if it has one', async () => {
    const known = { name: text('name', 'Coin'), version: text('version', '2') };
    const own = { ...known, DOMAIN_SEPARATOR: separatorOf(USDC) };
    expect(await domainSeparatorOf(nodesWith(own), USDC, 0n)).toBe(separatorOf(USDC));
    const other = domainSeparatorOf(nodesWith({ ...known, DOMAIN_SEPARATOR: separator('Coin', '1') }), USDC, 0n);
    await expect(other).rejects.toThrow(NoDomain);
    await expect(other).rejects.toMatchObject({
      name: 'NoDomain',
      message: `the token ${USDC} signs for another domain than its name, version and chain id`,
    });
  });

  it('does not exist without a name', async () => {
    for (const name of [null, '0x', '0x01'] as const) {
      const asked = domainSeparatorOf(nodesWith({ name, version: text('version', '2') }), USDC, 0n);
      await expect(asked).rejects.toThrow(NoDomain);
      await expect(asked).rejects.toThrow(`the token ${USDC} has no name`);
    }
  });
});

describe('the use of an authorization', () => {
  const nonce: Hex = `0x${'ab'.repeat(32)}`;
  const authorization = { from: depositAddress(1), nonce };

  it('is what the token says at the block', async () => {
    const { chain } = treasuryParts();
    chain.pass(3);
    chain.state.used.set(nonce, 2n);
    const at = (block: bigint) => isUsed(chain.nodes, USDC, authorization, block);
    expect([await at(1n), await at(2n), await at(3n)]).toEqual([false, true, true]);
    expect(await isUsed(chain.nodes, USDC, { ...authorization, nonce: `0x${'cd'.repeat(32)}` }, 3n)).toBe(false);
  });

  it('is unknown for a token without authorizations', async () => {
    const { chain } = treasuryParts();
    chain.state.answer = () => ({ reverted: true, reason: 'no such function' });
    await expect(isUsed(chain.nodes, USDC, authorization, 0n)).rejects.toThrow(
      `the token ${USDC} has no authorizations: no such function`,
    );
  });
});
