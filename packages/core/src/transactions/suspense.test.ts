import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FundingRefund, RailRefundStatus } from '../accounts/index.js';
import { ok, update } from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import { BANK, GRACE, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import type { PlayPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import { ARRIVALS, type Deposit, DEPOSITS } from './index.js';

const DAY = 86_400;
const COMPLETED = { state: 'completed' } as const;
const FAILED = { state: 'failed', reason: 'AC04' } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 40 } as const;

let payer: PlayPayer;
let bank: PlayBank;
/** What the bank was asked to send back, and its answer. */
const asked: FundingRefund[] = [];
let answer: RailRefundStatus;
/** The references that the bank reports as failed, whatever its answer is. */
const failed = new Set<string>();
let meanwhile: (refund: FundingRefund) => Promise<unknown>;
beforeEach(async () => {
  asked.length = 0;
  failed.clear();
  answer = COMPLETED;
  meanwhile = async () => null;
  const rails = refundingRails(async (refund) => {
    asked.push(refund);
    await meanwhile(refund);
    return failed.has(refund.reference) ? FAILED : answer;
  });
  bank = await playBank({ rails });
  ({ payer } = bank);
});
afterEach(() => expect(bank.failures).toEqual([]));

/** Money that matches nothing, after the first attempt to send it back. */
async function arrived(over: object = {}): Promise<Deposit> {
  const { deposit } = valueOf(await bank.arrives('NOBODY', SENT, { paymentId: 'p1', ...over }));
  await payer.play.pass(0);
  return read(deposit!.id);
}
const read = async (id: string): Promise<Deposit> =>
  (await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.get(DEPOSITS, id)))!;
const hears = async (reference: string, status: RailRefundStatus) =>
  valueOf(await bank.tell({ kind: 'refund', reference, status })).effect;
const retry = async () => {
  const { core, run } = payer.play;
  const open = (await bank.exceptions()).find(({ status }) => status === 'OPEN')!;
  const retried = { exceptionId: open.id, resolution: 'RETRIED', by: operatorNamed('Ann') } as const;
  failed.add(open.reference.replace('/bounced', ''));
  valueOf(await run(core.treasury.resolve, retried));
};
const references = async () => (await bank.exceptions()).map(({ kind, reference }) => [kind, reference]);
const suspense = () => chart.suspense(payer.play.tenant, payer.usd.currency).name;
const clearing = () => chart.clearing('SANDBOX', BANK, payer.usd.currency).name;

