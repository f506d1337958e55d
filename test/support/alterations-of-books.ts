import { amountText } from '@corridor/core/internal';
import {
  type Alteration,
  another,
  CHANGED,
  gone,
  LATE,
  left,
  lines,
  sealedEvents,
  sealedPostings,
  set,
  TENANT,
} from './alterations.js';
import type { PaymentIds } from './altered-history.js';

type OfPayments = readonly Alteration<PaymentIds>[];

export const OF_BOOKS: OfPayments = [
  [
    'a balance raised',
    (h) => set('balances', h.euros, 'available = 1000'),
    (h) => `available:${h.euros} is 10.00 EUR, its postings sum to 0.00 EUR`,
  ],
  [
    'a hold released',
    (h) => set('balances', h.usd, 'available = available + held, held = 0'),
    (h) => `held:${h.usd} is 0.00 USD, its postings sum to 1,000.00 USD`,
  ],
  ['a balance deleted', (h) => gone('balances', h.usd), (h) => `${h.usd} is ACTIVE but has no balance row`],
  [
    'a balance in another currency',
    (h) => set('balances', h.euros, `currency = 'MXN'`),
    (h) => `the balance of ${h.euros} is in MXN, its holder is in EUR`,
  ],
  [
    'one line of an entry changed',
    (h) =>
      `update readable_postings set amount = 501 where ${lines(h.settled.transactionId, 'SETTLEMENT', 'revenue')};`,
    (h) => sealedPostings(h, CHANGED),
  ],
  [
    'two lines of an entry changed so that it stays balanced',
    (h) =>
      `update readable_postings set amount = amount + 1000 where ${lines(h.settled.transactionId, 'SETTLEMENT', 'clearing')};
       update readable_postings set amount = amount - 1000 where ${lines(h.settled.transactionId, 'SETTLEMENT', 'fx:SANDBOX:EUR')};`,
    (h) =>
      `SETTLEMENT of ${h.settled.transactionId}: expected fx:SANDBOX:EUR -914.48 EUR, ` +
      'clearing:SANDBOX:sandbox-bank:EUR 914.48 EUR, found fx:SANDBOX:EUR -924.48 EUR, ' +
      'clearing:SANDBOX:sandbox-bank:EUR 924.48 EUR',
  ],
  [
    'a line moved to another account',
    (h) =>
      `update readable_postings set account = 'loss:SANDBOX:USD' where ${lines(h.collected, 'DEPOSIT', 'clearing')};`,
    (h) =>
      `DEPOSIT of ${h.collected}: expected clearing:SANDBOX:sandbox-bank:USD -3.00 USD, ` +
      'found loss:SANDBOX:USD -3.00 USD',
  ],
  [
    'an entry in another currency',
    (h) =>
      `update readable_postings set currency = 'MXN' where cause = '${h.settled.transactionId}' and currency = 'USD';`,
    (h) => sealedPostings(h, CHANGED),
  ],
  [
    'an entry with another time',
    (h) => `update readable_postings set created_at = created_at + 1 where cause = '${h.settled.transactionId}';`,
    (h) => sealedPostings(h, CHANGED),
  ],
  [
    'an entry deleted',
    (h) =>
      `delete from readable_postings where cause = '${h.returned.transactionId}' and kind = 'SETTLEMENT_REVERSAL';`,
    (h) =>
      sealedPostings(h, left(h, 'postings', `cause = '${h.returned.transactionId}' and kind = 'SETTLEMENT_REVERSAL'`)),
  ],
  [
    'an entry without the reference to its payment',
    (h) => `update readable_postings set entry_cause = null where ${lines(h.collected, 'DEPOSIT', '')};`,
    (h) =>
      `${String(h.one(`select entry_id from readable_postings where cause = '${h.collected}'`))} is not indexed by its cause: exactly one posting must carry the entry cause`,
  ],
  [
    'an entry inserted between others',
    (h) =>
      `update readable_postings set position = position + 1000 where position = (select max(position) from readable_postings);` +
      another(
        'postings',
        'position = 1',
        `id = 'x', position = ${String(h.one('select max(position) from readable_postings'))}`,
      ),
    (h) => sealedPostings(h, CHANGED),
  ],
  [
    'a line at a position before the first',
    () => another('postings', 'position = 1', `id = 'planted/0', entry_id = 'planted', position = -1`),
    (h) =>
      `planted does not balance: its postings sum to ${amountText(
        BigInt(String(h.one('select amount from readable_postings where position = 1'))),
        String(h.one('select currency from readable_postings where position = 1')),
      )}`,
  ],
  [
    'a sweep of fees that were never charged',
    () =>
      another(
        'postings',
        `kind = 'FEE_SWEEP'`,
        `id = replace(id, 'Entry:', 'Entry:x'), entry_id = replace(entry_id, 'Entry:', 'Entry:x'),
         position = null, amount = amount * 5`,
      ) +
      another(
        'events',
        `resource = (select cause from readable_postings where kind = 'FEE_SWEEP')`,
        `id = 'x', position = null, available = available + 500`,
      ) +
      `update readable_balances set available = available + 500 where id = (select cause from readable_postings where kind = 'FEE_SWEEP');`,
    () => `sweeps have moved 6.00 USD out of fees:${TENANT}:USD, which has received 1.00 USD`,
  ],
  [
    'a changed checkpoint of a hot account',
    () => 'update readable_checkpoints set balance = balance + 1;',
    (h) =>
      `checkpoint of fees:${TENANT}:USD is ${amountText(BigInt(String(h.one('select balance from readable_checkpoints'))) + 1n, 'USD')}, ` +
      `its postings sum to ${amountText(BigInt(String(h.one('select balance from readable_checkpoints'))), 'USD')}`,
  ],
];

