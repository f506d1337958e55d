import { beforeEach, describe, expect, it } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { bankRails, payerOn, type PlayPayer } from '../../../../core/src/testing/play-payer.js';
import { startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

let console: TestConsole;
let payer: PlayPayer;
let viewer: TestOperator;
let ann: TestOperator;
let bob: TestOperator;
let payee: string;
beforeEach(async () => {
  console = await startConsole();
  payer = await payerOn(console.play);
  // A payout to it is pending for 360 seconds.
  payee = (await payer.external('003')).id;
  await signIn();
});

/** Sessions end while the clock moves. */
async function signIn(): Promise<void> {
  viewer = await console.operator('VIEWER');
  ann = await console.operator('OPERATOR');
  bob = await console.operator('APPROVER');
}

const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77', notes: 'listed in January' };
const SILENT = 'The platform does not know of the block';
/** Each kind of record: its name, the path of its forms, and the page that shows the block. */
const SUBJECTS: readonly (readonly [string, () => string, () => string])[] = [
  ['a customer', () => `/customers/${payer.customerId}`, () => `/customers/${payer.customerId}/blocks`],
  ['an external account', () => `/external-accounts/${payee}`, () => `/external-accounts/${payee}`],
  ['a platform', () => '/platform', () => '/platform'],
];

const at = (path: string): string => `${console.tenantBase}${path}`;
const shown = async (path: string, by = viewer): Promise<string> => {
  const page = await console.get(at(path), by);
  expect(page.status, page.text).toBe(200);
  return page.text.replaceAll(/\s+/g, ' ');
};

describe.each(SUBJECTS)('the block of %s', (name, path, page) => {
  it('is made after a preview, and shown with its texts, who made it, and its end', async () => {
    const form = await console.get(at(`${path()}/block`), ann);
    const preview = await console.post(at(`${path()}/block`), ann, { ...form.hidden, ...TEXTS, tellPlatform: 'yes' });
    expect(preview.text).toContain('This will happen');
    expect(preview.text).toContain('from now on nothing is sent or credited without the decision of an operator.');
    expect(await shown(page())).toContain('There has been no block.');
    const done = await console.post(at(`${path()}/block`), ann, preview.hidden);
    expect(done.location, done.text).toContain(`${at(page())}?done=`);
    const text = await shown(page());
    for (const each of [...Object.values(TEXTS), ann.account.name, SILENT]) expect(text).toContain(each);

    const asked = await console.submit(at(`${path()}/unblock`), ann, { reason: 'cleared', caseReference: 'CASE-78' });
    const waiting = await shown(page(), ann);
    expect(waiting).toContain('The end of the block waits for the approval of a second operator');
    expect(waiting).not.toContain('Unblock…');
    // Who approves the end reads why the block was made.
    const request = (await console.get(asked.location!.replace(/\?.*/, ''), bob)).text;
    for (const each of Object.values(TEXTS)) expect(request).toContain(each);
    const approval = `${asked.location!.replace(/\?.*/, '')}/approve`;
    expect((await console.submit(approval, ann)).location).toBeNull();
    expect(await shown(page())).toContain(SILENT);
    const approved = (await console.submit(approval, bob)).location!;
    expect(approved).toContain(`${asked.location!.replace(/\?.*/, '')}?done=`);
    // The page that follows leads to what was changed.
    const result = (await console.get(approved, bob)).text;
    expect(result).toContain('Approved and carried out: by');
    expect(result).toContain(at(name === 'a platform' ? '/' : path()));
    expect(result).toContain('Blocked then');
    expect(result).not.toContain('Blocked now');
    const ended = await shown(page());
    expect(ended).not.toContain(SILENT);
    for (const each of ['Ended', 'cleared', 'CASE-78', bob.account.name]) expect(ended).toContain(each);
  });

  it('needs a reason and a case, and an operator who may make it', async () => {
    const refused = await console.submit(at(`${path()}/block`), ann, { reason: ' ', caseReference: '' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Reason must not be empty');
    expect(refused.text).toContain('Case must not be empty');
    expect(await shown(page())).not.toContain(`${at(path())}/block"`);
    expect((await console.get(at(`${path()}/block`), viewer)).status).toBe(403);
  });
});

it('the page of a blocked customer lists what is held, and what is at the bank', async () => {
  const atBank = await payer.quoted(payer.fromAccount(payer.usd.id, payee));
  valueOf(await payer.execute(atBank.id));
  await console.play.pass(0);
  const held = await payer.quoted(payer.funded(payee));
  await signIn();
  expect(await shown(`/customers/${payer.customerId}/blocks`)).not.toContain('Payments at the bank');
  await console.submit(at(`/customers/${payer.customerId}/block`), ann, TEXTS);
  await payer.pay(held);
  valueOf(await console.play.run(console.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 5n }));
  const text = await shown(`/customers/${payer.customerId}/blocks`);
  expect(text).toContain('BLOCKED');
  const part = text.slice(text.indexOf('id="held-title"'));
  expect(part.match(/>A deposit waits for a decision: held by a block</g)).toHaveLength(2);
  expect(part.slice(part.indexOf('Payments at the bank'))).toContain(atBank.transactionId);
});

it('the form says that a payout that comes back is booked', async () => {
  const form = await console.get(at(`/customers/${payer.customerId}/block`), ann);
  expect(form.text.replaceAll(/\s+/g, ' ')).toContain(
    'What a bank has paid already is booked, and so is a payout that comes back.',
  );
});

it('a payout whose rail has not answered waits for its next attempt, is then held, and is never in two lists', async () => {
  const rails = bankRails({ submit: () => Promise.reject(new Error('connect ECONNREFUSED')) });
  console = await startConsole({}, () => ({ rails }));
  payer = await payerOn(console.play);
  payee = (await payer.external('003')).id;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, payee));
  valueOf(await payer.execute(quote.id));
  await console.play.pass(0);
  await signIn();
  await console.submit(at(`/customers/${payer.customerId}/block`), ann, TEXTS);
  const listed = async () => {
    const text = await shown(`/customers/${payer.customerId}/blocks`);
    const parts = text.slice(text.indexOf('id="held-title"')).split('<h3>');
    return parts.flatMap((part) => (part.includes(quote.transactionId) ? [part.slice(0, part.indexOf('</h3>'))] : []));
  };
  expect(await listed()).toEqual(['Payments that wait for their next attempt']);
  await console.play.pass(600);
  await signIn();
  expect(await listed()).toEqual(['Money that waits for a decision']);
  const blocked = await shown(`/customers/${payer.customerId}/blocks`);
  expect(blocked).toContain('The block holds the next attempt');
  // The rail was asked for the held payment, and did not answer.
  expect(blocked).toContain('No other payment is or may be at a bank.');
  expect(blocked).not.toContain('No bank has a payment.');
  const asked = await console.submit(at(`/customers/${payer.customerId}/unblock`), ann, TEXTS);
  await console.submit(`${asked.location!.replace(/\?.*/, '')}/approve`, bob);
  const ended = await shown(`/customers/${payer.customerId}/blocks`);
  expect(ended).not.toContain('The block holds the next attempt');
  expect(ended).toContain('The block has ended and holds no attempt any more.');
});

