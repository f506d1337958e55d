import type { Context, Environment, Id, Instant, Reads, Result } from '../kernel/index.js';
import type { CredentialType, WalletIdentity, Passkey } from './credential.js';

/** A key that custody holds: what leaves it is the public half, and a handle that is of no use without custody. */
export interface HeldKey {
  /** Compressed hex. */
  readonly publicKey: string;
  readonly handle: string;
}

/**
 * Custody of private keys, and what has to be done with them (formats: `embedded-wallet.md`). Handles are sealed texts
 * that are stored with the records of the core. It may be a machine of its own somewhere: it is asked between units.
 */
export interface WalletSigner {
  createKey(): Promise<HeldKey>;
  /** Hex of a DER signature, ECDSA P-256 with SHA-256 over the UTF-8 bytes. */
  sign(handle: string, text: string): Promise<string>;
  /**
   * A session key for a client, encrypted to its key (uncompressed hex). Nothing of it is kept: whoever has the
   * client's private key has the only copy.
   */
  issueSessionKey(clientPublicKey: string): Promise<{ readonly publicKey: string; readonly encryptedKey: string }>;
  /** The keys of a new wallet: a mnemonic, from which wallet software derives what it needs. */
  createWallet(): Promise<string>;
  /**
   * The address of a wallet on each network, at the path where other wallet software looks for the first one of the
   * same mnemonic; that of the network for tests in the sandbox, where a chain has an address form of its own for it.
   */
  addressesOf(handle: string, environment: Environment): Promise<ReadonlyMap<string, string>>;
  /** What a wallet can be restored from elsewhere, encrypted to the client's key and signed by `signedBy`. */
  exportWallet(handle: string, envelope: Envelope & { readonly clientPublicKey: string }): Promise<string>;
  /** A key to which a client encrypts a one-time code, and the bundle that tells it so. */
  createTarget(envelope: Envelope): Promise<{ readonly bundle: string; readonly handle: string }>;
  /** What a client has encrypted to a target; null where it is nothing that this target opens. */
  openBundle(target: string, bundle: string): Promise<string | null>;
}

/** For whom a bundle is, and which key of ours signs it. */
export interface Envelope {
  readonly organizationId: string;
  readonly signedBy: HeldKey;
}

/** An identity token whose form could be read. Its claims are the core's to judge. */
export interface IdentityClaims extends WalletIdentity {
  readonly issuedAt: Instant;
  readonly expiresAt: Instant | null;
  readonly nonce: string | null;
  readonly email: string | null;
}

export interface IdentityTokens {
  /**
   * Reads an OIDC token, and checks its signature against its issuer's published keys unless `trusted` (the sandbox
   * trusts any issuer). INVALID_INPUT naming `oidcToken` where it is no such token, INVALID_SIGNATURE where its issuer
   * is not known here or has not signed it, SERVICE_UNAVAILABLE while the issuer's keys cannot be had.
   */
  read(token: string, options: { readonly trusted: boolean }): Promise<Result<IdentityClaims>>;
}

export interface PasskeyAttestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

export interface PasskeyAssertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle?: string | undefined;
}

export interface Passkeys {
  /** The passkey of a registration for this challenge (base64url). INVALID_INPUT naming what does not hold. */
  register(attestation: PasskeyAttestation, challenge: string): Promise<Result<Passkey>>;
  /**
   * The passkey with its new counter, where it has signed this text, at that origin where one is named. INVALID_SIGNATURE
   * for another challenge, origin or key, and for a counter that does not go on.
   */
  authenticate(passkey: Passkey, assertion: PasskeyAssertion, text: string, origin?: string): Promise<Result<Passkey>>;
}

/**
 * Whether a card spends from this account, under which funding source. 404 REFERENCE_NOT_FOUND for a card that there
 * is not, INVALID_INPUT naming `internalAccountId` for one that does not spend from it.
 */
export type CardFunding = (
  reads: Reads,
  ctx: Context,
  card: { readonly cardId: Id<'Card'>; readonly accountId: Id<'InternalAccount'> },
) => Promise<Result<{ readonly fundingSourceId: string }>>;

/** What custody and proofs of identity a host brings. */
export interface WalletPorts {
  readonly signer: WalletSigner;
  readonly identityTokens: IdentityTokens;
  readonly passkeys: Passkeys;
}

export type OtpType = Extract<CredentialType, 'EMAIL_OTP' | 'SMS_OTP'>;
