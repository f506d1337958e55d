import { createHash } from 'node:crypto';
import type { CurrencyCode, Environment } from '@corridor/core';
import type { AccountInfo } from '@corridor/core/records';
import { validateAccountInfo } from '@corridor/core/internal';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bolt11Text, bolt12Text, sparkInvoiceText } from '../testing/payment-requests.js';
import { writeInvoice, readInvoice } from '../uma/invoices.js';
import { readBolt11 } from './bolt11.js';
import { readBolt12 } from './bolt12.js';
import { accountChecks } from './index.js';
import { readSpark } from './spark-invoice.js';

const BTC = 'BTC' as CurrencyCode;
const HASH = 'ab'.repeat(32);
const KEY = `02${'07'.repeat(32)}`;
const ID = '0190'.repeat(8);
const AT = 1_700_000_000;
const MAIN_CHAIN = '6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000';
const TEST_CHAIN = '43497fd7f826957108f4a30fd9cec3aeba79972084e90ead01ea330900000000';

const asked = (info: object, currency = BTC, environment: Environment = 'PRODUCTION') =>
  accountChecks.paymentRequest(info as AccountInfo, currency, environment);
const lightning = (details: object, environment?: Environment) =>
  asked({ accountType: 'LIGHTNING', ...details }, BTC, environment);
const spark = (address: string, currency = BTC, environment?: Environment) =>
  asked({ accountType: 'SPARK_WALLET', address }, currency, environment);

const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const seconds = fc.integer({ min: 0, max: 4_000_000_000 });

describe('an invoice of Lightning', () => {
  it('is read as it was written: network, hash, amount to a thousandth of a satoshi, and expiry', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            network: fc.constantFrom('bc', 'tb', 'tbs', 'bcrt'),
            paymentHash: hashes,
            timestamp: seconds,
            msat: fc.bigInt({ min: 1n, max: 10n ** 20n }),
            expireSeconds: seconds,
          },
          { requiredKeys: ['network', 'paymentHash', 'timestamp'] },
        ),
        (parts) => {
          const read = readBolt11(bolt11Text(parts));
          expect(read).toEqual({
            isMainNetwork: parts.network === 'bc',
            paymentHash: parts.paymentHash,
            msat: parts.msat ?? null,
            expiresAt: (parts.timestamp + (parts.expireSeconds ?? 3600)) * 1000,
          });
        },
      ),
    );
  });

  it('is read in the same way by the reader of payments between institutions', () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), seconds, (satoshis, expireSeconds) => {
        const text = writeInvoice({
          satoshis: BigInt(satoshis),
          paymentHash: sha256(String(satoshis)),
          paymentSecret: HASH,
          descriptionHash: HASH,
          timestamp: AT,
          expireSeconds,
          nodeKey: sha256('node'),
        });
        const { paymentHash, msat, expiresAt } = readInvoice(text)!;
        expect(readBolt11(text)).toEqual({ isMainNetwork: false, paymentHash, msat, expiresAt });
      }),
      { numRuns: 20 },
    );
  });

  it('reads the examples of the specification', () => {
    const coffee =
      'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp';
    const expected = {
      isMainNetwork: true,
      paymentHash: '0001020304050607080900010203040506070809000102030405060708090102',
      msat: 250_000_000n,
      expiresAt: (1_496_314_658 + 60) * 1000,
    };
    expect(readBolt11(coffee)).toEqual(expected);
    expect(readBolt11(coffee.toUpperCase())).toEqual(expected);
    expect(readBolt11(`${coffee.slice(0, -1)}q`)).toBeNull();
  });

  it('is refused with two payment hashes, two expiries or a tenth of a thousandth', () => {
    const parts = { paymentHash: HASH, timestamp: AT };
    expect(readBolt11(bolt11Text({ ...parts, others: [[1, Array<number>(52).fill(3)]] }))).toBeNull();
    expect(readBolt11(bolt11Text({ ...parts, expireSeconds: 60, others: [[6, [1]]] }))).toBeNull();
    expect(readBolt11(bolt11Text({ ...parts, others: [[1, [3]]] }))).not.toBeNull();
    const withTenth = bolt11Text({ ...parts, msat: 1n });
    expect(readBolt11(withTenth)?.msat).toBe(1n);
    expect(withTenth).toMatch(/^lnbc10p1/);
  });

  it('expires at the end of time if its expiry has more digits than a clock', () => {
    const expiresAt = readBolt11(
      bolt11Text({ paymentHash: HASH, timestamp: AT, others: [[6, Array<number>(20).fill(31)]] }),
    )?.expiresAt;
    expect(new Date(expiresAt!).toISOString()).toBe('+275760-09-13T00:00:00.000Z');
  });

  it('asks for its amount until it expires, and is one request in every notation', () => {
    const request = {
      field: 'invoice',
      noun: 'invoice',
      key: `bolt11/${HASH}`,
      amount: 250_000n,
      isPerItem: false,
      expiresAt: (AT + 3600) * 1000,
      fault: null,
    };
    const parts = { paymentHash: HASH, timestamp: AT };
    const invoice = bolt11Text({ ...parts, msat: 250_000_000n });
    expect(lightning({ invoice })).toEqual(request);
    expect(lightning({ invoice: invoice.toUpperCase() })).toEqual(request);
    expect(lightning({ invoice: bolt11Text(parts) })).toEqual({ ...request, amount: null });
    expect(lightning({ invoice: 'lnbc1' })).toBeNull();
  });

  it('cannot be paid for a fraction of a satoshi, and in production not on a test network', () => {
    const parts = { paymentHash: HASH, timestamp: AT };
    const fault = (invoice: string, environment?: Environment) => lightning({ invoice }, environment)?.fault;
    expect(fault(bolt11Text({ ...parts, msat: 1_500n }))).toContain('fraction of a satoshi');
    expect(fault(bolt11Text({ ...parts, msat: 1_500n }), 'SANDBOX')).toContain('fraction of a satoshi');
    for (const network of ['tb', 'tbs', 'bcrt'] as const) {
      expect(fault(bolt11Text({ ...parts, network }))).toContain('test network');
      expect(fault(bolt11Text({ ...parts, network }), 'SANDBOX')).toBeNull();
    }
  });
});

