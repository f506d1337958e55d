import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RailRefundStatus, RailUnavailable } from '../accounts/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import { chart } from '../ledger/index.js';
import { addOperator } from '../testing/operators.js';
import { BANK, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import { DEPOSITS } from '../transactions/index.js';

const COMPLETED = { state: 'completed' } as const;
const FAILED = { state: 'failed', reason: 'AC04' } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 40 } as const;
const LITTLE = 5n;

let payer: PlayPayer;
let bank: PlayBank;
/** The references for which the bank was asked. */
const asked: string[] = [];
let answer: RailRefundStatus | 'away';
beforeEach(async () => {
  asked.length = 0;
  answer = FAILED;
  const rails = refundingRails(async ({ reference }) => {
    asked.push(reference);
    if (answer === 'away') throw new RailUnavailable(BANK, 'refund', 'timed out');
    return answer;
  });
  bank = await playBank({ rails });
  ({ payer } = bank);
});
afterEach(() => payer.auditClean());

/** A payment whose payer is outside, whose refund the bank refused. */
async function failedRefund() {
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  valueOf(await bank.arrives(quote.reference!, LITTLE, { paymentId: 'p1' }));
  await payer.play.pass(0);
  return quote;
}

/** Money that matches nothing, which the bank refused to send back. */
async function failedReturn() {
  const { deposit } = valueOf(await bank.arrives('NOBODY', SENT, { paymentId: 'p1' }));
  await payer.play.pass(0);
  return deposit!.id;
}

const open = async (): Promise<ExceptionRecord> => (await bank.exceptions()).find(({ status }) => status === 'OPEN')!;
const retry = async (evidence?: string) =>
  payer.play.run(payer.play.core.treasury.resolve, {
    ...{ exceptionId: (await open()).id, resolution: 'RETRIED', by: operatorNamed('Ann'), note: 'again', evidence },
  });
const plan = async (evidence?: string) =>
  payer.play.run(payer.play.core.treasury.planResolution, {
    ...{ exceptionId: (await open()).id, resolution: 'RETRIED', evidence },
  });

