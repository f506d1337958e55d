import { randomBytes, randomInt } from 'node:crypto';
import { type Api, expecting } from './api.js';
import { eventually } from './eventually.js';
import type { Customer, ExternalAccount, InternalAccount, Page, Quote, Transaction } from './wire.js';

/** The ending of an account without a magic outcome. */
const ORDINARY = '900';

const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

const BENEFICIARY = {
  beneficiaryType: 'INDIVIDUAL',
  fullName: 'Grace Hopper',
  countryOfResidence: 'DE',
} as const;

/** Account details in each currency: a new account on each call, with the given ending. */
export const ACCOUNT_INFO = {
  EUR: (ending: string) => ({
    accountType: 'EUR_ACCOUNT' as const,
    iban: `DE${randomDigits(17)}${ending}`,
    beneficiary: BENEFICIARY,
  }),
  MXN: (ending: string) => ({
    accountType: 'MXN_ACCOUNT' as const,
    clabeNumber: randomDigits(15) + ending,
    beneficiary: BENEFICIARY,
  }),
  USD: (ending: string) => ({
    accountType: 'US_ACCOUNT' as const,
    accountNumber: randomDigits(9) + ending,
    routingNumber: '021000021',
    accountHolderName: 'Grace Hopper',
  }),
  BTC: (ending: string) => ({
    accountType: 'LAYER2_WALLET' as const,
    address: `spark1${randomBytes(28).toString('hex')}${ending}`,
  }),
} as const;
export type PayoutCurrency = keyof typeof ACCOUNT_INFO;

export const createCustomer = (api: Api, details: object = {}): Promise<Customer> =>
  expecting(
    201,
    api.post<Customer>('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      ...details,
    }),
  );

/** The domain of a customer's UMA address. */
export const umaDomainOf = ({ umaAddress }: Customer): string => umaAddress.slice(umaAddress.indexOf('@') + 1);

export const addAccount = (
  api: Api,
  customerId: string,
  currency: PayoutCurrency,
  ending: string = ORDINARY,
): Promise<ExternalAccount> =>
  expecting(
    201,
    api.post<ExternalAccount>('/customers/external-accounts', {
      customerId,
      currency,
      accountInfo: ACCOUNT_INFO[currency](ending),
    }),
  );

/** The customer's internal account in that currency in its present state. */
export async function accountOf(api: Api, customerId: string, currency: string): Promise<InternalAccount> {
  const page = await expecting(
    200,
    api.get<Page<InternalAccount>>('/customers/internal-accounts', { customerId, currency }),
  );
  const [account] = page.data;
  if (account === undefined) throw new Error(`${customerId} has no account in ${currency}`);
  return account;
}

export async function platformAccountOf(api: Api, currency: string): Promise<InternalAccount> {
  const { data } = await expecting(200, api.get<Page<InternalAccount>>('/platform/internal-accounts', { currency }));
  const [account] = data;
  if (account === undefined) throw new Error(`the platform has no account in ${currency}`);
  return account;
}

export const fund = (api: Api, accountId: string, amount: number): Promise<InternalAccount> =>
  expecting(200, api.post<InternalAccount>(`/sandbox/internal-accounts/${accountId}/fund`, { amount }));

/** Funds the customer's account with this additional amount. */
export async function fundedAccount(
  api: Api,
  customerId: string,
  currency: string,
  amount: number,
): Promise<InternalAccount> {
  const account = await accountOf(api, customerId, currency);
  return fund(api, account.id, amount);
}

/** `balance` and `totalBalance` of an account: available, and with holds. */
export async function balances(api: Api, customerId: string, currency: string): Promise<readonly [number, number]> {
  const account = await accountOf(api, customerId, currency);
  return [account.balance.amount, account.totalBalance.amount];
}

export interface PayoutRequest {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly side?: 'SENDING' | 'RECEIVING';
}

export const payoutRequest = ({ from, to, amount, side = 'SENDING' }: PayoutRequest) => ({
  source: { sourceType: 'ACCOUNT', accountId: from },
  destination: { destinationType: 'ACCOUNT', accountId: to },
  lockedCurrencySide: side,
  lockedCurrencyAmount: amount,
});

export const quotePayout = (api: Api, request: PayoutRequest, more: object = {}): Promise<Quote> =>
  expecting(201, api.post<Quote>('/quotes', { ...payoutRequest(request), ...more }));

export const executeQuote = (api: Api, quoteId: string): Promise<Quote> =>
  expecting(200, api.post<Quote>(`/quotes/${quoteId}/execute`));

export interface FundingRequest {
  readonly customerId: string;
  readonly to: string;
  readonly amount: number;
  readonly currency?: string;
}

/** A quote that an external payer funds. */
export const quoteFunding = (
  api: Api,
  { customerId, to, amount, currency = 'USD' }: FundingRequest,
  more: object = {},
): Promise<Quote> =>
  expecting(
    201,
    api.post<Quote>('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', customerId, currency },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
      ...more,
    }),
  );

/** Pays the quote; by default exactly the requested amount. */
export const pay = (api: Api, quoteId: string, currencyAmount?: number): Promise<Transaction> =>
  expecting(
    200,
    api.post<Transaction>('/sandbox/send', {
      quoteId,
      currencyCode: 'USD',
      ...(currencyAmount === undefined ? {} : { currencyAmount }),
    }),
  );

export const readQuote = (api: Api, id: string): Promise<Quote> => expecting(200, api.get<Quote>(`/quotes/${id}`));

export const readTransaction = (api: Api, id: string): Promise<Transaction> =>
  expecting(200, api.get<Transaction>(`/transactions/${id}`));

/** Waits until the transaction meets the condition. */
export const transactionWhen = (
  api: Api,
  id: string,
  what: string,
  is: (transaction: Transaction) => boolean,
): Promise<Transaction> =>
  eventually(`${id} ${what}`, async () => {
    const transaction = await readTransaction(api, id);
    if (!is(transaction)) throw new Error(`so far: ${JSON.stringify(transaction)}`);
    return transaction;
  });

export const settled = (api: Api, id: string): Promise<Transaction> =>
  transactionWhen(api, id, 'COMPLETED', ({ status }) => status === 'COMPLETED');
