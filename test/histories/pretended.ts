import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type Balance, type Call, type History, numbered, type Operation, type Row, type State } from './history.js';

/** What a client does next, and how long it takes. All numbers are drawn by fast-check. */
export interface Step {
  readonly client: number;
  readonly what: 'deposit' | 'transfer in' | 'transfer out' | 'payment' | 'card' | 'balance' | 'list' | 'state';
  readonly account: number;
  readonly to: number | null;
  /** A number of its own, from which the amount follows. */
  readonly nth: number;
  readonly fails: boolean;
  /** What happens to the attempts before the last one, and to the last one. */
  readonly fates: readonly Fate[];
  /** Milliseconds before the call, until its moment, until its answer, and until the payment ends. */
  readonly waits: readonly [number, number, number, number];
}

/** `late`: the answer is lost, and the service acts only long after. */
type Fate = 'answered' | 'lost before' | 'lost after' | 'late';

const ACCOUNTS = ['A', 'B', 'C'];
const NUMBERS = 200;
const PAGE = 3;
const LATE_MS = 500;

const wait = fc.integer({ min: 1, max: 40 });
const fate = fc.constantFrom<Fate>('answered', 'answered', 'answered', 'lost before', 'lost after', 'late');

const step: fc.Arbitrary<Step> = fc.record({
  client: fc.nat(3),
  what: fc.constantFrom<Step['what']>(
    ...(['deposit', 'deposit', 'transfer in', 'transfer out', 'payment', 'card'] as const),
    ...(['balance', 'balance', 'balance', 'list', 'state'] as const),
  ),
  account: fc.nat(ACCOUNTS.length - 1),
  to: fc.option(fc.nat(ACCOUNTS.length - 1)),
  nth: fc.nat(NUMBERS),
  fails: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0),
  fates: fc.array(fate, { minLength: 1, maxLength: 3 }),
  waits: fc.tuple(wait, wait, wait, fc.integer({ min: 1, max: 300 })),
});

export const STEPS: fc.Arbitrary<readonly Step[]> = fc.uniqueArray(step, {
  minLength: 15,
  maxLength: 40,
  selector: ({ nth }) => nth,
});

/** Up to 10¹², and without a pattern, so that a sum of amounts has one explanation. */
export const amountOf = (nth: number): number => createHash('sha256').update(String(nth)).digest().readUIntBE(0, 5);

interface Payment {
  readonly id: string;
  readonly operation: Operation;
  state: State;
}

type Untimed<T> = T extends unknown ? Omit<T, 'call' | 'client' | 'host' | 'start' | 'end'> : never;

/**
 * A correct service in memory: each call has its effect at one moment between its start and its end. At the end, each
 * account and its list are read once more.
 */
