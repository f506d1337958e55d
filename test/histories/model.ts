import type {
  Balance,
  BalanceRead,
  Call,
  History,
  ListRead,
  Operation,
  Row,
  State,
  StateRead,
  Write,
} from './history.js';

/** All attempts under one key. */
export interface Attempted {
  readonly key: string;
  readonly operation: Operation;
  /** In order of their starts. */
  readonly attempts: readonly Write[];
  /** The answer that came first. */
  readonly acknowledged: Write | null;
  /** The attempts that may have had the effect. */
  readonly possible: readonly Write[];
  /** The id of its payment, if an answer named it. */
  readonly id: string | null;
}

/** A change of one balance at one moment. It happens once if it is certain, else once or never. */
export interface Effect {
  readonly of: Attempted;
  readonly what: 'deposited' | 'held' | 'taken' | 'collected' | 'delivered' | 'given back' | 'received';
  readonly account: string;
  readonly delta: Balance;
  /** It has not happened before `from`, and has happened at `until`. */
  readonly from: number;
  readonly until: number;
  readonly certain: boolean;
  /** The calls that show the two times. */
  readonly fromCall: Call;
  readonly untilCall: Call | null;
  /** Happens before this effect, on the same account. */
  readonly after: Effect | null;
}

/** A balance that an answer shows. */
export interface Seen {
  readonly call: Call;
  readonly account: string;
  readonly balance: Balance;
  readonly from: number;
  readonly until: number;
  /** An effect that the answer includes. */
  readonly includes: Effect | null;
}

export interface Accounts {
  readonly effects: ReadonlyMap<string, readonly Effect[]>;
  readonly seen: ReadonlyMap<string, readonly Seen[]>;
}

/** The operations of a history, in order of their first attempts. */
export function operationsOf({ calls }: History): readonly Attempted[] {
  const byKey = new Map<string, Write[]>();
  for (const call of calls) {
    if (call.kind !== 'write') continue;
    const attempts = byKey.get(call.key);
    if (attempts === undefined) byKey.set(call.key, [call]);
    else attempts.push(call);
  }
  return [...byKey].map(([key, unordered]) => {
    const attempts = unordered.sort((a, b) => a.start - b.start);
    const answered = attempts.filter(({ outcome }) => outcome === 'ok').sort((a, b) => a.end - b.end);
    return {
      key,
      operation: attempts[0]!.operation,
      attempts,
      acknowledged: answered[0] ?? null,
      possible: attempts.filter(({ outcome }) => outcome !== 'refused'),
      id: answered.find(({ id }) => id !== undefined)?.id ?? null,
    };
  });
}

/** Whether the operation is on the list of the account's payments. */
export const isListed = ({ operation }: Attempted, account: string): boolean =>
  !(operation.kind === 'card' && operation.fails) &&
  (operation.account === account || (operation.kind === 'payment' && operation.to === account));

export const isRowOf = ({ id, operation }: Attempted, row: Row): boolean =>
  id === null ? row.amount === operation.amount : row.id === id;

/** Whether the operation is over when it is acknowledged. */
export const endsAtOnce = ({ kind }: Operation): boolean => kind === 'deposit' || kind === 'card';

/** The last state of an operation. */
export const lastState = (operation: Operation): State =>
  !endsAtOnce(operation) && 'fails' in operation && operation.fails ? 'failed' : 'done';

/** The earliest and the latest time of something, with the calls that show them. */
interface Window {
  readonly from: number;
  readonly fromCall: Call;
  readonly until: number;
  readonly untilCall: Call | null;
}

const notBefore = (window: Window, call: Call): Window =>
  call.start > window.from ? { ...window, from: call.start, fromCall: call } : window;
const notAfter = (window: Window, call: Call): Window =>
  call.end < window.until ? { ...window, until: call.end, untilCall: call } : window;

export interface Times {
  /** When it was accepted. */
  readonly accepted: Window;
  /** When it was no longer open. */
  readonly left: Window;
  /** When it showed its last state. */
  readonly closed: Window;
  /** When the money arrived or came back. */
  readonly ended: Window;
}

