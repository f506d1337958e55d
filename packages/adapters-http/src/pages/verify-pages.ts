import type { Application } from '@corridor/core';
import { Unavailable } from '@corridor/core/ports';
import type { AppPorts } from '../kit/options.js';
import { VERIFY_PATH } from '../kit/options.js';
import type { HttpContext, Next } from '../kit/state.js';
import type { Uploads } from '../kit/uploads.js';
import type { CustomerStep } from './customer-forms.js';
import { customerStep } from './customer-step.js';
import { documentsPage } from './document-forms.js';
import { removeDocument, uploadDocument } from './documents-step.js';
import { readForm } from './form.js';
import { formField, isForeign, isOwnForm } from './form-origin.js';
import { html } from './html.js';
import { people, person } from './people-step.js';
import { gone, message, notAllowed, nowhere, sendAsset, sendRefusalPage, titleOf, welcome } from './plain-pages.js';
import { reviewPage, type Status, statusOf } from './review.js';
import { submit } from './review-step.js';
import { sessionOf, setSession } from './session-cookie.js';
import { asked, firstOpen, STEPS, type Step } from './steps.js';
import { applicationOf, goTo, protect, sendPage, sendStep, type Visit } from './visit.js';

/** Path segments of the page that are not link tokens. */
const PLACES: ReadonlySet<string> = new Set([
  ...['', 'style.css', 'icon.svg', 'person', 'remove'],
  ...STEPS.INDIVIDUAL,
  ...STEPS.BUSINESS,
]);
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The hosted page on which a customer verifies its identity, rendered on the server, without scripts
 * (docs/areas/verification.md). A GET request for a link has no effect; the link is used up by a click, so that mail
 * scanners and previews do not use it up (docs/decisions/0023-hosted-links-are-used-up-by-a-click.md). After the click
 * a cookie identifies the session, and no address contains a secret.
 */
export function createVerifyPages({ core, options, log }: AppPorts, uploads: Uploads) {
  const base = `${options.prefix ?? ''}${VERIFY_PATH}`;
  const isSecure = options.isSecure ?? false;

  async function landing(ctx: HttpContext, token: string): Promise<void> {
    const session = sessionOf(ctx);
    const held = await core.verification.links.find(token);
    if (held === null) {
      const begun = session === null ? null : await core.verification.links.resume(session, token);
      if (begun?.link.status === 'STARTED') return goTo(ctx, base);
      return gone(ctx, base, await core.verification.links.refusalOf(token));
    }
    const application = await applicationOf(core, held);
    if (application === null) return gone(ctx, base);
    const status = statusOf(application);
    if (status !== null) return sendStatus(ctx, application, status, held.redirectUri);
    if (ctx.method === 'POST') {
      // Another site could otherwise let the browser fill in an application of its own.
      if (isForeign(ctx)) return sendRefusalPage(ctx, base);
      ctx.state.hasCredential = true;
      const form = await readForm(ctx, null);
      if (!isOwnForm(ctx, form.ok ? form.value : new URLSearchParams(), isSecure)) return sendRefusalPage(ctx, base);
      const started = await core.verification.links.start(token);
      if (started === null) return gone(ctx, base, 'STARTED');
      setSession(ctx, base, isSecure, started.session);
      return goTo(ctx, base);
    }
    sendPage(ctx, base, 200, {
      title: titleOf(application),
      asks: true,
      progress: null,
      platform: application.platform.name,
      body: welcome(`${base}/${token}`, application, formField(ctx, isSecure)),
    });
  }

  async function visitOf(ctx: HttpContext): Promise<Visit | null> {
    const session = sessionOf(ctx);
    const held = session === null ? null : await core.verification.links.resume(session);
    const application = held === null ? null : await applicationOf(core, held);
    if (held === null || application === null) return null;
    ctx.state.hasCredential = true;
    const caller = { ...held.ctx, requestId: ctx.state.requestId, trace: ctx.state.trace };
    return { ctx, base, core, caller, link: held.link, redirectUri: held.redirectUri, application };
  }

  /** Nothing is left to do, so the page asks for nothing. */
  function sendStatus(ctx: HttpContext, { platform }: Application, status: Status, redirectUri: string | null): void {
    sendPage(ctx, base, 200, {
      title: status.title,
      progress: null,
      platform: platform.name,
      body: html`<p>${status.text}</p>
        ${redirectUri !== null && html`<p><a class="button" href="${redirectUri}">Continue</a></p>`}`,
    });
  }

  async function onTheWay(ctx: HttpContext, place: string): Promise<void> {
    const visit = await visitOf(ctx);
    if (visit === null) return gone(ctx, base);
    protect(ctx, visit.redirectUri);
    if (ctx.method === 'POST' && isForeign(ctx)) return sendRefusalPage(ctx, base);
    const status = statusOf(visit.application);
    if (status !== null) return sendStatus(ctx, visit.application, status, visit.redirectUri);
    if (visit.link.status !== 'STARTED') return gone(ctx, base, 'FINISHED');
    const steps: readonly string[] = STEPS[visit.application.customer.customerType];
    const isPost = ctx.method === 'POST';
    if (place === '')
      return goTo(ctx, `${base}/${asked(visit.application).length > 0 ? 'review' : firstOpen(visit.application)}`);
    if (place === 'person' && steps.includes('people')) return person(visit, isPost);
    if (place === 'remove' && isPost) return removeDocument(visit);
    if (!steps.includes(place)) return nowhere(ctx, base);
    switch (place as Step) {
      case 'documents':
        return isPost
          ? uploadDocument(visit, uploads)
          : sendStep(visit, 'documents', documentsPage(base, visit.application, null));
      case 'people':
        return people(visit, isPost);
      case 'review':
        return isPost ? submit(visit) : sendStep(visit, 'review', reviewPage(visit, []));
      default:
        return customerStep(visit, place as CustomerStep, isPost);
    }
  }

  return async (ctx: HttpContext, next: Next): Promise<unknown> => {
    if (ctx.path !== base && !ctx.path.startsWith(`${base}/`)) return next();
    const place = ctx.path.slice(base.length + 1).replace(/\/$/, '');
    // A path may also be a damaged link, so the log shows no unknown path.
    if (!PLACES.has(place)) ctx.state.shownPath = `${base}/[link]`;
    protect(ctx, null);
    try {
      if (place === 'style.css' || place === 'icon.svg') return sendAsset(ctx, place);
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && ctx.method !== 'POST') return notAllowed(ctx, base);
      return await (TOKEN.test(place) ? landing(ctx, place) : onTheWay(ctx, place));
    } catch (cause) {
      const away = cause instanceof Unavailable;
      log.error({ requestId: ctx.state.requestId, err: cause }, 'hosted verification page could not be served');
      return message(ctx, base, away ? 503 : 500, 'Something went wrong', 'Please try again in a moment.');
    }
  };
}
