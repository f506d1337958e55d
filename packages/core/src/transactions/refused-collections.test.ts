import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RailRefundStatus } from '../accounts/index.js';
import { chart } from '../ledger/index.js';
import { MAX_AMOUNT, MAX_COMPUTED } from '../money/index.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';

const COMPLETED = { state: 'completed' } as const;
const FAILED = { state: 'failed', reason: 'AC04' } as const;
const into = (...what: readonly string[]) => what.map((each) => `INCOMING_PAYMENT.${each}`);

let payer: PlayPayer;
let bank: PlayBank;
let answer: RailRefundStatus;
beforeEach(async () => {
  answer = COMPLETED;
  const submit = async () => ({ state: 'pending', checkAfterSeconds: 60 }) as const;
  bank = await playBank({ rails: bankRails({}, { submit, refund: async () => answer }) });
  ({ payer } = bank);
});
afterEach(() => expect(bank.failures).toEqual([]));

/** A transfer in whose money was collected although its account is full. */
async function refused() {
  const { id } = await bank.transferIn();
  for (const amount of [MAX_AMOUNT - FUNDED, MAX_COMPUTED - MAX_AMOUNT]) {
    valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount }));
  }
  const status = { state: 'collected', checkAfterSeconds: null } as const;
  expect(valueOf(await bank.tell({ kind: 'collection', reference: id, status })).effect).toBe('APPLIED');
  await payer.play.pass(0);
  return bank.read(id);
}

describe('the refund of a transfer in', () => {
  it('makes it REFUNDED, and FAILED again when the refund bounces', async () => {
    const transfer = await refused();
    expect(transfer).toMatchObject({ status: 'REFUNDED', refundStatus: 'COMPLETED' });
    const message = { kind: 'refund', reference: transfer.refundReference!, status: FAILED } as const;
    expect(valueOf(await bank.tell(message)).effect).toBe('APPLIED');
    await payer.play.pass(0);
    expect(await bank.read(transfer.id)).toMatchObject({ status: 'FAILED', refundStatus: 'FAILED' });
    const told = into('PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED', 'REFUND_FAILED');
    expect(payer.eventsOf(transfer.id)).toEqual(told);
    expect(payer.play.delivered.find(({ type }) => type === told[3])?.snapshot).toMatchObject({ status: 'REFUNDED' });
    expect(payer.play.delivered.find(({ type }) => type === told[4])?.snapshot).toMatchObject({ status: 'FAILED' });
    await payer.auditClean();
  });

  it('that the rail cannot send leaves it FAILED, until an operator retries it', async () => {
    answer = FAILED;
    const transfer = await refused();
    expect(transfer).toMatchObject({ status: 'FAILED', refundStatus: 'FAILED', refundSettledAt: null });
    const [exception] = await bank.exceptions();
    expect(exception).toMatchObject({
      kind: 'REFUND_FAILED',
      subject: transfer.id,
      reference: transfer.refundReference,
      rail: BANK,
      currency: 'USD',
      amount: SENT,
    });
    answer = COMPLETED;
    const { core, run } = payer.play;
    const retried = { exceptionId: exception!.id, resolution: 'RETRIED', by: operatorNamed('Ann') } as const;
    expect(valueOf(await run(core.treasury.resolve, retried)).entryId).toBeNull();
    await payer.play.pass(0);
    expect(await bank.read(transfer.id)).toMatchObject({ status: 'REFUNDED', refundStatus: 'COMPLETED' });
    expect(payer.eventsOf(transfer.id)).toEqual(
      into('PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
    );
    await payer.auditClean();
  });

  it('is a loss if the collection is returned as well', async () => {
    const transfer = await refused();
    const status = { state: 'returned', returnId: 'R1', amount: SENT, reason: null } as const;
    expect(valueOf(await bank.tell({ kind: 'collection', reference: transfer.id, status })).effect).toBe('APPLIED');
    const { currency } = payer.usd;
    const [clearing, loss] = [chart.clearing('SANDBOX', BANK, currency).name, chart.loss('SANDBOX', currency).name];
    expect((await bank.entries(transfer.id)).at(-1)).toEqual(['FUNDING_LOST', { [clearing]: SENT, [loss]: -SENT }]);
    expect(await bank.exceptions()).toMatchObject([{ subject: transfer.id, reference: 'loss:R1', amount: SENT }]);
    expect((await bank.read(transfer.id)).status).toBe('REFUNDED');
    await payer.auditClean();
  });
});
