import type { RailTelling, StatusMessage } from '../../accounts/index.js';
import type { CardUse } from '../../cards/index.js';
import type { JobKind } from '../../events/index.js';
import type { ExceptionKind } from '../../exceptions/index.js';
import type { Core } from '../../service/index.js';
import type { StablecoinOperationType } from '../../stablecoins/index.js';
import type { Served } from '../../uma/index.js';
import type { InvoiceState } from '../../uma/ports.js';
import {
  ARRIVALS,
  ARRIVALS_LATER,
  COLLECTIONS,
  collectionToPayOn,
  HOUSE_MESSAGES,
  OUTSIDE_PAYER,
  PAYOUTS,
  REFUNDS,
} from './bank-messages.js';
import { authorization, CARD_MESSAGES, expiry, pull } from './card-messages.js';
import { issuerSays, type IssuerState, orderWaits, quoteExpires } from './issuer-messages.js';
import type { OpenScene } from './scene.js';
import { lightning, peerMessages, question } from './uma-messages.js';
import { WAITING } from './waiting-payments.js';

/**
 * Booked: as without a block. Held: nothing leaves and no account is credited, and an exception waits for an operator.
 * Refused: the message is answered with a refusal, and nothing changes.
 */
export type Cell = 'booked' | 'refused' | `held as ${ExceptionKind}`;
/** The treatment while the customer, the external account of the payment, or the platform is blocked; null: there is none. */
export type Row = readonly [customer: Cell, payee: Cell | null, platform: Cell, scene: OpenScene];
export type Table<Message extends string> = Readonly<Record<Message, Readonly<Record<string, Row>>>>;

type StateOf<K extends StatusMessage['kind']> = Extract<
  StatusMessage,
  { readonly kind: K; readonly status: unknown }
>['status']['state'];
type WithStates = 'payout' | 'collection' | 'refund';
type RailMessage = { [K in WithStates]: `${K} ${StateOf<K>}` }[WithStates] | Exclude<RailTelling['kind'], WithStates>;
type Network = Core['cards']['network'];
type CardMessage = `authorize ${CardUse['mode']}` | Exclude<keyof Network, 'authorize'>;
type IssuerMessage = `${StablecoinOperationType} ${IssuerState}`;
type PeerMessage = Exclude<keyof Served, 'answersFor' | 'keys' | 'configuration'> | `lightning ${InvoiceState}`;
type Deadline = 'quote expires' | 'stablecoin quote expires' | 'authorization expires';

/** Jobs that move no money and lead to no movement, or lead to one by a job that has rows. */
const JOBS_WITHOUT_MONEY = [
  'customer.erase',
  // What they let go on is a job of its own.
  ...(['screening.ask', 'screening.lists', 'screening.round', 'screening.hold-end'] as const),
  ...(['clock.catch-up', 'records.seal', 'search.words', 'blob.sweep', 'code.send', 'sca.reset'] as const),
  ...(['uma.notify', 'uma.invitation-expire', 'wallet.expire-session', 'wallet.derive-addresses'] as const),
  ...([
    'kyc.review',
    'kyc.review-owner',
    'kyc.link',
    'kyc.renewal',
    'import.rows',
    'import.discard',
    'stablecoin.watch',
  ] as const),
  // It moves money of the service alone.
  'card.settlement',
  ...([
    'card.issue',
    'card.tell',
    'platform.prove-domain',
    'platform.reclaim-addresses',
    'approval.tell',
    'terms.tell',
    'travel-rule.ask',
  ] as const),
] satisfies readonly JobKind[];
type Waiting = Exclude<JobKind, (typeof JOBS_WITHOUT_MONEY)[number]> | Deadline;

const HELD = {
  deposit: 'held as DEPOSIT_HELD',
  payment: 'held as PAYMENT_HELD',
  refund: 'held as REFUND_FAILED',
} as const satisfies Readonly<Record<string, Cell>>;

const row = (customer: Cell, payee: Cell | null, platform: Cell, scene: OpenScene): Row => [
  customer,
  payee,
  platform,
  scene,
];
const heldBy = (held: Cell, scene: OpenScene): Row => [held, held, held, scene];
const bookedWith = (scene: OpenScene): Row => ['booked', 'booked', 'booked', scene];
const booked = (scene: OpenScene): Row => ['booked', null, 'booked', scene];
const refused = (scene: OpenScene): Row => ['refused', null, 'refused', scene];

const ofPayments = REFUNDS('payment');
const ofDeposits = REFUNDS('deposit');

type PeerMessages = ReturnType<typeof peerMessages>;

