import { expect, it } from 'vitest';
import {
  ACCOUNT_TYPES,
  exampleAccountInfo,
  type ExternalAccount,
  type ExternalAccountType,
  type InternalAccount,
  PAYMENT_ACCOUNTS,
  type PaymentRail,
} from '../accounts/index.js';
import type { Quote, QuoteRequest } from './index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';

const CURRENCIES = [...new Set(PAYMENT_ACCOUNTS.flatMap((row) => row.currencies))];
const AMOUNT = 1_000_000n;

/** A platform with an internal account in every currency, and an external one of every type and currency. */
async function everywhere() {
  const play = await playCore({}, { currencies: CURRENCIES });
  const { core, run, read } = play;
  const page = valueOf(await read(core.accounts.listInternal, { ownerType: 'PLATFORM', limit: 100 }));
  const own = new Map<string, InternalAccount>(page.data.map(({ account }) => [account.currency, account]));
  for (const currency of ['USD', 'EUR']) {
    valueOf(await run(core.sandbox.fund, { accountId: own.get(currency)!.id, amount: 1_000_000_000n }));
  }
  const added = async (type: ExternalAccountType, currency: string): Promise<ExternalAccount> => {
    const example = exampleAccountInfo(type);
    const accountInfo = 'assetType' in example ? { ...example, assetType: currency } : example;
    return valueOf(await run(core.accounts.addExternal, { ownerType: 'PLATFORM', currency, accountInfo }));
  };
  return { play, own, added };
}

const request = (source: QuoteRequest['source'], accountId: string, paymentRail?: PaymentRail): QuoteRequest => ({
  immediatelyExecute: source.sourceType === 'ACCOUNT',
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: AMOUNT,
  source,
  destination: { destinationType: 'ACCOUNT', accountId, paymentRail },
});

async function completed({ core, read }: PlayCore, quotes: readonly Quote[]): Promise<readonly string[]> {
  const open: string[] = [];
  for (const { transactionId: id, receivingCurrency } of quotes) {
    const { status } = valueOf(await read(core.transactions.get, { id }));
    if (status !== 'COMPLETED') open.push(`${receivingCurrency} ${status}`);
  }
  expect((await core.ledger.audit()).findings).toEqual([]);
  return open;
}

it('a payout to every account type completes, in each of its currencies and by each of its payment rails', async () => {
  const { play, own, added } = await everywhere();
  const quotes: Quote[] = [];
  for (const { type, currencies, paymentRails } of ACCOUNT_TYPES) {
    for (const currency of currencies) {
      const { id } = await added(type, currency);
      const accountId = own.get(currency === 'USD' ? 'EUR' : 'USD')!.id;
      for (const rail of [undefined, ...paymentRails]) {
        const source = { sourceType: 'ACCOUNT', accountId } as const;
        quotes.push(valueOf(await play.run(play.core.quotes.create, request(source, id, rail))));
      }
    }
  }
  await play.pass(0);
  expect(await completed(play, quotes)).toEqual([]);
  expect(quotes.length).toBeGreaterThan(140);
});

it('a quote is funded in every currency, on every chain of the currency, by a unique reference', async () => {
  const { play, own } = await everywhere();
  const quotes: Quote[] = [];
  for (const { currencies, network } of PAYMENT_ACCOUNTS.filter(({ type }) => type !== 'EMBEDDED_WALLET')) {
    for (const currency of currencies) {
      const to = own.get(currency === 'USD' ? 'EUR' : 'USD')!.id;
      const source = { sourceType: 'REALTIME_FUNDING', currency, cryptoNetwork: network ?? undefined } as const;
      const quote = valueOf(await play.run(play.core.quotes.create, request(source, to)));
      const paid = { quoteId: quote.id, currencyCode: currency };
      valueOf(await play.run(play.core.sandbox.send, paid));
      quotes.push(quote);
    }
  }
  await play.pass(0);
  expect(await completed(play, quotes)).toEqual([]);
  const asked = quotes.map(({ paymentInstructions }) => paymentInstructions![0]!.accountOrWalletInfo['reference']);
  const ofAccounts = [...own.values()].map(({ fundingPaymentInstructions: [first] }) => first!.accountOrWalletInfo);
  const references = [...asked, ...ofAccounts.map((info) => info['reference'])];
  expect(references).not.toContain(undefined);
  expect(new Set(references).size).toBe(references.length);
  expect(ofAccounts).toHaveLength(CURRENCIES.length);
});
