import { type CountedAs, type Instant, instant, type Overview } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { lineChart } from '../kit/charts.js';
import { link, time, tile } from '../kit/components.js';
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
const HOURS_DRAWN = 7 * 24;

/** The list of the payments that a figure counts. */
export type ToPayments = (filter: ListFilter) => string;

interface ToLists {
  readonly toCounted: ToPayments;
  readonly toPeriod: ToPayments;
}

/** The payments by outcome, as totals, charts and peaks. */
export function paymentsOf({ hours, before }: Overview, [, named]: Period, { toCounted, toPeriod }: ToLists): Html {
  const totals = OUTCOMES.map(({ name, of, as }) => ({
    name,
    path: toPeriod({ as }),
    count: hours.reduce((all, hour) => all + of(hour), 0),
    earlier: of({ ...before, hour: hours[0]!.hour }),
  }));
  const isByDay = hours.length > HOURS_DRAWN;
  const points = isByDay ? byDay(hours) : hours;
  const step = isByDay ? 'day' : 'hour';
  const isEmpty = totals.every(({ count }) => count === 0);
  const within = (at: Instant): ListFilter => ({
    // The first day of a period begins with the period.
    from: minuteText(instant(Math.max(at, hours[0]!.hour))),
    before: minuteText(instant(at + (isByDay ? DAY_MS : HOUR_MS))),
  });
  return html`<ul class="figures dense">
      ${totals.map(
        ({ name, path, count, earlier }) =>
          html`<li>
            ${tile(path, counted(count), name.toLowerCase())}
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
          href: (at) => toCounted({ as: outcomes[0].as, ...within(at) }),
          series: isEmpty
            ? []
            : outcomes.map(({ name, of }) => ({
                name,
                points: points.map((hour) => ({ at: hour.hour, value: of(hour) })),
              })),
        }),
      )}
    </div>
    ${peaksOf(points, toCounted, within)}
    <p class="hint">
      A payment counts in the ${step} in which it is accepted and in the ${step} in which it ends, so the payments that
      settled in one ${step} can be those of an earlier one. ${isByDay ? 'A day' : 'An hour'} of a chart leads to its
      ${CHARTS[0].outcomes[0].name.toLowerCase()} or ${CHARTS[1].outcomes[0].name.toLowerCase()} payments.
    </p>`;
}

/** The busiest time of each outcome that has one, with a link to the payments that were created in it. */
function peaksOf(points: readonly Hour[], toPayments: ToPayments, within: (at: Instant) => ListFilter): Html {
  const peaks = PEAKS.flatMap(({ name, of, as }) => {
    const [first, ...others] = points;
    if (first === undefined) return [];
    const most = others.reduce((best, each) => (of(each) > of(best) ? each : best), first);
    if (of(most) === 0) return [];
    const path = toPayments({ as, ...within(most.hour) });
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
  /** What its payments are counted as. */
  readonly as: CountedAs;
}

const outcome = (name: string, as: CountedAs): Outcome => ({ name, as, of: (hour) => hour[as] });
const [ACCEPTED, SETTLED, FAILED, RETURNED] = [
  outcome('Accepted', 'accepted'),
  outcome('Settled', 'settled'),
  outcome('Failed', 'failed'),
  outcome('Returned', 'returned'),
];
const PEAKS = [ACCEPTED, SETTLED, FAILED, RETURNED];
const OUTCOMES: readonly Outcome[] = [...PEAKS, outcome('Cancelled', 'cancelled'), outcome('Expired', 'expired')];
/** Failures have a chart of their own, because they cannot be seen beside the others. */
const CHARTS = [
  { id: 'good', title: 'Accepted and settled', outcomes: [ACCEPTED, SETTLED] },
  { id: 'bad', title: 'Failed and returned', outcomes: [FAILED, RETURNED] },
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
