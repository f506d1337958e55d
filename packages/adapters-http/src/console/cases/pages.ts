import { clocksOf, hostTime, platformTime } from '../kit/clocks.js';
import {
  ENVIRONMENTS,
  err,
  type Environment,
  hasRole,
  type Id,
  type Instant,
  ok,
  type Result,
  type ShownCase,
  toIso,
} from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import type { ScreeningCase, ScreeningCaseLink } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { actions, code, type Content, definitions, idText, link, linkIf, section, table } from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { actionButton, tenantForm } from '../kit/form-page.js';
import { houseList } from '../kit/list-page.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { choicesOf, wordsOf } from '../kit/words.js';
import { isMine, MINE } from '../notes/mine.js';
import { tenantNotePages } from '../notes/note-pages.js';
import { notePart } from '../notes/note-part.js';
import { caseStatus } from './screening-part.js';

const SECTION = 'Screening';
const params = { id: idOf('ScreeningCase') };
/** The forms of notes name the types of all records that have them. */
type OfCase = TenantVisit<{ readonly id: string }>;

interface Row {
  readonly case: ScreeningCase;
  readonly platform: string;
  /** What time it is on the platform. */
  readonly now: Instant;
}

const STATES = ['OPEN', 'CLOSED', 'ALL'] as const;

const list = houseList<Row>({
  servesLimited: true,
  path: '/cases',
  title: 'Cases',
  section: SECTION,
  rows: 'cases',
  isEntry: false,
  empty: ({ base }) =>
    html`No case is open. A case begins at a ${link(`${base}/screening`, 'hit')}, a payment or a customer.`,
  filters: [
    {
      name: 'status',
      label: 'Status',
      byDefault: 'OPEN',
      choices: [
        ['OPEN', 'Open'],
        ['CLOSED', 'Closed'],
        ['ALL', 'Any'],
      ],
    },
    { name: 'environment', label: 'Environment', choices: choicesOf(ENVIRONMENTS) },
    MINE,
  ],
  above: ({ base }) => html`<p>${link(`${base}/screening`, 'Hits of the screening')}</p>`,
  href: (row, { base }) => `${base}/t/${row.case.tenant}/cases/${row.case.id}`,
  columns: (visit) => [
    { title: 'Case', narrow: 'title', text: (row) => row.case.title },
    { title: 'Status', narrow: 'status', text: (row) => row.case.status, show: (row) => caseStatus(row.case) },
    {
      title: 'Platform',
      text: (row) => splitTenant(row.case.tenant).platformId,
      show: (row) =>
        html`${row.platform} <span class="hint">${wordsOf(splitTenant(row.case.tenant).environment)}</span>`,
    },
    { title: 'Opened by', text: (row) => row.case.openedBy },
    {
      title: 'Opened',
      narrow: 'note',
      text: (row) => toIso(row.case.createdAt),
      show: (row) => platformTime(visit, row.case.createdAt, row.now),
    },
    { title: 'Outcome', text: (row) => row.case.outcome ?? '', show: (row) => outcomeOf(row.case) },
    { title: 'Id', text: (row) => row.case.id, fileOnly: true },
  ],
  async read(visit, entered, page) {
    const { core, operator } = visit;
    const state = entered.optionalOneOf('status', STATES) ?? 'OPEN';
    const within = inEnvironment(entered.optionalOneOf('environment', ENVIRONMENTS));
    const isOwn = isMine(entered);
    const filter = entered.result(() => ({}));
    if (!filter.ok) return filter;
    const status = state === 'ALL' ? undefined : state;
    const found = isOwn
      ? await core.operators.notes.cases({ operatorId: operator.id, within, ...page })
      : await core.operators.screening.cases.list({ status, within, ...page });
    if (!found.ok) return found;
    const cases = found.value.data.filter((each) => status === undefined || each.status === status);
    const names = await core.operators.reads.platformNames(cases.map(({ tenant }) => tenant));
    const clockOf = await clocksOf(
      visit,
      cases.map(({ tenant }) => tenant),
    );
    return ok({
      ...found.value,
      data: cases.map((each) => ({
        case: each,
        platform: names.get(each.tenant) ?? splitTenant(each.tenant).platformId,
        now: clockOf(each.tenant),
      })),
    });
  },
});

/** The tenants of an environment; undefined for all. */
export const inEnvironment = (environment: Environment | undefined) =>
  environment === undefined
    ? undefined
    : (tenant: ScreeningCase['tenant']): boolean => splitTenant(tenant).environment === environment;

const outcomeOf = ({ outcome }: ScreeningCase): Content => (outcome === null ? '' : wordsOf(outcome));

const pathOf = ({ place, params: { id } }: OfCase): string => `${place.base}/cases/${id}`;

async function caseOf({ core, place, params: { id } }: OfCase): Promise<Result<ShownCase>> {
  const found = await core.operators.screening.cases.get(id);
  return found?.case.tenant === place.tenant ? ok(found) : err('REFERENCE_NOT_FOUND', `the case ${id} does not exist`);
}

const TYPES: Readonly<Record<string, string>> = { Screening: 'Hit', Transaction: 'Payment', Customer: 'Customer' };

