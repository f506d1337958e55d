import type { RailTelling } from '@corridor/core';
import { type Deposit, DEPOSITS, EXCEPTIONS, type Transaction, TRANSACTIONS } from '@corridor/core/records';
import type { Draw } from '../operation.js';
import { type Move, tenantOf } from './area.js';
import { asOperator } from './operators.js';
import { records, tell } from './rails.js';

type Message<K extends RailTelling['kind']> = Omit<Extract<RailTelling, { readonly kind: K }>, 'messageId'>;

const REFUND_STATES = [
  { state: 'failed', reason: 'AC04' },
  { state: 'failed', reason: 'AC04' },
  { state: 'completed' },
  { state: 'pending', checkAfterSeconds: 30 },
] as const;

/** What a rail can report about the payouts, collections and refunds that it has. */
function newsOf(payment: Transaction, draw: Draw): readonly Message<'payout' | 'collection' | 'refund'>[] {
  const { id, rail, fundingRail, submittedAt, pullSubmittedAt, refundReference, sentAmount, receivedAmount } = payment;
  const back = (amount: bigint | null) =>
    ({ state: 'returned', returnId: `return ${draw.under(20)}`, amount: amount ?? 1n, reason: 'AC04' }) as const;
  const later = { state: 'pending', checkAfterSeconds: 30 } as const;
  const refunds = {
    kind: 'refund',
    rail: fundingRail!,
    reference: refundReference!,
    status: draw.of(REFUND_STATES),
  } as const;
  const payouts = {
    kind: 'payout',
    rail: rail!,
    reference: id,
    status: draw.of([
      { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null },
      { state: 'failed', reason: 'ACCOUNT_INVALID', refundReason: 'TRANSACTION_FAILED', refundable: draw.once(2) },
      back(receivedAmount),
      later,
    ] as const),
  } as const;
  const pulls = {
    kind: 'collection',
    rail: fundingRail!,
    reference: id,
    status: draw.of([
      { state: 'collected', checkAfterSeconds: null },
      { state: 'failed', reason: 'INSUFFICIENT_FUNDS' },
      back(sentAmount),
      later,
    ] as const),
  } as const;
  return [
    ...(refundReference !== null && fundingRail !== null ? [refunds] : []),
    ...(submittedAt !== null && rail !== null ? [payouts] : []),
    ...(pullSubmittedAt !== null && fundingRail !== null ? [pulls] : []),
  ];
}

const returnOf = ({ id, returnAs, returnedAs }: Deposit): string => returnedAs ?? returnAs ?? id;

/** Messages of rails about what they have, money that cannot go back, and operators who try again. */
export const RAIL_NEWS: readonly Move[] = [
  {
    name: 'rails.news',
    weight: 4,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const all = await records(world, tenant.key, TRANSACTIONS);
      const message = draw.of(
        newsOf(draw.recent(all.filter((one) => (one.card ?? null) === null && isMoved(one))), draw),
      );
      const telling = { ...message, messageId: `news ${draw.under(1_000)}` } as RailTelling;
      await tell(world, tenant, telling);
    },
  },
  {
    name: 'rails.stray-arrival',
    weight: 1.5,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { environment } = tenant;
      const account = draw.of([
        'DE89370400440532013008',
        'DE89370400440532013009',
        'DE89370400440532013009',
        'DE89370400440532013000',
      ]);
      const telling = {
        kind: 'arrival',
        remitter: { name: 'Grace Hopper', account },
        valueDate: null,
        rail: environment === 'SANDBOX' ? 'sandbox-bank' : 'live-bank',
        paymentId: `stray ${draw.under(1_000)}`,
        reference: 'UNKNOWN',
        currency: 'USD',
        amount: draw.amount(100_000),
      } as const;
      await tell(world, tenant, telling);
    },
  },
  {
    name: 'rails.deposit-news',
    weight: 1.5,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const deposit = draw.recent(await records(world, tenant.key, DEPOSITS));
      const status = draw.of(REFUND_STATES);
      const messageId = `deposit news ${draw.under(1_000)}`;
      const telling = { kind: 'refund', rail: deposit.rail, messageId, reference: returnOf(deposit), status } as const;
      await tell(world, tenant, telling);
    },
  },
  {
    name: 'exceptions.retry',
    weight: 1.5,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const all = await records(world, tenant.key, EXCEPTIONS);
      const again = all.filter(
        ({ status, kind }) => status === 'OPEN' && (kind === 'REFUND_FAILED' || kind === 'DEPOSIT_REFUSED'),
      );
      const { id: exceptionId } = draw.recent(again);
      await asOperator(world, tenant.key, 'exceptions.resolve', { exceptionId, resolution: 'RETRIED', note: 'again' });
    },
  },
];

const isMoved = ({ submittedAt, pullSubmittedAt, refundReference, fundingRail }: Transaction): boolean =>
  submittedAt !== null || pullSubmittedAt !== null || (refundReference !== null && fundingRail !== null);
