import { describe, expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { createIds, ok } from '../kernel/index.js';
import { chart, post, POSTINGS, receivableOf } from '../ledger/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import type { Quote } from '../quotes/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { NEVER_SHORT } from './index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import { saidPayment } from '../testing/said-payment.js';

const NINETY_PERCENT = { fixed: { amount: 0n, currency: 'USD' }, variableBps: 9_000 };
const DAY = 86_400;

const sumOn = ({ play }: PlayPayer, account: string): Promise<bigint> =>
  play.storage.units.read(play.tenant, (reads) => reads.sum(POSTINGS, 'amount', { account }, 0, null));
const feesOf = (payer: PlayPayer) => sumOn(payer, chart.fees(payer.play.tenant, payer.usd.currency).name);
const exceptionsOf = ({ play }: PlayPayer) =>
  play.storage.units.read(
    play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 9 })).rows,
  );
const fund = ({ play }: PlayPayer, accountId: string, amount: bigint) =>
  play.run(play.core.sandbox.fund, { accountId, amount });

async function paidOut(
  payer: PlayPayer,
  times: number,
  to: { readonly id: string } | null = null,
): Promise<readonly Quote[]> {
  const destination = (to ?? (await payer.external('005'))).id;
  const quotes: Quote[] = [];
  for (let i = 0; i < times; i++) {
    const terms = { lockedCurrencyAmount: 1_000_000n, platformFeeOverride: NINETY_PERCENT };
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, destination, terms));
    valueOf(await payer.execute(quote.id));
    quotes.push(quote);
  }
  await payer.play.pass(0);
  return quotes;
}

async function withdraw(payer: PlayPayer, amount: bigint, suffix = '890') {
  const { play } = payer;
  const { account } = await payer.internal('USD', 'platform');
  const destination = await payer.dollars(suffix, 'platform');
  const request = {
    sourceId: account.id,
    destinationId: destination.id,
    amount,
  };
  return play.run(play.core.transfers.out, request);
}

