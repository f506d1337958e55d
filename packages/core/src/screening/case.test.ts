import { beforeEach, expect, it } from 'vitest';
import type { Caller } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { partyNamed, playHit } from '../testing/play-hit.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';

let payer: PlayPayer;
let ann: Caller;
beforeEach(async () => {
  payer = await playPayer();
  ann = await addOperator(payer.play.storage.units, 'Ann', 'OPERATOR');
});

type Action = 'cases.open' | 'cases.add' | 'cases.close' | 'notes.add' | 'assignments.set';
const request = (action: Action, input: object) =>
  payer.play.core.operators.actions.request(ann, { tenant: payer.play.tenant, action, input: input as never });
async function opened(about?: string): Promise<string> {
  const done = valueOf(await request('cases.open', { title: 'Payments to one payee', about }));
  return done.kind === 'done' ? (done.output as { readonly id: string }).id : '';
}
const shown = async (id: string) => (await payer.play.core.operators.screening.cases.get(id))!;

it('a case begins with a record, gets others, and ends with an outcome', async () => {
  const id = await opened(payer.customerId);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  const hit = await playHit(payer.play, { parties: [partyNamed(payer.customerId, 'Ada')], matches: [{}] });
  for (const about of [quote.transactionId, hit.id]) valueOf(await request('cases.add', { id, about }));
  expect(codeOf(await request('cases.add', { id, about: hit.id }))).toBe('CONFLICT');
  const { links } = await shown(id);
  expect(links.map(({ subject, customerId }) => [subject, customerId])).toEqual([
    [payer.customerId, payer.customerId],
    [quote.transactionId, payer.customerId],
    [hit.id, payer.customerId],
  ]);
  const { cases } = payer.play.core.operators.screening;
  for (const about of [payer.customerId, quote.transactionId, hit.id])
    expect((await cases.about(payer.play.tenant, about)).map((each) => each.id)).toEqual([id]);
  valueOf(await request('cases.close', { id, outcome: 'REPORTED', reason: 'report 4711' }));
  expect((await shown(id)).case).toMatchObject({ status: 'CLOSED', outcome: 'REPORTED', closeReason: 'report 4711' });
  expect(codeOf(await request('cases.close', { id, outcome: 'ENDED', reason: 'x' }))).toBe('INVALID_STATE_TRANSITION');
  expect(codeOf(await request('cases.add', { id, about: payer.usd.id }))).toBe('INVALID_INPUT');
  await payer.auditClean();
});

it('a case has notes and an operator who looks after it', async () => {
  const id = await opened();
  valueOf(await request('notes.add', { id, text: 'asked the bank', readers: 'VIEWER' }));
  valueOf(await request('assignments.set', { id, operator: (ann as { readonly operatorId?: string }).operatorId }));
  const { notes } = payer.play.core.operators;
  const about = valueOf(await notes.about({ tenant: payer.play.tenant, subject: id, role: 'VIEWER' }));
  expect(about.data.map(({ text }) => text)).toEqual(['asked the bank']);
});

it('a case names no record that does not exist', async () => {
  const none = '018bcfe5-6800-7000-8000-0000000000bb';
  for (const about of [`Customer:${none}`, `Transaction:${none}`, `Screening:${none}`])
    expect(codeOf(await request('cases.open', { title: 'x', about }))).toBe('REFERENCE_NOT_FOUND');
  expect(codeOf(await request('cases.add', { id: `ScreeningCase:${none}`, about: payer.customerId }))).toBe(
    'REFERENCE_NOT_FOUND',
  );
  expect(codeOf(await request('cases.open', { title: '' }))).toBe('INVALID_INPUT');
});
