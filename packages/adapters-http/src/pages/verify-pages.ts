import {
  type Application,
  type BeneficialOwnerFields,
  type CustomerPatch,
  type DocumentFields,
  type FieldError,
  ok,
  type Result,
} from '@corridor/core';
import { Unavailable } from '@corridor/core/ports';
import { DOCUMENT_LIMITS, type HeldLink } from '@corridor/core/internal';
import { retryAfter, STATUS_OF } from '../kit/errors.js';
import type { AppPorts } from '../kit/options.js';
import { VERIFY_PATH } from '../kit/options.js';
import type { HttpContext, Next } from '../kit/state.js';
import { announcedBytes, readUpload } from '../kit/upload.js';
import type { UploadPlace, Uploads } from '../kit/uploads.js';
import { type CustomerStep, customerForm, fieldsOf, known } from './customer-forms.js';
import { documentsPage, fieldNamesOf, groupsOf, type RefusedUpload } from './document-forms.js';
import type { FormState } from './fields.js';
import { entered, readForm, requestOf } from './form.js';
import { html } from './html.js';
import { knownOfOwner, peopleList, PERSON_FIELDS, personForm, sayPeople } from './people-forms.js';
import { formField, isForeign, isOwnForm } from './form-origin.js';
import { gone, message, notAllowed, nowhere, sendRefusalPage, sendAsset, welcome } from './plain-pages.js';
import { consentIn, missingOf, reviewPage, type Status, statusOf } from './review.js';
import { sessionOf, setSession } from './session-cookie.js';
import { after, asFieldErrors, asked, firstOpen, lackingIn, STEPS, type Step } from './steps.js';
import { act, actOnce, goTo, protect, sendPage, sendStep, shownErrorsOf, shownText, type Visit } from './visit.js';

