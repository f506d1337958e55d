import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  INTERNAL_ACCOUNT,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
  type PullStatus,
  RailUnavailable,
} from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { instant, type Instant, ok, type Result, transition } from '../kernel/index.js';
import { BALANCES, POSTINGS } from '../ledger/index.js';
import { MAX_AMOUNT, MAX_COMPUTED } from '../money/index.js';
import type { Transaction } from '../transactions/index.js';
import type { TransferOutRequest, TransferRequest } from './index.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';

const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SPARK_ADDRESS = 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu';
const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SOLANA_ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const SENT = 100_000n;
const FUNDED = 1_000_000n;

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const transferIn = (request: Partial<TransferRequest>, of = payer): Promise<Result<Transaction>> =>
  of.play.run(of.play.core.transfers.in, { sourceId: '', destinationId: of.usd.id, amount: SENT, ...request });
const transferOut = (request: Partial<TransferOutRequest>, of = payer): Promise<Result<Transaction>> =>
  of.play.run(of.play.core.transfers.out, {
    sourceId: of.usd.id,
    destinationId: '',
    amount: SENT,
    ...request,
  });
const read = async (id: string, of = payer): Promise<Transaction> =>
  valueOf(await of.play.read(of.play.core.transactions.get, { id }));
const cancel = (id: string, of = payer): Promise<Result<Transaction>> =>
  of.play.core.transactions.cancel(of.play.context(), { id, reason: 'sent twice' });
const balance = async (of = payer) => {
  const { available, held } = await of.internal('USD');
  return [available, held];
};

