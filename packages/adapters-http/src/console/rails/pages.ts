import { ENVIRONMENTS, type FailedWorkOfRail, type Instant, ok, toIso } from '@corridor/core';
import type { Rail, RailAction, RailRelease } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';
import { attemptsTable } from '../kit/attempts.js';
import { clocksOf, platformTime } from '../kit/clocks.js';
import {
  code,
  type Content,
  definitions,
  emptyState,
  link,
  notice,
  section,
  shortIds,
  status,
  table,
  timeWithAge,
  smallCode,
} from '../kit/components.js';
import { mayRequest } from '../kit/form-page.js';
import { houseList, onePage } from '../kit/list-page.js';
import { anyText, housePage, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf, countText } from '../kit/words.js';
import { asked, type Connected, everyConnected, named, type OfRail, ownPath } from './connections.js';
import { decisionPages, totalsOf } from './decisions.js';
import { holdingsTable } from './holdings.js';
import { onItsWayPart } from './on-its-way.js';
import { railTabs } from './tabs.js';
import { treasuryPages } from './treasury.js';

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

/** A connection with the records, such as payments, whose attempt on it failed and is tried again. */
interface Listed extends Connected {
  readonly retried: number;
}

/** What waits in the connection itself, and what waits here for another attempt on it. */
const backlogOf = ({ report, retried }: Listed): number =>
  Object.values(report?.backlog ?? {}).reduce((sum, count) => sum + count, retried);

const retriedOf = (failed: readonly FailedWorkOfRail[]): number =>
  new Set(failed.filter(({ isRetried }) => isRetried).map(({ subject }) => subject)).size;

/** The connections with what waits for them, by one read of each environment. */
async function listedOf(visit: Visit): Promise<readonly Listed[]> {
  const all = await everyConnected(visit);
  const failed = await Promise.all(
    ENVIRONMENTS.map((environment) => {
      const names = all.filter((each) => each.environment === environment).flatMap(({ rails }) => rails);
      return visit.core.operators.reads.failedAttemptsOn(
        environment,
        names.map(({ name }) => name),
      );
    }),
  );
  return all.map((each) => {
    const own = new Set(each.rails.map(({ name }) => name));
    const work = failed[ENVIRONMENTS.indexOf(each.environment)] ?? [];
    return { ...each, retried: retriedOf(work.filter(({ rails }) => rails.some((rail) => own.has(rail)))) };
  });
}

/** What connections say is wrong with them; nothing while all are well. */
async function problemsPart(visit: Visit): Promise<Html> {
  const wrong = (await everyConnected(visit)).filter(({ report }) => (report?.problems.length ?? 0) > 0);
  if (wrong.length === 0) return html``;
  return section(
    'problems',
    'Problems of connections',
    html`<ul class="problems">
      ${wrong.flatMap((each) =>
        each.report!.problems.map(
          (problem) =>
            html`<li>
              ${link(ownPath(visit, each.name), each.name)},
              ${wordsOf(each.environment)}${!each.report!.isReachable && ', not reached'}: ${shortIds(problem)}
            </li>`,
        ),
      )}
    </ul>`,
  );
}

const list = houseList<Listed>({
  path: '/rails',
  title: 'Rails',
  section: 'Rails',
  rows: 'rails',
  empty: 'There are no rails.',
  href: ({ name }, visit) => ownPath(visit, name),
  above: async (visit) =>
    html`${railTabs(visit)}
      <p>
        Connections to banks, providers and chains, in the order in which payments choose them; bundled rails come last.
        The backlog is what waits in a connection, and what waits here for another attempt on it.
      </p>
      ${await problemsPart(visit)}`,
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
    {
      title: 'Backlog',
      isNumber: true,
      text: (each) => (each.report === null && each.retried === 0 ? '' : String(backlogOf(each))),
    },
    {
      title: 'Problems',
      isNumber: true,
      text: ({ report }) => (report === null ? '' : String(report.problems.length)),
    },
    { title: 'Rails', text: ({ rails }) => rails.map(({ name }) => name).join(', ') },
  ],
  read: async (visit) => onePage(await listedOf(visit)),
});

