import { expect, it } from 'vitest';
import type { Caller } from '../operators/index.js';
import { LEGAL_HOLDS } from '../retention/index.js';
import { readAll } from '../kernel/index.js';
import { eraseCustomerOf, payOut, rowsWith } from '../testing/erased-customer.js';
import { addOperator } from '../testing/operators.js';
import { partyNamed, playHit } from '../testing/play-hit.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';

it('the erasing of a customer takes what operators wrote about each of its records, and the audit is clean', async () => {
  const payer = await playPayer({}, { fullName: 'Ada Lovelace' } as never);
  const { play, customerId } = payer;
  const { storage, tenant, core } = play;
  const ann = await addOperator(storage.units, 'Ann Example', 'ADMIN');
  const bob = await addOperator(storage.units, 'Bob Example', 'ADMIN');
  const { actions } = core.operators;
  const texts: string[] = [];
  /** A text that is written once. */
  const said = (): string => {
    texts.push(`said-${texts.length}-of-ada`);
    return texts.at(-1)!;
  };
  const act = async (action: Parameters<typeof actions.request>[1]['action'], input: object, by: Caller = ann) => {
    const asked = valueOf(await actions.request(by, { tenant, action, input: input as never }));
    if (asked.kind === 'awaiting') valueOf(await actions.approve(bob, tenant, asked.awaiting));
    return asked;
  };
  const note = (id: string) => act('notes.add', { id, text: said(), readers: 'VIEWER' });

  await act('customers.block', {
    id: customerId,
    reason: said(),
    caseReference: said(),
    tellPlatform: true,
    notes: said(),
  });
  await act('customers.unblock', { id: customerId, reason: said(), caseReference: said() });
  const payee = await payer.external('891');
  await act('external-accounts.block', { id: payee.id, reason: said(), caseReference: said(), tellPlatform: false });
  await act('external-accounts.unblock', { id: payee.id, reason: said(), caseReference: said() });

  await act('customers.hold', { id: customerId, reason: said(), caseReference: said() });
  const [hold] = await storage.units.read(tenant, (reads) => readAll(reads, LEGAL_HOLDS));
  await act('customers.release-hold', { id: hold!.id, reason: said(), caseReference: said() });

  await act('accounts.freeze', { id: payer.usd.id, reason: said() });
  await act('accounts.unfreeze', { id: payer.usd.id, reason: said() });

  const parties = [partyNamed(customerId, 'Ada Lovelace')];
  const cleared = await playHit(play, { parties, matches: [{}] });
  await act('screening.clear', { id: cleared.id, reason: said() });
  const confirmed = await playHit(play, { subject: payee.id, parties, matches: [{ entry: 'SDN-2' }] });
  await act('screening.confirm', { id: confirmed.id, reason: said(), caseReference: said() });
  await act('screening.withdraw', { id: confirmed.id, reason: said() });
  await act('customers.unblock', { id: customerId, reason: said(), caseReference: said() });

  const opened = await act('cases.open', { title: said(), about: customerId });
  const caseId = ((opened as { readonly output?: unknown }).output as { readonly id: string }).id;
  await act('cases.add', { id: caseId, about: cleared.id });
  for (const id of [customerId, caseId]) await note(id);
  await act('cases.close', { id: caseId, outcome: 'ENDED', reason: said() });

  await payOut(play, customerId);
  const before = await rowsWith(play, texts);
  expect(texts.filter((text) => !before.some((row) => row.endsWith(`: ${text}`)))).toEqual([]);
  await eraseCustomerOf(play, customerId, ['Cy Example', 'Di Example']);
  expect(await rowsWith(play, texts)).toEqual([]);
  expect((await play.core.ledger.audit()).findings).toEqual([]);
});
