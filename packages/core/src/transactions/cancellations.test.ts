import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PayoutInstruction, PullInstruction, Rail } from '../accounts/index.js';
import { Bug } from '../kernel/index.js';
import { BANK, FUNDED, type PlayBank, playBank } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';
import type { Transaction } from './index.js';

const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const COLLECTED = { state: 'collected', checkAfterSeconds: null } as const;
const NO_CANCEL = { error: { message: expect.stringContaining('does not cancel payments') } };
const TOO_LATE = { ok: false, error: { code: 'TRANSACTION_NOT_CANCELLABLE' } };

let payer: PlayPayer;
let bank: PlayBank;
const on = async (rails: readonly Rail[]) => {
  bank = await playBank({ rails });
  ({ payer } = bank);
};
afterEach(() => expect(bank.failures).toEqual([]));

/** What the bank was asked to cancel, and its answer. */
const asked: (PayoutInstruction | PullInstruction)[] = [];
let answer: () => Promise<'cancelled' | 'too-late'>;
const cancelling = () => {
  const cancel = async (instruction: PayoutInstruction | PullInstruction) => (asked.push(instruction), answer());
  return bankRails({ submit: async () => PENDING, cancel }, { submit: async () => PENDING, cancel });
};
beforeEach(async () => {
  asked.length = 0;
  answer = async () => 'cancelled';
  await on(cancelling());
});
const cancel = (id: string, reason?: string) =>
  payer.play.core.transactions.cancel(payer.play.context(), { id, reason });
const check = (id: string) => payer.play.read(payer.play.core.transactions.checkCancellable, { id });

