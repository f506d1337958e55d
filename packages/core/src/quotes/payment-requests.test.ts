import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amountText } from '../money/index.js';
import type {
  AccountChecks,
  ExternalAccount,
  InternalAccount,
  PayoutStatus,
  Rail,
  RequestedPayment,
} from '../accounts/index.js';
import { plusSeconds, type Result } from '../kernel/index.js';
import { refusal } from '../testing/host.js';
import { codeOf, playCore, valueOf } from '../testing/play-core.js';
import { payerOn, type PlayPayer } from '../testing/play-payer.js';
import { digest, fixedClock, type FixedClock } from '../testing/ports.js';
import type { Transaction } from '../transactions/index.js';
import type { QuoteRequest } from './index.js';

const SATS = 25_000n;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const FAILED = {
  state: 'failed',
  reason: 'LIGHTNING_PAYMENT_FAILED',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
} as const;

let clock: FixedClock;
let answer: PayoutStatus;
/** What the rail was instructed to pay. */
let instructed: { readonly amount: bigint; readonly reference: string }[];
let payer: PlayPayer;
let bitcoin: InternalAccount;
let requests: Map<string, Partial<RequestedPayment>>;
let named: string;

const accountChecks: AccountChecks = {
  check: () => [],
  isTaxNumber: () => true,
  paymentRequest({ invoice }) {
    const request = typeof invoice === 'string' ? requests.get(invoice) : undefined;
    if (request === undefined) return null;
    const none = { amount: null, isPerItem: false, expiresAt: null, fault: null };
    return { field: 'invoice', noun: 'invoice', key: invoice as string, ...none, ...request };
  },
};

const payout = async (instruction: { readonly amount: bigint; readonly reference: string }): Promise<PayoutStatus> => {
  instructed.push({ amount: instruction.amount, reference: instruction.reference });
  return answer;
};

/** The sandbox's rails, of which the one that pays invoices answers as the test says. */
const rails = (): readonly Rail[] =>
  sandboxRails(digest).map((rail) => {
    if (!rail.capabilities.accountTypes.includes('LIGHTNING')) return rail;
    named = rail.name;
    return { ...rail, payouts: { ...rail.payouts!, submit: payout, status: async () => answer } };
  });

beforeEach(async () => {
  clock = fixedClock();
  answer = DELIVERED;
  instructed = [];
  requests = new Map();
  const play = await playCore({ rails: rails(), accountChecks, clock });
  payer = await payerOn(play, { currencies: ['USD', 'EUR', 'BTC'] });
  ({ account: bitcoin } = await payer.internal('BTC'));
  valueOf(await play.run(play.core.sandbox.fund, { accountId: bitcoin.id, amount: 10n * SATS }));
});
afterEach(() => payer.auditClean());

let added = 0;
/** An account with an invoice that asks for this. */
async function invoice(asks: Partial<RequestedPayment> = {}): Promise<ExternalAccount> {
  const text = `lnbc-${(added += 1)}`;
  requests.set(text, asks);
  const account = await payer.play.run(payer.play.core.accounts.addExternal, {
    ownerType: 'CUSTOMER',
    customerId: payer.customerId,
    currency: 'BTC',
    accountInfo: { accountType: 'LIGHTNING', invoice: text },
  });
  return valueOf(account);
}

const paying = (account: ExternalAccount, amount = SATS, over: Partial<QuoteRequest> = {}) =>
  payer.fromAccount(payer.usd.id, account.id, {
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: amount,
    ...over,
  });
const create = (request: QuoteRequest) => payer.play.run(payer.play.core.quotes.create, request);
const transfer = (account: ExternalAccount, amount = SATS): Promise<Result<Transaction>> =>
  payer.play.run(payer.play.core.transfers.out, { sourceId: bitcoin.id, destinationId: account.id, amount });
const inSeconds = (seconds: number) => plusSeconds(clock.now(), seconds);
const messageOf = (result: Result<unknown>): string => (result.ok ? 'ok' : JSON.stringify(result.error));
/** Quotes and executes a payment, and books what the rail says. */
async function paid(account: ExternalAccount, amount = SATS): Promise<Transaction> {
  const quote = await payer.quoted(paying(account, amount));
  valueOf(await payer.execute(quote.id));
  await payer.play.pass(0);
  return payer.payment(quote);
}

