import { beforeAll, describe, expect, it } from 'vitest';
import type { Id } from '@corridor/core';
import type { OperatorAccount } from '@corridor/core/records';
import { createIds, ok, splitTenant, update } from '../../../../core/src/kernel/index.js';
import { addNote } from '../../../../core/src/notes/index.js';
import { OPERATORS } from '../../../../core/src/operators/index.js';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { type PlayPayer, payerOn } from '../../../../core/src/testing/play-payer.js';
import { seededRandom } from '../../../../core/src/testing/ports.js';
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
    expect(unknown.text).toContain('must be an operator who has access to the record');
  });
});

describe('the operator who looks after a record', () => {
  const other = 'Platform:018bcfe5-6800-7000-8000-0000000000ee' as Id<'Platform'>;
  const path = () => paths()[1]![1];
  const lookedAfter = async (by: TestOperator) =>
    /Looked after by<\/dt>\s*<dd>([^<]*)</.exec((await console.get(path(), by)).text)![1]!.trim();
  const change = (whom: TestOperator, changes: Partial<OperatorAccount>) =>
    console.play.storage.units.run(null, async (tx) =>
      ok(
        update(tx, { now: console.play.clock.now() }, OPERATORS, (await tx.get(OPERATORS, whom.account.id))!, changes),
      ),
    );

  it('has access to it: the form offers and takes no other one, also for an operator with a limit', async () => {
    const own = splitTenant(console.play.tenant).platformId;
    const limited = await console.operator('OPERATOR', 'Lim', [own]);
    const away = [
      await console.operator('OPERATOR', 'Out', [other]),
      await console.operator('OPERATOR', 'Left', null, {
        issuer: 'https://id',
        issuerSubject: 'x',
        lapsedAt: 1 as never,
      }),
      await console.operator('OPERATOR', 'Gone', null, { status: 'DISABLED' }),
    ];
    for (const by of [ann, limited]) {
      const { text } = await console.get(`${path()}/assign`, by);
      for (const { account } of [limited, bob]) expect(text).toContain(account.id);
      for (const { account } of away) {
        expect(text).not.toContain(account.id);
        const refused = await console.submit(`${path()}/assign`, by, { operator: account.id });
        expect(refused.text, account.name).toContain('must be an operator who has access to the record');
      }
    }
  });

  it.each([
    ['is disabled', { status: 'DISABLED' }],
    ['has left the group', { lapsedAt: 1 as never }],
    ['is limited to other platforms', { platforms: [other] }],
  ] as const)('is shown without access when the operator %s', async (name, changes) => {
    const whom = await console.operator('OPERATOR', `Who ${name}`);
    await console.submit(`${path()}/assign`, ann, { operator: whom.account.id });
    expect(await lookedAfter(ann)).toBe(`Who ${name}`);
    valueOf(await change(whom, changes));
    expect(await lookedAfter(ann)).toBe(`Who ${name}, who has no access to it any more: assign it to another operator`);
    expect((await console.get(`${path()}/assign`, ann)).text).not.toContain(whom.account.id);
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

it('notes that a role may not read hide no others, and all of them have pages', async () => {
  const { core, storage, context, tenant } = console.play;
  const path = `${console.tenantBase}/payments/${payment}`;
  const note = async (text: string, readers: 'VIEWER' | 'ADMIN') => {
    const unit = { ctx: { ...context(), tenant }, ids: createIds(console.play.clock, seededRandom(text)) };
    valueOf(
      await storage.units.run(tenant, async (tx) =>
        ok(addNote({ ...unit, tx }, { subject: payment, text, readers }, { id: ann.account.id, name: 'Ann' })),
      ),
    );
    console.play.clock.advance(1);
  };
  for (let count = 0; count < 60; count++) await note(`for everyone ${count}.`, 'VIEWER');
  for (let count = 0; count < 110; count++) await note(`for administrators ${count}.`, 'ADMIN');
  const { text } = await console.get(path, viewer);
  expect(text).toContain('for everyone 59.');
  expect(text).not.toContain('for administrators');
  expect(text).toContain(`${path}/all-notes"`);
  const first = await console.get(`${path}/all-notes`, viewer);
  expect(first.text).toContain('for everyone 59.');
  const next = /href="([^"]*cursor=[^"]*)"/.exec(first.text)![1]!;
  expect((await console.get(next, viewer)).text).toContain('for everyone 0.');
  expect((await console.get(`${path}/all-notes`, bob)).text).toContain('for administrators 109.');
  expect((await console.get(`${path}/all-notes?cursor=x`, viewer)).text).toContain('is not a cursor of this list');
  const mayRead = valueOf(await core.operators.notes.about({ tenant, subject: payment, role: 'VIEWER', limit: 100 }));
  expect(mayRead.data.every(({ readers }) => readers === 'VIEWER')).toBe(true);
});

it.each([
  ['payments', () => payment],
  ['customers', () => payer.customerId],
])('the %s of one operator are listed by a filter', async (name, id) => {
  const list = `${console.tenantBase}/${name}`;
  await console.submit(`${list}/${id()}/assign`, ann, { operator: ann.account.id });
  const listed = async (by: TestOperator) =>
    (await console.get(`${list}?mine=yes`, by)).text.includes(`${list}/${id()}`);
  expect(await listed(ann)).toBe(true);
  expect(await listed(bob)).toBe(false);
  const own = splitTenant(console.play.tenant).platformId;
  const limited = await console.operator('OPERATOR', `Limited for ${name}`, [own]);
  await console.submit(`${list}/${id()}/assign`, ann, { operator: limited.account.id });
  expect(await listed(limited)).toBe(true);
  const other = await console.get(`${list}?mine=yes&status=FAILED`, ann);
  expect(other.text).toContain('must be chosen without other filters');
});
