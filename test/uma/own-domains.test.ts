import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { balances, createCustomer, executeQuote, fundedAccount, settled, umaDomainOf } from '../support/scenario.js';
import { webhookReceiver } from '../support/webhook-receiver.js';
import type { Customer, ErrorBody, Page, Quote, Transaction } from '../support/wire.js';
import { createNetwork, HERE, type Institution, type Lookup, umaQuoteRequest } from './institutions.js';

/** Domains of this host that no name server knows: every request to them stays in the process. */
const DOMAINS = { alpha: 'alpha.example', beta: 'beta.example' } as const;
type Name = 'default' | keyof typeof DOMAINS;

interface Invitation {
  readonly code: string;
  readonly status: string;
  readonly quoteId?: string;
  readonly quoteError?: { readonly code: string; readonly message: string };
}

const network = createNetwork(HERE);
let host: Institution;
const platforms = new Map<Name, Api>();
const of = (name: Name): Api => platforms.get(name)!;

async function createPlatform(name: string): Promise<Api> {
  const { stdout } = await host.deployment.command('platform', 'create', '--name', name);
  const [, clientId = ''] = /^client id: (\S+)$/m.exec(stdout) ?? [];
  const [, clientSecret = ''] = /^client secret: (\S+)$/m.exec(stdout) ?? [];
  return host.api.as({ clientId, clientSecret });
}

beforeAll(async () => {
  host = await network.open('sqlite');
  platforms.set('default', host.api);
  for (const [name, umaDomain] of Object.entries(DOMAINS)) {
    const api = await createPlatform(name);
    await expecting(200, api.patch('/config', { umaDomain }));
    platforms.set(name as Name, api);
  }
});
afterAll(() => network.close());

const lookUp = (api: Api, { id: customerId }: Customer, address: string) =>
  api.get<Lookup>(`/receiver/uma/${encodeURIComponent(address)}`, { customerId });

async function payer(
  name: Name,
): Promise<{ readonly api: Api; readonly customer: Customer; readonly account: string }> {
  const api = of(name);
  const customer = await createCustomer(api);
  return { api, customer, account: (await fundedAccount(api, customer.id, 'USD', 100_000)).id };
}

const NAMES: readonly Name[] = ['default', 'alpha', 'beta'];
const PAIRS = NAMES.flatMap((from) => NAMES.map((to) => [from, to] as const));

describe('a domain of this host', { concurrent: true }, () => {
  it.each(PAIRS)('is paid without the network, from %s to %s', async (from, to) => {
    const { api, customer, account } = await payer(from);
    const payee = await createCustomer(of(to), { fullName: 'Grace Hopper' });
    if (to !== 'default') expect(umaDomainOf(payee)).toBe(DOMAINS[to]);
    const before = await balances(of(to), payee.id, 'EUR');

    const { lookupId } = await expecting(200, lookUp(api, customer, payee.umaAddress));
    const wanted = { account, to: payee.umaAddress, lookupId, amount: 1_000, currency: 'EUR' } as const;
    const quote = await expecting(201, api.post<Quote>('/quotes', umaQuoteRequest({ ...wanted, side: 'RECEIVING' })));
    await executeQuote(api, quote.id);
    await settled(api, quote.transactionId);
    await eventually('the money', async () => {
      const [now] = await balances(of(to), payee.id, 'EUR');
      return now === before[0] + 1_000;
    });
    const { data } = await expecting(
      200,
      of(to).get<Page<Transaction>>('/transactions', { customerId: payee.id, type: 'INCOMING' }),
    );
    expect(data).toMatchObject([{ status: 'COMPLETED', source: { umaAddress: customer.umaAddress } }]);
  });

  it.each(PAIRS)(
    'answers 404 for an unknown name, and 400 for a customer who cannot receive, from %s to %s',
    async (from, to) => {
      const api = of(from);
      const [customer, waiting] = [
        await createCustomer(api),
        await createCustomer(of(to), { fullName: 'Ada Waiting 001' }),
      ];
      await refused(404, 'UMA_NOT_FOUND', lookUp(api, customer, `$nobody@${umaDomainOf(waiting)}`));
      await refused(400, 'INVALID_RECEIVER', lookUp(api, customer, waiting.umaAddress));
      const deleted = await createCustomer(of(to));
      await expecting(200, of(to).delete(`/customers/${deleted.id}`));
      await refused(400, 'INVALID_RECEIVER', lookUp(api, customer, deleted.umaAddress));
    },
  );

  it('is still a failure of the other institution, if no platform of the host has the domain', async () => {
    const { api, customer } = await payer('alpha');
    await refused(424, 'LNURLP_REQUEST_FAILED', lookUp(api, customer, '$ada@gamma.example'));
  });
});

