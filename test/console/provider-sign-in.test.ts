import { operatorPorts, providerSignIn } from '@corridor/adapters-rails/identity';
import { splitTenant } from '@corridor/core/internal';
import type { GroupAccess, IdentityProvider } from '@corridor/core/ports';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startConsole, type TestConsole } from '../../packages/adapters-http/src/testing/console.js';
import { readAll } from '../../packages/core/src/kernel/index.js';
import { OPERATOR_SESSIONS } from '../../packages/core/src/operators/index.js';
import { codeOf, valueOf } from '../../packages/core/src/testing/play-core.js';
import { CLIENT_ID, CLIENT_SECRET, startProvider, type TestProvider } from '../support/openid-provider.js';

const ANSWER = '/console/sign-in/provider/answer';
const AWAY_SECONDS = 900;

let provider: TestProvider;
/** The host asks for a level of authentication and a recent sign-in. */
let isStrict = false;
let console: TestConsole;
const reports: string[] = [];
const groups = new Map<string, GroupAccess>();

beforeAll(async () => {
  provider = await startProvider();
  console = await startConsole({}, (url) => {
    const redirectUri = `${url}${ANSWER}`;
    provider.leadsTo(redirectUri);
    const made = (strength: { readonly acrValues?: readonly string[]; readonly maxAgeSeconds?: number }) =>
      providerSignIn(
        {
          ...{ issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, name: 'Acme ID' },
          ...{ scopes: 'openid profile groups offline_access', groupsClaim: 'groups', groups },
          ...{ awaySeconds: AWAY_SECONDS, timeoutSeconds: 1, ...strength },
        },
        { redirectUri, report: (reason) => reports.push(reason) },
      );
    const [usual, strict] = [made({}), made({ acrValues: ['gold', 'platinum'], maxAgeSeconds: 60 })];
    const current = () => (isStrict ? strict : usual).provider;
    const chosen: IdentityProvider = {
      issuer: usual.provider.issuer,
      begin: (checks) => current().begin(checks),
      finish: (query, checks) => current().finish(query, checks),
      confirm: (token, subject) => current().confirm(token, subject),
    };
    return { operators: { ...operatorPorts(url), provider: { ...usual, provider: chosen } } };
  });
});
afterAll(() => provider?.close());

beforeEach(() => {
  isStrict = false;
  provider.acr = undefined;
  provider.signedInAgo = 0;
  provider.mode = 'up';
  provider.forge = null;
  provider.signsWith = 'own';
  provider.person = 'ada';
  groups.clear();
  groups.set('admins', { role: 'ADMIN', platforms: null });
  groups.set('support', { role: 'OPERATOR', platforms: [splitTenant(console.play.tenant).platformId] });
  for (const [id, names] of [
    ['ada', ['admins']],
    ['bob', ['support']],
  ] as const)
    provider.people.get(id)!.groups = names;
});

type Jar = Map<string, string>;
const cookiesOf = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

function keep(jar: Jar, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}

/** Starts a sign-in; returns the address of the provider. */
async function begin(jar: Jar): Promise<string> {
  const page = await console.get('/console/sign-in', null, { cookie: cookiesOf(jar) });
  keep(jar, page.headers);
  const hidden = page.hidden['form'] === undefined ? {} : { form: page.hidden['form'] };
  const begun = await console.post('/console/sign-in/provider', null, hidden, { cookie: cookiesOf(jar) });
  keep(jar, begun.headers);
  if (begun.status !== 200) throw Object.assign(new Error(begun.text), { status: begun.status });
  return /url=(.*)$/.exec(begun.headers.get('refresh') ?? '')![1]!;
}

async function answer(jar: Jar, back: string) {
  const { pathname, search } = new URL(back);
  const page = await console.get(pathname + search, null, { cookie: cookiesOf(jar) });
  keep(jar, page.headers);
  return page;
}

async function signedIn(person = 'ada', jar: Jar = new Map()): Promise<Jar> {
  provider.person = person;
  const page = await answer(jar, await provider.follow(await begin(jar)));
  expect([page.status, page.text.includes('You are signed in')], page.text).toEqual([200, true]);
  return jar;
}

const home = (jar: Jar, path = '/console/') => console.get(path, null, { cookie: cookiesOf(jar) });
/** The requests of a test come from one address, which has few attempts. */
const pass = (seconds: number): void => console.play.clock.advance(seconds);
beforeEach(() => pass(600));

