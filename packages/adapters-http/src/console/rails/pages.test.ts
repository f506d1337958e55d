import { DEFAULT_OPTIONS } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { expect, it } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { payerOn } from '../../../../core/src/testing/play-payer.js';
import { operatorLogOf, startConsole, type TestConsole } from '../../testing/console.js';
import { bankConsole } from '../../testing/play-bank.js';
import { asked } from './connections.js';

const MARKUP = '<script>x</script>';
const RELEASE = '/console/rails/bank/releases/MSG-2026-01-15-0001';

const logOf = async ({ play }: TestConsole) =>
  (await operatorLogOf(play.core)).map(({ outcome, action, subject, input, after, tenant }) => ({
    ...{ outcome, action, subject, input, after, tenant },
  }));

it('lists connections before bundled rails, with their state', async () => {
  const console = await startConsole(...bankConsole(MARKUP));
  const viewer = await console.operator('VIEWER');
  const page = await console.get('/console/rails', viewer);
  expect(page.text).toContain('HAS PROBLEMS');
  expect(page.text.indexOf('/console/rails/bank"')).toBeLessThan(page.text.indexOf('/console/rails/sandbox-bank"'));
  const file = await console.get('/console/rails.csv', viewer);
  expect(file.text.split('\r\n')[1]).toBe('bank,SANDBOX,HAS PROBLEMS,2026-01-15T09:30:00.000Z,4,1,bank.main');
});

it('says if a connection was not reached, and if it was not asked yet', async () => {
  const [options, core] = bankConsole('');
  const report = { ...(await options!.rails!())[0]!, isReachable: false };
  const unreached = await startConsole({ ...options, rails: async () => [report] }, core);
  const down = (await unreached.get('/console/rails/bank', await unreached.operator('VIEWER'))).text;
  expect(down).toContain('NOT REACHED');
  expect(down).toContain(
    'Payments of its rails wait, and each is sent once as soon as it answers, unless a block holds it then.',
  );
  expect(down).not.toContain('alerts/rail-unreachable.html');
  const documented = { ...options, rails: async () => [report], documentation: 'https://docs.test/operate/' };
  const helped = await startConsole(documented, core);
  const [page, first] = ['/console/rails/bank', '/console/?environment=SANDBOX'];
  const viewer = await helped.operator('VIEWER');
  for (const path of [page, first])
    expect((await helped.get(path, viewer)).text, path).toContain(
      'href="https://docs.test/operate/alerts/rail-unreachable.html"',
    );
  const unasked = await startConsole({}, core);
  const asking = await unasked.get('/console/rails/bank', await unasked.operator('VIEWER'));
  expect(asking.text).toContain('NOT ASKED YET');
  expect(asking.text).toContain('The connection has not been asked yet');
});

it('shows problems, backlog, holdings, releases with their sums, and actions', async () => {
  const console = await startConsole(...bankConsole(MARKUP));
  const page = await console.get('/console/rails/bank', await console.operator('APPROVER'));
  for (const text of [
    ...['&lt;script&gt;x&lt;/script&gt;', 'payments waiting for a file', '12,345.50 EUR', '0.99 USD', RELEASE],
    ...['995.00 EUR', '-5.00 EUR', 'EVEN', '/console/reconciliation/bank.main', '/console/rails/bank/actions/resend'],
  ])
    expect(page.text).toContain(text);
  expect(page.text).not.toContain('<script>x');
  const bundled = await console.get('/console/rails/sandbox-bank', await console.operator('VIEWER'));
  expect(bundled.text).toContain('A bundled rail exchanges nothing');
  expect((await console.get('/console/rails/none', await console.operator('VIEWER'))).status).toBe(404);
});

it('shows the page of a connection that fails or does not answer', async () => {
  const [options, core] = bankConsole('');
  const [bank] = core!('').connections!;
  const broken = {
    ...bank!,
    releases: { ...bank!.releases!, list: () => Promise.reject(new Error('the store is away')) },
    statements: { ...bank!.statements!, closing: () => Promise.reject(new Error('the store is away')) },
  };
  const console = await startConsole(options, () => ({ connections: [broken] }));
  const viewer = await console.operator('VIEWER');
  for (const path of ['/console/rails/bank', '/console/reconciliation', '/console/reconciliation/bank.main']) {
    const page = await console.get(path, viewer);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('the store is away')]);
  }
  const late = await asked(() => new Promise(() => undefined), 1);
  expect(late).toEqual({ value: null, problem: 'did not answer in time' });
});