describe('money that matches no account', () => {
  it('is sent back to its sender by the rail of its arrival, through suspense', async () => {
    const deposit = await arrived();
    expect(deposit).toMatchObject({
      status: 'RETURNED',
      rail: BANK,
      reference: 'NOBODY',
      currency: 'USD',
      amount: SENT,
      returnedAs: deposit.id,
      bounces: null,
      reversalId: null,
    });
    const arrival = { paymentId: 'p1', remitter: GRACE, valueDate: '2026-01-15' };
    expect(asked).toEqual([
      { reference: deposit.id, currency: 'USD', amount: SENT, arrival, submittedAt: deposit.createdAt },
    ]);
    expect(await bank.entries(deposit.id)).toEqual([
      ['SUSPENSE_IN', { [clearing()]: -SENT, [suspense()]: SENT }],
      ['SUSPENSE_RETURN', { [suspense()]: -SENT, [clearing()]: SENT }],
    ]);
    expect(await bank.jobs(deposit.id)).toEqual([]);
    expect(await bank.exceptions()).toEqual([]);
    expect(await hears(deposit.id, COMPLETED)).toBe('NONE');
    await payer.auditClean();
  });

  it('whose return is pending is asked about after the named delay, under the same reference', async () => {
    answer = PENDING;
    const deposit = await arrived();
    expect(deposit.status).toBe('IN_SUSPENSE');
    expect(await bank.jobs(deposit.id)).toEqual([['suspense.return', 40]]);
    expect(await hears(deposit.id, PENDING)).toBe('NONE');
    answer = COMPLETED;
    await payer.play.pass(40);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
    expect(await read(deposit.id)).toMatchObject({ status: 'RETURNED', returnedAs: deposit.id });
    expect(await bank.jobs(deposit.id)).toEqual([]);
  });

  it('keeps the reference of its return when its record is written meanwhile', async () => {
    answer = PENDING;
    const { id } = await arrived();
    const { storage, tenant, context } = payer.play;
    await storage.units.run(tenant, async (tx) =>
      ok(update(tx, context(), DEPOSITS, (await tx.get(DEPOSITS, id))!, {})),
    );
    await payer.play.pass(40);
    expect(asked.map(({ reference }) => reference)).toEqual([id, id]);
    expect(await hears(id, COMPLETED)).toBe('APPLIED');
    expect(await read(id)).toMatchObject({ status: 'RETURNED', returnAs: id, returnedAs: id });
    await payer.auditClean();
  });

  it('is not asked about again if a message has ended its return during the call', async () => {
    answer = PENDING;
    meanwhile = ({ reference }) => hears(reference, COMPLETED);
    const deposit = await arrived();
    expect(deposit.status).toBe('RETURNED');
    expect(await bank.jobs(deposit.id)).toEqual([]);
    await payer.auditClean();
  });

  it('is not sent back a second time if a message has ended its return before the job runs', async () => {
    answer = PENDING;
    const deposit = await arrived();
    expect(await hears(deposit.id, COMPLETED)).toBe('APPLIED');
    await payer.play.pass(40);
    expect(asked).toHaveLength(1);
    expect(await bank.jobs(deposit.id)).toEqual([]);
  });

  it('stays in suspense with an exception if the rail cannot send it back', async () => {
    answer = FAILED;
    const deposit = await arrived();
    expect(deposit).toMatchObject({ status: 'KEPT', returnedAs: null });
    expect(await bank.exceptions()).toMatchObject([
      {
        kind: 'DEPOSIT_REFUSED',
        subject: deposit.id,
        reference: deposit.id,
        rail: BANK,
        currency: 'USD',
        amount: SENT,
      },
    ]);
    await payer.play.pass(DAY);
    expect(asked).toHaveLength(1);
    expect(await bank.sumOn(suspense())).toBe(SENT);
    await payer.auditClean();
    for (const reference of [deposit.id, `${deposit.id}/2`]) expect(await hears(reference, FAILED)).toBe('NONE');
    for (const reference of [deposit.id, `${deposit.id}/2`]) {
      expect(await hears(reference, COMPLETED)).toBe('CONTRADICTED');
    }
    // Each of the two reports writes the record as it is, so that a retry at the same moment conflicts.
    const version = deposit.version + 2;
    expect(await read(deposit.id)).toEqual({ ...deposit, version, updatedAt: payer.play.clock.now() });
  });

  it('is listed for operators with its sender until it has left suspense', async () => {
    const { core, read: ask } = payer.play;
    const kept = await arrived({ remitter: null, valueDate: null });
    answer = PENDING;
    const going = await arrived({ paymentId: 'p2' });
    answer = COMPLETED;
    await arrived({ paymentId: 'p3' });
    expect(valueOf(await ask(core.transactions.suspense, undefined))).toEqual([
      { deposit: going, remitter: GRACE, valueDate: '2026-01-15', paymentId: 'p2' },
      { deposit: kept, remitter: { name: null, account: null }, valueDate: null, paymentId: 'p1' },
    ]);
  });
});

describe('money that arrived before arrivals were recorded', () => {
  const forget = async () =>
    valueOf(
      await payer.play.storage.units.run(payer.play.tenant, async (tx) => {
        tx.remove(ARRIVALS, (await tx.find(ARRIVALS, 'payment', [BANK, 'p1']))!);
        return ok();
      }),
    );

  it('is listed without its sender, and sent back without naming one', async () => {
    answer = PENDING;
    const deposit = await arrived();
    await forget();
    const { core, read: ask } = payer.play;
    expect(valueOf(await ask(core.transactions.suspense, undefined))).toEqual([
      { deposit, remitter: { name: null, account: null }, valueDate: null, paymentId: null },
    ]);
    answer = COMPLETED;
    await payer.play.pass(40);
    expect(asked[1]).toEqual({ ...asked[0], arrival: null });
    expect((await read(deposit.id)).status).toBe('RETURNED');
  });

  it('is refunded without naming its sender if its quote cannot use it', async () => {
    answer = PENDING;
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    valueOf(await bank.arrives(quote.reference!, 5n, { paymentId: 'p1' }));
    await forget();
    answer = COMPLETED;
    await payer.play.pass(0);
    expect(asked).toMatchObject([{ amount: 5n, arrival: null }]);
    expect((await payer.payment(quote)).refundStatus).toBe('COMPLETED');
  });
});