const accounts = () => console.play.core.operators.reads.operators();
const accountOf = async (subject: string) => (await accounts()).find((each) => each.issuerSubject === subject);
const log = async () => valueOf(await console.play.core.operators.log({ limit: 100 })).data;

describe('a person of the identity provider', () => {
  it('signs in, and becomes an operator with the role of the group', async () => {
    const jar = await signedIn();
    const page = await home(jar);
    expect([page.status, page.text.includes('Ada Lovelace')]).toEqual([200, true]);
    const account = await accountOf('ada');
    expect(account).toMatchObject({
      ...{ name: 'Ada Lovelace', role: 'ADMIN', status: 'ACTIVE', platforms: null },
      ...{ issuer: provider.issuer, issuerSubject: 'ada', passwordHash: null },
    });
    const again = await signedIn();
    expect((await accounts()).filter(({ issuerSubject }) => issuerSubject === 'ada')).toHaveLength(1);
    expect([...again].filter(([name]) => name === 'corridor_console')).toHaveLength(1);
    expect((await console.play.core.ledger.audit()).findings).toEqual([]);
  });

  it('is limited to the platforms of the group', async () => {
    const jar = await signedIn('bob');
    expect((await home(jar, '/console/rails')).status).toBe(404);
    expect((await home(jar, `${console.tenantBase}/`)).status).toBe(200);
    expect((await accountOf('bob'))!.platforms).toEqual([splitTenant(console.play.tenant).platformId]);
  });

  it('gets another role with another group, which the log has', async () => {
    await signedIn();
    provider.people.get('ada')!.groups = ['support', 'unknown'];
    await signedIn();
    expect((await accountOf('ada'))!.role).toBe('OPERATOR');
    const entry = (await log()).find(({ action }) => action === 'operators.group');
    expect(entry).toMatchObject({ before: { role: 'ADMIN' }, after: { role: 'OPERATOR' } });
    expect((await console.play.core.ledger.audit()).findings).toEqual([]);
  });

  it.each([
    ['no known group', ['others'], 'none of your groups at Acme ID is known to this service'],
    ['two known groups', ['support', 'admins'], 'it takes exactly one: admins, support'],
  ])('is refused with %s, and the page says why', async (_name, names, text) => {
    provider.people.get('ada')!.groups = names;
    const jar: Jar = new Map();
    const page = await answer(jar, await provider.follow(await begin(jar)));
    expect([page.status, page.text.toLowerCase().includes(text.toLowerCase())], page.text).toEqual([403, true]);
    expect(jar.has('corridor_console')).toBe(false);
  });

  it('stays out when an administrator has withdrawn the access', async () => {
    provider.people.set('eve', { sub: 'eve', name: 'Eve', groups: ['admins'] });
    const jar = await signedIn('eve');
    const root = { source: 'MASTER_KEY', name: 'root', requestId: 'test' } as const;
    valueOf(await console.play.core.operators.disable({ name: 'Eve' }, root));
    expect((await home(jar)).location).toBe('/console/sign-in');
    const page = await answer(jar, await provider.follow(await begin(jar)));
    expect([page.status, page.text.includes('does not come back')]).toEqual([403, true]);
    expect((await accountOf('eve'))!.status).toBe('DISABLED');
  });

  it('has a name of its own in the log, also if another operator has the name', async () => {
    const root = { source: 'MASTER_KEY', name: 'root', requestId: 'test' } as const;
    valueOf(await console.play.core.operators.invite({ name: 'finn', role: 'VIEWER' }, root));
    provider.people.set('f1', { sub: 'f1', name: 'Finn', groups: ['admins'] });
    provider.people.set('f2', { sub: 'f2', name: 'Finn<b>', groups: ['admins'] });
    await signedIn('f1');
    await signedIn('f2');
    const names = [(await accountOf('f1'))!.name, (await accountOf('f2'))!.name];
    expect(names[0]).toBe('Finn @localhost');
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(2);
  });

  it('keeps no local sign-in and no credential of the command line', async () => {
    const jar = await signedIn();
    const page = await home(jar, '/console/account');
    expect(page.text).not.toContain('Set up a password');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)![1]!;
    for (const change of ['setup', 'credential', 'password'])
      expect(
        (await console.post(`/console/account/${change}`, null, { csrf }, { cookie: cookiesOf(jar) })).status,
      ).toBe(409);
    const root = { source: 'MASTER_KEY', name: 'root', requestId: 'test' } as const;
    const reset = await console.play.core.operators.reset({ name: (await accountOf('ada'))!.name }, root);
    expect(reset).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
  });

  it('leaves neither tokens nor codes in the log of the host, in addresses or in pages', async () => {
    const jar: Jar = new Map();
    const back = await provider.follow(await begin(jar));
    const page = await answer(jar, back);
    const code = new URL(back).searchParams.get('code')!;
    const shown = JSON.stringify([console.log, reports, await log(), page.text, page.headers.get('refresh')]);
    expect(shown).not.toContain(code);
    expect(shown).not.toMatch(/eyJ[\w-]+\.eyJ/);
    const sessions = await console.play.core.units.read(null, (reads) => readAll(reads, OPERATOR_SESSIONS));
    const tokens = sessions.flatMap(({ refreshToken }) => refreshToken ?? []);
    expect(tokens.length).toBeGreaterThan(0);
    // A refresh token of the provider has 43 characters; a sealed one begins with the version of the seal.
    for (const token of tokens) expect(token).not.toMatch(/^[\w-]{43}$/);
  });
});

