import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeInternalAccounts } from '../accounts/internal-account-service.js';
import type { PayoutStatus } from '../accounts/index.js';
import { deleteCustomer } from '../customers/customer-service.js';
import { type CustomerAccounts, CUSTOMERS } from '../customers/index.js';
import { type Context, createIds, type Id, ok, type Result, type Tx } from '../kernel/index.js';
import { type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';
import { reversingSealer, seededRandom } from '../testing/ports.js';
import { arrivalOf, ARRIVALS, hasOpenTransactions, type Transaction, TRANSACTIONS, UNSET } from './index.js';

const DELIVERED: PayoutStatus = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };

let payer: PlayPayer;
let bank: PlayBank;
const asked: string[] = [];
beforeEach(async () => {
  asked.length = 0;
  const submit = async ({ reference }: { readonly reference: string }) => (asked.push(reference), DELIVERED);
  bank = await playBank({ rails: bankRails({ submit }) });
  ({ payer } = bank);
});
afterEach(() => expect(bank.failures).toEqual([]));

/** Pays out what the customer has, because an account with money cannot be closed. */
async function emptyAccount(): Promise<void> {
  const all = { sourceId: payer.usd.id, destinationId: (await payer.dollars('891')).id, amount: 1_000_000n };
  valueOf(await payer.play.run(payer.play.core.transfers.out, all));
  await payer.play.pass(0);
  asked.length = 0;
}

/** Deletes the customer in a unit that has read its open payments before the payment was committed. */
async function deletePayer(): Promise<Result<unknown>> {
  const { storage, tenant, context } = payer.play;
  const close = (tx: Tx, ctx: Context, id: Id<'Customer'>) =>
    closeInternalAccounts({ tx, ctx, ids: createIds(payer.play.clock, seededRandom()) }, id);
  const remove = deleteCustomer({ close } as CustomerAccounts, async () => false, reversingSealer);
  return storage.units.run(tenant, (tx) => remove(tx, context(), { id: payer.customerId }));
}

describe('a payment of a customer who was deleted before it is submitted', () => {
  it('is refunded if its money came from outside', async () => {
    await emptyAccount();
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    valueOf(await bank.arrives(quote.reference!));
    valueOf(await deletePayer());
    await payer.play.pass(0);
    expect(asked).toEqual([]);
    expect(await payer.payment(quote)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXECUTION_FAILED',
      refundReason: 'TRANSACTION_FAILED',
      refundStatus: 'COMPLETED',
      submittedAt: null,
    });
    expect(await bank.jobs(quote.transactionId)).toEqual([]);
    await payer.auditClean();
  });

  it('is refunded if its money was collected', async () => {
    const request = payer.fromAccount((await payer.dollars()).id, (await payer.external()).id);
    const pending = async () => ({ state: 'pending', checkAfterSeconds: 60 }) as const;
    const submit = async ({ reference }: { readonly reference: string }) => (asked.push(reference), DELIVERED);
    bank = await playBank({ rails: bankRails({ submit }, { submit: pending }) });
    ({ payer } = bank);
    await emptyAccount();
    const quote = await payer.quoted({
      ...request,
      source: { sourceType: 'ACCOUNT', accountId: (await payer.dollars()).id },
      destination: { destinationType: 'ACCOUNT', accountId: (await payer.external()).id },
      immediatelyExecute: true,
    });
    await payer.play.pass(0);
    const status = { state: 'collected', checkAfterSeconds: null } as const;
    valueOf(await bank.tell({ kind: 'collection', reference: quote.transactionId, status }));
    valueOf(await deletePayer());
    await payer.play.pass(0);
    expect(asked).toEqual([]);
    expect(await payer.payment(quote)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXECUTION_FAILED',
      refundStatus: 'COMPLETED',
    });
    await payer.auditClean();
  });

  it('goes on if its money is held here, because its customer is not deleted', async () => {
    const all = { lockedCurrencyAmount: 1_000_000n };
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id, all));
    valueOf(await payer.execute(quote.id));
    expect(await deletePayer()).toMatchObject({ error: { code: 'CONFLICT' } });
    await payer.play.pass(0);
    expect(asked).toEqual([quote.transactionId]);
    expect((await payer.payment(quote)).status).toBe('COMPLETED');
    await payer.auditClean();
  });
});

describe('a platform', () => {
  it('collects to its own account', async () => {
    const { account } = await payer.internal('USD', 'platform');
    const made = await payer.play.run(payer.play.core.transfers.in, {
      sourceId: (await payer.dollars('890', 'platform')).id,
      destinationId: account.id,
      amount: SENT,
    });
    await payer.play.pass(0);
    expect((await bank.read(valueOf(made).id)).status).toBe('COMPLETED');
    expect((await payer.internal('USD', 'platform')).available).toBe(SENT);
    await payer.auditClean();
  });

  it('is paid into its own account by arriving money under its own id', async () => {
    const { account } = await payer.internal('USD', 'platform');
    const platformId = payer.play.tenant.split('/')[0];
    const { transaction } = valueOf(await bank.arrives(account.reference, 7n));
    expect(transaction).toMatchObject({ customerId: platformId, platformCustomerId: platformId, receivedAmount: 7n });
  });
});

