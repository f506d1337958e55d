import type { Corridor } from '@corridor/client';
import { accountType, exampleAccountInfo, primaryIdentifierField } from '@corridor/core/internal';
import type { AccountInfo } from '@corridor/core/records';
import * as z from 'zod';
import { ACCEPTED } from './accepted.gen.js';
import { accountTypeName, listAccountTypes } from './account-requirements.js';
import { lockedSide, paymentTexts, quoteTerms, repeatedText, receiverAddress } from './agent-tools.js';
import {
  customerLine,
  eventLine,
  externalAccountLine,
  internalAccountLine,
  pageText,
  quoteLine,
  transactionLine,
  actionLine,
} from './record-lines.js';
import { at, quoted, recordsOf, type View } from './shown.js';
import {
  amount,
  amountWithin,
  currencyCode,
  line,
  page,
  pageOf,
  recordId,
  requestId,
  shortLine,
  tool,
  type Tool,
  wholeNumber,
  type Written,
} from './tool.js';
import { samePayment } from './write-key.js';

const CUSTOMER = ACCEPTED.createCustomer;

type Headers = { readonly 'Idempotency-Key': string };

const customerId = recordId('Customer').describe('The customer.');
const anyAccountId = z.union([recordId('ExternalAccount'), recordId('InternalAccount')], {
  error: 'must be an id of the form ExternalAccount:… or InternalAccount:…',
});

const withRepetition = <T extends object>({ answer, isRepeated }: Written<T>) => ({
  ...(isRepeated && { isRepeated }),
  ...answer,
});

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

