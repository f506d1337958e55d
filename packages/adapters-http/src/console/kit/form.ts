import type { DomainError, FieldError, Result, TenantKey, Weight } from '@corridor/core';
import type { FormState } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';
import { fieldErrorsOf, ONCE, onceField } from '../../pages/visit.js';
import { notice } from './components.js';
import { csrfField } from './csrf.js';
import { Entered } from './entered.js';
import { type ConsoleField, enteredValues, fieldsOf } from './fields.js';
import { type Answer, type PageContent, type Route, type RouteSpec, routeOf } from './route.js';
import type { Visit } from './visit.js';

/** What a form shows before anything is entered. */
export interface FormContent {
  readonly fields: readonly ConsoleField[];
  readonly values?: FormState['values'];
  /** Values that the form carries and sends, such as the digest of what it shows. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** What is shown above everything else before the form is sent, such as a request that waits already. */
  readonly notices?: Html;
  /** What is shown above the fields, such as the record that the form changes. */
  readonly about?: Html;
  /** Whether a second operator will have to approve what the form asks for; shown under its button. */
  readonly second?: string;
  /** What is shown below the form, such as the lines of a journal entry. */
  readonly below?: Html;
  /** The query of the address of the form that it keeps, such as `?find=ada`. */
  readonly query?: string;
  readonly title?: string;
  /** The text and the weight of the button, if what is entered before decides about them. `open`: what is entered decides. */
  readonly submit?: string;
  readonly weight?: Weight | 'open';
  /** The operator may not send the form, and what is above it says why: it has no button then. */
  readonly isClosed?: boolean;
  readonly crumbs?: PageContent['crumbs'];
  /** The tenant of the action, for a form of the host about a record of some platform. */
  readonly tenant?: TenantKey;
}

/** Where a form leads: a path of the console, with the base; or a page that is shown once, such as one with a secret. */
export type Leads = string | PageContent;

export interface FormSpec<V, P, I, C extends FormContent = FormContent> extends RouteSpec<P> {
  /** The text of the button. */
  readonly submit: string;
  /** Of the button; by default `usual`. */
  readonly weight?: (visit: V) => Weight;
  /** Shown by the page to which the form leads. */
  readonly done: string;
  /** The fields. An error, such as 404 for an unknown record, becomes an error page. */
  readonly prepare: (visit: V) => Promise<Result<C>>;
  /** The input from the fields; ends with `entered.result(…)`, which reports all wrong fields at once. */
  readonly input: (entered: Entered, visit: V, content: C) => Result<I>;
}

/** The button of a confirmation that leads back to the form. */
export const CHANGE = 'change';
const ENDED = 'Your session had ended before this form was accepted. Check what you entered, and send it again.';
const isKept = (field: ConsoleField): boolean => !('type' in field && field.type === 'password');
const NOT_READ: FieldError = { field: '', message: 'The form could not be read; go back and try again' };

