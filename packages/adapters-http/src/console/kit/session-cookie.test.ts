import { describe, expect, it } from 'vitest';
import type { HttpContext } from '../../kit/state.js';
import { rememberPage, takePage } from './session-cookie.js';

function request(url: string, cookie = '', method = 'GET') {
  const sent: string[] = [];
  const ctx = { method, url, req: { headers: { cookie } }, append: (_name: string, value: string) => sent.push(value) };
  return { ctx: ctx as unknown as HttpContext, sent };
}

describe('the page that a browser without a session asked for', () => {
  it('is where the sign-in leads, once', () => {
    const asked = request('/console/t/Platform:1/SANDBOX/payments?status=FAILED&rail=a%20b');
    rememberPage(asked.ctx, true);
    expect(asked.sent[0]).toMatch(
      /^__Host-corridor_console_page=\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
    );
    const back = request('/console/sign-in', asked.sent[0]!.split(';')[0]);
    expect(takePage(back.ctx, true, '/console')).toBe(
      '/console/t/Platform:1/SANDBOX/payments?status=FAILED&rail=a%20b',
    );
    expect(back.sent[0]).toContain('Max-Age=0');
  });

  it.each([
    '//evil.example/console/',
    'https://evil.example/console/',
    '/console//evil.example',
    '/console/\\evil.example',
    '/consoles/x',
    '/console/a\r\nSet-Cookie: x=1',
    '%',
  ])('is never an address outside of the console: %j', (path) => {
    const { ctx } = request(
      '/console/sign-in',
      `corridor_console_page=${path === '%' ? '%' : encodeURIComponent(path)}`,
    );
    expect(takePage(ctx, false, '/console')).toBe('/console/');
  });

  it('is remembered without the names and emails that were searched', () => {
    for (const [url, kept] of [
      ['/console/search?q=Ada%20Lovelace', '/console/search'],
      [
        '/console/t/P/SANDBOX/customers?name=Ada&email=a%40b.c&status=PENDING',
        '/console/t/P/SANDBOX/customers?status=PENDING',
      ],
    ] as const) {
      const asked = request(url);
      rememberPage(asked.ctx, false);
      const cookie = asked.sent[0]!.split(';')[0]!;
      expect(decodeURIComponent(cookie)).not.toMatch(/Ada|b\.c/);
      expect(takePage(request('/console/sign-in', cookie).ctx, false, '/console')).toBe(kept);
    }
  });

  it('is not remembered for a form, or if it is very long', () => {
    for (const { ctx, sent } of [request('/console/log', '', 'POST'), request(`/console/${'a'.repeat(1_001)}`)]) {
      rememberPage(ctx, false);
      expect(sent).toEqual([]);
    }
    expect(takePage(request('/console/sign-in').ctx, false, '/console')).toBe('/console/');
  });
});
