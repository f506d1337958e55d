import type { RailTelling } from '@corridor/core';
import { everyRecord } from '@corridor/core/internal';
import { type BaseRecord, type KindOf, ARRIVALS, TRANSACTIONS } from '@corridor/core/records';
import { type Draw, NoSubject } from '../operation.js';
import type { Tenant, World } from '../world.js';
import { type Move, known, tenantOf } from './area.js';

/** All records of a kind of a tenant, as the storage has them. */
export const records = <T extends BaseRecord>(world: World, tenant: string, kind: KindOf<T>): Promise<readonly T[]> =>
  world.storage.units.read(tenant as never, async (reads) => {
    const all: T[] = [];
    for await (const record of everyRecord(reads, kind)) all.push(record);
    return all;
  });

type Payments = Awaited<ReturnType<typeof payments>>;
type Payment = Payments[number];
const payments = (world: World, tenant: Tenant) => records(world, tenant.key, TRANSACTIONS);

/** A rail reports something; what it says about a movement is a reason for the steps of the payment. */
export async function tell(world: World, { environment }: Tenant, telling: RailTelling): Promise<void> {
  if (telling.kind === 'payout' || telling.kind === 'collection' || telling.kind === 'refund') {
    const { kind, reference, status } = telling;
    world.outside.answers.hear(kind, reference, status.state, status.state === 'returned' ? status.amount : undefined);
  }
  await world.ask((core) => core.railTells(environment, telling));
}

const RETURNED = { state: 'returned', reason: 'AC04' } as const;

/** A message of the rail about one of its payments, which may contradict what it said before. */
function told(payment: Payment, rail: string, draw: Draw): RailTelling {
  const messageId = `message ${draw.under(200)}`;
  const sent = { amount: payment.sentAmount ?? 1n };
  const received = payment.receivedAmount ?? sent.amount;
  const returnId = `return ${draw.under(20)}`;
  if (payment.refundReference !== null && draw.once(2)) {
    const reference = payment.refundReference;
    const status = draw.of([
      { state: 'completed' },
      { state: 'failed', reason: 'AC04' },
      { state: 'pending', checkAfterSeconds: 30 },
    ] as const);
    return { kind: 'refund', rail, messageId, reference, status };
  }
  if (draw.once(2)) {
    const status = draw.of([
      { state: 'collected', checkAfterSeconds: null },
      { state: 'failed', reason: 'INSUFFICIENT_FUNDS' },
      { ...RETURNED, returnId, amount: sent.amount },
      { state: 'pending', checkAfterSeconds: 30 },
    ] as const);
    return { kind: 'collection', rail, messageId, reference: payment.id, status };
  }
  const status = draw.of([
    { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null },
    { state: 'failed', reason: 'ACCOUNT_INVALID', refundReason: 'TRANSACTION_FAILED', refundable: true },
    { ...RETURNED, returnId, amount: received },
    { state: 'pending', checkAfterSeconds: 30 },
  ] as const);
  return { kind: 'payout', rail, messageId, reference: payment.id, status };
}

/** Messages that rails send by themselves: late, repeatedly, and in any order. */
export const RAILS: readonly Move[] = [
  {
    name: 'rails.arrival',
    weight: 4,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { environment } = tenant;
      const account = known(world, tenant, 'internals', draw);
      const quotes = world.list(tenant, 'quotes').filter(({ reference }) => typeof reference === 'string');
      const quote = quotes.length > 0 && draw.once(2) ? draw.recent(quotes) : null;
      const reference = draw.once(4) ? 'UNKNOWN' : String((quote ?? account)['reference']);
      const ending = draw.of(['000', '000', '005', '002', '004']);
      const asked = quote?.['totalSendingAmount'] as bigint | undefined;
      const telling = {
        kind: 'arrival',
        remitter: { name: 'Grace Hopper', account: `DE89370400440532013${ending}` },
        valueDate: null,
        rail: environment === 'SANDBOX' ? 'sandbox-bank' : 'live-bank',
        paymentId: `payment ${draw.under(400)}`,
        reference,
        currency: String(quote?.['sendingCurrency'] ?? account['currency']),
        amount: asked ?? draw.amount(100_000),
        ...draw.of([{}, {}, {}, {}, { hold: 'the sender is on a list' }, { returnAfterSeconds: 600 }]),
      } as const;
      await tell(world, tenant, telling);
    },
  },
  {
    name: 'rails.reversal',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { paymentId, rail, amount } = draw.recent(await records(world, tenant.key, ARRIVALS));
      const kind = draw.of(['reversal', 'reversal', 'recall'] as const);
      const messageId = `${kind} ${draw.under(50)}`;
      const telling = { kind, rail, messageId, paymentId, amount, reason: null };
      await tell(world, tenant, telling);
    },
  },
  {
    name: 'rails.status',
    weight: 2,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const plain = (await payments(world, tenant)).filter(({ issuerToken }) => (issuerToken ?? null) === null);
      if (plain.length === 0) throw new NoSubject();
      const rail = tenant.environment === 'SANDBOX' ? 'sandbox-bank' : 'live-bank';
      const telling = told(draw.recent(plain), rail, draw);
      await tell(world, tenant, telling);
    },
  },
];