const rails = (peers: PeerMessages): Table<RailMessage> => ({
  arrival: {
    'for an account': row(HELD.deposit, null, HELD.deposit, ARRIVALS['for an account']),
    'for a quote, which is paid on': row(HELD.deposit, HELD.payment, HELD.deposit, ARRIVALS['for a quote']),
    'of another amount than its quote': row(
      HELD.deposit,
      'booked',
      HELD.deposit,
      ARRIVALS['of another amount than its quote'],
    ),
    'for a quote that has expired': row(HELD.deposit, 'booked', HELD.deposit, ARRIVALS['for a quote that has expired']),
    'with an unknown reference': row('booked', null, HELD.deposit, ARRIVALS['with an unknown reference']),
    'at the address of an account on a chain': row(HELD.deposit, null, HELD.deposit, peers.toAddressOfAccount),
    'at the address of a UMA payment on a chain': row(HELD.deposit, null, HELD.deposit, peers.toAddressOfReceipt),
  },
  'payout pending': { 'of an account': bookedWith(PAYOUTS.pending) },
  'payout delivered': { 'of an account': bookedWith(PAYOUTS.delivered) },
  'payout failed': {
    'of an account': bookedWith(PAYOUTS.failed),
    'of a payer outside': row(HELD.refund, 'booked', HELD.refund, OUTSIDE_PAYER.failed),
  },
  'payout returned': {
    'of an account': bookedWith(PAYOUTS.returned),
    'of a payer outside': row(HELD.refund, 'booked', HELD.refund, OUTSIDE_PAYER.returned),
  },
  'collection pending': { 'for an account': bookedWith(COLLECTIONS.pending) },
  'collection collected': {
    'for an account': bookedWith(COLLECTIONS.collected),
    'for a payment, which is paid on': heldBy(HELD.payment, collectionToPayOn),
  },
  'collection failed': { 'for an account': bookedWith(COLLECTIONS.failed) },
  'collection returned': { 'for an account': bookedWith(COLLECTIONS.returned) },
  'refund pending': { 'of a payment': bookedWith(ofPayments.pending), 'of a deposit': bookedWith(ofDeposits.pending) },
  'refund completed': {
    'of a payment': bookedWith(ofPayments.completed),
    'of a deposit': bookedWith(ofDeposits.completed),
  },
  'refund failed': {
    'of a payment': bookedWith(ofPayments.failed),
    'of a deposit': bookedWith(ofDeposits.failed),
    'of a payment, after it was completed': bookedWith(ofPayments.bounced),
    'of a deposit, after it was completed': bookedWith(ofDeposits.bounced),
  },
  reversal: {
    'of money on an account': booked(ARRIVALS_LATER.reversal['of credited money']),
    'of the money of a payment': bookedWith(ARRIVALS_LATER.reversal['of a payment']),
  },
  recall: {
    'of money on an account': booked(ARRIVALS_LATER.recall['of credited money']),
    'of the money of a payment': bookedWith(ARRIVALS_LATER.recall['of a payment']),
  },
  booking: { 'of own money': booked(HOUSE_MESSAGES.booking) },
  difference: { 'between statement and ledger': booked(HOUSE_MESSAGES.difference) },
  held: { 'payouts at the bank': booked(HOUSE_MESSAGES.held) },
});

const CARDS: Table<CardMessage> = {
  'authorize ask': {
    'of a debit': refused(authorization('ask')),
    'of a credit': refused(authorization('ask', 'CREDIT')),
  },
  'authorize settle': {
    'of a debit': refused(authorization('settle')),
    'of a credit': refused(authorization('settle', 'CREDIT')),
  },
  'authorize told': {
    'of a debit': booked(authorization('told')),
    'of a credit': booked(authorization('told', 'CREDIT')),
  },
  clear: { 'an authorization': booked(CARD_MESSAGES.clear) },
  advise: { 'a lower amount, which reverses the rest': booked(CARD_MESSAGES.advise) },
  return: { 'of a clearing': booked(CARD_MESSAGES.return) },
  reverseReturn: { 'of a clearing': booked(CARD_MESSAGES.reverseReturn) },
};

