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
  /** Without it, the only one that is ACTIVE. */
  readonly stablecoinProviderAccountId?: string | undefined;
}

export interface KnownToken {
  readonly input: RegisterStablecoin;
  readonly linkId: string;
  readonly token: Extract<TokenAnswer, { readonly state: 'known' }>;
}

const REGISTERED = domainError('CONFLICT', 'this token of the issuer is registered');

/** How a token is born that its issuer has in this state; null: it will never have it. */
const BIRTHS: Readonly<Record<IssuanceStatus, EventOf<typeof ISSUANCE> | null>> = {
  PENDING_REVIEW: 'review',
  PROVISIONING: 'provision',
  PROVISIONED: 'issue',
  REJECTED: null,
  FAILED: null,
};

/**
 * Registers a token of an issuer (contract: registerStablecoin). Its issuer says what it is; while that reviews it or
 * sets it up, it is asked again by a job. Errors: those of `chosenLink`; 400 INVALID_INPUT for a token that the issuer
 * does not know, or will not issue; 409 CONFLICT for one that is registered; 501 NOT_IMPLEMENTED; 503 SERVICE_UNAVAILABLE.
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
      if (token.state === 'unknown') return invalidFields([notUsable('is not known to the issuer on this network')]);
      if (BIRTHS[token.issuanceStatus] === null) return invalidFields([notUsable('is not issued')]);
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

/** The currency of accounts in which a token can be held: the one of its name that counts in the same units. */
function currencyOf(symbol: string, decimals: number): CurrencyCode | null {
  const known = currency(symbol);
  return known?.kind === 'crypto' && known.decimals === decimals ? known.code : null;
}
