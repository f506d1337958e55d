import { createPasswords } from '@corridor/adapters-rails/custody';
import { createPasskeys } from '@corridor/adapters-rails/identity';
import { DEFAULT_OPTIONS } from '@corridor/core';
import { OPERATORS } from '@corridor/core/records';
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ConsolePage, startConsole, type TestConsole } from '../../packages/adapters-http/src/testing/console.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { hasBrowser, openBrowser, violations } from '../support/browser.js';

const ROOT = { source: 'MASTER_KEY', name: 'deploy', requestId: 'command' } as const;
const PASSWORD = 'plum tractor quietly 41';
const IN_A_BROWSER_MS = 120_000;
const STEP_SECONDS = 30;

/** Passwords are cheap here, because their costs have tests of their own. */
const started = ({
  passwords = { N: 2 ** 10, p: 1 },
  ...options
}: Parameters<typeof startConsole>[0] & { passwords?: { N: number; p: number } } = {}): Promise<TestConsole> =>
  startConsole(options, (url) => ({
    operators: {
      passwords: createPasswords(passwords),
      passkeys: createPasskeys({ origins: [url] }),
    },
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      consoleUrl: `${url}/console`,
    },
  }));

const OF_OWN_SITE = { 'sec-fetch-site': 'same-origin', origin: 'null' };

/** A browser without scripts: it keeps its cookies, and sends the hidden fields of the last page. */
function visitor(console: TestConsole, address = '192.0.2.1', site: Readonly<Record<string, string>> = OF_OWN_SITE) {
  const jar = new Map<string, string>();
  const sessionIn = (): string =>
    [...jar].filter(([name]) => name.endsWith('corridor_console')).map((one) => one.join('='))[0] ?? '';
  const headers = (): Record<string, string> => ({
    ...(jar.size > 0 && { cookie: [...jar].map((one) => one.join('=')).join('; ') }),
    'x-forwarded-for': address,
    ...site,
  });
  const kept = (page: ConsolePage): ConsolePage => {
    for (const set of page.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0/.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return page;
  };
  return {
    cookie: sessionIn,
    device: () => jar.get('corridor_console_device'),
    adopt: (given: string) => jar.set(...(given.split('=') as [string, string])),
    get: async (path: string) => kept(await console.get(path, null, headers())),
    post: async (path: string, fields: Readonly<Record<string, string>>, over: Readonly<Record<string, string>> = {}) =>
      kept(await console.post(path, null, fields, { ...headers(), ...over })),
  };
}

const invite = async (console: TestConsole, name = 'Ada Lovelace') => {
  const { link } = valueOf(await console.play.core.operators.invite({ name, role: 'OPERATOR' }, ROOT));
  return `/console/enrol/${link}`;
};

const secretIn = (page: ConsolePage): string => /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');
const codeOf = (console: TestConsole, base32: string): string =>
  new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: console.play.clock.now() });

/** Enrols with a password, by forms alone, and returns the secret of the authenticator app. */
async function enrolled(console: TestConsole, by = visitor(console), name = 'Ada Lovelace') {
  const path = await invite(console, name);
  const setup = await by.post(path, { step: 'begin', method: 'PASSWORD' });
  const base32 = secretIn(setup);
  const fields = { ...setup.hidden, password: PASSWORD, code: codeOf(console, base32) };
  expect((await by.post(path, fields)).location).toBe('/console/');
  console.play.clock.advance(STEP_SECONDS);
  return { base32, by, code: () => codeOf(console, base32) };
}

