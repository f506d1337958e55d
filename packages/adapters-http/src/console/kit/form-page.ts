import {
  type ActionOutcome,
  type Fields,
  hasRole,
  type InputOf,
  ok,
  type OperatorRole,
  type OutputOf,
  type Preview,
  type Result,
  type SecondOperator,
  type TenantKey,
} from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { Bug } from '@corridor/core/ports';
import { html } from '../../pages/html.js';
import { ONCE } from '../../pages/visit.js';
import { button, type Content, notice } from './components.js';
import { csrfField } from './csrf.js';
import { type Asked, consoleFields, enteredInput, type FieldName, missingIn, namesWithout } from './declared-fields.js';
import type { Entered } from './entered.js';
import { type ConsoleField, hiddenFields } from './fields.js';
import type { Answer, PageContent, Route, RouteSpec } from './route.js';
import type { ActionName, ConsoleActions, TenantVisit, Visit } from './visit.js';
import { addressOf, CHANGE, type FormContent, formPage, type FormSpec, leading, type Leads } from './form.js';
import { effectOf, journalEntryOf, othersPart } from './effect.js';
import { moneyText } from './money.js';

type InputFor<N extends ActionName> = InputOf<ConsoleActions[N]>;
/** Reads fields of the input. What is wrong with them is in the result of `entered`. */
export type ReadFields<N extends ActionName> = <K extends keyof InputFor<N> & string>(
  ...asks: readonly (K | Asked<K>)[]
) => Pick<InputFor<N>, K>;
type Asks<N extends ActionName> = readonly (FieldName<InputFor<N>> | Asked<FieldName<InputFor<N>>>)[];

/** What the form of an action shows before anything is entered. Its fields are those that the action declares. */
export interface ActionContent<N extends ActionName> extends Omit<FormContent, 'fields'> {
  /** The fields that the form asks for, in this order; by default every field that it neither fixes nor hides. */
  readonly asks?: Asks<N>;
  /** The fields of a form that has an `input` of its own. */
  readonly fields?: readonly ConsoleField[];
}

export interface ActionFormSpec<V, P, N extends ActionName>
  extends RouteSpec<P>, Pick<FormSpec<V, P, unknown>, 'submit' | 'done'> {
  /** The name of an action of `core.operators.actions`, whose role the form requires. */
  readonly action: N;
  /** Asks for a confirmation also if the action moves no money and needs no second operator. */
  readonly confirm?: boolean;
  /** The tenant of the action; by default that of the page, or the production house tenant on a page of the host. */
  readonly tenant?: (visit: V) => TenantKey;
  /** What the form shows. An error, such as 404 for an unknown record, becomes an error page. */
  readonly prepare: (visit: V) => Promise<Result<ActionContent<N>>>;
  /** The fields of the input that the page fixes, such as the id in its path. */
  readonly fixes?: (visit: V) => Partial<InputFor<N>>;
  /** Reports what fields of this form contradict each other. */
  readonly checks?: (entered: Entered, input: InputFor<N>, visit: V) => void;
  /** Only for a form whose fields are not those of the input. `read` reads those that are. */
  readonly input?: (entered: Entered, visit: V, read: ReadFields<N>) => Result<InputFor<N>>;
  /** `output` is null if the form was sent twice and had its effect before. */
  readonly leadsTo: (
    visit: V,
    output: OutputOf<ConsoleActions[N]> | null,
    input: InputFor<N>,
  ) => Leads | Promise<Leads>;
}

/** A form of an operation outside the registry of actions. */
export interface OperationFormSpec<V, P, I, O> extends FormSpec<V, P, I> {
  readonly role: OperatorRole;
  /** Identifies the notice `done`; unique among forms. */
  readonly name: string;
  /** `once` identifies the form, so that a form which is sent twice has one effect. */
  readonly run: (visit: V, input: I, once: string) => Promise<Result<O>>;
  readonly leadsTo: (visit: V, output: O) => Leads | Promise<Leads>;
}

