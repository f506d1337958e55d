import { type CurrencyCode, err, type Id, ok } from '@corridor/core';
import { expect, test } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { html } from '../../pages/html.js';
import { searchPages } from '../search/pages.js';
import { operatorLogOf, startConsole, type TestConsole } from '../../testing/console.js';
import { money, table } from '../kit/components.js';
import { houseOperation, sentBefore, tenantForm, tenantOperation } from '../kit/form-page.js';
import { tenantList } from '../kit/list-page.js';
import { anyText, houseFile, idOf, oneOf, type Route, routeOf, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';

const FORMULA = '=HYPERLINK("http://evil.example")';

interface Row {
  readonly name: string;
  readonly amount: bigint;
}

const ROWS: readonly Row[] = Array.from({ length: 230 }, (_row, index) => ({
  name: index === 0 ? FORMULA : `row ${index}, "quoted"`,
  amount: index === 0 ? -5n : BigInt(index),
}));

let reads = 0;

const list = tenantList<Row>({
  path: '/payments',
  title: 'Payments',
  section: 'Payments',
  rows: 'payments',
  empty: 'There are no payments yet.',
  filters: [
    { name: 'from', label: 'From', type: 'datetime-local' },
    { name: 'least', label: 'Least amount' },
  ],
  columns: [
    { title: 'Name', text: ({ name }) => name },
    {
      title: 'Amount',
      isNumber: true,
      text: ({ amount }) => String(amount),
      show: ({ amount }) => money(amount, 'USD'),
    },
  ],
  async read(_visit, filter, { limit = 20, cursor = '0' }) {
    reads += 1;
    filter.optionalTime('from');
    const least = filter.optionalAmount('least', 'USD') ?? -10n;
    const checked = filter.result(() => ROWS.filter(({ amount }) => amount >= least));
    if (!checked.ok) return checked;
    const end = Number(cursor) + limit;
    const data = checked.value.slice(Number(cursor), end);
    return ok(end < checked.value.length ? { data, hasMore: true, nextCursor: String(end) } : { data, hasMore: false });
  },
});

type OfAccount = TenantVisit<{ readonly id: Id<'InternalAccount'> }>;

const account = tenantPage({
  path: '/accounts/{id}',
  title: 'Account',
  section: 'Customers',
  params: { id: idOf('InternalAccount') },
  shows: 'InternalAccount',
  async show(visit: OfAccount) {
    const found = await readIn(visit, visit.core.accounts.getInternal, { id: visit.params.id });
    return found.ok ? ok({ body: html`<p>${found.value.account.status}</p>` }) : found;
  },
});

const freeze = tenantForm({
  path: '/accounts/{id}/freeze',
  title: 'Freeze the account',
  section: 'Customers',
  params: { id: idOf('InternalAccount') },
  action: 'accounts.freeze',
  confirm: true,
  submit: 'Freeze the account',
  done: 'The account is frozen.',
  async prepare(visit: OfAccount) {
    const found = await readIn(visit, visit.core.accounts.getInternal, { id: visit.params.id });
    return found.ok ? ok({}) : found;
  },
  fixes: ({ params: { id } }) => ({ id, reason: 'a test' }),
  leadsTo: ({ place, params: { id } }) => `${place.base}/accounts/${id}`,
});

const token = tenantForm({
  path: '/tokens/new',
  title: 'Create a token',
  section: 'Platforms',
  action: 'tokens.create',
  submit: 'Create the token',
  done: 'The token was created.',
  prepare: async () => ok({}),
  leadsTo: (_visit, output) =>
    output === null ? sentBefore() : { title: 'The token', body: html`<code>${output.clientSecret}</code>` },
});

const pay = tenantOperation({
  path: '/fund/{rail}',
  title: 'Play a payer',
  section: 'Sandbox',
  params: { rail: anyText },
  role: 'OPERATOR',
  name: 'sandbox.fund',
  submit: 'Pay',
  done: 'The payer has paid.',
  prepare: async () =>
    ok({
      fields: [
        { name: 'currency', label: 'Currency' },
        { name: 'amount', label: 'Amount' },
      ],
    }),
  input: (entered) => {
    const currency = entered.currency('currency');
    const amount = entered.amount('amount', currency);
    return entered.result(() => ({ currency, amount }));
  },
  run: async (_visit, { currency, amount }: { readonly currency: CurrencyCode; readonly amount: bigint }) =>
    amount > 1_000n ? err('INVALID_AMOUNT', 'the amount is above the limit') : ok(`${amount} ${currency}`),
  leadsTo: ({ place }, paid) => ({ title: 'Paid', body: html`<p>${paid} on ${place.environment}</p>` }),
});

const away = houseOperation({
  path: '/away',
  title: 'Away',
  section: 'Log',
  role: 'VIEWER',
  name: 'away',
  submit: 'Leave',
  done: 'Left.',
  prepare: async () => ok({ fields: [] }),
  input: (entered) => entered.result(() => null),
  run: async () => ok(null),
  leadsTo: () => 'http://console.example.evil.example/console/',
});

const document = houseFile({
  path: '/document',
  title: 'Document',
  section: 'Review',
  role: 'OPERATOR',
  send: async () => ok({ type: 'text/html', name: null, body: Buffer.from('<script>1</script>') }),
});

const broken = tenantPage({
  path: '/broken/{how}',
  title: 'Broken',
  section: 'Ledger',
  params: { how: oneOf(['now']) },
  show: () => Promise.reject(new Error('the secret of the failure')),
});

const ROUTES: readonly Route[] = [...list, account, freeze, token, pay, away, document, broken];

const start = (): Promise<TestConsole> => startConsole({}, undefined, [...ROUTES, ...searchPages]);

const accountIn = async ({ play }: TestConsole): Promise<string> =>
  valueOf(await play.read(play.core.accounts.listInternal, {})).data[0]!.account.id;

test('a list shows a page, leads to the next one, and keeps the filter', async () => {
  const console = await start();
  const viewer = await console.operator('VIEWER');
  const base = `${console.tenantBase}/payments`;
  const first = await console.get(`${base}?least=0.02`, viewer);
  expect(first.text).toContain('0.02 USD');
  expect(first.text).not.toContain('First page');
  const next = /href="([^"]+)">Next page/.exec(first.text)![1]!.replaceAll('&amp;', '&');
  expect(next).toBe(`${base}?least=0.02&cursor=50`);
  expect((await console.get(next, viewer)).text).toContain('First page');
  const none = await console.get(`${base}?least=99`, viewer);
  expect(none.text).toContain('No payments match here.');
});

