import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  EXTERNAL_ACCOUNTS,
  INTERNAL_ACCOUNT,
  INTERNAL_ACCOUNTS,
  type PullInstruction,
  type PullRail,
  type PullRefund,
  type PullStatus,
} from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { type Id, ok, transition, type Tx, update } from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import { MAX_AMOUNT, MAX_COMPUTED } from '../money/index.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';

const HOUR = 3_600;
const COLLECTED = { state: 'collected', checkAfterSeconds: null } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const FAILED = { state: 'failed', reason: 'REJECTED' } as const;
const back = (amount: bigint, returnId = 'R1') => ({ state: 'returned', returnId, amount, reason: 'AC04' }) as const;

let payer: PlayPayer;
let bank: PlayBank;
const on = async (of: Parameters<typeof playBank>[0]) => {
  bank = await playBank(of);
  ({ payer } = bank);
};
afterEach(() => expect(bank.failures).toEqual([]));
beforeEach(() => on({ rails: bankRails({}, { submit: async () => PENDING }) }));

const hears = async (id: string, status: PullStatus) =>
  valueOf(await bank.tell({ kind: 'collection', reference: id, status })).effect;
const usd = () => payer.usd.currency;
const clearing = () => chart.clearing('SANDBOX', BANK, usd()).name;

describe('the instruction of a rail that collects', () => {
  it('names the account, the amount and the time of the submission, and is the same at every check', async () => {
    const asked: PullInstruction[] = [];
    const hear = async (instruction: PullInstruction) => (asked.push(instruction), PENDING);
    await on({ rails: bankRails({}, { submit: hear, status: hear }) });
    const submittedAt = payer.play.clock.now();
    const { id } = await bank.transferIn();
    expect(await bank.jobs(id)).toEqual([['pull.check', 60]]);
    const before = await bank.read(id);
    await payer.play.pass(60);
    expect(await bank.read(id)).toEqual(before);
    const instruction = {
      reference: id,
      account: { accountType: 'US_ACCOUNT', accountNumber: '123456890', routingNumber: '021000021' },
      currency: 'USD',
      amount: SENT,
      remittanceInformation: null,
      submittedAt,
      cancelRequestedAt: null,
    };
    expect(asked).toEqual([instruction, instruction]);
    expect(await bank.read(id)).toMatchObject({ pullSubmittedAt: submittedAt, status: 'PENDING', collectedAt: null });
    expect(await bank.jobs(id)).toEqual([['pull.check', 60]]);
  });
});

describe('collected money of a transfer', () => {
  it('is credited once, at the time of the answer', async () => {
    const { id } = await bank.transferIn();
    payer.play.clock.advance(7);
    const now = payer.play.clock.now();
    expect(await hears(id, PENDING)).toBe('NONE');
    expect(await hears(id, COLLECTED)).toBe('APPLIED');
    expect(await bank.read(id)).toMatchObject({ status: 'COMPLETED', collectedAt: now, settledAt: now });
    expect(await bank.entries(id)).toEqual([
      ['DEPOSIT', { [clearing()]: -SENT, [chart.available(payer.usd.id, usd()).name]: SENT }],
    ]);
    expect(await hears(id, COLLECTED)).toBe('NONE');
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
    await payer.auditClean();
  });

  it('that the rail reports as failed later is taken back from the account, once', async () => {
    const { id } = await bank.transferIn();
    await hears(id, COLLECTED);
    expect(await hears(id, FAILED)).toBe('APPLIED');
    expect(await bank.read(id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'COLLECTION_FAILED',
      refundStatus: null,
      corrections: { fundingReversed: true, fundingReturnId: null },
    });
    expect((await bank.entries(id)).at(-1)).toEqual([
      'DEPOSIT_REVERSAL',
      { [clearing()]: SENT, [chart.available(payer.usd.id, usd()).name]: -SENT },
    ]);
    for (const status of [FAILED, back(SENT), COLLECTED]) expect(await hears(id, status)).toBe('NONE');
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect(await bank.exceptions()).toEqual([]);
    await payer.auditClean();
  });

  it('that was collected and returned before a check leaves the transfer failed, with nothing to refund', async () => {
    const { id } = await bank.transferIn();
    expect(await hears(id, back(SENT))).toBe('APPLIED');
    expect(await bank.read(id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'COLLECTION_FAILED',
      collectedAt: null,
      refundStatus: null,
      corrections: { fundingReversed: true, fundingReturnId: 'R1' },
    });
    for (const status of [COLLECTED, back(SENT), back(SENT, 'R2'), FAILED]) {
      expect(await hears(id, status)).toBe('NONE');
    }
    expect([await bank.entries(id), await bank.exceptions()]).toEqual([[], []]);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });

  it('cannot be returned if the collection had failed', async () => {
    const { id } = await bank.transferIn();
    expect(await hears(id, FAILED)).toBe('APPLIED');
    for (const status of [FAILED, back(SENT)]) expect(await hears(id, status)).toBe('NONE');
    expect(await bank.exceptions()).toEqual([]);
    expect(await hears(id, COLLECTED)).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      { kind: 'RAIL_CONTRADICTION', subject: id, reference: 'collected', rail: BANK, currency: 'USD', amount: SENT },
    ]);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });

  it.each([
    ['less', -1n],
    ['more', 1n],
  ])('that comes back with %s than was collected is a contradiction about the returned amount', async (_, off) => {
    const { id } = await bank.transferIn();
    await hears(id, COLLECTED);
    expect(await hears(id, back(SENT + off))).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      { kind: 'RAIL_CONTRADICTION', subject: id, reference: 'R1', rail: BANK, currency: 'USD', amount: SENT + off },
    ]);
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
  });
});