export function pretended(all: readonly Step[]): History {
  const balances = new Map<string, Balance>(ACCOUNTS.map((name) => [name, { available: 0, total: 0 }]));
  const payments: Payment[] = [];
  const stored = new Map<string, { answer: string; id?: string; balance?: Balance }>();
  const calls: Call[] = [];
  const events: { readonly at: number; readonly act: () => void }[] = [];
  const clocks = [0, 0, 0, 0];
  const at = (time: number, act: () => void): void => void events.push({ at: time, act });

  const add = (account: string, available: number, total: number): void => {
    const before = balances.get(account)!;
    balances.set(account, { available: before.available + available, total: before.total + total });
  };
  const answered = (of: Step, host: string, start: number, end: number, what: Untimed<Call>): void =>
    void calls.push({ call: 0, client: `client ${of.client}`, host, start, end, ...what } as Call);

  /** Accepts or refuses an operation under its key. */
  function write(key: string, operation: Operation, now: number, endsAfter: number): 'ok' | 'short' {
    if (stored.has(key)) return 'ok';
    const { kind, account, amount } = operation;
    const isDeclined = kind === 'card' && operation.fails;
    const spends = kind === 'transfer out' || kind === 'payment' || (kind === 'card' && !isDeclined);
    if (spends && balances.get(account)!.available < amount) return 'short';
    const payment: Payment = { id: `payment ${payments.length + 1}`, operation, state: 'open' };
    if (!isDeclined) payments.push(payment);
    if (kind === 'deposit') add(account, amount, amount);
    else if (kind === 'card' && !isDeclined) add(account, -amount, -amount);
    else if (kind === 'transfer out' || kind === 'payment') add(account, -amount, 0);
    if (kind === 'deposit' || kind === 'card') payment.state = 'done';
    else at(now + endsAfter, () => ending(payment, now + 2 * endsAfter));
    const shows = kind === 'deposit' || kind === 'card' ? {} : { id: payment.id };
    const balance = kind === 'deposit' ? { balance: balances.get(account)! } : {};
    stored.set(key, { answer: `${key} accepted`, ...shows, ...balance });
    return 'ok';
  }

  /** Money that comes back is on its way first. */
  function ending(payment: Payment, comesBackAt: number): void {
    const { operation } = payment;
    if (operation.kind === 'transfer in' || !('fails' in operation) || !operation.fails) return ended(payment);
    payment.state = 'ending';
    at(comesBackAt, () => ended(payment));
  }

  function ended(payment: Payment): void {
    const { operation } = payment;
    const fails = 'fails' in operation && operation.fails;
    payment.state = fails ? 'failed' : 'done';
    const { kind, account, amount } = operation;
    if (kind === 'transfer in') return fails ? undefined : add(account, amount, amount);
    if (fails) return add(account, amount, 0);
    add(account, 0, -amount);
    if (operation.kind === 'payment' && operation.to !== null)
      add(operation.to, operation.received, operation.received);
  }

  all.forEach((of, index) => {
    const [before, until, after, endsAfter] = of.waits;
    const host = `host ${index % 2}`;
    const account = ACCOUNTS[of.account]!;
    const next = (): readonly [number, number, number] => {
      const start = clocks[of.client]! + before;
      clocks[of.client] = start + until + after;
      return [start, start + until, start + until + after];
    };
    if (of.what === 'balance' || of.what === 'state') {
      const [start, moment, end] = next();
      at(moment, () => {
        if (of.what === 'balance') {
          return answered(of, host, start, end, { kind: 'balance', account, balance: balances.get(account)! });
        }
        const payment = payments.at(of.nth % Math.max(1, payments.length));
        if (payment !== undefined)
          answered(of, host, start, end, { kind: 'state', id: payment.id, state: payment.state });
      });
      return;
    }
    if (of.what === 'list') {
      const [start, moment, end] = next();
      const pages: Row[][] = [];
      const read = (below: number, time: number): void =>
        at(time, () => {
          const listed = payments
            .map((payment, position) => ({ ...payment, position }))
            .filter(({ position, operation }) => position < below && isOn(operation, account))
            .reverse();
          const page = listed.slice(0, PAGE);
          pages.push(page.map(rowOf));
          if (listed.length > PAGE) read(page.at(-1)!.position, time + 1);
          else answered(of, host, start, Math.max(end, time + 1), { kind: 'list', account, pages });
        });
      read(Infinity, moment);
      return;
    }
    const operation = asked(of, account);
    const key = `key ${index}`;
    of.fates.forEach((fateOf) => {
      const [start, moment, end] = next();
      const acts = fateOf === 'late' ? end + LATE_MS : moment;
      const lost = { kind: 'write', key, operation, outcome: 'unknown', answer: '' } as const;
      if (fateOf !== 'answered') answered(of, host, start, end, lost);
      if (fateOf === 'lost before') return;
      at(acts, () => {
        const outcome = write(key, operation, acts, endsAfter);
        if (fateOf !== 'answered') return;
        const what = { kind: 'write', key, operation } as const;
        if (outcome === 'short')
          answered(of, host, start, end, { ...what, outcome: 'refused', answer: '', short: true });
        else answered(of, host, start, end, { ...what, outcome: 'ok', ...stored.get(key)! });
      });
    });
  });

  let now = 0;
  while (events.length > 0) {
    events.sort((a, b) => a.at - b.at);
    const event = events.shift()!;
    now = event.at;
    event.act();
  }
  const end = Math.max(now, ...calls.map((call) => call.end));
  for (const [account, balance] of balances) {
    const rows = payments
      .filter(({ operation }) => isOn(operation, account))
      .reverse()
      .map(rowOf);
    const who = { ...LAST, start: end + 1, end: end + 2 };
    calls.push({ ...who, kind: 'balance', account, balance }, { ...who, kind: 'list', account, pages: [rows] });
  }
  return numbered(calls);
}

const LAST = { call: 0, client: 'the last', host: 'host 0' } as const;

const rowOf = ({ id, operation, state }: Payment): Row => ({ id, amount: operation.amount, state });

const isOn = (operation: Operation, account: string): boolean =>
  operation.account === account || (operation.kind === 'payment' && operation.to === account);

function asked({ what, nth, fails, to, account: from }: Step, account: string): Operation {
  const amount = amountOf(nth);
  if (what === 'deposit') return { kind: what, account, amount };
  if (what === 'transfer in' || what === 'transfer out' || what === 'card')
    return { kind: what, account, amount, fails };
  const other = to === null || to === from || fails ? null : ACCOUNTS[to]!;
  return { kind: 'payment', account, amount, fails, to: other, received: other === null ? 0 : amount };
}