test('wrong filters are all shown beside their fields, and nothing is read', async () => {
  const console = await start();
  const viewer = await console.operator('VIEWER');
  const page = await console.get(`${console.tenantBase}/payments?from=soon&least=1,50`, viewer);
  expect(page.status).toBe(400);
  expect(page.text).toContain('id="from-error">From must be a time such as 2026-01-15 10:00<');
  expect(page.text).toContain('id="least-error">Least amount must be a number such as 1234.50<');
  expect(page.text).toContain('value="1,50"');
});

test('a list is exported as CSV with every row and no formula', async () => {
  const console = await start();
  const viewer = await console.operator('VIEWER');
  reads = 0;
  const file = await console.get(`${console.tenantBase}/payments.csv`, viewer);
  const lines = file.text.split('\r\n');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="payments.csv"');
  expect(lines.slice(0, 3)).toEqual([
    'Name,Amount',
    `"'=HYPERLINK(""http://evil.example"")",-5`,
    '"row 1, ""quoted""",1',
  ]);
  expect([lines.length, reads]).toEqual([ROWS.length + 2, 3]);
});

test('a form without an approval asks for a confirmation, carries out its action once, and logs it', async () => {
  const console = await start();
  const operator = await console.operator('OPERATOR', 'Grace');
  const path = `${console.tenantBase}/accounts/${await accountIn(console)}`;
  const opened = await console.get(`${path}/freeze`, operator);
  const asked = await console.post(`${path}/freeze`, operator, opened.hidden);
  expect(asked.text).toContain('This will happen');
  expect((await console.get(path, operator)).text).toContain('<p>ACTIVE</p>');
  const [done, again] = [
    await console.post(`${path}/freeze`, operator, asked.hidden),
    await console.post(`${path}/freeze`, operator, asked.hidden),
  ];
  expect(done.location).toBe(`${path}?done=accounts.freeze+%2Faccounts%2F%7Bid%7D%2Ffreeze`);
  const shown = await console.get(done.location!, operator);
  expect(shown.text).toContain('The account is frozen.');
  expect(shown.text).toContain('<p>FROZEN</p>');
  expect(again.location).toBe(`${path}?done=repeated`);
  const log = await operatorLogOf(console.play.core);
  expect(log.map(({ outcome, action, before, after }) => ({ outcome, action, before, after }))).toEqual([
    { outcome: 'DONE', action: 'accounts.freeze', before: { status: 'ACTIVE' }, after: { status: 'FROZEN' } },
  ]);
});

test('a confirmation is asked for again if the action would now do something else', async () => {
  const console = await start();
  const [operator, other] = [await console.operator('OPERATOR'), await console.operator('OPERATOR')];
  const path = `${console.tenantBase}/accounts/${await accountIn(console)}/freeze`;
  const asked = await console.post(path, operator, (await console.get(path, operator)).hidden);
  await console.submit(path, other);
  const again = await console.post(path, operator, asked.hidden);
  expect(again.text).toContain('has changed since you saw it');
  expect(again.hidden['confirmed']).not.toBe(asked.hidden['confirmed']);
});