describe('an account with an invoice that names an amount', () => {
  it('is quoted and paid in this amount', async () => {
    const account = await invoice({ amount: SATS });
    expect(await paid(account)).toMatchObject({ status: 'COMPLETED', receivedAmount: SATS });
    expect(instructed).toEqual([{ amount: SATS, reference: expect.stringMatching('^Transaction:') }]);
  });

  it('refuses quotes of another amount and names both amounts', async () => {
    const account = await invoice({ amount: SATS });
    for (const amount of [SATS - 1n, SATS + 1n, 90_000n]) {
      const refused = await create(paying(account, amount));
      expect(refusal(refused)).toEqual({ code: 'INVALID_AMOUNT', fields: ['lockedCurrencyAmount'] });
      expect(messageOf(refused)).toContain(
        `delivers ${amountText(amount, 'BTC')}, but the invoice in the destination account asks for ${amountText(SATS, 'BTC')}`,
      );
    }
    const sending = await create(paying(account, 100_000n, { lockedCurrencySide: 'SENDING' }));
    expect(refusal(sending)).toEqual({ code: 'INVALID_AMOUNT', fields: ['lockedCurrencyAmount'] });
  });

  it('refuses transfers of another amount and names both amounts', async () => {
    const account = await invoice({ amount: SATS });
    const refused = await transfer(account, SATS + 1n);
    expect(refusal(refused)).toEqual({ code: 'INVALID_AMOUNT', fields: ['amount'] });
    expect(messageOf(refused)).toContain(
      `delivers ${amountText(SATS + 1n, 'BTC')}, but the invoice in the destination account asks for ${amountText(SATS, 'BTC')}`,
    );
    expect(valueOf(await transfer(account)).receivedAmount).toBe(SATS);
  });

  it('is offered for this amount by a lookup', async () => {
    const account = await invoice({ amount: SATS });
    const lookup = valueOf(await payer.play.core.quotes.lookUpAccount(payer.play.context(), { accountId: account.id }));
    expect(lookup.supportedCurrencies).toEqual([expect.objectContaining({ currency: 'BTC', min: SATS, max: SATS })]);
  });
});

it('an invoice without an amount is paid in any amount', async () => {
  expect((await paid(await invoice(), 1_000n)).status).toBe('COMPLETED');
  expect((await paid(await invoice(), 90_000n)).status).toBe('COMPLETED');
});

it('an offer for several items is paid in multiples of its amount, again and again', async () => {
  const account = await invoice({ noun: 'offer', key: null, amount: 1_000n, isPerItem: true });
  for (const amount of [1_000n, 3_000n, 3_000n]) expect((await paid(account, amount)).status).toBe('COMPLETED');
  expect(messageOf(await create(paying(account, 3_500n)))).toContain('asks for 0.00001000 BTC for each item');
});

it('an invoice that cannot be paid here is refused as an account and in a quote', async () => {
  const account = await invoice();
  const text = account.accountInfo['invoice'] as string;
  requests.set(text, { fault: 'asks for a fraction of a satoshi' });
  expect(refusal(await create(paying(account)))).toEqual({
    code: 'INVALID_BANK_ACCOUNT',
    fields: ['destination.accountId'],
  });
  const again = await payer.play.run(payer.play.core.accounts.addExternal, {
    ownerType: 'PLATFORM',
    currency: 'BTC',
    accountInfo: account.accountInfo,
  });
  expect(refusal(again)).toEqual({ code: 'INVALID_BANK_ACCOUNT', fields: ['accountInfo.invoice'] });
});

