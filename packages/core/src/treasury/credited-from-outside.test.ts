import { afterEach, describe, expect, it } from 'vitest';
import type { PullStatus, RailRefundStatus } from '../accounts/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import { ok, update } from '../kernel/index.js';
import { FUNDED, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import { TRANSACTIONS } from '../transactions/index.js';

const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const COMPLETED = { state: 'completed' } as const;
const FAILED = { state: 'failed', reason: 'AC04' } as const;

let bank: PlayBank;
const credited = async ({ id: exceptionId }: ExceptionRecord) => {
  const { play, usd } = bank.payer;
  const by = operatorNamed('Ann');
  return play.run(play.core.treasury.resolve, { exceptionId, resolution: 'CREDITED', account: usd.id, by });
};
const refused = (message: string) => ({
  error: { code: 'CONFLICT', message: expect.stringContaining(message) as string },
});
const available = async () => (await bank.balance())[0];
afterEach(() => expect(bank.failures).toEqual([]));

/** An operator learns that the money of an incoming payment came, and opens a contradiction. */
const saysThatItCame = async (subject: string) => {
  const { play } = bank.payer;
  const opened = { kind: 'RAIL_CONTRADICTION', subject, reference: 'statement 7', reason: 'it came' } as const;
  return valueOf(await play.run(play.core.treasury.open, { ...opened, direction: 'IN' }));
};

describe('money of a collection', () => {
  const collecting = async () => {
    bank = await playBank({ rails: bankRails({}, { submit: async () => PENDING }) });
    const { id } = await bank.transferIn();
    return { id, exception: await saysThatItCame(id) };
  };
  const collection = async (reference: string, status: PullStatus) =>
    valueOf(await bank.tell({ kind: 'collection', reference, status })).effect;

  it('is not credited from outside while the collection is open', async () => {
    const { exception } = await collecting();
    expect(await credited(exception)).toMatchObject(refused('the collection is PENDING'));
    expect(await available()).toBe(FUNDED);
  });

  it('is not credited from outside once the collection has brought it', async () => {
    const { id, exception } = await collecting();
    await collection(id, { state: 'collected', checkAfterSeconds: null });
    expect(await available()).toBe(FUNDED + SENT);
    expect(await credited(exception)).toMatchObject(refused('none of the money that came is missing'));
    await bank.payer.auditClean();
  });

  it('is credited from outside once the collection has failed, and only once', async () => {
    const { id, exception } = await collecting();
    await collection(id, { state: 'failed', reason: 'REJECTED' });
    valueOf(await credited(exception));
    expect(await available()).toBe(FUNDED + SENT);
    const again = await bank.payer.play.run(bank.payer.play.core.treasury.open, {
      ...{ kind: 'RAIL_CONTRADICTION', subject: id, reference: 'statement 8', reason: 'it came', direction: 'IN' },
    });
    expect(await credited(valueOf(again))).toMatchObject(refused('none of the money that came is missing'));
    await bank.payer.auditClean();
  });
});

describe('money that goes back to its payer', () => {
  /** A payment for which less arrived than it needs, and a report of the bank that contradicts the arrival. */
  async function refunding(answer: RailRefundStatus) {
    bank = await playBank({ rails: refundingRails(async () => answer) });
    const { payer } = bank;
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    valueOf(await bank.arrives(quote.reference!, 5n, { paymentId: 'p1' }));
    await payer.play.pass(0);
    valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount: 4n, reason: null }));
    const [exception] = await bank.exceptions();
    return { id: quote.transactionId, exception: exception! };
  }
  const refund = async (id: string, status: RailRefundStatus) => {
    const { refundReference } = await bank.read(id);
    return valueOf(await bank.tell({ kind: 'refund', reference: refundReference!, status })).effect;
  };

  it('is not credited from outside while its refund is open, because the refund can fail', async () => {
    const { id, exception } = await refunding(PENDING);
    expect((await bank.read(id)).refundStatus).toBe('PENDING');
    expect(await credited(exception)).toMatchObject(refused('none of the money that came is missing'));
    await refund(id, FAILED);
    expect(await credited(exception)).toMatchObject(refused('none of the money that came is missing'));
    expect(await available()).toBe(FUNDED);
    await bank.payer.auditClean();
  });

  it('is credited from outside when its refund has ended and it came again', async () => {
    const { exception } = await refunding(COMPLETED);
    valueOf(await credited(exception));
    expect(await available()).toBe(FUNDED + 4n);
    await bank.payer.auditClean();
  });

  it('is not booked again if the refund bounces after operators credited it', async () => {
    const { id, exception } = await refunding(COMPLETED);
    valueOf(await credited(exception));
    expect(await refund(id, FAILED)).toBe('CONTRADICTED');
    expect((await bank.read(id)).refundStatus).toBe('COMPLETED');
    expect((await bank.entries(id)).map(([kind]) => kind)).not.toContain('REFUND_BOUNCED');
    const bounced = (await bank.exceptions()).at(-1)!;
    expect(bounced.reason).toContain('operators already credited 0.04 USD of it as come back');
    expect(bounced.direction).toBe('IN');
    await bank.payer.auditClean();
  });
});

it('money that has arrived is not missing before its payment is settled', async () => {
  bank = await playBank();
  const { play, usd } = bank.payer;
  const { transaction } = valueOf(await bank.arrives(usd.reference, SENT));
  const { id } = transaction!;
  const exception = await saysThatItCame(id);
  await play.storage.units.run(play.tenant, async (tx) =>
    ok(update(tx, play.context(), TRANSACTIONS, (await tx.get(TRANSACTIONS, id))!, { settledAt: null })),
  );
  expect(await credited(exception)).toMatchObject(refused('none of the money that came is missing'));
});