/** What all answers together say about the times of an operation; null if it cannot have happened. */
export function timesOf(of: Attempted, reads: readonly (StateRead | ListRead)[]): Times | null {
  const [first] = of.possible;
  if (first === undefined) return null;
  const open: Window = { from: first.start, fromCall: first, until: Infinity, untilCall: null };
  let accepted = of.acknowledged === null ? open : notAfter(open, of.acknowledged);
  let [left, closed, ended] = endsAtOnce(of.operation) ? [accepted, accepted, accepted] : [open, open, open];
  for (const read of reads) {
    if (read.kind === 'list' && !isListed(of, read.account)) continue;
    if (read.kind === 'state' && read.id !== of.id) continue;
    const rows = read.kind === 'state' ? [read] : read.pages.flat().filter((row) => isRowOf(of, row));
    if (rows.length === 0) {
      accepted = notBefore(accepted, read);
      left = notBefore(left, read);
      closed = notBefore(closed, read);
      ended = notBefore(ended, read);
    }
    for (const { state } of rows) {
      accepted = notAfter(accepted, read);
      if (state === 'open' && !endsAtOnce(of.operation)) {
        left = notBefore(left, read);
        ended = notBefore(ended, read);
      }
      if ((state === 'open' || state === 'ending') && !endsAtOnce(of.operation)) closed = notBefore(closed, read);
      if (state !== 'open') left = notAfter(left, read);
      if (state === 'done' || state === 'failed') {
        closed = notAfter(closed, read);
        ended = notAfter(ended, read);
      }
    }
  }
  return { accepted, left, closed, ended };
}

const both = (amount: number): Balance => ({ available: amount, total: amount });

/** The effects of an operation, in the order in which they happen on their accounts. */
function effectsOf(of: Attempted, { accepted, ended }: Times): readonly Effect[] {
  const { operation } = of;
  const { account, amount } = operation;
  const effect = (what: Effect['what'], delta: Balance, window: Window, after: Effect | null = null): Effect => ({
    ...{ of, what, account, delta, after, ...window },
    certain: window.until < Infinity,
  });
  if (operation.kind === 'deposit') return [effect('deposited', both(amount), accepted)];
  if (operation.kind === 'card') return operation.fails ? [] : [effect('taken', both(-amount), accepted)];
  if (operation.kind === 'transfer in') return operation.fails ? [] : [effect('collected', both(amount), ended)];
  const held = effect('held', { available: -amount, total: 0 }, accepted);
  if (operation.fails) return [held, effect('given back', { available: amount, total: 0 }, ended, held)];
  const delivered = effect('delivered', { available: 0, total: -amount }, ended, held);
  if (operation.kind === 'transfer out' || operation.to === null) return [held, delivered];
  return [held, delivered, { ...effect('received', both(operation.received), ended), account: operation.to }];
}

const seenIn = (call: BalanceRead): Seen => {
  const { account, balance, start: from, end: until } = call;
  return { call, account, balance, from, until, includes: null };
};

/** What each account went through: the changes that may have happened, and the balances that were shown. */
export function accountsOf(history: History, operations = operationsOf(history)): Accounts {
  const effects = new Map<string, Effect[]>();
  const seen = new Map<string, Seen[]>();
  const into = <T>(map: Map<string, T[]>, account: string, item: T): void => {
    const items = map.get(account);
    if (items === undefined) map.set(account, [item]);
    else items.push(item);
  };
  const reads = history.calls.filter((call) => call.kind === 'state' || call.kind === 'list');
  for (const of of operations) {
    const times = timesOf(of, reads);
    if (times === null) continue;
    const caused = effectsOf(of, times);
    for (const effect of caused) into(effects, effect.account, effect);
    const shows = of.acknowledged;
    if (shows?.balance === undefined) continue;
    // The answer may be that of an earlier attempt, which was not received.
    const { account, from, until } = { account: of.operation.account, from: of.possible[0]!.start, until: shows.end };
    into(seen, account, { call: shows, account, balance: shows.balance, from, until, includes: caused[0] ?? null });
  }
  for (const call of history.calls) if (call.kind === 'balance') into(seen, call.account, seenIn(call));
  return { effects, seen };
}
