import { type CurrencyCode, instant, rateOf } from '@corridor/core';
import type { OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { createRateBook } from '@corridor/core/internal';
import { describe, expect, it, test } from 'vitest';
import { KRAKEN_PRICES, krakenTicker } from '../testing/kraken-ticker.js';
import { krakenRates, RateSourceError, stablecoinRates } from './index.js';
import { KRAKEN_PAIRS, readKrakenTicker } from './kraken-rates.js';

const NOON = instant(Date.parse('2025-10-10T12:00:00Z'));
const code = (text: string): CurrencyCode => text as CurrencyCode;
const read = (json: string) => readKrakenTicker(json, KRAKEN_PAIRS, NOON);

/** The source over an exchange that answers with this document, and the requests that it received. */
function sourceOver(body: string) {
  const requests: OutboundRequest[] = [];
  const http = {
    async send(request: OutboundRequest): Promise<OutboundOutcome> {
      requests.push(request);
      return { kind: 'answered', status: 200, headers: {}, body, truncated: false };
    },
  };
  const url = 'https://api.kraken.com/0/public/Ticker';
  return { requests, source: krakenRates({ http, clock: { now: () => NOON }, url, httpsOnly: true }) };
}

describe("Kraken's ticker", () => {
  it('is read exactly: the middle of bid and ask of each pair, as a table of its own', () => {
    expect(read(krakenTicker())).toEqual([
      { base: 'BTC', asOf: NOON, perBase: new Map([['USD', rateOf(11_387_195n, 100n)]]) },
      { base: 'BTC', asOf: NOON, perBase: new Map([['EUR', rateOf(9_820_565n, 100n)]]) },
      { base: 'ETH', asOf: NOON, perBase: new Map([['USD', rateOf(4_127_815n, 1_000n)]]) },
      { base: 'ETH', asOf: NOON, perBase: new Map([['EUR', rateOf(356_003n, 100n)]]) },
      { base: 'POL', asOf: NOON, perBase: new Map([['USD', rateOf(19_655n, 100_000n)]]) },
      { base: 'POL', asOf: NOON, perBase: new Map([['EUR', rateOf(1_696n, 10_000n)]]) },
    ]);
  });

  const [bid, ask] = KRAKEN_PRICES['POLEUR']!;
  const polEur = (prices: readonly [string, string]) => krakenTicker({ ...KRAKEN_PRICES, POLEUR: prices });
  test.each([
    ['nothing', ''],
    ['a page', '<html><body>Maintenance</body></html>'],
    ['half of it', krakenTicker().slice(0, 500)],
    ['null', 'null'],
    ['an error', '{"error":["EService:Unavailable"]}'],
    ['an error with a result', krakenTicker().replace('"error":[]', '"error":["EGeneral:Internal error"]')],
    ['an error that is not a list', krakenTicker().replace('"error":[]', '"error":{}')],
    ['no list of errors', krakenTicker().replace('"error":[],', '')],
    ['no result', '{"error":[]}'],
    ['a pair missing', krakenTicker().replace('POLEUR', 'POLGBP')],
    ['a price missing', krakenTicker().replace(`"a":["${ask}","2","2.000"]`, '"a":[]')],
    ['a price that is not in a list', krakenTicker().replace(`["${bid}","15","15.000"]`, `"${bid}"`)],
    ['a price of zero', polEur(['0.00000', ask])],
    ['a negative price', polEur([`-${bid}`, ask])],
    ['a price with a comma', polEur([bid.replace('.', ','), ask])],
    ['a price that is not a number', polEur([bid, 'NaN'])],
    ['bid and ask crossed', polEur([ask, bid])],
    ['bid and ask too far apart', polEur(['0.16900', '0.17500'])],
  ])('is refused as a whole if it is or has: %s', (_what, json) => {
    expect(() => read(json)).toThrow(RateSourceError);
  });

  it('is refused with the error that it names', () => {
    expect(() => read('{"error":["EService:Unavailable"]}')).toThrow('the ticker answered with EService:Unavailable');
    expect(() => read('{"error":["<script>"]}')).toThrow('the ticker answered with an error');
  });
});

describe('the rates of Kraken', () => {
  it('are asked for by one request', async () => {
    const { source, requests } = sourceOver(krakenTicker());
    await source.fetch();
    expect(requests).toMatchObject([
      {
        url: 'https://api.kraken.com/0/public/Ticker?pair=XBTUSD%2CXBTEUR%2CETHUSD%2CETHEUR%2CPOLUSD%2CPOLEUR',
        method: 'GET',
        httpsOnly: true,
      },
    ]);
    expect(source.pairs).toEqual([
      ['BTC', 'USD'],
      ['BTC', 'EUR'],
      ['ETH', 'USD'],
      ['ETH', 'EUR'],
      ['POL', 'USD'],
      ['POL', 'EUR'],
    ]);
  });

  it('price bitcoin in both environments, and no pair of other currencies that another source has', async () => {
    const { source } = sourceOver(krakenTicker());
    const clock = { now: () => NOON };
    const euro = {
      name: 'euro',
      environments: ['PRODUCTION'],
      fetch: () =>
        Promise.resolve({ base: code('EUR'), asOf: NOON, perBase: new Map([[code('USD'), rateOf(2n, 1n)]]) }),
    } as const;
    const book = createRateBook({ sources: [source, euro], clock, cacheSeconds: 300, maxAgeSeconds: 900 });
    await book.refresh();
    const mid = (from: string, to: string) => book.mid('PRODUCTION', code(from), code(to));
    // 113,871.95 dollars are 11,387,195 cents for 10^8 satoshis.
    expect(mid('BTC', 'USD')).toMatchObject({
      value: { rate: rateOf(11_387_195n, 10n ** 8n), origins: [{ source: 'kraken', asOf: NOON }] },
    });
    expect(book.mid('SANDBOX', code('EUR'), code('BTC'))).toMatchObject({
      value: { rate: rateOf(10n ** 8n, 9_820_565n) },
    });
    expect(mid('EUR', 'USD')).toMatchObject({ value: { rate: { num: 2n, den: 1n }, origins: [{ source: 'euro' }] } });
  });

  it('leave out the faulty price of a coin, and are refused for a faulty price of bitcoin', async () => {
    const { source } = sourceOver(krakenTicker({ ...KRAKEN_PRICES, POLUSD: ['0', '0'] }));
    const tables = [await source.fetch()].flat();
    const found = tables.flatMap(({ base, perBase }) => [...perBase.keys()].map((quote) => `${base}/${quote}`));
    expect(found).toEqual(['BTC/USD', 'BTC/EUR', 'ETH/USD', 'ETH/EUR', 'POL/EUR']);
    const broken = sourceOver(krakenTicker({ ...KRAKEN_PRICES, XXBTZUSD: ['0', '0'] }));
    await expect(broken.source.fetch()).rejects.toThrow(RateSourceError);
  });

  it('price gas in a stablecoin, over the dollar', async () => {
    const { source } = sourceOver(krakenTicker());
    const clock = { now: () => NOON };
    const sources = [source, stablecoinRates(clock)];
    const book = createRateBook({ sources, clock, cacheSeconds: 300, maxAgeSeconds: 900 });
    await book.refresh();
    // 4,127.815 dollars for an ether are 4,127,815,000 millionths for 10^9 gwei.
    expect(book.mid('PRODUCTION', code('ETH'), code('USDC'))).toMatchObject({
      value: { rate: rateOf(4_127_815_000n, 10n ** 9n), origins: [{ source: 'kraken' }, { source: 'stablecoins' }] },
    });
    expect(book.mid('PRODUCTION', code('POL'), code('USDT'))).toMatchObject({ ok: true });
  });
});
