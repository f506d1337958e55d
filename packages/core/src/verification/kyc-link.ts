import { BASE_COLUMNS, type BaseRecord, type Id, type Instant, recordKind } from '../kernel/index.js';
import type { KycLinkState } from './verification-states.js';

/** A single-use link to the hosted page (interface, "Kyc link response"). */
export interface KycLink extends BaseRecord {
  readonly id: Id<'KycLink'>;
  readonly customerId: Id<'Customer'>;
  readonly redirectUri: string | null;
  readonly status: KycLinkState;
  /** SHA-256 of the token in the link. */
  readonly tokenDigest: string;
  /** Host time until which it can be begun with; afterwards until which the page that it led to can be used. */
  readonly expiresAt: Instant;
  /** SHA-256 of the secret that the browser which began keeps in a cookie. */
  readonly sessionDigest: string | null;
}

/** Found before the tenant is known, so not confined to it. */
export const KYC_LINKS = recordKind<KycLink>()({
  name: 'kyc_links',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text',
    redirectUri: 'text?',
    status: 'text',
    tokenDigest: 'text',
    expiresAt: 'instant',
    sessionDigest: 'text?',
  },
  states: ['status'],
  unique: [
    { name: 'token', columns: ['tokenDigest'], global: true },
    { name: 'session', columns: ['sessionDigest'], global: true },
  ],
  filters: [],
  immutable: ['customerId', 'redirectUri', 'tokenDigest'],
});
