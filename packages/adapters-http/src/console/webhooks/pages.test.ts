import { beforeEach, describe, expect, it } from 'vitest';
import { instant, ok, toIso } from '@corridor/core';
import { eraseEvents } from '@corridor/core/internal';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { payerOn } from '../../../../core/src/testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../../../../core/src/testing/ports.js';
import { startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

let console: TestConsole;
let operator: TestOperator;
beforeEach(async () => {
  console = await startConsole();
  operator = await console.operator('OPERATOR', 'Olga');
});

const at = (path: string): string => `${console.tenantBase}${path}`;
const page = async (path: string) => (await console.get(at(path), operator)).text;
const eventIds = async () =>
  valueOf(await console.play.read(console.play.core.events.list, { limit: 100 })).data.map(({ event }) => event.id);
const logOf = async (action: string) => valueOf(await console.play.core.operators.log({ action })).data;

describe('the page of webhooks', () => {
  it('shows the endpoint, the share of accepted attempts and the oldest undelivered event', async () => {
    const first = await page('/webhooks');
    // The path and the query of an endpoint can contain a secret.
    expect(first).toContain('https://hooks.example/…');
    expect(first).not.toContain('hooks.example/corridor');
    console.play.answer = { kind: 'answered', status: 500, body: '' };
    await payerOn(console.play);
    console.play.clock.advance(20 * 60);
    const text = await page('/webhooks');
    expect(text).toMatch(/Queued <time[^>]+>[^<]+<\/time> <span class="hint">20 minutes ago/);
    expect(text).toMatch(/<strong>\d+\.\d %<\/strong>/);
    expect(text).toContain('Without test events');
    expect(text).toMatch(/of the newest \d+ events, since <time[^>]+>[^<]+<\/time>\.\s*<\/p>/);
    expect(await page('/webhooks?status=QUEUED')).toContain('HTTP 500');
    expect(await page('/webhooks?status=FAILED')).toContain('No events match here.');
  });

  it('names the record of each event: a party, a payment by its amount, another by its customer', async () => {
    const payer = await payerOn(console.play);
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    valueOf(await payer.execute(quote.id));
    const { fullName } = (await console.play.core.operators.reads.customer(console.play.tenant, payer.customerId))!;
    const text = await page('/webhooks');
    expect(text).toContain(`href="${at(`/payments/${quote.transactionId}`)}">1,000.00 USD</a>`);
    expect(text).toContain(`href="${at(`/accounts/${payer.usd.id}`)}">${fullName} (USD)</a>`);
    expect(text).toContain(`href="${at(`/customers/${payer.customerId}`)}">${fullName}</a>`);
    const [id] = await eventIds();
    expect(text).toContain(`<a class="row" href="${at(`/webhooks/${id}`)}">`);
  });

  it('says that a platform has no endpoint', async () => {
    valueOf(await console.play.run(console.play.core.platforms.updateConfig, { webhookEndpoint: null } as never));
    const setting = `<a href="${at('/platform/webhook')}">Set the endpoint</a>`;
    const path = at('/webhooks');
    const byRole = async (role: 'ADMIN' | 'VIEWER') => (await console.get(path, await console.operator(role))).text;
    for (const role of ['ADMIN', 'VIEWER'] as const)
      expect(await byRole(role)).toContain('The platform has no endpoint, so its events are stored and not sent.');
    expect(await byRole('ADMIN')).toContain(setting);
    expect(await byRole('VIEWER')).not.toContain(setting);
  });
});

describe('the page of an event', () => {
  it('says that it shortens numbers, and only where it does', async () => {
    const payer = await payerOn(console.play);
    await payer.external();
    await console.play.pass(0);
    const texts = await Promise.all((await eventIds()).map((id) => page(`/webhooks/${id}`)));
    const shortened = texts.filter((text) => /&quot;…\d{2,}&quot;/.test(text));
    expect(shortened.length).toBeGreaterThan(0);
    for (const text of texts) expect(text.includes('Numbers are shortened here')).toBe(shortened.includes(text));
  });

  it('shows its attempts and its body, and delivers it again, with an entry of the log', async () => {
    await payerOn(console.play);
    const [id] = await eventIds();
    const text = await page(`/webhooks/${id}`);
    expect(text).toContain('HTTP 200');
    expect(text).toContain(`&quot;id&quot;: &quot;${id}&quot;`);
    const before = console.play.delivered.length;
    const done = await console.submit(at(`/webhooks/${id}/redeliver`), operator);
    expect(done.location).toContain(`/webhooks/${id}?done=`);
    await console.play.pass(0);
    expect(console.play.delivered.slice(before).map((event) => event.id)).toEqual([id]);
    expect(await logOf('events.redeliver')).toMatchObject([
      { outcome: 'DONE', subject: id, before: { status: 'DELIVERED' }, after: { status: 'QUEUED' } },
    ]);
  });
});

it.each([
  [{ kind: 'answered', status: 204, body: '' } as const, 'Accepted: HTTP 204'],
  [{ kind: 'answered', status: 404, body: 'no' } as const, 'Not accepted: HTTP 404'],
])('shows what a saved endpoint has answered to the test event', async (answer, text) => {
  console.play.answer = answer;
  valueOf(
    await console.play.run(console.play.core.platforms.updateConfig, {
      webhookEndpoint: 'https://hooks.example/saved',
    } as never),
  );
  expect(await page('/platform')).toContain('Not sent yet: reload the page in a moment');
  await console.play.pass(0);
  for (const path of ['/platform', '/webhooks']) expect(await page(path), path).toContain(text);
});

it('an event that waits for its next attempt is delivered now, with an entry of the log', async () => {
  console.play.answer = { kind: 'answered', status: 500, body: '' };
  await payerOn(console.play);
  await console.play.pass(0);
  const waiting = valueOf(await console.play.read(console.play.core.events.list, { limit: 100 })).data.filter(
    ({ event }) => event.status === 'QUEUED' && event.attempts > 0,
  );
  const { id } = waiting[0]!.event;
  expect(await page(`/webhooks/${id}`)).toContain(`${at(`/webhooks/${id}/now`)}"`);
  const viewer = await console.operator('VIEWER');
  expect((await console.get(at(`/webhooks/${id}`), viewer)).text).not.toContain('Deliver now');
  console.play.answer = { kind: 'answered', status: 200, body: '' };
  const before = console.play.delivered.length;
  const done = await console.submit(at(`/webhooks/${id}/now`), operator);
  expect(done.location).toContain(`/webhooks/${id}?done=`);
  await console.play.pass(0);
  expect(console.play.delivered.slice(before).map((event) => event.id)).toContain(id);
  const text = await page(`/webhooks/${id}`);
  expect(text).toContain('HTTP 200');
  expect(text).not.toContain('Deliver now');
  expect(await logOf('events.deliver-now')).toMatchObject([{ outcome: 'DONE', subject: id }]);
  // No attempt waits any more.
  const again = await console.submit(at(`/webhooks/${id}/now`), operator);
  expect(again.text).toContain('no attempt waits');
});

it('a confirmation about a period has times as pages show them', async () => {
  const form = await console.get(at('/webhooks/redeliver'), operator);
  const asked = { ...form.hidden, status: 'FAILED', from: '2026-01-01 10:00', to: '2026-01-02 10:00' };
  const text = (await console.post(at('/webhooks/redeliver'), operator, asked)).text;
  expect(text).toContain('event from 2026-01-01 10:00:00 UTC to 2026-01-02 10:00:00 UTC again');
  expect(text.replaceAll(/<(input|time|form)[^>]*>/g, '')).not.toMatch(/\d{4}-\d\d-\d\dT/);
});

it('the list has as many attempts of an event as its page, also after it was delivered again', async () => {
  await payerOn(console.play);
  await console.play.pass(0);
  const [id] = await eventIds();
  await console.submit(at(`/webhooks/${id}/redeliver`), operator);
  await console.play.pass(0);
  const shown = await page(`/webhooks/${id}`);
  expect(shown.match(/data-label="Answer"/g)).toHaveLength(2);
  expect(shown).toMatch(/<dt>Attempts<\/dt>\s*<dd>2\s*<span class="hint">1 since it was queued again<\/span>/);
  const rows = (await page('/webhooks')).split('<tr role="row">');
  expect(rows.find((row) => row.includes(id!))).toMatch(/data-label="Attempts"><div>2<\/div>/);
});

it('the pages of erased events show what is left of them, and offer no delivery', async () => {
  const payer = await payerOn(console.play);
  await payer.execute((await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id))).id);
  await console.play.pass(86_400);
  operator = await console.operator('OPERATOR', 'Later');
  const { core, storage, clock, tenant } = console.play;
  while ((await core.work.sealJournal()).isBehind);
  const all = valueOf(await console.play.read(core.events.list, { limit: 100 })).data;
  const resources = [...new Set(all.map(({ event }) => event.resource))];
  const ports = { units: storage.units, clock, digest, random: seededRandom(), sealer: reversingSealer, archive: null };
  expect(await eraseEvents(ports, { tenant, resources })).toEqual({ erased: all.length, waiting: 0 });
  expect(await page('/webhooks')).toContain('OUTGOING');
  for (const { event } of all) {
    const text = await page(`/webhooks/${event.id}`);
    expect(text).toContain('were erased');
    expect(text).not.toContain('Deliver it again');
    expect(text).not.toContain('platformCustomerId');
    const { ok: isDone, ...again } = await console.play.run(core.events.redeliver, { id: event.id });
    expect([isDone, again]).toMatchObject([false, { error: { code: 'INVALID_STATE_TRANSITION' } }]);
  }
});