it('releases payments with the digest that it showed, and logs who did', async () => {
  const released: string[] = [];
  const console = await startConsole(...bankConsole('', released));
  const bob = await console.operator('APPROVER', 'Bob');
  const form = await console.get(RELEASE, bob);
  expect(form.text).toContain('ab'.repeat(32));
  expect(form.text).toContain('12,345.50 EUR');
  const done = await console.submit(RELEASE, bob);
  expect(done.location).toContain('/console/rails/bank?done=');
  expect(released).toEqual(['MSG-2026-01-15-0001 by Bob']);
  expect(await logOf(console)).toMatchObject([
    { outcome: 'DONE', action: 'rails.release', after: { released: true }, tenant: houseTenant('SANDBOX') },
    { outcome: 'STARTED', subject: 'bank/MSG-2026-01-15-0001', input: { digest: 'ab'.repeat(32) } },
  ]);
  expect((await console.get(RELEASE, bob)).status).toBe(404);
  expect((await console.get(RELEASE, await console.operator('OPERATOR'))).status).toBe(403);
});

it('carries out an action of a connection, and shows its answer', async () => {
  const console = await startConsole(...bankConsole(MARKUP));
  const ann = await console.operator('OPERATOR', 'Ann');
  const path = '/console/rails/bank/actions/resend';
  expect((await console.submit(path, ann, { subject: '' })).text).toContain('About must not be empty');
  const done = await console.submit(path, ann, { subject: 'MSG-1' });
  expect(done.text).toContain('MSG-1 is sent again for Ann &lt;script&gt;');
  expect(await logOf(console)).toMatchObject([{ outcome: 'DONE', action: 'rails.act' }, { outcome: 'STARTED' }]);
  expect((await console.get('/console/rails/bank/actions/none', ann)).status).toBe(404);
  expect((await console.get('/console/rails/sandbox-bank/actions/none', ann)).status).toBe(404);
});

it("books every kind of the service's own money, with its entry shown before", async () => {
  const console = await startConsole();
  const ann = await console.operator('OPERATOR', 'Ann');
  const path = '/console/treasury/SANDBOX/book';
  const wrong = await console.submit(path, ann, { amount: '1,5', currency: 'EUR' });
  for (const text of [
    ...['Kind must be chosen', 'Rail must not be empty', 'Amount must be a number such as 1234.50'],
    'Reference of the bank must not be empty',
  ])
    expect(wrong.text).toContain(text);
  const usual = { rail: 'sandbox-bank', amount: '1,000.50', currency: 'EUR' };
  const transfer = { boughtRail: 'sandbox-crypto' };
  const trade = { boughtRail: 'sandbox-bank', boughtAmount: '1100', boughtCurrency: 'USD' };
  const unfit = await console.submit(path, ann, { ...usual, ...trade, kind: 'TOP_UP', reference: 'x' });
  expect(unfit.text).toContain('Rail that received is allowed for trades and transfers only');
  expect(unfit.text).toContain('Amount bought is allowed for trades only');
  for (const [kind, more] of [
    // Own money for all that is taken after it.
    ['TOP_UP', { amount: '3,001.50' }],
    ['WITHDRAWAL', {}],
    ['CHARGE', {}],
    ['INTEREST', {}],
    ['TRANSFER', transfer],
    ['TRADE', trade],
  ] as const) {
    const form = await console.get(path, ann);
    const shown = await console.post(path, ann, { ...form.hidden, ...usual, ...more, kind, reference: kind });
    expect(shown.text, kind).toContain('The journal entry');
    expect(shown.text, kind).toContain('Clearing of sandbox-bank');
    const done = await console.post(path, ann, shown.hidden);
    expect(done.location, kind).toContain('/console/treasury/SANDBOX?done=');
  }
  const { data } = valueOf(await console.play.core.treasury.bookings({ environment: 'SANDBOX' }));
  expect(data.map(({ kind, amount }) => [kind, amount])).toEqual(
    ['TRADE', 'TRANSFER', 'INTEREST', 'CHARGE', 'WITHDRAWAL', 'TOP_UP'].map((kind) => [
      kind,
      kind === 'TOP_UP' ? 300_150n : 100_050n,
    ]),
  );
  expect(await logOf(console)).toHaveLength(6);
  const list = await console.get('/console/treasury/SANDBOX?kind=TRADE', ann);
  expect(list.text).toContain('1,100.00 USD');
  expect(list.text).not.toContain('INTEREST</td>');
  const own = await console.get('/console/treasury', ann);
  expect(own.text).toMatch(/data-label="Debit"/);
  expect(own.text).toMatch(/data-label="Credit"/);
  expect(own.text).not.toMatch(/class="money">-/);
  expect(own.text).toContain('Currency position');
  expect((await console.get('/console/treasury', await console.operator('VIEWER'))).text).not.toContain('/book"');
  expect((await console.play.core.ledger.audit()).findings).toEqual([]);
});

