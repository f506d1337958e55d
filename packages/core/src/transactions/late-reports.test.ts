import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RailRefundStatus, RailUnavailable } from '../accounts/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import { type BaseRecord, createIds, type KindOf, ok, plusSeconds, type Tx, type UnitOfWork } from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import { BANK, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { playCore, valueOf } from '../testing/play-core.js';
import type { PlayPayer } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import { beginAttempt } from './begin-attempt.js';
import { DEPOSITS } from './deposit.js';
import { TRANSACTIONS } from './transaction.js';

const COMPLETED = { state: 'completed' } as const;
const FAILED = { state: 'failed', reason: 'AC04' } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 40 } as const;
const LITTLE = 5n;

let payer: PlayPayer;
let bank: PlayBank;
/** The references for which the bank was asked. */
const asked: string[] = [];
let answer: RailRefundStatus | 'away';
const rails = refundingRails(async ({ reference }) => {
  asked.push(reference);
  if (answer === 'away') throw new RailUnavailable(BANK, 'refund', 'timed out');
  return answer;
});
beforeEach(async () => {
  asked.length = 0;
  answer = FAILED;
  bank = await playBank({ rails });
  ({ payer } = bank);
});
afterEach(() => payer.auditClean());

/** Money that the bank refused to send back. */
interface Refused {
  readonly amount: bigint;
  /** The reference of the attempt that the bank refused. */
  readonly former: string;
  /** The reference under which the money goes back now, or went back. */
  readonly reference: () => Promise<string | null>;
  readonly state: () => Promise<string | null>;
  readonly version: () => Promise<number>;
  /** Where the money waits. */
  readonly waits: string;
}

async function refund(): Promise<Refused> {
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  valueOf(await bank.arrives(quote.reference!, LITTLE, { paymentId: 'p1' }));
  await payer.play.pass(0);
  const read = () => bank.read(quote.transactionId);
  const { refundReference } = await read();
  return {
    amount: LITTLE,
    former: refundReference!,
    reference: async () => (await read()).refundReference,
    state: async () => (await read()).refundStatus,
    version: async () =>
      (await payer.play.storage.units.read(null, (reads) => reads.get(TRANSACTIONS, quote.transactionId)))!.version,
    waits: chart.inTransit(quote.id, payer.usd.currency).name,
  };
}

async function returned(): Promise<Refused> {
  const { id } = valueOf(await bank.arrives('NOBODY', SENT, { paymentId: 'p1' })).deposit!;
  await payer.play.pass(0);
  const read = async () => (await payer.play.storage.units.read(null, (reads) => reads.get(DEPOSITS, id)))!;
  const states: Readonly<Record<string, string>> = { IN_SUSPENSE: 'PENDING', KEPT: 'FAILED', RETURNED: 'COMPLETED' };
  return {
    amount: SENT,
    former: id,
    reference: async () => (await read()).returnAs,
    state: async () => states[(await read()).status] ?? null,
    version: async () => (await read()).version,
    waits: chart.suspense(payer.play.tenant, payer.usd.currency).name,
  };
}

const open = async (): Promise<ExceptionRecord> => (await bank.exceptions()).find(({ status }) => status === 'OPEN')!;
const retry = async () =>
  payer.play.run(payer.play.core.treasury.resolve, {
    ...{ exceptionId: (await open()).id, resolution: 'RETRIED', by: operatorNamed('Ann') },
  });
const hears = async (reference: string, status: RailRefundStatus) =>
  valueOf(await bank.tell({ kind: 'refund', reference, status })).effect;
const clearing = () => bank.sumOn(chart.clearing('SANDBOX', BANK, payer.usd.currency).name);

class Interrupted extends Error {}

/**
 * Units of work as on a database whose reads see what was committed before each of them: `tell` runs once, directly before
 * the first look for the job of a retry, and what the unit has read until then stays as it was.
 */
