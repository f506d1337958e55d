import { expect, it } from 'vitest';
import type { ExceptionRecord, Resolution } from '../exceptions/index.js';
import { type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { operatorNamed } from '../testing/ports.js';

const DAY = 86_400;

/** The customer has paid out money that a bank then reversed, and owes it. */
async function owing(): Promise<PlayBank> {
  const bank = await playBank();
  const { payer } = bank;
  valueOf(await bank.arrives(payer.usd.reference, SENT, { paymentId: 'p1' }));
  const destinationId = (await payer.dollars('891')).id;
  const [amount] = await bank.balance();
  valueOf(await payer.play.run(payer.play.core.transfers.out, { sourceId: payer.usd.id, destinationId, amount }));
  await payer.play.pass(0);
  valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount: SENT, reason: null }));
  return bank;
}
const resolve = async ({ payer }: PlayBank, { id: exceptionId }: ExceptionRecord, resolution: Resolution) =>
  valueOf(
    await payer.play.run(payer.play.core.treasury.resolve, { exceptionId, resolution, by: operatorNamed('Ann') }),
  );
const newest = async (bank: PlayBank): Promise<ExceptionRecord> => (await bank.exceptions()).at(-1)!;

it('an overdue debt that an operator refused is an exception again after the same time', async () => {
  const bank = await owing();
  await bank.payer.play.pass(31 * DAY);
  const first = await newest(bank);
  expect(first).toMatchObject({ kind: 'RECEIVABLE_OVERDUE', status: 'OPEN', amount: SENT });
  await resolve(bank, first, 'REFUSED');
  await bank.payer.auditClean();
  for (let days = 0; days < 28; days += 7) await bank.payer.play.pass(7 * DAY);
  expect(await bank.exceptions()).toHaveLength(1);
  await bank.payer.play.pass(3 * DAY);
  const second = await newest(bank);
  expect(second).toMatchObject({ status: 'OPEN', reference: `${first.reference}/2`, amount: SENT });
  await resolve(bank, second, 'REFUSED');
  await bank.payer.play.pass(31 * DAY);
  const third = await newest(bank);
  expect(third).toMatchObject({ status: 'OPEN', reference: `${first.reference}/3` });
  await resolve(bank, third, 'WRITTEN_OFF');
  await bank.payer.play.pass(61 * DAY);
  expect(await bank.exceptions()).toHaveLength(3);
  expect((await bank.payer.play.core.ledger.audit()).receivables).toEqual([]);
  await bank.payer.auditClean();
});

it('a debt is an exception before its time if an operator opens one, and has one at a time', async () => {
  const bank = await owing();
  const { play, usd } = bank.payer;
  const open = (subject: string) =>
    play.run(play.core.treasury.open, { kind: 'RECEIVABLE_OVERDUE', subject, reason: 'the customer left' });
  const { id, amount } = valueOf(await open(usd.id));
  expect(amount).toBe(SENT);
  expect(valueOf(await open(usd.id)).id).toBe(id);
  await resolve(bank, await newest(bank), 'REFUSED');
  const again = valueOf(await open(usd.id));
  expect(again.reference).toMatch(/\/2$/);
  await play.pass(62 * DAY);
  expect(await bank.exceptions()).toHaveLength(2);
  await resolve(bank, again, 'WRITTEN_OFF');
  expect(await open(usd.id)).toMatchObject({
    error: { code: 'CONFLICT', message: 'subject: the account owes nothing' },
  });
  expect(await open('InternalAccount:1')).toMatchObject({ error: { code: 'REFERENCE_NOT_FOUND' } });
  await bank.payer.auditClean();
});
