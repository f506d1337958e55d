import { type Answer, err, type IdempotencyClaim, invalidFields, type Result, type Session } from '@corridor/core';
import { sendAnswer, sendError } from './answers.js';
import { basicCredential } from './basic-credential.js';
import { checkParams, checkRequest, readKey, readRequest } from './check-request.js';
import { answerSeal, bodyDigest, earlierAnswer } from './idempotency.js';
import type { Declaration, Operation, UploadOperation } from './operation.js';
import { type AppPorts, DEFAULT_CSV_BYTES } from './options.js';
import type { HttpContext } from './state.js';

export type Handler = (ctx: HttpContext, params: Readonly<Record<string, string>>) => Promise<void>;

/** Serves one operation: who asks, whether they may, what they ask, the answer. */
export function createHandler(operation: Operation, { core, options }: AppPorts): Handler {
  const { onResponse } = options;

  async function answer(ctx: HttpContext, params: Readonly<Record<string, string>>): Promise<Result<Answer>> {
    if (operation.permission === 'none') return operation.run(core);
    const credential = basicCredential(ctx.req.headers.authorization);
    const session =
      credential === null ? null : await core.platforms.authenticate(credential.username, credential.secret);
    if (credential === null || session === null) return err('UNAUTHORIZED');
    ctx.state.tokenId = session.token.id;
    if (!core.platforms.hasPermission(session.actor, operation.permission)) {
      return err('FORBIDDEN', `this needs the permission ${operation.permission}`);
    }
    if ('take' in operation) return take(operation, ctx, params, session, credential.secret);
    const raw = await readRequest(operation, ctx, params);
    if (!raw.ok) return raw;
    const { idempotencyKey: key, body } = raw.value;
    const claim = key === null ? null : claimOf(operation, ctx, session, credential.secret, key, bodyDigest(body));
    const caller = { ctx: core.context(session.tenant, session.actor, ctx.state.requestId), claim };
    const checked = checkRequest(operation, ctx, caller.ctx, raw.value);
    return checked.ok ? operation.run(core, caller, checked.value) : earlierAnswer(core, caller, checked.error);
  }

  function take(
    of: UploadOperation,
    ctx: HttpContext,
    params: Readonly<Record<string, string>>,
    session: Session,
    secret: string,
  ): Promise<Result<Answer>> {
    const named = checkParams(of, params);
    if (!named.ok) return Promise.resolve(named);
    const { idempotencyKey: key, errors } = readKey(ctx);
    if (errors.length > 0) return Promise.resolve(invalidFields(errors));
    const caller = {
      ctx: core.context(session.tenant, session.actor, ctx.state.requestId),
      claimOf: (digest: string) => (key === null ? null : claimOf(of, ctx, session, secret, key, digest)),
    };
    const { csvBytes: fileBytes = DEFAULT_CSV_BYTES } = options;
    return of.take(core, caller, { request: ctx.req, response: ctx.res, fileBytes });
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

/** A signed retry repeats its first call in everything but its `Request-Id`: the two are different requests. */
function claimOf(
  operation: Declaration,
  ctx: HttpContext,
  session: Session,
  secret: string,
  key: string,
  digest: string,
): IdempotencyClaim {
  const signedRetry = ctx.req.headers['request-id'];
  const request = `${operation.method} ${ctx.path}`;
  return {
    credential: session.token.id,
    operation: signedRetry === undefined ? request : `${request} ${String(signedRetry)}`,
    key,
    bodyDigest: digest,
    seal: operation.secretAnswer ? answerSeal(secret, session.token.id) : null,
  };
}