describe('an offer of Lightning', () => {
  it('is read as it was written: chains, amount, currency, quantity and expiry', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            chains: fc.constantFrom([MAIN_CHAIN], [TEST_CHAIN], [TEST_CHAIN, MAIN_CHAIN]),
            amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
            currency: fc.constant('USD'),
            quantityMax: fc.bigInt({ min: 0n, max: 100n }),
            absoluteExpiry: fc.bigInt({ min: 0n, max: 8_640_000_000_000n }),
          },
          { requiredKeys: [] },
        ),
        ({ chains, amount, currency, quantityMax, absoluteExpiry }) => {
          const parts = {
            ...(chains !== undefined && { chains }),
            ...(amount !== undefined && { amount }),
            ...(currency !== undefined && { currency }),
            ...(quantityMax !== undefined && { quantityMax }),
            ...(absoluteExpiry !== undefined && { absoluteExpiry }),
          };
          expect(readBolt12(bolt12Text(parts))).toEqual({
            isMainNetwork: chains === undefined || chains.some((chain) => chain === MAIN_CHAIN),
            amount: amount === undefined ? null : { value: amount, unit: currency === undefined ? 'msat' : 'other' },
            hasQuantity: quantityMax !== undefined,
            expiresAt: absoluteExpiry === undefined ? null : Number(absoluteExpiry) * 1000,
          });
        },
      ),
    );
  });

  it('can be paid many times, and asks for its amount until it expires', () => {
    const parts = { amount: 10_000n, absoluteExpiry: 1n };
    const request = {
      field: 'bolt12',
      noun: 'offer',
      key: null,
      amount: 10n,
      isPerItem: false,
      expiresAt: 1_000,
      fault: null,
    };
    expect(lightning({ bolt12: bolt12Text(parts) })).toEqual(request);
    expect(lightning({ bolt12: bolt12Text({ ...parts, quantityMax: 5n }) })).toEqual({ ...request, isPerItem: true });
    expect(lightning({ bolt12: bolt12Text({ ...parts, currency: 'USD' }) })).toEqual({ ...request, amount: null });
    expect(lightning({ bolt12: bolt12Text({}) })).toEqual({ ...request, amount: null, expiresAt: null });
    const split = bolt12Text(parts).replace(/^(.{20})/, '$1+');
    expect(lightning({ bolt12: split })).toEqual(request);
  });

  it('cannot be paid for a fraction of a satoshi, and in production not on another chain', () => {
    const fault = (bolt12: string, environment?: Environment) => lightning({ bolt12 }, environment)?.fault;
    expect(fault(bolt12Text({ amount: 1_500n }))).toContain('fraction of a satoshi');
    expect(fault(bolt12Text({ chains: [TEST_CHAIN] }))).toContain('test network');
    expect(fault(bolt12Text({ chains: [TEST_CHAIN] }), 'SANDBOX')).toBeNull();
  });
});