describe('RETRIED', () => {
  it.each([
    ['pending', PENDING, 'reports it as pending'],
    ['without an answer', 'away', 'did not answer or cannot be asked'],
  ] as const)('is refused while the former refund is %s, and nothing is sent', async (_, now, says) => {
    const quote = await failedRefund();
    const { refundReference: former } = await payer.payment(quote);
    const { asks } = valueOf(
      await payer.play.read(payer.play.core.treasury.choices, { exceptionId: (await open()).id }),
    )[0]!;
    expect(asks).toEqual({ rail: BANK, reference: former });
    answer = now;
    for (const refused of [await plan(), await retry()]) {
      expect(refused).toMatchObject({ error: { code: 'CONFLICT' } });
      expect((refused as { error: { message: string } }).error.message).toContain(`${former}, and ${says}`);
    }
    await payer.play.pass(100);
    expect(new Set(asked)).toEqual(new Set([former]));
    expect(await payer.payment(quote)).toMatchObject({ refundStatus: 'FAILED', refundReference: former });
    answer = FAILED;
    valueOf(await retry());
    answer = COMPLETED;
    await payer.play.pass(0);
    expect(await payer.payment(quote)).toMatchObject({ refundStatus: 'COMPLETED' });
  });

  it('is refused in the same way while the former return of a deposit is pending', async () => {
    const id = await failedReturn();
    answer = PENDING;
    expect(await retry()).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(new Set(asked)).toEqual(new Set([id]));
  });

  it('completes the refund under its reference if the rail says that it had sent the money', async () => {
    const quote = await failedRefund();
    const { refundReference: former } = await payer.payment(quote);
    answer = COMPLETED;
    expect(valueOf(await plan())).toMatchObject({ before: { formerAttempt: former, retry: 'resume' } });
    valueOf(await retry());
    await payer.play.pass(0);
    expect(await payer.payment(quote)).toMatchObject({ refundStatus: 'COMPLETED', refundReference: former });
    expect(new Set(asked)).toEqual(new Set([former]));
    expect(await bank.sumOn(chart.inTransit(quote.id, payer.usd.currency).name)).toBe(0n);
    expect(payer.eventsOf(quote.transactionId).at(-1)).toBe('OUTGOING_PAYMENT.REFUND_COMPLETED');
    const bounce = { kind: 'refund', reference: former!, status: FAILED } as const;
    expect(valueOf(await bank.tell(bounce)).effect).toBe('APPLIED');
    expect(await open()).toMatchObject({ kind: 'REFUND_FAILED', reference: `${former}/bounced` });
  });

  it('stays possible while the rail says that it sent the attempt that it is asked for, which RETRIED completes', async () => {
    const quote = await failedRefund();
    const { refundReference: former } = await payer.payment(quote);
    const { id: exceptionId } = await open();
    expect(valueOf(await bank.tell({ kind: 'refund', reference: former!, status: COMPLETED })).effect).toBe(
      'CONTRADICTED',
    );
    const choices = valueOf(await payer.play.read(payer.play.core.treasury.choices, { exceptionId }));
    expect(choices[0]).toMatchObject({ resolution: 'RETRIED', refused: null, asks: { reference: former } });
    answer = COMPLETED;
    valueOf(await retry());
    expect(await payer.payment(quote)).toMatchObject({ refundStatus: 'COMPLETED', refundReference: former });
  });

  it('completes the return of a deposit under its reference if the rail says that it had sent the money', async () => {
    const id = await failedReturn();
    answer = COMPLETED;
    valueOf(await retry());
    await payer.play.pass(0);
    const deposit = await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.get(DEPOSITS, id));
    expect(deposit).toMatchObject({ status: 'RETURNED', returnedAs: id });
    expect(new Set(asked)).toEqual(new Set([id]));
    expect(await bank.sumOn(chart.suspense(payer.play.tenant, payer.usd.currency).name)).toBe(0n);
  });

  it('is refused if the rail reports a refund that came back as completed', async () => {
    answer = COMPLETED;
    const quote = await failedRefund();
    const { refundReference: former } = await payer.payment(quote);
    valueOf(await bank.tell({ kind: 'refund', reference: former!, status: FAILED }));
    expect(await retry()).toMatchObject({ error: { code: 'CONFLICT' } });
    answer = FAILED;
    valueOf(await retry());
  });

  it('decides by one answer of the rail: an attempt that was sent meanwhile is another one', async () => {
    await failedRefund();
    const { resolve } = payer.play.core.treasury;
    const input = { exceptionId: (await open()).id, resolution: 'RETRIED', by: operatorNamed('Ann') } as const;
    const ready = valueOf(await resolve.prepare(payer.play.context(), input));
    const stale = { ...ready, former: { reference: 'Refund:other', state: 'failed' } } as const;
    const { units } = payer.play.storage;
    const late = await units.run(payer.play.tenant, (tx) => resolve.finish(tx, payer.play.context(), stale));
    expect(late).toMatchObject({ error: { code: 'CONFLICT' } });
  });

  it('goes on with the written word of the bank, which is kept with the exception, under a new reference', async () => {
    const quote = await failedRefund();
    const { refundReference: former } = await payer.payment(quote);
    answer = 'away';
    expect(valueOf(await plan('letter of 2026-01-20'))).toMatchObject({ approval: 'always' });
    const resolved = valueOf(await retry('letter of 2026-01-20'));
    expect(resolved.note).toBe('again; the bank states in writing that it did not pay: letter of 2026-01-20');
    answer = COMPLETED;
    await payer.play.pass(0);
    const { refundReference: second, refundStatus } = await payer.payment(quote);
    expect(refundStatus).toBe('COMPLETED');
    expect(second).not.toBe(former);
  });

  it('takes no evidence that is malformed, for another resolution, or for money that no rail was asked to send', async () => {
    await failedRefund();
    const invalid = { error: { code: 'INVALID_INPUT', message: expect.stringContaining('evidence: ') as string } };
    expect(await plan('')).toMatchObject(invalid);
    expect(await plan('x'.repeat(141))).toMatchObject(invalid);
    const input = { exceptionId: (await open()).id, resolution: 'WRITTEN_OFF', evidence: 'x' } as const;
    expect(await payer.play.run(payer.play.core.treasury.planResolution, input)).toMatchObject(invalid);
    const keeps = {
      state: 'failed',
      reason: 'COMPLIANCE_REJECTED',
      refundReason: 'TIMEOUT',
      refundable: false,
    } as const;
    const kept = await playPayer({ rails: bankRails({ submit: async () => keeps }) });
    const quote = await kept.quoted(kept.funded((await kept.external()).id));
    valueOf(await kept.pay(quote));
    await kept.play.pass(0);
    const [exception] = valueOf(await kept.play.core.exceptions.list({})).data;
    expect(exception).toMatchObject({ kind: 'REFUND_FAILED', reference: expect.stringMatching(/\/kept$/) as string });
    const again = { exceptionId: exception!.id, resolution: 'RETRIED' } as const;
    const { planResolution } = kept.play.core.treasury;
    expect(await kept.play.run(planResolution, { ...again, evidence: 'x' })).toMatchObject(invalid);
    // An approval ignores fields that its request did not have, so that a later attempt must change one that it had.
    expect(valueOf(await kept.play.run(planResolution, again)).before).toEqual({
      ...{ status: 'OPEN', formerAttempt: null, retry: 'repeat' },
    });
  });
});

