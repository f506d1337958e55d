import { memoryBook, sandboxIssuer } from '@corridor/adapters-rails/stablecoins';
import { expect } from 'vitest';
import type { ExternalAccount, InternalAccount, InternalAccountView } from '../accounts/index.js';
import type { NewCustomer } from '../customers/index.js';
import type { Result } from '../kernel/index.js';
import type { CorePorts } from '../service/index.js';
import type {
  OrderRequest,
  Stablecoin,
  StablecoinIssuer,
  StablecoinOperation,
  StablecoinProviderAccount,
  StablecoinQuote,
} from '../stablecoins/index.js';
import { playCore, type PlayCore, valueOf } from './play-core.js';
import { digest } from './ports.js';

/** One dollar in units of a token with 6 decimals. */
export const DOLLAR = 1_000_000n;
export const CENT = 10_000n;

export interface Accounts {
  readonly customerId: string;
  readonly usd: InternalAccount;
  readonly usdb: InternalAccount;
}

/** A platform with its own issuer, and a customer with 1,000 dollars in an internal account. */
export interface PlayIssuer extends Accounts {
  readonly play: PlayCore;
  link(apiClientId?: string, providerAccountId?: string): Promise<Result<StablecoinProviderAccount>>;
  register(token?: string, more?: RegisterMore): Promise<Result<Stablecoin>>;
  /** A linked issuer with a token that can be minted; the token's name determines the outcome of orders. */
  issued(token?: string): Promise<Stablecoin>;
  order(coin: Stablecoin, request: OrderRequest): Promise<Result<StablecoinOperation>>;
  quote(coin: Stablecoin, request: OrderRequest): Promise<Result<StablecoinQuote>>;
  execute(quote: StablecoinQuote): Promise<Result<StablecoinOperation>>;
  operation(id: string): Promise<StablecoinOperation>;
  /** Requests over ten dollars, from and to accounts of the customer. */
  mint(more?: Partial<OrderRequest>): OrderRequest;
  burn(bank: string, more?: Partial<OrderRequest>): OrderRequest;
  from(type: OrderRequest['source']['type'], named?: Partial<OrderRequest['source']>): OrderRequest['source'];
  /** A dollar account at a bank whose number has this ending. */
  bank(ending?: string, customerId?: string): Promise<ExternalAccount>;
  wallet(currency?: string): Promise<ExternalAccount>;
  customer(currencies?: readonly string[]): Promise<string>;
  internal(customerId: string, currency: string): Promise<InternalAccountView>;
  /** The available and held amounts of the customer's dollars and tokens. */
  balances(): Promise<{ readonly usd: readonly bigint[]; readonly usdb: readonly bigint[] }>;
  clean(): Promise<void>;
}

interface RegisterMore {
  readonly network?: string;
  readonly link?: string;
}

export async function playIssuer(
  over: (issuer: StablecoinIssuer) => StablecoinIssuer = (issuer) => issuer,
  adapters: Pick<CorePorts, 'stablecoins'> & Partial<Pick<CorePorts, 'storage' | 'accountChecks' | 'screening'>> = {},
  about: Partial<NewCustomer> = {},
): Promise<PlayIssuer> {
  const issuer = over(sandboxIssuer({ digest, book: memoryBook() }));
  const play = await playCore(
    { stablecoins: { SANDBOX: [issuer], PRODUCTION: [] }, ...adapters },
    { currencies: ['USD', 'EUR', 'USDB'] },
  );
  const { stablecoins, accounts, customers, sandbox, ledger } = play.core;

  async function customer(currencies: readonly string[] = ['USD', 'EUR', 'USDB']): Promise<string> {
    const details = {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      email: 'ada@example.com',
      currencies,
      ...about,
    };
    return valueOf(await play.run(customers.create, details as never)).id;
  }

  const internal = async (customerId: string, currency: string): Promise<InternalAccountView> =>
    valueOf(await play.read(accounts.listInternal, { customerId, currency })).data[0]!;
  const customerId = await customer();
  const { account: usd } = await internal(customerId, 'USD');
  const { account: usdb } = await internal(customerId, 'USDB');
  valueOf(await play.run(sandbox.fund, { accountId: usd.id, amount: 100_000n }));
  await play.pass(0);
  play.delivered.length = 0;

  const external = async (owner: string, details: object): Promise<ExternalAccount> => {
    const named = { ownerType: 'CUSTOMER', customerId: owner, ...details };
    return valueOf(await play.run(accounts.addExternal, named as never));
  };
  const played: PlayIssuer = {
    play,
    customerId,
    usd,
    usdb,
    customer,
    internal,
    link: (apiClientId = 'client', providerAccountId) =>
      play.run(stablecoins.link, { provider: 'BRALE', apiClientId, apiClientSecret: 'canary', providerAccountId }),
    register: (token = 'usdb', { network = 'btkn1usdb', link } = {}) =>
      play.run(stablecoins.register, {
        providerTokenIdentifier: token,
        networkTokenIdentifier: network,
        network: 'SPARK',
        stablecoinProviderAccountId: link,
      }),
    async issued(token = 'usdb') {
      valueOf(await played.link());
      return valueOf(await played.register(token));
    },
    order: (coin, request) => play.run(stablecoins.order, { stablecoinId: coin.id, request }),
    quote: (coin, request) => play.run(stablecoins.createQuote, { stablecoinId: coin.id, request }),
    execute: ({ id }) => play.run(stablecoins.executeQuote, { id }),
    operation: async (id) => valueOf(await play.read(stablecoins.getOperation, { id })),
    from: (type, named = {}) => ({ type, ...named }),
    mint: (more = {}) => ({
      operationType: 'MINT',
      amount: 10n * DOLLAR,
      source: played.from('SVC_INTERNAL_ACCOUNT', { accountId: usd.id }),
      destination: { accountId: usdb.id },
      ...more,
    }),
    burn: (bank, more = {}) => ({
      operationType: 'BURN',
      amount: 10n * DOLLAR,
      source: played.from('SVC_INTERNAL_ACCOUNT', { accountId: usdb.id }),
      destination: { accountId: bank, rail: 'ACH_CREDIT' },
      ...more,
    }),
    bank: (ending = '890', owner = customerId) =>
      external(owner, {
        currency: 'USD',
        accountInfo: { accountType: 'US_ACCOUNT', accountNumber: `123456${ending}`, routingNumber: '021000021' },
      }),
    wallet: (currency = 'USDB') =>
      external(customerId, {
        currency,
        accountInfo: { accountType: 'SPARK_WALLET', address: `spark1${'q'.repeat(60)}900` },
      }),
    async balances() {
      const of = async (currency: string): Promise<readonly bigint[]> => {
        const { available, held } = await internal(customerId, currency);
        return [available, held];
      };
      return { usd: await of('USD'), usdb: await of('USDB') };
    },
    async clean() {
      expect((await ledger.audit()).findings).toEqual([]);
      expect(await ledger.auditSupply()).toEqual([]);
    },
  };
  return played;
}
