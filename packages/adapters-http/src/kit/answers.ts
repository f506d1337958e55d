import type { Answer, DomainError } from '@corridor/core';
import { JSON_CONTENT } from './declare.js';
import { errorBody, retryAfter, STATUS_OF } from './errors.js';
import { AGENT } from './operation.js';
import type { HttpContext } from './state.js';

const BASIC = 'Basic realm="corridor", charset="UTF-8"';
const BEARER = 'Bearer realm="corridor"';

/** Sends a stored response byte for byte. */
export function sendAnswer(ctx: HttpContext, contentType: string, answer: Answer): void {
  if (answer.replayed) ctx.set('Idempotent-Replayed', 'true');
  ctx.status = answer.status;
  if (answer.body === '') {
    ctx.body = null;
    return;
  }
  ctx.set('Content-Type', contentType);
  ctx.body = answer.body;
}

/** Sends an error with the status of its code, and with `Retry-After` if the same request can succeed later. */
export function sendError(ctx: HttpContext, error: DomainError): string {
  const status = STATUS_OF[error.code];
  const body = errorBody(error, ctx.state.requestId);
  ctx.status = status;
  ctx.set('Content-Type', JSON_CONTENT);
  if (status === 401) ctx.set('WWW-Authenticate', ctx.state.operation?.permission === AGENT ? BEARER : BASIC);
  const seconds = retryAfter(error);
  if (seconds !== null) ctx.set('Retry-After', seconds);
  ctx.body = body;
  return body;
}
