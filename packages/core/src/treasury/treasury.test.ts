import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import type { InternalAccount, RailTelling } from '../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS, openException, type Resolution, RESOLUTIONS } from '../exceptions/index.js';
import {
  createIds,
  type CurrencyCode,
  houseTenant,
  ok,
  type PreparedUseCase,
  type Result,
  runUseCase,
  type TenantKey,
  type UseCase,
} from '../kernel/index.js';
import { chart, POSTINGS, receivableOf } from '../ledger/index.js';
import type { Quote } from '../quotes/index.js';
import type { Told } from '../rails/index.js';
import { DEPOSITS } from '../transactions/index.js';
import { RULES } from './index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { fixedClock, operatorNamed, seededRandom } from '../testing/ports.js';
import { saidPayment } from '../testing/said-payment.js';

const USD = 'USD' as CurrencyCode;
const HOUSE = houseTenant('SANDBOX');
const ANN = operatorNamed('Ann');
const BOB = operatorNamed('Bob');

const exceptionsOf = ({ storage, tenant }: PlayCore, of: TenantKey = tenant): Promise<readonly ExceptionRecord[]> =>
  storage.units.read(of, async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 50 })).rows);

const sumOn = ({ storage, tenant }: PlayCore, account: string, of: TenantKey = tenant): Promise<bigint> =>
  storage.units.read(of, (reads) => reads.sum(POSTINGS, 'amount', { account }, 0, null));

const resolve = (
  play: PlayCore,
  { id: exceptionId }: Pick<ExceptionRecord, 'id'>,
  resolution: Resolution,
  account: string | undefined = undefined,
  by = ANN,
) =>
  play.run(play.core.treasury.resolve, {
    ...{ exceptionId, resolution, account, note: 'as agreed', by },
    ...saidPayment(resolution),
  });

const inHouse = <I, P, O>(
  play: PlayCore,
  useCase: UseCase<I, O> | PreparedUseCase<I, P, O>,
  input: I,
): Promise<Result<O>> =>
  runUseCase(play.core.units, play.core.context(HOUSE, { kind: 'system' }, 'test'), useCase, input);

/** A payment from an internal account that can be neither delivered nor refunded. */
async function stuckRefund(payer: PlayPayer): Promise<{ readonly quote: Quote; readonly exception: ExceptionRecord }> {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await payer.play.pass(0);
  await payer.play.pass(31);
  const [exception] = await exceptionsOf(payer.play);
  return { quote, exception: exception! };
}

/** Unattributed money that its rail does not take back. */
async function stuckDeposit(payer: PlayPayer): Promise<ExceptionRecord> {
  const made = await payer.quoted(payer.funded((await payer.external('892')).id));
  valueOf(await payer.pay(made));
  valueOf(await payer.pay(made));
  await payer.play.pass(0);
  const [exception] = await exceptionsOf(payer.play);
  return exception!;
}

const keepingRails = () =>
  bankRails({}).map((rail) =>
    rail.funding === null
      ? rail
      : { ...rail, funding: { ...rail.funding, refund: async () => ({ state: 'failed', reason: 'AC04' }) as const } },
  );

