import { ABSENT_CUSTOMER, type Alteration, set } from './alterations.js';
import type { HeldIds } from './held-history.js';

const OTHER_ACCOUNT = 'ExternalAccount:018bcfe5-6800-7000-8000-000000000009';
const OTHER_REFUND = 'Refund:018bcfe5-6800-7000-8000-000000000009';
const referenceOf = ({ one }: HeldIds, deposit: string): string =>
  String(one(`select reference from readable_deposits where id = '${deposit}'`));
const refundOf = ({ one, refund }: HeldIds): string =>
  String(one(`select refund_reference from readable_transactions where id = '${refund}'`));
const was = ({ one }: HeldIds, column: string, id: string): string =>
  String(one(`select ${column} from readable_transactions where id = '${id}'`));

/** Alterations of money that waits. */
export const OF_HELD: readonly Alteration<HeldIds>[] = [
  [
    'held money without its owner, whose block holds it',
    (h) => set('deposits', h.held, 'owner_id = null'),
    (h) => `${h.held} belongs to no customer, its reference ${referenceOf(h, h.held)} to ${h.customer}`,
  ],
  [
    'held money of another owner',
    (h) => set('deposits', h.held, `owner_id = '${ABSENT_CUSTOMER}'`),
    (h) => `${h.held} belongs to ${ABSENT_CUSTOMER}, its reference ${referenceOf(h, h.held)} to ${h.customer}`,
  ],
  [
    'a return that the bank has, under another reference',
    (h) => set('deposits', h.returning, `return_as = '${OTHER_REFUND}'`),
    (h) =>
      `the return of ${h.returning} has the reference ${OTHER_REFUND}, but its rail was asked under ${h.returning}`,
  ],
  [
    'a return that the bank has, under the reference of a retry',
    (h) => set('deposits', h.returning, `return_as = '${h.returning}/2', version = 2`),
    (h) =>
      `the return of ${h.returning} has the reference ${h.returning}/2, but its rail was asked under ${h.returning}`,
  ],
  [
    'money that is sent back, as if its arrival had been reversed',
    (h) => set('deposits', h.returning, `reversal_id = 'm1'`),
    (h) => `${h.returning} is IN_SUSPENSE, but has the reversal m1`,
  ],
  [
    'a refund that the bank has, under another reference and with another version',
    (h) => set('transactions', h.refund, `refund_reference = '${OTHER_REFUND}', version = version + 1`),
    (h) => `the refund of ${h.refund} has the reference ${OTHER_REFUND}, but its rail was asked under ${refundOf(h)}`,
  ],
  [
    'a payout with the reference of a refund',
    (h) => set('transactions', h.payout, `refund_reference = '${OTHER_REFUND}'`),
    (h) => `${h.payout} is PROCESSING, but has the refund ${OTHER_REFUND}`,
  ],
  [
    'a payout that the bank has, as if it had not been handed to it',
    (h) => set('transactions', h.payout, 'submitted_at = null'),
    (h) => `${h.payout} was not handed to its rail, but a job asks for its state`,
  ],
  [
    'a collection that the bank has, as if it had not been handed to it',
    (h) => set('transactions', h.collection, 'pull_submitted_at = null'),
    (h) => `${h.collection} was not handed to its rail, but a job asks for its state`,
  ],
  [
    'a collection that the bank has, as if it had been taken back',
    (h) => set('transactions', h.collection, `corrections = '{"fundingReversed":true}'`),
    (h) => `${h.collection} is PENDING, but its money was taken back`,
  ],
  ...(
    [
      ['payment_rail', 'paymentRail', 'WIRE'],
      ['purpose_of_payment', 'purposeOfPayment', 'GIFT'],
      ['remittance_information', 'remittanceInformation', 'other'],
    ] as const
  ).map(([column, field, value]): Alteration<HeldIds> => [
    `a payout with another ${field}`,
    (h) => set('transactions', h.payout, `${column} = '${value}'`),
    (h) => `${field} of ${h.payout} is ${value}, ${String(h.lastEvent(h.payout))} showed ${was(h, column, h.payout)}`,
  ]),
  [
    'an open quote that another account hides',
    (h) => set('quotes', h.offered, `destination_id = '${OTHER_ACCOUNT}'`),
    (h) => `destinationId of ${h.offered} is ${OTHER_ACCOUNT}, its destination is ${h.payee}`,
  ],
];
