import { hostTime } from '../kit/clocks.js';
import {
  countedAs,
  ENVIRONMENTS,
  type CurrencyCode,
  type Environment,
  instant,
  type Instant,
  type Overview,
  type TenantKey,
} from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import type { ExceptionKind } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { barChart } from '../kit/charts.js';
import { atStake, KINDS } from '../exceptions/names.js';
import {
  codeInWords,
  type Content,
  link,
  money,
  notice,
  section,
  table,
  tile,
  timeWithAge,
} from '../kit/components.js';
import type { Section } from '../kit/sections.js';
import type { Alert, Visit } from '../kit/visit.js';
import { countText, wordsOf, nounOf } from '../kit/words.js';
import { type ListFilter, listPath, type Only, withFilter } from './leads.js';
import { sideColumns } from '../kit/book-table.js';
import { shortfallPart } from '../rails/shortfalls.js';
import { classOf } from '../kit/ledger-accounts.js';
import { minuteText } from '../kit/times.js';
import { bounds, counted, duration, HOUR_MS, percent, sum } from './numbers.js';
import { paymentsOf, type Period, type ToPayments } from './payments-part.js';

const SHOWN = 10;

/** The figures of payments of a platform, or of all platforms of an environment. */
export interface Figures {
  readonly overview: Overview;
  readonly period: Period;
  /** Requests of this place that wait for a second operator. */
  readonly approvals: number;
  /** Those of the other environment, which its overview has. */
  readonly approvalsElsewhere: number;
  readonly connections: ConnectionFigures;
  /** A platform's name by its tenant. */
  readonly nameOf: (tenant: TenantKey) => string;
  /** The ledger is that of all platforms. */
  readonly isHouse: boolean;
  readonly environment: Environment;
}

/** The connections of an environment. */
export interface ConnectionFigures {
  /** Those that were asked and not reached. */
  readonly down: number;
  /** The problems that all of them report, as the page of the rails lists them. */
  readonly problems: number;
  /** Files and payouts that wait for a release; null if a connection did not say. */
  readonly releases: number | null;
}

export function figuresOf(visit: Visit, figures: Figures): Html {
  const { overview, period, isHouse, environment } = figures;
  const house = { base: visit.base, place: null };
  const toCounted = (filter: ListFilter): string =>
    listPath(visit, environment, 'counted', { ...filter, clock: isHouse ? 'host' : null });
  /** Figures of all platforms lead to the list of any platform, also on the page of one. */
  const toEvery: ToPayments = (filter) =>
    listPath(house, environment, 'payments', { open: 'yes', only: 'open' satisfies Only, ...filter });
  const undelivered: ListFilter = { status: 'QUEUED' };
  const toEvents = isHouse ? { path: listPath(visit, environment, 'events', {}) } : ('Webhooks' as const);
  const toFailing = isHouse
    ? { path: listPath(visit, environment, 'events', { only: 'failing' satisfies Only, ...undelivered }) }
    : { path: listPath(visit, environment, 'events', undelivered) };
  /** Those that were counted in the hours of the period. */
  const toPeriod: ToPayments = (filter) => {
    const last = overview.hours.at(-1)!.hour;
    return toCounted({ ...filter, from: minuteText(overview.hours[0]!.hour), before: minuteText(hourAfter(last)) });
  };
  return html`${
    overview.isBehind &&
    notice('The host still counts earlier payments, so the newest ones are missing here. This ends by itself.')
  }
  ${section('attention', 'Needs attention', attention(visit, figures, { toEvery, toEvents, toFailing }))}
  ${section('payments', `Payments of the last ${period[1]}`, paymentsOf(overview, period, { toCounted, toPeriod }))}
  ${section('rails', 'Rails', railsOf(overview, toPeriod))}
  ${section('volume', 'Settled amounts', volumeOf(overview, toPeriod))}
  ${section('failures', 'Failed payments by reason', failuresOf(overview, toPeriod))}
  ${!visit.isLimited && section('open', 'Open payments of all platforms', openOf(visit, overview, toEvery))}
  ${section('exceptions', 'Open exceptions', exceptionsOf(visit, overview))}
  ${section('endpoints', 'Failing webhook endpoints', endpointsOf(visit, figures, toFailing))}
  ${section('positions', isHouse ? 'Positions of all platforms' : 'Positions', positionsOf(visit, overview, environment))}`;
}

const hourAfter = (hour: Instant): Instant => instant(hour + HOUR_MS);

interface Figure {
  readonly value: Content;
  readonly name: string;
  /** A section, or the path of a list. */
  readonly leadsTo: Section | { readonly path: string };
  /** The filter of the list. */
  readonly query?: ListFilter;
  /** The page of the runbook that says what to do about it. */
  readonly runbook?: string | null;
}

