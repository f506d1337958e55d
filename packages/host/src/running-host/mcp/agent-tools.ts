import type { Agent, AgentAction, Corridor, PurposeOfPayment } from '@corridor/client';
import * as z from 'zod';
import { ACCEPTED } from './accepted.gen.js';
import { accountInfo, listAccountTypes } from './account-requirements.js';
import {
  actionLine,
  externalAccountLine,
  internalAccountLine,
  pageText,
  quoteLine,
  transactionLine,
} from './record-lines.js';
import { at, quoted, type View } from './shown.js';
import {
  amount,
  type Call,
  currencyCode,
  line,
  page,
  pageOf,
  recordId,
  requestId,
  shortLine,
  tool,
  type Tool,
  type Written,
} from './tool.js';
import { samePayment } from './write-key.js';

const QUOTE = ACCEPTED.agentCreateQuote;

/** The address of a receiver. */
export const receiverAddress = line(QUOTE['destination.umaAddress']);

export const paymentTexts = {
  description: line(QUOTE.description).optional().describe('A note for the records of the platform.'),
  remittanceInformation: line(QUOTE.remittanceInformation)
    .optional()
    .describe('A text for the receiver, such as an invoice number.'),
  purposeOfPayment: z.enum(QUOTE.purposeOfPayment.enum).optional().describe('Some corridors require it.'),
};

export const lockedSide = z
  .enum(QUOTE.lockedCurrencySide.enum)
  .optional()
  .describe('Whether amount is what is sent (SENDING, the default) or what arrives (RECEIVING).');

/** The fields of a quote request that are the same for agents and platforms. */
export const quoteTerms = (input: {
  readonly amount: number;
  readonly amountSide?: 'SENDING' | 'RECEIVING' | undefined;
  readonly description?: string | undefined;
  readonly remittanceInformation?: string | undefined;
  readonly purposeOfPayment?: PurposeOfPayment | undefined;
  readonly toAccountId?: string | undefined;
  /** Checked to be there if the account is not. */
  readonly toUmaAddress?: string | undefined;
  readonly toCurrency?: string | undefined;
  readonly lookupId?: string | undefined;
}) => ({
  destination:
    input.toAccountId === undefined
      ? {
          destinationType: 'UMA_ADDRESS' as const,
          umaAddress: input.toUmaAddress!,
          ...(input.toCurrency !== undefined && { currency: input.toCurrency }),
        }
      : { destinationType: 'ACCOUNT' as const, accountId: input.toAccountId },
  ...(input.lookupId !== undefined && { lookupId: input.lookupId }),
  lockedCurrencySide: input.amountSide ?? ('SENDING' as const),
  lockedCurrencyAmount: input.amount,
  ...(input.description !== undefined && { description: input.description }),
  ...(input.remittanceInformation !== undefined && { remittanceInformation: input.remittanceInformation }),
  ...(input.purposeOfPayment !== undefined && { purposeOfPayment: input.purposeOfPayment }),
});

/** What the result of a repeated call shows: the payment as it is now, or the answer of the earlier call. */
const SHOWS = { now: 'this is how that payment is now', then: 'this is what it returned then' } as const;
const AGAIN = 'To pay the same again on purpose, pass a requestId that you have not used. ';

export const repeatedText = (view: View, shows: keyof typeof SHOWS, again = AGAIN): string =>
  view['isRepeated'] === true
    ? `This call repeats an earlier one: nothing happened now, and ${SHOWS[shows]}. ${again}`
    : '';

