import {
  BASE_COLUMNS,
  type BaseRecord,
  domainError,
  type Id,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';

/** The ways in which an owner proves their identity. */
export const CREDENTIAL_TYPES = ['OAUTH', 'EMAIL_OTP', 'SMS_OTP', 'PASSKEY'] as const;
export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

export const WALLET_CREDENTIAL = machine('Wallet credential', 'status', ['REVOKED'], [
  {
    from: null,
    on: 'create',
    to: 'ACTIVE',
    emits: null,
    why: 'the first credential of its wallet, or signed by a session of the wallet',
  },
  {
    from: 'ACTIVE',
    on: 'revoke',
    to: 'REVOKED',
    emits: null,
    why: 'a session of another credential has signed the revocation, or the account is closed',
  },
] as const);

/** The identity that an identity token asserts. */
export interface WalletIdentity {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
}

/**
 * A registered passkey. The passkey is accepted at the origin where it was registered or, if the host configures
 * origins, at any configured origin.
 */
export interface Passkey {
  /** base64url, as in WebAuthn. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly origin: string;
  readonly rpId: string;
  /** The registration had user verification. Every assertion then needs it too. */
  readonly userVerified: boolean;
}

/**
 * Whether the signature counter of an assertion may follow the stored one. Authenticators that do not count send 0 each
 * time. A counter that does not increase otherwise means that the passkey may have been copied.
 */
export const isLaterCounter = (counter: number, stored: number): boolean =>
  counter > stored || (counter === 0 && stored === 0);

/** The error for a counter that may not follow. */
export const COPIED_PASSKEY = domainError(
  'INVALID_SIGNATURE',
  "the authenticator's signature counter did not increase (possible clone)",
);

/** A way in which the owner of a wallet signs in. */
export interface WalletCredential extends BaseRecord {
  readonly id: Id<'AuthMethod'>;
  readonly accountId: Id<'InternalAccount'>;
  /** The account while the credential is active, then null. Lists filter by it. */
  readonly livingIn: string | null;
  readonly type: CredentialType;
  readonly status: StateOf<typeof WALLET_CREDENTIAL>;
  readonly nickname: string;
  /** Unique key: a credential's identity within its account. Null once the credential is revoked. */
  readonly slot: string | null;
  /**
   * The address of an active EMAIL_OTP credential, in lower case. Unique: an address signs in to one wallet of the
   * platform.
   */
  readonly signInEmail: string | null;
  /** The address or number that receives codes. */
  readonly contact: string | null;
  readonly identity: WalletIdentity | null;
  readonly passkey: Passkey | null;
  /** The sealed key to which the client encrypts the last code that was sent. */
  readonly otpTarget: string | null;
}

export const WALLET_CREDENTIALS = recordKind<WalletCredential>()({
  name: 'wallet_credentials',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    accountId: 'text',
    livingIn: 'text?',
    type: 'text',
    status: 'text',
    nickname: 'text',
    slot: 'text?',
    signInEmail: 'text?',
    contact: 'text?',
    identity: 'json?',
    passkey: 'json?',
    otpTarget: 'text?',
  },
  states: ['status'],
  unique: [
    { name: 'slot', columns: ['slot'] },
    { name: 'signInEmail', columns: ['signInEmail'] },
  ],
  filters: ['livingIn'],
  immutable: ['accountId', 'type', 'identity'],
  sealed: ['otpTarget'],
});
