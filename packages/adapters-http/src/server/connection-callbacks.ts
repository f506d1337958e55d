import type { IncomingHttpHeaders } from 'node:http';
import { type DomainError, err } from '@corridor/core';
import type { RailCallbackAnswer } from '@corridor/core/ports';
import { sendError } from '../kit/answers.js';
import type { AnonymousBodies } from '../kit/anonymous-bodies.js';
import { sourceOf } from '../kit/client-address.js';
import { JSON_CONTENT } from '../kit/declare.js';
import { tooMany } from '../kit/identify.js';
import type { AppPorts } from '../kit/options.js';
import type { Limits } from '../kit/rate-limit.js';
import type { HttpContext, Next } from '../kit/state.js';

const PATH = /^\/(rails|kyc|screening|cards)\/([a-z0-9-]{1,40})\/callbacks(?:\/(.*))?$/;
const CARD_CALLBACK = /^\/cards\/[^/]*\/callbacks(?:\/|$)/;

/** The sections of the connections file whose connections take callbacks, as metrics and answers name them. */
const SECTIONS = {
  rails: { area: 'rails', routeId: 'railCallback', called: 'rail' },
  kyc: { area: 'kyc', routeId: 'kycCallback', called: 'KYC provider' },
  screening: { area: 'screening', routeId: 'screeningCallback', called: 'screening provider' },
  cards: { area: 'cardProcessors', routeId: 'cardCallback', called: 'card processor' },
} as const;
type Section = keyof typeof SECTIONS;

/** Seconds after which the sender repeats a callback that could not be handled. */
const LATER = '1';

/**
 * `POST /{section}/{name}/callbacks/…`: requests of banks and providers, which the connection verifies. The path, the
 * headers and the body are never logged, because they can contain secrets and data of payers. The connection and the
 * path are looked up before the body is read, and a sender with too many wrong signatures is refused before that.
 */
export function createConnectionCallbacks(
  { core }: AppPorts,
  { limits, bodies }: { readonly limits: Limits; readonly bodies: AnonymousBodies },
): (ctx: HttpContext, next: Next) => Promise<unknown> {
  return async (ctx, next) => {
    const section = sectionOf(ctx.path);
    if (section === null) return next();
    // An unknown path may be a misspelt one that contains a secret.
    ctx.state.shownPath = `/${section}/…`;
    const [, , name, path = ''] = PATH.exec(ctx.path) ?? [];
    if (name === undefined) return next();
    const { area, routeId } = SECTIONS[section];
    ctx.state.routeId = routeId;
    ctx.state.shownPath = `/${section}/${name}/callbacks/…`;
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      return sendError(ctx, err('METHOD_NOT_ALLOWED').error);
    }
    const bytes = core[area].callbackBytes(name, path);
    if (bytes === null) return sendError(ctx, unknownCallback(section, name));
    const sender = `callback ${name} ${sourceOf(ctx.state.address)}`;
    const seconds = await limits.hear(sender);
    const refused = tooMany(seconds);
    if (seconds > 0 && !refused.ok) return sendError(ctx, refused.error);
    const body = await bodies.read(ctx, bytes);
    if (!body.ok) return sendError(ctx, body.error);
    const answer = await core[area].callback(name, { path, headers: textsOf(ctx.req.headers), body: body.value });
    if (answer === null) return sendError(ctx, unknownCallback(section, name));
    if (answer.status === 401) limits.forged(sender);
    if (answer.status === 503) ctx.set('Retry-After', LATER);
    sendAnswer(ctx, answer);
  };
}

function sendAnswer(ctx: HttpContext, { status, message, signed }: RailCallbackAnswer): void {
  if (signed !== undefined) {
    ctx.set({ ...signed.headers, 'Content-Type': JSON_CONTENT });
    ctx.body = signed.body;
  } else if (message === null) {
    ctx.body = null;
  } else {
    ctx.set('Content-Type', JSON_CONTENT);
    ctx.body = JSON.stringify({ message });
  }
  ctx.status = status;
}

/** Without a base path, the API has the cards of platforms below `/cards/` too. */
const sectionOf = (path: string): Section | null =>
  (Object.keys(SECTIONS) as Section[]).find((section) =>
    section === 'cards' ? CARD_CALLBACK.test(path) : path.startsWith(`/${section}/`),
  ) ?? null;

const unknownCallback = (section: Section, name: string): DomainError =>
  err('REFERENCE_NOT_FOUND', `no ${SECTIONS[section].called} ${name} takes callbacks at this path`).error;

const textsOf = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, typeof value === 'string' ? value : value.join(', ')]),
  );
