import { beforeEach, describe, expect, it } from 'vitest';
import type { PlayCore } from '../testing/play-core.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { seededRandom } from '../testing/ports.js';
import type { InternalAccount, PayoutInstruction } from '../accounts/index.js';
import { createIds } from '../kernel/index.js';
import { MAX_AMOUNT, MAX_COMPUTED } from '../money/index.js';
import type { Quote } from './index.js';
import { receiveDeposit } from '../transactions/index.js';

let play: PlayCore;
let payer: PlayPayer;
let usd: InternalAccount;

beforeEach(async () => {
  payer = await playPayer();
  ({ play, usd } = payer);
});

const internal: PlayPayer['internal'] = (...args) => payer.internal(...args);
const external: PlayPayer['external'] = (...args) => payer.external(...args);
const fromAccount: PlayPayer['fromAccount'] = (...args) => payer.fromAccount(...args);
const funded: PlayPayer['funded'] = (...args) => payer.funded(...args);
const quoted: PlayPayer['quoted'] = (...args) => payer.quoted(...args);
const execute: PlayPayer['execute'] = (...args) => payer.execute(...args);
const quote: PlayPayer['quote'] = (...args) => payer.quote(...args);
const payment: PlayPayer['payment'] = (...args) => payer.payment(...args);
const pay: PlayPayer['pay'] = (...args) => payer.pay(...args);
const eventsOf: PlayPayer['eventsOf'] = (...args) => payer.eventsOf(...args);
const auditClean: PlayPayer['auditClean'] = () => payer.auditClean();

const S = 'OUTGOING_PAYMENT.';

describe('a payout from an internal account', () => {
  it('is held, delivered, and settled with its fees and its conversion', async () => {
    const made = await quoted(fromAccount(usd.id, (await external()).id));
    expect(made).toMatchObject({ status: 'PENDING', totalSendingAmount: 100_000n, serviceFee: 500n, platformFee: 0n });
    expect(made.totalReceivingAmount).toBe(91_540n);
    expect(valueOf(await execute(made.id)).status).toBe('PROCESSING');
    expect(await internal('USD')).toMatchObject({ available: 900_000n, held: 100_000n });
    await play.pass(0);
    expect(await payment(made)).toMatchObject({ status: 'COMPLETED', settledAt: play.clock.now() });
    expect(await quote(made.id)).toMatchObject({ status: 'COMPLETED' });
    expect(await internal('USD')).toMatchObject({ available: 900_000n, held: 0n });
    expect(eventsOf(made.transactionId)).toEqual([`${S}PROCESSING`, `${S}COMPLETED`]);
    const balances = play.delivered.filter((e) => e.type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
    expect(balances.map((e) => [e.available, e.held])).toEqual([[900_000n, 100_000n]]);
    await auditClean();
  });

  it('moves money once, even if it is executed repeatedly', async () => {
    const made = await quoted(fromAccount(usd.id, (await external()).id));
    const answers = await Promise.all(Array.from({ length: 50 }, () => execute(made.id)));
    expect(answers.every((a) => a.ok && a.value.status === 'PROCESSING')).toBe(true);
    await play.pass(0);
    expect(valueOf(await execute(made.id)).status).toBe('COMPLETED');
    expect(await internal('USD')).toMatchObject({ available: 900_000n, held: 0n });
    await auditClean();
  });

  it('above the balance is refused, and can be executed after a deposit', async () => {
    const made = await quoted(fromAccount(usd.id, (await external()).id, { lockedCurrencyAmount: 1_000_001n }));
    expect(await execute(made.id)).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    expect((await quote(made.id)).status).toBe('PENDING');
    valueOf(await play.run(play.core.sandbox.fund, { accountId: usd.id, amount: 1n }));
    expect(valueOf(await execute(made.id)).status).toBe('PROCESSING');
    await auditClean();
  });

  it('with immediate execution leaves no quote if the balance is too low', async () => {
    const request = fromAccount(usd.id, (await external()).id, { immediatelyExecute: true });
    expect(await quoted(request)).toMatchObject({ status: 'PROCESSING' });
    const tooMuch = { ...request, lockedCurrencyAmount: 2_000_000n };
    expect(await play.run(play.core.quotes.create, tooMuch)).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    await play.pass(0);
    expect((await play.core.ledger.audit()).checked.quotes).toBe(1);
    await auditClean();
  });

  it('cannot be executed after its quote has expired', async () => {
    const made = await quoted(fromAccount(usd.id, (await external()).id));
    play.clock.advance(300);
    expect(await execute(made.id)).toMatchObject({ error: { code: 'CONFLICT' } });
    await play.pass(0);
    expect((await quote(made.id)).status).toBe('EXPIRED');
    expect(await execute(made.id)).toMatchObject({ error: { code: 'CONFLICT' } });
    await auditClean();
  });

  it('locked on the receiving side delivers exactly the locked amount', async () => {
    const over = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 50_000n } as const;
    const made = await quoted(fromAccount(usd.id, (await external()).id, over));
    expect(made.totalReceivingAmount).toBe(50_000n);
    valueOf(await execute(made.id));
    await play.pass(0);
    expect(await payment(made)).toMatchObject({ status: 'COMPLETED', receivedAmount: 50_000n });
    await auditClean();
  });
});

