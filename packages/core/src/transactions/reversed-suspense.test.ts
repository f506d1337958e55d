import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FundingRefund, RailRefundStatus } from '../accounts/index.js';
import type { Resolution } from '../exceptions/index.js';
import { chart } from '../ledger/index.js';
import { BANK, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import type { PlayPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import { type Deposit, DEPOSITS } from './index.js';
import { saidPayment } from '../testing/said-payment.js';

const COMPLETED = { state: 'completed' } as const;
const FAILED = { state: 'failed', reason: 'AC04' } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 40 } as const;

let payer: PlayPayer;
let bank: PlayBank;
/** What the bank answers when it is asked to send money back. */
let answer: RailRefundStatus;
/** Happens while the bank is asked. */
let meanwhile: () => Promise<void>;
/** The references under which the bank was asked. */
let asked: string[];
beforeEach(async () => {
  answer = COMPLETED;
  meanwhile = async () => undefined;
  asked = [];
  const refund = async ({ reference }: FundingRefund) => {
    asked.push(reference);
    await meanwhile();
    return answer;
  };
  bank = await playBank({ rails: refundingRails(refund) });
  ({ payer } = bank);
});
afterEach(() => expect(bank.failures).toEqual([]));

/** Money that matches nothing, after the first attempt to send it back. */
async function arrived(): Promise<Deposit> {
  const { deposit } = valueOf(await bank.arrives('NOBODY', SENT, { paymentId: 'p1' }));
  await payer.play.pass(0);
  return read(deposit!.id);
}
const read = async (id: string): Promise<Deposit> =>
  (await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.get(DEPOSITS, id)))!;
const reverse = async (amount = SENT, messageId = 'back 1') =>
  valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount, reason: null, messageId })).effect;
const resolve = async (kind: 'RECALL' | 'DEPOSIT_REFUSED', resolution: 'ADJUSTED' | 'CREDITED') => {
  const { core, run } = payer.play;
  const exception = (await bank.exceptions()).find((each) => each.kind === kind)!;
  const by = operatorNamed('Ann');
  const resolved = { exceptionId: exception.id, resolution, account: payer.usd.id, by };
  valueOf(await run(core.treasury.resolve, resolved));
};
const recall = async () => {
  const message = { kind: 'recall', paymentId: 'p1', amount: 1n, reason: null, messageId: 'recall 1' } as const;
  expect(valueOf(await bank.tell(message)).effect).toBe('APPLIED');
};
const suspense = () => chart.suspense(payer.play.tenant, payer.usd.currency).name;
const clearing = () => chart.clearing('SANDBOX', BANK, payer.usd.currency).name;

