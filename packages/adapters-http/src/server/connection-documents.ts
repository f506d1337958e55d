import { err } from '@corridor/core';
import { sendError } from '../kit/answers.js';
import { sourceOf } from '../kit/client-address.js';
import { tooMany } from '../kit/identify.js';
import type { AppPorts } from '../kit/options.js';
import type { Limits } from '../kit/rate-limit.js';
import type { HttpContext, Next } from '../kit/state.js';

const PATH = /^\/kyc\/([a-z0-9-]{1,40})\/documents\/([^/]{1,200})$/;

/**
 * `GET /kyc/{name}/documents/{token}`: a KYC provider fetches a document from the one-time address that it was given. The
 * token is never logged, and a sender who guesses too often is refused.
 */
export function createConnectionDocuments(
  { core }: AppPorts,
  { limits }: { readonly limits: Limits },
): (ctx: HttpContext, next: Next) => Promise<unknown> {
  return async (ctx, next) => {
    const [, name, token] = PATH.exec(ctx.path) ?? [];
    if (name === undefined || token === undefined) return next();
    ctx.state.routeId = 'kycDocument';
    ctx.state.shownPath = `/kyc/${name}/documents/…`;
    if (ctx.method !== 'GET') {
      ctx.set('Allow', 'GET');
      return sendError(ctx, err('METHOD_NOT_ALLOWED').error);
    }
    const sender = `document ${name} ${sourceOf(ctx.state.address)}`;
    const seconds = await limits.hear(sender);
    const refused = tooMany(seconds);
    if (seconds > 0 && !refused.ok) return sendError(ctx, refused.error);
    const content = await core.kyc.document(name, token);
    if (content === null) {
      limits.forged(sender);
      return sendError(ctx, UNKNOWN);
    }
    // The content comes from a customer: a browser must neither show nor keep it.
    ctx.set('Content-Type', 'application/octet-stream');
    ctx.set('Content-Disposition', 'attachment');
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cache-Control', 'no-store');
    ctx.body = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  };
}

const UNKNOWN = err('REFERENCE_NOT_FOUND', 'the address is unknown, was used, or has expired; ask for new ones').error;
