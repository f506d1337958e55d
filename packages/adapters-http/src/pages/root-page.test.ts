import { describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../testing/server.js';

const open = (server: TestServer, path: string) => server.call('GET', path, undefined, { authorization: '' });

describe('the page at the root', () => {
  test('names the service and links to its resources, without a credential', async () => {
    const server = await startServer({ version: '1.2.3' });
    const page = await open(server, '/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<h1>Corridor 1.2.3</h1>');
    expect(page.text).toContain('API 2025-10-13');
    const links = [...page.text.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!);
    expect(links).toEqual(['docs', 'openapi.json', 'healthz', 'readyz']);
    for (const href of links) expect((await open(server, `/${href}`)).status, href).toBe(200);
  });

  test('loads only its style sheet, from the same host, and cannot be framed', async () => {
    const server = await startServer({ prefix: '/payments' });
    const page = await open(server, '/');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(page.text).not.toMatch(/<script|<style|style="|https?:/);
    const loaded = [...page.text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href!);
    expect(loaded).toEqual(['/payments/verify/style.css', '/payments/verify/icon.svg']);
    for (const href of loaded) expect((await open(server, href)).status, href).toBe(200);
  });

  test('omits the version if none is configured', async () => {
    expect((await open(await startServer(), '/')).text).toContain('<h1>Corridor</h1>');
  });

  test('accepts only GET and HEAD', async () => {
    const reply = await (await startServer()).call('POST', '/');
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
