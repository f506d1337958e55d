import { expect, test } from 'vitest';
import { evaluate, parse, samplesOf, type Scrape } from '../support/promql.js';

const scrape = (at: number, text: string): Scrape => ({ at, samples: samplesOf(text) });

const BEFORE = scrape(
  0,
  'calls_total{rail="a",outcome="ok"} 10\ncalls_total{rail="b",outcome="failed"} 1\ncalls_total{rail="d",outcome="gone"} 4\n',
);
const AFTER = scrape(
  60,
  `# HELP calls_total Calls
calls_total{rail="a",outcome="ok"} 40
calls_total{rail="b",outcome="failed"} 7
calls_total{rail="c",outcome="timed-out"} 5
up{rail="a",what="a \\"job\\" failed"} 1
up{rail="b"} 0
seconds_bucket{le="1"} 90
seconds_bucket{le="5"} 100
seconds_bucket{le="+Inf"} 100
`,
);
const valueOf = (text: string) => evaluate(parse(text), [BEFORE, AFTER]);
const series = (text: string) => (valueOf(text) as readonly { labels: object; value: number }[]).map(Object.values);

test.each([
  ['up == 0', [[{ rail: 'b' }, 0]]],
  ['up{what="a \\"job\\" failed"}', [[{ rail: 'a', what: 'a "job" failed' }, 1]]],
  ['calls_total{outcome!="ok",rail=~"a|b"}', [[{ rail: 'b', outcome: 'failed' }, 7]]],
  ['calls_total{outcome!~"f.*|o."}', [[{ rail: 'c', outcome: 'timed-out' }, 5]]],
  // A counter that appears has no increase at first.
  ['increase(calls_total{outcome!="ok"}[5m])', [[{ rail: 'b', outcome: 'failed' }, 6]]],
  ['sum(rate(calls_total[5m]))', [[{}, 0.6]]],
  ['max by (rail) (calls_total) > 5 and min by (rail) (up) > 0', [[{ rail: 'a' }, 40]]],
  ['sum by (rail) (calls_total{rail="a"}) / sum by (rail) (calls_total)', [[{ rail: 'a' }, 1]]],
  ['sum(nothing) or 0 * sum(up) + 2 * 3', [[{}, 6]]],
  ['up unless on (rail) calls_total{outcome="failed"}', [[{ rail: 'a', what: 'a "job" failed' }, 1]]],
  ['up and on () calls_total{outcome="nothing"}', []],
  ['up{rail="b"} unless calls_total', [[{ rail: 'b' }, 0]]],
  ['up{rail="b"} or on (rail) calls_total{rail="b"} or on () up{rail="a"}', [[{ rail: 'b' }, 0]]],
  ['absent(nothing)', [[{}, 1]]],
  ['absent(up)', []],
  ['last_over_time(calls_total{outcome="gone"}[1h])', [[{ rail: 'd', outcome: 'gone' }, 4]]],
  ['count(count by (rail) (calls_total))', [[{}, 3]]],
  ['abs(0 - sum(up))', [[{}, 1]]],
  ['histogram_quantile(0.95, sum by (le) (seconds_bucket))', [[{}, 3]]],
  ['sum(nothing) > 0', []],
])('evaluates %s as Prometheus does', (text, expected) => {
  expect(series(text)).toEqual(expected);
});

test.each(['topk(3', 'up{a=1}', 'up @ 5', 'sum by rail (up)', 'up up'])('refuses %s', (text) => {
  expect(() => valueOf(text)).toThrow();
});

test.each(['stddev(up)', 'last_over_time(sum(up))', 'rate(sum(up))', 'abs(5)', '5 > up'])(
  'does not evaluate %s',
  (text) => {
    expect(() => valueOf(text)).toThrow();
  },
);
