import { type Answer, type Context, err, type IdempotencyClaim, type Result } from '@corridor/core';
import { sendAnswer, sendError } from './answers.js';
import { checkQuery, checkRequest, type RawRequest, readRequest } from './check-request.js';
import { answerSeal, bodyDigest, earlierAnswer } from './idempotency.js';
import { createIdentify, permits, tooMany } from './identify.js';
import { AGENT, hasSecretPath, type Operation, type PlatformOperation, type PublicOperation } from './operation.js';
import { type AppPorts, basePath, DEFAULT_HEADER_PREFIX } from './options.js';
import type { Limits } from './rate-limit.js';
import type { HttpContext } from './state.js';

export type Handler = (ctx: HttpContext, params: Readonly<Record<string, string>>) => Promise<void>;

/** Serves one operation: who asks, whether they may, what they ask, the answer. */
export function createHandler(operation: Operation, { core, options }: AppPorts, limits: Limits | null): Handler {
  const { onResponse, headerPrefix = DEFAULT_HEADER_PREFIX } = options;
  const signatureHeader = `${headerPrefix}-Wallet-Signature`.toLowerCase();
  const identify = createIdentify(core, limits);
  const shownPath = hasSecretPath(operation) ? basePath(options) + operation.path : null;

  /**
   * One address may ask as often as one token. What stands in the path may be a credential: it is no better guessed than
   * others.
   */
  async function answerAnybody(
    served: PublicOperation,
    ctx: HttpContext,
    params: Readonly<Record<string, string>>,
  ): Promise<Result<Answer>> {
    for (const [name, parameter] of Object.entries(served.params)) {
      if (!parameter.matches(params[name] ?? '')) return err(parameter.notFound);
    }
    const address = limits === null ? undefined : ctx.req.socket.remoteAddress;
    const wait = limits?.request(`${served.operationId} ${address ?? ''}`) ?? 0;
    const unheard = Math.max(wait, limits?.guess(served.operationId, address) ?? 0);
    if (unheard > 0) return tooMany(unheard);
    const query = checkQuery(served, ctx);
    if (!query.ok) return query;
    const result = await served.run(core, params, query.value);
    if (!result.ok) limits?.guessed(served.operationId, address);
    return result;
  }

  async function answer(ctx: HttpContext, params: Readonly<Record<string, string>>): Promise<Result<Answer>> {
    if (operation.permission === 'none') return answerAnybody(operation, ctx, params);
    const identified = await (operation.permission === AGENT ? identify.agent : identify.token)(ctx);
    if (!identified.ok) return identified;
    const { tenant, actor, id, secret } = identified.value;
    ctx.state.tokenId = id;
    const wait = limits?.request(id) ?? 0;
    if (wait > 0) return tooMany(wait);
    const permitted = permits(core, identified.value, operation.permission);
    if (!permitted.ok) return permitted;
    const now = (): Context => core.context(tenant, actor, ctx.state.requestId);
    const raw = await readRequest(operation, ctx, params, options, (upload, file) => upload.receive(core, now(), file));
    if (!raw.ok) return raw;
    // A file may have taken minutes to come in.
    const caller = { ctx: now(), claim: claimOf(operation, ctx, id, secret, raw.value) };
    const checked = checkRequest(operation, ctx, caller.ctx, raw.value, signatureHeader);
    return checked.ok ? operation.run(core, caller, checked.value) : earlierAnswer(core, caller, checked.error);
  }

  return async (ctx, params) => {
    ctx.state.operation = operation;
    ctx.state.shownPath = shownPath;
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

/** A signed retry repeats its first call in everything but its `Request-Id`: the two are different requests. */
function claimOf(
  operation: PlatformOperation,
  ctx: HttpContext,
  credential: string,
  secret: string,
  { idempotencyKey, identity }: RawRequest,
): IdempotencyClaim | null {
  if (idempotencyKey === null) return null;
  const signedRetry = ctx.req.headers['request-id'];
  const request = `${operation.method} ${ctx.path}`;
  return {
    credential,
    operation: signedRetry === undefined ? request : `${request} ${String(signedRetry)}`,
    key: idempotencyKey,
    bodyDigest: bodyDigest(identity, ctx.querystring),
    seal: operation.secretAnswer ? answerSeal(secret, credential) : null,
  };
}
