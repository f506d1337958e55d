import { answerOfIssuer } from '../accounts/index.js';
import {
  birth,
  domainError,
  err,
  fail,
  newRecord,
  ok,
  type PreparedUseCase,
  splitTenant,
  transition,
} from '../kernel/index.js';
import { isRefusal, issuerOf, refusalOf, sealCredentials } from './issuer.js';
import type { IssuerCredentials, StablecoinPorts } from './ports.js';
import { PROVIDER_ACCOUNT, PROVIDER_ACCOUNTS, type StablecoinProviderAccount } from './provider-account.js';
import type { StablecoinProviderName } from './vocabulary.js';

export interface LinkAccount extends IssuerCredentials {
  readonly provider: StablecoinProviderName;
  /** If `providerAccountId` is missing, the issuer names the account of the credentials. */
  readonly providerAccountId?: string | undefined;
}

export interface AcceptedLink {
  readonly input: LinkAccount;
  readonly providerAccountId: string;
}

const LINKED = domainError('CONFLICT', 'this provider account is already linked; use the existing link');

/**
 * Links an account at an issuer after the issuer has accepted the credentials. Refused credentials are not stored. An
 * account that is INVALID or REVOKED is linked again under its id, and waiting operations continue. 400
 * STABLECOIN_PROVIDER_ACCOUNT_INVALID, STABLECOIN_PROVIDER_ACCOUNT_REVOKED; 409 CONFLICT while it is ACTIVE; 501
 * NOT_IMPLEMENTED without an issuer of the provider; 503 SERVICE_UNAVAILABLE.
 */
export function linkAccount(
  ports: StablecoinPorts,
): PreparedUseCase<LinkAccount, AcceptedLink, StablecoinProviderAccount> {
  return {
    async prepare(ctx, input) {
      const issuer = issuerOf(ports.issuers, ctx, input.provider);
      if (!issuer.ok) return issuer;
      const { platformId } = splitTenant(ctx.tenant);
      const answered = await answerOfIssuer(() =>
        issuer.value.verify(input, input.providerAccountId ?? null, platformId),
      );
      if (!answered.ok) return answered;
      const answer = answered.value;
      if (isRefusal(answer)) return fail(refusalOf(answer));
      return ok({ input, providerAccountId: answer.providerAccountId });
    },

    async finish(tx, ctx, { input, providerAccountId }) {
      const { provider } = input;
      const earlier = await tx.find(PROVIDER_ACCOUNTS, 'account', [provider, providerAccountId]);
      const id = earlier?.id ?? ports.ids.next('StablecoinProviderAccount');
      const fresh = { sealedCredentials: sealCredentials(ports.sealer, id, input), lastVerifiedAt: ctx.now };
      if (earlier !== null) {
        if (earlier.status === 'ACTIVE') return err('CONFLICT', LINKED.message);
        const renewed = transition(tx, ctx, PROVIDER_ACCOUNT, PROVIDER_ACCOUNTS, earlier, 'renew', fresh);
        return renewed.ok ? ok(renewed.value.record) : renewed;
      }
      const link: StablecoinProviderAccount = {
        provider,
        providerAccountId,
        providerEnvironment: splitTenant(ctx.tenant).environment,
        status: birth(PROVIDER_ACCOUNT, 'link').to,
        ...newRecord(id, ctx),
        ...fresh,
      };
      tx.add(PROVIDER_ACCOUNTS, link, { conflicts: { account: LINKED } });
      return ok(link);
    },
  };
}