describe('a returned payout', () => {
  it('takes the platform fee back from the platform, which owes what its balance lacks', async () => {
    const payer = await playPayer();
    valueOf(await fund(payer, payer.usd.id, 9_000_000n));
    await paidOut(payer, 10);
    await payer.play.pass(5);
    expect((await payer.internal('USD', 'platform')).available).toBe(9_000_000n);
    valueOf(await withdraw(payer, 9_000_000n));
    await payer.play.pass(5);
    await payer.play.pass(31);
    await payer.play.pass(5);

    const { account, available } = await payer.internal('USD', 'platform');
    expect((await payer.internal('USD')).available).toBe(10_000_000n);
    expect(await feesOf(payer)).toBe(0n);
    expect(available).toBe(0n);
    const report = await payer.play.core.ledger.audit();
    expect(report.findings).toEqual([]);
    expect(report.receivables).toEqual([{ account: receivableOf(account.id), currency: 'USD', amount: 9_000_000n }]);

    expect(await withdraw(payer, 1n, '891')).toMatchObject({
      ok: false,
      error: { code: 'INVALID_AMOUNT', message: expect.stringContaining(receivableOf(account.id)) },
    });
  });

  it('leaves a debt that the next credits of the platform settle before it can spend them', async () => {
    const payer = await playPayer();
    await paidOut(payer, 1);
    await payer.play.pass(5);
    valueOf(await withdraw(payer, 800_000n));
    await payer.play.pass(31);
    const { account } = await payer.internal('USD', 'platform');
    expect((await payer.play.core.ledger.audit()).receivables).toMatchObject([{ amount: 800_000n }]);

    valueOf(await fund(payer, account.id, 300_000n));
    expect((await payer.internal('USD', 'platform')).available).toBe(0n);
    expect((await payer.play.core.ledger.audit()).receivables).toMatchObject([{ amount: 500_000n }]);
    await payer.play.pass(0);
    payer.play.delivered.length = 0;
    valueOf(await fund(payer, account.id, 600_000n));
    expect((await payer.internal('USD', 'platform')).available).toBe(100_000n);
    await payer.play.pass(0);
    const told = payer.play.delivered.filter(({ type }) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
    expect(told.map(({ available }) => available)).toEqual([100_000n, 100_000n]);
    const report = await payer.play.core.ledger.audit();
    expect(report).toMatchObject({ findings: [], receivables: [] });
  });

  it('leaves nothing owed after the sweep if it was returned before its fee was swept', async () => {
    const payer = await playPayer();
    const [made] = await paidOut(payer, 1);
    // The return is booked at once; the sweep is due two seconds later.
    payer.play.clock.advance(31);
    await payer.play.core.work.runJobs();
    await payer.play.pass(5);
    expect((await payer.payment(made!)).failureReason).toBe('PAYOUT_RETURNED');
    expect(await feesOf(payer)).toBe(0n);
    expect((await payer.internal('USD', 'platform')).available).toBe(0n);
    expect(await payer.play.core.ledger.audit()).toMatchObject({ findings: [], receivables: [] });
  });

  it('takes nothing from a platform that charged nothing', async () => {
    const payer = await playPayer();
    const destination = (await payer.external('005')).id;
    const made = await payer.quoted(payer.fromAccount(payer.usd.id, destination));
    valueOf(await payer.execute(made.id));
    await payer.play.pass(0);
    await payer.play.pass(31);
    expect(await payer.payment(made)).toMatchObject({
      failureReason: 'PAYOUT_RETURNED',
      refundReason: 'TRANSACTION_FAILED',
    });
    expect(payer.eventsOf((await payer.internal('USD', 'platform')).account.id)).toEqual([]);
    expect(await payer.play.core.ledger.audit()).toMatchObject({ findings: [], receivables: [] });
  });

  it('takes its fee back from a frozen account of the platform', async () => {
    const payer = await playPayer();
    await paidOut(payer, 1);
    await payer.play.pass(5);
    const { account } = await payer.internal('USD', 'platform');
    valueOf(await payer.play.run(payer.play.core.accounts.freezeInternal, { id: account.id }));
    await payer.play.pass(31);
    expect((await payer.internal('USD', 'platform')).available).toBe(0n);
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    expect(await payer.play.core.ledger.audit()).toMatchObject({ findings: [], receivables: [] });
  });
});

describe('a returned payout whose account has become full', () => {
  async function returnedToFull() {
    const payer = await playPayer();
    const [made] = await paidOut(payer, 1);
    valueOf(await fund(payer, payer.usd.id, MAX_COMPUTED));
    await payer.play.pass(31);
    await payer.play.pass(5);
    return { payer, made: made! };
  }
  const resolve = async (payer: PlayPayer, resolution: 'RETRIED' | 'CREDITED') => {
    const exceptionId = (await exceptionsOf(payer))[0]!.id;
    const account = resolution === 'CREDITED' ? payer.usd.id : undefined;
    return payer.play.run(payer.play.core.treasury.resolve, {
      ...{ exceptionId, resolution, by: operatorNamed('Ada') },
      ...saidPayment(resolution),
      ...(account !== undefined && { account }),
    });
  };
  const spend = async (payer: PlayPayer) => {
    const quote = await payer.quoted(
      payer.fromAccount(payer.usd.id, (await payer.external('890')).id, { lockedCurrencyAmount: 1_000_000n }),
    );
    valueOf(await payer.execute(quote.id));
    await payer.play.pass(5);
  };

  it('stays in transit with an exception, and its job ends', async () => {
    const { payer, made } = await returnedToFull();
    expect(await payer.payment(made)).toMatchObject({ failureReason: 'PAYOUT_RETURNED', refundStatus: 'FAILED' });
    expect(await exceptionsOf(payer)).toMatchObject([
      {
        kind: 'REFUND_FAILED',
        status: 'OPEN',
        amount: 1_000_000n,
        reason: 'the payout was returned, but its source account cannot hold the amount; the money is in transit',
      },
    ]);
    expect(await payer.internal('USD')).toMatchObject({ available: MAX_COMPUTED, held: 0n });
    await payer.auditClean();
  });

  it('is not refunded again until the account has room', async () => {
    const { payer, made } = await returnedToFull();
    for (const resolution of ['RETRIED', 'CREDITED'] as const)
      expect(await resolve(payer, resolution)).toMatchObject({ ok: false, error: { code: 'AMOUNT_OUT_OF_RANGE' } });
    await spend(payer);
    valueOf(await resolve(payer, 'RETRIED'));
    await payer.play.pass(5);
    expect((await payer.payment(made)).refundStatus).toBe('COMPLETED');
    expect(await payer.internal('USD')).toMatchObject({ available: MAX_COMPUTED, held: 0n });
    await payer.auditClean();
  });
});

describe('a negative fee balance', () => {
  it('is a finding of the audit, and the next sweep takes the missing amount back from the platform', async () => {
    const payer = await playPayer();
    const { play, usd } = payer;
    const lines = [
      { account: chart.fees(play.tenant, usd.currency), amount: -1_000_000n },
      { account: chart.loss('SANDBOX', usd.currency), amount: 1_000_000n },
    ];
    // As returns were booked in earlier versions: out of fees that had been swept.
    const entry = { kind: 'CARD_LOSS', cause: 'Transaction:before', lines } as const;
    valueOf(
      await play.storage.units.run(play.tenant, async (tx) => {
        post({ tx, ctx: play.context(), ids: createIds(play.clock, seededRandom()) }, entry, NEVER_SHORT);
        return ok();
      }),
    );
    const negative = `${chart.fees(play.tenant, usd.currency).name} is negative: -10,000.00 USD`;
    expect((await play.core.ledger.audit()).findings).toContain(negative);

    await paidOut(payer, 1, await payer.external('890'));
    await play.pass(5);
    expect(await feesOf(payer)).toBe(0n);
    const report = await play.core.ledger.audit();
    expect(report.findings.filter((finding) => !finding.includes('Transaction:before'))).toEqual([]);
    expect(report.receivables).toMatchObject([{ amount: 100_000n }]);
  });
});

describe('a receivable', () => {
  it('that is thirty days old opens an exception over its unsettled rest', async () => {
    const payer = await playPayer();
    await paidOut(payer, 1);
    await payer.play.pass(5);
    valueOf(await withdraw(payer, 900_000n));
    await payer.play.pass(31);
    const { account } = await payer.internal('USD', 'platform');
    valueOf(await fund(payer, account.id, 400_000n));
    await payer.play.pass(29 * DAY);
    expect(await exceptionsOf(payer)).toEqual([]);
    await payer.play.pass(DAY + 60);
    expect(await exceptionsOf(payer)).toMatchObject([
      { kind: 'RECEIVABLE_OVERDUE', status: 'OPEN', subject: account.id, amount: 500_000n, currency: 'USD' },
    ]);
    await payer.auditClean();
  });

  it('that may be owed for a year has no audit finding, and opens an exception after the year', async () => {
    const payer = await playPayer({
      options: {
        ...DEFAULT_OPTIONS,
        cursorKey: new Uint8Array(32).fill(1),
        publicAuthority: 'localhost:8080',
        receivableDays: 365,
      },
    });
    await paidOut(payer, 1);
    await payer.play.pass(5);
    valueOf(await withdraw(payer, 900_000n));
    await payer.play.pass(31);
    await payer.auditClean();
    for (let month = 0; month < 12; month++) await payer.play.pass(30 * DAY);
    expect(await exceptionsOf(payer)).toEqual([]);
    await payer.play.pass(6 * DAY);
    expect(await exceptionsOf(payer)).toMatchObject([{ kind: 'RECEIVABLE_OVERDUE', amount: 900_000n }]);
    await payer.auditClean();
  });

  it('that was settled in time opens none, and each debt has its own deadline', async () => {
    const payer = await playPayer();
    const destination = await payer.external('005');
    await paidOut(payer, 1, destination);
    await payer.play.pass(5);
    valueOf(await withdraw(payer, 900_000n));
    await payer.play.pass(31);
    const { account } = await payer.internal('USD', 'platform');
    await payer.play.pass(20 * DAY);
    await paidOut(payer, 1, destination);
    await payer.play.pass(5);
    // The fee of the second payout settled the first debt, and its return makes a second one.
    await payer.play.pass(31);
    expect((await payer.play.core.ledger.audit()).receivables).toMatchObject([{ amount: 900_000n }]);
    await payer.play.pass(11 * DAY);
    expect(await exceptionsOf(payer)).toEqual([]);
    await payer.play.pass(20 * DAY);
    expect(await exceptionsOf(payer)).toMatchObject([{ subject: account.id, amount: 900_000n }]);
    await payer.auditClean();
  });
});
