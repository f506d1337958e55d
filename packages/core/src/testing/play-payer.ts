import { expect } from 'vitest';
import type {
  ExternalAccount,
  InternalAccount,
  InternalAccountView,
  PayoutRail,
  PullRail,
  Rail,
} from '../accounts/index.js';
import type { NewCustomer } from '../customers/index.js';
import type { Result } from '../kernel/index.js';
import type { Quote, QuoteRequest } from '../quotes/index.js';
import type { CorePorts } from '../service/index.js';
import type { Transaction } from '../transactions/index.js';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { playCore, type PlayCore, valueOf } from './play-core.js';
import { digest, type FixedClock } from './ports.js';

type Over = Partial<CorePorts> & { readonly clock?: FixedClock };

/** A customer of a play core with 10,000 dollars in an internal account, and an external account to pay. */
export interface PlayPayer {
  readonly play: PlayCore;
  readonly customerId: string;
  readonly usd: InternalAccount;
  internal(currency: string, owner?: { readonly customerId: string } | 'platform'): Promise<InternalAccountView>;
  /** An external account in euros whose identifier has this suffix. */
  external(suffix?: string): Promise<ExternalAccount>;
  /** An external account in dollars whose identifier has this suffix, of the customer or of the platform. */
  dollars(suffix?: string, owner?: 'customer' | 'platform'): Promise<ExternalAccount>;
  /** Requests for 1,000 dollars, from an internal account or by realtime funding. */
  fromAccount(accountId: string, destination: string, over?: Partial<QuoteRequest>): QuoteRequest;
  funded(destination: string, over?: Partial<QuoteRequest>): QuoteRequest;
  quoted(request: QuoteRequest): Promise<Quote>;
  execute(id: string): Promise<Result<Quote>>;
  quote(id: string): Promise<Quote>;
  payment(of: Quote): Promise<Transaction>;
  /** Funds a realtime-funding quote; without an amount, with exactly the requested one. */
  pay(of: Quote, amount?: bigint): Promise<Result<Transaction>>;
  /** The types of the delivered events of a resource. */
  eventsOf(resource: string): readonly string[];
  auditClean(): Promise<void>;
}

export async function playPayer(
  over: Over = {},
  details: Partial<NewCustomer> = {},
  setUp: Parameters<typeof playCore>[1] = {},
): Promise<PlayPayer> {
  return payerOn(await playCore(over, setUp), details);
}

/** Adds such a customer to a core. */
export async function payerOn(play: PlayCore, details: Partial<NewCustomer> = {}): Promise<PlayPayer> {
  const customer = valueOf(
    await play.run(play.core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      currencies: ['USD', 'EUR'],
      ...details,
    } as never),
  );
  const customerId = customer.id;

  const payer: Omit<PlayPayer, 'usd'> = {
    play,
    customerId,
    async internal(currency, owner = { customerId }) {
      const filter = owner === 'platform' ? { ownerType: 'PLATFORM' as const } : owner;
      const page = valueOf(await play.read(play.core.accounts.listInternal, { ...filter, currency }));
      return page.data[0]!;
    },
    async external(suffix = '890') {
      const added = await play.run(play.core.accounts.addExternal, {
        ownerType: 'CUSTOMER',
        customerId,
        currency: 'EUR',
        accountInfo: {
          accountType: 'EUR_ACCOUNT',
          iban: `DE89370400440532013${suffix}`,
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
        },
      } as never);
      return valueOf(added);
    },
    async dollars(suffix = '890', owner = 'customer') {
      const added = await play.run(play.core.accounts.addExternal, {
        ...(owner === 'customer' ? { ownerType: 'CUSTOMER', customerId } : { ownerType: 'PLATFORM' }),
        currency: 'USD',
        accountInfo: { accountType: 'US_ACCOUNT', accountNumber: `123456${suffix}`, routingNumber: '021000021' },
      } as never);
      return valueOf(added);
    },
    fromAccount: (accountId, destination, changes = {}) => ({
      immediatelyExecute: false,
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 100_000n,
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: destination },
      ...changes,
    }),
    funded: (destination, changes = {}) =>
      payer.fromAccount('', destination, {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
        ...changes,
      }),
    quoted: async (request) => valueOf(await play.run(play.core.quotes.create, request)),
    execute: (id) => play.run(play.core.quotes.execute, { id }),
    quote: async (id) => valueOf(await play.read(play.core.quotes.get, { id })),
    payment: async (of) => valueOf(await play.read(play.core.transactions.get, { id: of.transactionId })),
    pay: (of, amount) =>
      play.run(play.core.sandbox.send, { quoteId: of.id, currencyCode: 'USD', currencyAmount: amount }),
    eventsOf: (resource) => play.delivered.filter((event) => event.resource === resource).map((event) => event.type),
    auditClean: async () => expect((await play.core.ledger.audit()).findings).toEqual([]),
  };

  const { account: usd } = await payer.internal('USD');
  valueOf(await play.run(play.core.sandbox.fund, { accountId: usd.id, amount: 1_000_000n }));
  await play.pass(0);
  play.delivered.length = 0;
  return { ...payer, usd };
}

/** The sandbox's rails, with these payouts and pulls for bank rails. */
export const bankRails = (payouts: Partial<PayoutRail>, pulls: Partial<PullRail> = {}): readonly Rail[] =>
  sandboxRails(digest).map((rail) =>
    rail.name === 'sandbox-bank'
      ? { ...rail, payouts: { ...rail.payouts!, ...payouts }, pulls: { ...rail.pulls!, ...pulls } }
      : rail,
  );