const CONFIRMED = 'confirmed';
/** No digest of a preview. */
const NOTHING_CONFIRMED = '';
const CHANGED = 'What the action would do has changed since you saw it. Check it again.';
const SENT_BEFORE = 'The form was sent before, and its action was carried out then. Its result is shown only once.';

/** Whether the operator may request an action: pages show a link to its form only then. */
export const mayRequest = ({ core, role }: Visit, action: ActionName): boolean =>
  hasRole(role, core.operators.actions.registry[action].role);

/**
 * A button that leads to the form of an action, if the operator may request it. `isPrimary`: it is what is usually done on
 * this page. An action that stops, refuses or gives up something is a danger everywhere.
 */
export const actionButton = (
  visit: Visit,
  action: ActionName,
  path: string,
  text: string,
  { isPrimary = false } = {},
): Content => {
  if (!mayRequest(visit, action)) return '';
  const { weight } = visit.core.operators.actions.registry[action];
  return button(path, text, weight === 'danger' ? 'danger' : isPrimary ? 'primary' : 'quiet');
};

/** The fields that an action declares for its input. */
export const fieldsOfAction = ({ core }: Visit, action: ActionName): Fields =>
  core.operators.actions.registry[action].input;

/** The prepared form of an action, with the fields of the input that it reads. */
interface ActionForm extends FormContent {
  readonly reads: readonly (string | Asked)[];
}

const tenantOf = <V extends Visit>(
  spec: { readonly tenant?: (visit: V) => TenantKey },
  visit: V,
  { tenant }: { readonly tenant?: TenantKey },
): TenantKey => tenant ?? spec.tenant?.(visit) ?? visit.place?.tenant ?? houseTenant('PRODUCTION');

/** What a form says about a second operator before it is sent; null if it needs none. */
function secondText(second: SecondOperator): string | null {
  switch (second.when) {
    case 'never':
      return null;
    case 'always':
      return 'A second operator has to approve it. Nothing happens before.';
    case 'usually':
      return 'A second operator has to approve it before anything happens, unless the next page says otherwise.';
    case 'by-input': {
      const amounts = [...second.amounts].map(([currency, amount]) => moneyText(amount, currency));
      return amounts.length === 0
        ? 'Some decisions need the approval of a second operator. The next page says whether this one does.'
        : `A second operator has to approve more than ${amounts.join(', ')}, and any amount of another currency. The next page says whether this needs it.`;
    }
  }
}

async function preparedForm<V extends Visit, P, N extends ActionName>(
  spec: ActionFormSpec<V, P, N>,
  visit: V,
): Promise<Result<ActionForm>> {
  const prepared = await spec.prepare(visit);
  if (!prepared.ok) return prepared;
  const { fields: own, asks, ...content } = prepared.value;
  const fields = fieldsOfAction(visit, spec.action);
  const hidden = Object.keys(content.hidden ?? {});
  const known = [...hidden, ...Object.keys(spec.fixes?.(visit) ?? {})];
  const asked = asks ?? namesWithout(fields, known);
  const missing = missingIn(fields, asked, known);
  if (spec.input === undefined && missing.length > 0)
    throw new Bug(`the form ${spec.path} neither asks for nor fixes ${missing.join(', ')}`);
  const second = secondText(visit.core.operators.actions.secondOperator(spec.action, tenantOf(spec, visit, content)));
  return ok({
    ...content,
    ...(second !== null && { second }),
    fields: own ?? consoleFields(fields, asked),
    reads: [...asked, ...hidden.map((name) => ({ name, required: true }))],
  });
}

/**
 * The input of an action, or the part of it that is asked for, from the fields that it declares. This is the one place
 * where what was entered gets the type of the input, because each value was read by the kind of its field and checked by
 * its rule.
 */
