import type { Direction, ExceptionKind, ExceptionRecord, Resolution, Side } from '../exceptions/index.js';
import type { EntryKind } from '../ledger/index.js';
import { type BookedTo, bookedToOf } from '../transactions/index.js';

/** The effect of a resolution: an entry from one side to the other, another attempt, the end of a payment, or nothing. */
export type Rule =
  | { readonly does: 'entry'; readonly from: Side; readonly to: Side }
  | { readonly does: 'again' }
  | { readonly does: 'fail' }
  | { readonly does: 'nothing' };

/** A rule that books an entry. */
export type Moving = Extract<Rule, { does: 'entry' }>;

const move = (from: Side, to: Side): Rule => ({ does: 'entry', from, to });
const AGAIN: Rule = { does: 'again' };
const FAIL: Rule = { does: 'fail' };
const NOTHING: Rule = { does: 'nothing' };

/** What an operator can do about an exception whose money does not wait any more, as the console and the commands call it. */
export const DO_NOTHING = 'end the exception with "Do nothing" (REFUSED)';

const DEPOSIT = {
  RETRIED: AGAIN,
  CREDITED: move('suspense', 'account'),
  PAID_ELSEWHERE: move('suspense', 'own-funds'),
  WRITTEN_OFF: move('suspense', 'loss'),
} as const;

/**
 * The resolutions of each exception kind; every other resolution is refused. Money that waits in the ledger must be
 * moved, so REFUSED is allowed only for exception kinds in which no money waits. The entries of STATEMENT_DIFFERENCE
 * and CARD_SETTLEMENT_DIFFERENCE are for money that went OUT, and are reversed for money that came IN.
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
  CARD_SETTLEMENT_DIFFERENCE: {
    PAID_ELSEWHERE: move('own-funds', 'outside'),
    WRITTEN_OFF: move('loss', 'outside'),
    REFUSED: NOTHING,
  },
  CARD_EXCESS: {
    // The excess was booked to `loss` when the network settled it.
    PAID_ELSEWHERE: move('own-funds', 'loss'),
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
  // The payments go on by themselves when the rail sends them again.
  PAYOUTS_HELD: { REFUSED: NOTHING },
  PAYMENT_HELD: { RETRIED: AGAIN, REFUSED: FAIL },
  // Only the decision about its matches resolves it: RETRIED if they are cleared, REFUSED if one is confirmed.
  SCREENING_HIT: { RETRIED: NOTHING, REFUSED: NOTHING },
};

/** The rules of a contradiction whose amount is already booked: clearing is even, and only the cost can be moved. */
const alreadyBooked = (to: BookedTo): Readonly<Partial<Record<Resolution, Rule>>> =>
  to === 'arrived' || to === 'disputes'
    ? { REFUSED: NOTHING }
    : {
        PAID_ELSEWHERE: move('own-funds', to),
        ADJUSTED: move('account', to),
        WRITTEN_OFF: NOTHING,
        REFUSED: NOTHING,
      };

/** The kind of the journal entry that a resolution books. */
export const ENTRY_OF = {
  CREDITED: 'EXCEPTION_CREDITED',
  PAID_ELSEWHERE: 'EXCEPTION_PAID_ELSEWHERE',
  ADJUSTED: 'EXCEPTION_ADJUSTED',
  WRITTEN_OFF: 'EXCEPTION_WRITTEN_OFF',
} as const satisfies Readonly<Partial<Record<Resolution, EntryKind>>>;

export type BookedResolution = keyof typeof ENTRY_OF;
export const isBooked = (resolution: Resolution): resolution is BookedResolution => resolution in ENTRY_OF;

/** The reference of a statement difference starts with the direction of the money that the ledger does not contain. */
export const differenceReference = (direction: Direction, reference: string): string => `${direction}:${reference}`;
export const directionOf = (reference: string): Direction => (reference.startsWith('IN:') ? 'IN' : 'OUT');

/** The reference of a difference in the statement, or the id of the ledger entry. */
export function namedIn({
  reference,
  currency,
  amount,
}: Pick<ExceptionRecord, 'reference' | 'currency' | 'amount'>): string {
  const named = reference.replace(/^(?:IN|OUT):/, '');
  const end = named.lastIndexOf(`:${currency}:${amount}`);
  return end < 0 ? named : named.slice(0, end);
}

/** The kinds whose reference starts with the direction of the money that the ledger does not contain. */
const DIRECTED: readonly ExceptionKind[] = ['STATEMENT_DIFFERENCE', 'CARD_SETTLEMENT_DIFFERENCE'];
/** Whether a difference of a settlement report names no money that an entry could move. */
const isAboutNoMoney = (reference: string): boolean => /^(?:IN|OUT):(?:parts|kind)\//.test(reference);

/** The rule of a resolution for one exception; null if it is not allowed. */
export function ruleOf(kind: ExceptionKind, reference: string, resolution: Resolution): Rule | null {
  const bookedTo = kind === 'RAIL_CONTRADICTION' ? bookedToOf(reference) : null;
  const rule = (bookedTo === null ? RULES[kind] : alreadyBooked(bookedTo))[resolution] ?? null;
  if (rule?.does !== 'entry' || !DIRECTED.includes(kind)) return rule;
  // The service does not know what the missing parts of a report say, and a line of another kind moves nothing.
  if (kind === 'CARD_SETTLEMENT_DIFFERENCE' && isAboutNoMoney(reference)) return null;
  if (directionOf(reference) === 'OUT') return rule;
  return { ...rule, from: rule.to, to: rule.from };
}
