import { type CurrencyCode, toIso } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { expect, it } from 'vitest';
import { playCore, valueOf } from '../../../../core/src/testing/play-core.js';
import { startConsole } from '../../testing/console.js';
import { bankConsole } from '../../testing/play-bank.js';

const MARKUP = '<script>x</script>';
const RAIL = '/console/reconciliation/bank.main';

it('shows the newest statement beside the ledger, the holdings, and money in suspense', async () => {
  const console = await startConsole(...bankConsole(MARKUP));
  const { play } = console;
  const viewer = await console.operator('VIEWER');
  const telling = {
    ...{ kind: 'arrival', rail: 'sandbox-bank', paymentId: 'p1', reference: 'unknown', currency: 'USD' },
    ...{ amount: 777n, remitter: null, valueDate: null },
  } as const;
  expect((await console.get('/console/reconciliation', viewer)).text).toContain('No money is in suspense');
  const customer = valueOf(
    await play.run(play.core.customers.create, {
      ...{ customerType: 'INDIVIDUAL', fullName: 'Ada', region: 'US', currencies: ['USD'] },
    } as never),
  );
  const { data } = valueOf(
    await play.read(play.core.accounts.listInternal, { customerId: customer.id, currency: 'USD' }),
  );
  valueOf(
    await play.core.railTells('SANDBOX', {
      ...telling,
      reference: data[0]!.account.reference,
      hold: 'examine it',
    } as never),
  );
  const page = await console.get('/console/reconciliation', viewer);
  expect(page.text).toContain('1,000.00 EUR');
  expect(page.text).toContain('-5.00 EUR');
  // The ledger has nothing on this rail: 1,000 EUR of the bank and 5 EUR in flight are unexplained.
  expect(page.text).toContain('-995.00 EUR');
  expect(page.text).toContain('7.77 USD');
  expect(page.text).not.toContain('<script>x');
});

it('says what to do without a connection that keeps statements', async () => {
  const console = await startConsole();
  const viewer = await console.operator('VIEWER');
  expect((await console.get('/console/reconciliation', viewer)).text).toContain('No connection keeps statements');
  expect((await console.get(`/console/reconciliation/sandbox-bank`, viewer)).status).toBe(404);
});

it('shows what the statements cover, and compares the movements of a period', async () => {
  const console = await startConsole(...bankConsole(MARKUP));
  const viewer = await console.operator('VIEWER');
  const page = await console.get(RAIL, viewer);
  expect(page.text).toContain('statements are missing between 2025-09-30 and 2025-10-02');
  expect(page.text).toContain('2025-09-01 to 2025-09-30');
  expect(page.text).toContain('Choose a period to compare');
  expect(page.text).not.toContain('/record');
  const [, usual] = /href="([^"]+)">Compare the last 31 days/.exec(page.text)!;
  const offered = await console.get(usual!.replaceAll('&amp;', '&'), viewer);
  expect([offered.status, offered.text]).toEqual([200, expect.stringContaining('First day: ')]);
  const compared = await console.get(`${RAIL}?from=2025-10-01&to=2025-10-31`, viewer);
  expect(compared.text).toContain('NOT IN THE LEDGER');
  expect(compared.text).toContain('2.50 EUR');
  expect(compared.text).not.toContain('<script>x');
  expect(compared.text).not.toContain('/record');
  const byOperator = await console.get(`${RAIL}?from=2025-10-01&to=2025-10-31`, await console.operator('OPERATOR'));
  expect(byOperator.text).toContain(`${RAIL}/record?from=2025-10-01&amp;to=2025-10-31`);
  const file = await console.get(`${RAIL}.csv?from=2025-10-01&to=2025-10-31`, viewer);
  expect(file.text).toContain('NOT IN THE LEDGER,2025-10-14,OUT,2.50,EUR,');
  const wrong = await console.get(`${RAIL}?from=2025-10-02&to=2025-10-01`, viewer);
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('must not be before the first day')]);
  expect((await console.get(`${RAIL}?from=2025-01-02&to=2025-10-01`, viewer)).text).toContain('at most 92 days');
  expect((await console.get(`${RAIL}?from=2025-01-02`, viewer)).text).toContain('Last day must not be empty');
});