async function recordsTable(visit: OfCase, links: readonly ScreeningCaseLink[]): Promise<Html> {
  const { tenant } = visit.place;
  const names = await visit.core.operators.reads.recordNames(links.map(({ subject }) => ({ tenant, id: subject })));
  return table<ScreeningCaseLink>({
    caption: 'What the case is about',
    empty: 'No record was added yet.',
    rows: links,
    href: ({ subject }) => visit.pathOf({ tenant, id: subject }),
    columns: [
      { title: 'Record', narrow: 'title', text: ({ subject }) => names.get(subject) ?? subject },
      { title: 'Kind', narrow: 'status', text: ({ subject }) => TYPES[subject.split(':')[0]!] ?? '' },
      { title: 'Id', text: ({ subject }) => subject, show: ({ subject }) => idText(subject) },
      { title: 'Added by', text: ({ addedBy }) => addedBy },
      {
        title: 'Added',
        narrow: 'note',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => hostTime(visit, createdAt),
      },
    ],
  });
}

const EXPORTS = 'ADMIN';

const page = tenantPage({
  path: '/cases/{id}',
  title: 'Case',
  section: SECTION,
  params,
  shows: 'ScreeningCase',
  async show(visit: OfCase) {
    const found = await caseOf(visit);
    if (!found.ok) return found;
    const { case: shown, links } = found.value;
    const isOpen = shown.status === 'OPEN';
    const own = pathOf(visit);
    const body = html`${definitions([
      ['Status', caseStatus(shown)],
      ['Opened by', shown.openedBy],
      ['Opened', hostTime(visit, shown.createdAt)],
      ...(shown.closedAt === null
        ? []
        : ([
            ['Outcome', outcomeOf(shown)],
            ['Reason', shown.closeReason],
            ['Closed by', shown.closedBy],
            ['Closed', hostTime(visit, shown.closedAt)],
          ] as const)),
      ['Id', code(shown.id)],
    ])}
    ${
      isOpen &&
      actions(
        actionButton(visit, 'cases.add', `${own}/add`, 'Add a record…', { isPrimary: true }),
        actionButton(visit, 'cases.close', `${own}/close`, 'Close the case…'),
      )
    }
    ${section('records', 'Records', await recordsTable(visit, links))} ${await notePart(visit, shown, own)}
    ${
      hasRole(visit.role, EXPORTS) &&
      section(
        'export',
        'Report to an authority',
        html`<p>
          An administrator writes the case with its screenings, payments and customers into a folder:
          ${code(`corridor cases export --id ${shown.id} --output FOLDER --case REFERENCE --operator FILE`)}
        </p>`,
      )
    }`;
    return ok({ title: shown.title, body, crumbs: crumbsOf(visit) });
  },
});

const crumbsOf = ({ base }: TenantVisit) => [{ path: `${base}/cases`, text: 'Cases' }];

async function shownFor(visit: OfCase) {
  const found = await caseOf(visit);
  if (!found.ok) return found;
  const { case: shown } = found.value;
  return ok({
    tenant: shown.tenant,
    about: definitions([
      ['Case', shown.title],
      ['Status', caseStatus(shown)],
    ]),
    crumbs: [...crumbsOf(visit), { path: pathOf(visit), text: shown.title }],
  });
}

const open = tenantForm({
  path: '/cases/open',
  title: 'Open a case',
  section: SECTION,
  action: 'cases.open',
  submit: 'Open the case',
  done: 'The case is open.',
  async prepare(visit: TenantVisit) {
    const { core, place, query } = visit;
    const about = query.get('about');
    if (about === null) return ok({ crumbs: crumbsOf(visit), asks: asksFor('title', 'about') });
    const id = { tenant: place.tenant, id: about };
    const name = (await core.operators.reads.recordNames([id])).get(about) ?? about;
    return ok({
      crumbs: crumbsOf(visit),
      about: definitions([['About', linkIf(visit.pathOf(id), name)]]),
      query: `?about=${encodeURIComponent(about)}`,
      hidden: { about },
      asks: asksFor('title'),
    });
  },
  leadsTo: ({ base, place }: TenantVisit, output) =>
    output === null ? `${base}/cases` : `${place.base}/cases/${output.id}`,
});

const add = tenantForm<'cases.add', { readonly id: Id<'ScreeningCase'> }>({
  path: '/cases/{id}/add',
  title: 'Add a record to the case',
  section: SECTION,
  params,
  action: 'cases.add',
  submit: 'Add the record',
  done: 'The record is in the case.',
  prepare: shownFor,
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: pathOf,
});

const close = tenantForm<'cases.close', { readonly id: Id<'ScreeningCase'> }>({
  path: '/cases/{id}/close',
  title: 'Close the case',
  section: SECTION,
  params,
  action: 'cases.close',
  confirm: true,
  submit: 'Close the case',
  done: 'The case is closed.',
  prepare: shownFor,
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: pathOf,
});

export const casePages: readonly Route[] = [
  ...list,
  page,
  open,
  add,
  close,
  ...tenantNotePages({ path: '/cases/{id}', params, section: SECTION, pathOf, shown: shownFor }),
];
