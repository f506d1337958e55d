import { randomUUID } from 'node:crypto';
import { type Api, LostAnswer, ServerError } from '../support/api.js';
import { activeCard } from '../support/cards.js';
import type { Chance } from '../support/chance.js';
import { pause } from '../support/eventually.js';
import { accountOf, addAccount, createCustomer, payoutRequest } from '../support/scenario.js';
import type { Quote } from '../support/wire.js';
import type { Operation, State, Write } from './history.js';
import type { Place, Recorder, WriteRequest } from './recorder.js';

/** An internal account, and the bank accounts that it pays to and collects from. */
interface Account {
  readonly id: string;
  readonly currency: 'USD' | 'EUR';
  readonly delivers: string;
  readonly refuses: string;
  /** The other account of the customer, in another currency. */
  readonly other: string;
}

export interface Parties {
  readonly accounts: readonly Account[];
  readonly cards: readonly { readonly id: string; readonly account: string }[];
}

const CUSTOMERS = 2;
const LARGE = { atLeast: 1_000_000_000, below: 9_000_000_000 };
const SMALL = { atLeast: 1_000_000, below: 1_000_000_000 };
/** Often more than an account has. */
const HUGE = { atLeast: 10_000_000_000, below: 40_000_000_000 };
/** So small that the first deposit on the account of a card covers a whole history. */
const OF_CARDS = { atLeast: 100_000, below: 4_000_000 };
const AGAIN_AFTER_MS = 20;
const ATTEMPTS = 6;

/** Customers with two accounts each, and one account with a card. */
export async function createParties(api: Api): Promise<Parties> {
  const accounts: Account[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const { id: customerId } = await createCustomer(api, { currencies: ['USD', 'EUR'] });
    const [dollars, euros] = [await accountOf(api, customerId, 'USD'), await accountOf(api, customerId, 'EUR')];
    for (const [{ id }, currency, other] of [
      [dollars, 'USD', euros.id],
      [euros, 'EUR', dollars.id],
    ] as const) {
      const delivers = (await addAccount(api, customerId, currency, '900')).id;
      const refuses = (await addAccount(api, customerId, currency, '004')).id;
      accounts.push({ id, currency, delivers, refuses, other });
    }
  }
  const holder = await createCustomer(api, { currencies: ['USD'] });
  const { id: account } = await accountOf(api, holder.id, 'USD');
  const { id } = await activeCard(api, holder.id, [account]);
  return { accounts, cards: [{ id, account }] };
}

export interface Clients {
  /** Ids of acknowledged payments that were not seen to end. */
  readonly open: Set<string>;
  /** Starts nothing new, and waits for what is under way. Throws the first failure. */
  stop(): Promise<void>;
  check(): void;
}

interface Options {
  readonly parties: Parties;
  readonly chance: Chance;
  readonly recorder: Recorder;
  readonly clients: number;
  /** A host that is not known to be down. */
  place(): Promise<Place>;
}

export const isLast = (state: State | null): boolean => state === 'done' || state === 'failed';

