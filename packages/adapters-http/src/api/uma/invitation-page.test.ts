import { Unavailable } from '@corridor/core/ports';
import { describe, expect, test } from 'vitest';
import { platform } from '../../testing/records/platforms.js';
import { NOW } from '../../testing/records/record.js';
import { invitation } from '../../testing/records/uma.js';
import { startServer } from '../../testing/server.js';

const PATH = `/invite/${invitation.code}`;
const pending = { ...invitation, status: 'PENDING', claimedAt: null, inviteeUma: null } as const;
const shown = (over: object = {}, of: object = {}, status = 'PENDING') => ({
  invitation: { ...pending, ...over },
  status,
  platform: { ...platform, ...of },
});

const server = await startServer({ prefix: '/payments' });
async function open(answer: () => unknown, method = 'GET', path = PATH) {
  server.answers.set('uma.invitations.read', answer);
  const page = await server.call(method, path, undefined, { authorization: '' });
  const text = page.text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const [, href] = /<a class="button" href="([^"]*)"/.exec(page.text) ?? [];
  return { ...page, plain: text, href };
}

describe('the page of an invitation', () => {
  test('names the platform, the inviter, the payment, the code and the time, and leads to the app', async () => {
    const page = await open(() => shown());
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.plain).toContain('Invitation from Example platform');
    expect(page.plain).toContain('You are invited, Bob');
    expect(page.plain).toContain('$ada@pay.example.com invites you');
    expect(page.plain).toContain('10.00 USD , after you have claimed the invitation');
    expect(page.plain).toContain(invitation.code);
    expect(page.text).toContain(`<time datetime="${new Date(NOW + 600_000).toISOString()}">`);
    expect(page.plain).toContain('Continue to Example platform');
    expect(page.href).toBe(`com.example.app://invitation/${invitation.code}`);
    expect(page.plain).toContain('You can also enter the code at any other institution');
  });

  test('puts the code into the address of the button where the platform wants it, or nowhere', async () => {
    const hrefOf = async (invitationUri: string) => (await open(() => shown({}, { invitationUri }))).href;
    const { code } = invitation;
    expect(await hrefOf('https://app.example/join?a=1&amp=2#/{code}/{code}')).toBe(
      `https://app.example/join?a=1&amp;amp=2#/${code}/${code}`,
    );
    expect(await hrefOf('https://app.example/join')).toBe('https://app.example/join');
    const page = await open(() => shown({}, { invitationUri: 'https://app.example/join' }));
    expect(page.plain).toContain('Enter the code there, or at any other institution');
  });

  test('leads to the domain of the platform without an address of its own, and has no button without a domain', async () => {
    const page = await open(() => shown({}, { invitationUri: null }));
    expect([page.href, page.plain]).toEqual([
      'https://pay.example.com/',
      expect.stringContaining('Continue to pay.example.com'),
    ]);
    const bare = await open(() => shown({}, { invitationUri: null, umaDomain: null }));
    expect(bare.href).toBeUndefined();
    expect(bare.plain).toContain('Enter the code at an institution that offers UMA addresses.');
  });

  test('says nothing of a name, a payment or a time that it does not have', async () => {
    const page = await open(() => shown({ firstName: null, amountToSend: null, currency: null, expiresAt: null }));
    expect(page.plain).toContain('You are invited ');
    expect(page.plain).not.toMatch(/invited,|Payment|Valid until/);
  });

  test.each([
    ['CLAIMED', 'This invitation has been claimed'],
    ['CANCELLED', 'This invitation was withdrawn'],
    ['EXPIRED', 'This invitation has expired'],
  ])('says that it is %s, shows neither code nor button, and is gone', async (status, title) => {
    const page = await open(() => shown({}, {}, status));
    expect([page.status, page.href]).toEqual([410, undefined]);
    expect(page.plain).toContain(title);
    expect(page.plain).toContain('Invitation from Example platform');
    expect(page.text).not.toContain(invitation.code);
    expect(page.text).not.toContain('10.00');
  });

  test('shows the same page for an unknown code and for a text that cannot be one, without reading the latter', async () => {
    const unknown = await open(() => null);
    expect([unknown.status, unknown.plain]).toEqual([404, expect.stringContaining('Invitation not found')]);
    for (const path of [
      '/invite/',
      '/invite/x',
      `${PATH}//`,
      `${PATH.toUpperCase()}`,
      '/invite/%3Cscript%3E',
      '/invite/..%2f',
    ]) {
      const reads = server.calls.length;
      const page = await open(() => shown(), 'GET', path.replace('/INVITE', '/invite'));
      expect([page.status, page.text], path).toEqual([404, unknown.text]);
      expect(server.calls.length).toBe(reads);
    }
  });

  test('is the same with a slash at the end of its path', async () => {
    const page = await open(() => shown(), 'GET', `${PATH}/`);
    expect([page.status, page.plain]).toEqual([200, (await open(() => shown())).plain]);
  });

  test('escapes every name', async () => {
    const evil = `"><script>alert(1)</script>'&`;
    for (const status of ['PENDING', 'CLAIMED', 'CANCELLED', 'EXPIRED']) {
      const page = await open(() =>
        shown({ firstName: evil, inviterUma: evil }, { name: evil, umaDomain: evil, invitationUri: null }, status),
      );
      expect(page.text).not.toMatch(/<script|"><|'&[^#alqg]/);
      expect(page.text).toContain('&lt;script&gt;');
    }
  });

  test('runs no script, loads nothing from other hosts, cannot be framed, stored or indexed', async () => {
    for (const answer of [() => shown(), () => null, () => shown({}, {}, 'CLAIMED')]) {
      const { headers, text } = await open(answer);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).not.toMatch(/<script|<style|style="|onclick/);
      const loaded = [...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href!);
      expect(loaded).toEqual(['/payments/verify/style.css', '/payments/verify/icon.svg']);
      for (const href of loaded) expect((await server.call('GET', href)).status, href).toBe(200);
    }
  });

  test('accepts only GET and HEAD', async () => {
    const posted = await open(() => shown(), 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await open(() => shown(), 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('stays a page if it cannot be read, and logs why', async () => {
    const failing = (cause: Error) => () => {
      throw cause;
    };
    expect((await open(failing(new Unavailable('the database is away')))).status).toBe(503);
    const page = await open(failing(new Error('a fault with a detail')));
    expect([page.status, page.plain]).toEqual([500, expect.stringContaining('Please try again in a moment.')]);
    expect(page.text).not.toContain('detail');
    const errors = server.log.filter(({ level }) => level === 'error').map(({ message }) => message);
    expect(errors).toEqual(['invitation page could not be served', 'invitation page could not be served']);
    expect(JSON.stringify(server.log)).not.toContain(invitation.code);
  });
});
