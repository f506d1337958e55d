import type { HttpContext } from '../../kit/state.js';

/** The name of the cookie with the session's text. A `__Host-` cookie cannot be set by another host or without https. */
export const consoleCookie = (isSecure: boolean): string => cookieName(isSecure, 'corridor_console');

const cookieName = (isSecure: boolean, name: string): string => (isSecure ? `__Host-${name}` : name);

function cookieOf(ctx: HttpContext, name: string): string | null {
  const cookies = (ctx.req.headers.cookie ?? '').split(';').map((one) => one.trim());
  return cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

const cookieText = (
  isSecure: boolean,
  name: string,
  value: string,
  seconds: number | null,
  sameSite: 'Strict' | 'Lax' = 'Strict',
): string =>
  [
    `${name}=${value}`,
    'Path=/',
    ...(seconds === null ? [] : [`Max-Age=${seconds}`]),
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');

/** The text of the session in the cookie; null without one. */
export const consoleSessionOf = (ctx: HttpContext, isSecure: boolean): string | null =>
  cookieOf(ctx, consoleCookie(isSecure));

/**
 * Gives the browser the text of a session, or takes it away with null. The cookie ends with the browser; scripts cannot
 * read it, and requests that begin on other sites do not carry it.
 */
export function setConsoleSession(ctx: HttpContext, isSecure: boolean, text: string | null): void {
  ctx.append('Set-Cookie', cookieText(isSecure, consoleCookie(isSecure), text ?? '', text === null ? 0 : null));
}

const DEVICE = 'corridor_console_device';
/** As long as the browser stays known after a sign-in. */
const DEVICE_SECONDS = 90 * 86_400;

/** What the browser has kept of an earlier sign-in; null without it. It gives no access. */
export const deviceOf = (ctx: HttpContext, isSecure: boolean): string | null =>
  cookieOf(ctx, cookieName(isSecure, DEVICE));

/** Lets the browser show with its next sign-in that its operator has signed in here before. */
export function setDevice(ctx: HttpContext, isSecure: boolean, text: string): void {
  ctx.append('Set-Cookie', cookieText(isSecure, cookieName(isSecure, DEVICE), text, DEVICE_SECONDS));
}

const PROVIDER = 'corridor_console_provider';

/**
 * What binds the answer of the identity provider to this browser; null takes it away. The provider leads the browser back
 * from another site, so the cookie is sent with links from other sites. It gives no access.
 */
export function setProviderSecret(ctx: HttpContext, isSecure: boolean, text: string | null, seconds: number): void {
  const name = cookieName(isSecure, PROVIDER);
  ctx.append('Set-Cookie', cookieText(isSecure, name, text ?? '', text === null ? 0 : seconds, 'Lax'));
}

export const providerSecretOf = (ctx: HttpContext, isSecure: boolean): string =>
  cookieOf(ctx, cookieName(isSecure, PROVIDER)) ?? '';

const FORM = 'corridor_console_form';
/** As long as the host keeps what was entered. */
const FORM_SECONDS = 900;

/** Remembers which form a browser sent after its session had ended; null forgets it. The host keeps what was entered. */
export function setKeptForm(ctx: HttpContext, isSecure: boolean, id: string | null): void {
  const name = cookieName(isSecure, FORM);
  ctx.append('Set-Cookie', cookieText(isSecure, name, encodeURIComponent(id ?? ''), id === null ? 0 : FORM_SECONDS));
}

export function keptFormOf(ctx: HttpContext, isSecure: boolean): string | null {
  const value = cookieOf(ctx, cookieName(isSecure, FORM));
  return value === null || value === '' ? null : decoded(value);
}

const WANTED = 'corridor_console_page';
const WANTED_SECONDS = 600;
const LONGEST = 1_000;

/** Remembers the page that a browser without a session asked for, until it has signed in. `url`: another page. */
export function rememberPage(ctx: HttpContext, isSecure: boolean, url = ctx.method === 'GET' ? ctx.url : ''): void {
  if (url === '' || url.length > LONGEST) return;
  const value = encodeURIComponent(withoutPersons(url));
  ctx.append('Set-Cookie', cookieText(isSecure, cookieName(isSecure, WANTED), value, WANTED_SECONDS));
}

/** Filters and searches by what identifies persons, which no cookie keeps. */
const OF_PERSONS = ['q', 'name', 'email'];

function withoutPersons(url: string): string {
  const [path, query] = url.split(/\?(.*)/s);
  if (query === undefined) return url;
  const kept = query.split('&').filter((part) => !OF_PERSONS.includes(decoded(part.replace(/=.*$/s, ''))));
  return kept.length === 0 ? path! : `${path}?${kept.join('&')}`;
}

/** The remembered page of the console, which is forgotten by this; the first page of the console without one. */
export function takePage(ctx: HttpContext, isSecure: boolean, base: string): string {
  const name = cookieName(isSecure, WANTED);
  const value = cookieOf(ctx, name);
  if (value === null) return `${base}/`;
  ctx.append('Set-Cookie', cookieText(isSecure, name, '', 0));
  const path = decoded(value);
  return path.startsWith(`${base}/`) && !/[\\\s]|\/\//.test(path) ? path : `${base}/`;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