describe('a refund that failed', () => {
  it('opens an exception and emits its event to the platform', async () => {
    const payer = await playPayer();
    const { quote, exception } = await stuckRefund(payer);
    expect(exception).toMatchObject({
      kind: 'REFUND_FAILED',
      status: 'OPEN',
      subject: quote.transactionId,
      currency: 'USD',
      amount: 100_000n,
    });
    expect(payer.eventsOf(exception.id)).toEqual(['EXCEPTION.OPENED']);
    await payer.auditClean();
  });

  it.each([
    ['CREDITED', true],
    ['PAID_ELSEWHERE', false],
    ['WRITTEN_OFF', false],
  ] as const)('is resolved by %s, once, and the audit proves the entry', async (resolution, credits) => {
    const payer = await playPayer();
    const { exception, quote } = await stuckRefund(payer);
    const account = credits ? payer.usd.id : undefined;
    const before = (await payer.internal('USD')).available;
    const results = await Promise.all([
      resolve(payer.play, exception, resolution, account),
      resolve(payer.play, exception, resolution, account, BOB),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'INVALID_STATE_TRANSITION' } });
    await payer.play.pass(0);
    expect(payer.eventsOf(exception.id)).toEqual(['EXCEPTION.OPENED', 'EXCEPTION.RESOLVED']);
    expect((await payer.internal('USD')).available - before).toBe(credits ? 100_000n : 0n);
    expect(await sumOn(payer.play, chart.inTransit(quote.id, USD).name)).toBe(0n);
    expect((await exceptionsOf(payer.play))[0]).toMatchObject({ status: 'RESOLVED', resolution, note: 'as agreed' });
    await payer.auditClean();
  });

  it('is tried again by RETRIED, and opens a new exception if it fails again', async () => {
    const payer = await playPayer();
    const { quote, exception } = await stuckRefund(payer);
    valueOf(await resolve(payer.play, exception, 'RETRIED'));
    await payer.play.pass(0);
    expect(await payer.payment(quote)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    await payer.auditClean();

    const kept = await playPayer({ rails: keepingRails() });
    const made = await kept.quoted(kept.funded((await kept.external()).id));
    valueOf(await kept.pay(made, 7n));
    await kept.play.pass(0);
    const [first] = await exceptionsOf(kept.play);
    valueOf(await resolve(kept.play, first!, 'RETRIED'));
    await kept.play.pass(0);
    const both = await exceptionsOf(kept.play);
    expect(both).toMatchObject([{ status: 'RESOLVED' }, { status: 'OPEN', kind: 'REFUND_FAILED', amount: 7n }]);
    await kept.auditClean();
  });

  it('refuses a resolution of another kind, another currency and an unknown account', async () => {
    const payer = await playPayer();
    const { exception } = await stuckRefund(payer);
    const euros = (await payer.internal('EUR')).account;
    const code = async (resolution: Resolution, account?: string) => {
      const result = await resolve(payer.play, exception, resolution, account);
      return result.ok ? 'ok' : result.error.code;
    };
    for (const resolution of RESOLUTIONS.filter((each) => RULES.REFUND_FAILED[each] === undefined)) {
      expect(await code(resolution)).toBe('INVALID_INPUT');
    }
    expect(await code('CREDITED')).toBe('INVALID_INPUT');
    expect(await code('WRITTEN_OFF', payer.usd.id)).toBe('INVALID_INPUT');
    expect(await code('CREDITED', euros.id)).toBe('INVALID_CURRENCY');
    expect(await code('CREDITED', 'InternalAccount:00000000-0000-7000-8000-000000000009')).toBe('REFERENCE_NOT_FOUND');
    expect((await exceptionsOf(payer.play))[0]).toMatchObject({ status: 'OPEN' });
  });
});

describe('a deposit that its rail cannot send back', () => {
  it.each(['CREDITED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'] as const)('is resolved by %s', async (resolution) => {
    const payer = await playPayer({ rails: keepingRails() });
    const exception = await stuckDeposit(payer);
    expect(exception).toMatchObject({ kind: 'DEPOSIT_REFUSED', amount: 100_000n });
    const before = (await payer.internal('USD')).available;
    valueOf(await resolve(payer.play, exception, resolution, resolution === 'CREDITED' ? payer.usd.id : undefined));
    expect((await payer.internal('USD')).available - before).toBe(resolution === 'CREDITED' ? 100_000n : 0n);
    expect(await sumOn(payer.play, chart.suspense(payer.play.tenant, USD).name)).toBe(0n);
    await payer.auditClean();
  });

  it('is sent back again by RETRIED, under a new reference', async () => {
    const references: string[] = [];
    const rails = bankRails({}).map((rail) =>
      rail.funding === null
        ? rail
        : {
            ...rail,
            funding: {
              ...rail.funding,
              refund: async ({ reference }: { readonly reference: string }) => {
                references.push(reference);
                return reference === references[0]
                  ? ({ state: 'failed', reason: 'AC04' } as const)
                  : ({ state: 'completed' } as const);
              },
            },
          },
    );
    const payer = await playPayer({ rails });
    const exception = await stuckDeposit(payer);
    valueOf(await resolve(payer.play, exception, 'RETRIED'));
    await payer.play.pass(0);
    const deposits = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.list(DEPOSITS, { order: 'asc', limit: 9 }),
    );
    expect(deposits.rows).toMatchObject([{ status: 'RETURNED' }]);
    expect(new Set(references).size).toBe(2);
    await payer.auditClean();
  });
});

