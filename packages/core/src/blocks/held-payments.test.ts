import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PayoutInstruction, PullInstruction, Rail } from '../accounts/index.js';
import { schedule } from '../events/index.js';
import { EXCEPTIONS, type ExceptionRecord } from '../exceptions/index.js';
import { createIds, instant, ok, type Tx } from '../kernel/index.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { payerOn, type PlayPayer } from '../testing/play-payer.js';
import { type BlockedKind, playBlocks, type PlayBlocks } from '../testing/play-blocks.js';
import { digest, seededRandom } from '../testing/ports.js';

const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;

let bank: PlayBank;
let payer: PlayPayer;
let blocks: PlayBlocks;
/** What the bank was asked to pay, to collect and to send back. */
let paid: PayoutInstruction[];
let collected: PullInstruction[];
let refunded: string[];

const banks = (): readonly Rail[] =>
  sandboxRails(digest).map((rail) =>
    rail.name !== BANK
      ? rail
      : {
          ...rail,
          payouts: { ...rail.payouts!, submit: async (to) => (paid.push(to), PENDING), status: async () => DELIVERED },
          pulls: { ...rail.pulls!, submit: async (from) => (collected.push(from), PENDING) },
          funding: {
            ...rail.funding!,
            refund: async ({ reference }) => (refunded.push(reference), { state: 'completed' }),
          },
        },
  );

beforeEach(async () => {
  paid = [];
  collected = [];
  refunded = [];
  bank = await playBank({ rails: banks() });
  ({ payer } = bank);
  blocks = await playBlocks(payer.play);
});

const open = async (): Promise<readonly ExceptionRecord[]> =>
  (await bank.exceptions()).filter(({ status }) => status === 'OPEN');
const only = async (): Promise<ExceptionRecord> => {
  const found = await open();
  expect(found).toHaveLength(1);
  return found[0]!;
};
const subjectOf = (kind: BlockedKind, payee: string): string =>
  kind === 'customers' ? payer.customerId : kind === 'external-accounts' ? payee : '';

/** A transfer that is accepted, and whose job has not run. */
async function accepted(destinationId: string): Promise<string> {
  const { play, usd } = payer;
  const request = { sourceId: usd.id, destinationId, amount: SENT };
  return valueOf(await play.run(play.core.transfers.out, request)).id;
}

describe.each(['customers', 'external-accounts', 'platforms'] as const)('a payout that one of the %s stops', (kind) => {
  it('is not handed to its rail, and waits for an operator and the exception names who is blocked', async () => {
    const payee = (await payer.dollars()).id;
    const id = await accepted(payee);
    await blocks.block(kind, subjectOf(kind, payee));
    await payer.play.pass(100_000);
    expect(paid).toEqual([]);
    expect(await bank.read(id)).toMatchObject({ status: 'PROCESSING', submittedAt: null });
    expect(await only()).toMatchObject({
      ...{ kind: 'PAYMENT_HELD', subject: id, rail: BANK, amount: SENT, currency: 'USD', leg: 'DELIVERY' },
      reason: `an operator has to decide about this payment: ${subjectOf(kind, payee) || 'the platform'} is blocked`,
    });
    expect(await bank.jobs(id)).toEqual([]);
    await payer.auditClean();
  });

  it('is not released by the end of the block, and only then by an operator', async () => {
    const payee = (await payer.dollars()).id;
    const id = await accepted(payee);
    await blocks.block(kind, subjectOf(kind, payee));
    await payer.play.pass(0);
    const exceptionId = (await only()).id;
    const refused = await blocks.resolve({ exceptionId, resolution: 'RETRIED' });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT', message: expect.stringContaining('blocked') },
    });
    const choices = valueOf(await payer.play.read(payer.play.core.treasury.choices, { exceptionId }));
    expect(choices.map(({ resolution, does, refused: why }) => [resolution, does, why?.code ?? null])).toEqual([
      ['RETRIED', 'again', 'CONFLICT'],
      ['REFUSED', 'fail', null],
    ]);
    await blocks.unblock(kind, subjectOf(kind, payee));
    await payer.play.pass(100_000);
    expect(paid).toEqual([]);
    expect((await only()).id).toBe(exceptionId);
    valueOf(await blocks.resolve({ exceptionId, resolution: 'RETRIED' }));
    await payer.play.pass(0);
    await payer.play.pass(60);
    expect(paid.map(({ reference }) => reference)).toEqual([id]);
    expect((await bank.read(id)).status).toBe('COMPLETED');
    await payer.auditClean();
  });

  it.each([{ amount: 1n }, { rail: 'other-bank' }, { currency: 'EUR' as never }])(
    'is decided only by an exception that names its rail, currency and amount (%o)',
    async (patch) => {
      const { play } = payer;
      const payee = (await payer.dollars()).id;
      const id = await accepted(payee);
      await blocks.block(kind, subjectOf(kind, payee));
      await play.pass(0);
      await blocks.unblock(kind, subjectOf(kind, payee));
      const held = await only();
      const altered = { ...held, ...patch };
      valueOf(await play.storage.units.run(play.tenant, async (tx) => ok(tx.remove(EXCEPTIONS, held))));
      valueOf(await play.storage.units.run(play.tenant, async (tx) => ok(tx.add(EXCEPTIONS, altered))));
      for (const resolution of ['RETRIED', 'REFUSED'] as const)
        expect(codeOf(await blocks.resolve({ exceptionId: held.id, resolution }))).toBe('CONFLICT');
      await play.pass(100_000);
      expect(paid).toEqual([]);
      const [finding, ...others] = (await play.core.ledger.audit()).findings;
      expect(finding).toMatch(new RegExp(`^${held.id} says .* wait at ${id}$`));
      expect(others).toEqual([]);
    },
  );

  it('that is refused fails, and its money is back on its account', async () => {
    const payee = (await payer.dollars()).id;
    const id = await accepted(payee);
    await blocks.block(kind, subjectOf(kind, payee));
    await payer.play.pass(0);
    valueOf(await blocks.resolve({ exceptionId: (await only()).id, resolution: 'REFUSED' }));
    await payer.play.pass(0);
    expect(await bank.read(id)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect(await open()).toEqual([]);
    await payer.auditClean();
  });
});

