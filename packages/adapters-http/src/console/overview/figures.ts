import type { Environment, Instant, Overview, Percentile, TenantKey } from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import type { ExceptionKind } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { barChart, lineChart } from '../kit/charts.js';
import { KINDS } from '../exceptions/names.js';
import { code, type Content, link, money, notice, section, table, time } from '../kit/components.js';
import type { Section } from '../kit/sections.js';
import type { Visit } from '../kit/visit.js';

/** The periods that an overview can have. */
export const PERIODS = [
  ['24h', '24 hours', 24],
  ['7d', '7 days', 7 * 24],
  ['30d', '30 days', 30 * 24],
] as const;
export type Period = (typeof PERIODS)[number];

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer periods are drawn by the day: hundreds of hours cannot be told apart. */
const HOURS_DRAWN = 7 * 24 + 1;
const SHOWN = 10;

/** The figures of payments of a platform, or of all platforms of an environment. */
export interface Figures {
  readonly overview: Overview;
  readonly period: Period;
  /** Requests of this place that wait for a second operator. */
  readonly approvals: number;
  readonly connections: ConnectionFigures;
  /** A platform's name by its tenant. */
  readonly nameOf: (tenant: TenantKey) => string;
  /** The ledger is that of all platforms. */
  readonly isHouse: boolean;
}

/** The connections of an environment. */
export interface ConnectionFigures {
  /** Those that were asked and not reached. */
  readonly down: number;
  /** The problems that the others report. */
  readonly problems: number;
  /** Files and payouts that wait for a release; null if a connection did not say. */
  readonly releases: number | null;
}

export function figuresOf(visit: Visit, { overview, period, approvals, connections, nameOf, isHouse }: Figures): Html {
  return html`${
    overview.isBehind &&
    notice('The host still counts earlier payments, so the newest ones are missing here. This ends by itself.')
  }
  ${section('attention', 'Needs attention', attention(visit, overview, approvals, connections))}
  ${section('payments', `Payments of the last ${period[1]}`, paymentsOf(visit, overview, period))}
  ${section('rails', 'Rails', railsOf(overview))} ${section('volume', 'Settled amounts', volumeOf(overview))}
  ${section('failures', 'Failed payments by reason', failuresOf(overview))}
  ${!visit.isLimited && section('open', 'Open payments of all platforms', openOf(visit, overview))}
  ${section('exceptions', 'Open exceptions', exceptionsOf(visit, overview))}
  ${section('endpoints', 'Failing webhook endpoints', endpointsOf(visit, overview, nameOf))}
  ${section('positions', isHouse ? 'Positions of all platforms' : 'Positions', positionsOf(visit, overview))}`;
}

interface Figure {
  readonly value: Content;
  readonly name: string;
  readonly leadsTo: Section;
  /** The filter of the list. */
  readonly query?: string;
}

const DIFFERENCES = 'STATEMENT_DIFFERENCE' satisfies ExceptionKind;

function attention(visit: Visit, overview: Overview, approvals: number, connections: ConnectionFigures): Html {
  const { exceptions, failingEndpoints, waitingVerifications, backlog, open } = overview;
  const { down, problems, releases } = connections;
  const differences = exceptions.filter(({ kind }) => kind === DIFFERENCES);
  const ofConnections: readonly Figure[] = [
    { value: counted(down), name: 'rails that are down', leadsTo: 'Rails' },
    { value: counted(problems), name: 'problems of connections', leadsTo: 'Rails' },
    { value: releases === null ? '?' : counted(releases), name: 'files to release', leadsTo: 'Rails' },
  ];
  const ofService: readonly Figure[] = [
    { value: counted(sum(open, 'count')), name: 'open payments of all platforms', leadsTo: 'Payments' },
    { value: duration(backlog.jobsSeconds), name: 'delay of the next job', leadsTo: 'Rails' },
    { value: duration(backlog.eventsSeconds), name: 'delay of the next event', leadsTo: 'Webhooks' },
  ];
  const figures: readonly Figure[] = [
    ...(visit.isLimited ? [] : ofConnections),
    {
      value: counted(sum(differences, 'count')),
      name: 'differences from statements',
      leadsTo: 'Exceptions',
      query: `?kind=${DIFFERENCES}`,
    },
    { value: counted(sum(exceptions, 'count')), name: 'open exceptions', leadsTo: 'Exceptions' },
    { value: counted(failingEndpoints.length), name: 'failing webhook endpoints', leadsTo: 'Webhooks' },
    { value: counted(waitingVerifications), name: 'verifications to review', leadsTo: 'Review' },
    { value: counted(approvals), name: 'actions to approve', leadsTo: 'Approvals' },
    ...(visit.isLimited ? [] : ofService),
  ];
  return html`<ul class="figures dense">
    ${figures.map(({ value, name, leadsTo, query = '' }) => {
      const path = visit.entryOf(leadsTo);
      return html`<li>
        <strong>${value}</strong><span>${path === null ? name : link(`${path}${query}`, name)}</span>
      </li>`;
    })}
  </ul>`;
}