describe('an overdue receivable', () => {
  async function overdue(owner: 'customer' | 'platform'): Promise<{ payer: PlayPayer; account: InternalAccount }> {
    const payer = await playPayer();
    const { play } = payer;
    const account = owner === 'customer' ? payer.usd : (await payer.internal('USD', 'platform')).account;
    const made = await payer.quoted(
      payer.fromAccount(payer.usd.id, (await payer.external('005')).id, {
        platformFeeOverride: { fixed: { amount: 40_000n, currency: 'USD' }, variableBps: 0 },
      }),
    );
    valueOf(await payer.execute(made.id));
    await play.pass(0);
    await play.pass(5);
    const destination = await payer.dollars('890', 'platform');
    const request = { sourceId: (await payer.internal('USD', 'platform')).account.id, destinationId: destination.id };
    valueOf(await play.run(play.core.transfers.out, { ...request, amount: 40_000n }));
    await play.pass(31);
    await play.pass(31 * 86_400);
    return { payer, account };
  }

  it('of the platform can be written off, which frees its account', async () => {
    const { payer, account } = await overdue('platform');
    const [exception] = await exceptionsOf(payer.play);
    expect(exception).toMatchObject({ kind: 'RECEIVABLE_OVERDUE', amount: 40_000n, subject: account.id });
    expect(await resolve(payer.play, exception!, 'ADJUSTED')).toMatchObject({ error: { code: 'CONFLICT' } });
    valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: account.id, amount: 15_000n }));
    valueOf(await resolve(payer.play, exception!, 'WRITTEN_OFF'));
    expect(await sumOn(payer.play, chart.loss('SANDBOX', USD).name)).toBe(-25_000n);
    const report = await payer.play.core.ledger.audit();
    expect(report).toMatchObject({ findings: [], receivables: [] });
    expect(await sumOn(payer.play, receivableOf(account.id))).toBe(0n);
  });
});

