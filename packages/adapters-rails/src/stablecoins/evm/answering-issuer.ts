import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type IssuerCredentials,
  RailUnavailable,
  type Refusal,
  type StablecoinIssuer,
  type TokenAnswer,
} from '@corridor/core/ports';
import type { EvmIssuerEntry } from './entry.js';
import type { IssuanceEvents } from './issuance-events.js';
import type { Orders } from './orders.js';

const NEVER = { state: 'refused', because: 'revoked' } as const satisfies Refusal;
const WRONG = { state: 'refused', because: 'invalid' } as const satisfies Refusal;

/** Below the time-out of a call to an issuer. */
const SUPPLY_MS = 5_000;

const digestOf = ({ apiClientId, apiClientSecret }: IssuerCredentials): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([apiClientId, apiClientSecret]))
    .digest();

type Query = Parameters<StablecoinIssuer['token']>[1];

/** The account that the issuer answers. */
export interface IssuerAccount {
  readonly name: string;
  readonly entry: Pick<EvmIssuerEntry, 'platform' | 'client' | 'network' | 'token'>;
  /** The secret of `entry.client`. */
  readonly secret: string;
}

/** The port of the issuer: answers its platform alone, and about its token alone. */
export function answeringIssuer(
  { name, entry, secret }: IssuerAccount,
  orders: Orders,
  events: IssuanceEvents,
): StablecoinIssuer {
  const { token } = entry;
  const credentials = digestOf({ apiClientId: entry.client.id, apiClientSecret: secret });

  const areRight = (given: IssuerCredentials): boolean => timingSafeEqual(digestOf(given), credentials);

  /** Null for the account of this entry with its credentials. */
  function refused(account: Parameters<StablecoinIssuer['token']>[0]): Refusal | null {
    if (account.platform !== entry.platform || account.providerAccountId !== name) return NEVER;
    return areRight(account) ? null : WRONG;
  }

  const isToken = (identifier: string): boolean => identifier === name;

  function tokenOf({ providerTokenIdentifier, networkTokenIdentifier, network }: Query): TokenAnswer {
    const isKnown =
      isToken(providerTokenIdentifier) &&
      networkTokenIdentifier.toLowerCase() === token.address &&
      network === entry.network;
    if (!isKnown) return { state: 'unknown' };
    const { symbol, baseCurrency, decimals } = token;
    const about = { name: token.name, symbol, baseCurrency, decimals };
    return { state: 'known', ...about, issuanceStatus: 'PROVISIONED', checkAfterSeconds: 0 };
  }

  return {
    name: 'EVM',
    async verify(given, providerAccountId, platform) {
      const isAccepted =
        areRight(given) && platform === entry.platform && (providerAccountId === null || providerAccountId === name);
      return isAccepted ? { state: 'accepted', providerAccountId: name } : WRONG;
    },
    token: async (account, query) => refused(account) ?? tokenOf(query),
    price: async (account, order) => refused(account) ?? (await orders.price(order)),
    submit: async (account, instruction) => refused(account) ?? (await orders.submit(instruction)),
    status: async (account, instruction) => refused(account) ?? (await orders.submit(instruction)),
    async supply(account, identifier) {
      const refusal = refused(account);
      if (refusal !== null) return refusal;
      if (!isToken(identifier)) throw new RailUnavailable('issuer-evm', 'issuer-supply', 'the token is unknown');
      if (!(await events.scan(SUPPLY_MS)))
        throw new RailUnavailable('issuer-evm', 'issuer-supply', 'the events of the token are being read');
      return { state: 'told', ...(await events.read()) };
    },
  };
}
