import { houseTenant, ok } from '../../../../core/src/kernel/index.js';
import { startSession } from '../../../../core/src/operators/index.js';
import { digest } from '../../../../core/src/testing/ports.js';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

const HALF_AN_HOUR = 1_800;
const BLOCK = { reason: 'asked by the police', caseReference: 'CASE-77', notes: 'call "Ada" <back>' };

let console: TestConsole;
let ann: TestOperator;
let path: string;
beforeEach(async () => {
  console = await startConsole();
  ann = await console.operator('ADMIN', 'Ann');
  path = `${console.tenantBase}/platform/block`;
});

let sessions = 0;

/** The same operator with another session, as after a sign-in. */
async function again({ account }: TestOperator): Promise<TestOperator> {
  const { core, clock } = console.play;
  const tenant = houseTenant('PRODUCTION');
  const ctx = { ...console.play.context(), tenant, hostNow: clock.now() };
  const bytes = (length: number) => new Uint8Array(length).fill((sessions += 1));
  const ids = {
    next: (type: string) => `${type}:018bcfe5-6800-7000-8000-00000000ee${String(sessions).padStart(2, '0')}`,
  };
  const made = await core.units.run(tenant, async (tx) =>
    ok(
      startSession({ ids, random: { bytes }, digest } as never, tx, ctx, {
        operatorId: account.id,
        kind: 'CONSOLE',
        label: 'Test',
      }),
    ),
  );
  const { text } = valueOf(made);
  return { account, session: text, cookie: `corridor_console=${text}` };
}

const cookiesIn = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
const withCookies = (by: TestOperator, cookies: string): TestOperator => ({
  ...by,
  cookie: `${by.cookie}; ${cookies}`,
});

/** Opens the form, lets the session end, and sends the form; returns the cookies of the answer. */
async function sentTooLate(by: TestOperator, fields: Readonly<Record<string, string>> = BLOCK, seconds = HALF_AN_HOUR) {
  const opened = await console.get(path, by);
  console.play.clock.advance(seconds);
  const sent = await console.post(path, by, { ...opened.hidden, ...fields });
  expect([sent.status, sent.location]).toEqual([303, '/console/sign-in']);
  return cookiesIn(sent.headers);
}

describe('a form whose session has ended', () => {
  it('is found again with what was entered, on its page, after the sign-in', async () => {
    const cookies = await sentTooLate(ann);
    expect(cookies).toContain(`corridor_console_page=${encodeURIComponent(path)}`);
    const signIn = await console.get('/console/sign-in', { ...ann, cookie: cookies });
    expect(signIn.text).toContain('what you entered is kept for 15 minutes');
    const back = withCookies(await again(ann), cookies);
    expect((await console.get('/console/sign-in', back)).location).toBe(path);
    const page = await console.get(path, back);
    expect(page.text).toContain('Your session had ended');
    for (const text of ['asked by the police', 'CASE-77', 'call &quot;Ada&quot; &lt;back&gt;'])
      expect(page.text).toContain(text);
    expect(page.headers.getSetCookie().join()).toContain('corridor_console_form=;');
    const asked = await console.post(path, back, { ...page.hidden, ...BLOCK });
    const done = await console.post(path, back, asked.hidden);
    expect(done.location).toContain('done=');
    expect((await console.get(path, back)).text).not.toContain('CASE-77');
  });

  it('is kept sealed, for 15 minutes', async () => {
    const cookies = await sentTooLate(ann);
    expect(decodeURIComponent(cookies)).not.toContain('CASE-77');
    console.play.clock.advance(900);
    expect((await console.get(path, withCookies(await again(ann), cookies))).text).not.toContain('CASE-77');
  });

  it('is shown to its operator alone, and on its page alone', async () => {
    const cookies = await sentTooLate(ann);
    const bob = await console.operator('ADMIN', 'Bob');
    expect((await console.get(path, withCookies(bob, cookies))).text).not.toContain('CASE-77');
    const other = `${console.tenantBase}/platform/unblock`;
    expect((await console.get(other, withCookies(await again(ann), cookies))).text).not.toContain('CASE-77');
    expect((await console.get(path, withCookies(await again(ann), cookies))).text).toContain('CASE-77');
  });

  it.each([
    [
      'of a stranger, with a session that never was',
      async () => ({ ...ann, cookie: 'corridor_console=OperatorSession:018bcfe5-6800-7000-8000-000000000001.x' }),
    ],
    [
      'of an operator whose sessions were ended',
      async () => {
        const opened = await console.get('/console/account', ann);
        const csrf = /name="csrf" value="([^"]+)"/.exec(opened.text)![1]!;
        await console.post('/console/account/sign-out-everywhere', ann, { csrf });
        return ann;
      },
    ],
  ])('is not kept %s', async (_name, of) => {
    const opened = await console.get(path, ann);
    const by = await of();
    console.play.clock.advance(HALF_AN_HOUR);
    const sent = await console.post(path, by, { ...opened.hidden, ...BLOCK });
    expect([sent.location, cookiesIn(sent.headers)]).toEqual(['/console/sign-in', '']);
  });

  it('is not kept without the token of its session, or from another site', async () => {
    const opened = await console.get(path, ann);
    console.play.clock.advance(HALF_AN_HOUR);
    for (const [fields, headers] of [
      [{ ...BLOCK, csrf: 'x' }, {}],
      [{ ...opened.hidden, ...BLOCK }, { 'sec-fetch-site': 'cross-site' }],
    ] as const)
      expect(cookiesIn((await console.post(path, ann, fields, headers)).headers)).toBe('');
  });

  it('loses its secrets', async () => {
    path = `${console.tenantBase}/platform/webhook`;
    const cookies = await sentTooLate(ann, { webhookEndpoint: 'https://user:swordfish@hooks.example/' });
    const page = await console.get(path, withCookies(await again(ann), cookies));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('swordfish');
  });
});