const late = (column: string, subject: string): string =>
  `update readable_jobs set ${column} = ${LATE} where subject = '${subject}';`;
const lastEvent = (change: string): string =>
  `update readable_events set status = 'QUEUED', ${change} where position = (select max(position) from readable_events);`;
const newest = ({ one }: PaymentIds): string =>
  String(one(`select id || ' (' || type || ')' from readable_events order by position desc`));
const NEVER = '2099-01-01T00:00:00.000Z';

export const OF_DELIVERY: OfPayments = [
  [
    'an event in a state that no event can have',
    () => `update readable_events set status = 'LOST' where position = (select max(position) from readable_events);`,
    (h) => `${newest(h)} is LOST, which no event can be`,
  ],
  [
    'an event marked as delivered that was never sent',
    () => `update readable_events set status = 'DELIVERED', delivered_at = 1, tries = null, attempts = 0
      where position = (select max(position) from readable_events);`,
    (h) => `${newest(h)} is DELIVERED, but no attempt was accepted`,
  ],
  [
    'a delivery postponed until 2099',
    (h) => late('due_at', h.processing.transactionId),
    (h) => `payout.check of ${h.processing.transactionId} is due at ${NEVER}, later than any work can be due`,
  ],
  [
    'a refund leased until 2099',
    (h) => late('lease_until', h.refunding.transactionId),
    (h) => `refund.advance of ${h.refunding.transactionId} is leased until ${NEVER}, longer than any lease lasts`,
  ],
  [
    'the expiry of a quote postponed until 2099',
    (h) => set('quotes', h.pending.id, `expires_at = ${LATE}`),
    (h) => `${h.pending.id} is valid until ${NEVER}, longer than any quote can be`,
  ],
  [
    'an expired quote that is pending again',
    (h) => set('quotes', h.pending.id, `expires_at = 0`),
    (h) => `${h.pending.id} is PENDING, although it was valid until 1970-01-01T00:00:00.000Z`,
  ],
  ...(
    [
      ['a job deleted', (h) => `delete from readable_jobs where subject = '${h.processing.transactionId}';`],
      [
        'a job of another kind',
        (h) => `update readable_jobs set kind = 'x' where subject = '${h.processing.transactionId}';`,
      ],
      [
        'a job of another payment',
        (h) => `update readable_jobs set subject = 'x' where subject = '${h.processing.transactionId}';`,
      ],
    ] as readonly (readonly [string, (h: PaymentIds) => string])[]
  ).map(([name, sql]): Alteration<PaymentIds> => [
    name,
    sql,
    (h) => `${h.processing.transactionId} is PROCESSING, but no job delivers it`,
  ]),
  [
    'an event postponed until 2099',
    () => lastEvent(`next_attempt_at = ${LATE}`),
    (h) => `${newest(h)} is due at ${NEVER}, later than any work can be due`,
  ],
  [
    'an event leased until 2099',
    () => lastEvent(`lease_until = ${LATE}`),
    (h) => `${newest(h)} is leased until ${NEVER}, longer than any lease lasts`,
  ],
  [
    'an event deleted',
    (h) => gone('events', String(h.lastEvent(h.settled.transactionId))),
    (h) => sealedEvents(h, left(h, 'events', `id = '${String(h.lastEvent(h.settled.transactionId))}'`)),
  ],
  [
    'an event that shows another amount',
    (h) =>
      `update readable_events set snapshot = replace(snapshot, '91448', '91449') where resource = '${h.settled.transactionId}';`,
    (h) => sealedEvents(h, CHANGED),
  ],
  [
    'an event about another account',
    (h) => set('events', String(h.lastEvent(h.usd)), `resource = '${h.euros}'`),
    (h) => `${String(h.lastEvent(h.usd))} (INTERNAL_ACCOUNT.BALANCE_UPDATED) is about ${h.euros}, but shows ${h.usd}`,
  ],
  [
    'a balance that differs from its last event',
    (h) => `update readable_events set available = 1 where resource = '${h.usd}';`,
    (h) => sealedEvents(h, CHANGED),
  ],
];
