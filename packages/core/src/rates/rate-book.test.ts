import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CurrencyCode, type Instant, instant, plusSeconds } from '../kernel/index.js';
import { CURRENCIES, cross, decimalsOf, type Rate, rateOf } from '../money/index.js';
import { createRateBook, type RateSource, type RateTable } from './index.js';

const START = instant(1_760_000_000_000);
const code = (text: string): CurrencyCode => text as CurrencyCode;

const TABLE: RateTable = {
  base: code('USD'),
  asOf: START,
  perBase: new Map<CurrencyCode, Rate>([
    [code('EUR'), rateOf(92n, 100n)],
    [code('JPY'), rateOf(150n, 1n)],
    [code('BTC'), rateOf(1n, 100_000n)],
  ]),
};

/** A source whose answers the test sets, and a clock that the test moves. */
function bench(answer: () => Promise<RateTable> = () => Promise.resolve(TABLE)) {
  let now: Instant = START;
  let calls = 0;
  let source = answer;
  const failures: unknown[] = [];
  const rateSource: RateSource = {
    name: 'test',
    environments: ['SANDBOX'],
    fetch: () => {
      calls += 1;
      return source();
    },
  };
  const book = createRateBook({
    sources: [rateSource],
    clock: { now: () => now },
    cacheSeconds: 300,
    maxAgeSeconds: 900,
    onFailure: (cause) => failures.push(cause),
  });
  return {
    book,
    failures,
    calls: () => calls,
    pass: (seconds: number) => void (now = plusSeconds(now, seconds)),
    answerWith: (next: () => Promise<RateTable>) => void (source = next),
    mid: (from: string, to: string) => book.mid('SANDBOX', code(from), code(to)),
  };
}

const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