describe('an invoice of Spark', () => {
  it('is read as it was written: payee, asset, amount and expiry', () => {
    const ids = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex'));
    const amounts = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(
        fc.constantFrom('spark', 'sp', 'sparkrt', 'sparkt', 'sparks', 'sparkl'),
        ids,
        fc.option(amounts, { nil: undefined }),
        fc.boolean(),
        fc.option(fc.bigInt({ min: 0n, max: 4_000_000_000n }), { nil: undefined }),
        (prefix, id, amount, isToken, expiresAt) => {
          const text = sparkInvoiceText({
            prefix,
            identityKey: KEY,
            id,
            ...(isToken ? { tokens: amount ?? 0n } : amount !== undefined && { satoshis: amount }),
            ...(expiresAt !== undefined && { expiresAt }),
          });
          expect(readSpark(text)).toEqual({
            isMainNetwork: ['spark', 'sp'].includes(prefix),
            fields: {
              key: `${KEY}/${id}`,
              asset: isToken ? 'TOKEN' : 'BTC',
              amount: amount ?? null,
              expiresAt: expiresAt === undefined ? null : Number(expiresAt) * 1000,
            },
          });
        },
      ),
    );
  });

  it('asks for its amount until it expires, and can be paid once', () => {
    const address = sparkInvoiceText({ identityKey: KEY, id: ID, satoshis: 21n, expiresAt: 1n });
    expect(spark(address)).toEqual({
      field: 'address',
      noun: 'invoice',
      key: `spark/${KEY}/${ID}`,
      amount: 21n,
      isPerItem: false,
      expiresAt: 1_000,
      fault: null,
    });
    expect(asked({ accountType: 'LAYER2_WALLET', address })).toEqual(spark(address));
  });

  it('cannot be paid in another asset, and in production not on a test network', () => {
    const USDB = 'USDB' as CurrencyCode;
    const parts = { identityKey: KEY, id: ID };
    expect(spark(sparkInvoiceText({ ...parts, satoshis: 1n }), USDB)?.fault).toContain('asks for bitcoin');
    expect(spark(sparkInvoiceText({ ...parts, tokens: 1n }))?.fault).toContain('asks for a token');
    expect(spark(sparkInvoiceText({ ...parts, tokens: 1n }), USDB)?.fault).toBeNull();
    const ofTests = sparkInvoiceText({ ...parts, prefix: 'sparkrt' });
    expect(spark(ofTests)?.fault).toContain('test network');
    expect(spark(ofTests, BTC, 'SANDBOX')?.fault).toBeNull();
  });

  it('with content that cannot be read cannot be paid', () => {
    const [address, invoice] = [
      sparkInvoiceText({ identityKey: KEY, id: '', satoshis: 1n }),
      sparkInvoiceText({ identityKey: KEY, id: ID, tokens: 2n ** 200n }),
    ];
    for (const text of [address, invoice]) expect(spark(text)?.fault).toContain('content behind its identity key');
  });
});

test('accounts that can be paid at any time hold no request', () => {
  for (const details of [{ lightningAddress: 'ada@wallet.example' }, { invoice: 'lnbc1' }, { bolt12: 'lno1' }]) {
    expect(lightning(details)).toBeNull();
  }
  expect(spark('spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2')).toBeNull();
  expect(asked({ accountType: 'BITCOIN_WALLET', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' })).toBeNull();
});

/** Payment codes and links name amounts and charges; the form of the fields keeps them out. */
test.each([
  [
    'BRL_ACCOUNT',
    { pixKey: `00020126580014br.gov.bcb.pix0136${'0'.repeat(36)}5204000053039865802BR6304ABCD`, pixKeyType: 'RANDOM' },
    'pixKey',
  ],
  ['INR_ACCOUNT', { vpa: 'upi://pay?pa=ada@okbank&am=10.00' }, 'vpa'],
] as const)(
  'a payment code in an account of type %s is invalid in both environments',
  (accountType, details, field) => {
    const read = validateAccountInfo({ accountType, ...details });
    expect(read.ok ? [] : read.error.map((error) => error.field)).toContain(`accountInfo.${field}`);
  },
);

test.each([
  ['ETHEREUM_WALLET', 'ethereum:0x52908400098527886E0F7030069857D2E4169EE7@1?value=1e18'],
  ['SOLANA_WALLET', 'solana:7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV?amount=1'],
  ['TRON_WALLET', 'tron:TJRabPrwbZy45sbavfcjinPJC18kjpRTv8?amount=1'],
])('a payment link in an account of type %s is refused in both environments', (accountType, address) => {
  for (const environment of ['PRODUCTION', 'SANDBOX'] as const) {
    const [fault] = accountChecks.check({ accountType, address } as unknown as AccountInfo, environment);
    expect(fault).toEqual({ field: 'accountInfo.address', message: expect.stringContaining('is a link') });
  }
});
