import { err, type FailedWorkOfRail, instant, type Instant, ok, type Result, toIso } from '@corridor/core';
import { type ComparedHolding, houseTenant } from '@corridor/core/internal';
import type { Rail, RailAction, RailConnection, RailRelease } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';
import { attemptsTable } from '../kit/attempts.js';
import { clocksOf } from '../kit/clocks.js';
import {
  code,
  type Content,
  definitions,
  emptyState,
  link,
  money,
  notice,
  section,
  status,
  table,
  timeWithAge,
} from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { houseForm, mayRequest } from '../kit/form-page.js';
import { houseList, onePage } from '../kit/list-page.js';
import { anyText, housePage, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { asked, type Connected, connectedAs, everyConnected } from './connections.js';
import { treasuryPages } from './treasury.js';

type OfRail<P = object> = Visit<{ readonly name: string } & P>;

/** The address of a connection, which exists. */
const ownPath = ({ base }: Visit, name: string): string => `${base}/rails/${encodeURIComponent(name)}`;

/** The state of a connection as an operator reads it. */
const STATES = {
  WELL: { text: 'WORKS', tone: 'good' },
  PROBLEMS: { text: 'HAS PROBLEMS', tone: 'bad' },
  UNREACHED: { text: 'NOT REACHED', tone: 'bad' },
  BUNDLED: { text: 'BUNDLED', tone: 'plain' },
  UNKNOWN: { text: 'NOT ASKED YET', tone: 'plain' },
} as const;

function stateOf({ connection, report }: Connected): (typeof STATES)[keyof typeof STATES] {
  if (connection === null) return STATES.BUNDLED;
  if (report === null) return STATES.UNKNOWN;
  if (!report.isReachable) return STATES.UNREACHED;
  return report.problems.length > 0 ? STATES.PROBLEMS : STATES.WELL;
}

/** A time with its age; a dash without one. */
const aged = (at: Instant | null, now: Instant): Content => (at === null ? '–' : timeWithAge(at, now));

const isoOf = (at: Instant | null): string => (at === null ? '' : toIso(at));

const backlogOf = ({ report }: Connected): number =>
  Object.values(report?.backlog ?? {}).reduce((sum, count) => sum + count, 0);

const list = houseList<Connected>({
  path: '/rails',
  title: 'Rails',
  section: 'Rails',
  rows: 'rails',
  empty: 'There are no rails.',
  href: ({ name }, visit) => ownPath(visit, name),
  above: ({ base }) =>
    html`<p>
      Connections to banks, providers and chains, in the order in which payments choose them; bundled rails come last.
      ${link(`${base}/treasury`, 'The money of the service')} is on its own page.
    </p>`,
  columns: (visit) => [
    { title: 'Connection', narrow: 'title', text: ({ name }) => name },
    {
      title: 'Environment',
      narrow: 'amount',
      text: ({ environment }) => environment,
      show: ({ environment }) => wordsOf(environment),
    },
    {
      title: 'State',
      narrow: 'status',
      text: (each) => stateOf(each).text,
      show: (each) => status(stateOf(each).text, stateOf(each).tone),
    },
    {
      title: 'Last exchange',
      narrow: 'note',
      text: ({ report }) => isoOf(report?.lastExchangeAt ?? null),
      show: ({ report }) => aged(report?.lastExchangeAt ?? null, visit.now),
    },
    { title: 'Backlog', isNumber: true, text: (each) => (each.report === null ? '' : String(backlogOf(each))) },
    {
      title: 'Problems',
      isNumber: true,
      text: ({ report }) => (report === null ? '' : String(report.problems.length)),
    },
    { title: 'Rails', text: ({ rails }) => rails.map(({ name }) => name).join(', ') },
  ],
  read: async (visit) => onePage(await everyConnected(visit)),
});

async function named(visit: OfRail): Promise<Result<Connected>> {
  const found = await connectedAs(visit, visit.params.name);
  return found === null ? err('REFERENCE_NOT_FOUND', `There is no rail ${visit.params.name}`) : ok(found);
}

function conditionPart({ connection, report }: Connected): Html {
  if (connection === null)
    return section('state', 'State', emptyState('A bundled rail exchanges nothing with another program.'));
  if (report === null)
    return section('state', 'State', emptyState('The connection has not been asked yet. Reload the page in a moment.'));
  const { problems, backlog } = report;
  return html`${section(
    'problems',
    'Problems',
    problems.length === 0
      ? emptyState('The connection reports no problem.')
      : html`<ul class="problems">
          ${problems.map((problem) => html`<li>${problem}</li>`)}
        </ul>`,
  )}
  ${section(
    'backlog',
    'Backlog',
    table({
      caption: 'What waits',
      rows: Object.entries(backlog),
      empty: 'Nothing waits in the connection itself.',
      columns: [
        { title: 'What waits', text: ([item]) => item },
        { title: 'Number', isNumber: true, text: ([, count]) => String(count) },
      ],
    }),
  )}`;
}

const listed = (values: readonly string[]): Html =>
  values.length === 0
    ? html`–`
    : html`${values.map((value, index) => html`${index > 0 && ', '}<span>${value}</span>`)}`;

function capabilitiesPart({ rails }: Connected): Html {
  const verbs = ({ capabilities: can }: Rail): string =>
    [
      ...(can.push ? ['pays'] : []),
      ...(can.pull ? ['collects'] : []),
      ...(can.receive ? ['receives'] : []),
      ...(can.cancellable ? ['can cancel'] : []),
    ].join(', ') || 'moves no money';
  return section(
    'capabilities',
    'What it can do',
    table<Rail>({
      caption: 'Rails of this connection',
      rows: rails,
      empty: 'The connection has no rails.',
      columns: [
        { title: 'Rail', text: ({ name }) => name },
        { title: 'Moves', text: verbs },
        { title: 'Currencies', text: () => '', show: ({ capabilities }) => listed(capabilities.currencies) },
        { title: 'Account types', text: () => '', show: ({ capabilities }) => listed(capabilities.accountTypes) },
        { title: 'Payment rails', text: () => '', show: ({ capabilities }) => listed(capabilities.paymentRails) },
      ],
    }),
  );
}

/** What a connection holds, beside the ledger. */
export const holdingsTable = (rows: readonly ComparedHolding[], empty: string): Html =>
  table<ComparedHolding>({
    caption: 'What rails hold beside the ledger',
    rows,
    empty,
    columns: [
      { title: 'Rail', narrow: 'title', text: ({ rail }) => rail },
      { title: 'Read at', narrow: 'note', text: ({ asOf }) => asOf ?? '' },
      {
        title: 'It holds',
        narrow: 'amount',
        isNumber: true,
        text: () => '',
        show: ({ amount, currency }) => money(amount, currency),
      },
      {
        title: 'Not reported yet',
        isNumber: true,
        text: () => '',
        show: ({ untold, currency }) => money(untold, currency),
      },
      {
        title: 'The ledger has',
        isNumber: true,
        text: () => '',
        show: ({ ledger, currency }) => money(ledger, currency),
      },
      {
        title: 'Unexplained',
        narrow: 'status',
        isNumber: true,
        text: () => '',
        show: ({ difference, currency }) =>
          difference === 0n ? status('EVEN', 'good') : html`<strong>${money(difference, currency)}</strong>`,
      },
    ],
  });

const totalsOf = ({ totals }: RailRelease): Html =>
  html`${Object.entries(totals).map(([currency, total]) => html`<div>${money(total, currency)}</div>`)}`;

const MOST_ATTEMPTS = 20;

/** The newest failed work on this connection, of at most 200 of the environment. */
const failedOn = ({ core }: OfRail, { environment, rails }: Connected): Promise<readonly FailedWorkOfRail[]> =>
  core.operators.reads.failedAttemptsOn(
    environment,
    rails.map(({ name }) => name),
  );

/** How much work the service tries again on this connection, which the backlog of the connection does not have. */
function waitingPart(visit: OfRail, failed: readonly FailedWorkOfRail[]): Html {
  const waiting = failed.filter(({ isRetried }) => isRetried);
  if (waiting.length === 0) return html``;
  const count = new Set(waiting.map(({ subject }) => subject)).size;
  const oldest = instant(Math.min(...waiting.map(({ createdAt }) => createdAt)));
  return section(
    'waiting',
    'Waiting for this rail',
    html`<p>
      ${count === 1 ? '1 record waits, such as a payment' : `${count} records wait, such as payments`}: an attempt on
      this rail failed and is tried again. The oldest has waited since ${timeWithAge(oldest, visit.now)}
    </p>`,
  );
}

/** What failed on this connection, with its payments. */
async function attemptsPart(visit: OfRail, failed: readonly FailedWorkOfRail[]): Promise<Html> {
  const newest = failed.slice(0, MOST_ATTEMPTS);
  const { reads } = visit.core.operators;
  const names = await reads.recordNames(newest.map(({ tenant, subject }) => ({ tenant, id: subject })));
  const clockOf = await clocksOf(
    visit,
    newest.map(({ tenant }) => tenant),
  );
  return section(
    'attempts',
    'Failed attempts',
    attemptsTable(newest, {
      nowOf: ({ tenant }) => clockOf(tenant),
      empty: 'No recent attempt of this connection failed.',
      href: ({ tenant, subject }) => visit.pathOf({ tenant, id: subject }),
      about: [
        {
          title: 'Concerns',
          narrow: 'title',
          text: ({ subject }) => names.get(subject) ?? subject,
          show: ({ subject }) => names.get(subject) ?? code(subject),
        },
      ],
    }),
  );
}

async function releasesPart(visit: OfRail, { name, connection }: Connected): Promise<Html> {
  const releases = connection?.releases ?? null;
  if (releases === null) return html``;
  const waiting = await asked(() => releases.list());
  const mayRelease = mayRequest(visit, 'rails.release');
  return section(
    'releases',
    'Waiting for a release',
    waiting.value === null
      ? notice(`The connection ${waiting.problem}`, 'bad')
      : table<RailRelease>({
          caption: 'Files and batches that wait for a release',
          rows: waiting.value,
          empty: 'Nothing waits for a release.',
          href: ({ id }) => (mayRelease ? `${ownPath(visit, name)}/releases/${encodeURIComponent(id)}` : null),
          columns: [
            { title: 'File', text: ({ id }) => id, show: ({ id }) => code(id) },
            { title: 'Prepared at', text: () => '', show: ({ preparedAt }) => timeWithAge(preparedAt, visit.now) },
            { title: 'Payments', isNumber: true, text: ({ payments }) => String(payments) },
            { title: 'Sums', isNumber: true, text: () => '', show: totalsOf },
            { title: 'Why it waits', text: ({ reason }) => reason },
          ],
        }),
  );
}

function actionsPart(visit: OfRail, { name, connection }: Connected): Html {
  const all = connection?.actions ?? [];
  if (all.length === 0) return html``;
  const mayAct = mayRequest(visit, 'rails.act');
  return section(
    'actions',
    'What you can decide',
    table<RailAction>({
      caption: 'Actions of this connection',
      rows: all,
      empty: 'There is nothing to decide.',
      href: (action) => (mayAct ? `${ownPath(visit, name)}/actions/${action.name}` : null),
      columns: [
        {
          title: 'Action',
          text: (action) => action.name,
          show: (action) => html`${wordsOf(action.name)}${mayAct && '…'} <code class="small">${action.name}</code>`,
        },
        { title: 'What it does', text: ({ description }) => description },
        { title: 'About', text: ({ subject }) => subject },
      ],
    }),
  );
}

const railPage = housePage({
  path: '/rails/{name}',
  title: 'Rail',
  section: 'Rails',
  params: { name: anyText },
  async show(visit: OfRail) {
    const found = await named(visit);
    if (!found.ok) return found;
    const connected = found.value;
    const { name, environment, connection, report, rails } = connected;
    const failed = await failedOn(visit, connected);
    const own = (await visit.holdings()).filter(({ rail }) => rails.some((each) => each.name === rail));
    const stated = (connection?.statements ?? null) === null ? [] : rails;
    const body = html`${definitions([
      ['State', status(stateOf(connected).text, stateOf(connected).tone)],
      ['Environment', wordsOf(environment)],
      ['Last exchange', aged(report?.lastExchangeAt ?? null, visit.now)],
      [
        'Statements',
        stated.length === 0
          ? null
          : html`${stated.map((rail, index) => html`${index > 0 && ', '}${link(`${visit.base}/reconciliation/${encodeURIComponent(rail.name)}`, rail.name)}`)}`,
      ],
      [
        'Exceptions',
        html`${(rails.length === 0 ? [{ name }] : rails).map(
          (rail, index) =>
            html`${index > 0 && ', '}${link(`${visit.base}/exceptions?rail=${encodeURIComponent(rail.name)}`, `Open exceptions of ${rail.name}`)}`,
        )}`,
      ],
    ])}
    ${waitingPart(visit, failed)} ${conditionPart(connected)} ${await attemptsPart(visit, failed)}
    ${await releasesPart(visit, connected)} ${actionsPart(visit, connected)}
    ${connection?.holdings !== undefined && section('holdings', 'What it holds', holdingsTable(own, 'The balances cannot be read now.'))}
    ${capabilitiesPart(connected)}`;
    return ok({ title: name, body });
  },
});

const crumbOf = (visit: OfRail, { name }: Pick<RailConnection, 'name'>) => [{ path: ownPath(visit, name), text: name }];

async function connectionOf(visit: OfRail): Promise<Result<RailConnection>> {
  const found = await named(visit);
  if (!found.ok) return found;
  return found.value.connection === null
    ? err('REFERENCE_NOT_FOUND', `${found.value.name} is a bundled rail, about which there is nothing to decide`)
    : ok(found.value.connection);
}

const release = houseForm<'rails.release', { readonly name: string; readonly id: string }>({
  path: '/rails/{name}/releases/{id}',
  title: 'Release payments',
  section: 'Rails',
  params: { name: anyText, id: anyText },
  action: 'rails.release',
  confirm: true,
  submit: 'Release the payments',
  done: 'The payments are released. The connection sends them next.',
  async prepare(visit) {
    const connection = await connectionOf(visit);
    if (!connection.ok) return connection;
    const { name, environment, releases } = connection.value;
    const waiting = releases === null ? [] : await releases.list();
    const found = waiting.find(({ id }) => id === visit.params.id);
    if (found === undefined) return err('REFERENCE_NOT_FOUND', `${visit.params.id} does not wait for a release`);
    return ok({
      title: `Release ${found.id}`,
      crumbs: crumbOf(visit, connection.value),
      tenant: houseTenant(environment),
      about: html`<p>
          Compare the sums and the digest with what the bank expects. A released file is sent to the bank.
        </p>
        ${definitions([
          ['Connection', `${name}, ${wordsOf(environment)}`],
          ['File', code(found.id)],
          ['Prepared at', timeWithAge(found.preparedAt, visit.now)],
          ['Payments', String(found.payments)],
          ['Sums', totalsOf(found)],
          ['Digest (SHA-256)', code(found.digest)],
          ['Why it waits', found.reason],
        ])}`,
      hidden: { digest: found.digest },
    });
  },
  fixes: ({ params: { name, id } }) => ({ rail: name, id }),
  leadsTo: (visit) => ownPath(visit, visit.params.name),
});

const act = houseForm<'rails.act', { readonly name: string; readonly action: string }>({
  path: '/rails/{name}/actions/{action}',
  title: 'Decide about a connection',
  section: 'Rails',
  params: { name: anyText, action: anyText },
  action: 'rails.act',
  confirm: true,
  submit: 'Carry out',
  done: 'The connection has carried it out.',
  async prepare(visit) {
    const connection = await connectionOf(visit);
    if (!connection.ok) return connection;
    const action = connection.value.actions?.find(({ name }) => name === visit.params.action);
    if (action === undefined)
      return err('REFERENCE_NOT_FOUND', `${connection.value.name} has no action ${visit.params.action}`);
    return ok({
      title: `${connection.value.name}: ${action.name}`,
      crumbs: crumbOf(visit, connection.value),
      tenant: houseTenant(connection.value.environment),
      about: html`<p>${action.description}</p>`,
      asks: asksFor({ name: 'subject', hint: `The ${action.subject}` }),
      values: { subject: visit.query.get('subject') ?? '' },
    });
  },
  fixes: ({ params: { name, action } }) => ({ rail: name, action }),
  leadsTo: (visit, output) => {
    const { name, action } = visit.params;
    const path = ownPath(visit, name);
    return output === null
      ? path
      : {
          title: `${name}: ${action}`,
          crumbs: crumbOf(visit, { name }),
          body: html`${notice('The connection has carried it out.', 'good')}
            <p>${output}</p>
            <p>${link(path, `Back to ${name}`)}</p>`,
        };
  },
});

export const railPages: readonly Route[] = [...list, railPage, release, act, ...treasuryPages];
