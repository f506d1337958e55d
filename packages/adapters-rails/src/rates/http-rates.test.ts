import { type CurrencyCode, instant, rateOf } from '@corridor/core';
import type { OutboundOutcome, OutboundRequest, RateTable } from '@corridor/core/ports';
import { createRateBook } from '@corridor/core/internal';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readPrices } from './http-rates.js';
import { httpRates, type HttpRatesOptions, RateSourceError } from './index.js';

const NOON = instant(Date.parse('2025-10-10T12:00:00Z'));
const EUR = 'EUR' as CurrencyCode;
const USD = 'USD' as CurrencyCode;
const MXN = 'MXN' as CurrencyCode;

const OPTIONS: Omit<HttpRatesOptions, 'http' | 'clock'> = {
  name: 'http:acme',
  environments: ['PRODUCTION'],
  url: 'https://rates.example/{base}-{quote}',
  pairs: [{ base: EUR, quote: USD }],
  bid: '/bid',
  ask: '/ask',
  time: null,
  httpsOnly: true,
  headers: {},
  maxAgeSeconds: 60,
  maxSpreadBps: 200,
};
type Over = Partial<typeof OPTIONS>;

const read = (json: string, over: Over = {}): readonly RateTable[] => readPrices(json, { ...OPTIONS, ...over }, NOON);
const rateIn = (json: string, over: Over = {}) => read(json, over)[0]!.perBase.get(USD);

/** Sources over endpoints that answer with these documents, by address, and the requests that they received. */
function sourcesOver(bodies: Readonly<Record<string, string | null>>, over: Over = {}) {
  const requests: OutboundRequest[] = [];
  const answers = new Map(Object.entries(bodies));
  const http = {
    async send(request: OutboundRequest): Promise<OutboundOutcome> {
      requests.push(request);
      const body = answers.get(request.url) ?? null;
      if (body === null) return { kind: 'unreachable', reason: 'connection refused' };
      return { kind: 'answered', status: 200, headers: {}, body, truncated: false };
    },
  };
  const sources = httpRates({ ...OPTIONS, ...over, http, clock: { now: () => NOON } });
  return { requests, answers, sources };
}

