/**
 * The part of PromQL that the alerts and dashboards of `ops` use, evaluated over scrapes of `/metrics`. Comparisons and
 * arithmetic between two vectors match series with equal labels.
 */
export interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

export type Labels = Readonly<Record<string, string>>;

/** The samples of one moment. */
export interface Scrape {
  /** In seconds. */
  readonly at: number;
  readonly samples: readonly Sample[];
}

export interface Selector {
  readonly kind: 'selector';
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}
interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}
export interface Aggregate {
  readonly kind: 'aggregate';
  readonly operator: string;
  readonly by: readonly string[];
  readonly of: Expression;
}
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expression[] }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      /** The labels of `on`, by which `and`, `unless` and `or` match; all labels if it is null. */
      readonly on: readonly string[] | null;
      readonly left: Expression;
      readonly right: Expression;
    }
  | Selector
  | Aggregate;

const TOKEN = /\s*([a-zA-Z_:][\w:]*|\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|\[\w+\]|[=!]~|[=!<>]=|[-+*/<>=(){},])/y;
/** From the loosest to the tightest. */
const PRECEDENCE = [['or'], ['and', 'unless'], ['==', '!=', '<=', '>=', '<', '>'], ['+', '-'], ['*', '/']] as const;
const SETS = ['or', 'and', 'unless'];
const AGGREGATES = ['sum', 'max', 'min', 'count'];

/** Throws if the expression has a part that this file does not know. */
export function parse(query: string): Expression {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < query.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(query);
    if (found === null) throw new Error(`unknown PromQL at "${query.slice(at)}"`);
    tokens.push(found[1]!);
  }
  let next = 0;
  const peek = (): string | undefined => tokens[next];
  const take = (expected?: string): string => {
    const token = tokens[next++];
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new Error(`expected ${expected ?? 'more'} and found ${token ?? 'the end'} in ${query}`);
    }
    return token;
  };
  const listed = <T>(end: string, item: () => T): T[] => {
    const items: T[] = [];
    while (peek() !== end) {
      items.push(item());
      if (peek() === ',') take();
    }
    take(end);
    return items;
  };

  function matched(): readonly string[] {
    take('on');
    take('(');
    return listed(')', () => take());
  }

  function binary(level: number): Expression {
    const operators: readonly string[] | undefined = PRECEDENCE[level];
    if (operators === undefined) return single();
    let left = binary(level + 1);
    while (operators.includes(peek() ?? '')) {
      const operator = take();
      const on = SETS.includes(operator) && peek() === 'on' ? matched() : null;
      left = { kind: 'binary', operator, on, left, right: binary(level + 1) };
    }
    return left;
  }

  function single(): Expression {
    const token = take();
    if (token === '(') {
      const inner = binary(0);
      take(')');
      return inner;
    }
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (AGGREGATES.includes(token)) {
      let by: string[] = [];
      if (peek() === 'by') {
        take();
        take('(');
        by = listed(')', () => take());
      }
      take('(');
      const of = binary(0);
      take(')');
      return { kind: 'aggregate', operator: token, by, of };
    }
    if (peek() === '(') {
      take();
      return { kind: 'call', name: token, arguments: listed(')', () => binary(0)) };
    }
    let matchers: Matcher[] = [];
    if (peek() === '{') {
      take();
      matchers = listed('}', () => ({ label: take(), operator: take(), value: text(take()) }));
    }
    if (peek()?.startsWith('[') === true) take();
    return { kind: 'selector', metric: token, matchers };
  }

  const parsed = binary(0);
  if (next < tokens.length) throw new Error(`unexpected ${tokens[next]} in ${query}`);
  return parsed;
}

function text(token: string): string {
  if (!token.startsWith('"')) throw new Error(`${token} is not a text`);
  return JSON.parse(token) as string;
}

/** The expression and all expressions within it. */
export function within(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'binary':
      return [expression, ...within(expression.left), ...within(expression.right)];
    case 'call':
      return [expression, ...expression.arguments.flatMap(within)];
    case 'aggregate':
      return [expression, ...within(expression.of)];
    case 'number':
    case 'selector':
      return [expression];
  }
}

type Series = Omit<Sample, 'name'>;

/**
 * The value of an expression at the last scrape: a number, or series with their labels. `rate` and `increase` compare
 * the last scrape with the first.
 */
export function evaluate(expression: Expression, scrapes: readonly Scrape[]): number | readonly Series[] {
  const [first, last] = [scrapes[0]!, scrapes.at(-1)!];
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'selector':
      return select(expression, last);
    case 'aggregate':
      return aggregate(expression, vector(evaluate(expression.of, scrapes)));
    case 'binary': {
      const [left, right] = [evaluate(expression.left, scrapes), evaluate(expression.right, scrapes)];
      if (SETS.includes(expression.operator)) return sets(expression, vector(left), vector(right));
      return combine(expression.operator, left, right);
    }
    case 'call': {
      const [argument, other] = expression.arguments;
      switch (expression.name) {
        case 'abs':
          return vector(evaluate(argument!, scrapes)).map((each) => ({ ...each, value: Math.abs(each.value) }));
        case 'rate':
          return increase(argument!, first, last).map((each) => ({
            ...each,
            value: each.value / (last.at - first.at),
          }));
        case 'increase':
          return increase(argument!, first, last);
        case 'absent':
          return vector(evaluate(argument!, scrapes)).length > 0 ? [] : [{ labels: {}, value: 1 }];
        case 'last_over_time':
          return lastOf(argument!, scrapes);
        case 'histogram_quantile':
          return quantiles(evaluate(argument!, scrapes) as number, vector(evaluate(other!, scrapes)));
        default:
          throw new Error(`unknown function ${expression.name}`);
      }
    }
  }
}

