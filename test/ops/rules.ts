import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse as parseYaml } from 'yaml';
import { evaluate, type Expression, parse, type Scrape } from '../support/promql.js';
import { SERVED } from './served.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A rule of `ops/prometheus/alerts.yml`. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A rule that records a series, from which alerts are computed. */
export interface Recorded {
  readonly record: string;
  readonly expr: string;
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly (Alert | Recorded)[] }[];
}

const rules = parseYaml(readFileSync(`${ROOT}ops/prometheus/alerts.yml`, 'utf8')) as Rules;

const all = rules.groups.flatMap((group) => group.rules);
export const ALERTS: readonly Alert[] = all.filter((rule): rule is Alert => 'alert' in rule);
export const RECORDED: readonly Recorded[] = all.filter((rule): rule is Recorded => 'record' in rule);
/** Alerts whose series stay while no host can read them. */
export const HELD: readonly Alert[] = ALERTS.filter(({ expr }) => /:\w*known\b/.test(expr));

/** The labels that Prometheus adds to each series. */
const OF_SCRAPES = ['job', 'instance'];
/** The labels of the series that hosts serve, and of those that Prometheus records. */
export const LABELS = new Map<string, readonly string[]>(
  [...SERVED].map(([metric, labels]) => [metric, [...labels, ...OF_SCRAPES]] as const),
);
for (const { record, expr } of RECORDED) LABELS.set(record, labelsOf(parse(expr)));

/** The labels of the series of an expression. */
export function labelsOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'aggregate':
      return expression.by;
    case 'selector':
      return LABELS.get(expression.metric) ?? [];
    case 'binary':
      return labelsOf(expression.left.kind === 'number' ? expression.right : expression.left);
    case 'call':
      return expression.arguments.flatMap(labelsOf);
    case 'number':
      return [];
  }
}

/** The scrapes with the series that Prometheus records at each of them. */
export function withRecorded(scrapes: readonly Scrape[]): readonly Scrape[] {
  const found: Scrape[] = [];
  for (const { at, samples } of scrapes) {
    const before = found.at(-1)?.samples ?? [];
    const recorded = new Map(RECORDED.map(({ record }) => [record, before.filter(({ name }) => name === record)]));
    const seen = () => RECORDED.flatMap(({ record }) => recorded.get(record)!);
    for (const { record, expr } of RECORDED) {
      const series = evaluate(parse(expr), [...found, { at, samples: [...samples, ...seen()] }]);
      if (typeof series === 'number') throw new Error(`${record} is a number`);
      recorded.set(
        record,
        series.map((each) => ({ ...each, name: record })),
      );
    }
    found.push({ at, samples: [...samples, ...seen()] });
  }
  return found;
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly repeat?: string;
    readonly fieldConfig: { readonly defaults: { readonly noValue?: string } };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const FOLDER = `${ROOT}ops/grafana/dashboards/`;

/** The dashboards, without the rows, which group panels. */
export const DASHBOARDS: readonly Dashboard[] = readdirSync(FOLDER).map((file) => {
  const { panels, ...dashboard } = JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Dashboard;
  return { ...dashboard, panels: panels.filter(({ type }) => type !== 'row') };
});
