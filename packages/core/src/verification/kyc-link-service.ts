import { findCustomer } from '../customers/index.js';
import {
  base64url,
  birth,
  type Context,
  type Digest,
  err,
  type FieldError,
  type Instant,
  invalidFields,
  isId,
  newRecord,
  ok,
  plusSeconds,
  type Random,
  type Result,
  splitTenant,
  type TenantKey,
  transition,
  type Tx,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { isUnregistered, redirectUri as redirectUriRule, unregistered } from '../platforms/index.js';
import { type KycLink, KYC_LINKS } from './kyc-link.js';
import type { KycProviders } from './ports.js';
import { submitVerification, type SubmitPorts } from './submit-verification.js';
import { type Verification, VERIFICATIONS } from './verification.js';
import { KYC_LINK } from './verification-states.js';

export interface KycLinkPorts extends SubmitPorts {
  readonly units: UnitOfWork;
  readonly random: Random;
  readonly digest: Digest;
  readonly providers: KycProviders;
  /** URL of the hosted page, without a trailing slash. */
  readonly hostedPage: string;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
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

/** A valid link, and the context of its tenant. */
export interface HeldLink {
  readonly link: KycLink;
  /** Where the page leads in the end; null also if the platform no longer registers the scheme of the address. */
  readonly redirectUri: string | null;
  readonly ctx: Context;
}

const KYC_LINK_SECONDS = 30 * 60;
/** How long a started session lasts: enough to find and photograph documents. */
export const KYC_SESSION_SECONDS = 60 * 60;
const SECRET_BYTES = 32;
export const REDIRECT_URI_LENGTH = 2048;

/**
 * Single-use links to the hosted page. One browser starts a session with the link; afterwards only that browser's
 * secret opens the page: docs/decisions/0023-hosted-links-are-used-up-by-a-click.md.
 */
export function kycLinkService(ports: KycLinkPorts) {
  const { units, ids, random, digest, providers, contextOf, settings } = ports;
  const submit = submitVerification(ports);

  /**
   * Each call creates a new link; earlier links stay valid. USER_NOT_FOUND; INVALID_INPUT, also for a `redirectUri`
   * with a scheme that the platform has not registered; CONFLICT while a required contact verification is pending.
   */
  const create: UseCase<NewKycLink, IssuedKycLink> = async (tx, ctx, input) => {
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
    const token = base64url(random.bytes(SECRET_BYTES));
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
    return ok({ url: `${ports.hostedPage}/${token}${query}`, expiresAt, provider });
  };

  const linkOf = async (key: 'token' | 'session', secret: string): Promise<KycLink | null> =>
    SECRET.test(secret) ? units.read(null, (reads) => reads.find(KYC_LINKS, key, [digest.sha256(secret)])) : null;

  async function held(key: 'token' | 'session', secret: string): Promise<HeldLink | null> {
    const link = await linkOf(key, secret);
    if (link === null) return null;
    const ctx = await contextOf(link.tenant);
    if (link.expiresAt <= ctx.now) return null;
    return units.read(link.tenant, async (reads) => {
      const customer = await findCustomer(reads, link.customerId);
      if (!customer.ok) return null;
      const { redirectSchemes } = await settings(reads, ctx);
      return { link, ctx, redirectUri: isUnregistered(link.redirectUri, redirectSchemes) ? null : link.redirectUri };
    });
  }

  /** The link with this token; null if the link was already started or has expired, or if its customer is deleted. */
  async function find(token: string): Promise<HeldLink | null> {
    const found = await held('token', token);
    return found?.link.status === 'OPEN' ? found : null;
  }

  /**
   * Why a link with this token does not start: it has expired, another browser has started it, or everything was
   * submitted with it. Null if no link has this token, or if its customer is deleted.
   */
  async function refusalOf(token: string): Promise<'EXPIRED' | 'STARTED' | 'FINISHED' | null> {
    const link = await linkOf('token', token);
    if (link === null) return null;
    const customer = await units.read(link.tenant, (reads) => findCustomer(reads, link.customerId));
    if (!customer.ok) return null;
    return link.status === 'OPEN' ? 'EXPIRED' : link.status;
  }

  /** The link of a browser's session; with a token, only if the session belongs to the link of that token. */
  async function resume(session: string, token?: string): Promise<HeldLink | null> {
    const found = await held('session', session);
    return token === undefined || found?.link.tokenDigest === digest.sha256(token) ? found : null;
  }

  /** Starts a session. Of several concurrent attempts one succeeds; null for a link that is used or expired. */
  async function start(token: string): Promise<{ readonly session: string } | null> {
    const found = await find(token);
    if (found === null) return null;
    const session = base64url(random.bytes(SECRET_BYTES));
    const started = await units.run(found.link.tenant, async (tx) => {
      const link = await tx.get(KYC_LINKS, found.link.id);
      if (link === null) return err('REFERENCE_NOT_FOUND');
      return transition(tx, found.ctx, KYC_LINK, KYC_LINKS, link, 'start', {
        sessionDigest: digest.sha256(session),
        expiresAt: plusSeconds(found.ctx.now, KYC_SESSION_SECONDS),
      });
    });
    return started.ok ? { session } : null;
  }

  /**
   * Submits the customer, and finishes the link if nothing is missing. A second submission returns the present
   * verification.
   */
  const submitHeld: UseCase<{ readonly linkId: string }, Verification> = async (tx, ctx, { linkId }) => {
    const link = isId('KycLink', linkId) ? await tx.get(KYC_LINKS, linkId) : null;
    if (link === null) return err('REFERENCE_NOT_FOUND');
    if (link.status === 'FINISHED') {
      const verification = await tx.find(VERIFICATIONS, 'customer', [link.customerId]);
      return verification === null ? err('REFERENCE_NOT_FOUND') : ok(verification);
    }
    const submitted = await submit(tx, ctx, { customerId: link.customerId });
    if (!submitted.ok || submitted.value.verificationStatus === 'RESOLVE_ERRORS') return submitted;
    const finished = finishLink(tx, ctx, link);
    return finished.ok ? submitted : finished;
  };

  return { create, find, refusalOf, resume, start, submit: submitHeld } as const;
}

const SECRET = /^[A-Za-z0-9_-]{43}$/;

const finishLink = (tx: Tx, ctx: Context, link: KycLink): Result<unknown> =>
  transition(tx, ctx, KYC_LINK, KYC_LINKS, link, 'finish');

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