describe('a reversal of money in suspense', () => {
  it.each([
    ['on its way back', PENDING],
    ['that could not be sent back', FAILED],
  ])('takes money %s out of suspense, once', async (_, first) => {
    answer = first;
    const deposit = await arrived();
    expect(await reverse()).toBe('APPLIED');
    expect(await read(deposit.id)).toMatchObject({ status: 'REVERSED', reversalId: 'back 1', returnedAs: null });
    expect((await bank.entries(deposit.id)).at(-1)).toEqual([
      'SUSPENSE_RETURN',
      { [suspense()]: -SENT, [clearing()]: SENT },
    ]);
    expect(await reverse(SENT, 'back 2')).toBe('NONE');
    expect(await bank.sumOn(suspense())).toBe(0n);
    await payer.auditClean();
  });

  it('that was sent back opens an exception, because it was paid twice', async () => {
    const deposit = await arrived();
    expect(await reverse()).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      {
        kind: 'RAIL_CONTRADICTION',
        subject: deposit.id,
        reference: 'back 1',
        rail: BANK,
        currency: 'USD',
        amount: SENT,
      },
    ]);
    expect(await read(deposit.id)).toEqual(deposit);
  });

  it('of another amount than arrived opens an exception about the reversed amount', async () => {
    answer = PENDING;
    const deposit = await arrived();
    expect(await reverse(SENT - 1n)).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      { kind: 'RAIL_CONTRADICTION', subject: deposit.id, reference: 'back 1', rail: BANK, amount: SENT - 1n },
    ]);
    expect(await read(deposit.id)).toEqual(deposit);
  });

  it('of which a recall was answered before an operator decided takes nothing', async () => {
    answer = FAILED;
    const deposit = await arrived();
    await recall();
    await resolve('RECALL', 'ADJUSTED');
    expect(await reverse()).toBe('CONTRADICTED');
    expect((await read(deposit.id)).status).toBe('KEPT');
    expect(await bank.sumOn(suspense())).toBe(SENT);
  });

  it('of which a recall was answered opens an exception, and takes nothing', async () => {
    answer = FAILED;
    const deposit = await arrived();
    await resolve('DEPOSIT_REFUSED', 'CREDITED');
    await recall();
    expect((await bank.exceptions()).at(-1)).toMatchObject({
      kind: 'RECALL',
      subject: deposit.id,
      reference: 'recall 1',
      rail: BANK,
      currency: 'USD',
      amount: 1n,
    });
    await resolve('RECALL', 'ADJUSTED');
    expect(await reverse()).toBe('CONTRADICTED');
    expect((await bank.exceptions()).at(-1)).toMatchObject({
      kind: 'RAIL_CONTRADICTION',
      subject: deposit.id,
      reference: 'back 1',
      amount: SENT - 1n,
    });
  });
});

describe('a contradiction about money on its way back', () => {
  const partlyReversed = async (): Promise<string> => {
    expect(await reverse(40_000n)).toBe('CONTRADICTED');
    return (await bank.exceptions()).at(-1)!.id;
  };
  const attempt = (exceptionId: string, resolution: Resolution) => {
    const account = resolution === 'CREDITED' || resolution === 'ADJUSTED' ? payer.usd.id : undefined;
    const { core, run } = payer.play;
    const by = operatorNamed('Ann');
    return run(core.treasury.resolve, { exceptionId, resolution, account, by, ...saidPayment(resolution) });
  };
  const REFUSAL = { error: { code: 'CONFLICT', message: expect.stringContaining('on its way back') as string } };

  it.each(['CREDITED', 'PAID_ELSEWHERE', 'ADJUSTED', 'WRITTEN_OFF'] as const)(
    'is not %s before the return has ended, so that the rail is asked under one reference',
    async (resolution) => {
      answer = PENDING;
      const deposit = await arrived();
      const exception = await partlyReversed();
      expect(await attempt(exception, resolution)).toMatchObject(REFUSAL);
      await payer.play.pass(40);
      expect(asked).toEqual([deposit.id, deposit.id]);
      const status = { state: 'completed' } as const;
      expect(valueOf(await bank.tell({ kind: 'refund', reference: deposit.id, status })).effect).toBe('APPLIED');
      expect(await read(deposit.id)).toMatchObject({ status: 'RETURNED', returnedAs: deposit.id });
      await payer.auditClean();
    },
  );

  it('is not resolved while the rail answers, so that the answer is booked', async () => {
    const { deposit } = valueOf(await bank.arrives('NOBODY', SENT, { paymentId: 'p1' }));
    meanwhile = async () => {
      meanwhile = async () => undefined;
      expect(await attempt(await partlyReversed(), 'CREDITED')).toMatchObject(REFUSAL);
    };
    await payer.play.pass(0);
    expect(await read(deposit!.id)).toMatchObject({ status: 'RETURNED', returnedAs: deposit!.id });
    expect(await bank.sumOn(suspense())).toBe(0n);
    await payer.auditClean();
  });

  it('can be refused at any time', async () => {
    answer = PENDING;
    await arrived();
    valueOf(await attempt(await partlyReversed(), 'REFUSED'));
    await payer.auditClean();
  });
});
