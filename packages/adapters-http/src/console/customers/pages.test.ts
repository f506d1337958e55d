import { beforeAll, describe, expect, it } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { operatorLogOf, startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';
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
const lastEntry = async () => (await operatorLogOf(console.play.core))[0]!;

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
  it('shows accounts with balances, and numbers only by their ends', async () => {
    const text = await shown(`/customers/${people.person}`);
    expect(text).toContain('9,876.55 USD');
    expect(text).toContain('…0187');
    expect(text).not.toContain('912-55-0187');
    expect(text).toContain('Grace Hopper (…3000)');
    expect(text).not.toContain('DE89370400440532013000');
    expect(text).toContain(`${base}/agents/${people.agent}`);
    expect(text).toContain(`${base}/cards/${people.card}`);
    expect(text).toContain(`${base}/verifications/${people.change}`);
  });

  it('shows what a business is and who owns it', async () => {
    const text = await shown(`/customers/${people.business}`);
    expect(text).toContain('…6789');
    expect(text).not.toContain('12-3456789');
    expect(text).toContain('40 %');
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

  it('shows a wallet with its credentials', async () => {
    expect(await shown(`/accounts/${people.wallet}`)).toContain('EMAIL_OTP');
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

  it('shows its policy', async () => {
    const text = await shown(`/agents/${people.agent}`);
    expect(text).toContain('VIEW_TRANSACTIONS, CREATE_QUOTES, EXECUTE_QUOTES');
    expect(text).toContain('500.00 USD');
  });
});

it('a card shows its uses and its log', async () => {
  const text = await shown(`/cards/${people.card}`);
  expect(text).toContain('123.45 USD');
  expect(text).toContain('INSUFFICIENT_FUNDS');
  expect((await console.get(`${base}/cards/${people.card}/log.csv`, viewer)).text).toContain('DECLINED');
});
