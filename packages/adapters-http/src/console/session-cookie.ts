import type { HttpContext } from '../app/state.js';

/** The name of the cookie with the session's text. A `__Host-` cookie cannot be set by another host or without https. */
export const consoleCookie = (isSecure: boolean): string => (isSecure ? '__Host-corridor_console' : 'corridor_console');

/** The text of the session in the cookie; null without one. */
export function consoleSessionOf(ctx: HttpContext, isSecure: boolean): string | null {
  const prefix = `${consoleCookie(isSecure)}=`;
  const cookies = (ctx.req.headers.cookie ?? '').split(';').map((one) => one.trim());
  return cookies.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? null;
}