describe('the current rates', () => {
  it('are fractions of smallest units in lowest terms, with the time of the table', async () => {
    const { book, mid } = bench();
    await book.refresh();
    expect(value(mid('USD', 'EUR'))).toEqual({
      rate: { num: 23n, den: 25n },
      updatedAt: START,
      origins: [{ source: 'test', asOf: START }],
    });
    // 150 yen without decimals for a dollar of 100 cents.
    expect(value(mid('USD', 'JPY')).rate).toEqual({ num: 3n, den: 2n });
    // 10^8 satoshi are 100,000 dollars of 100 cents: ten to one cent.
    expect(value(mid('USD', 'BTC')).rate).toEqual({ num: 10n, den: 1n });
    expect(value(mid('BTC', 'USD')).rate).toEqual({ num: 1n, den: 10n });
    // 150 / 0.92 yen for a euro of 100 cents.
    expect(value(mid('EUR', 'JPY')).rate).toEqual({ num: 75n, den: 46n });
    expect(value(mid('EUR', 'EUR')).rate).toEqual({ num: 1n, den: 1n });
  });

  it('are exact in both directions and through a third currency', async () => {
    const part = fc.bigInt({ min: 1n, max: 10n ** 18n });
    const any = fc.constantFrom(...CURRENCIES.map((c) => c.code));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(any, { minLength: 3, maxLength: 3 }),
        part,
        part,
        part,
        async (codes, p, q, r) => {
          const [a, b, c] = codes as [CurrencyCode, CurrencyCode, CurrencyCode];
          const { book, answerWith } = bench();
          answerWith(() =>
            Promise.resolve({
              base: a,
              asOf: START,
              perBase: new Map([
                [b, rateOf(p, q)],
                [c, rateOf(r, p)],
              ]),
            }),
          );
          await book.refresh();
          const rate = (from: CurrencyCode, to: CurrencyCode): Rate => value(book.mid('SANDBOX', from, to)).rate;
          expect(cross(rate(b, c), rate(c, b))).toEqual({ num: 1n, den: 1n });
          expect(cross(rate(b, a), rate(a, c))).toEqual(rate(b, c));
          const major = rateOf(p * 10n ** BigInt(decimalsOf(b)), q * 10n ** BigInt(decimalsOf(a)));
          expect(rate(a, b)).toEqual(major);
        },
      ),
    );
  });

  it('are refused before the first table, and for a currency that the table or the registry lacks', async () => {
    const { book, mid } = bench();
    expect(mid('USD', 'EUR')).toMatchObject({ ok: false, error: { code: 'QUOTE_REQUEST_FAILED' } });
    await book.refresh();
    for (const [from, to] of [
      ['USD', 'GBP'],
      ['GBP', 'USD'],
      ['USD', 'DOGE'],
      ['DOGE', 'USD'],
    ] as const) {
      expect(mid(from, to)).toMatchObject({ ok: false, error: { code: 'QUOTE_REQUEST_FAILED' } });
    }
  });

  it('have the age of the newest answer of their source, and are usable up to the maximum age', async () => {
    let fetches = 0;
    let now = START;
    const rateSource: RateSource = {
      name: 'test',
      environments: ['SANDBOX'],
      fetch: async () => {
        fetches += 1;
        if (fetches > 1) throw new Error('the source is down');
        return { base: 'USD' as never, asOf: START, perBase: new Map() };
      },
    };
    const book = createRateBook({
      ...{ sources: [rateSource], clock: { now: () => now } },
      ...{ cacheSeconds: 300, maxAgeSeconds: 900 },
    });
    expect(book.ages()).toEqual([{ source: 'test', ageMs: null, isUsable: false }]);
    await book.refresh();
    now = plusSeconds(START, 900);
    await book.refresh();
    expect(book.ages()).toEqual([{ source: 'test', ageMs: 900_000, isUsable: true }]);
    now = plusSeconds(START, 901);
    expect(book.ages()).toEqual([{ source: 'test', ageMs: 901_000, isUsable: false }]);
  });

  it('come only from a source that serves the environment', async () => {
    const serving = (rate: bigint, ...environments: RateSource['environments']): RateSource => ({
      name: `at ${rate}`,
      environments,
      fetch: () => Promise.resolve({ ...TABLE, perBase: new Map([[code('EUR'), rateOf(rate, 1n)]]) }),
    });
    const bookOf = async (...sources: readonly RateSource[]) => {
      const book = createRateBook({ sources, clock: { now: () => START }, cacheSeconds: 300, maxAgeSeconds: 900 });
      await book.refresh();
      return (environment: 'SANDBOX' | 'PRODUCTION') => book.mid(environment, code('USD'), code('EUR'));
    };
    const both = await bookOf(serving(2n, 'SANDBOX'), serving(3n, 'PRODUCTION', 'SANDBOX'));
    expect(value(both('SANDBOX')).rate).toEqual({ num: 2n, den: 1n });
    expect(value(both('PRODUCTION')).rate).toEqual({ num: 3n, den: 1n });
    const sandboxAlone = await bookOf(serving(2n, 'SANDBOX'));
    expect(sandboxAlone('PRODUCTION')).toMatchObject({ ok: false, error: { code: 'NOT_IMPLEMENTED' } });
  });

  describe('of several sources', () => {
    const source = (name: string, base: string, perBase: Record<string, bigint>, asOf = START) => {
      const state = { up: true };
      const table = {
        base: code(base),
        asOf,
        perBase: new Map(Object.entries(perBase).map(([of, rate]) => [code(of), rateOf(rate, 1n)])),
      };
      const fetch = () => (state.up ? Promise.resolve(table) : Promise.reject(new Error('down')));
      return { state, source: { name, environments: ['SANDBOX'], fetch } satisfies RateSource };
    };
    const daily = () => source('daily', 'EUR', { USD: 2n, MXN: 20n }, plusSeconds(START, -60));
    const pegs = () => source('pegs', 'USD', { USDC: 1n, MXN: 999n });

    function bookOf(...sources: readonly ReturnType<typeof source>[]) {
      let now: Instant = START;
      const book = createRateBook({
        sources: sources.map((each) => each.source),
        clock: { now: () => now },
        cacheSeconds: 300,
        maxAgeSeconds: 900,
      });
      return {
        book,
        pass: (seconds: number) => void (now = plusSeconds(now, seconds)),
        mid: (from: string, to: string) => book.mid('SANDBOX', code(from), code(to)),
      };
    }

    it('come from the first that has both currencies', async () => {
      const { book, mid } = bookOf(daily(), pegs());
      await book.refresh();
      expect(value(mid('USD', 'MXN')).rate).toEqual({ num: 10n, den: 1n });
      expect(value(mid('USD', 'USDC'))).toEqual({
        rate: { num: 10_000n, den: 1n },
        updatedAt: START,
        origins: [{ source: 'pegs', asOf: START }],
      });
    });

    it('come from two sources if none has both, exactly, with the time of the older table', async () => {
      const { book, mid } = bookOf(daily(), pegs());
      await book.refresh();
      // A euro is two dollars, a dollar a USDC of 10^6 units.
      expect(value(mid('EUR', 'USDC'))).toEqual({
        rate: { num: 20_000n, den: 1n },
        updatedAt: plusSeconds(START, -60),
        origins: [
          { source: 'daily', asOf: plusSeconds(START, -60) },
          { source: 'pegs', asOf: START },
        ],
      });
      expect(value(mid('USDC', 'EUR'))).toEqual({
        rate: { num: 1n, den: 20_000n },
        updatedAt: plusSeconds(START, -60),
        origins: [
          { source: 'pegs', asOf: START },
          { source: 'daily', asOf: plusSeconds(START, -60) },
        ],
      });
    });

    it('are refused with the name of the currency that no source has', async () => {
      const { book, mid } = bookOf(daily(), pegs());
      await book.refresh();
      const without = (name: string) => ({
        ok: false,
        error: { code: 'QUOTE_REQUEST_FAILED', message: `no exchange rate is available for ${name}` },
      });
      expect(mid('EUR', 'BTC')).toMatchObject(without('BTC'));
      expect(mid('BTC', 'EUR')).toMatchObject(without('BTC'));
    });

    it('come from sources of lower priority if the first ones have no currency in common', async () => {
      const { book, mid } = bookOf(
        source('dollars', 'BTC', { USD: 100_000n }),
        source('yen', 'BTC', { JPY: 15_000_000n }),
        source('pesos', 'JPY', { MXN: 2n }),
      );
      await book.refresh();
      // 10^8 satoshis are 15 million yen: 30 million pesos of 100 centavos.
      expect(value(mid('BTC', 'MXN'))).toMatchObject({
        rate: { num: 30n, den: 1n },
        origins: [{ source: 'yen' }, { source: 'pesos' }],
      });
      expect(mid('USD', 'MXN')).toMatchObject({
        error: { code: 'QUOTE_REQUEST_FAILED', message: 'no exchange rate is available from USD to MXN' },
      });
    });

    it.each(['the first', 'the second'])('change with the table of %s source', async (changed) => {
      const [first, second] = [daily(), pegs()];
      const { book, mid, pass } = bookOf(first, second);
      await book.refresh();
      const before = value(mid('EUR', 'USDC'));
      const one = changed === 'the first' ? first : second;
      const other = changed === 'the first' ? second : first;
      const table = await one.source.fetch();
      one.source.fetch = () => Promise.resolve({ ...table, asOf: plusSeconds(START, 301) });
      other.state.up = false;
      pass(301);
      await book.refresh();
      const kept = before.origins.find(({ source: name }) => name === other.source.name);
      expect(value(mid('EUR', 'USDC')).origins).toContainEqual(kept);
      expect(value(mid('EUR', 'USDC')).origins).toContainEqual({
        source: one.source.name,
        asOf: plusSeconds(START, 301),
      });
    });

    it('do not wait for a source of lower priority', async () => {
      const [first, second] = [pegs(), daily()];
      second.state.up = false;
      const { book, mid } = bookOf(first, second);
      await book.refresh();
      expect(mid('USD', 'USDC')).toMatchObject({ ok: true, value: { rate: { num: 10_000n, den: 1n } } });
      // The second source has not answered yet, so it is unknown whether it has euros.
      expect(mid('USD', 'EUR')).toMatchObject({ ok: false, error: { code: 'QUOTE_REQUEST_FAILED' } });
    });

    it('do not come from another source while the deciding one is down', async () => {
      const [first, second] = [daily(), pegs()];
      const { book, mid, pass } = bookOf(first, second);
      first.state.up = false;
      await book.refresh();
      expect(mid('USD', 'USDC')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
      first.state.up = true;
      pass(5);
      await book.refresh();
      expect(value(mid('USD', 'MXN')).rate).toEqual({ num: 10n, den: 1n });
      first.state.up = false;
      for (let minute = 0; minute <= 15; minute += 1) {
        pass(60);
        await book.refresh();
      }
      expect(mid('USD', 'MXN')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
      expect(mid('EUR', 'USDC')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
      expect(mid('USDC', 'EUR')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
      expect(mid('USD', 'USDC').ok).toBe(true);
    });
  });

  describe('of a source of single pairs', () => {
    /** The price of one unit of the base of each pair, the time of each, and whether the source answers. */
    const market = (prices: Readonly<Record<string, bigint>>, ages: Readonly<Record<string, number>> = {}) => {
      const state = { up: true };
      const split = (pair: string) => pair.split('/').map(code) as [CurrencyCode, CurrencyCode];
      const tables = Object.entries(prices).map(([pair, price]): RateTable => {
        const [base, quote] = split(pair);
        return { base, asOf: plusSeconds(START, -(ages[pair] ?? 0)), perBase: new Map([[quote, rateOf(price, 1n)]]) };
      });
      const source: RateSource = {
        name: 'market',
        environments: ['SANDBOX'],
        pairs: Object.keys(prices).map(split),
        fetch: () => (state.up ? Promise.resolve(tables) : Promise.reject(new Error('down'))),
      };
      return { state, source };
    };
    const daily: RateSource = {
      name: 'daily',
      environments: ['SANDBOX'],
      fetch: () =>
        Promise.resolve({
          base: code('EUR'),
          asOf: START,
          perBase: new Map([
            [code('MXN'), rateOf(20n, 1n)],
            [code('USD'), rateOf(2n, 1n)],
          ]),
        }),
    };
    async function bookOf(...sources: readonly RateSource[]) {
      const book = createRateBook({ sources, clock: { now: () => START }, cacheSeconds: 300, maxAgeSeconds: 900 });
      await book.refresh();
      return (from: string, to: string) => book.mid('SANDBOX', code(from), code(to));
    }
    const bitcoin = { 'BTC/USD': 100_000n, 'BTC/EUR': 40_000n };

    it('are served in both directions, with the time of their pair', async () => {
      const mid = await bookOf(market(bitcoin, { 'BTC/EUR': 30 }).source);
      // 10^8 satoshis are 10^7 cents.
      expect(value(mid('BTC', 'USD')).rate).toEqual({ num: 1n, den: 10n });
      expect(value(mid('USD', 'BTC')).rate).toEqual({ num: 10n, den: 1n });
      expect(value(mid('EUR', 'BTC'))).toMatchObject({
        rate: { num: 25n, den: 1n },
        origins: [{ source: 'market', asOf: plusSeconds(START, -30) }],
      });
    });

    it('are not crossed if a later source has both currencies', async () => {
      const mid = await bookOf(market(bitcoin).source, daily);
      expect(value(mid('EUR', 'USD'))).toMatchObject({ rate: { num: 2n, den: 1n }, origins: [{ source: 'daily' }] });
      expect(value(mid('EUR', 'BTC'))).toMatchObject({ origins: [{ source: 'market' }] });
    });

    it('are crossed with another source over its base, or else over any currency that both have', async () => {
      const mid = await bookOf(market(bitcoin).source, daily);
      // 40,000 euros are 800,000 pesos: 8 × 10^7 centavos for 10^8 satoshis.
      expect(value(mid('BTC', 'MXN'))).toEqual({
        rate: { num: 4n, den: 5n },
        updatedAt: START,
        origins: [
          { source: 'market', asOf: START },
          { source: 'daily', asOf: START },
        ],
      });
      expect(value(mid('MXN', 'BTC')).rate).toEqual({ num: 5n, den: 4n });
      // 100,000 dollars are a million pesos, at two dollars and twenty pesos for a euro.
      const overDollars = await bookOf(market({ 'BTC/USD': 100_000n }).source, daily);
      expect(value(overDollars('BTC', 'MXN')).rate).toEqual({ num: 1n, den: 1n });
    });

    it('are crossed with each other if no source has both currencies, with one origin of the older time', async () => {
      const mid = await bookOf(market(bitcoin, { 'BTC/USD': 60 }).source);
      const asOf = plusSeconds(START, -60);
      expect(value(mid('USD', 'EUR'))).toEqual({
        rate: { num: 2n, den: 5n },
        updatedAt: asOf,
        origins: [{ source: 'market', asOf }],
      });
      expect(mid('USD', 'JPY')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
    });

    it('are decided by their source before its first answer, and others are not held up', async () => {
      const { state, source } = market(bitcoin);
      state.up = false;
      const mid = await bookOf(source, daily, market({ 'BTC/USD': 1n }).source);
      expect(value(mid('EUR', 'USD')).origins).toEqual([{ source: 'daily', asOf: START }]);
      for (const other of ['USD', 'EUR', 'MXN']) {
        expect(mid('BTC', other), other).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
      }
    });

    it('are refused if the source leaves out a pair that it declares', async () => {
      const { source } = market(bitcoin);
      const partial = { ...source, fetch: async () => [await source.fetch()].flat().slice(0, 1) };
      const mid = await bookOf(partial, market({ 'BTC/EUR': 1n }).source);
      expect(mid('BTC', 'USD').ok).toBe(true);
      expect(mid('BTC', 'EUR')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
    });

    it('of a currency that the registry lacks are ignored', async () => {
      const mid = await bookOf(market({ 'XYZ/USD': 2n, 'XYZ/EUR': 1n, 'BTC/USD': 100_000n }).source);
      expect(mid('XYZ', 'USD')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
      expect(mid('USD', 'EUR')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
      expect(mid('BTC', 'USD').ok).toBe(true);
    });
  });

  it('are computed once for each table', async () => {
    const { book, mid, pass } = bench();
    await book.refresh();
    const first = value(mid('USD', 'EUR'));
    expect(value(mid('USD', 'EUR'))).toBe(first);
    pass(301);
    await book.refresh();
    expect(value(mid('USD', 'EUR'))).not.toBe(first);
  });

  it('come from the newest table, even if they were cached before', async () => {
    const { book, mid, pass, answerWith } = bench();
    await book.refresh();
    expect(value(mid('USD', 'EUR')).rate).toEqual({ num: 23n, den: 25n });
    answerWith(() => Promise.resolve({ ...TABLE, perBase: new Map([[code('EUR'), rateOf(1n, 2n)]]) }));
    pass(301);
    await book.refresh();
    expect(value(mid('USD', 'EUR')).rate).toEqual({ num: 1n, den: 2n });
    expect(mid('USD', 'JPY')).toMatchObject({ ok: false });
  });

  it('are fetched again after the clock was set back, also after a failure', async () => {
    const { book, calls, pass, answerWith } = bench();
    pass(1_000_000_000);
    await book.refresh();
    pass(-1_000_000_000);
    await book.refresh();
    expect(calls()).toBe(2);
    pass(1_000_000_000);
    answerWith(() => Promise.reject(new Error('down')));
    await book.refresh();
    pass(-1_000_000_000 + 301);
    await book.refresh();
    expect(calls()).toBe(4);
  });

  it('are fetched again after the cache time and not before', async () => {
    const { book, calls, pass } = bench();
    await book.refresh();
    await book.refresh();
    expect(calls()).toBe(1);
    pass(300);
    await book.refresh();
    expect(calls()).toBe(1);
    pass(1);
    await book.refresh();
    expect(calls()).toBe(2);
  });

  it('stay in use while the source fails, up to the maximum age', async () => {
    const { book, mid, pass, answerWith, failures } = bench();
    await book.refresh();
    const down = new Error('down');
    answerWith(() => Promise.reject(down));
    pass(900);
    await expect(book.refresh()).resolves.toBeUndefined();
    expect(failures).toEqual([down]);
    expect(value(mid('USD', 'EUR')).rate).toEqual({ num: 23n, den: 25n });
    pass(1);
    expect(mid('USD', 'EUR')).toMatchObject({ ok: false, error: { code: 'QUOTE_REQUEST_FAILED' } });
  });

  it('count their age from the fetch, not from the time of the table', async () => {
    const { book, mid, answerWith } = bench();
    answerWith(() => Promise.resolve({ ...TABLE, asOf: plusSeconds(START, -86_400) }));
    await book.refresh();
    expect(value(mid('USD', 'EUR')).updatedAt).toBe(plusSeconds(START, -86_400));
  });

  it('are fetched within seconds after the source recovers', async () => {
    const { book, mid, calls, pass, answerWith } = bench(() => Promise.reject(new Error('down')));
    await book.refresh();
    await book.refresh();
    expect(calls()).toBe(1);
    pass(5);
    answerWith(() => Promise.resolve(TABLE));
    await book.refresh();
    expect(calls()).toBe(2);
    expect(mid('USD', 'EUR').ok).toBe(true);
  });

  it('are fetched once for concurrent refreshes', async () => {
    let answer: (table: RateTable) => void = () => {};
    const { book, calls, mid } = bench(() => new Promise((resolve) => (answer = resolve)));
    const all = [book.refresh(), book.refresh(), book.refresh()];
    answer(TABLE);
    await Promise.all(all);
    expect(calls()).toBe(1);
    expect(mid('USD', 'EUR').ok).toBe(true);
  });

  it('survive a source that throws synchronously', async () => {
    const { book, failures } = bench(() => {
      throw new Error('no network');
    });
    await book.refresh();
    expect(failures).toHaveLength(1);
  });
});
