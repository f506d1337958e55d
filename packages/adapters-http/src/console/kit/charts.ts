import type { Instant } from '@corridor/core';
import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { html, type Html } from '../../pages/html.js';
import { table } from './components.js';
import { timeText } from './times.js';

const WIDTH = 440;
const HEIGHT = 230;
const EDGE = { top: 10, right: 12, bottom: 28, left: 56 } as const;
const TICKS = 4;

/** What every chart says without its picture. */
interface ChartText {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** One sentence that says what the picture shows. */
  readonly description: string;
  /** What is shown if there are no values. */
  readonly empty: string;
  /** A value of the axis and of the table; by default the number. */
  readonly format?: (value: number) => string;
}

export interface Series {
  readonly name: string;
  readonly points: readonly { readonly at: Instant; readonly value: number }[];
}

export interface LineChart extends ChartText {
  /** At most four, which differ by their dashes, not by their colours alone. */
  readonly series: readonly Series[];
  /** The page of what happened at a time, to which its row of the table leads. */
  readonly href?: (at: Instant) => string | null;
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The page to which the bar and its row of the table lead. */
  readonly href?: string | null;
}

export interface BarChart extends ChartText {
  readonly bars: readonly Bar[];
  /** The title of the column of the labels. */
  readonly labels: string;
}

export interface Histogram extends ChartText {
  /** Buckets in their order; `upTo` is null for the last, open one. */
  readonly buckets: readonly { readonly upTo: number | null; readonly count: number }[];
  /** The unit of the bounds, such as `s`. */
  readonly unit: string;
}

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Values over time, drawn on the server, with the numbers beneath. */
export function lineChart({ series, href, format = number, ...text }: LineChart): Html {
  const points = series.flatMap((each) => each.points);
  if (points.length === 0) return nothing(text);
  const times = [...new Set(points.map(({ at }) => at))].sort((a, b) => a - b);
  const x = scaleUtc()
    .domain([times[0]!, times.at(-1)!])
    .range([EDGE.left, WIDTH - EDGE.right]);
  const y = heights(points.map(({ value }) => value));
  const draw = line<Series['points'][number]>()
    .x(({ at }) => x(at))
    .y(({ value }) => y(value));
  const ticks = x.ticks(TICKS);
  const drawing = html`${valueAxis(
    y,
    format,
    points.map(({ value }) => value),
  )}
  ${ticks.map((tick) => bottomLabel(x(tick), tickText(tick.toISOString())))} ${zoneLabel}
  ${series.map(({ points: own }, index) => html`<path class="line s${(index % 4) + 1}" d="${draw([...own])}" />`)}`;
  const valueAt = new Map(
    series.map(({ name, points: own }) => [name, new Map(own.map(({ at, value }) => [at, value]))]),
  );
  const numbers = table({
    caption: text.title,
    empty: text.empty,
    rows: times,
    ...(href !== undefined && { href }),
    columns: [
      { title: 'Time', text: timeText },
      ...series.map(({ name }) => ({
        title: name,
        isNumber: true,
        text: (at: Instant) => {
          const value = valueAt.get(name)?.get(at);
          return value === undefined ? '' : format(value);
        },
      })),
    ],
  });
  const legend =
    series.length > 1 &&
    html`<ul class="legend">
      ${series.map(
        ({ name }, index) =>
          html`<li>
            <svg viewBox="0 0 28 12" aria-hidden="true"><path class="line s${(index % 4) + 1}" d="M0 6H28" /></svg
            >${name}
          </li>`,
      )}
    </ul>`;
  return figure(text, drawing, numbers, legend === false ? html`` : legend);
}

/** A chart of one or two bars is not a block of colour. */
const WIDEST_BAR = 72;

