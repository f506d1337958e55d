import { type Customer, findCustomer, mustNotBeBlocked, type Settings } from '../customers/index.js';
import {
  birth,
  type Context,
  type Digest,
  err,
  type FieldError,
  type Id,
  type IdSource,
  type Instant,
  invalidFields,
  newRecord,
  ok,
  OutsideFailure,
  plusSeconds,
  type PreparedUseCase,
  type Random,
  type Reads,
  type Result,
  type Sealer,
  splitTenant,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { isUnregistered, PLATFORMS, redirectUri as redirectUriRule, unregistered } from '../platforms/index.js';
import { openedCustomer } from './identity-change.js';
import { hasSomethingToAsk, pendingChange } from './identity-reviews.js';
import { type KycLink, KYC_LINKS } from './kyc-link.js';
import { newLinkSecret } from './link-secret.js';
import type { KycProviders, ProviderLink } from './ports.js';
import { askAboutLink } from './review-again.js';
import { KYC_LINK } from './verification-states.js';

interface CreateKycLinkPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly providers: KycProviders;
  readonly settings: Settings;
  /** URL of the hosted page, without a trailing slash. */
  readonly hostedPage: string;
}

export interface NewKycLink {
  readonly customerId: string;
  readonly redirectUri?: string | null | undefined;
}

/** A link that the provider was asked for, if it has a page for the customer. */
export interface PreparedKycLink extends NewKycLink {
  /** Null for a link to the page of the service. */
  readonly hosted: { readonly id: Id<'KycLink'>; readonly link: ProviderLink } | null;
}

export interface IssuedKycLink {
  /** The URL contains the token, which is shown once; only the digest of the token is stored. */
  readonly url: string;
  readonly expiresAt: Instant;
  readonly provider: string;
  /** With which the platform embeds the page of the provider; null if it cannot be embedded. */
  readonly token: string | null;
}

const KYC_LINK_SECONDS = 30 * 60;
export const REDIRECT_URI_LENGTH = 2048;
/** When the provider is first asked what has become of a link, unless it reports before that. */
const FIRST_LOOK_SECONDS = 300;

/**
 * Each call creates a new link; earlier links stay valid. A provider that has a page of its own is asked for the link
 * before the unit. USER_NOT_FOUND; INVALID_INPUT, also for a `redirectUri` with a scheme that the platform has not
 * registered; CONFLICT while a required contact verification is pending; SERVICE_UNAVAILABLE if the provider does not
 * answer.
 */
export function createKycLink(ports: CreateKycLinkPorts): PreparedUseCase<NewKycLink, PreparedKycLink, IssuedKycLink> {
  const { units, ids, providers, sealer } = ports;
  return {
    asks: () => Object.values(providers).some(({ links }) => links !== undefined),
    async prepare(ctx, input) {
      const { name, links } = providerOf(ports, ctx);
      if (links === undefined) return ok({ ...input, hosted: null });
      const asked = await units.read(ctx.tenant, async (reads) => {
        const checked = await mayHaveLink(ports, reads, ctx, input);
        if (!checked.ok) return checked;
        const customer = checked.value;
        // The unit that ends the request refuses it too, after the provider was asked.
        const platform = await reads.get(PLATFORMS, ctx.tenant);
        for (const each of platform === null ? [customer] : [platform, customer]) {
          const free = mustNotBeBlocked(each);
          if (!free.ok) return free;
        }
        if (!(await hasSomethingToAsk(reads, customer))) return ok(null);
        return ok(openedCustomer(sealer, customer, await pendingChange(reads, customer, customer.id)));
      });
      if (!asked.ok) return asked;
      if (asked.value === null) return ok({ ...input, hosted: null });
      const id = ids.next('KycLink');
      const given = await answerOf(name, () =>
        links.create({ reference: id, customer: asked.value!, redirectUri: input.redirectUri ?? null }),
      );
      if (!given.ok) return given;
      return ok({ ...input, hosted: given.value === null ? null : { id, link: given.value } });
    },
    async finish(tx, ctx, input) {
      const checked = await mayHaveLink(ports, tx, ctx, input);
      if (!checked.ok) return checked;
      return ok(
        input.hosted === null ? ownLink(ports, tx, ctx, input) : providersLink(ports, tx, ctx, input, input.hosted),
      );
    },
  };
}

