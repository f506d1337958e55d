import { type Answer, type Context, err, type IdempotencyClaim, type Result } from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import { sendAnswer, sendError } from '../kit/answers.js';
import { type DocumentsByContent, sendDocument } from '../kit/cached-documents.js';
import { checkPublicRequest, checkRequest, type RawRequest, readRequest } from './check-request.js';
import { deprecationHeaders } from '../kit/deprecation.js';
import { STATUS_OF } from '../kit/errors.js';
import { answerSeal, bodyDigest, earlierAnswer, idsOfRequest, stampDigest } from '../kit/idempotency.js';
import { sourceOf } from '../kit/client-address.js';
import { createIdentify, type Identified, permits, tooMany } from '../kit/identify.js';
import {
  AGENT,
  hasCode,
  hasSecretPath,
  type Operation,
  type PlatformOperation,
  type PublicOperation,
} from '../kit/operation.js';
import { type AppPorts, basePath, DEFAULT_HEADER_PREFIX } from '../kit/options.js';
import type { Limits } from '../kit/rate-limit.js';
import type { HttpContext } from '../kit/state.js';
import { announcedBytes } from '../kit/upload.js';
import type { UploadPlace, Uploads } from '../kit/uploads.js';

export type Handler = (ctx: HttpContext, params: Readonly<Record<string, string>>) => Promise<void>;

/** Dependencies that all request handlers of a host share. */
export interface Shared {
  readonly limits: Limits;
  readonly documents: DocumentsByContent;
  readonly uploads: Uploads;
}

/** Answered before the body is read: what a production client sends by mistake is not looked at. */
const NOT_SANDBOX = err(
  'FORBIDDEN',
  'paths below /sandbox are available in the sandbox only; use a credential of the sandbox',
);