/** A form: shown, shown again with its errors, or run. */
export function formPage<V extends Visit, P, I, C extends FormContent>(
  scope: Route['scope'],
  spec: FormSpec<V, P, I, C>,
  rest: Pick<Route, 'role' | 'done'>,
  run: (visit: V, input: I, form: URLSearchParams, prepared: C) => Promise<Answer | DomainError>,
  /** The confirmation of what was entered; null if nothing has to be confirmed. Has no effect. */
  confirms: (visit: V, input: I, form: URLSearchParams, prepared: C) => Promise<Answer | null> = async () => null,
): Route {
  return routeOf(scope, spec, {
    ...rest,
    takesForm: true,
    async serve(given, form) {
      const visit = given as V;
      const prepared = await spec.prepare(visit);
      if (!prepared.ok) return { kind: 'refused', error: prepared.error };
      const content = prepared.value;
      const again = (entered: URLSearchParams, errors: readonly FieldError[], text?: string): Answer =>
        shown(visit, spec, content, { values: enteredValues(entered, content.fields.filter(isKept)), errors }, text);
      if (form === null && visit.kept !== null) {
        const { form: kept, awaitsConfirmation } = visit.kept;
        if (!awaitsConfirmation) return again(kept, [], ENDED);
        const input = spec.input(new Entered(kept), visit, content);
        const asked = input.ok ? await confirms(visit, input.value, kept, content) : null;
        return asked ?? again(kept, input.ok ? [] : fieldErrorsOf(input.error));
      }
      if (form === null) return shown(visit, spec, content, { values: content.values ?? {}, errors: [] });
      const wrong = (errors: readonly FieldError[]): Answer =>
        shown(visit, spec, content, { values: enteredValues(form, content.fields), errors });
      if (form.has(CHANGE)) return wrong([]);
      if ((form.get(ONCE) ?? '') === '') return wrong([NOT_READ]);
      const input = spec.input(new Entered(form), visit, content);
      if (!input.ok) return wrong(fieldErrorsOf(input.error));
      const answer = await run(visit, input.value, form, content);
      return 'kind' in answer ? answer : wrong(errorsBeside(answer, content.fields));
    },
  });
}

/** The errors of an action; a message that begins with the name of a field is shown beside it. */
function errorsBeside(error: DomainError, fields: readonly ConsoleField[]): readonly FieldError[] {
  return fieldErrorsOf(error).map((each) => {
    const [, named = each.field, message] = /^(\w+): (.+)$/s.exec(each.field === '' ? (each.message ?? '') : '') ?? [];
    if (!fields.some(({ name }) => name === named)) return each;
    return { ...each, field: named, ...(message !== undefined && { message }) };
  });
}

export const addressOf = (visit: Visit): string => `${visit.place?.base ?? visit.base}${visit.path}`;

/** The form of an open decision does not look like either of them; the confirmation does. */
const BUTTONS: Readonly<Record<Weight | 'open', string>> = { usual: 'primary', danger: 'danger', open: 'quiet' };

/** Says which fields are required; nothing in a form that requires none. */
const aboutRequired = (fields: readonly ConsoleField[]): Html =>
  fields.some(({ isOptional, many }) => isOptional !== true && many !== true)
    ? html`<p class="hint">A field is required unless it says that it is optional.</p>`
    : html``;

function shown<V extends Visit>(
  visit: V,
  spec: Pick<FormSpec<V, unknown, unknown>, 'submit' | 'weight'>,
  {
    submit = spec.submit,
    weight = spec.weight?.(visit) ?? 'usual',
    fields,
    hidden = {},
    about,
    below,
    title,
    crumbs,
    query = '',
    notices,
    second,
    isClosed = false,
  }: FormContent,
  state: FormState,
  text?: string,
): Answer {
  const body = html`${text !== undefined && notice(text)} ${notices} ${about}
    <form class="${fields.length > 0 ? 'card' : 'plain'}" method="post" action="${addressOf(visit)}${query}">
      ${csrfField(visit.csrf)} ${onceField()}
      ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${aboutRequired(fields)} ${fieldsOf(state, fields)}
      ${!isClosed && html`<div class="actions"><button class="${BUTTONS[weight]}">${submit}</button></div>`}
      ${second !== undefined && html`<p class="hint">${second}</p>`}
    </form>
    ${below}`;
  const content = { body, ...(title !== undefined && { title }), ...(crumbs !== undefined && { crumbs }) };
  return { kind: 'page', content, isWrong: state.errors.length > 0 };
}

/** The page to which a form leads. */
export async function leading<V extends Visit, O>(
  visit: V,
  leads: (visit: V, output: O) => Leads | Promise<Leads>,
  output: O,
  done: string,
): Promise<Answer> {
  const to = await leads(visit, output);
  return typeof to === 'string' ? { kind: 'leads', to, done } : { kind: 'page', content: to };
}
