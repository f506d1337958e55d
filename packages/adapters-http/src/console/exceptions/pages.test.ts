import { DEFAULT_OPTIONS, ok } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { type ExceptionRecord, EXCEPTIONS } from '@corridor/core/records';
import { expect, it } from 'vitest';
import { bankRails, payerOn } from '../../../../core/src/testing/play-payer.js';
import { playBlocks } from '../../../../core/src/testing/play-blocks.js';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { operatorLogOf, startConsole, type TestConsole } from '../../testing/console.js';

const OPTIONS = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' };
/** Below the amount of a stuck refund. */
const LIMITED = () => ({ options: { ...OPTIONS, approvalAmounts: new Map([['USD' as never, 99_999n]]) } });

/** A refund that failed: 1,000.00 USD wait in transit. */
async function withStuckRefund(core: Parameters<typeof startConsole>[1] = () => ({})) {
  const console = await startConsole({}, core);
  const { play } = console;
  const payer = await payerOn(play);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  await play.pass(31);
  const { data } = valueOf(await play.core.exceptions.list({ status: 'OPEN' }));
  return { console, payer, exception: data[0]!, path: `/console/exceptions/${data[0]!.id}` };
}

const stateOf = async ({ play }: TestConsole, { id }: ExceptionRecord): Promise<ExceptionRecord> =>
  valueOf(await play.core.exceptions.get(id));

const logOf = async ({ play }: TestConsole) =>
  (await operatorLogOf(play.core)).map(({ outcome, action, subject, operatorName, before, after }) => ({
    ...{ outcome, action, subject, operatorName, before, after },
  }));

it('lists open exceptions of all platforms and of one, and filters them', async () => {
  const { console, exception } = await withStuckRefund();
  const viewer = await console.operator('VIEWER');
  const listed = async (path: string): Promise<boolean> => {
    const page = await console.get(path, viewer);
    expect(page.status, page.text).toBe(200);
    return page.text.includes(exception.id);
  };
  const platform = exception.tenant.split('/')[0]!;
  for (const [query, expected] of [
    ['', true],
    ['?status=ALL', true],
    ['?status=RESOLVED', false],
    ['?kind=REFUND_FAILED', true],
    ['?kind=RECALL', false],
    ['?rail=sandbox-bank', true],
    ['?rail=other', false],
  ] as const) {
    expect(await listed(`/console/exceptions${query}`), query).toBe(expected);
    expect(await listed(`${console.tenantBase}/exceptions${query}`), query).toBe(expected);
    expect(await listed(`/console/exceptions.csv${query}`), query).toBe(expected);
  }
  expect(await listed(`/console/exceptions?platform=${platform}&environment=SANDBOX`)).toBe(true);
  expect(await listed(`/console/exceptions?platform=${platform}&environment=PRODUCTION`)).toBe(false);
  expect(await listed(`/console/exceptions?platform=${platform}`)).toBe(true);
  const wrong = await console.get('/console/exceptions?platform=x&kind=y', viewer);
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('Platform must be an id that begins with Platform:');
  expect(wrong.text).toContain('Kind is not one of the choices');
});

