import type { Context, Environment, Id, Instant, Reads, Result } from '../kernel/index.js';
import type { CredentialType, WalletIdentity, Passkey } from './credential.js';

/** A key in custody. Core sees only its public key and a handle, which is useless without custody. */
export interface HeldKey {
  /** Compressed hex. */
  readonly publicKey: string;
  readonly handle: string;
}

/**
 * Custody of private keys, and the operations with them. Formats: docs/areas/wallets.md#formats. Handles are sealed
 * texts that core stores in its records. Custody may be a remote service, so core calls it between units of work. A call
 * that does not succeed throws; the caller of the API is then answered 503 SERVICE_UNAVAILABLE and repeats its request.
 */
export interface WalletSigner {
  createKey(): Promise<HeldKey>;
  /** DER signature in hex: ECDSA on P-256 with SHA-256 over the UTF-8 bytes of the text. */
  sign(handle: string, text: string): Promise<string>;
  /**
   * Creates a session key, encrypted to the client key (uncompressed hex). Custody does not keep it: only the client
   * can decrypt it.
   */
  issueSessionKey(clientPublicKey: string): Promise<{ readonly publicKey: string; readonly encryptedKey: string }>;
  /** Creates the keys of a new wallet, as a mnemonic that other wallet software can restore. Returns the handle. */
  createWallet(): Promise<string>;
  /**
   * The address of a wallet on each network, at the derivation path where other wallet software looks for the first
   * address of the same mnemonic. In the sandbox: the address on the test network, if the chain has a separate form for
   * it.
   */
  addressesOf(handle: string, environment: Environment): Promise<ReadonlyMap<string, string>>;
  /** The mnemonic of a wallet, encrypted to the client key and signed by `signedBy`. */
  exportWallet(handle: string, envelope: Envelope & { readonly clientPublicKey: string }): Promise<string>;
  /** Creates a key to which a client encrypts a one-time code, and the bundle that carries it to the client. */
  createTarget(envelope: Envelope): Promise<{ readonly bundle: string; readonly handle: string }>;
  /** Decrypts what a client has encrypted to a target. Null if the target cannot open it. */
  openBundle(target: string, bundle: string): Promise<string | null>;
}

/** The recipient of a bundle, and the key of the host that signs it. */
export interface Envelope {
  readonly organizationId: string;
  readonly signedBy: HeldKey;
}

/** The claims of a well-formed identity token. Core judges their content. */
export interface IdentityClaims extends WalletIdentity {
  readonly issuedAt: Instant;
  /** Required of a token: null is refused. */
  readonly expiresAt: Instant | null;
  /** The token is not valid before; null if it does not say. */
  readonly notBefore: Instant | null;
  readonly nonce: string | null;
  readonly email: string | null;
}

export interface IdentityTokens {
  /**
   * Reads an OIDC token. Unless `trusted`, checks its signature against the published keys of its issuer; the sandbox
   * trusts every issuer. INVALID_INPUT naming `oidcToken` if it is not an OIDC token; INVALID_SIGNATURE if its issuer
   * is not configured or has not signed it; SERVICE_UNAVAILABLE while the keys of the issuer cannot be fetched.
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
  /** The passkey of a registration for this challenge (base64url). INVALID_INPUT naming what is wrong. */
  register(attestation: PasskeyAttestation, challenge: string): Promise<Result<Passkey>>;
  /**
   * The passkey with its new counter, if it has signed this text (at `origin`, if given). INVALID_SIGNATURE for another
   * challenge, origin or key, and for a counter that does not increase.
   */
  authenticate(passkey: Passkey, assertion: PasskeyAssertion, text: string, origin?: string): Promise<Result<Passkey>>;
}

/**
 * The funding source under which a card spends from this account. 404 REFERENCE_NOT_FOUND for an unknown card,
 * INVALID_INPUT naming `internalAccountId` for a card that does not spend from it.
 */
export type CardFunding = (
  reads: Reads,
  ctx: Context,
  card: { readonly cardId: Id<'Card'>; readonly accountId: Id<'InternalAccount'> },
) => Promise<Result<{ readonly fundingSourceId: string }>>;

/** The adapters for custody and proofs of identity that a host provides. */
export interface WalletPorts {
  readonly signer: WalletSigner;
  readonly identityTokens: IdentityTokens;
  readonly passkeys: Passkeys;
}

export type OtpType = Extract<CredentialType, 'EMAIL_OTP' | 'SMS_OTP'>;
