import { type CurrencyCode, rateOf } from '@corridor/core';
import { RailUnavailable } from '@corridor/core/ports';
import type { AccountInfo } from '@corridor/core/records';
import { decodeFunctionData, parseAbi, parseTransaction } from 'viem';
import { describe, expect, it } from 'vitest';
import { type EvmNodes, type Hex, NoQuorum } from '../nodes.js';
import { networkFees, type NetworkFeeParts } from './network-fees.js';

const USDC = 'USDC' as CurrencyCode;
const EURC = 'EURC' as CurrencyCode;
const ETH = 'ETH' as CurrencyCode;
const TOKEN: Hex = '0x1000000000000000000000000000000000000001';
const PAYEE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ORACLE = '0x420000000000000000000000000000000000000f';
const request = { currency: USDC, network: 'BASE', amount: 5_000_000n, address: PAYEE };

/** 2 gwei for one gas, 50,000 gas, and no fee for data. One ETH is 3,000 USDC: a gwei is 3 millionths. */
function fees(over: Partial<EvmNodes> = {}, parts: Partial<NetworkFeeParts> = {}) {
  const asked: { gas: Hex[]; now: number } = { gas: [], now: 0 };
  const nodes = {
    chainId: 8453,
    head: async () => ({ number: 7n, hash: '0x', parentHash: '0x', timestamp: 0 }),
    gasPrice: async () => ({ base: 1_500_000_000n, tip: 500_000_000n }),
    estimateGas: async ({ data }: { data: Hex }) => {
      asked.gas.push(data);
      return 50_000n;
    },
    call: async () => '0x' as Hex,
    ...over,
  } as unknown as EvmNodes;
  const made = networkFees({
    ...{ rail: 'base', network: 'BASE', coin: ETH, marginBps: 0, maxFeePerGas: 200n * 10n ** 9n, nodes },
    tokens: [{ currency: USDC, address: TOKEN }],
    treasury: '0x2000000000000000000000000000000000000002',
    rateOf: async () => rateOf(3n, 1n),
    clock: { now: () => asked.now },
    ...parts,
  });
  return { ...made, asked };
}