it('the page of a blocked customer lists what others pay to its accounts', async () => {
  const { run, core } = console.play;
  const { account: own } = await payer.internal('USD', 'platform');
  valueOf(await run(core.sandbox.fund, { accountId: own.id, amount: 1_000_000n }));
  await console.play.pass(0);
  const inside = (await payer.internal('EUR')).account.id;
  const pays = async (to: string) => {
    const quote = await payer.quoted(payer.fromAccount(own.id, to));
    valueOf(await payer.execute(quote.id));
    return quote.transactionId;
  };
  const atBank = await pays(payee);
  await console.play.pass(0);
  await signIn();
  const accepted = [await pays(payee), await pays(inside)];
  await console.submit(at(`/customers/${payer.customerId}/block`), ann, TEXTS);
  const partOf = async () => {
    const text = await shown(`/customers/${payer.customerId}/blocks`);
    return text.slice(text.indexOf('id="held-title"'));
  };
  const before = await partOf();
  expect(before.slice(before.indexOf('Payouts that no rail has'), before.indexOf('Payments at the bank'))).toContain(
    accepted[0],
  );
  expect(before.slice(before.indexOf('Payments at the bank'))).toContain(atBank);
  await console.play.pass(0);
  const after = await partOf();
  for (const id of accepted) expect(after.slice(0, after.indexOf('Payouts that no rail has'))).toContain(id);
});

