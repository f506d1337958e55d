import { type Core, type DomainError, err, type Result } from '@corridor/core';
import { isUmaAddress, NOTICES_PATH, OFFERS_PATH, PAY_REQUESTS_PATH } from '@corridor/core/internal';
import { sendError } from '../../kit/answers.js';
import { ANONYMOUS_BYTES, type AnonymousBodies } from '../../kit/anonymous-bodies.js';
import { documentsByOwner, makeDocument, sendDocument } from '../../kit/cached-documents.js';
import { JSON_CONTENT } from '../../kit/declare.js';
import { sourceOf } from '../../kit/client-address.js';
import { retryAfter, STATUS_OF } from '../../kit/errors.js';
import { tooMany } from '../../kit/identify.js';
import { type AppPorts, INVITATION_PATH } from '../../kit/options.js';
import type { Limits } from '../../kit/rate-limit.js';
import type { HttpContext, Next } from '../../kit/state.js';
import { createInvitationPage } from './invitation-page.js';

type Served = Core['uma']['serve'];
type Answer = (
  serve: Served,
  ctx: HttpContext,
  to: { readonly domain: string; readonly part: string },
  from: UnknownSenders,
) => Promise<Result<string | void>>;

/** Limits requests whose sender is known by their signature only. */
interface UnknownSenders {
  readonly limits: Limits;
  readonly bodies: AnonymousBodies;
}

interface Route {
  /** Path before the parameter, such as the name of a customer; without a trailing slash the route has no parameter. */
  readonly prefix: string;
  readonly method: 'GET' | 'POST';
  /** A document: the same for every caller under a domain, for some seconds. */
  readonly isDocument?: true;
  readonly answer: Answer;
}

/** The core publishes a key change an hour before it takes effect, so a cached document is never too old. */
const KEPT_MS = 5_000;

/**
 * Answers a signed request from a sender without too many wrong signatures. One whose keys cannot be fetched counts as
 * well: each fetch costs a connection to a host that the sender has named.
 */
const withSender =
  (answer: Answer): Answer =>
  async (serve, ctx, to, from) => {
    const { limits } = from;
    const sender = `uma ${sourceOf(ctx.state.address)}`;
    const seconds = await limits.hear(sender);
    if (seconds > 0) return tooMany(seconds);
    const answered = await answer(serve, ctx, to, from);
    if (!answered.ok && isUnproven(answered.error)) limits.forged(sender);
    return answered;
  };

const isUnproven = ({ code }: DomainError): boolean =>
  STATUS_OF[code] === 401 || code === 'COUNTERPARTY_PUBKEY_FETCH_ERROR';

/** Reads the body only for a domain of this host. */
const withBody = (
  answer: (serve: Served, domain: string, part: string, body: string) => Promise<Result<string | void>>,
): Answer =>
  withSender(async (serve, ctx, { domain, part }, { bodies }) => {
    const served = await serve.answersFor(domain);
    if (!served.ok) return served;
    const body = await bodies.read(ctx, ANONYMOUS_BYTES);
    return body.ok ? answer(serve, domain, part, body.value.toString('utf8')) : body;
  });

/** The UMA protocol: requests of other institutions about the customers of this host, under a platform's domain. */
const ROUTES: readonly Route[] = [
  {
    prefix: '/.well-known/lnurlpubkey',
    method: 'GET',
    isDocument: true,
    answer: (serve, _ctx, { domain }) => serve.keys(domain),
  },
  {
    prefix: '/.well-known/uma-configuration',
    method: 'GET',
    isDocument: true,
    answer: (serve, _ctx, { domain }) => serve.configuration(domain),
  },
  {
    prefix: OFFERS_PATH,
    method: 'GET',
    answer: withSender((serve, ctx, { domain, part: name }) => serve.offer(domain, name, ctx.search)),
  },
  {
    prefix: PAY_REQUESTS_PATH,
    method: 'POST',
    answer: withBody((serve, domain, name, body) => serve.payRequest(domain, name, body)),
  },
  {
    prefix: NOTICES_PATH,
    method: 'POST',
    answer: withBody((serve, domain, id, body) => serve.notice(domain, id, body)),
  },
];

