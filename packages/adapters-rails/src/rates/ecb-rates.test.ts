import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutboundHttp, type OutboundHttpClient } from '@corridor/adapters-http/outbound';
import { type CurrencyCode, instant, type Instant, plusSeconds, rateOf } from '@corridor/core';
import { createRateBook } from '@corridor/core/internal';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { ecbDocument, RECORDED } from '../testing/ecb-document.js';
import { loadEcbReader } from './ecb-document.js';
import { ecbRates, RateSourceError, sandboxRates, stablecoinRates } from './index.js';

const FRIDAY = '2025-10-10';
const NOON = instant(Date.parse(`${FRIDAY}T12:00:00Z`));
const code = (text: string): CurrencyCode => text as CurrencyCode;
const cube = (currency: string, rate: string): string => `<Cube currency='${currency}' rate='${rate}'/>`;

const readEcbDocument = await loadEcbReader();

describe("the ECB's daily document", () => {
  it('is read exactly, without abolished currencies', () => {
    const { base, asOf, perBase } = readEcbDocument(ecbDocument(), NOON);
    expect([base, asOf]).toEqual(['EUR', Date.parse(`${FRIDAY}T00:00:00Z`)]);
    expect([...perBase.keys()].sort()).toEqual(
      Object.keys(RECORDED)
        .filter((currency) => currency !== 'BGN')
        .sort(),
    );
    expect(perBase.get(code('USD'))).toEqual(rateOf(11_568n, 10_000n));
    expect(perBase.get(code('IDR'))).toEqual(rateOf(1_919_375n, 100n));
  });

  it('may have comments, and entities of XML in its texts', () => {
    const document = ecbDocument().replace('European Central Bank', '<!-- ECB -->European &amp; Central Bank');
    expect(readEcbDocument(document, NOON)).toEqual(readEcbDocument(ecbDocument(), NOON));
  });

  it('is valid over the longest series of days without rates, and no longer', () => {
    expect(() => readEcbDocument(ecbDocument(), plusSeconds(NOON, 9 * 86_400))).not.toThrow();
    expect(() => readEcbDocument(ecbDocument(), plusSeconds(NOON, 10 * 86_400))).toThrow('the rates are of 2025-10-10');
  });

  test.each([
    ['nothing', ''],
    ['a page', '<html><body>Maintenance</body></html>'],
    ['half of it', ecbDocument().slice(0, 700)],
    ['malformed XML', ecbDocument().replace('</Cube>', '</Kube>')],
    ['entities', ecbDocument().replace('<gesmes', '<!DOCTYPE x [<!ENTITY e "1.1">]><gesmes')],
    ['entities in lower case', ecbDocument().replace('<gesmes', '<!doctype x><gesmes')],
    ['an entity as a rate', ecbDocument(FRIDAY, cube('USD', '&#49;.1'))],
    ['an entity in a day', ecbDocument('2025&#45;10-10')],
    ['without a day', ecbDocument('')],
    ['an impossible date', ecbDocument('2025-02-30')],
    ['a day in the future', ecbDocument('2025-10-11')],
    ['without currencies', ecbDocument(FRIDAY, '')],
    [
      'two days',
      ecbDocument().replace('</Cube>\n\t</Cube>', `</Cube><Cube time='2025-10-09'>${cube('USD', '1')}</Cube></Cube>`),
    ],
    ['a rate of zero', ecbDocument(FRIDAY, cube('USD', '0.000'))],
    ['a negative rate', ecbDocument(FRIDAY, cube('USD', '-1.1'))],
    ['an exponent', ecbDocument(FRIDAY, cube('USD', '1e3'))],
    ['a comma', ecbDocument(FRIDAY, cube('USD', '1,1568'))],
    ['a rate that is not a number', ecbDocument(FRIDAY, cube('USD', 'N/A'))],
    ['a rate with too many digits', ecbDocument(FRIDAY, cube('USD', `1.${'1'.repeat(400)}`))],
    ['without a rate', ecbDocument(FRIDAY, "<Cube currency='USD'/>")],
    ['with two rates for a currency', ecbDocument(FRIDAY, cube('USD', '1.1') + cube('USD', '1.2'))],
    ['a currency in lower case', ecbDocument(FRIDAY, cube('usd', '1.1'))],
    ['a rate for the euro itself', ecbDocument(FRIDAY, cube('EUR', '1'))],
    ['nested too deeply', `${'<a>'.repeat(2_000)}${'</a>'.repeat(2_000)}`],
    ['longer than the rates of a day', ecbDocument().replace('</Cube>', `<!--${' '.repeat(256 * 1024)}--></Cube>`)],
    ['of many elements', ecbDocument(FRIDAY, cube('USD', '1.1') + '<x/>'.repeat(2000))],
    ['with a processing instruction', ecbDocument().replace('</Cube>', '<?a?></Cube>')],
    ['an element with the name of an object property', '<__proto__><Cube/></__proto__>'],
    ['a currency with the name of an object property', ecbDocument(FRIDAY, cube('__proto__', '1'))],
  ])('is refused as a whole if it is or has: %s', (_what, xml) => {
    expect(() => readEcbDocument(xml, NOON)).toThrow(RateSourceError);
  });
});

