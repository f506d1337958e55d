import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '@corridor/core';
import { RailUnavailable } from '@corridor/core/ports';
import { readAll } from '@corridor/core/internal';
import { EXCEPTIONS, TRANSACTIONS } from '@corridor/core/records';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { bankRails, payerOn, type PlayPayer } from '../../../../core/src/testing/play-payer.js';
import { playBlocks } from '../../../../core/src/testing/play-blocks.js';
import { operatorNamed } from '../../../../core/src/testing/ports.js';
import { startConsole, type TestConsole, type TestOperator } from '../../testing/console.js';

let console: TestConsole;
let viewer: TestOperator;
let operator: TestOperator;
let payer: PlayPayer;
beforeEach(async () => {
  console = await startConsole();
  viewer = await console.operator('VIEWER');
  operator = await console.operator('OPERATOR', 'Olga');
  payer = await payerOn(console.play);
});

/** A payment of 1,000.00 USD from the account of the customer. */
async function executed(suffix = '890'): Promise<string> {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external(suffix)).id));
  valueOf(await payer.execute(quote.id));
  return quote.transactionId;
}

const at = (path: string): string => `${console.tenantBase}${path}`;
const page = async (path: string, by = viewer) => (await console.get(at(path), by)).text;
const logOf = async (action: string) => valueOf(await console.play.core.operators.log({ action })).data;

