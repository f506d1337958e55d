import { randomUUID } from 'node:crypto';
import { type Api, type Answer, expecting } from './api.js';
import { printedCredential } from './credentials.js';
import { eventually } from './eventually.js';
import type { Deployment } from './host.js';
import { accountOf, addAccount, createCustomer, fund } from './scenario.js';
import type { Stablecoin, StablecoinOperation, StablecoinProviderAccount, StablecoinQuote } from './wire.js';

/** A token's smallest units in one cent. */
export const CENT = 10_000n;

/** A POST to an operation that requires an idempotency key; default: a new key. */
export const post = <T>(api: Api, path: string, body?: object, idempotencyKey: string = randomUUID()) =>
  api.post<T>(path, body, { idempotencyKey });

/** A platform whose customers can hold tokens, on the same data. */
export async function stablecoinPlatform(deployment: Deployment, api: Api): Promise<Api> {
  const options = ['--name', 'Stablecoins', '--currencies', 'USD,EUR,USDB'];
  return api.as(printedCredential(await deployment.command('platform', 'create', ...options)));
}

/** A customer with funds, an account for tokens, and a bank account. */
export interface Holder {
  readonly customerId: string;
  readonly usd: string;
  readonly usdb: string;
  readonly bank: string;
}

export async function holderOf(api: Api, cents: number, ending = '900'): Promise<Holder> {
  const { id: customerId } = await createCustomer(api, { currencies: ['USD', 'USDB'] });
  const [usd, usdb] = await Promise.all([accountOf(api, customerId, 'USD'), accountOf(api, customerId, 'USDB')]);
  await fund(api, usd.id, cents);
  const bank = await addAccount(api, customerId, 'USD', ending);
  return { customerId, usd: usd.id, usdb: usdb.id, bank: bank.id };
}

export const linkIssuer = (
  api: Api,
  apiClientId: string = `client-${randomUUID()}-900`,
  more: object = {},
): Promise<Answer<StablecoinProviderAccount>> =>
  post(api, '/stablecoin-provider-accounts', {
    provider: 'BRALE',
    apiClientId,
    apiClientSecret: 'canary-issuer-secret',
    ...more,
  });

/**
 * Registers a token with a newly linked issuer account. The ending of the token's identifier at the issuer decides the
 * outcome of its orders.
 */
export async function registered(api: Api, ending = '900'): Promise<Stablecoin> {
  const link = await expecting(201, linkIssuer(api));
  return expecting(
    201,
    post<Stablecoin>(api, '/stablecoins', {
      providerTokenIdentifier: `usdb-${randomUUID()}-${ending}`,
      networkTokenIdentifier: `btkn1${randomUUID()}-900`,
      network: 'SPARK',
      stablecoinProviderAccountId: link.id,
    }),
  );
}

/** A mint of this many cents between two internal accounts. */
export const mintBody = (cents: number, from: string, to: string, more: object = {}) => ({
  amount: (BigInt(cents) * CENT).toString(),
  fundingSource: { type: 'SVC_INTERNAL_ACCOUNT', accountId: from },
  destination: { accountId: to },
  ...more,
});

export const burnBody = (cents: number, from: string, bank: string, more: object = {}) => ({
  amount: (BigInt(cents) * CENT).toString(),
  source: { type: 'SVC_INTERNAL_ACCOUNT', accountId: from },
  destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: bank, rail: 'ACH_CREDIT' },
  ...more,
});

export const mint = (api: Api, coin: Pick<Stablecoin, 'id'>, body: object, key?: string) =>
  post<StablecoinOperation>(api, `/stablecoins/${coin.id}/mints`, body, key);
export const burn = (api: Api, coin: Pick<Stablecoin, 'id'>, body: object, key?: string) =>
  post<StablecoinOperation>(api, `/stablecoins/${coin.id}/burns`, body, key);
export const executeStablecoinQuote = (api: Api, quote: Pick<StablecoinQuote, 'id'>, key?: string) =>
  post<StablecoinOperation>(api, `/stablecoin-quotes/${quote.id}/execute`, undefined, key);

export const readOperation = (api: Api, id: string): Promise<StablecoinOperation> =>
  expecting(200, api.get<StablecoinOperation>(`/stablecoin-operations/${id}`));

/** Waits until the operation is in one of these states. */
export const operationWhen = (api: Api, id: string, ...statuses: readonly string[]): Promise<StablecoinOperation> =>
  eventually(`${id} ${statuses.join(' or ')}`, async () => {
    const operation = await readOperation(api, id);
    return statuses.includes(operation.status) ? operation : null;
  });