it('the pages of a deleted customer and of a deleted external account have the form of a block', async () => {
  const { run, core } = console.play;
  valueOf(await run(core.accounts.deleteExternal, { id: payee }));
  const created = { customerType: 'INDIVIDUAL', fullName: 'Bea', region: 'US', currencies: ['EUR'] };
  const { id } = valueOf(await run(core.customers.create, created as never));
  valueOf(await run(core.customers.delete, { id } as never));
  await signIn();
  for (const [path, page] of [
    [`/customers/${id}`, `/customers/${id}/blocks`],
    [`/external-accounts/${payee}`, `/external-accounts/${payee}`],
  ] as const) {
    expect(await shown(page, ann)).toContain(`${at(path)}/block"`);
    expect((await console.submit(at(`${path}/block`), ann, TEXTS)).status).toBeLessThan(400);
    expect(await shown(path)).toContain('BLOCKED');
  }
});

it('the page of a blocked external account lists the payments to it at the bank, and no others', async () => {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, payee));
  valueOf(await payer.execute(quote.id));
  const { run, core } = console.play;
  const transfer = { sourceId: payer.usd.id, destinationId: (await payer.dollars('005')).id, amount: 300n };
  const other = valueOf(await run(core.transfers.out, transfer));
  await console.play.pass(0);
  await signIn();
  await console.submit(at(`/external-accounts/${payee}/block`), ann, TEXTS);
  const text = await shown(`/external-accounts/${payee}`);
  expect(text.slice(text.indexOf('Payments at the bank'))).toContain(quote.transactionId);
  expect(text).not.toContain(other.id);
  await console.submit(at(`/customers/${payer.customerId}/block`), ann, TEXTS);
  const ofBoth = await shown(`/customers/${payer.customerId}/blocks`);
  expect(ofBoth.slice(ofBoth.indexOf('Payments at the bank'))).toContain(other.id);
});

it('the page of a blocked external account lists a collection from it that is held', async () => {
  const bank = (await payer.dollars('005')).id;
  const { run, core } = console.play;
  valueOf(await run(core.transfers.in, { sourceId: bank, destinationId: payer.usd.id, amount: 300n }));
  await console.submit(at(`/external-accounts/${bank}/block`), ann, TEXTS);
  await console.play.pass(0);
  const text = await shown(`/external-accounts/${bank}`);
  expect(
    text.slice(text.indexOf('id="held-title"')).match(/>A payment waits for a decision: held by a block</g),
  ).toHaveLength(1);
});

it('the page of a blocked platform lists its payments at the bank', async () => {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, payee));
  valueOf(await payer.execute(quote.id));
  await console.play.pass(0);
  await signIn();
  await console.submit(at('/platform/block'), ann, TEXTS);
  const text = await shown('/platform');
  expect(text.slice(text.indexOf('Payments at the bank'))).toContain(quote.transactionId);
});

it('says of money that came for a blocked customer that the block holds it', async () => {
  await console.submit(at(`/customers/${payer.customerId}/block`), ann, TEXTS);
  const { reference } = payer.usd as { readonly reference: string };
  const sent = { currencyCode: 'USD', amount: '5.00', 'remitter.name': 'Grace', 'remitter.account': '008', reference };
  const played = await console.submit(at('/sandbox/deposit'), ann, sent);
  expect(played.text).toContain('Held: it waits for a decision of an operator');
  const { data } = valueOf(await console.play.core.exceptions.list({ status: 'OPEN' }));
  const { id, subject } = data[0]!;
  const rows = [`${console.tenantBase}/exceptions`, '/console/exceptions'];
  for (const path of [...rows, at(`/customers/${payer.customerId}/exceptions`), at(page())])
    expect((await console.get(path, viewer)).text, path).toContain('A deposit waits for a decision: held by a block');
  const exported = await console.get('/console/exceptions.csv', viewer);
  expect(exported.text).toContain('Held by a block');
  expect(await shown(`/customers/${payer.customerId}`)).toContain('>1, 1 held by a block</a>');
  const own = await console.get(`/console/exceptions/${id}`, viewer);
  expect(own.text).toContain('This money is held by a block');
  expect(own.text).toMatch(new RegExp(`Customer</dt>\\s*<dd><a href="[^"]*/customers/${payer.customerId}">`));
  const deposit = await shown(`/deposits/${subject}`);
  expect(deposit).toContain('is held by a block');
  expect(deposit).not.toContain('no quote or account');

  const asked = await console.submit(at(`/customers/${payer.customerId}/unblock`), ann, TEXTS);
  await console.submit(`${asked.location!.replace(/\?.*/, '')}/approve`, bob);
  expect((await console.get('/console/exceptions', viewer)).text).not.toContain('held by a block');
  expect((await console.get(`/console/exceptions/${id}`, viewer)).text).not.toContain('held by a block');

  function page(): string {
    return `/customers/${payer.customerId}/blocks`;
  }
});
