import type { CustomerPatch } from '@corridor/core';
import { type CustomerStep, customerForm, fieldsOf, known } from './customer-forms.js';
import type { FormState } from './fields.js';
import { entered, readForm, requestOf } from './form.js';
import { sendRefusalPage } from './plain-pages.js';
import { after, asFieldErrors, lackingIn } from './steps.js';
import { act, goTo, renewed, sendStep, shownErrorsOf, type Visit } from './visit.js';

/** A form about the customer itself: shows it, or saves what was entered. */
export async function customerStep(visit: Visit, step: CustomerStep, isPost: boolean): Promise<void> {
  const { application, base, core } = visit;
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
