import { amountText } from '@corridor/core/internal';
import {
  type Alteration,
  CHANGED,
  gone,
  LATE,
  left,
  ABSENT_CUSTOMER,
  sealedEvents,
  sealedPostings,
  set,
} from './alterations.js';
import type { PaymentIds } from './altered-history.js';

type OfPayments = readonly Alteration<PaymentIds>[];

const to = (account: string): string =>
  `destination = json_set(destination, '$.accountId', '${account}'), receiver_identifier = '${account}'`;
const from = (account: string): string => `source = json_set(source, '$.accountId', '${account}')`;
const fast = `exchange_rate = replace(exchange_rate, '23', '24')`;

const quoted: readonly (readonly [string, string, string, string])[] = [
  ['sender', `sender_identifier = 'x'`, 'senderIdentifier', 'x'],
  ['receiver', `receiver_identifier = 'x'`, 'receiverIdentifier', 'x'],
  ['amount sent', 'sent_amount = 100001', 'sentAmount', '1,000.01 USD'],
  ['amount received', 'received_amount = 91449', 'receivedAmount', '914.49 EUR'],
  ['fee', 'fees = 601', 'fees', '6.01 USD'],
  ['fee of the platform', 'platform_fees = 101', 'platformFees', '1.01 USD'],
  ['customer', `customer_id = '${ABSENT_CUSTOMER}'`, 'customerId', ABSENT_CUSTOMER],
  ['rail', `rail = 'other'`, 'rail', 'other'],
  ['rate', fast, 'exchangeRate', '{"den":25n,"num":24n}'],
];

const was = ({ one }: PaymentIds, column: string, id: string): string =>
  String(one(`select ${column} from readable_transactions where id = '${id}'`));

const SAID: Readonly<Record<string, (h: PaymentIds) => string>> = {
  senderIdentifier: (h) => h.usd,
  receiverIdentifier: (h) => h.good,
  sentAmount: () => '1,000.00 USD',
  receivedAmount: () => '914.48 EUR',
  fees: () => '6.00 USD',
  platformFees: () => '1.00 USD',
  customerId: (h) => h.customer,
  rail: () => 'sandbox-bank',
  exchangeRate: () => '{"den":25n,"num":23n}',
};

const account = (id: string, currency: string, type: string): string =>
  `{"accountId":"${id}","currency":"${currency}","${type}":"ACCOUNT"}`;

