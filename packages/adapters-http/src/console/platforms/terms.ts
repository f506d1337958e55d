import { type Environment, ENVIRONMENTS, err, type Id, ok, type Result, toIso } from '@corridor/core';
import {
  changedTerms,
  chainsOf,
  corridorOf,
  houseTenant,
  lasting,
  scopeText,
  statusAt,
  TERM_NAMES,
  type TermName,
  type Terms,
  TERMS_IN_ORDER,
  type TermsContent,
  type TermsStatus,
  termsUntil,
  termText,
} from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import { actions, button, code, definitions, idText, section, status, table, time } from '../kit/components.js';
import { actionButton, houseForm, mayRequest } from '../kit/form-page.js';
import { houseList, onePage } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import { housePage, idOf, oneOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { choicesOf, wordsOf } from '../kit/words.js';

/** Terms with their state, and what they follow. */
interface Row {
  readonly terms: Terms;
  readonly state: TermsStatus;
  readonly before: TermsContent;
}

type OfTerms = Visit<{ readonly id: Id<'Terms'> }>;

const SECTION = 'Platforms';
const PATH = '/platforms/terms';
const params = { id: idOf('Terms') };
const STATES: readonly TermsStatus[] = ['COMING', 'IN_FORCE', 'PAST', 'WITHDRAWN'];
const NAMES: Readonly<Record<TermsStatus, string>> = {
  COMING: 'Coming',
  IN_FORCE: 'In force',
  PAST: 'Past',
  WITHDRAWN: 'Withdrawn',
};
const TONES = { COMING: 'busy', IN_FORCE: 'good', PAST: 'plain', WITHDRAWN: 'bad' } as const;

const shownState = (state: TermsStatus): Html => status(NAMES[state], TONES[state]);

/** The rows of an environment: what comes, what is in force, and what is over, the latest first. */
async function rowsOf({ core, now }: Visit, environment?: Environment): Promise<readonly Row[]> {
  const all = await core.operators.reads.terms(environment);
  const rows = ENVIRONMENTS.flatMap((each) =>
    [...chainsOf(all.filter((terms) => terms.environment === each)).values()].flatMap((chain) =>
      chain
        .filter(({ withdraws }) => withdraws === null)
        .map((terms) => ({ terms, state: statusAt(terms, chain, now), before: followed(terms, chain, all) })),
    ),
  );
  return rows.toSorted(
    (a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || b.terms.validFrom - a.terms.validFrom,
  );
}

/**
 * What was valid before terms in the order of their scope; before the first of a corridor, what else was in force for the
 * parts that they set.
 */
function followed(terms: Terms, chain: readonly Terms[], all: readonly Terms[]): TermsContent {
  const own = lasting(chain).findLast(({ number }) => number < terms.number);
  if (own !== undefined) return own.content;
  const until = termsUntil(terms, all);
  const set = TERMS_IN_ORDER.filter((name) => terms.content[name] !== undefined);
  return Object.fromEntries(set.map((name) => [name, until[name]]));
}

const contentText = (scope: string, content: TermsContent): string =>
  TERMS_IN_ORDER.filter((name) => content[name] !== undefined)
    .map((name) => `${TERM_NAMES[name]} ${termText(name, content, scope)}`)
    .join(', ') || 'nothing of its own';

const changeText = ({ terms: { scope, content }, before }: Row): string =>
  changedTerms(before, content)
    .map((name) => `${TERM_NAMES[name]} ${termText(name, before, scope)} → ${termText(name, content, scope)}`)
    .join(', ');

const since = ({ validFrom }: Terms): Html => (validFrom === 0 ? html`the first start` : time(validFrom));

const list = houseList<Row>({
  path: PATH,
  title: 'Terms',
  section: SECTION,
  rows: 'terms',
  isEntry: false,
  empty: 'No terms are stored. The first start of a host stores those of its settings.',
  filters: [
    { name: 'environment', label: 'Environment', choices: choicesOf(ENVIRONMENTS) },
    { name: 'state', label: 'State', choices: STATES.map((each) => [each, NAMES[each]]) },
  ],
  above: (visit) =>
    html`<p>
        Fees, spreads and limits of payments, for every platform. A change is announced to platforms, and comes into
        force after all quotes that are valid now.
      </p>
      ${actions(
        ...(mayRequest(visit, 'terms.change')
          ? ENVIRONMENTS.map((each) =>
              button(`${visit.base}${PATH}/new/${each}`, `Change terms of ${wordsOf(each)}`, 'quiet'),
            )
          : []),
      )}`,
  href: ({ terms }, { base }) => `${base}${PATH}/${terms.id}`,
  columns: [
    { title: 'Terms of', narrow: 'title', text: ({ terms }) => scopeText(terms.scope) },
    {
      title: 'Environment',
      text: ({ terms }) => terms.environment,
      narrow: 'amount',
      show: ({ terms }) => wordsOf(terms.environment),
    },
    { title: 'State', narrow: 'status', text: ({ state }) => state, show: ({ state }) => shownState(state) },
    {
      title: 'Valid from',
      narrow: 'note',
      text: ({ terms }) => toIso(terms.validFrom),
      show: ({ terms }) => since(terms),
    },
    { title: 'Content', text: ({ terms }) => contentText(terms.scope, terms.content) },
    { title: 'Change', text: changeText },
    { title: 'Id', text: ({ terms }) => terms.id, show: ({ terms }) => idText(terms.id) },
  ],
  async read(visit, entered) {
    const environment = entered.optionalOneOf('environment', ENVIRONMENTS);
    const state = entered.optionalOneOf('state', STATES);
    const checked = entered.result(() => ({ environment, state }));
    if (!checked.ok) return checked;
    const rows = await rowsOf(visit, environment);
    return onePage(rows.filter((row) => state === undefined || row.state === state));
  },
});

async function rowOf(visit: OfTerms): Promise<Result<Row>> {
  const found = (await rowsOf(visit)).find(({ terms }) => terms.id === visit.params.id);
  return found === undefined ? err('REFERENCE_NOT_FOUND', 'There are no such terms') : ok(found);
}

const shown = housePage({
  path: `${PATH}/{id}`,
  title: 'Terms',
  section: SECTION,
  params,
  shows: 'Terms',
  async show(visit) {
    const found = await rowOf(visit);
    if (!found.ok) return found;
    const { terms, state, before } = found.value;
    const { scope, content } = terms;
    const changed = new Set(changedTerms(before, content));
    const body = html`${definitions([
        ['State', shownState(state)],
        ['Environment', wordsOf(terms.environment)],
        ['Valid from', since(terms)],
        ['Reason', terms.reason],
        ['Decided by', terms.createdBy],
        ['Approved by', terms.approvedBy],
        ['Created at', time(terms.createdAt)],
        ['Id', code(terms.id)],
      ])}
      <div class="actions">
        ${actionButton(visit, 'terms.change', `${visit.base}${PATH}/${terms.id}/change`, 'Change these terms')}
        ${state === 'COMING' && actionButton(visit, 'terms.withdraw', `${visit.base}${PATH}/${terms.id}/withdraw`, 'Withdraw…')}
      </div>
      ${section(
        'content',
        'What they say',
        table<TermName>({
          caption: 'Parts of the terms',
          rows: TERMS_IN_ORDER.filter((name) => content[name] !== undefined || changed.has(name)),
          empty: 'These terms say nothing of their own.',
          columns: [
            { title: 'Part', text: (name) => TERM_NAMES[name] },
            { title: 'Before', text: (name) => termText(name, before, scope) },
            { title: 'In these terms', text: (name) => termText(name, content, scope) },
            { title: 'Changed', text: (name) => (changed.has(name) ? 'Yes' : '') },
          ],
        }),
      )}`;
    return ok({
      title: `Terms for ${scopeText(scope)}`,
      body,
      crumbs: [{ path: `${visit.base}${PATH}`, text: 'Terms' }],
    });
  },
});

/** The values of a form for the last terms of a scope, coming ones included. */
function valuesOf(scope: string, content: TermsContent): Readonly<Record<string, string>> {
  const corridor = corridorOf(scope);
  const parts = TERMS_IN_ORDER.flatMap((name): readonly (readonly [string, string])[] => {
    const value = content[name];
    if (value === undefined) return [];
    if (typeof value === 'bigint') return [[name, decimalText(value, corridor?.source ?? '')]];
    if (typeof value === 'boolean') return [[name, value ? 'REQUIRED' : 'NOT_REQUIRED']];
    return [[name, String(value)]];
  });
  const { source, destination, rail } = corridor ?? {};
  const named = Object.entries({ source, destination, rail }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries([...named, ...parts]);
}

/** What both forms of a change say. */
const aboutChange = (environment: Environment): Html =>
  html`<p>
    The terms of ${wordsOf(environment)} for one corridor, by one payment rail or by any. An empty field leaves the part
    open: it comes from the terms of the corridor for any rail, then from the general terms and the settings of the
    host. Without a corridor, the general fee changes. Amounts are in the currency that is sent.
  </p>`;

const spec = {
  section: SECTION,
  action: 'terms.change',
  confirm: true,
  submit: 'Change the terms',
  done: 'The terms were added, and platforms receive an event.',
} as const;

const leadsTo = ({ base }: Visit, output: Terms | null): string =>
  output === null ? `${base}${PATH}` : `${base}${PATH}/${output.id}`;

const add = houseForm<'terms.change', { readonly environment: Environment }>({
  ...spec,
  path: `${PATH}/new/{environment}`,
  title: 'Change terms',
  params: { environment: oneOf(ENVIRONMENTS) },
  prepare: async ({ base, params: { environment } }) =>
    ok({
      title: `Change terms of ${wordsOf(environment)}`,
      crumbs: [{ path: `${base}${PATH}`, text: 'Terms' }],
      tenant: houseTenant(environment),
      about: aboutChange(environment),
    }),
  leadsTo,
});

const change = houseForm<'terms.change', { readonly id: Id<'Terms'> }>({
  ...spec,
  path: `${PATH}/{id}/change`,
  title: 'Change the terms',
  params,
  async prepare(visit) {
    const found = await rowOf(visit);
    if (!found.ok) return found;
    const { environment, scope } = found.value.terms;
    const all = await visit.core.operators.reads.terms(environment);
    // Another change may be coming already, which this one follows.
    const last = lasting(all.filter((each) => each.scope === scope)).at(-1);
    return ok({
      title: `Change the terms for ${scopeText(scope)}`,
      crumbs: [{ path: `${visit.base}${PATH}`, text: 'Terms' }],
      tenant: houseTenant(environment),
      about: aboutChange(environment),
      values: valuesOf(scope, last?.content ?? {}),
    });
  },
  leadsTo,
});

const withdraw = houseForm({
  path: `${PATH}/{id}/withdraw`,
  title: 'Withdraw terms',
  section: SECTION,
  params,
  action: 'terms.withdraw',
  confirm: true,
  submit: 'Withdraw the terms',
  done: 'The terms were withdrawn, and platforms receive an event.',
  async prepare(visit: OfTerms) {
    const found = await rowOf(visit);
    if (!found.ok) return found;
    const { terms } = found.value;
    return ok({
      title: `Withdraw the terms for ${scopeText(terms.scope)}`,
      crumbs: [
        { path: `${visit.base}${PATH}`, text: 'Terms' },
        { path: `${visit.base}${PATH}/${terms.id}`, text: scopeText(terms.scope) },
      ],
      tenant: houseTenant(terms.environment),
      about: html`<p>They would be in force from ${time(terms.validFrom)}: ${changeText(found.value)}.</p>`,
    });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: ({ base, params: { id } }) => `${base}${PATH}/${id}`,
});

export const termsPages: readonly Route[] = [...list, add, shown, change, withdraw];