const DIFFERENCES = 'STATEMENT_DIFFERENCE' satisfies ExceptionKind;

interface Leads {
  readonly toEvery: ToPayments;
  readonly toEvents: Figure['leadsTo'];
  /** To the events of the platforms whose endpoints fail. */
  readonly toFailing: Figure['leadsTo'];
}

function attention(visit: Visit, figures: Figures, { toEvery, toEvents, toFailing }: Leads): Html {
  const { overview, approvals, connections, environment, isHouse } = figures;
  const { exceptions, failingEndpoints, waitingVerifications, backlog, open } = overview;
  const { down, problems, releases } = connections;
  const differences = exceptions.filter(({ kind }) => kind === DIFFERENCES);
  // The lists of what operators decide are those of all platforms; a platform has a list of its exceptions.
  const ofPlace: ListFilter = { platform: visit.place?.platform.platformId ?? null, environment };
  const ofHouse: ListFilter = { environment: visit.place === null ? environment : null };
  const runbook = (count: number, alert: Alert): Pick<Figure, 'runbook'> => ({
    runbook: count === 0 ? null : visit.runbookOf(alert),
  });
  const ofConnections: readonly Figure[] = [
    {
      value: counted(down),
      name: nounOf(down, 'rail that is down', 'rails that are down'),
      leadsTo: 'Rails',
      ...runbook(down, 'rail-unreachable'),
    },
    {
      value: counted(problems),
      name: nounOf(problems, 'problem of connections', 'problems of connections'),
      leadsTo: 'Rails',
      ...runbook(problems, 'rail-problem'),
    },
    {
      value: releases === null ? '?' : counted(releases),
      name: nounOf(releases ?? 0, 'file to release', 'files to release'),
      leadsTo: 'Rails',
    },
  ];
  const ofService: readonly Figure[] = [
    {
      value: counted(sum(open, 'count')),
      name: nounOf(sum(open, 'count'), 'open payment of all platforms', 'open payments of all platforms'),
      leadsTo: { path: toEvery({}) },
    },
    { value: duration(backlog.jobsSeconds), name: 'delay of the next job', leadsTo: 'Rails' },
    { value: duration(backlog.eventsSeconds), name: 'delay of the next event', leadsTo: toEvents },
  ];
  const own: readonly Figure[] = [
    {
      value: counted(sum(differences, 'count')),
      name: nounOf(sum(differences, 'count'), 'difference from statements', 'differences from statements'),
      leadsTo: 'Exceptions',
      query: { kind: DIFFERENCES, ...ofHouse },
    },
    {
      value: counted(sum(exceptions, 'count')),
      name: nounOf(sum(exceptions, 'count'), 'open exception'),
      leadsTo: 'Exceptions',
      query: ofHouse,
    },
    {
      value: counted(failingEndpoints.length),
      name: nounOf(failingEndpoints.length, 'failing webhook endpoint'),
      leadsTo: toFailing,
    },
    {
      value: counted(waitingVerifications),
      name: nounOf(waitingVerifications, 'verification to review', 'verifications to review'),
      leadsTo: 'Review',
      query: ofPlace,
    },
    {
      value: counted(approvals),
      name: nounOf(approvals, 'action to approve', 'actions to approve'),
      leadsTo: 'Approvals',
      query: ofPlace,
    },
  ];
  const elsewhere = approvalsElsewhereOf(visit, figures);
  if (visit.isLimited) return html`${figureList(visit, own)} ${elsewhere}`;
  if (isHouse)
    return html`${shortfallPart(visit, overview.positions, environment)}
    ${figureList(visit, [...ofConnections, ...own, ...ofService])} ${elsewhere}`;
  return html`${figureList(visit, own)} ${elsewhere}
    <h3>Of all platforms</h3>
    ${figureList(visit, [...ofConnections, ...ofService])}`;
}

/** The actions that wait in the other environment, so that those who look at one do not overlook them. */
function approvalsElsewhereOf(visit: Visit, { approvalsElsewhere: count, environment }: Figures): Html {
  const other = ENVIRONMENTS.find((each) => each !== environment);
  const path = visit.entryOf('Approvals');
  if (count === 0 || other === undefined || path === null) return html``;
  const text = `${countText(count, 'action waits', 'actions wait')} for an approval in ${wordsOf(other)}`;
  const filter = { platform: visit.place?.platform.platformId ?? null, environment: other };
  return html`<p class="hint">${link(withFilter(path, filter), text)}</p>`;
}

const figureList = (visit: Visit, figures: readonly Figure[]): Html =>
  html`<ul class="figures dense">
    ${figures.map(({ value, name, leadsTo, query = {}, runbook: help = null }) => {
      const path = typeof leadsTo === 'string' ? visit.entryOf(leadsTo) : leadsTo.path;
      return html`<li>
        ${tile(path === null ? null : withFilter(path, query), value, name)}
        ${help !== null && html`<span class="hint">${link(help, 'What to do')}</span>`}
      </li>`;
    })}
  </ul>`;