describe('a transfer in', () => {
  it('is PENDING until its rail has collected, and then credits the account', async () => {
    const { id } = await payer.dollars();
    const made = valueOf(await transferIn({ sourceId: id }));
    expect(made).toMatchObject({
      type: 'INCOMING',
      status: 'PENDING',
      direction: 'CREDIT',
      customerId: payer.customerId,
      source: { sourceType: 'ACCOUNT', accountId: id, currency: 'USD' },
      destination: { accountId: payer.usd.id, currency: 'USD' },
      sentAmount: SENT,
      receivedAmount: SENT,
      quoteId: null,
    });
    expect(await balance()).toEqual([FUNDED, 0n]);
    await payer.play.pass(0);
    expect(await read(made.id)).toMatchObject({ status: 'COMPLETED', settledAt: payer.play.clock.now() });
    expect(await balance()).toEqual([FUNDED + SENT, 0n]);
    expect(payer.eventsOf(made.id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED']);
    expect(payer.eventsOf(payer.usd.id)).toEqual(['INTERNAL_ACCOUNT.BALANCE_UPDATED']);
    await payer.auditClean();
  });

  it.each([
    ['002', 0],
    ['003', 0],
    ['004', 0],
    ['005', 30],
  ])('from an account ending in %s fails, and moves and refunds nothing', async (suffix, seconds) => {
    const { id } = await payer.dollars(suffix);
    const made = valueOf(await transferIn({ sourceId: id }));
    await payer.play.pass(0);
    if (seconds > 0) {
      await payer.play.pass(seconds - 1);
      expect((await read(made.id)).status).toBe('PENDING');
      await payer.play.pass(1);
    }
    expect(await read(made.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'COLLECTION_FAILED',
      refundStatus: null,
      settledAt: null,
    });
    expect(await balance()).toEqual([FUNDED, 0n]);
    expect(payer.eventsOf(made.id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
    await payer.auditClean();
  });

  it("to the platform's own account has the platform's id as customer", async () => {
    const { id } = await payer.dollars('890', 'platform');
    const own = (await payer.internal('USD', 'platform')).account;
    const made = valueOf(await transferIn({ sourceId: id, destinationId: own.id }));
    expect(payer.play.tenant).toContain(made.customerId);
    await payer.play.pass(0);
    expect((await payer.internal('USD', 'platform')).available).toBe(SENT);
    await payer.auditClean();
  });

  it('is sent back if the account cannot hold the collected amount', async () => {
    const { id } = await payer.dollars();
    const made = valueOf(await transferIn({ sourceId: id }));
    const full = { accountId: payer.usd.id, amount: MAX_COMPUTED - FUNDED };
    valueOf(await payer.play.run(payer.play.core.sandbox.fund, full));
    await payer.play.pass(0);
    expect(await read(made.id)).toMatchObject({
      status: 'REFUNDED',
      failureReason: 'COLLECTION_FAILED',
      refundStatus: 'COMPLETED',
    });
    const S = 'INCOMING_PAYMENT.';
    expect(payer.eventsOf(made.id)).toEqual(
      ['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'].map((what) => S + what),
    );
    expect(await balance()).toEqual([MAX_COMPUTED, 0n]);
    await payer.auditClean();
  });

  it('prevents the deletion of its owner and account while it is open', async () => {
    const { id } = await payer.dollars('005');
    valueOf(await transferIn({ sourceId: id }));
    await payer.play.pass(0);
    const remove = () => payer.play.run(payer.play.core.accounts.deleteExternal, { id });
    expect(await remove()).toMatchObject({ error: { code: 'CONFLICT' } });
    await payer.play.pass(30);
    expect(await remove()).toMatchObject({ ok: true });
  });
});

describe('the expected settlement', () => {
  const closing = instant(Date.UTC(2026, 0, 19, 22, 59));
  const asked: unknown[] = [];
  const closed = () =>
    playPayer({
      rails: bankRails({
        settlesAt: (paymentRail, at) => {
          asked.push([paymentRail, at]);
          return closing;
        },
      }),
    });

  it('of a transfer, a quote and a collected payment is the one that a rail with closing days names', async () => {
    const of = await closed();
    const { id } = await of.dollars();
    const now = of.play.clock.now();
    const transfer = valueOf(await transferOut({ destinationId: id }, of));
    expect(transfer.expectedSettlementAt).toBe(closing);
    const payee = (await of.external()).id;
    const quote = await of.quoted(of.fromAccount(of.usd.id, payee, { immediatelyExecute: true }));
    expect((await of.payment(quote)).expectedSettlementAt).toBe(closing);
    const funded = await of.quoted(of.funded(payee));
    valueOf(await of.pay(funded));
    expect((await of.payment(funded)).expectedSettlementAt).toBe(closing);
    const collected = await of.quoted(of.fromAccount(id, payee, { immediatelyExecute: true }));
    await of.play.pass(0);
    expect((await of.payment(collected)).expectedSettlementAt).toBe(closing);
    expect(asked).toEqual([
      ['ACH', now],
      [quote.paymentRail, now],
      [quote.paymentRail, now],
      [quote.paymentRail, now],
    ]);
  });

  it('is at once with a rail that settles at once', async () => {
    const { id } = await payer.dollars();
    const transfer = valueOf(await transferOut({ destinationId: id }));
    expect(transfer.expectedSettlementAt).toBe(payer.play.clock.now());
  });
});

describe('a transfer out', () => {
  it('is held without a fee until its rail has delivered', async () => {
    const { id } = await payer.dollars();
    const made = valueOf(
      await transferOut({
        destinationId: id,
        paymentRail: 'ACH',
        remittanceInformation: 'INV-7',
        purposeOfPayment: 'GIFT',
      }),
    );
    expect(made).toMatchObject({
      type: 'OUTGOING',
      status: 'PROCESSING',
      direction: 'DEBIT',
      sentAmount: SENT,
      receivedAmount: SENT,
      paymentRail: 'ACH',
      railSelectionMode: 'MANUAL',
      remittanceInformation: 'INV-7',
      purposeOfPayment: 'GIFT',
    });
    expect(await balance()).toEqual([FUNDED - SENT, SENT]);
    await payer.play.pass(0);
    expect((await read(made.id)).status).toBe('COMPLETED');
    expect(await balance()).toEqual([FUNDED - SENT, 0n]);
    expect(payer.eventsOf(made.id)).toEqual(['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']);
    await payer.auditClean();
  });

  it.each([
    ['002', 0, 'QUOTE_EXECUTION_FAILED'],
    ['003', 0, 'ACCOUNT_INVALID'],
    ['004', 0, 'ACCOUNT_CANNOT_RECEIVE'],
    ['005', 30, 'QUOTE_EXECUTION_FAILED'],
  ])('to an account ending in %s fails, and the money is refunded', async (suffix, seconds, failureReason) => {
    const { id } = await payer.dollars(suffix);
    const made = valueOf(await transferOut({ destinationId: id }));
    await payer.play.pass(0);
    if (seconds > 0) {
      await payer.play.pass(seconds - 1);
      expect((await read(made.id)).status).toBe('PROCESSING');
      expect(await balance()).toEqual([FUNDED - SENT, SENT]);
      await payer.play.pass(1);
    }
    expect(await read(made.id)).toMatchObject({ status: 'FAILED', failureReason, refundStatus: 'COMPLETED' });
    expect(await balance()).toEqual([FUNDED, 0n]);
    const told = ['PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
    expect(payer.eventsOf(made.id)).toEqual(told.map((what) => `OUTGOING_PAYMENT.${what}`));
    await payer.auditClean();
  });

  it('that the rail can neither deliver nor return stays in transit', async () => {
    const of = await playPayer({
      rails: bankRails({
        submit: async () => ({
          state: 'failed',
          reason: 'COMPLIANCE_REJECTED',
          refundReason: 'TRANSACTION_FAILED',
          refundable: false,
        }),
      }),
    });
    const made = valueOf(await transferOut({ destinationId: (await of.dollars()).id }, of));
    await of.play.pass(0);
    expect(await read(made.id, of)).toMatchObject({ status: 'FAILED', refundStatus: 'FAILED' });
    expect(await balance(of)).toEqual([FUNDED - SENT, 0n]);
    const kept = await of.play.storage.units.read(of.play.tenant, (reads) => reads.get(BALANCES, made.id));
    expect(kept?.available).toBe(SENT);
    await of.auditClean();
  });

  it('that was returned after its delivery is refunded', async () => {
    const of = await playPayer({
      rails: bankRails({
        submit: async () => ({ state: 'delivered', onChainTransaction: null, checkAfterSeconds: 60 }),
        status: async ({ amount }) => ({ state: 'returned', returnId: 'R1', amount, reason: null }),
      }),
    });
    const made = valueOf(await transferOut({ destinationId: (await of.dollars()).id }, of));
    await of.play.pass(0);
    expect(await read(made.id, of)).toMatchObject({ status: 'COMPLETED' });
    await of.play.pass(60);
    expect(await read(made.id, of)).toMatchObject({ failureReason: 'PAYOUT_RETURNED', refundStatus: 'COMPLETED' });
    expect(await balance(of)).toEqual([FUNDED, 0n]);
    await of.auditClean();
  });

  it('above the balance moves nothing, and of two transfers of the same money one is refused', async () => {
    const { id } = await payer.dollars();
    expect(await transferOut({ destinationId: id, amount: FUNDED + 1n })).toMatchObject({
      error: { code: 'INVALID_AMOUNT' },
    });
    const both = await Promise.all([1, 2].map(() => transferOut({ destinationId: id, amount: FUNDED })));
    expect(both.filter((one) => one.ok)).toHaveLength(1);
    await payer.play.pass(0);
    expect(await balance()).toEqual([0n, 0n]);
    await payer.auditClean();
  });
});

describe('a transfer is refused', () => {
  const both = async (over: Partial<TransferRequest>, code: string): Promise<void> => {
    const outside = over.sourceId ?? (await payer.dollars()).id;
    expect(await transferIn({ sourceId: outside, ...over })).toMatchObject({ error: { code } });
    const out = {
      destinationId: outside,
      ...(over.destinationId === undefined ? {} : { sourceId: over.destinationId }),
      ...('amount' in over ? { amount: over.amount! } : {}),
    };
    expect(await transferOut(out)).toMatchObject({ error: { code } });
    expect(await balance()).toEqual([FUNDED, 0n]);
  };

  it.each([
    ['without an amount', undefined, 'INVALID_AMOUNT'],
    ['of zero', 0n, 'INVALID_AMOUNT'],
    ['of a negative amount', -1n, 'INVALID_AMOUNT'],
    ['of more than the largest amount', MAX_AMOUNT + 1n, 'AMOUNT_OUT_OF_RANGE'],
  ])('%s', (_, amount, code) => both({ amount }, code));

  it('between two currencies', async () => both({ sourceId: (await payer.external()).id }, 'INVALID_CURRENCY'));

  it('between two owners', async () => {
    await both({ sourceId: (await payer.dollars('891', 'platform')).id }, 'REFERENCE_NOT_FOUND');
    await both({ destinationId: (await payer.internal('USD', 'platform')).account.id }, 'REFERENCE_NOT_FOUND');
  });

  it('with an account that does not exist or was deleted', async () => {
    await both({ sourceId: 'ExternalAccount:018bcfe5-6800-7000-8000-000000000000' }, 'REFERENCE_NOT_FOUND');
    const { id } = await payer.dollars();
    const nowhere = 'InternalAccount:018bcfe5-6800-7000-8000-000000000000';
    await both({ sourceId: id, destinationId: nowhere }, 'REFERENCE_NOT_FOUND');
    valueOf(await payer.play.run(payer.play.core.accounts.deleteExternal, { id }));
    await both({ sourceId: id }, 'REFERENCE_NOT_FOUND');
  });

  it('in from an account that a rail pays but does not collect from', async () => {
    const { core } = payer.play;
    const pounds = valueOf(
      await payer.play.run(core.accounts.addExternal, {
        ownerType: 'PLATFORM',
        currency: 'GBP',
        accountInfo: {
          accountType: 'GBP_ACCOUNT',
          sortCode: '200000',
          accountNumber: '12345890',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
        },
      } as never),
    );
    const { account } = await payer.internal('GBP', 'platform');
    const refused = await transferIn({ sourceId: pounds.id, destinationId: account.id });
    expect(refused).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'source.accountId' }] } },
    });
    valueOf(await payer.play.run(core.sandbox.fund, { accountId: account.id, amount: SENT }));
    expect((await transferOut({ sourceId: account.id, destinationId: pounds.id })).ok).toBe(true);
  });

  it('out by a payment rail that does not reach the account', async () => {
    const { id } = await payer.dollars();
    expect(await transferOut({ destinationId: id, paymentRail: 'PIX' })).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'destination.paymentRail' }] } },
    });
  });

  const move = (event: 'freeze' | 'close', id: string) =>
    payer.play.storage.units.run(payer.play.tenant, async (tx) => {
      const account = (await tx.get(INTERNAL_ACCOUNTS, id)) as InternalAccount;
      return ok(transition(tx, payer.play.context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, event));
    });

  it('out of a frozen account, which can still receive; a closed account can do neither', async () => {
    const { id } = await payer.dollars();
    await move('freeze', payer.usd.id);
    expect(await transferOut({ destinationId: id })).toMatchObject({ error: { code: 'USER_NOT_READY' } });
    expect((await transferIn({ sourceId: id })).ok).toBe(true);
    await move('close', payer.usd.id);
    expect(await transferOut({ destinationId: id })).toMatchObject({ error: { code: 'USER_NOT_READY' } });
    expect(await transferIn({ sourceId: id })).toMatchObject({ error: { code: 'USER_NOT_READY' } });
  });

  it('for a customer who may not move money', async () => {
    const { core } = payer.play;
    const pending = valueOf(
      await payer.play.run(core.customers.create, {
        customerType: 'INDIVIDUAL',
        fullName: 'Ada Lovelace001',
        region: 'US',
        currencies: ['USD'],
      } as never),
    );
    const { account } = await payer.internal('USD', { customerId: pending.id });
    const external = valueOf(
      await payer.play.run(core.accounts.addExternal, {
        ownerType: 'CUSTOMER',
        customerId: pending.id,
        currency: 'USD',
        accountInfo: { accountType: 'US_ACCOUNT', accountNumber: '123456890', routingNumber: '021000021' },
      } as never),
    );
    await both({ sourceId: external.id, destinationId: account.id }, 'USER_NOT_READY');
  });

  it('in a currency that the platform has not enabled in this direction, or outside its limits', async () => {
    const { core } = payer.play;
    const limited = (of: object) =>
      payer.play.run(core.platforms.updateConfig, {
        supportedCurrencies: [
          {
            currencyCode: 'USD',
            requiredCounterpartyFields: [],
            minAmount: 100n,
            maxAmount: 500_000n,
            enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
            ...of,
          },
        ],
      } as never);
    valueOf(await limited({}));
    const { id } = await payer.dollars();
    await both({ sourceId: id, amount: 99n }, 'AMOUNT_OUT_OF_RANGE');
    await both({ sourceId: id, amount: 500_001n }, 'AMOUNT_OUT_OF_RANGE');
    valueOf(await limited({ enabledTransactionTypes: ['INCOMING'] }));
    expect(await transferOut({ destinationId: id })).toMatchObject({ error: { code: 'INVALID_CURRENCY' } });
    expect((await transferIn({ sourceId: id })).ok).toBe(true);
  });
});

