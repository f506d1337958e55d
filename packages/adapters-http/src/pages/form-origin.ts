import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HttpContext } from '../kit/state.js';
import { html, type Html } from './html.js';

/** Where a form was sent from. `UNKNOWN`: the browser does not say, as those before 2020 to 2023 do not. */
type FormOrigin = 'OWN' | 'FOREIGN' | 'UNKNOWN';

/**
 * Compares `Sec-Fetch-Site`, `Origin` and `Referer` with the own host. Pages send no referrer, so browsers send `null` as
 * the origin of own forms too: that says nothing. `ownOrigin`: the public address, if a proxy changes `Host`.
 */
function formOriginOf(ctx: HttpContext, ownOrigin: string | null): FormOrigin {
  const { 'sec-fetch-site': site, origin, referer } = ctx.req.headers;
  const isOwn = (address: string): boolean =>
    URL.canParse(address) && (new URL(address).origin === ownOrigin || new URL(address).host === ctx.req.headers.host);
  const named = [origin, referer].filter((address) => address !== undefined && address !== 'null');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'FOREIGN';
  if (!named.every((address) => isOwn(address!))) return 'FOREIGN';
  return site !== undefined || named.length > 0 ? 'OWN' : 'UNKNOWN';
}

/** Whether a form was sent from another site, as far as the browser says. */
export const isForeign = (ctx: HttpContext, ownOrigin: string | null = null): boolean =>
  formOriginOf(ctx, ownOrigin) === 'FOREIGN';

const FIELD = 'form';
const COOKIE = 'corridor_form';
const TEXT = /^[A-Za-z0-9_-]{43}$/;
const SECRET_BYTES = 32;

const nameOf = (isSecure: boolean): string => (isSecure ? `__Host-${COOKIE}` : COOKIE);
const tokenOf = (secret: string): string => createHash('sha256').update(`form ${secret}`).digest('hex');

function secretIn(ctx: HttpContext, isSecure: boolean): string | null {
  const name = `${nameOf(isSecure)}=`;
  const cookies = (ctx.req.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const secret = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length) ?? '';
  return TEXT.test(secret) ? secret : null;
}

/**
 * The field of a form of a browser that has no session yet, so that another site cannot sign it in to an account of its
 * own. Only browsers that do not send `Sec-Fetch-Site` need it: they get a cookie with its secret.
 */
export function formFields(ctx: HttpContext, isSecure: boolean): Readonly<Record<string, string>> {
  if (ctx.req.headers['sec-fetch-site'] !== undefined) return {};
  let secret = secretIn(ctx, isSecure);
  if (secret === null) {
    secret = randomBytes(SECRET_BYTES).toString('base64url');
    const parts = [`${nameOf(isSecure)}=${secret}`, 'Path=/', 'HttpOnly', 'SameSite=Strict'];
    ctx.append('Set-Cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
  }
  return { [FIELD]: tokenOf(secret) };
}

/** As `formFields`, for a form that carries nothing else. */
export const formField = (ctx: HttpContext, isSecure: boolean): Html =>
  html`${Object.entries(formFields(ctx, isSecure)).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;

/**
 * Whether a form without a session comes from an own page: the browser says so, or the form has the token of the cookie.
 */
export function isOwnForm(
  ctx: HttpContext,
  form: URLSearchParams,
  isSecure: boolean,
  ownOrigin: string | null = null,
): boolean {
  const origin = formOriginOf(ctx, ownOrigin);
  if (origin !== 'UNKNOWN') return origin === 'OWN';
  const secret = secretIn(ctx, isSecure);
  if (secret === null) return false;
  const [given, expected] = [Buffer.from(form.get(FIELD) ?? ''), Buffer.from(tokenOf(secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
