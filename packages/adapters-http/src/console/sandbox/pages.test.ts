import { readFileSync } from 'node:fs';
import type { InternalAccountView } from '@corridor/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { payerOn } from '../../../../core/src/testing/play-payer.js';
import { operatorLogOf, startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';
import { ENDINGS } from './endings.js';

let console: TestConsole;
let operator: TestOperator;
let customerId: string;
let dollars: InternalAccountView['account'];
beforeEach(async () => {
  console = await startConsole();
  const { core, run } = console.play;
  const customer = valueOf(
    await run(core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      currencies: ['USD', 'EUR'],
    } as never),
  );
  customerId = customer.id;
  dollars = (await balance()).account;
  operator = await console.operator('OPERATOR', 'Ann');
});

const at = (path: string): string => `${console.tenantBase}/sandbox${path}`;
const logged = async () =>
  (await operatorLogOf(console.play.core)).map(({ action, outcome, subject }) => [action, outcome, subject]);
const balance = async (): Promise<InternalAccountView> => {
  const { core, read } = console.play;
  return valueOf(await read(core.accounts.listInternal, { customerId, currency: 'USD' })).data[0]!;
};

it('each page is headed by what it does', async () => {
  for (const [path, heading] of [
    ['', 'Test clock and simulations'],
    ['/clock', 'Move the test clock ahead'],
    ['/fund', 'Simulate a payer: fund an account'],
    ['/card', 'Simulate a merchant: use a card'],
  ] as const)
    expect((await console.get(at(path), operator)).text, path).toContain(`<h1>${heading}</h1>`);
});

