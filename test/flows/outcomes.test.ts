import { describe, expect, it } from 'vitest';
import {
  addAccount,
  balances,
  createCustomer,
  executeQuote,
  fundedAccount,
  pay,
  quoteFunding,
  quotePayout,
  readQuote,
  readTransaction,
} from '../support/scenario.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';

const FUNDED = 50_000;
const SENT = 10_000;

const PROCESSING = 'OUTGOING_PAYMENT.PROCESSING';
const COMPLETED = 'OUTGOING_PAYMENT.COMPLETED';
const FAILED = 'OUTGOING_PAYMENT.FAILED';
const REFUND_PENDING = 'OUTGOING_PAYMENT.REFUND_PENDING';
const REFUND_COMPLETED = 'OUTGOING_PAYMENT.REFUND_COMPLETED';
const REFUND_FAILED = 'OUTGOING_PAYMENT.REFUND_FAILED';

interface Outcome {
  readonly ending: string;
  readonly what: string;
  readonly events: readonly string[];
  readonly transaction: { readonly status: string; readonly failureReason?: string };
  readonly refund: { readonly status: string; readonly reason: string } | null;
  readonly quote: string;
  /** Balances of a prefunded source afterwards: available, and total with holds. */
  readonly balances: readonly [number, number];
}

const REFUNDED = [PROCESSING, FAILED, REFUND_PENDING, REFUND_COMPLETED];
const LEFT = FUNDED - SENT;

/** Outcomes by the ending of the destination's identifier, see docs/sandbox.md#payouts-with-a-conversion. */
const OUTCOMES: readonly Outcome[] = [
  {
    ending: '900',
    what: 'succeeds',
    events: [PROCESSING, COMPLETED],
    transaction: { status: 'COMPLETED' },
    refund: null,
    quote: 'COMPLETED',
    balances: [LEFT, LEFT],
  },
  {
    ending: '002',
    what: 'fails in execution',
    events: REFUNDED,
    transaction: { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' },
    refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    quote: 'FAILED',
    balances: [FUNDED, FUNDED],
  },
  {
    ending: '003',
    what: 'stays pending',
    events: [PROCESSING],
    transaction: { status: 'PROCESSING' },
    refund: null,
    quote: 'PROCESSING',
    balances: [LEFT, FUNDED],
  },
  {
    ending: '004',
    what: 'fails in delivery',
    events: REFUNDED,
    transaction: { status: 'FAILED', failureReason: 'ACCOUNT_CANNOT_RECEIVE' },
    refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    quote: 'FAILED',
    balances: [FUNDED, FUNDED],
  },
  {
    ending: '005',
    what: 'completes and is returned later',
    events: [PROCESSING, COMPLETED],
    transaction: { status: 'COMPLETED' },
    refund: null,
    quote: 'COMPLETED',
    balances: [LEFT, LEFT],
  },
  {
    ending: '006',
    what: 'is cancelled by the user',
    events: REFUNDED,
    transaction: { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' },
    refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    quote: 'FAILED',
    balances: [FUNDED, FUNDED],
  },
  {
    ending: '007',
    what: 'fails and cannot be refunded',
    events: [PROCESSING, FAILED, REFUND_PENDING, REFUND_FAILED],
    transaction: { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' },
    refund: { status: 'FAILED', reason: 'TRANSACTION_FAILED' },
    quote: 'FAILED',
    balances: [LEFT, LEFT],
  },
];

describe.each(databasesOf(import.meta.url))('sandbox outcomes on %s', { concurrent: true }, (database) => {
  const used = useHost(database);

  async function agrees(transactionId: string, outcome: Outcome): Promise<void> {
    const { api, receiver } = used;
    await receiver.sequence(transactionId, outcome.events);
    const transaction = await readTransaction(api, transactionId);
    expect(transaction).toMatchObject(outcome.transaction);
    expect(transaction.failureReason).toBe(outcome.transaction.failureReason);
    expect(transaction.sentAmount).toMatchObject({ amount: SENT });
    expect(transaction.settledAt === undefined).toBe(outcome.transaction.status !== 'COMPLETED');
    if (outcome.refund === null) expect(transaction.refund).toBeUndefined();
    else expect(transaction.refund).toMatchObject(outcome.refund);
    expect(transaction.refund?.settledAt === undefined).toBe(outcome.refund?.status !== 'COMPLETED');
    expect(await readQuote(api, transaction.quoteId!)).toMatchObject({ status: outcome.quote });

    // Each event shows the transaction after its change. Handing it to a rail is not an event.
    const told = receiver.deliveries.filter(({ event }) => event.data?.id === transactionId).map(({ event }) => event);
    expect({ ...told.at(-1)?.data, updatedAt: null }).toEqual({ ...transaction, updatedAt: null });
    expect(told[0]?.data).toMatchObject({ status: 'PROCESSING' });
    expect(new Set(told.map(({ id }) => id)).size).toBe(outcome.events.length);
  }

  it.each(OUTCOMES)('a prefunded payment to …$ending $what', async (outcome) => {
    const { api, receiver } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', FUNDED);
    const payee = await addAccount(api, customer.id, 'EUR', outcome.ending);
    const quote = await quotePayout(api, { from: source.id, to: payee.id, amount: SENT });
    await executeQuote(api, quote.id);
    await agrees(quote.transactionId, outcome);
    expect(await balances(api, customer.id, 'USD')).toEqual(outcome.balances);
    // Events report the changes of the balance: the deposit, the hold, and the refund.
    const changes = [FUNDED, LEFT, ...(outcome.balances[0] === FUNDED ? [FUNDED] : [])];
    await receiver.sequence(
      source.id,
      changes.map(() => 'INTERNAL_ACCOUNT.BALANCE_UPDATED'),
    );
    const told = receiver.deliveries.filter(({ event }) => event.data?.id === source.id).map(({ event }) => event.data);
    expect(told).toMatchObject(changes.map((amount) => ({ balance: { amount } })));
  });

  it.each(OUTCOMES)('a payment funded in real time to …$ending $what', async (outcome) => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const payee = await addAccount(api, customer.id, 'MXN', outcome.ending);
    const quote = await quoteFunding(api, { customerId: customer.id, to: payee.id, amount: SENT });
    const sent = await pay(api, quote.id);
    expect(sent).toMatchObject({ id: quote.transactionId, status: 'PROCESSING' });
    await agrees(quote.transactionId, outcome);
    expect(await balances(api, customer.id, 'USD')).toEqual([0, 0]);
  });

  it.each(OUTCOMES)('a payment to a wallet that ends in …$ending $what', async (outcome) => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const wallet = await addAccount(api, customer.id, 'BTC', outcome.ending);
    const quote = await quoteFunding(api, { customerId: customer.id, to: wallet.id, amount: SENT });
    await pay(api, quote.id);
    await agrees(quote.transactionId, outcome);
  });
});