describe('a cancellation', () => {
  it.each(['out', 'in'] as const)('of a transfer %s names the instruction and the time of the request', async (way) => {
    const submittedAt = payer.play.clock.now();
    const { id } = await (way === 'out' ? bank.transferOut() : bank.transferIn());
    payer.play.clock.advance(5);
    const cancelRequestedAt = payer.play.clock.now();
    const cancelled = valueOf(await cancel(id, 'sent twice'));
    expect(asked).toMatchObject([{ reference: id, submittedAt, cancelRequestedAt }]);
    expect(cancelled).toMatchObject({
      status: 'FAILED',
      failureReason: way === 'out' ? 'QUOTE_EXECUTION_FAILED' : 'COLLECTION_FAILED',
      refundReason: 'USER_CANCELLATION',
      refundStatus: 'COMPLETED',
      cancelReason: 'sent twice',
      cancelRequestedAt,
    });
    expect(await bank.read(id)).toEqual(cancelled);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });

  it('is booked at the time of the answer', async () => {
    const { id } = await bank.transferOut();
    const begun = payer.play.clock.now();
    answer = async () => (payer.play.clock.advance(8), 'cancelled');
    expect(valueOf(await cancel(id))).toMatchObject({
      cancelRequestedAt: begun,
      refundInitiatedAt: begun + 8_000,
      refundSettledAt: begun + 8_000,
    });
  });

  it.each(['a rail has received', 'no rail has received'])(
    'of a payment that %s answers each copy of its request alike, and stores the answer with the effect',
    async (what) => {
      const { core, context, run } = payer.play;
      const isSent = what === 'a rail has received';
      const made = isSent
        ? await bank.transferOut()
        : valueOf(
            await run(core.transfers.out, {
              sourceId: payer.usd.id,
              destinationId: (await payer.dollars()).id,
              amount: 100n,
            }),
          );
      const ctx = context();
      const claim = { credential: 't', operation: 'POST /cancel', key: 'key', bodyDigest: 'digest', seal: null };
      const render = ({ id, status }: Transaction) => ({ status: 200, body: `${id} ${status}`, remember: true });
      const { prepare, finish } = core.transactions.cancellation;
      // Every copy has asked the rail before the first is booked.
      const ready = await Promise.all(Array.from({ length: 6 }, () => prepare(ctx, { id: made.id })));
      const sent = await Promise.all(ready.map((each) => core.commands.run(ctx, finish, valueOf(each), render, claim)));
      const again = await core.commands.run(ctx, finish, valueOf(ready[0]!), render, claim);
      const answered = { status: 200, body: `${made.id} FAILED` };
      for (const each of sent) {
        if (each.ok) expect(each.value).toMatchObject(answered);
        else
          expect(each.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Idempotency-Key') });
      }
      expect(sent.some(({ ok }) => ok)).toBe(true);
      expect(valueOf(again)).toMatchObject({ ...answered, replayed: true });
      expect(asked).toHaveLength(isSent ? 6 : 0);
      expect((await bank.balance())[1]).toBe(0n);
      await payer.auditClean();
    },
  );

  it('of a payment that a rail receives at the same moment is repeated', async () => {
    const { core, context, run } = payer.play;
    const { id } = valueOf(
      await run(core.transfers.out, {
        sourceId: payer.usd.id,
        destinationId: (await payer.dollars()).id,
        amount: 100n,
      }),
    );
    const { prepare, finish } = core.transactions.cancellation;
    const ready = valueOf(await prepare(context(), { id }));
    await payer.play.pass(0);
    expect(await run(finish, ready)).toMatchObject({ error: { code: 'CONFLICT', details: { retryAfter: 1 } } });
    expect(await bank.read(id)).toMatchObject({ status: 'PROCESSING', cancelRequestedAt: null });
    expect(valueOf(await cancel(id)).status).toBe('FAILED');
    await payer.auditClean();
  });

  it.each(['payout', 'collection', 'collected money'] as const)(
    'of a payment whose %s a rail receives between its two steps asks that rail, and is answered at once',
    async (what) => {
      const submit = async () => PENDING;
      const cancel = async (instruction: PayoutInstruction | PullInstruction) => (asked.push(instruction), answer());
      const collect = async () => (what === 'collection' ? PENDING : COLLECTED);
      await on(bankRails({ submit, cancel }, { submit: collect, cancel }));
      const { core, run, pass } = payer.play;
      const source = what === 'payout' ? payer.usd.id : (await payer.dollars()).id;
      const { id: quoteId, transactionId: id } = await payer.quoted(
        payer.fromAccount(source, (await payer.external()).id),
      );
      valueOf(await payer.execute(quoteId));
      const { cancellation } = core.transactions;
      let prepared = 0;
      const raced: typeof cancellation = {
        ...cancellation,
        async prepare(ctx, input) {
          const ready = await cancellation.prepare(ctx, input);
          prepared += 1;
          if (prepared === 1) {
            await pass(0);
            await pass(0);
          }
          return ready;
        },
      };
      expect(valueOf(await run(raced, { id, reason: 'sent twice' }))).toMatchObject({
        status: 'FAILED',
        refundReason: 'USER_CANCELLATION',
        cancelReason: 'sent twice',
      });
      expect(prepared).toBe(2);
      expect(asked).toMatchObject([{ reference: id, cancelRequestedAt: payer.play.clock.now() }]);
      await payer.auditClean();
    },
  );

  it('that is too late stays recorded with the first time and reason, and may be repeated', async () => {
    const made = await bank.transferOut();
    const first = payer.play.clock.now();
    answer = async () => 'too-late';
    expect(await cancel(made.id, 'sent twice')).toMatchObject(TOO_LATE);
    payer.play.clock.advance(5);
    expect(await cancel(made.id)).toMatchObject(TOO_LATE);
    expect(await bank.read(made.id)).toMatchObject({
      status: 'PROCESSING',
      cancelRequestedAt: first,
      cancelReason: 'sent twice',
      refundStatus: null,
    });
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
  });

  it('that another request has completed meanwhile returns the cancelled payment', async () => {
    const { id } = await bank.transferOut();
    let inner: unknown = null;
    answer = async () => {
      answer = async () => 'cancelled';
      inner ??= await cancel(id);
      return 'cancelled';
    };
    const outer = await cancel(id);
    expect(inner).toEqual(outer);
    expect(valueOf(outer)).toMatchObject({ status: 'FAILED', refundReason: 'USER_CANCELLATION' });
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
  });

  it.each(['out', 'in'] as const)(
    'of a transfer %s whose answer was lost returns, repeated, what the status check has booked',
    async (way) => {
      let isCancelled = false;
      const cancelNow = async () => ((isCancelled = true), 'cancelled' as const);
      const failed = { state: 'failed', reason: 'CANCELLED' } as const;
      const returned = {
        state: 'failed',
        reason: 'QUOTE_EXECUTION_FAILED',
        refundReason: 'USER_CANCELLATION',
        refundable: true,
      } as const;
      await on(
        bankRails(
          {
            submit: async () => PENDING,
            cancel: cancelNow,
            status: async () => (isCancelled ? returned : PENDING),
          },
          { submit: async () => PENDING, cancel: cancelNow, status: async () => (isCancelled ? failed : PENDING) },
        ),
      );
      const { id } = await (way === 'out' ? bank.transferOut() : bank.transferIn());
      const { core, context, run } = payer.play;
      const { prepare, finish } = core.transactions.cancellation;
      // The process stops before it books the answer of the rail.
      valueOf(await prepare(context(), { id, reason: 'sent twice' }));
      await payer.play.pass(60);
      const booked = await bank.read(id);
      expect(booked).toMatchObject({ status: 'FAILED', refundReason: 'USER_CANCELLATION' });
      const again = valueOf(await prepare(context(), { id, reason: 'another reason' }));
      expect(valueOf(await run(finish, again))).toEqual(booked);
      expect(await cancel(id)).toMatchObject(TOO_LATE);
      expect(await bank.read(id)).toEqual(booked);
      expect(await bank.balance()).toEqual([FUNDED, 0n]);
      await payer.auditClean();
    },
  );

  it('of a payment that failed meanwhile is too late', async () => {
    const { id } = await bank.transferOut();
    const status = { state: 'failed', reason: 'ACCOUNT_INVALID', refundReason: 'TIMEOUT', refundable: true } as const;
    answer = async () => {
      valueOf(await bank.tell({ kind: 'payout', reference: id, status }));
      return 'cancelled';
    };
    expect(await cancel(id)).toMatchObject(TOO_LATE);
    expect(await bank.read(id)).toMatchObject({ status: 'FAILED', refundReason: 'TIMEOUT' });
  });

  it('is unknown if the rail fails, but a defect of Corridor is not hidden', async () => {
    const { id } = await bank.transferOut();
    answer = () => Promise.reject(new Error('no answer'));
    expect(await cancel(id)).toMatchObject({ ok: false, error: { code: 'SVC_SWITCH_ERROR' } });
    answer = () => Promise.reject(new Bug('a defect'));
    await expect(cancel(id)).rejects.toThrow('a defect');
    expect((await bank.read(id)).status).toBe('PROCESSING');
  });
});

describe('a payment cannot be cancelled', () => {
  const changed = (over: (rail: Rail) => Partial<Rail>): readonly Rail[] =>
    cancelling().map((rail) => (rail.name === BANK ? { ...rail, ...over(rail) } : rail));

  it.each(['out', 'in'] as const)('on a rail that cancels nothing, %s', async (way) => {
    await on(changed(({ capabilities }) => ({ capabilities: { ...capabilities, cancellable: false } })));
    const made = await (way === 'out' ? bank.transferOut() : bank.transferIn());
    expect(await cancel(made.id)).toMatchObject(TOO_LATE);
    expect(await cancel(made.id)).toMatchObject(NO_CANCEL);
    expect(await check(made.id)).toMatchObject(NO_CANCEL);
    expect([asked, await bank.read(made.id)]).toEqual([[], made]);
  });

  it('by a rail that cancels collections only, or deliveries only', async () => {
    await on(changed(({ payouts }) => ({ payouts: { ...payouts!, cancel: null } })));
    const out = await bank.transferOut();
    expect(await cancel(out.id)).toMatchObject(NO_CANCEL);
    expect(await check(out.id)).toMatchObject(NO_CANCEL);
    expect((await cancel((await bank.transferIn('891')).id)).ok).toBe(true);
    await on(changed(({ pulls }) => ({ pulls: { ...pulls!, cancel: null } })));
    expect(await cancel((await bank.transferIn()).id)).toMatchObject(TOO_LATE);
    expect((await cancel((await bank.transferOut('891')).id)).ok).toBe(true);
  });

  it.each(['out', 'in'] as const)('after it has completed or failed, %s, and the rail is not asked', async (way) => {
    const reference = async (suffix: string) =>
      (await (way === 'out' ? bank.transferOut(suffix) : bank.transferIn(suffix))).id;
    const [completed, failed] = [await reference('890'), await reference('891')];
    const tell = async (id: string, of: 'good' | 'bad') => {
      const out = {
        good: { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null },
        bad: { state: 'failed', reason: 'ACCOUNT_INVALID', refundReason: 'TIMEOUT', refundable: true },
      } as const;
      const into = {
        good: { state: 'collected', checkAfterSeconds: null },
        bad: { state: 'failed', reason: 'REJECTED' },
      } as const;
      return valueOf(
        way === 'out'
          ? await bank.tell({ kind: 'payout', reference: id, status: out[of] })
          : await bank.tell({ kind: 'collection', reference: id, status: into[of] }),
      );
    };
    await tell(completed, 'good');
    await tell(failed, 'bad');
    for (const id of [completed, failed]) {
      const before = await bank.read(id);
      expect(await cancel(id)).toMatchObject(TOO_LATE);
      expect(await check(id)).toMatchObject({ error: { message: expect.stringContaining('has ended') } });
      expect(await bank.read(id)).toEqual(before);
    }
    expect(asked).toEqual([]);
  });
});
