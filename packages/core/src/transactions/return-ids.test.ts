import { describe, expect, it } from 'vitest';
import { type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';

const PENDING = { state: 'pending', checkAfterSeconds: 40 } as const;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const COLLECTED = { state: 'collected', checkAfterSeconds: null } as const;
const back = (amount: bigint, returnId: string) => ({ state: 'returned', returnId, amount, reason: 'AC04' }) as const;

let bank: PlayBank;
const effectOf = async (message: Parameters<PlayBank['tell']>[0]) => valueOf(await bank.tell(message)).effect;

/** A payment that one bank collected and delivered. */
async function collectedAndDelivered() {
  bank = await playBank({ rails: bankRails({ submit: async () => PENDING }, { submit: async () => PENDING }) });
  const { payer } = bank;
  const request = payer.fromAccount((await payer.dollars()).id, (await payer.external()).id);
  const { transactionId: id } = await payer.quoted({ ...request, immediatelyExecute: true });
  await payer.play.pass(0);
  expect(await effectOf({ kind: 'collection', reference: id, status: COLLECTED })).toBe('APPLIED');
  await payer.play.pass(0);
  expect(await effectOf({ kind: 'payout', reference: id, status: DELIVERED })).toBe('APPLIED');
  return bank.read(id);
}

describe('the return id of a payout', () => {
  it('is not spent for the collection of the same payment', async () => {
    const { id, receivedAmount } = await collectedAndDelivered();
    const { play } = bank.payer;
    const tooMuch = { kind: 'payout', reference: id, status: back(receivedAmount! + 1n, '1') } as const;
    expect(await effectOf(tooMuch)).toBe('CONTRADICTED');
    const [exception] = await bank.exceptions();
    const refused = { exceptionId: exception!.id, resolution: 'REFUSED', by: operatorNamed('Ann') } as const;
    valueOf(await play.run(play.core.treasury.resolve, refused));
    expect(await effectOf({ kind: 'collection', reference: id, status: back(SENT, '1') })).toBe('APPLIED');
    expect((await bank.read(id)).corrections).toMatchObject({ fundingReversed: true });
    expect((await bank.exceptions()).at(-1)).toMatchObject({ leg: 'FUNDING', currency: 'USD', amount: SENT });
    await bank.payer.auditClean();
  });

  it('can contradict the collection as well, in an exception of its own', async () => {
    const { id, receivedAmount } = await collectedAndDelivered();
    const payout = { kind: 'payout', reference: id, status: back(receivedAmount! + 1n, '1') } as const;
    const collection = { kind: 'collection', reference: id, status: back(SENT + 1n, '1') } as const;
    for (const message of [payout, collection, payout, collection])
      expect(await effectOf(message)).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      { leg: 'DELIVERY', reference: '1', amount: receivedAmount! + 1n },
      { leg: 'FUNDING', reference: 'FUNDING:1', amount: SENT + 1n },
    ]);
    await bank.payer.auditClean();
  });
});

describe('a return id that looks like the reference of a delivery', () => {
  const FAILED = {
    state: 'failed',
    reason: 'ACCOUNT_INVALID',
    refundReason: 'TRANSACTION_FAILED',
    refundable: true,
  } as const;

  /** A payout that failed, and that the bank reports as returned with less under the id "delivered". */
  async function returnedAsDelivered() {
    bank = await playBank({ rails: bankRails({ submit: async () => PENDING }) });
    const { id } = await bank.transferOut();
    expect(await effectOf({ kind: 'payout', reference: id, status: FAILED })).toBe('APPLIED');
    const less = { kind: 'payout', reference: id, status: back(SENT - 1n, 'delivered') } as const;
    expect(await effectOf(less)).toBe('CONTRADICTED');
    return id;
  }

  it('is not taken for a delivery after a failure', async () => {
    const reference = await returnedAsDelivered();
    expect(await effectOf({ kind: 'payout', reference, status: back(SENT, 'R2') })).toBe('NONE');
    expect(await bank.exceptions()).toMatchObject([{ reference: 'delivered', direction: 'IN', amount: SENT - 1n }]);
    await bank.payer.auditClean();
  });

  it('does not hide the delivery', async () => {
    const reference = await returnedAsDelivered();
    for (let time = 1; time <= 2; time += 1)
      expect(await effectOf({ kind: 'payout', reference, status: DELIVERED })).toBe('CONTRADICTED');
    const [, delivered, ...more] = await bank.exceptions();
    expect(delivered).toMatchObject({ reference: 'DELIVERY:delivered', direction: 'OUT', amount: SENT });
    expect(more).toEqual([]);
    expect(await effectOf({ kind: 'payout', reference, status: back(SENT, 'R2') })).toBe('CONTRADICTED');
    expect((await bank.exceptions()).at(-1)!.reason).toContain(`exception ${delivered!.id} says that it was delivered`);
    await bank.payer.auditClean();
  });
});
