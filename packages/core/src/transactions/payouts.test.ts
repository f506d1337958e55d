import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, type PayoutInstruction, type PayoutStatus } from '../accounts/index.js';
import { ok, transition } from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import { MAX_AMOUNT, MAX_COMPUTED } from '../money/index.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';

const HOUR = 3_600;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const FAILED = {
  state: 'failed',
  reason: 'ACCOUNT_INVALID',
  refundReason: 'TIMEOUT',
  refundable: true,
} as const;
const back = (amount: bigint, returnId = 'R1') => ({ state: 'returned', returnId, amount, reason: 'AC04' }) as const;

let payer: PlayPayer;
let bank: PlayBank;
const on = async (of: Parameters<typeof playBank>[0]) => {
  bank = await playBank(of);
  ({ payer } = bank);
};
afterEach(() => expect(bank.failures).toEqual([]));
beforeEach(() => on({ rails: bankRails({ submit: async () => PENDING }) }));

const hears = async (id: string, status: PayoutStatus) =>
  valueOf(await bank.tell({ kind: 'payout', reference: id, status })).effect;

describe('the instruction of a rail', () => {
  it('names the account, the amount and the terms, and is the same at every check', async () => {
    const asked: PayoutInstruction[] = [];
    const hear = async (instruction: PayoutInstruction) => (asked.push(instruction), PENDING);
    await on({ rails: bankRails({ submit: hear, status: hear }) });
    const submittedAt = payer.play.clock.now();
    const { id } = await bank.transferOut();
    const before = await bank.read(id);
    await payer.play.pass(60);
    expect(await bank.read(id)).toEqual(before);
    expect(await bank.jobs(id)).toEqual([['payout.check', 60]]);
    const instruction = {
      reference: id,
      account: { accountType: 'US_ACCOUNT', accountNumber: '123456890', routingNumber: '021000021' },
      currency: 'USD',
      amount: SENT,
      paymentRail: 'ACH',
      purposeOfPayment: null,
      sameCurrency: true,
      remittanceInformation: null,
      submittedAt,
      cancelRequestedAt: null,
    };
    expect(asked).toEqual([instruction, instruction]);
    expect((await bank.read(id)).submittedAt).toBe(submittedAt);
  });

  it('of a converted payment names what is received, with its purpose', async () => {
    const asked: PayoutInstruction[] = [];
    await on({ rails: bankRails({ submit: async (instruction) => (asked.push(instruction), DELIVERED) }) });
    const terms = { purposeOfPayment: 'FAMILY_SUPPORT', remittanceInformation: 'rent', immediatelyExecute: true };
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id, terms as never));
    await payer.play.pass(0);
    expect(asked).toMatchObject([
      {
        reference: quote.transactionId,
        account: { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013890' },
        currency: 'EUR',
        amount: quote.totalReceivingAmount,
        sameCurrency: false,
        purposeOfPayment: 'FAMILY_SUPPORT',
        remittanceInformation: 'rent',
      },
    ]);
  });
});