it('offers the rails and the platforms that exist, and names the record that an exception concerns', async () => {
  const { console, exception } = await withStuckRefund();
  const viewer = await console.operator('VIEWER');
  const list = await console.get('/console/exceptions', viewer);
  const [platform] = exception.tenant.split('/');
  expect(list.text).toContain(`<option value="${platform}" >Play</option>`);
  expect(list.text).toContain('<option value="sandbox-bank" >sandbox-bank</option>');
  const ending = exception.subject.slice(-4);
  const named = new RegExp(
    `payments/${exception.subject}">Payment <span class="whole">…${ending}</span> of 1,000\\.00 USD, of Ada Lovelace</a>`,
  );
  expect(list.text).toMatch(named);
  const page = await console.get(`/console/exceptions/${exception.id}`, viewer);
  expect(page.text).toMatch(named);
  expect(page.text).toMatch(/customers\/Customer:[^"]+">Ada Lovelace<\/a>/);
  const former = await console.get('/console/exceptions?rail=former-bank', viewer);
  expect(former.text).toContain('<option value="former-bank" selected>');
});

it('shows the failed attempts of the record, on the page of its rail too', async () => {
  const rails = bankRails({ submit: () => Promise.reject(new Error('timed out <b>')) });
  const console = await startConsole({}, () => ({ rails }));
  const payer = await payerOn(console.play);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await console.play.pass(0);
  const ann = await console.operator('OPERATOR', 'Ann');
  const opened = await console.submit(`${console.tenantBase}/exceptions/open`, ann, {
    ...{ kind: 'RAIL_CONTRADICTION', subject: quote.transactionId, reference: 'R1', direction: '' },
    ...{ amount: '10', currency: 'EUR', reason: 'no answer' },
  });
  // What waits here for another attempt is in the backlog of its connection.
  const listed = (await console.get('/console/rails', ann)).text;
  expect(listed).toMatch(/rails\/sandbox-bank"[\s\S]*?data-label="Backlog"><div>1</);
  const own = opened.location!.replace(/\?.*/, '');
  const choices = (await console.get(own, ann)).text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(choices).toMatch(/Do nothing.*10\.00 EUR not moved/);
  const form = await console.get(`${own}/resolve?resolution=REFUSED`, ann);
  const asked = await console.post(`${own}/resolve?resolution=REFUSED`, ann, { ...form.hidden, note: 'no loss' });
  const preview = asked.text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(preview).toContain('At stake, and not moved 10.00 EUR');
  expect(preview).not.toContain('Moves');
  for (const path of [opened.location!, '/console/rails/sandbox-bank']) {
    const page = await console.get(path, ann);
    expect(page.text, path).toContain('Failed attempts');
    expect(page.text, path).toContain('Submission of the payout');
    expect(page.text, path).toContain('timed out &lt;b&gt;');
    if (path.includes('/rails/'))
      expect(page.text).toMatch(/1 record waits, such as a payment[\s\S]*The oldest has waited since\s+<time/);
    expect(page.text, path).toMatch(/Next attempt"><div>\s*<time[^>]*>[^<]*<\/time> <span class="hint">(in |now)/);
    expect(page.text, path).toContain(`/payments/${quote.transactionId}"`);
  }
});

it('does not say of a held payout that an attempt succeeded', async () => {
  const console = await startConsole({}, () => ({
    rails: bankRails({ submit: () => Promise.reject(new Error('down')) }),
  }));
  const { play } = console;
  const payer = await payerOn(play);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  const ann = await console.operator('OPERATOR', 'Ann');
  const texts = { reason: 'sanctions match', caseReference: 'CASE-77' };
  await console.submit(`${console.tenantBase}/customers/${payer.customerId}/block`, ann, texts);
  const waiting = (await console.get(`${console.tenantBase}/payments/${quote.transactionId}`, ann)).text;
  const held = /, which will be held, because\s+<a href="[^"]+">Ada Lovelace<\/a>\s+is blocked\./g;
  // The line about the money, and the notice of the failed attempts.
  expect(waiting.match(held)).toHaveLength(2);
  expect(waiting).toContain('next: the attempt at');
  const rail = (await console.get('/console/rails/sandbox-bank', ann)).text;
  expect(rail).toContain('The next attempt of 1 will be held, because a party or the platform is blocked.');
  expect(rail).toContain(', which a block will hold');
  await play.pass(600);
  const { data } = valueOf(await play.core.exceptions.list({ status: 'OPEN' }));
  expect(data.map(({ kind }) => kind)).toEqual(['PAYMENT_HELD']);
  const later = await console.operator('OPERATOR', 'Ann again');
  const page = (await console.get(`/console/exceptions/${data[0]!.id}`, later)).text;
  expect(page).toContain('A rail or issuer was asked and did not answer');
  const paths = [`/console/exceptions/${data[0]!.id}`, `${console.tenantBase}/payments/${quote.transactionId}`];
  for (const path of [...paths, '/console/rails/sandbox-bank']) {
    const { text } = await console.get(path, later);
    expect(text, path).toContain('Not tried again: held');
    expect(text, path).not.toContain('succeeded');
  }
});

it('says first what is true now, and the stored reason as what was said when it was opened', async () => {
  const console = await startConsole({}, () => ({
    rails: bankRails({ submit: () => Promise.reject(new Error('down')) }),
  }));
  const { play } = console;
  const payer = await payerOn(play);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  const blocks = await playBlocks(play);
  await blocks.block('customers', payer.customerId);
  await play.pass(600);
  const { data } = valueOf(await play.core.exceptions.list({ status: 'OPEN' }));
  const carla = await console.operator('OPERATOR', 'Carla');
  const path = `/console/exceptions/${data[0]!.id}`;
  const read = async (at: string) => (await console.get(at, carla)).text.replaceAll(/\s+/g, ' ');
  const now = 'No block holds this money now. It waits for a decision of an operator.';
  const said =
    /<p> ?When it was opened, at .{1,200}: an operator has to decide about this payment: <a href="[^"]+">Ada Lovelace<\/a> is blocked/;
  const blocked = await read(path);
  expect(blocked).toContain('This money is held by a block');
  expect(blocked).toMatch(said);
  expect(blocked).not.toContain(now);
  await blocks.unblock('customers', payer.customerId);
  for (const at of [path, `${path}/resolve?resolution=RETRIED`]) {
    const text = await read(at);
    expect(text, at).toMatch(said);
    expect(text.indexOf(now), at).toBeGreaterThan(0);
    expect(text.indexOf(now), at).toBeLessThan(text.indexOf('When it was opened'));
  }
  valueOf(await blocks.resolve({ exceptionId: data[0]!.id, resolution: 'RETRIED' } as never));
  const resolved = await read(path);
  expect(resolved).toMatch(/<p class="lead"> ?Resolved at .{1,200}: Let the payment go on, by /);
  expect(resolved.indexOf('Resolved at')).toBeLessThan(resolved.indexOf('When it was opened'));
  expect(resolved).not.toContain(now);
  await play.pass(1);
  const round = await read(`${console.tenantBase}/payments/${quote.transactionId}`);
  const counts = /Submission of the payout: (\d+) attempts failed, (\d+) of them in the last round\./.exec(round)!;
  expect(Number(counts[1])).toBeGreaterThan(Number(counts[2]));
});

it.each([
  [true, 'Cancel the payment</a>'],
  [false, 'The payment cannot be cancelled: the rail of the transaction does not cancel payments'],
])('says what remains for a held payout of a blocked customer (rail cancels: %s)', async (cancellable, expected) => {
  const rails = bankRails({ submit: () => Promise.reject(new Error('down')) }).map((rail) => ({
    ...rail,
    capabilities: { ...rail.capabilities, cancellable },
  }));
  const console = await startConsole({}, () => ({ rails }));
  const { play } = console;
  const payer = await payerOn(play);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  const ann = await console.operator('OPERATOR', 'Ann');
  const texts = { reason: 'sanctions match', caseReference: 'CASE-77' };
  await console.submit(`${console.tenantBase}/customers/${payer.customerId}/block`, ann, texts);
  await play.pass(600);
  const { data } = valueOf(await play.core.exceptions.list({ status: 'OPEN' }));
  const later = await console.operator('OPERATOR', 'Ann again');
  const text = (await console.get(`/console/exceptions/${data[0]!.id}`, later)).text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('Not possible now: <a href');
  expect(text).toMatch(
    /Ada Lovelace<\/a> is blocked, so this money must not leave; unblock first, or cancel the payment/,
  );
  expect(text).toMatch(/two operators\s+decide whether a block ends, a match is decided about at its hit/);
  expect(text).toContain(expected);
  const payment = `${console.tenantBase}/payments/${quote.transactionId}`;
  const page = (await console.get(payment, later)).text.replaceAll(/\s+/g, ' ');
  expect(page.includes(`${payment}/cancel"`)).toBe(cancellable);
  expect(page.includes('Cannot be cancelled: the rail of the transaction does not cancel payments')).toBe(!cancellable);
  const form = await console.get(`${payment}/cancel`, later);
  expect(form.status).toBe(cancellable ? 200 : 409);
  for (const said of [text, form.text])
    expect(said.includes('The platform then sees that the payment was cancelled')).toBe(cancellable);
});

it('counts ages by the clock of the platform, on the forms and on the page of the rail too', async () => {
  const console = await startConsole({}, () => ({
    rails: bankRails({ submit: () => Promise.reject(new Error('no')) }),
  }));
  const { play } = console;
  const days = 3;
  valueOf(await play.run(play.core.sandbox.advanceClock, { seconds: days * 86_400 }));
  const payer = await payerOn(play);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  const ann = await console.operator('OPERATOR', 'Ann');
  const opened = await console.submit(`${console.tenantBase}/exceptions/open`, ann, {
    ...{ kind: 'RAIL_CONTRADICTION', subject: quote.transactionId, reference: 'R1', direction: '' },
    ...{ amount: '10', currency: 'EUR', reason: 'no answer' },
  });
  const path = opened.location!.replace(/\?.*/, '');
  for (const each of [path, `${path}/resolve`, `${path}/note`, '/console/rails/sandbox-bank'])
    expect((await console.get(each, ann)).text, each).not.toMatch(/class="hint">in \d+ days/);
});

it('offers to open a difference only in an environment with a rail', async () => {
  const console = await startConsole();
  const ann = await console.operator('OPERATOR');
  const page = await console.get('/console/exceptions/open', ann);
  const paths = [...page.text.matchAll(/href="([^"]*exceptions\/open\/[A-Z]+)"/g)].map(([, path]) => path!);
  expect(paths).toContain('/console/exceptions/open/SANDBOX');
  for (const path of paths) expect((await console.get(path, ann)).status, path).toBe(200);
});

it('says what an empty list means', async () => {
  const console = await startConsole();
  const viewer = await console.operator('VIEWER');
  expect((await console.get('/console/exceptions', viewer)).text).toContain('Nothing waits for a decision');
  expect((await console.get(`${console.tenantBase}/exceptions`, viewer)).text).toContain('Nothing of this platform');
  const unknown = await console.get('/console/exceptions/Exception:018bcfe5-6800-7000-8000-00000000ffff', viewer);
  expect(unknown.status).toBe(404);
});

it('shows the reason, the ledger lines, and what each resolution books', async () => {
  const { console, exception, path } = await withStuckRefund();
  const shown = await console.get(path, await console.operator('OPERATOR'));
  const opened = /<p>\s*When it was opened, at <time[^]*?<\/p>/.exec(shown.text)![0];
  expect(opened).toContain('the rail could not deliver the payment and keeps the money');
  expect(shown.text).toContain('No rail was asked to send the money back');
  expect(shown.text).not.toContain('Kept here');
  expect(shown.text).toContain('held on its account again at once, and then given back');
  expect(shown.text).not.toContain('sent again');
  expect(shown.text).toContain('>Refund failed</a>');
  for (const resolution of ['RETRIED', 'CREDITED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'])
    expect(shown.text).toContain(`${path}/resolve?resolution=${resolution}`);
  for (const resolution of ['ADJUSTED', 'REFUSED']) expect(shown.text).not.toContain(`resolution=${resolution}`);
  expect(shown.text).toContain('loss:SANDBOX:USD');
  expect(shown.text).toContain('own-funds:SANDBOX:USD');
  expect(shown.text).toContain('the account that you name');
  expect(shown.text).toContain(exception.subject);
  const viewed = await console.get(path, await console.operator('VIEWER'));
  expect(viewed.text).not.toContain('/resolve?');
  expect((await console.get(`${path}/resolve`, await console.operator('VIEWER'))).status).toBe(403);
});

it('offers no decision for which there is no account, and says what to do', async () => {
  const { console, exception } = await withStuckRefund();
  const { core, tenant } = console.play;
  const id = `${exception.id.slice(0, -4)}abcd` as typeof exception.id;
  const inPesos = {
    ...exception,
    id,
    reference: `${exception.reference}-2`,
    currency: 'PHP' as typeof exception.currency,
  };
  await core.units.run(tenant, async (tx) => (tx.add(EXCEPTIONS, inPesos), ok()));
  const ann = await console.operator('OPERATOR');
  const page = await console.get(`/console/exceptions/${id}`, ann);
  expect(page.text).not.toContain('resolution=CREDITED');
  expect(page.text).toMatch(
    /Not possible now: neither <a href="[^"]*\/customers\/Customer:[^"]*">Ada Lovelace<\/a> nor the/,
  );
  expect(page.text).toContain('has an account in PHP that can take part; open one first');
  const form = await console.get(`/console/exceptions/${id}/resolve`, ann);
  expect(form.text).not.toContain('<option value="CREDITED"');
});

it('says before it is sent whether a second operator is needed', async () => {
  const { console, path } = await withStuckRefund(LIMITED);
  const ann = await console.operator('OPERATOR', 'Ann');
  const form = await console.get(`${path}/resolve`, ann);
  expect(form.text).toContain('A second operator has to approve more than 999.99 USD, and any amount of another');
  // The first step decides nothing yet, so it looks like neither kind of decision.
  expect(form.text).toMatch(/<button class="quiet">\s*Resolve the exception/);
  expect(form.text).toContain('A field is required unless it says that it is optional.');
  expect(form.text).toMatch(/<label for="bankReference">[^<]+ \(optional\)<\/label>/);
  expect(form.text).toMatch(/<label for="note">[^<(]+<\/label>/);
});

it('confirms the exact entry before it resolves, and logs the effect', async () => {
  const { console, exception, payer, path } = await withStuckRefund();
  const ann = await console.operator('OPERATOR', 'Ann');
  const form = await console.get(`${path}/resolve?resolution=WRITTEN_OFF`, ann);
  expect(form.hidden).toMatchObject({ resolution: 'WRITTEN_OFF' });
  for (const name of ['resolution', 'account', 'evidence', 'bankReference', 'valueDate'])
    expect(form.text, name).not.toMatch(new RegExp(`<(select|input|textarea)[^>]* id="${name}"`));
  expect(form.text).toMatch(/<dt>Resolution<\/dt>\s*<dd>Write off <a href="[^"]+">Choose another<\/a>/);
  expect(form.text).toMatch(/<button class="danger">\s*Resolve the exception/);
  const credits = await console.get(`${path}/resolve?resolution=CREDITED`, ann);
  expect(credits.text).not.toContain('(optional)');
  expect(credits.text).toContain(
    `<option value="${payer.usd.id}" >Ada Lovelace: 9,000.00 USD (…${payer.usd.id.slice(-4)})</option>`,
  );
  const asked = await console.post(`${path}/resolve?resolution=WRITTEN_OFF`, ann, {
    ...form.hidden,
    note: 'agreed with the customer',
  });
  expect(asked.text).toContain('The journal entry');
  expect(asked.text).toMatch(/In transit: [\s\S]*quote [\s\S]*…[\s\S]*1,000\.00 USD[\s\S]*Losses[\s\S]*1,000\.00 USD/i);
  expect(asked.text).not.toContain('in-transit:Quote:');
  const changed = await console.post(`${path}/resolve?resolution=WRITTEN_OFF`, ann, { ...asked.hidden, change: 'yes' });
  expect(changed.status).toBe(200);
  expect(changed.hidden).toMatchObject({ resolution: 'WRITTEN_OFF' });
  expect(changed.text).toContain('agreed with the customer');
  expect(changed.hidden).not.toHaveProperty('confirmed');
  expect(await stateOf(console, exception)).toMatchObject({ status: 'OPEN' });
  const done = await console.post(`${path}/resolve`, ann, asked.hidden);
  expect([done.status, done.location]).toEqual([303, expect.stringContaining(path)]);
  expect(await stateOf(console, exception)).toMatchObject({
    ...{ status: 'RESOLVED', resolution: 'WRITTEN_OFF', note: 'agreed with the customer', approvedBy: null },
    resolvedBy: `Ann (${ann.account.id})`,
  });
  const shown = await console.get(done.location!, ann);
  expect(shown.text).toContain('The exception is resolved.');
  expect(shown.text).toContain('How it was resolved');
  expect(shown.text).toContain('>Exception written off</a>');
  expect(await logOf(console)).toMatchObject([
    {
      ...{ outcome: 'DONE', action: 'exceptions.resolve', subject: exception.id, operatorName: 'Ann' },
      ...{ before: { status: 'OPEN' }, after: { status: 'RESOLVED', resolution: 'WRITTEN_OFF' } },
    },
  ]);
  const again = await console.post(`${path}/resolve`, ann, asked.hidden);
  expect(again.location).toBe(`${path}?done=repeated`);
  expect(await logOf(console)).toHaveLength(1);
});

it('says of a refund that was paid elsewhere that an operator booked it, and nothing of a rail', async () => {
  const { console, exception, path } = await withStuckRefund();
  const [ann, bob] = [await console.operator('APPROVER', 'Ann'), await console.operator('APPROVER', 'Bob')];
  const fields = { resolution: 'PAID_ELSEWHERE', account: '', note: 'paid by hand' };
  const reference = { bankReference: 'B-1', valueDate: '2026-01-15' };
  const requested = await console.submit(`${path}/resolve`, ann, { ...fields, ...reference });
  await console.submit(`${requested.location!.split('?')[0]!}/approve`, bob);
  const { text } = await console.get(`${console.tenantBase}/payments/${exception.subject}`, ann);
  expect(text).toContain('An operator booked it as paid outside the rails.');
  expect(text).not.toContain('Refund settled');
});

it('asks for the decision in a sentence under its own heading, without data of programs', async () => {
  const { console, path } = await withStuckRefund(LIMITED);
  const [ann, bob] = [await console.operator('APPROVER', 'Ann'), await console.operator('APPROVER', 'Bob')];
  const form = await console.get(`${path}/resolve`, ann);
  const fields = { ...form.hidden, resolution: 'WRITTEN_OFF', account: '', note: 'agreed' };
  const asked = await console.post(`${path}/resolve`, ann, fields);
  const sentence = 'Write off 1,000.00 USD: the service keeps it, and the customer gets nothing.';
  expect(asked.text).toMatch(/<h1[^>]*>\s*Write off the failed refund\s*<\/h1>/);
  expect(asked.text).toContain(sentence);
  expect(asked.text).toMatch(/<button class="danger">\s*Request the approval\s*<\/button>/);
  const requested = await console.post(`${path}/resolve`, ann, asked.hidden);
  const waiting = /\/console\/approvals\/Request:[0-9a-f-]+/.exec(requested.location ?? '')![0];
  const pages = [asked, await console.get(waiting, bob), await console.get(`${waiting}/approve`, bob)];
  for (const page of pages) {
    expect(page.text).toContain(sentence);
    expect(page.text).not.toContain('<pre class="data"');
    expect(page.text).not.toContain('&quot;resolution&quot;');
  }
  expect((await console.get('/console/approvals', bob)).text).toContain(sentence.slice(0, -1));
  for (const page of pages) {
    expect(page.text).toMatch(
      /about 1,000\.00 USD, a payment of Ada Lovelace to [^<]+<span class="whole">[^<]+<\/span><\/a>/,
    );
    expect(page.text).toMatch(/<dt>Status now<\/dt>\s*<dd>Open<\/dd>/);
    // The buttons come before the lines of the entry, which are long on a phone.
    const button = page.text.lastIndexOf('class="actions"');
    expect(button).toBeGreaterThan(page.text.indexOf('Status now'));
    expect(page.text.indexOf('The journal entry')).toBeGreaterThan(button);
  }
  await console.submit(`${waiting}/approve`, bob);
  const log = await console.get('/console/log?action=exceptions.resolve&outcome=APPROVED', bob);
  const entry = /\/console\/log\/OperatorLog:[0-9a-f-]+/.exec(log.text)![0];
  expect((await console.get(entry, bob)).text).toContain(sentence);
});

it('a second resolution names the first one, and a settled request says what became of it', async () => {
  const { console, path } = await withStuckRefund(LIMITED);
  const [ann, bob] = [await console.operator('APPROVER', 'Ann'), await console.operator('APPROVER', 'Bob')];
  const fields = { resolution: 'WRITTEN_OFF', account: '', note: 'agreed' };
  const requested = await console.submit(`${path}/resolve`, ann, fields);
  const waiting = /\/console\/approvals\/Request:[0-9a-f-]+/.exec(requested.location ?? '')![0];
  const named = /Ann has asked for this now, and it waits[^<]*<a href="([^"]+)">Write off 1,000\.00 USD/;
  const form = await console.get(`${path}/resolve`, bob);
  const asked = await console.post(`${path}/resolve`, bob, { ...form.hidden, ...fields, note: 'again' });
  for (const page of [form, asked, await console.get(path, bob)]) expect(named.exec(page.text)?.[1]).toBe(waiting);
  const second = await console.post(`${path}/resolve`, bob, asked.hidden);
  expect((await console.get(second.location!, ann)).text).toMatch(named);
  await console.submit(`${waiting}/approve`, bob);
  const settled = await console.get(waiting, ann);
  expect([settled.status, settled.text]).toEqual([200, expect.stringContaining('Approved and carried out: by Bob.')]);
  expect(settled.text).toContain('Write off 1,000.00 USD');
  const other = second.location!.split('?')[0]!;
  await console.submit(`${other}/decline`, bob);
  expect((await console.get(other, ann)).text).toContain('Declined: by Bob.');
  expect((await console.get(`${other.slice(0, -4)}ffff`, ann)).status).toBe(404);
});

