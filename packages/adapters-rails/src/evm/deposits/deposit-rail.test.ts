import type { CurrencyCode } from '@corridor/core';
import type { FundingRequest } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import type { Address } from '../nodes.js';
import { type Confirmations, depositRail, type DepositRailPorts } from './deposit-rail.js';

const USDC = 'USDC' as CurrencyCode;
const CONTRACT: Address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const SECOND: Address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const ADDRESS: Address = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359';

const rail = (over: Partial<DepositRailPorts> = {}) =>
  depositRail({
    name: 'base.deposits',
    environment: 'SANDBOX',
    network: 'BASE',
    confirmations: 12,
    tokens: new Map([
      [CONTRACT, USDC],
      [SECOND, 'BRL' as CurrencyCode],
    ]),
    keys: { addressOf: (index) => (index === 7 ? ADDRESS : CONTRACT) },
    refund: () => Promise.resolve({ state: 'completed' }),
    ...over,
  });

const request = (over: Partial<FundingRequest> = {}): FundingRequest => ({
  ...{ currency: USDC, reference: 'CORR-1', amount: null, cryptoNetwork: null, walletAddresses: null, addressIndex: 7 },
  ...over,
});

const notes = (confirmations: Confirmations, over: Partial<DepositRailPorts> = {}) =>
  rail({ confirmations, ...over }).funding!.instructions(request()) as unknown as readonly {
    readonly instructionsNotes: string;
  }[];

describe('the rail of deposit addresses', () => {
  it('only receives, in the currencies that the network has an account type for', () => {
    const { capabilities, funding, ...others } = rail();
    expect(others).toEqual({
      ...{ name: 'base.deposits', environment: 'SANDBOX', simulated: false },
      ...{ payouts: null, pulls: null, networkFees: null },
    });
    expect(capabilities).toEqual({
      ...{ accountTypes: [], currencies: ['USDC'], paymentRails: [], push: false, pull: false, pullsFrom: [] },
      ...{ receive: true, followsWallets: false, cancellable: false, settlementSeconds: 0 },
    });
    expect(funding!.addressSpace).toBe('evm');
    expect([funding!.networks(USDC), funding!.networks('BRL' as CurrencyCode)]).toEqual([['BASE'], []]);
  });

  it('receives nothing on a network without an account type', () => {
    expect(rail({ network: 'NOWHERE' }).capabilities.currencies).toEqual([]);
  });

  it('names the address of the index with its checksum, for one reference', () => {
    const instructions = rail().funding!.instructions(request());
    expect(instructions).toEqual([
      {
        instructionsNotes:
          'Send USDC (contract 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913) on BASE to this address, which is for CORR-1 alone. ' +
          'It is credited after 12 confirmations. Other tokens, other networks and the coin of the network are not credited.',
        isPlatformAccount: null,
        accountOrWalletInfo: {
          ...{ accountType: 'BASE_WALLET', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
          ...{ assetType: 'USDC', reference: 'CORR-1' },
        },
      },
    ]);
    const onBase = rail().funding!.instructions(request({ cryptoNetwork: 'BASE' }));
    expect(onBase).toEqual(instructions);
  });

  it.each<[string, Partial<FundingRequest>]>([
    ['another currency', { currency: 'EUR' as CurrencyCode }],
    ['a token that the network has no account type for', { currency: 'BRL' as CurrencyCode }],
    ['another network', { cryptoNetwork: 'POLYGON' }],
    ['a wallet that receives at addresses of its own', { walletAddresses: new Map([['BASE', ADDRESS]]) }],
    ['a wallet without an index', { walletAddresses: new Map(), addressIndex: null }],
    ['no index', { addressIndex: null }],
  ])('has no instructions for %s', (_, over) => {
    expect(rail().funding!.instructions(request(over))).toBe(null);
  });

  it.each<[Confirmations, string]>([
    [1, 'after 1 confirmation.'],
    [2, 'after 2 confirmations.'],
    ['safe', 'when its block is safe.'],
    ['finalized', 'when its block is final.'],
  ])('with confirmations of %s says when money is credited', (confirmations, text) => {
    expect(notes(confirmations)[0]!.instructionsNotes).toContain(`It is credited ${text}`);
  });

  it('names each contract of a currency', () => {
    const tokens = new Map([
      [CONTRACT, USDC],
      [SECOND, USDC],
    ]);
    expect(notes(1, { tokens })[0]!.instructionsNotes).toContain(
      'contract 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 or 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed)',
    );
    expect(rail({ tokens }).capabilities.currencies).toEqual(['USDC']);
  });
});
