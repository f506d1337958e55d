import { findCustomer } from '../customers/index.js';
import {
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
  rules,
  splitTenant,
  type TenantKey,
  transition,
  type Tx,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { base64url } from '../platforms/index.js';
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
  /** Where the hosted page stands, without a slash at its end. */
  readonly hostedPage: string;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

export interface NewKycLink {
  readonly customerId: string;
  readonly redirectUri?: string | null | undefined;
}

export interface IssuedKycLink {
  /** Holds the token: shown once, kept nowhere. */
  readonly url: string;
  readonly expiresAt: Instant;
  readonly provider: string;
}

/** A link that somebody holds, and the context in which it is used. */
export interface HeldLink {
  readonly link: KycLink;
  readonly ctx: Context;
}

const KYC_LINK_SECONDS = 30 * 60;
/** Whoever has begun in time gets this long to find the documents. */
export const KYC_SESSION_SECONDS = 60 * 60;
const SECRET_BYTES = 32;
export const REDIRECT_URI_LENGTH = 2048;

/**
 * Single-use links to the hosted page (interface, "Kyc link response"), and what stands behind them. Somebody begins
 * with a link once, in one browser; from then on that browser's secret opens the page, and the link nothing.
 */
export function kycLinkService(ports: KycLinkPorts) {
  const { units, ids, random, digest, providers, contextOf } = ports;
  const submit = submitVerification(ports);

  /**
   * Each call makes a fresh link; earlier ones stay as they are. USER_NOT_FOUND, INVALID_INPUT, CONFLICT while a
   * contact channel that has to be verified is not.
   */
  const create: UseCase<NewKycLink, IssuedKycLink> = async (tx, ctx, input) => {
    const found = await findCustomer(tx, input.customerId);
    if (!found.ok) return found;
    const errors = invalidInNewKycLink(ctx, input);
    if (errors.length > 0) return invalidFields(errors);
    const { id, contactEmail, contactPhone } = found.value;
    const unverified = Object.entries({ email: contactEmail, phone: contactPhone })
      .filter(([, status]) => status === 'PENDING')
      .map(([channel]) => channel);
    if (unverified.length > 0) {
      return err('CONFLICT', `not verified yet: ${unverified.join(' and ')}`, { channels: unverified });
    }
    const token = base64url(random.bytes(SECRET_BYTES));
    const redirectUri = input.redirectUri ?? null;
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
    // Shown to whoever reads the link; the one that is followed is the one that was stored.
    const query = redirectUri === null ? '' : `?redirectUri=${encodeURIComponent(redirectUri)}`;
    const provider = providers[splitTenant(ctx.tenant).environment].name;
    return ok({ url: `${ports.hostedPage}/${token}${query}`, expiresAt, provider });
  };

  async function held(key: 'token' | 'session', secret: string): Promise<HeldLink | null> {
    if (!SECRET.test(secret)) return null;
    const link = await units.read(null, (reads) => reads.find(KYC_LINKS, key, [digest.sha256(secret)]));
    if (link === null) return null;
    const ctx = await contextOf(link.tenant);
    if (link.expiresAt <= ctx.now) return null;
    const customer = await units.read(link.tenant, (reads) => findCustomer(reads, link.customerId));
    return customer.ok ? { link, ctx } : null;
  }

  /** The link with this token, unless somebody has begun with it, its time is over or its customer is gone. */
  async function find(token: string): Promise<HeldLink | null> {
    const found = await held('token', token);
    return found?.link.status === 'OPEN' ? found : null;
  }

  /** The link of the browser that began with it; with a token, only if it is the link of that. */
  async function resume(session: string, token?: string): Promise<HeldLink | null> {
    const found = await held('session', session);
    return token === undefined || found?.link.tokenDigest === digest.sha256(token) ? found : null;
  }

  /** Begins with a link; of several who try, one does. Null: it serves nobody any more. */
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
   * Submits what was entered; the link has done its work where nothing is missing. Whoever submits twice is answered
   * with what became of it.
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

  return { create, find, resume, start, submit: submitHeld } as const;
}

const SECRET = /^[A-Za-z0-9_-]{43}$/;

const finishLink = (tx: Tx, ctx: Context, link: KycLink): Result<unknown> =>
  transition(tx, ctx, KYC_LINK, KYC_LINKS, link, 'finish');

/** Production customers are sent back over https alone. */
export function invalidInNewKycLink(
  { tenant }: Pick<Context, 'tenant'>,
  { redirectUri }: Pick<NewKycLink, 'redirectUri'>,
): readonly FieldError[] {
  if (redirectUri === null || redirectUri === undefined) return [];
  const errors: FieldError[] = [];
  const httpsOnly = splitTenant(tenant).environment === 'PRODUCTION';
  rules.url(REDIRECT_URI_LENGTH, httpsOnly)(redirectUri, 'redirectUri', (error) => errors.push(error));
  return errors;
}