describe('a cancelled transfer', () => {
  it('out, before its rail has paid, fails with a refund that completes at once', async () => {
    const made = valueOf(await transferOut({ destinationId: (await payer.dollars('005')).id }));
    await payer.play.pass(0);
    const cancelled = valueOf(await cancel(made.id));
    expect(cancelled).toMatchObject({
      status: 'FAILED',
      refundStatus: 'COMPLETED',
      refundReason: 'USER_CANCELLATION',
      cancelReason: 'sent twice',
    });
    expect(await balance()).toEqual([FUNDED, 0n]);
    await payer.play.pass(60);
    expect(await read(made.id)).toEqual(cancelled);
    const told = ['PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
    expect(payer.eventsOf(made.id)).toEqual(told.map((what) => `OUTGOING_PAYMENT.${what}`));
    await payer.auditClean();
  });

  it('in, before its rail has collected, fails with a completed refund and nothing collected', async () => {
    const made = valueOf(await transferIn({ sourceId: (await payer.dollars('005')).id }));
    await payer.play.pass(10);
    expect(valueOf(await cancel(made.id))).toMatchObject({
      status: 'FAILED',
      refundStatus: 'COMPLETED',
      refundReason: 'USER_CANCELLATION',
    });
    await payer.play.pass(60);
    expect(await balance()).toEqual([FUNDED, 0n]);
    expect(payer.eventsOf(made.id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
    const failed = payer.play.delivered.find(
      ({ type, resource }) => type === 'INCOMING_PAYMENT.FAILED' && resource === made.id,
    );
    expect(failed?.snapshot).toMatchObject({ refundStatus: 'COMPLETED' });
    await payer.auditClean();
  });

  it('that was not submitted yet is cancelled without calling a rail', async () => {
    let asked = 0;
    const count = async (): Promise<never> => {
      asked += 1;
      throw new Error('not to be asked');
    };
    const of = await playPayer({
      rails: bankRails({ submit: count, cancel: count }, { submit: count, cancel: count }),
    });
    const { id } = await of.dollars();
    for (const made of [await transferOut({ destinationId: id }, of), await transferIn({ sourceId: id }, of)]) {
      expect(valueOf(await cancel(valueOf(made).id, of))).toMatchObject({
        status: 'FAILED',
        refundStatus: 'COMPLETED',
      });
    }
    await of.play.pass(0);
    expect(asked).toBe(0);
    expect(await balance(of)).toEqual([FUNDED, 0n]);
    await of.auditClean();
  });

  it.each([
    ['completed', '890', 0],
    ['failed', '002', 0],
    ['been returned', '005', 30],
  ])('is refused once it has %s', async (_, suffix, seconds) => {
    const { id } = await payer.dollars(suffix);
    for (const made of [
      valueOf(await transferIn({ sourceId: id })),
      valueOf(await transferOut({ destinationId: id })),
    ]) {
      await payer.play.pass(0);
      await payer.play.pass(seconds);
      const before = await read(made.id);
      expect(await cancel(made.id)).toMatchObject({ error: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
      expect(await read(made.id)).toEqual(before);
    }
    await payer.auditClean();
  });

  it('is refused after its window, even before the first status check', async () => {
    const made = valueOf(await transferOut({ destinationId: (await payer.dollars('005')).id }));
    await payer.play.pass(0);
    payer.play.clock.advance(31);
    expect(await cancel(made.id)).toMatchObject({ error: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
    await payer.play.pass(0);
    expect(await read(made.id)).toMatchObject({ status: 'FAILED', refundReason: 'TRANSACTION_FAILED' });
    await payer.auditClean();
  });

  it('is refused on a rail without cancellation, for a deposit, and for an unknown id', async () => {
    const { core } = payer.play;
    const { data } = valueOf(await payer.play.read(core.transactions.list, { type: 'INCOMING' }));
    expect(await cancel(data[0]!.id)).toMatchObject({ error: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.internal('EUR')).account.id));
    valueOf(await payer.execute(quote.id));
    expect(await cancel(quote.transactionId)).toMatchObject({ error: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
    expect(await cancel('Transaction:018bcfe5-6800-7000-8000-000000000000')).toMatchObject({
      error: { code: 'TRANSACTION_NOT_FOUND' },
    });
  });

  it('is found by the next status check if the rail did not answer the cancellation', async () => {
    const sandbox = bankRails({})[0]!.payouts!;
    const lost = bankRails({
      cancel: async (instruction) => {
        await sandbox.cancel!(instruction);
        throw new RailUnavailable('sandbox-bank', 'cancel', 'no answer');
      },
    });
    const of = await playPayer({ rails: lost });
    const made = valueOf(await transferOut({ destinationId: (await of.dollars('005')).id }, of));
    await of.play.pass(0);
    expect(await cancel(made.id, of)).toMatchObject({ error: { code: 'SVC_SWITCH_ERROR' } });
    expect(await read(made.id, of)).toMatchObject({ status: 'PROCESSING', cancelRequestedAt: of.play.clock.now() });
    await of.play.pass(30);
    expect(await read(made.id, of)).toMatchObject({ status: 'FAILED', refundReason: 'USER_CANCELLATION' });
    expect(await balance(of)).toEqual([FUNDED, 0n]);
    await of.auditClean();
  });

  it('that settles at the same moment is either cancelled or settled, once', async () => {
    for (const first of ['settlement', 'cancellation']) {
      let delivered: () => void = () => {};
      const of = await playPayer({
        rails: bankRails({
          submit: () =>
            new Promise((answer) => {
              delivered = () => answer({ state: 'delivered', onChainTransaction: null, checkAfterSeconds: null });
            }),
          cancel: async () => {
            if (first === 'settlement') {
              delivered();
              await working;
            }
            return 'cancelled';
          },
        }),
      });
      const made = valueOf(await transferOut({ destinationId: (await of.dollars()).id }, of));
      const working = of.play.core.work.runJobs();
      while ((await read(made.id, of)).submittedAt === null) await new Promise((turn) => setImmediate(turn));
      const answer = await cancel(made.id, of);
      delivered();
      await working;
      await of.play.pass(60);
      const { status } = await read(made.id, of);
      expect([answer.ok, status]).toEqual(first === 'settlement' ? [false, 'COMPLETED'] : [true, 'FAILED']);
      expect(await balance(of)).toEqual([first === 'settlement' ? FUNDED - SENT : FUNDED, 0n]);
      await of.auditClean();
    }
  });

  it.each(['out', 'in'])(
    '%s that its rail carries out anyway opens an exception, and moves money once in the books',
    async (way) => {
      const reported: unknown[] = [];
      let act: () => void = () => {};
      const of = await playPayer({
        report: (_, details) => reported.push(details['reason']),
        rails: bankRails(
          {
            submit: () =>
              new Promise((answer) => {
                act = () => answer({ state: 'delivered', onChainTransaction: null, checkAfterSeconds: null });
              }),
            cancel: async () => 'cancelled',
          },
          {
            submit: () =>
              new Promise((answer) => (act = () => answer({ state: 'collected', checkAfterSeconds: null }))),
            cancel: async () => 'cancelled',
          },
        ),
      });
      const { id } = await of.dollars();
      const made = valueOf(
        await (way === 'out' ? transferOut({ destinationId: id }, of) : transferIn({ sourceId: id }, of)),
      );
      const submitted = way === 'out' ? 'submittedAt' : 'pullSubmittedAt';
      const working = of.play.core.work.runJobs();
      while ((await read(made.id, of))[submitted] === null) await new Promise((turn) => setImmediate(turn));
      const cancelled = valueOf(await cancel(made.id, of));
      act();
      await working;
      await of.play.pass(60);
      expect(reported).toEqual([]);
      const { rows } = await of.play.storage.units.read(of.play.tenant, (reads) =>
        reads.list(EXCEPTIONS, { order: 'asc', limit: 9 }),
      );
      expect(rows).toMatchObject([{ kind: 'RAIL_CONTRADICTION', subject: made.id, amount: SENT, currency: 'USD' }]);
      expect(rows[0]!.reason).toMatch(/ as (delivered|collected), but it had failed or was cancelled$/);
      expect(await read(made.id, of)).toEqual(cancelled);
      expect(await balance(of)).toEqual([FUNDED, 0n]);
      await of.auditClean();
    },
  );

  it('requested many times at once is cancelled once, and every caller gets that answer or a refusal', async () => {
    const made = valueOf(await transferOut({ destinationId: (await payer.dollars('005')).id }));
    await payer.play.pass(0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(made.id)));
    const told = answers.filter((one) => one.ok).map(valueOf);
    expect(new Set(told.map(({ refundReference }) => refundReference)).size).toBe(1);
    expect(await cancel(made.id)).toMatchObject({ error: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
    expect(await balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });
});

describe('a crash', () => {
  it.each([
    ['before the call of the rail', 'before'],
    ['after the rail has acted, before its answer is booked', 'after'],
  ])('%s loses no money and moves none twice', async (_, when) => {
    const seen = new Map<string, number>();
    const once = (reference: string, answer: () => void): void => {
      const times = (seen.get(reference) ?? 0) + 1;
      seen.set(reference, times);
      if (when === 'after') answer();
      if (times === 1) throw new RailUnavailable('sandbox-bank', 'submit', 'the connection is gone');
      if (when === 'before') answer();
    };
    const moved = new Set<string>();
    const rails = bankRails(
      {
        submit: async ({ reference }) => {
          once(reference, () => moved.add(`out ${reference}`));
          return { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };
        },
      },
      {
        submit: async ({ reference }): Promise<PullStatus> => {
          once(reference, () => moved.add(`in ${reference}`));
          return { state: 'collected', checkAfterSeconds: null };
        },
      },
    );
    const of = await playPayer({ rails });
    const { id } = await of.dollars();
    const out = valueOf(await transferOut({ destinationId: id }, of));
    const into = valueOf(await transferIn({ sourceId: id }, of));
    await of.play.pass(0);
    expect([(await read(out.id, of)).status, (await read(into.id, of)).status]).toEqual(['PROCESSING', 'PENDING']);
    await of.auditClean();
    await of.play.pass(5);
    expect([(await read(out.id, of)).status, (await read(into.id, of)).status]).toEqual(['COMPLETED', 'COMPLETED']);
    expect([...moved].sort()).toEqual([`in ${into.id}`, `out ${out.id}`]);
    expect(await balance(of)).toEqual([FUNDED, 0n]);
    await of.auditClean();
  });
});

describe('a quote that is collected from an external account', () => {
  const quoted = async (source: string, destination: string, over = {}, of = payer) =>
    of.quoted(of.fromAccount(source, destination, over));

  it('is collected, delivered and settled with its fees', async () => {
    const { id } = await payer.dollars();
    const made = await quoted(id, (await payer.external()).id);
    expect(made).toMatchObject({ source: { sourceType: 'ACCOUNT', accountId: id }, paymentInstructions: null });
    expect(valueOf(await payer.execute(made.id)).status).toBe('PROCESSING');
    expect(await payer.payment(made)).toMatchObject({ status: 'PENDING', type: 'OUTGOING' });
    await payer.play.pass(0);
    expect(await payer.payment(made)).toMatchObject({ status: 'COMPLETED', sentAmount: SENT, receivedAmount: 91_540n });
    expect((await payer.quote(made.id)).status).toBe('COMPLETED');
    expect(await balance()).toEqual([FUNDED, 0n]);
    const told = ['PENDING', 'PROCESSING', 'COMPLETED'];
    expect(payer.eventsOf(made.transactionId)).toEqual(told.map((what) => `OUTGOING_PAYMENT.${what}`));
    await payer.auditClean();
  });

  it('may be executed at creation, and credit an internal account', async () => {
    const { id } = await payer.dollars();
    const made = await quoted(id, (await payer.internal('EUR')).account.id, { immediatelyExecute: true });
    expect(made.status).toBe('PROCESSING');
    await payer.play.pass(0);
    expect((await payer.internal('EUR')).available).toBe(made.totalReceivingAmount);
    await payer.auditClean();
  });

  it('moves money once, even if it is executed repeatedly', async () => {
    const made = await quoted((await payer.dollars()).id, (await payer.external()).id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => payer.execute(made.id)));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    await payer.play.pass(0);
    expect((await payer.payment(made)).status).toBe('COMPLETED');
    await payer.auditClean();
  });

  it.each([
    ['002', 0],
    ['005', 30],
  ])('fails without a refund if the collection fails (%s)', async (suffix, seconds) => {
    const made = await quoted((await payer.dollars(suffix)).id, (await payer.external()).id, {
      immediatelyExecute: true,
    });
    await payer.play.pass(0);
    await payer.play.pass(seconds);
    expect(await payer.payment(made)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXECUTION_FAILED',
      refundStatus: null,
    });
    expect((await payer.quote(made.id)).status).toBe('FAILED');
    expect(payer.eventsOf(made.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.FAILED']);
    await payer.auditClean();
  });

  it.each([
    ['cannot be delivered', '002', 'QUOTE_EXECUTION_FAILED', 'COMPLETED'],
    ['is returned', '005', 'PAYOUT_RETURNED', 'COMPLETED'],
    ['can be neither delivered nor returned', '007', 'QUOTE_EXECUTION_FAILED', 'FAILED'],
  ])(
    'that was collected and %s is refunded to the account that paid',
    async (_, suffix, failureReason, refundStatus) => {
      const refunded: string[] = [];
      const of = await playPayer({
        rails: bankRails(
          {},
          {
            refund: async ({ reference, pull }) => {
              refunded.push(`${reference} ${pull.reference} ${String(pull.account['accountNumber'])} ${pull.amount}`);
              return { state: 'completed' };
            },
          },
        ),
      });
      const made = await quoted(
        (await of.dollars()).id,
        (await of.external(suffix)).id,
        { immediatelyExecute: true },
        of,
      );
      await of.play.pass(0);
      await of.play.pass(31);
      const payment = await of.payment(made);
      expect(payment).toMatchObject({ status: 'FAILED', failureReason, refundStatus });
      const back = `${payment.refundReference} ${payment.id} 123456890 ${SENT}`;
      expect(refunded).toEqual(refundStatus === 'COMPLETED' ? [back] : []);
      await of.auditClean();
    },
  );

  it('can be cancelled during its collection and during its delivery', async () => {
    const collecting = await quoted((await payer.dollars('005')).id, (await payer.external()).id);
    const delivering = await quoted((await payer.dollars()).id, (await payer.external('003')).id);
    for (const { id } of [collecting, delivering]) valueOf(await payer.execute(id));
    await payer.play.pass(0);
    expect(valueOf(await cancel(collecting.transactionId))).toMatchObject({
      status: 'FAILED',
      refundStatus: 'COMPLETED',
    });
    expect(valueOf(await cancel(delivering.transactionId))).toMatchObject({
      status: 'FAILED',
      refundStatus: 'PENDING',
    });
    await payer.play.pass(400);
    for (const made of [collecting, delivering]) {
      expect(await payer.payment(made)).toMatchObject({ refundStatus: 'COMPLETED', refundReason: 'USER_CANCELLATION' });
      expect((await payer.quote(made.id)).status).toBe('FAILED');
    }
    await payer.auditClean();
  });

  it('is not cancelled during its delivery by an answer about its collection', async () => {
    let collect: () => void = () => {};
    const of = await playPayer({
      rails: bankRails(
        { submit: async () => ({ state: 'pending', checkAfterSeconds: 60 }) },
        {
          submit: () =>
            new Promise((answer) => (collect = () => answer({ state: 'collected', checkAfterSeconds: null }))),
          cancel: async () => {
            collect();
            await working;
            return 'cancelled';
          },
        },
      ),
    });
    const made = await quoted((await of.dollars()).id, (await of.external()).id, { immediatelyExecute: true }, of);
    const working = of.play.core.work.runJobs();
    while ((await of.payment(made)).pullSubmittedAt === null) await new Promise((turn) => setImmediate(turn));
    expect(await cancel(made.transactionId, of)).toMatchObject({ error: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
    expect(await of.payment(made)).toMatchObject({ status: 'PROCESSING', refundStatus: null });
    await of.auditClean();
  });

  it('is refused from an account that no rail collects from, to itself, or from an account of another customer', async () => {
    const euros = (await payer.external()).id;
    const dollars = (await payer.dollars()).id;
    const refused = (source: string, destination: string, customerId?: string) =>
      payer.play.run(
        payer.play.core.quotes.create,
        payer.fromAccount('', destination, { source: { sourceType: 'ACCOUNT', accountId: source, customerId } }),
      );
    expect(await refused(dollars, dollars)).toMatchObject({ error: { code: 'SELF_PAYMENT' } });
    expect(await refused(dollars, euros, 'Customer:018bcfe5-6800-7000-8000-000000000000')).toMatchObject({
      error: { code: 'REFERENCE_NOT_FOUND' },
    });
    const of = await playPayer({ rails: bankRails({}).map((rail) => ({ ...rail, pulls: null })) });
    const request = of.fromAccount((await of.dollars()).id, (await of.external()).id);
    expect(await of.play.run(of.play.core.quotes.create, request)).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'source.accountId' }] } },
    });
  });

  it('prevents the deletion of its source while it is valid', async () => {
    const { id } = await payer.dollars();
    await quoted(id, (await payer.external()).id);
    const remove = () => payer.play.run(payer.play.core.accounts.deleteExternal, { id });
    expect(await remove()).toMatchObject({ error: { code: 'CONFLICT' } });
    await payer.play.pass(301);
    expect(await remove()).toMatchObject({ ok: true });
  });
});

describe('the receipt of a transaction', () => {
  it('is confirmed now or at the named time, and a repeated call overwrites it', async () => {
    const made = valueOf(await transferOut({ destinationId: (await payer.dollars()).id }));
    const { core, clock } = payer.play;
    const confirm = (confirmedAt?: Instant) => payer.play.run(core.transactions.confirm, { id: made.id, confirmedAt });
    expect(valueOf(await confirm()).receiptDeliveryConfirmedAt).toBe(clock.now());
    expect(valueOf(await confirm(made.createdAt)).receiptDeliveryConfirmedAt).toBe(made.createdAt);
    expect(await confirm(instant(clock.now() + 1))).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'receiptDeliveryConfirmedAt' }] } },
    });
    await payer.play.pass(0);
    expect(await read(made.id)).toMatchObject({ status: 'COMPLETED', receiptDeliveryConfirmedAt: made.createdAt });
    expect(await payer.play.run(core.transactions.confirm, { id: 'nonsense' })).toMatchObject({
      error: { code: 'TRANSACTION_NOT_FOUND' },
    });
    expect(payer.eventsOf(made.id)).toHaveLength(2);
    await payer.auditClean();
  });
});

