import { BASE_COLUMNS, type BaseRecord, type Id, type Instant, recordKind } from '../kernel/index.js';
import type { KycLinkState } from './verification-states.js';

/** A single-use link to the page of the service, or to that of a provider. */
export interface KycLink extends BaseRecord {
  readonly id: Id<'KycLink'>;
  readonly customerId: Id<'Customer'>;
  readonly redirectUri: string | null;
  readonly status: KycLinkState;
  /** SHA-256 of the token in the link; for a page of a provider, of a token that was never given out. */
  readonly tokenDigest: string;
  /** Tenant's time until which an open link can be started; after the start, until which its session lasts. */
  readonly expiresAt: Instant;
  /** SHA-256 of the session secret, which the browser that started keeps in a cookie. */
  readonly sessionDigest: string | null;
  /** The provider that has the page; null for the page of the service. */
  readonly hostedBy: string | null;
}

/** Scope `host`, because a link is found before its tenant is known. */
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
    hostedBy: 'text?',
  },
  states: ['status'],
  unique: [
    { name: 'token', columns: ['tokenDigest'], global: true },
    { name: 'session', columns: ['sessionDigest'], global: true },
  ],
  filters: [],
  immutable: ['customerId', 'redirectUri', 'tokenDigest', 'hostedBy'],
});
