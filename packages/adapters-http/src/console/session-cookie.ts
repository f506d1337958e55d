import type { HttpContext } from '../app/state.js';

/** The name of the cookie with the session's text. A `__Host-` cookie cannot be set by another host or without https. */
export const consoleCookie = (isSecure: boolean): string => (isSecure ? '__Host-corridor_console' : 'corridor_console');

/** The text of the session in the cookie; null without one. */
export function consoleSessionOf(ctx: HttpContext, isSecure: boolean): string | null {
  const prefix = `${consoleCookie(isSecure)}=`;
  const cookies = (ctx.req.headers.cookie ?? '').split(';').map((one) => one.trim());
  return cookies.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? null;
}

/**
 * Gives the browser the text of a session, or takes it away with null. The cookie ends with the browser; scripts cannot
 * read it, and requests that begin on other sites do not carry it.
 */
export function setConsoleSession(ctx: HttpContext, isSecure: boolean, text: string | null): void {
  ctx.set(
    'Set-Cookie',
    [
      `${consoleCookie(isSecure)}=${text ?? ''}`,
      'Path=/',
      ...(text === null ? ['Max-Age=0'] : []),
      'HttpOnly',
      'SameSite=Strict',
      ...(isSecure ? ['Secure'] : []),
    ].join('; '),
  );
}