describe('an estimate of a withdrawal', () => {
  const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const estimate = async (over: object = {}, of = payer) => {
    const { account } = await of.internal('BTC', 'platform');
    return of.play.core.transfers.estimateWithdrawal(of.play.context(), {
      internalAccountId: account.id,
      currency: 'BTC',
      cryptoNetwork: 'BITCOIN',
      amount: 50_000n,
      destinationAddress: BTC,
      ...over,
    });
  };

  it('returns the sum of both fees and the net amount', async () => {
    const { networkFee, applicationFee, totalFee, netAmount, networkFeeAsset } = valueOf(await estimate());
    expect(networkFee).toBeGreaterThan(0n);
    expect([totalFee, netAmount, networkFeeAsset]).toEqual([networkFee + applicationFee, 50_000n - totalFee, 'BTC']);
  });

  it.each([
    ['of zero', { amount: 0n }, 'INVALID_AMOUNT'],
    ['that the fee uses up', { amount: 1n }, 'INVALID_AMOUNT'],
    ['in another currency than the account', { currency: 'USDC' }, 'INVALID_CURRENCY'],
    ['on a network that does not carry it', { cryptoNetwork: 'TRON' }, 'INVALID_INPUT'],
    ['to an address of another network', { destinationAddress: `0x${'a'.repeat(40)}` }, 'INVALID_BANK_ACCOUNT'],
    [
      'from an account that is not there',
      { internalAccountId: 'InternalAccount:018bcfe5-6800-7000-8000-000000000000' },
      'REFERENCE_NOT_FOUND',
    ],
  ])('%s is refused', async (_, over, code) => {
    expect(await estimate(over)).toMatchObject({ error: { code } });
  });

  it('is refused up to the amount of the fee, and delivers one unit above it', async () => {
    const priced = await playPayer({
      rails: bankRails({}).map((rail) =>
        rail.networkFees === null
          ? rail
          : { ...rail, networkFees: { ...rail.networkFees, estimate: async () => 700n } },
      ),
    });
    expect(await estimate({ amount: 699n }, priced)).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    expect(await estimate({ amount: 700n }, priced)).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    expect(await estimate({ amount: 701n }, priced)).toEqual({
      ok: true,
      value: { networkFee: 700n, networkFeeAsset: 'BTC', applicationFee: 0n, totalFee: 700n, netAmount: 1n },
    });
  });

  it('is refused for a currency without a chain, and names a rail that does not answer', async () => {
    expect(await estimate({ internalAccountId: payer.usd.id, currency: 'USD' })).toMatchObject({
      error: { code: 'INVALID_CURRENCY' },
    });
    const down = async (): Promise<never> => {
      throw new RailUnavailable('sandbox-crypto', 'network-fee', 'no answer');
    };
    const rails = bankRails({}).map((rail) =>
      rail.networkFees === null ? rail : { ...rail, networkFees: { ...rail.networkFees, estimate: down } },
    );
    expect(await estimate({}, await playPayer({ rails }))).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  });
});

