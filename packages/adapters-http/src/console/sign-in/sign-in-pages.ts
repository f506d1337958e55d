import { createHash } from 'node:crypto';
import type { Core, DomainError, OperatorClient, Result, SignInStarted } from '@corridor/core';
import type { OperatorAccount } from '@corridor/core/records';
import type { AnonymousBodies } from '../../kit/anonymous-bodies.js';
import { retryAfter, STATUS_OF } from '../../kit/errors.js';
import { PROVIDER_ANSWER } from '../../kit/options.js';
import type { HttpContext } from '../../kit/state.js';
import { readForm } from '../../pages/form.js';
import { formFields, isForeign, isOwnForm } from '../../pages/form-origin.js';
import { html, type Html } from '../../pages/html.js';
import { fieldErrorsOf, goTo } from '../../pages/visit.js';
import { notice } from '../kit/components.js';
import { csrfToken, isCsrf } from '../kit/csrf.js';
import { consoleDocument, type MenuGroup } from '../kit/layout.js';
import type { ConsoleOptions } from '../kit/options.js';
import { protectConsole } from '../kit/protect.js';
import {
  consoleSessionOf,
  deviceOf,
  keptFormOf,
  setConsoleSession,
  setDevice,
  takePage,
} from '../kit/session-cookie.js';
import { createSignInLimits } from '../kit/sign-in-limits.js';
import { browserName } from './browser.js';
import { ACCOUNT_FORMS, accountPages } from './account-pages.js';
import { passkeySignInPage, setupPage, signInPage, welcomePage } from './forms.js';
import { PROVIDER_BEGIN, providerPages } from './provider-pages.js';
import { PASSKEY_SCRIPT, PASSKEY_SCRIPT_PATH } from './passkey-script.js';
import { credentialIn, type Setup, type Signed, textsOf } from './setup.js';

export interface SignInPorts {
  readonly core: Core;
  readonly options: ConsoleOptions;
  /** Reads the forms of browsers without a session. */
  readonly bodies: AnonymousBodies;
  /** The navigation of an operator. */
  readonly menuOf: (operator: OperatorAccount) => readonly MenuGroup[];
}

const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') };

const KEPT = 'Your session has ended. Sign in: what you entered is kept for 15 minutes.';
const DAY_SECONDS = 86_400;
const ENROL = '/enrol/';

interface PageOf {
  readonly status?: number;
  readonly isWrong?: boolean;
  readonly usesScript?: boolean;
  readonly signed?: Signed | null;
}

/**
 * The pages with which operators enrol, sign in and look after their account (docs/areas/operators.md). Returns a
 * handler that is true if the path is one of them. The pages work without scripts, except those for passkeys.
 */