describe('a payout', () => {
  it('settles from the held money to its rail, at the time of the answer', async () => {
    const { id } = await bank.transferOut();
    expect(await bank.balance()).toEqual([FUNDED - SENT, SENT]);
    expect(await bank.jobs(id)).toEqual([['payout.check', 60]]);
    payer.play.clock.advance(7);
    expect(await hears(id, DELIVERED)).toBe('APPLIED');
    expect(await bank.read(id)).toMatchObject({ status: 'COMPLETED', settledAt: payer.play.clock.now() });
    const { currency } = payer.usd;
    const [held, clearing] = [chart.held(payer.usd.id, currency), chart.clearing('SANDBOX', BANK, currency)];
    expect((await bank.entries(id)).at(-1)).toEqual(['SETTLEMENT', { [held.name]: -SENT, [clearing.name]: SENT }]);
    await payer.auditClean();
  });

  it('that fails gives the held money back to its account, with the reasons of the rail', async () => {
    const { id } = await bank.transferOut();
    expect(await hears(id, FAILED)).toBe('APPLIED');
    await payer.play.pass(0);
    expect(await bank.read(id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_INVALID',
      refundReason: 'TIMEOUT',
      refundStatus: 'COMPLETED',
      settledAt: null,
    });
    const { currency } = payer.usd;
    const [held, available] = [chart.held(payer.usd.id, currency), chart.available(payer.usd.id, currency)];
    expect((await bank.entries(id)).at(-1)).toEqual(['HOLD_RELEASE', { [held.name]: -SENT, [available.name]: SENT }]);
    expect(await hears(id, FAILED)).toBe('NONE');
    expect(await bank.exceptions()).toEqual([]);
    await payer.auditClean();
  });

  it('that its rail cannot deliver is not asked about again', async () => {
    await on({ rails: bankRails({ submit: async () => FAILED }) });
    const { id } = await bank.transferOut();
    await payer.play.pass(0);
    expect((await bank.read(id)).status).toBe('FAILED');
    expect(await bank.jobs(id)).toEqual([]);
  });

  it('keeps the transaction of the chain that delivered it', async () => {
    const { id } = await bank.transferOut();
    const onChainTransaction = { transactionHash: '0x1', network: 'BASE' };
    await hears(id, { ...DELIVERED, onChainTransaction });
    expect((await bank.read(id)).destination).toMatchObject({ destinationType: 'ACCOUNT', onChainTransaction });
  });

  it('that failed and is then reported as delivered is a contradiction about the amount sent', async () => {
    const { id } = await bank.transferOut();
    await hears(id, FAILED);
    expect(await hears(id, DELIVERED)).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      { kind: 'RAIL_CONTRADICTION', subject: id, reference: 'delivered', rail: BANK, currency: 'USD', amount: SENT },
    ]);
  });

  it('that failed after its delivery had been delivered, so a late report of the delivery has no effect', async () => {
    const { id } = await bank.transferOut();
    for (const status of [DELIVERED, FAILED]) expect(await hears(id, status)).toBe('APPLIED');
    expect(await bank.read(id)).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED' });
    expect(await hears(id, DELIVERED)).toBe('NONE');
    expect(await bank.exceptions()).toEqual([]);
    await payer.auditClean();
  });

  it('that its rail keeps after the delivery has no refund, and the money stays in transit', async () => {
    const { id } = await bank.transferOut();
    for (const status of [DELIVERED, { ...FAILED, refundable: false }]) expect(await hears(id, status)).toBe('APPLIED');
    expect(await bank.read(id)).toMatchObject({ status: 'FAILED', refundStatus: 'FAILED' });
    const { currency } = payer.usd;
    expect(await bank.sumOn(chart.inTransit(id, currency).name)).toBe(SENT);
    expect(await bank.exceptions()).toMatchObject([
      {
        ...{ kind: 'REFUND_FAILED', subject: id, rail: BANK, currency: 'USD', amount: SENT },
        reason: 'the payout was returned, but the rail keeps the money; the money is in transit',
      },
    ]);
    await payer.auditClean();
  });
});

describe('a return', () => {
  it('of a payout that was not yet known as delivered fails it, with the whole refund', async () => {
    const { id } = await bank.transferOut();
    expect(await hears(id, back(SENT))).toBe('APPLIED');
    await payer.play.pass(0);
    expect(await bank.read(id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refundReason: 'TRANSACTION_FAILED',
      refundStatus: 'COMPLETED',
    });
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });

  it('of a payout that had failed has no effect if it is of the whole amount', async () => {
    const { id } = await bank.transferOut();
    await hears(id, FAILED);
    expect(await hears(id, back(SENT))).toBe('NONE');
    expect(await bank.exceptions()).toEqual([]);
    expect(await hears(id, back(SENT - 1n, 'R2'))).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      { kind: 'RAIL_CONTRADICTION', subject: id, reference: 'R2', rail: BANK, currency: 'USD', amount: SENT - 1n },
    ]);
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it.each([
    ['before its delivery was known', []],
    ['after its delivery', [DELIVERED]],
  ])('%s that is short books the missing amount as a charge of the banks', async (_, before) => {
    const { id } = await bank.transferOut();
    for (const status of before) await hears(id, status);
    expect(await hears(id, back(SENT - 1n))).toBe('APPLIED');
    await payer.play.pass(0);
    const { currency } = payer.usd;
    const [clearing, charges] = [chart.clearing('SANDBOX', BANK, currency), chart.bankCharges('SANDBOX', currency)];
    expect(await bank.entries(id)).toContainEqual(['BANK_CHARGE', { [clearing.name]: 1n, [charges.name]: -1n }]);
    expect((await bank.read(id)).corrections).toMatchObject({ returnId: 'R1', bankCharge: 1n });
    expect(await bank.exceptions()).toMatchObject([
      {
        kind: 'RAIL_CONTRADICTION',
        subject: id,
        reference: 'bank-charges:R1',
        rail: BANK,
        currency: 'USD',
        amount: 1n,
      },
    ]);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });
});

