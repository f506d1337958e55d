import { afterEach, describe, expect, it } from 'vitest';
import { CASE_IBAN } from '../../testing/bank-cases.js';
import { type BankCore, bankCore } from '../../testing/bank-core.js';
import { type BankEntry, notificationXml, statementXml, statusXml } from '../../testing/bank-xml.js';

const DAY = 86_400;
const MONDAY = '2026-11-23';
const TUESDAY = '2026-11-24';
const MEMBERS = {
  accounts: [{ iban: CASE_IBAN, bic: 'COBADEFFXXX', name: 'Acme Payments GmbH', currency: 'EUR' }],
  cutOff: '16:00',
  timeZone: 'Europe/Berlin',
};

let bank: BankCore;
afterEach(() => bank.remove());

async function start(): Promise<(amount: bigint, day?: string, over?: Partial<BankEntry>) => BankEntry> {
  bank = await bankCore(MEMBERS, `${MONDAY}T09:00:00Z`);
  const { reference } = bank;
  return (amount, day = MONDAY, over = {}) => ({ amount, day, servicer: `S${amount}`, text: reference, ...over });
}

let files = 0;
const deliver = (content: string): Promise<void> => bank.deliver(`file-${(files += 1)}.xml`, content);
const days = async (count: number): Promise<void> => {
  bank.clock.advance(count * DAY);
  await bank.work();
};
const exceptions = async () =>
  (await bank.exceptions()).map(({ kind, status, subject, reference, amount }) => [
    ...[kind, status, subject, amount],
    reference.replace(/[0-9a-f]{32}-1/, 'KEY'),
  ]);
const directions = async () => (await bank.exceptions()).map(({ direction }) => direction);
const difference = async () => (await bank.holdings()).map((one) => one.difference);

describe('a balance of the bank that nothing explains', () => {
  it('is one exception that follows its amount, books nothing, and ends when the ledger agrees', async () => {
    const paid = await start();
    await deliver(statementXml(MONDAY, 0n, [paid(10_000n)]));
    expect([await difference(), await exceptions()]).toEqual([[0n], []]);
    const { play } = bank.payer;
    const book = async (messageId: string, booking: 'TOP_UP' | 'WITHDRAWAL', amount: bigint) => {
      const told = { kind: 'booking', booking, rail: 'acme-bank', messageId, currency: 'EUR', amount, note: null };
      expect(await play.core.railTells('SANDBOX', told as never)).toMatchObject({ ok: true });
      await bank.work();
    };
    await book('one', 'TOP_UP', 700n);
    const about = (status: string, amount: bigint, name = 'OUT:balance/EUR/1') => [
      ...['STATEMENT_DIFFERENCE', status, 'acme-bank', amount],
      name,
    ];
    expect([await difference(), await exceptions()]).toEqual([[-700n], [about('OPEN', 700n)]]);
    await book('two', 'TOP_UP', 50n);
    expect([await difference(), await exceptions()]).toEqual([[-750n], [about('OPEN', 750n)]]);
    await book('three', 'WITHDRAWAL', 750n);
    expect([await difference(), await exceptions()]).toEqual([[0n], [about('RESOLVED', 750n)]]);
    await book('four', 'WITHDRAWAL', 20n);
    expect((await exceptions()).slice(1)).toEqual([about('OPEN', 20n, 'IN:balance/EUR/2')]);
    expect(await bank.credited()).toBe(10_000n);
    await bank.payer.auditClean();
  });

  it('is not compared while a statement is missing, and leaves out what exceptions name', async () => {
    const paid = await start();
    await deliver(statementXml(MONDAY, 0n, [paid(10_000n), paid(-300n, MONDAY, { text: 'other software' })]));
    expect((await exceptions()).map(([kind]) => kind)).toEqual(['STATEMENT_DIFFERENCE']);
    expect(await difference()).toEqual([0n]);
    await deliver(statementXml('2026-11-25', 9_900n, []));
    expect(await difference()).toEqual([]);
    await deliver(statementXml(TUESDAY, 9_700n, [paid(200n, TUESDAY)]));
    expect(await difference()).toEqual([0n]);
    expect(await exceptions()).toHaveLength(1);
  });
});