function paymentsOf(visit: Visit, { hours, before }: Overview, [, named]: Period): Html {
  const totals = OUTCOMES.map(({ name, of }) => ({
    name,
    count: hours.reduce((all, hour) => all + of(hour), 0),
    earlier: of({ ...before, hour: hours[0]!.hour }),
  }));
  const isByDay = hours.length > HOURS_DRAWN;
  const points = isByDay ? byDay(hours) : hours;
  const step = isByDay ? 'day' : 'hour';
  const isEmpty = totals.every(({ count }) => count === 0);
  const payments = visit.entryOf('Payments');
  return html`<ul class="figures dense">
      ${totals.map(
        ({ name, count, earlier }) =>
          html`<li>
            <strong>${counted(count)}</strong><span>${name.toLowerCase()}</span>
            <span class="hint">${counted(earlier)} in the ${named} before</span>
          </li>`,
      )}
    </ul>
    <div class="charts">
      ${CHARTS.map(({ id, title, outcomes }) =>
        lineChart({
          id,
          title: `${title} per ${step}`,
          description: `${title} payments in each ${step} of the last ${named}, in UTC.`,
          empty: `No payment in the last ${named}.`,
          format: counted,
          series: isEmpty
            ? []
            : outcomes.map(({ name, of }) => ({
                name,
                points: points.map((hour) => ({ at: hour.hour, value: of(hour) })),
              })),
        }),
      )}
    </div>
    ${peaksOf(payments, points, isByDay ? DAY_MS : HOUR_MS)}
    <p class="hint">
      A payment counts in the ${step} of each outcome, so the outcomes of one ${step} need not add up.
      ${payments !== null && link(payments, 'Show the payments')}
    </p>`;
}

/** The busiest time of each outcome that has one, with a link to the payments that began in it. */
function peaksOf(list: string | null, points: readonly Hour[], length: number): Html {
  const peaks = PEAKS.flatMap(({ name, of }) => {
    const [first, ...others] = points;
    if (first === undefined) return [];
    const most = others.reduce((best, each) => (of(each) > of(best) ? each : best), first);
    return of(most) === 0 ? [] : [{ name, count: of(most), at: most.hour }];
  });
  if (peaks.length === 0) return html``;
  const minute = (at: number): string => new Date(at).toISOString().slice(0, 16);
  return html`<ul class="lines">
    ${peaks.map(({ name, count, at }) => {
      const text = `${counted(count)} ${name.toLowerCase()}`;
      const path = `${list}?from=${minute(at)}&to=${minute(at + length)}`;
      return html`<li>Most ${name.toLowerCase()}: ${list === null ? text : link(path, text)} from ${time(at)}</li>`;
    })}
  </ul>`;
}

type Hour = Overview['hours'][number];

const OUTCOMES: readonly { readonly name: string; readonly of: (hour: Hour) => number }[] = [
  { name: 'Accepted', of: ({ accepted }) => accepted },
  { name: 'Settled', of: ({ settled }) => settled },
  { name: 'Failed', of: ({ failed }) => failed },
  { name: 'Returned', of: ({ returned }) => returned },
  { name: 'Cancelled', of: ({ cancelled }) => cancelled },
  { name: 'Expired', of: ({ expired }) => expired },
];
const PEAKS = OUTCOMES.slice(0, 4);
/** Failures have a chart of their own, because they cannot be seen beside the others. */
const CHARTS = [
  { id: 'good', title: 'Accepted and settled', outcomes: OUTCOMES.slice(0, 2) },
  { id: 'bad', title: 'Failed and returned', outcomes: OUTCOMES.slice(2, 4) },
] as const;

