import { createKey, createStamp } from '@corridor/client/wallet';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting, refused } from '../support/api.js';
import { hasBrowser, openBrowser, violations } from '../support/browser.js';
import { BOOTSTRAP } from '../support/host.js';
import { eventually } from '../support/eventually.js';
import { useHost } from '../support/use-host.js';
import { refusedStart, startWalletApp, visit, type Visitor, type WalletApp } from '../support/wallet-app.js';
import { call, credentialsOf, sessionsOf } from '../support/wallet-owner.js';
import type { Customer, InternalAccount, Page, Quote, Transaction } from '../support/wire.js';

const IBAN = 'DE89370400440532013000';
const MARKUP = '<img src=x onerror=window.ran=1>';

describe.runIf(hasBrowser())('the wallet app in a browser', { timeout: 120_000 }, () => {
  const used = useHost('sqlite');
  let app: WalletApp;
  let browser: Browser;
  let ada: Visitor;
  let early: string;
  const complaints: string[] = [];

  const status = (of = ada) => of.page.locator('#status');
  const problem = (of = ada) => of.page.locator('#problem');
  const click = (name: string, of = ada) => of.page.getByRole('button', { name, exact: true }).click();
  const says = (text: string, of = ada) => status(of).getByText(text).waitFor();

  async function signUp(of: Visitor, username: string, fullName: string): Promise<void> {
    await of.page.getByLabel('Your full name').fill(fullName);
    await of.page.locator('#sign-up-username').fill(username);
    await click('Open a wallet', of);
    await click('Create a passkey', of);
    await says('Your wallet is open.', of);
  }

  async function order(amount: string, receiver = 'Grace Hopper', iban = IBAN): Promise<void> {
    await ada.page.getByLabel('Receiver', { exact: true }).fill(receiver);
    await ada.page.getByLabel('Receiver’s country').fill('DE');
    await ada.page.getByLabel('IBAN').fill(iban);
    await ada.page.getByLabel('Amount in USDB').fill(amount);
    await click('Show the price');
  }
  const priced = () => ada.page.getByRole('heading', { name: 'Confirm the payment' }).waitFor();

  async function customerOf(username: string): Promise<Customer> {
    const platformCustomerId = `wallet-app:${username}`;
    const { data } = await expecting(200, used.api.get<Page<Customer>>('/customers', { platformCustomerId }));
    return data[0]!;
  }
  async function walletOf(username: string): Promise<InternalAccount> {
    const { id: customerId } = await customerOf(username);
    const query = { customerId, currency: 'USDB' };
    const { data } = await expecting(200, used.api.get<Page<InternalAccount>>('/customers/internal-accounts', query));
    return data[0]!;
  }
  const balance = async (): Promise<number> => (await walletOf('ada')).balance.amount;
  async function payments(): Promise<readonly Transaction[]> {
    const { id: customerId } = await customerOf('ada');
    const query = { customerId, type: 'OUTGOING' };
    return (await expecting(200, used.api.get<Page<Transaction>>('/transactions', query))).data;
  }
  async function lastQuote(): Promise<Quote> {
    const { id: customerId } = await customerOf('ada');
    const query = { customerId, status: 'PENDING' };
    return (await expecting(200, used.api.get<Page<Quote>>('/quotes', query))).data[0]!;
  }

  /** Calls the app as a script in the page of a visitor can. */
  const fromPage = (of: Visitor, path: string, method = 'POST'): Promise<{ status: number; code?: string }> =>
    of.page.evaluate(
      `fetch(${JSON.stringify(path)}, { method: '${method}', ${method === 'GET' ? '' : "headers: { 'content-type': 'application/json' }, body: '{}'"} })
        .then(async (response) => ({ ...(await response.json()), status: response.status }))`,
    );

  async function look(): Promise<void> {
    for (const width of [390, 1440]) {
      await ada.page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await ada.page.emulateMedia({ colorScheme });
        expect(await violations(ada.page), `${width} px, ${colorScheme}`).toEqual([]);
      }
      expect(await ada.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  }

  beforeAll(async () => {
    early = await refusedStart(used.host.baseUrl);
    [browser, app] = await Promise.all([openBrowser(), startWalletApp(used.host.baseUrl)]);
    ada = await visit(browser, app.url, complaints);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  it('does not start before wallets are enabled, because a user name would be lost', () => {
    expect(early).toContain('run enable-wallets.js first');
  });

  it('opens a wallet whose only credential is the passkey of the device', async () => {
    await ada.page.getByRole('heading', { name: 'A wallet that only you can spend from' }).waitFor();
    await look();
    await ada.page.getByLabel('Your full name').fill(MARKUP);
    await ada.page.locator('#sign-up-username').fill('ada');
    await click('Open a wallet');
    await ada.page.getByRole('heading', { name: 'Create your passkey' }).waitFor();
    await look();
    await ada.page.reload();
    await click('Create a passkey');
    await says('Your wallet is open.');
    const { id } = await walletOf('ada');
    expect(await credentialsOf(used.api, id)).toEqual([expect.objectContaining({ type: 'PASSKEY' })]);
    expect(await ada.page.locator('#balance').textContent()).toBe('0.00 USDB');
    expect(await ada.page.locator('#wallet-title').textContent()).toBe(`Wallet of ${MARKUP}`);
  });

  it('adds test money, and shows the price of a payment and its receiver', async () => {
    await click('Add test money');
    await says('Test money was added.');
    expect(await ada.page.locator('#balance').textContent()).toBe('50.00 USDB');
    expect(await balance()).toBe(50_000_000);
    await order('10.50');
    await priced();
    const quote = await lastQuote();
    const shown = (id: string) => ada.page.locator(`#quote-${id}`).textContent();
    expect(await shown('receiver')).toBe(`Grace Hopper, ${IBAN}`);
    expect(await shown('sent')).toBe('10.50 USDB');
    expect(await shown('fee')).toBe(`${(quote.feesIncluded / 1e6).toFixed(6).replace(/0{1,4}$/, '')} USDB`);
    expect(await shown('received')).toBe(`${(quote.totalReceivingAmount / 100).toFixed(2)} EUR`);
    await look();
  });

  it('pays after the passkey has opened a session, and shows the payment as completed', async () => {
    expect(await ada.page.locator('#lock').textContent()).toContain('Locked.');
    await click('Sign and pay');
    await says('The payment is completed.');
    expect(ada.passkeyUses()).toBe(1);
    expect(await payments()).toEqual([
      expect.objectContaining({ status: 'COMPLETED', description: 'to Grace Hopper' }),
    ]);
    expect(await balance()).toBe(39_500_000);
    expect(await ada.page.locator('#balance').textContent()).toBe('39.50 USDB');
    expect(await ada.page.locator('#payments li').first().textContent()).toMatch(
      /^−10.50 USDB to Grace Hopper: completed/,
    );
    await look();
  });

  it('signs further payments with the key of the session, without the passkey', async () => {
    await order('1', MARKUP, 'FR14 2004 1010 0505 0001 3M02 606');
    await priced();
    await click('Sign and pay');
    await says('The payment is completed.');
    expect(ada.passkeyUses()).toBe(1);
    expect(await payments()).toHaveLength(2);
    expect(await ada.page.evaluate('window.ran'), 'the name of the receiver was run as markup').toBeUndefined();
  });

  it('shows a stamp of another key as refused, and pays nothing', async () => {
    const before = await balance();
    await ada.page.route('**/pay', async (route) => {
      const quote = await lastQuote();
      const { payloadToSign } = quote.paymentInstructions![0]!.accountOrWalletInfo as unknown as Record<string, string>;
      const headers = {
        ...route.request().headers(),
        'svc-wallet-signature': createStamp(createKey(), payloadToSign!),
      };
      await route.continue({ headers });
    });
    await order('2');
    await priced();
    await click('Sign and pay');
    await problem().getByText('The signature is not one of your device').waitFor();
    await ada.page.unroute('**/pay');
    expect(await balance()).toBe(before);
    expect(await payments()).toHaveLength(2);
    await look();
    await click('Sign and pay');
    await says('The payment is completed.');
  });

  it.each([
    [
      'a larger amount',
      (text: string) => text.replace('\\"sendingAmount\\":\\"2000000\\"', '\\"sendingAmount\\":\\"9000000\\"'),
    ],
    ['another receiver', (text: string) => text.replace(/(\\"destination\\":\\"ExternalAccount:)./, '$1x')],
    ['another operation', (text: string) => text.replace('\\"TRANSFER\\"', '\\"account.export\\"')],
  ])('signs nothing if the server asks for a signature of %s than the page shows', async (_, altered) => {
    let sent = 0;
    await ada.page.route('**/api/quotes', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      expect(altered(text)).not.toBe(text);
      await route.fulfill({ response, body: altered(text) });
    });
    await ada.page.route('**/pay', (route) => {
      sent += 1;
      return route.continue();
    });
    await order('2');
    await priced();
    await click('Sign and pay');
    await problem().getByText('is not what you see here').waitFor();
    await ada.page.unrouteAll();
    expect(sent).toBe(0);
  });

  it('cannot pay by the credential of its server alone, nor give itself a credential of the wallet', async () => {
    const { id, customerId } = await walletOf('ada');
    const before = await balance();
    const quote = await lastQuote();
    const execute = `/quotes/${quote.id}/execute`;
    await refused(401, 'WALLET_SIGNATURE_MISSING', used.api.post(execute));
    const { payloadToSign } = quote.paymentInstructions![0]!.accountOrWalletInfo as unknown as Record<string, string>;
    const forged = { 'svc-wallet-signature': createStamp(createKey(), payloadToSign!) };
    await refused(401, 'WALLET_SIGNATURE_INVALID', call(used.api, 'POST', execute, undefined, forged));
    const { destination } = quote;
    const immediately = {
      source: { sourceType: 'ACCOUNT', accountId: id },
      destination,
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
      immediatelyExecute: true,
    };
    await refused(400, 'INVALID_INPUT', used.api.post('/quotes', immediately));
    const patch = { customerType: 'INDIVIDUAL', email: 'thief@example.com' };
    await expecting(200, used.api.patch(`/customers/${customerId}`, patch));
    await expecting(202, used.api.post('/auth/credentials', { type: 'EMAIL_OTP', accountId: id }));
    expect(await credentialsOf(used.api, id)).toHaveLength(1);
    expect(await balance()).toBe(before);
  });

  it('shows and pays nothing of a wallet to another user, and nothing at all without a session', async () => {
    const grace = await visit(browser, app.url, complaints);
    const [mine] = await payments();
    const quote = await lastQuote();
    const paths = [`/api/payments/${mine!.id}`, `/api/quotes/${quote.id}/pay`] as const;
    expect(await fromPage(grace, paths[0], 'GET')).toEqual({ status: 401, code: 'SIGNED_OUT', fields: [] });
    expect(await fromPage(grace, '/api/wallet', 'GET')).toEqual({ status: 401, code: 'SIGNED_OUT', fields: [] });
    await grace.page.getByLabel('Your full name').fill('Ada Again');
    await grace.page.locator('#sign-up-username').fill('ada');
    await click('Open a wallet', grace);
    await problem(grace).getByText('This user name is taken.').waitFor();
    await signUp(grace, 'grace', 'Grace Hopper');
    expect(await fromPage(grace, paths[0], 'GET')).toEqual({ status: 404, code: 'TRANSACTION_NOT_FOUND', fields: [] });
    expect(await fromPage(grace, paths[1])).toEqual({ status: 404, code: 'QUOTE_NOT_FOUND', fields: [] });
    const [session] = await sessionsOf(used.api, (await walletOf('ada')).id);
    const end = `/api/wallet-sessions/${session!.id}/end`;
    expect(await fromPage(grace, end)).toEqual({ status: 404, code: 'SESSION_NOT_FOUND', fields: [] });
    const { accountId } = (await fromPage(grace, '/api/wallet', 'GET')) as unknown as InternalAccount & {
      accountId: string;
    };
    expect(accountId).toBe((await walletOf('grace')).id);
    // The passkey of another device does not open the wallet.
    await click('Sign out', grace);
    await grace.page.getByLabel('User name').first().fill('ada');
    await click('Sign in with your passkey', grace);
    await problem(grace).getByText('Your device did not sign').waitFor();
    await grace.context.close();
  });

  it('refuses requests of other sites, under other names, in other forms, and without a registration', async () => {
    const cookies = await ada.context.cookies();
    expect(cookies).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict' })]);
    const { name, value } = cookies[0]!;
    const send = async (headers: Record<string, string>, body = '{}') => {
      const given = { origin: app.url, cookie: `${name}=${value}`, 'content-type': 'application/json', ...headers };
      const response = await fetch(`${app.url}/api/test-money`, { method: 'POST', headers: given, body });
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    const before = await balance();
    expect(await send({ origin: 'https://evil.example' })).toEqual([403, 'OTHER_ORIGIN']);
    expect(await send({ 'content-type': 'text/plain' })).toEqual([415, 'INVALID_INPUT']);
    expect(await send({ cookie: `${name}=guessed` })).toEqual([401, 'SIGNED_OUT']);
    expect(await send({}, '[')).toEqual([400, 'INVALID_INPUT']);
    expect(await send({}, `"${'x'.repeat(70_000)}"`)).toEqual([413, 'INVALID_INPUT']);
    for (const id of ['%2E%2E', '%E0%A4%A', 'Quote:1%2F..']) {
      expect(await fromPage(ada, `/api/quotes/${id}/pay`)).toEqual({ status: 404, code: 'NOT_FOUND', fields: [] });
    }
    expect((await fetch(app.url, { method: 'POST' })).status).toBe(404);
    expect(await balance()).toBe(before);
    expect((await fetch(app.url.replace('localhost', '127.0.0.1'))).status).toBe(421);
    expect((await fetch(`${app.url}/modules/../server.js`)).status).toBe(404);
    const { code } = await fromPage(ada, '/api/passkey');
    expect(code).toBe('INVALID_INPUT');
  });

  it('shows the recovery words, which are encrypted to the device', async () => {
    await click('Show the recovery words');
    await eventually('the words', async () => {
      const words = await ada.page.locator('#words').textContent();
      return /^([a-z]+ ){11}[a-z]+$/.test(words ?? '');
    });
    const words = (await ada.page.locator('#words').textContent())!;
    expect(app.responses.filter((response) => response.includes(words))).toEqual([]);
  });

  it('stays signed in after a reload, but has lost the key, so that the next payment needs the passkey', async () => {
    const uses = ada.passkeyUses();
    await ada.page.reload();
    await ada.page.locator('#lock').getByText('Locked.').waitFor();
    expect(await ada.page.locator('#words').textContent()).toBe('');
    await order('3');
    await priced();
    await click('Sign and pay');
    await says('The payment is completed.');
    expect(ada.passkeyUses()).toBe(uses + 1);
  });

  it('ends the session of the wallet with that of the app, and the passkey opens both again', async () => {
    const { id } = await walletOf('ada');
    const open = (await sessionsOf(used.api, id)).length;
    await click('Sign out');
    await says('You are signed out.');
    expect(await sessionsOf(used.api, id)).toHaveLength(open - 1);
    expect(await ada.context.cookies()).toEqual([]);
    expect(await fromPage(ada, '/api/wallet', 'GET')).toEqual({ status: 401, code: 'SIGNED_OUT', fields: [] });
    await ada.page.reload();
    await ada.page.getByLabel('User name').first().fill('ada');
    await click('Sign in with your passkey');
    await says('You are signed in.');
    expect(await ada.page.locator('#lock').textContent()).toContain('Unlocked');
  });

  it('says what is wrong with an order, and that the wallet has too little money', async () => {
    await order('1', 'Grace Hopper', 'DE1');
    await problem().getByText('Check the IBAN.').waitFor();
    await order('1.1234567');
    await problem().getByText('Enter an amount such as 12.50.').waitFor();
    await order('900');
    await priced();
    await click('Sign and pay');
    await problem().getByText('The wallet has not enough money').waitFor();
    await click('Do not pay');
    await says('Nothing was paid.');
  });

  it('asks for a new price after five minutes, and for the passkey after the session of the wallet has ended', async () => {
    const uses = ada.passkeyUses();
    const before = await balance();
    const later = (seconds: number) => expecting(200, used.api.post('/sandbox/clock/advance', { seconds }));
    await order('2');
    await priced();
    await later(301);
    await click('Sign and pay');
    await problem().getByText('The price is no longer valid.').waitFor();
    await later(600);
    await order('2');
    await priced();
    await click('Sign and pay');
    await problem().getByText('The signature is not one of your device').waitFor();
    expect(await balance()).toBe(before);
    await click('Sign and pay');
    await says('The payment is completed.');
    expect(ada.passkeyUses()).toBe(uses + 1);
    expect(await balance()).toBe(before - 2_000_000);
  });

  it('shows nothing of the wallet after the session of the app has ended', async () => {
    await ada.context.clearCookies();
    await click('Add test money');
    await problem().getByText('You are signed out.').waitFor();
    await ada.page.getByRole('heading', { name: 'A wallet that only you can spend from' }).waitFor();
    expect(await ada.page.locator('#wallet').isVisible()).toBe(false);
  });

  it('never sends the secret of the platform, and breaks no rule of its own policy', async () => {
    const { clientId, clientSecret } = BOOTSTRAP;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    expect(app.responses.length).toBeGreaterThan(100);
    const secrets = [clientSecret, basic, basic.slice(0, 16)];
    expect(app.responses.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    const policy = (await fetch(app.url)).headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).not.toContain('unsafe');
    expect(complaints).toEqual([]);
  });
});