describe('a status report that is being applied', () => {
  it('keeps balances from being compared until core knows all that it says, also after a crash', async () => {
    const paid = await start();
    await deliver(statementXml(MONDAY, 0n, [paid(10_000n)]));
    const { messageId, endToEndId } = await bank.pay(4_000n);
    const { core } = bank.payer.play;
    const { railTells } = core;
    const compared: unknown[] = [];
    const crashing: typeof railTells = async () => {
      compared.push(await difference());
      throw new Error('the host was killed');
    };
    Object.assign(core, { railTells: crashing });
    await deliver(statusXml(messageId, endToEndId, 'ACSC')).catch(() => undefined);
    expect(compared).not.toEqual([]);
    expect(new Set(compared.map((one) => JSON.stringify(one)))).toEqual(new Set(['[]']));
    Object.assign(core, { railTells });
    expect([await difference(), await exceptions()]).toEqual([[], []]);
    await days(0);
    await days(0);
    expect([await bank.clearing(), await difference(), await exceptions()]).toEqual([6_000n, [0n], []]);
    await bank.payer.auditClean();
  });
});

describe('what operators have decided about differences', () => {
  it('is left out before and after the statement has the movement', async () => {
    const paid = await start();
    const bySoftware = (amount: bigint, day = MONDAY) => paid(amount, day, { text: 'other software' });
    await deliver(statementXml(MONDAY, 0n, [paid(10_000n), bySoftware(-300n), bySoftware(-400n)]));
    await bank.resolve(300n, 'PAID_ELSEWHERE');
    await bank.resolve(400n, 'REFUSED');
    await days(0);
    expect([await bank.clearing(), await difference()]).toEqual([9_700n, [0n]]);
    // This one is on no statement yet.
    await deliver(notificationXml([bySoftware(-200n, TUESDAY)]));
    expect(await difference()).toEqual([0n]);
    await bank.resolve(200n, 'PAID_ELSEWHERE');
    await days(0);
    expect([await bank.clearing(), await difference()]).toEqual([9_500n, [0n]]);
    await deliver(statementXml(TUESDAY, 9_300n, [bySoftware(-200n, TUESDAY)]));
    expect(await difference()).toEqual([0n]);
    expect((await exceptions()).filter(([, status]) => status === 'OPEN')).toEqual([]);
    await bank.payer.auditClean();
  });

  it('is not asked again about a balance that an operator has refused, unless it changes', async () => {
    const paid = await start();
    await deliver(statementXml(MONDAY, 0n, [paid(10_000n)]));
    const { play } = bank.payer;
    const told = { kind: 'booking', booking: 'TOP_UP', rail: 'acme-bank', currency: 'EUR', note: null };
    const book = (messageId: string, amount: bigint) =>
      play.core.railTells('SANDBOX', { ...told, messageId, amount } as never);
    await book('one', 700n);
    await bank.work();
    await bank.resolve(700n, 'REFUSED');
    await days(1);
    expect((await exceptions()).map(([, status]) => status)).toEqual(['RESOLVED']);
    await book('two', 5n);
    await bank.work();
    expect((await exceptions()).map(([, status, , amount]) => [status, amount])).toEqual([
      ['RESOLVED', 700n],
      ['OPEN', 705n],
    ]);
  });
});