describe('the sign-in of operators without scripts', () => {
  it('leads from the link to a session, and uses the link up', async () => {
    const console = await started();
    const by = visitor(console);
    const path = await invite(console);
    for (let view = 0; view < 3; view += 1) {
      const page = await by.get(path);
      expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
      expect(page.text).toContain('Ada Lovelace');
      expect(page.text).not.toContain('<script');
    }
    const setup = await by.post(path, { step: 'begin', method: 'PASSWORD' });
    expect(setup.text).toContain('href="otpauth://totp/');
    const base32 = secretIn(setup);
    const wrong = await by.post(path, { ...setup.hidden, password: 'short', code: codeOf(console, base32) });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('must have 12 to 200 characters');
    expect(secretIn(wrong)).toBe(base32);
    const done = await by.post(path, { ...wrong.hidden, password: PASSWORD, code: codeOf(console, base32) });
    expect([done.status, done.location]).toEqual([303, '/console/']);
    expect((await by.get('/console/')).text).toContain('Ada Lovelace');
    expect((await by.get(path)).status).toBe(410);
    expect((await by.post(path, { ...wrong.hidden, password: PASSWORD, code: '000000' })).status).toBe(410);
  });

  it('sets a cookie that scripts and other sites cannot use, and that https binds to the host', async () => {
    for (const [url, cookie] of [
      ['http://console.example', /^corridor_console=[^;]{80,}; Path=\/; HttpOnly; SameSite=Strict$/],
      ['https://console.example', /^__Host-corridor_console=[^;]{80,}; Path=\/; HttpOnly; SameSite=Strict; Secure$/],
    ] as const) {
      const console = await started({ url });
      const path = await invite(console);
      const visit = visitor(console);
      const setup = await visit.post(path, { step: 'begin', method: 'PASSWORD' });
      const fields = { ...setup.hidden, password: PASSWORD, code: codeOf(console, secretIn(setup)) };
      const [session, device] = (await visit.post(path, fields)).headers.getSetCookie();
      expect(session).toMatch(cookie);
      expect(device).toMatch(/corridor_console_device=[^;]{80,}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict/);
      expect(device!.endsWith('; Secure')).toBe(url.startsWith('https:'));
    }
  });

  it('signs in with a password and a code, and out again', async () => {
    const console = await started();
    const { by, code } = await enrolled(console);
    const home = await by.get('/console/');
    const csrf = /action="\/console\/sign-out"[\s\S]*?name="csrf" value="([^"]+)"/.exec(home.text)![1]!;
    const out = await by.post('/console/sign-out', { csrf });
    expect([out.location, by.cookie()]).toEqual(['/console/sign-in', '']);
    const other = visitor(console);
    const refused = await other.post('/console/sign-in', { name: 'Ada Lovelace', password: 'wrong', code: code() });
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('value="Ada Lovelace"');
    expect(refused.text).not.toContain('value="wrong"');
    const signed = await other.post('/console/sign-in', { name: 'ada lovelace', password: PASSWORD, code: code() });
    expect(signed.location).toBe('/console/');
    expect((await other.get('/console/sign-in')).location).toBe('/console/');
  });

  it('answers the same for a wrong password and for an unknown name', async () => {
    const console = await started();
    const { code } = await enrolled(console);
    const answers = await Promise.all(
      ['Ada Lovelace', 'Grace Hopper'].map(async (name) => {
        const fields = { name, password: 'another password 12', code: code() };
        const page = await visitor(console).post('/console/sign-in', fields);
        return [page.status, page.text.replaceAll(name, '…')];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  it('replaces the session at a sign-in, so that a planted cookie does not become one', async () => {
    const console = await started();
    const { by, code } = await enrolled(console);
    const planted = by.cookie();
    const victim = visitor(console);
    victim.adopt(planted);
    await victim.post('/console/sign-in', { name: 'Ada Lovelace', password: PASSWORD, code: code() });
    expect(victim.cookie()).not.toBe(planted);
    expect((await by.get('/console/')).location).toBe('/console/sign-in');
    const session = victim.cookie().split('=')[1]!;
    const inAddress = await visitor(console).get(`/console/?corridor_console=${session}&session=${session}`);
    expect(inAddress.location).toBe('/console/sign-in');
  });

  it('refuses forms of other sites and of other sessions', async () => {
    const console = await started();
    const { by, code } = await enrolled(console);
    const fields = { name: 'Ada Lovelace', password: PASSWORD, code: code() };
    for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      expect((await visitor(console).post('/console/sign-in', fields, foreign)).status).toBe(400);
      expect((await by.post('/console/account/sign-out-everywhere', {}, foreign)).status).toBe(400);
    }
    for (const path of ['/console/sign-out', '/console/account/sign-out-everywhere', '/console/account/credential']) {
      expect((await by.post(path, { csrf: 'f'.repeat(64), label: 'laptop' })).status, path).toBe(403);
      expect((await by.post(path, { label: 'laptop' })).status, path).toBe(403);
    }
    expect((await by.get('/console/account')).status).toBe(200);
  });

  it('accepts forms of a browser that does not say where they come from with the token of its page only', async () => {
    const console = await started();
    const { code } = await enrolled(console);
    const old = { origin: 'null' };
    const fields = { name: 'Ada Lovelace', password: PASSWORD };
    // Another site has a token of its own, but cannot give the browser its cookie.
    const foreign = await visitor(console, '192.0.2.3', old).get('/console/sign-in');
    const by = visitor(console, '192.0.2.4', old);
    expect((await by.post('/console/sign-in', { ...foreign.hidden, ...fields, code: code() })).status).toBe(400);
    const page = await by.get('/console/sign-in');
    expect(page.headers.get('set-cookie')).toMatch(/^corridor_form=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    for (const hidden of [{}, foreign.hidden, { form: '' }])
      expect((await by.post('/console/sign-in', { ...hidden, ...fields, code: code() })).status).toBe(400);
    expect((await by.post('/console/sign-in', { ...page.hidden, ...fields, code: code() })).status).toBe(303);
    expect((await by.get('/console/account')).status).toBe(200);
  });

  it('enrols an operator in a browser that does not say where its forms come from', async () => {
    const console = await started();
    const by = visitor(console, '192.0.2.5', { origin: 'null' });
    const path = await invite(console);
    expect((await by.post(path, { step: 'begin', method: 'PASSWORD' })).status).toBe(400);
    const welcome = await by.get(path);
    const setup = await by.post(path, { ...welcome.hidden, step: 'begin', method: 'PASSWORD' });
    const fields = { ...setup.hidden, password: PASSWORD, code: codeOf(console, secretIn(setup)) };
    expect((await by.post(path, fields)).location).toBe('/console/');
  });

  it.each([
    ['origin', 'https://evil.example', 400],
    ['referer', 'https://evil.example/page', 400],
    ['referer', 'unreadable', 400],
  ])('reads %s %s of a browser without Sec-Fetch-Site', async (header, value, status) => {
    const console = await started();
    const by = visitor(console, '192.0.2.6', {});
    const page = await by.get('/console/sign-in');
    const fields = { ...page.hidden, name: 'Grace', password: PASSWORD, code: '0' };
    expect((await by.post('/console/sign-in', fields, { [header]: value })).status).toBe(status);
    const { origin } = new URL(console.url);
    const own = { [header]: header === 'referer' ? `${origin}/console/sign-in` : origin };
    expect((await by.post('/console/sign-in', { name: 'Grace', password: PASSWORD, code: '0' }, own)).status).toBe(401);
  });

  it('limits the attempts of an address, and counts other addresses apart', async () => {
    const console = await started();
    const by = visitor(console);
    const fields = { name: 'Grace', password: PASSWORD, code: '000000' };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await by.post('/console/sign-in', fields)).status).toBe(401);
    }
    const limited = await by.post('/console/sign-in', fields);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await by.post('/console/sign-in/passkey', {})).status).toBe(429);
    expect((await by.get('/console/sign-in')).status).toBe(200);
    expect((await visitor(console, '192.0.2.2').post('/console/sign-in', fields)).status).toBe(401);
    console.play.clock.advance(60);
    expect((await by.post('/console/sign-in', fields)).status).toBe(401);
  });

  it('lets a browser in which the operator has signed in pass strangers of its address', async () => {
    const console = await started();
    const { by, code } = await enrolled(console);
    const known = by.device();
    const stranger = visitor(console);
    for (let attempt = 0; attempt < 6; attempt += 1)
      await stranger.post('/console/sign-in', { name: 'Ada Lovelace', password: 'wrong', code: '000000' });
    const fields = { name: 'Ada Lovelace', password: PASSWORD };
    expect((await stranger.post('/console/sign-in', { ...fields, code: code() })).status).toBe(429);
    expect((await by.post('/console/sign-in', { ...fields, code: code() })).status).toBe(303);
    expect(by.device()).toBe(known);
  });

  it('answers 503 with Retry-After while twenty sign-ins of strangers wait, and serves a known browser', async () => {
    const console = await started({ passwords: { N: 2 ** 13, p: 1 } });
    const { by, code } = await enrolled(console);
    const fields = { name: 'Ada Lovelace', password: PASSWORD };
    const strangers = Array.from({ length: 100 }, (_, at) =>
      visitor(console, `198.51.100.${at}`).post('/console/sign-in', { name: 'Grace', password: PASSWORD, code: '0' }),
    );
    const operator = by.post('/console/sign-in', { ...fields, code: code() });
    const answers = await Promise.all(strangers);
    expect((await operator).status).toBe(303);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBe(answers.filter(({ status }) => status === 401).length);
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('10');
  });

  it('writes no link, password, code or session into the log of requests', async () => {
    const console = await started();
    const { by, base32 } = await enrolled(console);
    const path = await invite(console, 'Grace');
    await by.get(path);
    await by.get(`${path}x`);
    await by.get(path.replace('/enrol/', '/Enrol/'));
    const written = JSON.stringify(console.log);
    for (const secret of [
      path.split('/').at(-1)!,
      path.split('.').at(-1)!,
      PASSWORD,
      base32,
      by.cookie().split('=')[1]!,
    ]) {
      expect(written).not.toContain(secret);
    }
    expect(written).toContain('/console/enrol/[link]');
  });

  it('shows the account with its sessions, creates a credential once and revokes it', async () => {
    const console = await started();
    const { by, code } = await enrolled(console);
    const { csrf } = (await by.get('/console/account')).hidden;
    const asked = await by.post('/console/account/credential', { csrf: csrf! });
    expect(asked.text).toContain('Confirm that it is you');
    const wrong = await by.post('/console/account/credential', { ...asked.hidden, label: '' });
    for (const text of ['Label must have 1 to 100 characters', 'Current password is wrong', 'Current code is not the'])
      expect(wrong.text).toContain(text);
    expect(wrong.status).toBe(400);
    const fields = { label: '<b>laptop</b>', currentPassword: PASSWORD, currentCode: code() };
    const made = await by.post('/console/account/credential', { ...wrong.hidden, ...fields });
    const text = /<code>(OperatorSession:[^<]+)<\/code>/.exec(made.text)![1]!;
    expect((await console.play.core.operators.signedIn(text, 'COMMAND_LINE')).ok).toBe(true);
    const listed = await by.get('/console/account');
    expect(listed.text).toContain('&lt;b&gt;laptop');
    expect(listed.text).not.toContain(text.split('.')[1]);
    const revoked = await by.post('/console/account/revoke', { csrf: csrf!, id: text.split('.')[0]! });
    expect(revoked.location).toBe('/console/account?done=revoked');
    expect((await console.play.core.operators.signedIn(text, 'COMMAND_LINE')).ok).toBe(false);
    const other = await by.post('/console/account/revoke', { csrf: csrf!, id: 'OperatorSession:none' });
    expect(other.status).toBe(404);
  });

  it('changes the password, and signs out everywhere', async () => {
    const console = await started();
    const { by, code } = await enrolled(console);
    const { csrf } = (await by.get('/console/account')).hidden;
    const asked = await by.post('/console/account/password', { csrf: csrf! });
    const fields = { ...asked.hidden, password: 'a better password 9', currentPassword: PASSWORD };
    const change = (currentCode: string) => by.post('/console/account/password', { ...fields, currentCode });
    const wrong = await change('000000');
    expect([wrong.status, wrong.text.includes('a better password 9'), wrong.text.includes(PASSWORD)]).toEqual([
      ...[400, false, false],
    ]);
    const before = by.cookie();
    expect((await change(code())).location).toBe('/console/account?done=password');
    expect(by.cookie()).not.toBe(before);
    const page = await by.get('/console/account');
    expect(page.text).not.toContain('role="alert"');
    const everywhere = await by.post('/console/account/sign-out-everywhere', { csrf: page.hidden['csrf']! });
    expect([everywhere.location, by.cookie()]).toEqual(['/console/sign-in', '']);
  });

  it('lets a copied cookie change nothing of the sign-in, and slows its guesses from every address', async () => {
    const console = await started();
    const { by } = await enrolled(console);
    const { id } = (await console.play.core.operators.list())[0]!;
    const stored = () => console.play.core.units.read(null, (reads) => reads.get(OPERATORS, id));
    const before = await stored();
    const thief = visitor(console, '203.0.113.9');
    thief.adopt(by.cookie());
    const { csrf } = (await thief.get('/console/account')).hidden;
    const guessed = { csrf: csrf!, step: 'confirm', currentPassword: 'guessed', currentCode: '000000' };
    const own = {
      password: 'a better password 9',
      label: 'laptop',
      credentialId: 'passkey-1',
      setupId: 'Request:none',
    };
    const changes: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['password', {}],
      ['credential', {}],
      ['remove-passkey', {}],
      ['setup', { method: 'PASSWORD' }],
      ['setup', { method: 'PASSKEY' }],
    ];
    for (const [path, fields] of changes) {
      const page = await thief.post(`/console/account/${path}`, { ...own, ...fields, ...guessed });
      expect([page.status, page.text.includes('Current password is wrong')], path).toEqual([400, true]);
    }
    const unproven = { ...own, csrf: csrf!, step: 'finish', code: '000000' };
    for (const [path, fields] of changes) {
      const page = await thief.post(`/console/account/${path}`, { ...unproven, ...fields });
      expect(page.location, path).toBeNull();
    }
    // The limit is that of the session, wherever its requests come from.
    const elsewhere = visitor(console, '203.0.113.10');
    elsewhere.adopt(by.cookie());
    expect((await elsewhere.post('/console/account/password', { ...own, ...guessed })).status).toBe(429);
    expect(await stored()).toEqual(before);
  });

  it('shows a change on every page of the next session, until it is acknowledged there', async () => {
    const console = await started();
    const { by, code } = await enrolled(console);
    const other = visitor(console, '203.0.113.9');
    await other.post('/console/sign-in', { name: 'Ada Lovelace', password: PASSWORD, code: code() });
    const copy = other.cookie();
    console.play.clock.advance(STEP_SECONDS);
    const { csrf } = (await other.get('/console/account')).hidden;
    const asked = await other.post('/console/account/password', { csrf: csrf! });
    const proof = { currentPassword: PASSWORD, currentCode: code() };
    const password = 'a better password 9';
    await other.post('/console/account/password', { ...asked.hidden, ...proof, password });
    // The change ends all sessions, also copies of the cookie that made it.
    expect((await by.get('/console/')).location).toBe('/console/sign-in');
    const copied = visitor(console);
    copied.adopt(copy);
    expect((await copied.get('/console/')).location).toBe('/console/sign-in');
    console.play.clock.advance(STEP_SECONDS);
    await by.post('/console/sign-in', { name: 'Ada Lovelace', password, code: code() });
    const told = 'Your password was changed on';
    for (const path of ['/console/', '/console/account', '/console/log']) {
      const page = await by.get(path);
      expect(page.text, path).toContain(told);
      expect(page.text, path).toContain('from 203.0.113.9 (A browser)');
    }
    expect((await other.get('/console/')).text).not.toContain(told);
    const { csrf: own, entry } = (await by.get('/console/account')).hidden;
    const done = await by.post('/console/account/acknowledge', { csrf: own!, entry: entry! });
    expect(done.location).toBe('/console/account?done=acknowledged');
    expect((await by.get('/console/')).text).not.toContain(told);
  });

  it('asks for a new sign-in before it creates a credential later than a quarter of an hour', async () => {
    const console = await started();
    const { by } = await enrolled(console);
    const { csrf } = (await by.get('/console/account')).hidden;
    console.play.clock.advance(900);
    const late = await by.post('/console/account/credential', { csrf: csrf!, step: 'confirm', label: 'laptop' });
    expect([late.status, late.text.includes('Sign in again first')]).toEqual([403, true]);
  });
});

