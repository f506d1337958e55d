import { accountType, exampleAccountInfo, primaryIdentifierField } from '@corridor/core/internal';
import type { AccountInfo } from '@corridor/core/records';
import * as z from 'zod';
import { accountTypeName, listAccountTypes } from './account-requirements.js';
import { QUOTE, repeatedText } from './agent-tools.js';
import { countryCode, currencyCode, formOf, recordId } from './forms.js';
import { operationTool, send } from './operation-tool.js';
import {
  actionLine,
  customerLine,
  eventLine,
  externalAccountLine,
  internalAccountLine,
  pageText,
  quoteLine,
  transactionLine,
} from './record-lines.js';
import { requestOf } from './request.js';
import { REQUESTS } from './requests.gen.js';
import { at, quoted, recordsOf, type View } from './shown.js';
import { page, requestId, tool, type Tool } from './tool.js';

const SAME = {
  CONFLICT:
    'The quote or account does not allow this now; or an earlier call had this requestId, or the same accounts and amount, ' +
    'and other arguments: pass a requestId that you have not used.',
};

const clockText = (view: View): string =>
  `the platform's time is ${at(view, 'now')}, ${at(view, 'aheadSeconds')} seconds ahead of the host`;

const ENDING =
  'The last three characters of its number choose what happens to payments to it: 002 fails, 003 is slow (a quote is ' +
  'delivered after 360 seconds, a transfer fails), 004 fails because the account cannot receive, 005 is returned or fails after ' +
  '30 seconds, 102 has another holder; any other, such as 900, is delivered at once.';

/** A valid account of a type with this ending; the sandbox does not verify its check digits. */
function accountWithEnding(type: string, ending: string): AccountInfo {
  const info = exampleAccountInfo(type as AccountInfo['accountType']);
  const field = primaryIdentifierField(info);
  const number = (info as unknown as Readonly<Record<string, string>>)[field]!;
  return { ...info, [field]: number.slice(0, -ending.length) + ending };
}

const OF_CUSTOMER = { form: recordId('Customer'), required: true, says: 'The customer.' };

const ACCOUNT_OF_TESTS = {
  accountType: accountTypeName.describe('Such as US_ACCOUNT or EUR_ACCOUNT; list_account_types lists them.'),
  ending: z
    .string()
    .regex(/^[0-9]{3}$/, { error: 'must be three digits such as 900' })
    .default('900')
    .describe('The last three characters of the number.'),
};

const PAYER = { form: recordId('Customer'), required: true, says: 'The customer who pays.' };
const lookupOfAccount = requestOf({
  operation: 'lookupExternalAccount',
  takes: {
    customerId: PAYER,
    accountId: {
      form: recordId('ExternalAccount'),
      required: false,
      says: 'The external account; either this or umaAddress.',
    },
  },
});
const lookupOfAddress = requestOf({
  operation: 'lookupUma',
  takes: {
    customerId: PAYER,
    umaAddress: {
      field: 'receiverUmaAddress',
      form: formOf(REQUESTS.createQuote.fields['destination.UMA_ADDRESS.umaAddress']),
      required: false,
      says: 'The UMA address, such as $name@domain.',
    },
  },
});

const lookUpReceiver = tool({
  name: 'look_up_receiver',
  title: 'What a receiver accepts',
  description:
    'Looks up an external account or a UMA address before it is paid: its currencies and limits, what the sender must ' +
    'state, and a lookupId for quote_payment. In the sandbox, $success.usd@sandbox.uma.money receives.',
  effect: 'reads',
  input: z
    .strictObject({ ...lookupOfAccount.input.shape, ...lookupOfAddress.input.shape })
    .refine((input) => (input['accountId'] === undefined) !== (input['umaAddress'] === undefined), {
      path: ['accountId'],
      error: 'either accountId or umaAddress is required',
    }),
  run: ({ corridor }, input): Promise<object> =>
    input['accountId'] === undefined
      ? send(corridor, 'lookupUma', lookupOfAddress.of(input))
      : send(corridor, 'lookupExternalAccount', lookupOfAccount.of(input)),
  say: (view) => {
    const currencies = (view['supportedCurrencies'] as readonly View[]).map((one) => at(one, 'currency.code'));
    const fields = view['requiredPayerDataFields'];
    const required = Array.isArray(fields) ? fields.map((one) => at(one, 'name')).filter((one) => one !== '') : [];
    return (
      `accepts ${currencies.join(', ')}; lookupId ${at(view, 'lookupId')}` +
      (required.length === 0 ? '' : `; the payer must state ${required.map(quoted).join(', ')}`)
    );
  },
});