/** Serves one operation: authentication, permission, validation, use case, response. */
export function createHandler(
  operation: Operation,
  { core, options }: AppPorts,
  { limits, documents, uploads }: Shared,
): Handler {
  const { onResponse, headerPrefix = DEFAULT_HEADER_PREFIX } = options;
  const signatureHeader = `${headerPrefix}-Wallet-Signature`.toLowerCase();
  const identify = createIdentify(core, limits);
  const shownPath = hasSecretPath(operation) ? basePath(options) + operation.path : null;
  const isGuessable = hasCode(operation);
  /** A secret for the owner of a wallet: who repeats the request has to show the owner's stamp again. */
  const isSignedSecret = operation.secretAnswer && operation.headers.includes('Wallet-Signature');
  const isOfSandbox = operation.path.startsWith('/sandbox/');
  const deprecation = operation.deprecated === null ? {} : deprecationHeaders(operation.deprecated);
  /** A public document: the same for every caller, and without a secret in its path. */
  const isDocument = operation.permission === 'none' && operation.method === 'GET' && shownPath === null;

  /**
   * A path with a code is a guess, unless the code is known. The caller who has guessed too often is refused before the
   * look-up, so that a right guess is not answered either.
   */
  async function unlessGuessing(caller: string, run: () => Promise<Result<Answer>>): Promise<Result<Answer>> {
    if (!isGuessable) return run();
    const wait = await limits.tryCode(`${operation.operationId} ${caller}`);
    if (wait > 0) return tooMany(wait);
    const result = await run();
    const isUnknown = !result.ok && STATUS_OF[result.error.code] === 404;
    if (!isUnknown) limits.knownCode(`${operation.operationId} ${caller}`);
    return result;
  }

  /**
   * Requests without a credential are limited by client address, at the rate of one token. Failed ones count as guesses,
   * as wrong credentials do.
   */
  async function answerAnybody(
    served: PublicOperation,
    ctx: HttpContext,
    params: Readonly<Record<string, string>>,
  ): Promise<Result<Answer>> {
    for (const [name, parameter] of Object.entries(served.params)) {
      if (!parameter.matches(params[name] ?? '')) return err(parameter.notFound);
    }
    const { address } = ctx.state;
    const allowed = limits.request(`${served.operationId} ${address}`);
    const wait = typeof allowed === 'number' ? allowed : await allowed;
    if (wait > 0) return tooMany(wait);
    const checked = checkPublicRequest(served, ctx, params);
    if (!checked.ok) return checked;
    const result = await unlessGuessing(sourceOf(address), () => served.run(core, checked.value));
    if (result.ok || isGuessable) return result;
    const secondsToWait = await limits.guessed(served.operationId, address);
    return secondsToWait > 0 ? tooMany(secondsToWait) : result;
  }

  async function answer(ctx: HttpContext, params: Readonly<Record<string, string>>): Promise<Result<Answer>> {
    if (operation.permission === 'none') return answerAnybody(operation, ctx, params);
    const identified = await (operation.permission === AGENT ? identify.agent : identify.token)(ctx);
    if (!identified.ok) return identified;
    const { id } = identified.value;
    ctx.state.tokenId = id;
    ctx.state.hasCredential = true;
    const allowed = limits.request(id);
    const wait = typeof allowed === 'number' ? allowed : await allowed;
    if (wait > 0) return tooMany(wait);
    const permitted = permits(core, identified.value, operation.permission);
    if (!permitted.ok) return permitted;
    if (isOfSandbox && splitTenant(identified.value.tenant).environment !== 'SANDBOX') return NOT_SANDBOX;
    if (operation.upload === null)
      return unlessGuessing(id, () => serve(operation, ctx, params, identified.value, null));
    const bytes = announcedBytes(ctx.req, operation.upload.bytes(options));
    const place = uploads.reservePlace(id, bytes);
    if (!place.ok) {
      // The body is read and discarded: a client whose connection is closed while it is sending does not see the
      // response.
      ctx.req.resume();
      return place;
    }
    try {
      return await serve(operation, ctx, params, identified.value, place.value);
    } finally {
      await place.value.end();
    }
  }

  async function serve(
    asked: PlatformOperation,
    ctx: HttpContext,
    params: Readonly<Record<string, string>>,
    { tenant, actor, id, secret }: Identified,
    place: UploadPlace | null,
  ): Promise<Result<Answer>> {
    const now = (): Context => core.context(tenant, actor, ctx.state.requestId, ctx.state.trace);
    const raw = await readRequest(asked, ctx, params, options, (upload, file) =>
      upload.receive(core, now(), file, place!),
    );
    if (!raw.ok) return raw;
    // Receiving a file can take minutes, so the context is created again with the current time.
    const stamp = isSignedSecret ? { proof: stampDigest(ctx.req.headers[signatureHeader]) } : {};
    const claim = claimOf(asked, ctx, id, secret, raw.value);
    const caller = { ctx: now(), claim: claim && { ...claim, ...stamp } };
    const checked = checkRequest(asked, ctx, caller.ctx, raw.value, signatureHeader);
    return checked.ok ? asked.run(core, caller, checked.value) : earlierAnswer(core, caller, checked.error);
  }

  return async (ctx, params) => {
    ctx.state.operation = operation;
    ctx.state.shownPath = shownPath;
    ctx.set(deprecation);
    const result = await answer(ctx, params);
    if (result.ok) {
      const { body } = result.value;
      if (isDocument && body !== '') sendDocument(ctx, await documents.of(operation.contentType, body));
      else sendAnswer(ctx, operation.contentType, result.value);
      onResponse?.(operation, result.value.status, result.value.body);
    } else {
      const body = sendError(ctx, result.error);
      onResponse?.(operation, ctx.status, body);
    }
  };
}

/** A signed retry repeats the first call except for its `Request-Id`, which makes the two different requests. */
function claimOf(
  operation: PlatformOperation,
  ctx: HttpContext,
  credential: string,
  secret: string,
  { params, idempotencyKey, identity }: RawRequest,
): IdempotencyClaim | null {
  if (idempotencyKey === null) return null;
  const signedRetry = ctx.req.headers['request-id'];
  const request = `${operation.method} ${ctx.path}`;
  return {
    credential,
    operation: signedRetry === undefined ? request : `${request} ${String(signedRetry)}`,
    key: idempotencyKey,
    bodyDigest: bodyDigest(identity, ctx.querystring),
    names: idsOfRequest(params, ctx.querystring, identity),
    seal: operation.secretAnswer ? answerSeal(secret, credential) : null,
  };
}