describe('an answer whose token the provider signs again', () => {
  it.each<readonly [string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['without a change', (claims) => claims],
    ['half a minute late, because clocks differ', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 30 })],
  ])('is accepted %s', async (_name, forge) => {
    provider.forge = forge;
    await signedIn();
  });
});

describe('a host that asks for a level of authentication and a recent sign-in', () => {
  const WEAK = 'did not sign you in as strongly, or as recently';
  beforeEach(() => {
    isStrict = true;
    provider.acr = 'gold';
  });

  it('asks the provider for both, and accepts a person who has both', async () => {
    const asked = new URL(await begin(new Map())).searchParams;
    expect([asked.get('acr_values'), asked.get('max_age')]).toEqual(['gold platinum', '60']);
    pass(600);
    await signedIn();
  });

  it.each<readonly [string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['has another level', (claims) => ({ ...claims, acr: 'silver' })],
    ['has no level', ({ acr: _acr, ...claims }) => claims],
    ['has levels in a list', (claims) => ({ ...claims, acr: ['gold'] })],
    ['is too old', (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 180 })],
    ['does not say when the person signed in', ({ auth_time: _time, ...claims }) => claims],
  ])('refuses a sign-in whose token %s, and says why', async (_name, forge) => {
    provider.forge = forge;
    const jar: Jar = new Map();
    const page = await answer(jar, await provider.follow(await begin(jar)));
    expect([page.status, page.text.includes(WEAK), jar.has('corridor_console')], page.text).toEqual([403, true, false]);
  });

  it('refuses a person whom the provider has signed in with another level although it was asked', async () => {
    provider.acr = 'silver';
    const jar: Jar = new Map();
    const page = await answer(jar, await provider.follow(await begin(jar)));
    expect([page.status, page.text.includes(WEAK)], page.text).toEqual([403, true]);
  });
});

