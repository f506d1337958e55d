import { ok } from '@corridor/core';
import { expect, it } from 'vitest';
import { bankParts, faultyStore, newPayment } from '../testing/bank-connection.js';
import { storedPayment, UNDEBITED } from './payment-records.js';
import { prepareFiles } from './prepare-files.js';
import { noteUndebited } from './undebited.js';

async function settled(count: number) {
  const parts = bankParts();
  const references: string[] = [];
  for (let i = 0; i < count; i += 1)
    references.push((await parts.payments.submit(newPayment({ amount: BigInt(100 + i) }))).reference);
  await prepareFiles(parts.sending);
  parts.clock.advance(60);
  for (const reference of references)
    await parts.payments.report([{ event: 'settle', by: 'R1', reference, bankStatus: 'ACSC' }], parts.tell);
  const settledAt = parts.clock.now();
  // An earlier version did not note them.
  await parts.whole.run(async (records) => {
    for (const record of await records.getMany(UNDEBITED, references)) records.remove(record);
    return ok();
  });
  parts.clock.advance(86_400);
  const undebited = () =>
    parts.whole.read((records) => records.list(UNDEBITED, { status: parts.entry.accounts[0]!.iban, limit: 999 }));
  return { ...parts, references, settledAt, undebited };
}

it('payments that the bank had settled under an earlier version, and not debited, are noted once with their day', async () => {
  const { references, settledAt, whole, payments, tell, undebited } = await settled(3);
  await payments.booked(references[1]!, { entryId: 'E1', date: null }, tell);
  await noteUndebited(whole);
  const noted = await undebited();
  expect(noted.map(({ key, value }) => [key, value]).sort()).toEqual(
    [references[0]!, references[2]!]
      .sort()
      .map((reference, index) => [reference, { amount: BigInt(100 + 2 * index), settledAt }]),
  );
  await payments.booked(references[0]!, { entryId: 'E2', date: null }, tell);
  await noteUndebited(whole);
  expect((await undebited()).map(({ key }) => key)).toEqual([references[2]]);
});

it('the search continues after a crash, and ends after all payments', async () => {
  const { whole, fault, undebited } = await settled(620);
  fault.calls = 0;
  fault.at = 1;
  await expect(noteUndebited(faultyStore(whole, fault))).rejects.toThrow();
  await noteUndebited(whole);
  expect(await undebited()).toHaveLength(620);
  const payment = (await whole.read((records) => records.list('payments', { status: 'DELIVERED', limit: 1 })))[0]!;
  expect(storedPayment(payment).booking).toBeNull();
});
