import { beforeEach, expect, it } from 'vitest';
import { payerOn } from '../../../../core/src/testing/play-payer.js';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

let console: TestConsole;
let ann: TestOperator;
beforeEach(async () => {
  console = await startConsole();
  ann = await console.operator('ADMIN', 'Ann');
});

/** Freezes an account of Ada Lovelace; returns the account. */
async function frozen(): Promise<string> {
  const payer = await payerOn(console.play);
  const { id } = payer.usd;
  const caller = { operatorId: ann.account.id, source: 'CONSOLE', requestId: 'test' } as const;
  const input = { id, reason: 'an examination' };
  const { tenant } = console.play;
  valueOf(await console.play.core.operators.actions.request(caller, { tenant, action: 'accounts.freeze', input }));
  return id;
}

it('offers actions by their titles, and the outcomes in words', async () => {
  const page = await console.get('/console/log', ann);
  const registry = console.play.core.operators.actions.registry as Readonly<Record<string, { readonly title: string }>>;
  for (const [name, { title }] of Object.entries(registry))
    expect(page.text).toContain(`<option value="${name}" >${title.replaceAll("'", '&#39;')}</option>`);
  expect(page.text).toContain('<option value="SIGN_IN_REFUSED" >Sign in refused</option>');
  expect(page.text).toContain(`<option value="${ann.account.id}" >Ann</option>`);
});

it('names the zone of the times in its filters', async () => {
  const page = await console.get('/console/log?from=2026-01-15T10:00Z&to=2026-01-16', ann);
  expect(page.text).toContain('>From: 2026-01-15 10:00 UTC ');
  expect(page.text).toContain('>To: 2026-01-16 00:00 UTC ');
});

it('names the record with a link to its page, in the list and on the page of an entry', async () => {
  const account = await frozen();
  const list = await console.get('/console/log?action=accounts.freeze', ann);
  const named = `<a href="${console.tenantBase}/accounts/${account}">USD account <span class="whole">…${account.slice(-4)}</span> of Ada Lovelace</a>`;
  expect(list.text).toContain(named);
  expect(list.text).toContain('<div>Console</div>');
  const [, entry] = /href="(\/console\/log\/OperatorLog:[^"]+)"/.exec(list.text)!;
  const page = await console.get(entry!, ann);
  for (const text of [named, account, `/console/log?operator=${encodeURIComponent(ann.account.id)}`, 'accounts.freeze'])
    expect(page.text).toContain(text);
  const file = await console.get('/console/log.csv?action=accounts.freeze', ann);
  expect(file.text).toMatch(
    new RegExp(`^Time,Operator,Operator id,Action,Outcome,Subject,Channel\r\n.+,DONE,${account},CONSOLE\r\n$`),
  );
  const lines = await console.get('/console/log.jsonl?action=accounts.freeze', ann);
  expect(JSON.parse(lines.text)).toMatchObject({ action: 'accounts.freeze', subject: account });
});

it('says that an operator looked at a customer', async () => {
  const payer = await payerOn(console.play);
  await console.get(`${console.tenantBase}/customers/${payer.customerId}`, ann);
  await console.get(`${console.tenantBase}/customers/${payer.customerId}/identity`, ann);
  const list = await console.get('/console/log?action=customers.look', ann);
  expect(list.text).toContain('Looked at a customer');
  expect(list.text).not.toContain('Customers: look');
});

it('keeps an action without a form as a filter', async () => {
  const page = await console.get('/console/log?action=operators.signIn', ann);
  expect(page.text).toContain('<option value="operators.signIn" selected>');
  expect(page.text).toContain('No log entries match here.');
});

it('names actions without a form by what they are', async () => {
  const viewer = await console.operator('VIEWER');
  const { text } = await console.get('/console/log', viewer);
  expect(text).not.toContain('Operators: ');
  const forbidden = await console.get('/console/platforms/create', viewer);
  expect(forbidden.text).toContain('Your role Viewer does not allow this; it needs the role Admin');
});
