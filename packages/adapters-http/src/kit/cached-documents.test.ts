import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { type Core, ok } from '@corridor/core';
import { describe, expect, test } from 'vitest';
import { BASE, startServer, type TestServer } from '../testing/server.js';
import { documentsByContent, documentsByOwner, makeDocument } from './cached-documents.js';

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** The raw response: `fetch` would decompress it. */
const get = ({ port }: TestServer, path: string, headers: Record<string, string> = {}): Promise<Sent> =>
  new Promise((resolve, reject) => {
    request({ port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

const server = await startServer();

describe.each(['/', '/openapi.json', '/docs', '/docs/start.js', '/docs/reference.js'])('%s', (path) => {
  test('is compressed for clients that accept gzip, and 304 for clients that have it', async () => {
    const plain = await get(server, path);
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(plain.body.length) });
    const packed = await get(server, path, { 'accept-encoding': 'gzip, br' });
    if (plain.body.length >= 1_024) {
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    } else expect(packed.body.equals(plain.body)).toBe(true);
    const etag = String(plain.headers['etag']);
    expect(packed.headers['etag']).toBe(etag);
    const again = await get(server, path, { 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get(server, path, { 'if-none-match': 'W/"another"' })).status).toBe(200);
    expect((await get(server, path, { 'accept-encoding': 'gzip;q=0, identity' })).headers['content-encoding']).toBe(
      undefined,
    );
  });
});

test('the reference page reads the platforms once a second, for all who ask, and again after a failure', async () => {
  let now = 1_000_000_000_000;
  let reads = 0;
  const listTenants = async () => {
    reads += 1;
    if (reads === 1) throw new Error('the database is away');
    return [];
  };
  const counted = (core: Core): Core => ({ ...core, platforms: { ...core.platforms, listTenants } });
  const own = await startServer({ now: () => now }, {}, counted);
  const ask = async (): Promise<number> => (await get(own, '/docs/start.js')).status;
  expect(await ask()).toBe(500);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
  now += 999;
  expect([await ask(), reads]).toEqual([200, 2]);
  now += 1;
  expect([await ask(), reads]).toEqual([200, 3]);
  now -= 60_000;
  expect([await ask(), reads]).toEqual([200, 4]);
});

test('the keys of a platform have an ETag, and are sent again after a change', async () => {
  const own = await startServer();
  const path = `${BASE}/webhooks/public-key/${own.play.tenant.split('/')[0]}`;
  const first = await get(own, path);
  expect(first.status).toBe(200);
  const known = { 'if-none-match': String(first.headers['etag']) };
  expect((await get(own, path, known)).status).toBe(304);
  own.answers.set('platforms.findWebhookKeys', () => ok({ current: 'another key', previous: null }));
  const second = await get(own, path, known);
  expect([second.status, second.body.toString()]).toEqual([200, expect.stringContaining('another key')]);
});

describe('the keys of a domain', () => {
  test('are cached per domain for some seconds, and not after their expiry', async () => {
    let now = 1_000_000_000_000;
    let asked = 0;
    const expirationTimestamp = now / 1000 + 3;
    const keys = async (domain: string) => {
      asked += 1;
      return ok(JSON.stringify({ domain, number: asked, expirationTimestamp }));
    };
    const withKeys = (core: Core): Core => ({ ...core, uma: { ...core.uma, serve: { keys } as never } });
    const own = await startServer({ now: () => now }, {}, withKeys);
    const numberOf = async (host: string): Promise<number> => {
      const { body } = await get(own, '/.well-known/lnurlpubkey', { host });
      return (JSON.parse(body.toString()) as { number: number }).number;
    };
    expect([await numberOf('a.example'), await numberOf('a.example'), await numberOf('b.example')]).toEqual([1, 1, 2]);
    now += 2_999;
    expect(await numberOf('a.example')).toBe(1);
    now += 1;
    expect(await numberOf('a.example')).toBe(3);
  });
});

test('the cache of documents is bounded and keeps those that were used last', async () => {
  const documents = documentsByContent(2);
  const [a] = [await documents.of('text/plain', 'a'), await documents.of('text/plain', 'b')];
  expect(await documents.of('text/plain', 'a')).toBe(a);
  await documents.of('text/plain', 'c');
  expect(await documents.of('text/plain', 'a')).toBe(a);

  const owned = documentsByOwner(() => 0, 2);
  for (const owner of ['a', 'b', 'c']) owned.put(owner, await makeDocument('text/plain', owner), 1);
  expect(['a', 'b', 'c'].map((owner) => owned.get(owner) !== null)).toEqual([false, true, true]);
});
