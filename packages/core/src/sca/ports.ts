import type { Environment, Instant } from '../kernel/index.js';

/** The shared secret of an authenticator app, in the forms that apps accept. */
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
  /** The secret in base32. */
  base32Of(secretHex: string): string;
  /** Creates a secret; apps show `issuer` and `account` beside the code. */
  create(issuer: string, account: string): TotpSecret;
  /** The time step whose code this is, among those that are valid at that moment; null if the code is wrong. */
  stepOf(secretHex: string, code: string, at: Instant): number | null;
}

export interface LivenessRequest {
  readonly id: string;
  readonly environment: Environment;
  /** The name of the person to check. */
  readonly name: string | null;
}

/** What the end user needs for a liveness check. `accessToken` and `link` are null if the provider does not use them. */
export interface LivenessStart {
  /** The id of the check at the provider. */
  readonly reference: string;
  readonly accessToken: string | null;
  readonly link: string | null;
}

export type LivenessVerdict = 'PENDING' | 'REVIEW' | 'PASSED' | 'REJECTED';

/**
 * Checks that the person who asks is the customer and is present. Called between units of work. Without an answer of the
 * provider a call throws any exception but a `Bug`.
 */
export interface LivenessChecks {
  begin(request: LivenessRequest): Promise<LivenessStart>;
  verdict(reference: string): Promise<LivenessVerdict>;
}

/** The web origins where customers register and use passkeys. */
export interface PasskeyPlace {
  /** At least one. */
  readonly origins: readonly string[];
  /** The domain that passkeys are bound to: the domain of the origins, or a parent of it. */
  readonly relyingPartyId: string;
}

/** The adapters that a host provides for strong customer authentication. */
export interface ScaPorts {
  readonly totp: Totp;
  readonly liveness: LivenessChecks;
}