/** Everything that a platform can play in the sandbox. Approving the payments of agents is not among it. */
export const sandboxTools: readonly Tool[] = [
  tool({
    name: 'read_clock',
    title: "The platform's time",
    description: 'Reads the time of the sandbox platform, which advance_clock moves ahead.',
    effect: 'reads',
    input: z.strictObject({}),
    run: ({ corridor }) => corridor.getSandboxClock(),
    say: clockText,
  }),
  tool({
    name: 'advance_clock',
    title: 'Let time pass',
    description:
      'Moves the time of the sandbox platform ahead: quotes expire, slow payments settle, webhooks are retried. It cannot be ' +
      'moved back.',
    effect: 'adds',
    input: z.strictObject({
      seconds: wholeNumber(ACCEPTED.advanceSandboxClock.seconds).describe('How far; at most 366 days in one step.'),
    }),
    run: async ({ write, message }, { seconds }) =>
      (await write(message, (corridor, headers) => corridor.advanceSandboxClock({ body: { seconds }, headers })))
        .answer,
    say: clockText,
  }),
  tool({
    name: 'create_customer',
    title: 'Create a customer',
    description:
      'Creates a person as a customer of the sandbox platform, with an account in each currency. A name that ends in 002 is ' +
      'rejected by KYC, one that ends in 001 waits for an operator; any other is approved.',
    effect: 'adds',
    input: z.strictObject({
      fullName: line(CUSTOMER.fullName).describe('The name of the person.'),
      region: z
        .string()
        .regex(/^[A-Z]{2}$/, { error: 'must be a country code such as US' })
        .optional()
        .describe('Country of residence; default US.'),
      currencies: z
        .array(currencyCode)
        .min(1)
        .max(CUSTOMER.currencies.maxItems)
        .optional()
        .describe('Default: those of the platform.'),
      platformCustomerId: line(CUSTOMER.platformCustomerId)
        .optional()
        .describe("The platform's own id of the customer."),
    }),
    run: async ({ write, message }, { region = 'US', fullName, currencies, platformCustomerId }) => {
      const body = {
        customerType: 'INDIVIDUAL' as const,
        fullName,
        region,
        ...(currencies !== undefined && { currencies }),
        ...(platformCustomerId !== undefined && { platformCustomerId }),
      };
      return (await write(message, (corridor, headers) => corridor.createCustomer({ body, headers }))).answer;
    },
    say: (view) => `created ${customerLine(view)}`,
  }),
  tool({
    name: 'list_customers',
    title: 'Customers',
    description: 'Lists the customers of the sandbox platform, newest first.',
    effect: 'reads',
    input: z.strictObject(page),
    run: ({ corridor }, input) => corridor.listCustomers({ query: pageOf(input) }),
    say: (view) => pageText(view, 'customers', customerLine),
  }),
  tool({
    name: 'list_accounts',
    title: "A customer's accounts and balances",
    description: 'Lists the internal accounts of a customer with their balances.',
    effect: 'reads',
    input: z.strictObject({ customerId, currency: currencyCode.optional().describe('Only this currency.'), ...page }),
    run: ({ corridor }, { customerId: of, currency, ...input }) =>
      corridor.listCustomerInternalAccounts({
        query: { customerId: of, ...pageOf(input), ...(currency !== undefined && { currency }) },
      }),
    say: (view) => pageText(view, 'accounts', internalAccountLine),
  }),
  tool({
    name: 'fund_account',
    title: 'Add simulated money',
    description: 'Credits an internal account with simulated money, as a deposit from outside would.',
    effect: 'pays',
    input: z.strictObject({
      accountId: recordId('InternalAccount').describe('The account that receives.'),
      amount: amountWithin(ACCEPTED.sandboxFundInternalAccount.amount).describe(
        'In the smallest unit of the currency of the account.',
      ),
      requestId,
    }),
    advice: SAME,
    run: async ({ write }, { accountId, amount: added, requestId: named }) =>
      withRepetition(
        await write(samePayment(named, { accountId, amount: added }), (corridor, headers) =>
          corridor.sandboxFundInternalAccount({ path: { accountId }, body: { amount: added }, headers }),
        ),
      ),
    say: (view) => repeatedText(view, 'then') + internalAccountLine(view),
  }),
  tool({
    name: 'add_external_account',
    title: 'Add an external account for tests',
    description: `Adds an example of an external account to a customer. ${ENDING}`,
    effect: 'adds',
    input: z.strictObject({
      customerId,
      accountType: accountTypeName.describe('Such as US_ACCOUNT or EUR_ACCOUNT; list_account_types lists them.'),
      currency: currencyCode.optional().describe('Default: the first currency of the type.'),
      ending: z
        .string()
        .regex(/^[0-9]{3}$/, { error: 'must be three digits such as 900' })
        .optional()
        .describe('The last three characters of the number; default 900.'),
    }),
    advice: { CONFLICT: 'The customer has this account already: use the one that details.accountId names.' },
    run: async ({ write, message }, { customerId: of, accountType: type, currency, ending = '900' }) => {
      const body = {
        customerId: of,
        currency: currency ?? accountType(type as AccountInfo['accountType']).currencies[0]!,
        accountInfo: accountWithEnding(type, ending) as never,
      };
      return (await write(message, (corridor, headers) => corridor.createCustomerExternalAccount({ body, headers })))
        .answer;
    },
    say: (view) => `added ${externalAccountLine(view)}`,
  }),
  tool({
    name: 'list_external_accounts',
    title: "A customer's external accounts",
    description: 'Lists the bank accounts and wallets outside of a customer. Numbers are masked.',
    effect: 'reads',
    input: z.strictObject({ customerId, ...page }),
    run: ({ corridor }, { customerId: of, ...input }) =>
      corridor.listCustomerExternalAccounts({ query: { customerId: of, ...pageOf(input) } }),
    say: (view) => pageText(view, 'external accounts', externalAccountLine),
  }),
  listAccountTypes,
  tool({
    name: 'list_exchange_rates',
    title: 'Exchange rates',
    description: 'Lists the current rates with fees from one currency to others.',
    effect: 'reads',
    input: z.strictObject({
      from: currencyCode.describe('The currency that is sent.'),
      to: z.array(currencyCode).min(1).max(20).optional().describe('The currencies that arrive; default: all.'),
    }),
    run: ({ corridor }, { from, to }) =>
      corridor.getExchangeRates({
        query: { sourceCurrency: from, ...(to !== undefined && { destinationCurrency: to }) },
      }),
    say: (view) =>
      recordsOf(view)
        .map(
          (rate) =>
            `${at(rate, 'sendingAmountText')} arrives as ${at(rate, 'receivingAmountText')} ` +
            `by ${at(rate, 'destinationPaymentRail') || 'its rail'}`,
        )
        .join('\n') || 'no rates',
  }),
  tool({
    name: 'look_up_receiver',
    title: 'What a receiver accepts',
    description:
      'Looks up an external account or a UMA address before it is paid: its currencies and limits, what the sender must ' +
      'state, and a lookupId for quote_payment. In the sandbox, $success.usd@sandbox.uma.money receives.',
    effect: 'reads',
    input: z
      .strictObject({
        customerId: customerId.describe('The customer who pays.'),
        accountId: recordId('ExternalAccount').optional().describe('The external account; either this or umaAddress.'),
        umaAddress: receiverAddress.optional().describe('The UMA address, such as $name@domain.'),
      })
      .refine((input) => (input.accountId === undefined) !== (input.umaAddress === undefined), {
        path: ['accountId'],
        error: 'either accountId or umaAddress is required',
      }),
    run: ({ corridor }, { customerId: payer, accountId, umaAddress }): Promise<object> =>
      accountId === undefined
        ? corridor.lookupUma({ path: { receiverUmaAddress: umaAddress! }, query: { customerId: payer } })
        : corridor.lookupExternalAccount({ path: { accountId }, query: { customerId: payer } }),
    say: (view) => {
      const currencies = (view['supportedCurrencies'] as readonly View[]).map((currency) =>
        at(currency, 'currency.code'),
      );
      const fields = view['requiredPayerDataFields'];
      const required = Array.isArray(fields)
        ? fields.map((value) => at(value, 'name')).filter((value) => value !== '')
        : [];
      return (
        `accepts ${currencies.join(', ')}; lookupId ${at(view, 'lookupId')}` +
        (required.length === 0 ? '' : `; the payer must state ${required.map(quoted).join(', ')}`)
      );
    },
  }),
  tool({
    name: 'quote_payment',
    title: 'Ask for the price of a payment',
    description:
      'Locks an exchange rate and fees. The payer is an internal account (fromAccountId), or a payer outside ' +
      '(fromOutside), whom play_payer plays. No money moves yet.',
    effect: 'adds',
    input: z
      .strictObject({
        fromAccountId: recordId('InternalAccount').optional().describe('The account that pays; or fromOutside.'),
        fromOutside: z
          .strictObject({ customerId, currency: currencyCode.describe('What the payer sends.') })
          .optional()
          .describe('A payer outside who funds the payment of this customer.'),
        toAccountId: anyAccountId.optional().describe('The account that receives; either this or toUmaAddress.'),
        toUmaAddress: receiverAddress.optional().describe('The UMA address that receives.'),
        toCurrency: currencyCode.optional().describe('What arrives at toUmaAddress.'),
        lookupId: shortLine.optional().describe('From look_up_receiver; required for a UMA address.'),
        amount: amount.describe('In the smallest unit of the currency of amountSide.'),
        amountSide: lockedSide,
        ...paymentTexts,
      })
      .refine((input) => (input.fromAccountId === undefined) !== (input.fromOutside === undefined), {
        path: ['fromAccountId'],
        error: 'either fromAccountId or fromOutside is required',
      })
      .refine((input) => (input.toAccountId === undefined) !== (input.toUmaAddress === undefined), {
        path: ['toAccountId'],
        error: 'either toAccountId or toUmaAddress is required',
      }),
    run: async ({ write, message }, input) => {
      const { fromAccountId, fromOutside } = input;
      const body = {
        source:
          fromAccountId === undefined
            ? { sourceType: 'REALTIME_FUNDING' as const, ...fromOutside! }
            : { sourceType: 'ACCOUNT' as const, accountId: fromAccountId },
        ...quoteTerms(input),
      };
      return (await write(message, (corridor, headers) => corridor.createQuote({ body, headers }))).answer;
    },
    say: quoteLine,
  }),
  tool({
    name: 'show_quote',
    title: 'One quote',
    description: 'Shows a quote of the sandbox platform as it is now.',
    effect: 'reads',
    input: z.strictObject({ quoteId: recordId('Quote').describe('Its id.') }),
    run: ({ corridor }, { quoteId }) => corridor.getQuoteById({ path: { quoteId } }),
    say: quoteLine,
  }),
  tool({
    name: 'execute_quote',
    title: 'Make the payment of a quote',
    description: 'Pays by a quote from an internal account, with simulated money.',
    effect: 'pays',
    input: z.strictObject({ quoteId: recordId('Quote').describe('The quote, from quote_payment.') }),
    run: async ({ write }, { quoteId }) =>
      withRepetition(
        await write(samePayment(undefined, { quoteId }), (corridor, headers) =>
          corridor.executeQuote({ path: { quoteId }, headers }),
        ),
      ),
    say: (view) =>
      repeatedText(view, 'then', 'To pay the same again on purpose, create another quote. ') + quoteLine(view),
  }),
  tool({
    name: 'play_payer',
    title: 'Play the payer of a quote',
    description:
      'Sends simulated money by the payment instructions of a quote with a payer outside. The exact amount starts the ' +
      'payment; another amount is sent back.',
    effect: 'pays',
    input: z.strictObject({
      quoteId: recordId('Quote').describe('The quote, from quote_payment with fromOutside.'),
      currency: currencyCode.describe('The currency that the quote sends.'),
      amount: amount.optional().describe('In its smallest unit; default: exactly what the quote asks for.'),
      requestId,
    }),
    advice: SAME,
    run: async ({ write }, { quoteId, currency, amount: sent, requestId: named }) => {
      const body = { quoteId, currencyCode: currency, ...(sent !== undefined && { currencyAmount: sent }) };
      const sending = (corridor: Corridor, headers: Headers) => corridor.sandboxSend({ body, headers });
      return withRepetition(await write(samePayment(named, { quoteId, currency, amount: sent ?? 'exact' }), sending));
    },
    say: (view) => repeatedText(view, 'then') + transactionLine(view),
  }),
  tool({
    name: 'send_deposit',
    title: 'Play a payer with a reference',
    description:
      'Plays a payer outside who sends money with a reference: that of an account (fundingPaymentInstructions of ' +
      'list_accounts), of a quote, or an unknown one.',
    effect: 'pays',
    input: z.strictObject({
      reference: line(ACCEPTED.sandboxDeposit.reference).describe('What the payer writes on the transfer.'),
      currency: currencyCode.describe('The currency that is sent.'),
      amount: amount.describe('In the smallest unit of the currency.'),
      requestId,
    }),
    advice: SAME,
    run: async ({ write }, { reference, currency, amount: sent, requestId: named }) => {
      const body = { reference, currencyCode: currency, amount: sent };
      const sending = (corridor: Corridor, headers: Headers) => corridor.sandboxDeposit({ body, headers });
      return withRepetition(await write(samePayment(named, { reference, currency, amount: sent }), sending));
    },
    say: (view) => {
      const transaction = view['transaction'] as View | undefined;
      return `${repeatedText(view, 'then')}${at(view, 'outcome')}${transaction === undefined ? '' : `: ${transactionLine(transaction)}`}`;
    },
  }),
  tool({
    name: 'list_transactions',
    title: 'Transactions',
    description: 'Lists the payments of the sandbox platform, newest first.',
    effect: 'reads',
    input: z.strictObject({ customerId: customerId.optional(), ...page }),
    run: ({ corridor }, { customerId: of, ...input }) =>
      corridor.listTransactions({ query: { ...pageOf(input), ...(of !== undefined && { customerId: of }) } }),
    say: (view) => pageText(view, 'transactions', transactionLine),
  }),
  tool({
    name: 'show_transaction',
    title: 'One transaction',
    description: 'Shows a payment of the sandbox platform as it is now.',
    effect: 'reads',
    input: z.strictObject({ transactionId: recordId('Transaction').describe('Its id.') }),
    run: ({ corridor }, { transactionId }) => corridor.getTransactionById({ path: { transactionId } }),
    say: transactionLine,
  }),
  tool({
    name: 'list_events',
    title: 'Events',
    description: 'Lists the events of the sandbox platform, newest first, with the state of their webhooks.',
    effect: 'reads',
    input: z.strictObject({
      about: line(ACCEPTED.listWebhookEvents.resource).optional().describe('Only events of this record, by its id.'),
      ...page,
    }),
    run: ({ corridor }, { about, ...input }) =>
      corridor.listWebhookEvents({ query: { ...pageOf(input), ...(about !== undefined && { resource: about }) } }),
    say: (view) => pageText(view, 'events', eventLine),
  }),
  tool({
    name: 'show_event',
    title: 'One event',
    description: 'Shows an event with the record that its webhook carries.',
    effect: 'reads',
    input: z.strictObject({ eventId: shortLine.describe('Its id.') }),
    run: ({ corridor }, { eventId }) => corridor.getWebhookEvent({ path: { eventId } }),
    say: eventLine,
  }),
  tool({
    name: 'list_approvals',
    title: 'What agents wait for',
    description:
      'Lists the payments of agents that wait for the approval of the platform. They are approved in the program of the ' +
      'platform, never here.',
    effect: 'reads',
    input: z.strictObject(page),
    run: ({ corridor }, input) => corridor.listAgentApprovals({ query: pageOf(input) }),
    say: (view) => pageText(view, 'payments that wait for approval', actionLine),
  }),
];
