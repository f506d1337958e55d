import { beforeEach, expect, it } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { partyNamed, playHit } from '../../../../core/src/testing/play-hit.js';
import { payerOn, type PlayPayer } from '../../../../core/src/testing/play-payer.js';
import { operatorLogOf, startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

let console: TestConsole;
let payer: PlayPayer;
let ann: TestOperator;
let bob: TestOperator;
let viewer: TestOperator;
beforeEach(async () => {
  console = await startConsole();
  payer = await payerOn(console.play);
  viewer = await console.operator('VIEWER', 'Vic');
  ann = await console.operator('OPERATOR', 'Ann');
  bob = await console.operator('APPROVER', 'Bob');
});

const at = (path: string): string => `${console.tenantBase}${path}`;
const shown = async (path: string, by = viewer): Promise<string> => {
  const page = await console.get(path, by);
  expect(page.status, page.text).toBe(200);
  return page.text.replaceAll(/\s+/g, ' ');
};
const hit = (over: Partial<Parameters<typeof playHit>[1]> = {}) =>
  playHit(console.play, {
    parties: [partyNamed(payer.customerId, 'Ada <b>Lovelace</b>')],
    matches: [{ name: 'ADA LOVELACE' }],
    ...over,
  });

it('lists the hits that wait, and filters the others', async () => {
  expect(await shown('/console/screening')).toContain('No hit waits for a decision.');
  const held = await hit();
  const clear = await hit({ parties: [partyNamed((await payer.external()).id, 'Grace', 'PAYEE')], matches: [] });
  const waiting = await shown('/console/screening');
  expect(waiting).toContain(at(`/screening/${held.id}`));
  expect(waiting).not.toContain(clear.id);
  expect(await shown('/console/screening?status=CLEAR')).toContain(clear.id);
  expect(await shown('/console/screening.csv')).toContain(held.id);
  expect(await shown('/console/screening?environment=PRODUCTION')).not.toContain(held.id);
  expect((await console.get('/console/screening?status=x', viewer)).status).toBe(400);
});

it('shows the entry beside the party, the money and its place, and logs the look', async () => {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  const sums = [{ days: 1, direction: 'OUT', currency: 'USD', amount: 5_000n, count: 2 }] as const;
  const payment = { id: quote.transactionId, direction: 'OUT', currency: 'USD', amount: 100_000n } as const;
  const held = await hit({
    subject: quote.transactionId,
    payment: { ...payment, paymentRail: 'SEPA', sums: sums as never, currency: 'USD' as never },
  });
  const page = await shown(at(`/screening/${held.id}`));
  for (const text of [
    'ADA LOVELACE',
    'Ada &lt;b&gt;Lovelace&lt;/b&gt;',
    'SDN-1',
    'OFAC SDN',
    '91 of 100',
    '1985-12-10',
  ])
    expect(page).toContain(text);
  expect(page).toContain('1,000.00 USD');
  expect(page).toContain('50.00 USD');
  expect(page).toContain(`payments/${quote.transactionId}`);
  expect(page).not.toContain('/clear"');
  expect(await shown(at(`/screening/${held.id}`), ann)).toContain(`/screening/${held.id}/clear"`);
  const log = (await operatorLogOf(console.play.core)).filter(({ action }) => action === 'screening.look');
  expect(log.map(({ subject, operatorName }) => [subject, operatorName])).toEqual([
    [held.id, 'Ann'],
    [held.id, 'Vic'],
  ]);
  expect(await shown(at(`/payments/${quote.transactionId}`))).toContain(at(`/screening/${held.id}`));
  const [exception] = valueOf(await console.play.core.exceptions.list({ kind: 'SCREENING_HIT' })).data;
  const ofException = await shown(`/console/exceptions/${exception!.id}`, ann);
  expect(ofException).toContain(at(`/screening/${held.id}`));
  expect(ofException).not.toContain('What you can decide');
  // A hit is about no money.
  for (const page of [ofException, await shown('/console/exceptions'), await shown('/console/')])
    expect(page).not.toMatch(/[^\d.,]0\.00/);
  const file = await console.get('/console/exceptions.csv', viewer);
  expect(file.text).not.toMatch(/,0\.00,/);
});

it('is cleared by one operator with a reason', async () => {
  const held = await hit({ matches: [{}, { entry: 'SDN-2' }] });
  const path = at(`/screening/${held.id}`);
  expect((await console.get(`${path}/clear`, viewer)).status).toBe(403);
  expect((await console.submit(`${path}/clear`, ann, { reason: '' })).text).toContain('Reason must not be empty');
  const one = await console.submit(`${path}/clear?match=${held.matches[0]}`, ann, { reason: 'another birth date' });
  expect(one.location, one.text).toContain(path);
  expect(await shown(path)).toContain('another birth date');
  expect(await shown('/console/screening')).toContain(held.id);
  const rest = await console.submit(`${path}/clear`, ann, { reason: 'a namesake' });
  expect(rest.location, rest.text).toContain(path);
  expect(await shown('/console/screening')).not.toContain(held.id);
});

it('is confirmed with a second operator, and blocks the customer', async () => {
  const held = await hit();
  const path = at(`/screening/${held.id}`);
  expect(await shown(`${path}/confirm`, ann)).toContain('A second operator has to approve it. Nothing happens before.');
  const texts = { reason: 'the same passport', caseReference: 'CASE-7' };
  const asked = await console.submit(`${path}/confirm`, ann, texts);
  const approval = asked.location!.replace(/\?.*/, '');
  expect(await shown(approval, bob)).toContain('is blocked silently');
  expect(await shown(path)).toContain('second operator');
  expect((await console.submit(`${approval}/approve`, bob)).location).toContain(`${approval}?done=`);
  expect(await shown(at(`/customers/${payer.customerId}/blocks`))).toContain('CASE-7');
  expect(await shown(at(`/customers/${payer.customerId}/screening`))).toContain(held.id);
});

it('belongs to a case with records, notes and an end', async () => {
  const held = await hit();
  const opened = await console.submit(at(`/cases/open?about=${held.id}`), ann, { title: 'Namesakes' });
  const path = opened.location!.replace(/\?.*/, '');
  expect(await shown(path)).toContain(held.id);
  expect(await shown('/console/cases')).toContain('Namesakes');
  expect(await shown(at(`/screening/${held.id}`))).toContain('Namesakes');
  expect(await shown(at(`/customers/${payer.customerId}/screening`))).toContain('Namesakes');
  const added = await console.submit(`${path}/add`, ann, { about: payer.customerId });
  expect(added.location, added.text).toContain(path);
  await console.submit(`${path}/note`, ann, { text: 'asked the bank', readers: 'VIEWER' });
  await console.submit(`${path}/assign`, ann, { operator: ann.account.id });
  expect(await shown('/console/cases?mine=yes', ann)).toContain('Namesakes');
  const closed = await console.submit(`${path}/close`, ann, { outcome: 'UNFOUNDED', reason: 'two persons' });
  expect(closed.location, closed.text).toContain(path);
  const page = await shown(path);
  for (const text of ['asked the bank', 'Unfounded', 'two persons', payer.customerId]) expect(page).toContain(text);
  expect(await shown('/console/cases')).not.toContain('Namesakes');
  expect(await shown('/console/cases?status=ALL')).toContain('Namesakes');
});

it('is not found by an operator of other platforms', async () => {
  const held = await hit();
  const other = await console.operator('OPERATOR', 'Out', ['Platform:018bcfe5-6800-7000-8000-0000000000ee' as never]);
  expect((await console.get(at(`/screening/${held.id}`), other)).status).toBe(404);
  expect((await console.get('/console/screening', other)).text).not.toContain(held.id);
  expect((await console.get('/console/cases', other)).status).toBe(200);
});