describe('the fee of a withdrawal', () => {
  it('is the price of gas times the measured gas, at the rate of the coin', async () => {
    // 100,000 gwei
    expect(await fees().estimate(request)).toBe(300_000n);
  });

  it('is never for more than the price that a transaction pays at most', async () => {
    const at = (maxFeePerGas: bigint) => fees({}, { maxFeePerGas }).estimate(request);
    expect(await at(2_000_000_000n)).toBe(300_000n);
    expect(await at(1_999_999_999n)).toBe(300_000n);
    expect(await at(1_000_000_000n)).toBe(150_000n);
  });

  it('rounds up and adds the margin', async () => {
    const third = { rateOf: async () => rateOf(1n, 3n) };
    expect(await fees({}, third).estimate(request)).toBe(33_334n);
    expect(await fees({}, { ...third, marginBps: 1000 }).estimate(request)).toBe(36_667n);
  });

  it('adds what the chain below charges for the data', async () => {
    const l1Fee = 40_000_000_000_000n;
    const called: (string | null)[] = [];
    const { estimate } = fees({
      call: async ({ to }) => {
        called.push(to);
        return `0x${l1Fee.toString(16).padStart(64, '0')}`;
      },
    });
    // 40,000 gwei more
    expect(await estimate(request)).toBe(420_000n);
    expect(called).toEqual([ORACLE]);
  });

  it('measures the transfer again after a minute, and for another address', async () => {
    const { estimate, asked } = fees();
    await estimate(request);
    await estimate({ ...request, amount: 6n });
    expect(asked.gas).toHaveLength(1);
    await estimate({ ...request, address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' });
    asked.now = 60_000;
    await estimate(request);
    expect(asked.gas).toHaveLength(3);
  });

  it('measures with less if the treasury has too little', async () => {
    const { estimate, asked } = fees({
      estimateGas: async ({ data }) => {
        asked.gas.push(data);
        return BigInt(`0x${data.slice(-64)}`) > 1n ? { reverted: true, reason: 'exceeds balance' } : 51_000n;
      },
    });
    expect(await estimate(request)).toBe(306_000n);
    expect(asked.gas).toHaveLength(2);
  });

  it('takes the usual gas if the treasury has nothing to measure with', async () => {
    const { estimate } = fees({ estimateGas: async () => ({ reverted: true, reason: 'exceeds balance' }) });
    expect(await estimate(request)).toBe(390_000n);
  });

  it('is measured again later, also if the clock has gone far since the first one', async () => {
    const { estimate, asked } = fees();
    asked.now = 1_000_000;
    await estimate(request);
    asked.now += 59_999;
    await estimate(request);
    expect(asked.gas).toHaveLength(1);
    asked.now += 1;
    await estimate(request);
    expect(asked.gas).toHaveLength(2);
  });

  it('forgets the address that was measured first when it knows 10,000', async () => {
    const { estimate, asked } = fees();
    const nth = (serial: number) => ({ ...request, address: `0x${serial.toString(16).padStart(40, '0')}` });
    for (let serial = 1; serial <= 10_000; serial += 1) await estimate(nth(serial));
    await estimate(nth(1));
    expect(asked.gas).toHaveLength(10_000);
    await estimate(nth(10_001));
    await estimate(nth(2));
    expect(asked.gas).toHaveLength(10_001);
    await estimate(nth(1));
    expect(asked.gas).toHaveLength(10_002);
  });

  it('asks the chain below about the transaction that would be sent', async () => {
    const bytes: Hex[] = [];
    const { estimate } = fees({
      call: async ({ data }) => {
        bytes.push(data);
        return '0x';
      },
    });
    await estimate(request);
    const { args } = decodeFunctionData({ abi: parseAbi(['function getL1Fee(bytes data)']), data: bytes[0]! });
    expect(parseTransaction(args[0])).toEqual({
      ...{ type: 'eip1559', chainId: 8453, nonce: 0xff_ff_ff, to: TOKEN, gas: 50_000n },
      ...{ maxFeePerGas: 3_500_000_000n, maxPriorityFeePerGas: 500_000_000n },
      data: `0xa9059cbb${PAYEE.slice(2).toLowerCase().padStart(64, '0')}${5_000_000n.toString(16).padStart(64, '0')}`,
    });
  });

  it('has no part for the chain below if the oracle refuses', async () => {
    const { estimate } = fees({ call: async () => ({ reverted: true, reason: 'no such method' }) });
    expect(await estimate(request)).toBe(300_000n);
  });

  it('names the cause of a price that is unavailable, and throws other errors as they are', async () => {
    const cause = new NoQuorum('2 of 3 nodes do not answer');
    const failure = fees({ gasPrice: () => Promise.reject(cause) }).estimate(request);
    await expect(failure).rejects.toMatchObject({ cause });
    const rate = await fees({}, { rateOf: async () => null })
      .estimate(request)
      .catch((error: unknown) => error);
    expect(rate).toBeInstanceOf(RailUnavailable);
    expect(Object.hasOwn(rate as object, 'cause')).toBe(false);
    const bug = fees({ gasPrice: () => Promise.reject(new TypeError('a bug')) });
    await expect(bug.estimate(request)).rejects.toThrow(TypeError);
  });

  it('is null for an address or a network of another kind', async () => {
    const { estimate } = fees();
    expect(await estimate({ ...request, address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' })).toBeNull();
    expect(await estimate({ ...request, address: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })).toBeNull();
    expect(await estimate({ ...request, network: 'POLYGON' })).toBeNull();
    expect(await estimate({ ...request, currency: EURC })).toBeNull();
  });

  it('is unavailable without a price or a rate', async () => {
    const gasPrice = () => Promise.reject(new NoQuorum('2 of 3 nodes do not answer'));
    await expect(fees({ gasPrice }).estimate(request)).rejects.toThrow(RailUnavailable);
    const rate = { rateOf: async () => null };
    await expect(fees({}, rate).estimate(request)).rejects.toThrow(
      'base failed (networkFees.estimate): no rate from ETH to USDC',
    );
  });
});

describe('the network of an account', () => {
  const account = (accountType: string, address: string) => ({ accountType, address }) as unknown as AccountInfo;

  it('is that of its type of wallet', () => {
    const { networkOf, networks } = fees();
    expect(networkOf(account('BASE_WALLET', PAYEE), USDC)).toBe('BASE');
    expect(networkOf(account('POLYGON_WALLET', PAYEE), USDC)).toBeNull();
    expect(networkOf(account('BASE_WALLET', PAYEE), EURC)).toBeNull();
    expect([networks(USDC), networks(EURC)]).toEqual([['BASE'], []]);
  });

  it('is Ethereum alone for an address without a network', () => {
    const wallet = account('ALTCHAIN_WALLET', PAYEE);
    expect(fees().networkOf(wallet, USDC)).toBeNull();
    const ethereum = fees({}, { network: 'ETHEREUM' });
    expect(ethereum.networkOf(wallet, USDC)).toBe('ETHEREUM');
    expect(ethereum.networkOf(account('ALTCHAIN_WALLET', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'), USDC)).toBeNull();
    expect(ethereum.networkOf({ accountType: 'ALTCHAIN_WALLET' } as unknown as AccountInfo, USDC)).toBeNull();
    expect(ethereum.networkOf(account('BASE_WALLET', PAYEE), USDC)).toBeNull();
  });
});
