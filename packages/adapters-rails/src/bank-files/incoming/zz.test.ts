import { it } from 'vitest';
import { BANK_CASES, bankCaseFile, CASE_IBAN } from '../../testing/bank-cases.js';
import { accountedFor, bankCore } from '../../testing/bank-core.js';
it.skipIf(process.env['CASE'] === undefined)('prints', async () => {
  const name = process.env['CASE']!;
  const order = (process.env['ORDER'] ?? '').split(',').filter(Boolean).map(Number);
  const one = BANK_CASES.find((each) => each.name === name)!;
  const bank = await bankCore(
    {
      accounts: [{ iban: CASE_IBAN, bic: 'COBADEFFXXX', name: 'Acme', currency: 'EUR' }],
      cutOff: '16:00',
      timeZone: 'Europe/Berlin',
      credit: process.env['CREDIT'] ?? 'notification',
    },
    '2026-11-27T08:00:00Z',
  );
  for (const at of order.length ? order : one.files.map((_, i) => i + 1)) {
    await bank.deliver(one.files[at - 1]!, bankCaseFile(one.files[at - 1]!, bank.reference));
    console.log(one.files[at - 1], await bank.credited(), await bank.clearing());
  }
  await bank.work();
  console.log(
    await bank.credited(),
    await bank.clearing(),
    await accountedFor(bank),
    (await bank.exceptions()).map((e) => [e.kind, e.status, e.reference, e.amount, e.reason]),
    await bank.connection.check(),
    await bank.reconcile(),
  );
  bank.remove();
});