function inputFor<V extends Visit, P, N extends ActionName>(
  spec: ActionFormSpec<V, P, N>,
  visit: V,
  entered: Entered,
  reads: ActionForm['reads'],
): InputFor<N> {
  return enteredInput(entered, fieldsOfAction(visit, spec.action), reads, spec.fixes?.(visit) ?? {}) as InputFor<N>;
}

function actionFormOf<V extends Visit, P, N extends ActionName>(
  scope: Route['scope'],
  spec: ActionFormSpec<V, P, N>,
): Route {
  const done = { code: `${spec.action} ${spec.path}`, text: spec.done };
  const rest = { role: { ofAction: spec.action }, done };
  const formSpec: FormSpec<V, P, InputFor<N>, ActionForm> = {
    ...spec,
    prepare: (visit) => preparedForm(spec, visit),
    weight: (visit) => visit.core.operators.actions.registry[spec.action].weight ?? 'usual',
    input(entered, visit, { reads }) {
      const read = (asks: ActionForm['reads']) => inputFor(spec, visit, entered, asks);
      if (spec.input !== undefined) return spec.input(entered, visit, (...asks) => read(asks));
      const input = read(reads);
      spec.checks?.(entered, input, visit);
      return entered.result(() => input);
    },
  };
  return formPage(
    scope,
    formSpec,
    rest,
    async (visit, input, form, content) => {
      const { actions } = visit.core.operators;
      const request = { tenant: tenantOf(spec, visit, content), action: spec.action, input };
      let confirmed = form.get(CONFIRMED) ?? undefined;
      const preview = confirmed === undefined ? await actions.preview(visit.caller, request) : null;
      // The plan may refuse an action that this form has already carried out. Such a form gets its first outcome again.
      if (preview !== null && !preview.ok) confirmed = NOTHING_CONFIRMED;
      if (preview?.ok === true) {
        const asks = needsConfirmation(spec, preview.value);
        if (asks) {
          // The confirmation has an address, so that going back to it or reloading it sends no form again.
          const kept = await visit.keep(form);
          if (kept !== null) return { kind: 'leads', to: keptAddress(visit, content, kept), done: null };
          return confirmation(visit, content, form, request.tenant, preview.value);
        }
      }
      const requested: Result<ActionOutcome<OutputOf<ConsoleActions[N]>>> = await actions.request(
        visit.caller,
        { ...request, confirmed },
        form.get(ONCE)!,
      );
      if (!requested.ok) {
        const now = preview ?? (await actions.preview(visit.caller, request));
        const isOther = now.ok && confirmed !== undefined && now.value.digest !== confirmed;
        return isOther ? confirmation(visit, content, form, request.tenant, now.value) : requested.error;
      }
      const outcome = requested.value;
      const waits =
        outcome.kind === 'awaiting' ? outcome.awaiting.requestId : outcome.kind === 'repeated' ? outcome.waits : null;
      if (waits !== null) return { kind: 'leads', to: `${visit.base}/approvals/${waits}`, done: REQUESTED.code };
      const leads = (to: V, output: OutputOf<ConsoleActions[N]> | null) => spec.leadsTo(to, output, input);
      return outcome.kind === 'done'
        ? leading(visit, leads, outcome.output, done.code)
        : leading(visit, leads, null, REPEATED.code);
    },
    confirmsKept,
  );

  async function confirmsKept(visit: V, input: InputFor<N>, form: URLSearchParams, content: ActionForm) {
    const request = { tenant: tenantOf(spec, visit, content), action: spec.action, input };
    const preview = await visit.core.operators.actions.preview(visit.caller, request);
    if (!preview.ok || !needsConfirmation(spec, preview.value)) return null;
    return confirmation(visit, content, form, request.tenant, preview.value);
  }
}

/** The address of a confirmation, with the query of its form. */
const keptAddress = (visit: Visit, { query = '' }: FormContent, kept: string): string =>
  `${addressOf(visit)}${query}${query === '' ? '?' : '&'}kept=${encodeURIComponent(kept)}`;

