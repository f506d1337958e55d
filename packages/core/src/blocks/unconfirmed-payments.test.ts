import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rail } from '../accounts/index.js';
import { finish, JOBS, schedule } from '../events/index.js';
import type { ExceptionRecord, Leg } from '../exceptions/index.js';
import { createIds, ok, readAll } from '../kernel/index.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { type BlockedKind, playBlocks, type PlayBlocks } from '../testing/play-blocks.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import type { PlayPayer } from '../testing/play-payer.js';
import { digest, seededRandom } from '../testing/ports.js';
import { holdAtRails } from '../transactions/index.js';

const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const COLLECTED = { state: 'collected', checkAfterSeconds: null } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;

let bank: PlayBank;
let payer: PlayPayer;
let blocks: PlayBlocks;
let isDown: boolean;
/** The references with which the bank was asked to pay or collect, also while it was down. */
let asked: string[];
/** The payments that the bank has. */
let received: Set<string>;
let cancelled: string[];

/** A bank that may be down; it recognizes a payment by its reference. */
function banks(): readonly Rail[] {
  const receive = async ({ reference }: { readonly reference: string }) => {
    asked.push(reference);
    if (isDown) throw new Error('connect ECONNREFUSED');
    received.add(reference);
    return PENDING;
  };
  const cancel = async ({ reference }: { readonly reference: string }) => (
    cancelled.push(reference),
    'cancelled' as const
  );
  return sandboxRails(digest).map((rail) =>
    rail.name !== BANK
      ? rail
      : {
          ...rail,
          payouts: { ...rail.payouts!, submit: receive, status: async () => DELIVERED, cancel },
          pulls: { ...rail.pulls!, submit: receive, status: async () => COLLECTED, cancel },
        },
  );
}

beforeEach(async () => {
  isDown = true;
  asked = [];
  received = new Set();
  cancelled = [];
  bank = await playBank({ rails: banks() });
  ({ payer } = bank);
  blocks = await playBlocks(payer.play);
});

const open = async (): Promise<readonly ExceptionRecord[]> =>
  (await bank.exceptions()).filter(({ status }) => status === 'OPEN');
async function only(): Promise<ExceptionRecord> {
  const found = await open();
  expect(found).toHaveLength(1);
  return found[0]!;
}

interface Case {
  readonly leg: Leg;
  readonly begin: () => ReturnType<PlayBank['transferOut']>;
  readonly payeeOf: (payment: object) => string;
  readonly done: object;
  /** The balance after the payment is done, and after it has failed. */
  readonly after: readonly [bigint, bigint];
  readonly waiting: string;
}

const payment = (of: object) =>
  of as { readonly source: { accountId: string }; readonly destination: { accountId: string } };
const CASES: readonly (readonly [string, Case])[] = [
  [
    'payout',
    {
      leg: 'DELIVERY',
      begin: () => bank.transferOut(),
      payeeOf: (of) => payment(of).destination.accountId,
      done: { kind: 'payout', status: DELIVERED },
      after: [FUNDED - SENT, 0n],
      waiting: 'PROCESSING',
    },
  ],
  [
    'collection',
    {
      leg: 'FUNDING',
      begin: () => bank.transferIn(),
      payeeOf: (of) => payment(of).source.accountId,
      done: { kind: 'collection', status: COLLECTED },
      after: [FUNDED + SENT, 0n],
      waiting: 'PENDING',
    },
  ],
];