/** A count; on a narrow screen, which has no headings, with what it counts. */
const outcomeText =
  <K extends string>(name: K) =>
  (row: Readonly<Record<K, number>>): Html =>
    html`${counted(row[name])}<span class="narrow-only"> ${name}</span>`;

const railsOf = ({ rails }: Overview, toPayments: ToPayments): Html =>
  html`${table({
    caption: 'Rails',
    rows: rails,
    empty: 'No rail had a payment in this time.',
    href: ({ rail }) => toPayments({ as: 'accepted', rail }),
    columns: [
      { title: 'Rail', narrow: 'title', text: ({ rail }) => rail },
      { title: 'Accepted', text: ({ accepted }) => counted(accepted), isNumber: true },
      {
        title: 'Settled',
        narrow: 'note',
        text: ({ settled }) => counted(settled),
        show: outcomeText('settled'),
        isNumber: true,
      },
      {
        title: 'Failed',
        narrow: 'status',
        text: ({ failed }) => counted(failed),
        show: outcomeText('failed'),
        isNumber: true,
      },
      { title: 'Returned', text: ({ returned }) => counted(returned), isNumber: true },
      { title: 'Success', narrow: 'amount', text: ({ successBps }) => percent(successBps), isNumber: true },
      { title: 'Half settle in', text: ({ p50 }) => bounds(p50), isNumber: true },
      { title: '95 % settle in', text: ({ p95 }) => bounds(p95), isNumber: true },
    ],
  })}
  ${
    rails.length > 0 &&
    html`<p class="hint">
      Success is the share of settled payments in those that settled or failed. Times to settle are known as precisely
      as their bucket: “5 to 10 min” is more than five and at most ten minutes, in the time of the platform. Payments
      that settle at once have none.
    </p>`
  }
  ${
    rails.length > 1 &&
    html`<div class="charts">
      ${barChart({
        id: 'success',
        title: 'Success rate by rail',
        description: 'The share of settled payments in those that settled or failed, in percent, for each rail.',
        empty: 'No payment settled or failed in this time.',
        labels: 'Rail',
        format: (value) => `${Math.round(value * 100) / 100} %`,
        bars: rails.flatMap(({ rail, successBps }) =>
          successBps === null
            ? []
            : [{ label: rail, value: successBps / 100, href: toPayments({ as: 'settled', rail }) }],
        ),
      })}
      ${barChart({
        id: 'settled',
        title: 'Settled payments by rail',
        description: 'The number of payments that settled, for each rail.',
        empty: 'No payment settled in this time.',
        labels: 'Rail',
        bars: rails
          .filter(({ settled }) => settled > 0)
          .map(({ rail, settled }) => ({
            label: rail,
            value: settled,
            href: toPayments({ as: 'settled', rail }),
          })),
      })}
    </div>`
  }`;

const volumeOf = ({ volume }: Overview, toPayments: ToPayments): Html =>
  table({
    caption: 'Settled amounts',
    rows: [...volume].sort((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)),
    empty: 'No payment settled in this time.',
    href: ({ currency, kind }) => toPayments({ as: 'settled', currency, kind }),
    columns: [
      { title: 'Currency', narrow: 'title', text: ({ currency }) => currency },
      { title: 'Kind', narrow: 'note', text: ({ kind }) => wordsOf(kind) },
      {
        title: 'Payments',
        narrow: 'status',
        text: ({ settled }) => counted(settled),
        show: outcomeText('settled'),
        isNumber: true,
      },
      {
        title: 'Amount',
        narrow: 'amount',
        text: ({ amount }) => String(amount),
        show: (row) => money(atStake(row), row.currency),
        isNumber: true,
      },
    ],
  });

const failuresOf = ({ failures }: Overview, toPayments: ToPayments): Html =>
  table({
    caption: 'Failed payments by reason',
    rows: [...failures].sort((a, b) => b.count - a.count),
    empty: 'No payment failed in this time.',
    href: ({ kind, reason }) => toPayments({ as: countedAs(reason), kind, reason }),
    columns: [
      { title: 'Reason', narrow: 'title', text: ({ reason }) => reason, show: ({ reason }) => codeInWords(reason) },
      { title: 'Kind', narrow: 'note', text: ({ kind }) => wordsOf(kind) },
      { title: 'Payments', narrow: 'amount', text: ({ count }) => counted(count), isNumber: true },
    ],
  });