export function signInPages({ core, options, bodies, menuOf }: SignInPorts) {
  const { base } = options;
  const { operators } = core;
  const { origin: ownOrigin, protocol } = new URL(options.url);
  const isSecure = protocol === 'https:';
  const limits = options.signIns ?? createSignInLimits(options.now);

  function send(ctx: HttpContext, title: string, body: Html, of: PageOf = {}): void {
    const { status = 200, isWrong = false, usesScript = false, signed = null } = of;
    if (usesScript) protectConsole(ctx, { script: true });
    ctx.status = status;
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = consoleDocument(base, {
      title,
      body,
      isWrong,
      ...(usesScript && { script: base + PASSKEY_SCRIPT_PATH }),
      surrounding:
        signed === null
          ? null
          : {
              operator: signed.operator,
              notices: operators.noticesFor(signed),
              csrf: signed.csrf,
              sought: '',
              menu: menuOf(signed.operator),
              switcher: null,
              placeName: null,
              crumbs: [],
            },
    });
  }

  function sendError(ctx: HttpContext, error: DomainError, of: PageOf = {}): void {
    const seconds = retryAfter(error);
    if (seconds !== null) ctx.set('Retry-After', seconds);
    const back = of.signed === null || of.signed === undefined ? `${base}/sign-in` : `${base}/account`;
    const body = html`${notice(sentence(error.message), 'bad')}
      <p><a class="button" href="${back}">Back</a></p>`;
    send(ctx, 'This did not work', body, { ...of, status: STATUS_OF[error.code], isWrong: true });
  }

  function clientOf(ctx: HttpContext): OperatorClient {
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());
    return {
      requestId: ctx.state.requestId,
      address: ctx.state.address,
      browser: browserName(ctx.req.headers['user-agent']),
      device: deviceOf(ctx, isSecure),
      gone: gone.signal,
    };
  }

  /** By whom attempts are counted: the browser if it is known, so that strangers of its address do not slow it. */
  async function countedAs(ctx: HttpContext): Promise<string> {
    const text = deviceOf(ctx, isSecure);
    const device = text === null ? null : await operators.knownDevice(text);
    if (device !== null) ctx.state.hasCredential = true;
    return device?.id ?? ctx.state.address;
  }

  async function signedIn(ctx: HttpContext): Promise<Signed | null> {
    const text = consoleSessionOf(ctx, isSecure);
    const found = text === null ? null : await operators.signedIn(text, 'CONSOLE');
    if (found?.ok === true) ctx.state.hasCredential = true;
    return text !== null && found?.ok === true ? { ...found.value, csrf: csrfToken(digest, text) } : null;
  }

  /** The form, if it comes from the console itself; otherwise the answer is written. */
  async function formOf(ctx: HttpContext, hasSession = false): Promise<URLSearchParams | null> {
    const form = isForeign(ctx, ownOrigin) ? null : await readForm(ctx, ctx.state.hasCredential ? null : bodies);
    // Forms of a session carry its own token.
    if (form?.ok === true && (hasSession || isOwnForm(ctx, form.value, isSecure, ownOrigin))) return form.value;
    const text = 'The form was not sent from a page of this console, or could not be read.';
    send(ctx, 'The form was not accepted', html`<p>${text} Open the page again.</p>`, { status: 400, isWrong: true });
    return null;
  }

  /** Whether the client has attempts left; otherwise the answer is written. */
  async function mayTry(ctx: HttpContext, client: string): Promise<boolean> {
    const seconds = Math.ceil(await limits.attempt(client));
    if (seconds === 0) return true;
    ctx.set('Retry-After', String(seconds));
    const text = `There were too many attempts from your address. Wait ${seconds} seconds, then try again.`;
    send(ctx, 'Too many attempts', html`<p>${text}</p>`, { status: 429, isWrong: true });
    return false;
  }

  /** The form of a browser that signs in, if it has attempts left; otherwise the answer is written. */
  async function attemptOf(ctx: HttpContext): Promise<{ form: URLSearchParams; client: string } | null> {
    const client = await countedAs(ctx);
    const form = await formOf(ctx);
    return form !== null && (await mayTry(ctx, client)) ? { form, client } : null;
  }

  /** Opens the session of a sign-in. A wrong one slows the client. */
  async function finishSignIn(
    ctx: HttpContext,
    client: string,
    started: Result<SignInStarted>,
    refused: (error: DomainError) => void,
  ): Promise<void> {
    if (started.ok) return open(ctx, started.value);
    if (started.error.code === 'UNAUTHORIZED') limits.wrong(client);
    refused(started.error);
  }

  /** Gives the browser the new session, and ends the one that it had. */
  async function open(ctx: HttpContext, { text, device }: SignInStarted): Promise<void> {
    const before = await signedIn(ctx);
    if (before !== null) await operators.signOut(before, ctx.state.requestId);
    setConsoleSession(ctx, isSecure, text);
    setDevice(ctx, isSecure, device);
    goTo(ctx, takePage(ctx, isSecure, base));
  }

  async function signIn(ctx: HttpContext): Promise<void> {
    if (ctx.method !== 'POST') {
      return (await signedIn(ctx)) === null
        ? send(
            ctx,
            'Sign in',
            html`${keptFormOf(ctx, isSecure) !== null && notice(KEPT)}
            ${signInPage(base, formFields(ctx, isSecure), '', operators.providerLabel)}`,
          )
        : goTo(ctx, takePage(ctx, isSecure, base));
    }
    const attempt = await attemptOf(ctx);
    if (attempt === null) return;
    const [name, password, code] = textsOf(attempt.form, ['name', 'password', 'code']);
    const started = await operators.signIn({ name, password, code }, clientOf(ctx));
    await finishSignIn(ctx, attempt.client, started, (error) => {
      const seconds = retryAfter(error);
      if (seconds !== null) ctx.set('Retry-After', seconds);
      send(
        ctx,
        'Sign in',
        html`${notice(sentence(error.message), 'bad')}
        ${signInPage(base, formFields(ctx, isSecure), name, operators.providerLabel)}`,
        {
          status: STATUS_OF[error.code],
          isWrong: true,
        },
      );
    });
  }

  async function beginPasskey(ctx: HttpContext): Promise<void> {
    if ((await attemptOf(ctx)) === null) return;
    const begun = await operators.beginSignIn(clientOf(ctx));
    if (!begun.ok) return sendError(ctx, begun.error);
    send(ctx, 'Sign in with a passkey', passkeySignInPage(base, formFields(ctx, isSecure), begun.value), {
      usesScript: true,
    });
  }

  async function answerPasskey(ctx: HttpContext): Promise<void> {
    const attempt = await attemptOf(ctx);
    if (attempt === null) return;
    const [challengeId] = textsOf(attempt.form, ['challengeId']);
    const proof = { challengeId, credential: credentialIn(attempt.form) };
    const started = await operators.signInWithPasskey(proof, clientOf(ctx));
    await finishSignIn(ctx, attempt.client, started, (error) => sendError(ctx, error));
  }

  const provider = providerPages({
    ...{ core, base, isSecure, limits, send, sendError, signedIn, attemptOf, clientOf },
    open: (ctx, text) => setConsoleSession(ctx, isSecure, text),
  });

  /** A GET has no effect, so previews of a link do not use it up. */
  async function enrol(ctx: HttpContext, link: string): Promise<void> {
    const found = await operators.enrolment(link);
    if (!found.ok) {
      const text = 'The link is unknown, was used, or has expired. Ask for a new one.';
      return send(ctx, 'This link does not work', html`<p>${text}</p>`, { status: 410, isWrong: true });
    }
    const action = base + ENROL + link;
    if (ctx.method !== 'POST') return send(ctx, 'Welcome', welcomePage(action, formFields(ctx, isSecure), found.value));
    ctx.state.hasCredential = true;
    const form = await formOf(ctx);
    if (form === null || !(await mayTry(ctx, ctx.state.address))) return;
    const client = clientOf(ctx);
    await setUp(ctx, form, {
      action,
      carried: formFields(ctx, isSecure),
      account: found.value.name,
      signed: null,
      begin: (method) => operators.beginEnrolment(link, method, client),
      refused: (error) => sendError(ctx, error),
      shownAgain: (setupId) => operators.enrolmentSetup(link, setupId),
      finish: async (factor) => {
        const started = await operators.enrol(link, factor, client);
        if (started.ok) await open(ctx, started.value);
        return started;
      },
    });
  }

  /** Both steps of a setup: begin with a method, then prove the new factor. */
  async function setUp(ctx: HttpContext, form: URLSearchParams, of: Setup): Promise<void> {
    const { action, carried, account, signed } = of;
    const method = form.get('method') === 'PASSKEY' ? 'PASSKEY' : 'PASSWORD';
    const title = method === 'PASSKEY' ? 'Set up a passkey' : 'Set up a password';
    const shown = { usesScript: method === 'PASSKEY', signed };
    if (form.get('step') !== 'finish') {
      const begun = await of.begin(method);
      if (!begun.ok) return of.refused(begun.error);
      return send(ctx, title, setupPage(action, carried, begun.value, account), shown);
    }
    const [setupId, password, code, name] = textsOf(form, ['setupId', 'password', 'code', 'name']);
    const finished = await of.finish(
      method === 'PASSKEY'
        ? { method, setupId, credential: credentialIn(form), name }
        : { method, setupId, password, code },
    );
    if (finished.ok) return;
    const again = method === 'PASSWORD' ? await of.shownAgain(setupId) : null;
    if (again === null || finished.error.code !== 'INVALID_INPUT') return sendError(ctx, finished.error, { signed });
    const state = { values: {}, errors: fieldErrorsOf(finished.error) };
    send(ctx, title, setupPage(action, carried, again, account, state), { ...shown, status: 400, isWrong: true });
  }

  async function signOut(ctx: HttpContext): Promise<void> {
    const signed = await signedIn(ctx);
    if (signed === null || ctx.method !== 'POST')
      return goTo(ctx, `${base}/${signed === null ? 'sign-in' : 'account'}`);
    const form = await ownForm(ctx, signed);
    if (form === null) return;
    const done = await operators.signOut(signed, ctx.state.requestId);
    return done.ok ? close(ctx) : sendError(ctx, done.error, { signed });
  }

  function close(ctx: HttpContext): void {
    setConsoleSession(ctx, isSecure, null);
    goTo(ctx, `${base}/sign-in`);
  }

  async function ownForm(ctx: HttpContext, { csrf }: Signed): Promise<URLSearchParams | null> {
    const form = await formOf(ctx, true);
    if (form === null || isCsrf(form, csrf)) return form;
    const text = 'The form belongs to another session. Open the page again.';
    send(ctx, 'The form was not accepted', html`<p>${text}</p>`, { status: 403, isWrong: true });
    return null;
  }

  function sendScript(ctx: HttpContext): void {
    ctx.set('Cache-Control', `public, max-age=${DAY_SECONDS}`);
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.body = PASSKEY_SCRIPT;
  }

  const onlyPost = (ctx: HttpContext, serve: (ctx: HttpContext) => Promise<void>): Promise<void> | void =>
    ctx.method === 'POST' ? serve(ctx) : goTo(ctx, `${base}/sign-in`);

  const account = accountPages({
    ...{ core, base, limits, send, sendError, signedIn, ownForm, mayTry, clientOf, setUp },
    replaceSession: (ctx, text) => setConsoleSession(ctx, isSecure, text),
  });

  const pages: Readonly<Record<string, (ctx: HttpContext) => Promise<void> | void>> = {
    [PASSKEY_SCRIPT_PATH]: sendScript,
    '/sign-in': signIn,
    [PROVIDER_BEGIN]: (ctx) => onlyPost(ctx, provider.begin),
    [PROVIDER_ANSWER]: provider.answer,
    '/sign-in/passkey': (ctx) => onlyPost(ctx, beginPasskey),
    '/sign-in/passkey/answer': (ctx) => onlyPost(ctx, answerPasskey),
    '/sign-out': signOut,
    ...Object.fromEntries(
      ['', ...ACCOUNT_FORMS].map((what) => [
        `/account${what === '' ? '' : `/${what}`}`,
        (ctx: HttpContext) => account(ctx, what),
      ]),
    ),
  };

  return async (ctx: HttpContext, path: string): Promise<boolean> => {
    // A path may also be a damaged link, so the log shows none of them.
    if (path.toLowerCase().startsWith('/enrol')) ctx.state.shownPath = `${base}${ENROL}[link]`;
    const page = path.startsWith(ENROL)
      ? (given: HttpContext) => enrol(given, path.slice(ENROL.length))
      : Object.hasOwn(pages, path)
        ? pages[path]
        : undefined;
    if (page === undefined) return false;
    if (!['GET', 'HEAD', 'POST'].includes(ctx.method)) {
      ctx.set('Allow', 'GET, HEAD, POST');
      send(ctx, 'This action is not available', html`<p>Go back and try again.</p>`, { status: 405, isWrong: true });
      return true;
    }
    ctx.state.routeId = `console ${path.startsWith(ENROL) ? `${ENROL}{link}` : path}`;
    await page(ctx);
    return true;
  };
}

/** The message of an error, as a sentence on a page. */
const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
