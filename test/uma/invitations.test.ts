import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { createCustomer, executeQuote, settled } from '../support/scenario.js';
import type { CurrencyAmount, Page, Quote } from '../support/wire.js';
import { createNetwork, HERE, fundCustomer, type Institution } from './institutions.js';

interface Invitation {
  readonly code: string;
  readonly url: string;
  readonly status: string;
  readonly inviterUma: string;
  readonly inviteeUma?: string;
  readonly claimedAt?: string;
  readonly amountToSend?: CurrencyAmount;
  readonly quoteId?: string;
}

const network = createNetwork(HERE);
let host: Institution;
/** Another platform of the same host, and its customer. */
let stranger: Api;
let invitee: string;

const invite = (more: object = {}) =>
  host.api.post<Invitation>('/invitations', { inviterUma: host.customer.umaAddress, ...more });
const claim = (api: Api, code: string, inviteeUma = invitee) =>
  api.post<Invitation>(`/invitations/${code}/claim`, { inviteeUma });

beforeAll(async () => {
  host = await network.open('sqlite');
  const { stdout } = await host.deployment.command('platform', 'create', '--name', 'Stranger');
  const [, clientId = ''] = /^client id: (\S+)$/m.exec(stdout) ?? [];
  const [, clientSecret = ''] = /^client secret: (\S+)$/m.exec(stdout) ?? [];
  stranger = host.api.as({ clientId, clientSecret });
  invitee = (await createCustomer(stranger)).umaAddress;
});
afterAll(() => network.close());

it('invitations require a UMA domain of the platform', async () => {
  await refused(400, 'INVITATIONS_NOT_CONFIGURED', invite());
  await expecting(200, host.api.patch('/config', { umaDomain: 'pay.example' }));
});

