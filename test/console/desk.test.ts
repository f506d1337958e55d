import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_OPTIONS } from '@corridor/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole, type TestOperator } from '../../packages/adapters-http/src/testing/console.js';
import { bankConsole } from '../../packages/adapters-http/src/testing/play-bank.js';
import { hasBrowser, openBrowser, violations } from '../support/browser.js';
import { createDesk, type DeskWorld, follow } from './desk.js';

const SCREENSHOTS = process.env['CONSOLE_SCREENSHOTS'] ?? '';
const OPTIONS = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' };

/** Pages that a form or a filter leads to, which no address alone shows. */
describe.runIf(hasBrowser())('what exceptions, rails and statements lead to', () => {
  let browser: Browser;
  let console: TestConsole;
  let desk: DeskWorld;
  let ann: TestOperator;
  let page: Page;
  beforeAll(async () => {
    const [options, portsAt] = bankConsole('a note of the bank');
    const approvalAmounts = new Map([['USD' as never, 50_000n]]);
    [browser, console] = await Promise.all([
      openBrowser(),
      startConsole(options, (url) => ({ ...portsAt?.(url), options: { ...OPTIONS, approvalAmounts } })),
    ]);
    desk = await createDesk(console, 'a note of the bank');
    ann = await console.operator('APPROVER', 'Ann');
    const context = await browser.newContext();
    const [name, value] = ann.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: console.url, httpOnly: true, sameSite: 'Strict' }]);
    page = await context.newPage();
    if (SCREENSHOTS !== '') mkdirSync(SCREENSHOTS, { recursive: true });
  });
  afterAll(() => browser?.close());

  async function look(name: string): Promise<void> {
    for (const width of [390, 1440])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${name} at ${width} px, ${colorScheme}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        if (SCREENSHOTS !== '')
          await page.screenshot({
            path: join(SCREENSHOTS, `desk-${name}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
      }
  }

  it('fits and is accessible', { timeout: 120_000 }, async () => {
    const path = `${console.url}/console/exceptions/${desk.stuck.id}`;
    await page.goto(`${path}/resolve?resolution=PAID_ELSEWHERE`);
    await follow(page, page.getByRole('button', { name: 'Resolve the exception' }));
    expect(await page.title()).toMatch(/^Error: /);
    await look('resolve-with-errors');
    await page.getByLabel('Reference of the payment').fill('payment 17');
    await page.getByLabel('Value date of the payment').fill('2025-10-01');
    await page.getByLabel('Reason').fill('paid by hand');
    await follow(page, page.getByRole('button', { name: 'Resolve the exception' }));
    await look('resolve-confirm');
    await follow(page, page.getByRole('button', { name: 'Request the approval' }));
    await look('approval');
    await page.goto(path);
    await look('exception-waiting');
    const bob = await console.operator('APPROVER', 'Bob');
    const [waiting] = await console.play.core.operators.actions.waiting();
    await console.submit(`/console/approvals/${waiting!.requestId}/approve`, bob);
    await page.goto(path);
    await look('exception-resolved');
    await page.goto(`${console.url}/console/reconciliation/bank.main?from=2025-10-01&to=2025-10-31`);
    await look('differences');
    await page.goto(`${console.url}/console/rails/sandbox-bank`);
    await look('bundled-rail');
  });
});