describe('an incoming payment that is recalled', () => {
  async function recalled(amount = 300_000n): Promise<{ payer: PlayPayer; exception: ExceptionRecord }> {
    const payer = await playPayer();
    const { play, usd } = payer;
    valueOf(await play.run(play.core.sandbox.fund, { accountId: usd.id, amount }));
    const { data } = valueOf(await play.read(play.core.transactions.list, { type: 'INCOMING', limit: 1 } as never));
    const opened = await play.run(play.core.treasury.open, {
      kind: 'RECALL',
      subject: data[0]!.id,
      reference: 'camt.056/17',
      reason: 'the sender was deceived',
    });
    return { payer, exception: valueOf(opened) };
  }

  it('is debited as far as the balance goes; the rest is owed and can be charged to the platform', async () => {
    const { payer, exception } = await recalled();
    const { play, usd } = payer;
    expect(exception.amount).toBeGreaterThan(0n);
    // Almost all of the money is on its way elsewhere.
    const spent = await payer.quoted(
      payer.fromAccount(usd.id, (await payer.external()).id, { lockedCurrencyAmount: 1_250_000n }),
    );
    valueOf(await payer.execute(spent.id));
    valueOf(await resolve(play, exception, 'ADJUSTED', usd.id));
    const owed = exception.amount - 50_000n;
    expect((await play.core.ledger.audit()).receivables).toEqual([
      { account: receivableOf(usd.id), currency: 'USD', amount: owed },
    ]);
    await payer.auditClean();

    await play.pass(31 * 86_400);
    const overdue = (await exceptionsOf(play)).find(({ kind }) => kind === 'RECEIVABLE_OVERDUE')!;
    const platform = (await payer.internal('USD', 'platform')).account;
    valueOf(await play.run(play.core.sandbox.fund, { accountId: platform.id, amount: owed }));
    valueOf(await resolve(play, overdue, 'ADJUSTED'));
    expect((await payer.internal('USD', 'platform')).available).toBe(0n);
    expect(await play.core.ledger.audit()).toMatchObject({ findings: [], receivables: [] });
  });

  it.each(['PAID_ELSEWHERE', 'WRITTEN_OFF', 'REFUSED'] as const)('is resolved by %s', async (resolution) => {
    const { payer, exception } = await recalled();
    valueOf(await resolve(payer.play, exception, resolution));
    expect((await exceptionsOf(payer.play))[0]!.entryId === null).toBe(resolution === 'REFUSED');
    await payer.auditClean();
  });

  it('opens one exception for a repeated recall', async () => {
    const { payer, exception } = await recalled();
    const again = await payer.play.run(payer.play.core.treasury.open, {
      kind: 'RECALL',
      subject: exception.subject,
      reference: 'camt.056/17',
      reason: 'again',
    });
    expect(valueOf(again).id).toBe(exception.id);
    expect(await exceptionsOf(payer.play)).toHaveLength(1);
  });
});

describe('a contradiction of a rail', () => {
  const opened = async () => {
    const payer = await playPayer();
    const { play } = payer;
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    valueOf(await payer.execute(quote.id));
    await play.pass(0);
    const matter = {
      kind: 'RAIL_CONTRADICTION' as const,
      subject: quote.transactionId,
      reference: 'pacs.004/1',
      rail: 'sandbox-bank',
    };
    const rest = { currency: USD, amount: 20_000n, reason: 'more than there was' };
    const exception = await play.storage.units.run(play.tenant, async (tx) => {
      const unit = { tx, ctx: play.context(), ids: createIds(play.clock, seededRandom()) };
      return ok(await openException(unit, { ...matter, ...rest }));
    });
    return { payer, exception: valueOf(exception) };
  };
  const loss = chart.loss('SANDBOX', USD).name;
  const ownFunds = chart.ownFunds('SANDBOX', USD).name;
  const clearing = chart.clearing('SANDBOX', 'sandbox-bank', USD).name;

  it.each([
    ['CREDITED', { account: 20_000n, [clearing]: -20_000n }],
    ['PAID_ELSEWHERE', { [ownFunds]: -20_000n, [clearing]: 20_000n }],
    ['ADJUSTED', { account: -20_000n, [clearing]: 20_000n }],
    ['WRITTEN_OFF', { [loss]: -20_000n, [clearing]: 20_000n }],
    ['REFUSED', {}],
  ] as const)('is resolved by %s', async (resolution, moved) => {
    const { payer, exception } = await opened();
    const available = chart.available(payer.usd.id, USD).name;
    const names = [available, clearing, loss, ownFunds];
    const sums = () => Promise.all(names.map((name) => sumOn(payer.play, name)));
    const before = await sums();
    const account = 'account' in moved ? payer.usd.id : undefined;
    valueOf(await resolve(payer.play, exception, resolution, account));
    const after = await sums();
    const by: Readonly<Record<string, bigint>> = moved;
    expect(after.map((sum, i) => sum - before[i]!)).toEqual(
      names.map((name) => by[name === available ? 'account' : name] ?? 0n),
    );
    await payer.auditClean();
  });

  it('has its entry proven by the audit, which finds an entry that moves anything else', async () => {
    const { payer, exception } = await opened();
    valueOf(await resolve(payer.play, exception, 'WRITTEN_OFF'));
    const { units } = payer.play.storage;
    await units.run(null, async (tx) => {
      const { rows } = await tx.list(POSTINGS, { where: { entryCause: exception.id }, order: 'asc', limit: 1 });
      const [line] = rows;
      tx.remove(POSTINGS, line!);
      tx.add(POSTINGS, { ...line!, account: ownFunds });
      return ok();
    });
    expect((await payer.play.core.ledger.audit()).findings).toEqual([
      `EXCEPTION_WRITTEN_OFF of ${exception.id}: expected ${loss} -200.00 USD, found ${ownFunds} -200.00 USD`,
    ]);
  });
});