describe('an invoice that expires', () => {
  it('is not quoted, transferred to or looked up from then on', async () => {
    const account = await invoice({ amount: SATS, expiresAt: inSeconds(60) });
    expect(codeOf(await create(paying(account)))).toBe('ok');
    clock.advance(60);
    const refused = await create(paying(account, SATS + 1n));
    expect(refusal(refused)).toEqual({
      code: 'INVALID_BANK_ACCOUNT',
      fields: ['destination.accountId', 'lockedCurrencyAmount'],
    });
    expect(messageOf(refused)).toContain(`expired at ${new Date(clock.now()).toISOString()}`);
    expect(refusal(await transfer(account)).code).toBe('INVALID_BANK_ACCOUNT');
    const looked = await payer.play.core.quotes.lookUpAccount(payer.play.context(), { accountId: account.id });
    expect(refusal(looked).code).toBe('INVALID_RECEIVER');
  });

  it('ends its quotes when it expires, and no money leaves', async () => {
    const account = await invoice({ amount: SATS, expiresAt: inSeconds(60) });
    const quote = await payer.quoted(paying(account));
    expect(quote.expiresAt).toBe(inSeconds(60));
    clock.advance(60);
    const executed = await payer.execute(quote.id);
    expect(executed).toMatchObject({ error: { code: 'CONFLICT', details: { reason: 'QUOTE_EXPIRED' } } });
    await payer.play.pass(0);
    expect(instructed).toEqual([]);
  });

  it('fails a payment that waits for its rail until then, and the money goes back', async () => {
    const account = await invoice({ amount: SATS, expiresAt: inSeconds(60) });
    const before = (await payer.internal('USD')).available;
    const quote = await payer.quoted(paying(account));
    valueOf(await payer.execute(quote.id));
    const sent = valueOf(await transfer(await invoice({ expiresAt: inSeconds(60) })));
    await payer.play.pass(60);
    await payer.play.pass(0);
    for (const id of [quote.transactionId, sent.id]) {
      expect(valueOf(await payer.play.read(payer.play.core.transactions.get, { id }))).toMatchObject({
        status: 'FAILED',
        failureReason: 'ACCOUNT_CANNOT_RECEIVE',
        refundStatus: 'COMPLETED',
      });
    }
    expect(instructed).toEqual([]);
    expect((await payer.internal('USD')).available).toBe(before);
  });

  it('is still paid by a payment that its rail has received', async () => {
    const account = await invoice({ amount: SATS, expiresAt: inSeconds(60) });
    answer = PENDING;
    const quote = await payer.quoted(paying(account));
    valueOf(await payer.execute(quote.id));
    await payer.play.pass(0);
    answer = DELIVERED;
    await payer.play.pass(90);
    expect((await payer.payment(quote)).status).toBe('COMPLETED');
  });

  it('sends money back that arrives for its quote afterwards', async () => {
    const account = await invoice({ amount: SATS, expiresAt: inSeconds(60) });
    const quote = await payer.quoted(payer.funded(account.id, paying(account, SATS, { source: funding() })));
    clock.advance(60);
    expect(valueOf(await payer.pay(quote))).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
  });
});

const funding = () => ({ sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: payer.customerId }) as const;

describe('an invoice that was paid', () => {
  it.each([
    ['is in progress', PENDING],
    ['was delivered', DELIVERED],
  ])('and whose payment %s is refused by quotes, executions, transfers and lookups', async (_state, answered) => {
    answer = answered;
    const account = await invoice({ amount: SATS });
    const other = await payer.quoted(paying(account));
    await paid(account);
    expect(refusal(await payer.execute(other.id)).code).toBe('CONFLICT');
    expect((await payer.quote(other.id)).status).toBe('PENDING');
    expect(refusal(await create(paying(account))).code).toBe('CONFLICT');
    expect(refusal(await transfer(account)).code).toBe('CONFLICT');
    const looked = await payer.play.core.quotes.lookUpAccount(payer.play.context(), { accountId: account.id });
    expect(refusal(looked).code).toBe('INVALID_RECEIVER');
    expect(instructed).toHaveLength(1);
  });

  it('is the same one in another account and another notation', async () => {
    const account = await invoice({ key: 'bolt11/ab' });
    const twin = await invoice({ key: 'bolt11/ab' });
    await paid(account);
    expect(refusal(await create(paying(twin))).code).toBe('CONFLICT');
  });

  it('is paid once by two executions and a transfer at the same moment', async () => {
    const account = await invoice({ amount: SATS });
    const quotes = [await payer.quoted(paying(account)), await payer.quoted(paying(account))];
    const results = await Promise.all([
      ...quotes.map(({ id }) => payer.execute(id)),
      transfer(account),
      create(paying(account, SATS, { immediatelyExecute: true })),
    ]);
    expect(results.map(codeOf).sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'ok']);
    await payer.play.pass(0);
    expect(instructed).toHaveLength(1);
  });

  it('sends money back that arrives for another quote of it', async () => {
    const account = await invoice({ amount: SATS });
    const request = paying(account, SATS, { source: funding() });
    const [first, second] = [await payer.quoted(request), await payer.quoted(request)];
    const arrived = await Promise.all([payer.pay(first), payer.pay(second)]);
    // Two arrivals at the same moment: the message of the second is sent again.
    const again = arrived[1]!.ok ? arrived[1]! : await payer.pay(second);
    expect([valueOf(arrived[0]!), valueOf(again)]).toMatchObject([
      { status: 'PROCESSING' },
      { status: 'FAILED', failureReason: 'ACCOUNT_CANNOT_RECEIVE', refundStatus: 'PENDING' },
    ]);
    await payer.play.pass(0);
    expect((await payer.payment(second)).refundStatus).toBe('COMPLETED');
    expect(instructed).toHaveLength(1);
  });
});

