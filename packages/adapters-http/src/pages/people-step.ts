import type { BeneficialOwnerFields, Result } from '@corridor/core';
import type { FormState } from './fields.js';
import { entered, readForm, requestOf } from './form.js';
import { knownOfOwner, peopleList, PERSON_FIELDS, personForm, sayPeople } from './people-forms.js';
import { sendRefusalPage } from './plain-pages.js';
import { after, lackingIn } from './steps.js';
import { act, actOnce, goTo, renewed, sendStep, shownErrorsOf, type Visit } from './visit.js';

const SAVED_ALREADY = 'This form has already been saved; change the saved entry in the list';
const REMOVED = 'This person was removed in the meantime';

/** The list of the people of a business, which leads on if it is complete. */
export function people(visit: Visit, isPost: boolean): void {
  const { base } = visit;
  const missing = lackingIn(visit.application, 'people').map(sayPeople);
  if (isPost && missing.length === 0) return goTo(visit.ctx, `${base}/${after(visit.application, 'people')}`);
  return sendStep(visit, 'people', peopleList(base, visit.application, isPost ? missing : []), isPost);
}

/** The form of one person: adds or changes it. */
export async function person(visit: Visit, isPost: boolean): Promise<void> {
  const { base, core } = visit;
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