describe('an answer that is not for this sign-in', () => {
  /** The answer after something was done to it. */
  async function refused(change: (back: string, jar: Jar) => string | Promise<string>): Promise<void> {
    const jar: Jar = new Map();
    const back = await provider.follow(await begin(jar));
    const page = await answer(jar, await change(back, jar));
    expect([page.status, jar.has('corridor_console')], page.text).toEqual([401, false]);
  }
  const withQuery = (back: string, name: string, value: string | null): string => {
    const url = new URL(back);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return url.href;
  };

  it('is refused with a forged state, and without one', async () => {
    await refused((back) => withQuery(back, 'state', 'forged'));
    await refused((back) => withQuery(back, 'state', null));
  });

  it('is refused in another browser', async () => {
    await refused((back, jar) => {
      jar.delete('corridor_console_provider');
      return back;
    });
    const [one, two]: [Jar, Jar] = [new Map(), new Map()];
    const back = await provider.follow(await begin(one));
    await begin(two);
    expect((await answer(two, back)).status).toBe(401);
  });

  it('is refused when it comes twice', async () => {
    const jar: Jar = new Map();
    const back = await provider.follow(await begin(jar));
    const secret = jar.get('corridor_console_provider')!;
    expect((await answer(jar, back)).status).toBe(200);
    const copy: Jar = new Map([['corridor_console_provider', secret]]);
    expect((await answer(copy, back)).status).toBe(401);
  });

  it('is refused with the code of another sign-in, whose verifier is another', async () => {
    const other = await provider.follow(await begin(new Map()));
    await refused((back) => withQuery(back, 'code', new URL(other).searchParams.get('code')));
  });

  it('is refused with the issuer of another provider, in the answer and in the token', async () => {
    await refused((back) => withQuery(back, 'iss', 'https://evil.example'));
    provider.forge = (claims) => ({ ...claims, iss: `${provider.issuer}/` });
    await refused((back) => back);
  });

  it.each<readonly [string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['the nonce of another sign-in', (claims) => ({ ...claims, nonce: 'replayed' })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another-client' })],
    ['a time that has passed', (claims) => ({ ...claims, exp: Number(claims['iat']) - 3_600 })],
    ['another person than the answer about the person', (claims) => ({ ...claims, sub: 'bob' })],
  ])('is refused with a token that has %s', async (_name, forge) => {
    provider.forge = forge;
    await refused((back) => back);
  });

  it.each(['foreign', 'none'] as const)('is refused with a token that has the signature: %s', async (signsWith) => {
    provider.signsWith = signsWith;
    await refused((back) => back);
  });

  it('is refused when the person has declined at the provider', async () => {
    await refused((back) => `${withQuery(withQuery(back, 'code', null), 'error', 'access_denied')}`);
  });

  it('is refused after ten minutes', async () => {
    const jar: Jar = new Map();
    const back = await provider.follow(await begin(jar));
    pass(601);
    expect((await answer(jar, back)).status).toBe(401);
  });
});

describe('a session by the identity provider', () => {
  const tokens = (): number => provider.requests.filter((line) => line === 'POST /token').length;

  it('is confirmed after three minutes, by one question for all requests, and goes on for hours', async () => {
    const jar = await signedIn();
    const before = tokens();
    pass(179);
    await home(jar);
    expect(tokens()).toBe(before);
    for (let hour = 0; hour < 3; hour += 1)
      for (let minutes = 0; minutes < 20; minutes += 4) {
        pass(240);
        const pages = await Promise.all([home(jar), home(jar), home(jar)]);
        expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
      }
    expect(tokens()).toBe(before + 15);
  });

  it('ends within five minutes after the person has lost the group, with all others of the person', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    provider.people.get('ada')!.groups = [];
    pass(300);
    expect((await home(one)).location).toBe('/console/sign-in');
    expect((await home(two)).location).toBe('/console/sign-in');
    const account = (await accountOf('ada'))!;
    expect(account.lapsedAt).toBe(console.play.clock.now());
    expect((await log())[0]).toMatchObject({ action: 'operators.lapse', subject: account.id });
    provider.people.get('ada')!.groups = ['admins'];
    await signedIn();
    expect((await accountOf('ada'))!.lapsedAt).toBeNull();
  });

  it('loses the role at the next confirmation with another group', async () => {
    const jar = await signedIn();
    expect((await home(jar, '/console/platforms/create')).status).toBe(200);
    provider.people.get('ada')!.groups = ['support'];
    pass(181);
    expect((await home(jar, '/console/platforms/create')).status).toBe(404);
    expect((await accountOf('ada'))!.role).toBe('OPERATOR');
  });

  it('ends when the provider revokes it', async () => {
    const jar = await signedIn();
    await provider.revoke();
    pass(181);
    expect((await home(jar)).location).toBe('/console/sign-in');
    expect((await log())[0]).toMatchObject({ action: 'operators.signOut', outcome: 'SIGNED_OUT' });
  });

  it.each(['503', 'hang', 'cut'] as const)(
    'is kept while the provider is away (%s), for the configured time and no longer',
    async (mode) => {
      const jar = await signedIn();
      provider.mode = mode;
      pass(299);
      expect((await home(jar)).status).toBe(200);
      const asked = provider.requests.length;
      expect((await home(jar)).status).toBe(200);
      expect(provider.requests.length).toBe(asked);
      pass(600);
      expect((await home(jar)).status).toBe(200);
      pass(1);
      expect((await home(jar)).location).toBe('/console/sign-in');
    },
  );

  it('is confirmed again when the provider comes back, and loses what was lost meanwhile', async () => {
    const [ada, bob] = [await signedIn('ada'), await signedIn('bob')];
    provider.mode = '503';
    pass(400);
    for (const jar of [ada, bob]) expect((await home(jar)).status).toBe(200);
    provider.mode = 'up';
    provider.people.get('bob')!.groups = [];
    pass(16);
    expect((await home(ada)).status).toBe(200);
    expect((await home(bob)).location).toBe('/console/sign-in');
    pass(290);
    expect((await home(ada)).status).toBe(200);
  });
});

