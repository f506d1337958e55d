import { type Answer, type Context, err, type IdempotencyClaim, type Result, type Session } from '@corridor/core';
import { sendAnswer, sendError } from './answers.js';
import { basicCredential } from './basic-credential.js';
import { checkRequest, type RawRequest, readRequest } from './check-request.js';
import { answerSeal, bodyDigest, earlierAnswer } from './idempotency.js';
import type { Operation, PlatformOperation } from './operation.js';
import { type AppPorts, DEFAULT_HEADER_PREFIX } from './options.js';
import type { Limits } from './rate-limit.js';
import type { HttpContext } from './state.js';

export type Handler = (ctx: HttpContext, params: Readonly<Record<string, string>>) => Promise<void>;

/** Serves one operation: who asks, whether they may, what they ask, the answer. */
export function createHandler(operation: Operation, { core, options }: AppPorts, limits: Limits | null): Handler {
  const { onResponse, headerPrefix = DEFAULT_HEADER_PREFIX } = options;
  const signatureHeader = `${headerPrefix}-Wallet-Signature`.toLowerCase();

  async function answer(ctx: HttpContext, params: Readonly<Record<string, string>>): Promise<Result<Answer>> {
    if (operation.permission === 'none') return operation.run(core);
    const credential = basicCredential(ctx.req.headers.authorization);
    if (credential === null) return err('UNAUTHORIZED');
    const { username, secret } = credential;
    const address = limits === null ? undefined : ctx.req.socket.remoteAddress;
    const unheard = limits?.guess(username, address) ?? 0;
    if (unheard > 0) return limited(unheard);
    const session = await core.platforms.authenticate(username, secret);
    if (session === null) {
      limits?.guessed(username, address);
      return err('UNAUTHORIZED');
    }
    ctx.state.tokenId = session.token.id;
    const wait = limits?.request(session.token.id) ?? 0;
    if (wait > 0) return limited(wait);
    if (!core.platforms.hasPermission(session.actor, operation.permission)) {
      return err('FORBIDDEN', `this needs the permission ${operation.permission}`);
    }
    const now = (): Context => core.context(session.tenant, session.actor, ctx.state.requestId);
    const raw = await readRequest(operation, ctx, params, options, (upload, file) => upload.receive(core, now(), file));
    if (!raw.ok) return raw;
    // A file may have taken minutes to come in.
    const caller = { ctx: now(), claim: claimOf(operation, ctx, session, secret, raw.value) };
    const checked = checkRequest(operation, ctx, caller.ctx, raw.value, signatureHeader);
    return checked.ok ? operation.run(core, caller, checked.value) : earlierAnswer(core, caller, checked.error);
  }

  return async (ctx, params) => {
    ctx.state.operation = operation;
    const result = await answer(ctx, params);
    if (result.ok) {
      sendAnswer(ctx, operation.contentType, result.value);
      onResponse?.(operation, result.value.status, result.value.body);
    } else {
      const body = sendError(ctx, result.error);
      onResponse?.(operation, ctx.status, body);
    }
  };
}

const limited = (seconds: number): Result<Answer> =>
  err('RATE_LIMITED', 'too many requests', { retryAfter: Math.ceil(seconds) });

/** A signed retry repeats its first call in everything but its `Request-Id`: the two are different requests. */
function claimOf(
  operation: PlatformOperation,
  ctx: HttpContext,
  session: Session,
  secret: string,
  { idempotencyKey, body }: RawRequest,
): IdempotencyClaim | null {
  if (idempotencyKey === null) return null;
  const signedRetry = ctx.req.headers['request-id'];
  const request = `${operation.method} ${ctx.path}`;
  return {
    credential: session.token.id,
    operation: signedRetry === undefined ? request : `${request} ${String(signedRetry)}`,
    key: idempotencyKey,
    bodyDigest: bodyDigest(body),
    seal: operation.secretAnswer ? answerSeal(secret, session.token.id) : null,
  };
}
