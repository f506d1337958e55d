import { expecting } from '../support/api.js';
import { regulatedCustomer } from '../support/regulated-customer.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  executeQuote,
  fund,
  payoutRequest,
  quotePayout,
  settled,
} from '../support/scenario.js';
import type { UsedHost } from '../support/use-host.js';
import type { Customer, ExternalAccount, InternalAccount, Quote, Transaction } from '../support/wire.js';
import { exampleId } from './example-ids.js';
import { type Area, named, type Prepared, type Scenario } from './run-examples.js';

interface Payment {
  readonly customer: Customer;
  readonly from: InternalAccount;
  readonly to: ExternalAccount;
}

/** An account whose payouts the sandbox leaves pending for six minutes. */
const SLOW = '003';
const UMA_ADDRESS = '$success.eur@sandbox.uma.money';

const replacing = ({ customer, from, to }: Payment, more: object = {}): Prepared => ({
  replace: {
    [exampleId('Customer')]: customer.id,
    [exampleId('InternalAccount')]: from.id,
    [exampleId('ExternalAccount')]: to.id,
    ...more,
  },
});

/** A customer with USD 500.00, and an external account. */
async function payment({ api }: UsedHost, currency: 'EUR' | 'USD' = 'EUR', ending?: string): Promise<Payment> {
  const customer = await createCustomer(api, { currencies: ['USD', 'EUR'] });
  const from = await accountOf(api, customer.id, 'USD');
  await fund(api, from.id, 50_000);
  return { customer, from, to: await addAccount(api, customer.id, currency, ending) };
}

/** The same, with a customer of the EEA. */
async function regulated({ api }: UsedHost): Promise<Payment> {
  const { customer, usd, payee } = await regulatedCustomer(api);
  return { customer, from: usd, to: payee };
}

const funded: Scenario = async (used) => replacing(await payment(used));

const quotedBy =
  (prepare: (used: UsedHost) => Promise<Payment>): Scenario =>
  async (used) => {
    const made = await prepare(used);
    const { id } = await quotePayout(used.api, { from: made.from.id, to: made.to.id, amount: 10_000 });
    return replacing(made, { [exampleId('Quote')]: id });
  };
const quoted = quotedBy(payment);

const lookedUp: Scenario = async (used) => {
  const made = await payment(used);
  const path = `/receiver/uma/${encodeURIComponent(UMA_ADDRESS)}`;
  const { lookupId } = await expecting(200, used.api.get<{ lookupId: string }>(path, { customerId: made.customer.id }));
  return replacing(made, { [exampleId('Lookup')]: lookupId });
};

const sameCurrency: Scenario = async (used) => replacing(await payment(used, 'USD'));

/** A payment that was delivered. */
const delivered: Scenario = async (used) => {
  const made = await payment(used);
  const quote = await quotePayout(
    used.api,
    { from: made.from.id, to: made.to.id, amount: 10_000 },
    { description: 'Invoice 4711' },
  );
  await executeQuote(used.api, quote.id);
  await settled(used.api, quote.transactionId);
  return replacing(made, { [exampleId('Transaction')]: quote.transactionId });
};

/** A payment whose rail has not delivered yet. */
const pending: Scenario = async (used) => {
  const made = await payment(used, 'EUR', SLOW);
  const request = {
    ...payoutRequest({ from: made.from.id, to: made.to.id, amount: 10_000 }),
    immediatelyExecute: true,
    description: 'Invoice 4711',
  };
  const { transactionId } = await expecting(201, used.api.post<Quote>('/quotes', request));
  return replacing(made, { [exampleId('Transaction')]: transactionId });
};

/** A payment from another institution whose approval the platform has put off. */
const received: Scenario = async ({ api, receiver }) => {
  const customer = await createCustomer(api, { currencies: ['EUR'] });
  receiver.answerWith((_delivery, response) => response.writeHead(202).end());
  const { id } = await expecting(
    200,
    api.post<Transaction>('/sandbox/uma/receive', {
      senderUmaAddress: '$eve@bank.example',
      customerId: customer.id,
      receivingCurrencyCode: 'EUR',
      receivingCurrencyAmount: 2_500,
    }),
  );
  return named({ Customer: customer.id, Transaction: id });
};

const withdrawal: Scenario = async ({ api }) => {
  const customer = await createCustomer(api, { currencies: ['BTC'] });
  const { id } = await accountOf(api, customer.id, 'BTC');
  return named({ InternalAccount: id });
};

export const PAYMENTS: Area = {
  tags: ['Cross-Currency Transfers', 'Same-Currency Transfers', 'Transactions'],
  scenarios: {
    lookupExternalAccount: funded,
    lookupUma: funded,
    estimateCryptoWithdrawalFee: withdrawal,
    createQuote: funded,
    'createQuote pay-a-uma-address': lookedUp,
    'createQuote pay-for-a-customer-of-the-eea': async (used) => replacing(await regulated(used)),
    listQuotes: quoted,
    getQuoteById: quoted,
    executeQuote: quoted,
    'executeQuote ask-a-customer-of-the-eea-for-a-code': quotedBy(regulated),
    cancelQuote: quoted,
    createTransferIn: sameCurrency,
    createTransferOut: sameCurrency,
    listTransactions: delivered,
    getTransactionById: delivered,
    confirmReceiptDelivery: delivered,
    cancelTransaction: pending,
    approvePendingPayment: received,
    rejectPendingPayment: received,
  },
};