describe('a payment of an invoice that fails', () => {
  it('releases the invoice, which is then paid by another payment', async () => {
    const account = await invoice({ amount: SATS, expiresAt: inSeconds(3_600) });
    answer = FAILED;
    expect(await paid(account)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    answer = DELIVERED;
    expect((await paid(account)).status).toBe('COMPLETED');
    expect(codeOf(await create(paying(account)))).toBe('CONFLICT');
  });

  it('but is reported as delivered later keeps the invoice spent', async () => {
    const account = await invoice({ amount: SATS });
    answer = FAILED;
    const { id } = await paid(account);
    expect(codeOf(await create(paying(account)))).toBe('ok');
    const told = await payer.play.core.railTells('SANDBOX', {
      kind: 'payout',
      rail: named,
      reference: id,
      messageId: 'late',
      status: DELIVERED,
    });
    expect(valueOf(told).effect).toBe('CONTRADICTED');
    expect(refusal(await create(paying(account))).code).toBe('CONFLICT');
  });

  it('but is reported as delivered while another one is in progress keeps the invoice spent after that one fails', async () => {
    const account = await invoice({ amount: SATS });
    answer = FAILED;
    const first = await paid(account);
    answer = PENDING;
    const second = await paid(account);
    expect(second.status).toBe('PROCESSING');
    const tell = (reference: string, messageId: string, status: PayoutStatus) =>
      payer.play.core.railTells('SANDBOX', { kind: 'payout', rail: named, reference, messageId, status });
    expect(valueOf(await tell(first.id, 'late', DELIVERED)).effect).toBe('CONTRADICTED');
    expect(valueOf(await tell(second.id, 'failed', FAILED)).effect).toBe('APPLIED');
    expect(refusal(await create(paying(account))).code).toBe('CONFLICT');
  });

  it.each([0n, 100n])(
    'but whose money is reported as returned, less a charge of %s, keeps the invoice spent',
    async (charge) => {
      const account = await invoice({ amount: SATS });
      answer = FAILED;
      const { id } = await paid(account);
      const told = await payer.play.core.railTells('SANDBOX', {
        kind: 'payout',
        rail: named,
        reference: id,
        messageId: 'returned',
        status: { state: 'returned', returnId: 'r1', amount: SATS - charge, reason: null },
      });
      expect(told.ok).toBe(true);
      expect(refusal(await create(paying(account))).code).toBe('CONFLICT');
    },
  );

  it('and cannot be refunded keeps the invoice spent until it is known where the money is', async () => {
    const account = await invoice({ amount: SATS });
    answer = { ...FAILED, refundable: false };
    expect(await paid(account)).toMatchObject({ status: 'FAILED', refundStatus: 'FAILED' });
    expect(refusal(await create(paying(account))).code).toBe('CONFLICT');
  });

  it('after its delivery keeps the invoice spent', async () => {
    const account = await invoice({ amount: SATS });
    const { id } = await paid(account);
    const told = await payer.play.core.railTells('SANDBOX', {
      kind: 'payout',
      rail: named,
      reference: id,
      messageId: 'returned',
      status: { state: 'returned', returnId: 'r1', amount: SATS, reason: null },
    });
    expect(valueOf(told).effect).toBe('APPLIED');
    expect(valueOf(await payer.play.read(payer.play.core.transactions.get, { id })).status).toBe('FAILED');
    expect(refusal(await create(paying(account))).code).toBe('CONFLICT');
  });

  it('because its money was returned before its delivery was seen keeps the invoice spent', async () => {
    const account = await invoice({ amount: SATS });
    answer = PENDING;
    const { id } = await paid(account);
    await payer.play.core.railTells('SANDBOX', {
      kind: 'payout',
      rail: named,
      reference: id,
      messageId: 'returned',
      status: { state: 'returned', returnId: 'r1', amount: SATS, reason: null },
    });
    await payer.play.pass(0);
    expect(valueOf(await payer.play.read(payer.play.core.transactions.get, { id })).status).toBe('FAILED');
    expect(refusal(await create(paying(account))).code).toBe('CONFLICT');
  });
});

it('a payment that collects its money first spends the invoice when it starts, and releases it if nothing is collected', async () => {
  const account = await invoice({ amount: SATS });
  // Ends in 002: the collection fails.
  const [poor, rich] = [await payer.dollars('002'), await payer.dollars('890')];
  const from = (accountId: string) => paying(account, SATS, { source: { sourceType: 'ACCOUNT', accountId } });
  const first = await payer.quoted(from(poor.id));
  valueOf(await payer.execute(first.id));
  expect(refusal(await create(from(rich.id))).code).toBe('CONFLICT');
  await payer.play.pass(0);
  expect((await payer.payment(first)).status).toBe('FAILED');
  const second = await payer.quoted(from(rich.id));
  valueOf(await payer.execute(second.id));
  await payer.play.pass(10);
  await payer.play.pass(10);
  expect((await payer.payment(second)).status).toBe('COMPLETED');
  expect(instructed).toHaveLength(1);
});
