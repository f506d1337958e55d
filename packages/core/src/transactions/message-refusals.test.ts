import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StatusMessage } from '../accounts/index.js';
import { createIds, type Id, tenantKey } from '../kernel/index.js';
import { BANK, FUNDED, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';
import { seededRandom } from '../testing/ports.js';
import { hearRail } from './hear-rail.js';
import { type PaymentPorts, RAIL_MESSAGES } from './index.js';

const OTHER = 'sandbox-crypto';
const COLLECTED = { state: 'collected', checkAfterSeconds: null } as const;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const COMPLETED = { state: 'completed' } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const refusedWith = (code: string) => ({ ok: false, error: { code } });
const notThrough = (rail: string, movement: string) => ({
  ok: false,
  error: { code: 'FORBIDDEN', message: expect.stringContaining(`has no ${movement} through ${rail}`) as string },
});

let payer: PlayPayer;
let bank: PlayBank;
const on = async (of: Parameters<typeof playBank>[0]) => {
  bank = await playBank(of);
  ({ payer } = bank);
};
afterEach(() => expect(bank.failures).toEqual([]));
beforeEach(() => on({ rails: bankRails({ submit: async () => PENDING }, { submit: async () => PENDING }) }));

const messages = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(RAIL_MESSAGES, { order: 'asc', limit: 99 })).rows,
  );

describe('a message of a rail', () => {
  it('is stored under its id, with what it was about and its effect', async () => {
    const { id } = await bank.transferIn();
    const message = { kind: 'collection', reference: id, messageId: 'one' } as const;
    valueOf(await bank.tell({ ...message, status: COLLECTED }));
    valueOf(await bank.tell({ ...message, status: COLLECTED, messageId: 'two' }));
    const kept = { rail: BANK, kind: 'collection', subject: id };
    expect(await messages()).toMatchObject([
      { ...kept, messageId: 'one', effect: 'APPLIED' },
      { ...kept, messageId: 'two', effect: 'NONE' },
    ]);
    for (const each of await messages()) expect(each.id).toMatch(/^RailMessage:/);
  });

  it('that arrives twice at the same time is applied once, and the other has no effect', async () => {
    const { id } = await bank.transferIn();
    const message = { kind: 'collection', reference: id, status: COLLECTED, messageId: 'one' } as const;
    const answers = await Promise.all([bank.tell(message), bank.tell(message)]);
    expect(answers.map((answer) => (answer.ok ? answer.value.effect : answer.error.code))).toEqual(['APPLIED', 'NONE']);
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
    expect(valueOf(await bank.tell(message)).effect).toBe('NONE');
    expect(await messages()).toHaveLength(1);
    await payer.auditClean();
  });

  it('about a collection is refused from another rail, and for a payment that no rail collects', async () => {
    const collecting = await bank.transferIn();
    const message = { kind: 'collection', reference: collecting.id, status: COLLECTED } as const;
    expect(await bank.tell({ ...message, rail: OTHER })).toMatchObject(notThrough(OTHER, 'collection'));
    const { transaction } = valueOf(await bank.arrives(payer.usd.reference));
    expect(transaction!.fundingRail).toBe(BANK);
    expect(await bank.tell({ ...message, reference: transaction!.id })).toMatchObject(refusedWith('FORBIDDEN'));
    const out = await bank.transferOut('891');
    expect(await bank.tell({ ...message, reference: out.id })).toMatchObject(refusedWith('FORBIDDEN'));
    expect(await bank.read(collecting.id)).toEqual(collecting);
    expect(await messages()).toEqual([]);
    await payer.auditClean();
  });

  it('about a payout is refused from another rail, and for a payment that no rail delivers', async () => {
    const out = await bank.transferOut();
    const message = { kind: 'payout', reference: out.id, status: DELIVERED } as const;
    expect(await bank.tell({ ...message, rail: OTHER })).toMatchObject(notThrough(OTHER, 'payout'));
    const into = await bank.transferIn('891');
    expect(await bank.tell({ ...message, reference: into.id })).toMatchObject(refusedWith('FORBIDDEN'));
    expect(await bank.read(out.id)).toEqual(out);
    await payer.auditClean();
  });

  it('about a collection that was not submitted is refused, and may be sent again later', async () => {
    const made = await payer.play.run(payer.play.core.transfers.in, {
      sourceId: (await payer.dollars()).id,
      destinationId: payer.usd.id,
      amount: SENT,
    });
    const { id } = valueOf(made);
    const message = { kind: 'collection', reference: id, status: COLLECTED, messageId: 'early' } as const;
    expect(await bank.tell(message)).toMatchObject(refusedWith('CONFLICT'));
    await payer.play.pass(0);
    expect(valueOf(await bank.tell(message)).effect).toBe('APPLIED');
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
  });

  it('about the return of a deposit is refused from another rail', async () => {
    await on({ rails: refundingRails(async () => PENDING) });
    const { deposit } = valueOf(await bank.arrives('NOBODY'));
    const message = { kind: 'refund', reference: deposit!.id, status: COMPLETED } as const;
    expect(await bank.tell({ ...message, rail: OTHER })).toMatchObject(notThrough(OTHER, 'refund'));
    expect(valueOf(await bank.tell(message)).deposit).toMatchObject({ status: 'RETURNED' });
    await payer.auditClean();
  });

  it('about an arrival is refused from another rail than the one that reported it', async () => {
    const { transaction } = valueOf(await bank.arrives(payer.usd.reference, SENT, { paymentId: 'p1' }));
    for (const kind of ['reversal', 'recall'] as const) {
      const message = { kind, paymentId: 'p1', amount: SENT, reason: null } as const;
      expect(await bank.tell({ ...message, rail: OTHER })).toMatchObject(refusedWith('REFERENCE_NOT_FOUND'));
    }
    expect(await bank.read(transaction!.id)).toEqual(transaction);
  });
});