describe('while the provider is away', () => {
  it('the sign-in page says so, and local operators sign in', async () => {
    const local = await console.operator('ADMIN', 'break glass');
    for (const mode of ['503', 'cut', 'hang'] as const) {
      provider.mode = mode;
      const jar: Jar = new Map();
      provider.mode = 'up';
      const back = await provider.follow(await begin(jar));
      provider.mode = mode;
      const page = await answer(jar, back);
      expect([page.status, page.text.includes('sign in with a local operator')], page.text).toEqual([503, true]);
      pass(60);
    }
    expect((await console.get('/console/', local)).status).toBe(200);
  });
});

it('keys that the provider has replaced are read again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(Date.now());
    await signedIn();
    await provider.rotate();
    // The library reads the keys again at most once a minute.
    vi.setSystemTime(Date.now() + 61_000);
    await signedIn();
  } finally {
    vi.useRealTimers();
  }
});

describe('four eyes with an identity provider', () => {
  const block = { reason: 'r', caseReference: 'c', tellPlatform: true };

  it('a local operator and one of the provider may be one person, so neither approves what the other requests', async () => {
    const { actions } = console.play.core.operators;
    const { tenant } = console.play;
    await signedIn('ada');
    provider.people.set('carol', { sub: 'carol', name: 'Carol', groups: ['admins'] });
    await signedIn('carol');
    const callerOf = (operatorId: string) => ({ operatorId, source: 'CONSOLE', requestId: 'test' }) as never;
    const [ada, carol] = [callerOf((await accountOf('ada'))!.id), callerOf((await accountOf('carol'))!.id)];
    const local = await console.operator('ADMIN', 'Ada at home', null, { passwordHash: 'a hash' });
    const [home] = [callerOf(local.account.id)];
    const asked = async (by: never) => {
      valueOf(await actions.request(by, { tenant, action: 'platforms.block', input: block } as never));
      const end = { tenant, action: 'platforms.unblock', input: { reason: 'r', caseReference: 'c' } };
      valueOf(await actions.request(by, end as never));
      return (await actions.waiting())[0]!;
    };
    const one = await asked(ada);
    expect(codeOf(await actions.approve(home, tenant, one))).toBe('FORBIDDEN');
    valueOf(await actions.approve(carol, tenant, one));
    const two = await asked(home);
    expect(codeOf(await actions.approve(ada, tenant, two))).toBe('FORBIDDEN');
    valueOf(await actions.decline(ada, tenant, two));
    await console.play.core.operators.actions.request(home, {
      ...{ tenant, action: 'platforms.unblock', input: { reason: 'r', caseReference: 'c' } },
    } as never);
    const three = (await actions.waiting())[0]!;
    const second = await console.operator('ADMIN', 'Bob at home', null, { passwordHash: 'a hash' });
    valueOf(await actions.approve(callerOf(second.account.id), tenant, three));
  });

  it('what a person requested ends in effect when the person has lost the group', async () => {
    const { actions } = console.play.core.operators;
    const { tenant } = console.play;
    const jar = await signedIn('ada');
    await signedIn('carol');
    const callerOf = async (subject: string) =>
      ({ operatorId: (await accountOf(subject))!.id, source: 'CONSOLE', requestId: 'test' }) as never;
    valueOf(await actions.request(await callerOf('ada'), { tenant, action: 'platforms.block', input: block } as never));
    const end = { tenant, action: 'platforms.unblock', input: { reason: 'r', caseReference: 'c' } };
    valueOf(await actions.request(await callerOf('ada'), end as never));
    provider.people.get('ada')!.groups = [];
    pass(301);
    await home(jar);
    const [waiting] = await actions.waiting();
    expect(codeOf(await actions.approve(await callerOf('carol'), tenant, waiting!))).toBe('CONFLICT');
  });
});
