import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OperatorRole } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import type { OperatorAccount, OperatorLogEntry } from '@corridor/core/records';
import { afterAll } from 'vitest';
import { createIds, newRecord, ok } from '../../../core/src/kernel/index.js';
import { LOCAL, OPERATORS, type PlatformLimit, startSession } from '../../../core/src/operators/index.js';
import { isOfTest, logSetUp } from '../../../core/src/testing/operators.js';
import { type PlayCore, playCore, valueOf } from '../../../core/src/testing/play-core.js';
import type { CorePorts } from '../../../core/src/service/index.js';
import { digest, type FixedClock, seededRandom } from '../../../core/src/testing/ports.js';
import { mountConsole } from '../server/mount-console.js';
import { observedApp } from '../server/observe.js';
import { serveConsole } from '../console/app/serve-console.js';
import type { ConsoleOptions } from '../console/kit/options.js';
import type { Route } from '../console/kit/route.js';

/** An operator with a session of the console. */
export interface TestOperator {
  readonly account: OperatorAccount;
  /** The text of the session, which is the value of the cookie. */
  readonly session: string;
  /** The `Cookie` header. */
  readonly cookie: string;
}

/** A page as a browser without scripts sees it. */
export interface ConsolePage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where a redirect leads. */
  readonly location: string | null;
  /** The hidden fields of the form, by name. */
  readonly hidden: Readonly<Record<string, string>>;
}

export interface TestConsole {
  readonly play: PlayCore;
  readonly url: string;
  /** Path of the pages of the platform, such as `/console/t/Platform:018b…/SANDBOX`. */
  readonly tenantBase: string;
  readonly log: { readonly level: string; readonly fields: Readonly<Record<string, unknown>> }[];
  /** Creates an operator with a session. */
  operator(
    role: OperatorRole,
    name?: string,
    platforms?: PlatformLimit,
    more?: Partial<OperatorAccount>,
  ): Promise<TestOperator>;
  get(path: string, by: TestOperator | null, headers?: Readonly<Record<string, string>>): Promise<ConsolePage>;
  /** Sends exactly these fields. */
  post(
    path: string,
    by: TestOperator | null,
    fields: Readonly<Record<string, string | readonly string[]>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ConsolePage>;
  /** Opens a form, fills it in, and confirms it if the console asks for a confirmation; returns the last page. */
  submit(
    path: string,
    by: TestOperator,
    fields?: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<ConsolePage>;
}

const ids = createIds({ now: () => Date.now() as never }, seededRandom());

/** The entries of the operator log, newest first, without those of the set-up. */
export const operatorLogOf = async ({ operators }: PlayCore['core']): Promise<readonly OperatorLogEntry[]> =>
  valueOf(await operators.log({})).data.filter(isOfTest);

/** Adds an operator with a session of the console to a core. */
export async function addOperator(
  { core, context }: Pick<PlayCore, 'core' | 'context'>,
  role: OperatorRole,
  name: string,
  {
    cookieName = 'corridor_console',
    platforms = null,
    more = {},
  }: { cookieName?: string; platforms?: PlatformLimit; more?: Partial<OperatorAccount> } = {},
): Promise<TestOperator> {
  const tenant = houseTenant('PRODUCTION');
  const ctx = { ...context(), tenant };
  const made = await core.units.run(tenant, async (tx) => {
    const account: OperatorAccount = {
      name,
      nameKey: name.toLowerCase(),
      role,
      status: 'ACTIVE',
      passwordHash: null,
      totpSecret: null,
      totpStep: 0,
      passkeys: [],
      failures: 0,
      lockedUntil: null,
      sessionsFrom: ctx.hostNow,
      enrolmentDigest: null,
      enrolmentExpiresAt: null,
      notices: null,
      platforms,
      ...LOCAL,
      ...more,
      ...newRecord(ids.next('Operator'), { tenant, now: ctx.hostNow }),
    };
    tx.add(OPERATORS, account);
    logSetUp(tx, account);
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
    const { text } = startSession({ ids, random: random as never, digest }, tx, ctx, {
      operatorId: account.id,
      kind: 'CONSOLE',
      label: 'Test',
    });
    return ok({ account, session: text, cookie: `${cookieName}=${text}` });
  });
  return valueOf(made);
}

/** Serves the console over a core in memory, on a free port. `portsAt`: ports of the core for the address of the server. */
export async function startConsole(
  options: Partial<ConsoleOptions> = {},
  portsAt: (url: string) => Partial<CorePorts> & { readonly clock?: FixedClock } = () => ({}),
  routes?: readonly Route[],
): Promise<TestConsole> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // Browsers bind passkeys to names, not to addresses.
  const url = `http://localhost:${(http.address() as AddressInfo).port}`;
  const play = await playCore(portsAt(url));
  const log: TestConsole['log'] = [];
  const ports = {
    core: play.core,
    options: { trustedProxies: ['127.0.0.1'] },
    console: { base: '/console', url: 'http://console.example', now: () => play.clock.now(), ...options },
    log: {
      info: (fields: Readonly<Record<string, unknown>>) => log.push({ level: 'info', fields }),
      error: (fields: Readonly<Record<string, unknown>>) => log.push({ level: 'error', fields }),
    },
    metrics: {
      observeRequest: () => undefined,
      connectionBroken: () => undefined,
      render: async () => ({ contentType: 'text/plain', body: '' }),
    },
  };
  const app = observedApp(ports);
  const { base } = ports.console;
  app.use(mountConsole({ base, serve: (given) => serveConsole({ ...given, options: ports.console }, routes) }, ports));
  http.on('request', app.callback());
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });
  let operators = 0;

  async function send(path: string, init: RequestInit): Promise<ConsolePage> {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
      hidden: hiddenIn(text),
    };
  }

  const withCookie = (by: TestOperator | null, headers: Readonly<Record<string, string>>) => ({
    ...(by !== null && { cookie: by.cookie }),
    ...headers,
  });

  const test: TestConsole = {
    play,
    url,
    tenantBase: `/console/t/${play.tenant}`,
    log,
    operator: (role, name = `${role.toLowerCase()} ${(operators += 1)}`, platforms = null, more = {}) =>
      addOperator(play, role, name, { platforms, more }),
    get: (path, by, headers = {}) => send(path, { headers: withCookie(by, headers) }),
    post: async (path, by, fields, headers = {}) => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields))
        for (const each of typeof value === 'string' ? [value] : value) body.append(name, each);
      const answer = await send(path, { method: 'POST', body, headers: withCookie(by, headers) });
      // As a browser, which follows to the page of the confirmation.
      const to = answer.location;
      return to !== null && /[?&]kept=/.test(to) ? send(to, { headers: withCookie(by, headers) }) : answer;
    },
    async submit(path, by, fields = {}) {
      const opened = await test.get(path, by);
      const answer = await test.post(path, by, { ...opened.hidden, ...fields });
      return 'confirmed' in answer.hidden ? test.post(path, by, { ...fields, ...answer.hidden }) : answer;
    },
  };
  return test;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string): string => text.replaceAll(/&(\w+|#39);/g, (all, name: string) => ENTITIES[name] ?? all);

/** The hidden fields of the main part; the header has a form of its own, to sign out. */
function hiddenIn(page: string): Readonly<Record<string, string>> {
  const main = page.slice(page.indexOf('<main'));
  const found = main.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)" \/>/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name!, decoded(value!)]));
}