describe.each(CASES)('a %s whose rail did not answer', (_, { leg, begin, payeeOf, done, after, waiting }) => {
  /** The rail was asked once, then a party was blocked, and the rail works again. */
  async function stopped(kind: BlockedKind = 'customers') {
    const made = await begin();
    expect(asked).toEqual([made.id]);
    const subject = kind === 'customers' ? payer.customerId : kind === 'external-accounts' ? payeeOf(made) : '';
    await blocks.block(kind, subject);
    isDown = false;
    await payer.play.pass(100_000);
    return { id: made.id, unblock: () => blocks.unblock(kind, subject) };
  }

  it.each(['customers', 'external-accounts', 'platforms'] as const)(
    'is not submitted again while one of the %s is blocked, and after that only by an operator, once',
    async (kind) => {
      const { id, unblock } = await stopped(kind);
      expect(asked).toEqual([id]);
      const held = await only();
      expect(held).toMatchObject({
        ...{ kind: 'PAYMENT_HELD', subject: id, rail: BANK, amount: SENT, currency: 'USD', leg },
        reason: expect.stringMatching(/^an operator has to decide about this payment: \S.* is blocked$/) as string,
      });
      expect((await bank.read(id)).status).toBe(waiting);
      expect(await bank.jobs(id)).toEqual([]);
      await payer.auditClean();
      const decision = { exceptionId: held.id, resolution: 'RETRIED' } as const;
      expect(codeOf(await blocks.resolve(decision))).toBe('CONFLICT');
      await unblock();
      await payer.play.pass(100_000);
      expect(asked).toEqual([id]);
      valueOf(await blocks.resolve(decision));
      await payer.auditClean();
      await payer.play.pass(0);
      await payer.play.pass(60);
      expect(asked).toEqual([id, id]);
      expect((await bank.read(id)).status).toBe('COMPLETED');
      expect(await bank.balance()).toEqual(after);
      expect(await open()).toEqual([]);
      await payer.auditClean();
    },
  );

  it('cannot be refused, because its rail may have it, and can be cancelled at its rail', async () => {
    const { id } = await stopped();
    const { id: exceptionId } = await only();
    const refused = await blocks.resolve({ exceptionId, resolution: 'REFUSED' });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT', message: expect.stringContaining('may have') },
    });
    const choices = valueOf(await payer.play.read(payer.play.core.treasury.choices, { exceptionId }));
    expect(choices.map(({ resolution }) => resolution)).toEqual(['RETRIED']);
    await blocks.cancel(id);
    expect(cancelled).toEqual([id]);
    expect((await bank.read(id)).status).toBe('FAILED');
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect(await open()).toEqual([]);
    await payer.play.pass(100_000);
    expect(asked).toEqual([id]);
    await payer.auditClean();
  });

  it('is held again if it is let go on and stopped again', async () => {
    const { id, unblock } = await stopped();
    const first = await only();
    await unblock();
    valueOf(await blocks.resolve({ exceptionId: first.id, resolution: 'RETRIED' }));
    await blocks.block('customers', payer.customerId);
    await payer.play.pass(0);
    expect((await only()).id).not.toBe(first.id);
    expect(asked).toEqual([id]);
    await payer.auditClean();
  });

  it('is booked when its rail reports that it was done, which ends the exception', async () => {
    const { id } = await stopped();
    valueOf(await bank.tell({ ...done, reference: id } as never));
    expect((await bank.read(id)).status).toBe('COMPLETED');
    expect(await bank.balance()).toEqual(after);
    expect(await bank.exceptions()).toMatchObject([
      { kind: 'PAYMENT_HELD', resolution: 'REFUSED', resolvedBy: 'the rail reported the outcome' },
    ]);
    await payer.auditClean();
    await payer.play.pass(100_000);
    expect(asked).toEqual([id]);
    await payer.auditClean();
  });

  it('fails when its rail reports so, which ends the exception', async () => {
    const { id } = await stopped();
    const reason = leg === 'DELIVERY' ? 'QUOTE_EXECUTION_FAILED' : 'REJECTED';
    const status = { state: 'failed', reason, refundReason: 'TRANSACTION_FAILED', refundable: true };
    valueOf(await bank.tell({ ...done, status, reference: id } as never));
    await payer.play.pass(0);
    expect((await bank.read(id)).status).toBe('FAILED');
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect(await open()).toEqual([]);
    await payer.auditClean();
  });

  it('stays held when its rail reports that it is on its way', async () => {
    const { id } = await stopped();
    valueOf(await bank.tell({ ...done, status: PENDING, reference: id } as never));
    expect(await only()).toMatchObject({ subject: id });
    await payer.auditClean();
  });
});