describe('a payout', () => {
  it('that its rail has is asked about as before', async () => {
    const { id } = await bank.transferOut();
    await blocks.block('customers', payer.customerId);
    await payer.play.pass(60);
    expect((await bank.read(id)).status).toBe('COMPLETED');
    expect(await open()).toEqual([]);
    await payer.auditClean();
  });

  it('is held again if the block is renewed after it was let go on', async () => {
    const payee = (await payer.dollars()).id;
    await accepted(payee);
    await blocks.block('external-accounts', payee);
    await payer.play.pass(0);
    const first = await only();
    await blocks.unblock('external-accounts', payee);
    valueOf(await blocks.resolve({ exceptionId: first.id, resolution: 'RETRIED' }));
    await blocks.block('external-accounts', payee);
    await payer.play.pass(0);
    const second = await only();
    expect(second).toMatchObject({ kind: 'PAYMENT_HELD', subject: first.subject });
    expect(second.id).not.toBe(first.id);
    expect(paid).toEqual([]);
    await payer.auditClean();
  });

  it('that is held alone leaves others of its unit to go on', async () => {
    const [stopped, free] = [(await payer.dollars('891')).id, (await payer.dollars('892')).id];
    const ids = [await accepted(free), await accepted(stopped), await accepted(free)];
    await blocks.block('external-accounts', stopped);
    await payer.play.pass(0);
    expect(paid.map(({ reference }) => reference).sort()).toEqual([ids[0], ids[2]].sort());
    expect(await only()).toMatchObject({ subject: ids[1] });
    await payer.auditClean();
  });

  it('that is held is an audit finding if a job advances it, or if its exception is gone', async () => {
    const { play } = payer;
    const id = await accepted((await payer.dollars()).id);
    await blocks.block('customers', payer.customerId);
    await play.pass(0);
    const findings = async () => (await play.core.ledger.audit()).findings;
    const ids = createIds(play.clock, seededRandom('audit'));
    const write = (work: (tx: Tx) => void) => play.storage.units.run(play.tenant, async (tx) => (work(tx), ok()));
    await write((tx) =>
      schedule(
        { tx, ctx: play.context(), ids },
        { kind: 'payout.submit', subject: id, dueAt: instant(play.clock.now() + 1) },
      ),
    );
    expect(await findings()).toEqual([`${id} waits for an operator, but a job advances it`]);
    await play.pass(1);
    for (const held of await open()) await write((tx) => tx.remove(EXCEPTIONS, held));
    expect(await findings()).toContain(`${id} is PROCESSING, but no job delivers it`);
  });

  it('that operators cancel while it is held ends its exception', async () => {
    const id = await accepted((await payer.dollars()).id);
    await blocks.block('customers', payer.customerId);
    await payer.play.pass(0);
    await blocks.cancel(id);
    expect(await payer.play.read(payer.play.core.transactions.get, { id }).then(valueOf)).toMatchObject({
      status: 'FAILED',
      refundReason: 'USER_CANCELLATION',
    });
    expect(await bank.exceptions()).toMatchObject([
      { kind: 'PAYMENT_HELD', resolution: 'REFUSED', resolvedBy: 'the payment was cancelled' },
    ]);
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it.each(['another customer', 'the platform'])(
    'of %s to an external account of a blocked customer is not handed to its rail',
    async (who) => {
      const { play } = payer;
      const to = (await payer.external()).id;
      const other = await payerOn(play, { fullName: 'Bea' });
      const from = who === 'the platform' ? (await payer.internal('USD', 'platform')).account : other.usd;
      valueOf(await play.run(play.core.sandbox.fund, { accountId: from.id, amount: SENT }));
      await play.pass(0);
      const quote = await payer.quoted(payer.fromAccount(from.id, to));
      valueOf(await payer.execute(quote.id));
      await blocks.block('customers', payer.customerId);
      await play.pass(100_000);
      expect(paid).toEqual([]);
      const held = await only();
      expect(held).toMatchObject({ kind: 'PAYMENT_HELD', subject: quote.transactionId });
      const retry = { exceptionId: held.id, resolution: 'RETRIED' } as const;
      expect(await blocks.resolve(retry)).toMatchObject({
        error: { code: 'CONFLICT', message: expect.stringContaining(`${payer.customerId} is blocked`) },
      });
      await blocks.unblock('customers', payer.customerId);
      valueOf(await blocks.resolve(retry));
      await play.pass(0);
      expect(paid.map(({ reference }) => reference)).toEqual([quote.transactionId]);
      await payer.auditClean();
    },
  );

  it('inside the ledger to a blocked customer does not settle', async () => {
    const { play } = payer;
    const other = valueOf(
      await play.run(play.core.customers.create, {
        ...{ customerType: 'INDIVIDUAL', fullName: 'Bea', region: 'US', currencies: ['EUR'] },
      } as never),
    );
    const { account } = await payer.internal('EUR', { customerId: other.id });
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, account.id));
    valueOf(await payer.execute(quote.id));
    await blocks.block('customers', other.id);
    await play.pass(100_000);
    expect(await payer.payment(quote)).toMatchObject({ status: 'PROCESSING' });
    expect((await payer.internal('EUR', { customerId: other.id })).available).toBe(0n);
    expect(await only()).toMatchObject({ kind: 'PAYMENT_HELD', subject: quote.transactionId, rail: null });
    await payer.auditClean();
    valueOf(await blocks.resolve({ exceptionId: (await only()).id, resolution: 'REFUSED' }));
    await play.pass(0);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });
});

