import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check, printed } from './checker.js';
import {
  type BalanceRead,
  type Call,
  type History,
  type ListRead,
  numbered,
  type Operation,
  type State,
  type Write,
} from './history.js';
import { operationsOf } from './model.js';
import { amountOf, pretended, STEPS } from './pretended.js';

const RUNS = 300;

/** Calls without times that are the same for all. */
const WHO = { call: 0, client: 'client', host: 'host' } as const;
const deposit = (amount: number, key = `key ${amount}`): Operation & { readonly key: string } => ({
  ...{ kind: 'deposit', account: 'A', amount, key },
});
const wrote = (
  { key, ...operation }: Operation & { readonly key: string },
  start: number,
  end: number,
  outcome: Write['outcome'] = 'ok',
  more: Partial<Write> = {},
): Write => ({
  ...WHO,
  kind: 'write',
  key,
  operation,
  start,
  end,
  outcome,
  answer: outcome === 'ok' ? key : '',
  ...more,
});
const read = (amount: number, start: number, end: number, held = 0): BalanceRead => ({
  ...{ ...WHO, kind: 'balance', account: 'A', start, end },
  balance: { available: amount - held, total: amount },
});
const listed = (start: number, end: number, ...pages: ListRead['pages']): ListRead => ({
  ...{ ...WHO, kind: 'list', account: 'A', start, end, pages },
});
const row = (amount: number, id = `payment ${amount}`) => ({ id, amount, state: 'done' }) as const;
const judged = (...calls: readonly Call[]) => check(numbered(calls));
const rejected = (...calls: readonly Call[]): readonly [string | undefined, readonly number[] | undefined] => {
  const { contradiction } = judged(...calls);
  return [contradiction?.rule, contradiction?.calls.map(({ call }) => call)];
};