it('shows all wrong fields beside them, with the entered values', async () => {
  const { console, path } = await withStuckRefund();
  const ann = await console.operator('OPERATOR');
  const empty = await console.submit(`${path}/resolve`, ann, { resolution: '', account: '"><b>', note: '' });
  expect(empty.status).toBe(400);
  expect(empty.text).toContain('Resolution must be chosen');
  expect(empty.text).toContain('Account must be an id that begins with InternalAccount:');
  expect(empty.text).toContain('Reason must not be empty');
  expect(empty.text).toContain('value="&quot;&gt;&lt;b&gt;"');
  const missing = await console.submit(`${path}/resolve`, ann, { resolution: 'CREDITED', account: '', note: 'x' });
  expect(missing.text).toContain('id="account-error">Account the id of an internal account is required');
});

it('offers the accounts that a resolution may name, and finds those of others by their holder', async () => {
  const { console, path, payer } = await withStuckRefund();
  const ann = await console.operator('OPERATOR');
  const own = await console.get(`${path}/resolve`, ann);
  const offered = [...own.text.matchAll(/<option value="(InternalAccount:[^"]+)"/g)].map(([, id]) => id);
  expect(offered).toContain(payer.usd.id);
  expect(own.text).not.toContain('Id of the internal account');
  const found = await console.get(`${path}/resolve?find=lovel`, ann);
  expect(found.text).toContain(`<option value="${payer.usd.id}"`);
  expect(found.text).toContain('name="find"');
  const none = await console.get(`${path}/resolve?find=nowhere`, ann);
  expect(none.text).not.toContain('<option value="InternalAccount:');
  const sent = await console.post(`${path}/resolve?find=nowhere`, ann, { ...none.hidden, resolution: '', account: '' });
  expect(sent.text).toContain('action="' + path + '/resolve?find=nowhere"');
});

