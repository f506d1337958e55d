import type { ExceptionKind, ExceptionRecord, Resolution } from '../exceptions/index.js';
import type { EntryKind } from '../ledger/index.js';
import { type BookedTo, bookedToOf } from '../transactions/index.js';

/**
 * Where an entry that resolves an exception takes money from and leads it to.
 * - `in-transit`, `suspense`: where the money of the exception waits.
 * - `account`: an internal account that is named. Credited as usual; taken from as far as it goes, the rest is owed.
 * - `platform`: the platform's own account, taken from in the same way.
 * - `receivable`: what the account of the exception owes.
 * - `outside`: the clearing account of the exception's rail.
 * - `loss`, `own-funds`, `bank-charges`: the service's own.
 */
export type Side =
  | 'in-transit'
  | 'suspense'
  | 'account'
  | 'platform'
  | 'receivable'
  | 'outside'
  | 'loss'
  | 'own-funds'
  | 'bank-charges';

/** What a resolution does: an entry from one side to the other, another attempt, or nothing. */
export type Rule =
  | { readonly does: 'entry'; readonly from: Side; readonly to: Side }
  | { readonly does: 'again' }
  | { readonly does: 'nothing' };

const move = (from: Side, to: Side): Rule => ({ does: 'entry', from, to });
const AGAIN: Rule = { does: 'again' };
const NOTHING: Rule = { does: 'nothing' };

const DEPOSIT = {
  RETRIED: AGAIN,
  CREDITED: move('suspense', 'account'),
  PAID_ELSEWHERE: move('suspense', 'own-funds'),
  WRITTEN_OFF: move('suspense', 'loss'),
} as const;

/**
 * The resolutions of each kind of exception; what is not named is refused. Money that waits here is never left where it
 * is: REFUSED is for what the books can do without. The entries of STATEMENT_DIFFERENCE are those of money that went
 * OUT, and are turned round for money that came IN.
 */
export const RULES: Readonly<Record<ExceptionKind, Readonly<Partial<Record<Resolution, Rule>>>>> = {
  REFUND_FAILED: {
    RETRIED: AGAIN,
    CREDITED: move('in-transit', 'account'),
    PAID_ELSEWHERE: move('in-transit', 'own-funds'),
    WRITTEN_OFF: move('in-transit', 'loss'),
  },
  DEPOSIT_REFUSED: DEPOSIT,
  DEPOSIT_HELD: DEPOSIT,
  RAIL_CONTRADICTION: {
    CREDITED: move('outside', 'account'),
    PAID_ELSEWHERE: move('own-funds', 'outside'),
    ADJUSTED: move('account', 'outside'),
    WRITTEN_OFF: move('loss', 'outside'),
    REFUSED: NOTHING,
  },
  STATEMENT_DIFFERENCE: {
    PAID_ELSEWHERE: move('own-funds', 'outside'),
    ADJUSTED: move('bank-charges', 'outside'),
    WRITTEN_OFF: move('loss', 'outside'),
    REFUSED: NOTHING,
  },
  CARD_EXCESS: {
    // It was booked to loss when the network settled it.
    ADJUSTED: move('account', 'loss'),
    WRITTEN_OFF: NOTHING,
  },
  RECEIVABLE_OVERDUE: {
    ADJUSTED: move('platform', 'receivable'),
    WRITTEN_OFF: move('loss', 'receivable'),
    REFUSED: NOTHING,
  },
  RECALL: {
    PAID_ELSEWHERE: move('own-funds', 'outside'),
    ADJUSTED: move('account', 'outside'),
    WRITTEN_OFF: move('loss', 'outside'),
    REFUSED: NOTHING,
  },
};

/** A contradiction whose amount is booked already: the rail is even, and somebody may make good what it has cost. */
const alreadyBooked = (to: BookedTo): Readonly<Partial<Record<Resolution, Rule>>> => ({
  PAID_ELSEWHERE: move('own-funds', to),
  ADJUSTED: move('account', to),
  WRITTEN_OFF: NOTHING,
  REFUSED: NOTHING,
});

/** The kind of the entry that a resolution books. */
export const ENTRY_OF = {
  CREDITED: 'EXCEPTION_CREDITED',
  PAID_ELSEWHERE: 'EXCEPTION_PAID_ELSEWHERE',
  ADJUSTED: 'EXCEPTION_ADJUSTED',
  WRITTEN_OFF: 'EXCEPTION_WRITTEN_OFF',
} as const satisfies Readonly<Partial<Record<Resolution, EntryKind>>>;

export type BookedResolution = keyof typeof ENTRY_OF;
export const isBooked = (resolution: Resolution): resolution is BookedResolution => resolution in ENTRY_OF;

export const DIRECTIONS = ['IN', 'OUT'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A difference of a statement tells by its reference which way the money went that the ledger does not know of. */
export const differenceReference = (direction: Direction, reference: string): string => `${direction}:${reference}`;
export const directionOf = (reference: string): Direction => (reference.startsWith('IN:') ? 'IN' : 'OUT');

/** What the statement, or the ledger, calls the money of a difference: its reference, or the entry's id. */
export function namedIn({
  reference,
  currency,
  amount,
}: Pick<ExceptionRecord, 'reference' | 'currency' | 'amount'>): string {
  const named = reference.replace(/^(?:IN|OUT):/, '');
  const end = named.lastIndexOf(`:${currency}:${amount}`);
  return end < 0 ? named : named.slice(0, end);
}

/** The rule as it is for one exception. */
export function ruleOf(kind: ExceptionKind, reference: string, resolution: Resolution): Rule | null {
  const bookedTo = kind === 'RAIL_CONTRADICTION' ? bookedToOf(reference) : null;
  const rule = (bookedTo === null ? RULES[kind] : alreadyBooked(bookedTo))[resolution] ?? null;
  if (rule?.does !== 'entry' || kind !== 'STATEMENT_DIFFERENCE' || directionOf(reference) === 'OUT') return rule;
  return { ...rule, from: rule.to, to: rule.from };
}
