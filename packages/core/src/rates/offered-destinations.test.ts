import { describe, expect, it } from 'vitest';
import { createRails, type NetworkFees, type PayoutRail, type Rail, type RailCapabilities } from '../accounts/index.js';
import { type Context, type CurrencyCode, type Environment, ok, type Reads, tenantKey } from '../kernel/index.js';
import { MAX_AMOUNT, MAX_COMPUTED, type Rate } from '../money/index.js';
import type { FeeConfig, Platform, PlatformCurrency } from '../platforms/index.js';
import { refusal } from '../testing/host.js';
import { receivingRail, START } from '../testing/ports.js';
import { createCorridors, createRateBook, type ExchangeRateFilter, listExchangeRates } from './index.js';

const code = (text: string): CurrencyCode => text as CurrencyCode;
const codes = (...texts: string[]): CurrencyCode[] => texts.map(code);

interface RailOver extends Partial<Omit<Rail, 'capabilities'>> {
  readonly capabilities?: Partial<RailCapabilities>;
}

/** A rail that delivers euros to bank accounts by SEPA. */
const bank = ({ capabilities, ...over }: RailOver = {}): Rail => ({
  ...receivingRail,
  payouts: {} as PayoutRail,
  capabilities: {
    ...receivingRail.capabilities,
    accountTypes: ['EUR_ACCOUNT'],
    currencies: codes('EUR'),
    paymentRails: ['SEPA'],
    push: true,
    ...capabilities,
  },
  ...over,
});

const sends = (currency: string, over: Partial<PlatformCurrency> = {}): PlatformCurrency => ({
  currencyCode: code(currency),
  minAmount: 1n,
  maxAmount: MAX_AMOUNT,
  requiredCounterpartyFields: [],
  providerRequiredCustomerFields: [],
  providerRequiredCounterpartyCustomerFields: [],
  enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
  ...over,
});

interface World {
  readonly rails?: readonly Rail[];
  readonly environment?: Environment;
  readonly currencies?: readonly PlatformCurrency[];
  readonly fees?: readonly FeeConfig[];
  /** Euros for a dollar; a dollar is 20 pesos. */
  readonly euros?: Rate;
}

async function ask(
  { rails = [bank()], environment = 'SANDBOX', currencies = [sends('USD')], fees = [], euros }: World,
  filter: ExchangeRateFilter = {},
) {
  const book = createRateBook({
    sources: [
      {
        name: 'test',
        environments: ['SANDBOX', 'PRODUCTION'],
        fetch: async () => ({
          base: code('USD'),
          asOf: START,
          perBase: new Map([
            [code('EUR'), euros ?? { num: 1n, den: 2n }],
            [code('MXN'), { num: 20n, den: 1n }],
            [code('USDC'), { num: 1n, den: 1n }],
          ]),
        }),
      },
    ],
    clock: { now: () => START },
    cacheSeconds: 300,
    maxAgeSeconds: 900,
  });
  await book.refresh();
  const query = listExchangeRates({
    rails: createRails(rails),
    book,
    corridors: async () =>
      ok(createCorridors([], { serviceFees: { variableBps: 0, fixed: new Map() }, quoteSeconds: 300 })),
    settings: async () => ({ supportedCurrencies: currencies, feeConfigs: fees }) as unknown as Platform,
  });
  const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, environment);
  return query({} as Reads, { tenant } as Context, filter);
}

async function offered(world: World, filter: ExchangeRateFilter = {}): Promise<readonly string[]> {
  const answer = await ask(world, filter);
  if (!answer.ok) return [answer.error.code];
  return answer.value.map(
    (row) =>
      `${row.sourceCurrency} ${row.destinationCurrency} ${row.destinationPaymentRail ?? row.destinationCryptoNetwork}`,
  );
}

