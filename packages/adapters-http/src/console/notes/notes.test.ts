import { beforeAll, describe, expect, it } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { type PlayPayer, payerOn } from '../../../../core/src/testing/play-payer.js';
import { operatorLogOf, startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

let console: TestConsole;
let payer: PlayPayer;
let ann: TestOperator;
let bob: TestOperator;
let viewer: TestOperator;
let exception: string;
let payment: string;
beforeAll(async () => {
  console = await startConsole();
  payer = await payerOn(console.play);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  payment = quote.transactionId;
  valueOf(await payer.execute(quote.id));
  await console.play.pass(0);
  await console.play.pass(31);
  exception = valueOf(await console.play.core.exceptions.list({ status: 'OPEN' })).data[0]!.id;
  [ann, bob] = [await console.operator('OPERATOR', 'Ann'), await console.operator('ADMIN', 'Bob')];
  viewer = await console.operator('VIEWER', 'Vic');
});

const paths = () =>
  [
    ['an exception', `/console/exceptions/${exception}`, ''],
    ['a payment', `${console.tenantBase}/payments/${payment}`, ''],
    // The notes of a customer have a tab of their own.
    ['a customer', `${console.tenantBase}/customers/${payer.customerId}`, '/notes'],
  ] as const;

describe.each([0, 1, 2])('the notes of record %i', (index) => {
  const path = () => paths()[index]![1];
  const page = () => `${path()}${paths()[index]![2]}`;

  it('are added by a form, shown to the roles that may read them, and never changed', async () => {
    const before = await console.get(page(), ann);
    expect(before.text).toContain(`${path()}/note"`);
    const wrong = await console.submit(`${path()}/note`, ann, { text: '', readers: 'VIEWER' });
    expect(wrong.text).toContain('Note must not be empty');
    const long = await console.submit(`${path()}/note`, ann, { text: 'x'.repeat(2_001), readers: 'VIEWER' });
    expect(long.text).toContain('Note must have 1 to 2000 characters');
    const added = await console.submit(`${path()}/note`, ann, { text: 'called <b>the</b> bank', readers: 'VIEWER' });
    expect(added.location).toContain(page());
    await console.submit(`${path()}/note`, bob, { text: 'suspected fraud', readers: 'ADMIN' });
    for (const by of [ann, bob, viewer]) {
      const { text } = await console.get(page(), by);
      expect(text).toContain('called &lt;b&gt;the&lt;/b&gt; bank');
      expect(text.includes('suspected fraud'), by.account.name).toBe(by === bob);
    }
    expect((await console.get(`${path()}/note`, viewer)).status).toBe(403);
  });

  it('are in the log without their text', async () => {
    const entries = (await operatorLogOf(console.play.core)).filter(({ action }) => action === 'notes.add');
    const told = JSON.stringify(entries, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    expect(entries.length).toBeGreaterThan(0);
    expect(told).not.toContain('fraud');
    expect(told).not.toContain('the bank');
  });

  it('stand beside the operator who looks after the record, which can change and end', async () => {
    const assigned = async (operator: string) => {
      const done = await console.submit(`${path()}/assign`, ann, { operator });
      expect(done.location, done.text).toContain(path());
      return /Looked after by<\/dt>\s*<dd>([^<]*)</.exec((await console.get(page(), viewer)).text)![1]!.trim();
    };
    expect(await assigned(bob.account.id)).toBe('Bob');
    expect(await assigned(ann.account.id)).toBe('Ann');
    expect(await assigned('')).toBe('No operator');
    const unknown = await console.submit(`${path()}/assign`, ann, {
      operator: 'Operator:018bcfe5-6800-7000-8000-00000000ffff',
    });
    expect(unknown.text).toContain('does not exist or has no access any more');
  });
});

it('the exceptions of one operator are listed by a filter', async () => {
  await console.submit(`/console/exceptions/${exception}/assign`, ann, { operator: ann.account.id });
  const listed = async (by: TestOperator, query: string) =>
    (await console.get(`/console/exceptions${query}`, by)).text.includes(exception);
  expect(await listed(ann, '?mine=yes')).toBe(true);
  expect(await listed(ann, '?mine=yes&status=RESOLVED')).toBe(false);
  expect(await listed(ann, '?mine=yes&kind=RECALL')).toBe(false);
  expect(await listed(bob, '?mine=yes')).toBe(false);
  expect(await listed(bob, '')).toBe(true);
  expect(await console.get(`${console.tenantBase}/exceptions?mine=yes`, ann)).toMatchObject({
    text: expect.stringContaining(exception) as string,
  });
});
