import type { Agent, AgentAction } from '@corridor/client';
import { accountInfo, listAccountTypes } from './account-requirements.js';
import { anyAccountId, currencyCode, recordId } from './forms.js';
import { operationTool } from './operation-tool.js';
import {
  actionLine,
  externalAccountLine,
  internalAccountLine,
  pageText,
  quoteLine,
  transactionLine,
} from './record-lines.js';
import { at, quoted, type View } from './shown.js';
import { type Call, page, requestId, type Tool } from './tool.js';

/** What a quote takes from agents and platforms alike. */
export const QUOTE = {
  toAccountId: {
    field: 'destination.ACCOUNT.accountId',
    form: anyAccountId,
    says: 'The account that receives; either this or toUmaAddress.',
  },
  toUmaAddress: {
    field: 'destination.UMA_ADDRESS.umaAddress',
    says: 'The UMA address that receives, such as $name@domain.',
  },
  toCurrency: {
    field: 'destination.UMA_ADDRESS.currency',
    form: currencyCode,
    says: 'What arrives at toUmaAddress.',
  },
  amount: { field: 'lockedCurrencyAmount', says: 'In the smallest unit of the currency of amountSide.' },
  amountSide: {
    field: 'lockedCurrencySide',
    otherwise: 'SENDING',
    says: 'Whether amount is what is sent, fees included (SENDING), or what arrives (RECEIVING).',
  },
  description: { says: 'A note for the records of the platform. The receiver does not see it.' },
} as const;

/** What the result of a repeated call shows: the payment as it is now, or the answer of the earlier call. */
const SHOWS = { now: 'this is how that payment is now', then: 'this is what it returned then' } as const;
const AGAIN = 'To pay the same again on purpose, pass a requestId that you have not used. ';

export const repeatedText = (view: View, shows: keyof typeof SHOWS, again = AGAIN): string =>
  view['isRepeated'] === true
    ? `This call repeats an earlier one: nothing happened now, and ${SHOWS[shows]}. ${again}`
    : '';

/** The action of a payment as it is now; the stored answer of a repeated call may be old. */
async function present(answer: AgentAction, { corridor }: Call, isRepeated: boolean) {
  if (!isRepeated) return answer;
  return { isRepeated, ...(await corridor.agentGetAction({ path: { actionId: answer.id } })) };
}

const paid = (view: View): string => repeatedText(view, 'now') + actionLine(view);

const SAME_PAYMENT = {
  CONFLICT:
    'If you have called this tool before with this requestId, or with these accounts and this amount: repeat that call ' +
    'unchanged to see its payment, or pass a requestId that you have not used to make another payment.',
};

const APPROVAL =
  'The policy of the platform decides: the payment starts at once, waits for an approval that only the platform can give, ' +
  'or is refused.';

/** Adds the currency of the limits to each amount, which the service names once. */
function withCurrencies({ policy, usage, ...agent }: Agent) {
  const { currency } = policy.spendingLimits;
  const { accountRules, ...restrictions } = policy.accountRestrictions;
  return {
    ...agent,
    policy: {
      ...policy,
      accountRestrictions: { ...restrictions, accountRules: accountRules.map((rule) => ({ ...rule, currency })) },
      approvalThresholds: { currency, ...policy.approvalThresholds },
    },
    usage: { ...usage, currency },
  };
}

function sayPolicy(view: View): string {
  const limit = (path: string): string => at(view, `policy.spendingLimits.${path}Text`) || 'no limit';
  const threshold = at(view, 'policy.approvalThresholds.amountText');
  const permissions = (view['policy'] as View)['permissions'];
  return [
    `You are the agent ${at(view, 'id')}, named ${quoted(at(view, 'name'))}, of the customer ${at(view, 'customerId')}.`,
    `Permissions: ${Array.isArray(permissions) && permissions.length > 0 ? permissions.join(', ') : 'none'}.`,
    `Limits: ${limit('perTransactionLimit')} for one payment, ${limit('dailyLimit')} a day, ${limit('monthlyLimit')} a month.`,
    `Used: ${at(view, 'usage.dailySpendText')} on ${at(view, 'usage.dailyResetDate')} (UTC), ` +
      `${at(view, 'usage.monthlySpendText')} in ${at(view, 'usage.monthlyResetMonth')}.`,
    at(view, 'policy.defaultExecutionMode') === 'APPROVAL_REQUIRED'
      ? 'Every payment waits for the approval of the platform, unless a rule of its account says otherwise.'
      : threshold === ''
        ? 'Payments within the limits start at once, unless a rule of their account says otherwise.'
        : `Payments above ${threshold} wait for the approval of the platform.`,
  ].join('\n');
}

