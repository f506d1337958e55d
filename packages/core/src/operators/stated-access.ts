import { type Digest, type Permission, PERMISSIONS } from '../kernel/index.js';
import type { OperatorAccount } from './operator.js';
import type { OperatorLogEntry } from './operator-log.js';

/**
 * The actions of entries about tokens, which only the service names: the subject of other entries can be a text that an
 * operator has typed. `baseline`: the token existed before the log had entries about tokens.
 */
export const TOKEN_ENTRIES = {
  issued: 'tokens.issue',
  deleted: 'tokens.delete',
  baseline: 'tokens.baseline',
} as const;

/** The actions of entries about operators of an identity provider, which only a sign-in writes. */
export const PROVIDER_ENTRIES = {
  arrived: 'operators.arrive',
  granted: 'operators.group',
  lapsed: 'operators.lapse',
} as const;

/** The access of an operator or of a token, as text; null if it has none any more. */
export type Access = string | null;

/** What an entry about an operator has of its access; the audit compares each operator with its last one. */
export const loggedAccess = ({ role, status, platforms }: OperatorAccount) => ({ role, status, platforms });

export const accessOfOperator = ({
  role,
  status,
  platforms,
}: Pick<OperatorAccount, 'role' | 'status' | 'platforms'>): string =>
  `${role} and ${status}${platforms === null ? '' : ` for ${platforms.join(', ')}`}`;

export const accessOfToken = (token: {
  readonly tenant: string;
  readonly permissions: readonly Permission[];
}): string =>
  `${PERMISSIONS.filter((permission) => token.permissions.includes(permission)).join(', ') || 'nothing'} in ${token.tenant}`;

const FINGERPRINT_DIGITS = 16;

/**
 * Says in the log which credential a token has, and shows neither the secret nor its digest. A client id has no line
 * break.
 */
export const credentialFingerprint = (
  digest: Digest,
  { clientId, secretDigest }: { readonly clientId: string; readonly secretDigest: string },
): string => digest.sha256(`${clientId}\n${secretDigest}`).slice(0, FINGERPRINT_DIGITS);

/** The fingerprint that an entry about an existing token states; null for one without, undefined for other entries. */
export function statedCredential({ action, after }: OperatorLogEntry): string | null | undefined {
  if (action !== TOKEN_ENTRIES.issued && action !== TOKEN_ENTRIES.baseline) return undefined;
  const { credential } = { ...after } as { readonly credential?: unknown };
  return typeof credential === 'string' ? credential : null;
}

/** What an entry of the log says about the access of its subject after it; undefined if it says nothing about it. */
export function statedAccess({ tenant, action, outcome, subject, after }: OperatorLogEntry): Access | undefined {
  if (action === TOKEN_ENTRIES.deleted) return null;
  if (action === TOKEN_ENTRIES.issued || action === TOKEN_ENTRIES.baseline) {
    // An entry that was altered can have anything.
    const { permissions } = { ...after } as { readonly permissions?: unknown };
    return accessOfToken({ tenant, permissions: Array.isArray(permissions) ? permissions : [] });
  }
  const took = outcome === 'DONE' || outcome === 'APPROVED';
  if (!took || !action.startsWith('operators.') || !subject.startsWith('Operator:') || after === null) return undefined;
  // Entries of earlier releases have no platforms: operators had no limit.
  const { role, status, platforms } = after as Partial<OperatorAccount>;
  if (role === undefined || status === undefined) return undefined;
  return accessOfOperator({ role, status, platforms: Array.isArray(platforms) ? platforms : null });
}

/** What a record of an operator and the log say about its identity provider: the person there, and since when it has left the group. */
export type AtProvider = Pick<OperatorAccount, 'issuer' | 'issuerSubject' | 'lapsedAt'>;

/**
 * What an entry about an operator says of its identity provider; undefined if it says nothing about it. Only the provider
 * takes access and gives it back: an operator of another kind never has an issuer.
 */
export function statedAtProvider({ action, createdAt, after }: OperatorLogEntry): Partial<AtProvider> | undefined {
  if (action === PROVIDER_ENTRIES.lapsed) return { lapsedAt: createdAt };
  if (action === PROVIDER_ENTRIES.granted) return { lapsedAt: null };
  if (action !== PROVIDER_ENTRIES.arrived) return undefined;
  // An entry that was altered can have anything.
  const { issuer = null, issuerSubject = null } = { ...after } as Partial<AtProvider>;
  return { issuer, issuerSubject, lapsedAt: null };
}
