import { holds, type Result } from './result.js';

const HEAD = ['#', 'Measure', 'Median', 'Min', 'Max', 'Target', 'Holds', 'Measured ÷ baseline (medians)'] as const;

/** The results as a Markdown table, with the conditions of each row and the tables of details below it. */
export function table(results: readonly Result[]): string {
  const notes = results.flatMap(({ number, notes }) => notes.map((note) => `Row ${number}: ${note}`));
  const details = results.flatMap(({ number, title, outcome }) =>
    'details' in outcome ? ['', `Row ${number}: ${title}`, '', markdown(outcome.details)] : [],
  );
  const known = peers(results);
  return [rows(results), '', ...notes, ...details, ...(known === null ? [] : ['', 'Peers', '', known])].join('\n');
}

/** One line for each row; `more` adds a cell to each. */
export function rows(
  results: readonly Result[],
  more?: { readonly head: string; cell(result: Result): string },
): string {
  const lines = results.map((result) => [...line(result), ...(more === undefined ? [] : [more.cell(result)])]);
  return markdown([[...HEAD, ...(more === undefined ? [] : [more.head])], ...lines]);
}

/** What programs that others know did on this machine beside Corridor, in absolute figures; null without one. */
export function peers(results: readonly Result[]): string | null {
  const lines = results.flatMap(({ number, title, unit, peer, outcome }) => {
    if (peer === undefined) return [];
    const [measured] = title.split(' ÷ ');
    if ('leftOut' in outcome) return [[peer.name, peer.does, outcome.leftOut, measured!, '–', String(number)]];
    if (!('ratio' in outcome)) return [];
    const [ours, theirs] = unitsOf(unit);
    const figures = [`${whole(outcome.baseline)} ${theirs}`, measured!, `${whole(outcome.measured)} ${ours}`];
    return [[peer.name, peer.does, ...figures, String(number)]];
  });
  if (lines.length === 0) return null;
  return markdown([['Peer', 'What it does', 'Its rate', 'Corridor beside it', 'Its rate', 'Row'], ...lines]);
}

/** The units of both sides: `(a ÷ b)/s` has two. */
function unitsOf(unit: string): readonly [string, string] {
  const [, ours, theirs] = /^\((.+) ÷ (.+)\)\/s$/.exec(unit) ?? [];
  return ours === undefined ? [unit, unit] : [`${ours}/s`, `${theirs!}/s`];
}

export function markdown(lines: readonly (readonly string[])[]): string {
  const [head, ...body] = lines as [readonly string[], ...(readonly string[])[]];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const print = (cells: readonly string[]): string =>
    `| ${cells.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [print(head), rule, ...body.map(print)].join('\n');
}

function line(result: Result): string[] {
  const { number, title, unit, outcome } = result;
  const target = targetOf(result);
  const without = (text: string): string[] => [String(number), title, '–', '–', '–', target, '–', text];
  if ('leftOut' in outcome) return without(outcome.leftOut);
  if ('absolute' in outcome) return without(outcome.absolute);
  const { ratio, measured, baseline } = outcome;
  const reached = holds(result);
  return [
    String(number),
    title,
    ...[ratio.median, ratio.min, ratio.max].map(figure),
    target,
    reached === null ? '–' : reached ? 'yes' : 'no',
    `${amount(measured)} ÷ ${amount(baseline)} ${unit}`,
  ];
}

function targetOf({ target }: Result): string {
  if (target === null) return '–';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}

const figure = (value: number): string => value.toFixed(2);
/** Small durations with their decimals. */
const amount = (value: number): string => (value < 100 ? value.toFixed(1) : whole(value));
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