/** Path segments of the page that are not link tokens. */
const PLACES: ReadonlySet<string> = new Set([
  ...['', 'style.css', 'icon.svg', 'person', 'remove'],
  ...STEPS.INDIVIDUAL,
  ...STEPS.BUSINESS,
]);
const SAVED_ALREADY = 'This form has already been saved; change the saved entry in the list';
const REMOVED = 'This person was removed in the meantime';
const BUSY: FieldError = {
  field: 'file',
  message: 'could not be received because too many or too large files are being uploaded; try again in a moment',
};
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
    const application = await applicationOf(held);
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
      title: 'Verify your identity',
      asks: true,
      progress: null,
      platform: application.platform.name,
      body: welcome(`${base}/${token}`, application, formField(ctx, isSecure)),
    });
  }

  async function applicationOf({ link, ctx }: Pick<HeldLink, 'link' | 'ctx'>): Promise<Application | null> {
    const read = await core.commands.read(link.tenant, (reads) =>
      core.verification.application(reads, ctx, { customerId: link.customerId }),
    );
    return read.ok ? read.value : null;
  }

  async function visitOf(ctx: HttpContext): Promise<Visit | null> {
    const session = sessionOf(ctx);
    const held = session === null ? null : await core.verification.links.resume(session);
    const application = held === null ? null : await applicationOf(held);
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
          ? uploadDocument(visit)
          : sendStep(visit, 'documents', documentsPage(base, visit.application, null));
      case 'people':
        return people(visit, isPost);
      case 'review':
        return isPost ? submit(visit) : sendStep(visit, 'review', reviewPage(visit, []));
      default:
        return customerStep(visit, place as CustomerStep, isPost);
    }
  }

  /** The visit with the application as it is after the last form. */
  const renewed = async (visit: Visit): Promise<Visit> => ({
    ...visit,
    application: (await applicationOf({ link: visit.link, ctx: visit.caller })) ?? visit.application,
  });

  async function customerStep(visit: Visit, step: CustomerStep, isPost: boolean): Promise<void> {
    const { application } = visit;
    const show = (of: Visit, state: FormState): void =>
      sendStep(of, step, customerForm(base, of.application, step, state), state.errors.length > 0);
    if (!isPost) return show(visit, { values: known(application.customer), errors: [] });
    const form = await readForm(visit.ctx, null);
    if (!form.ok) return sendRefusalPage(visit.ctx, base);
    const fields = fieldsOf(application, step);
    const values = entered(form.value, fields);
    const patch = { ...requestOf(form.value, fields), id: application.customer.id } as CustomerPatch;
    const updated = await act(visit, core.customers.update, patch);
    if (!updated.ok) return show(visit, { values, errors: shownErrorsOf(updated.error) });
    const now = await renewed(visit);
    const errors = asFieldErrors(lackingIn(now.application, step));
    return errors.length > 0 ? show(now, { values, errors }) : goTo(visit.ctx, `${base}/${after(application, step)}`);
  }

  function people(visit: Visit, isPost: boolean): void {
    const missing = lackingIn(visit.application, 'people').map(sayPeople);
    if (isPost && missing.length === 0) return goTo(visit.ctx, `${base}/${after(visit.application, 'people')}`);
    return sendStep(visit, 'people', peopleList(base, visit.application, isPost ? missing : []), isPost);
  }

  async function person(visit: Visit, isPost: boolean): Promise<void> {
    const show = (owner: Parameters<typeof personForm>[1], state: FormState): void =>
      sendStep(visit, 'people', personForm(base, owner, state), state.errors.length > 0);
    if (!isPost) return show(null, { values: { ownershipPercentage: '0' }, errors: [] });
    const form = await readForm(visit.ctx, null);
    if (!form.ok) return sendRefusalPage(visit.ctx, base);
    const named = form.value.get('owner');
    const owner = visit.application.owners.find(({ id }) => id === named) ?? null;
    // The form of a deleted owner must not add the person again.
    if (named !== null && owner === null)
      return sendStep(visit, 'people', peopleList(base, visit.application, [REMOVED]), true);
    if (form.value.has('show') && owner !== null) return show(owner, { values: knownOfOwner(owner), errors: [] });
    const { ownershipPercentage: share, ...request } = requestOf(form.value, PERSON_FIELDS);
    const fields = {
      ...request,
      ...(share !== undefined && {
        ownershipPercentage: /^\d{1,3}(\.\d{1,4})?$/.test(share as string) ? Number(share) : Number.NaN,
      }),
    } as BeneficialOwnerFields;
    const { owners } = core.verification;
    const saved: Result<unknown> =
      owner === null
        ? await actOnce(visit, owners.create, { ...fields, customerId: visit.application.customer.id }, form.value)
        : await act(visit, owners.update, { ...fields, id: owner.id });
    if (saved.ok) return goTo(visit.ctx, `${base}/people`);
    if (saved.error.code === 'CONFLICT' || saved.error.code === 'REFERENCE_NOT_FOUND') {
      const now = await renewed(visit);
      const why = saved.error.code === 'CONFLICT' ? SAVED_ALREADY : REMOVED;
      return sendStep(now, 'people', peopleList(base, now.application, [why]), true);
    }
    return show(owner, { values: entered(form.value, PERSON_FIELDS), errors: shownErrorsOf(saved.error) });
  }

  async function uploadDocument(visit: Visit): Promise<void> {
    const { ctx, link, application } = visit;
    const place = uploads.reservePlace(link.id, announcedBytes(ctx.req, DOCUMENT_LIMITS.bytes));
    if (!place.ok) {
      ctx.req.resume();
      const refused: RefusedUpload = { group: groupsOf(application)[0]!.id, state: { values: {}, errors: [BUSY] } };
      sendStep(visit, 'documents', documentsPage(base, application, refused), true);
      ctx.status = STATUS_OF[place.error.code];
      return ctx.set('Retry-After', retryAfter(place.error) ?? '1');
    }
    try {
      await takeDocument(visit, place.value);
    } finally {
      await place.value.end();
    }
  }

  async function takeDocument(visit: Visit, place: UploadPlace): Promise<void> {
    const { ctx, application, caller } = visit;
    const limits = { part: 'file', bytes: DOCUMENT_LIMITS.bytes, fields: fieldNamesOf(application) };
    const upload = await readUpload(ctx.req, ctx.res, limits, async (file) => ok(await place.spool(file)));
    const group = groupsOf(application).find(({ id }) => upload.ok && id === upload.value.fields['group']);
    const show = (values: FormState['values'], errors: readonly FieldError[]): void => {
      const refused: RefusedUpload = { group: group?.id ?? groupsOf(application)[0]!.id, state: { values, errors } };
      sendStep(visit, 'documents', documentsPage(base, application, refused), true);
    };
    if (!upload.ok) return show({}, [{ field: 'file', message: 'could not be read, or is larger than 10 MB' }]);
    const { fields, errors } = upload.value;
    const file = (await upload.value.file?.load()) ?? null;
    if (errors.length > 0) {
      return show(
        {},
        errors.map((error) => ({ ...error, field: error.field.slice(error.field.lastIndexOf('.') + 1) })),
      );
    }
    const of = (name: string): string | null => fields[`${group?.id ?? ''}.${name}`]?.trim() || null;
    const { documents } = core.verification;
    const replaced = application.documents.find(({ id }) => id === fields['document']);
    if (replaced !== undefined) {
      const { documentType, side, country, documentNumber, issuingAuthority } = replaced;
      const again: DocumentFields = { documentType, side, country, documentNumber, issuingAuthority, file };
      const prepared = await documents.prepareReplacement(caller, { id: replaced.id, ...again });
      const done = prepared.ok ? await act(visit, documents.replace, prepared.value) : prepared;
      return done.ok ? goTo(ctx, `${base}/documents`) : show({}, shownErrorsOf(done.error));
    }
    const values = {
      documentType: of('documentType'),
      side: of('side'),
      country: of('country'),
      documentNumber: of('documentNumber'),
    };
    const given = file !== null && file.content.length > 0 ? file : null;
    const prepared = await documents.prepare(caller, {
      ...values,
      documentHolder: application.customer.id,
      file: given,
    });
    const done = prepared.ok ? await act(visit, documents.upload, prepared.value) : prepared;
    if (done.ok) return goTo(ctx, `${base}/documents`);
    const { documentNumber: _hidden, ...shown } = values;
    return show(
      Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, value ?? undefined])),
      shownErrorsOf(done.error),
    );
  }

  async function removeDocument(visit: Visit): Promise<void> {
    const form = await readForm(visit.ctx, null);
    const document = visit.application.documents.find(({ id }) => form.ok && id === form.value.get('document'));
    if (document !== undefined) await act(visit, core.verification.documents.delete, { id: document.id });
    goTo(visit.ctx, `${base}/documents`);
  }

  async function submit(visit: Visit): Promise<void> {
    const { ctx, application, caller, link, redirectUri } = visit;
    const form = await readForm(ctx, null);
    if (!form.ok) return sendRefusalPage(ctx, base);
    const consent = consentIn(application, form.value, caller.now, ctx.state.address);
    if (consent === 'missing') {
      return sendStep(visit, 'review', reviewPage(visit, ['Accept the terms of use']), true);
    }
    if (consent !== null) {
      const terms = await core.commands.read(link.tenant, (reads) =>
        core.customers.endUserTerms(reads, caller, undefined),
      );
      const termsVersion = terms.ok ? terms.value.version : '';
      const endUserTermsConsent = { ...consent, termsVersion };
      const patch = { id: application.customer.id, endUserTermsConsent };
      const accepted = await act(visit, core.customers.update, patch);
      // Without the consent, the link would be used up although the customer could not move money.
      if (!accepted.ok) {
        return sendStep(visit, 'review', reviewPage(visit, [shownText(accepted.error)]), true);
      }
    }
    const submitted = await act(visit, core.verification.links.submit, { linkId: link.id });
    if (!submitted.ok || submitted.value.verificationStatus === 'RESOLVE_ERRORS') {
      const now = await renewed(visit);
      const missing = missingOf(now.application);
      const problems = submitted.ok ? missing : [shownText(submitted.error)];
      return sendStep(now, 'review', reviewPage(now, problems), true);
    }
    return goTo(ctx, redirectUri ?? base);
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