/** Values of named things. */
export function barChart({ bars, labels, format = number, ...text }: BarChart): Html {
  if (bars.length === 0) return nothing(text);
  const x = scaleBand()
    .domain(bars.map((_bar, index) => String(index)))
    .range([EDGE.left, WIDTH - EDGE.right])
    .padding(0.2);
  const y = heights(bars.map(({ value }) => value));
  const every = Math.ceil(bars.length / 6);
  const drawing = html`${valueAxis(
    y,
    format,
    bars.map(({ value }) => value),
  )}
  ${bars.map((bar, index) => {
    const { value, label } = bar;
    const width = Math.min(x.bandwidth(), WIDEST_BAR);
    const left = (x(String(index)) ?? 0) + (x.bandwidth() - width) / 2;
    const top = Math.min(y(value), y(0));
    const drawn = html`<rect
      class="b1"
      x="${left}"
      y="${top}"
      width="${width}"
      height="${Math.abs(y(value) - y(0))}"
    />`;
    // The whole height leads to the page, because a bar can be low.
    const area = html`<rect class="area" x="${left}" y="${EDGE.top}" width="${width}" height="${HEIGHT - EDGE.top}" />`;
    return html`${
      (bar.href ?? null) === null
        ? drawn
        : html`<a href="${bar.href}" aria-label="${label}: ${format(value)}">${drawn}${area}</a>`
    }${index % every === 0 && bottomLabel(left + width / 2, shortened(label, Math.max(SHORT, Math.floor((x.step() * every) / CHARACTER))))}`;
  })}`;
  const numbers = table<Bar>({
    caption: text.title,
    empty: text.empty,
    rows: bars,
    href: (bar) => bar.href ?? null,
    columns: [
      { title: labels, text: ({ label }) => label },
      { title: 'Value', isNumber: true, text: ({ value }) => format(value) },
    ],
  });
  return figure({ ...text, hasLinks: bars.some(({ href }) => (href ?? null) !== null) }, drawing, numbers);
}

/** Counts in buckets, such as times in seconds. */
export function histogram({ buckets, unit, ...text }: Histogram): Html {
  const bars = buckets.map(({ upTo, count }, index) => ({
    label: upTo === null ? `> ${buckets[index - 1]?.upTo ?? 0} ${unit}` : `≤ ${upTo} ${unit}`,
    value: count,
  }));
  return barChart({ ...text, bars: bars.some(({ value }) => value > 0) ? bars : [], labels: 'Bucket' });
}

const heights = (values: readonly number[]) =>
  scaleLinear()
    .domain([Math.min(0, ...values), Math.max(1e-9, ...values)])
    .nice(TICKS)
    .range([HEIGHT - EDGE.bottom, EDGE.top]);

/** Counts have no lines between whole numbers. */
const valueAxis = (y: ReturnType<typeof heights>, format: (value: number) => string, values: readonly number[]): Html =>
  html`${y
    .ticks(TICKS)
    .filter((tick) => Number.isInteger(tick) || !values.every(Number.isInteger))
    .map(
      (tick) =>
        html`<path class="axis" d="M${EDGE.left} ${y(tick)}H${WIDTH - EDGE.right}" /><text
            x="${EDGE.left - 6}"
            y="${y(tick) + 4}"
            text-anchor="end"
          >
            ${shortened(format(tick))}
          </text>`,
    )}`;

/** The hour in UTC, or the day at midnight. */
const tickText = (iso: string): string => (iso.slice(11, 16) === '00:00' ? iso.slice(5, 10) : iso.slice(11, 16));

/** The zone of the times below a chart, before the first of them. */
const zoneLabel = html`<text x="${EDGE.left - 6}" y="${HEIGHT - 8}" text-anchor="end">UTC</text>`;

const bottomLabel = (x: number, label: string): Html =>
  html`<text x="${number(x)}" y="${HEIGHT - 8}" text-anchor="middle">${label}</text>`;

const SHORT = 12;
/** The width of a character of a label. */
const CHARACTER = 7;
const shortened = (text: string, most: number = SHORT): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

const nothing = ({ title, empty }: ChartText): Html =>
  html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <p class="hint">${empty}</p>
  </figure>`;

/** A picture with links in it is a group: the content of an image is hidden from screen readers. */
const figure = (
  { id, title, description, hasLinks = false }: ChartText & { readonly hasLinks?: boolean },
  drawing: Html,
  numbers: Html,
  legend = html``,
): Html =>
  html`<figure class="chart">
    <figcaption>${title}</figcaption>
    ${legend}
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="${hasLinks ? 'group' : 'img'}"
      aria-labelledby="${id}-title ${id}-description"
    >
      <title id="${id}-title">${title}</title>
      <desc id="${id}-description">${description}</desc>
      ${drawing}
    </svg>
    <details>
      <summary>Numbers<span class="hidden"> of ${title}</span></summary>
      ${numbers}
    </details>
  </figure>`;
