import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import { houseTenant } from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { operatorNamed } from '../testing/ports.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { type PlaySettlement, playSettlement, untilDay } from '../testing/play-settlement.js';

const USD = 'USD' as Parameters<typeof chart.loss>[1];
const HOUR = 3_600;

let world: PlayCard;
let processor: PlayProcessor;
let settlement: PlaySettlement;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
  settlement = playSettlement(world);
});

const pass = (seconds: number) => world.payer.play.pass(seconds);
const jobs = async () => {
  const { storage } = world.payer.play;
  const { rows } = await storage.units.read(houseTenant('SANDBOX'), (reads) =>
    reads.list(JOBS, { order: 'asc', limit: 50 }),
  );
  return rows.filter(({ kind }) => kind === 'card.settlement');
};
const line = (...of: Parameters<PlaySettlement['line']>) => settlement.line(...of);
const purchase = async (amount = 1_000n, name = 'c1'): Promise<void> => {
  await processor.told('authorization', { amount });
  await processor.told('clearing', { messageId: name, amount });
};
const differs = (reference: string, amount: bigint, reason: string) => ({
  ...{ reference, amount, subject: world.card.processorRef, currency: 'USD' },
  reason: expect.stringContaining(reason) as string,
});

describe('a settlement report', () => {
  it('agrees with clearings, returns, reversals and final uses, and ends', async () => {
    await purchase();
    await processor.told('return', { messageId: 'r1', amount: 300n });
    await processor.told('return.reversal', { messageId: 'v1', returnId: 'r1', amount: null });
    await processor.told('authorization', { authorizationId: 'use 2', amount: 500n, isFinal: true });
    await processor.told('return', { authorizationId: null, messageId: 'gift', amount: 70n });
    await settlement.told([
      ...[line('clearing', 'c1', -1_000n), line('return', 'r1', 300n), line('return.reversal', 'v1', -300n)],
      ...[line('final', 'use 2', -500n), line('return', 'gift', 70n)],
    ]);
    expect(await settlement.all()).toEqual([]);
    expect(await jobs()).toEqual([]);
    await world.payer.auditClean();
  });

  it('agrees with the money and the fees of a dispute', async () => {
    await purchase();
    const about = { networkCaseId: 'case 1', clearingId: 'c1' };
    await processor.told('dispute', { ...about, messageId: 'd1', event: 'chargeback', amount: 1_000n });
    await processor.told('dispute', { ...about, messageId: 'd2', event: 'fee_collection', amount: 25n });
    await processor.told('dispute', { ...about, messageId: 'd3', event: 'representment', amount: 1_000n });
    await processor.told('dispute', { ...about, messageId: 'd4', event: 'lost', amount: 0n });
    await settlement.told([
      ...[line('clearing', 'c1', -1_000n), line('dispute', 'd1', 1_000n), line('dispute', 'd2', -25n)],
      line('dispute', 'd3', -1_000n),
    ]);
    expect(await settlement.all()).toEqual([]);
    expect(await jobs()).toEqual([]);
    await world.payer.auditClean();
  });

  it('books interchange and fees once all parts are there, in any order and once', async () => {
    await purchase();
    const totals = {
      interchange: 15n,
      fees: [
        { name: 'network', amount: 4n },
        { name: 'scheme', amount: 3n },
      ],
      net: -992n,
    };
    const last = settlement.report([], { reportId: 'R', part: 2, parts: 2, totals });
    const first = settlement.report([line('clearing', 'c1', -1_000n)], { reportId: 'R', parts: 2, totals: null });
    const before = await settlement.balance(chart.clearing('SANDBOX', world.card.processorRef, USD));
    for (const message of [last, last, first, first, last]) {
      valueOf(await settlement.tells(message));
      await pass(0);
    }
    const { balance } = settlement;
    expect(await balance(chart.interchange('SANDBOX', USD))).toBe(15n);
    expect(await balance(chart.networkFees('SANDBOX', USD))).toBe(-7n);
    expect(await balance(chart.clearing('SANDBOX', world.card.processorRef, USD))).toBe(before - 8n);
    expect(await settlement.all()).toEqual([]);
    await pass(HOUR);
    expect(await jobs()).toEqual([]);
    await world.payer.auditClean();
  });

  it('can pay interchange, and get fees back', async () => {
    await settlement.told([], { totals: { interchange: -5n, fees: [{ name: 'rebate', amount: -2n }], net: -3n } });
    expect(await settlement.balance(chart.interchange('SANDBOX', USD))).toBe(-5n);
    expect(await settlement.balance(chart.networkFees('SANDBOX', USD))).toBe(2n);
    expect(await settlement.all()).toEqual([]);
    await world.payer.auditClean();
  });

  it('waits an hour for a message that it has, and then differs until the message comes', async () => {
    await processor.told('authorization', { amount: 1_000n });
    await settlement.told([line('clearing', 'c1', -1_000n)]);
    expect(await settlement.all()).toEqual([]);
    await pass(HOUR);
    expect(await settlement.open()).toMatchObject([
      differs('OUT:message/c1/1', 1_000n, 'the ledger knows nothing of it'),
    ]);
    await processor.told('clearing', { messageId: 'c1', amount: 1_000n });
    await pass(HOUR);
    expect(await settlement.all()).toMatchObject([{ status: 'RESOLVED', resolution: 'REFUSED' }]);
    expect(await jobs()).toEqual([]);
    await world.payer.auditClean();
  });

  it('differs by an amount, and follows a later line', async () => {
    await purchase();
    await settlement.told([line('clearing', 'c1', -1_200n)]);
    await pass(HOUR);
    expect(await settlement.open()).toMatchObject([differs('OUT:message/c1/1', 200n, '10.00')]);
    await settlement.told([line('clearing', 'c1', 150n)]);
    await pass(HOUR);
    expect(await settlement.open()).toMatchObject([differs('OUT:message/c1/1', 50n, '2 lines')]);
    await settlement.told([line('clearing', 'c1', 150n)]);
    await pass(HOUR);
    expect(await settlement.all()).toMatchObject([
      { reference: 'OUT:message/c1/1', status: 'RESOLVED' },
      { reference: 'IN:message/c1/2', status: 'OPEN', amount: 100n },
    ]);
    await world.payer.auditClean();
  });

  it('differs once if a message is in two reports', async () => {
    await purchase();
    for (let times = 0; times < 2; times += 1) await settlement.told([line('clearing', 'c1', -1_000n)]);
    await pass(2 * HOUR);
    expect(await settlement.all()).toMatchObject([differs('OUT:message/c1/1', 1_000n, '2 lines')]);
  });

  it('differs if what it says of a clearing is a return', async () => {
    await purchase();
    await settlement.told([line('return', 'c1', 1_000n)]);
    await pass(HOUR);
    expect(await settlement.open()).toMatchObject([differs('IN:message/c1/1', 2_000n, 'c1')]);
  });

  it('finds a message and a final use that no report has two days later, once', async () => {
    await settlement.told([]);
    await purchase();
    await processor.told('authorization', { authorizationId: 'use 2', amount: 500n, isFinal: true });
    await pass(untilDay(world.now(), 1));
    await settlement.told([]);
    await pass(HOUR);
    expect(await settlement.all()).toEqual([]);
    for (let day = 0; day < 2; day += 1) {
      await pass(untilDay(world.now(), 1));
      await settlement.told([]);
      for (let run = 0; run < 6; run += 1) await pass(2);
    }
    expect(await settlement.open()).toMatchObject([
      differs('IN:message/c1/1', 1_000n, 'no report has it'),
      differs('IN:use/use 2/1', 500n, 'no report has it'),
    ]);
    await settlement.told([line('clearing', 'c1', -1_000n), line('final', 'use 2', -500n)]);
    expect(await settlement.open()).toEqual([]);
    await world.payer.auditClean();
  });

  it('differs from its own net amount', async () => {
    await purchase();
    const totals = { interchange: 0n, fees: [], net: -900n };
    await settlement.told([line('clearing', 'c1', -1_000n)], { reportId: 'R', totals });
    expect(await settlement.open()).toMatchObject([differs('IN:net/R/1', 100n, 'add up to')]);
  });

  it('is incomplete a day after a part that another one did not follow', async () => {
    const lost = settlement.report([], { reportId: 'R', part: 1, parts: 2, totals: null });
    const totals = { interchange: 5n, fees: [], net: 5n };
    await settlement.told([], { reportId: 'R', part: 2, parts: 2, totals });
    await pass(23 * HOUR);
    expect(await settlement.all()).toEqual([]);
    await pass(2 * HOUR);
    expect(await settlement.open()).toMatchObject([differs('IN:parts/R/1', 1n, '1 of 2 parts')]);
    expect(await settlement.balance(chart.interchange('SANDBOX', USD))).toBe(0n);
    valueOf(await settlement.tells(lost));
    await pass(0);
    expect(await settlement.open()).toEqual([]);
    expect(await settlement.balance(chart.interchange('SANDBOX', USD))).toBe(5n);
    await world.payer.auditClean();
  });

  it('is refused with other content under a known id, and stores nothing then', async () => {
    const message = settlement.report([line('clearing', 'c1', -1_000n)], { reportId: 'R', parts: 2, totals: null });
    valueOf(await settlement.tells(message));
    const refused = async (over: object) => {
      const result = await settlement.tells({ ...message, ...over });
      return result.ok ? 'stored' : result.error.code;
    };
    expect(await refused({ lines: [line('clearing', 'c1', -999n)] })).toBe('CONFLICT');
    expect(await refused({ day: '2020-01-01' })).toBe('CONFLICT');
    expect(await refused({ messageId: 'other' })).toBe('CONFLICT');
    expect(await refused({ messageId: 'other', part: 2, parts: 3 })).toBe('CONFLICT');
    expect(await refused({ messageId: 'other', lines: [line('clearing', 'c1', 10n ** 18n)] })).toBe(
      'AMOUNT_OUT_OF_RANGE',
    );
    expect((await jobs()).length).toBe(1);
  });
});