test('a form shows all its errors at once and keeps what was entered', async () => {
  const console = await start();
  const operator = await console.operator('OPERATOR');
  const path = `${console.tenantBase}/fund/bank`;
  const wrong = await console.submit(path, operator, { currency: 'XXX"><b>', amount: 'much' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('<title>Error: Play a payer');
  expect(wrong.text).toContain('id="currency-error">Currency is not a currency<');
  expect(wrong.text).toContain('value="XXX&quot;&gt;&lt;b&gt;"');
  expect(wrong.text).toContain('value="much"');
  const two = await console.submit(path, operator, { currency: 'usd', amount: '1.234' });
  expect(two.text).toContain('Amount must have at most 2 decimals');
  const refused = await console.submit(path, operator, { currency: 'USD', amount: '1,000.00' });
  expect(refused.text).toContain('the amount is above the limit');
  const paid = await console.submit(path, operator, { currency: 'USD', amount: '9.99' });
  expect([paid.status, paid.text.includes('999 USD on SANDBOX')]).toEqual([200, true]);
});

test('a secret is shown once: a form that is sent twice does not show it again', async () => {
  const console = await start();
  const admin = await console.operator('ADMIN');
  const path = `${console.tenantBase}/tokens/new`;
  const { hidden } = await console.get(path, admin);
  const fields = { ...hidden, name: 'Server', permissions: ['VIEW'] };
  const [first, second] = [await console.post(path, admin, fields), await console.post(path, admin, fields)];
  expect(first.text).toMatch(/<code>[\w-]{20,}<\/code>/);
  expect(second.text).toContain('Its result is shown only once');
  const log = await operatorLogOf(console.play.core);
  expect(log.map(({ action }) => action).sort()).toEqual(['tokens.create', 'tokens.issue']);
});

test('a form leads to pages of the console only', async () => {
  const console = await start();
  const viewer = await console.operator('VIEWER');
  const page = await console.submit('/console/away', viewer);
  expect([page.status, page.location]).toEqual([500, null]);
});

test('a document runs no script, also if a browser opens it alone', async () => {
  const console = await start();
  const operator = await console.operator('OPERATOR');
  const { headers } = await console.get('/console/document', operator);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  );
  expect(headers.get('x-frame-options')).toBe('DENY');
});

test('a failure shows the request id and no detail', async () => {
  const console = await start();
  const viewer = await console.operator('VIEWER');
  const page = await console.get(`${console.tenantBase}/broken/now`, viewer, { 'x-request-id': 'request-7' });
  expect([page.status, page.text.includes('request-7'), page.text.includes('the secret')]).toEqual([500, true, false]);
  expect(console.log.some(({ level }) => level === 'error')).toBe(true);
});

test('a search leads to the page of a record', async () => {
  const console = await start();
  const viewer = await console.operator('VIEWER');
  const id = await accountIn(console);
  const page = await console.get(`/console/search?q=%20${id}`, viewer);
  expect(page.location).toBe(`${console.tenantBase}/accounts/${id}`);
  const platform = await console.get(`/console/search?q=${console.play.tenant.split('/')[0]!}`, viewer);
  expect(platform.location).toBe(`${console.tenantBase}/`);
  const nothing = await console.get('/console/search?q=ref%207', viewer);
  expect([nothing.status, nothing.text]).toEqual([200, expect.stringContaining('Nothing was found for')]);
  expect((await console.get('/console/search?q=%3Cb%3E', viewer)).text).toContain('&lt;b&gt;');
  expect((await console.get('/console/search?q=%00', viewer)).status).toBe(400);
});

test('damaged and unknown parameters are not found', async () => {
  const console = await start();
  const viewer = await console.operator('VIEWER');
  for (const path of [
    '/broken/later',
    '/accounts/InternalAccount:1',
    '/fund/%00',
    '/fund/%E0%A4%A',
    '/fund',
    '/fund/a/b',
  ])
    expect((await console.get(`${console.tenantBase}${path}`, viewer)).status, path).toBe(404);
});

test('a declaration whose path and parameters differ is refused', () => {
  const rest = { role: 'VIEWER', serve: () => Promise.reject(new Error('not called')) } as const;
  const spec = { path: '/payments/{id}', title: 'Payment', section: 'Payments' } as const;
  expect(() => routeOf('tenant', spec, rest)).toThrow('the parameters of the path and of the declaration differ');
});

test('a form that neither asks for nor fixes a required field of its action is not shown', async () => {
  const lacking = tenantForm({
    path: '/tokens/lacking',
    title: 'Create a token',
    section: 'Platforms',
    action: 'tokens.create',
    submit: 'Create the token',
    done: 'The token was created.',
    prepare: async () => ok({ asks: ['name'] as const }),
    leadsTo: () => sentBefore(),
  });
  const console = await startConsole({}, undefined, [lacking]);
  const page = await console.get(`${console.tenantBase}/tokens/lacking`, await console.operator('ADMIN'));
  expect(page.status).toBe(500);
  const [failure] = console.log.filter(({ level }) => level === 'error');
  expect(failure?.fields).toMatchObject({
    err: { message: expect.stringContaining('neither asks for nor fixes permissions') },
  });
});

test('a table without rows says so', () => {
  expect(table({ caption: 'Nothing', columns: [], rows: [], empty: 'There is nothing.' }).text).toContain(
    'There is nothing.',
  );
});
