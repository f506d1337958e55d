import { schedule } from '../events/index.js';
import {
  birth,
  type CurrencyCode,
  domainError,
  type EventOf,
  type FieldError,
  invalidFields,
  newRecord,
  ok,
  plusSeconds,
  type PreparedUseCase,
} from '../kernel/index.js';
import { currency } from '../money/index.js';
import { askWith, chosenLink, usableLink } from './issuer.js';
import type { StablecoinPorts, TokenAnswer } from './ports.js';
import { ISSUANCE, type IssuanceStatus, type Stablecoin, STABLECOINS, TOKEN_OPERATIONS } from './stablecoin.js';
import type { StablecoinNetwork } from './vocabulary.js';

export interface RegisterStablecoin {
  readonly providerTokenIdentifier: string;
  readonly networkTokenIdentifier: string;
  readonly network: StablecoinNetwork;
  /** The provider account; if it is missing, the only ACTIVE provider account is used. */
  readonly stablecoinProviderAccountId?: string | undefined;
}

export interface KnownToken {
  readonly input: RegisterStablecoin;
  readonly linkId: string;
  readonly token: Extract<TokenAnswer, { readonly state: 'known' }>;
}

const REGISTERED = domainError(
  'CONFLICT',
  'this token is already registered for the provider account; use the registered stablecoin',
);

/** The first event of a token by its state at the issuer; null if the issuer will never issue it. */
const BIRTHS: Readonly<Record<IssuanceStatus, EventOf<typeof ISSUANCE> | null>> = {
  PENDING_REVIEW: 'review',
  PROVISIONING: 'provision',
  PROVISIONED: 'issue',
  REJECTED: null,
  FAILED: null,
};

/**
 * Registers a token of an issuer, which provides its name, currency and decimals. While the issuer reviews or
 * provisions the token, a job asks again. The errors of `chosenLink`; 400 INVALID_INPUT for a token that the issuer
 * does not know or will not issue; 409 CONFLICT for a registered one; 501 NOT_IMPLEMENTED; 503 SERVICE_UNAVAILABLE.
 */
export function registerStablecoin(
  ports: StablecoinPorts,
): PreparedUseCase<RegisterStablecoin, KnownToken, Stablecoin> {
  return {
    async prepare(ctx, input) {
      const link = await ports.units.read(ctx.tenant, (reads) => chosenLink(reads, input.stablecoinProviderAccountId));
      if (!link.ok) return link;
      const { providerTokenIdentifier, networkTokenIdentifier, network } = input;
      const query = { providerTokenIdentifier, networkTokenIdentifier, network, registeredAt: ctx.now, now: ctx.now };
      const answer = await askWith<TokenAnswer>(ports, ctx, link.value, (issuer, account) =>
        issuer.token(account, query),
      );
      if (!answer.ok) return answer;
      const token = answer.value;
      if (token.state === 'unknown')
        return invalidFields([
          notUsable('names a token that the issuer does not know with this networkTokenIdentifier and network'),
        ]);
      if (BIRTHS[token.issuanceStatus] === null)
        return invalidFields([notUsable('names a token that the issuer has rejected or failed to provision')]);
      return ok({ input, linkId: link.value.id, token });
    },

    async finish(tx, ctx, { input, linkId, token }) {
      const found = await usableLink(tx, linkId);
      if (!found.ok) return found;
      const link = found.value;
      const isIssued = token.issuanceStatus === 'PROVISIONED';
      const { providerTokenIdentifier, networkTokenIdentifier, network } = input;
      const { name, symbol, baseCurrency, decimals } = token;
      const coin: Stablecoin = {
        name,
        symbol,
        baseCurrency,
        network,
        decimals,
        issuanceStatus: birth(ISSUANCE, BIRTHS[token.issuanceStatus]!).to,
        svcOperationsStatus: birth(TOKEN_OPERATIONS, isIssued ? 'enable' : 'hold-back').to,
        networkTokenIdentifier,
        providerTokenIdentifier,
        currency: currencyOf(symbol, decimals),
        provider: link.provider,
        stablecoinProviderAccountId: link.id,
        providerEnvironment: link.providerEnvironment,
        ...newRecord(ports.ids.next('Stablecoin'), ctx),
      };
      tx.add(STABLECOINS, coin, { conflicts: { token: REGISTERED } });
      if (!isIssued) {
        const dueAt = plusSeconds(ctx.hostNow, token.checkAfterSeconds);
        schedule({ tx, ctx, ids: ports.ids }, { kind: 'stablecoin.watch', subject: coin.id, dueAt });
      }
      return ok(coin);
    },
  };
}

const notUsable = (message: string): FieldError => ({ field: 'providerTokenIdentifier', message });

/** The currency of accounts that can hold the token: the crypto currency with its symbol and its decimals. */
function currencyOf(symbol: string, decimals: number): CurrencyCode | null {
  const known = currency(symbol);
  return known?.kind === 'crypto' && known.decimals === decimals ? known.code : null;
}