it('a timeline says debit and credit, and the ids in it are short', async () => {
  const text = await page(`/payments/${await executed()}`);
  const timeline = text
    .slice(text.indexOf('id="timeline-title"'))
    .replaceAll(/<[^>]*class="hidden"[^>]*>[^<]*<\/span>|<[^>]*>/g, '');
  expect(timeline).toMatch(/1,000\.00 USD debit/);
  expect(timeline).toMatch(/1,000\.00 USD credit/);
  expect(timeline).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

describe('the list of payments', () => {
  it('finds payments by status, amount, rail and time, and by an id', async () => {
    const id = await executed();
    await console.play.pass(60);
    for (const query of [
      'status=COMPLETED&type=OUTGOING',
      'amount=1%2C000.00&currency=USD&type=OUTGOING',
      `customer=${payer.customerId}&type=OUTGOING`,
      'rail=sandbox-bank&type=OUTGOING',
      `q=${id}`,
    ])
      expect(await page(`/payments?${query}`), query).toContain(`/payments/${id}"`);
    for (const query of ['status=FAILED', 'amount=1000.01&currency=USD', 'rail=none', 'to=2020-01-01T00:00'])
      expect(await page(`/payments?${query}`), query).toContain('No payments match here.');
    const empty = (await page('/payments?status=FAILED&rail=none')).replaceAll(/\s+/g, ' ');
    expect(empty).toContain(
      `No payments match here. The list has the filters Status: Failed, Rail: none. <a href="${at('/payments')}">Clear</a>`,
    );
  });

  it('offers what exists as filters, and names what is chosen', async () => {
    const id = await executed('002');
    await console.play.pass(60);
    const { failureReason } = (await console.play.core.operators.reads.payment(console.play.tenant, id))!;
    const failed = await page(`/payments?failure=${failureReason}&rail=former-bank&customer=${payer.customerId}`);
    expect(failed).toMatch(/<option value="sandbox-bank"\s*>sandbox-bank<\/option>/);
    expect(failed).toMatch(/<option value="former-bank"\s+selected\s*>former-bank<\/option>/);
    expect(failed).toMatch(/<option value="USD"\s*>USD<\/option>/);
    const { fullName } = (await console.play.core.operators.reads.customer(console.play.tenant, payer.customerId))!;
    expect(failed).toContain(`Customer: ${fullName} `);
    // A customer is chosen by a link of its page, and kept by the form; no operator enters an id.
    expect(failed).toContain(`<input type="hidden" name="customer" value="${payer.customerId}" />`);
    expect(failed).not.toContain('<label for="customer">');
    expect(await page('/payments')).not.toContain('name="customer"');
    expect(await page(`/payments?account=${payer.usd.id}`)).toMatch(/>Account: [^<:]+ <span/);
    expect(failed).toContain('No payments match here.');
    expect(await page(`/payments?failure=${failureReason}`)).toContain(`/payments/${id}"`);
    expect(await page('/payments?failure=CANCELLED')).toContain('No payments match here.');
  });

  it('has one amount for each payment, and what a conversion makes of it beside it', async () => {
    const id = await executed();
    const row = (text: string, path: string): string => text.slice(text.indexOf(`${path}"`)).split('</tr>')[0]!;
    const text = await page('/payments');
    const amounts = (of: string): readonly string[] =>
      [
        ...of.matchAll(
          /data-label="(?:Amount|Received)"><div>(?:<span class="hint">)?(?:<span class="money">)?([^<]*)/g,
        ),
      ].map(([, each]) => each!);
    const [sent, received] = amounts(row(text, `/payments/${id}`));
    expect([sent, received]).toEqual(['1,000.00 USD', expect.stringContaining('EUR')]);
    expect(row(text, `/payments/${id}`)).toMatch(
      /<span class="hint"><span class="money">[^<]+<\/span> to be received<\/span>/,
    );
    const [incoming] = valueOf(await console.play.read(console.play.core.payments.search, { type: 'INCOMING' })).data;
    expect(amounts(row(text, `/payments/${incoming!.id}`))).toEqual(['10,000.00 USD', '–']);
    await console.play.pass(60);
    expect(row(await page('/payments'), `/payments/${id}`)).not.toMatch(/(to be|not) received/);
    const failed = await executed('002');
    await console.play.pass(60);
    expect(row(await page('/payments'), `/payments/${failed}`)).toContain('</span> not received');
  });

  it('shows every wrong filter at once', async () => {
    const wrong = await console.get(at('/payments?customer=x&amount=1&from=never&currency=ZZZ'), viewer);
    expect(wrong.status).toBe(400);
    for (const text of ['must be an id that begins with Customer:', 'is not a currency', 'must be a time such as'])
      expect(wrong.text).toContain(text);
    expect(await page('/payments?amount=1')).toContain('Amount needs a currency: choose one in the field Currency');
    expect(await page('/payments?q=x&status=FAILED')).toContain('must be searched without other filters');
  });

  it('searches on within one request, and says how far it came when its time is over', async () => {
    const id = await executed();
    expect(await page('/payments?rail=none')).not.toContain('Searched back to');
    const { core, tenant } = console.play;
    await core.units.run(tenant, async (tx) => {
      const one = (await tx.get(TRANSACTIONS, id))!;
      for (let each = 0; each < 1_000; each += 1) {
        const copy = `${id.slice(0, -4)}${each.toString(16).padStart(4, '0')}` as typeof one.id;
        tx.add(TRANSACTIONS, { ...one, id: copy, createdAt: (one.createdAt + 1) as typeof one.createdAt });
      }
      return ok();
    });
    // The page searches on behind the first part of the list.
    const found = await page('/payments?rail=none');
    expect(found).toContain('No payments match here.');
    expect(found).not.toContain('Searched back to');
    // With no time left it says so, and does not say that nothing matches.
    let time = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (time += 2_000));
    const first = await page('/payments?rail=none');
    now.mockRestore();
    expect(first).not.toContain('No payments match');
    expect(first).toContain('Searched back to 2026-01-15 12:00:00 UTC. Older payments are not searched yet.');
    const next = /href="([^"]+cursor=[^"]+)">Search further/.exec(first)![1]!.replaceAll('&amp;', '&');
    expect((await console.get(next, viewer)).text).not.toContain('Searched back to');
  });

  it('is exported with amounts as decimals and their currencies', async () => {
    const id = await executed();
    const csv = await console.get(at('/payments.csv?type=OUTGOING'), viewer);
    expect(csv.text).toContain('Sent,Sent currency,Received,Received currency');
    expect(csv.text).toContain('1000.00,USD,');
    expect(csv.text).toContain(id);
  });
});

describe('the page of a payment', () => {
  it('shows its states, ledger entries, rail steps, and events with their attempts', async () => {
    console.play.answer = { kind: 'answered', status: 503, body: 'secret answer' };
    const id = await executed();
    await console.play.pass(60);
    const text = await page(`/payments/${id}`);
    for (const part of [
      'Payment of 1,000.00 USD',
      '>Hold</a>',
      '>Outgoing payment: processing</a>',
      '<code class="small">OUTGOING_<wbr />PAYMENT.<wbr />PROCESSING</code>',
      '<a href="/console/rails/sandbox-bank">sandbox-bank</a>',
      'Submission begun · sandbox-bank',
      'Payout settled · sandbox-bank',
      'HTTP 503',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('secret answer');
  });

  it('says where the money is, and calls it received only after the delivery', async () => {
    const id = await executed();
    const begun = await page(`/payments/${id}`);
    expect(begun).toMatch(/1,000\.00 USD<\/span> is held for this payment; .*next: /);
    expect(begun).toContain('<dt>To be received</dt>');
    await console.play.pass(60);
    const done = await page(`/payments/${id}`);
    expect(done).toMatch(
      /EUR<\/span> was delivered to <a [^>]+>[^<]+<span class="whole">[^<]+<\/span><\/a> by sandbox-bank on /,
    );
    expect(done).toContain('<dt>Received</dt>');
    const failed = await executed('002');
    await console.play.pass(60);
    const back = await page(`/payments/${failed}`);
    expect(back).toMatch(/The payment failed; <span class="money">1,000\.00 USD<\/span> went back to <a /);
    expect(back).toContain('<dt>Would have received</dt>');
    expect(back).toContain('(because the payment failed)');
  });

  it('names its parties, with links to their pages and to the statement of the account', async () => {
    const id = await executed();
    await console.play.pass(30);
    const text = await page(`/payments/${id}`);
    const { fullName } = (await console.play.core.operators.reads.customer(console.play.tenant, payer.customerId))!;
    expect(text).toContain(`href="${at(`/customers/${payer.customerId}`)}">${fullName}</a>`);
    expect(text).toContain(`href="${at(`/accounts/${payer.usd.id}`)}">${fullName} (USD)</a>`);
    expect(text).toMatch(
      /href="[^"]+\/external-accounts\/ExternalAccount:[^"]+">[^<]+<span class="whole">\(….{4}\)<\/span><\/a>/,
    );
    const [statement] = /[^"]+\/statement\?from=[^"]+/.exec(text)!;
    expect((await console.get(statement.replaceAll('&amp;', '&'), viewer)).text).toContain('1,000.00 USD');
    expect(text).toMatch(/<dt>Created at<\/dt>\s*<dd><time[^>]+>[^<]+<\/time> <span class="hint">now<\/span>/);
  });

  it('says first which work fails, why, and when it is tried again', async () => {
    let isDown = true;
    const submit = async () => {
      if (isDown) throw new RailUnavailable('sandbox-bank', 'submit', null);
      return { state: 'pending', checkAfterSeconds: 86_400 } as const;
    };
    console = await startConsole({}, () => ({ rails: bankRails({ submit } as never) }));
    viewer = await console.operator('VIEWER');
    payer = await payerOn(console.play);
    const id = await executed();
    await console.play.pass(0);
    await console.play.pass(1);
    const stuck = await page(`/payments/${id}`);
    expect(stuck.indexOf('Submission of the payout: 2 attempts failed.')).toBeLessThan(
      stuck.indexOf('<dt>Status</dt>'),
    );
    expect(stuck).toMatch(/sandbox-bank did not answer in time \(submit\)\.\s+Next attempt <time/);
    expect(stuck).toMatch(/next: the attempt at 20\d\d-/);
    expect(stuck).not.toContain('expected to settle');
    expect(stuck).toMatch(/The next attempt was set to <time/);
    // Nothing has run since the attempt was to begin.
    console.play.clock.advance(600);
    const late = await page(`/payments/${id}`);
    const due = /Next attempt <time[^>]*>[^<]*<\/time> <span class="hint">due \d+ minutes ago</g;
    expect(late.match(due), 'the notice and the timeline').toHaveLength(2);
    expect(late).toMatch(
      /<td[^>]*data-label="Next attempt"><div>\s*<time[^>]*>[^<]*<\/time> <span class="hint">due \d+ min/,
    );
    expect(late).toMatch(/next: the attempt at 20[^,]*, which is due/);
    isDown = false;
    await console.play.pass(600);
    const done = await page(`/payments/${id}`);
    expect(done).not.toContain('attempts failed.');
    expect(done).toContain('A later attempt succeeded');
  });

  it('says by which clock the next attempt of an event is, and that it is due', async () => {
    console.play.answer = { kind: 'answered', status: 500, body: '' };
    const id = await executed();
    await console.play.pass(0);
    valueOf(await console.play.run(console.play.core.sandbox.advanceClock, { seconds: 86_400 }));
    const next = async () => (await page(`/payments/${id}`)).match(/Next attempt <time.*/g);
    expect((await next())![0]).toMatch(/hint">(now|in \d+ \w+)<\/span> <span class="hint">by the clock of the host</);
    console.play.clock.advance(600);
    expect((await next())![0]).toMatch(/hint">due \d+ \w+ ago<\/span> <span class="hint">by the clock of the host</);
  });

  it('shows a quote that was not executed, and money that no payment could use', async () => {
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    expect(await page(`/quotes/${quote.id}`)).toContain('This quote has not become a payment.');
    const told = await console.play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: quote.fundingRail!,
      paymentId: 'bank-1',
      reference: 'unknown',
      currency: 'USD',
      amount: 700n,
      remitter: { name: 'Grace', account: '1' },
      valueDate: '2026-01-15',
    } as never);
    const deposit = valueOf(told).arrival!.depositId!;
    expect(await page(`/deposits/${deposit}`)).toContain('Deposit of 7.00 USD');
    expect((await console.get(`/console/search?q=${deposit}`, viewer)).location).toBe(at(`/deposits/${deposit}`));
  });

  it('says of money that waits, and of money that was credited by a decision, where it is now', async () => {
    const { play } = console;
    const blocks = await playBlocks(play);
    await blocks.block('customers', payer.customerId);
    const told = await play.core.railTells('SANDBOX', {
      ...{ kind: 'arrival', rail: 'sandbox-bank', paymentId: 'bank-2', reference: payer.usd.reference },
      ...{ currency: 'USD', amount: 700n, remitter: { name: 'Grace', account: '1' }, valueDate: null },
    } as never);
    const deposit = valueOf(told).arrival!.depositId!;
    const shown = async () => (await page(`/deposits/${deposit}`)).replaceAll(/\s+/g, ' ');
    expect(await shown()).toContain('Money that arrived and is held by a block');
    const { data } = valueOf(await play.core.exceptions.list({ status: 'OPEN' }));
    await blocks.unblock('customers', payer.customerId);
    expect(await shown()).toContain('Money for the customer arrived and was not credited: it waits for a decision');
    // No rail was asked to send it back, so nothing goes back "again".
    const exception = `/console/exceptions/${data[0]!.id}`;
    const choices = (await console.get(exception, operator)).text;
    expect(choices).toContain('sent back; booked when the rail confirms it');
    expect(choices).not.toContain('again;');
    const form = await console.get(`${exception}/resolve?resolution=RETRIED`, operator);
    const asked = await console.post(`${exception}/resolve`, operator, { ...form.hidden, note: 'unknown' });
    expect(asked.text).toMatch(/<h1[^>]*>\s*Send the held deposit back\s*<\/h1>/);
    expect(asked.text).toContain('back with a new reference: nothing is booked before the rail confirms it.');
    const input = { exceptionId: data[0]!.id, resolution: 'CREDITED', account: payer.usd.id } as const;
    valueOf(await blocks.resolve(input));
    const credited = await shown();
    expect(credited).toMatch(/It was credited to <a href="[^"]+">[^<]+<\/a> by the decision of an operator\./);
    expect(credited).not.toContain('was not credited:');
  });

  it('shows what went back by the decision of an operator', async () => {
    const { core, tenant } = console.play;
    const tell = async (message: object) =>
      valueOf(await core.railTells('SANDBOX', { rail: 'sandbox-bank', ...message } as never));
    const money = { currency: 'USD', amount: 70_000n, remitter: null, valueDate: null };
    const { transaction } = await tell({ kind: 'arrival', paymentId: 'p-1', reference: payer.usd.reference, ...money });
    expect(await page(`/payments/${transaction!.id}`)).not.toContain('Sent back by decisions');
    await tell({ kind: 'recall', messageId: 'm-1', paymentId: 'p-1', amount: 30_000n, reason: null });
    const { id: exceptionId } = await core.units.read(
      tenant,
      async (reads) => (await readAll(reads, EXCEPTIONS, { subject: transaction!.id }))[0]!,
    );
    const by = operatorNamed('Olga');
    const input = { exceptionId, resolution: 'ADJUSTED', account: payer.usd.id, by } as const;
    valueOf(await console.play.run(core.treasury.resolve, input));
    const text = await page(`/payments/${transaction!.id}`);
    expect(text).toMatch(/Sent back by decisions<\/dt>\s*<dd>\s*<span[^>]*>300.00/);
    expect(text).toMatch(/Moved <span[^>]*>300.00.*from an account to\s+the outside/);
  });

  it('says that a failed collection was reported as collected later, and what operators decided', async () => {
    const { core, tenant } = console.play;
    const source = { sourceId: (await payer.dollars('004')).id, destinationId: payer.usd.id, amount: 70_000n };
    const { id } = valueOf(await console.play.run(core.transfers.in, source));
    await console.play.pass(60);
    const shown = async () => (await page(`/payments/${id}`)).replaceAll(/<[^>]+>/g, '');
    expect(await shown()).toContain('The payment failed; 700.00 USD was not credited.');
    const status = { state: 'collected', checkAfterSeconds: null };
    const told = { kind: 'collection', rail: 'sandbox-bank', messageId: 'm-1', reference: id, status } as never;
    expect(valueOf(await core.railTells('SANDBOX', told))).toMatchObject({ effect: 'CONTRADICTED' });
    const late = 'The payment failed; 700.00 USD was not credited then; 700.00 USD was reported as collected later';
    expect(await shown()).toContain(`${late}. Waits for a decision: `);
    const [exception] = await core.units.read(tenant, (reads) => readAll(reads, EXCEPTIONS, { subject: id }));
    const by = operatorNamed('Olga');
    const input = { exceptionId: exception!.id, resolution: 'CREDITED', account: payer.usd.id, by } as const;
    valueOf(await console.play.run(core.treasury.resolve, input));
    expect(await shown()).toContain(`${late}, and an operator decided: Credit an account.`);
  });

  it('leads from the id of an event and of an entry of its payment to their pages', async () => {
    const id = await executed();
    const { core } = console.play;
    const [event] = valueOf(await console.play.read(core.events.list, { resource: id })).data;
    const [entry] = valueOf(await console.play.read(core.ledger.entries, { cause: id })).data;
    for (const [found, path] of [
      [id, `/payments/${id}`],
      [event!.event.id, `/webhooks/${event!.event.id}`],
      [entry!.id, `/ledger/entries/${entry!.id}`],
    ] as const)
      expect((await console.get(`/console/search?q=${found}`, viewer)).location).toBe(at(path));
  });
});

describe('the actions on a payment', () => {
  it('name no operator of a payment that its platform cancelled', async () => {
    const id = await executed();
    const { core, context } = console.play;
    valueOf(await core.transactions.cancel(context(), { id } as never));
    const shown = await page(`/payments/${id}`);
    expect(shown).toContain('The payment was cancelled');
    expect(shown).not.toContain('Cancelled by');
  });

  it('cancel it, after a confirmation, with an entry of the log', async () => {
    const id = await executed();
    expect(await page(`/payments/${id}`)).not.toContain('Cancel the payment');
    expect(await page(`/payments/${id}`, operator)).toContain('Cancel the payment');
    const done = await console.submit(at(`/payments/${id}/cancel`), operator, { reason: 'typed twice' });
    expect(done.location).toContain(`/payments/${id}?done=`);
    const shown = await page(`/payments/${id}`, operator);
    expect(shown).toContain('USER_CANCELLATION');
    expect(shown).toMatch(/Cancelled by<\/dt>\s*<dd><a [^>]*>Olga<\/a>/);
    expect(shown).toContain('The payment was cancelled before it was delivered');
    expect(shown).not.toContain('could not be carried out');
    expect(shown).not.toContain('The rail could not deliver');
    expect(shown).not.toContain('Cancel the payment');
    expect((await logOf('payments.cancel')).map(({ outcome, after }) => [outcome, after])).toEqual([
      ['DONE', { status: 'FAILED', refundStatus: 'COMPLETED' }],
      ['STARTED', null],
    ]);
    const again = await console.submit(at(`/payments/${id}/cancel`), operator, { reason: 'again' });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('it has ended')]);
  });

  it('open an exception about it, and show wrong fields at once', async () => {
    const id = await executed();
    await console.play.pass(60);
    const wrong = await console.submit(at(`/payments/${id}/exception`), operator, {});
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('What is wrong must be chosen');
    expect(wrong.text).toContain('What happened must not be empty');
    const fields = { kind: 'RAIL_CONTRADICTION', reference: 'case 7', reason: 'the bank says it was not paid' };
    const done = await console.submit(at(`/payments/${id}/exception`), operator, fields);
    expect(done.location, done.text).toContain('done=');
    expect(await page(`/payments/${id}`)).toContain('the bank says it was not paid');
    expect(await logOf('exceptions.open')).toMatchObject([{ outcome: 'DONE', subject: id, operatorName: 'Olga' }]);
  });

  it('release the hold of a card, with a reason, and offer it only while something is held', async () => {
    const { play } = console;
    const { cards, transactions } = play.core;
    const order = { cardholderId: payer.customerId, fundingSources: [payer.usd.id] };
    const { id: cardId } = valueOf(await play.run(cards.order, order));
    await play.pass(0);
    const merchant = { descriptor: 'SHOP', mcc: null, country: null };
    const use = { cardId, amount: 1_250n, currency: 'USD', merchant };
    valueOf(await play.run(cards.simulate.authorization, use));
    const { data } = valueOf(await play.read(transactions.list, { type: 'CARD' } as never));
    const { id } = data[0]!;
    expect(await page(`/payments/${id}`)).not.toContain('Release the hold');
    const shown = await page(`/payments/${id}`, operator);
    for (const text of ['Release the hold', '12.50', 'Authorization ends at']) expect(shown).toContain(text);
    const wrong = await console.submit(at(`/payments/${id}/release`), operator, {});
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Reason must not be empty')]);
    const done = await console.submit(at(`/payments/${id}/release`), operator, { reason: 'the merchant is gone' });
    expect(done.location, done.text).toContain(`/payments/${id}?done=`);
    expect(await page(`/payments/${id}`, operator)).not.toContain('Release the hold');
    expect(await logOf('cards.release')).toMatchObject([
      { outcome: 'DONE', subject: id, operatorName: 'Olga', input: { reason: 'the merchant is gone' } },
    ]);
    const again = await console.submit(at(`/payments/${id}/release`), operator, { reason: 'again' });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('holds nothing')]);
  });

  it('collect the missing amount of a card only, and say why not', async () => {
    const id = await executed();
    const refused = await console.submit(at(`/payments/${id}/recover`), operator);
    expect(refused.status).toBe(400);
    expect(await logOf('cards.recover')).toEqual([]);
  });
});