describe('exchange rates are offered', () => {
  it('for the payment rails and currencies that both the rail and its account types have', async () => {
    expect(await offered({})).toEqual(['USD EUR SEPA']);
    const wide = bank({
      capabilities: {
        accountTypes: ['EUR_ACCOUNT', 'MXN_ACCOUNT'],
        currencies: codes('EUR', 'GBP'),
        paymentRails: ['SPEI', 'SEPA_INSTANT', 'SEPA'],
      },
    });
    expect(await offered({ rails: [wide] })).toEqual(['USD EUR SEPA', 'USD EUR SEPA_INSTANT']);
  });

  it.each<[string, RailOver]>([
    ['delivers nothing', { payouts: null }],
    ['only receives', { capabilities: { push: false } }],
    ['serves another environment', { environment: 'PRODUCTION' }],
  ])('for no rail that %s', async (_, over) => {
    expect(await offered({ rails: [bank(over)] })).toEqual([]);
    expect(await offered({ rails: [bank({ ...over, name: 'other' }), bank()] })).toEqual(['USD EUR SEPA']);
  });

  it('in production for the rails of production', async () => {
    const rails = [
      bank(),
      bank({ name: 'live', environment: 'PRODUCTION', capabilities: { paymentRails: ['SEPA_INSTANT'] } }),
    ];
    expect(await offered({ rails, environment: 'PRODUCTION' })).toEqual(['USD EUR SEPA_INSTANT']);
    expect(await offered({ rails })).toEqual(['USD EUR SEPA']);
  });

  it('once for a payment rail that two rails have', async () => {
    expect(await offered({ rails: [bank(), bank({ name: 'other' })] })).toEqual(['USD EUR SEPA']);
  });

  it('for the networks on which a rail withdraws a currency', async () => {
    const networkFees: NetworkFees = {
      networks: (currency) => (currency === 'USDC' ? ['POLYGON', 'BASE'] : []),
      networkOf: () => null,
      estimate: async () => null,
    };
    const chain = bank({
      networkFees,
      capabilities: { accountTypes: [], currencies: codes('BTC', 'USDC'), paymentRails: [] },
    });
    expect(await offered({ rails: [chain] })).toEqual(['USD USDC BASE', 'USD USDC POLYGON']);
  });

  it('from the currencies that the platform sends, in order', async () => {
    const currencies = [
      sends('USD'),
      sends('USDC', { enabledTransactionTypes: ['INCOMING'] }),
      sends('EUR'),
      sends('MXN', { enabledTransactionTypes: ['OUTGOING'] }),
    ];
    expect(await offered({ currencies })).toEqual(['MXN EUR SEPA', 'USD EUR SEPA']);
  });

  it('without the pairs in whose currency the fee of the platform is not supported', async () => {
    const fees: FeeConfig[] = [
      {
        feeType: 'CROSS_CURRENCY_TRANSACTION',
        sourceCurrency: code('MXN'),
        variableFeeBps: 10,
        fixedFee: { amount: 0n, currency: code('MXN') },
      },
    ];
    const currencies = [sends('MXN'), sends('USD')];
    expect(await offered({ currencies, fees })).toEqual(['USD EUR SEPA']);
    expect(await offered({ currencies, fees }, { sourceCurrency: 'MXN' })).toEqual(['NOT_IMPLEMENTED']);
  });

  it('up to the largest receiving amount', async () => {
    const euros = (num: bigint) => ({ num, den: MAX_AMOUNT });
    const most = await ask({ euros: euros(MAX_COMPUTED) }, { sendingAmount: MAX_AMOUNT });
    expect(most).toMatchObject({ ok: true, value: [{ receivingAmount: MAX_COMPUTED }] });
    const more = await ask({ euros: euros(MAX_COMPUTED + 1n) }, { sendingAmount: MAX_AMOUNT });
    expect(more).toMatchObject({ ok: false, error: { code: 'AMOUNT_OUT_OF_RANGE' } });
  });
});

describe('exchange rates are refused', () => {
  it.each<[string, ExchangeRateFilter, string[]]>([
    ['INVALID_INPUT', { sendingAmount: -1n }, ['sendingAmount']],
    ['INVALID_INPUT', { sendingAmount: MAX_AMOUNT + 1n }, ['sendingAmount']],
    ['INVALID_CURRENCY', { sourceCurrency: 'ZZZ' }, ['sourceCurrency']],
    ['INVALID_CURRENCY', { destinationCurrency: ['EUR', 'ZZZ'] }, ['destinationCurrency']],
    [
      'INVALID_CURRENCY',
      { sourceCurrency: 'ZZZ', destinationCurrency: ['ZZZ'] },
      ['sourceCurrency', 'destinationCurrency'],
    ],
  ])('with %s for the filter %o', async (refused, filter, fields) => {
    expect(refusal(await ask({}, filter))).toEqual({ code: refused, fields });
  });
});