describe('the rates of the ECB', () => {
  let server: Server;
  let http: OutboundHttpClient;
  let url = '';
  let answer: (response: ServerResponse) => void;
  let asked = 0;
  const serve = (body: string) => (response: ServerResponse) => void response.end(body);
  const down = (response: ServerResponse): void => void response.destroy();

  beforeAll(async () => {
    server = createServer((_request, response) => {
      asked += 1;
      answer(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/eurofxref-daily.xml`;
    http = createOutboundHttp({ allowPrivate: true, timeoutMs: 300 });
  });
  beforeEach(() => {
    asked = 0;
    answer = serve(ecbDocument());
  });
  afterAll(async () => {
    await http.close();
    server.close();
  });

  const source = (over: Partial<Parameters<typeof ecbRates>[0]> = {}) =>
    ecbRates({ http, clock: { now: () => NOON }, url, httpsOnly: false, ...over });

  /** The rates of the ECB and of further sources, and a clock that the test moves. */
  function bookOf(...beside: readonly ReturnType<typeof stablecoinRates>[]) {
    let now: Instant = NOON;
    const clock = { now: () => now };
    const failures: unknown[] = [];
    const book = createRateBook({
      sources: [source({ clock }), ...beside],
      clock,
      cacheSeconds: 300,
      maxAgeSeconds: 900,
      onFailure: (cause) => failures.push(cause),
    });
    return {
      book,
      failures,
      mid: (from: string, to: string) => book.mid('PRODUCTION', code(from), code(to)),
      async pass(seconds: number) {
        now = plusSeconds(now, seconds);
        await book.refresh();
      },
    };
  }

  it('cross dollars to pesos exactly, in both environments', async () => {
    const { book, mid, pass } = bookOf();
    await pass(0);
    const rate = rateOf(213_206n, 11_568n);
    expect(mid('USD', 'MXN')).toMatchObject({ value: { rate, updatedAt: Date.parse(`${FRIDAY}T00:00:00Z`) } });
    expect(book.mid('SANDBOX', code('USD'), code('MXN'))).toMatchObject({ value: { rate } });
    expect(mid('EUR', 'JPY')).toMatchObject({ value: { rate: rateOf(17_696n, 10_000n) } });
  });

  it('contain no cryptocurrency, unless another source adds it', async () => {
    const clock = { now: () => NOON };
    const alone = bookOf();
    await alone.pass(0);
    for (const asset of ['BTC', 'USDC']) {
      expect(alone.mid('USD', asset)).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
    }
    const pegged = bookOf(stablecoinRates(clock));
    await pegged.pass(0);
    expect(pegged.mid('USD', 'USDC')).toMatchObject({ value: { rate: { num: 10_000n, den: 1n } } });
    expect(pegged.mid('USDT', 'MXN')).toMatchObject({ value: { rate: rateOf(213_206n, 11_568n * 10_000n) } });
    expect(pegged.mid('USD', 'BTC')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
    // The sandbox's rates do not serve production.
    const sandbox = bookOf(sandboxRates(clock));
    await sandbox.pass(0);
    expect(sandbox.mid('USD', 'BTC')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
    expect(sandbox.book.mid('SANDBOX', code('USD'), code('BTC')).ok).toBe(true);
  });

  it('are served from the cache for 15 minutes while the ECB is down, and are renewed when it is back', async () => {
    const { mid, pass, failures } = bookOf();
    await pass(0);
    await pass(299);
    expect(asked).toBe(1);
    answer = down;
    await pass(601);
    expect(failures).toHaveLength(1);
    expect(mid('USD', 'MXN').ok).toBe(true);
    await pass(1);
    expect(mid('USD', 'MXN')).toMatchObject({ error: { code: 'QUOTE_REQUEST_FAILED' } });
    answer = serve(ecbDocument(FRIDAY, cube('USD', '2') + cube('MXN', '40')));
    await pass(5);
    expect(mid('USD', 'MXN')).toMatchObject({ value: { rate: { num: 20n, den: 1n } } });
  });

  it('stay unchanged when the ECB answers with an unusable document', async () => {
    const { mid, pass } = bookOf();
    await pass(0);
    answer = serve(ecbDocument(FRIDAY, cube('USD', '2') + cube('MXN', 'x')));
    await pass(301);
    expect(mid('USD', 'MXN')).toMatchObject({ value: { rate: rateOf(213_206n, 11_568n) } });
  });

  test.each<[string, (response: ServerResponse) => void, string]>([
    ['an error', (response) => void response.writeHead(503).end(ecbDocument()), 'answered 503'],
    ['a redirection', (response) => void response.writeHead(302, { location: '/other' }).end(), 'answered 302'],
    ['no end', serve(ecbDocument() + ' '.repeat(100_000)), 'too long'],
    ['silence', () => {}, 'no complete response'],
    ['a closed connection', down, 'closed'],
  ])('are not available when the answer is %s', async (_what, with_, why) => {
    answer = with_;
    await expect(source().fetch()).rejects.toThrow(new RegExp(why));
  });

  it('are not fetched from a private address or without TLS unless the host allows it', async () => {
    const guarded = createOutboundHttp({ allowPrivate: false });
    await expect(source({ http: guarded }).fetch()).rejects.toThrow('not public');
    await expect(source({ httpsOnly: true }).fetch()).rejects.toThrow('not https');
    expect(asked).toBe(0);
    await guarded.close();
  });
});
