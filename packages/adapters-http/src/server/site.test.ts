import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { startServer } from '../testing/server.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-site-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const POLICY = "default-src 'none'; script-src 'self' 'sha256-x'";
const FILES: Readonly<Record<string, string>> = {
  'secret.html': 'secret',
  'outside/index.html': 'secret',
  'site/index.html': '<h1>Home</h1>',
  'site/404.html': '<h1>Not found</h1>',
  'site/guide.html': `<h1>Guide</h1>${'text '.repeat(1_000)}`,
  'site/rails/index.html': '<h1>Rails</h1>',
  'site/rails/rail.openapi.json': '{}',
  'site/assets/app.1a2b3c.js': 'start();',
  'site/assets/style.1a2b3c.css': 'a {}',
  'site/icon.svg': '<svg/>',
  'site/notes.bin': 'secret',
  'site/.hidden': 'secret',
  'site/csp.json': JSON.stringify({ policy: POLICY }),
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
symlinkSync(join(folder, 'secret.html'), join(folder, 'site/link.html'));
symlinkSync(join(folder, 'outside'), join(folder, 'site/folder'));

const server = await startServer({ site: join(folder, 'site') });

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Sends the path as it is: `fetch` would resolve its dots. */
const get = (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: object } = {}) =>
  new Promise<Raw>((resolve, reject) => {
    const asked = request({ port: server.port, path, method, headers: { ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers as Raw['headers'], body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject).end();
  });

const textOf = async (path: string) => (await get(path)).body.toString();

describe('the documentation', () => {
  test.each([
    ['/guides/', '<h1>Home</h1>', 'text/html; charset=utf-8'],
    ['/guides/rails/', '<h1>Rails</h1>', 'text/html; charset=utf-8'],
    ['/guides/rails/index.html', '<h1>Rails</h1>', 'text/html; charset=utf-8'],
    ['/guides/assets/app.1a2b3c.js', 'start();', 'text/javascript; charset=utf-8'],
    ['/guides/assets/style.1a2b3c.css?v=1', 'a {}', 'text/css; charset=utf-8'],
    ['/guides/icon.svg', '<svg/>', 'image/svg+xml'],
    ['/guides/rails/rail.openapi.json', '{}', 'application/json; charset=utf-8'],
  ])('is served at %s with its content type and policy', async (path, text, contentType) => {
    const answer = await get(path);
    expect([answer.status, answer.body.toString()]).toEqual([200, text]);
    expect(answer.headers).toMatchObject({
      'content-type': contentType,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  test('is reached from its path without a slash', async () => {
    const answer = await get('/guides');
    expect([answer.status, answer.headers['location']]).toEqual([301, '/guides/']);
  });

  test('is kept by browsers: for ever if the name of a file has a hash, else while the content is the same', async () => {
    const [asset, page] = [await get('/guides/assets/app.1a2b3c.js'), await get('/guides/guide.html')];
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await get('/guides/guide.html', { headers: { 'if-none-match': page.headers['etag'] } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test('is compressed for clients that accept it', async () => {
    const packed = await get('/guides/guide.html', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(packed.body).toString()).toBe(FILES['site/guide.html']);
  });

  test('answers HEAD without a body, and refuses to be written', async () => {
    const head = await get('/guides/guide.html', { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(Number(head.headers['content-length'])).toBe(FILES['site/guide.html']!.length);
    const written = await get('/guides/guide.html', { method: 'PUT' });
    expect([written.status, written.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    '/guides/nothing.html',
    '/guides/rails',
    '/guides/guide',
    '/guides/../secret.html',
    '/guides/%2e%2e/secret.html',
    '/guides/..%2fsecret.html',
    '/guides/..%5csecret.html',
    '/guides/rails/../../secret.html',
    '/guides/rails/%2E%2E/guide.html',
    '/guides/rails%2findex.html',
    '/guides//guide.html',
    '/guides/./guide.html',
    '/guides/guide.html%00',
    '/guides/%E0%A4%A',
    '/guides/link.html',
    '/guides/folder/',
    '/guides/folder/index.html',
    '/guides/notes.bin',
    '/guides/.hidden',
    '/guides/assets/',
    '/guides/constructor',
  ])('is not at %s', async (path) => {
    const answer = await get(path, { headers: { 'if-none-match': '*' } });
    expect([answer.status, answer.body.toString()]).toEqual([404, '<h1>Not found</h1>']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
    });
  });

  test('is linked from the page at the root and from the reference of the API', async () => {
    expect(await textOf('/')).toContain('<a href="guides/">Guides</a>');
    expect(await textOf('/docs')).toContain('<a href="guides/">Guides</a>');
  });
});

describe('a host without the documentation', () => {
  test('answers 404 at its path, and links to it nowhere', async () => {
    const without = await startServer();
    for (const path of ['/guides', '/guides/', '/guides/index.html']) {
      const reply = await without.call('GET', path, undefined, { authorization: '' });
      expect(reply).toMatchObject({ status: 404, json: { code: 'REFERENCE_NOT_FOUND' } });
    }
    for (const path of ['/', '/docs']) {
      const { text } = await without.call('GET', path, undefined, { authorization: '' });
      expect(text).not.toContain('guides');
    }
  });
});