describe('money collected for an account that cannot take it', () => {
  const close = () =>
    payer.play.storage.units.run(payer.play.tenant, async (tx) => {
      const account = (await tx.get(INTERNAL_ACCOUNTS, payer.usd.id))!;
      return ok(transition(tx, payer.play.context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, 'close'));
    });
  const fill = async () => {
    for (const amount of [MAX_AMOUNT - FUNDED, MAX_COMPUTED - MAX_AMOUNT - SENT + 1n]) {
      valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount }));
    }
  };
  const cannot = [
    ['was closed', close],
    ['is full', fill],
  ] as const;

  const refunds: PullRefund[] = [];
  let answer: PullStatus = PENDING;
  beforeEach(async () => {
    refunds.length = 0;
    answer = PENDING;
    const pulls: Partial<PullRail> = {
      submit: async () => PENDING,
      status: async () => answer,
      refund: async (refund) => (refunds.push(refund), { state: 'completed' }),
    };
    await on({ rails: bankRails({}, pulls) });
  });

  it.each(cannot)('because it %s goes back to the payer after a message', async (_, make) => {
    const { id } = await bank.transferIn();
    await make();
    expect(await hears(id, COLLECTED)).toBe('APPLIED');
    expect(await bank.read(id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'COLLECTION_FAILED',
      collectedAt: payer.play.clock.now(),
      refundStatus: 'PENDING',
      refundReason: 'TRANSACTION_FAILED',
    });
    const transit = chart.inTransit(id as Id<'Transaction'>, usd()).name;
    expect(await bank.entries(id)).toEqual([['FUNDING', { [clearing()]: -SENT, [transit]: SENT }]]);
    await payer.play.pass(0);
    const refunded = await bank.read(id);
    expect(refunded).toMatchObject({ status: 'REFUNDED', refundStatus: 'COMPLETED' });
    expect(refunds).toMatchObject([{ reference: refunded.refundReference, pull: { reference: id, amount: SENT } }]);
    expect((await bank.entries(id)).at(-1)).toEqual(['FUNDING_REFUND', { [transit]: -SENT, [clearing()]: SENT }]);
    const told = ['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
    expect(payer.eventsOf(id)).toEqual(told.map((what) => `INCOMING_PAYMENT.${what}`));
    expect(await hears(id, COLLECTED)).toBe('NONE');
    expect(refunds).toHaveLength(1);
  });

  it.each(cannot)('because it %s goes back to the payer after a check', async (_, make) => {
    const { id } = await bank.transferIn();
    await make();
    answer = COLLECTED;
    await payer.play.pass(60);
    expect(await bank.jobs(id)).toEqual([]);
    expect(refunds).toHaveLength(1);
    expect(await bank.read(id)).toMatchObject({
      status: 'REFUNDED',
      refundStatus: 'COMPLETED',
      collectedAt: payer.play.clock.now(),
    });
  });
});