it('waits above the approval amount for a second operator, who sees the same entry', async () => {
  const { console, exception, path, payer } = await withStuckRefund(LIMITED);
  const [ann, bob] = [await console.operator('APPROVER', 'Ann'), await console.operator('APPROVER', 'Bob')];
  const fields = { resolution: 'CREDITED', account: payer.usd.id, note: 'as agreed' };
  const requested = await console.submit(`${path}/resolve`, ann, fields);
  const waiting = /\/console\/approvals\/Request:[0-9a-f-]+/.exec(requested.location ?? '')![0];
  expect((await console.get(path, bob)).text).toContain(waiting);
  const seen = await console.get(`${waiting}/approve`, bob);
  expect(seen.text).toContain(
    `Available: <a href="${console.tenantBase}/accounts/${payer.usd.id}">USD account <span class="whole">…${payer.usd.id.slice(-4)}</span> of Ada Lovelace</a>`,
  );
  expect(await stateOf(console, exception)).toMatchObject({ status: 'OPEN' });
  await console.submit(`${waiting}/approve`, bob);
  expect(await stateOf(console, exception)).toMatchObject({
    status: 'RESOLVED',
    resolvedBy: `Ann (${ann.account.id})`,
    approvedBy: `Bob (${bob.account.id})`,
  });
  const resolved = await console.get(path, ann);
  expect(resolved.text).toContain(`Bob (${bob.account.id})`);
  await payer.auditClean();
});

