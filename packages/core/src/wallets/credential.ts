import { BASE_COLUMNS, type BaseRecord, type Id, machine, recordKind, type StateOf } from '../kernel/index.js';

/** How an owner proves to be one (contract: AuthMethodType). */
export const CREDENTIAL_TYPES = ['OAUTH', 'EMAIL_OTP', 'SMS_OTP', 'PASSKEY'] as const;
export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

export const WALLET_CREDENTIAL = machine('Wallet credential', 'status', ['REVOKED'], [
  { from: null, on: 'create', to: 'ACTIVE', emits: null, why: 'the first of its wallet, or signed by a session of it' },
  {
    from: 'ACTIVE',
    on: 'revoke',
    to: 'REVOKED',
    emits: null,
    why: 'signed by a session of another credential, or its account is closed',
  },
] as const);

/** Whom an issuer of identity tokens says somebody is. */
export interface WalletIdentity {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
}

/** A registered passkey. Its signatures count only from where it was registered. */
export interface Passkey {
  /** base64url, as WebAuthn has it. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly origin: string;
  readonly rpId: string;
  /** The authenticator had made sure of its user: it has to do so every time. */
  readonly userVerified: boolean;
}

/** A way in which the owner of a wallet signs in. */
export interface WalletCredential extends BaseRecord {
  readonly id: Id<'AuthMethod'>;
  readonly accountId: Id<'InternalAccount'>;
  /** The account while the credential lives, null afterwards: what lists of living ones go by. */
  readonly livingIn: string | null;
  readonly type: CredentialType;
  readonly status: StateOf<typeof WALLET_CREDENTIAL>;
  readonly nickname: string;
  /** What there can be only one of in an account; null once it is revoked. */
  readonly slot: string | null;
  /** The address of a living EMAIL_OTP credential, in lower case: it signs in to one wallet of the platform. */
  readonly signInEmail: string | null;
  /** Where codes are sent to. */
  readonly contact: string | null;
  readonly identity: WalletIdentity | null;
  readonly passkey: Passkey | null;
  /** Sealed key to which the owner encrypts the code that was sent last. */
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