describe('an invitation', () => {
  it('can be read by its code, and has a page for the invitee', async () => {
    const made = await expecting(201, invite({ firstName: '<Bob>', amountToSend: 1_250 }));
    expect(made).toMatchObject({ status: 'PENDING', amountToSend: { amount: 1_250, currency: { code: 'USD' } } });
    expect(made.code).toMatch(/^[a-z0-9]{16}$/);
    expect(await expecting(200, host.api.get(`/invitations/${made.code}`))).toEqual(made);
    const page = await fetch(made.url);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain(made.code);
    expect(html).toContain('12.50 USD');
    expect(html).toContain('You are invited, &lt;Bob&gt;');
    expect(html).toContain('Invitation from <strong><bdi>Sandbox</bdi></strong>');
    expect(html).toContain('href="https://pay.example/"');
    await expecting(
      200,
      host.api.patch('/config', {
        redirectSchemes: ['com.example.app'],
        invitationUri: 'com.example.app:/join/{code}',
      }),
    );
    expect(await (await fetch(made.url)).text()).toContain(`href="com.example.app:/join/${made.code}"`);
    expect((await fetch(made.url.replace(made.code, '2222222222222222'))).status).toBe(404);
  });

  it('is claimed once, also by another platform, and the inviting platform receives an event', async () => {
    const { code, url } = await expecting(201, invite());
    const claimed = await expecting(200, claim(stranger, code));
    expect(claimed).toMatchObject({ status: 'CLAIMED', inviteeUma: invitee });
    await refused(400, 'INVITATION_ALREADY_CLAIMED', claim(host.api, code));
    await refused(400, 'INVITATION_ALREADY_CLAIMED', host.api.post(`/invitations/${code}/cancel`));
    const { event } = await eventually('INVITATION.CLAIMED', () =>
      host.receiver.deliveries.find(({ event: { data } }) => data?.['code'] === code),
    );
    expect(event).toMatchObject({ type: 'INVITATION.CLAIMED', data: claimed });
    expect((await fetch(url)).status).toBe(410);
  });

  it('can be claimed only for a customer of the claiming platform', async () => {
    const { code } = await expecting(201, invite());
    await refused(404, 'USER_NOT_FOUND', claim(host.api, code));
    await refused(404, 'USER_NOT_FOUND', claim(stranger, code, '$success.eur@sandbox.uma.money'));
    const deleted = await createCustomer(stranger);
    await expecting(200, stranger.delete(`/customers/${deleted.id}`));
    await refused(404, 'USER_NOT_FOUND', claim(stranger, code, deleted.umaAddress));
    expect((await expecting(200, host.api.get<Invitation>(`/invitations/${code}`))).status).toBe('PENDING');
    await expecting(200, claim(stranger, code, invitee.toUpperCase()));
  });

  it('is claimed once by many concurrent requests', async () => {
    const { code } = await expecting(201, invite());
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => claim(stranger, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('can be cancelled by the inviting platform only', async () => {
    const { code, url } = await expecting(201, invite());
    await refused(403, 'FORBIDDEN', stranger.post(`/invitations/${code}/cancel`));
    const cancelled = await expecting(200, host.api.post<Invitation>(`/invitations/${code}/cancel`));
    expect(cancelled.status).toBe('CANCELLED');
    await refused(400, 'INVITATION_CANCELLED', claim(host.api, code));
    await refused(400, 'INVITATION_CANCELLED', host.api.post(`/invitations/${code}/cancel`));
    expect((await fetch(url)).status).toBe(410);
  });

  it('expires', async () => {
    const { code } = await expecting(201, invite({ expiresAt: new Date(Date.now() + 400).toISOString() }));
    await eventually('EXPIRED', async () => {
      const { status } = await expecting(200, host.api.get<Invitation>(`/invitations/${code}`));
      return status === 'EXPIRED';
    });
    await refused(400, 'INVALID_INPUT', claim(host.api, code));
  });

  it('with an amount opens a quote when it is claimed, which the platform can execute', async () => {
    await fundCustomer(host, 10_000);
    const { code } = await expecting(201, invite({ amountToSend: 1_000 }));
    const { quoteId = '' } = await expecting(200, claim(stranger, code));
    expect(quoteId).toMatch(/^Quote:/);
    const quote = await eventually('the quote', async () => {
      const answer = await host.api.get<Quote>(`/quotes/${quoteId}`);
      return answer.status === 200 ? answer.body : undefined;
    });
    expect(quote).toMatchObject({ status: 'PENDING', totalSendingAmount: 1_000, destination: { umaAddress: invitee } });
    await executeQuote(host.api, quoteId);
    await settled(host.api, quote.transactionId);
  });

  it('is refused with every faulty field', async () => {
    const wrong = await refused(
      400,
      'INVALID_INPUT',
      invite({ inviterUma: '$nobody@pay.example', expiresAt: '2020-01-01T00:00:00Z' }),
    );
    expect(wrong.details?.errors?.map(({ field }) => field).sort()).toEqual(['expiresAt', 'inviterUma']);
    await refused(400, 'INVALID_UMA_ADDRESS', invite({ inviterUma: 'nobody' }));
    const { code } = await expecting(201, invite());
    await refused(400, 'INVALID_UMA_ADDRESS', claim(host.api, code, 'bob'));
    await refused(400, 'INVALID_INPUT', claim(host.api, code, host.customer.umaAddress));
    for (const unknown of ['2222222222222222', 'nothing']) {
      await refused(404, 'INVITATION_NOT_FOUND', host.api.get(`/invitations/${unknown}`));
      await refused(404, 'INVITATION_NOT_FOUND', claim(host.api, unknown));
    }
  });
});

it('the providers of the host can be listed', async () => {
  const page = await expecting(200, host.api.get<Page<{ domain: string }>>('/uma-providers'));
  expect(page.data.map(({ domain }) => domain)).toEqual(['sandbox.uma.money']);
  const none = await expecting(200, host.api.get<Page<unknown>>('/uma-providers', { currencyCode: 'JPY' }));
  expect(none.data).toEqual([]);
});

it('a command replaces the certificates of a domain, at most once an hour', async () => {
  const rotate = (domain: string) => host.deployment.command('uma', 'rotate-keys', '--domain', domain);
  const first = await rotate('pay.example');
  expect([first.exitCode, first.stdout]).toEqual([
    0,
    expect.stringMatching(/^new certificates of pay\.example: in use/),
  ]);
  expect((await rotate('pay.example')).stdout).toBe(first.stdout);
  const unknown = await rotate('bank.example');
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('no platform of this host uses this domain'),
  ]);
});