it('shows a withdrawal beyond own money as a shortfall until an operator confirms it by a document', async () => {
  const console = await startConsole();
  const ann = await console.operator('OPERATOR', 'Ann');
  const bob = await console.operator('APPROVER', 'Bob');
  const path = '/console/treasury/SANDBOX/book';
  const fields = { kind: 'WITHDRAWAL', rail: 'sandbox-bank', amount: '5', currency: 'EUR', reference: 'w1' };
  const undated = await console.submit(path, ann, fields);
  expect(undated.text).toContain('Value date is required, because the withdrawal takes more than');
  await console.submit(path, ann, { ...fields, valueDate: '2026-01-15' });
  const [waiting] = await console.play.core.operators.actions.waiting();
  await console.submit(`/console/approvals/${waiting!.requestId}/approve`, bob);
  const shown = await console.get('/console/treasury', ann);
  const missing =
    /The service has spent 5\.00 EUR more than its own money in\s+Sandbox, so customers' money is missing\./;
  for (const page of ['/console/treasury', '/console/?environment=SANDBOX', '/console/reconciliation']) {
    const { text } = await console.get(page, ann);
    expect(text, page).toMatch(missing);
    expect(text, page).toMatch(/\/console\/treasury"[^>]*>The money of the service<\/a>/);
  }
  expect((await console.get('/console/?environment=PRODUCTION', ann)).text).not.toContain('money is missing');
  expect(shown.text).toContain('Unconfirmed payments outside');
  const [payment] = await console.play.core.treasury.unconfirmed();
  const confirm = `/console/outside-payments/${payment!.id}/confirm`;
  expect(shown.text).toContain(confirm);
  for (const one of [ann, bob])
    expect((await console.submit(confirm, one, { document: 'statement 7' })).text).toContain(
      'a third operator must confirm it',
    );
  const cleo = await console.operator('OPERATOR', 'Cleo');
  const done = await console.submit(confirm, cleo, { document: 'statement 7' });
  expect(done.location).toContain('/console/treasury?done=');
  expect((await console.get('/console/treasury', ann)).text).not.toContain('Unconfirmed payments outside');
  const unknown = '/console/outside-payments/OutsidePayment:018bcfe5-6800-7000-8000-00000000ffff/confirm';
  expect((await console.get(unknown, ann)).status).toBe(404);
});

it('waits with a large booking for a second operator', async () => {
  const options = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' };
  const console = await startConsole({}, () => ({
    options: { ...options, approvalAmounts: new Map([['EUR' as never, 1n]]) },
  }));
  const ann = await console.operator('OPERATOR', 'Ann');
  const fields = { kind: 'TOP_UP', rail: 'sandbox-bank', amount: '5', currency: 'EUR', reference: 'capital' };
  const requested = await console.submit('/console/treasury/SANDBOX/book', ann, fields);
  expect(requested.location).toContain('/console/approvals/Request:');
  expect(valueOf(await console.play.core.treasury.bookings({ environment: 'SANDBOX' })).data).toEqual([]);
});

it('sums the open payments on a rail by currency, with a list of exactly those', async () => {
  const console = await startConsole();
  const payer = await payerOn(console.play);
  const viewer = await console.operator('VIEWER');
  const page = async () => (await console.get('/console/rails/sandbox-bank', viewer)).text;
  expect(await page()).toContain('No payment is open on the rails of this connection.');
  const external = await payer.external('003');
  for (const amount of [10_000n, 20_000n]) {
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, external.id, { lockedCurrencyAmount: amount }));
    valueOf(await payer.execute(quote.id));
  }
  await console.play.pass(0);
  const text = await page();
  const words = text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const open = valueOf(
    await console.play.read(console.play.core.payments.search, { isOpen: true, rail: 'sandbox-bank' }),
  );
  const sum = open.data.reduce((total, { receivedAmount }) => total + receivedAmount!, 0n);
  expect(open.data).toHaveLength(2);
  expect(words).toContain('Open payments: 2. Customers: 1. Together:');
  expect(words.replaceAll(',', '')).toContain(
    `${sum / 100n}.${String(sum % 100n).padStart(2, '0')} ${open.data[0]!.receivedCurrency}`,
  );
  const [, path] = /href="([^"]+\/payments\?open=yes[^"]*)"/.exec(text)!;
  const list = await console.get(path!.replaceAll('&amp;', '&'), viewer);
  expect(list.text.match(/<a class="row"/g)).toHaveLength(2);
});
