import type { ExceptionKind, Resolution } from '@corridor/core/records';

/** What happened, by exception kind (docs/areas/exceptions.md). */
export const KINDS: Readonly<Record<ExceptionKind, string>> = {
  REFUND_FAILED: 'A refund failed',
  DEPOSIT_REFUSED: 'A deposit cannot be sent back',
  DEPOSIT_HELD: 'A deposit waits for a decision',
  RAIL_CONTRADICTION: 'A rail contradicts itself',
  STATEMENT_DIFFERENCE: 'A statement differs from the ledger',
  CARD_EXCESS: 'A card network settled too much',
  RECEIVABLE_OVERDUE: 'An account owes money',
  RECALL: 'Money is recalled',
  PAYOUTS_HELD: 'A bank holds payouts',
  PAYMENT_HELD: 'A payment waits for a decision',
};

export const RESOLVED_BY: Readonly<Record<Resolution, string>> = {
  RETRIED: 'Try again',
  CREDITED: 'Credit an account',
  PAID_ELSEWHERE: 'Paid elsewhere',
  ADJUSTED: 'Adjust the books',
  WRITTEN_OFF: 'Write off',
  REFUSED: 'Do nothing',
};

export const EFFECTS: Readonly<Record<Resolution, string>> = {
  RETRIED:
    'The refund, or the return, is tried again with a new reference, unless its rail has sent the money already. A held payment goes on.',
  CREDITED: 'The money is credited to an internal account.',
  PAID_ELSEWHERE: 'The money was paid outside the service, from its own funds.',
  ADJUSTED: 'An entry corrects the books: an account, the platform or bank charges bear the amount.',
  WRITTEN_OFF: 'The service bears what it has lost, or keeps money that it owes: the customer gets nothing.',
  REFUSED: 'The exception ends, and nothing is booked. A held payment fails, and its money goes back to its source.',
};