const openOf = (visit: Visit, { open }: Overview, toPayments: ToPayments): Html =>
  html`${table({
    caption: 'Open payments',
    rows: open,
    empty: 'No payment waits for a rail.',
    href: ({ kind }) => toPayments({ type: kind }),
    columns: [
      { title: 'Kind', narrow: 'title', text: ({ kind }) => wordsOf(kind) },
      { title: 'Payments', narrow: 'amount', text: ({ count }) => counted(count), isNumber: true },
      {
        title: 'Oldest since',
        narrow: 'note',
        text: ({ oldestSince }) => String(oldestSince),
        show: ({ oldestSince }) => timeWithAge(oldestSince, visit.place?.context.now ?? visit.now),
      },
    ],
  })}
  ${open.length > 0 && hint(visit, 'A rail still has to collect, deliver or refund them.', 'Rails', 'Look at the rails')}`;

const exceptionsOf = (visit: Visit, { exceptions }: Overview): Html =>
  html`${table({
    caption: 'Open exceptions',
    rows: exceptions,
    empty: 'No exception waits for an operator.',
    href: ({ kind, currency, environment }) => {
      const path = visit.entryOf('Exceptions');
      const ofHouse = visit.place === null ? environment : null;
      return path === null ? null : withFilter(path, { kind, currency, environment: ofHouse });
    },
    columns: [
      { title: 'What happened', narrow: 'title', text: ({ kind }) => KINDS[kind] },
      {
        title: 'Exceptions',
        narrow: 'note',
        text: ({ count }) => counted(count),
        show: ({ count }) => html`${counted(count)}<span class="narrow-only"> open</span>`,
        isNumber: true,
      },
      {
        title: 'Amount',
        narrow: 'amount',
        text: ({ amount }) => String(amount),
        show: (row) => money(atStake(row), row.currency),
        isNumber: true,
      },
    ],
  })}
  ${exceptions.length > 0 && hint(visit, 'Each waits for the decision of an operator.', 'Exceptions', 'Resolve them')}`;

const endpointsOf = (
  visit: Visit,
  { overview: { failingEndpoints }, nameOf }: Figures,
  toFailing: Figure['leadsTo'],
): Html =>
  html`${table({
    caption: 'Failing webhook endpoints',
    rows: failingEndpoints.slice(0, SHOWN),
    empty: 'Every endpoint accepts its events.',
    href: ({ tenant }) => `${visit.base}/t/${tenant}/webhooks?status=QUEUED`,
    columns: [
      { title: 'Platform', narrow: 'title', text: ({ tenant }) => nameOf(tenant) },
      { title: 'Undelivered', narrow: 'amount', text: ({ count }) => counted(count), isNumber: true },
      { title: 'Tried', text: ({ failed }) => counted(failed), isNumber: true },
      {
        title: 'Oldest since',
        narrow: 'note',
        text: ({ oldestAt }) => String(oldestAt),
        show: ({ oldestAt }) => hostTime(visit, oldestAt),
      },
    ],
  })}
  ${
    failingEndpoints.length > SHOWN &&
    html`<p class="hint">
      These are the ${SHOWN} with the oldest events.
      ${typeof toFailing === 'object' && link(toFailing.path, `All ${failingEndpoints.length} failing webhook endpoints`)}
    </p>`
  }`;

interface Line {
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly balance: bigint;
}

/** One line for each account and currency, of all tenants together. */
function lines(positions: Overview['positions']): readonly Line[] {
  const found = new Map<string, Line>();
  for (const { account, currency, balance } of positions) {
    const key = `${currency} ${account}`;
    found.set(key, { account, currency, balance: (found.get(key)?.balance ?? 0n) + balance });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

const positionsOf = (visit: Visit, { positions }: Overview, environment: Environment): Html =>
  html`${table({
    caption: 'Positions',
    rows: lines(positions).filter(({ balance }) => balance !== 0n),
    empty: 'The ledger has no balance.',
    href: ({ currency }) => {
      const path = visit.entryOf('Ledger');
      return path === null
        ? null
        : withFilter(path, { environment: visit.place === null ? environment : null, currency });
    },
    columns: [
      {
        title: 'Account',
        narrow: 'title',
        text: ({ account }) => classOf(account).name,
      },
      { title: 'Currency', text: ({ currency }) => currency },
      ...sideColumns<Line>((line) => line),
    ],
  })}
  ${hint(visit, 'Debits and credits of each currency are equal.', 'Ledger', 'Open the ledger')}`;

function hint(visit: Visit, text: string, leadsTo: Section, action: string): Html {
  const path = visit.entryOf(leadsTo);
  return html`<p class="hint">${text} ${path !== null && link(path, action)}</p>`;
}

export const environmentOf = (of: TenantKey | Environment): Environment =>
  of === 'SANDBOX' || of === 'PRODUCTION' ? of : splitTenant(of).environment;

/** The tenants that an environment or a platform has. */
export const isOf = (tenant: TenantKey, of: TenantKey | Environment): boolean =>
  tenant === of || splitTenant(tenant).environment === of;
