import { describe, expect, it } from 'vitest';
import { feesFor, feesToReplace } from './fees.js';
import { gwei } from './sign.js';

const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas });

describe('the fees of a new transaction', () => {
  it('leave room for the base fee to double', () => {
    expect(feesFor({ base: 10n, tip: 2n }, 1000n)).toEqual(fees(22n, 2n));
  });

  it('offer a tip of at least 1 wei', () => {
    expect(feesFor({ base: 10n, tip: 0n }, 1000n)).toEqual(fees(21n, 1n));
  });

  it('are at most the limit, which may be exactly what the chain asks', () => {
    expect(feesFor({ base: 10n, tip: 2n }, 22n)).toEqual(fees(22n, 2n));
    expect(feesFor({ base: 10n, tip: 2n }, 21n)).toEqual(fees(21n, 2n));
    expect(feesFor({ base: 10n, tip: 2n }, 12n)).toEqual(fees(12n, 2n));
    expect(feesFor({ base: 10n, tip: 2n }, 11n)).toBe(null);
    expect(feesFor({ base: 0n, tip: 12n }, 12n)).toEqual(fees(12n, 12n));
  });
});

describe('the fees of a replacement', () => {
  it('are 12.5 % more, rounded up', () => {
    expect(feesToReplace(fees(800n, 80n), null, 10_000n)).toEqual(fees(900n, 90n));
    expect(feesToReplace(fees(801n, 81n), null, 10_000n)).toEqual(fees(902n, 92n));
    expect(feesToReplace(fees(1n, 1n), null, 10_000n)).toEqual(fees(2n, 2n));
  });

  it('are at least 1 wei more than none', () => {
    expect(feesToReplace(fees(8n, 0n), null, 10_000n)).toEqual(fees(9n, 1n));
  });

  it('are what the chain asks now if that is more', () => {
    expect(feesToReplace(fees(800n, 80n), fees(950n, 85n), 10_000n)).toEqual(fees(950n, 90n));
    expect(feesToReplace(fees(800n, 80n), fees(850n, 95n), 10_000n)).toEqual(fees(900n, 95n));
  });

  it('are at most the limit, and there are none if 12.5 % more is above it', () => {
    expect(feesToReplace(fees(800n, 80n), fees(2000n, 1500n), 900n)).toEqual(fees(900n, 900n));
    expect(feesToReplace(fees(800n, 80n), fees(2000n, 1500n), 899n)).toBe(null);
  });
});

describe('an amount of wei', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [100n, '0.0000001'],
    [999_999_999n, '0.999999999'],
    [1_000_000_000n, '1'],
    [1_500_000_000n, '1.5'],
    [20_000_000_000n, '20'],
    [20_050_000_001n, '20.050000001'],
    [1_000_000_000_000n, '1000'],
  ])('of %s is %s gwei', (wei, text) => {
    expect(gwei(wei)).toBe(text);
  });
});