describe('a movement that the statements should contain', () => {
  it('is a problem, then an exception with the payment as its subject, and ends with the statement', async () => {
    const paid = await start();
    await deliver(notificationXml([paid(10_000n)]));
    await deliver(statementXml(MONDAY, 0n, []));
    await deliver(statementXml(TUESDAY, 0n, []));
    await days(2);
    expect([await bank.problems(), await exceptions(), await difference()]).toEqual([[], [], [0n]]);
    await days(1);
    expect(await bank.problems()).toEqual([
      'acme-bank: the bank reported IN 100.00 EUR of 2026-11-23 (entry S10000), and the statements of that day do not contain it',
    ]);
    expect(await exceptions()).toEqual([]);
    await days(1);
    expect(await bank.problems()).toEqual([]);
    const [[kind, status, subject, amount, reference] = []] = await exceptions();
    expect([kind, status, amount, reference]).toEqual(['RAIL_CONTRADICTION', 'OPEN', 10_000n, 'overdue/KEY']);
    expect(subject).toMatch(/^Transaction:/);
    // The books have money that did not come.
    expect(await directions()).toEqual(['OUT']);
    await days(5);
    expect([await exceptions(), await difference()]).toEqual([expect.objectContaining({ length: 1 }), [0n]]);
    await deliver(statementXml('2026-11-25', 0n, [paid(10_000n)]));
    expect((await exceptions()).map((one) => one[1])).toEqual(['RESOLVED']);
    expect([await difference(), await bank.credited()]).toEqual([[0n], 10_000n]);
    await bank.payer.auditClean();
  });

  it('is a payout that the bank has executed and not debited', async () => {
    const paid = await start();
    await deliver(statementXml(MONDAY, 0n, [paid(10_000n)]));
    const { id, messageId, endToEndId } = await bank.pay(4_000n);
    await deliver(statusXml(messageId, endToEndId, 'ACSC'));
    expect([await bank.clearing(), await difference(), await exceptions()]).toEqual([6_000n, [0n], []]);
    await deliver(statementXml(TUESDAY, 10_000n, []));
    await days(4);
    expect(await exceptions()).toEqual([['RAIL_CONTRADICTION', 'OPEN', id, 4_000n, `overdue/${id}`]]);
    // The books have a payment that did not leave.
    expect(await directions()).toEqual(['IN']);
    const debit = paid(-4_000n, '2026-11-25', { endToEndId, text: 'x' });
    await deliver(statementXml('2026-11-25', 10_000n, [debit]));
    expect((await exceptions()).map((one) => one[1])).toEqual(['RESOLVED']);
    expect([await bank.clearing(), await difference()]).toEqual([6_000n, [0n]]);
    await bank.payer.auditClean();
  });

  it('is a payout about which the bank says nothing', async () => {
    const paid = await start();
    await deliver(statementXml(MONDAY, 0n, [paid(10_000n)]));
    const { id } = await bank.pay(4_000n);
    await days(3);
    expect((await bank.problems()).join()).toContain(`the bank was to execute ${id} of 40.00 EUR on 2026-11-23`);
    await days(1);
    expect(await exceptions()).toEqual([['RAIL_CONTRADICTION', 'OPEN', id, 4_000n, `overdue/${id}`]]);
    // The books do not have it yet.
    expect(await directions()).toEqual([null]);
    expect(await difference()).toEqual([0n]);
  });
});

it('a debit that the bank books after it has refused the payment is one contradiction, and no difference', async () => {
  const paid = await start();
  await deliver(statementXml(MONDAY, 0n, [paid(10_000n)]));
  const { id, messageId, endToEndId } = await bank.pay(4_000n);
  await deliver(statusXml(messageId, endToEndId, 'RJCT'));
  expect(await bank.credited()).toBe(10_000n);
  await deliver(statementXml(TUESDAY, 10_000n, [paid(-4_000n, TUESDAY, { endToEndId, text: 'x' })]));
  await days(1);
  const found = await exceptions();
  expect(found.map(([kind, status, subject, amount]) => [kind, status, subject, amount])).toEqual([
    ['RAIL_CONTRADICTION', 'OPEN', id, 4_000n],
  ]);
  expect(await difference()).toEqual([0n]);
});
