import { findCustomer, type Settings } from '../customers/index.js';
import {
  birth,
  type Context,
  type Digest,
  err,
  type FieldError,
  type IdSource,
  type Instant,
  invalidFields,
  newRecord,
  ok,
  plusSeconds,
  type Random,
  splitTenant,
  type UseCase,
} from '../kernel/index.js';
import { isUnregistered, redirectUri as redirectUriRule, unregistered } from '../platforms/index.js';
import { KYC_LINKS } from './kyc-link.js';
import { newLinkSecret } from './link-secret.js';
import type { KycProviders } from './ports.js';
import { KYC_LINK } from './verification-states.js';

interface CreateKycLinkPorts {
  readonly ids: IdSource;
  readonly random: Random;
  readonly digest: Digest;
  readonly providers: KycProviders;
  readonly settings: Settings;
  /** URL of the hosted page, without a trailing slash. */
  readonly hostedPage: string;
}

export interface NewKycLink {
  readonly customerId: string;
  readonly redirectUri?: string | null | undefined;
}

export interface IssuedKycLink {
  /** The URL contains the token, which is shown once; only the digest of the token is stored. */
  readonly url: string;
  readonly expiresAt: Instant;
  readonly provider: string;
}

const KYC_LINK_SECONDS = 30 * 60;
export const REDIRECT_URI_LENGTH = 2048;

/**
 * Each call creates a new link; earlier links stay valid. USER_NOT_FOUND; INVALID_INPUT, also for a `redirectUri`
 * with a scheme that the platform has not registered; CONFLICT while a required contact verification is pending.
 */
export function createKycLink({
  ids,
  random,
  digest,
  providers,
  settings,
  hostedPage,
}: CreateKycLinkPorts): UseCase<NewKycLink, IssuedKycLink> {
  return async (tx, ctx, input) => {
    const found = await findCustomer(tx, input.customerId);
    if (!found.ok) return found;
    const errors = invalidInNewKycLink(ctx, input);
    if (errors.length > 0) return invalidFields(errors);
    const redirectUri = input.redirectUri ?? null;
    const { redirectSchemes } = await settings(tx, ctx);
    if (isUnregistered(redirectUri, redirectSchemes)) {
      return invalidFields([{ field: 'redirectUri', message: unregistered(redirectUri) }]);
    }
    const { id, contactEmail, contactPhone } = found.value;
    const unverified = Object.entries({ email: contactEmail, phone: contactPhone })
      .filter(([, status]) => status === 'PENDING')
      .map(([channel]) => channel);
    if (unverified.length > 0) {
      return err('CONFLICT', `the customer's ${unverified.join(' and ')} must be verified first`, {
        channels: unverified,
      });
    }
    const token = newLinkSecret(random);
    const expiresAt = plusSeconds(ctx.now, KYC_LINK_SECONDS);
    tx.add(KYC_LINKS, {
      customerId: id,
      redirectUri,
      status: birth(KYC_LINK, 'create').to,
      tokenDigest: digest.sha256(token),
      expiresAt,
      sessionDigest: null,
      ...newRecord(ids.next('KycLink'), ctx),
    });
    // The parameter only informs: the page redirects to the stored URI, so that editing the link cannot change the
    // target.
    const query = redirectUri === null ? '' : `?redirectUri=${encodeURIComponent(redirectUri)}`;
    const provider = providers[splitTenant(ctx.tenant).environment].name;
    return ok({ url: `${hostedPage}/${token}${query}`, expiresAt, provider });
  };
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
