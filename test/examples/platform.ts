import { expecting } from '../support/api.js';
import { createPlatform } from '../support/credentials.js';
import { eventually } from '../support/eventually.js';
import { accountOf, createCustomer, fund } from '../support/scenario.js';
import type { UsedHost } from '../support/use-host.js';
import type { Page } from '../support/wire.js';
import { exampleId } from './example-ids.js';
import type { Area, Scenario } from './run-examples.js';

/** Another platform, whose settings no other example needs, with an endpoint, limits and a fee. */
const configured: Scenario = async (used) => {
  const api = used.api.as(await createPlatform(used.deployment, 'Examples', '--currencies', 'USD'));
  const webhookEndpoint = used.receiver.url;
  await expecting(
    200,
    api.patch('/config', {
      webhookEndpoint,
      supportedCurrencies: [
        {
          currencyCode: 'USD',
          minAmount: 100,
          maxAmount: 1_000_000,
          requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
          enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
        },
      ],
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: 'USD',
          variableFeeBps: 50,
          fixedFee: { amount: 25, currency: 'USD' },
        },
      ],
    }),
  );
  return { api, replace: { 'https://platform.example.com/webhooks': webhookEndpoint } };
};

/** A token that can read only. */
const token: Scenario = async ({ api }) => {
  const created = await expecting(
    201,
    api.post<{ readonly id: string }>('/tokens', { name: 'reporting', permissions: ['VIEW'] }),
  );
  return { replace: { [exampleId('Token')]: created.id } };
};

/** A customer whose account has USD 500.00. */
async function fundedAccount({ api }: Pick<UsedHost, 'api'>) {
  const customer = await createCustomer(api, { currencies: ['USD'] });
  const { id } = await accountOf(api, customer.id, 'USD');
  return { customer, account: await fund(api, id, 50_000) };
}

/** The deposit of that account. */
const booked: Scenario = async ({ api }) => {
  const { account } = await fundedAccount({ api });
  const { data } = await expecting(
    200,
    api.get<Page<{ readonly cause: string }>>('/ledger/entries', { account: `available:${account.id}` }),
  );
  return {
    replace: {
      [`available:${exampleId('InternalAccount')}`]: `available:${account.id}`,
      [exampleId('Transaction')]: data[0]!.cause,
    },
  };
};

interface Event {
  readonly id: string;
  readonly status: string;
}

/** An event about that account, which the endpoint has accepted, and a later one about another account. */
const delivered: Scenario = async ({ api }) => {
  const { account } = await fundedAccount({ api });
  const event = await eventually('the event is delivered', async () => {
    const { data } = await expecting(200, api.get<Page<Event>>('/webhooks/events', { resource: account.id }));
    const [first] = data;
    if (first?.status !== 'DELIVERED') throw new Error(JSON.stringify(data));
    return first;
  });
  await fundedAccount({ api });
  return { replace: { [exampleId('InternalAccount')]: account.id, [exampleId('Webhook')]: event.id } };
};

const ownKeys: Scenario = async ({ api }) => {
  const { id } = await expecting(200, api.get<{ readonly id: string }>('/config'));
  return { replace: { [exampleId('Platform')]: id } };
};

/** A key that is replaced for the second time, so that there is a previous one. */
const rotatedKey: Scenario = async ({ api }) => {
  await expecting(200, api.post('/webhooks/public-key/rotate'));
  return {};
};

export const PLATFORM: Area = {
  tags: ['Platform Configuration', 'Exchange Rates', 'Discoveries', 'VASPs', 'API Tokens', 'Webhooks', 'Ledger'],
  scenarios: {
    getPlatformConfig: configured,
    updatePlatformConfig: configured,
    listTokens: token,
    getTokenById: token,
    deleteTokenById: token,
    listLedgerEntries: booked,
    getWebhookPublicKeyOfPlatform: ownKeys,
    rotateWebhookPublicKey: rotatedKey,
    listWebhookEvents: delivered,
    getWebhookEvent: delivered,
    redeliverWebhookEvent: delivered,
    signWebhookEvent: delivered,
    followWebhookEvents: delivered,
  },
};
