import { type Id, tenantKey } from '@corridor/core';
import { PLATFORMS, TOKENS } from '@corridor/core/records';
import { beforeEach, describe, expect, it } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { dataText } from '../kit/components.js';
import { operatorLogOf, startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

const NEW = 'Platform:018bcfe5-6800-7000-8000-0000000000aa' as Id<'Platform'>;
const HOSTILE = `<script>alert(1)</script>`;

let console: TestConsole;
let admin: TestOperator;
let second: TestOperator;
beforeEach(async () => {
  console = await startConsole();
  admin = await console.operator('ADMIN', 'Ada');
  second = await console.operator('ADMIN', 'Grace');
});

const log = async () =>
  (await operatorLogOf(console.play.core)).map(({ action, outcome, subject }) => [action, outcome, subject]);
const entries = async () => dataText(await operatorLogOf(console.play.core));
const platform = (tenant = console.play.tenant) =>
  console.play.core.units.read(tenant, (reads) => reads.get(PLATFORMS, tenant));
/** Creates the platform in production, as if two operators had agreed. */
async function live(currencies: string): Promise<void> {
  const { play } = console;
  const tenant = tenantKey(NEW, 'PRODUCTION');
  const input = { name: 'Live', currencies: currencies.split(', ') };
  valueOf(
    await play.core.units.run(tenant, (tx) => play.core.platforms.create(tx, { ...play.context(), tenant }, input)),
  );
}
const at = (path: string): string => `${console.tenantBase}${path}`;

/** The value of a row of definitions. */
const factOf = (page: string, name: string): string =>
  new RegExp(`<dt>${name}</dt>\\s*<dd>(?:<code>)?([^<]*)`).exec(page)?.[1] ?? '';

describe('a new platform', () => {
  const path = `/console/platforms/create/SANDBOX/${NEW}`;
  const fields = { name: HOSTILE, currencies: 'usd, EUR', flags: ['requiresEndUserTerms'] };

  it('is created with secrets that are shown once, and neither stored nor logged', async () => {
    const choice = await console.get('/console/platforms/create', admin);
    expect(choice.text).toMatch(/href="\/console\/platforms\/create\/SANDBOX\/Platform:[0-9a-f-]{36}"/);
    const opened = await console.get(path, admin);
    const created = await console.post(path, admin, { ...opened.hidden, ...fields });
    expect([created.status, created.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(created.text).not.toContain(HOSTILE);
    const [secret, webhookSecret] = [factOf(created.text, 'Client secret'), factOf(created.text, 'Webhook secret')];
    expect([secret.length, webhookSecret]).toEqual([43, expect.stringMatching(/^whsec_/)]);
    const tenant = tenantKey(NEW, 'SANDBOX');
    expect(await platform(tenant)).toMatchObject({ name: HOSTILE, requiresEndUserTerms: true });
    const clientId = factOf(created.text, 'Client id');
    const session = await console.play.core.platforms.authenticate(clientId, secret);
    expect(session).not.toBeNull();
    expect(await log()).toEqual([
      ['platforms.create', 'DONE', tenant],
      ['tokens.issue', 'DONE', expect.stringMatching(/^Token:/)],
    ]);

    const again = await console.post(path, admin, { ...opened.hidden, ...fields });
    expect(again.text).toContain('Its result is shown only once');
    const list = await console.get('/console/platforms', admin);
    expect(list.text).toContain('&lt;script&gt;');
    for (const text of [again.text, list.text, await entries(), JSON.stringify(console.log)])
      for (const kept of [secret, webhookSecret]) expect(text).not.toContain(kept);
  });

  it('in production waits for a second operator, who sees the secrets once', async () => {
    const other = await console.operator('ADMIN', 'Second');
    const asked = await console.submit(`/console/platforms/create/PRODUCTION/${NEW}`, admin, fields);
    expect(asked.location).toMatch(/^\/console\/approvals\/Request:/);
    const request = asked.location!.split('?')[0]!;
    expect((await console.get(request, other)).text).toContain('None yet');
    expect((await console.submit(`${request}/approve`, admin)).text).toContain('another operator must approve it');
    expect(await platform(tenantKey(NEW, 'PRODUCTION'))).toBeNull();
    const approved = await console.submit(`${request}/approve`, other);
    expect([approved.status, approved.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const secrets = [factOf(approved.text, 'Client secret'), factOf(approved.text, 'Webhook secret')];
    expect(secrets.map((secret) => secret.length > 40)).toEqual([true, true]);
    for (const text of [await entries(), JSON.stringify(console.log)])
      for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('shows every wrong field at once, with what was entered', async () => {
    const page = await console.submit(path, admin, { name: '', currencies: 'USD, ZZZ', umaDomain: 'x' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('Name must not be empty');
    expect(page.text).toContain('Currencies must be currencies; ZZZ is not supported');
    expect(page.text).toContain('value="USD, ZZZ"');
    const domain = await console.submit(path, admin, { name: 'Acme', currencies: 'USD', umaDomain: 'not a domain' });
    expect(domain.text).toContain('UMA domain is not a domain');
    expect(await log()).toEqual([]);
  });

  it('can be the other environment of an existing one, but not the same again', async () => {
    const own = console.play.tenant.split('/')[0]!;
    const shown = await console.get(at('/platform'), admin);
    expect(shown.text).toContain(`/console/platforms/create/PRODUCTION/${own}`);
    const form = await console.get(`/console/platforms/create/PRODUCTION/${own}`, admin);
    expect(form.text).toContain('Add the environment Production to Play');
    const taken = await console.submit(`/console/platforms/create/SANDBOX/${own}`, admin, {
      name: 'Play',
      currencies: 'USD',
    });
    expect(taken.text).toContain('the platform already exists in this environment');
  });
});

describe('the list of platforms', () => {
  it('has pages and a file', async () => {
    const { play } = console;
    for (let number = 0; number < 51; number++) {
      const tenant = tenantKey(NEW.replace('00aa', `1${String(number).padStart(3, '0')}`) as Id<'Platform'>, 'SANDBOX');
      const ctx = { ...play.context(), tenant };
      const input = { name: `Platform ${number}`, currencies: ['USD'] };
      valueOf(await play.core.units.run(tenant, (tx) => play.core.platforms.create(tx, ctx, input)));
    }
    const viewer = await console.operator('VIEWER');
    const first = await console.get('/console/platforms', viewer);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first.text)![1]!.replaceAll('&amp;', '&');
    const rest = await console.get(next, viewer);
    expect([first.text.includes('>Play<'), rest.text.includes('>Play<')]).toEqual([false, true]);
    expect(first.text).not.toContain('Create a platform');
    const file = await console.get('/console/platforms.csv', viewer);
    expect(file.text.trim().split('\n')).toHaveLength(53);
    // The path and the query of an endpoint can contain a secret.
    expect(file.text).toContain('https://hooks.example/…');
    expect(file.text).not.toContain('hooks.example/corridor');
  });
});

describe('the configuration of a platform', () => {
  it.each([
    ['webhook', { webhookEndpoint: 'https://new.example/hook' }, { webhookEndpoint: 'https://new.example/hook' }],
    ['webhook', { webhookEndpoint: '' }, { webhookEndpoint: null }],
    [
      'fees',
      { variableFeeBps: '30', 'fixedFee.amount': '1.50' },
      { feeConfigs: [{ variableFeeBps: 30, fixedFee: { amount: 150n } }] },
    ],
    [
      'apps',
      { redirectSchemes: 'com.example.a\ncom.example.b', invitationUri: 'com.example.a:/i/{code}' },
      { redirectSchemes: ['com.example.a', 'com.example.b'], invitationUri: 'com.example.a:/i/{code}' },
    ],
  ])('%s is changed in the sandbox at once: %o', async (name, fields, stored) => {
    const done = await console.submit(at(`/platform/${name}`), admin, fields);
    expect(done.location).toMatch(/\/platform\?done=/);
    expect(await platform()).toMatchObject(stored);
    expect(await log()).toEqual([['platforms.configure', 'DONE', console.play.tenant]]);
    expect((await console.get(done.location!, admin)).text).toContain('The change was saved.');
  });

  it('is logged without the path of its endpoint', async () => {
    const secret = 'T00-secret';
    for (const part of ['a', 'b'])
      await console.submit(at('/platform/webhook'), admin, {
        webhookEndpoint: `https://new.example/${secret}/${part}`,
      });
    const entries = valueOf(await console.play.core.operators.log({ action: 'platforms.configure' })).data;
    expect(entries).toHaveLength(2);
    for (const { input, before, after } of entries) {
      expect(input).toEqual({ webhookEndpoint: 'https://new.example/…' });
      expect(after).toMatchObject({ webhookEndpoint: 'https://new.example/…' });
      expect(before).toMatchObject({ webhookEndpoint: expect.stringMatching(/example\/…$/) as string });
    }
    expect(await platform()).toMatchObject({ webhookEndpoint: `https://new.example/${secret}/b` });
  });

  it('keeps what was entered beside each error', async () => {
    const webhook = await console.submit(at('/platform/webhook'), admin, { webhookEndpoint: 'ftp://x' });
    expect(webhook.status).toBe(400);
    expect(webhook.text).toMatch(/Endpoint must be/);
    const fees = await console.submit(at('/platform/fees'), admin, { variableFeeBps: '-1', 'fixedFee.amount': '1,50' });
    expect(fees.text).toContain('Basis points of the amount must be a whole number');
    expect(fees.text).toContain('Fixed fee in USD must be a number');
    expect(fees.text).toContain('value="1,50"');
    expect(await log()).toEqual([]);
  });

  it('changes settings, only those that differ', async () => {
    const done = await console.submit(at('/platform/settings'), admin, {
      flags: ['allowsMoneyDuringReview'],
      umaDomain: 'pay.acme.example',
    });
    expect(done.location).toContain('done=');
    expect(await platform()).toMatchObject({ allowsMoneyDuringReview: true, umaDomain: 'pay.acme.example' });
    const [entry] = await operatorLogOf(console.play.core);
    expect(entry).toMatchObject({
      action: 'platforms.update',
      input: { allowsMoneyDuringReview: true, umaDomain: 'pay.acme.example' },
      before: { allowsMoneyDuringReview: false, umaDomain: null },
      after: { allowsMoneyDuringReview: true, umaDomain: 'pay.acme.example' },
    });
    expect(entry!.input).not.toHaveProperty('requiresEndUserTerms');
    const same = await console.submit(at('/platform/settings'), admin, {
      flags: ['allowsMoneyDuringReview'],
      umaDomain: 'pay.acme.example',
    });
    expect(same.text).toContain('Settings are the present ones');
  });

  it('sets limits of a currency, adds one and ends one', async () => {
    const path = at('/platform/currency/EUR');
    const opened = await console.get(path, admin);
    expect(opened.text).toContain('value="0.01"');
    await console.submit(path, admin, {
      minAmount: '5.00',
      maxAmount: '1,000.00',
      enabledTransactionTypes: ['OUTGOING'],
    });
    await console.submit(at('/platform/currencies/add'), admin, {
      currencyCode: 'chf',
      minAmount: '1',
      maxAmount: '10',
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    });
    await console.submit(at('/platform/currency/MXN/drop'), admin);
    const { supportedCurrencies } = (await platform())!;
    expect(supportedCurrencies.find(({ currencyCode }) => currencyCode === 'EUR')).toMatchObject({
      minAmount: 500n,
      maxAmount: 100_000n,
      enabledTransactionTypes: ['OUTGOING'],
    });
    expect(supportedCurrencies.map(({ currencyCode }) => currencyCode)).toEqual(
      expect.arrayContaining(['CHF', 'USD', 'GBP']),
    );
    expect(supportedCurrencies.some(({ currencyCode }) => currencyCode === 'MXN')).toBe(false);
    expect((await log()).map(([action]) => action)).toEqual([
      'platforms.drop-currency',
      'platforms.currency',
      'platforms.currency',
    ]);
    expect((await console.get(at('/platform/currency/MXN'), admin)).status).toBe(404);
    const wrong = await console.submit(path, admin, { minAmount: '9', maxAmount: '1', enabledTransactionTypes: [] });
    expect(wrong.text).toContain('Smallest payment must not be above the largest payment');
    const twice = await console.submit(at('/platform/currencies/add'), admin, {
      currencyCode: 'USD',
      minAmount: '',
      maxAmount: '1',
    });
    expect(twice.text).toContain('Currency is a currency of the platform already');
    expect(twice.text).toContain('Smallest payment must not be empty');
  });

  it('needs a second operator in production, and then changes only the currency that was requested', async () => {
    const tenant = tenantKey(NEW, 'PRODUCTION');
    const base = `/console/t/${tenant}`;
    await live('USD, EUR');
    const requested = await console.submit(`${base}/platform/currency/EUR`, admin, {
      minAmount: '2',
      maxAmount: '20',
      enabledTransactionTypes: ['OUTGOING'],
    });
    expect(requested.location).toMatch(/\/console\/approvals\/Request:/);
    // Meanwhile another currency is changed.
    const ctx = { ...console.play.context(), tenant };
    const [usd, eur] = (await platform(tenant))!.supportedCurrencies;
    const patch = { supportedCurrencies: [{ ...usd!, maxAmount: 77n }, eur!] };
    valueOf(
      await console.play.core.units.run(tenant, (tx) => console.play.core.platforms.updateConfig(tx, ctx, patch)),
    );
    const approved = await console.submit(`${requested.location!.split('?')[0]}/approve`, second);
    expect(approved.location).toContain('done=approvals.approve');
    expect((await platform(tenant))!.supportedCurrencies).toMatchObject([
      { currencyCode: 'USD', maxAmount: 77n },
      { currencyCode: 'EUR', minAmount: 200n, maxAmount: 2_000n },
    ]);
    expect((await log()).slice(0, 2)).toEqual([
      ['platforms.currency', 'APPROVED', tenant],
      ['platforms.currency', 'REQUESTED', tenant],
    ]);
    expect((await console.get(`${base}/sandbox`, admin)).status).toBe(404);
    expect((await console.get(`${base}/sandbox/fund`, admin)).status).toBe(404);
    expect((await console.get(`${base}/platform`, admin)).text).not.toContain(`${base}/sandbox`);
  });

  it('waits for its approval without the path of its endpoint in the log and on the page of a viewer', async () => {
    const endpoint = 'https://new.example/T00-secret';
    const place = `/console/t/${tenantKey(NEW, 'PRODUCTION')}`;
    await live('USD');
    const asked = await console.submit(`${place}/platform/webhook`, admin, { webhookEndpoint: endpoint });
    const viewer = await console.operator('VIEWER');
    expect((await console.get(asked.location!, viewer)).text).not.toContain('T00-secret');
    expect((await console.get(asked.location!, admin)).text).toContain(endpoint);
    const [entry] = valueOf(await console.play.core.operators.log({ action: 'platforms.configure' })).data;
    expect(entry).toMatchObject({ outcome: 'REQUESTED', input: { webhookEndpoint: 'https://new.example/…' } });
    const id = /approvals\/([^?]+)/.exec(asked.location!)![1]!;
    await console.submit(`/console/approvals/${id}/decline`, admin);
    const [declined] = valueOf(await console.play.core.operators.log({ action: 'platforms.configure' })).data;
    expect(declined).toMatchObject({ outcome: 'DECLINED', input: { webhookEndpoint: 'https://new.example/…' } });
  });

  it('waits without its endpoints on the page, and is not approved, if its action does not exist any more', async () => {
    const tenant = tenantKey(NEW, 'PRODUCTION');
    const place = `/console/t/${tenant}`;
    await live('USD');
    const set = (host: string) =>
      console.submit(`${place}/platform/webhook`, admin, { webhookEndpoint: `https://${host}/T00-secret` });
    const first = await set('old.example');
    await console.submit(`${first.location!.split('?')[0]}/approve`, await console.operator('ADMIN'));
    const asked = await set('new.example');
    expect((await console.get(asked.location!, admin)).text).toMatch(/old\.example\/T00[^]*new\.example\/T00/);
    const registry: Record<string, unknown> = console.play.core.operators.actions.registry;
    delete registry['platforms.configure'];
    const page = await console.get(asked.location!, await console.operator('ADMIN'));
    expect(page.text).toContain('This release does not have the action');
    expect(page.text).not.toMatch(/old\.example|new\.example|\/approve"/);
    expect(page.text).toContain('/decline"');
    expect((await console.get(asked.location!, admin)).text).not.toContain('another operator must approve it');
  });

  it('is shown to a viewer without forms', async () => {
    const viewer = await console.operator('VIEWER');
    const page = await console.get(at('/platform'), viewer);
    expect(page.text).toContain('1,000,000,000.00 USD');
    expect(page.text).toContain('The platform charges no fee of its own.');
    expect(page.text).not.toContain('/platform/settings');
    expect(page.text).not.toContain('hooks.example/corridor');
  });
});

describe('tokens', () => {
  it('are created with a secret that is shown once, listed, and revoked', async () => {
    const opened = await console.get(at('/tokens/create'), admin);
    const fields = { name: HOSTILE, permissions: ['VIEW', 'TRANSACT'] };
    const created = await console.post(at('/tokens/create'), admin, { ...opened.hidden, ...fields });
    expect([created.status, created.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const secret = factOf(created.text, 'Client secret');
    expect(secret).toHaveLength(43);
    const again = await console.post(at('/tokens/create'), admin, { ...opened.hidden, ...fields });
    const list = await console.get(at('/tokens?name='), admin);
    expect(list.text).toContain('&lt;script&gt;');
    for (const text of [again.text, list.text, await entries(), JSON.stringify(console.log)])
      expect(text).not.toContain(secret);
    const id = /Token:[0-9a-f-]{36}(?=\/revoke)/.exec(list.text)![0];
    const revoked = await console.submit(at(`/tokens/${id}/revoke`), admin);
    expect(revoked.location).toContain('/tokens?done=');
    expect(await console.play.core.units.read(null, (reads) => reads.get(TOKENS, id))).toBeNull();
    expect((await log()).map(([action, outcome]) => [action, outcome])).toEqual([
      ['tokens.revoke', 'DONE'],
      ['tokens.delete', 'DONE'],
      ['tokens.create', 'DONE'],
      ['tokens.issue', 'DONE'],
    ]);
    expect((await console.get(at(`/tokens/${id}/revoke`), admin)).status).toBe(404);
  });

  it('need a second operator in production, who sees the secret once', async () => {
    const other = await console.operator('ADMIN', 'Second');
    await live('USD');
    const asked = await console.submit(`/console/t/${NEW}/PRODUCTION/tokens/create`, admin, {
      name: 'checkout',
      permissions: ['TRANSACT'],
    });
    expect(asked.location).toMatch(/^\/console\/approvals\/Request:/);
    const request = asked.location!.split('?')[0]!;
    expect((await console.submit(`${request}/approve`, admin)).text).toContain('another operator must approve it');
    const approved = await console.submit(`${request}/approve`, other);
    expect([approved.status, approved.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const secret = factOf(approved.text, 'Client secret');
    expect(secret).toHaveLength(43);
    for (const text of [await entries(), JSON.stringify(console.log)]) expect(text).not.toContain(secret);
  });

  it('need a name and a permission, and one of them keeps MANAGE', async () => {
    const wrong = await console.submit(at('/tokens/create'), admin);
    expect(wrong.text).toContain('Name must not be empty');
    expect(wrong.text).toContain('Permissions must have at least one');
    const list = await console.get(at('/tokens'), admin);
    const id = /Token:[0-9a-f-]{36}(?=\/revoke)/.exec(list.text)![0];
    const last = await console.submit(at(`/tokens/${id}/revoke`), admin);
    expect(last.text).toContain('the last token with MANAGE cannot be deleted');
    const none = await console.get(at('/tokens?name=nothing'), admin);
    expect(none.text).toContain('No tokens match here.');
    const viewer = await console.operator('VIEWER');
    expect((await console.get(at('/tokens'), viewer)).text).not.toContain('/revoke');
  });
});

describe('the pages of terms', () => {
  const home = '/console/platforms/terms';
  const usdEur = { source: 'USD', destination: 'EUR', fixedFee: '1.25', spreadBps: '30', reason: 'costs' };
  const later = (seconds: number): string =>
    new Date(console.play.clock.now() + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
  const send = (environment: string, over: Readonly<Record<string, string>> = {}) =>
    console.submit(`${home}/new/${environment}`, admin, { ...usdEur, validFrom: later(1_000), ...over });

  it('show what is in force, and lead to a change of it', async () => {
    const page = await console.get(home, admin);
    for (const text of ['all corridors that set none', 'In force', 'the first start', '0.50 %', 'terms of Sandbox'])
      expect(page.text).toContain(text);
    const viewer = await console.operator('VIEWER');
    expect((await console.get(home, viewer)).text).not.toContain('/new/');
    for (const filter of ['environment=MOON', 'state=SOON'])
      expect((await console.get(`${home}?${filter}`, viewer)).status).toBe(400);
    const [, row] = /<a class="row" href="([^"]+)"/.exec(page.text)!;
    expect((await console.get(row!, viewer)).text).toContain('What they say');
  });

  it('change a corridor with a confirmation, and show the change beside what was before', async () => {
    const changed = await send('SANDBOX');
    const path = changed.location!.split('?')[0]!;
    expect(path).toMatch(/^\/console\/platforms\/terms\/Terms:/);
    const page = await console.get(path, admin);
    for (const text of ['Coming', 'USD→EUR', '1.25 USD', '0.30 %', 'not set', 'Ada', 'costs'])
      expect(page.text).toContain(text);
    const [entry] = (await operatorLogOf(console.play.core)).filter(({ action }) => action === 'terms.change');
    expect(entry).toMatchObject({
      subject: 'USD/EUR',
      before: { follows: null, terms: {} },
      after: { terms: { fixedFee: 125n, spreadBps: 30 } },
    });
    const form = await console.get(`${path}/change`, admin);
    for (const text of ['value="1.25"', 'value="30"', 'Change the terms for USD→EUR'])
      expect(form.text).toContain(text);
    expect((await console.get(`${home}?state=COMING`, admin)).text).toContain('spread not set → 0.30 %');
    // The first terms of a corridor replace the general fee.
    await send('SANDBOX', { destination: 'MXN', variableFeeBps: '40' });
    const coming = (await console.get(`${home}?state=COMING`, admin)).text;
    expect(coming).toContain('fee 0.50 % → 0.40 %, fixed fee not set → 1.25 USD');
  });

  it('ask for a confirmation with each part in one form, as it is and as it will be', async () => {
    const changed = await send('SANDBOX', { variableFeeBps: '40', quoteSeconds: '60' });
    const path = changed.location!.split('?')[0]!;
    const form = await console.get(`${path}/change`, admin);
    const fields = { ...usdEur, variableFeeBps: '35', quoteSeconds: '90', validFrom: later(3_000) };
    const asked = await console.post(`${path}/change`, admin, { ...form.hidden, ...fields });
    const words = asked.text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    for (const text of [
      'Fee Now: 0.40 % → 0.35 %',
      'Spread 0.30 % As it is now',
      'Fixed fee 1.25 USD As it is now',
      'Validity of a quote Now: 60 seconds → 90 seconds',
    ])
      expect(words).toContain(text);
    const first = await console.post(`${home}/new/SANDBOX`, admin, {
      ...(await console.get(`${home}/new/SANDBOX`, admin)).hidden,
      ...{ ...usdEur, destination: 'MXN', maxAmount: '500', validFrom: later(3_000) },
    });
    const open = first.text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(open).toContain('Largest amount Now: not set → 500.00 USD');
    expect(open).not.toContain('None');
    expect(words).not.toMatch(/[Bb]ps/);
  });

  it('withdraw what is not in force', async () => {
    const path = (await send('SANDBOX')).location!.split('?')[0]!;
    const withdrawn = await console.submit(`${path}/withdraw`, admin, { reason: 'mistake' });
    expect(withdrawn.location).toContain(path);
    const page = await console.get(path, admin);
    expect(page.text).toContain('Withdrawn');
    expect(page.text).not.toContain('/withdraw');
  });

  it('ask for a second operator in production', async () => {
    const asked = await send('PRODUCTION');
    const request = asked.location!.split('?')[0]!;
    expect((await console.get(request, second)).text).toContain(
      'Change for USD→EUR the fixed fee from not set to 1.25 USD, the spread from not set to 0.30 %, from',
    );
    await console.submit(`${request}/approve`, second);
    const list = await console.get(`${home}?environment=PRODUCTION&state=COMING`, admin);
    expect(list.text).toContain('USD→EUR');
  });

  it('name every wrong field', async () => {
    const wrong = await send('SANDBOX', { destination: '', minAmount: '2', maxAmount: '1', validFrom: later(1) });
    expect(wrong.text).toContain('is required with a source');
    const others = await send('SANDBOX', { minAmount: '2', maxAmount: '1', validFrom: later(1) });
    for (const text of ['must not be greater than maxAmount', 'seconds from now or later'])
      expect(others.text).toContain(text);
  });
});

it('shows the settings of wallets in words', async () => {
  const { run, core } = console.play;
  const embeddedWalletConfig = { appName: 'Ada Pay', otpLength: 8, alphanumeric: true };
  valueOf(await run(core.platforms.updateConfig, { embeddedWalletConfig } as never));
  const page = (await console.get(at('/platform'), admin)).text.replaceAll(/\s+/g, ' ');
  for (const text of ['App name: Ada Pay', 'OTP length: 8', 'Alphanumeric: Yes']) expect(page).toContain(text);
  expect(page).not.toContain('&quot;otpLength&quot;');
});
