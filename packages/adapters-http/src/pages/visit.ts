import { randomUUID } from 'node:crypto';
import type { Application, Context, Core, DomainError, FieldError, Result, UseCase } from '@corridor/core';
import type { KycLink } from '@corridor/core/records';
import { bodyDigest } from '../app/idempotency.js';
import type { HttpContext } from '../app/state.js';
import { documentOf, type Page } from './layout.js';
import { progressOf, type Step, titleOf } from './steps.js';
import { html, type Html } from './html.js';

/** Somebody on the way, with a link that serves this browser. */
export interface Visit {
  readonly ctx: HttpContext;
  /** Path of the page. */
  readonly base: string;
  readonly core: Core;
  readonly caller: Context;
  readonly link: KycLink;
  readonly application: Application;
}

/** Loads and sends nothing of elsewhere; the form alone may lead to where the platform wants its customer back. */
const policy = (redirectUri: string | null): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action 'self'${redirectUri === null ? '' : ` ${new URL(redirectUri).origin}`}`,
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
    body,
    progress: progressOf(visit.application, step),
    platform: visit.application.platform.name,
  });

/** After a form the browser asks for a page, so that going back or loading again sends nothing twice. */
export function goTo(ctx: HttpContext, url: string): void {
  ctx.status = 303;
  ctx.set('Location', url);
  // Of a body that is null Koa makes 204.
  ctx.body = '';
}

/** Runs a use case as the service on behalf of the customer, and takes from its output what the page needs. */
export async function act<I, O, T>(
  { core, caller }: Pick<Visit, 'core' | 'caller'>,
  useCase: UseCase<I, O>,
  input: I,
  pick: (output: O) => T,
): Promise<Result<T>> {
  let picked: { readonly value: T } | null = null;
  const render = (output: O) => {
    picked = { value: pick(output) };
    return { status: 200, body: '', remember: false };
  };
  const answer = await core.commands.run(caller, useCase, input, render, null);
  return answer.ok ? { ok: true, value: (picked as unknown as { readonly value: T }).value } : answer;
}

/** What is done once, though its form comes twice (a second click). CONFLICT: it comes with something else in it. */
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

/** The field that tells one form from another one of the same page. */
const ONCE = 'once';

export const onceField = (): Html => html`<input type="hidden" name="${ONCE}" value="${randomUUID()}" />`;

/** The fields that an error names; what names none is said of all. */
export function fieldErrorsOf(error: DomainError): readonly FieldError[] {
  const named = (error.details?.['errors'] ?? []) as readonly FieldError[];
  return named.length > 0 ? named : [{ field: '', message: error.message }];
}