describe('a return that an operator retries', () => {
  const retried = async (): Promise<Deposit> => {
    answer = FAILED;
    const deposit = await arrived();
    answer = COMPLETED;
    await retry();
    expect(await bank.jobs(deposit.id)).toEqual([['suspense.return', 0]]);
    await payer.play.pass(0);
    return read(deposit.id);
  };

  it('has a new reference, because the rail remembers the outcome of the former one', async () => {
    const deposit = await retried();
    const second = `${deposit.id}/3`;
    expect(asked.map(({ reference }) => reference)).toEqual([deposit.id, deposit.id, second]);
    expect(deposit).toMatchObject({ status: 'RETURNED', returnedAs: second });
    expect(await hears(second, COMPLETED)).toBe('NONE');
    await payer.auditClean();
  });

  it('is not changed by a late failure of the former attempt, which is contradicted if it sent the money', async () => {
    const deposit = await retried();
    expect(await hears(deposit.id, FAILED)).toBe('NONE');
    expect(await read(deposit.id)).toEqual(deposit);
    expect(await hears(deposit.id, COMPLETED)).toBe('CONTRADICTED');
    expect((await bank.exceptions()).at(-1)).toMatchObject({
      kind: 'RAIL_CONTRADICTION',
      subject: deposit.id,
      reference: deposit.id,
      rail: BANK,
      currency: 'USD',
      amount: SENT,
    });
    expect(await read(deposit.id)).toEqual(deposit);
  });

  it('of money that is on its way is not changed by a message about the former attempt', async () => {
    answer = FAILED;
    const deposit = await arrived();
    answer = PENDING;
    await retry();
    await payer.play.pass(0);
    const before = await read(deposit.id);
    expect(before.status).toBe('IN_SUSPENSE');
    expect(await hears(deposit.id, FAILED)).toBe('NONE');
    expect(await hears(deposit.id, COMPLETED)).toBe('CONTRADICTED');
    expect(await read(deposit.id)).toEqual(before);
  });

  it('counts each bounce, and opens an exception for each', async () => {
    const first = await arrived();
    expect(await hears(first.id, FAILED)).toBe('APPLIED');
    expect((await bank.entries(first.id)).at(-1)).toEqual([
      'REFUND_BOUNCED',
      { [clearing()]: -SENT, [suspense()]: SENT },
    ]);
    expect(await read(first.id)).toMatchObject({ status: 'KEPT', bounces: 1 });
    expect(await hears(first.id, FAILED)).toBe('NONE');
    await retry();
    await payer.play.pass(0);
    const second = (await read(first.id)).returnedAs!;
    expect(asked.at(-1)!.reference).toBe(second);
    expect(await hears(second, FAILED)).toBe('APPLIED');
    expect(await read(first.id)).toMatchObject({ status: 'KEPT', bounces: 2 });
    expect(await references()).toEqual([
      ['DEPOSIT_REFUSED', `${first.id}/bounced`],
      ['DEPOSIT_REFUSED', `${second}/bounced`],
    ]);
    await payer.auditClean();
  });

  it('and fails by a message before its job runs is not sent again', async () => {
    answer = FAILED;
    const deposit = await arrived();
    await retry();
    expect(await hears(`${deposit.id}/3`, FAILED)).toBe('APPLIED');
    const kept = await read(deposit.id);
    await payer.play.pass(0);
    expect(asked.map(({ reference }) => reference)).toEqual([deposit.id, deposit.id]);
    expect(await read(deposit.id)).toEqual(kept);
    expect(kept.status).toBe('KEPT');
    expect(await bank.jobs(deposit.id)).toEqual([]);
  });

  it('before the end of its wait, and in vain, does not go back again at the end of the wait', async () => {
    answer = FAILED;
    const deposit = await arrived({ returnAfterSeconds: DAY });
    expect(await bank.jobs(deposit.id)).toEqual([['suspense.return', DAY]]);
    await retry();
    await payer.play.pass(0);
    const kept = await read(deposit.id);
    expect([kept.status, asked.length]).toEqual(['KEPT', 1]);
    await payer.play.pass(DAY);
    expect(asked).toHaveLength(1);
    expect(await read(deposit.id)).toEqual(kept);
  });
});
