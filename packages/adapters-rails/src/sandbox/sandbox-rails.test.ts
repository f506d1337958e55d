import { type CurrencyCode, instant, plusSeconds } from '@corridor/core';
import { type PayoutInstruction, type PayoutStatus, primaryIdentifier } from '@corridor/core/ports';
import type { AccountInfo, ExternalAccountType } from '@corridor/core/records';
import {
  ACCOUNT_TYPES,
  crc16,
  createRails,
  exampleAccountInfo,
  PAYMENT_ACCOUNTS,
  primaryIdentifierField,
  railsOf,
} from '@corridor/core/internal';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { isCbu, isIban } from '../accounts/bank-numbers.js';
import { detail } from '../testing/instructions.js';
import { digest } from '../testing/ports.js';
import { sandboxRails } from './index.js';

/** 36 of national accounts, eight more by correspondent banks, pesos that are only received, and four crypto assets. */
const CURRENCIES_OF_ACCOUNTS = 49;

const SUBMITTED = instant(1_760_000_000_000);
const AMOUNT = 9_200n;
const REFERENCE = 'K7QF9M3XHTCP';
const rails = createRails(sandboxRails(digest));

/** An account whose primary identifier ends with these characters, before the @ if it has a domain. */
function endingIn(type: ExternalAccountType, suffix: string): AccountInfo {
  const example = exampleAccountInfo(type);
  const [local, ...domain] = primaryIdentifier(example).split('@');
  const identifier = [local!.slice(0, -3) + suffix, ...domain].join('@');
  return { ...example, [primaryIdentifierField(example)]: identifier };
}

const instruction = (account: AccountInfo, currency: string): PayoutInstruction => ({
  reference: 'Transaction:0199c0de-0000-7000-8000-000000000000',
  account,
  currency: currency as CurrencyCode,
  amount: AMOUNT,
  paymentRail: null,
  purposeOfPayment: null,
  remittanceInformation: null,
  sameCurrency: false,
  submittedAt: SUBMITTED,
  cancelRequestedAt: null,
});

function payoutsOf(type: ExternalAccountType, currency: string) {
  const rail = rails.forPayout('SANDBOX', type, currency as CurrencyCode, null);
  if (!rail.ok) throw new Error(rail.error.message);
  return rail.value.payouts;
}

/** Every possible destination: each account type in each of its currencies. */
const DESTINATIONS: readonly (readonly [ExternalAccountType, string])[] = ACCOUNT_TYPES.flatMap(
  ({ type, currencies }) => currencies.map((currency) => [type, currency] as const),
);

const failure = (of: Partial<PayoutStatus>): object => ({
  state: 'failed',
  reason: 'QUOTE_EXECUTION_FAILED',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
  ...of,
});
const delivered = { state: 'delivered', checkAfterSeconds: null };

type Steps = readonly (readonly [string, readonly (readonly [number, object])[]])[];

/** Returns of less and of more than was sent. */
const RETURNED: Steps = [
  [
    '008',
    [
      [0, { state: 'delivered', checkAfterSeconds: 30 }],
      [30, { state: 'returned', amount: AMOUNT - AMOUNT / 100n }],
      [9999, { state: 'returned', amount: AMOUNT - AMOUNT / 100n }],
    ],
  ],
  [
    '009',
    [
      [0, { state: 'delivered', checkAfterSeconds: 30 }],
      [30, { state: 'returned', amount: AMOUNT + AMOUNT / 100n + 1n }],
    ],
  ],
];

/**
 * Magic endings of the destination account of a payout, and the state of the delivery after so many seconds, see
 * docs/sandbox.md.
 */