describe("the service's own money", () => {
  const trade = {
    kind: 'TRADE' as const,
    ...{ reference: 'deal 7', rail: 'sandbox-bank', currency: 'USD', amount: 99_400n },
    ...{ boughtRail: 'sandbox-bank', boughtCurrency: 'EUR', boughtAmount: 91_448n, by: ANN },
  } as const;
  const plain = { ...trade, boughtRail: undefined, boughtCurrency: undefined, boughtAmount: undefined };

  it('is booked where no platform sees it, and is covered by the audit', async () => {
    const payer = await playPayer();
    const { play } = payer;
    for (const kind of ['TOP_UP', 'WITHDRAWAL', 'CHARGE'] as const) {
      const dated = kind === 'CHARGE' ? { valueDate: '2026-01-15' } : {};
      valueOf(await inHouse(play, play.core.treasury.book, { ...plain, kind, reference: kind, ...dated }));
    }
    valueOf(await inHouse(play, play.core.treasury.book, { ...trade, valueDate: '2026-01-15' }));
    expect(await sumOn(play, chart.ownFunds('SANDBOX', USD).name, HOUSE)).toBe(0n);
    expect(await sumOn(play, chart.bankCharges('SANDBOX', USD).name, HOUSE)).toBe(-99_400n);
    expect(await sumOn(play, chart.fx('SANDBOX', USD).name, HOUSE)).toBe(-99_400n);
    expect(await sumOn(play, chart.fx('SANDBOX', 'EUR' as CurrencyCode).name, HOUSE)).toBe(91_448n);
    const { data } = valueOf(await play.read(play.core.ledger.entries, { limit: 100 }));
    expect(data.filter(({ kind }) => kind.startsWith('TREASURY'))).toEqual([]);
    const report = await play.core.ledger.audit();
    expect(report.findings).toEqual([]);
  });

  it('is booked once for each reference, reports every invalid field, and is refused in the tenant of a platform', async () => {
    const play = await playCore({ storage: createMemoryStorage(), clock: fixedClock() });
    const book = (input: object) =>
      inHouse(play, play.core.treasury.book, { ...plain, kind: 'TOP_UP', ...input } as never);
    valueOf(await book({}));
    expect(await book({})).toMatchObject({ error: { code: 'CONFLICT' } });
    const wrong = await book({ rail: 'nowhere', currency: 'XXX', amount: 0n, reference: '', boughtAmount: 1n });
    const errors = wrong.ok ? [] : (wrong.error.details!['errors'] as readonly { readonly field: string }[]);
    expect(errors.map(({ field }) => field)).toEqual(['reference', 'rail', 'currency', 'amount', 'boughtAmount']);
    const refused = await book({ reference: 'y', boughtRail: 'sandbox-bank', boughtCurrency: 'EUR' });
    expect(refused).toMatchObject({
      error: { details: { errors: [{ field: 'boughtRail' }, { field: 'boughtCurrency' }] } },
    });
    expect(await play.run(play.core.treasury.book, { ...plain, kind: 'TOP_UP', reference: 'x' })).toMatchObject({
      error: { code: 'FORBIDDEN' },
    });
  });

  it('moves through a rail of its own environment only', async () => {
    const play = await playCore({ storage: createMemoryStorage(), clock: fixedClock() });
    const house = houseTenant('PRODUCTION');
    const ctx = play.core.context(house, { kind: 'system' }, 'test');
    const booked = await runUseCase(play.core.units, ctx, play.core.treasury.book, { ...plain, kind: 'TOP_UP' });
    expect(booked).toMatchObject({ error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'rail' }] } } });
  });
});

