import type { Outcome, Row } from './row.js';
import { spread } from './rounds.js';

const HEAD = ['#', 'Measure', 'Median', 'Min', 'Max', 'Target', 'Holds', 'Measured ÷ baseline (medians)'] as const;

type Results = readonly { readonly row: Row; readonly outcome: Outcome }[];

/** The results as a Markdown table, with the conditions of each row and the tables of details below it. */
export function table(results: Results): string {
  const main = markdown([HEAD, ...results.map(({ row, outcome }) => line(row, outcome))]);
  const notes = results.flatMap(({ row, outcome }) => {
    const measured = 'rounds' in outcome ? (outcome.notes ?? []) : [];
    return [...row.notes, ...measured].map((note) => `Row ${row.number}: ${note}`);
  });
  const details = results.flatMap(({ row, outcome }) =>
    'details' in outcome ? ['', `Row ${row.number}: ${row.title}`, '', markdown(outcome.details)] : [],
  );
  return [main, '', ...notes, ...details].join('\n');
}

function markdown(lines: readonly (readonly string[])[]): string {
  const [head, ...body] = lines as [readonly string[], ...(readonly string[])[]];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const print = (cells: readonly string[]): string =>
    `| ${cells.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [print(head), rule, ...body.map(print)].join('\n');
}

function line(row: Row, outcome: Outcome): string[] {
  const target = targetOf(row);
  const without = (text: string): string[] => [String(row.number), row.title, '–', '–', '–', target, '–', text];
  if ('leftOut' in outcome) return without(outcome.leftOut);
  if ('absolute' in outcome) return without(outcome.absolute);
  const ratios = spread(outcome.rounds.map(({ measured, baseline }) => measured / baseline));
  const measured = spread(outcome.rounds.map((round) => round.measured)).median;
  const baseline = spread(outcome.rounds.map((round) => round.baseline)).median;
  return [
    String(row.number),
    row.title,
    figure(ratios.median),
    figure(ratios.min),
    figure(ratios.max),
    target,
    holds(row, ratios.median),
    `${whole(measured)} ÷ ${whole(baseline)} ${row.unit}`,
  ];
}

function targetOf({ target }: Row): string {
  if (target === null) return '–';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}

function holds({ target }: Row, ratio: number): string {
  if (target === null) return '–';
  return ('atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost) ? 'yes' : 'no';
}

const figure = (value: number): string => value.toFixed(2);
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