describe('the platform of a payee at a domain of this host', () => {
  it('is asked for its approval as for other payers, and its refusal reaches the payer', async () => {
    const api = await createPlatform('asked');
    const receiver = await webhookReceiver();
    try {
      receiver.answerWith(({ event }, response) =>
        response.writeHead(event.type === 'INCOMING_PAYMENT.PENDING' ? 403 : 200).end(),
      );
      await expecting(200, api.patch('/config', { umaDomain: 'asked.example', webhookEndpoint: receiver.url }));
      const payee = await createCustomer(api);
      const from = await payer('alpha');
      const { lookupId } = await expecting(200, lookUp(from.api, from.customer, payee.umaAddress));
      const wanted = umaQuoteRequest({ account: from.account, to: payee.umaAddress, lookupId, amount: 1_000 });
      await refused(400, 'SENDER_NOT_ACCEPTED', from.api.post('/quotes', wanted));
      const question = receiver.deliveries.find(({ event }) => event.type === 'INCOMING_PAYMENT.PENDING');
      expect(question?.event.data).toMatchObject({
        counterpartyInformation: { UMA_ADDRESS: from.customer.umaAddress },
      });
    } finally {
      await expecting(200, api.patch('/config', { webhookEndpoint: null }));
      await receiver.close();
    }
  });
});

describe('a claimed invitation with an amount', () => {
  const invite = async (amountToSend: number) => {
    const inviter = await createCustomer(of('alpha'));
    await fundedAccount(of('alpha'), inviter.id, 'USD', 10_000);
    return expecting(
      201,
      of('alpha').post<Invitation>('/invitations', { inviterUma: inviter.umaAddress, amountToSend }),
    );
  };
  const claim = (name: Name, code: string, { umaAddress }: Customer) =>
    of(name).post<Invitation>(`/invitations/${code}/claim`, { inviteeUma: umaAddress });

  it.each(['default', 'beta'] as const)('names a quote that exists, for an invitee of %s', async (name) => {
    const { code } = await invite(1_000);
    const invitee = await createCustomer(of(name));
    const { quoteId = '', quoteError } = await expecting(200, claim(name, code, invitee));
    expect(quoteError).toBeUndefined();
    const quote = await expecting(200, of('alpha').get<Quote>(`/quotes/${quoteId}`));
    expect(quote).toMatchObject({ status: 'PENDING', totalSendingAmount: 1_000 });
    await executeQuote(of('alpha'), quoteId);
    await settled(of('alpha'), quote.transactionId);
  });

  it('says why no quote was opened, in its answer, its record and its event', async () => {
    const receiver = await webhookReceiver();
    await expecting(200, of('alpha').patch('/config', { webhookEndpoint: receiver.url }));
    try {
      const { code } = await invite(1_000);
      const invitee = await createCustomer(of('beta'), { fullName: 'Ada Waiting 001' });
      const claimed = await expecting(200, claim('beta', code, invitee));
      expect(claimed).toMatchObject({ status: 'CLAIMED', quoteError: { code: 'INVALID_RECEIVER' } });
      expect(claimed.quoteId).toBeUndefined();
      expect(await expecting(200, of('alpha').get(`/invitations/${code}`))).toEqual(claimed);
      const { event } = await eventually('INVITATION.CLAIMED', () =>
        receiver.deliveries.find(({ event: { type } }) => type === 'INVITATION.CLAIMED'),
      );
      expect(event.data).toEqual(claimed);
      const again: { readonly body: unknown } = await claim('beta', code, invitee);
      expect((again.body as ErrorBody).code).toBe('INVITATION_ALREADY_CLAIMED');
    } finally {
      await expecting(200, of('alpha').patch('/config', { webhookEndpoint: null }));
      await receiver.close();
    }
  });
});
