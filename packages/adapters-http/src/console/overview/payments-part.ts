import { type Instant, instant, type Overview } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { lineChart } from '../kit/charts.js';
import { link, time } from '../kit/components.js';
import { minuteText } from '../kit/times.js';
import type { ListFilter } from './leads.js';
import { counted, HOUR_MS } from './numbers.js';

/** The periods that an overview can have. */
export const PERIODS = [
  ['24h', '24 hours', 24],
  ['7d', '7 days', 7 * 24],
  ['30d', '30 days', 30 * 24],
] as const;
export type Period = (typeof PERIODS)[number];

const DAY_MS = 24 * HOUR_MS;
/** Longer periods are drawn by the day: hundreds of hours cannot be told apart. */
const HOURS_DRAWN = 7 * 24 + 1;

/** The list of the payments that a figure counts. */
export type ToPayments = (filter: ListFilter) => string;

interface ToLists {
  readonly toAll: ToPayments;
  readonly toPeriod: ToPayments;
}

/** The payments by outcome, as totals, charts and peaks. */
export function paymentsOf({ hours, before }: Overview, [, named]: Period, { toAll, toPeriod }: ToLists): Html {
  const totals = OUTCOMES.map(({ name, of, filter, isLater }) => ({
    name,
    path: (isLater === true ? toAll : toPeriod)(filter),
    count: hours.reduce((all, hour) => all + of(hour), 0),
    earlier: of({ ...before, hour: hours[0]!.hour }),
  }));
  const isByDay = hours.length > HOURS_DRAWN;
  const points = isByDay ? byDay(hours) : hours;
  const step = isByDay ? 'day' : 'hour';
  const isEmpty = totals.every(({ count }) => count === 0);
  const within = (at: Instant): ListFilter => ({
    from: minuteText(at),
    to: minuteText(instant(at + (isByDay ? DAY_MS : HOUR_MS))),
  });
  return html`<ul class="figures dense">
      ${totals.map(
        ({ name, path, count, earlier }) =>
          html`<li>
            <strong>${counted(count)}</strong><span>${link(path, name.toLowerCase())}</span>
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
          href: (at) => toAll(within(at)),
          series: isEmpty
            ? []
            : outcomes.map(({ name, of }) => ({
                name,
                points: points.map((hour) => ({ at: hour.hour, value: of(hour) })),
              })),
        }),
      )}
    </div>
    ${peaksOf(points, toAll, within)}
    <p class="hint">
      A payment counts in the ${step} of each outcome, so the outcomes of one ${step} need not add up. The lists have
      the payments that were created in the time. ${link(toPeriod({}), 'Show the payments')}
    </p>`;
}

/** The busiest time of each outcome that has one, with a link to the payments that were created in it. */
function peaksOf(points: readonly Hour[], toPayments: ToPayments, within: (at: Instant) => ListFilter): Html {
  const peaks = PEAKS.flatMap(({ name, of, filter, isLater }) => {
    const [first, ...others] = points;
    if (first === undefined) return [];
    const most = others.reduce((best, each) => (of(each) > of(best) ? each : best), first);
    if (of(most) === 0) return [];
    const { from, to } = within(most.hour);
    const path = toPayments({ ...filter, from: isLater === true ? null : from!, to: to! });
    return [{ name, count: of(most), at: most.hour, path }];
  });
  if (peaks.length === 0) return html``;
  return html`<ul class="lines">
    ${peaks.map(({ name, count, at, path }) => {
      const text = `${counted(count)} ${name.toLowerCase()}`;
      return html`<li><span>Most ${name.toLowerCase()}: ${link(path, text)} from ${time(at)}</span></li>`;
    })}
  </ul>`;
}

type Hour = Overview['hours'][number];

interface Outcome {
  readonly name: string;
  readonly of: (hour: Hour) => number;
  /** The list of the payments with this outcome. */
  readonly filter: ListFilter;
  /** It comes so long after the payment began that the list has payments of any earlier time. */
  readonly isLater?: true;
}

const OUTCOMES: readonly Outcome[] = [
  { name: 'Accepted', of: ({ accepted }) => accepted, filter: {} },
  { name: 'Settled', of: ({ settled }) => settled, filter: { status: 'COMPLETED' } },
  { name: 'Failed', of: ({ failed }) => failed, filter: { failure: 'FAILED' } },
  {
    name: 'Returned',
    of: ({ returned }) => returned,
    filter: { status: 'FAILED', failure: 'RETURNED' },
    isLater: true,
  },
  { name: 'Cancelled', of: ({ cancelled }) => cancelled, filter: { failure: 'CANCELLED' } },
  { name: 'Expired', of: ({ expired }) => expired, filter: { failure: 'EXPIRED' } },
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