it('a payout that its rail reports as returned fails, which ends the exception', async () => {
  const { id } = await bank.transferOut();
  await blocks.block('customers', payer.customerId);
  await payer.play.pass(100_000);
  const status = { state: 'returned', returnId: 'return 1', amount: SENT, reason: null };
  valueOf(await bank.tell({ kind: 'payout', reference: id, status } as never));
  await payer.play.pass(0);
  expect((await bank.read(id)).status).toBe('FAILED');
  expect(await open()).toEqual([]);
  await payer.auditClean();
});

it('a payout that its rail has delivered and whose answer was lost is asked about, not submitted again', async () => {
  const { id } = await bank.transferOut();
  valueOf(await bank.tell({ kind: 'payout', reference: id, status: DELIVERED }));
  await blocks.block('customers', payer.customerId);
  isDown = false;
  await payer.play.pass(100_000);
  expect(asked).toEqual([id]);
  expect(await bank.jobs(id)).toEqual([]);
  expect(await open()).toEqual([]);
  await payer.auditClean();
});

it('payouts that a host began before it crashed are held alone in the units that they share', async () => {
  const { storage, tenant, clock, context, pass } = payer.play;
  const begun = [await bank.transferOut('891'), await bank.transferOut('892'), await bank.transferOut('893')];
  const ids = createIds(clock, seededRandom('crash'));
  // A crash is not a failed attempt, after which a job has a unit of its own.
  await storage.units.run(tenant, async (tx) => {
    for (const job of await readAll(tx, JOBS, {})) if (job.kind === 'payout.submit') finish(tx, job);
    for (const { id: subject } of begun)
      schedule({ tx, ctx: context(), ids }, { kind: 'payout.submit', subject, dueAt: clock.now() });
    return ok();
  });
  asked = [];
  isDown = false;
  await blocks.block('external-accounts', payment(begun[1]!).destination.accountId);
  await pass(0);
  expect(asked.sort()).toEqual([begun[0]!.id, begun[2]!.id].sort());
  expect(await only()).toMatchObject({ kind: 'PAYMENT_HELD', subject: begun[1]!.id });
  await payer.auditClean();
});

it('a payout that its rail keeps for a decision, and whose answer was lost, is asked about by the next job', async () => {
  const { id } = await bank.transferOut();
  const { storage, context, clock, pass } = payer.play;
  const ids = createIds(clock, seededRandom('kept'));
  await blocks.block('customers', payer.customerId);
  const held = holdAtRails({ units: storage.units, ids, contextOf: async () => context() });
  expect(await held([id])).toEqual(new Set([id]));
  isDown = false;
  await pass(100_000);
  expect(asked).toEqual([id]);
  expect((await bank.read(id)).status).toBe('COMPLETED');
  await payer.auditClean();
});

it('a payout that its rail may have is left out of files until an operator decides, by the same exception', async () => {
  const { id } = await bank.transferOut();
  const { storage, context, clock } = payer.play;
  const ids = createIds(clock, seededRandom('left'));
  await blocks.block('customers', payer.customerId);
  await payer.play.pass(100_000);
  const exceptionId = (await only()).id;
  const held = holdAtRails({ units: storage.units, ids, contextOf: async () => context() });
  expect(await held([id])).toEqual(new Set([id]));
  expect((await only()).id).toBe(exceptionId);
  await blocks.unblock('customers', payer.customerId);
  expect(await held([id])).toEqual(new Set([id]));
  valueOf(await blocks.resolve({ exceptionId, resolution: 'RETRIED' }));
  expect(await held([id])).toEqual(new Set());
});

it('a payout that its rail may have is an audit finding if a job advances it while it waits', async () => {
  const { id } = await bank.transferOut();
  const { storage, tenant, context, clock, core, pass } = payer.play;
  await blocks.block('customers', payer.customerId);
  await pass(100_000);
  const ids = createIds(clock, seededRandom('audit'));
  await storage.units.run(tenant, async (tx) => {
    schedule({ tx, ctx: context(), ids }, { kind: 'payout.check', subject: id, dueAt: clock.now() });
    return ok();
  });
  expect((await core.ledger.audit()).findings).toEqual([`${id} waits for an operator, but a job advances it`]);
});
