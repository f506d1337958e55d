import { DEFAULT_OPTIONS } from '@corridor/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import {
  operatorLogOf,
  startConsole,
  type TestConsole,
  type TestOperator,
} from '../../packages/adapters-http/src/testing/console.js';
import { hasBrowser, openBrowser } from '../support/browser.js';
import { follow, stuckRefund } from './desk.js';

const OPTIONS = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' };

describe.runIf(hasBrowser())('a stuck refund, in a browser without scripts', () => {
  let browser: Browser;
  let console: TestConsole;
  beforeAll(async () => {
    const approvalAmounts = new Map([['USD' as never, 50_000n]]);
    [browser, console] = await Promise.all([
      openBrowser(),
      startConsole({}, () => ({ options: { ...OPTIONS, approvalAmounts } })),
    ]);
  });
  afterAll(() => browser?.close());

  async function pageOf(by: TestOperator): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const [name, value] = by.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: console.url, httpOnly: true, sameSite: 'Strict' }]);
    return context.newPage();
  }
  const textOf = (page: Page): Promise<string> => page.locator('main').innerText();

  it(
    'leads from the alert to its resolution with the approval of a second operator',
    { timeout: 120_000 },
    async () => {
      const exception = await stuckRefund(console);
      const ann = await console.operator('OPERATOR', 'Ann');
      const bob = await console.operator('APPROVER', 'Bob');

      // The alert names the kind of the exceptions; Ann opens the list of the open ones.
      const first = await pageOf(ann);
      await first.goto(`${console.url}/console/`);
      await follow(first, first.getByRole('link', { name: 'Exceptions', exact: true }));
      await first.locator('.filters summary').click();
      await first.getByLabel('Kind').selectOption('REFUND_FAILED');
      await follow(first, first.getByRole('button', { name: 'Filter' }));
      await follow(first, first.getByRole('table').getByRole('link', { name: 'A refund failed' }));
      expect(await textOf(first)).toContain('keeps the money; the money is in transit');

      await follow(first, first.getByRole('link', { name: 'Write off…' }));
      expect(await textOf(first)).toContain('Choose another');
      await follow(first, first.getByRole('button', { name: 'Resolve the exception' }));
      expect(await textOf(first)).toContain('Reason must not be empty');
      await first.getByLabel('Reason').fill('the customer does not answer');
      await follow(first, first.getByRole('button', { name: 'Resolve the exception' }));
      const confirmed = await textOf(first);
      for (const text of ['The journal entry', 'Losses', '1,000.00 USD', 'A second operator must approve it'])
        expect(confirmed).toContain(text);
      await follow(first, first.getByRole('button', { name: 'Request the approval' }));
      expect(await textOf(first)).toContain('You requested this action; another operator must approve it.');

      // Bob reads the exception, and approves what it shows.
      const second = await pageOf(bob);
      await second.goto(`${console.url}/console/exceptions/${exception.id}`);
      await follow(second, second.getByRole('link', { name: /^Write off 1,000.00 USD/ }));
      expect(await textOf(second)).toContain('Losses');
      await follow(second, second.getByRole('link', { name: 'Approve…' }));
      await follow(second, second.getByRole('button', { name: 'Approve and carry out' }));
      expect(await textOf(second)).toContain('The action was approved and carried out.');

      await second.goto(`${console.url}/console/exceptions/${exception.id}`);
      const resolved = await textOf(second);
      for (const text of ['Resolved', 'Write off', `Ann (${ann.account.id})`, `Bob (${bob.account.id})`])
        expect(resolved).toContain(text);
      const { core } = console.play;
      expect(valueOf(await core.exceptions.list({ status: 'OPEN' })).data).toEqual([]);
      expect((await operatorLogOf(core)).map(({ outcome, action }) => [outcome, action])).toEqual([
        ['APPROVED', 'exceptions.resolve'],
        ['REQUESTED', 'exceptions.resolve'],
      ]);
      expect((await core.ledger.audit()).findings).toEqual([]);
    },
  );
});