/** The action of a payment as it is now; the stored answer of a repeated call may be old. */
async function present({ corridor }: Call, { answer, isRepeated }: Written<AgentAction>) {
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

const NO_INPUT = z.strictObject({});

/** Everything that agents can do, each tool with the permission that it needs. */
const agentTools = (customerId: string): readonly Tool[] => [
  tool({
    name: 'get_policy',
    title: 'Who I am and what I may do',
    description:
      'Shows the agent as which this server acts: its customer, its permissions, its limits and what is used up of them, ' +
      'and which payments need an approval. Call it first, and before a payment to see whether it fits.',
    effect: 'reads',
    input: NO_INPUT,
    run: async ({ corridor }) => withCurrencies(await corridor.getAgentMe()),
    say: sayPolicy,
  }),
  tool({
    name: 'list_accounts',
    title: "The customer's accounts and balances",
    description:
      'Lists the accounts that hold money of the customer, with their balances. Payments are made from them.',
    effect: 'reads',
    input: z.strictObject({ currency: currencyCode.optional().describe('Only accounts in this currency.'), ...page }),
    run: ({ corridor }, { currency, ...input }) =>
      corridor.agentListInternalAccounts({ query: { ...pageOf(input), ...(currency !== undefined && { currency }) } }),
    say: (view) => pageText(view, 'accounts', internalAccountLine),
  }),
  tool({
    name: 'list_external_accounts',
    title: 'Bank accounts and wallets outside',
    description:
      'Lists the external accounts of the customer, which payments can go to. Numbers of accounts are masked, except for ' +
      'the last four characters.',
    effect: 'reads',
    input: z.strictObject({ currency: currencyCode.optional().describe('Only accounts in this currency.'), ...page }),
    run: ({ corridor }, { currency, ...input }) =>
      corridor.agentListExternalAccounts({ query: { ...pageOf(input), ...(currency !== undefined && { currency }) } }),
    say: (view) => pageText(view, 'external accounts', externalAccountLine),
  }),
  tool({
    name: 'show_external_account',
    title: 'One external account',
    description: 'Shows an external account of the customer. Only an ACTIVE one can be paid.',
    effect: 'reads',
    input: z.strictObject({ externalAccountId: recordId('ExternalAccount').describe('Its id.') }),
    run: ({ corridor }, { externalAccountId }) => corridor.agentGetExternalAccount({ path: { externalAccountId } }),
    say: externalAccountLine,
  }),
  { ...listAccountTypes, needs: 'MANAGE_EXTERNAL_ACCOUNTS' },
  tool({
    name: 'add_external_account',
    title: 'Add an external account',
    description:
      'Adds a bank account or wallet of a receiver, so that it can be paid. list_account_types says which details it ' +
      'needs. No money moves. A policy that names its accounts does not allow payments to the new one until the platform ' +
      'adds it there.',
    effect: 'adds',
    needs: 'MANAGE_EXTERNAL_ACCOUNTS',
    input: z.strictObject({ currency: currencyCode.describe('The currency of the account.'), accountInfo }),
    advice: { CONFLICT: 'The customer has this account already: use the account that details.accountId names.' },
    run: async ({ write, message }, { currency, accountInfo: info }) => {
      const body = { customerId, currency, accountInfo: info as never };
      const { answer } = await write(message, (corridor, headers) =>
        corridor.agentCreateExternalAccount({ body, headers }),
      );
      return answer;
    },
    say: (view) => `added ${externalAccountLine(view)}`,
  }),
  tool({
    name: 'remove_external_account',
    title: 'Remove an external account',
    description: 'Removes an external account of the customer. It can no longer be paid; earlier payments stay.',
    effect: 'removes',
    needs: 'MANAGE_EXTERNAL_ACCOUNTS',
    input: z.strictObject({ externalAccountId: recordId('ExternalAccount').describe('Its id.') }),
    run: async ({ write, message }, { externalAccountId }) => {
      await write(message, (corridor, headers) =>
        corridor.agentDeleteExternalAccount({ path: { externalAccountId }, headers }),
      );
      return { id: externalAccountId };
    },
    say: (view) => `removed ${at(view, 'id')}`,
  }),
  tool({
    name: 'quote_payment',
    title: 'Ask for the price of a payment',
    description:
      'Locks an exchange rate and fees for a payment from an account of the customer, in another currency, to one of its ' +
      'accounts or to a UMA address that the platform has looked up. No money moves: call execute_quote before the quote ' +
      'expires. To send money in its own currency, use send_transfer.',
    effect: 'adds',
    needs: 'CREATE_QUOTES',
    input: z
      .strictObject({
        fromAccountId: recordId('InternalAccount').describe('The account that pays.'),
        toAccountId: z
          .union([recordId('ExternalAccount'), recordId('InternalAccount')], {
            error: 'must be an id of the form ExternalAccount:… or InternalAccount:…',
          })
          .optional()
          .describe('The account that receives; either this or toUmaAddress.'),
        toUmaAddress: receiverAddress.optional().describe('The UMA address that receives, such as $name@domain.'),
        lookupId: shortLine.optional().describe("The platform's look-up of toUmaAddress."),
        toCurrency: currencyCode.optional().describe('What arrives at toUmaAddress.'),
        amount: amount.describe('In the smallest unit of the currency of amountSide.'),
        amountSide: lockedSide,
        ...paymentTexts,
      })
      .refine((input) => (input.toAccountId === undefined) !== (input.toUmaAddress === undefined), {
        path: ['toAccountId'],
        error: 'either toAccountId or toUmaAddress is required',
      }),
    run: async ({ write, message }, input) => {
      const { fromAccountId } = input;
      const body = {
        source: { sourceType: 'ACCOUNT' as const, accountId: fromAccountId },
        ...quoteTerms(input),
      };
      return (await write(message, (corridor, headers) => corridor.agentCreateQuote({ body, headers }))).answer;
    },
    say: quoteLine,
  }),
  tool({
    name: 'show_quote',
    title: 'One quote of this agent',
    description: 'Shows whether a quote that this agent has created can still be executed.',
    effect: 'reads',
    needs: 'CREATE_QUOTES',
    input: z.strictObject({ quoteId: recordId('Quote').describe('Its id.') }),
    run: ({ corridor }, { quoteId }) => corridor.agentGetQuote({ path: { quoteId } }),
    say: quoteLine,
  }),
  tool({
    name: 'execute_quote',
    title: 'Make the payment of a quote',
    description: `Pays by a quote of this agent. ${APPROVAL} A quote is paid once: repeating the call has no second effect.`,
    effect: 'pays',
    needs: 'EXECUTE_QUOTES',
    input: z.strictObject({ quoteId: recordId('Quote').describe('The quote, from quote_payment.') }),
    run: async (call, { quoteId }) =>
      present(
        call,
        await call.write(samePayment(undefined, { quoteId }), (corridor, headers) =>
          corridor.agentExecuteQuote({ path: { quoteId }, headers }),
        ),
      ),
    say: (view) =>
      repeatedText(view, 'now', 'To pay the same again on purpose, create another quote. ') + actionLine(view),
  }),
  tool({
    name: 'send_transfer',
    title: 'Send money in one currency',
    description: `Sends money from an account of the customer to one of its external accounts in the same currency. ${APPROVAL}`,
    effect: 'pays',
    needs: 'CREATE_TRANSFERS',
    input: z.strictObject({
      fromAccountId: recordId('InternalAccount').describe('The account that pays.'),
      toAccountId: recordId('ExternalAccount').describe('The external account that receives.'),
      amount: amount.describe('In the smallest unit of the currency of both accounts.'),
      remittanceInformation: paymentTexts.remittanceInformation,
      purposeOfPayment: paymentTexts.purposeOfPayment,
      requestId,
    }),
    advice: SAME_PAYMENT,
    run: async (call, { fromAccountId, toAccountId, amount: sent, requestId: named, ...texts }) => {
      const body = {
        source: { accountId: fromAccountId },
        destination: { accountId: toAccountId },
        amount: sent,
        ...(texts.remittanceInformation !== undefined && { remittanceInformation: texts.remittanceInformation }),
        ...(texts.purposeOfPayment !== undefined && { purposeOfPayment: texts.purposeOfPayment }),
      };
      const sameness = samePayment(named, { from: fromAccountId, to: toAccountId, amount: sent });
      const sending = (corridor: Corridor, headers: { readonly 'Idempotency-Key': string }) =>
        corridor.agentCreateTransferOut({ body, headers });
      return present(call, await call.write(sameness, sending));
    },
    say: paid,
  }),
  tool({
    name: 'collect_transfer',
    title: 'Collect money from an external account',
    description: `Collects money from an external account of the customer into one of its accounts in the same currency. It counts against the limits too. ${APPROVAL}`,
    effect: 'pays',
    needs: 'CREATE_TRANSFERS',
    input: z.strictObject({
      fromAccountId: recordId('ExternalAccount').describe('The external account that pays.'),
      toAccountId: recordId('InternalAccount').describe('The account that receives.'),
      amount: amount.describe('In the smallest unit of the currency of both accounts.'),
      requestId,
    }),
    advice: SAME_PAYMENT,
    run: async (call, { fromAccountId, toAccountId, amount: collected, requestId: named }) => {
      const body = {
        source: { accountId: fromAccountId },
        destination: { accountId: toAccountId },
        amount: collected,
      };
      const sameness = samePayment(named, { from: fromAccountId, to: toAccountId, amount: collected });
      const collecting = (corridor: Corridor, headers: { readonly 'Idempotency-Key': string }) =>
        corridor.agentCreateTransferIn({ body, headers });
      return present(call, await call.write(sameness, collecting));
    },
    say: paid,
  }),
  tool({
    name: 'list_waiting_approvals',
    title: 'What waits for approval',
    description:
      'Lists the payments of this agent that wait for the approval of the platform. Nothing here can approve them: a person ' +
      'at the platform does.',
    effect: 'reads',
    input: z.strictObject(page),
    run: ({ corridor }, input) =>
      corridor.agentListActions({ query: { ...pageOf(input), status: 'PENDING_APPROVAL' } }),
    say: (view) => pageText(view, 'payments that wait for approval', actionLine),
  }),
  tool({
    name: 'list_actions',
    title: 'The payments of this agent',
    description:
      'Lists the payments that this agent has asked for, newest first: started, waiting, rejected or failed.',
    effect: 'reads',
    input: z.strictObject({
      status: z
        .enum(ACCEPTED.agentListActions.status.enum)
        .optional()
        .describe('Only those in this state; APPROVED means that the payment has started.'),
      ...page,
    }),
    run: ({ corridor }, { status, ...input }) =>
      corridor.agentListActions({ query: { ...pageOf(input), ...(status !== undefined && { status }) } }),
    say: (view) => pageText(view, 'payments', actionLine),
  }),
  tool({
    name: 'show_action',
    title: 'One payment of this agent',
    description: 'Shows what the platform has decided about a payment of this agent, and how far it is.',
    effect: 'reads',
    input: z.strictObject({ actionId: recordId('AgentAction').describe('Its id.') }),
    run: ({ corridor }, { actionId }) => corridor.agentGetAction({ path: { actionId } }),
    say: actionLine,
  }),
  tool({
    name: 'list_transactions',
    title: "The customer's transactions",
    description: 'Lists all payments of the customer, newest first, also those of the platform and of other agents.',
    effect: 'reads',
    needs: 'VIEW_TRANSACTIONS',
    input: z.strictObject({
      type: z
        .enum(ACCEPTED.agentListTransactions.type.enum)
        .extract(['INCOMING', 'OUTGOING'])
        .optional()
        .describe('Only money that comes in, or that goes out.'),
      since: z.iso
        .datetime({ error: 'must be a time such as 2026-01-31T12:00:00Z' })
        .optional()
        .describe('Only from this time on.'),
      ...page,
    }),
    run: ({ corridor }, { type, since, ...input }) =>
      corridor.agentListTransactions({
        query: {
          ...pageOf(input),
          ...(type !== undefined && { type }),
          ...(since !== undefined && { startDate: since }),
        },
      }),
    say: (view) => pageText(view, 'transactions', transactionLine),
  }),
  tool({
    name: 'show_transaction',
    title: 'One transaction',
    description: 'Shows how far a payment of the customer is.',
    effect: 'reads',
    needs: 'VIEW_TRANSACTIONS',
    input: z.strictObject({ transactionId: recordId('Transaction').describe('Its id.') }),
    run: ({ corridor }, { transactionId }) => corridor.agentGetTransaction({ path: { transactionId } }),
    say: transactionLine,
  }),
];

/** The tools that the policy of this agent permits. */
export const toolsOfAgent = ({ customerId, policy }: Agent): readonly Tool[] =>
  agentTools(customerId).filter(({ needs }) => needs === undefined || policy.permissions.includes(needs));
