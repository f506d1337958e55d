import { expect, test } from 'vitest';
import { type Expression, parse, type Selector, within } from '../support/promql.js';
import { ALERTS, DASHBOARDS, LABELS, labelsOf, RECORDED } from './rules.js';
import { SERVED } from './served.js';

function problemsOf(expression: Expression): readonly string[] {
  return within(expression).flatMap((part) => {
    if (part.kind === 'selector') {
      const labels = LABELS.get(part.metric);
      if (labels === undefined) return [`no host serves ${part.metric}`];
      return part.matchers
        .filter(({ label }) => !labels.includes(label))
        .map(({ label }) => `${part.metric} has no label ${label}`);
    }
    if (part.kind === 'binary' && part.on !== null) {
      const both = [labelsOf(part.left), labelsOf(part.right)];
      return part.on
        .filter((label) => both.some((labels) => !labels.includes(label)))
        .map((label) => `one side of ${part.operator} has no label ${label}`);
    }
    if (part.kind !== 'aggregate') return [];
    const selectors = within(part.of).filter((inner): inner is Selector => inner.kind === 'selector');
    return selectors.flatMap(({ metric }) =>
      part.by
        .filter((label) => !(LABELS.get(metric) ?? []).includes(label))
        .map((label) => `${metric} has no label ${label}`),
    );
  });
}

const RULES = [
  ...ALERTS.map(({ alert, expr }) => [alert, expr]),
  ...RECORDED.map(({ record, expr }) => [record, expr]),
];

test.each(RULES)('%s names metrics and labels that hosts serve', (_, expr) => {
  expect(problemsOf(parse(expr!))).toEqual([]);
});

test.each(DASHBOARDS.map((dashboard) => [dashboard.title, dashboard] as const))(
  'the dashboard "%s" names metrics and labels that hosts serve',
  (_, { panels }) => {
    const problems = panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr }) =>
        problemsOf(parse(expr.replaceAll('$__rate_interval', '5m'))).map((problem) => `${title}: ${problem}`),
      ),
    );
    expect(problems).toEqual([]);
  },
);

test('a metric or a label that hosts do not serve is found', () => {
  expect(problemsOf(parse('corridor_jobs_lag'))).toEqual(['no host serves corridor_jobs_lag']);
  expect(problemsOf(parse('corridor_ready{host="a"}'))).toEqual(['corridor_ready has no label host']);
  expect(problemsOf(parse('max by (rail) (corridor_ready)'))).toEqual(['corridor_ready has no label rail']);
  expect(problemsOf(parse('corridor_rail_backlog and on (rail) corridor_ready'))).toEqual([
    'one side of and has no label rail',
  ]);
});

test('every metric of Corridor is shown by a dashboard', () => {
  const shown = new Set(
    DASHBOARDS.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
      .flatMap((expr) => within(parse(expr.replaceAll('$__rate_interval', '5m'))))
      .flatMap((part) => (part.kind === 'selector' ? [part.metric.replace(/_(bucket|count|sum)$/, '')] : [])),
  );
  const unshown = [...SERVED.keys()].filter(
    (name) => name.startsWith('corridor_') && !shown.has(name.replace(/_(bucket|count|sum)$/, '')),
  );
  expect(unshown).toEqual([]);
});

test('each panel with one value says what it means that there is none', () => {
  const single = DASHBOARDS.flatMap(({ panels }) => panels.filter(({ type }) => type === 'stat' || type === 'gauge'));
  expect(single.length).toBeGreaterThan(10);
  expect(single.filter(({ fieldConfig }) => fieldConfig.defaults.noValue === undefined)).toEqual([]);
});

/** Metrics of amounts in smallest units. */
const AMOUNTS =
  /^corridor_(payments_amount_total|open_exception_amount|position|safeguarding_shortfall|rail_(holding|ledger|difference|prefunding_\w+))$/;

test('a panel that draws amounts has one currency, and divides by the smallest units of it', () => {
  const drawn = DASHBOARDS.flatMap(({ panels }) => panels)
    .filter(({ type }) => type === 'timeseries')
    .flatMap((panel) => panel.targets.map(({ expr }) => ({ ...panel, expr })))
    .filter(({ expr }) =>
      within(parse(expr.replaceAll('$__rate_interval', '5m'))).some(
        (part) => part.kind === 'selector' && AMOUNTS.test(part.metric),
      ),
    );
  expect(drawn.length).toBeGreaterThanOrEqual(8);
  for (const { title, repeat, expr } of drawn) {
    expect(repeat, title).toBe('currency');
    expect(title).toContain('$currency');
    expect(expr, title).toContain('currency="$currency"');
    expect(expr, title).toMatch(/\/ scalar\(max\(corridor_currency_units\{currency="\$currency"\}\)\)$/);
  }
});

test('dashboards and their panels have ids of their own', () => {
  expect(new Set(DASHBOARDS.map(({ uid }) => uid)).size).toBe(DASHBOARDS.length);
  for (const { panels } of DASHBOARDS) expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