const answers = (type: StablecoinOperationType, state: IssuerState): Readonly<Record<string, Row>> => ({
  'about an order that it has': (type === 'MINT' ? booked : bookedWith)(issuerSays(type, state)),
});
const ISSUERS: Table<IssuerMessage> = {
  'MINT awaiting-funding': answers('MINT', 'awaiting-funding'),
  'MINT pending': answers('MINT', 'pending'),
  'MINT processing': answers('MINT', 'processing'),
  'MINT completed': answers('MINT', 'completed'),
  'MINT expired': answers('MINT', 'expired'),
  'MINT failed': answers('MINT', 'failed'),
  'MINT refused': answers('MINT', 'refused'),
  'BURN awaiting-funding': answers('BURN', 'awaiting-funding'),
  'BURN pending': answers('BURN', 'pending'),
  'BURN processing': answers('BURN', 'processing'),
  'BURN completed': answers('BURN', 'completed'),
  'BURN expired': answers('BURN', 'expired'),
  'BURN failed': answers('BURN', 'failed'),
  'BURN refused': answers('BURN', 'refused'),
};

const institutions = (peers: PeerMessages, directory: () => string): Table<PeerMessage> => ({
  offer: { 'to the customer': refused(peers.offer) },
  payRequest: { 'to the customer': refused(peers.payRequest) },
  notice: { 'of a payment that was agreed before': booked(peers.notice) },
  'lightning AWAITED': { 'for an approved payment': booked(lightning(directory, 'AWAITED')) },
  'lightning HELD': {
    'for an approved payment': row(HELD.deposit, null, HELD.deposit, lightning(directory, 'HELD')),
  },
  'lightning SETTLED': {
    'for an approved payment': row(HELD.deposit, null, HELD.deposit, lightning(directory, 'SETTLED')),
  },
  'lightning CANCELLED': { 'for an approved payment': booked(lightning(directory, 'CANCELLED')) },
});

const timers = (directory: () => string): Table<Waiting> => ({
  'payout.submit': {
    'of a transfer': heldBy(HELD.payment, WAITING.payoutSubmit),
    'inside the ledger': row(HELD.payment, null, HELD.payment, WAITING.payoutInside),
  },
  'payout.check': { 'of a transfer': bookedWith(WAITING.payoutCheck) },
  'pull.submit': { 'of a transfer': heldBy(HELD.payment, WAITING.pullSubmit) },
  'pull.check': {
    'of a transfer': bookedWith(WAITING.pullCheck),
    'of a payment, which is paid on': heldBy(HELD.payment, WAITING.pullCheckToPayOn),
  },
  'refund.advance': {
    'to a payer outside': row(HELD.refund, 'booked', HELD.refund, WAITING.refundToPayer),
    'to the account that was collected from': heldBy(HELD.refund, WAITING.refundOfCollection),
  },
  'suspense.return': {
    'at once': row(HELD.deposit, 'booked', HELD.deposit, WAITING.returnAtOnce),
    'after a time': row(HELD.deposit, 'booked', HELD.deposit, WAITING.returnLater),
  },
  'rail.task': { 'that sends a file': heldBy(HELD.payment, WAITING.nextFile) },
  'fees.sweep': { 'of a payment': bookedWith(WAITING.fees) },
  'receivable.overdue': { 'after a reversal': bookedWith(WAITING.owing) },
  'uma.question': { 'to the platform': booked(question(directory)) },
  'uma.receive': {
    'of a payment over Lightning': row(HELD.deposit, null, HELD.deposit, lightning(directory, 'SETTLED')),
  },
  'stablecoin.advance': {
    'of a mint that its issuer does not have': row(HELD.payment, null, HELD.payment, orderWaits('MINT')),
    'of a burn that its issuer does not have': heldBy(HELD.payment, orderWaits('BURN')),
  },
  'card.pull': { 'that completes late': booked(pull('005')), 'that fails late': booked(pull('006')) },
  'quote expires': { 'without its money': bookedWith(WAITING.quoteExpiry) },
  'stablecoin quote expires': { 'without an order': booked(quoteExpires) },
  'authorization expires': { 'without a clearing': booked(expiry) },
});

/**
 * How each message about money is treated while one of its parties is blocked, by who sends it. A kind of message without
 * a line does not compile. Hosts of the scenes share Lightning in the directory.
 */
export function messageTables(directory: () => string) {
  const peers = peerMessages(directory);
  return {
    rails: rails(peers),
    'card networks': CARDS,
    issuers: ISSUERS,
    institutions: institutions(peers, directory),
    timers: timers(directory),
  };
}

/** Messages without an effect on money and records, also without a block. */
export const QUIET: readonly string[] = [
  'payout pending, of an account',
  'collection pending, for an account',
  'refund pending, of a payment',
  'refund pending, of a deposit',
  'MINT pending, about an order that it has',
  'BURN pending, about an order that it has',
  'offer, to the customer',
  'lightning AWAITED, for an approved payment',
];