const needsConfirmation = (spec: { readonly confirm?: boolean }, { moves, needsApproval }: Preview): boolean =>
  spec.confirm === true || moves.length > 0 || needsApproval;

/** The notice after an action that waits for a second operator. */
export const REQUESTED = {
  code: 'requested',
  text: 'The action waits for the approval of a second operator.',
} as const;

/** The notice after a form that was sent twice. */
export const REPEATED = { code: 'repeated', text: 'The form was sent before, and had its effect then.' } as const;

/** For forms whose result is shown once: what the page says to a form that was sent twice. */
export const sentBefore = (): PageContent => ({ title: 'Sent before', body: notice(SENT_BEFORE) });

async function confirmation(
  visit: Visit,
  { fields, hidden = {}, about, crumbs, query = '', second }: FormContent,
  form: URLSearchParams,
  tenant: TenantKey,
  preview: Preview,
): Promise<Answer> {
  const names = [ONCE, ...Object.keys(hidden), ...fields.map(({ name }) => name)];
  const { heading, weight } = preview.wording;
  const body = html`${form.has(CONFIRMED) && notice(CHANGED, 'bad')} ${await othersPart(visit, preview.others)}
    <section class="part" aria-labelledby="effect">
      <h2 id="effect" class="hidden">This will happen</h2>
      ${effectOf(visit, tenant, preview.wording, preview)}
      ${
        preview.needsApproval
          ? html`<p>A second operator must approve it within a day. Nothing happens before.</p>`
          : // The form has promised that this page says so.
            second !== undefined && html`<p>It needs no second operator: it is done as soon as you confirm it.</p>`
      }
      <form method="post" action="${addressOf(visit)}${query}">
        ${csrfField(visit.csrf)} ${hiddenFields(form, names)}
        <input type="hidden" name="${CONFIRMED}" value="${preview.digest}" />
        <div class="actions">
          <button class="${weight === 'danger' ? 'danger' : 'primary'}">
            ${preview.needsApproval ? 'Request the approval' : heading}
          </button>
          ${fields.length > 0 && html`<button class="quiet" name="${CHANGE}" value="yes">Change</button>`}
        </div>
      </form>
      ${await journalEntryOf(visit, tenant, preview)}
    </section>
    ${about}`;
  return { kind: 'page', content: { body, title: heading, ...(crumbs !== undefined && { crumbs }) } };
}

function operationFormOf<V extends Visit, P, I, O>(scope: Route['scope'], spec: OperationFormSpec<V, P, I, O>): Route {
  const done = { code: spec.name, text: spec.done };
  return formPage(scope, spec, { role: spec.role, done }, async (visit, input, form) => {
    const ran = await spec.run(visit, input, form.get(ONCE)!);
    return ran.ok ? leading(visit, spec.leadsTo, ran.value, spec.name) : ran.error;
  });
}

/** A form that requests an action, on a page of the whole host. */
export const houseForm = <N extends ActionName, P = Readonly<Record<never, never>>>(
  spec: ActionFormSpec<Visit<P>, P, N>,
): Route => actionFormOf('house', spec);

/** A form that requests an action, on a page of one platform. */
export const tenantForm = <N extends ActionName, P = Readonly<Record<never, never>>>(
  spec: ActionFormSpec<TenantVisit<P>, P, N>,
): Route => actionFormOf('tenant', spec);

/** A form that does something else, on a page of the whole host. */
export const houseOperation = <I, O, P = Readonly<Record<never, never>>>(
  spec: OperationFormSpec<Visit<P>, P, I, O>,
): Route => operationFormOf('house', spec);

/** A form that does something else, on a page of one platform. */
export const tenantOperation = <I, O, P = Readonly<Record<never, never>>>(
  spec: OperationFormSpec<TenantVisit<P>, P, I, O>,
): Route => operationFormOf('tenant', spec);