describe('a message in the tenant of another platform', () => {
  const elsewhere = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000009' as Id<'Platform'>, 'SANDBOX');
  const hears = (message: object) => {
    const { storage, core, clock } = payer.play;
    const ctx = core.context(elsewhere, { kind: 'system' }, 'test');
    const ids = createIds(clock, seededRandom());
    return storage.units.run(elsewhere, (tx) =>
      hearRail({ ids } as PaymentPorts)(tx, ctx, { rail: BANK, messageId: 'm', ...message } as StatusMessage, false),
    );
  };

  it('does not find the payments, refunds and arrivals of this one', async () => {
    const [into, out] = [await bank.transferIn(), await bank.transferOut('891')];
    const { arrival } = valueOf(await bank.arrives(payer.usd.reference));
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    const { transaction } = valueOf(await bank.arrives(quote.reference!, 5n));
    const { paymentId } = arrival!;
    for (const [message, code] of [
      [{ kind: 'collection', reference: into.id, status: COLLECTED }, 'TRANSACTION_NOT_FOUND'],
      [{ kind: 'payout', reference: out.id, status: DELIVERED }, 'TRANSACTION_NOT_FOUND'],
      [{ kind: 'payout', reference: 'nonsense', status: DELIVERED }, 'TRANSACTION_NOT_FOUND'],
      [{ kind: 'refund', reference: transaction!.refundReference, status: COMPLETED }, 'REFERENCE_NOT_FOUND'],
      [{ kind: 'refund', reference: 'nonsense', status: COMPLETED }, 'REFERENCE_NOT_FOUND'],
      [{ kind: 'reversal', paymentId, amount: SENT, reason: null }, 'REFERENCE_NOT_FOUND'],
      [{ kind: 'recall', paymentId, amount: SENT, reason: null }, 'REFERENCE_NOT_FOUND'],
    ] as const) {
      expect(await hears(message)).toMatchObject(refusedWith(code));
    }
    expect([await bank.read(into.id), await bank.read(out.id)]).toEqual([into, out]);
  });
});

describe('a recall', () => {
  it('of the whole amount or of a part opens an exception about that amount', async () => {
    const { transaction } = valueOf(await bank.arrives(payer.usd.reference, SENT, { paymentId: 'p1' }));
    const message = { kind: 'recall', paymentId: 'p1', reason: null } as const;
    for (const amount of [SENT, 1n]) {
      const told = valueOf(await bank.tell({ ...message, amount, messageId: `recall of ${amount}` }));
      expect(told).toMatchObject({ effect: 'APPLIED', subject: transaction!.id });
    }
    const exception = { kind: 'RECALL', subject: transaction!.id, rail: BANK, currency: 'USD' };
    expect(await bank.exceptions()).toMatchObject([
      { ...exception, reference: `recall of ${SENT}`, amount: SENT },
      { ...exception, reference: 'recall of 1', amount: 1n },
    ]);
  });

  it('of more than arrived is a contradiction about that amount', async () => {
    const { transaction } = valueOf(await bank.arrives(payer.usd.reference, SENT, { paymentId: 'p1' }));
    const message = { kind: 'recall', paymentId: 'p1', reason: null, amount: SENT + 1n, messageId: 'more' } as const;
    expect(valueOf(await bank.tell(message)).effect).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      {
        kind: 'RAIL_CONTRADICTION',
        subject: transaction!.id,
        reference: 'more',
        rail: BANK,
        currency: 'USD',
        amount: SENT + 1n,
      },
    ]);
  });
});

describe('a reversal', () => {
  it('of money that was credited takes it back, and is known by its message id', async () => {
    const { transaction } = valueOf(await bank.arrives(payer.usd.reference, SENT, { paymentId: 'p1' }));
    const message = { kind: 'reversal', paymentId: 'p1', amount: SENT, reason: null, messageId: 'back' } as const;
    expect(valueOf(await bank.tell(message))).toMatchObject({ effect: 'APPLIED', subject: transaction!.id });
    expect(await bank.read(transaction!.id)).toMatchObject({
      status: 'FAILED',
      corrections: { fundingReversed: true, fundingReturnId: 'back' },
    });
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    const again = valueOf(await bank.tell({ ...message, messageId: 'back again' }));
    expect(again.effect).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      { kind: 'RAIL_CONTRADICTION', subject: transaction!.id, reference: 'back again', amount: SENT },
    ]);
    await payer.auditClean();
  });

  it.each([-1n, 1n])('of an amount that differs by %s is a contradiction about that amount', async (off) => {
    const { transaction } = valueOf(await bank.arrives(payer.usd.reference, SENT, { paymentId: 'p1' }));
    const message = { kind: 'reversal', paymentId: 'p1', amount: SENT + off, reason: null, messageId: 'back' } as const;
    expect(valueOf(await bank.tell(message)).effect).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      {
        kind: 'RAIL_CONTRADICTION',
        subject: transaction!.id,
        reference: 'back',
        rail: BANK,
        currency: 'USD',
        amount: SENT + off,
      },
    ]);
    expect(await bank.read(transaction!.id)).toEqual(transaction);
  });
});