describe('an operator who retries', () => {
  it('needs a second one for the written word of the bank, and for nothing else of a small amount', async () => {
    await failedRefund();
    const { units } = payer.play.storage;
    const [ann, bob] = [await addOperator(units, 'Ann', 'APPROVER'), await addOperator(units, 'Bob', 'APPROVER')];
    const { actions } = payer.play.core.operators;
    const { tenant } = payer.play;
    const { id: exceptionId } = await open();
    const input = { exceptionId, resolution: 'RETRIED', note: 'again' } as const;
    const request = (evidence?: string) =>
      actions.request(ann, { tenant, action: 'exceptions.resolve', input: { ...input, evidence } });
    answer = 'away';
    expect(await request()).toMatchObject({ error: { code: 'CONFLICT' } });
    const outcome = valueOf(await request('letter 7'));
    if (outcome.kind !== 'awaiting') throw new Error(outcome.kind);
    const { requestId, digest } = outcome.awaiting;
    expect(await actions.approve(ann, tenant, { requestId, digest })).toMatchObject({ error: { code: 'FORBIDDEN' } });
    valueOf(await actions.approve(bob, tenant, { requestId, digest }));
    expect((await bank.exceptions())[0]).toMatchObject({
      status: 'RESOLVED',
      note: expect.stringContaining('letter 7') as string,
      approvedBy: expect.stringContaining('Bob') as string,
    });
  });

  it('whose request waits is not approved to send the money again after the rail says that it has sent it', async () => {
    const quote = await failedRefund();
    const { units } = payer.play.storage;
    const [ann, bob] = [await addOperator(units, 'Ann', 'APPROVER'), await addOperator(units, 'Bob', 'APPROVER')];
    const { actions } = payer.play.core.operators;
    const { tenant } = payer.play;
    const input = { exceptionId: (await open()).id, resolution: 'RETRIED', evidence: 'letter 7' } as const;
    answer = 'away';
    const outcome = valueOf(await actions.request(ann, { tenant, action: 'exceptions.resolve', input }));
    if (outcome.kind !== 'awaiting') throw new Error(outcome.kind);
    answer = COMPLETED;
    const { requestId, digest } = outcome.awaiting;
    expect(await actions.approve(bob, tenant, { requestId, digest })).toMatchObject({ error: { code: 'CONFLICT' } });
    expect((await payer.payment(quote)).refundStatus).toBe('FAILED');
  });
});
