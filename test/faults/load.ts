import type { Api } from '../support/api.js';
import { type Chance, chanceOf } from '../support/chance.js';
import { accountOf, addAccount, createCustomer, payoutRequest } from '../support/scenario.js';
import type { InternalAccount, Quote, Transaction } from '../support/wire.js';
import { type Ending, MISFUNDED, type Outcome, OUTCOMES, TRANSFERS } from './outcomes.js';
import { type PatientClient, patientClient } from './patient-client.js';

/** A customer with a funded internal account, a second internal account, and an external account for each outcome. */
export interface Payer {
  readonly customerId: string;
  readonly source: string;
  readonly inside: string;
  readonly payees: Readonly<Record<Ending, string>>;
  /** External accounts in dollars for transfers. */
  readonly banks: Readonly<Record<'900' | '005', string>>;
}

/** An acknowledged payment: the last answer about its quote, and its expected outcome. */
export interface Payment {
  readonly quote: Quote;
  readonly payer: Payer;
  readonly outcome: Outcome;
  readonly from: 'account' | 'payer outside';
  readonly to: 'account outside' | 'account inside';
}

/** An acknowledged transfer, and its expected outcome. */
export interface Transfer {
  readonly id: string;
  readonly payer: Payer;
  readonly direction: 'in' | 'out';
  readonly amount: number;
  readonly outcome: Outcome;
}

/** An acknowledged deposit into an account. */
export interface Deposit {
  readonly accountId: string;
  readonly amount: number;
}

/** The operations of clients on a host, and all acknowledged results. */
export interface Load {
  readonly client: PatientClient;
  readonly payers: readonly Payer[];
  readonly payments: readonly Payment[];
  readonly deposits: readonly Deposit[];
  readonly transfers: readonly Transfer[];
  /** Starts no new payments and waits until the running ones are acknowledged. Throws the first failure. */
  stop(): Promise<void>;
  /** Throws the first failure so far. */
  check(): void;
}

const PAYERS = 3;
const ENOUGH = 1_000_000_000;
const ENDINGS = Object.keys(OUTCOMES) as readonly Ending[];

async function createPayer(api: Api, client: PatientClient, deposits: Deposit[]): Promise<Payer> {
  const customer = await createCustomer(api, { currencies: ['USD', 'EUR'] });
  const [source, inside] = await Promise.all([accountOf(api, customer.id, 'USD'), accountOf(api, customer.id, 'EUR')]);
  const payees: Partial<Record<Ending, string>> = {};
  for (const ending of ENDINGS) payees[ending] = (await addAccount(api, customer.id, 'EUR', ending)).id;
  const banks = {
    '900': (await addAccount(api, customer.id, 'USD', '900')).id,
    '005': (await addAccount(api, customer.id, 'USD', '005')).id,
  };
  await deposit(client, deposits, source.id, ENOUGH);
  return { customerId: customer.id, source: source.id, inside: inside.id, payees: payees as Payer['payees'], banks };
}

async function deposit(client: PatientClient, deposits: Deposit[], accountId: string, amount: number): Promise<void> {
  await client.write<InternalAccount>(`/sandbox/internal-accounts/${accountId}/fund`, { amount });
  deposits.push({ accountId, amount });
}

/** Starts `clients` that pay continuously, several of them from one account. */
export async function startLoad(
  api: Api,
  { clients, seed }: { readonly clients: number; readonly seed: string },
): Promise<Load> {
  const client = patientClient(api);
  const payments: Payment[] = [];
  const deposits: Deposit[] = [];
  const transfers: Transfer[] = [];
  const payers: Payer[] = [];
  for (let i = 0; i < PAYERS; i++) payers.push(await createPayer(api, client, deposits));

  async function prefunded(chance: Chance, payer: Payer): Promise<void> {
    const ending = chance.of(ENDINGS);
    const inside = chance.under(8) === 0;
    const immediatelyExecute = chance.under(3) === 0;
    const created = await client.write<Quote>('/quotes', {
      ...payoutRequest({
        from: payer.source,
        to: inside ? payer.inside : payer.payees[ending],
        amount: 100 + chance.under(10_000),
        side: chance.of(['SENDING', 'RECEIVING']),
      }),
      immediatelyExecute,
    });
    const quote = immediatelyExecute ? created : await client.write<Quote>(`/quotes/${created.id}/execute`);
    payments.push({
      quote,
      payer,
      outcome: OUTCOMES[inside ? '900' : ending],
      from: 'account',
      to: inside ? 'account inside' : 'account outside',
    });
  }

  async function realtime(chance: Chance, payer: Payer): Promise<void> {
    const ending = chance.of(ENDINGS);
    const asked = 100 + chance.under(10_000);
    const misfunded = chance.under(6) === 0;
    const quote = await client.write<Quote>('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', customerId: payer.customerId, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: payer.payees[ending] },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: asked,
    });
    const currencyAmount = misfunded ? asked + 1 : asked;
    const sent = await client.write<Transaction>('/sandbox/send', {
      quoteId: quote.id,
      currencyCode: 'USD',
      currencyAmount,
    });
    if (sent.id !== quote.transactionId) throw new Error(`${quote.id} became ${sent.id}`);
    const outcome = misfunded ? MISFUNDED : OUTCOMES[ending];
    payments.push({ quote, payer, outcome, from: 'payer outside', to: 'account outside' });
  }

  async function transfer(chance: Chance, payer: Payer): Promise<void> {
    const direction = chance.of(['in', 'out'] as const);
    const ending = chance.of(['900', '900', '005'] as const);
    const amount = 2 + chance.under(1000);
    const [here, outside] = [{ accountId: payer.source }, { accountId: payer.banks[ending] }];
    const ends = direction === 'in' ? { source: outside, destination: here } : { source: here, destination: outside };
    const { id } = await client.write<Transaction>(`/transfer-${direction}`, { ...ends, amount });
    transfers.push({ id, payer, direction, amount, outcome: TRANSFERS[direction][ending] });
  }

  const chance = chanceOf(`${seed}/load`);
  let stopped = false;
  let failure: unknown = null;

  async function work(): Promise<void> {
    while (!stopped) {
      const payer = chance.of(payers);
      const what = chance.under(8);
      if (what === 0) await deposit(client, deposits, payer.source, 1 + chance.under(1000));
      else if (what === 1) await transfer(chance, payer);
      else if (what < 4) await realtime(chance, payer);
      else await prefunded(chance, payer);
    }
  }
  const working = Array.from({ length: clients }, () =>
    work().catch((error: unknown) => {
      failure ??= error;
      stopped = true;
    }),
  );
  const check = (): void => {
    if (failure !== null) throw failure as Error;
  };

  return {
    client,
    payers,
    payments,
    deposits,
    transfers,
    check,
    async stop() {
      stopped = true;
      await Promise.all(working);
      check();
    },
  };
}