describe('a conversion between internal accounts', () => {
  it('credits the destination and emits its balance event', async () => {
    const eur = await internal('EUR');
    const made = await quoted(fromAccount(usd.id, eur.account.id));
    valueOf(await execute(made.id));
    await play.pass(0);
    expect(await internal('EUR')).toMatchObject({ available: made.totalReceivingAmount });
    expect(eventsOf(eur.account.id)).toEqual(['INTERNAL_ACCOUNT.BALANCE_UPDATED']);
    await auditClean();
  });

  it.each([
    ['to the same account', () => usd.id, 'SELF_PAYMENT'],
    ['to an invalid id', () => 'nonsense', 'INVALID_INPUT'],
    [
      'to an account that does not exist',
      () => 'InternalAccount:018bcfe5-6800-7000-8000-000000000000',
      'REFERENCE_NOT_FOUND',
    ],
  ])('is refused %s', async (_, destination, code) => {
    const refused = await play.run(play.core.quotes.create, fromAccount(usd.id, destination()));
    expect(refused).toMatchObject({ ok: false, error: { code } });
  });
});

describe('an account at the largest possible balance', () => {
  const fill = async (account: InternalAccount): Promise<void> => {
    const { available } = await internal(account.currency);
    valueOf(await play.run(play.core.sandbox.fund, { accountId: account.id, amount: MAX_COMPUTED - available }));
  };

  it('refuses a deposit', async () => {
    await fill(usd);
    const more = await play.run(play.core.sandbox.fund, { accountId: usd.id, amount: 1n });
    expect(more).toMatchObject({ error: { code: 'AMOUNT_OUT_OF_RANGE' } });
    expect(await internal('USD')).toMatchObject({ available: MAX_COMPUTED });
    await auditClean();
  });

  it('counts held money', async () => {
    await fill(usd);
    valueOf(await execute((await quoted(fromAccount(usd.id, (await external('003')).id))).id));
    expect(await internal('USD')).toMatchObject({ held: 100_000n });
    const more = await play.run(play.core.sandbox.fund, { accountId: usd.id, amount: 1n });
    expect(more).toMatchObject({ error: { code: 'AMOUNT_OUT_OF_RANGE' } });
  });

  it('refuses a conversion, which fails and is refunded', async () => {
    const { account } = await internal('EUR');
    await fill(account);
    const made = await quoted(fromAccount(usd.id, account.id));
    valueOf(await execute(made.id));
    await play.pass(0);
    expect(await payment(made)).toMatchObject({
      status: 'FAILED',
      failureReason: 'LIMIT_EXCEEDED',
      refundStatus: 'COMPLETED',
    });
    expect(await internal('EUR')).toMatchObject({ available: MAX_COMPUTED });
    expect(await internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
    await auditClean();
  });
});

describe('platform fees', () => {
  it('are charged in addition to the service fee and swept to the platform account', async () => {
    const override = { fixed: { amount: 50n, currency: 'USD' }, variableBps: 30 };
    const made = await quoted(fromAccount(usd.id, (await external()).id, { platformFeeOverride: override }));
    expect(made.platformFee).toBe(50n + 300n);
    valueOf(await execute(made.id));
    await play.pass(0);
    expect((await internal('USD', 'platform')).available).toBe(0n);
    await play.pass(5);
    expect((await internal('USD', 'platform')).available).toBe(350n);
    await auditClean();
  });

  it('that were taken back for a returned payout are settled by later fees', async () => {
    const override = { fixed: { amount: 100n, currency: 'USD' }, variableBps: 0 };
    const back = await quoted(fromAccount(usd.id, (await external('005')).id, { platformFeeOverride: override }));
    valueOf(await execute(back.id));
    await play.pass(0);
    await play.pass(5);
    await play.pass(60);
    expect((await payment(back)).failureReason).toBe('PAYOUT_RETURNED');
    const next = await quoted(fromAccount(usd.id, (await external()).id, { platformFeeOverride: override }));
    valueOf(await execute(next.id));
    await play.pass(0);
    await play.pass(5);
    expect((await internal('USD', 'platform')).available).toBe(100n);
    await auditClean();
  });
});

interface Outcome {
  readonly suffix: string;
  /** Seconds until the outcome. */
  readonly after: number;
  readonly status: string;
  readonly quote: string;
  readonly failureReason: string | null;
  readonly refund: readonly [status: string, reason: string] | null;
  readonly events: readonly string[];
  readonly back: boolean;
}

const REFUNDED = [`${S}REFUND_PENDING`, `${S}REFUND_COMPLETED`];
const OUTCOMES: readonly Outcome[] = [
  { suffix: '002', after: 0, status: 'FAILED', quote: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED', refund: ['COMPLETED', 'TRANSACTION_FAILED'], events: [`${S}PROCESSING`, `${S}FAILED`, ...REFUNDED], back: true },
  { suffix: '003', after: 359, status: 'PROCESSING', quote: 'PROCESSING', failureReason: null, refund: null, events: [`${S}PROCESSING`], back: false },
  { suffix: '003', after: 360, status: 'COMPLETED', quote: 'COMPLETED', failureReason: null, refund: null, events: [`${S}PROCESSING`, `${S}COMPLETED`], back: false },
  { suffix: '004', after: 0, status: 'FAILED', quote: 'FAILED', failureReason: 'ACCOUNT_CANNOT_RECEIVE', refund: ['COMPLETED', 'TRANSACTION_FAILED'], events: [`${S}PROCESSING`, `${S}FAILED`, ...REFUNDED], back: true },
  { suffix: '005', after: 29, status: 'COMPLETED', quote: 'COMPLETED', failureReason: null, refund: null, events: [`${S}PROCESSING`, `${S}COMPLETED`], back: false },
  { suffix: '005', after: 30, status: 'FAILED', quote: 'COMPLETED', failureReason: 'PAYOUT_RETURNED', refund: ['COMPLETED', 'TRANSACTION_FAILED'], events: [`${S}PROCESSING`, `${S}COMPLETED`, `${S}FAILED`, ...REFUNDED], back: true },
  { suffix: '006', after: 0, status: 'FAILED', quote: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED', refund: ['COMPLETED', 'USER_CANCELLATION'], events: [`${S}PROCESSING`, `${S}FAILED`, ...REFUNDED], back: true },
  { suffix: '007', after: 0, status: 'FAILED', quote: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED', refund: ['FAILED', 'TRANSACTION_FAILED'], events: [`${S}PROCESSING`, `${S}FAILED`, `${S}REFUND_PENDING`, `${S}REFUND_FAILED`], back: false },
]; // oxfmt-ignore

describe.each(OUTCOMES)('suffix $suffix after $after s', (outcome) => {
  async function check(made: Quote): Promise<void> {
    await play.pass(0);
    await play.pass(outcome.after);
    const transaction = await payment(made);
    expect(transaction).toMatchObject({
      status: outcome.status,
      failureReason: outcome.failureReason,
      refundStatus: outcome.refund?.[0] ?? null,
      refundReason: outcome.refund?.[1] ?? null,
    });
    expect((await quote(made.id)).status).toBe(outcome.quote);
    expect(eventsOf(made.transactionId)).toEqual(outcome.events);
    await auditClean();
  }

  it('gives a payout from an account matching balances, states, refund and events', async () => {
    const made = await quoted(fromAccount(usd.id, (await external(outcome.suffix)).id));
    valueOf(await execute(made.id));
    await check(made);
    const held = outcome.status === 'PROCESSING' ? 100_000n : 0n;
    expect(await internal('USD')).toMatchObject({ available: outcome.back ? 1_000_000n : 900_000n, held });
  });

  it('gives a payment by real-time funding matching states, refund and events', async () => {
    const made = await quoted(funded((await external(outcome.suffix)).id));
    expect(valueOf(await pay(made)).status).toBe('PROCESSING');
    await check(made);
    expect(await internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
  });
});

describe('a quote with real-time funding', () => {
  it('has payment instructions with its reference, and cannot be executed', async () => {
    const made = await quoted(funded((await external()).id));
    expect(made.reference).toMatch(/^[0-9A-Z]{8,}$/);
    expect(JSON.stringify(made.paymentInstructions)).toContain(made.reference);
    expect(await execute(made.id)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });

  it('fails on another amount, which is refunded', async () => {
    const made = await quoted(funded((await external()).id));
    expect(valueOf(await pay(made, 99_999n))).toMatchObject({
      status: 'FAILED',
      failureReason: 'FUNDING_AMOUNT_MISMATCH',
      rateTerms: null,
      sentAmount: 99_999n,
    });
    await play.pass(0);
    expect(await payment(made)).toMatchObject({ refundStatus: 'COMPLETED' });
    expect((await quote(made.id)).status).toBe('FAILED');
    expect(eventsOf(made.transactionId)).toEqual([`${S}FAILED`, ...REFUNDED]);
    await auditClean();
  });

  it.each([
    ['zero', 0n, 'INVALID_INPUT'],
    ['a negative amount', -5n, 'INVALID_INPUT'],
    ['more than the largest amount', MAX_AMOUNT + 1n, 'AMOUNT_OUT_OF_RANGE'],
  ])('refuses a payment of %s', async (_, amount, code) => {
    const made = await quoted(funded((await external()).id));
    expect(await pay(made, amount)).toMatchObject({ ok: false, error: { code } });
    expect((await quote(made.id)).status).toBe('PENDING');
  });

  it.each([
    ['before the expiry job has run', false],
    ['after the expiry job has run', true],
  ])('refunds money that arrives after expiry, %s', async (_, noticed) => {
    const made = await quoted(funded((await external()).id));
    if (noticed) await play.pass(300);
    else play.clock.advance(300);
    expect(valueOf(await pay(made))).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
    await play.pass(0);
    expect(await payment(made)).toMatchObject({ refundStatus: 'COMPLETED' });
    expect((await quote(made.id)).status).toBe('EXPIRED');
    await auditClean();
  });

  it('keeps a second payment in suspense and sends it back', async () => {
    const made = await quoted(funded((await external()).id));
    valueOf(await pay(made));
    valueOf(await pay(made));
    await play.pass(0);
    expect(await payment(made)).toMatchObject({ status: 'COMPLETED' });
    const { checked, findings } = await play.core.ledger.audit();
    expect(findings).toEqual([]);
    expect(checked.entries).toBe(5);
  });

  it('is executed by its money while other payments of the customer run concurrently', async () => {
    const quotes = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => quoted(funded((await external(String(i + 200))).id))),
    );
    await Promise.all(quotes.map((q) => pay(q)));
    await play.pass(0);
    for (const q of quotes) expect((await payment(q)).status).toBe('COMPLETED');
    await auditClean();
  });
});

describe('a late status check', () => {
  it('that finds a payout already returned refunds the source', async () => {
    const made = await quoted(fromAccount(usd.id, (await external()).id));
    const rails = bankRails({
      submit: async ({ amount }) => ({ state: 'returned', returnId: 'R1', amount, reason: null }),
    });
    const late = await playCore({ rails, storage: play.storage, clock: play.clock }, { existing: true });
    valueOf(await execute(made.id));
    await late.core.work.drain();
    expect(await payment(made)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    expect(await internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
    await auditClean();
  });
});

describe('a rail', () => {
  it('receives the purpose of the payment and the payment rail of the quote', async () => {
    const told: PayoutInstruction[] = [];
    const delivered = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
    const rails = bankRails({ submit: async (instruction) => (told.push(instruction), delivered) });
    const on = await playPayer({ rails });
    const more = { purposeOfPayment: 'FAMILY_SUPPORT', remittanceInformation: 'Rent' };
    const made = await on.quoted(on.fromAccount(on.usd.id, (await on.external()).id, more));
    valueOf(await on.execute(made.id));
    await on.play.core.work.drain();
    expect(told).toMatchObject([{ reference: made.transactionId, amount: 91_540n, paymentRail: 'SEPA', ...more }]);
  });
});

describe('an account that is closed during a credit', () => {
  it('refuses the credit, even if the crediting unit read it as open', async () => {
    const owner = valueOf(
      await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Bo Ek' }),
    );
    const { account } = await internal('USD', { customerId: owner.id });
    valueOf(await play.run(play.core.customers.delete, { id: owner.id }));
    const credited = await play.storage.units.run(play.tenant, (tx) =>
      receiveDeposit(
        { tx, ctx: play.context(), ids: createIds(play.clock, seededRandom()) },
        {
          account,
          owner,
          amount: 5n,
          rail: 'sandbox-bank',
        },
      ),
    );
    expect(credited).toMatchObject({ error: { code: 'USER_NOT_READY' } });
    await auditClean();
  });
});