/** Everything that a platform can play in the sandbox. Approving the payments of agents is not among it. */
export const sandboxTools: readonly Tool[] = [
  operationTool({
    operation: 'getSandboxClock',
    name: 'read_clock',
    title: "The platform's time",
    description: 'Reads the time of the sandbox platform, which advance_clock moves ahead.',
    effect: 'reads',
    say: clockText,
  }),
  operationTool({
    operation: 'advanceSandboxClock',
    name: 'advance_clock',
    title: 'Let time pass',
    description:
      'Moves the time of the sandbox platform ahead: quotes expire, slow payments settle, webhooks are retried. It cannot be ' +
      'moved back.',
    effect: 'adds',
    say: clockText,
  }),
  operationTool({
    operation: 'createCustomer',
    name: 'create_customer',
    title: 'Create a customer',
    description:
      'Creates a person as a customer of the sandbox platform, with an account in each currency. A name that ends in 002 is ' +
      'rejected by KYC, one that ends in 001 waits for an operator; any other is approved.',
    effect: 'adds',
    takes: {
      fullName: { required: true, says: 'The name of the person.' },
      region: { form: countryCode, otherwise: 'US', says: 'Country of residence.' },
      currencies: { form: currencyCode, says: 'Default: those of the platform.' },
      platformCustomerId: { says: "The platform's own id of the customer." },
    },
    say: (view) => `created ${customerLine(view)}`,
  }),
  operationTool({
    operation: 'listCustomers',
    name: 'list_customers',
    title: 'Customers',
    description: 'Lists the customers of the sandbox platform, newest first.',
    effect: 'reads',
    takes: page,
    say: (view) => pageText(view, 'customers', customerLine),
  }),
  operationTool({
    operation: 'listCustomerInternalAccounts',
    name: 'list_accounts',
    title: "A customer's accounts and balances",
    description: 'Lists the internal accounts of a customer with their balances.',
    effect: 'reads',
    takes: { customerId: OF_CUSTOMER, currency: { form: currencyCode, says: 'Only this currency.' }, ...page },
    say: (view) => pageText(view, 'accounts', internalAccountLine),
  }),
  operationTool({
    operation: 'sandboxFundInternalAccount',
    name: 'fund_account',
    title: 'Add simulated money',
    description: 'Credits an internal account with simulated money, as a deposit from outside would.',
    effect: 'pays',
    takes: { accountId: { form: recordId('InternalAccount'), says: 'The account that receives.' }, amount: {} },
    adds: { requestId },
    payment: { accountId: 'accountId', amount: 'amount' },
    advice: SAME,
    say: (view) => repeatedText(view, 'then') + internalAccountLine(view),
  }),
  operationTool({
    operation: 'createCustomerExternalAccount',
    name: 'add_external_account',
    title: 'Add an external account for tests',
    description: `Adds an example of an external account to a customer. ${ENDING}`,
    effect: 'adds',
    takes: {
      customerId: OF_CUSTOMER,
      currency: { form: currencyCode, required: false, says: 'Default: the first currency of the type.' },
    },
    adds: ACCOUNT_OF_TESTS,
    fills: {
      currency: ({ accountType: type }) => accountType(type as AccountInfo['accountType']).currencies[0],
      accountInfo: ({ accountType: type, ending }) => accountWithEnding(type, ending),
    },
    advice: { CONFLICT: 'The customer has this account already: use the one that details.accountId names.' },
    say: (view) => `added ${externalAccountLine(view)}`,
  }),
  operationTool({
    operation: 'listCustomerExternalAccounts',
    name: 'list_external_accounts',
    title: "A customer's external accounts",
    description: 'Lists the bank accounts and wallets outside of a customer. Numbers are masked.',
    effect: 'reads',
    takes: { customerId: OF_CUSTOMER, ...page },
    say: (view) => pageText(view, 'external accounts', externalAccountLine),
  }),
  listAccountTypes,
  operationTool({
    operation: 'getExchangeRates',
    name: 'list_exchange_rates',
    title: 'Exchange rates',
    description: 'Lists the current rates with fees from one currency to others.',
    effect: 'reads',
    takes: {
      from: { field: 'sourceCurrency', form: currencyCode, required: true, says: 'The currency that is sent.' },
      to: {
        field: 'destinationCurrency',
        form: currencyCode,
        says: 'The currencies that arrive; default: all.',
      },
    },
    say: (view) =>
      recordsOf(view)
        .map(
          (rate) =>
            `${at(rate, 'sendingAmountText')} arrives as ${at(rate, 'receivingAmountText')} ` +
            `by ${at(rate, 'destinationPaymentRail') || 'its rail'}`,
        )
        .join('\n') || 'no rates',
  }),
  lookUpReceiver,
  operationTool({
    operation: 'createQuote',
    name: 'quote_payment',
    title: 'Ask for the price of a payment',
    description:
      'Locks an exchange rate and fees. The payer is an internal account (fromAccountId), or a payer outside ' +
      '(fromOutside), whom play_payer plays. No money moves yet.',
    effect: 'adds',
    takes: {
      fromAccountId: {
        field: 'source.ACCOUNT.accountId',
        form: recordId('InternalAccount'),
        says: 'The account that pays; or fromOutside.',
      },
      fromOutside: {
        field: 'source.REALTIME_FUNDING',
        members: { customerId: OF_CUSTOMER, currency: { form: currencyCode, says: 'What the payer sends.' } },
        says: 'A payer outside who funds the payment of this customer.',
      },
      ...QUOTE,
      lookupId: { says: 'From look_up_receiver; required for a UMA address.' },
    },
    say: quoteLine,
  }),
  operationTool({
    operation: 'getQuoteById',
    name: 'show_quote',
    title: 'One quote',
    description: 'Shows a quote of the sandbox platform as it is now.',
    effect: 'reads',
    takes: { quoteId: { form: recordId('Quote'), says: 'Its id.' } },
    say: quoteLine,
  }),
  operationTool({
    operation: 'executeQuote',
    name: 'execute_quote',
    title: 'Make the payment of a quote',
    description: 'Pays by a quote from an internal account, with simulated money.',
    effect: 'pays',
    takes: { quoteId: { form: recordId('Quote'), says: 'The quote, from quote_payment.' } },
    payment: { quoteId: 'quoteId' },
    say: (view) =>
      repeatedText(view, 'then', 'To pay the same again on purpose, create another quote. ') + quoteLine(view),
  }),
  operationTool({
    operation: 'sandboxSend',
    name: 'play_payer',
    title: 'Play the payer of a quote',
    description:
      'Sends simulated money by the payment instructions of a quote with a payer outside. The exact amount starts the ' +
      'payment; another amount is sent back.',
    effect: 'pays',
    takes: {
      quoteId: { form: recordId('Quote'), says: 'The quote, from quote_payment with fromOutside.' },
      currency: { field: 'currencyCode', form: currencyCode, says: 'The currency that the quote sends.' },
      amount: { field: 'currencyAmount' },
    },
    adds: { requestId },
    payment: { quoteId: 'quoteId', currency: 'currency', amount: 'amount' },
    advice: SAME,
    say: (view) => repeatedText(view, 'then') + transactionLine(view),
  }),
  operationTool({
    operation: 'sandboxDeposit',
    name: 'send_deposit',
    title: 'Play a payer with a reference',
    description:
      'Plays a payer outside who sends money with a reference: that of an account (fundingPaymentInstructions of ' +
      'list_accounts), of a quote, or an unknown one.',
    effect: 'pays',
    takes: {
      reference: {},
      currency: { field: 'currencyCode', form: currencyCode, says: 'The currency that is sent.' },
      amount: { says: 'In the smallest unit of the currency.' },
    },
    adds: { requestId },
    payment: { reference: 'reference', currency: 'currency', amount: 'amount' },
    advice: SAME,
    say: (view) => {
      const transaction = view['transaction'] as View | undefined;
      return `${repeatedText(view, 'then')}${at(view, 'outcome')}${transaction === undefined ? '' : `: ${transactionLine(transaction)}`}`;
    },
  }),
  operationTool({
    operation: 'listTransactions',
    name: 'list_transactions',
    title: 'Transactions',
    description: 'Lists the payments of the sandbox platform, newest first.',
    effect: 'reads',
    takes: { customerId: { form: recordId('Customer'), says: 'The customer.' }, ...page },
    say: (view) => pageText(view, 'transactions', transactionLine),
  }),
  operationTool({
    operation: 'getTransactionById',
    name: 'show_transaction',
    title: 'One transaction',
    description: 'Shows a payment of the sandbox platform as it is now.',
    effect: 'reads',
    takes: { transactionId: { form: recordId('Transaction'), says: 'Its id.' } },
    say: transactionLine,
  }),
  operationTool({
    operation: 'listWebhookEvents',
    name: 'list_events',
    title: 'Events',
    description: 'Lists the events of the sandbox platform, newest first, with the state of their webhooks.',
    effect: 'reads',
    takes: { about: { field: 'resource' }, ...page },
    say: (view) => pageText(view, 'events', eventLine),
  }),
  operationTool({
    operation: 'getWebhookEvent',
    name: 'show_event',
    title: 'One event',
    description: 'Shows an event with the record that its webhook carries.',
    effect: 'reads',
    takes: { eventId: { says: 'Its id.' } },
    say: eventLine,
  }),
  operationTool({
    operation: 'listAgentApprovals',
    name: 'list_approvals',
    title: 'What agents wait for',
    description:
      'Lists the payments of agents that wait for the approval of the platform. They are approved in the program of the ' +
      'platform, never here.',
    effect: 'reads',
    takes: page,
    say: (view) => pageText(view, 'payments that wait for approval', actionLine),
  }),
];
