import type { Environment, Instant } from '../kernel/index.js';

/** A shared secret of an authenticator app, in the forms in which apps take it. */
export interface TotpSecret {
  /** Lower-case hex. */
  readonly hex: string;
  /** RFC 4648, without padding. */
  readonly base32: string;
  /** `otpauth://totp/…`, for a QR code. */
  readonly uri: string;
}

/** Time-based one-time codes (RFC 6238): six digits every 30 seconds. */
export interface Totp {
  /** The other form of a secret. */
  base32Of(secretHex: string): string;
  /** A new secret; `issuer` and `account` are what the app shows beside the code. */
  create(issuer: string, account: string): TotpSecret;
  /** The step of time whose code this is, of those that count at that moment; null where it is the code of none. */
  stepOf(secretHex: string, code: string, at: Instant): number | null;
}

export interface LivenessRequest {
  readonly id: string;
  readonly environment: Environment;
  /** Whom the check is about. */
  readonly name: string | null;
}

/** What somebody needs to go through a check of liveness; null where the provider gives none. */
export interface LivenessStart {
  /** The provider's own name of the check. */
  readonly reference: string;
  readonly accessToken: string | null;
  readonly link: string | null;
}

export type LivenessVerdict = 'PENDING' | 'REVIEW' | 'PASSED' | 'REJECTED';

/** Makes sure that the person who asks is the customer, and there. Asked between units. */
export interface LivenessChecks {
  begin(request: LivenessRequest): Promise<LivenessStart>;
  verdict(reference: string): Promise<LivenessVerdict>;
}

/** Where passkeys of customers are registered and used. */
export interface PasskeyPlace {
  /** At least one. */
  readonly origins: readonly string[];
  /** The domain that passkeys are bound to: that of the origins, or one above it. */
  readonly relyingPartyId: string;
}

/** What strong customer authentication needs of a host. */
export interface ScaPorts {
  readonly totp: Totp;
  readonly liveness: LivenessChecks;
}