/**
 * The routes of the UMA protocol, outside the versioned API, and the invitation page. The page is served below the
 * prefix and at the root, because older invitations contain the latter address.
 */
export function createInstitutionRoutes(
  { core, options, log }: AppPorts,
  unknownSenders: UnknownSenders,
): (ctx: HttpContext, next: Next) => Promise<unknown> {
  const now = options.now ?? Date.now;
  const documents = documentsByOwner(now);
  const serveInvitation = createInvitationPage(core.uma.invitations.read, options, log);
  const invitations = [options.prefix ?? '', ''].map((prefix) => `${prefix}${INVITATION_PATH}/`);
  return async (ctx, next) => {
    const invitation = invitations.find((prefix) => ctx.path.startsWith(prefix));
    if (invitation !== undefined) {
      ctx.state.shownPath = `${invitation}…`;
      return serveInvitation(ctx, ctx.path.slice(invitation.length).replace(/\/$/, ''));
    }
    const route = ROUTES.find(({ prefix }) =>
      prefix.endsWith('/') ? ctx.path.startsWith(prefix) : ctx.path === prefix,
    );
    if (route === undefined) return next();
    if (route.prefix.endsWith('/')) ctx.state.shownPath = `${route.prefix}…`;
    ctx.set('Access-Control-Allow-Origin', '*');
    if (ctx.method !== route.method) {
      ctx.set('Allow', route.method);
      return sendError(ctx, err('METHOD_NOT_ALLOWED').error);
    }
    const domain = ctx.host.toLowerCase();
    const part = decoded(ctx.path.slice(route.prefix.length));
    // A `Host` header that is not a domain cannot be the domain of a platform.
    const isReadable = part !== null && isUmaAddress(`$x@${domain}`);
    const owner = `${route.prefix} ${domain}`;
    const kept = route.isDocument === true ? documents.get(owner) : null;
    if (kept !== null) return sendDocument(ctx, kept);
    const result = isReadable
      ? await route.answer(core.uma.serve, ctx, { domain, part }, unknownSenders)
      : err('REFERENCE_NOT_FOUND');
    if (!result.ok) return sendRefusal(ctx, result.error);
    if (route.isDocument === true && result.value !== undefined) {
      const document = await makeDocument(JSON_CONTENT, result.value);
      documents.put(owner, document, Math.min(now() + KEPT_MS, expiryOf(result.value)));
      return sendDocument(ctx, document);
    }
    ctx.status = 200;
    ctx.set('Content-Type', JSON_CONTENT);
    ctx.body = result.value ?? '{"status":"OK"}';
  };
}

/** The time after which a key document must not be used; infinite without an expiry. */
function expiryOf(text: string): number {
  const { expirationTimestamp } = JSON.parse(text) as { readonly expirationTimestamp?: unknown };
  return typeof expirationTimestamp === 'number' ? expirationTimestamp * 1000 : Number.POSITIVE_INFINITY;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The protocol's names of error codes. */
const PROTOCOL_CODES: Readonly<Record<string, string>> = {
  UMA_NOT_FOUND: 'USER_NOT_FOUND',
  MISSING_MANDATORY_USER_INFO: 'MISSING_MANDATORY_PAYER_DATA',
};

/** Errors in the form of LNURL, with the protocol's additional fields. */
function sendRefusal(ctx: HttpContext, error: DomainError): void {
  const { fields: requiredFields, supportedMajorVersions } = error.details ?? {};
  ctx.status = STATUS_OF[error.code];
  const seconds = retryAfter(error);
  if (seconds !== null) ctx.set('Retry-After', seconds);
  ctx.set('Content-Type', JSON_CONTENT);
  ctx.body = JSON.stringify({
    status: 'ERROR',
    reason: error.message,
    code: PROTOCOL_CODES[error.code] ?? error.code,
    requiredFields,
    supportedMajorVersions,
  });
}
