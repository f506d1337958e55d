import { RailEntryError } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { treasuryParts, USDC, USDT } from '../../testing/treasury-parts.js';
import { type Hex, NoQuorum } from '../nodes.js';
import { feeProblems, verifyTokens } from './verify.js';

/** The error for tokens whose contracts give these decimals; null if there is none. */
async function refusal(answer: Hex | { reverted: true; reason: string }, decimals = 6, currency = 'USDT') {
  const { chain } = treasuryParts();
  chain.pass(2);
  const asked: unknown[] = [];
  const call: typeof chain.nodes.call = async (given, at) => {
    asked.push([given.to, given.data, at]);
    return given.to === USDT ? answer : chain.nodes.call(given, at);
  };
  const tokens = [
    { currency: 'USDC', address: USDC, decimals: 6 },
    { currency, address: USDT, decimals },
  ];
  try {
    await verifyTokens({ ...chain.nodes, call }, tokens);
    return null;
  } catch (cause) {
    if (!(cause instanceof RailEntryError)) throw cause;
    return `${cause.member} ${cause.message}`;
  } finally {
    expect(asked).toEqual([USDC, USDT].map((token) => [token, '0x313ce567', 2n]));
  }
}
const word = (digits: string): Hex => `0x${digits.padStart(64, '0')}`;

describe('the decimals of a token', () => {
  it('are those of the entry, of the contract and of the service', async () => {
    expect(await refusal(word('6'))).toBeNull();
  });

  it('are refused if the contract has none', async () => {
    for (const answer of ['0x', '0x06', { reverted: true, reason: 'no such function' }] as const)
      expect(await refusal(answer)).toMatch(/^tokens\.1\.address names a contract without decimals/);
  });

  it('are refused if the contract has others', async () => {
    expect(await refusal(word('12'))).toBe('tokens.1.decimals is 6, but the contract says 18');
  });

  it('are refused if the service keeps the currency with others, or does not know it', async () => {
    expect(await refusal(word('7'), 7)).toBe('tokens.1.decimals must be 6, as the service keeps USDT');
    expect(await refusal(word('6'), 6, 'XXQ')).toMatch(/^tokens\.1\.decimals must be /);
  });
});

describe('the fee that a token says it takes', () => {
  const problemsWith = (answer: () => Hex | { reverted: true; reason: string }) => {
    const { chain } = treasuryParts();
    chain.pass(2);
    const call: typeof chain.nodes.call = async ({ to, data }) => {
      expect(data).toBe('0xdd644f72');
      return to === USDT ? answer() : '0x';
    };
    const tokens = [
      { currency: 'USDC', address: USDC, decimals: 6 },
      { currency: 'USDT', address: USDT, decimals: 6 },
    ];
    return feeProblems({ ...chain.nodes, call }, tokens);
  };

  it('is a problem', async () => {
    expect(await problemsWith(() => word('a'))).toEqual([
      `the token ${USDT} (USDT) takes a fee of 10 hundredths of a percent of each transfer`,
    ]);
    expect(await problemsWith(() => word('2710'))).toHaveLength(1);
  });

  it('is none if it is zero, or the contract answers otherwise, or too few nodes answer', async () => {
    for (const answer of [word('0'), word('2711'), '0x', '0x0a', { reverted: true, reason: 'no' }] as const)
      expect(await problemsWith(() => answer)).toEqual([]);
    const silent = () => {
      throw new NoQuorum('none');
    };
    expect(await problemsWith(silent)).toEqual([]);
  });
});
