import { describe, expect, it } from 'vitest';
import { payerOn } from '../../../../core/src/testing/play-payer.js';
import { startConsole } from '../../testing/console.js';

describe('the page of a search', () => {
  it('is in the header of every page, with the text that was searched', async () => {
    const { console, page } = await consoleWithCustomer();
    expect(await page('/console/')).toContain('action="/console/search"');
    expect(await page('/console/search')).toContain('the last digits of an account');
    expect(await page('/console/search?q=%22%3Cb%3E')).toContain('value="&quot;&lt;b&gt;"');
    expect((await console.get(`/console/search?q=${'x'.repeat(201)}`, await console.operator('VIEWER'))).status).toBe(
      400,
    );
  });

  it('shows hits with their name, platform, status and age, and leads to the record', async () => {
    const { console, page, id } = await consoleWithCustomer();
    const text = await page('/console/search?q=LOVE%20adA');
    expect(text).toContain(`href="${console.tenantBase}/customers/${id}"`);
    for (const shown of [
      'Customers',
      'Ada Lovelace',
      '…0123',
      'APPROVED',
      'SANDBOX',
      `>${id.slice(0, -4)}</span>${id.slice(-4)}</code>`,
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain('900123');
  });

  it('counts the age of a record by the test clock of its platform', async () => {
    const { console, page } = await consoleWithCustomer();
    const { play } = console;
    await play.run(play.core.sandbox.advanceClock, { seconds: 3 * 86_400 });
    expect(await page('/console/search?q=LOVE%20adA')).toContain('<span class="hint">3 days ago</span>');
  });

  it('of a whole id leads to its record at once, and of its beginning to a list', async () => {
    const { console, page, id } = await consoleWithCustomer();
    const viewer = await console.operator('VIEWER');
    expect((await console.get(`/console/search?q=${id}`, viewer)).location).toBe(
      `${console.tenantBase}/customers/${id}`,
    );
    expect(await page(`/console/search?q=${id.slice(0, 'Customer:'.length + 8)}`)).toContain('Ada Lovelace');
  });

  it('says of the end of an id, which lists show, how to find the record', async () => {
    const { page, id } = await consoleWithCustomer();
    for (const text of [`…${id.slice(-4)}`, 'af8b', '...AF8B'])
      expect(await page(`/console/search?q=${encodeURIComponent(text)}`), text).toContain(
        'Ids are found whole or by their beginning',
      );
    expect(await page('/console/search?q=nobody')).not.toContain('Ids are found whole');
  });

  it('leads from an external account to its payments', async () => {
    const { console, page } = await consoleWithCustomer();
    const payer = await payerOn(console.play);
    const { id } = await payer.external('890');
    const path = `${console.tenantBase}/payments?account=${encodeURIComponent(id)}`;
    const text = await page('/console/search?q=hopper');
    expect(text).toContain(`href="${path}">Payments</a>`);
    expect(text).toContain(`href="${console.tenantBase}/external-accounts/${id}"`);
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, id));
    await payer.execute(quote.id);
    expect(await page(path)).toContain(`/payments/${quote.transactionId}"`);
    // The money is on its way, so the page does not say that it was received.
    const payments = `/console/search?q=${encodeURIComponent('1,000.00 USD')}`;
    expect(await page(payments)).toContain('<span class="hint">to be received</span>');
    await console.play.pass(60);
    expect(await page(payments)).not.toContain('to be received');
    expect(await page('/console/search?q=love%20ada')).not.toContain('>Payments</a></div>');
  });

  it('names the platforms whose name has the words', async () => {
    const { console, page } = await consoleWithCustomer();
    const { name } = (await console.play.core.operators.reads.platform(console.play.tenant))!;
    expect(await page(`/console/search?q=${encodeURIComponent(name)}`)).toContain(`href="${console.tenantBase}/"`);
  });

  it('is in the log with a masked text', async () => {
    const { page } = await consoleWithCustomer();
    await page('/console/search?q=ada%20lovelace');
    const log = await page('/console/log?outcome=READ');
    const [, entry] = /href="(\/console\/log\/[^"]+)"/.exec(log) ?? [];
    const text = await page(entry!);
    expect(text).toContain('a… l…');
    expect(text).not.toContain('lovelace');
  });
});

async function consoleWithCustomer() {
  const console = await startConsole();
  const { play } = console;
  const created = await play.run(play.core.customers.create, {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    phoneNumber: '+447700900123',
    region: 'US',
  } as never);
  if (!created.ok) throw new Error(created.error.message);
  const viewer = await console.operator('VIEWER', 'Vera');
  const page = async (path: string): Promise<string> => (await console.get(path, viewer)).text;
  return { console, page, id: created.value.id };
}