const ONLY_CURRENCY = { form: currencyCode, says: 'Only accounts in this currency.' };
const AMOUNT = {
  within: { minimum: 1 },
  required: true,
  says: 'In the smallest unit of the currency of both accounts.',
};

/** Everything that agents can do, each tool with the permission that it needs. */
const agentTools = (customerId: string): readonly Tool[] => [
  operationTool({
    operation: 'getAgentMe',
    name: 'get_policy',
    title: 'Who I am and what I may do',
    description:
      'Shows the agent as which this server acts: its customer, its permissions, its limits and what is used up of them, ' +
      'and which payments need an approval. Call it first, and before a payment to see whether it fits.',
    effect: 'reads',
    shows: withCurrencies,
    say: sayPolicy,
  }),
  operationTool({
    operation: 'agentListInternalAccounts',
    name: 'list_accounts',
    title: "The customer's accounts and balances",
    description:
      'Lists the accounts that hold money of the customer, with their balances. Payments are made from them.',
    effect: 'reads',
    takes: { currency: ONLY_CURRENCY, ...page },
    say: (view) => pageText(view, 'accounts', internalAccountLine),
  }),
  operationTool({
    operation: 'agentListExternalAccounts',
    name: 'list_external_accounts',
    title: 'Bank accounts and wallets outside',
    description:
      'Lists the external accounts of the customer, which payments can go to. Numbers of accounts are masked, except for ' +
      'the last four characters.',
    effect: 'reads',
    takes: { currency: ONLY_CURRENCY, ...page },
    say: (view) => pageText(view, 'external accounts', externalAccountLine),
  }),
  operationTool({
    operation: 'agentGetExternalAccount',
    name: 'show_external_account',
    title: 'One external account',
    description: 'Shows an external account of the customer. Only an ACTIVE one can be paid.',
    effect: 'reads',
    takes: { externalAccountId: { form: recordId('ExternalAccount'), says: 'Its id.' } },
    say: externalAccountLine,
  }),
  { ...listAccountTypes, needs: 'MANAGE_EXTERNAL_ACCOUNTS' },
  operationTool({
    operation: 'agentCreateExternalAccount',
    name: 'add_external_account',
    title: 'Add an external account',
    description:
      'Adds a bank account or wallet of a receiver, so that it can be paid. list_account_types says which details it ' +
      'needs. No money moves. A policy that names its accounts does not allow payments to the new one until the platform ' +
      'adds it there.',
    effect: 'adds',
    needs: 'MANAGE_EXTERNAL_ACCOUNTS',
    fills: { customerId },
    takes: {
      currency: { form: currencyCode },
      accountInfo: {
        form: accountInfo,
        says: 'The details of the account: accountType, and the fields that list_account_types returns for it.',
      },
    },
    advice: { CONFLICT: 'The customer has this account already: use the account that details.accountId names.' },
    say: (view) => `added ${externalAccountLine(view)}`,
  }),
  operationTool({
    operation: 'agentDeleteExternalAccount',
    name: 'remove_external_account',
    title: 'Remove an external account',
    description: 'Removes an external account of the customer. It can no longer be paid; earlier payments stay.',
    effect: 'removes',
    needs: 'MANAGE_EXTERNAL_ACCOUNTS',
    takes: { externalAccountId: { form: recordId('ExternalAccount'), says: 'Its id.' } },
    shows: (_answer, _call, _isRepeated, { externalAccountId }) => ({ id: externalAccountId }),
    say: (view) => `removed ${at(view, 'id')}`,
  }),
  operationTool({
    operation: 'agentCreateQuote',
    name: 'quote_payment',
    title: 'Ask for the price of a payment',
    description:
      'Locks an exchange rate and fees for a payment from an account of the customer, in another currency, to one of its ' +
      'accounts or to a UMA address that the platform has looked up. No money moves: call execute_quote before the quote ' +
      'expires. To send money in its own currency, use send_transfer.',
    effect: 'adds',
    needs: 'CREATE_QUOTES',
    takes: {
      fromAccountId: {
        field: 'source.ACCOUNT.accountId',
        form: recordId('InternalAccount'),
        says: 'The account that pays.',
      },
      ...QUOTE,
      lookupId: { says: "The platform's look-up of toUmaAddress." },
    },
    say: quoteLine,
  }),
  operationTool({
    operation: 'agentGetQuote',
    name: 'show_quote',
    title: 'One quote of this agent',
    description: 'Shows whether a quote that this agent has created can still be executed.',
    effect: 'reads',
    needs: 'CREATE_QUOTES',
    takes: { quoteId: { form: recordId('Quote'), says: 'Its id.' } },
    say: quoteLine,
  }),
  operationTool({
    operation: 'agentExecuteQuote',
    name: 'execute_quote',
    title: 'Make the payment of a quote',
    description: `Pays by a quote of this agent. ${APPROVAL} A quote is paid once: repeating the call has no second effect.`,
    effect: 'pays',
    needs: 'EXECUTE_QUOTES',
    takes: { quoteId: { form: recordId('Quote'), says: 'The quote, from quote_payment.' } },
    payment: { quoteId: 'quoteId' },
    shows: present,
    say: (view) =>
      repeatedText(view, 'now', 'To pay the same again on purpose, create another quote. ') + actionLine(view),
  }),
  operationTool({
    operation: 'agentCreateTransferOut',
    name: 'send_transfer',
    title: 'Send money in one currency',
    description: `Sends money from an account of the customer to one of its external accounts in the same currency. ${APPROVAL}`,
    effect: 'pays',
    needs: 'CREATE_TRANSFERS',
    takes: {
      fromAccountId: { field: 'source.accountId', form: recordId('InternalAccount'), says: 'The account that pays.' },
      toAccountId: {
        field: 'destination.accountId',
        form: recordId('ExternalAccount'),
        says: 'The external account that receives.',
      },
      amount: AMOUNT,
    },
    adds: { requestId },
    payment: { from: 'fromAccountId', to: 'toAccountId', amount: 'amount' },
    advice: SAME_PAYMENT,
    shows: present,
    say: paid,
  }),
  operationTool({
    operation: 'agentCreateTransferIn',
    name: 'collect_transfer',
    title: 'Collect money from an external account',
    description: `Collects money from an external account of the customer into one of its accounts in the same currency. It counts against the limits too. ${APPROVAL}`,
    effect: 'pays',
    needs: 'CREATE_TRANSFERS',
    takes: {
      fromAccountId: {
        field: 'source.accountId',
        form: recordId('ExternalAccount'),
        says: 'The external account that pays.',
      },
      toAccountId: {
        field: 'destination.accountId',
        form: recordId('InternalAccount'),
        says: 'The account that receives.',
      },
      amount: AMOUNT,
    },
    adds: { requestId },
    payment: { from: 'fromAccountId', to: 'toAccountId', amount: 'amount' },
    advice: SAME_PAYMENT,
    shows: present,
    say: paid,
  }),
  operationTool({
    operation: 'agentListActions',
    name: 'list_waiting_approvals',
    title: 'What waits for approval',
    description:
      'Lists the payments of this agent that wait for the approval of the platform. Nothing here can approve them: a person ' +
      'at the platform does.',
    effect: 'reads',
    fills: { status: 'PENDING_APPROVAL' },
    takes: page,
    say: (view) => pageText(view, 'payments that wait for approval', actionLine),
  }),
  operationTool({
    operation: 'agentListActions',
    name: 'list_actions',
    title: 'The payments of this agent',
    description:
      'Lists the payments that this agent has asked for, newest first: started, waiting, rejected or failed.',
    effect: 'reads',
    takes: {
      status: { says: 'Only those in this state; APPROVED means that the payment has started.' },
      ...page,
    },
    say: (view) => pageText(view, 'payments', actionLine),
  }),
  operationTool({
    operation: 'agentGetAction',
    name: 'show_action',
    title: 'One payment of this agent',
    description: 'Shows what the platform has decided about a payment of this agent, and how far it is.',
    effect: 'reads',
    takes: { actionId: { form: recordId('AgentAction'), says: 'Its id.' } },
    say: actionLine,
  }),
  operationTool({
    operation: 'agentListTransactions',
    name: 'list_transactions',
    title: "The customer's transactions",
    description: 'Lists all payments of the customer, newest first, also those of the platform and of other agents.',
    effect: 'reads',
    needs: 'VIEW_TRANSACTIONS',
    takes: {
      type: { within: { enum: ['INCOMING', 'OUTGOING'] }, says: 'Only money that comes in, or that goes out.' },
      since: { field: 'startDate' },
      ...page,
    },
    say: (view) => pageText(view, 'transactions', transactionLine),
  }),
  operationTool({
    operation: 'agentGetTransaction',
    name: 'show_transaction',
    title: 'One transaction',
    description: 'Shows how far a payment of the customer is.',
    effect: 'reads',
    needs: 'VIEW_TRANSACTIONS',
    takes: { transactionId: { form: recordId('Transaction'), says: 'Its id.' } },
    say: transactionLine,
  }),
];

/** The tools that the policy of this agent permits. */
export const toolsOfAgent = ({ customerId, policy }: Agent): readonly Tool[] =>
  agentTools(customerId).filter(({ needs }) => needs === undefined || policy.permissions.includes(needs));