/** Clients that ask one thing after the other, each on any host. */
export function startClients({ parties, chance, recorder, clients, place }: Options): Clients {
  const { accounts, cards } = parties;
  const open = new Set<string>();
  const amounts = new Set<number>();
  const all = [...accounts.map(({ id }) => id), ...cards.map(({ account }) => account)];
  let isStopped = false;
  let failure: unknown = null;

  /** An amount that no other operation of the history has. */
  function amountIn({ atLeast, below }: typeof LARGE): number {
    const amount = atLeast + chance.under(below - atLeast);
    if (amounts.has(amount)) return amountIn({ atLeast, below });
    amounts.add(amount);
    return amount;
  }

  /** Sends the request until it is answered, or gives up. */
  async function written(client: string, request: WriteRequest): Promise<Write> {
    for (let attempt = 1; ; attempt += 1) {
      const write = await recorder.write(client, await place(), request);
      if (write.outcome === 'ok' && write.id !== undefined) open.add(write.id);
      // Some clients never ask again.
      if (write.outcome !== 'unknown' || attempt === ATTEMPTS || chance.under(8) === 0) return write;
      await pause(AGAIN_AFTER_MS);
    }
  }

  const spent = (): number => amountIn(chance.under(8) === 0 ? HUGE : SMALL);

  const deposit = (account: string): WriteRequest => {
    const amount = amountIn(LARGE);
    const path = `/sandbox/internal-accounts/${account}/fund`;
    return { operation: { kind: 'deposit', account, amount }, path, body: { amount }, key: randomUUID() };
  };

  function transfer(kind: 'transfer in' | 'transfer out'): WriteRequest {
    const { id, delivers, refuses } = chance.of(accounts);
    const fails = chance.under(5) === 0;
    const [amount, outside] = [
      kind === 'transfer in' ? amountIn(SMALL) : spent(),
      { accountId: fails ? refuses : delivers },
    ];
    const operation: Operation = { kind, account: id, amount, fails };
    const [source, destination] = kind === 'transfer in' ? [outside, { accountId: id }] : [{ accountId: id }, outside];
    return { operation, path: `/${kind.replace(' ', '-')}`, body: { source, destination, amount }, key: randomUUID() };
  }

  /** Creates a quote, and returns its execution; null if it was not created. */
  async function payment(): Promise<WriteRequest | null> {
    const from = chance.of(accounts);
    const other = chance.of(accounts.filter(({ currency }) => currency !== from.currency));
    const fails = chance.under(5) === 0;
    const to = fails || chance.under(2) === 0 ? null : from.other;
    const amount = spent();
    const body = payoutRequest({ from: from.id, to: to ?? (fails ? other.refuses : other.delivers), amount });
    const operation = { kind: 'payment', account: from.id, amount, fails, to, received: 0 } as const;
    const key = randomUUID();
    if (to === null && chance.under(2) === 0) {
      return { operation, path: '/quotes', body: { ...body, immediatelyExecute: true }, key };
    }
    const { api } = await place();
    try {
      const { status, body: quote, text } = await api.post<Quote>('/quotes', body);
      if (status !== 201) throw new Error(text);
      const received = quote.totalReceivingAmount;
      return { operation: { ...operation, received }, path: `/quotes/${quote.id}/execute`, body: {}, key };
    } catch (error) {
      if (error instanceof LostAnswer || error instanceof ServerError) return null;
      throw error;
    }
  }

  function cardUse(): WriteRequest {
    const { id, account } = chance.of(cards);
    const fails = chance.under(6) === 0;
    const amount = amountIn(OF_CARDS);
    const merchant = { descriptor: fails ? 'SHOP 002' : 'COFFEE BAR' };
    return {
      operation: { kind: 'card', account, amount, fails },
      path: `/sandbox/cards/${id}/simulate/authorization`,
      body: { amount, currency: { code: 'USD' }, merchant },
      key: randomUUID(),
    };
  }

  async function nextRequest(): Promise<WriteRequest | null> {
    const what = chance.under(10);
    if (what < 2) return deposit(chance.of(accounts).id);
    if (what < 4) return transfer('transfer out');
    if (what < 5) return transfer('transfer in');
    return what < 8 ? payment() : cardUse();
  }

  /** Asks one thing. False if a read had no answer. */
  async function step(client: string): Promise<boolean> {
    const what = chance.under(12);
    const [id] = open;
    if (what < 4) return recorder.balance(client, await place(), chance.of(all));
    if (what === 4) return (await recorder.list(client, await place(), chance.of(all))) !== null;
    if (what < 7 && id !== undefined) {
      const state = await recorder.state(client, await place(), id);
      if (isLast(state)) open.delete(id);
      return state !== null;
    }
    const request = await nextRequest();
    if (request === null) return false;
    const { outcome } = await written(client, request);
    if (outcome === 'ok' && chance.under(6) === 0) await recorder.write(client, await place(), request);
    return true;
  }

  async function work(client: string): Promise<void> {
    while (!isStopped) if (!(await step(client))) await pause(AGAIN_AFTER_MS);
  }

  const working = (async () => {
    await Promise.all(all.map((account) => written('the first client', deposit(account))));
    await Promise.all(Array.from({ length: clients }, (_, n) => work(`client ${n + 1}`)));
  })().catch((error: unknown) => {
    failure ??= error;
    isStopped = true;
  });
  const check = (): void => {
    if (failure !== null) throw failure as Error;
  };
  return {
    open,
    check,
    async stop() {
      isStopped = true;
      await working;
      check();
    },
  };
}
