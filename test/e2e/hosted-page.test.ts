import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expecting } from '../support/api.js';
import { hasBrowser, openBrowser, violations } from '../support/browser.js';
import { upload } from '../support/company.js';
import { eventually } from '../support/eventually.js';
import { jpeg, pdf, png } from '../../packages/adapters-rails/src/testing/files.js';
import { useHost } from '../support/use-host.js';
import { type HomeSite, homeSite, linkFor } from '../support/visitor.js';
import type { Customer } from '../support/wire.js';

/** Allows for the axe accessibility check of every page. */
const IN_A_BROWSER_MS = 120_000;
const SSN = '912-55-0187';
const OWNER_SSN = '913-66-0298';

describe.runIf(hasBrowser())('the hosted page in a browser', () => {
  const used = useHost('sqlite');
  let browser: Browser;
  let home: HomeSite;
  let context: BrowserContext;
  let page: Page;
  const addresses: string[] = [];

  beforeAll(async () => {
    [browser, home] = await Promise.all([openBrowser(), homeSite()]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), home?.close()]);
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    page = await context.newPage();
    page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''));
  });
  afterEach(() => context.close());

  const create = (details: object): Promise<Customer> => expecting(201, used.api.post<Customer>('/customers', details));
  const approved = (id: string) =>
    eventually('the approval', async () => {
      const { body } = await used.api.get<Customer>(`/customers/${id}`);
      return body.kycStatus === 'APPROVED';
    });
  const loaded = (act: () => Promise<void>) => Promise.all([page.waitForEvent('load'), act()]);
  const go = async (button: string): Promise<void> => {
    await loaded(() => page.getByRole('button', { name: button, exact: true }).click());
  };
  const heading = () => page.getByRole('heading', { level: 1 }).innerText();
  const fill = async (values: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  };
  const choose = async (values: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).selectOption(value);
  };
  const isAccessible = async (): Promise<void> => {
    expect(await violations(page), page.url()).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width, `${page.url()} on a phone`).toBeLessThanOrEqual(390);
  };
  const ADDRESS = { 'Street and number': '1 Main St', City: 'Springfield', 'Postal code': '94105' };

  it('leads a person from the link to APPROVED and back to the platform', { timeout: IN_A_BROWSER_MS }, async () => {
    const customer = await create({ customerType: 'INDIVIDUAL', region: 'US', nationality: 'US' });
    const link = await linkFor(used.api, customer.id, `${home.url}/back`);
    await page.goto(link.kycUrl);
    await isAccessible();
    await go('Start');

    expect(await heading()).toBe('About you');
    expect(await page.getByLabel('Nationality').inputValue()).toBe('US');
    await isAccessible();
    await fill({ 'Full name': 'Ada', 'Date of birth': '2999-01-01', 'Street and number': '1 Main St' });
    await go('Save and continue');
    expect(await page.title()).toMatch(/^Error: /);
    await isAccessible();
    const wrong = page.getByLabel('Date of birth');
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#birthDate-error').innerText()).toContain('is in the future');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ada');
    await fill({ 'Full name': 'Ada Lovelace', 'Date of birth': '1990-12-10', ...ADDRESS });
    await choose({ Country: 'US' });
    await go('Save and continue');

    expect(await heading()).toBe('Identification');
    await choose({ 'Kind of number': 'SSN' });
    await page.getByLabel('Number', { exact: true }).fill(SSN);
    await isAccessible();
    await go('Save and continue');

    expect(await heading()).toBe('Documents');
    await isAccessible();
    await choose({ 'Kind of document': 'DRIVERS_LICENSE', Side: 'FRONT' });
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'scan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4 <script>alert(1)</script>'),
    });
    await go('Upload');
    expect(await page.locator('#identity-error').innerText()).toContain('The file');
    await isAccessible();
    for (const [side, way] of [
      ['FRONT', 'Choose a file'],
      ['BACK', 'Or take a photo'],
    ] as const) {
      await choose({ 'Kind of document': 'DRIVERS_LICENSE', Side: side });
      await page.getByLabel(way).setInputFiles({ name: `${side}.jpg`, mimeType: 'image/jpeg', buffer: jpeg() });
      await go('Upload');
    }
    await isAccessible();
    await loaded(() => page.getByRole('link', { name: 'Continue' }).click());
    expect(await heading()).toBe('Review');
    expect(await page.content()).not.toContain(SSN);
    await isAccessible();
    await go('Submit');
    await page.waitForURL(`${home.url}/back`);

    expect(home.visits.filter(({ path }) => path === '/back')).toEqual([{ path: '/back', referrer: undefined }]);
    await approved(customer.id);
    await used.receiver.sequence(customer.id, ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']);
    const again = await page.goto(link.kycUrl);
    expect(again?.status()).toBe(410);
    await isAccessible();
  });

  it(
    'leads a company from the link to APPROVED, with the keyboard where it matters',
    { timeout: IN_A_BROWSER_MS },
    async () => {
      const customer = await create({ customerType: 'BUSINESS', businessInfo: { legalName: 'Lovelace Ltd' } });
      const { kycUrl } = await linkFor(used.api, customer.id);
      await page.goto(kycUrl);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Start');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/company$/);
      expect(await page.getByLabel('Legal name').inputValue()).toBe('Lovelace Ltd');
      await isAccessible();
      await fill({ 'Registration number': 'REG-900', 'Tax number': '12-3456789', ...ADDRESS });
      await choose({ 'Legal form': 'LLC', Country: 'US' });
      await page.getByLabel('Registration number').press('Enter');

      await page.waitForURL(/\/people$/);
      await go('Continue');
      expect(await page.getByRole('alert').innerText()).toContain('person in control');
      await isAccessible();
      await loaded(() => page.getByRole('link', { name: 'Add a person' }).click());
      await page.getByLabel('Person in control').check();
      await page.getByLabel('Owner', { exact: true }).check();
      await fill({
        'First name': 'Grace',
        'Last name': 'Hopper',
        'Share of ownership in per cent': 'half',
        'Date of birth': '1986-12-09',
        ...ADDRESS,
      });
      await choose({ Nationality: 'US', Country: 'US', 'Kind of number': 'SSN' });
      await page.getByLabel('Number', { exact: true }).fill(OWNER_SSN);
      await go('Save');
      expect(await page.locator('#ownershipPercentage-error').innerText()).toContain('four decimal places');
      await isAccessible();
      await fill({ 'Share of ownership in per cent': '60' });
      await page.getByLabel('Number', { exact: true }).fill(OWNER_SSN);
      await go('Save');
      await isAccessible();
      await go('Change Grace Hopper');
      await fill({ 'Share of ownership in per cent': '75' });
      await go('Save');
      expect(await page.content()).not.toContain(OWNER_SSN);
      await go('Continue');

      expect(await heading()).toBe('Documents');
      await isAccessible();
      const uploads = [
        ['Legal presence', 'CERTIFICATE_OF_INCORPORATION', pdf()],
        ['Control structure', 'DIRECTOR_REGISTRY', pdf()],
        ['Ownership structure', 'SHAREHOLDER_REGISTER', jpeg()],
        ['Proof of address', 'UTILITY_BILL', png()],
      ] as const;
      for (const [group, documentType, buffer] of uploads) {
        const form = page.getByRole('form', { name: group });
        await form.getByLabel('Kind of document').selectOption(documentType);
        await form
          .getByLabel('Choose a file')
          .setInputFiles({ name: 'scan', mimeType: 'application/octet-stream', buffer });
        await loaded(() => form.getByRole('button', { name: 'Upload' }).click());
      }
      await loaded(() => page.getByRole('link', { name: 'Continue' }).click());
      await isAccessible();
      await go('Submit');
      await approved(customer.id);
      await page.reload();
      expect(await heading()).toBe('You are verified');
      await isAccessible();
    },
  );

  /** A person who has everything to submit. */
  async function complete(): Promise<string> {
    const { id } = await create({
      customerType: 'INDIVIDUAL',
      region: 'US',
      nationality: 'GB',
      birthDate: '1990-12-10',
    });
    const address = { line1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '94105', country: 'US' };
    const rest = { fullName: 'Ada Lovelace', idType: 'SSN', identifier: '912-55-0187', address };
    await expecting(200, used.api.patch(`/customers/${id}`, rest));
    await upload(used.api, { documentHolder: id, documentType: 'PASSPORT' });
    return id;
  }
  const start = async (customerId: string, redirectUri?: string): Promise<string> => {
    const { kycUrl } = await linkFor(used.api, customerId, redirectUri);
    await page.goto(kycUrl);
    await go('Start');
    return kycUrl;
  };

  it('shows what is submitted, and leads to a page with a fragment', { timeout: IN_A_BROWSER_MS }, async () => {
    await start(await complete(), `${home.url}/app?a=1#/verified?b=2`);
    const review = await page.getByRole('main').innerText();
    expect(review).toMatch(/Nationality\s+United Kingdom/);
    expect(review).toMatch(/Address\s+1 Main St, Springfield, IL 94105, United States/);
    await go('Submit');
    await page.waitForURL(`${home.url}/app?a=1#/verified?b=2`);
    expect(home.visits).toContainEqual({ path: '/app?a=1', referrer: undefined });
  });

  it('leads to an app, and shows the result if the app does not open', { timeout: IN_A_BROWSER_MS }, async () => {
    await expecting(200, used.api.patch('/config', { redirectSchemes: ['com.example.app'] }));
    const opened: string[] = [];
    const blocked: string[] = [];
    page.on('request', (request) => !request.url().startsWith('http') && opened.push(request.url()));
    page.on('console', (message) => blocked.push(message.text()));
    const customerId = await complete();
    await start(customerId, 'com.example.app://verified?a=1');
    await isAccessible();
    const submit = async () => page.getByRole('button', { name: 'Submit' }).click({ noWaitAfter: true });
    await submit();
    await eventually('the app is called', () => opened.length === 1);
    // No app has the scheme here, so the browser stays on the page.
    expect(await heading()).toBe('Review');
    await approved(customerId);
    await loaded(submit);
    expect(await heading()).toBe('You are verified');
    await isAccessible();
    await page.getByRole('link', { name: 'Continue' }).click({ noWaitAfter: true });
    await eventually('the app is called again', () => opened.length === 2);
    expect(opened).toEqual(['com.example.app://verified?a=1', 'com.example.app://verified?a=1']);
    expect(blocked.filter((text) => text.includes('Security Policy'))).toEqual([]);
  });

  it('says at once that nothing is left to do', { timeout: IN_A_BROWSER_MS }, async () => {
    const customerId = await complete();
    const spent = await start(customerId);
    const fresh = await linkFor(used.api, customerId, `${home.url}/nothing-left`);
    await page.context().clearCookies();
    await page.goto(spent);
    expect(await heading()).toBe('This link has been used');
    await isAccessible();
    await expecting(200, used.api.post('/verifications', { customerId }));
    await approved(customerId);
    await page.goto(fresh.kycUrl);
    expect(await heading()).toBe('You are verified');
    expect(await page.getByRole('button').count()).toBe(0);
    await isAccessible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${home.url}/nothing-left`);
  });

  it('puts no identifier into an address or referrer, and requests nothing from other hosts', () => {
    const own = new URL(used.host.baseUrl).port;
    for (const address of addresses.filter((one) => one !== '')) {
      expect(address).not.toMatch(/912|913-66/);
      const { port, protocol } = new URL(address);
      if (protocol === 'com.example.app:') continue;
      expect([own, new URL(home.url).port], address).toContain(port);
    }
    const token = /\/verify\/([A-Za-z0-9_-]{43})/;
    expect(addresses.some((one) => token.test(one))).toBe(true);
    const log = used.host.stderr();
    expect(log).toContain('/verify/[link]');
    expect(log).not.toMatch(token);
    expect(log).not.toContain(SSN);
    expect(log).not.toContain(OWNER_SSN);
  });

  it('shares its style with the root page, which links to the API reference', async () => {
    await page.goto(new URL('/', used.host.baseUrl).href);
    await isAccessible();
    expect(await heading()).toMatch(/^Corridor \d+\.\d+\.\d+$/);
    // Set by the style sheet, which proves that the page could load it.
    expect(await page.evaluate("getComputedStyle(document.querySelector('.items')).listStyleType")).toBe('none');
    await loaded(() => page.getByRole('link', { name: 'API reference' }).click());
    expect(await page.title()).toBe('Corridor API reference');
  });

  it('cannot be framed by another site', async () => {
    const customer = await create({ customerType: 'INDIVIDUAL', region: 'US' });
    const { kycUrl } = await linkFor(used.api, customer.id);
    const framing = await homeSite(`<title>Frame</title><iframe src="${kycUrl}"></iframe>`);
    try {
      const refusal = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.goto(framing.url);
      await refusal;
      const [, frame] = page.frames();
      expect(await frame!.getByRole('button', { name: 'Start' }).count()).toBe(0);
    } finally {
      await framing.close();
    }
  });
});