describe('a confirmation', () => {
  const limits = () => `${console.tenantBase}/platform/unblock`;
  const end = { reason: 'closed', caseReference: 'CASE-78' };
  beforeEach(async () => {
    await console.submit(path, ann, { ...BLOCK, tellPlatform: 'yes' });
  });

  /** Sends the form, and returns the address of the confirmation. */
  async function asked(): Promise<string> {
    const opened = await console.get(limits(), ann);
    const sent = await fetch(console.url + limits(), {
      ...{ method: 'POST', redirect: 'manual', headers: { cookie: ann.cookie } },
      body: new URLSearchParams({ ...opened.hidden, ...end }),
    });
    expect(sent.status).toBe(303);
    const { pathname, search } = new URL(sent.headers.get('location')!, console.url);
    expect(pathname).toBe(limits());
    return pathname + search;
  }

  it('has an address of its own, so that going back to it sends no form again', async () => {
    const back = await asked();
    const before = (await console.get('/console/approvals.csv', ann)).text;
    for (let look = 0; look < 3; look += 1) {
      const page = await console.get(back, ann);
      expect([page.status, page.text.includes('This will happen')], page.text).toEqual([200, true]);
    }
    expect((await console.get('/console/approvals.csv', ann)).text).toBe(before);
    const done = await console.post(limits(), ann, (await console.get(back, ann)).hidden);
    expect(done.location).toContain('/approvals/');
    const twice = await console.post(limits(), ann, (await console.get(back, ann)).hidden);
    expect(twice.location?.split('?')[0]).toBe(done.location!.split('?')[0]);
    expect((await console.get('/console/approvals.csv', ann)).text.trim().split('\n')).toHaveLength(2);
  });

  it('is shown to its operator alone, and on its page alone', async () => {
    const back = await asked();
    const bob = await console.operator('ADMIN', 'Bob');
    expect((await console.get(back, bob)).text).not.toContain('This will happen');
    expect((await console.get(back.replace('unblock', 'block'), ann)).text).not.toContain('CASE-78');
    expect((await console.get(back, ann)).text).toContain('This will happen');
    console.play.clock.advance(900);
    expect((await console.get(back, await again(ann))).text).not.toContain('This will happen');
  });
});