function tellingBetween(units: UnitOfWork, tell: () => Promise<void>): UnitOfWork {
  let isTold = false;
  const run: UnitOfWork['run'] = async (tenant, work, traffic) => {
    const seen = new Map<string, readonly BaseRecord[]>();
    const interrupted = (tx: Tx) =>
      work({
        ...tx,
        async getMany(kind, ids) {
          const rows = await tx.getMany(kind, ids);
          seen.set(kind.name, rows);
          return rows;
        },
        find(kind, key, values) {
          if (values[0]?.startsWith('retry ')) throw new Interrupted();
          return tx.find(kind, key, values);
        },
      });
    const resumed = (tx: Tx) =>
      work({
        ...tx,
        async getMany<T extends BaseRecord>(kind: KindOf<T>, ids: readonly string[]): Promise<readonly T[]> {
          const rows = seen.get(kind.name) as readonly T[] | undefined;
          seen.delete(kind.name);
          return rows ?? tx.getMany(kind, ids);
        },
      });
    if (isTold) return units.run(tenant, work, traffic);
    try {
      return await units.run(tenant, interrupted, traffic);
    } catch (thrown) {
      if (!(thrown instanceof Interrupted)) throw thrown;
    }
    isTold = true;
    await tell();
    return units.run(tenant, resumed, traffic);
  };
  return { ...units, run };
}