describe('a collection is not submitted', () => {
  const change = (write: (tx: Tx) => Promise<unknown>) =>
    payer.play.storage.units.run(payer.play.tenant, async (tx) => ok(await write(tx)));
  const asked: PullInstruction[] = [];
  beforeEach(async () => {
    asked.length = 0;
    await on({ rails: bankRails({}, { submit: async (instruction) => (asked.push(instruction), COLLECTED) }) });
  });
  const started = async (source: string) =>
    valueOf(
      await payer.play.run(payer.play.core.transfers.in, {
        sourceId: source,
        destinationId: payer.usd.id,
        amount: SENT,
      }),
    ).id;

  it.each([
    [
      'if its account was deleted meanwhile',
      async (tx: Tx, source: string) =>
        update(tx, payer.play.context(), EXTERNAL_ACCOUNTS, (await tx.get(EXTERNAL_ACCOUNTS, source))!, {
          isDeleted: true,
        }),
    ],
    [
      'if its payer was deleted meanwhile',
      async (tx: Tx) =>
        update(tx, payer.play.context(), CUSTOMERS, (await tx.get(CUSTOMERS, payer.customerId))!, {
          isDeleted: true,
        } as never),
    ],
    [
      'to an account that was closed meanwhile',
      async (tx: Tx) =>
        transition(
          tx,
          payer.play.context(),
          INTERNAL_ACCOUNT,
          INTERNAL_ACCOUNTS,
          (await tx.get(INTERNAL_ACCOUNTS, payer.usd.id))!,
          'close',
        ),
    ],
  ])('%s', async (_, write) => {
    const source = (await payer.dollars()).id;
    const id = await started(source);
    await change((tx) => write(tx, source));
    await payer.play.pass(0);
    expect(asked).toEqual([]);
    expect(await bank.read(id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'COLLECTION_FAILED',
      pullSubmittedAt: null,
      collectedAt: null,
      refundStatus: null,
    });
    expect([await bank.jobs(id), await bank.entries(id)]).toEqual([[], []]);
  });
});

describe('a check of a collection', () => {
  it.each([
    ['failed', PENDING, FAILED, 0],
    ['was returned', { ...COLLECTED, checkAfterSeconds: 60 }, back(SENT), 0],
    ['was collected, and may still be returned', { ...COLLECTED, checkAfterSeconds: 60 }, COLLECTED, 1],
  ] as const)('after a message that it %s asks the rail as often as needed', async (_, first, told, times) => {
    let asked = 0;
    const pulls = { submit: async () => first, status: async () => ((asked += 1), COLLECTED) };
    await on({ rails: bankRails({}, pulls) });
    const { id } = await bank.transferIn();
    expect(await bank.jobs(id)).toEqual([['pull.check', 60]]);
    await hears(id, told);
    const before = await bank.read(id);
    await payer.play.pass(60);
    expect(asked).toBe(times);
    expect(await bank.read(id)).toEqual(before);
    expect([await bank.jobs(id), await bank.exceptions()]).toEqual([[], []]);
  });

  it('is the last one if the collection failed', async () => {
    await on({ rails: bankRails({}, { submit: async () => PENDING, status: async () => FAILED }) });
    const { id } = await bank.transferIn();
    await payer.play.pass(60);
    expect((await bank.read(id)).status).toBe('FAILED');
    expect(await bank.jobs(id)).toEqual([]);
  });
});

describe('a check of a collection that contradicts the records', () => {
  it('is repeated after an hour while the collection is open', async () => {
    let status: PullStatus = back(SENT + 1n);
    await on({ rails: bankRails({}, { submit: async () => PENDING, status: async () => status }) });
    const { id } = await bank.transferIn();
    await payer.play.pass(60);
    expect((await bank.read(id)).status).toBe('PENDING');
    expect(await bank.jobs(id)).toEqual([['pull.check', HOUR]]);
    expect(await bank.exceptions()).toMatchObject([{ subject: id, reference: 'R1', amount: SENT + 1n }]);
    status = COLLECTED;
    await payer.play.pass(HOUR);
    expect((await bank.read(id)).status).toBe('COMPLETED');
    expect(await bank.jobs(id)).toEqual([]);
    await payer.auditClean();
  });

  it('is the last one if the transfer has ended', async () => {
    const first = { ...COLLECTED, checkAfterSeconds: 30 };
    await on({ rails: bankRails({}, { submit: async () => first, status: async () => back(SENT - 1n) }) });
    const { id } = await bank.transferIn();
    expect(await bank.jobs(id)).toEqual([['pull.check', 30]]);
    await payer.play.pass(30);
    expect(await bank.exceptions()).toMatchObject([{ subject: id, reference: 'R1', amount: SENT - 1n }]);
    expect((await bank.read(id)).status).toBe('COMPLETED');
    expect(await bank.jobs(id)).toEqual([]);
  });
});
