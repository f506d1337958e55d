/**
 * What clients asked and what they were answered. Amounts are in smallest units, times in milliseconds since the start
 * of the history, measured by the one clock of all clients.
 */
export interface History {
  readonly calls: readonly Call[];
}

/** What one account shows: available, and with holds. */
export interface Balance {
  readonly available: number;
  readonly total: number;
}

/** A movement of money. No two movements of a history have the same amount, so that a row of a list names one. */
export type Operation =
  | { readonly kind: 'deposit'; readonly account: string; readonly amount: number }
  /** Collects from a bank account; `fails`: the bank refuses. */
  | { readonly kind: 'transfer in'; readonly account: string; readonly amount: number; readonly fails: boolean }
  /** Pays to a bank account; `fails`: the bank refuses, and the amount comes back. */
  | { readonly kind: 'transfer out'; readonly account: string; readonly amount: number; readonly fails: boolean }
  /** Executes a quote that pays to a bank account, or to the account `to`, where `received` arrives. */
  | {
      readonly kind: 'payment';
      readonly account: string;
      readonly amount: number;
      readonly fails: boolean;
      readonly to: string | null;
      readonly received: number;
    }
  /** A card is used; `fails`: the card is declined. */
  | { readonly kind: 'card'; readonly account: string; readonly amount: number; readonly fails: boolean };

interface Timed {
  /** The position in the history, from 1. */
  readonly call: number;
  readonly client: string;
  readonly host: string;
  readonly start: number;
  readonly end: number;
}

/** `unknown`: the connection was lost, or the host answered that it does not know. */
export type Outcome = 'ok' | 'refused' | 'unknown';

/** One attempt of an operation. All attempts under one key are the same operation. */
export interface Write extends Timed {
  readonly kind: 'write';
  readonly key: string;
  readonly operation: Operation;
  readonly outcome: Outcome;
  /** The body of the answer; empty if the outcome is unknown. */
  readonly answer: string;
  /** Whether it was refused because the balance does not cover it. */
  readonly short?: boolean;
  /** The id of the payment, if the answer names it. */
  readonly id?: string;
  /** The balance that the answer shows. */
  readonly balance?: Balance;
}

export interface BalanceRead extends Timed {
  readonly kind: 'balance';
  readonly account: string;
  readonly balance: Balance;
}

/** `open`: no money has arrived or come back; `ending`: it may have; `done`: it has arrived; `failed`: it is back. */
export type State = 'open' | 'ending' | 'done' | 'failed';

export interface Row {
  readonly id: string;
  readonly amount: number;
  readonly state: State;
}

export interface StateRead extends Timed {
  readonly kind: 'state';
  readonly id: string;
  readonly state: State;
}

/** All pages of the list of an account's payments, newest first, read one after another. */
export interface ListRead extends Timed {
  readonly kind: 'list';
  readonly account: string;
  readonly pages: readonly (readonly Row[])[];
}

export type Call = Write | BalanceRead | StateRead | ListRead;

/** `from 1.204 s to 1.207 s`. */
const between = ({ start, end }: Timed): string => `from ${seconds(start)} to ${seconds(end)}`;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(3)} s`;

const shown = ({ available, total }: Balance): string => `balance ${available}, with holds ${total}`;

const asked = (operation: Operation): string => {
  const { kind, account, amount } = operation;
  const to = operation.kind === 'payment' && operation.to !== null ? ` to ${operation.to}` : '';
  return `${kind} of ${amount} on ${account}${to}${'fails' in operation && operation.fails ? ', which fails' : ''}`;
};

/** A call as a line for readers. */
export function described(call: Call): string {
  const who = `call ${call.call}, ${call.client} on ${call.host}, ${between(call)}:`;
  if (call.kind === 'balance') return `${who} read ${call.account}: ${shown(call.balance)}`;
  if (call.kind === 'state') return `${who} read ${call.id}: ${call.state}`;
  if (call.kind === 'list') {
    const rows = call.pages.flat();
    return `${who} listed the payments of ${call.account}: ${rows.length} rows on ${call.pages.length} pages`;
  }
  const answered = call.balance === undefined ? call.outcome : `${call.outcome}, ${shown(call.balance)}`;
  return `${who} ${asked(call.operation)}, key ${call.key}: ${answered}`;
}

/** The history with calls in order of their starts, numbered from 1. */
export const numbered = (calls: readonly Call[]): History => ({
  calls: [...calls].sort((a, b) => a.start - b.start).map((call, index) => ({ ...call, call: index + 1 })),
});