const WHILE_UNREACHED =
  'Payments of its rails wait, and each is sent once as soon as it answers, unless a block holds it then. If the bank or provider works, look at its certificates, keys and passwords, and at the network of the hosts.';

function conditionPart({ runbookOf }: Pick<Visit, 'runbookOf'>, { connection, report }: Connected): Html {
  if (connection === null)
    return section('state', 'State', emptyState('A bundled rail exchanges nothing with another program.'));
  if (report === null)
    return section('state', 'State', emptyState('The connection has not been asked yet. Reload the page in a moment.'));
  const { problems, backlog, isReachable } = report;
  const isWell = isReachable && problems.length === 0;
  const runbook = runbookOf(isReachable ? 'rail-problem' : 'rail-unreachable');
  return html`${section(
    'problems',
    'Problems',
    html`${
      problems.length === 0
        ? emptyState('The connection reports no problem.')
        : html`<ul class="problems">
            ${problems.map((problem) => html`<li>${shortIds(problem)}</li>`)}
          </ul>`
    }
    ${!isReachable && html`<p>${WHILE_UNREACHED}</p>`}
    ${runbook !== null && !isWell && html`<p>${link(runbook, isReachable ? 'What to do about a problem' : 'What to do while it is not reached')}</p>`}`,
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
        {
          title: 'Account types',
          text: () => '',
          show: ({ capabilities }) => listed(capabilities.accountTypes.map(wordsOf)),
        },
        {
          title: 'Payment rails',
          text: () => '',
          show: ({ capabilities }) => listed(capabilities.paymentRails.map(wordsOf)),
        },
      ],
    }),
  );
}

const MOST_ATTEMPTS = 20;

/** The newest failed work on this connection, of at most 200 of the environment. */
const failedOn = ({ core }: OfRail, { environment, rails }: Connected): Promise<readonly FailedWorkOfRail[]> =>
  core.operators.reads.failedAttemptsOn(
    environment,
    rails.map(({ name }) => name),
  );

/** How much work the service tries again on this connection, which the backlog of the connection does not have. */
async function waitingPart(visit: OfRail, failed: readonly FailedWorkOfRail[]): Promise<Html> {
  const waiting = failed.filter(({ isRetried }) => isRetried);
  if (waiting.length === 0) return html``;
  const count = retriedOf(failed);
  const held = new Set(waiting.filter(({ heldFor }) => heldFor.length > 0).map(({ subject }) => subject)).size;
  const clockOf = await clocksOf(
    visit,
    waiting.map(({ tenant }) => tenant),
  );
  const ageOf = ({ tenant, createdAt }: FailedWorkOfRail): number => clockOf(tenant) - createdAt;
  const oldest = waiting.reduce((found, each) => (ageOf(each) > ageOf(found) ? each : found));
  return section(
    'waiting',
    'Waiting for this rail',
    html`<p>
      ${countText(count, 'record waits, such as a payment', 'records wait, such as payments')}: an attempt on this rail
      failed and is tried again. The oldest has waited since
      ${platformTime(visit, oldest.createdAt, clockOf(oldest.tenant))}.
      ${held > 0 && html`The next attempt of ${String(held)} will be held, because a party or the platform is blocked.`}
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
      host: visit.now,
      empty: 'No recent attempt of this connection failed.',
      href: ({ tenant, subject }) => visit.pathOf({ tenant, id: subject }),
      about: [
        {
          title: 'Concerns',
          narrow: 'title',
          text: ({ subject }) => names.get(subject) ?? subject,
          show: ({ subject }) => names.get(subject) ?? shortIds(subject),
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
          show: (action) => html`${wordsOf(action.name)}${mayAct && '…'} ${smallCode(action.name)}`,
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
    ${await onItsWayPart(visit, connected)} ${await waitingPart(visit, failed)} ${conditionPart(visit, connected)}
    ${await attemptsPart(visit, failed)} ${await releasesPart(visit, connected)} ${actionsPart(visit, connected)}
    ${connection?.holdings !== undefined && section('holdings', 'What it holds', holdingsTable(own, 'The balances cannot be read now.'))}
    ${capabilitiesPart(connected)}`;
    return ok({ title: name, body });
  },
});

export const railPages: readonly Route[] = [...list, railPage, ...decisionPages, ...treasuryPages];
