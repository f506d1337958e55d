import type { HttpContext } from '../../kit/state.js';

/** The policy of pages: they load nothing from other hosts, and no page of another site shows them in a frame. */
const policy = (script: boolean): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The headers of every answer of the console. `script`: the page needs the script of the console for passkeys. */
export function protectConsole(ctx: HttpContext, { script = false } = {}): void {
  ctx.set('Content-Security-Policy', policy(script));
  ctx.set('X-Frame-Options', 'DENY');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Permissions-Policy', 'geolocation=(), microphone=(), payment=(), usb=()');
  ctx.set('X-Robots-Tag', 'noindex');
}
