import { Corridor } from '@corridor/client';
import { callSigned } from '@corridor/client/wallet';
import type { Browser, Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../support/api.js';
import { createAgent, redeem } from '../support/agents.js';
import { hasBrowser, openBrowser } from '../support/browser.js';
import { clientSite, type Site } from '../support/client-site.js';
import { BOOTSTRAP } from '../support/host.js';
import { ACCOUNT_INFO, createCustomer } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import { enableWallets, openWallet, SANDBOX_CODE, sendCode } from '../support/wallet-owner.js';
import type { Page } from '../support/wire.js';

describe.runIf(hasBrowser())('the client in a browser', { timeout: 120_000 }, () => {
  const used = useHost('sqlite');
  let browser: Browser;
  let site: Site;
  let page: BrowserPage;
  const problems: string[] = [];

  /** Runs the body of an async function in the page, with this argument as `given`. */
  const inPage = <T>(body: string, given: unknown = null): Promise<T> =>
    page.evaluate(`(async (given) => { ${body} })(${JSON.stringify(given)})`);

  beforeAll(async () => {
    [browser, site] = await Promise.all([openBrowser(), clientSite(used.host.baseUrl)]);
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(site.url);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it('refuses the secret of a platform', async () => {
    const refusal = await inPage<string>(
      `const { Corridor } = await import('/client/index.js');
       try { new Corridor(given); } catch (error) { return String(error); }`,
      { baseUrl: site.url, credential: BOOTSTRAP },
    );
    expect(refusal).toBe(
      'TypeError: a client secret must not be in a browser: call your own server, which calls Corridor',
    );
  });

  it('makes the calls of an agent by the own origin, and not by that of a host, which permits no other origins', async () => {
    const customer = await createCustomer(used.api);
    const { agent, deviceCode } = await createAgent(used.api, customer.id);
    const { accessToken } = await redeem(used.api, deviceCode.code);
    const call = (baseUrl: string) =>
      inPage<readonly [string, string]>(
        `const { Corridor } = await import('/client/index.js');
         const { accessToken } = given;
         const corridor = new Corridor({ baseUrl: given.baseUrl, credential: { accessToken }, retries: 0 });
         try { return ['answer', (await corridor.getAgentMe()).id]; } catch (error) { return ['error', error.name]; }`,
        { baseUrl, accessToken },
      );
    expect(await call(site.url)).toEqual(['answer', agent.id]);
    expect(await call(used.host.baseUrl)).toEqual(['error', 'ConnectionError']);
  });

  it('sends body and idempotency key again after a lost response, which has one effect', async () => {
    const customer = await createCustomer(used.api, { currencies: ['USD'] });
    const { deviceCode } = await createAgent(used.api, customer.id);
    const { accessToken } = await redeem(used.api, deviceCode.code);
    const created = await inPage<{ readonly attempts: number; readonly currency: string }>(
      `const { Corridor } = await import('/client/index.js');
       let attempts = 0;
       const corridor = new Corridor({
         baseUrl: given.baseUrl,
         credential: { accessToken: given.accessToken },
         fetch: async (url, init) => {
           const response = await fetch(url, init);
           attempts += 1;
           if (attempts === 1) throw new TypeError('the connection was reset');
           return response;
         },
       });
       const { currency } = await corridor.agentCreateExternalAccount({ body: given.body });
       return { attempts, currency };`,
      {
        baseUrl: site.url,
        accessToken,
        body: { customerId: customer.id, currency: 'EUR', accountInfo: ACCOUNT_INFO.EUR('900') },
      },
    );
    expect(created).toEqual({ attempts: 2, currency: 'EUR' });
    const accounts = used.api.get<Page<object>>('/customers/external-accounts', { customerId: customer.id });
    expect((await expecting(200, accounts)).data).toHaveLength(1);
  });

  it('refuses a redirect in words', async () => {
    const refusal = await inPage<string>(
      `const { Corridor } = await import('/client/index.js');
       const corridor = new Corridor({ baseUrl: given, credential: { accessToken: 'x' } });
       try { await corridor.getAgentMe(); } catch (error) { return String(error); }`,
      `${site.url}moved`,
    );
    expect(refusal).toBe('ApiError: the server redirects; set baseUrl to the address of the API itself');
  });

  it('verifies webhooks by both signatures', async () => {
    const corridor = new Corridor({ baseUrl: used.host.baseUrl, credential: BOOTSTRAP });
    const customer = await createCustomer(used.api);
    const { headers, body } = await used.receiver.delivery('CUSTOMER.KYC_APPROVED', customer.id);
    const { secret } = await corridor.getWebhookSecret();
    const publicKeys = await corridor.getWebhookPublicKey();
    const given = { headers, body: body.toString('utf8'), secret, publicKeys };
    const seen = await inPage<readonly string[]>(
      `const { verifyWebhook } = await import('/client/webhooks.js');
       const { headers, body, secret, publicKeys } = given;
       const tried = (text, keys) => verifyWebhook(text, headers, keys).then(({ id }) => id, ({ name }) => name);
       return Promise.all([
         tried(body, { secret }), tried(body, { publicKeys }),
         tried(body + ' ', { secret }), tried(body + ' ', { publicKeys }),
       ]);`,
      given,
    );
    const { id } = JSON.parse(given.body) as { id: string };
    expect(seen).toEqual([id, id, 'WebhookVerificationError', 'WebhookVerificationError']);
  });

  it('makes the keys, the codes and the stamps of a wallet, and opens what the host encrypts', async () => {
    await enableWallets(used.api);
    const { account, email } = await openWallet(used.api);
    const corridor = new Corridor({ baseUrl: used.host.baseUrl, credential: BOOTSTRAP });
    const { otpEncryptionTargetBundle } = await sendCode(used.api, email.id);
    const { encryptedOtpBundle, publicKeyUncompressed } = await inPage<Record<string, string>>(
      `window.wallet = await import('/wallet.js');
       window.key = wallet.createKey();
       const encryptedOtpBundle = await wallet.encryptCode({ ...given, clientPublicKey: key.publicKeyUncompressed });
       return { encryptedOtpBundle, publicKeyUncompressed: key.publicKeyUncompressed };`,
      { targetBundle: otpEncryptionTargetBundle, accountId: account.id, code: SANDBOX_CODE },
    );
    const stampOf = (key: string) => (payload: string) =>
      inPage<string>(`return wallet.createStamp(${key}, given);`, payload);
    const session = await callSigned(
      corridor,
      'verifyAuthCredential',
      { path: { id: email.id }, body: { type: 'EMAIL_OTP', encryptedOtpBundle: encryptedOtpBundle! } },
      stampOf('key'),
    );
    await inPage('window.sessionKey = await wallet.openSessionKey(given, key);', session.encryptedSessionSigningKey);
    const { encryptedWalletCredentials } = await callSigned(
      corridor,
      'exportInternalAccount',
      { path: { id: account.id }, body: { clientPublicKey: publicKeyUncompressed! } },
      stampOf('sessionKey'),
    );
    const words = await inPage<string>('return wallet.openExport(given.bundle, key, given);', {
      bundle: encryptedWalletCredentials,
      accountId: account.id,
    });
    expect(words).toMatch(/^([a-z]+ ){11}[a-z]+$/);
    expect(problems).toEqual([]);
  });
});
