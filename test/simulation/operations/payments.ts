import { NoSubject } from '../operation.js';
import { type Move, known, learnt, own, sandboxOf, tenantOf } from './area.js';

/** Quotes, transfers, arrivals and cancellations. */
export const PAYMENTS: readonly Move[] = [
  {
    name: 'sandbox.fund',
    weight: 4,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: accountId } = known(world, tenant, 'internals', draw);
      await world.call(tenant, (core) => core.sandbox.fund, { accountId, amount: draw.amount(500_000) });
    },
  },
  {
    name: 'quotes.create',
    weight: 8,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const inside = known(world, tenant, 'internals', draw);
      const paidBy = draw.of(['account', 'account', 'payer', 'collection']);
      const from = paidBy === 'collection' ? own(world, tenant, 'external USD', inside, draw) : inside;
      const to = own(world, tenant, draw.once(3) ? 'internals' : 'externals', inside, draw);
      const sending = paidBy === 'collection' ? 'USD' : String(inside['currency']);
      const fee = { fixed: { amount: BigInt(draw.under(50)), currency: 'USD' }, variableBps: draw.under(200) };
      const quote = await world.call(tenant, (core) => core.quotes.create, {
        source:
          paidBy === 'payer'
            ? { sourceType: 'REALTIME_FUNDING', currency: sending, customerId: String(inside['customerId']) }
            : { sourceType: 'ACCOUNT', accountId: from.id },
        destination: { destinationType: 'ACCOUNT', accountId: to.id },
        lockedCurrencySide: draw.of(['SENDING', 'RECEIVING']),
        lockedCurrencyAmount: draw.amount(200_000),
        immediatelyExecute: paidBy !== 'payer' && draw.once(4),
        ...(sending === 'USD' && draw.once(3) && { platformFeeOverride: fee }),
      } as never);
      learnt(world, tenant, 'quotes', quote);
    },
  },
  {
    name: 'quotes.execute',
    weight: 4,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id } = known(world, tenant, 'quotes', draw);
      await world.call(tenant, (core) => core.quotes.execute, { id });
    },
  },
  {
    name: 'quotes.cancel',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id } = known(world, tenant, 'quotes', draw);
      await world.call(tenant, (core) => core.quotes.cancel, { id });
    },
  },
  {
    name: 'quotes.authorize',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, 'quotes', draw);
      const quote = await world.read(tenant, (core) => core.quotes.get, { id });
      if (quote?.sca === null || quote?.sca === undefined) throw new NoSubject();
      const challengeId = quote.sca.challenge?.id;
      const code = draw.of(['123456', '123456', '123456', '654321']);
      const proof = { code, ...(challengeId !== undefined && { challengeId }), endUserIpAddress: '203.0.113.7' };
      await world.call(tenant, (core) => core.quotes.authorize as never, { id, ...proof });
    },
  },
  {
    name: 'sandbox.send',
    weight: 4,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const quote = known(world, tenant, 'quotes', draw);
      const currencyAmount = draw.once(5) ? draw.amount(1_000) : undefined;
      const currencyCode = String(quote['sendingCurrency']);
      await world.call(tenant, (core) => core.sandbox.send, { quoteId: quote.id, currencyCode, currencyAmount });
    },
  },
  {
    name: 'transfers.in',
    weight: 3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const inside = known(world, tenant, 'internal USD', draw);
      const made = await world.call(tenant, (core) => core.transfers.in, {
        sourceId: own(world, tenant, 'external USD', inside, draw).id,
        destinationId: inside.id,
        amount: draw.amount(100_000),
      });
      learnt(world, tenant, 'transactions', made);
    },
  },
  {
    name: 'transfers.out',
    weight: 3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const inside = known(world, tenant, 'internal USD', draw);
      const made = await world.call(tenant, (core) => core.transfers.out, {
        sourceId: inside.id,
        destinationId: own(world, tenant, 'external USD', inside, draw).id,
        amount: draw.amount(100_000),
      });
      learnt(world, tenant, 'transactions', made);
    },
  },
];