function vector(value: number | readonly Series[]): readonly Series[] {
  if (typeof value === 'number') throw new Error('a number where series are needed');
  return value;
}

const keyOf = (labels: Labels): string => JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));

const select = ({ metric, matchers }: Selector, { samples }: Scrape): readonly Series[] =>
  samples
    .filter(({ name, labels }) => name === metric && matchers.every((matcher) => matches(matcher, labels)))
    .map(({ labels, value }) => ({ labels, value }));

function matches({ label, operator, value }: Matcher, labels: Labels): boolean {
  const has = labels[label] ?? '';
  const isEqual = operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(has) : has === value;
  return operator.startsWith('!') ? !isEqual : isEqual;
}

/** As in Prometheus, a series without an earlier sample has no increase. */
function increase(of: Expression, first: Scrape, last: Scrape): readonly Series[] {
  if (of.kind !== 'selector') throw new Error('the increase of something else than a metric');
  const before = new Map(select(of, first).map(({ labels, value }) => [keyOf(labels), value]));
  return select(of, last).flatMap(({ labels, value }) => {
    const earlier = before.get(keyOf(labels));
    return earlier === undefined ? [] : [{ labels, value: value - earlier }];
  });
}

const AGGREGATED: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((total, value) => total + value, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  count: (values) => values.length,
};

function aggregate({ operator, by }: Aggregate, series: readonly Series[]): readonly Series[] {
  const groups = new Map<string, { readonly labels: Labels; readonly values: number[] }>();
  for (const { labels, value } of series) {
    const kept = Object.fromEntries(by.flatMap((label) => (label in labels ? [[label, labels[label]!]] : [])));
    const group = groups.get(keyOf(kept)) ?? { labels: kept, values: [] };
    group.values.push(value);
    groups.set(keyOf(kept), group);
  }
  return [...groups.values()].map(({ labels, values }) => ({ labels, value: AGGREGATED[operator]!(values) }));
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};
const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};

function combine(operator: string, left: number | readonly Series[], right: number | readonly Series[]) {
  const compute = ARITHMETIC[operator];
  if (typeof left === 'number') {
    if (compute === undefined) throw new Error(`a number on the left of ${operator}`);
    return typeof right === 'number'
      ? compute(left, right)
      : right.map((each) => ({ ...each, value: compute(left, each.value) }));
  }
  const others =
    typeof right === 'number' ? null : new Map(right.map(({ labels, value }) => [keyOf(labels), value] as const));
  return left.flatMap((each): readonly Series[] => {
    const other = others === null ? (right as number) : others.get(keyOf(each.labels));
    if (other === undefined) return [];
    if (compute !== undefined) return [{ ...each, value: compute(each.value, other) }];
    return COMPARISONS[operator]!(each.value, other) ? [each] : [];
  });
}

function sets(
  { operator, on }: Extract<Expression, { readonly kind: 'binary' }>,
  left: readonly Series[],
  right: readonly Series[],
): readonly Series[] {
  const matchedBy = ({ labels }: Series): string =>
    keyOf(on === null ? labels : Object.fromEntries(on.map((label) => [label, labels[label] ?? ''])));
  const [onLeft, onRight] = [new Set(left.map(matchedBy)), new Set(right.map(matchedBy))];
  if (operator === 'or') return [...left, ...right.filter((each) => !onLeft.has(matchedBy(each)))];
  return left.filter((each) => onRight.has(matchedBy(each)) === (operator === 'and'));
}

/** The last value of each series. */
function lastOf(of: Expression, scrapes: readonly Scrape[]): readonly Series[] {
  if (of.kind !== 'selector') throw new Error('the last value of something else than a metric');
  const found = scrapes.flatMap((scrape) => select(of, scrape)).map((each) => [keyOf(each.labels), each] as const);
  return [...new Map(found).values()];
}

/** Interpolates within a bucket, as Prometheus does. */
function quantiles(quantile: number, buckets: readonly Series[]): readonly Series[] {
  const groups = new Map<string, { readonly labels: Labels; readonly bounds: [number, number][] }>();
  for (const { labels, value } of buckets) {
    const { le = '', ...rest } = labels;
    const group = groups.get(keyOf(rest)) ?? { labels: rest, bounds: [] };
    group.bounds.push([le === '+Inf' ? Infinity : Number(le), value]);
    groups.set(keyOf(rest), group);
  }
  return [...groups.values()].map(({ labels, bounds }) => {
    bounds.sort(([a], [b]) => a - b);
    const rank = quantile * bounds.at(-1)![1];
    const at = bounds.findIndex(([, count]) => count >= rank);
    const [upper, count] = bounds[at]!;
    const [lower, below] = at === 0 ? [0, 0] : bounds[at - 1]!;
    const value = upper === Infinity ? lower : lower + ((upper - lower) * (rank - below)) / (count - below);
    return { labels, value };
  });
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of `/metrics` in the text format of Prometheus, with the labels that a scrape adds. */
export function samplesOf(text: string, added: Labels = {}): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || line.startsWith('#')) return [];
    const own = [...labels.matchAll(LABEL)].map(([, label, text]) => [label!, JSON.parse(`"${text}"`) as string]);
    return [{ name, labels: { ...(Object.fromEntries(own) as Labels), ...added }, value: Number(value) }];
  });
}