function byDay(hours: readonly Hour[]): readonly Hour[] {
  const days = new Map<number, Hour>();
  for (const hour of hours) {
    const day = Math.floor(hour.hour / DAY_MS) * DAY_MS;
    const { accepted, settled, failed, cancelled, expired, returned } = days.get(day) ?? NOTHING;
    days.set(day, {
      hour: day as Instant,
      accepted: accepted + hour.accepted,
      settled: settled + hour.settled,
      failed: failed + hour.failed,
      cancelled: cancelled + hour.cancelled,
      expired: expired + hour.expired,
      returned: returned + hour.returned,
    });
  }
  return [...days.values()];
}

const NOTHING = { accepted: 0, settled: 0, failed: 0, cancelled: 0, expired: 0, returned: 0 };

const railsOf = ({ rails }: Overview): Html =>
  html`${table({
    caption: 'Rails',
    rows: rails,
    empty: 'No rail had a payment in this time.',
    columns: [
      { title: 'Rail', text: ({ rail }) => rail },
      { title: 'Accepted', text: ({ accepted }) => counted(accepted), isNumber: true },
      { title: 'Settled', text: ({ settled }) => counted(settled), isNumber: true },
      { title: 'Failed', text: ({ failed }) => counted(failed), isNumber: true },
      { title: 'Returned', text: ({ returned }) => counted(returned), isNumber: true },
      { title: 'Success', text: ({ successBps }) => percent(successBps), isNumber: true },
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
          successBps === null ? [] : [{ label: rail, value: successBps / 100 }],
        ),
      })}
      ${barChart({
        id: 'settled',
        title: 'Settled payments by rail',
        description: 'The number of payments that settled, for each rail.',
        empty: 'No payment settled in this time.',
        labels: 'Rail',
        bars: rails.filter(({ settled }) => settled > 0).map(({ rail, settled }) => ({ label: rail, value: settled })),
      })}
    </div>`
  }`;

const volumeOf = ({ volume }: Overview): Html =>
  table({
    caption: 'Settled amounts',
    rows: [...volume].sort((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)),
    empty: 'No payment settled in this time.',
    columns: [
      { title: 'Currency', text: ({ currency }) => currency },
      { title: 'Kind', text: ({ kind }) => kind },
      { title: 'Payments', text: ({ settled }) => counted(settled), isNumber: true },
      {
        title: 'Amount',
        text: ({ amount }) => String(amount),
        show: ({ amount, currency }) => money(amount, currency),
        isNumber: true,
      },
    ],
  });

const failuresOf = ({ failures }: Overview): Html =>
  table({
    caption: 'Failed payments by reason',
    rows: [...failures].sort((a, b) => b.count - a.count),
    empty: 'No payment failed in this time.',
    columns: [
      { title: 'Reason', text: ({ reason }) => reason, show: ({ reason }) => code(reason) },
      { title: 'Kind', text: ({ kind }) => kind },
      { title: 'Payments', text: ({ count }) => counted(count), isNumber: true },
    ],
  });

const openOf = (visit: Visit, { open }: Overview): Html =>
  html`${table({
    caption: 'Open payments',
    rows: open,
    empty: 'No payment waits for a rail.',
    columns: [
      { title: 'Kind', text: ({ kind }) => kind },
      { title: 'Payments', text: ({ count }) => counted(count), isNumber: true },
      {
        title: 'Oldest since',
        text: ({ oldestSince }) => String(oldestSince),
        show: ({ oldestSince }) => time(oldestSince),
      },
    ],
  })}
  ${open.length > 0 && hint(visit, 'A rail still has to collect, deliver or refund them.', 'Rails', 'Look at the rails')}`;

const exceptionsOf = (visit: Visit, { exceptions }: Overview): Html =>
  html`${table({
    caption: 'Open exceptions',
    rows: exceptions,
    empty: 'No exception waits for an operator.',
    columns: [
      {
        title: 'What happened',
        text: ({ kind }) => kind,
        show: ({ kind }) => html`${KINDS[kind]} <span class="hint">${code(kind)}</span>`,
      },
      { title: 'Exceptions', text: ({ count }) => counted(count), isNumber: true },
      {
        title: 'Amount',
        text: ({ amount }) => String(amount),
        show: ({ amount, currency }) => money(amount, currency),
        isNumber: true,
      },
    ],
  })}
  ${exceptions.length > 0 && hint(visit, 'Each waits for the decision of an operator.', 'Exceptions', 'Resolve them')}`;

const endpointsOf = (visit: Visit, { failingEndpoints }: Overview, nameOf: Figures['nameOf']): Html =>
  html`${table({
    caption: 'Failing webhook endpoints',
    rows: failingEndpoints.slice(0, SHOWN),
    empty: 'Every endpoint accepts its events.',
    columns: [
      {
        title: 'Platform',
        text: ({ tenant }) => nameOf(tenant),
        show: ({ tenant }) => link(`${visit.base}/t/${tenant}/`, nameOf(tenant)),
      },
      { title: 'Undelivered', text: ({ count }) => counted(count), isNumber: true },
      { title: 'Tried', text: ({ failed }) => counted(failed), isNumber: true },
      { title: 'Oldest since', text: ({ oldestAt }) => String(oldestAt), show: ({ oldestAt }) => time(oldestAt) },
    ],
  })}
  ${
    failingEndpoints.length > SHOWN &&
    html`<p class="hint">
      These are the ${SHOWN} with the oldest events; ${failingEndpoints.length - SHOWN} more fail.
    </p>`
  }`;

interface Line {
  readonly account: string;
  readonly currency: string;
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

const positionsOf = (visit: Visit, { positions }: Overview): Html =>
  html`${table({
    caption: 'Positions',
    rows: lines(positions).filter(({ balance }) => balance !== 0n),
    empty: 'The ledger has no balance.',
    columns: [
      { title: 'Account', text: ({ account }) => account, show: ({ account }) => code(account) },
      { title: 'Currency', text: ({ currency }) => currency },
      {
        title: 'Balance',
        text: ({ balance }) => String(balance),
        show: ({ balance, currency }) => money(balance, currency),
        isNumber: true,
      },
    ],
  })}
  ${hint(visit, 'The balances of each currency add up to zero.', 'Ledger', 'Open the ledger')}`;

function hint(visit: Visit, text: string, leadsTo: Section, action: string): Html {
  const path = visit.entryOf(leadsTo);
  return html`<p class="hint">${text} ${path !== null && link(path, action)}</p>`;
}

const counted = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

const sum = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number =>
  rows.reduce((all, row) => all + row[key], 0);

/** Basis points as percent, rounded down as they are. */
const percent = (bps: number | null): string =>
  bps === null ? '' : `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')} %`;

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