it('opens an exception of a platform by hand, and logs it', async () => {
  const { console, payer } = await withStuckRefund();
  const ann = await console.operator('OPERATOR', 'Ann');
  const path = `${console.tenantBase}/exceptions/open`;
  const wrong = await console.submit(path, ann, { kind: '', subject: '', amount: '1', currency: 'zzz', reason: '' });
  for (const text of [
    'What happened must be chosen',
    'Payment or deposit must not be empty',
    'Currency of the amount is not a currency',
    'Reason must not be empty',
  ])
    expect(wrong.text).toContain(text);
  const { data } = valueOf(await payer.play.read(payer.play.core.transactions.list, {}));
  const payment = data.find(({ type }) => type === 'OUTGOING')!;
  const given = {
    ...{ kind: 'RAIL_CONTRADICTION', subject: payment.id, reference: 'R1' },
    ...{ amount: '10', currency: 'JPY', reason: '<script>x</script>' },
  };
  const other = await console.submit(path, ann, given);
  expect(other.text).toContain('Currency of the amount must be EUR, in which the money moved');
  const part = await console.submit(path, ann, { ...given, kind: 'REFUND_FAILED', currency: 'EUR' });
  expect(part.text).toContain('Amount at stake is that of the payment or deposit; leave it empty');
  const opened = await console.submit(path, ann, { ...given, currency: 'EUR' });
  expect(opened.location).toMatch(/^\/console\/exceptions\/Exception:/);
  const shown = await console.get(opened.location!, ann);
  expect(shown.text).toContain('10.00 EUR');
  expect(shown.text).toContain('&lt;script&gt;x&lt;/script&gt;');
  expect(shown.text).not.toContain('<script>x');
  expect(await logOf(console)).toMatchObject([
    { outcome: 'DONE', action: 'exceptions.open', after: { status: 'OPEN' } },
  ]);
});

