import { type Api, expecting } from '../support/api.js';
import { activeCard, authorize, simulate, transactionOf } from '../support/cards.js';
import { type Holder, holderOf, mint, burn, burnBody, mintBody, operationWhen, registered } from '../support/issuer.js';
import {
  addAccount,
  createCustomer,
  executeQuote,
  fundedAccount,
  pay,
  type PayoutCurrency,
  quoteFunding,
  quotePayout,
  settled,
  transactionWhen,
} from '../support/scenario.js';
import type { Transaction } from '../support/wire.js';

const FUNDED = 500_000;
const AMOUNT = 20_000;
/** Longer than the sandbox takes to return what it has delivered, and shorter than it leaves a payment pending. */
const RETURNED_SECONDS = 40;

interface Payer {
  readonly customerId: string;
  readonly usd: string;
}

async function payer(api: Api): Promise<Payer> {
  const { id: customerId } = await createCustomer(api, { currencies: ['USD', 'EUR'] });
  const { id: usd } = await fundedAccount(api, customerId, 'USD', FUNDED);
  await fundedAccount(api, customerId, 'EUR', FUNDED);
  return { customerId, usd };
}

async function payOut(api: Api, { customerId, usd }: Payer, currency: PayoutCurrency, ending: string): Promise<string> {
  const to = await addAccount(api, customerId, currency, ending);
  const quote = await quotePayout(api, { from: usd, to: to.id, amount: AMOUNT });
  await executeQuote(api, quote.id);
  return quote.transactionId;
}

async function useCard(api: Api, { customerId, usd }: Payer): Promise<void> {
  const card = await activeCard(api, customerId, [usd]);
  const used = async (amount: number) => (await transactionOf(api, usd, await authorize(api, card.id, amount)))!;
  const tell = async (what: string, { id }: { readonly id: string }, amount: number) =>
    expecting(202, simulate(api, card.id, what, { cardTransactionId: id, amount }));
  await used(3_300);
  await tell('clearing', await used(10_000), 4_000);
  const returned = await used(6_000);
  await tell('clearing', returned, 6_000);
  await tell('return', returned, 1_500);
}

/** A mint and a burn that are done, and a burn that the issuer works on. */
async function order(api: Api): Promise<Holder> {
  const holder = await holderOf(api, FUNDED);
  const coin = await registered(api);
  const minted = await expecting(201, mint(api, coin, mintBody(100_000, holder.usd, holder.usdb)));
  await operationWhen(api, minted.id, 'COMPLETED');
  const burned = await expecting(201, burn(api, coin, burnBody(30_000, holder.usdb, holder.bank)));
  await operationWhen(api, burned.id, 'COMPLETED');
  return holder;
}

async function burnSlowly(api: Api, { customerId, usdb }: Holder): Promise<void> {
  const { id } = await addAccount(api, customerId, 'USD', '003');
  const coin = await registered(api);
  await expecting(201, burn(api, coin, burnBody(10_000, usdb, id)));
}

/** Money that the payer has spent when its bank takes it back: the account owes it. */
async function owe(api: Api): Promise<void> {
  const { id: customerId } = await createCustomer(api, { currencies: ['USD'] });
  const { id: usd } = await fundedAccount(api, customerId, 'USD', 1_000);
  const source = await addAccount(api, customerId, 'USD', '008');
  const collected = await expecting(
    201,
    api.post<Transaction>('/transfer-in', {
      source: { accountId: source.id },
      destination: { accountId: usd },
      amount: AMOUNT,
    }),
  );
  await settled(api, collected.id);
  const to = await addAccount(api, customerId, 'USD');
  const out = await expecting(
    201,
    api.post<Transaction>('/transfer-out', {
      source: { accountId: usd },
      destination: { accountId: to.id },
      amount: AMOUNT,
    }),
  );
  await settled(api, out.id);
}

/**
 * Leaves money of a platform in every state that a balance sheet can show: available and held, in transit, unattributed,
 * reserved for cards, owed by a customer, in tokens, returned with a charge of the bank, and kept by a rail that cannot
 * refund.
 */
export async function moneyInEveryState(api: Api): Promise<void> {
  const one = await payer(api);
  const [holder] = await Promise.all([order(api), useCard(api, one), owe(api)]);
  const returned = [await payOut(api, one, 'MXN', '005'), await payOut(api, one, 'MXN', '008')];
  const kept = await payOut(api, one, 'MXN', '007');
  await expecting(200, api.post('/sandbox/clock/advance', { seconds: RETURNED_SECONDS }));
  for (const id of returned) await transactionWhen(api, id, 'is refunded', ({ status }) => status === 'FAILED');
  await transactionWhen(api, kept, 'cannot be refunded', ({ status }) => status === 'FAILED');

  for (const currency of ['MXN', 'EUR'] as const) await payOut(api, one, currency, '003');
  const slow = await addAccount(api, one.customerId, 'MXN', '003');
  const funded = await quoteFunding(api, { customerId: one.customerId, to: slow.id, amount: AMOUNT });
  await pay(api, funded.id);
  await burnSlowly(api, holder);
  for (const currencyCode of ['USD', 'EUR'])
    await expecting(
      200,
      api.post('/sandbox/deposits', {
        ...{ reference: 'a gift', currencyCode, amount: 7_000 },
        remitter: { name: 'Grace Hopper', account: '40998008' },
      }),
    );
}