describe('a transfer out to a chain', () => {
  const platformAccount = (currency: string) => payer.internal(currency, 'platform').then(({ account }) => account);
  const fund = async (accountId: string, amount: bigint) =>
    valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId, amount }));
  const wallet = async (currency: string, accountInfo: object) =>
    valueOf(
      await payer.play.run(payer.play.core.accounts.addExternal, {
        ownerType: 'PLATFORM',
        currency,
        accountInfo,
      } as never),
    );
  const fees = async (currency: string) =>
    payer.play.core.units.read(payer.play.tenant, (reads) =>
      reads.sum(POSTINGS, 'amount', { account: `network-fees:SANDBOX:${currency}` }, 0, null),
    );
  /** One wallet for each chain of a currency, with its own address. */
  const CHAIN_WALLETS: readonly (readonly [network: string, currency: string, accountInfo: object])[] = [
    ['BITCOIN', 'BTC', { accountType: 'ALTCHAIN_WALLET', assetType: 'BTC', address: BTC_ADDRESS }],
    ['SPARK', 'BTC', { accountType: 'SPARK_WALLET', address: SPARK_ADDRESS }],
    ['ETHEREUM', 'USDC', { accountType: 'ETHEREUM_WALLET', address: EVM_ADDRESS }],
    ['BASE', 'USDC', { accountType: 'BASE_WALLET', address: EVM_ADDRESS }],
    ['POLYGON', 'USDC', { accountType: 'POLYGON_WALLET', address: EVM_ADDRESS }],
    ['SOLANA', 'USDC', { accountType: 'SOLANA_WALLET', address: SOLANA_ADDRESS }],
  ];

  it.each(CHAIN_WALLETS)('on %s delivers in %s the estimated net amount, for every amount', async (...chain) => {
    const [network, currency, accountInfo] = chain;
    const account = await platformAccount(currency);
    const { id: destinationId } = await wallet(currency, accountInfo);
    await fund(account.id, 1_000_000_000n);
    await fc.assert(
      fc.asyncProperty(fc.bigInt(1n, 5_000_000n), async (amount) => {
        const estimated = await payer.play.core.transfers.estimateWithdrawal(payer.play.context(), {
          internalAccountId: account.id,
          currency,
          cryptoNetwork: network,
          amount,
          destinationAddress: (accountInfo as { readonly address: string }).address,
        });
        const made = await transferOut({ sourceId: account.id, destinationId, amount });
        if (!estimated.ok) {
          expect(estimated.error.code).toBe('INVALID_AMOUNT');
          expect(made).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
          return;
        }
        const { netAmount, totalFee } = estimated.value;
        expect(valueOf(made)).toMatchObject({ sentAmount: amount, receivedAmount: netAmount, fees: totalFee });
      }),
      { numRuns: 25 },
    );
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('charges the fee that was fixed at creation, and only after its delivery', async () => {
    const account = await platformAccount('BTC');
    const { id: destinationId } = await wallet('BTC', {
      accountType: 'ALTCHAIN_WALLET',
      assetType: 'BTC',
      address: BTC_ADDRESS,
    });
    await fund(account.id, 50_000n);
    const made = valueOf(await transferOut({ sourceId: account.id, destinationId, amount: 50_000n }));
    expect(await fees('BTC')).toBe(0n);
    await payer.play.pass(0);
    expect(await read(made.id)).toMatchObject({ status: 'COMPLETED', receivedAmount: 48_500n, fees: 1_500n });
    expect(await fees('BTC')).toBe(1_500n);
    await payer.auditClean();
  });

  it('refunds the whole amount if it fails, and charges nothing', async () => {
    const failing = bankRails({}).map((rail) =>
      rail.name !== 'sandbox-crypto'
        ? rail
        : {
            ...rail,
            payouts: {
              ...rail.payouts!,
              submit: async () =>
                ({
                  state: 'failed',
                  reason: 'ACCOUNT_CANNOT_RECEIVE',
                  refundReason: 'TRANSACTION_FAILED',
                  refundable: true,
                }) as const,
            },
          },
    );
    payer = await playPayer({ rails: failing });
    const { id: destinationId } = await wallet('BTC', {
      accountType: 'ALTCHAIN_WALLET',
      assetType: 'BTC',
      address: BTC_ADDRESS,
    });
    const own = await platformAccount('BTC');
    await fund(own.id, 50_000n);
    const made = valueOf(await transferOut({ sourceId: own.id, destinationId, amount: 50_000n }));
    await payer.play.pass(0);
    await payer.play.pass(0);
    expect(await read(made.id)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    expect((await payer.internal('BTC', 'platform')).available).toBe(50_000n);
    expect(await fees('BTC')).toBe(0n);
    await payer.auditClean();
  });

  it('is refused with SERVICE_UNAVAILABLE if the rail does not name its fee, and holds nothing', async () => {
    const down = async (): Promise<never> => {
      throw new RailUnavailable('sandbox-crypto', 'network-fee', 'no answer');
    };
    const rails = bankRails({}).map((rail) =>
      rail.networkFees === null ? rail : { ...rail, networkFees: { ...rail.networkFees, estimate: down } },
    );
    payer = await playPayer({ rails });
    const account = await platformAccount('BTC');
    await fund(account.id, 50_000n);
    const { id: destinationId } = await wallet('BTC', { accountType: 'SPARK_WALLET', address: SPARK_ADDRESS });
    expect(await transferOut({ sourceId: account.id, destinationId, amount: 50_000n })).toMatchObject({
      error: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect((await payer.internal('BTC', 'platform')).available).toBe(50_000n);
  });
});