it('opens a difference of the service itself, resolves it, and never shows it to a platform', async () => {
  const { console } = await withStuckRefund();
  const ann = await console.operator('OPERATOR', 'Ann');
  const opened = await console.submit('/console/exceptions/open/SANDBOX', ann, {
    ...{ rail: 'sandbox-bank', direction: 'OUT', reference: 'fee October' },
    ...{ amount: '2.50', currency: 'EUR', reason: 'a fee of the bank' },
  });
  const path = opened.location!.split('?')[0]!;
  const shown = await console.get(path, ann);
  expect(shown.text).toContain('The service itself');
  expect(shown.text).toContain('bank-charges:SANDBOX:EUR');
  const id = path.split('/').at(-1)!;
  const difference = (await console.get(path, ann)).text;
  expect(difference).toContain('The service bears money that went out, or keeps money that came in.');
  for (const text of ['held payment', 'customer gets nothing']) expect(difference).not.toContain(text);
  expect((await console.get(`${console.tenantBase}/exceptions?status=ALL`, ann)).text).not.toContain(id);
  const resolved = await console.submit(`${path}/resolve`, ann, { resolution: 'ADJUSTED', note: 'a fee' });
  expect(resolved.location).toContain(path);
  const found = valueOf(await console.play.core.exceptions.get(id));
  expect(found).toMatchObject({ tenant: houseTenant('SANDBOX'), status: 'RESOLVED', resolution: 'ADJUSTED' });
});

