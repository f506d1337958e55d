import { houseTenant } from '@corridor/core/internal';
import {
  ARRIVALS,
  DEPOSITS,
  EXCEPTIONS,
  type ExceptionRecord,
  INTERNAL_ACCOUNTS,
  type Resolution,
  RESOLUTIONS,
  type Transaction,
  TRANSACTIONS,
} from '@corridor/core/records';
import type { RailTelling } from '@corridor/core';
import type { Draw } from '../operation.js';
import type { Tenant, World } from '../world.js';
import { type Move, tenantOf } from './area.js';
import { asOperator, saidPayment } from './operators.js';
import { records, tell } from './rails.js';

/** The accounts in the currency of an exception: those of the customer whose payment it is about, or all. */
async function accountsFor(world: World, tenant: string, { subject, currency }: ExceptionRecord) {
  const payment = (await records(world, tenant, TRANSACTIONS)).find(({ id }) => id === subject);
  const accounts = (await records(world, tenant, INTERNAL_ACCOUNTS)).filter((one) => one.currency === currency);
  const owned = accounts.filter(({ customerId }) => customerId !== null && customerId === payment?.customerId);
  return owned.length > 0 ? owned : accounts;
}

/** Tries the resolutions from one on that is drawn among these, until one of them ends the exception. */
export async function resolve(
  world: World,
  tenant: string,
  exception: ExceptionRecord,
  draw: Draw,
  among: readonly Resolution[] = RESOLUTIONS,
): Promise<void> {
  const { id } = exception;
  const accounts = await accountsFor(world, tenant, exception);
  const account = accounts.length === 0 ? undefined : draw.recent(accounts).id;
  const first = RESOLUTIONS.indexOf(draw.of(among));
  for (let tried = 0; tried < 2 * RESOLUTIONS.length; tried++) {
    const resolution = RESOLUTIONS[(first + (tried >> 1)) % RESOLUTIONS.length]!;
    const named = tried % 2 === 0 ? account : undefined;
    const input = { exceptionId: id, resolution, account: named, note: 'decided', ...saidPayment(id, resolution) };
    await asOperator(world, tenant, 'exceptions.resolve', input);
    const now = (await records(world, tenant, EXCEPTIONS)).find((one) => one.id === id);
    if (now?.status !== 'OPEN') return;
  }
}

export type Told = RailTelling extends infer M ? (M extends RailTelling ? Omit<M, 'messageId'> : never) : never;

/** What a rail may report about a payment after an operator has decided about it: that the money came or went back. */
function afterwards(payment: Transaction, draw: Draw): readonly Told[] {
  const { id, rail, fundingRail, submittedAt, pullSubmittedAt, refundReference, sentAmount, receivedAmount } = payment;
  const part = (amount: bigint | null): bigint => draw.of([amount ?? 1n, amount ?? 1n, (amount ?? 1n) / 2n + 1n]);
  const returnId = `return ${draw.under(3)} of ${id}`;
  const payout = draw.of([
    { state: 'returned', returnId, amount: part(receivedAmount), reason: 'AC04' },
    { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null },
    { state: 'failed', reason: 'ACCOUNT_INVALID', refundReason: 'TRANSACTION_FAILED', refundable: true },
  ] as const);
  const pull = draw.of([
    { state: 'returned', returnId, amount: part(sentAmount), reason: 'AC04' },
    { state: 'collected', checkAfterSeconds: null },
    { state: 'failed', reason: 'INSUFFICIENT_FUNDS' },
  ] as const);
  const refund = draw.of([{ state: 'completed' }, { state: 'failed', reason: 'AC04' }] as const);
  return [
    ...(submittedAt !== null && rail !== null
      ? [{ kind: 'payout', rail, reference: id, status: payout } as const]
      : []),
    ...(pullSubmittedAt !== null && fundingRail !== null
      ? [{ kind: 'collection', rail: fundingRail, reference: id, status: pull } as const]
      : []),
    ...(refundReference !== null && fundingRail !== null
      ? [{ kind: 'refund', rail: fundingRail, reference: refundReference, status: refund } as const]
      : []),
  ];
}

/** The whole amount, or about two or three fifths of it. */
const fifths = (amount: bigint, draw: Draw): bigint =>
  draw.of([amount, (amount * 2n) / 5n + 1n, (amount * 3n) / 5n + 1n]);

/** A reversal or recall of the arrival of this transaction or deposit: of the amount that `back` draws. */
export async function takenBack(
  world: World,
  tenant: Tenant,
  subject: string,
  draw: Draw,
  back: (amount: bigint, draw: Draw) => bigint = fifths,
): Promise<readonly Told[]> {
  const arrivals = await records(world, tenant.key, ARRIVALS);
  const arrival = arrivals.find(({ transactionId, depositId }) => transactionId === subject || depositId === subject);
  if (arrival === undefined) return [];
  const { rail, paymentId, amount } = arrival;
  const kind = draw.of(['reversal', 'reversal', 'recall'] as const);
  return [{ kind, rail, paymentId, amount: back(amount, draw), reason: null }];
}

async function tellOf(world: World, tenant: Tenant, subject: string, draw: Draw): Promise<void> {
  const payment = (await records(world, tenant.key, TRANSACTIONS)).find(({ id }) => id === subject);
  const told = [
    ...(payment === undefined || (payment.card ?? null) !== null ? [] : afterwards(payment, draw)),
    ...(await takenBack(world, tenant, subject, draw)),
  ];
  if (told.length === 0) return;
  await tell(world, tenant, { ...draw.of(told), messageId: `afterwards ${draw.under(1_000)}` } as RailTelling);
}

/** Operators decide about what rails reported, and the rails go on telling about the same payments. */
export const DECISIONS: readonly Move[] = [
  {
    name: 'decisions.resolve',
    weight: 4,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const open = (await records(world, tenant.key, EXCEPTIONS)).filter(({ status }) => status === 'OPEN');
      const exception = draw.recent(open);
      await resolve(world, tenant.key, exception, draw);
      await tellOf(world, tenant, exception.subject, draw);
    },
  },
  {
    name: 'decisions.resolve-own',
    weight: 0.5,
    async act(world, draw) {
      const house = houseTenant('SANDBOX');
      const open = (await records(world, house, EXCEPTIONS)).filter(({ status }) => status === 'OPEN');
      await resolve(world, house, draw.recent(open), draw);
    },
  },
  {
    name: 'decisions.afterwards',
    weight: 4,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const decided = (await records(world, tenant.key, EXCEPTIONS)).filter(({ status }) => status === 'RESOLVED');
      await tellOf(world, tenant, draw.recent(decided).subject, draw);
    },
  },
  {
    name: 'decisions.contradict',
    weight: 3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const all = [
        ...(await records(world, tenant.key, TRANSACTIONS)),
        ...(await records(world, tenant.key, DEPOSITS)),
      ];
      await tellOf(world, tenant, draw.recent(all).id, draw);
    },
  },
];