describe.runIf(hasBrowser())('the sign-in of operators in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    browser = await openBrowser();
  }, IN_A_BROWSER_MS);
  afterEach(() => context?.close());
  afterAll(() => browser?.close());

  async function opened(console: TestConsole): Promise<Page> {
    context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await page.goto(`${console.url}/console/sign-in`);
    return page;
  }
  const go = (page: Page, name: string) =>
    Promise.all([page.waitForEvent('load'), page.getByRole('button', { name, exact: true }).click()]);
  const isAccessible = async (page: Page): Promise<void> => {
    expect(await violations(page), page.url()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), page.url()).toBeLessThanOrEqual(390);
  };

  it('enrols with a passkey, signs out, and signs in with it', { timeout: IN_A_BROWSER_MS }, async () => {
    const console = await started();
    const page = await opened(console);
    await isAccessible(page);
    await page.goto(console.url + (await invite(console)));
    await isAccessible(page);
    await go(page, 'Set up a passkey');
    await isAccessible(page);
    await page.getByLabel('Name of the passkey').fill('Telephone');
    await go(page, 'Create the passkey');
    expect(new URL(page.url()).pathname).toBe('/console/');
    await page.goto(`${console.url}/console/account`);
    await isAccessible(page);
    expect(await page.getByText('Telephone').count()).toBe(1);
    await go(page, 'Sign out');
    expect(new URL(page.url()).pathname).toBe('/console/sign-in');
    await go(page, 'Use a passkey');
    await isAccessible(page);
    await go(page, 'Continue with a passkey');
    expect(new URL(page.url()).pathname).toBe('/console/');
    const [operator] = await console.play.core.operators.list();
    expect(operator).toMatchObject({ status: 'ACTIVE', hasPassword: false, passkeys: [{ name: 'Telephone' }] });
  });

  it(
    'adds a passkey to a password, and runs no script of another origin or in the page',
    async () => {
      const console = await started();
      const page = await opened(console);
      await page.goto(console.url + (await invite(console)));
      await go(page, 'Set up a password');
      await isAccessible(page);
      const base32 = (await page.locator('code').innerText()).replaceAll(' ', '');
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByLabel('Code', { exact: true }).fill(codeOf(console, base32));
      await go(page, 'Save');
      await page.goto(`${console.url}/console/account`);
      await isAccessible(page);
      await go(page, 'Add a passkey');
      await isAccessible(page);
      console.play.clock.advance(STEP_SECONDS);
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByLabel('Current code').fill(codeOf(console, base32));
      const answer = page.waitForResponse((response) => response.url().endsWith('/console/account/setup'));
      await go(page, 'Set up another sign-in');
      const policy = (await answer).headers()['content-security-policy'];
      expect(policy).toMatch(/default-src 'none'.*script-src 'self'/);
      expect(policy).not.toMatch(/unsafe|\*/);
      await page.addScriptTag({ content: 'document.title = "injected"' }).catch(() => undefined);
      expect(await page.title()).not.toBe('injected');
      await go(page, 'Create the passkey');
      expect(new URL(page.url()).search).toBe('?done=passkey');
      const [operator] = await console.play.core.operators.list();
      expect(operator).toMatchObject({ hasPassword: true, passkeys: [{ name: 'Passkey' }] });
      // The passkey confirms the next change.
      await go(page, 'Remove Passkey');
      await go(page, 'Confirm with a passkey instead');
      await isAccessible(page);
      await go(page, 'Remove the passkey with a passkey');
      expect(new URL(page.url()).search).toBe('?done=removed');
      expect((await console.play.core.operators.list())[0]).toMatchObject({ passkeys: [] });
    },
    IN_A_BROWSER_MS,
  );

  it('works without scripts for a password', { timeout: IN_A_BROWSER_MS }, async () => {
    const console = await started();
    const { code } = await enrolled(console);
    context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${console.url}/console/sign-in`);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Code', { exact: true }).fill(code());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${console.url}/console/`);
    expect(await page.getByRole('link', { name: 'Ada Lovelace' }).count()).toBe(1);
  });
});