describe('a check that contradicts the records', () => {
  it('is repeated after an hour while the payment is open', async () => {
    let status: PayoutStatus = back(0n);
    await on({ rails: bankRails({ submit: async () => PENDING, status: async () => status }) });
    const { id } = await bank.transferOut();
    await payer.play.pass(60);
    expect((await bank.read(id)).status).toBe('PROCESSING');
    expect(await bank.jobs(id)).toEqual([['payout.check', HOUR]]);
    expect(await bank.exceptions()).toMatchObject([{ subject: id, reference: 'R1', amount: 1n }]);
    status = DELIVERED;
    await payer.play.pass(HOUR);
    expect((await bank.read(id)).status).toBe('COMPLETED');
    expect(await bank.jobs(id)).toEqual([]);
    await payer.auditClean();
  });

  it('is the last one if it shows that the payout was delivered and came back', async () => {
    await on({ rails: bankRails({ submit: async () => PENDING, status: async () => back(SENT + 1n) }) });
    const { id } = await bank.transferOut();
    await payer.play.pass(60);
    expect(await bank.exceptions()).toMatchObject([{ subject: id, reference: 'R1', amount: SENT + 1n }]);
    expect((await bank.read(id)).status).toBe('COMPLETED');
    expect(await bank.jobs(id)).toEqual([]);
    await payer.auditClean();
  });

  it.each([0n, -1n])(
    'of a return of %s opens an exception about one unit, because exceptions are about money',
    async (amount) => {
      await on({ rails: bankRails({ submit: async () => PENDING, status: async () => back(amount) }) });
      const { id } = await bank.transferOut();
      await payer.play.pass(60);
      expect(await bank.read(id)).toMatchObject({ status: 'PROCESSING', corrections: null });
      expect(await bank.exceptions()).toMatchObject([{ subject: id, reference: 'R1', rail: BANK, amount: 1n }]);
      await payer.auditClean();
    },
  );

  it('is the last one if the payment has ended', async () => {
    const first = { ...DELIVERED, checkAfterSeconds: 30 };
    await on({ rails: bankRails({ submit: async () => first, status: async () => back(SENT + 1n) }) });
    const { id } = await bank.transferOut();
    expect(await bank.jobs(id)).toEqual([['payout.check', 30]]);
    await payer.play.pass(30);
    expect(await bank.exceptions()).toMatchObject([{ subject: id, reference: 'R1', amount: SENT + 1n }]);
    expect((await bank.read(id)).status).toBe('COMPLETED');
    expect(await bank.jobs(id)).toEqual([]);
  });
});

describe('a payment to an internal account', () => {
  const paid = async (room: bigint) => {
    const { account } = await payer.internal('EUR');
    const made = await payer.quoted(payer.fromAccount(payer.usd.id, account.id));
    const full = MAX_COMPUTED - made.totalReceivingAmount + room;
    for (let left = full; left > 0n; left -= MAX_AMOUNT) {
      const amount = left < MAX_AMOUNT ? left : MAX_AMOUNT;
      valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: account.id, amount }));
    }
    valueOf(await payer.execute(made.id));
    await payer.play.pass(0);
    await payer.play.pass(0);
    return payer.payment(made);
  };

  it('fails with LIMIT_EXCEEDED and is refunded if the account cannot hold the amount', async () => {
    const payment = await paid(1n);
    expect(payment).toMatchObject({
      status: 'FAILED',
      failureReason: 'LIMIT_EXCEEDED',
      refundReason: 'TRANSACTION_FAILED',
      refundStatus: 'COMPLETED',
    });
    expect(await bank.jobs(payment.id)).toEqual([]);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });

  it('fails and is refunded if the account was closed meanwhile', async () => {
    const { account } = await payer.internal('EUR');
    const made = await payer.quoted(payer.fromAccount(payer.usd.id, account.id));
    valueOf(await payer.execute(made.id));
    const { storage, tenant, context } = payer.play;
    await storage.units.run(tenant, async (tx) =>
      ok(transition(tx, context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, 'close')),
    );
    await payer.play.pass(0);
    await payer.play.pass(0);
    expect(await payer.payment(made)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refundReason: 'TRANSACTION_FAILED',
      refundStatus: 'COMPLETED',
    });
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
  });

  it('fills the account up to the largest amount', async () => {
    expect((await paid(0n)).status).toBe('COMPLETED');
    expect((await payer.internal('EUR')).available).toBe(MAX_COMPUTED);
    await payer.auditClean();
  });
});