describe.each([
  ['refund', refund],
  ['return of a deposit', returned],
] as const)('the bank reports a refused %s as sent', (_name, make) => {
  /** A retry that an operator has requested, and whose job has not run. */
  const retried = async (): Promise<Refused> => {
    const money = await make();
    valueOf(await retry());
    asked.length = 0;
    answer = COMPLETED;
    return money;
  };

  it('which completes it under that reference, if no bank was asked for its retry, and nothing is sent again', async () => {
    const money = await retried();
    const held = await clearing();
    expect(await hears(money.former, COMPLETED)).toBe('APPLIED');
    expect([await money.state(), await money.reference()]).toEqual(['COMPLETED', money.former]);
    expect([await bank.sumOn(money.waits), await clearing()]).toEqual([0n, held + money.amount]);
    await payer.play.pass(3_600);
    expect(asked).toEqual([]);
    expect((await bank.exceptions()).filter(({ status }) => status === 'OPEN')).toEqual([]);
    expect(await hears(money.former, COMPLETED)).toBe('NONE');
  });

  it('and later as come back, which is an exception that can be retried once more', async () => {
    const money = await retried();
    await hears(money.former, COMPLETED);
    expect(await hears(money.former, FAILED)).toBe('APPLIED');
    expect([await money.state(), await bank.sumOn(money.waits)]).toEqual(['FAILED', money.amount]);
    answer = FAILED;
    valueOf(await retry());
    answer = COMPLETED;
    await payer.play.pass(0);
    expect(await money.state()).toBe('COMPLETED');
    expect(await money.reference()).not.toBe(money.former);
  });

  it('and then its retry as well, for which no bank was asked: the money went out twice', async () => {
    const money = await retried();
    const second = (await money.reference())!;
    await hears(money.former, COMPLETED);
    expect(await hears(second, COMPLETED)).toBe('CONTRADICTED');
    expect(await open()).toMatchObject({ kind: 'RAIL_CONTRADICTION', direction: 'OUT', amount: money.amount });
  });

  it('of which an earlier one than the last was sent, and the retry of both is not sent', async () => {
    const money = await make();
    valueOf(await retry());
    await payer.play.pass(0);
    valueOf(await retry());
    asked.length = 0;
    expect(await hears(money.former, COMPLETED)).toBe('APPLIED');
    await payer.play.pass(60);
    expect([await money.state(), await money.reference(), asked]).toEqual(['COMPLETED', money.former, []]);
  });

  it.each([
    ['its retry is pending', PENDING],
    ['the call for its retry got no answer', 'away'],
  ] as const)('which is a contradiction if %s', async (_, now) => {
    const money = await retried();
    answer = now;
    await payer.play.pass(0);
    const second = await money.reference();
    expect(asked).toEqual([second]);
    expect(await hears(money.former, COMPLETED)).toBe('CONTRADICTED');
    expect([await money.state(), await money.reference()]).toEqual(['PENDING', second]);
    answer = COMPLETED;
    await payer.play.pass(600);
    expect(await money.state()).toBe('COMPLETED');
  });

  it('which is a contradiction if a host crashed between the unit that begins the retry and the call', async () => {
    const money = await retried();
    const { storage, tenant, clock, context } = payer.play;
    const [job] = await storage.jobs.claim({ now: clock.now(), leaseUntil: plusSeconds(clock.now(), 30), limit: 9 });
    const ids = createIds(clock, seededRandom('begins'));
    const second = (await money.reference())!;
    const step = { subject: job!.subject, request: 'REFUND', step: 'BEGUN', rail: 'bank' } as const;
    const begun = await storage.units.run(tenant, async (tx) =>
      ok(await beginAttempt({ tx, ctx: context(), ids }, job!, { ...step, reference: second })),
    );
    expect(begun).toEqual(ok(true));
    expect(await hears(money.former, COMPLETED)).toBe('CONTRADICTED');
    await payer.play.pass(0);
    expect([await money.state(), asked]).toEqual(['COMPLETED', [second]]);
  });

  it('which is a contradiction if a check of the refused attempt has begun the retry', async () => {
    answer = PENDING;
    const money = await make();
    await hears(money.former, FAILED);
    answer = FAILED;
    valueOf(await retry());
    asked.length = 0;
    answer = PENDING;
    const { storage, clock } = payer.play;
    clock.advance(39);
    // A host claims the job of the retry, and stops.
    await storage.jobs.claim({ now: clock.now(), leaseUntil: plusSeconds(clock.now(), 30), limit: 9 });
    await payer.play.pass(1);
    const second = await money.reference();
    expect(asked).toEqual([second]);
    expect(await hears(money.former, COMPLETED)).toBe('CONTRADICTED');
    answer = COMPLETED;
    await payer.play.pass(40);
    expect([await money.state(), new Set(asked)]).toEqual(['COMPLETED', new Set([second])]);
  });

  it('while another host has claimed the job of its retry, which then sends nothing', async () => {
    const money = await retried();
    const { storage, clock } = payer.play;
    const until = plusSeconds(clock.now(), 30);
    expect(await storage.jobs.claim({ now: clock.now(), leaseUntil: until, limit: 9 })).not.toEqual([]);
    expect(await hears(money.former, COMPLETED)).toBe('APPLIED');
    const other = await playCore({ storage, clock, rails }, { existing: true });
    await other.pass(60);
    expect([await money.state(), asked]).toEqual(['COMPLETED', []]);
  });

  it('between the reads of the unit that begins its retry, and nothing is sent again', async () => {
    const money = await retried();
    const { storage, clock } = payer.play;
    const effects: unknown[] = [];
    const units = tellingBetween(storage.units, async () => {
      effects.push(await hears(money.former, COMPLETED));
    });
    const other = await playCore({ storage: { ...storage, units }, clock, rails }, { existing: true });
    await other.pass(60);
    expect(effects).toEqual(['APPLIED']);
    expect([await money.state(), await money.reference(), asked]).toEqual(['COMPLETED', money.former, []]);
  });

  it('at the moment of its retry: the report changes its record, so that one of the two runs again', async () => {
    const money = await make();
    const before = await money.version();
    expect(await hears(money.former, COMPLETED)).toBe('CONTRADICTED');
    expect([await money.state(), await money.version()]).toEqual(['FAILED', before + 1]);
  });

  it('which stays what an operator decided about the same report', async () => {
    const money = await make();
    await hears(money.former, COMPLETED);
    const contradiction = (await bank.exceptions()).find(({ kind }) => kind === 'RAIL_CONTRADICTION')!;
    const by = operatorNamed('Ann');
    valueOf(
      await payer.play.run(payer.play.core.treasury.resolve, {
        exceptionId: contradiction.id,
        resolution: 'REFUSED',
        by,
      }),
    );
    valueOf(await retry());
    expect(await hears(money.former, COMPLETED)).toBe('CONTRADICTED');
    expect(await money.state()).toBe('PENDING');
    answer = COMPLETED;
    await payer.play.pass(0);
    expect(await money.state()).toBe('COMPLETED');
  });

  it('which is a contradiction if that attempt had come back before', async () => {
    answer = COMPLETED;
    const money = await make();
    await hears(money.former, FAILED);
    answer = FAILED;
    valueOf(await retry());
    answer = COMPLETED;
    expect(await hears(money.former, COMPLETED)).toBe('CONTRADICTED');
    expect(await money.state()).toBe('PENDING');
  });
});
