import { answerOfIssuer } from '../accounts/index.js';
import {
  type Context,
  domainError,
  type DomainError,
  err,
  fail,
  next,
  ok,
  type Reads,
  type Result,
  sealedPlace,
  type SealedPlace,
  type Sealer,
  splitTenant,
  transition,
  type Tx,
} from '../kernel/index.js';
import type {
  IssuerAccount,
  IssuerCredentials,
  Refusal,
  StablecoinIssuer,
  StablecoinIssuers,
  StablecoinPorts,
} from './ports.js';
import { PROVIDER_ACCOUNT, PROVIDER_ACCOUNTS, type StablecoinProviderAccount } from './provider-account.js';
import type { StablecoinProviderName } from './vocabulary.js';

/** The issuer of a provider in the environment. 501 NOT_IMPLEMENTED if it has none. */
export function issuerOf(
  issuers: StablecoinIssuers,
  { tenant }: Pick<Context, 'tenant'>,
  provider: StablecoinProviderName,
): Result<StablecoinIssuer> {
  const { environment } = splitTenant(tenant);
  const issuer = issuers[environment].find(({ name }) => name === provider);
  return issuer === undefined
    ? err('NOT_IMPLEMENTED', `no stablecoin issuer ${provider} is configured for ${environment}`)
    : ok(issuer);
}

/** The name under which the jobs of an environment call a provider. */
export const resourceOf = ({ tenant }: Pick<Context, 'tenant'>, provider: StablecoinProviderName): string =>
  `issuer ${provider} ${splitTenant(tenant).environment}`;

export const isRefusal = (answer: { readonly state: string }): answer is Refusal => answer.state === 'refused';

export const refusalOf = ({ because }: Refusal): DomainError =>
  domainError(because === 'invalid' ? 'STABLECOIN_PROVIDER_ACCOUNT_INVALID' : 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED');

const credentialsOf = (id: string): SealedPlace => sealedPlace(PROVIDER_ACCOUNTS, id, 'sealedCredentials');

export const sealCredentials = (
  sealer: Sealer,
  id: string,
  { apiClientId, apiClientSecret }: IssuerCredentials,
): string => sealer.seal(JSON.stringify({ apiClientId, apiClientSecret }), credentialsOf(id));

export const openedAccount = (
  sealer: Sealer,
  { id, tenant, providerAccountId, sealedCredentials }: StablecoinProviderAccount,
): IssuerAccount => ({
  platform: splitTenant(tenant).platformId,
  ...(JSON.parse(sealer.open(sealedCredentials, credentialsOf(id))) as IssuerCredentials),
  providerAccountId,
});

/**
 * An ACTIVE provider account. 404 STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND, 400 STABLECOIN_PROVIDER_ACCOUNT_INVALID, 400
 * STABLECOIN_PROVIDER_ACCOUNT_REVOKED.
 */
export async function usableLink(reads: Reads, id: string): Promise<Result<StablecoinProviderAccount>> {
  const link = await reads.get(PROVIDER_ACCOUNTS, id);
  return link === null ? err('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND') : usable(link);
}

/**
 * The named provider account, or the only ACTIVE one. 400 STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED if several are
 * ACTIVE.
 */
export async function chosenLink(reads: Reads, id: string | undefined): Promise<Result<StablecoinProviderAccount>> {
  if (id !== undefined) return usableLink(reads, id);
  const newest = { order: 'desc', limit: 2, counted: false } as const;
  const { rows: active } = await reads.list(PROVIDER_ACCOUNTS, { ...newest, where: { status: 'ACTIVE' } });
  if (active.length > 1) return err('STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED');
  const [link] = active.length === 1 ? active : (await reads.list(PROVIDER_ACCOUNTS, newest)).rows;
  return link === undefined
    ? err('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND', 'no stablecoin provider account is linked')
    : usable(link);
}

function usable(link: StablecoinProviderAccount): Result<StablecoinProviderAccount> {
  if (link.status === 'INVALID') return err('STABLECOIN_PROVIDER_ACCOUNT_INVALID');
  return link.status === 'REVOKED' ? err('STABLECOIN_PROVIDER_ACCOUNT_REVOKED') : ok(link);
}

/** Records a refusal of the issuer. A refusal that is already recorded has no effect. */
export async function loseLink(tx: Tx, ctx: Context, id: string, { because }: Refusal): Promise<Result<void>> {
  const link = await tx.get(PROVIDER_ACCOUNTS, id);
  const event = because === 'invalid' ? 'refuse' : 'revoke';
  if (link === null || !next(PROVIDER_ACCOUNT, link.status, event).ok) return ok();
  const lost = transition(tx, ctx, PROVIDER_ACCOUNT, PROVIDER_ACCOUNTS, link, event);
  return lost.ok ? ok() : lost;
}

/**
 * Calls the issuer with the credentials of a provider account. A refusal is recorded in a unit of its own and returned
 * as the error.
 */
export async function askWith<T extends { readonly state: string }>(
  { units, issuers, sealer }: StablecoinPorts,
  ctx: Context,
  link: StablecoinProviderAccount,
  question: (issuer: StablecoinIssuer, account: IssuerAccount) => Promise<T | Refusal>,
): Promise<Result<T>> {
  const issuer = issuerOf(issuers, ctx, link.provider);
  if (!issuer.ok) return issuer;
  const answered = await answerOfIssuer(() => question(issuer.value, openedAccount(sealer, link)));
  if (!answered.ok) return answered;
  const answer = answered.value;
  if (!isRefusal(answer)) return ok(answer as T);
  const lost = await units.run(ctx.tenant, (tx) => loseLink(tx, ctx, link.id, answer));
  return lost.ok ? fail(refusalOf(answer)) : lost;
}
