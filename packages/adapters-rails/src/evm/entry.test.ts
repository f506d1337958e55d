import { RailEntryError } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { EVM_ENTRY, evmSecrets } from '../testing/evm-entry.js';
import { parseEntry, scaled } from './entry.js';

const TOKEN = EVM_ENTRY.tokens[0];
const TREASURY = EVM_ENTRY.treasury;
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const PRODUCTION = { environment: 'PRODUCTION', secretOf: evmSecrets() } as const;
const SANDBOX = { ...PRODUCTION, environment: 'SANDBOX' } as const;

describe('the configuration of a chain', () => {
  it('has the members of the manual', () => {
    expect(parseEntry(EVM_ENTRY, PRODUCTION)).toEqual({
      network: 'BASE',
      chainId: 8453,
      rpcUrls: ['https://base.example/v2/key', 'https://node.example/'],
      quorum: 2,
      startBlock: null,
      confirmations: 'safe',
      tokens: [
        {
          currency: 'USDC',
          address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
          decimals: 6,
          authorization: 'eip-3009',
        },
      ],
      treasury: {
        signer: { type: 'local', privateKey: { file: 'treasury.key' } },
        limits: { perPayout: 10_000_000_000n, perDay: 50_000_500_000n, keep: 100_000_000_000n },
        cold: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
      },
      deposits: { mnemonic: { file: 'deposits.words' } },
      fees: { maxFeePerGas: 200_000_000_000n, replaceAfterSeconds: 60, marginBps: 1000 },
      refunds: null,
      screening: null,
      travelRule: null,
      ownAddresses: [],
      sweep: { minimum: 1_000_000n, everySeconds: 60 },
      pollSeconds: 4,
      multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
    });
  });

  it('has defaults, and members that most operators leave out', () => {
    const { quorum: _, startBlock: __, ...entry } = EVM_ENTRY;
    const parsed = parseEntry(
      {
        ...entry,
        treasury: { web3signer: { url: 'http://127.0.0.1:9000/', address: ADDRESS } },
        confirmations: 12,
        fees: { maxGwei: '0.05' },
        refunds: 'sender',
        screening: { file: 'sanctions.txt' },
        ownAddresses: [OTHER.toLowerCase()],
        sweep: { minimum: '250.50', everySeconds: 600 },
        pollSeconds: 1,
      },
      PRODUCTION,
    );
    expect(parsed).toMatchObject({
      quorum: 2,
      startBlock: null,
      confirmations: 12,
      treasury: {
        signer: { type: 'web3signer', url: 'http://127.0.0.1:9000', address: ADDRESS.toLowerCase() },
        limits: { perPayout: null, perDay: null, keep: null },
        cold: null,
      },
      fees: { maxFeePerGas: 50_000_000n, replaceAfterSeconds: 60 },
      refunds: 'sender',
      screening: { file: 'sanctions.txt' },
      ownAddresses: [OTHER.toLowerCase()],
      sweep: { minimum: 250_500_000n, everySeconds: 600 },
      pollSeconds: 1,
    });
  });

  it('takes addresses of nodes with credentials from secrets', () => {
    const secretOf = evmSecrets({ NODE: 'https://node.example/v3/secret' });
    const rpcUrls = ['https://base.example', { env: 'NODE' }];
    const { rpcUrls: parsed } = parseEntry({ ...EVM_ENTRY, rpcUrls }, { ...PRODUCTION, secretOf });
    expect(parsed).toEqual(['https://base.example/', 'https://node.example/v3/secret']);
  });

  it('accepts several tokens of a network, each with its currency and contract', () => {
    const tokens = [TOKEN, { ...TOKEN, currency: 'USDT', address: OTHER, authorization: null }];
    const cold = '0x00000000000000000000000000000000000c01d0';
    const treasury = { ...TREASURY, cold };
    expect(parseEntry({ ...EVM_ENTRY, network: 'ETHEREUM', chainId: 1, tokens, treasury }, PRODUCTION).tokens).toEqual([
      { ...TOKEN, address: TOKEN.address.toLowerCase() },
      { currency: 'USDT', address: OTHER.toLowerCase(), decimals: 6, authorization: null },
    ]);
  });

  it('accepts a test network in both environments', () => {
    for (const context of [SANDBOX, PRODUCTION]) {
      expect(parseEntry({ ...EVM_ENTRY, chainId: 84_532 }, context).chainId).toBe(84_532);
    }
  });

  it.each([1, 10, 56, 137, 8453, 42_161, 43_114])('refuses the chain %i in the sandbox', (chainId) => {
    expectMistake('chainId', /real/, () => parseEntry({ ...EVM_ENTRY, chainId }, SANDBOX));
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, RegExp]>([
    ['another network', { network: 'SOLANA' }, 'network', /ETHEREUM, BASE, POLYGON/],
    ['the chain of another network', { chainId: 137 }, 'chainId', /POLYGON/],
    ['a chain id as text', { chainId: '8453' }, 'chainId', /number/],
    ['no node', { rpcUrls: [] }, 'rpcUrls', /./],
    ['fewer nodes than the default quorum', { quorum: undefined, rpcUrls: ['https://a.example'] }, 'rpcUrls', /quorum/],
    ['fewer nodes than the quorum', { quorum: 3 }, 'rpcUrls', /quorum/],
    ['a quorum of 0', { quorum: 0 }, 'quorum', /./],
    ['a node that is listed twice', { rpcUrls: ['https://a.example', 'https://A.example/'] }, 'rpcUrls.1', /twice/],
    ['a node without encryption', { rpcUrls: ['https://a.example', 'http://b.example'] }, 'rpcUrls.1', /https/],
    ['a node over a web socket', { rpcUrls: ['wss://a.example', 'https://b.example'] }, 'rpcUrls.0', /https/],
    ['a password in an address', { rpcUrls: ['https://a:b@a.example', 'https://b.example'] }, 'rpcUrls.0', /password/],
    ['a secret that is missing', { rpcUrls: ['https://a.example', { env: 'NONE' }] }, 'rpcUrls.1', /NONE/],
    ['a negative first block', { startBlock: -1 }, 'startBlock', /./],
    ['no confirmations', { confirmations: 0 }, 'confirmations', /safe/],
    ['a block that is not confirmed', { confirmations: 'latest' }, 'confirmations', /finalized/],
    ['no token', { tokens: [] }, 'tokens', /./],
    [
      'a token that the network does not have',
      { tokens: [{ ...TOKEN, currency: 'USDT' }] },
      'tokens.0.currency',
      /USDC/,
    ],
    ['a currency that does not exist', { tokens: [{ ...TOKEN, currency: 'XXX' }] }, 'tokens.0.currency', /USDC/],
    ['decimals that differ from the currency', { tokens: [{ ...TOKEN, decimals: 18 }] }, 'tokens.0.decimals', /6/],
    [
      'a currency that is listed twice',
      { tokens: [TOKEN, { ...TOKEN, address: OTHER }] },
      'tokens.1.currency',
      /twice/,
    ],
    ['an address without digits', { tokens: [{ ...TOKEN, address: '0x12' }] }, 'tokens.0.address', /40/],
    [
      'an address with a wrong checksum',
      { tokens: [{ ...TOKEN, address: ADDRESS.replace('a', 'A') }] },
      'tokens.0.address',
      /checksum/,
    ],
    ['the zero address', { tokens: [{ ...TOKEN, address: `0x${'0'.repeat(40)}` }] }, 'tokens.0.address', /zero/],
    [
      'another authorization',
      { tokens: [{ ...TOKEN, authorization: 'permit' }] },
      'tokens.0.authorization',
      /eip-3009/,
    ],
    ['a treasury without a key', { treasury: { ...TREASURY, privateKey: undefined } }, 'treasury', /web3signer/],
    [
      'a treasury with two keys',
      { treasury: { ...TREASURY, web3signer: { url: 'https://s.example', address: ADDRESS } } },
      'treasury',
      /either/,
    ],
    [
      'a signer without encryption',
      { treasury: { web3signer: { url: 'http://s.example', address: ADDRESS } } },
      'treasury.web3signer.url',
      /https/,
    ],
    [
      'a signer with a query, behind which no path can be',
      { treasury: { web3signer: { url: 'https://s.example/eth?key=1', address: ADDRESS } } },
      'treasury.web3signer.url',
      /query/,
    ],
    [
      'a signer without an address',
      { treasury: { web3signer: { url: 'https://s.example' } } },
      'treasury.web3signer.address',
      /address/,
    ],
    ['a limit as a number', limits({ perPayout: 10_000 }), 'treasury.limits.perPayout', /text/],
    ['a limit with a sign', limits({ perDay: '-5' }), 'treasury.limits.perDay', /text/],
    ['a limit with an exponent', limits({ perDay: '1e6' }), 'treasury.limits.perDay', /text/],
    ['a limit with too many decimals', limits({ keep: '1.0000001' }), 'treasury.limits.keep', /decimals/],
    ['a limit that is unknown', limits({ perHour: '5' }), 'treasury.limits.perHour', /unknown/],
    ['a surplus without a cold address', { treasury: { ...TREASURY, cold: null } }, 'treasury.cold', /keep/],
    ['a token as the cold address', { treasury: { ...TREASURY, cold: TOKEN.address } }, 'treasury.cold', /tokens\.0/],
    ['the cold address as another of the operator', { ownAddresses: [OTHER] }, 'ownAddresses.0', /cold/],
    ['an address that is listed twice', { ownAddresses: [ADDRESS, ADDRESS] }, 'ownAddresses.1', /ownAddresses\.0/],
    ['deposits without words', { deposits: {} }, 'deposits.mnemonic', /missing/],
    ['no deposits', { deposits: undefined }, 'deposits', /./],
    ['no fees', { fees: undefined }, 'fees', /./],
    ['a fee of nothing', { fees: { maxGwei: 0 } }, 'fees.maxGwei', /above 0/],
    ['a fee in wei', { fees: { maxGwei: 200_000_000_000 } }, 'fees.maxGwei', /gwei/],
    ['a fee of less than a wei', { fees: { maxGwei: 1e-10 } }, 'fees.maxGwei', /gwei/],
    ['a replacement at once', { fees: { maxGwei: 1, replaceAfterSeconds: 0 } }, 'fees.replaceAfterSeconds', /./],
    ['refunds to another', { refunds: 'treasury' }, 'refunds', /sender/],
    ['a list without a file', { screening: {} }, 'screening.file', /./],
    ['a sweep of fractions', { sweep: { minimum: '0.0000001' } }, 'sweep.minimum', /decimals/],
    ['a poll without a pause', { pollSeconds: 0 }, 'pollSeconds', /./],
    ['a member that is unknown', { gasLimit: 5 }, 'gasLimit', /unknown/],
    ['digits before an address', { ownAddresses: [`0${ADDRESS}`] }, 'ownAddresses.0', /40/],
    ['digits behind an address', { ownAddresses: [`${ADDRESS}0`] }, 'ownAddresses.0', /40/],
    ['more gwei than any chain asks', { fees: { maxGwei: '1000000.000000001' } }, 'fees.maxGwei', /1000000/],
    ['words that are null', { deposits: { mnemonic: null } }, 'deposits.mnemonic', /missing/],
    ['more confirmations than 10000', { confirmations: 10_001 }, 'confirmations', /from 1/],
    ['half a confirmation', { confirmations: 1.5 }, 'confirmations', /from 1/],
    ['a limit for one with too many decimals', limits({ perPayout: '1.0000001' }), 'treasury.limits.perPayout', /6/],
    ['a limit of a day with too many decimals', limits({ perDay: '1.0000001' }), 'treasury.limits.perDay', /6/],
    ['a node without an address', { rpcUrls: ['node', 'https://b.example'] }, 'rpcUrls.0', /^must be an address that/],
    ['a node over FTP', { rpcUrls: ['ftp://a.example', 'https://b.example'] }, 'rpcUrls.0', /^must be an address that/],
    ['a user in an address', { rpcUrls: ['https://a@a.example', 'https://b.example'] }, 'rpcUrls.0', /no user/],
    ['a password alone', { rpcUrls: ['https://:b@a.example', 'https://b.example'] }, 'rpcUrls.0', /no password/],
    ['a fragment in an address', { rpcUrls: ['https://a.example/#b', 'https://b.example'] }, 'rpcUrls.0', /fragment/],
    [
      'one contract for two tokens',
      { network: 'ETHEREUM', chainId: 1, tokens: [TOKEN, { ...TOKEN, currency: 'USDT' }] },
      'tokens.1.address',
      /twice/,
    ],
    ['a treasury whose key is null', { treasury: { ...TREASURY, privateKey: null } }, 'treasury', /web3signer/],
    [
      'a signer whose address is a secret',
      { treasury: { web3signer: { url: { env: 'URL' }, address: ADDRESS } } },
      'treasury.web3signer.url',
      /^must be the address of a Web3Signer/,
    ],
    ['a token as the contract of batches', { multicall3: TOKEN.address }, 'multicall3', /tokens\.0\.address/],
    [
      'a token as the treasury',
      { treasury: { web3signer: { url: 'https://s.example', address: TOKEN.address } } },
      'treasury.web3signer.address',
      /tokens\.0\.address/,
    ],
    ['the contract of batches as the cold address', { multicall3: OTHER }, 'treasury.cold', /multicall3/],
    [
      'the treasury as the cold address',
      { treasury: { cold: ADDRESS, web3signer: { url: 'https://s.example', address: ADDRESS } } },
      'treasury.cold',
      /treasury\.web3signer\.address/,
    ],
    ['a member of a member that is unknown', { fees: { maxGwei: 1, tip: 1 } }, 'fees.tip', /unknown/],
  ])('refuses %s', (_, over, member, message) => {
    expectMistake(member, message, () => parseEntry({ ...EVM_ENTRY, ...over }, PRODUCTION));
  });
});

describe('a value at the border of what is allowed', () => {
  const parsed = (over: Readonly<Record<string, unknown>>) => parseEntry({ ...EVM_ENTRY, ...over }, PRODUCTION);

  it('is accepted', () => {
    expect([1, 10_000, 'finalized'].map((confirmations) => parsed({ confirmations }).confirmations)).toEqual([
      1,
      10_000,
      'finalized',
    ]);
    expect([0, 7, null, undefined].map((startBlock) => parsed({ startBlock }).startBlock)).toEqual([
      0n,
      7n,
      null,
      null,
    ]);
    expect(parsed({ fees: { maxGwei: '1000000' } }).fees.maxFeePerGas).toBe(10n ** 15n);
    expect(parsed({ fees: { maxGwei: '0.000000001' } }).fees.maxFeePerGas).toBe(1n);
  });

  it('is an address of a signer with slashes at its end, and a key that is null beside it', () => {
    const web3signer = { url: 'http://127.0.0.1:9000/eth//', address: ADDRESS };
    expect(parsed({ treasury: { privateKey: null, web3signer } }).treasury.signer).toEqual({
      ...{ type: 'web3signer', url: 'http://127.0.0.1:9000/eth', address: ADDRESS.toLowerCase() },
    });
  });
});

describe('a decimal number', () => {
  it.each<[string, bigint | null]>([
    ['1', 1_000_000n],
    ['1.5', 1_500_000n],
    ['0.000001', 1n],
    ['123.123456', 123_123_456n],
    ['1.1234567', null],
    ['', null],
    ['1.', null],
    ['-1', null],
    ['01', null],
    ['1e3', null],
  ])('of %s is %s in millionths', (text, units) => {
    expect(scaled(text, 6)).toBe(units);
  });
});

function limits(over: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { treasury: { ...TREASURY, limits: { ...TREASURY.limits, ...over } } };
}

function expectMistake(member: string, message: RegExp, run: () => unknown): void {
  const mistake = mistakeOf(run);
  expect(mistake).toBeInstanceOf(RailEntryError);
  expect({ member: mistake?.member, message: mistake?.message }).toEqual({
    member,
    message: expect.stringMatching(message) as string,
  });
}

function mistakeOf(run: () => unknown): RailEntryError | null {
  try {
    run();
    return null;
  } catch (error) {
    return error as RailEntryError;
  }
}
