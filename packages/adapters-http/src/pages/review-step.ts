import { readForm } from './form.js';
import { sendRefusalPage } from './plain-pages.js';
import { consentIn, missingOf, reviewPage } from './review.js';
import { act, goTo, renewed, sendStep, shownText, type Visit } from './visit.js';

/** Submits everything that was entered, with the consent to the terms if the platform requires it. */
export async function submit(visit: Visit): Promise<void> {
  const { ctx, base, core, application, caller, link, redirectUri } = visit;
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