export const OF_PAYMENTS: OfPayments = [
  [
    'the answers to repeated requests deleted',
    () => 'delete from readable_remembered_answers;',
    (h) => `the answer to the request that started ${h.collected} does not exist; a repetition would pay again`,
  ],
  [
    'the answers to repeated requests ended',
    () => 'update readable_remembered_answers set expires_at = 0;',
    (h) => `the answer to the request that started ${h.collected} has ended too early; a repetition would pay again`,
  ],
  [
    'an open exception about another amount',
    (h) =>
      `update readable_exceptions set amount = amount + 1, version = version + 1 where subject = '${h.stuck.transactionId}';`,
    (h) => {
      const where = `where subject = '${h.stuck.transactionId}'`;
      const [id, rail, amount, currency] = ['id', 'rail', 'amount', 'currency'].map((column) =>
        String(h.one(`select ${column} from readable_exceptions ${where}`)),
      );
      const text = (units: bigint): string => `${amountText(units, currency!)} of ${rail}`;
      const [is, was] = [text(BigInt(amount!) + 1n), text(BigInt(amount!))];
      return `${id} says ${is}, but ${was} wait at ${h.stuck.transactionId}`;
    },
  ],
  [
    'a payment that names no answer',
    (h) => set('transactions', h.collected, 'answer_id = null'),
    (h) =>
      `answerId of ${h.collected} is null, ${String(h.lastEvent(h.collected))} showed ${was(h, 'answer_id', h.collected)}`,
  ],
  ...quoted.map(([what, change, field, value]): Alteration<PaymentIds> => [
    `a payment with another ${what} than its quote`,
    (h) => set('transactions', h.settled.transactionId, change),
    (h) => `${field} of ${h.settled.transactionId} is ${value}, its quote has ${SAID[field]!(h)}`,
  ]),
  [
    'a quote with another spread than that of its rate',
    (h) => set('quotes', h.settled.id, `rate_basis = replace(rate_basis, '"spreadBps":0', '"spreadBps":1')`),
    (h) => `${h.settled.id} has the rate 23/25, but its mid-rate less its spread is 229977/250000`,
  ],
  [
    'a payment with another source than its quote',
    (h) => set('transactions', h.settled.transactionId, from(h.euros)),
    (h) =>
      `source of ${h.settled.transactionId} is ${account(h.euros, 'USD', 'sourceType')}, ` +
      `its quote has ${account(h.usd, 'USD', 'sourceType')}`,
  ],
  [
    'a payment with another destination than its quote',
    (h) => set('transactions', h.settled.transactionId, to(h.slow)),
    (h) =>
      `destination of ${h.settled.transactionId} is ${account(h.slow, 'EUR', 'destinationType')}, ` +
      `its quote has ${account(h.good, 'EUR', 'destinationType')}`,
  ],
  [
    'a payment with another failure reason than its event',
    (h) => set('transactions', h.stuck.transactionId, `failure_reason = 'ACCOUNT_INVALID'`),
    (h) =>
      `failureReason of ${h.stuck.transactionId} is ACCOUNT_INVALID, ` +
      `${String(h.lastEvent(h.stuck.transactionId))} showed QUOTE_EXECUTION_FAILED`,
  ],
  [
    'a completed payment with a failure reason',
    (h) => set('transactions', h.settled.transactionId, `failure_reason = 'ACCOUNT_INVALID'`),
    (h) =>
      `failureReason of ${h.settled.transactionId} is ACCOUNT_INVALID, ` +
      `${String(h.lastEvent(h.settled.transactionId))} showed null`,
  ],
  [
    'a payment with the other direction',
    (h) => set('transactions', h.settled.transactionId, `direction = 'CREDIT'`),
    (h) =>
      `direction of ${h.settled.transactionId} is CREDIT, ${String(h.lastEvent(h.settled.transactionId))} showed DEBIT`,
  ],
  [
    'a transfer to another account',
    (h) => set('transactions', h.delivered, to(h.slow)),
    (h) => `receiverIdentifier of ${h.delivered} is ${h.slow}, ${String(h.lastEvent(h.delivered))} showed ${h.dollars}`,
  ],
  [
    'another receiver in payment and quote',
    (h) =>
      set('transactions', h.settled.transactionId, to(h.slow)) +
      set('quotes', h.settled.id, to(h.slow).replace('receiver_identifier', 'destination_id')),
    (h) =>
      `receiverIdentifier of ${h.settled.transactionId} is ${h.slow}, ` +
      `${String(h.lastEvent(h.settled.transactionId))} showed ${h.good}`,
  ],
  [
    'another receiver in payment, quote and events',
    (h) =>
      set('transactions', h.settled.transactionId, to(h.slow)) +
      set('quotes', h.settled.id, to(h.slow).replace('receiver_identifier', 'destination_id')) +
      `update readable_events set snapshot = replace(snapshot, '${h.good}', '${h.slow}');`,
    (h) => sealedEvents(h, CHANGED),
  ],
  [
    'another source in payment and quote',
    (h) =>
      set('transactions', h.processing.transactionId, `${from(h.euros)}, sender_identifier = '${h.euros}'`) +
      set('quotes', h.processing.id, from(h.euros)),
    (h) =>
      `senderIdentifier of ${h.processing.transactionId} is ${h.euros}, ` +
      `${String(h.lastEvent(h.processing.transactionId))} showed ${h.usd}`,
  ],
  [
    'another rate in payment and quote',
    (h) => set('transactions', h.settled.transactionId, fast) + set('quotes', h.settled.id, fast),
    (h) =>
      `exchangeRate of ${h.settled.transactionId} is {"den":25n,"num":24n}, ` +
      `${String(h.lastEvent(h.settled.transactionId))} showed {"den":25n,"num":23n}`,
  ],
  [
    'a transfer doubled in every table',
    (h) =>
      `update readable_postings set amount = amount * 2 where cause = '${h.delivered}';
       update readable_transactions set sent_amount = 400, received_amount = 400 where id = '${h.delivered}';
       update readable_events set snapshot = replace(snapshot, '200', '400') where resource = '${h.delivered}';
       update readable_balances set available = available - 200 where id = '${h.usd}';
       update readable_events set available = available - 200 where resource = '${h.usd}';`,
    (h) => sealedPostings(h, CHANGED),
  ],
  [
    'a transfer deleted from every table',
    (h) =>
      ['postings where cause', 'transactions where id', 'events where resource', 'jobs where subject']
        .map((where) => `delete from readable_${where} = '${h.delivered}';`)
        .join('\n') + set('balances', h.usd, 'available = available + 200'),
    (h) => sealedPostings(h, left(h, 'postings', `cause = '${h.delivered}'`)),
  ],
  [
    'a payment deleted',
    (h) => gone('transactions', h.settled.transactionId),
    (h) => `${h.settled.id} is COMPLETED, its transaction does not exist`,
  ],
  [
    'a quote deleted',
    (h) => gone('quotes', h.settled.id),
    (h) => `${h.settled.transactionId} has no quote: ${h.settled.id} does not exist`,
  ],
  [
    'a completed payment set back to PROCESSING',
    (h) => set('transactions', h.settled.transactionId, `status = 'PROCESSING'`),
    (h) => `${h.settled.transactionId} is PROCESSING, but no job delivers it`,
  ],
  [
    'a completed payment with another time of its settlement',
    (h) => set('transactions', h.settled.transactionId, `settled_at = ${LATE}`),
    (h) =>
      `settledAt of ${h.settled.transactionId} is ${LATE}, ${String(h.lastEvent(h.settled.transactionId))} showed ${was(h, 'settled_at', h.settled.transactionId)}`,
  ],
  [
    'a refund with another reference',
    (h) => set('transactions', h.refunding.transactionId, `refund_reference = 'OTHER'`),
    (h) =>
      `the refund of ${h.refunding.transactionId} has the reference OTHER, but its rail is to be asked under ${was(h, 'refund_reference', h.refunding.transactionId)}`,
  ],
  [
    'a completed refund with another reference',
    (h) => set('transactions', h.returned.transactionId, `refund_reference = 'OTHER'`),
    (h) =>
      `refundReference of ${h.returned.transactionId} is OTHER, ${String(h.lastEvent(h.returned.transactionId))} showed ${was(h, 'refund_reference', h.returned.transactionId)}`,
  ],
  [
    'a completed refund without an entry',
    (h) => set('transactions', h.refunding.transactionId, `refund_status = 'COMPLETED'`),
    (h) => `entries of ${h.refunding.transactionId}: expected FUNDING, FUNDING_REFUND, found FUNDING`,
  ],
  [
    'a card with another reference of its issuer',
    (h) => set('cards', h.card, `issuer_ref = 'other'`),
    (h) =>
      `issuerRef of ${h.card} is other, ${String(h.lastEvent(h.card))} showed ${String(h.one(`select issuer_ref from readable_cards where id = '${h.card}'`))}`,
  ],
  [
    'an executed quote set back to PENDING',
    (h) => set('quotes', h.settled.id, `status = 'PENDING'`),
    (h) => `${h.settled.id} is PENDING, its transaction is COMPLETED`,
  ],
  [
    'a quote for another amount',
    (h) => set('quotes', h.settled.id, 'total_receiving_amount = 1'),
    (h) => `receivedAmount of ${h.settled.transactionId} is 914.48 EUR, its quote has 0.01 EUR`,
  ],
  [
    'a deposit of another amount',
    (h) => set('deposits', h.deposit, 'amount = 301'),
    (h) => `${h.unknown} has the outcome RETURNED, but ${h.deposit} does not match it`,
  ],
  [
    'a returned deposit marked as kept',
    (h) => set('deposits', h.deposit, `status = 'KEPT'`),
    (h) => `entries of ${h.deposit}: expected SUSPENSE_IN, found SUSPENSE_IN, SUSPENSE_RETURN`,
  ],
  [
    'a deposit deleted',
    (h) => gone('deposits', h.deposit),
    (h) => `no record accounts for the entries SUSPENSE_IN, SUSPENSE_RETURN of ${h.deposit}`,
  ],
  [
    'an arrival of another amount',
    (h) => set('arrivals', h.unknown, 'amount = 1'),
    (h) => `${h.unknown} has the outcome RETURNED, but ${h.deposit} does not match it`,
  ],
  [
    'an arrival by another rail',
    (h) => set('arrivals', h.unknown, `rail = 'other'`),
    (h) => `${h.unknown} has the outcome RETURNED, but ${h.deposit} does not match it`,
  ],
  [
    'an arrival assigned to another payment',
    (h) => set('arrivals', h.credited, `transaction_id = '${h.delivered}'`),
    (h) => `${h.credited} has the outcome ACCOUNT_CREDITED, but ${h.delivered} does not match it`,
  ],
  [
    'a raised rest of a daily volume',
    () => 'update readable_daily_volumes set remaining = remaining + 1;',
    (h) =>
      `${String(h.one('select id from readable_daily_volumes'))} has 2,999.99 USD used, its payments sum to 3,000.00 USD`,
  ],
  [
    'a daily volume deleted',
    () => 'delete from readable_daily_volumes;',
    (h) =>
      `payments have used 3,000.00 USD of ${String(h.one('select id from readable_daily_volumes'))}, which does not exist`,
  ],
];