describe('the checker of histories', () => {
  it('accepts balances that some order of the operations explains', () => {
    const calls = [
      wrote(deposit(100), 0, 10),
      read(100, 11, 12),
      // Under way: both balances are possible, in this order.
      wrote(deposit(7), 20, 40),
      read(100, 21, 22),
      read(107, 23, 24),
      // Unknown: it may show late.
      wrote(deposit(50), 50, 51, 'unknown'),
      read(107, 60, 61),
      read(157, 70, 71),
    ];
    expect(judged(...calls)).toMatchObject({ contradiction: null, undecided: [], operations: 3, balances: 5 });
  });

  it('follows holds, what comes back, and what arrives on another account', () => {
    const out = { kind: 'transfer out', account: 'A', amount: 30, fails: true, key: 'out' } as const;
    const over = {
      kind: 'payment',
      account: 'A',
      amount: 20,
      fails: false,
      to: 'B',
      received: 18,
      key: 'over',
    } as const;
    const onB = { ...read(18, 90, 91), account: 'B' };
    const calls = [
      wrote(deposit(100), 0, 10),
      wrote(out, 11, 12, 'ok', { id: 'payment 30' }),
      read(100, 13, 14, 30),
      { ...WHO, kind: 'state', id: 'payment 30', state: 'failed', start: 20, end: 21 } as const,
      read(100, 22, 23),
      wrote(over, 30, 31, 'ok', { id: 'payment 20' }),
      read(100, 32, 33, 20),
      read(80, 40, 41),
      onB,
    ];
    expect(judged(...calls).contradiction).toBeNull();
    expect(rejected(...calls.slice(0, -1), { ...onB, balance: { available: 20, total: 20 } })).toEqual([
      'balances',
      [9],
    ]);
    // The state says that the money is back, and the balance does not.
    expect(rejected(...calls.slice(0, 4), read(100, 22, 23, 30))).toEqual(['balances', [2, 5]]);
  });

  it('refuses a balance without an acknowledged operation, and shows both', () => {
    const calls = [wrote(deposit(100), 0, 10), wrote(deposit(50), 11, 12), read(100, 13, 14), read(150, 15, 16)];
    expect(rejected(...calls)).toEqual(['balances', [2, 3]]);
    expect(printed(judged(...calls).contradiction!)).toMatchInlineSnapshot(`
      "balances: A: the deposit of 50 (deposited) had happened by 12.000 ms, and the balance fits only without it
        call 2, client on host, from 0.011 s to 0.012 s: deposit of 50 on A, key key 50: ok
        call 3, client on host, from 0.013 s to 0.014 s: read A: balance 100, with holds 100"
    `);
  });

  it('refuses a balance that shows an operation before it started', () => {
    expect(rejected(wrote(deposit(100), 0, 10), read(150, 11, 12), wrote(deposit(50), 13, 14))).toEqual([
      'balances',
      [2],
    ]);
  });

  it('refuses an effect that happened twice, or under a refusal', () => {
    expect(rejected(wrote(deposit(100), 0, 10), wrote(deposit(9), 11, 12), read(118, 13, 14))).toEqual([
      'balances',
      [2, 3],
    ]);
    expect(rejected(wrote(deposit(100), 0, 10), wrote(deposit(9), 11, 12, 'refused'), read(109, 13, 14))).toEqual([
      'balances',
      [3],
    ]);
  });

  it('refuses balances that go back in time, and shows the operation between them', () => {
    const calls = [
      wrote(deposit(100), 0, 10),
      wrote(deposit(9), 20, 90),
      read(109, 30, 31),
      read(100, 40, 41),
      read(109, 50, 51),
    ];
    expect(rejected(...calls)).toEqual(['balances', [2, 3, 4]]);
  });

  it('refuses an answer of a deposit that does not include it', () => {
    const shows = (amount: number) => ({ balance: { available: amount, total: amount } });
    const first = wrote(deposit(100), 0, 10, 'ok', shows(100));
    expect(judged(first, wrote(deposit(9), 20, 30, 'ok', shows(109))).contradiction).toBeNull();
    expect(rejected(first, wrote(deposit(9), 20, 30, 'ok', shows(100)))).toEqual(['balances', [2]]);
  });

  it('refuses another answer under the same key', () => {
    const first = wrote(deposit(100), 0, 10);
    expect(judged(first, { ...first, start: 20, end: 30 }).contradiction).toBeNull();
    expect(rejected(first, { ...first, start: 20, end: 30, answer: 'other' })).toEqual(['repeats', [1, 2]]);
  });

  it('refuses a refusal of what was acknowledged', () => {
    const first = wrote(deposit(100), 0, 10);
    expect(rejected(first, wrote(deposit(100), 20, 30, 'refused'))).toEqual(['repeats', [1, 2]]);
    // An earlier attempt was refused while the one that was acknowledged was not yet served.
    expect(judged(wrote(deposit(100), 0, 5, 'refused'), wrote(deposit(100), 6, 10)).contradiction).toBeNull();
  });

  it('refuses lists with a missing, repeated, unknown or second row', () => {
    const calls = [wrote(deposit(100), 0, 10), wrote(deposit(50), 11, 12)];
    expect(judged(...calls, listed(20, 21, [row(50)], [row(100)])).contradiction).toBeNull();
    expect(rejected(...calls, listed(20, 21, [row(50)]))).toEqual(['lists', [1, 3]]);
    expect(rejected(...calls, listed(20, 21, [row(50), row(100)], [row(100)]))).toEqual(['lists', [3]]);
    expect(rejected(...calls, listed(20, 21, [row(50), row(100), row(7)]))).toEqual(['lists', [3]]);
    expect(rejected(...calls, listed(20, 21, [row(50), row(100), row(100, 'payment 2')]))).toEqual(['lists', [3]]);
    // Under way, it may be missing, but not once it was listed.
    const late = wrote(deposit(9), 15, 90, 'unknown');
    const both = [row(50), row(100)];
    expect(judged(...calls, late, listed(20, 21, both), listed(30, 31, [row(9), ...both])).contradiction).toBeNull();
    expect(rejected(...calls, late, listed(20, 21, [row(9), ...both]), listed(30, 31, both))).toEqual([
      'lists',
      [4, 5],
    ]);
  });

  it('refuses states that go back, or end differently from what the sandbox documents', () => {
    const out = { kind: 'transfer out', account: 'A', amount: 30, fails: false, key: 'out' } as const;
    const calls = [wrote(deposit(100), 0, 10), wrote(out, 11, 12, 'ok', { id: 'P' })];
    const state = (is: State, start: number) =>
      ({ ...WHO, kind: 'state', id: 'P', state: is, start, end: start + 1 }) as const;
    expect(judged(...calls, state('open', 20), state('done', 30)).contradiction).toBeNull();
    expect(rejected(...calls, state('done', 20), state('open', 30))).toEqual(['states', [3, 4]]);
    expect(rejected(...calls, state('failed', 20))).toEqual(['states', [2, 3]]);
    expect(rejected(...calls, state('ending', 20))).toEqual(['states', [2, 3]]);
  });

  it('refuses states that go back from a payment whose money is on its way back', () => {
    const out = { kind: 'transfer out', account: 'A', amount: 30, fails: true, key: 'out' } as const;
    const calls = [wrote(deposit(100), 0, 10), wrote(out, 11, 12, 'ok', { id: 'P' })];
    const state = (is: State, start: number) =>
      ({ ...WHO, kind: 'state', id: 'P', state: is, start, end: start + 1 }) as const;
    const inOrder = [state('open', 20), state('ending', 30), state('failed', 40)];
    expect(judged(...calls, ...inOrder).contradiction).toBeNull();
    expect(rejected(...calls, state('ending', 20), state('open', 30))).toEqual(['states', [3, 4]]);
    expect(rejected(...calls, state('failed', 20), state('ending', 30))).toEqual(['states', [3, 4]]);
  });

  it('checks the states of rows whose operation was not acknowledged', () => {
    const out = { kind: 'transfer out', account: 'A', amount: 30, fails: true, key: 'out' } as const;
    const calls = [wrote(deposit(100), 0, 10), wrote(out, 11, 12, 'unknown')];
    const rows = (state: State, start: number) => listed(start, start + 1, [{ ...row(30), state }, row(100)]);
    expect(judged(...calls, rows('failed', 20)).contradiction).toBeNull();
    expect(rejected(...calls, rows('done', 20))).toEqual(['states', [2, 3]]);
  });

  it('refuses payments that nothing covers, and refusals of what is covered', () => {
    const card = (amount: number) =>
      ({ kind: 'card', account: 'A', amount, fails: false, key: `card ${amount}` }) as const;
    const first = wrote(deposit(100), 0, 10);
    expect(rejected(first, wrote(card(101), 20, 30))).toEqual(['funds', [2]]);
    const short = { short: true };
    expect(judged(first, wrote(card(101), 20, 30, 'refused', short)).contradiction).toBeNull();
    expect(rejected(first, wrote(card(99), 20, 30, 'refused', short))).toEqual(['funds', [2]]);
    expect(judged(first, wrote(card(60), 15, 40), wrote(card(99), 20, 30, 'refused', short)).contradiction).toBeNull();
  });

  it('refuses two payments at the same time of which the balance covers one', () => {
    const card = (amount: number) =>
      ({ kind: 'card', account: 'A', amount, fails: false, key: `card ${amount}` }) as const;
    const calls = [wrote(deposit(100), 0, 10), wrote(card(60), 20, 30), wrote(card(70), 21, 31)];
    expect(rejected(...calls)).toEqual(['funds', [2, 3]]);
    // A deposit whose answer was lost may have come first.
    expect(judged(...calls, wrote(deposit(50), 15, 16, 'unknown')).contradiction).toBeNull();
    const overdrawn = { ...read(-30, 40, 41) };
    expect(rejected(wrote(deposit(100), 0, 10), wrote(card(130), 20, 30, 'unknown'), overdrawn)).toEqual([
      'funds',
      [3],
    ]);
  });

  it('does not count what comes back from a payment as its cover', () => {
    const out = { kind: 'transfer out', account: 'A', amount: 130, fails: true, key: 'out' } as const;
    expect(rejected(wrote(deposit(100), 0, 10), wrote(out, 20, 30, 'ok', { id: 'P' }))).toEqual(['funds', [2]]);
  });
});