const OUTCOMES: Steps = [
  [
    '002',
    [
      [0, failure({})],
      [9999, failure({})],
    ],
  ],
  [
    '003',
    [
      [0, { state: 'pending', checkAfterSeconds: 360 }],
      [359.5, { state: 'pending', checkAfterSeconds: 1 }],
      [360, delivered],
      [9999, delivered],
    ],
  ],
  ['004', [[0, failure({ reason: 'ACCOUNT_CANNOT_RECEIVE' } as Partial<PayoutStatus>)]]],
  [
    '005',
    [
      [-5, { state: 'delivered', checkAfterSeconds: 30 }],
      [0, { state: 'delivered', checkAfterSeconds: 30 }],
      [29, { state: 'delivered', checkAfterSeconds: 1 }],
      [30, { state: 'returned' }],
      [9999, { state: 'returned' }],
    ],
  ],
  ['006', [[0, failure({ refundReason: 'USER_CANCELLATION' } as Partial<PayoutStatus>)]]],
  [
    '007',
    [
      [0, failure({ refundable: false } as Partial<PayoutStatus>)],
      [9999, failure({ refundable: false } as Partial<PayoutStatus>)],
    ],
  ],
  ...RETURNED,
  ['001', [[0, delivered]]],
  ['102', [[0, delivered]]],
  [
    '890',
    [
      [0, delivered],
      [9999, delivered],
    ],
  ],
];

/** Magic endings of the destination account of a transfer, and the state of the delivery after so many seconds. */
const TRANSFERS: typeof OUTCOMES = [
  ['002', [[0, failure({})]]],
  ['003', [[0, failure({ reason: 'ACCOUNT_INVALID' } as Partial<PayoutStatus>)]]],
  ['004', [[0, failure({ reason: 'ACCOUNT_CANNOT_RECEIVE' } as Partial<PayoutStatus>)]]],
  [
    '005',
    [
      [0, { state: 'pending', checkAfterSeconds: 30 }],
      [29.5, { state: 'pending', checkAfterSeconds: 1 }],
      [30, failure({})],
    ],
  ],
  ['006', [[0, delivered]]],
  ['007', [[0, delivered]]],
  ...RETURNED,
  ['890', [[0, delivered]]],
];
const COLLECTIONS: typeof OUTCOMES = [
  ['002', [[0, { state: 'failed', reason: 'INSUFFICIENT_FUNDS' }]]],
  ['003', [[0, { state: 'failed', reason: 'ACCOUNT_CLOSED' }]]],
  ['004', [[0, { state: 'failed', reason: 'REJECTED' }]]],
  [
    '005',
    [
      [0, { state: 'pending', checkAfterSeconds: 30 }],
      [29.5, { state: 'pending', checkAfterSeconds: 1 }],
      [30, { state: 'failed', reason: 'TIMED_OUT' }],
    ],
  ],
  ['006', [[0, { state: 'collected', checkAfterSeconds: null }]]],
  [
    '008',
    [
      [0, { state: 'collected', checkAfterSeconds: 30 }],
      [30, { state: 'returned', amount: AMOUNT }],
    ],
  ],
  ['890', [[0, { state: 'collected' }]]],
];