const providerOf = ({ providers }: Pick<CreateKycLinkPorts, 'providers'>, { tenant }: Pick<Context, 'tenant'>) =>
  providers[splitTenant(tenant).environment];

/** The answer of a provider that a request waits for. The request can be sent again after a failure. */
async function answerOf<T>(name: string, question: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await question());
  } catch (cause) {
    if (!(cause instanceof OutsideFailure)) throw cause;
    return err('SERVICE_UNAVAILABLE', `the KYC provider ${name} did not answer or failed; send the request again`);
  }
}

/** The customer, if it may have a link now. */
async function mayHaveLink(
  { settings }: Pick<CreateKycLinkPorts, 'settings'>,
  reads: Reads,
  ctx: Context,
  input: NewKycLink,
): Promise<Result<Customer>> {
  const found = await findCustomer(reads, input.customerId);
  if (!found.ok) return found;
  const errors = invalidInNewKycLink(ctx, input);
  if (errors.length > 0) return invalidFields(errors);
  const redirectUri = input.redirectUri ?? null;
  const { redirectSchemes } = await settings(reads, ctx);
  if (isUnregistered(redirectUri, redirectSchemes)) {
    return invalidFields([{ field: 'redirectUri', message: unregistered(redirectUri) }]);
  }
  const { contactEmail, contactPhone } = found.value;
  const unverified = Object.entries({ email: contactEmail, phone: contactPhone })
    .filter(([, status]) => status === 'PENDING')
    .map(([channel]) => channel);
  if (unverified.length === 0) return found;
  return err('CONFLICT', `the customer's ${unverified.join(' and ')} must be verified first`, { channels: unverified });
}

/** A link to the page of the service. */
function ownLink(
  { ids, random, digest, hostedPage, providers }: CreateKycLinkPorts,
  tx: Tx,
  ctx: Context,
  { customerId, redirectUri = null }: NewKycLink,
): IssuedKycLink {
  const token = newLinkSecret(random);
  const expiresAt = plusSeconds(ctx.now, KYC_LINK_SECONDS);
  tx.add(KYC_LINKS, {
    customerId: customerId as KycLink['customerId'],
    redirectUri,
    status: birth(KYC_LINK, 'create').to,
    tokenDigest: digest.sha256(token),
    expiresAt,
    sessionDigest: null,
    hostedBy: null,
    ...newRecord(ids.next('KycLink'), ctx),
  });
  // The parameter only informs: the page redirects to the stored URI, so that editing the link cannot change the
  // target.
  const query = redirectUri === null ? '' : `?redirectUri=${encodeURIComponent(redirectUri)}`;
  return {
    url: `${hostedPage}/${token}${query}`,
    expiresAt,
    provider: providerOf({ providers }, ctx).name,
    token: null,
  };
}

/** A link to the page of the provider. A job asks what has become of it. */
function providersLink(
  { ids, random, digest, providers }: CreateKycLinkPorts,
  tx: Tx,
  ctx: Context,
  { customerId, redirectUri = null }: NewKycLink,
  { id, link }: NonNullable<PreparedKycLink['hosted']>,
): IssuedKycLink {
  const { name } = providerOf({ providers }, ctx);
  const expiresAt = plusSeconds(ctx.now, Math.max(0, link.expiresAt - ctx.hostNow) / 1000);
  tx.add(KYC_LINKS, {
    customerId: customerId as KycLink['customerId'],
    redirectUri,
    status: birth(KYC_LINK, 'create').to,
    tokenDigest: digest.sha256(newLinkSecret(random)),
    expiresAt,
    sessionDigest: null,
    hostedBy: name,
    ...newRecord(id, ctx),
  });
  askAboutLink({ tx, ctx, ids }, id, plusSeconds(ctx.hostNow, FIRST_LOOK_SECONDS));
  return { url: link.url, expiresAt, provider: name, token: link.token };
}

/** The errors of the form of `redirectUri`. Production requires https, or the URI of an app. */
export function invalidInNewKycLink(
  { tenant }: Pick<Context, 'tenant'>,
  { redirectUri }: Pick<NewKycLink, 'redirectUri'>,
): readonly FieldError[] {
  if (redirectUri === null || redirectUri === undefined) return [];
  const errors: FieldError[] = [];
  const httpsOnly = splitTenant(tenant).environment === 'PRODUCTION';
  redirectUriRule(REDIRECT_URI_LENGTH, httpsOnly)(redirectUri, 'redirectUri', (error) => errors.push(error));
  return errors;
}