describe('random histories', () => {
  it('of a correct service are accepted', () => {
    fc.assert(
      fc.property(STEPS, (all) => {
        const { contradiction, undecided } = check(pretended(all));
        expect(contradiction && printed(contradiction)).toBeNull();
        expect(undecided).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  interface Planted {
    readonly calls: readonly Call[];
    /** The shortest contradiction. */
    readonly shown: readonly Call[];
  }
  /** `deposit` is acknowledged, and `later` are the balances of its account that were read after it. */
  type Plant = (history: History, deposit: Write, later: readonly BalanceRead[]) => Planted;

  const finds = (plant: Plant): void => {
    fc.assert(
      fc.property(STEPS, fc.nat(), (all, draw) => {
        const history = pretended(all);
        const deposits = operationsOf(history).flatMap(({ operation, acknowledged }) =>
          operation.kind === 'deposit' && acknowledged !== null ? [acknowledged] : [],
        );
        fc.pre(deposits.length > 0);
        const chosen = deposits[draw % deposits.length]!;
        const { account } = chosen.operation;
        const later = history.calls.filter(
          (call): call is BalanceRead => call.kind === 'balance' && call.account === account && call.start > chosen.end,
        );
        const { calls, shown } = plant(history, chosen, later);
        const { contradiction } = check({ calls });
        expect(contradiction?.calls, contradiction === null ? 'accepted' : printed(contradiction)).toEqual(shown);
      }),
      { numRuns: RUNS },
    );
  };

  const instead = ({ calls }: History, ...others: readonly Call[]): readonly Call[] =>
    calls.map((call) => others.find((other) => other.call === call.call) ?? call);
  const showing = (call: BalanceRead, more: number): BalanceRead => ({
    ...call,
    balance: { available: call.balance.available + more, total: call.balance.total + more },
  });
  const firstOf = (calls: readonly Call[]): Call => [...calls].sort((a, b) => a.end - b.end)[0]!;
  const NEW = amountOf(-1);

  it('that lose an acknowledged payment are refused', () =>
    finds((history, paid, later) => {
      const without = later.map((call) => showing(call, -paid.operation.amount));
      return { calls: instead(history, ...without), shown: [paid, firstOf(without)] };
    }));

  it('in which a payment has its effect twice are refused', () =>
    finds((history, paid, later) => {
      const twice = later.map((call) => showing(call, paid.operation.amount));
      return { calls: instead(history, ...twice), shown: [paid, firstOf(twice)] };
    }));

  it('in which a repeat under one key has an effect are refused', () =>
    finds((history, paid, later) => {
      const last = later.at(-1)!;
      const [again, shown] = [
        { ...paid, call: last.call + 10, start: last.end + 1, end: last.end + 2 },
        { ...showing(last, paid.operation.amount), call: last.call + 11, start: last.end + 3, end: last.end + 4 },
      ];
      return { calls: [...history.calls, again, shown], shown: [paid, shown] };
    }));

  it('with one stale balance are refused', () =>
    finds((history, paid, later) => {
      const stale = showing(later[paid.operation.amount % later.length]!, -paid.operation.amount);
      return { calls: instead(history, stale), shown: [paid, stale] };
    }));

  it('with a balance that goes back are refused', () =>
    finds((history, paid, later) => {
      const { account } = paid.operation;
      const last = later.at(-1)!;
      const [from, call] = [last.end, last.call];
      const operation: Operation = { kind: 'deposit', account, amount: NEW };
      const slow: Write = {
        ...WHO,
        kind: 'write',
        outcome: 'ok',
        answer: 'new',
        key: 'new',
        operation,
        call: call + 10,
        start: from + 1,
        end: from + 99,
      };
      const including = { ...showing(last, NEW), call: call + 11, start: from + 2, end: from + 3 };
      const without = { ...last, call: call + 12, start: from + 4, end: from + 5 };
      const end = { ...showing(last, NEW), call: call + 13, start: from + 100, end: from + 101 };
      return { calls: [...history.calls, slow, including, without, end], shown: [slow, including, without] };
    }));

  it('with a list that lacks a row are refused', () =>
    finds((history, paid) => {
      const { account, amount } = paid.operation;
      const whole = history.calls.findLast(
        (call): call is ListRead => call.kind === 'list' && call.account === account,
      )!;
      const pages = whole.pages.map((page) => page.filter((one) => one.amount !== amount));
      const short: ListRead = { ...whole, pages };
      const listing = history.calls.filter(
        (call) => call.kind === 'list' && call !== whole && call.pages.flat().some((one) => one.amount === amount),
      );
      return { calls: instead(history, short), shown: [firstOf([paid, ...listing]), short] };
    }));

  it('with a second answer under one key are refused', () =>
    finds((history, paid) => {
      const last = history.calls.at(-1)!;
      const again = { ...paid, call: last.call + 1, start: last.end + 1, end: last.end + 2, answer: 'another answer' };
      return { calls: [...history.calls, again], shown: [paid, again] };
    }));
});
