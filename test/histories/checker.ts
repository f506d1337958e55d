import { balancesOf, type Contradiction } from './balances.js';
import { described, type History, type ListRead, type Row, type State, type StateRead } from './history.js';
import {
  accountsOf,
  type Accounts,
  type Attempted,
  type Effect,
  isListed,
  isRowOf,
  lastState,
  operationsOf,
  timesOf,
} from './model.js';

export type { Contradiction } from './balances.js';

export interface Checked {
  /** The shortest contradiction; null if the history is accepted. */
  readonly contradiction: Contradiction | null;
  /** The accounts whose search was too long. */
  readonly undecided: readonly string[];
  readonly operations: number;
  readonly balances: number;
}

/**
 * Accepts a history that a correct service could have answered. The rules are those of `docs/decisions/0062`. The model
 * here is written from the documents and shares no code with the service.
 */
export function check(history: History): Checked {
  const operations = operationsOf(history);
  const accounts = accountsOf(history, operations);
  const undecided: string[] = [];
  const found: Contradiction[] = [
    ...operations.flatMap(repeats),
    ...lists(history, operations),
    ...states(history, operations),
  ];
  // The other rules use the times of operations, which must not contradict each other.
  const hasTimes = found.length === 0;
  if (hasTimes) found.push(...overdrafts(accounts), ...refusals(operations, accounts));
  let balances = 0;
  for (const [account, seen] of accounts.seen) {
    balances += seen.length;
    if (!hasTimes) continue;
    const contradiction = balancesOf(account, accounts.effects.get(account) ?? [], seen);
    if (contradiction === 'undecided') undecided.push(account);
    else if (contradiction !== null) found.push(contradiction);
  }
  // A balance that the operations do not explain is described by that, whatever its sign.
  if (found.length === 0) found.push(...belowZero(accounts));
  const [shortest = null] = found.sort((a, b) => a.calls.length - b.calls.length);
  return { contradiction: shortest, undecided, operations: operations.length, balances };
}

/** The contradiction as lines for readers. */
export const printed = ({ rule, calls, why }: Contradiction): string =>
  [`${rule}: ${why}`, ...calls.map((call) => `  ${described(call)}`)].join('\n');

/** All answers under one key are the same, byte for byte, and none is a refusal once one was received. */
function repeats({ acknowledged, attempts }: Attempted): readonly Contradiction[] {
  if (acknowledged === null) return [];
  return attempts
    .filter(({ outcome, answer, start }) =>
      outcome === 'refused' ? start > acknowledged.end : outcome === 'ok' && answer !== acknowledged.answer,
    )
    .slice(0, 1)
    .map((other) => ({
      rule: 'repeats',
      calls: [acknowledged, other],
      why: `one key has two answers:\n  ${acknowledged.answer}\n  ${other.answer}`,
    }));
}

/** A list has no row twice, no two rows of one operation, and no row without an operation. */
function lists({ calls }: History, operations: readonly Attempted[]): readonly Contradiction[] {
  const found: Contradiction[] = [];
  for (const list of calls) {
    if (list.kind !== 'list') continue;
    const known = operations.filter((of) => isListed(of, list.account));
    const ids = new Set<string>();
    const amounts = new Set<number>();
    for (const row of list.pages.flat()) {
      const of = known.find((one) => isRowOf(one, row));
      const wrong = (why: string, ...others: readonly Attempted[]): void =>
        void found.push({ rule: 'lists', calls: [...others.map(({ attempts }) => attempts[0]!), list], why });
      if (ids.has(row.id)) wrong(`${row.id} is listed twice`);
      else if (amounts.has(row.amount)) wrong(`two payments of ${row.amount} are listed, and one was asked for`);
      else if (of === undefined) wrong(`${row.id} of ${row.amount} was not asked for`);
      else if (of.possible.length === 0) wrong(`${row.id} was refused and is listed`, of);
      else if (of.possible[0]!.start > list.end) wrong(`${row.id} is listed before it was asked for`, of);
      else if (row.amount !== of.operation.amount) wrong(`${row.id} is listed with the amount ${row.amount}`, of);
      ids.add(row.id);
      amounts.add(row.amount);
    }
  }
  return found;
}

