import { afterEach, describe, expect, it } from 'vitest';
import { BANK_CASES, bankCaseFile, CASE_IBAN, hasStatement, ordersOf } from '../../testing/bank-cases.js';
import { accountedFor, type BankCore, bankCore } from '../../testing/bank-core.js';

const MEMBERS = {
  accounts: [{ iban: CASE_IBAN, bic: 'COBADEFFXXX', name: 'Acme Payments GmbH', currency: 'EUR' }],
  cutOff: '16:00',
  timeZone: 'Europe/Berlin',
};

const cases = BANK_CASES.flatMap((one) =>
  (['notification', 'statement'] as const).flatMap((credit) =>
    ordersOf(one.files).map((files) => ({
      ...one,
      files,
      credit,
      order: files.map((file) => one.files.indexOf(file) + 1).join(', '),
    })),
  ),
);

let bank: BankCore | null = null;
afterEach(() => bank?.remove());

describe('the files of a bank credit what it means, and explain every cent of its balance', () => {
  it.each(cases)('$name: credit by $credit, in the order $order', async ({ files, credit, credited, clearing }) => {
    bank = await bankCore({ ...MEMBERS, credit }, '2026-11-27T08:00:00Z');
    for (const file of files) await bank.deliver(file, bankCaseFile(file, bank.reference));
    await bank.work();
    const isMoved = credit === 'notification' || hasStatement(files);
    expect(await bank.credited()).toBe(isMoved ? credited : 0n);
    // What the ledger lacks has an exception or a problem with its amount.
    expect(await accountedFor(bank)).toBe(isMoved ? clearing : 0n);
    const { balances, missingInStatement } = await bank.reconcile();
    expect(balances?.unexplained ?? 0n).toBe(0n);
    if (hasStatement(files)) {
      expect(missingInStatement).toEqual([]);
      expect(balances?.closing).toBe(clearing);
    }
    // `connections check` and the metric agree, and nothing is unexplained.
    for (const { difference } of await bank.holdings()) expect(difference).toBe(0n);
    const reasons = (await bank.exceptions()).map(({ reference }) => reference);
    expect(reasons.filter((reference) => reference.includes('balance/'))).toEqual([]);
    await bank.payer.auditClean();
  });
});