const unitOf = (seconds: number): (typeof UNITS)[number] =>
  UNITS.find(([size]) => seconds >= size && seconds % size === 0) ?? UNITS[3];

/** Both bounds of the bucket of a percentile. */
export function bounds(percentile: Percentile | null): string {
  if (percentile === null) return '';
  const { moreThan, atMost } = percentile;
  const [size, unit] = unitOf(moreThan);
  const low = `${moreThan / size}`;
  if (atMost === null) return `over ${low} ${unit}`;
  const [highSize, highUnit] = unitOf(atMost);
  if (moreThan === 0) return `up to ${atMost / highSize} ${highUnit}`;
  return unit === highUnit
    ? `${low} to ${atMost / highSize} ${unit}`
    : `${low} ${unit} to ${atMost / highSize} ${highUnit}`;
}

/** A time in its largest unit, rounded down: `3 h`. */
export function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? UNITS[3];
  return `${Math.floor(seconds / size)} ${unit}`;
}

export const environmentOf = (of: TenantKey | Environment): Environment =>
  of === 'SANDBOX' || of === 'PRODUCTION' ? of : splitTenant(of).environment;

/** The tenants that an environment or a platform has. */
export const isOf = (tenant: TenantKey, of: TenantKey | Environment): boolean =>
  tenant === of || splitTenant(tenant).environment === of;