it.each([
  ['/console/exceptions', 'status', 'OPEN', 'Open', 'Any'],
  ['/console/cases', 'status', 'OPEN', 'Open', 'Any'],
  ['/console/screening', 'status', 'HELD', 'Held: waits for a decision', 'Any'],
  ['/console/travel-rule', 'status', 'ASKED', 'Asked: waits for an answer', 'Any'],
  ['/customers', 'deleted', 'hidden', 'Not shown', 'Shown too'],
  ['/payments/counted', 'as', 'accepted', 'Accepted', 'Settled'],
])('the filter of %s says what the list shows without a choice', async (path, name, value, shown, other) => {
  const console = await startConsole();
  const viewer = await console.operator('VIEWER');
  const at = path.startsWith('/console') ? path : `${console.tenantBase}${path}`;
  const selectOf = async (query: string): Promise<string> => {
    const { text } = await console.get(`${at}${query}`, viewer);
    return new RegExp(`<select\\s+id="${name}"[\\s\\S]*?</select>`).exec(text)![0].replaceAll(/\s+/g, ' ');
  };
  const select = await selectOf('');
  expect(select).toContain(`<option value="${value}" selected>${shown}</option>`);
  expect(select).not.toContain('<option value="">');
  expect(select).toContain(`>${other}</option>`);
  const set = await console.get(`${at}?${name}=${value}&mine=`, viewer);
  expect(set.text).not.toContain('Filters that are set');
  expect(set.text).not.toContain('match here');
});

it('filters by the currencies that exist, and keeps another one that a link names', async () => {
  const console = await startConsole();
  const viewer = await console.operator('VIEWER');
  for (const path of ['/console/exceptions', `${console.tenantBase}/exceptions`]) {
    expect((await console.get(path, viewer)).text, path).toContain('<option value="USD" >USD</option>');
    const other = await console.get(`${path}?currency=KWD`, viewer);
    expect(other.text, path).toContain('<option value="KWD" selected>KWD</option>');
  }
});
