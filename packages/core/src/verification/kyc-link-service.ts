import { findCustomer } from '../customers/index.js';
import {
  type Context,
  type Digest,
  err,
  isId,
  ok,
  plusSeconds,
  type Random,
  type Result,
  type TenantKey,
  transition,
  type Tx,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { isUnregistered } from '../platforms/index.js';
import { createKycLink } from './create-kyc-link.js';
import { type KycLink, KYC_LINKS } from './kyc-link.js';
import { isLinkSecret, newLinkSecret } from './link-secret.js';
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

/** A valid link, and the context of its tenant. */
export interface HeldLink {
  readonly link: KycLink;
  /** Where the page leads in the end; null also if the platform no longer registers the scheme of the address. */
  readonly redirectUri: string | null;
  readonly ctx: Context;
}

/** How long a started session lasts: enough to find and photograph documents. */
export const KYC_SESSION_SECONDS = 60 * 60;

/**
 * Single-use links to the hosted page. One browser starts a session with the link; afterwards only that browser's
 * secret opens the page: docs/decisions/0023-hosted-links-are-used-up-by-a-click.md.
 */
export function kycLinkService(ports: KycLinkPorts) {
  const { units, random, digest, contextOf, settings } = ports;
  const submit = submitVerification(ports);

  const linkOf = async (key: 'token' | 'session', secret: string): Promise<KycLink | null> =>
    isLinkSecret(secret) ? units.read(null, (reads) => reads.find(KYC_LINKS, key, [digest.sha256(secret)])) : null;

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
    const session = newLinkSecret(random);
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

  return { create: createKycLink(ports), find, refusalOf, resume, start, submit: submitHeld } as const;
}

const finishLink = (tx: Tx, ctx: Context, link: KycLink): Result<unknown> =>
  transition(tx, ctx, KYC_LINK, KYC_LINKS, link, 'finish');
