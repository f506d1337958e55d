import type { Reads, TenantKey } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { Planned } from './plan.js';

/** How much a decision weighs: one that stops, refuses or gives up something is a danger. */
export type Weight = 'usual' | 'danger';

/** A decision as people read it. */
export interface Words {
  /** Names the decision, such as `Write off the difference`. */
  readonly heading: string;
  /** Says what happens, without a full stop: `Write off 1,766.23 GBP: the service bears it`. */
  readonly sentence: string;
  /** Absent: that of the action. */
  readonly weight?: Weight;
  /** What the record was when the action was planned. Absent: the parts of the plan. */
  readonly state?: readonly Fact[];
  /** The values of the fields of the input before the action, by name. Absent: those of the plan. */
  readonly was?: Readonly<Record<string, unknown>>;
  /** What the amount of the plan is called if the action moves no money now. Absent: the action moves it. */
  readonly amountLabel?: string;
}

/** One value of a decision. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** The value before the action, where the action changes it. */
  readonly now?: string;
  /** The id of the record that the text names. */
  readonly id?: string;
}

/** The record with an id, as a sentence names it: `the EUR account …0f68 of Ada Lovelace`. */
export type NameOf = (id: string) => Promise<string>;

/** Names the records of a tenant. */
export type Names = (reads: Reads, tenant: TenantKey) => NameOf;

/** What an action is about, for its words. */
export interface Asking<I> extends Pick<Planned, 'subject' | 'before' | 'moves' | 'books'> {
  readonly tenant: TenantKey;
  readonly input: I;
  readonly reads: Reads;
  readonly name: NameOf;
}

/** Declares how the decision of an action reads. */
export type SaysWords<I> = (asking: Asking<I>) => Words | Promise<Words>;

/** Words that say the same of each input. */
export const saying =
  <I>(heading: string, sentence: (asking: Asking<I>) => string | Promise<string>): SaysWords<I> =>
  async (asking) => ({ heading, sentence: await sentence(asking) });

/** The money of a plan: `100.00 USD and 90.00 EUR`. `unknown`: of an entry of the log, which has no plan. */
export const movedText = (moves: Planned['moves'], unknown = 'the money'): string =>
  moves.map(({ amount, currency }) => amountText(amount, currency)).join(' and ') || unknown;
