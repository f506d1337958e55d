import { beforeEach, describe, expect, it } from 'vitest';
import { type CurrencyCode, dayOf, houseTenant, instant, type Result, update } from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import { type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { operatorNamed } from '../testing/ports.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { type PlaySettlement, playSettlement, untilDay } from '../testing/play-settlement.js';
import { SETTLEMENT_PARTS } from './settlement.js';

const JPY = 'JPY' as CurrencyCode;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const HOUSE = houseTenant('SANDBOX');

let world: PlayCard;
let processor: PlayProcessor;
let settlement: PlaySettlement;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
  settlement = playSettlement(world);
});

const pass = (seconds: number) => world.payer.play.pass(seconds);
const line = (...of: Parameters<PlaySettlement['line']>) => settlement.line(...of);
const purchase = async (name = 'c1', amount = 1_000n): Promise<void> => {
  const authorizationId = `use of ${name}`;
  await processor.told('authorization', { authorizationId, amount });
  await processor.told('clearing', { authorizationId, messageId: name, amount });
};
/** Tells an empty report at noon of each of the next days. */
const emptyReports = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day += 1) {
    await pass(untilDay(world.now(), 1));
    await settlement.told([]);
    for (let run = 0; run < 8; run += 1) await pass(2);
  }
};
const resolve = async (resolution: 'REFUSED' | 'WRITTEN_OFF'): Promise<Result<unknown>> => {
  const [open] = await settlement.open();
  const { core, clock } = world.payer.play;
  const ctx = { ...world.payer.play.context(), tenant: HOUSE, now: clock.now() };
  const prepared = await core.treasury.resolve.prepare(ctx, {
    ...{ exceptionId: open!.id, resolution, by: operatorNamed('Ann'), note: 'the processor has confirmed it' },
    approvedBy: operatorNamed('Bob'),
  });
  return prepared.ok ? core.units.run(HOUSE, (tx) => core.treasury.resolve.finish(tx, ctx, prepared.value)) : prepared;
};
const found = async () =>
  (await settlement.all()).map(({ reference, currency, amount, status }) => [reference, currency, amount, status]);

describe('a report in another currency than the use', () => {
  it('differs with the same number, and its exception names both currencies', async () => {
    await purchase();
    await settlement.told([line('clearing', 'c1', -1_000n)], { currency: JPY });
    await pass(HOUR);
    expect(await found()).toEqual([['OUT:message/c1/1', 'JPY', 1_000n, 'OPEN']]);
    const [{ reason } = { reason: '' }] = await settlement.open();
    expect(reason).toContain('says -1,000 JPY, and the ledger has -10.00 USD');
    expect(reason).toContain('report it in USD');
    await world.payer.auditClean();
  });

  it('settles nothing: the reports of the currency of the use miss the clearing two days later', async () => {
    await settlement.told([]);
    await purchase();
    await settlement.told([line('clearing', 'c1', -1_000n)], { currency: JPY });
    await emptyReports(3);
    expect(await found()).toEqual([
      ['OUT:message/c1/1', 'JPY', 1_000n, 'OPEN'],
      ['IN:message/c1/2', 'USD', 1_000n, 'OPEN'],
    ]);
    expect((await settlement.open())[1]!.reason).toContain('no report in USD has it');
    await settlement.told([line('clearing', 'c1', -1_000n)]);
    await settlement.told([line('clearing', 'c1', 1_000n)], { currency: JPY });
    await pass(2 * HOUR);
    expect(await settlement.open()).toEqual([]);
    await world.payer.auditClean();
  });

  it('differs in a final line about a use that was cleared at once', async () => {
    await processor.told('authorization', { authorizationId: 'use 2', amount: 500n, isFinal: true });
    await settlement.told([line('final', 'use 2', -500n)], { currency: JPY });
    await pass(HOUR);
    expect(await found()).toEqual([['OUT:use/use 2/1', 'JPY', 500n, 'OPEN']]);
  });

  it('does not add up with a report in the currency of the use', async () => {
    await purchase();
    await settlement.told([line('clearing', 'c1', -400n)], { currency: JPY });
    await settlement.told([line('clearing', 'c1', -600n)]);
    await pass(HOUR);
    expect(await found()).toEqual([
      ['OUT:message/c1/1', 'JPY', 400n, 'OPEN'],
      ['IN:message/c1/2', 'USD', 400n, 'OPEN'],
    ]);
  });

  it('is written off in the currency of the report, and stays a difference of the other one', async () => {
    await purchase();
    await settlement.told([line('clearing', 'c1', -1_000n)], { currency: JPY });
    await pass(HOUR);
    valueOf(await resolve('WRITTEN_OFF'));
    expect(await settlement.balance(chart.loss('SANDBOX', JPY))).toBe(-1_000n);
    await settlement.told([line('clearing', 'c1', -900n)]);
    await pass(2 * HOUR);
    expect(await found()).toEqual([
      ['OUT:message/c1/1', 'JPY', 1_000n, 'RESOLVED'],
      ['IN:message/c1/2', 'USD', 100n, 'OPEN'],
    ]);
    await world.payer.auditClean();
  });
});

