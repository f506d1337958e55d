import { randomUUID } from 'node:crypto';
import { type Api, expecting } from '../support/api.js';
import { activeCard, authorize, simulate, transactionOf } from '../support/cards.js';
import { createPlatform } from '../support/credentials.js';
import { eventually } from '../support/eventually.js';
import { accountOf, addAccount, createCustomer, fund, quoteFunding } from '../support/scenario.js';
import type { UsedHost } from '../support/use-host.js';
import type { Page } from '../support/wire.js';
import { exampleId } from './example-ids.js';
import { type Area, named, type Scenario } from './run-examples.js';

/** Another platform, whose settings no other example needs, with an endpoint, limits, a fee and an app. */
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
      redirectSchemes: ['com.example.app'],
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
  return named({ Token: created.id });
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
  return named({ InternalAccount: account.id, Webhook: event.id });
};

const ownKeys: Scenario = async ({ api }) => {
  const { id } = await expecting(200, api.get<{ readonly id: string }>('/config'));
  return named({ Platform: id });
};

/** A key that is replaced for the second time, so that there is a previous one. */
const rotatedKey: Scenario = async ({ api }) => {
  await expecting(200, api.post('/webhooks/public-key/rotate'));
  return {};
};

/** A customer of another platform that has a UMA domain of its own. */
async function inviter({ api, deployment }: UsedHost): Promise<{ readonly api: Api; readonly umaAddress: string }> {
  const inviting = api.as(await createPlatform(deployment, 'Inviting', '--currencies', 'USD'));
  await expecting(200, inviting.patch('/config', { umaDomain: `${randomUUID()}.example` }));
  const { umaAddress } = await createCustomer(inviting, { currencies: ['USD'] });
  return { api: inviting, umaAddress };
}

const inviting: Scenario = async (used) => {
  const { api, umaAddress } = await inviter(used);
  return { api, replace: { '$ada@pay.example': umaAddress } };
};

/** An invitation with a gift, by another platform. */
async function invitation(used: UsedHost) {
  const { api, umaAddress: inviterUma } = await inviter(used);
  const request = { inviterUma, firstName: 'Grace', amountToSend: 1_250, expiresAt: '2036-01-05T10:00:00.000Z' };
  const { code } = await expecting(201, api.post<{ readonly code: string }>('/invitations', request));
  return { api, replace: { '7hq4k9xm2c8nvtw3': code } };
}

/** The host's first platform claims it for its own customer. */
const claimed: Scenario = async (used) => {
  const { replace } = await invitation(used);
  const { umaAddress } = await createCustomer(used.api, { currencies: ['USD'] });
  return { replace: { ...replace, '$grace@bank.example': umaAddress } };
};

/** A quote of USD 100.00 that an external payer funds. */
const awaited: Scenario = async ({ api }) => {
  const customer = await createCustomer(api, { currencies: ['USD', 'EUR'] });
  const { id: to } = await addAccount(api, customer.id, 'EUR');
  const quote = await quoteFunding(api, { customerId: customer.id, to, amount: 10_000 });
  return named({ Quote: quote.id });
};

interface Instructions {
  readonly fundingPaymentInstructions: readonly { readonly accountOrWalletInfo: { readonly reference?: string } }[];
}

const emptyAccount: Scenario = async ({ api }) => {
  const customer = await createCustomer(api, { currencies: ['USD'] });
  const account = await accountOf(api, customer.id, 'USD');
  const [first] = (account as unknown as Instructions).fundingPaymentInstructions;
  return {
    replace: {
      [exampleId('Customer')]: customer.id,
      [exampleId('InternalAccount')]: account.id,
      K7QF9M3XHTCP: first!.accountOrWalletInfo.reference,
    },
  };
};

/** Another platform, whose clock no other example needs. */
const ownClock: Scenario = async ({ api, deployment }) => ({ api: api.as(await createPlatform(deployment, 'Clock')) });

/** An active card that spends from an account with USD 500.00, and another account of its holder. */
const card: Scenario = async ({ api }) => {
  const customer = await createCustomer(api, { currencies: ['USD', 'EUR'] });
  const account = await accountOf(api, customer.id, 'USD');
  await fund(api, account.id, 50_000);
  const more = { platformCardId: 'ada-travel', maxSpendPerTransaction: 50_000 };
  const { id } = await activeCard(api, customer.id, [account.id], more);
  const euros = await accountOf(api, customer.id, 'EUR');
  return {
    replace: {
      [exampleId('Customer')]: customer.id,
      [exampleId('InternalAccount')]: account.id,
      [exampleId('InternalAccount', 2)]: euros.id,
      [exampleId('Card')]: id,
    },
  };
};

/** A use of a card for USD 12.50, and what the network has told about it since. */
const used =
  (...told: readonly (readonly [message: string, amount: number])[]): Scenario =>
  async ({ api }) => {
    const { customer, account } = await fundedAccount({ api });
    const { id } = await activeCard(api, customer.id, [account.id]);
    const transaction = await transactionOf(api, account.id, await authorize(api, id, 1_250));
    for (const [message, amount] of told) {
      await expecting(202, simulate(api, id, message, { cardTransactionId: transaction!.id, amount }));
    }
    return named({ Card: id, Transaction: transaction!.id });
  };

const approved: Scenario = async ({ api }) => {
  const { customer, account } = await fundedAccount({ api });
  return named({ Customer: customer.id, InternalAccount: account.id });
};

export const PLATFORM: Area = {
  tags: [
    'Platform Configuration',
    'Exchange Rates',
    'Discoveries',
    'VASPs',
    'API Tokens',
    'Webhooks',
    'Ledger',
    'Invitations',
    'Available UMA Providers',
    'Sandbox',
    'Cards',
  ],
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
    createInvitation: inviting,
    getInvitation: invitation,
    claimInvitation: claimed,
    cancelInvitation: invitation,
    sandboxSend: awaited,
    sandboxDeposit: emptyAccount,
    sandboxFundInternalAccount: emptyAccount,
    sandboxReceive: approved,
    advanceSandboxClock: ownClock,
    listCards: card,
    createCard: approved,
    getCardById: card,
    updateCardById: card,
    revealCard: card,
    sandboxSimulateCardAuthorization: card,
    sandboxSimulateCardBalanceInquiry: card,
    sandboxSimulateCardCreditAuthorization: card,
    sandboxSimulateCardFinancialAuthorization: card,
    sandboxSimulateCardFinancialCreditAuthorization: card,
    sandboxSimulateCardCreditAuthorizationAdvice: card,
    sandboxSimulateCardClearing: used(),
    sandboxSimulateCardAuthorizationAdvice: used(),
    sandboxSimulateCardReturn: used(['clearing', 1_250]),
    sandboxSimulateCardReturnReversal: used(['clearing', 1_250], ['return', 500]),
  },
};
