import { err, type EventType, type Id, type LogOutcome, ok } from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createIds } from '../../../../core/src/kernel/index.js';
import { emit } from '../../../../core/src/events/index.js';
import { seededRandom } from '../../../../core/src/testing/ports.js';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { playAgents } from '../../../../core/src/testing/play-agents.js';
import { bankRails, payerOn } from '../../../../core/src/testing/play-payer.js';
import { startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';
import { createPeople, type People } from '../../testing/people.js';

let console: TestConsole;
let people: People;
let viewer: TestOperator;
let operator: TestOperator;
let base: string;
beforeAll(async () => {
  console = await startConsole();
  people = await createPeople(console.play);
  [viewer, operator] = [await console.operator('VIEWER'), await console.operator('OPERATOR')];
  base = console.tenantBase;
});

const shown = async (path: string, by = viewer): Promise<string> => {
  const page = await console.get(`${base}${path}`, by);
  expect(page.status, page.text).toBe(200);
  return page.text.replaceAll(/\s+/g, ' ');
};
const entriesOf = async (by: TestOperator, outcome: LogOutcome) =>
  valueOf(await console.play.core.operators.log({ operatorId: by.account.id, outcome })).data;
const lastEntry = async () => (await entriesOf(operator, 'DONE'))[0]!;

describe('the list of customers', () => {
  it.each([
    ['id', () => people.person],
    ['name', () => 'lovelace'],
    ['email', () => 'ada@example.com'],
    ['status', () => 'APPROVED'],
    ['type', () => 'INDIVIDUAL'],
  ])('finds a customer by %s', async (filter, value) => {
    const text = await shown(`/customers?${filter}=${encodeURIComponent(value())}`);
    expect(text).toContain(people.person);
  });

  it('leaves out customers that do not match, and says so', async () => {
    expect(await shown('/customers?name=lovelace&type=BUSINESS')).not.toContain(people.person);
    expect(await shown('/customers?name=nobody+here')).toContain('No customers match here.');
    const unknown = 'Customer:018bcfe5-6800-7000-8000-00000000ffff';
    expect(await shown(`/customers?id=${unknown}`)).toContain('No customers match here.');
  });

  it('shows a wrong id beside its field', async () => {
    const page = await console.get(`${base}/customers?id=ada`, viewer);
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining('must be an id that begins with Customer:'),
    ]);
  });

  it('is exported as CSV', async () => {
    const page = await console.get(`${base}/customers.csv?type=INDIVIDUAL`, viewer);
    expect(page.text.split('\r\n')[0]).toBe('Name,KYC status,Type,Region,Id of the platform,Id,Created at');
    expect(page.text).toContain(people.person);
  });
});

it('says what to do if there are no customers', async () => {
  const empty = await startConsole();
  const page = await empty.get(`${empty.tenantBase}/customers`, await empty.operator('VIEWER'));
  expect(page.text).toContain('This platform has no customers yet.');
});

