import type { Outcome, Row } from './row.js';
import { spread } from './rounds.js';

const HEAD = ['#', 'Ratio', 'Median', 'Min', 'Max', 'Target', 'Holds', 'Measured ÷ baseline (medians)'] as const;

/** The results as a Markdown table, with the conditions of each row below it. */
export function table(results: readonly { readonly row: Row; readonly outcome: Outcome }[]): string {
  const cells = [HEAD.map(String), ...results.map(({ row, outcome }) => line(row, outcome))];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((c) => c[column]!.length)));
  const print = (c: readonly string[]): string =>
    `| ${c.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const notes = results.flatMap(({ row }) => row.notes.map((note) => `Row ${row.number}: ${note}`));
  return [print(cells[0]!), rule, ...cells.slice(1).map(print), '', ...notes].join('\n');
}

function line(row: Row, outcome: Outcome): string[] {
  const target = 'atLeast' in row.target ? `≥ ${row.target.atLeast}` : `≤ ${row.target.atMost}`;
  if ('leftOut' in outcome) return [String(row.number), row.ratio, '–', '–', '–', target, '–', outcome.leftOut];
  const ratios = spread(outcome.rounds.map(({ measured, baseline }) => measured / baseline));
  const holds = 'atLeast' in row.target ? ratios.median >= row.target.atLeast : ratios.median <= row.target.atMost;
  const measured = spread(outcome.rounds.map((round) => round.measured)).median;
  const baseline = spread(outcome.rounds.map((round) => round.baseline)).median;
  return [
    String(row.number),
    row.ratio,
    figure(ratios.median),
    figure(ratios.min),
    figure(ratios.max),
    target,
    holds ? 'yes' : 'no',
    `${whole(measured)} ÷ ${whole(baseline)} ${row.unit}`,
  ];
}

const figure = (value: number): string => value.toFixed(2);
const whole = (value: number): string => Math.round(value).toLocaleString('en');
