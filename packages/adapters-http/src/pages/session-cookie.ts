import { KYC_SESSION_SECONDS } from '@corridor/core/internal';
import type { HttpContext } from '../kit/state.js';

const NAME = 'corridor_verify';

/** The secret of the browser that opened the link. Scripts cannot read it, and forms of other sites do not send it. */
export function setSession(ctx: HttpContext, path: string, isSecure: boolean, secret: string): void {
  ctx.set(
    'Set-Cookie',
    [
      `${NAME}=${secret}`,
      `Path=${path}`,
      `Max-Age=${secret === '' ? 0 : KYC_SESSION_SECONDS}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ].join('; '),
  );
}

export function sessionOf(ctx: HttpContext): string | null {
  const cookies = (ctx.req.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? null;
}