describe.each([
  ['US_ACCOUNT', 'USD'],
  ['EUR_ACCOUNT', 'EUR'],
] as const)('a transfer with %s in %s', (type, currency) => {
  const bank = rails.byName('sandbox-bank');

  it.each(TRANSFERS)('out to an account that ends in %s has the documented outcome', async (suffix, steps) => {
    const transfer = { ...instruction(endingIn(type, suffix), currency), sameCurrency: true };
    expect(await bank.payouts!.submit(transfer)).toMatchObject(steps[0]![1]);
    for (const [after, expected] of steps) {
      expect(await bank.payouts!.status(transfer, plusSeconds(SUBMITTED, after))).toMatchObject(expected);
    }
  });

  it.each(COLLECTIONS)('in from an account that ends in %s has the documented outcome', async (suffix, steps) => {
    const pull = instruction(endingIn(type, suffix), currency);
    expect(await bank.pulls!.submit(pull)).toMatchObject(steps[0]![1]);
    for (const [after, expected] of steps) {
      expect(await bank.pulls!.status(pull, plusSeconds(SUBMITTED, after))).toMatchObject(expected);
    }
  });

  it.each([
    [0, 'cancelled'],
    [29, 'cancelled'],
    [30, 'too-late'],
  ])('can be cancelled while it is pending: after %i s the answer is %s', async (after, answer) => {
    const asked = { cancelRequestedAt: plusSeconds(SUBMITTED, after) };
    const out = { ...instruction(endingIn(type, '005'), currency), sameCurrency: true, ...asked };
    const pull = { ...instruction(endingIn(type, '005'), currency), ...asked };
    expect([await bank.payouts!.cancel!(out), await bank.pulls!.cancel!(pull)]).toEqual([answer, answer]);
    const isCancelled = answer === 'cancelled';
    const later = plusSeconds(SUBMITTED, 60);
    expect(await bank.payouts!.status(out, later)).toMatchObject(
      failure(isCancelled ? ({ refundReason: 'USER_CANCELLATION' } as Partial<PayoutStatus>) : {}),
    );
    expect(await bank.pulls!.status(pull, later)).toEqual({
      state: 'failed',
      reason: isCancelled ? 'CANCELLED' : 'TIMED_OUT',
    });
  });
});

describe('a refund', () => {
  it.each([
    ['890', [[0, { state: 'completed' }]]],
    [
      '008',
      [
        [0, { state: 'pending', checkAfterSeconds: 30 }],
        [30, { state: 'completed' }],
      ],
    ],
    [
      '009',
      [
        [0, { state: 'pending', checkAfterSeconds: 30 }],
        [30, { state: 'failed' }],
      ],
    ],
  ] as const)('to an account that ends in %s has the documented outcome', async (suffix, steps) => {
    const bank = rails.byName('sandbox-bank');
    const arrival = { paymentId: 'P1', remitter: { name: 'Ada', account: `X${suffix}` }, valueDate: null };
    const pull = instruction(endingIn('US_ACCOUNT', suffix), 'USD');
    for (const [after, expected] of steps) {
      const now = plusSeconds(SUBMITTED, after);
      const base = { reference: 'Refund:1', submittedAt: SUBMITTED };
      const sent = { ...base, currency: 'USD' as CurrencyCode, amount: 1n, arrival };
      expect(await bank.funding!.refund(sent, now)).toMatchObject(expected);
      expect(await bank.pulls!.refund({ ...base, pull }, now)).toMatchObject(expected);
    }
  });
});

describe('a delivery', () => {
  it.each(DESTINATIONS)('to %s in %s has the outcome of its ending', async (type, currency) => {
    for (const [suffix, steps] of OUTCOMES) {
      const delivery = instruction(endingIn(type, suffix), currency);
      const payouts = payoutsOf(type, currency);
      expect(await payouts.submit(delivery)).toMatchObject(steps.find(([after]) => after === 0)![1]);
      for (const [after, expected] of steps) {
        const status = await payouts.status(delivery, plusSeconds(SUBMITTED, after));
        expect(status, `${suffix} after ${after} s`).toMatchObject(expected);
      }
    }
  });

  it.each(DESTINATIONS)('to %s in %s can use every payment rail of the type', (type, currency) => {
    for (const paymentRail of railsOf(type)) {
      expect(rails.forPayout('SANDBOX', type, currency as CurrencyCode, paymentRail).ok, paymentRail).toBe(true);
    }
  });
});