describe('money that a rail took back after it was paid on', () => {
  const clearing = chart.clearing('SANDBOX', 'sandbox-bank', USD).name;
  const loss = chart.loss('SANDBOX', USD).name;

  async function lost(): Promise<{ payer: PlayPayer; exception: ExceptionRecord; subject: string }> {
    const payer = await playPayer();
    const source = await payer.dollars();
    const quote = await payer.quoted({
      ...payer.fromAccount(source.id, (await payer.external()).id),
      immediatelyExecute: true,
    });
    await payer.play.pass(0);
    const status = { state: 'returned', returnId: 'R1', amount: 100_000n, reason: 'MD06' } as const;
    const reference = quote.transactionId;
    const rail = 'sandbox-bank';
    valueOf(
      await payer.play.core.railTells('SANDBOX', { kind: 'collection', rail, messageId: 'm1', reference, status }),
    );
    return { payer, exception: (await exceptionsOf(payer.play))[0]!, subject: reference };
  }

  it.each([
    ['ADJUSTED', 0n],
    ['PAID_ELSEWHERE', 0n],
    ['WRITTEN_OFF', -100_000n],
    ['REFUSED', -100_000n],
  ] as const)('is lost once and leaves clearing unchanged when it is %s', async (resolution, left) => {
    const { payer, exception } = await lost();
    const atRail = await sumOn(payer.play, clearing);
    valueOf(await resolve(payer.play, exception, resolution, resolution === 'ADJUSTED' ? payer.usd.id : undefined));
    expect(await sumOn(payer.play, clearing)).toBe(atRail);
    expect(await sumOn(payer.play, loss)).toBe(left);
    await payer.auditClean();
  });

  it('can no longer be charged after its payout was returned too', async () => {
    const { payer, exception, subject } = await lost();
    const { receivedAmount } = valueOf(await payer.play.read(payer.play.core.transactions.get, { id: subject }));
    const status = { state: 'returned', returnId: 'R2', amount: receivedAmount!, reason: null } as const;
    valueOf(
      await payer.play.core.railTells('SANDBOX', {
        kind: 'payout',
        rail: 'sandbox-bank',
        messageId: 'm2',
        reference: subject,
        status,
      }),
    );
    await payer.play.pass(0);
    expect(await sumOn(payer.play, loss)).toBe(0n);
    expect(await resolve(payer.play, exception, 'ADJUSTED', payer.usd.id)).toMatchObject({
      error: { code: 'CONFLICT' },
    });
    valueOf(await resolve(payer.play, exception, 'REFUSED'));
    await payer.auditClean();
  });
});