describe('the test clock', () => {
  it('moves ahead, does the work that becomes due, and is logged', async () => {
    const { core, run, read } = console.play;
    await console.submit(at('/fund'), operator, { accountId: dollars.id, currency: 'USD', amount: '100' });
    const [euros] = valueOf(await read(core.accounts.listInternal, { customerId, currency: 'EUR' })).data;
    const quote = valueOf(
      await run(core.quotes.create, {
        source: { sourceType: 'ACCOUNT', accountId: dollars.id },
        destination: { destinationType: 'ACCOUNT', accountId: euros!.account.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000n,
        immediatelyExecute: false,
      }),
    );
    const moved = await console.submit(at('/clock'), operator, { count: '2', unit: 'hours' });
    expect(moved.location).toMatch(/\/sandbox\?done=/);
    const page = await console.get(moved.location!, operator);
    expect(page.text).toContain('The clock was moved, for at most five seconds of work.');
    expect(page.text).toContain('<dd>2 h</dd>');
    expect(valueOf(await read(core.quotes.get, { id: quote.id })).status).toBe('EXPIRED');
    const entry = { operatorName: 'Ann', action: 'sandbox.advance-clock', input: { seconds: 7_200 } };
    expect(valueOf(await core.operators.log({ action: 'sandbox.advance-clock' })).data).toMatchObject([
      { ...entry, outcome: 'DONE', after: { aheadSeconds: 7_200 } },
      { ...entry, outcome: 'STARTED', before: { aheadSeconds: 0 } },
    ]);
  });

  it('moves the clock from due time to due time, as the API does', async () => {
    const payer = await payerOn(console.play);
    const { id } = await payer.external('005');
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, id, { immediatelyExecute: true }));
    await console.submit(at('/clock'), operator, { count: '1', unit: 'minutes' });
    const { status, refundStatus } = await payer.payment(quote);
    expect([status, refundStatus]).toEqual(['FAILED', 'COMPLETED']);
  });

  it('refuses what is not a step, with what was entered', async () => {
    const wrong = await console.submit(at('/clock'), operator, { count: '400', unit: 'days' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('How far must be a whole number from 1 to 366');
    expect(wrong.text).toContain('value="400"');
    expect(await logged()).toEqual([]);
  });
});

describe('a payer', () => {
  it('funds an account', async () => {
    const page = await console.submit(at('/fund'), operator, {
      accountId: dollars.id,
      currency: 'USD',
      amount: '12.34',
    });
    expect(page.text).toContain('12.34 USD');
    expect((await balance()).available).toBe(1_234n);
    expect(await logged()).toEqual([['sandbox.fund', 'DONE', dollars.id]]);
  });

  it('is not misunderstood about the currency of an account', async () => {
    const page = await console.submit(at('/fund'), operator, { accountId: dollars.id, currency: 'BTC', amount: '1' });
    expect(page.text).toContain('Currency must be USD');
    const empty = await console.submit(at('/fund'), operator);
    for (const text of ['Internal account must not be empty', 'Currency must not be empty'])
      expect(empty.text).toContain(text);
    expect([(await balance()).available, await logged()]).toEqual([0n, []]);
  });

  it('pays a quote', async () => {
    const { core, run, read } = console.play;
    const [euros] = valueOf(await read(core.accounts.listInternal, { customerId, currency: 'EUR' })).data;
    const quote = valueOf(
      await run(core.quotes.create, {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
        destination: { destinationType: 'ACCOUNT', accountId: euros!.account.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000n,
        immediatelyExecute: false,
      } as never),
    );
    const opened = await console.get(at(`/pay?quote=${quote.id}`), operator);
    expect(opened.text).toContain(`value="${quote.id}"`);
    expect(opened.text).toContain('Payouts with a conversion');
    const page = await console.submit(at('/pay'), operator, {
      quoteId: quote.id,
      currencyCode: 'USD',
      currencyAmount: '',
    });
    expect(page.text).toContain('The money has arrived');
    expect(valueOf(await read(core.quotes.get, { id: quote.id })).status).not.toBe('PENDING');
    expect(await logged()).toEqual([['sandbox.pay-quote', 'DONE', quote.id]]);
  });

  it('sends money with any reference', async () => {
    const fields = {
      currencyCode: 'USD',
      amount: '5.00',
      'remitter.name': '<b>Grace</b>',
      'remitter.account': '<i>008',
    };
    const credited = await console.submit(at('/deposit'), operator, { ...fields, reference: dollars.reference });
    expect(credited.text).toContain('ACCOUNT_CREDITED');
    const returned = await console.submit(at('/deposit'), operator, { ...fields, reference: '<u>nothing' });
    expect(returned.text).toContain('RETURNED');
    const caller = { operatorId: operator.account.id, source: 'CONSOLE', requestId: 'test' } as const;
    const block = {
      id: dollars.customerId,
      ...{ reason: 'an order', caseReference: 'C-1', notes: undefined, tellPlatform: true },
    };
    const { core, tenant } = console.play;
    valueOf(await core.operators.actions.request(caller, { tenant, action: 'customers.block', input: block as never }));
    const held = await console.submit(at('/deposit'), operator, { ...fields, reference: dollars.reference });
    expect(held.text).toContain('Held: it waits for a decision of an operator');
    expect(held.text).toMatch(/\/exceptions\/Exception:[^"]+">A deposit waits for a decision: 5\.00 USD<\/a>/);
    const funded = await console.submit(at('/fund'), operator, {
      accountId: dollars.id,
      currency: 'USD',
      amount: '7.00',
    });
    expect(funded.text).toContain('The money is held');
    expect(funded.text).not.toContain('The account was funded');
    expect(funded.text).toMatch(/\/exceptions\/Exception:[^"]+">A deposit waits for a decision: 7\.00 USD<\/a>/);
    expect((await balance()).available).toBe(500n);
    expect(await logged()).toEqual([
      ['sandbox.fund', 'DONE', dollars.id],
      ['sandbox.deposit', 'DONE', dollars.reference],
      ['customers.block', 'DONE', dollars.customerId],
      ['sandbox.deposit', 'DONE', '<u>nothing'],
      ['sandbox.deposit', 'DONE', dollars.reference],
    ]);
    const wrong = await console.submit(at('/deposit'), operator, { ...fields, reference: '', amount: 'x' });
    expect(wrong.text).toContain('Reference must not be empty');
    expect(wrong.text).toContain('&lt;b&gt;Grace&lt;/b&gt;');
  });

  it('pays a customer by UMA, as far as the host serves it', async () => {
    const page = await console.submit(at('/uma'), operator, {
      senderUmaAddress: 'x',
      receiverUmaAddress: '',
      customerId,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: '1',
    });
    expect(page.status).toBe(400);
    const none = await console.submit(at('/uma'), operator, {
      senderUmaAddress: '$a@b.example',
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: '1',
    });
    expect(none.text).toContain('Receiver or a customer must be given');
    expect(await logged()).toEqual([]);
  });
});

describe('a merchant', () => {
  it('uses a card once, clears it, and is logged', async () => {
    const { core, run, read, pass } = console.play;
    await console.submit(at('/fund'), operator, { accountId: dollars.id, currency: 'USD', amount: '100' });
    const { id } = valueOf(
      await run(core.cards.order, { cardholderId: customerId, fundingSources: [dollars.id] } as never),
    );
    await pass(0);
    const opened = await console.get(at(`/card?card=${id}`), operator);
    expect(opened.text).toContain('Card spending');
    const fields = {
      cardId: id,
      use: 'authorization',
      currency: 'USD',
      amount: '12.50',
      'merchant.descriptor': 'COFFEE BAR',
    };
    const used = await console.post(at('/card'), operator, { ...opened.hidden, ...fields });
    expect(used.text).toContain('The network has its answer');
    const again = await console.post(at('/card'), operator, { ...opened.hidden, ...fields });
    expect(again.text).toMatch(/the form was sent before/i);
    const [{ available }, spent] = [await balance(), valueOf(await read(core.transactions.list, {}))];
    // Once, although the form was sent twice.
    expect(available).toBe(8_750n);
    const payment = spent.data.find(({ type }) => type === 'CARD')!;
    const cleared = await console.submit(at('/card-message'), operator, {
      ...{ cardId: id, transactionId: payment.id, message: 'clearing', currency: 'USD', amount: '12.50' },
    });
    expect(cleared.text).toContain('The message was booked');
    expect(await balance()).toMatchObject({ available: 8_750n });
    const other = await console.submit(at('/card-message'), operator, {
      ...{ cardId: id, transactionId: payment.id, message: 'return', currency: 'BTC', amount: '1' },
    });
    expect(other.text).toContain('Currency must be USD');
    expect((await logged()).map(([action, outcome]) => [action, outcome])).toEqual([
      ['sandbox.card-message', 'DONE'],
      ['sandbox.use-card', 'DONE'],
      ['sandbox.use-card', 'STARTED'],
      ['sandbox.fund', 'DONE'],
    ]);
  });

  it('sees each wrong field', async () => {
    const wrong = await console.submit(at('/card'), operator, {
      use: 'authorization',
      'merchant.mcc': '12',
      'merchant.country': 'usa',
      'merchant.descriptor': '',
    });
    for (const text of [
      'Card must not be empty',
      'must have four digits',
      'must have two letters',
      'Merchant must not be empty',
    ])
      expect(wrong.text).toContain(text);
  });
});

it('sends a test event and shows the answer of the endpoint, or why there was none', async () => {
  console.play.answer = { kind: 'answered', status: 200, body: '<script>alert(1)</script>' };
  const sent = await console.submit(at('/webhook'), operator);
  expect(sent.text).toContain('<dd>200</dd>');
  expect(sent.text).toContain('&lt;script&gt;');
  console.play.answer = { kind: 'answered', status: 500, body: '' };
  const refused = await console.submit(at('/webhook'), operator);
  expect(refused.status).toBe(400);
  expect((await logged()).map(([action, outcome]) => [action, outcome])).toEqual([
    ['sandbox.test-webhook', 'FAILED'],
    ['sandbox.test-webhook', 'STARTED'],
    ['sandbox.test-webhook', 'DONE'],
    ['sandbox.test-webhook', 'STARTED'],
  ]);
});

it('shows a viewer the clock, and no simulation', async () => {
  const viewer = await console.operator('VIEWER');
  const page = await console.get(at(''), viewer);
  expect(page.text).toContain('Your role does not allow simulations');
  expect(page.text).not.toContain('/sandbox/clock"');
});

describe('magic endings', () => {
  /** The tables of the chapter, without the marks of code. */
  const chapter = readFileSync(new URL('../../../../../docs/sandbox.md', import.meta.url), 'utf8').replaceAll('`', '');
  const tables = chapter
    .split('\n## ')
    .slice(1)
    .map((part) => ({
      title: part.split('\n')[0]!,
      rows: part
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .slice(2)
        .map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ),
    }))
    .filter(({ title }) => !['Exchange rates', 'Simulations', 'The test clock'].includes(title));

  it('are those of the chapter about the sandbox', () => {
    expect(Object.values(ENDINGS).map(({ title, rows }) => ({ title, rows }))).toEqual(tables);
  });

  it('are all on one page', async () => {
    const page = await console.get(at('/endings'), operator);
    for (const { title } of Object.values(ENDINGS)) expect(page.text).toContain(title);
  });
});

it('says whose clock a time is of while the platform has its own', async () => {
  const { core, run } = console.play;
  const customer = `${console.tenantBase}/customers/${customerId}`;
  await console.submit(`${customer}/note`, operator, { text: 'called', readers: 'VIEWER' });
  expect((await console.get(`${customer}/notes`, operator)).text).not.toContain('clock of the host');
  valueOf(await run(core.sandbox.advanceClock, { seconds: 3 * 86_400 }));
  for (const page of ['/', '/tokens', '/webhooks', '/platform']) {
    const { text } = await console.get(`${console.tenantBase}${page}`, operator);
    expect(text.replaceAll(/\s+/g, ' '), page).toMatch(/Times are those of the platform, .*, 3 days ago\./);
  }
  const notes = (await console.get(`${customer}/notes`, operator)).text;
  expect(notes).toMatch(
    /<time[^>]*>[^<]*<\/time> <span class="hint">now<\/span> <span class="hint">by the clock of the host<\/span>/,
  );
  expect((await console.get('/console/', operator)).text).not.toContain('Times are those of the platform');
});