it('compares a day up to its last millisecond', async () => {
  const console = await startConsole(...bankConsole(MARKUP));
  const { clock, core } = console.play;
  const midnight = (Math.floor(clock.now() / 86_400_000) + 1) * 86_400_000;
  clock.advance((midnight - 1 - clock.now()) / 1000);
  const day = toIso(clock.now()).slice(0, 10);
  const ann = await console.operator('OPERATOR', 'Ann');
  valueOf(
    await core.operators.actions.request(
      { operatorId: ann.account.id, source: 'CONSOLE', requestId: 'r' },
      {
        tenant: houseTenant('SANDBOX'),
        action: 'treasury.book',
        input: {
          ...{ kind: 'TOP_UP', rail: 'bank.main', currency: 'EUR' as CurrencyCode, amount: 4_321n },
          reference: 'late',
        },
      },
    ),
  );
  expect((await console.get(`${RAIL}.csv?from=${day}&to=${day}`, ann)).text).toContain(`IN FLIGHT,${day},IN,43.21,EUR`);
});

it('records the differences as exceptions once, and logs it', async () => {
  const console = await startConsole(...bankConsole('a fee'));
  const { core } = console.play;
  const ann = await console.operator('OPERATOR', 'Ann');
  const path = `${RAIL}/record`;
  expect((await console.get(`${path}?from=2025-10-01&to=2025-10-31`, ann)).text).toContain('value="2025-10-01"');
  expect((await console.submit(path, ann, { from: '', to: '' })).text).toContain('First day must not be empty');
  const period = { from: '2025-10-01', to: '2025-10-31' };
  for (let times = 1; times <= 2; times += 1) {
    const done = await console.submit(path, ann, period);
    expect(done.location).toContain('/console/exceptions?kind=STATEMENT_DIFFERENCE&rail=bank.main');
  }
  const { data } = valueOf(await core.exceptions.list({ kind: 'STATEMENT_DIFFERENCE' }));
  expect(data.map(({ reference, amount, tenant }) => [reference, amount, tenant])).toEqual([
    ['IN:interest:EUR:75', 75n, houseTenant('SANDBOX')],
    ['OUT:a fee:EUR:250', 250n, houseTenant('SANDBOX')],
  ]);
  const shown = await console.get(`${RAIL}?from=2025-10-01&to=2025-10-31`, ann);
  for (const { id } of data) expect(shown.text).toContain(`<a href="/console/exceptions/${id}">Open exception</a>`);
  const page = await console.get(`/console/exceptions/${data[0]!.id}`, ann);
  expect(page.text).toContain(`<a href="${RAIL}">Statements of bank.main</a>`);
  const [entry] = valueOf(await core.operators.log({ action: 'rails.record', outcome: 'DONE' })).data;
  expect(entry).toMatchObject({ subject: 'bank.main', after: { exceptions: expect.any(Array) as never } });
  expect((await console.get(path, await console.operator('VIEWER'))).status).toBe(403);
});

it('is recorded in the house tenant of its environment only', async () => {
  const console = await startConsole(...bankConsole('a fee'));
  const { core, tenant } = console.play;
  const ann = await console.operator('OPERATOR', 'Ann');
  const caller = { operatorId: ann.account.id, source: 'CONSOLE', requestId: 'r' } as const;
  for (const other of [tenant, houseTenant('PRODUCTION')])
    expect(
      await core.operators.actions.request(caller, {
        ...{ tenant: other, action: 'rails.record', input: { rail: 'bank.main' } },
      }),
    ).toMatchObject({ ok: false, error: { code: 'REFERENCE_NOT_FOUND' } });
  expect(valueOf(await core.exceptions.list({ kind: 'STATEMENT_DIFFERENCE' })).data).toEqual([]);
});

it('refuses a comparison of a rail without statements in the core', async () => {
  const { core } = await playCore();
  for (const compared of [
    await core.reconciliation.compare({ rail: 'sandbox-bank' }),
    await core.reconciliation.record({ rail: 'sandbox-bank' }),
  ])
    expect(compared).toMatchObject({ ok: false, error: { code: 'REFERENCE_NOT_FOUND' } });
});