/** What was acknowledged or shown once stays so, and ends as the sandbox documents. */
function states({ calls }: History, operations: readonly Attempted[]): readonly Contradiction[] {
  const reads = calls.filter((call): call is StateRead | ListRead => call.kind === 'state' || call.kind === 'list');
  return operations.flatMap((of): readonly Contradiction[] => {
    const first = of.attempts[0]!;
    const expected = lastState(of.operation);
    const unexpected = reads.find((read) =>
      (read.kind === 'state' ? [read] : rowsIn(read, of)).some(
        (row) => ('amount' in row || row.id === of.id) && !isOnTheWay(row.state, expected),
      ),
    );
    if (unexpected !== undefined) {
      return [{ rule: 'states', calls: [first, unexpected], why: `it has to end as ${expected}` }];
    }
    const times = timesOf(of, reads);
    if (times === null) return [];
    for (const [what, { from, until, fromCall, untilCall }] of Object.entries(times)) {
      if (from <= until) continue;
      const isMissing = fromCall.kind === 'list' && what === 'accepted';
      return [
        {
          rule: isMissing ? 'lists' : 'states',
          calls: [untilCall!, fromCall],
          why: isMissing ? `the acknowledged ${of.operation.kind} is not listed` : `${what} before, and later not`,
        },
      ];
    }
    return [];
  });
}

const rowsIn = (list: ListRead, of: Attempted): readonly Row[] =>
  isListed(of, list.account) ? list.pages.flat().filter((row) => isRowOf(of, row)) : [];

/** Whether an operation that ends as expected can be in this state before. */
const isOnTheWay = (state: State, expected: State): boolean =>
  state === 'open' || state === expected || (state === 'ending' && expected === 'failed');

const sumOf = (effects: readonly Effect[]): number => effects.reduce((sum, { delta }) => sum + delta.available, 0);

/** No balance is below zero. */
function belowZero({ seen }: Accounts): readonly Contradiction[] {
  return [...seen.values()]
    .flat()
    .filter(({ balance }) => balance.available < 0)
    .map(({ account, call, balance }) => ({
      rule: 'funds',
      calls: [call],
      why: `${account} shows ${balance.available}`,
    }));
}

/**
 * What was spent was covered. Balances are compared with bounds, which are exact while nothing else is under way.
 */
function overdrafts({ effects: all }: Accounts): readonly Contradiction[] {
  const found: Contradiction[] = [];
  for (const [account, effects] of all) {
    for (const spent of effects.filter(({ delta, certain }) => certain && delta.available < 0)) {
      const amount = -spent.delta.available;
      // At the moment of the payment, of which nothing has come back yet.
      const before = effects.filter(({ of, delta, from, until, certain }) =>
        delta.available > 0 ? of !== spent.of && from <= spent.until : certain && until < spent.from,
      );
      // When it has happened, other payments have happened too. What came back was taken before.
      const taken = effects.filter(
        ({ delta, until, certain }) => delta.available < 0 && certain && until <= spent.until,
      );
      const added = effects.filter(
        ({ delta, from, after }) =>
          delta.available > 0 && from <= spent.until && (after === null || taken.includes(after)),
      );
      const call = spent.of.acknowledged ?? spent.untilCall!;
      const [most, rest] = [sumOf(before), sumOf([...taken, ...added])];
      if (most < amount) {
        found.push({ rule: 'funds', calls: [call], why: `${account} had at most ${most} and paid ${amount}` });
      } else if (rest < 0) {
        const together = taken.filter(({ until }) => until >= spent.from);
        const calls = new Set(together.map(({ of, untilCall }) => of.acknowledged ?? untilCall!));
        found.push({ rule: 'funds', calls: [...calls], why: `${account} has at most ${rest} after these payments` });
      }
    }
  }
  return found;
}

/** What was refused as too large was not covered at some moment. */
function refusals(operations: readonly Attempted[], accounts: Accounts): readonly Contradiction[] {
  return operations.flatMap((of): readonly Contradiction[] => {
    const { account, amount } = of.operation;
    const effects = accounts.effects.get(account) ?? [];
    return of.attempts.flatMap((attempt): readonly Contradiction[] => {
      if (attempt.outcome !== 'refused' || attempt.short !== true) return [];
      const others = effects.filter((effect) => effect.of !== of);
      const least = sumOf(
        others.filter(({ delta, from, until, certain }) =>
          delta.available > 0 ? certain && until < attempt.start : from <= attempt.end,
        ),
      );
      if (least < amount) return [];
      const why = `${account} had at least ${least}, and ${amount} was refused as not covered`;
      return [{ rule: 'funds', calls: [attempt], why }];
    });
  });
}
