import { randomUUID } from 'node:crypto';
import {
  type Application,
  type Context,
  type Core,
  type DomainError,
  type FieldError,
  type Result,
  runUseCase,
  type UseCase,
} from '@corridor/core';
import type { KycLink } from '@corridor/core/records';
import { bodyDigest } from '../kit/idempotency.js';
import type { HttpContext } from '../kit/state.js';
import { documentOf, type Page } from './layout.js';
import { progressOf, type Step, titleOf } from './steps.js';
import { html, type Html } from './html.js';

/** A request of a browser with an open session. */
export interface Visit {
  readonly ctx: HttpContext;
  /** Path of the page. */
  readonly base: string;
  readonly core: Core;
  readonly caller: Context;
  readonly link: KycLink;
  /** Where the page leads in the end. */
  readonly redirectUri: string | null;
  readonly application: Application;
}

/** An origin, or the scheme of an app: what a policy can allow of an address. */
const sourceOf = (uri: string): string => /^(?:https?:\/\/[^/?#]+|[^:]+:)/.exec(uri)?.[0] ?? '';

/** The page loads nothing from other hosts. Its forms may only redirect to the platform's `redirectUri`. */
const policy = (redirectUri: string | null): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action 'self'${redirectUri === null ? '' : ` ${sourceOf(redirectUri)}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export function protect(ctx: HttpContext, redirectUri: string | null): void {
  ctx.set('Content-Security-Policy', policy(redirectUri));
  ctx.set('X-Frame-Options', 'DENY');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Permissions-Policy', 'geolocation=(), microphone=(), payment=(), usb=()');
  ctx.set('X-Robots-Tag', 'noindex');
}

export function sendPage(ctx: HttpContext, base: string, status: number, page: Page): void {
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = documentOf(base, page);
}

export const sendStep = (visit: Visit, step: Step, body: Html, isWrong = false): void =>
  sendPage(visit.ctx, visit.base, isWrong ? 400 : 200, {
    title: titleOf(step),
    isWrong,
    asks: true,
    body,
    progress: progressOf(visit.application, step),
    platform: visit.application.platform.name,
  });

/** Redirects to a page after a form, so that going back or reloading does not send the form again. */
export function goTo(ctx: HttpContext, url: string): void {
  ctx.status = 303;
  ctx.set('Location', url);
  // With a null body, Koa would send status 204.
  ctx.body = '';
}

export async function applicationOf(
  core: Core,
  { link, ctx }: { readonly link: KycLink; readonly ctx: Context },
): Promise<Application | null> {
  const read = await core.commands.read(link.tenant, (reads) =>
    core.verification.application(reads, ctx, { customerId: link.customerId }),
  );
  return read.ok ? read.value : null;
}

/** The visit with the application as it is after the last form. */
export const renewed = async (visit: Visit): Promise<Visit> => ({
  ...visit,
  application: (await applicationOf(visit.core, { link: visit.link, ctx: visit.caller })) ?? visit.application,
});

/** Runs a use case as the service for the customer. */
export const act = <I, O>(
  { core, caller }: Pick<Visit, 'core' | 'caller'>,
  useCase: UseCase<I, O>,
  input: I,
): Promise<Result<O>> => runUseCase(core.units, caller, useCase, input);

/**
 * Runs a use case once per form, even if the form is sent twice by a second click. CONFLICT if the second form has
 * other content.
 */
export function actOnce<I, O>(
  { core, caller, link }: Visit,
  useCase: UseCase<I, O>,
  input: I,
  form: URLSearchParams,
): Promise<Result<unknown>> {
  const key = form.get(ONCE);
  const render = () => ({ status: 200, body: '', remember: true });
  const claim = { credential: link.id, operation: 'form', bodyDigest: bodyDigest(Buffer.from(form.toString())) };
  return core.commands.run(caller, useCase, input, render, key === null ? null : { ...claim, key, seal: null });
}

/** The field whose value identifies a form. */
export const ONCE = 'once';

export const onceField = (): Html => html`<input type="hidden" name="${ONCE}" value="${randomUUID()}" />`;

/** The field errors of an error; an error without fields becomes one for the whole form. */
export function fieldErrorsOf(error: DomainError): readonly FieldError[] {
  const named = (error.details?.['errors'] ?? []) as readonly FieldError[];
  return named.length > 0 ? named : [{ field: '', message: error.message }];
}

const STOPPED: ReadonlySet<DomainError['code']> = new Set(['USER_BLOCKED', 'USER_NOT_READY']);
const NOT_NOW = 'This is not possible at the moment. Please contact the company that sent you here';

/** What a customer reads of an error. One sentence for every cause that stops a customer, because a block may be secret. */
export const shownText = ({ code, message }: DomainError): string => (STOPPED.has(code) ? NOT_NOW : message);

/** `fieldErrorsOf`, for customers. */
export const shownErrorsOf = (error: DomainError): readonly FieldError[] =>
  STOPPED.has(error.code) ? [{ field: '', message: NOT_NOW }] : fieldErrorsOf(error);