it('the page of an event masks the numbers of accounts', async () => {
  const payer = await payerOn(console.play);
  const { id } = await payer.external();
  const [account] = valueOf(
    await console.play.read(console.play.core.accounts.listInternal, { customerId: payer.customerId, currency: 'USD' }),
  ).data;
  const all = valueOf(await console.play.read(console.play.core.events.list, { limit: 100 })).data;
  const own = all.find(({ event }) => event.resource === account!.account.id)!;
  const text = await page(`/webhooks/${own.event.id}`);
  for (const { accountOrWalletInfo } of account!.account.fundingPaymentInstructions)
    for (const name of ['accountNumber', 'iban', 'routingNumber'] as const) {
      const number = (accountOrWalletInfo as unknown as Record<string, string | undefined>)[name];
      if (number !== undefined) expect(text, name).not.toContain(number);
    }
  expect(text).toContain('accountNumber');
  expect(id).toBeDefined();
});

describe('the redelivery of a period', () => {
  const minute = (offset: number) => toIso((console.play.clock.now() + offset * 60_000) as never).slice(0, 16);

  it('asks for a confirmation, says how many events it queued, and is logged', async () => {
    await payerOn(console.play);
    const count = (await eventIds()).length;
    const fields = { status: 'DELIVERED', from: minute(-1), to: minute(1) };
    const opened = await console.get(at('/webhooks/redeliver'), operator);
    const asked = await console.post(at('/webhooks/redeliver'), operator, { ...opened.hidden, ...fields });
    expect(asked.text).toContain('This will happen');
    expect(await logOf('events.redeliver-period')).toEqual([]);
    const done = await console.submit(at('/webhooks/redeliver'), operator, fields);
    expect(done.text).toContain(`${count} events are queued again, of ${count} in the period.`);
    expect((await logOf('events.redeliver-period'))[0]).toMatchObject({
      outcome: 'DONE',
      after: { redelivered: count },
    });
  });

  it('goes on with the same status and end, from the last examined moment', async () => {
    const action = console.play.core.operators.actions.registry['events.redeliver-period'];
    const stoppedAt = instant(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
    const asked: object[] = [];
    Object.assign(action, {
      perform: async (_ctx: unknown, input: object) => {
        asked.push(input);
        const output = { redelivered: 10_000, examined: 10_000, stoppedAt };
        return ok({ output, after: output });
      },
    });
    const period = { status: 'DELIVERED', from: '2026-01-01T00:00', to: '2026-02-01T00:00' };
    const done = await console.submit(at('/webhooks/redeliver'), operator, period);
    const next = /href="([^"]*redeliver\?[^"]*)"/.exec(done.text)![1]!.replaceAll('&amp;', '&');
    const opened = await console.get(next, operator);
    expect(opened.text).toMatch(/<option value="DELIVERED" selected/);
    for (const text of ['value="2026-01-02 03:04:05.678"', 'value="2026-02-01 00:00'])
      expect(opened.text).toContain(text);
    await console.submit(next, operator, { ...period, from: '2026-01-02T03:04:05.678' });
    expect(asked.at(-1)).toEqual({
      status: 'DELIVERED',
      from: stoppedAt,
      to: instant(Date.UTC(2026, 1, 1)),
    });
  });

  it('shows wrong fields at once, and keeps what was entered', async () => {
    const wrong = await console.submit(at('/webhooks/redeliver'), operator, { status: 'QUEUED', from: 'soon', to: '' });
    expect(wrong.status).toBe(400);
    for (const text of [
      'Status is not one of the choices',
      'From must be a time',
      'To must not be empty',
      'value="soon"',
    ])
      expect(wrong.text).toContain(text);
    const turned = await console.submit(at('/webhooks/redeliver'), operator, {
      status: 'FAILED',
      from: minute(1),
      to: minute(-1),
    });
    expect([turned.status, turned.text]).toEqual([400, expect.stringContaining('To must not be before the begin')]);
  });
});