describe('a collection', () => {
  const begun = async () => {
    const { play, usd } = payer;
    const sourceId = (await payer.dollars()).id;
    const { id } = valueOf(await play.run(play.core.transfers.in, { sourceId, destinationId: usd.id, amount: SENT }));
    return { id, sourceId };
  };

  it.each(['customers', 'external-accounts', 'platforms'] as const)(
    'that no rail has is held while one of the %s is blocked, and fails if it is refused',
    async (kind) => {
      const { id, sourceId } = await begun();
      await blocks.block(kind, subjectOf(kind, sourceId));
      await payer.play.pass(100_000);
      expect(collected).toEqual([]);
      expect(await only()).toMatchObject({ kind: 'PAYMENT_HELD', subject: id, leg: 'FUNDING', amount: SENT });
      await payer.auditClean();
      valueOf(await blocks.resolve({ exceptionId: (await only()).id, resolution: 'REFUSED' }));
      expect(await bank.read(id)).toMatchObject({ status: 'FAILED', refundStatus: null });
      await payer.auditClean();
    },
  );

  it('goes on when an operator lets it, after the block', async () => {
    const { id } = await begun();
    await blocks.block('customers', payer.customerId);
    await payer.play.pass(0);
    const exceptionId = (await only()).id;
    expect(codeOf(await blocks.resolve({ exceptionId, resolution: 'RETRIED' }))).toBe('CONFLICT');
    await blocks.unblock('customers', payer.customerId);
    valueOf(await blocks.resolve({ exceptionId, resolution: 'RETRIED' }));
    await payer.play.pass(0);
    expect(collected.map(({ reference }) => reference)).toEqual([id]);
    await payer.auditClean();
  });

  it('that was handed over is booked, and its money is not paid on', async () => {
    const { play } = payer;
    const source = (await payer.dollars()).id;
    const quote = await payer.quoted(payer.fromAccount(source, (await payer.external()).id));
    valueOf(await payer.execute(quote.id));
    await play.pass(0);
    await blocks.block('customers', payer.customerId);
    const told = {
      kind: 'collection',
      reference: quote.transactionId,
      status: { state: 'collected', checkAfterSeconds: null },
    };
    valueOf(await bank.tell(told as never));
    await play.pass(0);
    expect(paid).toEqual([]);
    expect(await only()).toMatchObject({ kind: 'PAYMENT_HELD', leg: 'DELIVERY', subject: quote.transactionId });
    await payer.auditClean();
    valueOf(await blocks.resolve({ exceptionId: (await only()).id, resolution: 'REFUSED' }));
    await play.pass(100_000);
    expect(refunded).toEqual([]);
    expect(await only()).toMatchObject({ kind: 'REFUND_FAILED', subject: quote.transactionId });
    await payer.auditClean();
  });
});
