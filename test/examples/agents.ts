import { connectAgent, createAgent, redeem, whoIs } from '../support/agents.js';
import { type Api, expecting } from '../support/api.js';
import { addAccount, createCustomer, fundedAccount, type PayoutCurrency, payoutRequest } from '../support/scenario.js';
import type { AgentAction, ExternalAccount, Quote } from '../support/wire.js';
import { exampleId } from './example-ids.js';
import type { Area, Scenario } from './run-examples.js';

const CODE = '7HQ4K9XMCRVW';
const LIMITS = { perTransactionLimit: 50_000, dailyLimit: 200_000 };
const ABOVE_10_000 = { approvalThresholds: { amount: 10_000 } };
const WITHIN = 10_000;
const ABOVE = 20_000;

interface Parties {
  readonly customerId: string;
  readonly from: string;
  readonly to: string;
  readonly replace: Record<string, string>;
}

/** A customer with USD 500.00, and an account outside. */
async function partiesOf(api: Api, currency: PayoutCurrency = 'EUR'): Promise<Parties> {
  const { id: customerId } = await createCustomer(api, { currencies: ['USD', 'EUR'] });
  const [{ id: from }, { id: to }] = await Promise.all([
    fundedAccount(api, customerId, 'USD', 50_000),
    addAccount(api, customerId, currency),
  ]);
  const replace = {
    [exampleId('Customer')]: customerId,
    [exampleId('InternalAccount')]: from,
    [exampleId('ExternalAccount')]: to,
  };
  return { customerId, from, to, replace };
}

/** A customer with two accounts outside, and no agent. */
const unassisted: Scenario = async ({ api }) => {
  const { customerId, replace } = await partiesOf(api);
  const { id } = await addAccount(api, customerId, 'EUR');
  return { replace: { ...replace, [exampleId('ExternalAccount', 2)]: id } };
};

/** An agent, with its code redeemed or not. */
const created =
  ({ isRedeemed }: { readonly isRedeemed: boolean }): Scenario =>
  async ({ api }) => {
    const { customerId, replace } = await partiesOf(api);
    const { agent, deviceCode } = await createAgent(api, customerId, LIMITS, ABOVE_10_000);
    if (isRedeemed) await redeem(api, deviceCode.code);
    return { replace: { ...replace, [exampleId('Agent')]: agent.id, [CODE]: deviceCode.code } };
  };
const connected = created({ isRedeemed: true });
const unconnected = created({ isRedeemed: false });

interface Acting {
  readonly parties: Parties;
  readonly acting: Api;
  readonly replace: Record<string, string>;
}

async function actingFor(api: Api, currency?: PayoutCurrency): Promise<Acting> {
  const parties = await partiesOf(api, currency);
  const acting = await connectAgent(api, parties.customerId, LIMITS, ABOVE_10_000);
  const { id } = await whoIs(acting);
  return { parties, acting, replace: { ...parties.replace, [exampleId('Agent')]: id } };
}

const ask = async ({ acting, parties: { from, to } }: Acting, amount: number): Promise<Quote> =>
  expecting(201, acting.post<Quote>('/agents/me/quotes', payoutRequest({ from, to, amount })));

/** The agent of a customer. */
const assisted =
  (currency?: PayoutCurrency): Scenario =>
  async ({ api }) => {
    const { acting, replace } = await actingFor(api, currency);
    return { api: acting, replace };
  };

/** The agent has a quote of this amount. */
const quoted =
  (amount: number): Scenario =>
  async ({ api }) => {
    const of = await actingFor(api);
    const { id } = await ask(of, amount);
    return { api: of.acting, replace: { ...of.replace, [exampleId('Quote')]: id } };
  };

/** The agent has executed a quote of this amount; `by` calls the example. */
const executed =
  (amount: number, by: 'agent' | 'platform'): Scenario =>
  async ({ api }) => {
    const of = await actingFor(api);
    const quote = await ask(of, amount);
    const action = await expecting(200, of.acting.post<AgentAction>(`/agents/me/quotes/${quote.id}/execute`));
    const replace = {
      ...of.replace,
      [exampleId('AgentAction')]: action.id,
      [exampleId('Quote')]: quote.id,
      [exampleId('Transaction')]: quote.transactionId,
    };
    return by === 'agent' ? { api: of.acting, replace } : { replace };
  };

/** The agent has added the account that the example shows. */
const withAccount: Scenario = async ({ api }) => {
  const of = await actingFor(api);
  const { id } = await expecting(
    201,
    of.acting.post<ExternalAccount>('/agents/me/external-accounts', {
      customerId: of.parties.customerId,
      currency: 'USD',
      platformAccountId: 'supplier-17',
      accountInfo: {
        accountType: 'US_ACCOUNT',
        accountNumber: '123456789900',
        routingNumber: '021000021',
        accountHolderName: 'Grace Hopper',
      },
    }),
  );
  return { api: of.acting, replace: { ...of.replace, [exampleId('ExternalAccount')]: id } };
};

export const AGENTS: Area = {
  tags: ['Agent Management', 'Agent Operations'],
  scenarios: {
    listAgents: connected,
    createAgent: unassisted,
    listAgentApprovals: executed(ABOVE, 'platform'),
    getAgentById: connected,
    updateAgent: connected,
    deleteAgent: connected,
    updateAgentPolicy: connected,
    regenerateAgentDeviceCode: connected,
    approveAgentAction: executed(ABOVE, 'platform'),
    rejectAgentAction: executed(ABOVE, 'platform'),
    getAgentDeviceCodeStatus: unconnected,
    redeemAgentDeviceCode: unconnected,
    getAgentMe: assisted(),
    agentListTransactions: executed(WITHIN, 'agent'),
    agentGetTransaction: executed(WITHIN, 'agent'),
    agentCreateQuote: assisted(),
    agentGetQuote: quoted(WITHIN),
    'agentExecuteQuote pay-within-the-limits': quoted(WITHIN),
    'agentExecuteQuote ask-for-an-approval': quoted(ABOVE),
    agentListActions: executed(ABOVE, 'agent'),
    agentGetAction: executed(ABOVE, 'agent'),
    agentCreateTransferIn: assisted('USD'),
    agentCreateTransferOut: assisted('USD'),
    agentListInternalAccounts: assisted(),
    agentListExternalAccounts: withAccount,
    agentCreateExternalAccount: assisted(),
    agentGetExternalAccount: withAccount,
    agentDeleteExternalAccount: withAccount,
  },
};
