import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../kernel/errors.js';
import { readRatesFile } from './rates-file.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-rates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'Bearer key-that-no-error-may-show';
const VARIABLES = { ACME_KEY: SECRET, EMPTY: '', BROKEN: `${SECRET}\r\nx: y` };
const path = join(folder, 'rates.json');
const key = join(folder, 'key');
writeFileSync(key, `${SECRET}\n`);

const read = (content: unknown) => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readRatesFile(path, VARIABLES);
};
const refusal = (content: unknown): string => {
  try {
    read(content);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    const { message } = error as Error;
    const start = `CORRIDOR_RATES_FILE: ${path} `;
    expect(message.slice(0, start.length)).toBe(start);
    expect(message).not.toContain('\n');
    expect(message).not.toContain('key-that-no-error-may-show');
    return message.slice(start.length);
  }
  throw new Error('was accepted');
};

const eurUsd = { base: 'EUR', quote: 'USD' };
const acme = {
  name: 'acme',
  environments: ['PRODUCTION'],
  url: 'https://rates.example/{base}/{quote}',
  pairs: [eurUsd],
  bid: '/bid',
  ask: '/ask',
};
const sources = (...over: readonly object[]) => ({ sources: over.map((each) => ({ ...acme, ...each })) });

describe('the rates file', () => {
  test('has no sources if it is missing or empty', () => {
    expect(readRatesFile(null, {})).toEqual([]);
    expect(read({ sources: [] })).toEqual([]);
  });

  test('has defaults for everything but names, pairs and places', () => {
    expect(read(sources({}))).toEqual([
      { ...acme, allowPrivate: false, time: null, maxAgeSeconds: 60, maxSpreadBps: 200, headers: {} },
    ]);
  });

  test('sets every member, and reads secrets from the environment and from files', () => {
    const set = {
      environments: ['PRODUCTION', 'SANDBOX'],
      url: 'http://10.0.0.1:8080/all?of={symbol}',
      allowPrivate: true,
      pairs: [eurUsd, { base: 'BTC', quote: 'EUR', symbol: 'XXBTZEUR' }],
      bid: '/result/{symbol}/b/0',
      ask: '/result/{symbol}/a/0',
      time: '/at',
      maxAgeSeconds: 5,
      maxSpreadBps: 0,
    };
    const headers = { authorization: { env: 'ACME_KEY' }, 'x-api-key': { file: key } };
    expect(read(sources({ ...set, headers }))).toEqual([
      { name: 'acme', ...set, headers: { authorization: SECRET, 'x-api-key': SECRET } },
    ]);
  });

  const pairs = [eurUsd, { base: 'EUR', quote: 'MXN' }];
  const all = 'https://rates.example/all';
  test.each<[string, unknown, string]>([
    ['text', 'sources: []', 'is not JSON'],
    ['a list', [], 'Invalid input: expected object'],
    ['no list', {}, 'sources: '],
    ['a misspelt member', sources({ askk: '/ask' }), 'sources.0: Unrecognized key: "askk"'],
    ['a name with a space', sources({ name: 'my bank' }), 'sources.0.name: must be 1 to 32 small letters'],
    ['a name twice', sources({}, {}), 'sources.1: acme is listed twice'],
    ['no environment', sources({ environments: [] }), 'sources.0.environments: '],
    ['an unknown environment', sources({ environments: ['TEST'] }), 'sources.0.environments.0: '],
    ['no pair', sources({ pairs: [] }), 'sources.0.pairs: '],
    [
      'an unknown currency',
      sources({ pairs: [{ base: 'EUR', quote: 'ZZZ' }] }),
      'sources.0.pairs.0.quote: is not a currency',
    ],
    [
      'a pair of one currency',
      sources({ pairs: [{ base: 'EUR', quote: 'EUR' }] }),
      'sources.0.pairs.0.quote: must differ from base',
    ],
    [
      'a pair in both directions',
      sources({ pairs: [eurUsd, { base: 'USD', quote: 'EUR' }] }),
      'sources.0.pairs.1: EUR/USD is listed twice',
    ],
    ['an empty symbol', sources({ pairs: [{ ...eurUsd, symbol: '' }] }), 'sources.0.pairs.0.symbol: must be 1 to 64'],
    ['no address', sources({ url: undefined }), 'sources.0.url: '],
    ['an address without TLS', sources({ url: 'http://rates.example/' }), 'sources.0.url: must start with https:'],
    ['a file as an address', sources({ url: 'file:///etc/passwd' }), 'sources.0.url: must be an http or https address'],
    [
      'a password in the address',
      sources({ url: 'https://u:p@rates.example/' }),
      'sources.0.url: must be an http or https',
    ],
    [
      'a placeholder as the host',
      sources({ url: 'https://{base}.example/' }),
      'sources.0.url: must be an http or https',
    ],
    [
      'an unknown placeholder',
      sources({ url: 'https://rates.example/{from}' }),
      'sources.0.url: has a placeholder other than',
    ],
    ['a dotted path', sources({ bid: 'ticker.bid' }), 'sources.0.bid: must be a JSON Pointer, such as /ticker/bid'],
    ['an empty path', sources({ ask: '' }), 'sources.0.ask: must be a JSON Pointer'],
    ['an unknown placeholder in a path', sources({ time: '/{pair}' }), 'sources.0.time: has a placeholder other than'],
    [
      'one price for two pairs',
      sources({ url: all, pairs }),
      'sources.0.bid: is the same for pairs.1 as for a pair before it; use {base}, {quote} or {symbol} in it or in url; sources.0.ask: is the same',
    ],
    ['one ask for two pairs', sources({ url: all, pairs, bid: '/{quote}' }), 'sources.0.ask: is the same for pairs.1'],
    ['an age without a time', sources({ maxAgeSeconds: 5 }), 'sources.0.maxAgeSeconds: needs time'],
    ['an age of zero', sources({ time: '/at', maxAgeSeconds: 0 }), 'sources.0.maxAgeSeconds: '],
    ['a negative spread', sources({ maxSpreadBps: -1 }), 'sources.0.maxSpreadBps: '],
    [
      'a secret in the file',
      sources({ headers: { authorization: SECRET } }),
      'sources.0.headers.authorization: must name the secret and not contain it: {"env": "NAME"}',
    ],
    [
      'a secret under the name of a setting',
      sources({ headers: { authorization: { env: 'CORRIDOR_KEY' } } }),
      'sources.0.headers.authorization.env: must be the name of an environment variable that does not start with',
    ],
    [
      'two places of a secret',
      sources({ headers: { authorization: { env: 'ACME_KEY', file: key } } }),
      'sources.0.headers.authorization: must name the secret and not contain it: {"env": "NAME"}',
    ],
    [
      'a variable that is not set',
      sources({ headers: { authorization: { env: 'OTHER_KEY' } } }),
      'sources.0.headers.authorization: the environment variable OTHER_KEY is missing or empty',
    ],
    [
      'an empty variable',
      sources({ headers: { authorization: { env: 'EMPTY' } } }),
      'sources.0.headers.authorization: the environment variable EMPTY is missing or empty',
    ],
    [
      'a secret with a line break',
      sources({ headers: { authorization: { env: 'BROKEN' } } }),
      'sources.0.headers.authorization: the environment variable BROKEN must be 1 to 8192 characters of printable ASCII',
    ],
    [
      'a file that is missing',
      sources({ headers: { authorization: { file: '/nowhere/key' } } }),
      'sources.0.headers.authorization: the file /nowhere/key cannot be read (ENOENT)',
    ],
    [
      'a header in capitals',
      sources({ headers: { Authorization: { env: 'ACME_KEY' } } }),
      'sources.0.headers.Authorization: must be the name of a header in lower case',
    ],
    [
      'a header of the host',
      sources({ headers: { host: { env: 'ACME_KEY' } } }),
      'sources.0.headers.host: is a header that the host sets',
    ],
  ])('with %s stops the start with one line that names the member', (_what, content, why) => {
    expect(refusal(content).slice(0, why.length)).toBe(why);
  });

  test('may have one price at two addresses, or two prices at one', () => {
    expect(read(sources({ pairs }))).toHaveLength(1);
    expect(read(sources({ url: all, pairs, bid: '/{quote}/1', ask: '/{quote}/1' }))).toHaveLength(1);
    expect(read(sources({ url: `${all}?to={quote}`, pairs }))).toHaveLength(1);
  });
});