describe('a difference that an operator has decided about', () => {
  const resolve = async (resolution: 'REFUSED' | 'WRITTEN_OFF') => {
    const [open] = await settlement.open();
    const { core, clock } = world.payer.play;
    const ctx = { ...world.payer.play.context(), tenant: houseTenant('SANDBOX'), now: clock.now() };
    const prepared = await core.treasury.resolve.prepare(ctx, {
      ...{ exceptionId: open!.id, resolution, by: operatorNamed('Ann'), note: 'the processor has confirmed it' },
      approvedBy: operatorNamed('Bob'),
    });
    return valueOf(await core.units.run(ctx.tenant, (tx) => core.treasury.resolve.finish(tx, ctx, valueOf(prepared))));
  };

  it('does not come back', async () => {
    await purchase();
    await settlement.told([line('clearing', 'c1', -1_200n)]);
    await pass(HOUR);
    await resolve('REFUSED');
    await pass(2 * HOUR);
    expect(await settlement.all()).toMatchObject([{ status: 'RESOLVED', resolution: 'REFUSED' }]);
    expect(await jobs()).toEqual([]);
  });

  it('is a new one if the message comes after it was written off', async () => {
    await processor.told('authorization', { amount: 1_000n });
    await settlement.told([line('clearing', 'c1', -1_000n)]);
    await pass(HOUR);
    await resolve('WRITTEN_OFF');
    expect(await settlement.balance(chart.loss('SANDBOX', USD))).toBe(-1_000n);
    await pass(2 * HOUR);
    expect(await settlement.open()).toEqual([]);
    await processor.told('clearing', { messageId: 'c1', amount: 1_000n });
    for (let day = 0; day < 3; day += 1) {
      await pass(untilDay(world.now(), 1));
      await settlement.told([]);
      for (let run = 0; run < 6; run += 1) await pass(2);
    }
    expect(await settlement.open()).toMatchObject([{ reference: 'IN:message/c1/2', amount: 1_000n }]);
    await world.payer.auditClean();
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
  });
});
