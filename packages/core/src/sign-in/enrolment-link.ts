import {
  base64url,
  type Digest,
  type Id,
  type Instant,
  plusSeconds,
  type Random,
  type Reads,
} from '../kernel/index.js';
import { type OperatorAccount, OPERATORS } from '../operators/index.js';

/** A link works for an hour. */
const LINK_SECONDS = 3_600;
const SECRET_BYTES = 32;
const PREFIX = 'Operator:';
const LINK = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;
/** Compared for an unknown operator. No secret has this digest. */
const NO_DIGEST = '0'.repeat(64);

/** The text of a new link, and what the account stores of it. */
export function newLink(
  { random, digest }: { readonly random: Random; readonly digest: Digest },
  id: Id<'Operator'>,
  now: Instant,
) {
  const secret = base64url(random.bytes(SECRET_BYTES));
  return {
    link: `${id.slice(PREFIX.length)}.${secret}`,
    stored: { enrolmentDigest: digest.sha256(secret), enrolmentExpiresAt: plusSeconds(now, LINK_SECONDS) },
  };
}

/** The operator whom the link invites; null if the link is unknown, was used, was replaced, or has expired. */
export async function findInvited(
  reads: Reads,
  digest: Digest,
  link: string,
  now: Instant,
): Promise<OperatorAccount | null> {
  const [, uuid = '', secret = ''] = LINK.exec(link) ?? [];
  const account = uuid === '' ? null : await reads.get(OPERATORS, PREFIX + uuid);
  const isSecret = digest.sha256(secret) === (account?.enrolmentDigest ?? NO_DIGEST);
  if (account === null || !isSecret || account.status !== 'INVITED') return null;
  return account.enrolmentExpiresAt !== null && account.enrolmentExpiresAt > now ? account : null;
}