describe('the page of a customer', () => {
  it('has the state, the balances, the last payment and who looks after the customer above every tab', async () => {
    for (const tab of ['', '/payments', '/identity', '/security', '/cards', '/notes']) {
      const text = await shown(`/customers/${people.person}${tab}`);
      const above = text.slice(text.indexOf('<h1>'), text.indexOf('class="tabs"'));
      expect(above).toMatch(/title="CHANGE_UNDER_REVIEW">Change under review<\/span> .*title="APPROVED">Approved</);
      expect(above).toContain('9,876.55 USD');
      expect(above).toContain('123.45 USD');
      expect(above).toMatch(/Last payment<\/dt> <dd> ?<a href="[^"]+\/payments\/Transaction:/);
      expect(above).toMatch(/Looked after by<\/dt> <dd>No operator/);
    }
  });

  it('states first what stops the customer, and how many accounts are frozen', async () => {
    const own = await startConsole();
    const person = (await createPeople(own.play)).person;
    const ann = await own.operator('OPERATOR');
    const path = `${own.tenantBase}/customers/${person}`;
    const { account } = valueOf(await own.play.read(own.play.core.accounts.listInternal, { customerId: person }))
      .data[0]!;
    await own.submit(`${own.tenantBase}/accounts/${account.id}/freeze`, ann, { reason: 'a test' });
    await own.submit(`${path}/block`, ann, { reason: 'a match', caseReference: 'CASE-1' });
    const { text } = await own.get(path, ann);
    const states = [...text.matchAll(/class="status [^"]*" title="([A-Z_]+)"/g)].map(([, state]) => state);
    expect(states.slice(0, 4)).toEqual(['BLOCKED', 'FROZEN', 'CHANGE_UNDER_REVIEW', 'APPROVED']);
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/<span>1 of \d accounts<\/span>/);
  });

  it('has tabs, of which each reads and shows its own records', async () => {
    const own = `${base}/customers/${people.person}`;
    const marks = {
      '': [`${base}/accounts/${people.account}`, `${base}/external-accounts/${people.externalAccount}`],
      '/payments': ['SHOP', `${base}/payments?customer=${encodeURIComponent(people.person)}`],
      '/identity': ['1990-12-10'],
      '/verification': [`${base}/verifications/${people.change}`],
      '/security': ['needs no strong authentication'],
      '/agents': [`${base}/agents/${people.agent}`],
      '/cards': [`${base}/cards/${people.card}`],
      '/limits': ['Nothing limits what the customer starts'],
      '/exceptions': ['No money waits for a decision.'],
      '/blocks': ['There has been no block.'],
      '/retention': ['The customer has never had a legal hold.'],
      '/notes': ['id="notes-title"'],
    };
    const texts = new Map<string, string>();
    for (const tab of Object.keys(marks)) texts.set(tab, await shown(`/customers/${people.person}${tab}`));
    for (const [tab, wanted] of Object.entries(marks))
      for (const mark of wanted) {
        const having = [...texts].filter(([, text]) => text.slice(text.indexOf('class="tabs"')).includes(mark));
        expect([mark, having.map(([of]) => of)]).toEqual([mark, [tab]]);
      }
    for (const text of texts.values())
      for (const tab of Object.keys(marks)) expect(text).toContain(`href="${own}${tab}"`);
    expect(texts.get('/payments')).toContain('aria-current="page">Payments');
  });

  it('leads to a list of all external accounts, and logs who read it', async () => {
    const path = `/external-accounts?customer=${encodeURIComponent(people.person)}`;
    const own = await shown(path);
    expect(own).toContain(`${base}/external-accounts/${people.externalAccount}`);
    expect(own).toContain('>Customer: ');
    const all = await shown('/external-accounts');
    expect(all).toContain(`${base}/external-accounts/${people.externalAccount}`);
    expect(await shown('/external-accounts?currency=USD')).not.toContain(people.externalAccount);
    const looks = valueOf(await console.play.core.operators.log({ operatorId: viewer.account.id, limit: 2 })).data;
    expect(looks.map(({ action, subject }) => [action, subject])).toEqual([
      ['external-accounts.look', splitTenant(console.play.tenant).platformId],
      ['customers.look', people.person],
    ]);
  });

  it('shows numbers only by their ends', async () => {
    const identity = await shown(`/customers/${people.person}/identity`);
    expect(identity).toContain('…0187');
    expect(identity).not.toContain('912-55-0187');
    const accounts = await shown(`/customers/${people.person}`);
    expect(accounts).toContain('Grace Hopper <span class="whole">(…3000)</span>');
    expect(accounts).not.toContain('DE89370400440532013000');
  });

  it('shows what a business is and who owns it', async () => {
    const text = await shown(`/customers/${people.business}/identity`);
    expect(text).toContain('…6789');
    expect(text).not.toContain('12-3456789');
    expect(text).toContain('40 %');
  });

  it('lists its open exceptions, and counts them above', async () => {
    const own = await startConsole();
    const payer = await payerOn(own.play);
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
    valueOf(await payer.execute(quote.id));
    await own.play.pass(0);
    await own.play.pass(31);
    const by = await own.operator('VIEWER');
    const path = `${own.tenantBase}/customers/${payer.customerId}`;
    expect((await own.get(path, by)).text).toContain(`<a href="${path}/exceptions">1</a>`);
    expect((await own.get(`${path}/exceptions`, by)).text).toMatch(/href="\/console\/exceptions\/Exception:/);
    const account = await own.get(`${own.tenantBase}/accounts/${payer.usd.id}`, by);
    expect(account.text).toMatch(/href="\/console\/exceptions\/Exception:/);
  });
});

describe('a look at personal data', () => {
  /** The pages of events, below the path of the platform. */
  const events = { customer: '', verification: '', externalAccount: '', payment: '' };
  beforeAll(async () => {
    const { core } = console.play;
    const pageOf = async (resource: string, type: EventType): Promise<string> => {
      const { data } = valueOf(await console.play.read(core.events.list, { resource, type }));
      return `/webhooks/${data[0]!.event.id}`;
    };
    events.customer = await pageOf(people.person, 'CUSTOMER.KYC_APPROVED');
    events.verification = await pageOf(people.verification, 'VERIFICATION.PENDING_MANUAL_REVIEW');
    const payee = people.externalAccount;
    const snapshot = (await core.operators.reads.externalAccount(console.play.tenant, payee as Id<'ExternalAccount'>))!;
    const change = { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', resource: payee, snapshot } as const;
    const ids = createIds(console.play.clock, seededRandom('another event'));
    await core.units.run(console.play.tenant, async (tx) => {
      emit({ tx, ctx: console.play.context(), ids }, change);
      return ok();
    });
    events.externalAccount = await pageOf(payee, 'EXTERNAL_ACCOUNT.STATUS_UPDATED');
    const { data } = valueOf(await console.play.read(core.events.list, { type: 'INCOMING_PAYMENT.COMPLETED' }));
    events.payment = `/webhooks/${data[0]!.event.id}`;
  });
  const house = (path: string): string => `/console${path}`;
  const addressOf = (path: string): string => (path.startsWith('/console') ? path : `${base}${path}`);
  const looks = async (by: TestOperator) =>
    (await entriesOf(by, 'READ')).map(({ action, subject, input }) => [
      action,
      subject,
      (input as { what: string }).what,
    ]);

  it.each<readonly [string, () => readonly [path: string, action: string, subject: string]]>([
    ['the identity of a customer', () => [`/customers/${people.person}/identity`, 'customers.look', people.person]],
    ['the accounts of a customer', () => [`/customers/${people.person}`, 'customers.look', people.person]],
    ['a verification', () => [`/verifications/${people.verification}`, 'customers.look', people.business]],
    [
      'an external account',
      () => [`/external-accounts/${people.externalAccount}`, 'external-accounts.look', people.externalAccount],
    ],
    [
      'a verification to decide about',
      () => [`/verifications/${people.verification}/decide`, 'customers.look', people.business],
    ],
    [
      'an external account to block',
      () => [`/external-accounts/${people.externalAccount}/block`, 'external-accounts.look', people.externalAccount],
    ],
    ['an owner to decide about', () => [`/owners/${people.owner}/decide`, 'owners.look', people.owner]],
    ['the event of a customer', () => [events.customer, 'customers.look', people.person]],
    ['the event of a verification', () => [events.verification, 'customers.look', people.business]],
    [
      'the event of an external account',
      () => [events.externalAccount, 'external-accounts.look', people.externalAccount],
    ],
    ['an owner', () => [`/owners/${people.owner}`, 'owners.look', people.owner]],
    ['a statement', () => [`/accounts/${people.account}/statement`, 'statements.look', people.account]],
    ['a statement as CSV', () => [`/accounts/${people.account}/statement.csv`, 'statements.look', people.account]],
    ['the customers as CSV', () => ['/customers.csv', 'customers.export', splitTenant(console.play.tenant).platformId]],
    ['the payments as CSV', () => ['/payments.csv', 'payments.export', splitTenant(console.play.tenant).platformId]],
    ['verifications to review as CSV', () => [house('/review.csv'), 'reviews.export', '']],
    ['owners to review as CSV', () => [house('/review/owners.csv'), 'reviews.export', '']],
    ['resets to review as CSV', () => [house('/review/resets.csv'), 'reviews.export', '']],
  ])('of %s is in the log once for each operator', async (name, given) => {
    const [path, action, subject] = given();
    const by = await console.operator('OPERATOR', name);
    for (const _time of [1, 2]) expect((await console.get(addressOf(path), by)).status).toBe(200);
    expect(await looks(by)).toEqual([[action, subject, expect.any(String)]]);
  });

  it('of a part of a record is in the log beside a look at another part', async () => {
    const by = await console.operator('VIEWER', 'Both');
    for (const part of ['', '/identity', '', '/identity'] as const)
      await shown(`/customers/${people.person}${part}`, by);
    expect(await looks(by)).toEqual(
      expect.arrayContaining([
        ['customers.look', people.person, 'accounts'],
        ['customers.look', people.person, 'identity'],
      ]),
    );
    expect(await looks(by)).toHaveLength(2);
  });

  it('of lists over platforms is in the log for each list, also of an operator with a limit', async () => {
    const by = await console.operator('VIEWER', 'Limited', [splitTenant(console.play.tenant).platformId]);
    for (const list of ['/review', '/review/owners', '/review/resets'])
      expect((await console.get(`/console${list}.csv`, by)).status).toBe(200);
    const parts = ['verifications as CSV', 'owners as CSV', 'resets of factors as CSV'];
    const found = (await looks(by)).map(([, , part]) => part);
    expect(found).toHaveLength(3);
    expect(found).toEqual(expect.arrayContaining(parts));
  });

  it.each([
    ['/customers?name=Lovelace+99', { name: 'L… ••' }],
    ['/customers?email=ada%40example.com', { email: 'a…@e….c…' }],
    ['/customers.csv?name=Ada&email=a%40b.c', { name: 'A…', email: '•@•.•' }],
  ])('of a search is in the log with the masked text: %s', async (path, input) => {
    const by = await console.operator('VIEWER', path);
    await shown(path, by);
    const found = (await entriesOf(by, 'READ')).filter(({ action }) => action === 'customers.search');
    expect(found).toMatchObject([
      { outcome: 'READ', tenant: console.play.tenant, subject: splitTenant(console.play.tenant).platformId },
    ]);
    expect(found[0]!.input).toEqual(input);
  });

  it('is not logged for other pages of the customer, nor for a record that does not exist', async () => {
    const by = await console.operator('VIEWER', 'Passing');
    const others = ['/customers', '/customers?status=APPROVED', `/customers?name=${'a'.repeat(2_000)}`, events.payment];
    for (const path of [`/customers/${people.person}/payments`, ...others]) await console.get(`${base}${path}`, by);
    const unknown = 'Customer:018bcfe5-6800-7000-8000-00000000ffff';
    expect((await console.get(`${base}/customers/${unknown}/identity`, by)).status).toBe(404);
    expect(await looks(by)).toEqual([]);
  });

  it.each([
    () => `/customers/${people.person}/identity`,
    () => `/customers/${people.person}`,
    () => `/verifications/${people.verification}`,
    () => `/verifications/${people.verification}/decide`,
    () => `/owners/${people.owner}/decide`,
    () => `/external-accounts/${people.externalAccount}/block`,
    () => events.customer,
    () => events.verification,
    () => events.externalAccount,
    () => '/payments.csv',
    () => house('/review.csv'),
    () => house('/review/owners.csv'),
    () => house('/review/resets.csv'),
    () => '/customers?name=Lovelace',
    () => '/customers?email=ada%40example.com',
    () => '/customers.csv?name=Lovelace',
    () => `/external-accounts/${people.externalAccount}`,
    () => `/owners/${people.owner}`,
    () => `/accounts/${people.account}/statement`,
    () => `/accounts/${people.account}/statement.csv`,
    () => '/customers.csv',
  ])('is refused if the log cannot be written: page %#', async (path) => {
    const { core } = console.play;
    const writes = (['recordLook', 'recordSearch'] as const).map((name) =>
      vi.spyOn(core.operators, name).mockResolvedValue(err('SERVICE_UNAVAILABLE')),
    );
    const page = await console.get(addressOf(path()), operator);
    for (const write of writes) write.mockRestore();
    expect(page.status).toBe(503);
    for (const secret of ['Lovelace', 'Grace', '1990']) expect(page.text).not.toContain(secret);
  });
});

describe('an account', () => {
  const path = () => `${base}/accounts/${people.account}`;
  const statusNow = async () =>
    valueOf(await console.play.read(console.play.core.accounts.inspect, { id: people.account })).account.status;

  it('is frozen and unfrozen, with an entry in the log', async () => {
    for (const [change, status] of [
      ['freeze', 'FROZEN'],
      ['unfreeze', 'ACTIVE'],
    ] as const) {
      const reason = `to ${change} it`;
      const done = await console.submit(`${path()}/${change}`, operator, { reason });
      expect(done.location, done.text).toContain(`${path()}?done=`);
      expect(await statusNow()).toBe(status);
      expect(await lastEntry()).toMatchObject({
        action: `accounts.${change}`,
        operatorName: operator.account.name,
        subject: people.account,
        after: { status },
        input: { reason },
      });
      expect(await shown(`/accounts/${people.account}`)).toContain(reason);
    }
  });

  it('is not frozen without a reason, and the form says what a freeze does not stop', async () => {
    const refused = await console.submit(`${path()}/freeze`, operator, { reason: ' ' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Reason must not be empty')]);
    expect(refused.text).toContain('A freeze does not stop payments that the owner funds from outside');
    expect(await statusNow()).toBe('ACTIVE');
  });

  it('gets new instructions, with an entry in the log', async () => {
    const done = await console.submit(`${path()}/renew`, operator);
    expect(done.location, done.text).toContain(`${path()}?done=`);
    expect(await lastEntry()).toMatchObject({ action: 'accounts.renew', subject: people.account });
  });

  it('offers its actions only to those who may take them', async () => {
    expect(await shown(`/accounts/${people.account}`)).not.toContain('/freeze');
    expect(await shown(`/accounts/${people.account}`, operator)).toContain('/freeze');
    expect((await console.get(`${path()}/freeze`, viewer)).status).toBe(403);
  });

  it('is named by its currency and its owner, and leads to its payments and its owner', async () => {
    const text = await shown(`/accounts/${people.account}`);
    expect(text).toContain('<h1>USD account of Ada Lovelace</h1>');
    expect(text).toContain(`<a href="${base}/customers/${people.person}">Ada Lovelace</a>`);
    const all = `${base}/payments?account=${encodeURIComponent(people.account)}`;
    expect(text).toContain(`href="${all}"`);
    expect((await console.get(all, viewer)).text).toContain('SHOP');
    const other = `${base}/payments?account=${encodeURIComponent(people.externalAccount)}`;
    expect((await console.get(other, viewer)).text).toContain('No payments match here.');
  });

  it('shows a wallet with its credentials', async () => {
    expect(await shown(`/accounts/${people.wallet}`)).toContain('Email OTP');
  });
});

describe('the statement of an account', () => {
  const path = () => `/accounts/${people.account}/statement`;

  it('shows the last 30 days, and leads to files of the same period', async () => {
    const text = await shown(path());
    expect(text).toContain('9,876.55 USD');
    const links = [...text.matchAll(/href="([^"]+statement\.(?:csv|xml)[^"]*)"/g)].map(([, to]) =>
      to!.replaceAll('&amp;', '&'),
    );
    expect(links).toHaveLength(2);
    // To the millisecond, so that the files have every entry of the page.
    for (const to of links) expect(new URL(to, 'https://x').searchParams.get('until')).toMatch(/:\d\d\.\d{3}$/);
    const [csv, xml] = await Promise.all(links.map((to) => console.get(to, viewer)));
    expect(csv!.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv!.text).toContain('OPENING_BALANCE');
    expect(csv!.text.trim().split('\r\n').at(-1)).toContain('CLOSING_BALANCE');
    expect(xml!.headers.get('content-disposition')).toMatch(/^attachment; filename="statement-.*\.xml"$/);
    expect(xml!.text).toContain('camt.053.001.08');
  });

  it('shows wrong times beside their fields and keeps them', async () => {
    const text = await shown(`${path()}?from=soon&until=2020-01-01`);
    expect(text).toContain('From must be a time such as 2026-01-15 10:00');
    expect(text).toContain('value="soon"');
    expect(await shown(`${path()}?from=2020-01-02&until=2020-01-01`)).toContain('Until must be after from');
    expect((await console.get(`${base}${path()}.csv?from=soon`, viewer)).status).toBe(400);
  });

  it('of a currency without a code in ISO 4217 is CSV only', async () => {
    const wallet = `/accounts/${people.wallet}/statement`;
    expect(await shown(wallet)).not.toContain('camt.053');
    expect((await console.get(`${base}${wallet}.xml`, viewer)).status).toBe(400);
  });
});

describe('an agent', () => {
  it('is paused and resumed, with an entry in the log', async () => {
    const { core } = console.play;
    for (const [change, isPaused] of [
      ['pause', true],
      ['resume', false],
    ] as const) {
      const done = await console.submit(`${base}/agents/${people.agent}/${change}`, operator);
      expect(done.location, done.text).toContain(`/agents/${people.agent}?done=`);
      const { agent } = valueOf(await console.play.read(core.agents.get, { id: people.agent }));
      expect(agent.isPaused).toBe(isPaused);
      expect(await lastEntry()).toMatchObject({
        action: `agents.${change}`,
        subject: people.agent,
        before: { isPaused: !isPaused },
        after: { isPaused },
      });
    }
  });

  it('shows what went wrong with the payments that it made', async () => {
    const submit = () => Promise.reject(new Error('timed out'));
    const own = await startConsole({}, () => ({ rails: bankRails({ submit }) }));
    const payer = await payerOn(own.play);
    const payee = (await payer.external()).id;
    const agent = await playAgents(() => ({ payer, payee })).connected();
    const action = valueOf(await agent.execute(valueOf(await agent.quote())));
    await own.play.pass(0);
    const by = await own.operator('VIEWER');
    const page = await own.get(`${own.tenantBase}/agents/${agent.id}`, by);
    const text = page.text.slice(page.text.indexOf('id="attempts-title"'));
    expect(text).toContain(`href="${own.tenantBase}/payments/${action.transactionId}"`);
    expect(text).toContain('Submission of the payout');
    expect(text).toContain('timed out');
    const stake = { direction: 'OUT', amount: 100n, currency: 'EUR', reference: 'R1' };
    const input = { kind: 'RAIL_CONTRADICTION', subject: action.transactionId!, ...stake, reason: 'by telephone' };
    const { tenant, core } = own.play;
    const caller = {
      operatorId: (await own.operator('OPERATOR')).account.id,
      source: 'CONSOLE',
      requestId: 'r',
    } as const;
    valueOf(await core.operators.actions.request(caller, { tenant, action: 'exceptions.open', input } as never));
    const later = await own.get(`${own.tenantBase}/agents/${agent.id}`, by);
    expect(later.text).toMatch(/id="exceptions-title"[^]*href="\/console\/exceptions\/Exception:/);
  });

  it('shows its policy', async () => {
    const text = await shown(`/agents/${people.agent}`);
    expect(text).toContain('View transactions, Create quotes, Execute quotes');
    expect(text).toContain('Each payment needs an approval');
    expect(text).toContain('500.00 USD');
  });
});

it('a card shows its uses and its log', async () => {
  const text = await shown(`/cards/${people.card}`);
  expect(text).toContain('123.45 USD');
  expect(text).toContain('Insufficient funds');
  expect((await console.get(`${base}/cards/${people.card}/log.csv`, viewer)).text).toContain('DECLINED');
});

describe('the download of all data of a customer', () => {
  const path = () => `${base}/customers/${people.person}`;

  it('is offered to operators and refused to viewers', async () => {
    const by = await console.operator('OPERATOR', 'Giver');
    expect((await console.get(`${path()}/identity`, by)).text).toContain('/export.json">Download all data');
    expect((await console.get(`${path()}/identity`, viewer)).text).not.toContain('/export.json');
    expect((await console.get(`${path()}/export.json`, viewer)).status).toBe(403);
  });

  it('is a file with the opened numbers, and each one is in the log', async () => {
    const by = await console.operator('OPERATOR', 'Sender');
    for (const _time of [1, 2]) {
      const file = await console.get(`${path()}/export.json`, by);
      expect([file.status, file.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringContaining('attachment'),
      ]);
      const { export: head, customer } = JSON.parse(file.text) as Record<string, unknown>;
      expect(head).toMatchObject({ customerId: people.person, for: 'PERSON' });
      expect(customer).toMatchObject([{ identifier: '912-55-0187' }]);
    }
    const entries = valueOf(await console.play.core.operators.log({ operatorId: by.account.id })).data;
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual(
      Array(2).fill(['personal-data.export', people.person]),
    );
  });

  it('does not exist for an unknown customer', async () => {
    const by = await console.operator('OPERATOR', 'Seeker');
    const unknown = `${base}/customers/Customer:018bcfe5-6800-7000-8000-00000000ffff/export.json`;
    expect((await console.get(unknown, by)).status).toBe(404);
  });
});