describe('a line of another kind than its message', () => {
  const cases = [
    ['clearing', 'return', 'c1', -1_000n],
    ['clearing', 'dispute', 'c1', -1_000n],
    ['clearing', 'return.reversal', 'c1', -1_000n],
    ['return', 'dispute', 'r1', 300n],
    ['return', 'clearing', 'r1', 300n],
    ['dispute', 'return', 'd1', 1_000n],
  ] as const;
  it.each(cases)('differs if a %s is called a %s, with the amount of the message', async (kind, told, name, amount) => {
    await purchase();
    if (kind === 'return')
      await processor.told('return', { authorizationId: 'use of c1', messageId: 'r1', amount: 300n });
    if (kind === 'dispute')
      await processor.told('dispute', { clearingId: 'c1', messageId: 'd1', event: 'chargeback', amount: 1_000n });
    await settlement.told([line(told, name, amount)]);
    await pass(HOUR);
    expect(await found()).toEqual([[`IN:kind/message/${name}/1`, 'USD', 0n, 'OPEN']]);
    const [{ reason } = { reason: '' }] = await settlement.open();
    expect(reason).toContain(`reports call it ${told}, and the ledger has it as ${kind}`);
    await world.payer.auditClean();
  });

  it('moves no money when an operator decides about it, and does not come back', async () => {
    await purchase();
    await settlement.told([line('return', 'c1', -1_000n)]);
    await pass(HOUR);
    expect((await resolve('WRITTEN_OFF')).ok).toBe(false);
    valueOf(await resolve('REFUSED'));
    await pass(3 * HOUR);
    await emptyReports(3);
    expect(await found()).toEqual([['IN:kind/message/c1/1', 'USD', 0n, 'RESOLVED']]);
    await world.payer.auditClean();
  });

  it('is explained by lines that take it back and name the right kind', async () => {
    await purchase();
    await settlement.told([line('return', 'c1', -1_000n)]);
    await pass(HOUR);
    await settlement.told([line('return', 'c1', 1_000n), line('clearing', 'c1', -1_000n)]);
    expect(await settlement.open()).toEqual([]);
    await pass(2 * HOUR);
    expect(await settlement.open()).toEqual([]);
  });

  it('is one exception about the amount if the amount differs, too', async () => {
    await purchase();
    await settlement.told([line('return', 'c1', -900n)]);
    await pass(HOUR);
    expect(await found()).toEqual([['IN:message/c1/1', 'USD', 100n, 'OPEN']]);
  });
});

describe('the day of a report', () => {
  const dayIn = (days: number): string => dayOf(instant(world.now() + days * DAY * 1_000));

  it('is refused before it has begun, with a sentence that says what to do', async () => {
    for (const days of [1, 20, 10_000]) {
      const day = dayIn(days);
      const refused = await settlement.tells(settlement.report([], { day }));
      expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
      const text = JSON.stringify(refused);
      expect(text).toContain('"day"');
      expect(text).toContain(`${day} has not begun`);
      expect(text).toContain('report a day after its end, and check the clock of the processor');
    }
  });

  it('is taken once it has begun, also by the clock of a processor that is five minutes ahead', async () => {
    await pass(untilDay(world.now(), 1, 0) - 301);
    const message = settlement.report([], { day: dayIn(1) });
    expect((await settlement.tells(message)).ok).toBe(false);
    await pass(2);
    valueOf(await settlement.tells(message));
    valueOf(await settlement.tells(message));
  });

  it('does not hide what no later report has, if a release before this one took a day of the future', async () => {
    await settlement.told([]);
    const early = await settlement.told([], { reportId: 'early' });
    const { units } = world.payer.play.storage;
    const ctx = { ...world.payer.play.context(), tenant: HOUSE, now: world.payer.play.clock.now() };
    await units.run(HOUSE, async (tx) => {
      const part = (await tx.find(SETTLEMENT_PARTS, 'message', [world.card.processorRef, early.messageId]))!;
      return {
        ok: true,
        value: update(tx, ctx, SETTLEMENT_PARTS, part, { examinedTo: instant(ctx.now + 20 * DAY * 1_000) }),
      };
    });
    await pass(DAY);
    await purchase();
    await emptyReports(3);
    expect(await found()).toEqual([['IN:message/c1/1', 'USD', 1_000n, 'OPEN']]);
  });

  it('does not keep the search busy with thousands of years if the first report is about a day of long ago', async () => {
    await settlement.told([], { day: '0001-01-01' });
    await purchase();
    await emptyReports(3);
    for (let run = 0; run < 400; run += 1) await pass(2);
    expect(await found()).toEqual([['IN:message/c1/1', 'USD', 1_000n, 'OPEN']]);
  }, 60_000);

  it('is searched no further than the present', async () => {
    await settlement.told([]);
    await purchase();
    await emptyReports(3);
    const { rows } = await world.payer.play.storage.units.read(HOUSE, (reads) =>
      reads.list(SETTLEMENT_PARTS, { order: 'asc', limit: 50 }),
    );
    for (const { examinedTo } of rows) expect(examinedTo ?? 0).toBeLessThan(world.now());
  });
});
