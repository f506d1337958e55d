import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExceptionRecord } from '../exceptions/index.js';
import { FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import { sentBack, TRANSACTIONS } from './index.js';

let payer: PlayPayer;
let bank: PlayBank;
beforeEach(async () => {
  bank = await playBank();
  ({ payer } = bank);
});
afterEach(() => expect(bank.failures).toEqual([]));

const arrived = async (): Promise<string> =>
  valueOf(await bank.arrives(payer.usd.reference, SENT, { paymentId: 'p1' })).transaction!.id;
const recall = async (amount: bigint, messageId: string): Promise<ExceptionRecord> => {
  valueOf(await bank.tell({ kind: 'recall', paymentId: 'p1', amount, reason: null, messageId }));
  return (await bank.exceptions()).find(({ reference }) => reference === messageId)!;
};
const answer = async ({ id }: ExceptionRecord, resolution: 'ADJUSTED' | 'REFUSED') => {
  const account = resolution === 'ADJUSTED' ? payer.usd.id : undefined;
  const by = operatorNamed('Ann');
  valueOf(await payer.play.run(payer.play.core.treasury.resolve, { exceptionId: id, resolution, account, by }));
};
const recalled = (subject: string) =>
  payer.play.storage.units.read(payer.play.tenant, async (reads) =>
    sentBack(reads, (await reads.get(TRANSACTIONS, subject))!),
  );
const reverse = async () =>
  valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount: SENT, reason: null, messageId: 'back' })).effect;

describe('what went back for recalls', () => {
  it('is the sum of those that operators answered with money', async () => {
    const id = await arrived();
    expect(await recalled(id)).toBe(0n);
    await answer(await recall(7n, 'refused'), 'REFUSED');
    await recall(9n, 'open');
    expect(await recalled(id)).toBe(0n);
    await answer(await recall(30n, 'one'), 'ADJUSTED');
    await answer(await recall(500n, 'two'), 'ADJUSTED');
    expect(await recalled(id)).toBe(530n);
    const other = valueOf(await bank.arrives(payer.usd.reference, SENT, { paymentId: 'p2' })).transaction!.id;
    expect(await recalled(other)).toBe(0n);
  });

  it('is complete for more recalls than one page of exceptions', async () => {
    const id = await arrived();
    await recall(1n, 'first');
    await recall(1n, 'second');
    await answer(await recall(30n, 'one'), 'ADJUSTED');
    for (let i = 0; i < 50; i++) await recall(1n, `recall ${i}`);
    await answer(await recall(500n, 'two'), 'ADJUSTED');
    expect(await recalled(id)).toBe(530n);
  });
});

describe('a reversal of money that was recalled', () => {
  it('takes the money back if no recall was answered with money', async () => {
    const id = await arrived();
    await answer(await recall(SENT, 'refused'), 'REFUSED');
    await recall(SENT, 'open');
    expect(await reverse()).toBe('APPLIED');
    expect((await bank.read(id)).status).toBe('FAILED');
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });

  it('takes nothing if a part of the money went back already', async () => {
    const id = await arrived();
    await answer(await recall(1n, 'one'), 'ADJUSTED');
    expect(await reverse()).toBe('CONTRADICTED');
    expect((await bank.exceptions()).at(-1)).toMatchObject({
      kind: 'RAIL_CONTRADICTION',
      subject: id,
      reference: 'back',
      currency: 'USD',
      amount: SENT - 1n,
    });
    expect((await bank.read(id)).status).toBe('COMPLETED');
    expect(await bank.balance()).toEqual([FUNDED + SENT - 1n, 0n]);
    await payer.auditClean();
  });

  it('of a collection without a return id is known as the reversal of the funding', async () => {
    bank = await playBank({
      rails: bankRails({}, { submit: async () => ({ state: 'pending', checkAfterSeconds: 60 }) }),
    });
    ({ payer } = bank);
    const { id } = await bank.transferIn();
    const message = { kind: 'collection', reference: id } as const;
    valueOf(await bank.tell({ ...message, status: { state: 'collected', checkAfterSeconds: null } }));
    const opened = valueOf(
      await payer.play.run(payer.play.core.treasury.open, {
        kind: 'RECALL',
        subject: id,
        reference: 'REC-1',
        reason: 'the payer disputes it',
      }),
    );
    await answer(opened, 'ADJUSTED');
    const failed = await bank.tell({ ...message, status: { state: 'failed', reason: 'REJECTED' } });
    expect(valueOf(failed).effect).toBe('CONTRADICTED');
    expect((await bank.exceptions()).at(-1)).toMatchObject({ subject: id, reference: 'funding', amount: SENT });
  });
});