it('arrived money is a completed payment of the customer who owns the account', async () => {
  const { transaction } = valueOf(await bank.arrives(payer.usd.reference));
  const { customerId } = payer;
  const { storage, tenant } = payer.play;
  const customer = await storage.units.read(tenant, (reads) => reads.get(CUSTOMERS, customerId));
  expect(transaction).toMatchObject({
    type: 'INCOMING',
    status: 'COMPLETED',
    direction: 'CREDIT',
    customerId,
    platformCustomerId: customer!.platformCustomerId,
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
    destination: { destinationType: 'ACCOUNT', accountId: payer.usd.id, currency: 'USD', onChainTransaction: null },
    receiverIdentifier: payer.usd.id,
    sentAmount: null,
    receivedAmount: SENT,
    receivedCurrency: 'USD',
    reference: payer.usd.reference,
    fundingRail: 'sandbox-bank',
    settledAt: payer.play.clock.now(),
  });
  expect(valueOf(await bank.arrives('NOBODY', SENT)).arrival!.sealedRemitter).toMatch(
    /^sealed:arrivals\/Arrival:[\w-]+\/sealedRemitter:/,
  );
});

it('a payment older than the records of arrivals has none, although more money arrived for it later', async () => {
  const transactionId = 'Transaction:018bcfe5-6800-7000-8000-000000000001' as Id<'Transaction'>;
  const depositId = 'Deposit:018bcfe5-6800-7000-8000-000000000002' as Id<'Deposit'>;
  const id = 'Arrival:018bcfe5-6800-7000-8000-000000000003' as Id<'Arrival'>;
  const { arrival } = valueOf(await bank.arrives(payer.usd.reference));
  const { storage, tenant } = payer.play;
  await storage.units.run(tenant, async (tx) => {
    tx.add(ARRIVALS, { ...arrival!, id, paymentId: 'later', transactionId, depositId });
    return ok();
  });
  const arrivals = await storage.units.read(tenant, async (reads) => [
    await arrivalOf(reads, { transactionId }),
    (await arrivalOf(reads, { depositId }))?.id,
    (await arrivalOf(reads, { transactionId: arrival!.transactionId! }))?.id,
  ]);
  expect(arrivals).toEqual([null, id, arrival!.id]);
});

describe('an open payment', () => {
  const kept = (number: number, over: Partial<Transaction>): Transaction =>
    ({
      ...UNSET,
      type: 'OUTGOING',
      status: 'PENDING',
      direction: 'DEBIT',
      customerId: 'Customer:1',
      platformCustomerId: 'ada',
      destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:1', currency: 'USD' },
      id: `Transaction:018bcfe5-6800-7000-8000-00000000000${number}`,
      tenant: payer.play.tenant,
      version: 1,
      createdAt: payer.play.clock.now(),
      updatedAt: payer.play.clock.now(),
      ...over,
    }) as Transaction;
  const isOpen = (of: Parameters<typeof hasOpenTransactions>[1], ...rows: readonly Partial<Transaction>[]) =>
    payer.play.storage.units
      .run(payer.play.tenant, async (tx) => {
        for (const [i, row] of rows.entries()) tx.add(TRANSACTIONS, kept(i, row));
        return ok();
      })
      .then(() => payer.play.storage.units.read(payer.play.tenant, (reads) => hasOpenTransactions(reads, of)));

  it.each(['PENDING', 'PROCESSING', 'AUTHORIZED', 'PARTIALLY_SETTLED', 'EXCEPTION'] as const)(
    'is %s',
    async (status) => {
      expect(await isOpen({ customerId: 'Customer:1' }, { status })).toBe(true);
    },
  );

  it.each(['COMPLETED', 'FAILED', 'REFUNDED', 'SETTLED'] as const)('is not %s', async (status) => {
    expect(await isOpen({ customerId: 'Customer:1' }, { status })).toBe(false);
  });

  it('is of its customer, and of the accounts on both sides', async () => {
    const row = { senderIdentifier: 'InternalAccount:1', receiverIdentifier: 'ExternalAccount:1' };
    expect(await isOpen({ customerId: 'Customer:2' }, row)).toBe(false);
    for (const accountId of ['InternalAccount:1', 'ExternalAccount:1']) {
      expect(await isOpen({ accountId })).toBe(true);
    }
    expect(await isOpen({ accountId: 'InternalAccount:2' })).toBe(false);
  });
});
