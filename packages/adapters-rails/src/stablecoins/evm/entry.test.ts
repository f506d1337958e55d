import { RailEntryError } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { evmSecrets, TEST_KEY } from '../../testing/evm-entry.js';
import { fetchHttp } from '../../testing/fetch-http.js';
import { PLATFORM } from '../../testing/issuer-hosts.js';
import { parseIssuerEntry } from './entry.js';
import { evmIssuer } from './index.js';

/** As the manual has it. */
const ENTRY = {
  platform: PLATFORM,
  client: { id: 'acme', secret: { file: 'acme-usd.secret' } },
  network: 'BASE',
  chainId: 8453,
  rpcUrls: ['https://base.example/v2/key', 'https://node.example'],
  quorum: 2,
  confirmations: 'safe',
  token: {
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    name: 'Acme Dollar',
    symbol: 'ACUSD',
    decimals: 6,
    baseCurrency: 'USD',
  },
  signer: { privateKey: { file: 'acme-usd.key' } },
  mintLimit: '1000000.00',
  burnRails: ['WIRE'],
  firstBlock: null,
  fees: { maxGwei: 200, replaceAfterSeconds: 60 },
} as const;
const PRODUCTION = {
  environment: 'PRODUCTION',
  secretOf: evmSecrets({ 'acme-usd.secret': 'the secret of acme', 'acme-usd.key': TEST_KEY, short: 'fifteen letters' }),
} as const;

describe('the configuration of an issuer on a chain', () => {
  it('has the members of the manual, and defaults', () => {
    const { quorum: _, burnRails: __, firstBlock: ___, ...least } = ENTRY;
    const parsed = parseIssuerEntry(ENTRY, PRODUCTION);
    expect(parsed).toEqual({
      ...ENTRY,
      rpcUrls: ['https://base.example/v2/key', 'https://node.example/'],
      token: { ...ENTRY.token, address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' },
      signer: { type: 'local', privateKey: { file: 'acme-usd.key' } },
      mintLimit: 1_000_000_000_000n,
      fees: { maxFeePerGas: 200_000_000_000n, replaceAfterSeconds: 60 },
      screening: null,
      pollSeconds: 4,
    });
    expect(parseIssuerEntry({ ...least, fees: { maxGwei: 200 } }, PRODUCTION)).toEqual({ ...parsed, burnRails: [] });
  });

  it.each([
    ['platform', { platform: 'Customer:1' }, 'must be the id of a platform, such as Platform:…'],
    ['client.secret', { client: { id: 'acme' } }, 'is missing'],
    ['network', { network: 'SPARK' }, 'must be ETHEREUM, BASE, POLYGON'],
    ['chainId', { chainId: 137 }, '137 is POLYGON, not BASE'],
    ['rpcUrls', { rpcUrls: ['https://base.example'] }, 'has 1 addresses, but `quorum` is 2'],
    ['token.address', { token: { ...ENTRY.token, address: `0x${'0'.repeat(40)}` } }, 'must not be the zero address'],
    ['token.symbol', { token: { ...ENTRY.token, symbol: 'usd' } }, 'must be 2 to 12 capital letters and digits'],
    [
      'token.baseCurrency',
      { token: { ...ENTRY.token, baseCurrency: 'BTC' } },
      'must be a currency of banks, such as USD',
    ],
    ['signer', { signer: {} }, 'must have either `privateKey` or `web3signer`'],
    ['mintLimit', { mintLimit: '1.0000001' }, 'has more than the 6 decimals of ACUSD'],
    ['burnRails.0', { burnRails: ['SEPA'] }, 'must be WIRE, ACH_CREDIT, SAME_DAY_ACH_CREDIT, RTP_CREDIT'],
    ['limit', { limit: '1' }, 'is unknown'],
  ])('names %s if it is wrong', (member, over, message) => {
    let error: unknown = null;
    try {
      parseIssuerEntry({ ...ENTRY, ...over }, PRODUCTION);
    } catch (cause) {
      error = cause;
    }
    expect(error).toBeInstanceOf(RailEntryError);
    expect([(error as RailEntryError).member, (error as RailEntryError).message]).toEqual([member, message]);
  });

  it('needs a secret that cannot be guessed, a key, and in the sandbox a test network', () => {
    const made =
      (members: object, environment: 'SANDBOX' | 'PRODUCTION' = 'PRODUCTION') =>
      () =>
        evmIssuer({ ...ENTRY, ...members }, { ...PRODUCTION, environment, name: 'acme-usd', http: fetchHttp } as never);
    expect(made({})).not.toThrow();
    expect(made({ client: { id: 'acme', secret: { env: 'short' } } })).toThrow('must have at least 16 characters');
    expect(made({ signer: { privateKey: { env: 'short' } } })).toThrow('must be a private key');
    expect(made({}, 'SANDBOX')).toThrow('8453 is BASE, where money is real; the sandbox needs a test network');
  });
});