describe('a delivery on chain', () => {
  const onChain = async (type: ExternalAccountType, currency: string, more: Partial<PayoutInstruction> = {}) => {
    const status = await payoutsOf(type, currency).submit({
      ...instruction(exampleAccountInfo(type), currency),
      ...more,
    });
    if (status.state !== 'delivered') throw new Error(status.state);
    return status.onChainTransaction;
  };
  const altchain = (address: string): Partial<PayoutInstruction> => ({
    account: { accountType: 'ALTCHAIN_WALLET', address },
  });

  it('has a transaction in the form of its chain', async () => {
    expect(await onChain('SPARK_WALLET', 'BTC')).toEqual({
      network: 'SPARK',
      transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await onChain('LAYER2_WALLET', 'BTC')).toMatchObject({ network: 'SPARK' });
    const solana = await onChain('SOLANA_WALLET', 'USDC');
    expect(solana).toMatchObject({ network: 'SOLANA' });
    expect(base58.decode(solana!.transactionHash)).toHaveLength(64);
    expect(await onChain('ALTCHAIN_WALLET', 'USDC')).toEqual({
      network: 'ETHEREUM',
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
  });

  it('finds the chain of an address without a chain name', async () => {
    const network = async (currency: string, address: string) =>
      (await onChain('ALTCHAIN_WALLET', currency, altchain(address)))?.network;
    expect(await network('USDT', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')).toBe('TRON');
    expect(await network('USDC', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')).toBe('SOLANA');
    expect(await network('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('BITCOIN');
  });

  it('has a transaction of its own for each reference, and a bank delivery has none', async () => {
    const one = await onChain('SPARK_WALLET', 'BTC');
    const two = await onChain('SPARK_WALLET', 'BTC', { reference: 'another' });
    expect(one?.transactionHash).not.toBe(two?.transactionHash);
    expect(await onChain('EUR_ACCOUNT', 'EUR')).toBeNull();
  });
});

describe('production', () => {
  it("is not served by the sandbox's rails", () => {
    for (const [type, currency] of DESTINATIONS) {
      expect(rails.forPayout('PRODUCTION', type, currency as CurrencyCode, null)).toMatchObject({
        ok: false,
        error: { code: 'NOT_IMPLEMENTED' },
      });
    }
    expect(rails.forFunding('PRODUCTION', 'USD' as CurrencyCode)).toEqual([]);
  });
});

/** The instructions of the first rail that has any. */
function instructionsFor(
  currency: string,
  cryptoNetwork: string | null,
  amount: bigint | null,
  walletAddresses: ReadonlyMap<string, string> | null = null,
) {
  const request = {
    currency: currency as CurrencyCode,
    reference: REFERENCE,
    amount,
    cryptoNetwork,
    addressIndex: null,
    walletAddresses,
  };
  const given = rails
    .forFunding('SANDBOX', request.currency)
    .filter(({ capabilities }) => walletAddresses === null || capabilities.followsWallets)
    .map(({ funding }) => funding.instructions(request));
  return given.find((instructions) => instructions !== null) ?? [];
}

describe('payment instructions', () => {
  function payTo(currency: string, cryptoNetwork: string | null = null, amount: bigint | null = 1_234_567n) {
    const found = instructionsFor(currency, cryptoNetwork, amount);
    expect(found).toHaveLength(1);
    return found[0]!.accountOrWalletInfo;
  }
  const weighed = (digits: string, weights: readonly number[], mod = (n: number) => n): number =>
    [...digits].reduce((sum, digit, i) => sum + mod(Number(digit) * weights[i % weights.length]!), 0);

  it('contain the reference in every currency', () => {
    const currencies = new Set(PAYMENT_ACCOUNTS.flatMap((row) => row.currencies));
    expect(currencies.size).toBe(CURRENCIES_OF_ACCOUNTS);
    for (const currency of currencies) expect(payTo(currency), currency).toMatchObject({ reference: REFERENCE });
  });

  it('name every account type at least once, except types that share a currency or are not accounts', () => {
    const chains = ['BITCOIN', 'BASE', 'ETHEREUM', 'PLASMA', 'POLYGON', 'SOLANA', 'SPARK', 'TRON'];
    const named = new Set(
      PAYMENT_ACCOUNTS.flatMap(({ type, currencies, network }) =>
        currencies.map((currency) => {
          const info = payTo(currency, network);
          if (network !== null) expect([info.accountType, chains.includes(network)]).toEqual([type, true]);
          return info.accountType;
        }),
      ),
    );
    const never = PAYMENT_ACCOUNTS.filter(({ type }) => !named.has(type)).map(({ type }) => type);
    expect(never).toEqual([
      'US_ACCOUNT',
      'SLV_ACCOUNT',
      'LAYER2_WALLET',
      'LIGHTNING',
      'ALTCHAIN_WALLET',
      'EMBEDDED_WALLET',
    ]);
  });

  it('have valid check digits', () => {
    for (const row of PAYMENT_ACCOUNTS.filter(({ kind }) => kind !== 'crypto')) {
      const info = payTo(row.currencies[0]!);
      if ('iban' in info) expect(isIban(detail(info, 'iban')), row.type).toBe(true);
    }
    expect(isCbu(detail(payTo('ARS'), 'accountNumber'))).toBe(true);
    expect(payTo('COP')).toMatchObject({ paymentUrl: expect.stringContaining(REFERENCE) });
  });

  it('for dollars name a US account with a valid routing number', () => {
    const info = payTo('USD');
    expect(info).toMatchObject({ accountType: 'USD_ACCOUNT', paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'] });
    expect(weighed(detail(info, 'routingNumber'), [3, 7, 1]) % 10).toBe(0);
  });

  it('for euros name a valid IBAN', () => {
    const iban = detail(payTo('EUR'), 'iban');
    const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((c) => parseInt(c, 36)).join('');
    expect(BigInt(digits) % 97n).toBe(1n);
  });

  it('for pesos name a valid CLABE', () => {
    const clabe = detail(payTo('MXN'), 'clabeNumber');
    expect((10 - (weighed(clabe.slice(0, 17), [3, 7, 1], (n) => n % 10) % 10)) % 10).toBe(Number(clabe[17]));
  });

  it('for rupees name a UPI address that contains the reference', () => {
    expect(detail(payTo('INR'), 'vpa')).toBe(`corridor.${REFERENCE}@sandbox`);
  });

  it('for reais are a PIX code with reference, amount and checksum', () => {
    expect(crc16('123456789')).toBe(0x29b1);
    const code = detail(payTo('BRL'), 'qrCode');
    expect(crc16(code.slice(0, -4)).toString(16).toUpperCase().padStart(4, '0')).toBe(code.slice(-4));
    const elements = readElements(code);
    expect(elements.get('54')).toBe('12345.67');
    expect(elements.get('53')).toBe('986');
    expect(readElements(elements.get('62')!).get('05')).toBe(REFERENCE);
    expect(readElements(elements.get('26')!).get('00')).toBe('br.gov.bcb.pix');
    expect(readElements(detail(payTo('BRL', null, 5n), 'qrCode')).get('54')).toBe('0.05');
    expect(readElements(detail(payTo('BRL', null, null), 'qrCode')).has('54')).toBe(false);
  });

  it.each([
    ['BTC', null, 'SPARK_WALLET'],
    ['BTC', 'SPARK', 'SPARK_WALLET'],
    ['BTC', 'BITCOIN', 'BITCOIN_L1'],
    ['USDB', null, 'SPARK_WALLET'],
    ['USDC', null, 'SOLANA_WALLET'],
    ['USDC', 'ETHEREUM', 'ETHEREUM_WALLET'],
    ['USDC', 'BASE', 'BASE_WALLET'],
    ['USDC', 'POLYGON', 'POLYGON_WALLET'],
    ['USDT', null, 'SOLANA_WALLET'],
    ['USDT', 'TRON', 'TRON_WALLET'],
    ['USDT', 'PLASMA', 'PLASMA_WALLET'],
  ])('for %s on %s name a %s', (currency, network, type) => {
    expect(payTo(currency, network).accountType).toBe(type);
  });

  it.each([
    ['BTC', 'BITCOIN'],
    ['USDC', 'BASE'],
    ['INR', null],
  ])('for %s on %s say that the address is for the reference, which an account keeps', (currency, network) => {
    const [found] = instructionsFor(currency, network, null);
    expect(found!.instructionsNotes).toContain(`address, which is for ${REFERENCE} alone.`);
  });

  it.each([
    ['USD', 'SOLANA'],
    ['BTC', 'SOLANA'],
    ['USDC', 'TRON'],
    ['KRW', null],
  ])('for %s on %s do not exist', (currency, cryptoNetwork) => {
    expect(instructionsFor(currency, cryptoNetwork, null)).toEqual([]);
  });

  it('of a wallet name its own address on a network that carries the currency, never one of the sandbox', () => {
    const own = new Map([
      ['SPARK', 'sparkrt1own'],
      ['BASE', '0xown'],
    ]);
    const payWallet = (currency: string, cryptoNetwork: string | null = null, walletAddresses = own) =>
      instructionsFor(currency, cryptoNetwork, null, walletAddresses).map((each) => each.accountOrWalletInfo);
    const reference = REFERENCE;
    const spark = { accountType: 'SPARK_WALLET', address: 'sparkrt1own', assetType: 'USDB', reference };
    expect(payWallet('USDB')).toEqual([spark]);
    expect(payWallet('USDC')).toMatchObject([{ accountType: 'BASE_WALLET', address: '0xown', reference }]);
    for (const [currency, network] of [
      ['USDC', 'SOLANA'],
      ['USDT', null],
      ['BTC', 'BITCOIN'],
      ['USD', null],
    ] as const) {
      expect(payWallet(currency, network), `${currency} on ${network}`).toEqual([]);
    }
    expect(payWallet('USDB', null, new Map())).toEqual([]);
  });

  it('name the asset on wallets', () => {
    expect(payTo('BTC')).toMatchObject({ assetType: 'BTC' });
    expect(payTo('USDT', 'ETHEREUM')).toMatchObject({ assetType: 'USDT' });
    expect(payTo('BTC', 'BITCOIN')).toMatchObject({ network: 'BITCOIN' });
  });

  it('contain valid addresses, of test networks if the chain has them', () => {
    const address = (currency: string, network: string) => detail(payTo(currency, network), 'address');
    const spark = bech32m.decodeToBytes(address('BTC', 'SPARK'));
    expect([spark.prefix, [...spark.bytes.subarray(0, 2)], spark.bytes.length]).toEqual(['sparkrt', [0x0a, 0x21], 35]);
    const bitcoin = bech32.decode(address('BTC', 'BITCOIN') as `${string}1${string}`);
    expect([bitcoin.prefix, bitcoin.words[0], bech32.fromWords(bitcoin.words.slice(1)).length]).toEqual([
      'bcrt',
      0,
      20,
    ]);
    expect(base58.decode(address('USDC', 'SOLANA'))).toHaveLength(32);
    const tron = createBase58check(sha256).decode(address('USDT', 'TRON'));
    expect([tron[0], tron.length]).toEqual([0x41, 21]);
    for (const network of ['ETHEREUM', 'BASE', 'POLYGON']) expectEip55(address('USDC', network));
  });

  it('contain one address for each currency, chain and reference', () => {
    const all = [
      ['BTC', 'SPARK'],
      ['USDB', 'SPARK'],
      ['USDC', 'ETHEREUM'],
      ['USDT', 'ETHEREUM'],
      ['USDC', 'BASE'],
    ] as const;
    expect(new Set(all.map(([currency, network]) => detail(payTo(currency, network), 'address'))).size).toBe(
      all.length,
    );
  });
});

function readElements(code: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < code.length;) {
    const length = Number(code.slice(at + 2, at + 4));
    found.set(code.slice(at, at + 2), code.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}

function expectEip55(address: string): void {
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  const lower = address.slice(2).toLowerCase();
  const check = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  [...lower].forEach((digit, i) => {
    if (/[a-f]/.test(digit)) expect(address[i + 2]).toBe(parseInt(check[i]!, 16) >= 8 ? digit.toUpperCase() : digit);
  });
}
