import { type Answer, type Api, expecting } from './api.js';
import { eventually } from './eventually.js';
import type { CurrencyAmount, Page } from './wire.js';

export interface Card {
  readonly id: string;
  readonly cardholderId: string;
  readonly platformCardId?: string;
  readonly state: string;
  readonly stateReason?: string | null;
  readonly last4?: string;
  readonly expMonth?: number;
  readonly expYear?: number;
  readonly fundingSources: readonly string[];
  readonly maxSpendPerTransaction: number | null;
  readonly controls: object | null;
  readonly currency: string;
  readonly issuerRef?: string;
}

interface Sum {
  readonly count: number;
  readonly totalAmount: number;
  readonly pendingCount?: number;
}

export interface CardTransaction {
  readonly type: string;
  readonly id: string;
  readonly cardId: string;
  readonly status: string;
  readonly direction: string;
  readonly issuerTransactionToken: string;
  readonly authorizedAmount: CurrencyAmount;
  readonly settledAmount?: CurrencyAmount;
  readonly refundedAmount?: CurrencyAmount;
  readonly pullSummary?: Sum;
  readonly refundSummary: Sum;
  readonly settlementSummary: Sum;
}

export const orderCard = (
  api: Api,
  cardholderId: string,
  fundingSources: readonly string[],
  more: object = {},
): Promise<Card> =>
  expecting(201, api.post<Card>('/cards', { cardholderId, form: 'VIRTUAL', fundingSources, ...more }));

export const cardWhen = (api: Api, id: string, state: string): Promise<Card> =>
  eventually(`${id} is ${state}`, async () => {
    const card = await expecting(200, api.get<Card>(`/cards/${id}`));
    if (card.state !== state) throw new Error(`so far: ${card.state}`);
    return card;
  });

/** An active card. */
export async function activeCard(
  api: Api,
  cardholderId: string,
  fundingSources: readonly string[],
  more: object = {},
): Promise<Card> {
  const { id } = await orderCard(api, cardholderId, fundingSources, more);
  return cardWhen(api, id, 'ACTIVE');
}

export const simulate = (
  api: Api,
  cardId: string,
  what: string,
  body: object,
): Promise<Answer<{ readonly issuerTransactionToken: string }>> =>
  api.post(`/sandbox/cards/${cardId}/simulate/${what}`, body);

export const useOf = (amount: number, descriptor = 'COFFEE BAR', code = 'USD') => ({
  amount,
  currency: { code },
  merchant: { descriptor },
});

/** Sends an authorization; returns the network's token of the question, for an approval as for a decline. */
export const authorize = async (
  api: Api,
  cardId: string,
  amount: number,
  descriptor?: string,
  what = 'authorization',
): Promise<string> =>
  (await expecting(202, simulate(api, cardId, what, useOf(amount, descriptor)))).issuerTransactionToken;

/** All card transactions of an account, through the list of transactions. */
export async function transactionsOn(api: Api, accountId: string): Promise<readonly CardTransaction[]> {
  const found: CardTransaction[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await expecting(
      200,
      api.get<Page<CardTransaction>>('/transactions', { accountIdentifier: accountId, limit: 100, cursor }),
    );
    found.push(...page.data.filter(({ type }) => type === 'CARD'));
    if (page.nextCursor === undefined) return found;
    cursor = page.nextCursor;
  }
}

export async function transactionOf(api: Api, accountId: string, token: string): Promise<CardTransaction | null> {
  return (
    (await transactionsOn(api, accountId)).find(({ issuerTransactionToken }) => issuerTransactionToken === token) ??
    null
  );
}

export const readCardTransaction = (api: Api, id: string): Promise<CardTransaction> =>
  expecting(200, api.get<CardTransaction>(`/transactions/${id}`));