describe('a recall', () => {
  const rail = 'sandbox-bank';
  async function recalled(): Promise<{
    payer: PlayPayer;
    exception: ExceptionRecord;
    takeBack: () => Promise<Told>;
    recallAgain: () => Promise<ExceptionRecord>;
  }> {
    const payer = await playPayer();
    const arrival = {
      rail,
      paymentId: 'p1',
      reference: payer.usd.reference!,
      currency: 'USD',
      amount: 100_000n,
      remitter: null,
      valueDate: null,
    };
    const tell = async (telling: RailTelling): Promise<Told> =>
      valueOf(await payer.play.core.railTells('SANDBOX', telling));
    await tell({ kind: 'arrival', ...arrival });
    const about = { rail, paymentId: 'p1', amount: 100_000n, reason: 'FRAD' };
    await tell({ kind: 'recall', messageId: 'm1', ...about });
    const [exception] = await exceptionsOf(payer.play);
    return {
      payer,
      exception: exception!,
      takeBack: () => tell({ kind: 'reversal', messageId: 'm2', ...about }),
      recallAgain: async () => {
        await tell({ kind: 'recall', messageId: 'm3', ...about });
        return (await exceptionsOf(payer.play)).find(({ id }) => id !== exception!.id)!;
      },
    };
  }

  it('that was answered is not debited a second time when the rail takes the money back', async () => {
    const { payer, exception, takeBack } = await recalled();
    valueOf(await resolve(payer.play, exception, 'ADJUSTED', payer.usd.id));
    expect((await takeBack()).effect).toBe('CONTRADICTED');
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    await payer.auditClean();
  });

  it('is answered or its money reversed, but not both, if both happen at once', async () => {
    const { payer, exception, takeBack } = await recalled();
    const [resolved, told] = await Promise.all([resolve(payer.play, exception, 'ADJUSTED', payer.usd.id), takeBack()]);
    expect([resolved.ok, told.effect]).toEqual(resolved.ok ? [true, 'CONTRADICTED'] : [false, 'APPLIED']);
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    await payer.auditClean();
  });

  it('that is repeated is answered once', async () => {
    const { payer, exception, recallAgain } = await recalled();
    const second = await recallAgain();
    valueOf(await resolve(payer.play, exception, 'ADJUSTED', payer.usd.id));
    expect(await resolve(payer.play, second, 'ADJUSTED', payer.usd.id)).toMatchObject({ error: { code: 'CONFLICT' } });
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    await payer.auditClean();
  });

  it('of money that its rail has already taken back moves nothing', async () => {
    const { payer, exception, takeBack } = await recalled();
    expect((await takeBack()).effect).toBe('APPLIED');
    for (const resolution of ['ADJUSTED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'] as const) {
      const account = resolution === 'ADJUSTED' ? payer.usd.id : undefined;
      expect(await resolve(payer.play, exception, resolution, account)).toMatchObject({ error: { code: 'CONFLICT' } });
    }
    valueOf(await resolve(payer.play, exception, 'REFUSED'));
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    await payer.auditClean();
  });
});

describe('a refund that bounced', () => {
  it('is not sent again after its money was credited, by any of its exceptions', async () => {
    const payer = await playPayer();
    const quote = await payer.quoted(payer.funded((await payer.external('890')).id));
    valueOf(
      await payer.play.core.railTells('SANDBOX', {
        kind: 'arrival',
        rail: 'sandbox-bank',
        paymentId: 'p1',
        reference: quote.reference!,
        currency: 'USD',
        amount: quote.totalSendingAmount - 1n,
        remitter: { name: 'Grace', account: 'X890' },
        valueDate: null,
      }),
    );
    await payer.play.pass(0);
    const { refundReference: reference } = await payer.payment(quote);
    const status = { state: 'failed', reason: 'AC04' } as const;
    const rail = 'sandbox-bank';
    valueOf(
      await payer.play.core.railTells('SANDBOX', {
        kind: 'refund',
        rail,
        messageId: 'm1',
        reference: reference!,
        status,
      }),
    );
    const [bounced] = await exceptionsOf(payer.play);
    const again = valueOf(
      await payer.play.run(payer.play.core.treasury.open, {
        kind: 'REFUND_FAILED',
        subject: quote.transactionId,
        reason: 'once more',
      }),
    );
    valueOf(await resolve(payer.play, bounced!, 'CREDITED', payer.usd.id));
    for (const resolution of ['RETRIED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'] as const)
      expect(await resolve(payer.play, again, resolution)).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(valueOf(await payer.play.read(payer.play.core.treasury.choices, { exceptionId: again.id }))).toMatchObject([
      { resolution: 'REFUSED', does: 'nothing' },
    ]);
    valueOf(await resolve(payer.play, again, 'REFUSED'));
    await payer.play.pass(0);
    expect((await payer.payment(quote)).refundStatus).toBe('COMPLETED');
    await payer.auditClean();
  });
});
