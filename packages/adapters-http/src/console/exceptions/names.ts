import type { ResolutionChoice } from '@corridor/core';
import type { ExceptionKind, Resolution } from '@corridor/core/records';

/** What happened, by exception kind (docs/areas/exceptions.md). */
export const KINDS: Readonly<Record<ExceptionKind, string>> = {
  REFUND_FAILED: 'A refund failed',
  DEPOSIT_REFUSED: 'A deposit cannot be sent back',
  DEPOSIT_HELD: 'A deposit waits for a decision',
  RAIL_CONTRADICTION: 'A rail contradicts itself',
  STATEMENT_DIFFERENCE: 'A statement differs from the ledger',
  CARD_SETTLEMENT_DIFFERENCE: 'A settlement report differs from the ledger',
  CARD_EXCESS: 'A card network settled too much',
  RECEIVABLE_OVERDUE: 'An account owes money',
  RECALL: 'Money is recalled',
  PAYOUTS_HELD: 'A bank holds payouts',
  PAYMENT_HELD: 'A payment waits for a decision',
  SCREENING_HIT: 'The screening has a hit',
};

/** What is said beside the kind of an exception whose money a block keeps. */
export const KEPT_BY_BLOCK = 'held by a block';

/** What happened, with the block that keeps the money if there is one. */
export const whatHappened = (kind: ExceptionKind, isKeptByBlock: boolean): string =>
  isKeptByBlock ? `${KINDS[kind]}: ${KEPT_BY_BLOCK}` : KINDS[kind];

/** The amount of an exception; null for one about no money, such as a hit of a screening, whose stored amount is zero. */
export const atStake = ({ amount }: { readonly amount: bigint }): bigint | null => (amount === 0n ? null : amount);

const RESOLVED_BY: Readonly<Record<Resolution, string>> = {
  RETRIED: 'Try again',
  CREDITED: 'Credit an account',
  PAID_ELSEWHERE: 'Paid elsewhere',
  ADJUSTED: 'Adjust the books',
  WRITTEN_OFF: 'Write off',
  REFUSED: 'Do nothing',
};

/** What is done again is called by what happens, because it can be the first time. */
const RETRIED_AS: Readonly<Partial<Record<ExceptionKind, string>>> = {
  DEPOSIT_HELD: 'Send the money back',
  DEPOSIT_REFUSED: 'Send the money back',
  REFUND_FAILED: 'Send the refund',
  PAYMENT_HELD: 'Let the payment go on',
  SCREENING_HIT: 'Let it go on',
};

/** What a decision about an exception is called. `isAgain`: a rail was asked to send the money before. */
export function decisionName(resolution: Resolution, kind: ExceptionKind, isAgain = false): string {
  if (resolution !== 'RETRIED') return RESOLVED_BY[resolution];
  const named = RETRIED_AS[kind] ?? RESOLVED_BY.RETRIED;
  return isAgain && SENDS.has(kind) ? `${named} again` : named;
}

const SENDS: ReadonlySet<ExceptionKind> = new Set(['DEPOSIT_HELD', 'DEPOSIT_REFUSED', 'REFUND_FAILED']);

/** What decides how a resolution is named: the exception, and whether its money is that of an account of this ledger. */
export interface Decided {
  readonly kind: ExceptionKind;
  readonly isHeldHere: boolean;
}

/** What a decision that can be made now is called. */
export const choiceName = ({ resolution, asks }: ResolutionChoice, { kind, isHeldHere }: Decided): string =>
  isGivenBack(resolution, { kind, isHeldHere }) ? 'Give the money back' : decisionName(resolution, kind, asks !== null);

/** Money of an account of this ledger goes back to it without a rail. */
const isGivenBack = (resolution: Resolution, { kind, isHeldHere }: Decided): boolean =>
  resolution === 'RETRIED' && kind === 'REFUND_FAILED' && isHeldHere;

/** What a resolution does; other words for kinds whose resolutions do something else. */
const EFFECTS: Readonly<Record<Resolution, string>> = {
  RETRIED: 'The refund, or the return, is sent with a new reference, unless its rail has sent the money already.',
  CREDITED: 'The money is credited to an internal account.',
  PAID_ELSEWHERE: 'The money was paid outside the service, from its own funds.',
  ADJUSTED: 'An entry corrects the books: an account, the platform or bank charges bear the amount.',
  WRITTEN_OFF: 'The service bears what it has lost.',
  REFUSED: 'The exception ends, and nothing is booked.',
};
const KEEPS = 'The service keeps the money that waits: neither its payer nor the customer gets it.';
const EFFECTS_OF: Readonly<Partial<Record<ExceptionKind, Readonly<Partial<Record<Resolution, string>>>>>> = {
  REFUND_FAILED: { WRITTEN_OFF: KEEPS },
  DEPOSIT_REFUSED: { WRITTEN_OFF: KEEPS },
  DEPOSIT_HELD: {
    RETRIED: 'The money is sent back to its sender, unless its rail has sent it already.',
    WRITTEN_OFF: KEEPS,
  },
  PAYMENT_HELD: {
    RETRIED: 'The payment goes on.',
    REFUSED: 'The payment fails, and its money goes back to its source.',
  },
  SCREENING_HIT: {
    RETRIED: 'Each match was cleared: what waited goes on.',
    REFUSED: 'A match was confirmed, or what waited has ended.',
  },
  STATEMENT_DIFFERENCE: {
    PAID_ELSEWHERE: 'The difference is money of the service itself: it went out of, or came into, its own funds.',
    ADJUSTED: 'The difference is booked as charges of the bank, or as charges that the bank gave back.',
    WRITTEN_OFF: 'The service bears money that went out, or keeps money that came in.',
  },
  RECEIVABLE_OVERDUE: {
    ADJUSTED: 'The platform pays the debt from its own account.',
    WRITTEN_OFF: 'The service bears the debt.',
  },
};

export const effectOf = (resolution: Resolution, decided: Decided): string =>
  isGivenBack(resolution, decided)
    ? 'The money goes back to the account that it came from, and no rail is asked.'
    : (EFFECTS_OF[decided.kind]?.[resolution] ?? EFFECTS[resolution]);