describe('the answer of an endpoint', () => {
  it('gives the exact middle of bid and ask, as numbers or as texts', () => {
    expect(rateIn('{"bid":1.1567,"ask":1.1569}')).toEqual(rateOf(11_568n, 10_000n));
    expect(rateIn('{"bid":"1.1567","ask":"1.1570"}')).toEqual(rateOf(23_137n, 20_000n));
    expect(rateIn('{"bid":1.5e-3,"ask":0.0015}')).toEqual(rateOf(15n, 10_000n));
    expect(rateIn('{"bid":1,"ask":1}')).toEqual(rateOf(1n, 1n));
  });

  it('is not rounded, however many digits a number has', () => {
    // As doubles, both are 1.1567890123456788.
    const [bid, ask] = ['1.15678901234567890123', '1.15678901234567890125'];
    expect(rateIn(`{"bid":${bid},"ask":${ask}}`)).toEqual(rateOf(115_678_901_234_567_890_124n, 10n ** 20n));
    expect(rateIn('{"bid":12345678901234567,"ask":12345678901234569}')).toEqual(rateOf(12_345_678_901_234_568n, 1n));
  });

  it('has numbers in texts and names left alone', () => {
    const odd = '{"1":"\\"2","a\\\\\\"3":{"~/":[{"bid":"1.5","ask":1.5}]}}';
    expect(rateIn(odd, { bid: '/a\\"3/~0~1/0/bid', ask: '/a\\"3/~0~1/0/ask' })).toEqual(rateOf(3n, 2n));
  });

  it('has the prices of each pair where the placeholders say', () => {
    const json = '{"rates":[{"EURUSD":{"b":1,"a":1}},{"x/y":{"b":20,"a":20}}]}';
    const pairs = [
      { base: EUR, quote: USD },
      { base: EUR, quote: MXN, symbol: 'x/y' },
    ];
    const at = (side: string) => ({ pairs, bid: `/rates/0/{symbol}/${side}`, ask: `/rates/0/{symbol}/${side}` });
    expect(() => read(json, at('b'))).toThrow('the bid of EUR/MXN is missing');
    expect(rateIn(json, { ...at('b'), pairs: pairs.slice(0, 1) })).toEqual(rateOf(1n, 1n));
    const second = { pairs: pairs.slice(1), bid: '/rates/1/{symbol}/b', ask: '/rates/1/{symbol}/a' };
    expect(read(json, second)).toEqual([{ base: EUR, asOf: NOON, perBase: new Map([[MXN, rateOf(20n, 1n)]]) }]);
  });

  test.each([
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['half of it', '{"bid":1.1567,"as'],
    ['JSON with a comment', '{"bid":1,"ask":1}//'],
    ['a list', '[1,1]'],
    ['null', 'null'],
    ['a number', '1'],
    ['no bid', '{"ask":1.1}'],
    ['no ask', '{"bid":1.1}'],
    ['a bid of null', '{"bid":null,"ask":1.1}'],
    ['a bid of zero', '{"bid":0,"ask":1.1}'],
    ['an ask of 0.00', '{"bid":"0.00","ask":"0.00"}'],
    ['a negative bid', '{"bid":-1.1,"ask":1.1}'],
    ['a plus sign', '{"bid":"+1.1","ask":1.1}'],
    ['a comma', '{"bid":"1,1","ask":1.1}'],
    ['a space', '{"bid":"1.1 ","ask":1.1}'],
    ['a leading zero', '{"bid":"01.1","ask":1.1}'],
    ['a hexadecimal number', '{"bid":"0x1","ask":1}'],
    ['no number', '{"bid":"NaN","ask":"Infinity"}'],
    ['true', '{"bid":true,"ask":true}'],
    ['a list as a price', '{"bid":[1],"ask":[1]}'],
    ['an object as a price', '{"bid":{},"ask":{}}'],
    ['too many digits', `{"bid":1.${'1'.repeat(80)},"ask":1.2}`],
    ['a number too large', '{"bid":1e19,"ask":1e19}'],
    ['a number too small', '{"bid":1e-19,"ask":1e-19}'],
    ['an exponent too large', '{"bid":1e400,"ask":1e400}'],
    ['bid and ask crossed', '{"bid":1.1002,"ask":1.1001}'],
    ['bid and ask too far apart', '{"bid":0.9899,"ask":1.0101}'],
    ['nested too deeply', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['the name of an object property', '{"__proto__":{"bid":1,"ask":1}}'],
  ])('is refused as a whole if it is or has: %s', (_what, json) => {
    expect(() => read(json)).toThrow(RateSourceError);
    const pairs = [
      { base: EUR, quote: MXN },
      { base: EUR, quote: USD },
    ];
    const both = `{"EURMXN":{"bid":20,"ask":20},"EURUSD":${json === '' ? 'null' : json}}`;
    const places = { pairs, bid: '/{symbol}/bid', ask: '/{symbol}/ask' };
    expect(() => read(both, places)).toThrow(RateSourceError);
  });

  it('may have bid and ask as far apart as the limit, and no further', () => {
    const apart = { maxSpreadBps: 200 };
    expect(rateIn('{"bid":0.99,"ask":1.01}', apart)).toEqual(rateOf(1n, 1n));
    expect(() => read('{"bid":0.99,"ask":1.0100000000000000001}', apart)).toThrow(
      'bid and ask of EUR/USD are more than 200 basis points apart',
    );
    expect(() => read('{"bid":1,"ask":1.000001}', { maxSpreadBps: 0 })).toThrow('more than 0 basis points');
    expect(rateIn('{"bid":1,"ask":1.0}', { maxSpreadBps: 0 })).toEqual(rateOf(1n, 1n));
  });

  it('finds no member of a document in the properties of its lists, texts and prototypes', () => {
    for (const bid of [
      '/list/length',
      '/list/00',
      '/list/-',
      '/text/length',
      '/text/0',
      '/constructor',
      '/toString/length',
    ]) {
      expect(() => read('{"list":[1,1],"text":"11","ask":1}', { bid }), bid).toThrow('the bid of EUR/USD is missing');
    }
  });

  const seconds = NOON / 1000;
  test.each([
    ['2025-10-10T12:00:00Z', 0],
    ['2025-10-10T14:00:00+02:00', 0],
    ['2025-10-10t11:59:30.123456789z', 29_877],
    ['2025-10-10 11:59:30Z', 30_000],
    [seconds, 0],
    [seconds - 60, 60_000],
    [`${seconds - 1}.25`, 750],
    [NOON - 1, 1],
    [`${NOON - 1}999`, 1],
    [`${NOON - 1}999999`, 1],
    // The clock of the endpoint is ahead: the prices are of now.
    [seconds + 60, 0],
  ])('is dated by the time that it names: %s', (time, age) => {
    const json = `{"bid":1,"ask":1,"at":${JSON.stringify(time)}}`;
    expect(read(json, { time: '/at' })[0]!.asOf).toBe(NOON - age);
    if (typeof time === 'number')
      expect(read(`{"bid":1,"ask":1,"at":"${time}"}`, { time: '/at' })[0]!.asOf).toBe(NOON - age);
  });

  test.each([
    ['too old', seconds - 61, 'the prices of EUR/USD are older than 60 seconds'],
    ['too old by a millisecond', NOON - 60_001, 'older than 60 seconds'],
    ['in the future', seconds + 61, 'of a time in the future'],
    ['missing', null, 'is missing or not a time'],
    ['a text', 'now', 'is missing or not a time'],
    ['a date', '2025-10-10', 'is missing or not a time'],
    ['without a zone', '2025-10-10T12:00:00', 'is missing or not a time'],
    ['an impossible day', '2025-02-30T12:00:00Z', 'is missing or not a time'],
    ['an impossible hour', '2025-10-10T25:00:00Z', 'is missing or not a time'],
    ['zero', 0, 'is missing or not a time'],
    ['a list', [seconds], 'is missing or not a time'],
  ])('is refused if its time is %s', (_what, time, why) => {
    expect(() => read(`{"bid":1,"ask":1,"at":${JSON.stringify(time)}}`, { time: '/at' })).toThrow(why);
    expect(() => read(`{"bid":1,"ask":1,"at":${JSON.stringify(time)}}`)).not.toThrow();
  });

  it('is read exactly whatever its digits, or refused: never rounded, never with another error', () => {
    const digits = (max: number) => fc.array(fc.nat(9), { minLength: 1, maxLength: max }).map((all) => all.join(''));
    const decimals = fc
      .tuple(digits(24), fc.option(digits(24)), fc.option(fc.integer({ min: -12, max: 12 })))
      .map(([whole, fraction, exponent]) => ({
        text: `${BigInt(whole)}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
        units: BigInt(whole + (fraction ?? '')),
        power: (exponent ?? 0) - (fraction ?? '').length,
      }));
    let accepted = 0;
    fc.assert(
      fc.property(decimals, fc.boolean(), ({ text, units, power }, isText) => {
        const price = isText ? `"${text}"` : text;
        const [num, den] = power >= 0 ? [units * 10n ** BigInt(power), 1n] : [units, 10n ** BigInt(-power)];
        const isUsual = num > 0n && num <= den * 10n ** 18n && den <= num * 10n ** 18n;
        if (!isUsual) return void expect(() => read(`{"bid":${price},"ask":${price}}`)).toThrow(RateSourceError);
        accepted += 1;
        expect(rateIn(`{"bid":${price},"ask":${price}}`)).toEqual(rateOf(num, den));
      }),
      { numRuns: 5_000, seed: 20_251_010 },
    );
    expect(accepted).toBeGreaterThan(1_000);
  });
});

describe('the rates of an endpoint', () => {
  const pairs = [
    { base: EUR, quote: USD },
    { base: EUR, quote: MXN },
  ];

  it('are fetched once for each address, with the headers of the source', async () => {
    const headers = { 'x-api-key': 'secret' };
    const one = sourcesOver(
      { 'https://rates.example/all': '{"USD":1,"MXN":20}' },
      {
        url: 'https://rates.example/all',
        pairs,
        headers,
        bid: '/{quote}',
        ask: '/{quote}',
      },
    );
    expect(await one.sources[0]!.fetch()).toHaveLength(2);
    expect(one.requests).toMatchObject([
      { url: 'https://rates.example/all', method: 'GET', headers: { 'x-api-key': 'secret' }, httpsOnly: true },
    ]);
    const many = sourcesOver({}, { pairs });
    await Promise.allSettled(many.sources.map((source) => source.fetch()));
    expect(many.requests.map(({ url }) => url)).toEqual([
      'https://rates.example/EUR-USD',
      'https://rates.example/EUR-MXN',
    ]);
  });

  it('have a symbol in their address that cannot leave its place', async () => {
    const { sources, requests } = sourcesOver(
      {},
      {
        url: 'https://rates.example/{symbol}?pair={symbol}',
        pairs: [{ base: EUR, quote: USD, symbol: 'a/../b?c&d#e' }],
      },
    );
    await expect(sources[0]!.fetch()).rejects.toThrow('connection refused');
    expect(requests[0]!.url).toBe('https://rates.example/a%2F..%2Fb%3Fc%26d%23e?pair=a%2F..%2Fb%3Fc%26d%23e');
  });

  it('stay in force while an answer is refused, and another address stays current', async () => {
    const [usd, mxn] = ['https://rates.example/EUR-USD', 'https://rates.example/EUR-MXN'];
    const { sources, answers } = sourcesOver({ [usd]: '{"bid":1,"ask":1}', [mxn]: '{"bid":20,"ask":20}' }, { pairs });
    let now = NOON;
    const failures: string[] = [];
    const book = createRateBook({
      sources,
      clock: { now: () => now },
      cacheSeconds: 60,
      maxAgeSeconds: 120,
      onFailure: (cause, source) => failures.push(`${source}: ${(cause as Error).message}`),
    });
    const pass = async (by: number) => {
      now = instant(now + by * 1000);
      await book.refresh();
    };
    const mid = (quote: CurrencyCode) => book.mid('PRODUCTION', EUR, quote);
    await pass(0);
    answers.set(usd, '{"bid":3,"ask":2}');
    answers.set(mxn, '{"bid":21,"ask":21}');
    await pass(61);
    expect(failures).toEqual(['http:acme: the bid of EUR/USD is above its ask']);
    expect(mid(USD)).toMatchObject({
      value: { rate: { num: 1n, den: 1n }, origins: [{ source: 'http:acme', asOf: NOON }] },
    });
    expect(mid(MXN)).toMatchObject({ value: { rate: { num: 21n, den: 1n } } });
    await pass(60);
    expect(mid(USD)).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
    expect(mid(MXN).ok).toBe(true);
    expect(book.mid('SANDBOX', EUR, USD)).toMatchObject({ error: { code: 'NOT_IMPLEMENTED' } });
  });
});
